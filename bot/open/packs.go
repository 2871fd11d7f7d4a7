package open

import (
	"context"

	"oneiros/bot/page"
	"oneiros/games"
	"oneiros/store"
)

// Packs reads the packs of servers, which options of a game may have as their text.
type Packs interface {
	Packs(ctx context.Context, guild uint64) ([]store.Pack, error)
	Pack(ctx context.Context, guild uint64, id string) (store.Pack, bool, error)
}

// PackChoices are the packs of a server that the menu of an option of a game offers.
func PackChoices(ctx context.Context, from Packs, guild uint64, game string) ([]page.Pack, error) {
	list, err := from.Packs(ctx, guild)
	if err != nil {
		return nil, err
	}
	var packs []page.Pack
	for _, p := range list {
		if p.Game == game {
			packs = append(packs, page.Pack{ID: p.ID, Value: p.Value, Entries: p.Entries})
		}
	}
	return packs, nil
}

// PackText is the value of an option whose pack was chosen in the menu; empty for the game's own
// words. The id is hostile: a pack that the menu does not offer is refused.
func PackText(ctx context.Context, from Packs, guild uint64, game, id string) (string, error) {
	if id == page.OwnWords {
		return "", nil
	}
	p, ok, err := from.Pack(ctx, guild, id)
	if err == nil && (!ok || p.Draft || p.Game != game) {
		err = games.Refuse("bot.words.gone")
	}
	return p.Value, err
}
