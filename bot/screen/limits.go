package screen

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"oneiros/bot/discord"
)

// cut cuts words to n characters and notes it as a fault.
func (s *Shown) cut(what, words string, n int) string {
	words, cut := Cut(words, n)
	if cut {
		s.fault("%s longer than %d characters", what, n)
	}
	return words
}

// fault notes what did not fit or could not be shown.
func (s *Shown) fault(format string, args ...any) {
	s.Faults = append(s.Faults, fmt.Sprintf(format, args...))
}

// Cut is s in at most n characters, and whether something is missing. It cuts at a
// word and writes “…” at the end. A timestamp, an escape or a letter with its marks that the
// cut would split is dropped whole. An isolated name that is cut ends its direction.
func Cut(s string, n int) (string, bool) {
	r := []rune(s)
	if len(r) <= n {
		return s, false
	}
	if n <= 0 {
		return "", true
	}
	cut := shorten(r, n-1)
	if isOpen(cut) {
		cut = append(shorten(r, n-2), '…')
		if isOpen(cut) {
			cut = append(cut, isolateEnd)
		}
		return string(cut), true
	}
	return string(cut) + "…", true
}

// shorten is at most n characters of r. They are not shared with r.
func shorten(all []rune, n int) []rune {
	r := slices.Clone(all[:lettersWithin(all, max(n, 0))])
	for i := len(r) - 1; i >= len(r)*2/3 && i > 0; i-- {
		if unicode.IsSpace(r[i]) {
			r = r[:i]
			break
		}
	}
	// Discord would show the half of a timestamp as it is written.
	for i := len(r) - 1; i >= 0 && i > len(r)-24; i-- {
		if r[i] == '>' {
			break
		}
		if r[i] == '<' && (i == 0 || r[i-1] != '\\') {
			r = r[:i]
			break
		}
	}
	for len(r) > 0 && (unicode.IsSpace(r[len(r)-1]) || r[len(r)-1] == '\\') {
		r = r[:len(r)-1]
	}
	return r
}

// lettersWithin is how many of the first n characters are whole letters: each one with its
// marks, and an emoji of several characters, is one.
func lettersWithin(r []rune, n int) int {
	if r[n] < 0x300 { // begins a letter
		return n
	}
	whole, at := 0, 0
	for all := graphemes.FromString(string(r)); all.Next(); {
		if at += utf8.RuneCountInString(all.Value()); at > n {
			break
		}
		whole = at
	}
	return whole
}

// isOpen reports whether an isolate goes on at the end.
func isOpen(r []rune) bool {
	open := false
	for _, r := range r {
		if r == isolate || r == isolateEnd {
			open = r == isolate
		}
	}
	return open
}

// fits reports whether a custom id, or a value of a menu, is short enough.
func fits(id string) bool { return utf8.RuneCountInString(id) <= discord.MaxCustomID }
