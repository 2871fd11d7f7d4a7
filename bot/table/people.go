package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// empty is why a match stands that nobody plays.
const empty = "table.pause.empty"

// owner is the index in a record of whoever has a seat, or a refusal.
func owner(m *store.Match, seat games.Seat) (int, error) {
	if seat >= 0 {
		if i := slices.IndexFunc(m.Players, func(p store.Player) bool { return p.Seat == int(seat) }); i >= 0 {
			return i, nil
		}
	}
	return -1, games.Refuse("table.seat-empty")
}

// meant is the index in a record of whoever is to be put out or to be the host,
// or a refusal. A person has the seat that they have now.
func meant(m *store.Match, r *request) (int, error) {
	if r.Whom == 0 {
		return owner(m, r.Seat)
	}
	i := slices.IndexFunc(m.Players, func(p store.Player) bool { return p.User == uint64(r.Whom) && p.Seat >= 0 })
	if i < 0 {
		return -1, games.Refuse("table.not-there")
	}
	r.Seat = games.Seat(m.Players[i].Seat)
	return i, nil
}

// former is the index of whoever had a seat that is open, the latest of them;
// -1 for none.
func former(m *store.Match, seat int) int {
	last := -1
	for i, p := range m.Players {
		if !p.LeftAt.IsZero() && p.LeftSeat == seat && (last < 0 || p.LeftAt.After(m.Players[last].LeftAt)) {
			last = i
		}
	}
	return last
}

// awake are the players who play themselves.
func awake(m *store.Match) []store.Player {
	return slices.DeleteFunc(sitting(*m), func(p store.Player) bool { return p.Asleep })
}

// seats are the players of a record as everybody sees them.
func seats(m *store.Match) []Player {
	n := m.Seats
	if n == 0 {
		n = len(sitting(*m))
	}
	list := make([]Player, n)
	for i := range list {
		if j, err := owner(m, games.Seat(i)); err == nil {
			p := m.Players[j]
			list[i] = Player{User: User{discord.ID(p.User), p.Name, p.Locale}, Ready: p.Ready, Joined: p.Joined, Asleep: p.Asleep, Missed: p.Missed}
			continue
		}
		list[i].Open = true
		if j := former(m, i); j >= 0 {
			list[i].Name = m.Players[j].Name
		}
	}
	return list
}

// note adds to a record what happened to people.
func note(next *store.Match, now time.Time, what string, who ...uint64) {
	n := 1
	if len(next.Notes) > 0 {
		n += next.Notes[len(next.Notes)-1].N
	}
	next.Notes = append(next.Notes, store.Note{N: n, At: now, What: what, Who: who})
}

// told is a note in words. Whoever is at the table is named by their seat, and
// whoever is not by the name that they had.
func told(m *store.Match, n store.Note) Note {
	var args []any
	for _, who := range n.Who {
		i := slices.IndexFunc(m.Players, func(p store.Player) bool { return p.User == who })
		switch {
		case i < 0:
			args = append(args, "")
		case m.Players[i].Seat >= 0:
			args = append(args, ui.Name(m.Players[i].Seat))
		default:
			args = append(args, m.Players[i].Name)
		}
	}
	return Note{At: n.At, Text: ui.T(n.What, args...)}
}

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
		Kind: Kind(v.Kind), Seat: games.Seat(v.Seat), By: games.Seat(v.By),
		Yes: seats(v.Yes), No: seats(v.No), Need: majority(m), Until: v.Until,
	}
}

// majority is more than half of those who are awake.
func majority(m *store.Match) int { return len(awake(m))/2 + 1 }

// live does what people can do in a live match, besides playing.
func (t *table) live(r *request, now time.Time) error {
	if r.Kind == Resume && t.unread != "" && (t.seated(r) || r.Moderator) {
		if err := t.reload(); err != nil {
			return err
		}
		if t.unread != "" {
			return games.Refuse("table.unreadable", t.unread)
		}
	}
	next := clone(t.rec)
	i, seated := t.find(r.User.ID), t.seated(r)
	woke := false
	if seated {
		woke = wake(&next, i, now)
		t.tidy(&next, now)
		next.Players[i].Press = max(next.Players[i].Press, uint64(r.Press))
	}
	switch r.Kind {
	case Back, Start, Ready:
		switch {
		case !seated && r.Kind == Back:
			return games.Refuse("table.not-seated")
		case !seated:
			return games.Refuse("table.started")
		case !woke:
			return nil // that is how it is
		}
	case Join:
		if !seated {
			return t.substitute(next, r, now)
		}
		if !woke {
			return games.Refuse("table.seated")
		}
	case Leave, gone:
		if !seated {
			return nil
		}
		next = clone(t.rec) // who wakes to leave did not come back
		next.Players[i].Press = max(next.Players[i].Press, uint64(r.Press))
		return t.vacate(next, i, "table.note.left", now)
	case Kick:
		j, err := meant(&next, r)
		if err != nil {
			return err
		}
		if j == i {
			return games.Refuse("table.kick-self")
		}
		return t.propose(next, r, i, now)
	case Transfer:
		if err := t.hosting(r, true); err != nil {
			return err
		}
		j, err := meant(&next, r)
		if err != nil {
			return err
		}
		if next.Players[j].Asleep {
			return games.Refuse("table.asleep")
		}
		if next.Host != next.Players[j].User {
			next.Host = next.Players[j].User
			note(&next, now, "table.note.host", next.Host)
		}
	case Pause, Resume, Stop:
		r.Seat = games.Nobody
		if r.Kind == Resume && (next.Paused == empty || next.Paused == deserted) {
			return games.Refuse(next.Paused) // by whoever is there, and in another channel
		}
		if (r.Kind == Pause) == (next.Paused != "") && r.Kind != Stop {
			if err := t.hosting(r, r.Kind != Pause); !seated && err != nil {
				return err // to them it is refused, whatever it is that they ask for
			}
			if woke {
				break
			}
			return nil // that is how it is
		}
		return t.propose(next, r, i, now)
	case Agree, Object:
		if !seated {
			return games.Refuse("table.not-seated")
		}
		if next.Motion == nil {
			return games.Refuse("table.no-motion")
		}
		vote(next.Motion, next.Players[i].Seat, r.Kind == Agree)
	case elsewhere, vacate:
		return nil // who plays, plays on
	default:
		return games.Refuse("table.started")
	}
	return t.change(next, now)
}

