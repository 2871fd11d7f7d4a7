package screen

import (
	"fmt"
	"unicode"
	"unicode/utf8"

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
// word and writes “…” at the end. A timestamp or an escape that the cut would
// split is dropped whole.
func Cut(s string, n int) (string, bool) {
	r := []rune(s)
	if len(r) <= n {
		return s, false
	}
	if n <= 0 {
		return "", true
	}
	r = r[:n-1]
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
	return string(r) + "…", true
}

// fits reports whether a custom id, or a value of a menu, is short enough.
func fits(id string) bool { return utf8.RuneCountInString(id) <= discord.MaxCustomID }
