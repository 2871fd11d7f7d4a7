package timing

import (
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// A Step is an input on its way, with what comes along.
type Step struct {
	games.Input
	Press discord.ID   // that made it, or 0
	Raced bool         // it is a press that took part in a race
	Held  bool         // it is a draft of a person who plays alone, for whom the clock stands on
	Auto  bool         // no person made it: an automatic move, or a deadline that waits for sleepwalkers only
	Next  *store.Match // what people changed with it, or nil
}

// Reached is where an input leads. Nothing has changed yet.
type Reached struct {
	Match games.Match
	Seen  Seen
	Turns []int

	// Record is what the input changes among people: who missed a deadline, and who is there
	// after all. It is nil when it changes nothing.
	Record *store.Match

	ended  []games.Seat // whose turn a deadline ended
	missed []games.Seat // those of them that count as missed
}

// Input is the next input, which no press made.
func (m *Match) Input(kind games.Kind, seat games.Seat, at time.Duration) games.Input {
	return games.Input{N: m.Pos.Match.N() + 1, At: m.Clock().NotBack(at), Kind: kind, Seat: seat}
}

// Reach looks at where an input leads. It calls code of the game.
func (m *Match) Reach(in Step, after games.Match, is Seen, now time.Time) Reached {
	r := Reached{Match: after, Seen: is, Turns: m.Pos.turnsAfter(in.Input, after, is)}
	r.ended = m.Pos.endedTurns(in.Input, r.Turns)
	if !m.away.excused && !in.Auto && !m.Pos.Status.Break {
		r.missed = m.away.counts(&m.Rec, r.ended)
	}
	r.Record = countMissed(&m.Rec, in, r.missed, now)
	return r
}

// Advance makes the match the one after an input that was saved.
func (m *Match) Advance(in Step, r Reached, now time.Time) {
	was := m.Pos.Status
	noteLook(m, in.Input, r.Match, r.Turns)
	m.Pos.advance(r.Match, r.Seen, r.Turns, in.Raced, now)
	m.away.note(in, was, r.Seen.Status, r.ended, r.missed, now)
}

// Saved takes what was saved with an input.
func (m *Match) Saved(s store.Step, now time.Time) {
	pos := s.Position
	pos.Data = nil
	if s.Record != nil {
		m.Rec = *s.Record
		m.Rec.Notes = people.Latest(m.Rec.Notes)
	}
	m.Rec.Position = &pos
	if s.End != nil {
		m.Rec.Phase, m.Rec.Ended, m.Rec.Expires, m.Rec.Motion = store.Over, s.End.At, s.End.Expires, nil
		m.Rec.ClockSaved = m.Dates.Saved(now)
	}
	changed := s.Record != nil || s.End != nil
	if changed {
		m.Rec.Rev++
		m.Rec.Clock = pos.Clock
	}
	// The next stretch of a clock by days may run in other hours than the last one, and
	// that of a fast clock at another rate.
	if changed || m.TurnTime() > 0 || m.clock.speed > 1 || pos.Clock > m.Clock().At(now) {
		m.clock.at, m.clock.since, m.clock.quick = pos.Clock, now, quickSeats(m)
	}
}
