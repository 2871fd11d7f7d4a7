package bot

import (
	"context"

	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// move takes up a match whose channel was deleted in the channel of the call, where
// its board is posted. Any of its players may do that, because nobody had wanted
// the pause.
func (c *call) move(ctx context.Context, s *table.State) error {
	if _, seated := s.Seat(c.ix.User.ID); !seated && !c.moderator(s) {
		return games.Refuse("bot.match.none-yours")
	}
	if lacks := lacking(c.ix, false); len(lacks) > 0 {
		return c.lacks(ctx, lacks)
	}
	next, err := c.tables.Move(ctx, s.ID, c.ix.Channel)
	if err != nil {
		return err
	}
	key := screen.Key{Match: s.ID}
	if at, ok := c.reconciler.Address(key); !ok || at.Channel != next.CurrentChannel() {
		at = screen.Address{Channel: next.CurrentChannel()}
		c.reconciler.Track(key, at, "")
		if err := c.save(ctx, key, at); err != nil {
			return err
		}
	}
	return c.look(ctx, next, "", ui.T("bot.move.done"))
}
