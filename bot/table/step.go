package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// step is an input on its way, with what comes along.
type step struct {
	games.Input
	press discord.ID   // that made it, or 0
	raced bool         // it is a press that took part in a race
	held  bool         // it is a draft of somebody who plays alone, for whom the clock stands on
	auto  bool         // nobody made it: an automatic move, or a deadline that waits for sleepwalkers only
	next  *store.Match // what people changed with it, or nil
}

// play makes the move of a press.
func (t *table) play(r *request, now time.Time) error {
	if t.presses[r.Press] {
		return nil
	}
	switch t.rec.Phase {
	case Lobby:
		return games.Refuse("table.not-started")
	case Over:
		return games.Refuse("refuse.over")
	case Void:
		return people.RefuseVoid(&t.rec)
	}
	seat, seated := people.SeatOf(&t.rec, r.User.ID)
	if !seated {
		return games.Refuse("table.not-seated")
	}
	if i := people.Find(&t.rec, r.User.ID); t.rec.Players[i].Asleep {
		// They are there, even if what they pressed is stale.
		next := people.Clone(t.rec)
		people.Wake(&next, i, now)
		people.Tidy(&next, t.ends.moment(now))
		if err := t.save(next, now); err != nil {
			return err
		}
	}
	if len(t.halts) > 0 {
		return games.Refuse(t.halts[0].reason)
	}
	// The clock stands on for one who plays alone: a draft is no move yet.
	held := t.patience.waits && t.rec.Paused == "" && t.pos.drafts(r, seat)
	if !held {
		goOn(&t.match, now)
	}
	t.patience.since = now // they are there
	if !held && !t.running() {
		return games.Refuse("table.paused")
	}
	if t.pos.stale(r, seat, t.tempo.Typing) {
		return games.Refuse("table.stale")
	}
	if r.Unfit != nil {
		return r.Unfit
	}
	move, err := t.pos.notation(r, seat)
	if err != nil {
		return err
	}
	in := games.Input{N: t.pos.match.N() + 1, At: t.dated(r), Kind: games.KindPlay, Seat: seat, Move: move}
	if r.Waits && t.pos.match.Holds(move) {
		in.Kind = games.KindHold
	}
	if held {
		in.At = t.pos.match.At() // it takes no time, which turnSand gives back
	}
	return t.step(step{Input: in, press: r.Press, raced: t.races(r), held: held}, now)
}

// expire plays a deadline. The error is the store's: when the rules fail, the
// match is paused.
func (t *table) expire(now time.Time) error {
	err := t.again(func() error {
		due, ok := t.deadline()
		if !ok || t.clockAt(now) < due+t.tempo.Grace {
			return nil // another process has played it
		}
		in := t.input(games.KindExpire, games.Nobody, t.clockAt(now))
		if t.pos.racing {
			// Presses made since the deadline keep their moments, if the race goes on.
			early := in
			early.At = t.notBack(due)
			if m, err := t.pos.match.Do(early); err == nil && m.Racing() {
				in = early
			}
		}
		return t.step(step{Input: in}, now)
	})
	return t.storeError(err, "deadline")
}

// storeError pauses the match when the rules failed at something that nobody
// pressed. It returns the error when it is the store's.
func (t *table) storeError(err error, what string) error {
	var f *incident.Fault
	if errors.As(err, &f) {
		id := t.number()
		t.log.Error().Err(f.Err).Str("match", t.rec.ID).Str("incident", id).Msg("play " + what + " failed")
		t.pauseOnFault(&incident.Panicked{Incident: id})
		return nil
	}
	if _, ok := games.Refused(err); ok {
		return nil // it was paused
	}
	if err != nil {
		t.log.Failed(err).Str("match", t.rec.ID).Msg("save " + what + " failed")
	}
	return err
}

// input is the next input, which nobody pressed.
func (m *match) input(kind games.Kind, seat games.Seat, at time.Duration) games.Input {
	return games.Input{N: m.pos.match.N() + 1, At: m.notBack(at), Kind: kind, Seat: seat}
}

// step makes an input, saves it and shows what came of it.
func (t *table) step(in step, now time.Time) error {
	m, err := t.pos.match.Do(in.Input)
	if err != nil {
		if _, ok := games.Refused(err); ok && in.Kind != games.KindExpire {
			return err
		}
		return &incident.Fault{Err: err}
	}
	is := see(m)
	if in.Kind == games.KindExpire && !is.status.Over && is.wakes > 0 && is.wakes <= in.At {
		return &incident.Fault{Err: fmt.Errorf("the deadline at %v stays at %v", in.At, is.wakes)}
	}
	snap := m.Snapshot()
	pos := store.Position{
		N: in.N, Version: snap.Version, At: in.At, Clock: max(t.clockAt(now), in.At),
		Turns: t.pos.turnsAfter(in.Input, m, is), Data: snap.Position, Due: is.status.Due, Awaits: t.awaits(is, in.At),
	}
	if in.held {
		pos.Clock = in.At
	}
	s := store.Step{Match: t.rec.ID, Rev: t.rec.Rev, Input: in.Input, Press: uint64(in.press), Auto: in.auto, Position: pos, Unsaid: unsaid(&t.match, in.Input, m)}
	ended := t.pos.endedTurns(in.Input, pos.Turns)
	var missed []games.Seat
	if !t.away.excused && !in.auto && !t.pos.status.Break {
		missed = t.away.counts(&t.rec, ended)
	}
	next := countMissed(&t.rec, in, missed, now)
	if next == nil && t.dirty {
		c := people.Clone(t.rec)
		next = &c
	}
	if is.status.Over {
		s.End = people.Results(cmp.Or(next, &t.rec), is.status, t.ends.moment(now))
	} else if next != nil {
		people.Tidy(next, t.ends.moment(now))
	}
	if next != nil {
		next.Clock, next.ClockSaved = pos.Clock, t.ends.Saved(now)
		s.Record = next
	}
	if err := t.tables.conf.Stores.Matches.AppendInput(context.Background(), s); err != nil {
		return err
	}
	was := t.pos.status
	noteLook(&t.match, in.Input, m, pos.Turns)
	t.pos.advance(m, is, pos.Turns, in.raced, now)
	t.away.note(in, was, is.status, ended, missed, now)
	if in.press != 0 {
		t.presses[in.press] = true
	}
	t.saved(s, now)
	t.publish()
	return nil
}

// saved makes a step that was saved the table's.
func (m *match) saved(s store.Step, now time.Time) {
	pos := s.Position
	pos.Data = nil
	if s.Record != nil {
		m.dirty = false
		m.rec = *s.Record
		m.rec.Notes = latest(m.rec.Notes)
	}
	m.rec.Position = &pos
	if s.End != nil {
		m.rec.Phase, m.rec.Ended, m.rec.Expires, m.rec.Motion = Over, s.End.At, s.End.Expires, nil
		m.rec.ClockSaved = m.ends.Saved(now)
	}
	changed := s.Record != nil || s.End != nil
	if changed {
		m.rec.Rev++
		m.rec.Clock = pos.Clock
	}
	// The next stretch of a clock by days may run in other hours than the last one, and
	// that of a fast clock at another rate.
	if changed || turnTime(m) > 0 || m.clock.speed > 1 || pos.Clock > m.clockAt(now) {
		m.clock.at, m.clock.since, m.clock.quick = pos.Clock, now, quickSeats(m)
	}
	m.outage = 0
}
