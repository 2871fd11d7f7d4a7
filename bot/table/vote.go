package table

import (
	"fmt"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// motion is the motion of a record as everybody sees it.
func motion(m *store.Match) *Motion {
	if m.Motion == nil {
		return nil
	}
	seats := func(list []int) (s []games.Seat) {
		for _, i := range list {
			s = append(s, games.Seat(i))
		}
		return s
	}
	v := m.Motion
	return &Motion{
		ID: motionID(v), Kind: Kind(v.Kind), Seat: games.Seat(v.Seat), By: games.Seat(v.By),
		Yes: seats(v.Yes), No: seats(v.No), Need: needed(m, Kind(v.Kind)), Until: v.Until,
	}
}

// motionID names a motion, so that a vote counts for the motion that its voter saw. No
// other motion of the match has the same name: the revision with which a motion was
// opened comes once. Where an older version opened it, the name is what that version
// wrote on its buttons.
func motionID(v *store.Motion) string {
	id := fmt.Sprintf("%s:%d:%d", v.Kind, v.Seat+1, v.Until.Unix())
	if v.Rev == 0 {
		return id
	}
	return fmt.Sprintf("%s.%d", id, v.Rev)
}

// needed is how many votes a motion needs: more than half of the people who are awake, or all
// of them where one of them alone could take back what it brings.
func needed(m *store.Match, kind Kind) int {
	n := len(awake(m))
	if kind == Faster {
		return max(n, 1)
	}
	return n/2 + 1
}

// countVote counts a vote, in place of an earlier one of the same seat.
func countVote(v *store.Motion, seat int, yes bool) {
	is := func(s int) bool { return s == seat }
	v.Yes, v.No = slices.DeleteFunc(v.Yes, is), slices.DeleteFunc(v.No, is)
	if yes {
		v.Yes = append(v.Yes, seat)
	} else {
		v.No = append(v.No, seat)
	}
}

// tidyMotion removes the votes of people who are not awake. It removes a motion
// without a vote for it, without its target, or for what is so already.
func tidyMotion(next *store.Match, there []store.Player) {
	v := next.Motion
	if v == nil {
		return
	}
	lost := func(seat int) bool {
		return !slices.ContainsFunc(there, func(p store.Player) bool { return p.Seat == seat })
	}
	v.Yes, v.No = slices.DeleteFunc(v.Yes, lost), slices.DeleteFunc(v.No, lost)
	_, err := owner(next, games.Seat(v.Seat))
	already := v.Kind == string(Pause) && next.Paused != "" || v.Kind == string(Resume) && next.Paused == "" || v.Kind == string(Faster) && next.Faster
	if len(v.Yes) == 0 || v.Kind == string(Kick) && err != nil || already {
		next.Motion = nil
	}
}

// vote votes for or against the motion that the press names. Another one may be open by
// now.
func (a *act) vote() error {
	v := a.next.Motion
	switch {
	case !a.seated:
		return games.Refuse("table.not-seated")
	case v == nil:
		return games.Refuse("table.motion-over")
	case motionID(v) != a.r.Motion:
		return games.Refuse("table.motion-other")
	}
	countVote(v, a.next.Players[a.player].Seat, a.r.Kind == Agree)
	return a.save()
}

// propose does what the host or, where that is enough, a moderator wants. For
// other people at the table it opens a motion, or votes for the same one that is
// open.
func (a *act) propose() error {
	err := a.needHost(a.r.Kind != Pause)
	switch {
	case err == nil:
		if err := asked(a); err != nil {
			return err
		}
		by := byHost
		if !decides(discord.ID(a.t.rec.Host), players(&a.t.rec), a.r.User.ID, false) {
			by = byModerator
		}
		return a.carry(a.r.Kind, a.r.Seat, by)
	case !a.seated:
		return games.Refuse("table.not-seated") // the others at the table may, by a vote
	}
	return openMotion(a)
}

// openMotion opens a motion to what a person at the table wants, or votes for the same one
// that is open.
func openMotion(a *act) error {
	by, v := a.next.Players[a.player].Seat, a.next.Motion
	switch {
	case v == nil:
		a.next.Motion = &store.Motion{Kind: string(a.r.Kind), Seat: int(a.r.Seat), By: by, Yes: []int{by}, Until: motionUntil(&a.t.match), Rev: a.next.Rev + 1}
	case v.Kind == string(a.r.Kind) && v.Seat == int(a.r.Seat):
		countVote(v, by, true)
	default:
		return games.Refuse("table.motion")
	}
	return a.save()
}

// decider is who decides, in the words of what comes of it.
type decider struct{ paused, kicked string }

// Those who decide. A moderator decides about no pause. The note of their removals is also that of
// former versions, which did not note who decided.
var (
	byHost      = decider{"table.pause.host", "table.note.hostkicked"}
	byModerator = decider{kicked: "table.note.kicked"}
	byVote      = decider{"table.pause.vote", "table.note.votekicked"}
)

// carry does what was decided, and notes who did.
func (a *act) carry(kind Kind, seat games.Seat, by decider) error {
	next := &a.next
	if v := next.Motion; v != nil && v.Kind == string(kind) && v.Seat == int(seat) {
		next.Motion = nil
	}
	switch kind {
	case Pause:
		next.Paused = by.paused
		addNote(next, a.now, "table.note.paused")
	case Resume:
		next.Paused, next.Incident = "", ""
		addNote(next, a.now, "table.note.resumed")
	case Faster:
		next.Faster = true
		addNote(next, a.now, "table.note.faster")
	case Stop:
		addNote(next, a.now, "table.note.stopped")
		a.t.ends.void(next, a.now)
		return a.t.save(*next, a.now)
	case Kick:
		i, err := owner(next, seat)
		if err != nil {
			return err
		}
		next.Players[i].Barred = true
		return a.freeSeat(i, by.kicked)
	default:
		return fmt.Errorf("a motion to %q", kind)
	}
	return a.save()
}

// decideMotion ends a motion that is decided or has lapsed. What the store does
// not take is tried again.
func (t *table) decideMotion() {
	now := time.Now()
	if t.rec.Motion == nil || t.rec.Phase != Live || now.Before(t.retry.at) {
		return
	}
	err := t.again(func() error {
		a := &act{t: t, now: now, next: clone(t.rec), player: -1}
		v := a.next.Motion
		if v == nil || a.next.Phase != Live {
			return nil
		}
		need := needed(&a.next, Kind(v.Kind))
		switch {
		case len(v.Yes) >= need:
			return a.carry(Kind(v.Kind), games.Seat(v.Seat), byVote)
		case len(v.No) > len(awake(&a.next))-need, t.ends.passed(v.Until):
			a.next.Motion = nil
			addNote(&a.next, now, "table.note.rejected")
			return a.save()
		}
		return nil
	})
	if err != nil {
		t.log.Failed(err).Str("match", t.rec.ID).Msg("save vote failed")
		t.retry.later(now)
	}
}
