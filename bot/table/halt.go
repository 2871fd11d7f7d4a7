package table

import (
	"slices"
	"time"

	"oneiros/bot/table/people"
)

// applyHalts stops or starts the clock as the halts say.
func (t *table) applyHalts() {
	list := t.tables.halts.of(t.Rec.Guild)
	if slices.Equal(list, t.halts) {
		return
	}
	now := time.Now()
	t.Alone().Resume(now)
	ran, at, free := t.Clock().Running(), t.Clock().At(now), len(t.halts) == 0
	t.halts, t.Halted = list, len(list) > 0
	if !free && len(list) > 0 { // one more reason, or one fewer
		t.publish()
		return
	}
	t.Absent().Excuse()
	if free {
		first := slices.MinFunc(list, func(a, b halt) int { return a.since.Compare(b.since) })
		t.haltedSince, t.haltedWhy = first.since, first.reason
	}
	if free && ran {
		t.stopClock(at, now)
		return
	}
	t.Clock().StandAt(at, now)
	if t.Clock().Running() { // it goes on, and people are told for how long it stood
		t.resumed, t.outage, t.outageWhy, t.stoodSince = now, now.Sub(t.haltedSince), t.haltedWhy, time.Time{}
	}
	t.publish()
}

// stopClock stops a clock that has run until at. It goes back to the moment since
// which nobody could play, and what was missed after that does not count.
func (t *table) stopClock(at time.Duration, now time.Time) {
	next := t.Clock().StopSince(t.haltedSince, at, now)
	if next.Phase == Live {
		people.Tidy(&next, t.Dates.Moment(now))
	}
	if err := t.save(next, now); err != nil {
		// The full disk may be why the clocks stand. It is saved with the next input.
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("save stopped clock failed")
		t.Rec, t.dirty = next, true
		t.publish()
	}
}