// change keeps what people changed in a live match.
func (t *table) change(next store.Match, now time.Time) error {
	t.tidy(&next, now)
	return t.save(next, now)
}

// tidy makes of a changed record what follows from who is there: who is the
// host, whether the match stands, whose votes count.
func (t *table) tidy(next *store.Match, now time.Time) {
	if len(sitting(*next)) == 0 {
		end(next, now)
		return
	}
	there := awake(next)
	seated := func(seat int) bool {
		return slices.ContainsFunc(there, func(p store.Player) bool { return p.Seat == seat })
	}
	if len(there) > 0 && !slices.ContainsFunc(there, func(p store.Player) bool { return p.User == next.Host }) {
		first := slices.MinFunc(there, func(a, b store.Player) int { return a.Joined.Compare(b.Joined) })
		next.Host = first.User
		note(next, now, "table.note.host", next.Host)
	}
	switch {
	case len(there) == 0 && next.Paused == "":
		next.Paused = empty
	case len(there) > 0 && next.Paused == empty:
		next.Paused = ""
	}
	if v := next.Motion; v != nil {
		lost := func(seat int) bool { return !seated(seat) }
		v.Yes, v.No = slices.DeleteFunc(v.Yes, lost), slices.DeleteFunc(v.No, lost)
		_, err := owner(next, games.Seat(v.Seat))
		if len(v.Yes) == 0 || v.Kind == string(Kick) && err != nil {
			next.Motion = nil
		}
	}
}

// wake notes that somebody is there, and reports whether that is news.
func wake(next *store.Match, i int, now time.Time) bool {
	p := &next.Players[i]
	news := p.Asleep || p.Missed > 0
	if p.Asleep {
		note(next, now, "table.note.back", p.User)
	}
	p.Asleep, p.Missed = false, 0
	return news
}

// propose does what the host or, where that is enough, a moderator wants. Of
// anybody else at the table it makes a motion, or a vote for the one that is
// open.
func (t *table) propose(next store.Match, r *request, i int, now time.Time) error {
	err := t.hosting(r, r.Kind != Pause)
	switch {
	case err == nil:
		return t.carry(next, r.Kind, r.Seat, now, "table.pause.host")
	case !t.seated(r):
		return err
	}
	by, v := next.Players[i].Seat, next.Motion
	switch {
	case v == nil:
		next.Motion = &store.Motion{Kind: string(r.Kind), Seat: int(r.Seat), By: by, Yes: []int{by}, Until: now.Add(VoteTime)}
	case v.Kind == string(r.Kind) && v.Seat == int(r.Seat):
		vote(v, by, true)
	default:
		return games.Refuse("table.motion")
	}
	return t.change(next, now)
}

// vote counts a vote, in place of an earlier one of the same seat.
func vote(v *store.Motion, seat int, yes bool) {
	is := func(s int) bool { return s == seat }
	v.Yes, v.No = slices.DeleteFunc(v.Yes, is), slices.DeleteFunc(v.No, is)
	if yes {
		v.Yes = append(v.Yes, seat)
	} else {
		v.No = append(v.No, seat)
	}
}

// carry does what was decided. why is the reason of a pause.
func (t *table) carry(next store.Match, kind Kind, seat games.Seat, now time.Time, why string) error {
	if v := next.Motion; v != nil && v.Kind == string(kind) && v.Seat == int(seat) {
		next.Motion = nil
	}
	switch kind {
	case Pause:
		next.Paused = why
		note(&next, now, "table.note.paused")
	case Resume:
		next.Paused, next.Incident = "", ""
		note(&next, now, "table.note.resumed")
	case Stop:
		note(&next, now, "table.note.stopped")
		end(&next, now)
		return t.save(next, now)
	case Kick:
		i, err := owner(&next, seat)
		if err != nil {
			return err
		}
		next.Players[i].Barred = true
		return t.vacate(next, i, "table.note.kicked", now)
	default:
		return fmt.Errorf("a motion to %q", kind)
	}
	return t.change(next, now)
}

