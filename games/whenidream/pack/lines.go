package pack

import (
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"oneiros/games/lexeme"
)

// row is a line of a file that says something, or several that are one row of a table.
type row struct {
	line  int // the first
	text  string
	cells []string
}

// readKept reads the lines of a pack that was read before: nothing is taken off them.
func (r *packReader) readKept(text string) {
	r.readRows(func(yield func(row) bool) {
		number := 0
		for line := range strings.SplitSeq(text, "\n") {
			number++
			if s := strings.TrimSpace(line); s == "" || s[0] == '#' {
				continue
			}
			if !yield(row{number, line, strings.Split(strings.TrimRight(line, "\t \u00a0"), "\t")}) {
				return
			}
		}
	})
}

// readLines reads the lines of a file. Cells may be in quotes, as Excel writes them, and
// lines may have bullets and numbers, as they are pasted.
func (r *packReader) readLines(text string) {
	r.readRows(func(yield func(row) bool) {
		for number := 1; text != ""; {
			cells, rest := cutRow(text)
			whole := text[:len(text)-len(rest)]
			if cells = listed(cells); len(cells) > 0 && !yield(row{number, strings.TrimSuffix(whole, "\n"), cells}) {
				return
			}
			number += strings.Count(whole, "\n")
			text = rest
		}
	})
}

// readRows reads an entry from each row.
func (r *packReader) readRows(rows iter.Seq[row]) {
	r.whole, r.stems = map[string]int{}, map[string]int{}
	for row := range rows {
		if utf8.RuneCountInString(row.text) > longestLine {
			r.wrong(row.line, "line", longestLine)
			continue
		}
		if len(r.entries) == mostEntries {
			r.wrong(row.line, "many", mostEntries)
			return
		}
		r.readLine(row.line, row.cells)
	}
}

// cutRow cuts the first row off a text.
func cutRow(text string) (cells []string, rest string) {
	for {
		cell, end := cutCell(text)
		cells, text = append(cells, cell), text[end:]
		if text == "" || text[0] == '\n' {
			return cells, strings.TrimPrefix(text, "\n")
		}
		text = text[len("\t"):]
	}
}

// cutCell finds the first cell of a text, and where it ends.
func cutCell(text string) (cell string, end int) {
	if cell, end, ok := cutQuoted(text); ok {
		return cell, end
	}
	if end = strings.IndexAny(text, "\t\n"); end < 0 {
		end = len(text)
	}
	return text[:end], end
}

// cutQuoted takes the quotes off a cell. Excel puts them around a cell with a comma, a quote
// or the end of a line in it, and doubles a quote. Quotes are none where they do not end
// with the cell, or so late that the line would be too long.
func cutQuoted(text string) (cell string, end int, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", 0, false
	}
	var b strings.Builder
	for i := 1; i < len(text) && i < utf8.UTFMax*longestLine; i++ {
		switch c := text[i]; {
		case c == '\n' || c == '\t':
			b.WriteByte(' ')
		case c != '"':
			b.WriteByte(c)
		case strings.HasPrefix(text[i+1:], `"`):
			b.WriteByte('"')
			i++
		default:
			end = i + 1
			return b.String(), end, end == len(text) || text[end] == '\t' || text[end] == '\n'
		}
	}
	return "", 0, false
}

// listed are the cells of a row without the signs of a list, and without a first column
// that has nothing else. There is none in a comment, nor where all cells are empty.
func listed(cells []string) []string {
	if strings.HasPrefix(strings.TrimSpace(cells[0]), "#") {
		return nil
	}
	numbered := blank(cells[0])
	for i, c := range cells {
		cells[i] = unlisted(c)
	}
	if len(cells) > 1 && !numbered && strings.Trim(cells[0], "0123456789 \u00a0") == "" {
		cells = cells[1:]
	}
	for len(cells) > 0 && blank(cells[len(cells)-1]) {
		cells = cells[:len(cells)-1]
	}
	return cells
}

func blank(cell string) bool { return strings.TrimSpace(cell) == "" }

