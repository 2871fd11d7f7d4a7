package table

import (
	"encoding/hex"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// current makes the State of the table as it is. It calls no code of the game.
func (m *match) current() *State {
	r := &m.Rec
	run, at, since := m.Clock().Run()
	s := &State{
		ID: r.ID, Guild: discord.ID(r.Guild), Channel: discord.ID(r.Channel), Thread: discord.ID(r.Thread), WantsThread: r.OwnThread,
		Game: m.Game, Phase: r.Phase, Host: discord.ID(r.Host), Chosen: r.Chosen, Options: r.Options, Strength: games.Strength(r.Strength), PeopleOnly: r.PeopleOnly || !m.Game.Plays(), Faster: r.Faster, Lang: text.Lang(r.Lang),
		Match: m.Pos.Match, Status: m.Pos.Status, Turns: m.Pos.Turns,
		Clock: at, Since: since, Running: m.Clock().Running(), Patient: m.Alone().Calm(), run: run, Turn: m.TurnTime(), Hours: pace.HoursOf(r.Options), Incident: r.Incident,
		Created: r.Created, Started: r.Started, Ended: r.Ended, Expires: r.Expires, Previous: r.Previous,
		Resumed: m.resumed, Outage: m.outage, OutageWhy: m.outageWhy, stoodSince: m.stoodSince, dates: m.Dates,
	}
	s.ChannelDeleted = r.Phase == Live && r.Paused == people.PausedChannelDeleted
	s.Players = people.Players(r)
	s.leftSeats, s.SeesEnd = people.LeftSeats(r), m.Absent().SeesEnd()
	s.Motion = people.MotionOf(r)
	now := time.Now()
	for _, n := range r.Notes[max(len(r.Notes)-3, 0):] {
		if now.Before(n.At.Add(NewsTime)) {
			s.Notes = append(s.Notes, people.NoteText(r, n))
		}
	}
	s.ToRemind, s.Awaited = m.Absent().ToRemind(now)
	s.Expected, s.ExpectedUntil = people.Expected(&m.Rec, now)
	switch {
	case r.Phase == Void && r.Paused != "":
		s.VoidReason = ui.T(r.Paused, r.Incident)
	case r.Phase != Live:
	case len(m.halts) > 0:
		s.Paused, s.Halted = ui.T(m.halts[0].reason), true
	case m.Unread != "":
		s.Paused, s.Incident = ui.T("table.unreadable", m.Unread), m.Unread
	case r.Paused != "":
		s.Paused = ui.T(r.Paused, r.Incident)
	}
	s.Rev = uint64(r.Rev)
	if r.Position != nil {
		s.Rev += uint64(r.Position.N)
	}
	if r.Secret != (games.Secret{}) {
		h := r.Secret.Commitment()
		s.Commitment = hex.EncodeToString(h[:])
	}
	for _, id := range r.Presses {
		s.Presses = append(s.Presses, discord.ID(id))
	}
	if r.Seed != (games.Seed{}) {
		h := r.Seed.Hash()
		s.SeedHash = hex.EncodeToString(h[:])
		if r.Phase == Over || r.Phase == Void {
			s.Secret, s.Seed = r.Secret, hex.EncodeToString(r.Seed[:])
		}
	}
	return s
}
