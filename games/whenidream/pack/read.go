package pack

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"oneiros/games"
	"oneiros/games/lexeme"
	"oneiros/games/ui"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// packReader reads a pack line by line.
type packReader struct {
	mistakes []games.Mistake
	entries  [][]cell
	at       []int          // the line of each entry
	whole    map[string]int // lines by what people may answer, folded
	stems    map[string]int // lines by the stems of the entries
}

func (r *packReader) wrong(line int, key string, args ...any) {
	r.mistakes = append(r.mistakes, games.Mistake{Line: line, What: ui.T("pack."+key, args...)})
}

// Read reads a file with a pack; see [games.Texts]. A value that it returned is read as
// it is. Of any other file it takes off what spreadsheets and documents put around words.
func Read(title string, file []byte) games.Reading {
	if k := keptPack(string(file)); k != nil && games.TextTitle(string(file)) == title {
		return games.Reading{Value: string(file), Entries: k.glossary.Size()}
	}
	if bytes.HasPrefix(file, []byte("# "+title+"\n")) {
		if kept := readPack(title, file, (*packReader).readKept); kept.Value == string(file) {
			return kept
		}
	}
	return readPack(title, file, (*packReader).readLines)
}

// readPack reads a file whose lines are read by read.
func readPack(title string, file []byte, read func(r *packReader, text string)) games.Reading {
	r := &packReader{}
	if shown, ok := cleanTitle(title); !ok || shown != title {
		r.wrong(0, "title", MaxTitle)
	}
	text, ok := r.decode(file)
	if ok {
		read(r, text)
	}
	if n := len(r.entries); ok && len(r.mistakes) == 0 && n < fewestEntries {
		r.wrong(0, "few", n, fewestEntries, fewestEntries-n)
	}
	if len(r.mistakes) > 0 {
		return games.Reading{Entries: len(r.entries), Mistakes: r.mistakes}
	}
	made := makePack(r.entries)
	r.checkClues(made.glossary)
	if len(r.mistakes) > 0 {
		return games.Reading{Entries: len(r.entries), Mistakes: r.mistakes}
	}
	value := "# " + title + packText(r.entries)
	keepPack(value, made)
	return games.Reading{Value: value, Entries: len(r.entries)}
}

// cleanTitle is a title in one line, without signs that no player sees.
func cleanTitle(title string) (string, bool) {
	for _, r := range title {
		if unicode.IsControl(r) || r == utf8.RuneError || !unicode.IsGraphic(r) && r != ' ' || unicode.Is(unicode.M, r) {
			return "", false
		}
	}
	s := strings.Join(strings.Fields(title), " ")
	return s, s != "" && utf8.RuneCountInString(s) <= MaxTitle
}

// packText is the entries as they are kept, each behind an end of line.
func packText(entries [][]cell) string {
	var b strings.Builder
	for _, cells := range entries {
		b.WriteByte('\n')
		for i, c := range cells {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(c.String())
		}
	}
	return b.String()
}

// readLine reads one entry.
func (r *packReader) readLine(number int, parts []string) {
	if len(parts) > 2 {
		r.wrong(number, "columns", len(parts))
		return
	}
	before := len(r.mistakes)
	var cells []cell
	for _, part := range parts {
		if c, ok := r.readCell(number, part); ok {
			cells = append(cells, c)
		}
	}
	if len(r.mistakes) > before {
		return
	}
	if len(cells) == 2 && cells[0].tongue == cells[1].tongue {
		r.wrong(number, "same-language", cells[0].word, cells[1].word)
		return
	}
	slices.SortFunc(cells, func(a, b cell) int { return strings.Compare(string(b.tongue), string(a.tongue)) })
	if len(r.entries) > 0 && !slices.EqualFunc(cells, r.entries[0], func(a, b cell) bool { return a.tongue == b.tongue }) {
		r.wrong(number, "languages", r.at[0])
		return
	}
	if r.isNew(number, cells) {
		r.entries, r.at = append(r.entries, cells), append(r.at, number)
	}
}

