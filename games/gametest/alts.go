package gametest

import (
	"strings"

	"oneiros/games/text"
	"oneiros/games/ui"
)

// A listener hears pictures instead of seeing them, and remembers what each was. If
// two pictures differ and read alike, a viewer who sees them knows more.
//
// The words beside a picture do not count. Some of them differ at every input, so
// with them hardly any two pictures would read alike, and nothing would be found.
type listener struct {
	*table
	pictures map[string]heard // by the words
}

// heard is a picture, and where it was.
type heard struct{ key, where string }

// mostHeard bounds how many pictures of one table are heard at all.
const mostHeard = 20_000

// hear hears the pictures of a page, in each language.
func (r *listener) hear(page ui.Page, where string) {
	for _, picture := range page.Pictures {
		if len(r.pictures) > mostHeard {
			return
		}
		for _, l := range text.Langs {
			var words strings.Builder
			for _, x := range picture.Alt {
				words.WriteString(r.say.Say(l, x, plain{}))
				words.WriteByte('\n')
			}
			read := string(l) + "\n" + words.String()
			was, ok := r.pictures[read]
			if !ok {
				r.pictures[read] = heard{picture.Key, where}
			} else if was.key != picture.Key {
				r.fail(Alts, "%s and %s have different pictures, and both read in %s", was.where, where, read)
			}
		}
	}
}
