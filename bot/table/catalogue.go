package table

import (
	"embed"
	"sync"

	"oneiros/games/text"
)

//go:embed locale
var locale embed.FS

// Catalogue is what tables say: refusals, and why a match is paused. Its parent
// is the common catalogue.
var Catalogue = sync.OnceValue(func() *text.Catalogue {
	c, err := text.Load(text.Common(), locale)
	if err != nil {
		panic(err) // embedded: the first test of anything meets it
	}
	return c
})
