package table

import (
	"errors"
	"time"

	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
	"oneiros/games"
)

// outcome is what was decided among people, on its way into the match.
type outcome struct {
	*table
	people.Change
	now time.Time
}

// carryOut saves the record, and does to the match what else was decided.
func (o outcome) carryOut(r Action) error {
	switch o.Then {
	case people.ThenDeal:
		return o.deal()
	case people.ThenGiveUp:
		return o.giveUp()
	case people.ThenShow, people.ThenWithhold:
		return o.release(r.Turn)
	case people.ThenSit:
		o.Alone().TurnSand(o.now)
	}
	if o.Saves {
		if err := o.save(o.Record, o.now); err != nil {
			return err
		}
	}
	switch o.Then {
	case people.ThenSit:
		o.Pos.Showed(o.Seat, o.now) // nobody has typed an answer to what they see now
	case people.ThenSeeEnd: // it is not saved: after a restart they press again
		o.Absent().WantsEnd(uint64(r.User.ID))
		o.publish()
	}
	return nil
}

// giveUp has the part of a seat leave the game.
func (o outcome) giveUp() error {
	err := o.Try(func() error {
		along := people.Clone(o.Record)
		in := o.Input(games.KindLeave, o.Seat, o.Clock().Early(o.Clock().At(o.now), time.Now()))
		return o.step(timing.Step{Input: in, Next: &along}, o.now)
	})
	var f *incident.Fault
	var b *incident.Panicked
	_, refused := games.Refused(err)
	switch {
	case errors.As(err, &f):
		o.log.Error().Err(f.Err).Str("match", o.Rec.ID).Msg("play leave failed")
	case !refused && !errors.As(err, &b):
		return err
	}
	people.Tidy(&o.Record, o.Dates.Moment(o.now)) // the rules cannot be left, the seat can
	return o.save(o.Record, o.now)
}
