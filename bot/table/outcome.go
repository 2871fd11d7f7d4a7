package table

import (
	"errors"
	"time"

	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
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
		turnSand(&o.match, o.now)
	}
	if o.Saves {
		if err := o.save(o.Record, o.now); err != nil {
			return err
		}
	}
	switch o.Then {
	case people.ThenSit:
		o.pos.raised[1+o.Seat] = o.now // nobody has typed an answer to what they see now
	case people.ThenSeeEnd: // it is not saved: after a restart they press again
		o.away.seesEnd[uint64(r.User.ID)] = true
		o.publish()
	}
	return nil
}

// giveUp has the part of a seat leave the game.
func (o outcome) giveUp() error {
	err := o.guard(func() error {
		along := people.Clone(o.Record)
		in := o.input(games.KindLeave, o.Seat, o.early(o.clockAt(o.now)))
		return o.step(step{Input: in, next: &along}, o.now)
	})
	var f *incident.Fault
	var b *incident.Panicked
	_, refused := games.Refused(err)
	switch {
	case errors.As(err, &f):
		o.log.Error().Err(f.Err).Str("match", o.rec.ID).Msg("play leave failed")
	case !refused && !errors.As(err, &b):
		return err
	}
	people.Tidy(&o.Record, o.ends.moment(o.now)) // the rules cannot be left, the seat can
	return o.save(o.Record, o.now)
}
