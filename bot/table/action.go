package table

import (
	"context"
	"errors"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// do does what a person wants, or refuses it. It may be called again after the
// match was read again, and changes nothing that is not saved.
func (t *table) do(r *request) error {
	now := time.Now()
	if r.Kind == Play {
		return t.play(r, now)
	}
	if people.Repeated(&t.rec, r.Action) || r.Press != 0 && t.presses[r.Press] {
		return nil
	}
	switch r.Kind {
	case people.MatchDeleted:
		t.deleted = true
		return nil
	case Rename:
		return saveName(t, r.User, now)
	case people.ErasePerson:
		return erase(t, uint64(r.User.ID), now)
	case people.ChannelChanged, people.ChannelDeleted, people.SetHoliday:
	default:
		if err := t.prepare(r, now); err != nil {
			return err
		}
	}
	c, err := people.Do(t.rec, r.Action, t.now(now))
	if err != nil {
		return err
	}
	if err := (outcome{t, c, now}).carryOut(r.Action); err != nil {
		if errors.Is(err, store.ErrTaken) && (r.Kind == people.ChannelChanged || r.Kind == people.ChannelDeleted) {
			return games.Refuse("table.busy")
		}
		return err
	}
	if r.Kind == SetOption && c.Saves {
		t.chose = r.User.ID
	}
	return nil
}

// prepare reads what an action has to be decided with: who has sat down elsewhere, before a
// start, and the match once more, where it could not be read.
func (t *table) prepare(r *request, now time.Time) error {
	_, seated := people.SeatOf(&t.rec, r.User.ID)
	switch {
	case t.rec.Phase == Lobby && r.Kind == Start && seated:
		return t.removeAway(r.User.ID, now)
	case t.rec.Phase != Live:
		return nil
	case r.Kind == Resume && t.unread != "" && (seated || r.Moderator):
		if err := t.reload(); err != nil {
			return err
		}
		if t.unread != "" {
			return games.Refuse("table.unreadable", t.unread)
		}
	}
	if t.damaged && r.Kind != Stop {
		return games.Refuse("table.unreadable", t.unread)
	}
	return nil
}

// now is what is so at a moment, besides the record.
func (m *match) now(at time.Time) people.Now {
	return people.Now{
		Moment: m.ends.moment(at), Game: m.game, Turn: m.clock.speed.time(turnTime(m)),
		Dealt: m.pos.match != nil, Out: m.pos.status.Out, Chose: m.chose, Erased: m.erased,
	}
}

// decideMotion ends a motion that is decided or has lapsed. What the store does
// not take is tried again.
func (t *table) decideMotion() {
	now := time.Now()
	if t.rec.Motion == nil || t.rec.Phase != Live || now.Before(t.retry.at) {
		return
	}
	err := t.again(func() error {
		lapsed := t.rec.Motion != nil && t.ends.passed(t.rec.Motion.Until)
		c, err := people.Decide(t.rec, lapsed, t.now(now))
		if err != nil {
			return err
		}
		return outcome{t, c, now}.carryOut(Action{})
	})
	if err != nil {
		t.log.Failed(err).Str("match", t.rec.ID).Msg("save vote failed")
		t.retry.later(now)
	}
}

// removeAway takes people from the lobby who have sat down at another table since
// they joined it. One of them is left out, who presses here.
func (t *table) removeAway(but discord.ID, now time.Time) error {
	away, err := away(context.Background(), t.tables.conf.Stores.Matches, t.rec, but)
	if err != nil || len(away) == 0 {
		return err
	}
	next := people.Clone(t.rec)
	for _, i := range away {
		people.LeaveLobby(&next, i)
	}
	people.NumberSeats(&next)
	return t.save(next, now)
}
