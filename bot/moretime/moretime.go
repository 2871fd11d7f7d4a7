// Package moretime is the feature that proposes more time for the clocks of live tables: a
// server for all of its tables, and a person for those that they open. A table's own option
// says how much it has, see [pace.MoreTime]; nothing there says whose wish it was.
package moretime

import (
	"context"
	"embed"

	"oneiros/bot/feature"
	pages "oneiros/bot/moretime/page"
	"oneiros/bot/words"
	"oneiros/games/pace"
)

// locale holds what the feature says, in both languages.
//
//go:embed locale
var locale embed.FS

var (
	server = feature.Setting{Of: feature.Server, Choice: pages.Server}
	person = feature.Setting{Of: feature.Person, Choice: pages.Person}
)

// New returns the feature.
func New(h feature.House) feature.Feature {
	say := words.Of(locale)
	return feature.Feature{
		Name:     "moretime",
		Words:    say,
		Settings: []feature.Setting{server, person},
		Proposes: func(ctx context.Context, o feature.Opening) (map[string]string, error) {
			value, err := h.Chosen.Of(ctx, person, o.User)
			if err == nil && value == person.Values[0] && o.Guild != 0 {
				value, err = h.Chosen.Of(ctx, server, o.Guild)
			}
			if err != nil || value == person.Values[0] {
				return nil, err
			}
			return map[string]string{pace.Time: value}, nil
		},
	}
}
