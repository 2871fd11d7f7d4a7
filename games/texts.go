package games

import (
	"math/rand/v2"
	"strings"

	"oneiros/games/ui"
)

// Texts describes an option whose value is a text that a server brings, such as a list of
// words. The value is the whole text. So a match keeps what it is played with, even if the
// server deletes the text. An option without a value stands for the game's own text.
//
// The first line of a value is its title behind "# ". See [TextTitle].
type Texts struct {
	MaxBytes int // of a file
	MaxTitle int // characters
	// Read reads a file under a title. The file and the title may be anything. A value
	// that Read returned is read back as the same value.
	Read func(title string, file []byte) Reading
	// Lang is the language, "ru" or "en", in which alone a value can be played; empty for a
	// value that leaves the choice. nil leaves it always.
	Lang func(value string) string
	// Sample shows some entries of a value, drawn by lot.
	Sample func(value string, r *rand.Rand) ui.Page
}

// Reading is what Texts.Read made of a file.
type Reading struct {
	Value    string    // of the option; empty if there are mistakes
	Entries  int       // how many entries were read
	Mistakes []Mistake // in the order of the lines
}

// Mistake is what is wrong with a line of a file.
type Mistake struct {
	Line int // from 1; 0 for the whole file
	What ui.Text
}

// SpeaksOther is the language in which a table of some options plays because of its text,
// although another was chosen; empty where there is none.
func (i Info) SpeaksOther(all Options) string {
	lang := ""
	for _, o := range i.Options {
		if o.Texts != nil && o.Texts.Lang != nil && all[o.Key] != "" {
			lang = o.Texts.Lang(all[o.Key])
		}
	}
	for _, o := range i.Options {
		if o.Spoken && lang != "" && all[o.Key] != lang {
			return lang
		}
	}
	return ""
}

// TextTitle returns the title of the value of a text option.
func TextTitle(value string) string {
	line, _, _ := strings.Cut(value, "\n")
	title, _ := strings.CutPrefix(line, "# ")
	return title
}
