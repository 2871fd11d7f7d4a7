package people

import (
	"slices"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// Then is what a table has to do with the match itself because of an action.
type Then int

// What a table may have to do. Only with ThenNothing and ThenSit is the record just saved.
const (
	ThenNothing  Then = iota
	ThenDeal          // the match begins with this record, once its cards are dealt
	ThenSit           // a newcomer has Seat, and what they type now answers what they see
	ThenGiveUp        // Seat is given up, and its part leaves the game by its rules; if it cannot, Tidy the record and save it
	ThenSeeEnd        // the person wants to see the end at once
	ThenShow          // the words that wait are shown
	ThenWithhold      // or withheld
)

// Change is what an action leads to. The zero Change changes nothing.
type Change struct {
	Record store.Match // what the record becomes
	Saves  bool        // it is not what it was
	Then   Then
	Seat   games.Seat // of ThenSit and ThenGiveUp
}

// Do decides what a person does to a record, or refuses it. It may be called again with a
// record that was read again. It knows every action but Play, Rename and Again, and what is
// sent when rows are removed from the store.
func Do(rec store.Match, what Action, now Now) (Change, error) {
	a := &act{rec: &rec, r: what, now: now, next: Clone(rec), player: Find(&rec, what.User.ID)}
	_, a.seated = SeatOf(&rec, what.User.ID)
	if err := a.do(); err != nil {
		return Change{}, err
	}
	return a.change(), nil
}

// Repeated reports whether a press was delivered again, or overtaken by a later one of the
// same person.
func Repeated(rec *store.Match, what Action) bool {
	i := Find(rec, what.User.ID)
	return i >= 0 && what.Press != 0 && uint64(what.Press) <= rec.Players[i].Press
}

// act is an action on its way. It has the record that it leads to.
type act struct {
	rec    *store.Match // as it was shown
	r      Action
	now    Now
	next   store.Match // the record, of which everything may be changed but a position
	player int         // the person in it, or -1
	seated bool
	woke   bool // in a live match: they were away and are back

	saves bool
	then  Then
	seat  games.Seat
}

// lobby is what is done in a lobby, and live what is done in a live match, besides playing.
type (
	lobby struct{ *act }
	live  struct{ *act }
)

func (a *act) change() Change {
	if !a.saves && a.then == ThenNothing {
		return Change{}
	}
	return Change{Record: a.next, Saves: a.saves, Then: a.then, Seat: a.seat}
}

func (a *act) do() error {
	switch a.r.Kind {
	case ChannelChanged, ChannelDeleted:
		return a.changeChannel()
	case SetHoliday:
		return a.setHoliday()
	}
	ours := a.r.Kind == MemberLeft || a.r.Kind == SatElsewhere || a.r.Kind == CloseEmpty
	switch {
	case a.rec.Phase == store.Lobby:
		return lobby{a}.do()
	case a.rec.Phase == store.Live:
		return live{a}.do()
	case ours || a.rec.Phase == store.Void && a.r.Kind == Stop:
		return nil // nothing is left to do
	case a.rec.Phase == store.Over:
		return games.Refuse("refuse.over")
	}
	return RefuseVoid(a.rec)
}

// RefuseVoid refuses what comes after a match was stopped or a lobby was cleared.
func RefuseVoid(rec *store.Match) error {
	if rec.Started.IsZero() {
		return games.Refuse("table.cleared")
	}
	return games.Refuse("table.stopped")
}

// needHost refuses people who are neither the host nor, where that is enough, a
// moderator.
func (a *act) needHost(moderators bool) error {
	if Decides(discord.ID(a.rec.Host), Players(a.rec), a.r.User.ID, moderators && a.r.Moderator) {
		return nil
	}
	for _, p := range a.rec.Players {
		if p.User == a.rec.Host && p.Seat >= 0 {
			return games.Refuse("table.not-host", ui.Name(p.Seat))
		}
	}
	return games.Refuse("table.no-host")
}

// notePress notes the press in the record, so that it is not played twice.
func (a *act) notePress() {
	if a.player >= 0 {
		p := &a.next.Players[a.player]
		p.Press = max(p.Press, uint64(a.r.Press))
	}
}

// save has the table save what the action changed in a live match, and what follows from it.
func (a live) save() error {
	Tidy(&a.next, a.now.Moment)
	a.saves = true
	return nil
}

func (a live) do() error {
	if a.seated {
		a.woke = Wake(&a.next, a.player, a.now.Here)
		Tidy(&a.next, a.now.Moment)
		a.notePress()
	}
	switch a.r.Kind {
	case Back, Start, Ready:
		return a.back()
	case Join, TakeSeat:
		return a.join()
	case Leave, MemberLeft:
		return a.leave()
	case Kick:
		return a.kick()
	case Transfer:
		return a.handOver()
	case Pause, Resume, Stop:
		return a.pause()
	case Agree, Object:
		return a.vote()
	case SeeEnd:
		return a.seeEnd()
	case Faster, Slower:
		return a.setFaster()
	case Show, Withhold:
		return a.release()
	case SatElsewhere, CloseEmpty:
		return nil // people who play here go on playing
	}
	return games.Refuse("table.started")
}

// back notes that a person who was away is there again.
func (a live) back() error {
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

// release has words that wait for a moderator shown, or withholds them. The position says
// whether some wait.
func (a live) release() error {
	a.saves, a.then = a.woke, ThenWithhold
	if a.r.Kind == Show {
		a.then = ThenShow
	}
	return nil
}

// seeEnd notes that a person who is out wants to see the end at once.
func (a live) seeEnd() error {
	switch {
	case !a.seated:
		return games.Refuse("table.not-seated")
	case !a.allOut():
		return games.Refuse("table.not-out")
	case a.woke:
		if err := a.save(); err != nil {
			return err
		}
	}
	a.then = ThenSeeEnd
	return nil
}

// allOut reports whether every person at the match is out of it.
func (a live) allOut() bool {
	list := Persons(a.rec)
	return a.now.Dealt && a.now.Game.Plays() && len(list) > 0 &&
		!slices.ContainsFunc(list, func(p store.Player) bool { return !slices.Contains(a.now.Out, games.Seat(p.Seat)) })
}
