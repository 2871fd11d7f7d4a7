package screen

import (
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// The direction of names.
//
// A name from right to left would draw the words and numbers after it to its other side:
// "דוד: 3" reads 3 before the name. So what people wrote in such a script is isolated,
// wherever it stands among other words. What people wrote has no such characters itself:
// see [Line].
const (
	isolate    = '\u2068' // FIRST STRONG ISOLATE
	isolateEnd = '\u2069' // POP DIRECTIONAL ISOLATE
)

// isolated is s, whose lines from right to left do not turn what stands around them.
func isolated(s string) string {
	if !strings.ContainsFunc(s, fromRight) {
		return s
	}
	lines := strings.Split(s, "\n") // an isolate ends with its line
	for i, line := range lines {
		if strings.ContainsFunc(line, fromRight) {
			lines[i] = string(isolate) + line + string(isolateEnd)
		}
	}
	return strings.Join(lines, "\n")
}

// fromRight reports whether a rune runs from right to left.
func fromRight(r rune) bool {
	if r < 0x590 {
		return false
	}
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// Composed is [Line] for words in which what people wrote is clean already. It keeps what
// isolates that.
func Composed(s string) string {
	if isTidy(s) {
		return s
	}
	return tidied(s, 0, func(r rune) bool { return unseen(r) && r != isolate && r != isolateEnd })
}
