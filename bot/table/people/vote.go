package people

import (
	"fmt"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/store"
)

// MotionOf is the motion of a record as everybody sees it.
func MotionOf(m *store.Match) *Motion {
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
	n := len(Awake(m))
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

// TidyMotion removes the votes of people who are not awake. It removes a motion
// without a vote for it, without its target, or for what is so already.
func TidyMotion(next *store.Match) {
	v := next.Motion
	if v == nil {
		return
	}
	there := Awake(next)
	lost := func(seat int) bool {
		return !slices.ContainsFunc(there, func(p store.Player) bool { return p.Seat == seat })
	}
	v.Yes, v.No = slices.DeleteFunc(v.Yes, lost), slices.DeleteFunc(v.No, lost)
	_, err := Owner(next, games.Seat(v.Seat))
	already := v.Kind == string(Pause) && next.Paused != "" || v.Kind == string(Resume) && next.Paused == "" || v.Kind == string(Faster) && next.Faster
	if len(v.Yes) == 0 || v.Kind == string(Kick) && err != nil || already {
		next.Motion = nil
	}
}

// vote votes for or against the motion that the press names. Another one may be open by
// now.
func (a live) vote() error {
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
func (a live) propose() error {
	err := a.needHost(a.r.Kind != Pause)
	switch {
	case err == nil:
		if err := a.asked(); err != nil {
			return err
		}
		by := byHost
		if !Decides(discord.ID(a.rec.Host), Players(a.rec), a.r.User.ID, false) {
			by = byModerator
		}
		return a.carry(a.r.Kind, a.r.Seat, by)
	case !a.seated:
		return games.Refuse("table.not-seated") // the others at the table may, by a vote
	}
	return a.openMotion()
}

// openMotion opens a motion to what a person at the table wants, or votes for the same one
// that is open.
func (a live) openMotion() error {
	by, v := a.next.Players[a.player].Seat, a.next.Motion
	switch {
	case v == nil:
		a.next.Motion = &store.Motion{Kind: string(a.r.Kind), Seat: int(a.r.Seat), By: by, Yes: []int{by}, Until: motionUntil(a.rec, a.now), Rev: a.next.Rev + 1}
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
func (a live) carry(kind Kind, seat games.Seat, by decider) error {
	next := &a.next
	if v := next.Motion; v != nil && v.Kind == string(kind) && v.Seat == int(seat) {
		next.Motion = nil
	}
	switch kind {
	case Pause:
		next.Paused = by.paused
		AddNote(next, a.now.Here, "table.note.paused")
	case Resume:
		next.Paused, next.Incident = "", ""
		AddNote(next, a.now.Here, "table.note.resumed")
	case Faster:
		next.Faster = true
		AddNote(next, a.now.Here, "table.note.faster")
	case Stop:
		AddNote(next, a.now.Here, "table.note.stopped")
		Void(next, a.now.Moment)
		a.saves = true
		return nil
	case Kick:
		i, err := Owner(next, seat)
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

// Decide ends a motion that is decided or has lapsed. The zero Change says that it goes on.
func Decide(rec store.Match, lapsed bool, now Now) (Change, error) {
	if rec.Motion == nil || rec.Phase != store.Live {
		return Change{}, nil
	}
	a := live{&act{rec: &rec, now: now, next: Clone(rec), player: -1}}
	v := a.next.Motion
	need := needed(&a.next, Kind(v.Kind))
	var err error
	switch {
	case len(v.Yes) >= need:
		err = a.carry(Kind(v.Kind), games.Seat(v.Seat), byVote)
	case len(v.No) > len(Awake(&a.next))-need, lapsed:
		a.next.Motion = nil
		AddNote(&a.next, now.Here, "table.note.rejected")
		err = a.save()
	}
	if err != nil {
		return Change{}, err
	}
	return a.change(), nil
}

// motionUntil is until when a motion is open that is made now.
func motionUntil(rec *store.Match, now Now) time.Time {
	at := now.Discord.Round(0)
	if now.Turn > 0 {
		return pace.HoursOf(rec.Options).After(at, now.Turn)
	}
	return at.Add(VoteTime)
}
