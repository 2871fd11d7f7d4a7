package paint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// Every script.
//
// The names and words of players are in any script. A letter that no font here has may be
// written with letters that one has: a mathematical 𝓐 is an A. Arabic letters join, and a
// line from right to left is turned. Other scripts whose letters do not stand in a row are
// not drawn: Thai, Devanagari and their kin. [Legible] says so, and the caller sets
// something else.

// Characters that isolate a direction in a line. [unicode.Cf] has them, so that they are
// never drawn.
const (
	isolate    = '\u2068' // FIRST STRONG ISOLATE
	isolateEnd = '\u2069' // POP DIRECTIONAL ISOLATE
)

// Tail begins the end of a line that no cut takes away: what tells two names apart. It is
// drawn as a space.
const Tail = '\u00a0'

// lost stands for a letter that cannot be drawn.
const lost = '·'

// simple reports whether a rune is set alone: its look depends on no neighbour.
func simple(r rune) bool {
	switch {
	case r < 0x300, r >= 0x370 && r < 0x483, r >= 0x48a && r < 0x590, r >= 0x1e00 && r < 0x2000:
		return r >= ' '
	case r >= 0x2010 && r < 0x2028, r >= 0x2030 && r < 0x205f, r >= 0x20a0 && r < 0x20c1, r >= 0x2190 && r < 0x2600, r == robotSign:
		return true
	}
	return r >= 0x3041 && r < 0x3097 || r >= 0x30a1 && r < 0x3100 || r >= 0x4e00 && r < 0xa000 || r >= 0xac00 && r < 0xd7a4
}

// isSimple reports whether a line is set letter by letter, as it is written.
func isSimple(s string) bool {
	for _, r := range s {
		if !simple(r) {
			return false
		}
	}
	return true
}

// Legible reports whether everything that s says can be drawn. Signs that are no letters,
// such as most emoji, may be missing, unless nothing else is there.
func Legible(s string) bool {
	if isCommon(s) {
		return strings.TrimSpace(s) != ""
	}
	seen := false
	for _, c := range clusters(s) {
		switch written, ok := letterOf(c); {
		case !ok:
			return false
		case strings.TrimSpace(written) != "":
			seen = true
		}
	}
	return seen && !strings.ContainsFunc(Plain(s), unjoined)
}

// isCommon reports whether s has nothing but the letters that every face has.
func isCommon(s string) bool {
	for _, r := range s {
		if !(r >= ' ' && r < 0x7f || r >= 'А' && r <= 'я' || r == 'ё' || r == 'Ё') {
			return false
		}
	}
	return true
}

// unjoined reports whether an Arabic letter was not given a form that joins its neighbours.
func unjoined(r rune) bool {
	return r > 0x621 && r < 0x780 && r != 0x640 && unicode.In(r, unicode.Arabic, unicode.Syriac) && unicode.IsLetter(r)
}

// Plain is a line as it is drawn: its letters from left to right, each one that a font has.
// Two lines that look the same in a picture are the same.
func Plain(s string) string {
	blank := strings.HasSuffix(s, " ")
	var b strings.Builder
	for s != "" {
		from := strings.IndexRune(s, isolate)
		if from < 0 {
			b.WriteString(visual(s))
			break
		}
		inside := s[from+utf8.RuneLen(isolate):]
		rest := ""
		if to := strings.IndexRune(inside, isolateEnd); to >= 0 {
			inside, rest = inside[:to], inside[to+utf8.RuneLen(isolateEnd):]
		}
		b.WriteString(visual(s[:from]))
		b.WriteString(visual(inside))
		s = rest
	}
	if !blank { // what was left out at the end leaves no space
		return strings.TrimRight(b.String(), " ")
	}
	return b.String()
}

// legibly is s in letters that a font has. Where signs are left out, no second space stays.
func legibly(s string) string {
	var b strings.Builder
	left, space := false, true // something was left out; nothing or a space is before
	for _, c := range clusters(s) {
		written, _ := letterOf(c)
		left = left || written == ""
		if blank := written == " "; blank && space && left || written == "" {
			continue
		} else {
			space = blank
		}
		b.WriteString(written)
	}
	return b.String()
}

