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
	if people.Repeated(&t.Rec, r.Action) || r.Press != 0 && t.presses[r.Press] {
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
	c, err := people.Do(t.Rec, r.Action, t.now(now))
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
	_, seated := people.SeatOf(&t.Rec, r.User.ID)
	switch {
	case t.Rec.Phase == Lobby && r.Kind == Start && seated:
		return t.removeAway(r.User.ID, now)
	case t.Rec.Phase != Live:
		return nil
	case r.Kind == Resume && t.Unread != "" && (seated || r.Moderator):
		if err := t.reload(); err != nil {
			return err
		}
		if t.Unread != "" {
			return games.Refuse("table.unreadable", t.Unread)
		}
	}
	if t.damaged && r.Kind != Stop {
		return games.Refuse("table.unreadable", t.Unread)
	}
	return nil
}

// decideMotion ends a motion that is decided or has lapsed. What the store does
// not take is tried again.
func (t *table) decideMotion() {
	now := time.Now()
	if t.Rec.Motion == nil || t.Rec.Phase != Live || now.Before(t.retry.at) {
		return
	}
	err := t.again(func() error {
		lapsed := t.Rec.Motion != nil && t.Dates.Passed(t.Rec.Motion.Until, now)
		c, err := people.Decide(t.Rec, lapsed, t.now(now))
		if err != nil {
			return err
		}
		return outcome{t, c, now}.carryOut(Action{})
	})
	if err != nil {
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("save vote failed")
		t.retry.later(now)
	}
}

// removeAway takes people from the lobby who have sat down at another table since
// they joined it. One of them is left out, who presses here.
func (t *table) removeAway(but discord.ID, now time.Time) error {
	away, err := away(context.Background(), t.tables.conf.Stores.Matches, t.Rec, but)
	if err != nil || len(away) == 0 {
		return err
	}
	next := people.Clone(t.Rec)
	for _, i := range away {
		people.LeaveLobby(&next, i)
	}
	people.NumberSeats(&next)
	return t.save(next, now)
}
