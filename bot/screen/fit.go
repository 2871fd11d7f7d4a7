package screen

import (
	"strings"
	"unicode/utf8"

	"oneiros/games/ui"
)

// phoneLetters is how many letters a phone of 360 pixels shows in a line of an embed.
const phoneLetters = 42

// mostShorter bounds how often a page is asked for in fewer words.
const mostShorter = 20

// Fitting is the page at a path in as many words as have room on a phone, with the names and
// in the language of a frame. When none has room it is the shortest. See [ui.Page.Shorter].
func Fitting(path string, at func(path string) ui.Page, f *Frame) ui.Page {
	page := at(path)
	for n := 0; page.Shorter != "" && n < mostShorter && !hasRoom(page, f); n++ {
		page = at(page.Shorter)
	}
	return page
}

// hasRoom reports whether the lines of a page have the room that it asks for.
func hasRoom(page ui.Page, f *Frame) bool {
	n := 0
	for _, l := range page.Lines {
		n += linesOf(f.Say.Say(f.Lang, l, Plain{f}))
	}
	return n <= page.Room || page.Room == 0
}

// linesOf is how many lines of a phone a paragraph takes.
func linesOf(s string) int {
	n, used := 1, 0
	for _, word := range strings.Fields(widthless.Replace(s)) {
		long := utf8.RuneCountInString(word)
		switch {
		case used > 0 && used+1+long > phoneLetters:
			n, used = n+1, long
		case used > 0:
			used += 1 + long
		default:
			used = long
		}
		for ; used > phoneLetters; used -= phoneLetters {
			n++
		}
	}
	return n
}

// widthless takes out what has no width: emphasis, and what isolates names.
var widthless = strings.NewReplacer("**", "", "~~", "", string(isolate), "", string(isolateEnd), "")
