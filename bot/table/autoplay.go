package table

import (
	"time"

	"oneiros/bot/table/timing"
	"oneiros/games"
)

// autoplay makes the next automatic move, or plays the deadline that waits for
// sleepwalkers only, or for nobody while people want to see the end. The error is the store's.
func (t *table) autoplay(now time.Time) error {
	err := t.again(func() error {
		at, ok := t.Absent().Next(time.Now())
		if !ok || t.Clock().At(now) < at+t.Clock().Held(time.Now()) {
			return nil // another process has played it
		}
		seat, some := t.Absent().Seat()
		if !t.Game.Plays() || !some {
			if t.Pos.Wakes == 0 {
				return nil
			}
			in := t.Input(games.KindExpire, games.Nobody, t.Clock().At(now))
			in.At = max(in.At, t.Pos.Wakes) // the clock skips what is left
			return t.step(timing.Step{Input: in, Auto: true}, now)
		}
		if t.Clock().Held(time.Now()) == 0 {
			at = t.Clock().At(now)
		}
		for _, move := range t.Absent().Moves(seat) {
			in := t.Input(games.KindPlay, seat, at)
			in.Move = move
			if !t.Pos.Changes(in) {
				// It is not made again and again. It takes the time that it would take.
				t.Absent().Stick(seat)
				t.Absent().Played(in.At)
				return nil
			}
			err := t.step(timing.Step{Input: in, Auto: true}, now)
			if _, refused := games.Refused(err); !refused {
				return err
			}
		}
		t.Absent().Stick(seat) // the seat waits for its deadline
		return nil
	})
	return t.storeError(err, "automatic move")
}
