package world

import (
	"slices"
	"time"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/wire"
)

// An Event is a scheduled event of a server that takes place somewhere else than in a
// voice channel. See docs.discord.com, page Guild Scheduled Event.
type Event struct {
	ID          wire.ID   `json:"id"`
	Creator     wire.ID   `json:"creator"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Location    string    `json:"location"`
	Start       time.Time `json:"start"`
	End         time.Time `json:"end"`
	Status      int       `json:"status"` // one of EventScheduled and so on
	Interested  []wire.ID `json:"interested,omitempty"`
}

// The states of an event.
const (
	EventScheduled = 1 + iota
	EventActive
	EventCompleted
	EventCanceled
)

// MaxEvents is how many events of a server may be scheduled or active.
const MaxEvents = 100

// EventExternal is the kind of an event that takes place somewhere else.
const EventExternal = 3

// Events are the scheduled events of servers.
type Events struct{ w *World }

// WireEvent is an event as Discord's JSON has it.
func (g *Guild) WireEvent(e Event) map[string]any {
	return map[string]any{
		"id": e.ID, "guild_id": g.ID, "channel_id": nil, "creator_id": e.Creator, "name": e.Name, "description": e.Description, "image": nil,
		"scheduled_start_time": Stamp(e.Start), "scheduled_end_time": Stamp(e.End), "privacy_level": 2, "status": e.Status,
		"entity_type": EventExternal, "entity_id": nil, "entity_metadata": map[string]any{"location": e.Location},
		"recurrence_rule": nil, "guild_scheduled_event_exceptions": []any{}, "user_count": len(e.Interested),
	}
}

// Add adds an event of a server, and tells the bot.
func (s *Events) Add(g *Guild, e Event) {
	g.Events = append(g.Events, e)
	s.w.Guilds.keep(g)
	s.w.Sessions.Dispatch(session.IntentEvents, g.ID, "GUILD_SCHEDULED_EVENT_CREATE", g.WireEvent(e))
}

// Save replaces an event of a server, and tells the bot.
func (s *Events) Save(g *Guild, i int, e Event) {
	g.Events = slices.Clone(g.Events)
	g.Events[i] = e
	s.w.Guilds.keep(g)
	s.w.Sessions.Dispatch(session.IntentEvents, g.ID, "GUILD_SCHEDULED_EVENT_UPDATE", g.WireEvent(e))
}

// Drop deletes an event of a server, and tells the bot.
func (s *Events) Drop(g *Guild, i int) {
	e := g.Events[i]
	g.Events = slices.Delete(slices.Clone(g.Events), i, i+1)
	s.w.Guilds.keep(g)
	s.w.Sessions.Dispatch(session.IntentEvents, g.ID, "GUILD_SCHEDULED_EVENT_DELETE", g.WireEvent(e))
}

// Find is the server of an event and the event's place there; nil when there is none.
func (s *Events) Find(id wire.ID) (*Guild, int) {
	for _, g := range s.w.Guilds.list {
		if i := slices.IndexFunc(g.Events, func(e Event) bool { return e.ID == id }); i >= 0 {
			return g, i
		}
	}
	return nil, 0
}

// SetInterest says whether a person is interested in an event. The bot is told.
func (s *Events) SetInterest(g *Guild, i int, p *Person, is bool) error {
	e := g.Events[i]
	switch was := slices.Contains(e.Interested, p.ID); {
	case !g.Has(p.ID):
		return ErrGone
	case was == is:
		return nil
	}
	kind := "GUILD_SCHEDULED_EVENT_USER_REMOVE"
	if e.Interested = slices.DeleteFunc(slices.Clone(e.Interested), func(u wire.ID) bool { return u == p.ID }); is {
		e.Interested, kind = append(e.Interested, p.ID), "GUILD_SCHEDULED_EVENT_USER_ADD"
	}
	g.Events = slices.Clone(g.Events)
	g.Events[i] = e
	s.w.Guilds.keep(g)
	s.w.Sessions.Dispatch(session.IntentEvents, g.ID, kind, map[string]any{"guild_scheduled_event_id": e.ID, "user_id": p.ID, "guild_id": g.ID})
	return nil
}
