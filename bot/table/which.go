package table

import (
	"context"
	"slices"

	"oneiros/bot/discord"
)

// Which says which tables are meant. The zero Which means none.
//
// A table is found in one of three ways, by what is wanted of it. [Tables.Known] reads nothing,
// [Tables.Find] takes a match up because a person wants something of it, and [Tables.Read] reads
// it for what the bot does by itself.
type Which struct {
	kind    whichKind
	match   string
	channel discord.ID
	user    discord.ID
	guild   discord.ID // 0 for all
}

type whichKind int

const (
	noTable whichKind = iota
	byMatch
	byChannel
	byPerson
	thoseOn
	every
)

// OfMatch is the table of a match.
func OfMatch(match string) Which { return Which{kind: byMatch, match: match} }

// InChannel is the table in a channel or thread. It is the match that is on, else
// the latest that has ended and is not cleared yet. A match that has a thread is in
// the thread and not in the channel.
func InChannel(channel discord.ID) Which { return Which{kind: byChannel, channel: channel} }

// OfPerson are the lobbies and live matches at which a person sits.
func OfPerson(user discord.ID) Which { return Which{kind: byPerson, user: user} }

// On are the lobbies and live matches.
func On() Which { return Which{kind: thoseOn} }

// All are all tables, also those whose match has ended.
func All() Which { return Which{kind: every} }

// At are those of them on a server; with 0 they are all of them.
func (w Which) At(guild discord.ID) Which {
	w.guild = guild
	return w
}

// States are tables, earlier ones first.
type States []*State

// One is the first of the tables, and whether there is one.
func (l States) One() (*State, bool) {
	if len(l) == 0 {
		return nil, false
	}
	return l[0], true
}

// Known lists what is known of tables without reading a match, so in brief where they are put
// away: see [State.Brief].
func (d *directory) Known(w Which) States {
	var list States
	for _, f := range d.find(w) {
		list = append(list, f.state)
	}
	return list
}

// found is a table with its State when it was found.
type found struct {
	entry *entry
	state *State
}

// find finds the tables that are meant, earlier ones first. A press may ask for one person's
// tables among thousands, so only those are sorted.
func (d *directory) find(w Which) (list []found) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	add := func(e *entry) {
		if e == nil {
			return
		}
		if s := e.state.Load(); w.means(s) {
			list = append(list, found{e, s})
		}
	}
	switch w.kind {
	case noTable:
	case byMatch:
		add(d.tables[w.match])
	case byChannel:
		add(d.channels[w.channel])
	default:
		for _, e := range d.tables {
			add(e)
		}
	}
	slices.SortFunc(list, func(a, b found) int { return earlier(a.state, b.state) })
	return list
}

// means reports whether a table is meant. Its match or its channel is the right one.
func (w Which) means(s *State) bool {
	if w.guild != 0 && s.Guild != w.guild {
		return false
	}
	switch w.kind {
	case byPerson:
		_, sits := s.Seat(w.user)
		return sits && s.isOn()
	case thoseOn:
		return s.isOn()
	}
	return true
}

// Find is all of a table, for a person who wants something of it; of several, of the first. A
// match that was put away is taken up, and stays in memory for a while. If it cannot be read,
// the State is in brief and says that the match stands.
func (h *Tables) Find(w Which) (*State, bool) {
	list := h.find(w)
	if len(list) == 0 {
		return nil, false
	}
	return h.whole(list[0].entry), true
}

// Read is all of the tables that are meant, for what the bot does by itself. It does not keep
// a match in memory. Of a person it also reads the tables that another process has, as the
// database has them; of those it leaves out a match that cannot be read. The error is the
// store's.
func (h *Tables) Read(ctx context.Context, w Which) (States, error) {
	if w.kind == byPerson {
		return h.readOfPerson(ctx, w)
	}
	var list States
	for _, f := range h.find(w) {
		s, err := h.look(ctx, f.entry)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}
