package stats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// summaries sum up matches that are over, beside everything else. After an upgrade those
// are all that were ever played. What was summed up is saved one by one, so a restart
// goes on where the last process ended.
type summaries struct {
	of
	woken chan struct{} // holds one when a match has ended since they began
}

func newSummaries(of of) *summaries { return &summaries{of, make(chan struct{}, 1)} }

const (
	summedAtOnce = 50                   // how many ids are read at once
	summaryPause = 5 * time.Millisecond // after each match, so that presses come first
)

var errUnknownGame = errors.New("the game is unknown")

// wake has it looked for matches to sum up. It does not wait.
func (s *summaries) wake() {
	select {
	case s.woken <- struct{}{}:
	default: // it will be anyway
	}
}

// work sums up what there is, and again whenever a match has ended, until ctx ends.
func (s *summaries) work(ctx context.Context) {
	for {
		s.run(ctx)
		select {
		case <-s.woken:
		case <-ctx.Done():
			return
		}
	}
}

// run sums up matches until there are no more, or nothing can be saved. Then the next end of a
// match tries again.
func (s *summaries) run(ctx context.Context) {
	for after := ""; ; {
		ids, err := s.store.Unsummed(ctx, after, summedAtOnce)
		if err != nil {
			if ctx.Err() == nil {
				s.Log.Failed(err).Msg("list matches to sum up failed")
			}
			return
		}
		for _, id := range ids {
			if err := s.sum(ctx, id); err != nil {
				if ctx.Err() == nil {
					s.Log.Failed(err).Str("match", id).Msg("sum up match failed")
				}
				return
			}
			after = id
			if !discord.Sleep(ctx, summaryPause) {
				return
			}
		}
		if len(ids) < summedAtOnce {
			return
		}
	}
}

// sum sums up one match and saves it. A match that cannot be read is saved as such.
// One of a game that this program lacks is left for a program that has it.
func (s *summaries) sum(ctx context.Context, id string) error {
	m, err := s.store.Match(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil // erased
	}
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	var sum games.Summary
	version := 0
	if err == nil {
		sum, version, err = s.sumUp(ctx, m)
	}
	switch {
	case errors.Is(err, errUnknownGame):
		return nil
	case ctx.Err() != nil:
		return ctx.Err() // it was not read to the end
	}
	if err != nil {
		s.Log.Info().Err(err).Str("match", id).Msg("sum up match without its positions")
		version, sum = 0, games.Summary{}
	}
	return s.store.SaveSummary(ctx, id, version, sum)
}

// sumUp sums up a match that is over: from its last position, or, where these rules
// cannot read it, from its log. The version is that of the rules.
func (c of) sumUp(ctx context.Context, m store.Match) (sum games.Summary, version int, err error) {
	g := c.Game(m.Game)
	if g == nil {
		return sum, 0, fmt.Errorf("%w: %q", errUnknownGame, m.Game)
	}
	defer func() {
		if what := recover(); what != nil { // a game's code; its value may hold what a person wrote
			err = fmt.Errorf("the rules panic with %T", what)
		}
	}()
	last, err := lastPosition(ctx, c.store, g, m)
	if err != nil {
		return sum, 0, err
	}
	return last.Summary(), g.Info().Version, nil
}

// lastPosition is a match at its end.
func lastPosition(ctx context.Context, from Store, g games.Game, m store.Match) (games.Match, error) {
	p := m.Position
	if p == nil {
		return nil, errors.New("it has no position")
	}
	last, err := g.Load(games.Snapshot{Game: m.Game, Version: p.Version, Seed: m.Seed, Seats: m.Seats, Options: m.Options, N: p.N, At: p.At, Position: p.Data})
	if err == nil || !g.Replays(p.Version, m.Options) {
		return last, err
	}
	log, err := from.Inputs(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	full, err := g.Info().Complete(m.Options) // a newer version of the rules may have more
	if err != nil {
		return nil, err
	}
	if last, err = g.Deal(m.Seed, games.Table{Seats: m.Seats, Options: full}); err != nil {
		return nil, err
	}
	for _, in := range log {
		if last, err = last.Do(in); err != nil {
			return nil, err
		}
	}
	return last, nil
}
