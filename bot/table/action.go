package table

import (
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// act is an action of a person in a lobby or in a live match. It has the record
// that it leads to.
type act struct {
	t      *table
	r      *request
	now    time.Time
	next   store.Match // the record, of which everything may be changed but a position
	player int         // the person in it, or -1
	seated bool
	woke   bool // in a live match: they were away and are back
}

// do does what a person wants, or refuses it. It may be called again after the
// match was read again, and changes nothing that is not saved.
func (t *table) do(r *request) error {
	now := time.Now()
	if r.Kind == Play {
		return t.play(r, now)
	}
	i := t.find(r.User.ID)
	if i >= 0 && r.Press != 0 && uint64(r.Press) <= t.rec.Players[i].Press {
		return nil // delivered again, or overtaken by the person's later press
	}
	if r.Press != 0 && t.presses[r.Press] {
		return nil
	}
	switch r.Kind {
	case channelChanged, channelDeleted:
		return t.changeChannel(r, now)
	case matchDeleted:
		t.deleted = true
		return nil
	case Rename:
		return saveName(t, r.User, now)
	case setHoliday:
		return holidays{t}.set(r, now)
	case erasePerson:
		return erase(t, uint64(r.User.ID), now)
	}
	ours := r.Kind == memberLeft || r.Kind == satElsewhere || r.Kind == closeEmpty
	a := &act{t: t, r: r, now: now, next: clone(t.rec), player: i}
	_, a.seated = t.seatOf(r.User.ID)
	switch {
	case t.rec.Phase == Lobby:
		return a.inLobby()
	case t.rec.Phase == Live:
		return a.inMatch()
	case ours || t.rec.Phase == Void && r.Kind == Stop:
		return nil // nothing is left to do
	case t.rec.Phase == Over:
		return games.Refuse("refuse.over")
	}
	return t.refuseVoid()
}

// refuseVoid refuses what comes after a match was stopped or a lobby was cleared.
func (m *match) refuseVoid() error {
	if m.rec.Started.IsZero() {
		return games.Refuse("table.cleared")
	}
	return games.Refuse("table.stopped")
}

// needHost refuses people who are neither the host nor, where that is enough, a
// moderator.
func (a *act) needHost(moderators bool) error {
	rec := &a.t.rec
	if decides(discord.ID(rec.Host), players(rec), a.r.User.ID, moderators && a.r.Moderator) {
		return nil
	}
	for _, p := range rec.Players {
		if p.User == rec.Host && p.Seat >= 0 {
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