// bullets are the signs before the items of a list. No word begins with one. Those of Word
// stand in the private part of Unicode.
const bullets = "•◦▪▫●○■□‣⁃∙·◆◇►▶✓✔➢➤*+☐☑☒✅→⇒➔➜❖✦★☆👉🔹🔸>~\uf0b7\uf0a7\uf0d8\uf0fc"

// numbers are the beginnings of items that numbering does not tell: №1, 1 -, ①, a digit in
// a key, a box to tick, and Roman numbers.
var numbers = regexp.MustCompile(`^(?:№ ?\d+[.)]?|\d+\s+[-–—−]\s|[①-⑳]|\d\x{20e3}|\[[ xXхХ✓✔]?\]|[ivxIVX]{2,5}[.)])`)

// unlisted is a cell without the bullets and numbers before its words, without quotes
// around them, and without the signs that end the items of a list.
func unlisted(cell string) string {
	cell = hyphenless.Replace(cell)
	for {
		before := cell
		cell = strings.TrimFunc(cell, func(r rune) bool { return unicode.Is(unicode.Cf, r) }) // a word has none inside
		cell = strings.TrimRight(unquoted(unmarkedItem(cell)), " \t\u00a0;,.")
		if cell == before {
			return cell
		}
	}
}

// hyphenless drops the signs of documents and pages that are no part of a word: where it may
// be divided, and how the sign before looks.
var hyphenless = strings.NewReplacer("\u00ad", "", "\ufe0e", "", "\ufe0f", "")

// quoteMarks are the quotes that end what another one begins.
var quoteMarks = map[rune]string{'"': `"`, '\'': `'`, '`': "`", '“': "”", '”': "”", '„': "“”", '«': "»", '»': "«", '‘': "’", '’': "’", '‚': "‘’", '‹': "›"}

// unquoted is a text without the quotes around all of it.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	first, size := utf8.DecodeRuneInString(text)
	last, end := utf8.DecodeLastRuneInString(text)
	if len(text) < size+end || !strings.ContainsRune(quoteMarks[first], last) {
		return text
	}
	if inside := text[size : len(text)-end]; !strings.ContainsRune(inside, first) && !strings.ContainsRune(inside, last) {
		return strings.TrimSpace(inside)
	}
	return text
}

// unmarkedItem is a cell without the bullets and numbers before its words.
func unmarkedItem(cell string) string {
	for {
		cell = strings.TrimLeftFunc(cell, unicode.IsSpace)
		if n := len(numbers.FindString(cell)); n > 0 {
			cell = cell[n:]
			continue
		}
		sign, size := utf8.DecodeRuneInString(cell)
		switch n := numbering(cell); {
		case n > 0:
			cell = cell[n:]
		case size > 0 && strings.ContainsRune(bullets, sign):
			cell = cell[size:]
		case lexeme.PlainMark(sign) == '-' && !digit(cell[size:]):
			cell = cell[size:]
		default:
			return cell
		}
	}
}

// numbering is how many bytes the number of an item takes: 1. or 1) or (1) or 1.2. or a).
// It is 0 where there is none.
func numbering(cell string) int {
	at := len(cell) - len(strings.TrimPrefix(strings.TrimPrefix(cell, "("), "["))
	first, size := utf8.DecodeRuneInString(cell[at:])
	switch {
	case digit(cell[at:]):
		for digit(cell[at:]) || cell[at:] != "" && cell[at] == '.' && digit(cell[at+1:]) {
			at++
		}
	case unicode.IsLetter(first):
		at += size
		if next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(cell[at:], ".")); strings.HasPrefix(cell[at:], ".") && !unicode.IsSpace(next) {
			return 0 // an abbreviation
		}
	default:
		return 0
	}
	if cell[at:] == "" || !strings.ContainsRune(".)]", rune(cell[at])) {
		return 0
	}
	return at + 1
}

// digit reports whether a text begins with a digit.
func digit(text string) bool { return text != "" && '0' <= text[0] && text[0] <= '9' }
