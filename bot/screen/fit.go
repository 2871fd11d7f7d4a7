package screen

import (
	"fmt"
	"strings"
	"unicode"

	"oneiros/games/ui"
)

// Fitting is the page at a path in as many words as have room on a phone, with the names and
// in the language of a frame. Names become short before there are fewer words, and stay so on this
// frame. When nothing has room it is the shortest page. See [ui.Page.Shorter].
func Fitting(path string, at func(path string) ui.Page, f *Frame) ui.Page {
	page, fewer, before := at(path), 0, 0
	shorter, most := page.Shorter, page.Shortest
	if linesOver(page, f) > 0 {
		f.short = f.shortNames()
	}
	for more := linesOver(page, f); more > 0 && fewer < most; more = linesOver(page, f) {
		before, fewer = fewer, min(fewer+more, most)
		page = at(fmt.Sprintf("%s/%d", shorter, fewer))
	}
	for fewer-before > 1 { // a wording between two of them may have room
		some := (before + fewer) / 2
		if other := at(fmt.Sprintf("%s/%d", shorter, some)); linesOver(other, f) <= 0 {
			page, fewer = other, some
		} else {
			before = some
		}
	}
	return page
}

// measured writes the words of a line for measuring: with its names, and without escapes.
type measured struct{ Plain }

// Name is who sits at a seat, as a line has it.
func (w measured) Name(seat ui.Name) string { return join(w.brief(seat)) }

// linesOver is how many lines a page has too many, with those that the frame has above it and
// a title of more than one line.
func linesOver(page ui.Page, f *Frame) int {
	if page.Room == 0 {
		return 0
	}
	n := 0
	if title := f.Say.Say(f.Lang, page.Title, Plain{f}); title != "" {
		n = linesOf("**"+title+"**", wideTitle) - 1
	}
	for _, l := range f.Head {
		n += linesOf(l, phoneWide)
	}
	if len(f.Head) > 0 {
		n++
	}
	for _, l := range page.Lines {
		n += linesOf(f.Say.Say(f.Lang, l, measured{Plain{f}}), phoneWide)
	}
	return n - page.Room
}

// linesOf is how many lines so wide a paragraph takes. Words in bold are wider.
func linesOf(s string, line int) int {
	n, used, word, bold, star := 1, 0, 0, false, false
	end := func() { // of a word
		switch {
		case word == 0:
			return
		case used > 0 && used+wideSpace+word > line:
			n, used = n+1, word
		case used > 0:
			used += wideSpace + word
		default:
			used = word
		}
		for ; used > line; used -= line {
			n++
		}
		word = 0
	}
	for _, r := range s {
		switch {
		case r == ' ' || r == '\n':
			end()
		case r == '*':
			if star {
				bold = !bold
			}
			star = !star
			continue
		case bold:
			word += wideOf(r) * 9 / 8
		default:
			word += wideOf(r)
		}
		star = false
	}
	end()
	return n
}

// phoneWide is how wide a line of an embed is on a phone of 360 pixels, in hundredths of the
// size of its letters, wideTitle a line of its title, and wideSpace a space. Letters are those
// of a wide font.
const (
	phoneWide = 2160
	wideTitle = phoneWide * 28 / 33 // its letters are larger
	wideSpace = 32
)

// wideOf is about how wide a letter is.
func wideOf(r rune) int {
	if int(r) < len(wideLetters) {
		return int(wideLetters[r])
	}
	switch {
	case r == isolate || r == isolateEnd || r == '\u200d' || unicode.Is(unicode.Mn, r):
		return 0
	case r < 0x1100 && unicode.IsLetter(r):
		return 64
	case r < 0x2190, unicode.Is(unicode.Sm, r):
		return 70
	default: // an emoji, or a letter as wide as one
		return 130
	}
}

// wideLetters are the widths of Latin and Cyrillic letters and the signs among them.
var wideLetters = func() (list [0x530]uint8) {
	for i := range list {
		switch r := rune(i); {
		case unicode.Is(unicode.Mn, r):
		case strings.ContainsRune(".,:;'’|!·()[]-ilIjtfr", r):
			list[i] = 36
		case unicode.IsDigit(r), r < 0x80 && unicode.IsLower(r) && r != 'm' && r != 'w':
			list[i] = 62
		case strings.ContainsRune("жшщюмыфмmw", r), unicode.IsUpper(r):
			list[i] = 84
		case unicode.IsLetter(r):
			list[i] = 64
		default:
			list[i] = 70
		}
	}
	return list
}()
