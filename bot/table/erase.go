package table

import (
	"context"
	"errors"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// Erase erases a person from a match, whether it has a table here or only rows in the
// store. A person who sits there leaves first. A match in their direct messages is
// erased as a whole.
//
// Words that they typed go from the log. Other words that do the same stand there, so
// the match plays again as it went. Where that cannot be done, the log is erased.
func (h *Tables) Erase(ctx context.Context, match string, user discord.ID) error {
	t := h.entry(match)
	if t == nil {
		return eraseClosed(ctx, h, match, user)
	}
	err := eraseOpen(ctx, h, t.state.Load(), user)
	if refusal, refused := games.Refused(err); refused && refusal.Key == "table.none" { // it was cleared at this moment
		return eraseClosed(ctx, h, match, user)
	}
	return err
}

func eraseOpen(ctx context.Context, h *Tables, s *State, user discord.ID) error {
	if s.Direct() {
		if err := h.conf.Stores.Removals.EraseMatch(ctx, s.ID); err != nil {
			return err
		}
		return h.Clear(ctx, s.ID)
	}
	if err := h.MemberLeft(ctx, s.ID, user); err != nil {
		return err
	}
	_, err := h.Send(ctx, s.ID, Action{Kind: people.ErasePerson, User: User{ID: user}})
	return err
}

// eraseClosed erases a person from a match without a table.
func eraseClosed(ctx context.Context, h *Tables, match string, user discord.ID) error {
	rec, err := h.conf.Stores.Matches.Match(ctx, match)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	damaged := errors.Is(err, store.ErrDamaged)
	if err != nil && !damaged {
		return err
	}
	if rec.Guild == 0 || damaged && len(rec.Players) == 0 {
		return h.conf.Stores.Removals.EraseMatch(ctx, match) // of a damaged one nobody can tell what it holds
	}
	e := &eraser{stores: h.conf.Stores, game: h.games[rec.Game], rec: &rec, user: uint64(user), clock: h.conf.Clock, now: time.Now()}
	e.saved = func() (games.Match, error) {
		p := rec.Position
		return e.game.Load(games.Snapshot{
			Game: rec.Game, Version: p.Version, Seed: rec.Seed, Seats: rec.Seats, Options: rec.Options, N: p.N, At: p.At, Position: p.Data,
		})
	}
	gone, err := e.removal(ctx)
	if err != nil {
		return err
	}
	gone.NoLog = gone.NoLog || damaged
	return h.conf.Stores.Removals.EraseFromMatch(ctx, gone)
}

// erase erases a person from the match of a table.
func erase(t *table, user uint64, now time.Time) error {
	if i := people.Find(&t.Rec, discord.ID(user)); i >= 0 {
		if p := t.Rec.Players[i]; p.Barred || t.Rec.Phase == Live && !p.LeftAt.IsZero() {
			if t.erased == nil {
				t.erased = map[discord.ID]bool{}
			}
			t.erased[discord.ID(user)] = p.Barred
		}
	}
	e := &eraser{stores: t.tables.conf.Stores, game: t.Game, rec: &t.Rec, user: user, clock: t.tables.conf.Clock, now: now}
	e.saved = func() (games.Match, error) {
		if t.Pos.Match == nil {
			return nil, games.ErrErase
		}
		return t.Pos.Match, nil
	}
	gone, err := e.removal(context.Background())
	if err != nil {
		return err
	}
	if gone.NoLog && t.Rec.Phase == Live {
		if err := t.endVoid(now); err != nil { // nobody can go on without a log
			return err
		}
		gone.Rev = t.Rec.Rev
	}
	if err := t.tables.conf.Stores.Removals.EraseFromMatch(context.Background(), gone); err != nil {
		return err
	}
	return t.reload()
}
