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

// Catalogue is what the bot itself says. Its parent is the tables' catalogue,
// and it is the parent of every game's.
var Catalogue = sync.OnceValue(func() *text.Catalogue {
	c, err := text.Load(table.Catalogue(), files)
	if err != nil {
		panic(err) // embedded: the first test of anything meets it
	}
	return c
})
