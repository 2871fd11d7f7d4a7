package bot

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/store"
)

// stage says what surfaces should show: the screen.Source of a bot.
type stage struct{ *Bot }

// boardLang is the language of a board: the server's choice, else the one that
// the table was opened in.
func (b *Bot) boardLang(ctx context.Context, s *table.State) (text.Lang, error) {
	g, err := b.conf.Store.Guild(ctx, uint64(s.Guild))
	if err != nil {
		return "", err
	}
	if l, ok := text.ParseLang(g.Lang); ok {
		return l, nil
	}
	return s.Lang, nil
}

func (t stage) Draw(ctx context.Context, k screen.Key, at screen.Address) (*screen.Shown, error) {
	s, ok := t.tables.Find(k.Match)
	if !ok {
		return nil, nil
	}
	lang := at.Lang
	if k.Board() {
		var err error
		if lang, err = t.boardLang(ctx, s); err != nil {
			return nil, err
		}
	}
	shown, err := drawn(func() *screen.Shown {
		if k.Board() {
			return t.board(s, lang)
		}
		if _, seated := s.Seat(k.User); !seated && s.Phase == table.Live {
			return t.closed(s, lang)
		}
		return t.panel(s, k.User, lang, at.Path)
	})
	if err != nil {
		return nil, fmt.Errorf("match %s of %s: %w", s.ID, s.Game.Info().Name, err)
	}
	t.cuts(shown)
	return shown, nil
}

func (t stage) Farewell(_ context.Context, k screen.Key, at screen.Address) (*screen.Shown, error) {
	s, ok := t.tables.Find(k.Match)
	if !ok {
		return nil, nil
	}
	return drawn(func() *screen.Shown {
		if _, seated := s.Seat(k.User); !seated && s.Phase == table.Live {
			return t.closed(s, at.Lang)
		}
		return t.farewell(s, k.User, at.Lang)
	})
}

func (t stage) Save(ctx context.Context, k screen.Key, at screen.Address) error {
	return t.save(ctx, k, at)
}

func (t stage) Forget(ctx context.Context, k screen.Key) error {
	kind := store.Panel
	if k.Board() {
		kind = store.Board
	}
	return t.conf.Store.DeleteSurface(ctx, k.Match, kind, uint64(k.User))
}

// Lost counts a refused edit. A board whose channel is no more tells that the
// channel was deleted while nobody listened.
func (t stage) EditFailed(k screen.Key, err error) {
	t.metrics.refused(err)
	if !k.Board() || discord.Code(err) != discordgo.ErrCodeUnknownChannel {
		return
	}
	at, ok := t.reconciler.Address(k)
	if !ok {
		return
	}
	t.spawn(func(ctx context.Context) {
		t.deserted(ctx, at.Channel)
		if s, ok := t.tables.Find(k.Match); ok && s.CurrentChannel() == at.Channel {
			t.homeless(ctx, k.Match) // also when it had ended before
		}
	})
}

func (t stage) Edited(k screen.Key, at screen.Address, digest string) {
	if !k.Board() {
		t.metrics.edits.WithLabelValues(store.Panel).Inc()
		return
	}
	t.metrics.edits.WithLabelValues(store.Board).Inc()
	s, ok := t.tables.Find(k.Match)
	if !ok || s.Phase == table.Lobby || s.Phase == table.Live {
		return
	}
	// The board of an ended match stays as it is, and a restart need not edit it:
	// Discord counts the edits of old messages.
	t.spawn(func(ctx context.Context) {
		if err := t.keep(ctx, k, at, digest); err != nil {
			t.log.Error().Err(err).Str("match", k.Match).Msg("what the board shows is not saved")
		}
	})
}
