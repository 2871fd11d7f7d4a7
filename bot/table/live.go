package table

import (
	"errors"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/store"
)

// pausedEmpty is why a match stands that nobody plays.
const pausedEmpty = "table.pause.empty"

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
		tidy(&a.next, a.now)
		a.notePress()
	}
	switch a.r.Kind {
	case Back, Start, Ready:
		return a.back()
	case Join:
		return a.joinMatch()
	case Leave, memberLeft:
		return a.leaveMatch()
	case Kick:
		i, err := a.kickTarget()
		if err != nil {
			return err
		}
		if a.next.Players[i].Auto {
			return games.Refuse("table.auto")
		}
		return a.propose()
	case Transfer:
		return a.transfer()
	case Pause, Resume, Stop:
		return a.pause()
	case Agree, Object:
		return a.vote()
	case satElsewhere, closeEmpty:
		return nil // people who play here go on playing
	}
	return games.Refuse("table.started")
}

// save saves what the action changed, and what follows from it.
func (a *act) save() error {
	tidy(&a.next, a.now)
	return a.t.save(a.next, a.now)
}

func (a *act) back() error {
	switch {
	case !a.seated && a.r.Kind == Back:
		return games.Refuse("table.not-seated")
	case !a.seated:
		return games.Refuse("table.started")
	case !a.woke:
		return nil // they were not away
	}
	return a.save()
}

func (a *act) joinMatch() error {
	switch {
	case !a.seated:
		return a.takeSeat()
	case !a.woke:
		return games.Refuse("table.seated")
	}
	return a.save()
}

func (a *act) leaveMatch() error {
	if !a.seated {
		return nil
	}
	a.next = clone(a.t.rec) // a person who wakes to leave did not come back
	a.notePress()
	return a.vacate(a.player, "table.note.left")
}

func (a *act) transfer() error {
	if err := a.needHost(true); err != nil {
		return err
	}
	i, err := target(&a.next, a.r)
	if err != nil {
		return err
	}
	if a.next.Players[i].Auto {
		return games.Refuse("table.auto")
	}
	if a.next.Players[i].Asleep {
		return games.Refuse("table.asleep")
	}
	if a.next.Host != a.next.Players[i].User {
		a.next.Host = a.next.Players[i].User
		addNote(&a.next, a.now, "table.note.host", a.next.Host)
	}
	return a.save()
}

// pause pauses, resumes or stops the match.
func (a *act) pause() error {
	a.r.Seat = games.Nobody
	if a.r.Kind == Resume && (a.next.Paused == pausedEmpty || a.next.Paused == pausedChannelDeleted) {
		return games.Refuse(a.next.Paused) // it needs people, or another channel
	}
	if (a.r.Kind == Pause) != (a.next.Paused != "") || a.r.Kind == Stop {
		return a.propose()
	}
	if err := a.needHost(a.r.Kind != Pause); !a.seated && err != nil {
		return games.Refuse("table.not-seated") // though nothing would change
	}
	if !a.woke {
		return nil // it is paused, or it goes on
	}
	return a.save()
}

// vacate takes a person from their seat. An automatic player goes on with it;
// where the game has none, its part leaves the game.
func (a *act) vacate(i int, note string) error {
	t, p := a.t, &a.next.Players[i]
	seat := games.Seat(p.Seat)
	addNote(&a.next, a.now, note, p.User)
	leaveSeat(p, a.now)
	if t.game.Plays() || t.pos.match == nil || len(people(&a.next)) == 0 {
		return a.save()
	}
	err := t.guard(func() error {
		along := clone(a.next)
		in := t.input(games.KindLeave, seat, t.early(t.clockAt(a.now)))
		return t.step(step{Input: in, next: &along}, a.now)
	})
	var f *fault
	var b *panicked
	_, refused := games.Refused(err)
	switch {
	case errors.As(err, &f):
		t.log.Error().Err(f.err).Str("match", t.rec.ID).Msg("play leave failed")
	case !refused && !errors.As(err, &b):
		return err
	}
	return a.save() // the rules cannot be left, the seat can
}

// takeSeat seats a person in a live match.
func (a *act) takeSeat() error {
	t, next := a.t, &a.next
	seat, err := a.seatToTake()
	if err != nil {
		return err
	}
	before := lastOwner(next, int(seat))
	if v := next.Motion; v != nil && v.Kind == string(Kick) && v.Seat == int(seat) {
		next.Motion = nil // it was about the person who had the seat
	}
	if i, err := owner(next, seat); err == nil {
		leaveSeat(&next.Players[i], a.now)
		before = i
	}
	if a.player < 0 {
		a.player = len(next.Players)
		next.Players = append(next.Players, store.Player{User: uint64(a.r.User.ID)})
	}
	p := &next.Players[a.player]
	p.Name, p.Locale, p.Joined, p.Ready = a.r.User.Name, a.r.User.Locale, a.now, true
	p.Seat, p.LeftAt, p.LeftSeat = int(seat), time.Time{}, 0
	a.notePress()
	if before == a.player || before < 0 {
		addNote(next, a.now, "table.note.back", p.User)
	} else {
		addNote(next, a.now, "table.note.substitute", p.User, next.Players[before].User)
	}
	if err := a.save(); err != nil {
		return err
	}
	t.pos.raised[1+seat] = a.now // nobody has typed an answer to what they see now
	return nil
}

// seatToTake is the seat that a newcomer gets, or a refusal.
func (a *act) seatToTake() (games.Seat, error) {
	next, seat := &a.next, a.r.Seat
	left := a.player >= 0 && !next.Players[a.player].LeftAt.IsZero()
	vacant := vacant(players(next), a.t.game.Plays())
	if left && seat == games.Nobody {
		seat = games.Seat(next.Players[a.player].LeftSeat)
	}
	switch {
	case a.player >= 0 && next.Players[a.player].Barred:
		return seat, games.Refuse("table.barred")
	case len(vacant) == 0:
		return seat, games.Refuse("table.no-seat")
	case left && (int(seat) != next.Players[a.player].LeftSeat || !slices.Contains(vacant, seat)):
		return seat, games.Refuse("table.other-hand") // they know what that seat knows
	case seat == games.Nobody:
		return vacant[0], nil
	case !slices.Contains(vacant, seat):
		return seat, games.Refuse("table.seat-taken")
	}
	return seat, nil
}

// tidy adds to a changed record what follows from who is awake. That is the host,
// whether the match stands, and whose votes count.
func tidy(next *store.Match, now time.Time) {
	if len(people(next)) == 0 {
		void(next, now)
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
		next.Expires = now.Add(AloneTimeout)
	}
	tidyMotion(next, there)
}