// visual is a part of a line that has its own direction, in the order in which it is drawn.
func visual(s string) string {
	s = legibly(s)
	if !strings.ContainsFunc(s, fromRight) {
		return s
	}
	direction := bitmapfont.DirectionLeftToRight
	if i := strings.IndexFunc(s, strong); i >= 0 && fromRight([]rune(s[i:])[0]) {
		direction = bitmapfont.DirectionRightToLeft
		s = mirrored.Replace(s)
	}
	return bitmapfont.PresentationForms(s, direction, language.Und)
}

// mirrored turns the brackets of a line from right to left.
var mirrored = strings.NewReplacer("(", ")", ")", "(", "[", "]", "]", "[", "{", "}", "}", "{", "<", ">", ">", "<", "«", "»", "»", "«")

// fromRight reports whether a rune is a letter of a script that runs from right to left.
func fromRight(r rune) bool {
	if r < 0x590 {
		return false
	}
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// strong reports whether a rune has a direction.
func strong(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.L || p.Class() == bidi.R || p.Class() == bidi.AL
}

// clusters are what a reader takes for the letters of s: each one is a rune with its marks,
// or a whole emoji.
func clusters(s string) []string {
	list := make([]string, 0, len(s))
	for all := graphemes.FromString(norm.NFC.String(s)); all.Next(); {
		list = append(list, all.Value())
	}
	return list
}

// mostMarks is how many marks are drawn on a letter that has none of them already. With
// more, a line reaches into others.
const mostMarks = 1

// isPlaced reports whether a mark stands above or below its letter. Others lie across it, or
// span two.
func isPlaced(mark rune) bool {
	if !unicode.Is(unicode.Mn, mark) || unicode.Is(unicode.Variation_Selector, mark) {
		return false
	}
	class := norm.NFC.PropertiesString(string(mark)).CCC()
	return class >= 10 && class <= 35 || class >= 202 && class <= 232
}

// letterOf is a cluster as it is drawn. It reports false for a letter that no font here has.
// A sign that none has is left out.
func letterOf(cluster string) (written string, ok bool) {
	base, n := utf8.DecodeRuneInString(cluster)
	marks := cluster[n:]
	base = unframed(base)
	switch {
	case base == Tail || unicode.IsSpace(base):
		return string(base), true
	case unicode.In(base, unicode.Cf, unicode.Cc, unicode.Variation_Selector, unicode.Mn):
		return "", true
	case isOutlined(base):
		written = string(base)
	default:
		written = madeOf(base, isOutlined)
	}
	if written == "" && inBitmap(base) {
		written = string(base)
	} else if written == "" {
		written = madeOf(base, isDrawn)
	}
	if written == "" {
		if unicode.In(base, unicode.L, unicode.N, unicode.M) {
			return string(lost), false
		}
		return "", true
	}
	n = 0
	for _, r := range marks {
		switch {
		case isPlaced(r) && isOutlined(r) && n < mostMarks:
			written += string(r)
			n++
		case unicode.In(r, unicode.L, unicode.Mc):
			more, drawn := letterOf(string(r))
			if !drawn {
				return string(lost), false
			}
			written += more
		}
	}
	return written, true
}

// unframed is a letter that stands white in a circle or in a square as itself, and a Georgian
// capital as its small letter: Unicode says neither by a decomposition.
func unframed(r rune) rune {
	switch {
	case r >= '🅐' && r <= '🅩':
		return 'A' + r - '🅐'
	case r >= '🅰' && r <= '🆉':
		return 'A' + r - '🅰'
	case r >= 'Ა' && r <= 'Ჿ':
		return unicode.ToLower(r)
	}
	return r
}

// madeOf writes a rune with others that mean the same, or without its marks. It is empty
// when one of them is not there.
func madeOf(r rune, there func(rune) bool) string {
	whole := []rune(norm.NFKC.String(string(r)))
	if !slices.ContainsFunc(whole, func(r rune) bool { return !there(r) }) {
		return string(whole)
	}
	bare := slices.DeleteFunc([]rune(norm.NFKD.String(string(r))), func(r rune) bool { return unicode.Is(unicode.Mn, r) })
	if !slices.ContainsFunc(bare, func(r rune) bool { return !there(r) }) {
		return string(bare)
	}
	return ""
}

// isOutlined reports whether a vector font here has a rune.
func isOutlined(r rune) bool { return r == robotSign || Bold.Size(1).Has(r) || inDejaVu(r) }

// isDrawn reports whether a font here has a rune.
func isDrawn(r rune) bool { return isOutlined(r) || inBitmap(r) }