// isNew notes what people may answer to an entry, unless it stands there already.
func (r *packReader) isNew(number int, cells []cell) bool {
	before := len(r.mistakes)
	type key struct{ said, whole, stems string }
	var keys []key
	for _, c := range cells {
		for i, said := range append([]string{c.word}, c.aliases...) {
			whole, stems := judge.Folded(said)
			k := key{said: said, whole: whole}
			if i == 0 {
				k.stems = stems
			}
			if at, ok := r.whole[k.whole]; ok {
				r.wrong(number, "twice", said, at)
			} else if at, ok := r.stems[k.stems]; ok && k.stems != "" {
				r.wrong(number, "alike", said, at)
			}
			keys = append(keys, k)
		}
	}
	if len(r.mistakes) > before {
		return false
	}
	for _, k := range keys {
		r.whole[k.whole] = number
		if k.stems != "" {
			r.stems[k.stems] = number
		}
	}
	return true
}

// readCell reads an entry in one language.
func (r *packReader) readCell(number int, text string) (c cell, ok bool) {
	before := len(r.mistakes)
	said, clues, _ := strings.Cut(text, ":")
	word, aliases, _ := strings.Cut(said, "=")
	c.word, c.tongue = r.clean(number, word)
	for _, a := range list(aliases) {
		if word, t := r.clean(number, a); t == "" || t == c.tongue || c.tongue == "" {
			c.aliases = append(c.aliases, word)
		} else {
			r.wrong(number, "other-language", word, c.word)
		}
	}
	for _, clue := range list(clues) {
		if word, err := judge.CleanClue(clue); err != nil {
			r.wrong(number, "clue", short(clue))
		} else {
			c.clues = append(c.clues, word)
		}
	}
	if len(c.aliases) > mostOthers || len(c.clues) > mostOthers {
		r.wrong(number, "others", mostOthers)
	}
	return c, len(r.mistakes) == before
}

// list are the parts between commas that are not empty.
func list(text string) (parts []string) {
	for p := range strings.SplitSeq(text, ",") {
		if p = strings.TrimSpace(p); p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// short is a text as a mistake quotes it.
func short(text string) string {
	if n := []rune(text); len(n) > MaxEntry {
		return string(n[:MaxEntry-1]) + "…"
	}
	return text
}

// clean is a word as it is kept, and its language. The language is empty after a
// mistake.
func (r *packReader) clean(number int, text string) (string, kit.Tongue) {
	if text = strings.TrimSpace(text); !strings.HasPrefix(strings.Map(lexeme.PlainMark, text), "'") { // with apostrophes it is kept so
		text = unquoted(text)
	}
	s := strings.Join(strings.Fields(strings.Map(lexeme.PlainMark, norm.NFC.String(text))), " ")
	if s == "" {
		r.wrong(number, "empty")
		return "", ""
	}
	latin, cyrillic := rune(0), rune(0)
	for _, c := range s {
		switch {
		case unicode.Is(unicode.Latin, c) && unicode.IsLetter(c):
			latin = c
		case unicode.Is(unicode.Cyrillic, c) && unicode.IsLetter(c):
			cyrillic = c
		case c == ' ' || c == '-' || c == '\'' || '0' <= c && c <= '9':
		default:
			sign := fmt.Sprintf("U+%04X", c)
			if unicode.IsPrint(c) && !unicode.Is(unicode.M, c) {
				sign = string(c)
			}
			r.wrong(number, "sign", sign)
			return "", ""
		}
	}
	switch whole, _ := judge.Folded(s); {
	case utf8.RuneCountInString(s) > MaxEntry:
		r.wrong(number, "long", short(s), MaxEntry)
	case latin == 0 && cyrillic == 0 || whole == "":
		r.wrong(number, "letters", short(s))
	case latin != 0 && cyrillic != 0:
		r.wrong(number, "mixed", short(s), string(latin), string(cyrillic))
	case latin != 0:
		return s, kit.English
	default:
		return s, kit.Russian
	}
	return "", ""
}

// checkClues finds clues that the game itself would not take.
func (r *packReader) checkClues(g *judge.Glossary) {
	for i, cells := range r.entries {
		for _, c := range cells {
			for _, clue := range c.clues {
				if g.Judge(clue, i+1, c.tongue).Level > judge.Fine {
					r.wrong(r.at[i], "near", clue, c.word)
				}
			}
		}
	}
}
