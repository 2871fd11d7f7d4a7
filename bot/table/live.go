package table

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/store"
)

// inMatch does what people can do in a live match, besides playing.
func (a *act) inMatch() error {
	t := a.t
	if a.r.Kind == Resume && t.unread != "" && (a.seated || a.r.Moderator) {
		if err := t.reload(); err != nil {
			return err
		}
		if t.unread != "" {
			return games.Refuse("table.unreadable", t.unread)
		}
		a.next, a.player = clone(t.rec), t.find(a.r.User.ID)
		_, a.seated = t.seatOf(a.r.User.ID)
	}
	if t.damaged && a.r.Kind != Stop {
		return games.Refuse("table.unreadable", t.unread)
	}
	if a.seated {
		a.woke = wake(&a.next, a.player, a.now)
		a.t.ends.tidy(&a.next, a.now)
		a.notePress()
	}
	switch a.r.Kind {
	case Back, Start, Ready:
		return a.back()
	case Join, TakeSeat:
		return a.joinMatch()
	case Leave, memberLeft:
		return a.leaveMatch()
	case Kick:
		return a.kickFromMatch()
	case Transfer:
		return a.transferInMatch()
	case Pause, Resume, Stop:
		return a.pause()
	case Agree, Object:
		return a.vote()
	case SeeEnd:
		return seeEnd(a)
	case Faster, Slower:
		return setFaster(a)
	case Show, Withhold:
		return release(a)
	case satElsewhere, closeEmpty:
		return nil // people who play here go on playing
	}
	return games.Refuse("table.started")
}

// save saves what the action changed, and what follows from it.
func (a *act) save() error {
	a.t.ends.tidy(&a.next, a.now)
	return a.t.save(a.next, a.now)
}

// tidy adds to a changed record what follows from who is awake. That is the host,
// whether the match stands, and whose votes count.
func (by endings) tidy(next *store.Match, now time.Time) {
	if len(people(next)) == 0 {
		by.void(next, now)
		return
	}
	there := awake(next)
	if len(there) > 0 && !slices.ContainsFunc(there, func(p store.Player) bool { return p.User == next.Host }) {
		first := slices.MinFunc(there, func(a, b store.Player) int { return a.Joined.Compare(b.Joined) })
		next.Host = first.User
		addNote(next, now, "table.note.host", next.Host)
	}
	switch {
	case len(there) == 0 && next.Paused == "":
		next.Paused = pausedEmpty
	case len(there) > 0 && next.Paused == pausedEmpty:
		next.Paused = ""
	}
	switch alone := len(there) == 0 && lastAuto(next) >= 0; {
	case !alone:
		next.Expires = time.Time{}
	case next.Expires.IsZero():
		next.Expires = by.Saved(now.Add(aloneTimeout(next)))
	}
	// No server can remove the bot there, so nothing else would end a match that its
	// only person paused and forgot.
	if next.Guild == 0 && next.Paused != "" && next.Expires.IsZero() {
		next.Expires = by.Saved(now.Add(DirectTimeout))
	}
	tidyMotion(next, there)
}
