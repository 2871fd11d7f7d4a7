package soak

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/store"
)

// A Verdict is what a database holds, compared with what people saw.
type Verdict struct {
	Matches                 int // all of them
	Over, Void, Live, Lobby int // how many are in each phase
	Inputs                  int
	Replayed                int      // matches whose log leads to their position
	Lost                    []string // presses that were acknowledged and are in no log
	Doubled                 []string // presses that are in the logs more than once
	Stuck                   []string // live matches that can never go on
	Diverged                []string // matches whose log leads to another position
}

// Judge reads the database of a bot that has ended and compares it with the moves
// that people saw acknowledged.
func Judge(ctx context.Context, path string, acknowledged map[uint64]*Press) (v Verdict, err error) {
	db, err := store.OpenReadOnly(ctx, path)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	logged := map[uint64]int{}   // how often a press is in a log
	nameless := map[string]int{} // by match: moves of people whose press is in no log
	for phase, count := range map[store.Phase]*int{store.Lobby: &v.Lobby, store.Live: &v.Live, store.Over: &v.Over, store.Void: &v.Void} {
		ids, err := db.Matches().MatchesByPhase(ctx, phase)
		if err != nil {
			return v, err
		}
		*count += len(ids)
		v.Matches += len(ids)
		for _, id := range ids {
			if nameless[id], err = v.match(ctx, db, id, logged); err != nil {
				return v, err
			}
		}
	}
	for n, times := range logged {
		if times > 1 {
			v.Doubled = append(v.Doubled, fmt.Sprintf("press %d is in the log %d times", n, times))
		}
	}
	v.Lost = lost(acknowledged, logged, nameless)
	return v, nil
}

// lost are the presses that are in no log. The person who was erased has left their moves and no
// trace of their presses. So such a press needs a move of its match without a press. What
// they played in direct messages was erased with its match.
func lost(acknowledged map[uint64]*Press, logged map[uint64]int, nameless map[string]int) (list []string) {
	for n, p := range acknowledged {
		left, kept := nameless[p.match]
		switch {
		case logged[n] > 0, p.forgotten && !kept:
		case p.forgotten && left > 0:
			nameless[p.match]--
		default:
			list = append(list, fmt.Sprintf("press %d, made in match %s at turn %d, was answered with\n%s", n, p.match, p.turn, p.answer.text))
		}
	}
	return list
}

// match adds one match to the verdict and counts the presses in its log. It returns how
// many moves have no press, although no automatic player made them.
func (v *Verdict) match(ctx context.Context, db *store.Store, id string, logged map[uint64]int) (nameless int, err error) {
	m, err := db.Matches().Match(ctx, id)
	if err != nil {
		return 0, err
	}
	log, err := db.Matches().Inputs(ctx, id)
	if err != nil {
		return 0, err
	}
	v.Inputs += len(log)
	presses, err := db.Matches().InputPresses(ctx, id)
	if err != nil {
		return 0, err
	}
	automatic, err := db.Matches().AutomaticInputs(ctx, id)
	if err != nil {
		return 0, err
	}
	for _, in := range log {
		if n, pressed := presses[in.N]; pressed {
			logged[n]++
		} else if in.Kind.IsMove() && !slices.Contains(automatic, in.N) {
			nameless++
		}
	}
	if m.Position == nil {
		return nameless, nil
	}
	if what := diverges(m, log); what != "" {
		v.Diverged = append(v.Diverged, fmt.Sprintf("match %s: %s", id, what))
	} else {
		v.Replayed++
	}
	if what := stuck(m); what != "" {
		v.Stuck = append(v.Stuck, fmt.Sprintf("match %s: %s", id, what))
	}
	return nameless, nil
}

// diverges says how a log does not lead to the position that is stored.
func diverges(m store.Match, log []games.Input) string {
	game, ok := all.Find(m.Game)
	if !ok {
		return "there is no such game"
	}
	if m.Position.N != len(log) {
		return fmt.Sprintf("%d inputs, and a position after %d", len(log), m.Position.N)
	}
	if m.Presses == nil || m.Secret.Seed(m.Presses) != m.Seed {
		return "the seed is not made of the secret and the presses"
	}
	r, err := record.Make(game, m.Seed, games.Table{Seats: m.Seats, Options: m.Options}, log, false)
	if err != nil {
		return err.Error()
	}
	last := r.Deal.Position
	if n := len(r.Inputs); n > 0 {
		last = r.Inputs[n-1].Position
	}
	if !bytes.Equal(last, m.Position.Data) {
		return "the log does not lead to the stored position"
	}
	return ""
}

// stuck says why a live match that is not paused can never go on.
func stuck(m store.Match) string {
	if m.Phase != store.Live || m.Paused != "" {
		return ""
	}
	game, ok := all.Find(m.Game)
	if !ok {
		return "there is no such game"
	}
	match, err := game.Load(games.Snapshot{
		Game: m.Game, Version: m.Position.Version, Seed: m.Seed, Seats: m.Seats, Options: m.Options,
		N: m.Position.N, At: m.Position.At, Position: m.Position.Data,
	})
	if err != nil {
		return err.Error()
	}
	status := match.Status()
	if status.Over {
		return "it is over and still live"
	}
	if status.Due != 0 {
		return ""
	}
	for seat := range match.Seats() {
		if len(match.Moves(games.Seat(seat))) > 0 {
			return ""
		}
	}
	return "nobody has a move, and there is no deadline"
}
