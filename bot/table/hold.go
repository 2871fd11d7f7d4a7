package table

import (
	"errors"
	"time"

	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
	"oneiros/games"
)

// release has words that wait for a moderator shown, or withholds them, as the public saw them
// at a turn number.
func (o outcome) release(turn int) error {
	t := o.table
	if t.Pos.Match == nil {
		return games.Refuse("table.held-over")
	}
	if _, waits := t.Pos.Match.Held(); !waits || turn != t.Pos.Turns[0] {
		return games.Refuse("table.held-over")
	}
	kind := games.KindWithhold
	if o.Then == people.ThenShow {
		kind = games.KindShow
	}
	in := timing.Step{Input: t.Input(kind, games.Nobody, t.Clock().Early(t.Clock().At(o.now), time.Now()))}
	if o.Saves {
		in.Next = &o.Record
	}
	return t.step(in, o.now)
}

// unsaid is the move that takes the place of the held one, where an input withheld its words:
// a moderator did, or none came, or their player left. Else it is empty.
func unsaid(m *match, in games.Input, after games.Match) string {
	if _, waits := m.Pos.Match.Held(); !waits || in.Kind == games.KindShow {
		return ""
	}
	if _, waits := after.Held(); waits {
		return ""
	}
	return m.Pos.Match.Unsaid()
}

// withhold withholds words that wait, because the match is stopped: the file of a stopped match
// has its whole log. Where the rules fail the match stops all the same.
func withhold(t *table, now time.Time) error {
	if t.Rec.Phase != Live || t.Pos.Match == nil {
		return nil
	}
	err := t.Try(func() error {
		if _, waits := t.Pos.Match.Held(); !waits {
			return nil
		}
		return t.step(timing.Step{Input: t.Input(games.KindWithhold, games.Nobody, t.Clock().At(now))}, now)
	})
	var f *incident.Fault
	if errors.As(err, &f) {
		t.log.Error().Err(f.Err).Str("match", t.Rec.ID).Msg("withhold words failed")
		return nil
	}
	if _, panicked := errors.AsType[*incident.Panicked](err); panicked { // it was logged
		return nil
	}
	return err
}
