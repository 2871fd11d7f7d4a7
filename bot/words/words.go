// Package words is what the bot itself says, in all languages. Games and features say it
// through a catalogue; nothing else of the bot has words.
package words

import (
	"embed"
	"io/fs"
	"sync"

	"oneiros/bot/table"
	"oneiros/games/text"
)

//go:embed locale
var files embed.FS

// Files hold the words, as the translators write them.
var Files fs.FS = files

// read are the words of features, by the files that hold them.
var read sync.Map

// Of is what a feature says, whose words are embedded in the program; its parent is the
// catalogue of the bot. They are read once, however many bots there are. Words that cannot be
// read are a fault of the program, and panic: the first test of anything meets it.
func Of(files embed.FS) *text.Catalogue {
	if c, ok := read.Load(files); ok {
		return c.(*text.Catalogue)
	}
	c, err := text.Load(Catalogue(), files)
	if err != nil {
		panic(err)
	}
	kept, _ := read.LoadOrStore(files, c)
	return kept.(*text.Catalogue)
}

// Catalogue is what the bot itself says. Its parent is the tables' catalogue,
// and it is the parent of every game's.
var Catalogue = sync.OnceValue(func() *text.Catalogue {
	c, err := text.Load(table.Catalogue(), files)
	if err != nil {
		panic(err) // embedded: the first test of anything meets it
	}
	return c
})
