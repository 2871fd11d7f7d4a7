package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
	"oneiros/games"
	"oneiros/store"
)

// play makes the move of a press.
func (t *table) play(r *request, now time.Time) error {
	if t.presses[r.Press] {
		return nil
	}
	switch t.Rec.Phase {
	case Lobby:
		return games.Refuse("table.not-started")
	case Over:
		return games.Refuse("refuse.over")
	case Void:
		return people.RefuseVoid(&t.Rec)
	}
	seat, seated := people.SeatOf(&t.Rec, r.User.ID)
	if !seated {
		return games.Refuse("table.not-seated")
	}
	if i := people.Find(&t.Rec, r.User.ID); t.Rec.Players[i].Asleep {
		// They are there, even if what they pressed is stale.
		next := people.Clone(t.Rec)
		people.Wake(&next, i, now)
		people.Tidy(&next, t.Dates.Moment(now))
		if err := t.save(next, now); err != nil {
			return err
		}
	}
	if len(t.halts) > 0 {
		return games.Refuse(t.halts[0].reason)
	}
	// The clock stands on for one who plays alone: a draft is no move yet.
	held := t.Alone().Holds(&r.Action, seat)
	if !held {
		t.Alone().Resume(now)
	}
	t.Alone().IsThere(now)
	if !held && !t.Clock().Running() {
		return games.Refuse("table.paused")
	}
	if t.Pos.Stale(&r.Action, r.at, seat, t.Tempo.Typing) {
		return games.Refuse("table.stale")
	}
	if r.Unfit != nil {
		return r.Unfit
	}
	move, err := t.Pos.Notation(&r.Action, seat)
	if err != nil {
		return err
	}
	in := games.Input{N: t.Pos.Match.N() + 1, At: t.dated(r), Kind: games.KindPlay, Seat: seat, Move: move}
	if r.Waits && t.Pos.Match.Holds(move) {
		in.Kind = games.KindHold
	}
	if held {
		in.At = t.Pos.Match.At() // it takes no time, which turnSand gives back
	}
	return t.step(timing.Step{Input: in, Press: r.Press, Raced: t.races(r), Held: held}, now)
}

// expire plays a deadline. The error is the store's: when the rules fail, the
// match is paused.
func (t *table) expire(now time.Time) error {
	err := t.again(func() error {
		due, ok := t.Clock().Deadline()
		if !ok || t.Clock().At(now) < due+t.Tempo.Grace {
			return nil // another process has played it
		}
		in := t.Input(games.KindExpire, games.Nobody, t.Clock().At(now))
		if t.Pos.Racing {
			// Presses made since the deadline keep their moments, if the race goes on.
			early := in
			early.At = t.Clock().NotBack(due)
			if m, err := t.Pos.Match.Do(early); err == nil && m.Racing() {
				in = early
			}
		}
		return t.step(timing.Step{Input: in}, now)
	})
	return t.storeError(err, "deadline")
}

// storeError pauses the match when the rules failed at something that nobody
// pressed. It returns the error when it is the store's.
func (t *table) storeError(err error, what string) error {
	var f *incident.Fault
	if errors.As(err, &f) {
		id := t.Incident()
		t.log.Error().Err(f.Err).Str("match", t.Rec.ID).Str("incident", id).Msg("play " + what + " failed")
		t.pauseOnFault(&incident.Panicked{Incident: id})
		return nil
	}
	if _, ok := games.Refused(err); ok {
		return nil // it was paused
	}
	if err != nil {
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("save " + what + " failed")
	}
	return err
}

// step makes an input, saves it and shows what came of it.
func (t *table) step(in timing.Step, now time.Time) error {
	m, err := t.Pos.Match.Do(in.Input)
	if err != nil {
		if _, ok := games.Refused(err); ok && in.Kind != games.KindExpire {
			return err
		}
		return &incident.Fault{Err: err}
	}
	is := timing.See(m)
	if in.Kind == games.KindExpire && !is.Status.Over && is.Wakes > 0 && is.Wakes <= in.At {
		return &incident.Fault{Err: fmt.Errorf("the deadline at %v stays at %v", in.At, is.Wakes)}
	}
	to := t.Reach(in, m, is, now)
	snap := m.Snapshot()
	pos := store.Position{
		N: in.N, Version: snap.Version, At: in.At, Clock: max(t.Clock().At(now), in.At),
		Turns: to.Turns, Data: snap.Position, Due: is.Status.Due, Awaits: t.Awaits(is, in.At),
	}
	if in.Held {
		pos.Clock = in.At
	}
	s := store.Step{Match: t.Rec.ID, Rev: t.Rec.Rev, Input: in.Input, Press: uint64(in.Press), Auto: in.Auto, Position: pos, Unsaid: unsaid(&t.match, in.Input, m)}
	next := to.Record
	if next == nil && t.dirty {
		c := people.Clone(t.Rec)
		next = &c
	}
	if is.Status.Over {
		s.End = people.Results(cmp.Or(next, &t.Rec), is.Status, t.Dates.Moment(now))
	} else if next != nil {
		people.Tidy(next, t.Dates.Moment(now))
	}
	if next != nil {
		next.Clock, next.ClockSaved = pos.Clock, t.Dates.Saved(now)
		s.Record = next
	}
	if err := t.tables.conf.Stores.Matches.AppendInput(context.Background(), s); err != nil {
		return err
	}
	t.Advance(in, to, now)
	if in.Press != 0 {
		t.presses[in.Press] = true
	}
	t.Saved(s, now)
	t.dirty, t.outage = t.dirty && s.Record == nil, 0
	t.publish()
	return nil
}