// decide ends a motion that is decided or has lapsed. What the store does not
// take is tried again.
func (t *table) decide() {
	now := time.Now()
	if t.rec.Motion == nil || t.rec.Phase != Live || now.Before(t.retry) {
		return
	}
	err := t.serveOnce(func() error {
		next := clone(t.rec)
		v, need := next.Motion, majority(&next)
		if v == nil || next.Phase != Live {
			return nil
		}
		switch {
		case len(v.Yes) >= need:
			return t.carry(next, Kind(v.Kind), games.Seat(v.Seat), now, "table.pause.vote")
		case len(v.No) > len(awake(&next))-need, !now.Before(v.Until):
			next.Motion = nil
			note(&next, now, "table.note.rejected")
			return t.change(next, now)
		}
		return nil
	})
	if err != nil {
		t.tables.conf.Log.Error().Err(err).Str("match", t.rec.ID).Msg("what was voted is not saved and is tried again")
		t.later(now)
	}
}

// had are the seats that those who left a live match may come back to.
func had(r *store.Match) map[discord.ID]games.Seat {
	if r.Phase != Live {
		return nil
	}
	list := map[discord.ID]games.Seat{}
	for _, p := range r.Players {
		switch {
		case p.Barred:
			list[discord.ID(p.User)] = games.Nobody
		case !p.LeftAt.IsZero():
			list[discord.ID(p.User)] = games.Seat(p.LeftSeat)
		}
	}
	return list
}

// vacate takes somebody from their seat. An automatic player goes on with it;
// where the game has none, its part leaves the game.
func (t *table) vacate(next store.Match, i int, what string, now time.Time) error {
	p := &next.Players[i]
	seat := games.Seat(p.Seat)
	note(&next, now, what, p.User)
	p.LeftAt, p.LeftSeat = now, p.Seat
	p.Seat, p.Asleep, p.Missed = -1, false, 0
	if t.game.Plays() || t.match == nil || len(sitting(next)) == 0 {
		return t.change(next, now)
	}
	err := t.guard(func() error {
		along := clone(next)
		return t.step(step{Input: t.input(games.KindLeave, seat, now), next: &along}, now)
	})
	var f *fault
	var b *broken
	_, refused := games.Refused(err)
	switch {
	case errors.As(err, &f):
		t.tables.conf.Log.Error().Err(f.err).Str("match", t.rec.ID).Msg("a game cannot be left, the seat can")
	case !refused && !errors.As(err, &b):
		return err
	}
	return t.change(next, now)
}

// substitute seats somebody in a live match.
func (t *table) substitute(next store.Match, r *request, now time.Time) error {
	i := t.find(r.User.ID)
	had := i >= 0 && !next.Players[i].LeftAt.IsZero()
	vacant := vacant(seats(&next), t.game.Plays())
	seat := r.Seat
	if had && seat == games.Nobody {
		seat = games.Seat(next.Players[i].LeftSeat)
	}
	switch {
	case i >= 0 && next.Players[i].Barred:
		return games.Refuse("table.barred")
	case len(vacant) == 0:
		return games.Refuse("table.no-seat")
	case had && (int(seat) != next.Players[i].LeftSeat || !slices.Contains(vacant, seat)):
		return games.Refuse("table.other-hand") // they know what that seat knows
	case seat == games.Nobody:
		seat = vacant[0]
	case !slices.Contains(vacant, seat):
		return games.Refuse("table.seat-taken")
	}
	before := former(&next, int(seat))
	if v := next.Motion; v != nil && v.Kind == string(Kick) && v.Seat == int(seat) {
		next.Motion = nil // it was about whoever had the seat
	}
	if j, err := owner(&next, seat); err == nil {
		p := &next.Players[j]
		p.LeftAt, p.LeftSeat = now, p.Seat
		p.Seat, p.Asleep, p.Missed = -1, false, 0
		before = j
	}
	if i < 0 {
		i = len(next.Players)
		next.Players = append(next.Players, store.Player{User: uint64(r.User.ID)})
	}
	p := &next.Players[i]
	p.Name, p.Locale, p.Joined, p.Ready = r.User.Name, r.User.Locale, now, true
	p.Seat, p.LeftAt, p.LeftSeat = int(seat), time.Time{}, 0
	p.Press = max(p.Press, uint64(r.Press))
	if before == i || before < 0 {
		note(&next, now, "table.note.back", p.User)
	} else {
		note(&next, now, "table.note.substitute", p.User, next.Players[before].User)
	}
	if err := t.change(next, now); err != nil {
		return err
	}
	t.changed[1+seat] = now // nobody has typed yet what is meant for it
	return nil
}
