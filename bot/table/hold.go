package table

import (
	"errors"
	"time"

	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/games"
)

// release has words that wait for a moderator shown, or withholds them, as the public saw them
// at a turn number.
func (o outcome) release(turn int) error {
	t := o.table
	if t.pos.match == nil {
		return games.Refuse("table.held-over")
	}
	if _, waits := t.pos.match.Held(); !waits || turn != t.pos.turns[0] {
		return games.Refuse("table.held-over")
	}
	kind := games.KindWithhold
	if o.Then == people.ThenShow {
		kind = games.KindShow
	}
	in := step{Input: t.input(kind, games.Nobody, t.early(t.clockAt(o.now)))}
	if o.Saves {
		in.next = &o.Record
	}
	return t.step(in, o.now)
}

// unsaid is the move that takes the place of the held one, where an input withheld its words:
// a moderator did, or none came, or their player left. Else it is empty.
func unsaid(m *match, in games.Input, after games.Match) string {
	if _, waits := m.pos.match.Held(); !waits || in.Kind == games.KindShow {
		return ""
	}
	if _, waits := after.Held(); waits {
		return ""
	}
	return m.pos.match.Unsaid()
}

// withhold withholds words that wait, because the match is stopped: the file of a stopped match
// has its whole log. Where the rules fail the match stops all the same.
func withhold(t *table, now time.Time) error {
	if t.rec.Phase != Live || t.pos.match == nil {
		return nil
	}
	err := t.guard(func() error {
		if _, waits := t.pos.match.Held(); !waits {
			return nil
		}
		return t.step(step{Input: t.input(games.KindWithhold, games.Nobody, t.clockAt(now))}, now)
	})
	var f *incident.Fault
	if errors.As(err, &f) {
		t.log.Error().Err(f.Err).Str("match", t.rec.ID).Msg("withhold words failed")
		return nil
	}
	if _, panicked := errors.AsType[*incident.Panicked](err); panicked { // it was logged
		return nil
	}
	return err
}
