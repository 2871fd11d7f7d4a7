package localcord

import (
	"slices"
	"time"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/wire"
)

// An eventAPI serves the endpoints of scheduled events.
type eventAPI struct{ channelAPI }

// An Event is a scheduled event of a server that takes place somewhere else than in a
// voice channel. See docs.discord.com, page Guild Scheduled Event.
type Event struct {
	ID          ID        `json:"id"`
	Creator     ID        `json:"creator"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Location    string    `json:"location"`
	Start       time.Time `json:"start"`
	End         time.Time `json:"end"`
	Status      int       `json:"status"` // one of EventScheduled and so on
	Interested  []ID      `json:"interested,omitempty"`
}

// The states of an event.
const (
	EventScheduled = 1 + iota
	EventActive
	EventCompleted
	EventCanceled
)

// maxEvents is how many events of a server may be scheduled or active.
const maxEvents = 100

// eventExternal is the kind of an event that takes place somewhere else.
const eventExternal = 3

// Events are the scheduled events of a server, oldest first.
func (s *controls) Events(server ID) []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.guild(server); g != nil {
		return slices.Clone(g.Events)
	}
	return nil
}

// eventGuild is the server of a call about events, where the bot may create them.
func (s *eventAPI) eventGuild(q *call) (*guild, error) {
	g, err := s.inGuild(q)
	if err != nil {
		return nil, err
	}
	if (invited|s.granted)&^(s.denied[""]|s.denied[g.ID])&permCreateEvents == 0 {
		return nil, wire.ErrMissingPermissions
	}
	return g, nil
}

func (s *eventAPI) getEvents(q *call) (int, any, error) {
	g, err := s.inGuild(q)
	if err != nil {
		return 0, nil, err
	}
	list := []any{}
	for _, e := range g.Events {
		list = append(list, s.eventWire(g, e))
	}
	return 200, list, nil
}

func (s *eventAPI) postEvent(q *call) (int, any, error) {
	g, err := s.eventGuild(q)
	if err != nil {
		return 0, nil, err
	}
	o, e := q.body.Object, Event{ID: s.newID(), Creator: s.app, Status: EventScheduled}
	for _, key := range []string{"name", "privacy_level", "entity_type", "scheduled_start_time"} {
		o.Require(key)
	}
	if o.IsSet("entity_type") && o.OneOf("entity_type", 1, 2, eventExternal) != eventExternal {
		return 0, nil, wire.ErrChannelType // the bot makes no others, and this server has no voice channels
	}
	s.readEvent(o, &e)
	for _, key := range []string{"entity_metadata", "scheduled_end_time"} {
		o.Require(key)
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	open := slices.DeleteFunc(slices.Clone(g.Events), func(e Event) bool { return e.Status > EventActive })
	if len(open) >= maxEvents {
		return 0, nil, wire.ErrTooManyEvents
	}
	g.Events = append(g.Events, e)
	s.keepGuild(g)
	s.sessions.Dispatch(session.IntentEvents, g.ID, "GUILD_SCHEDULED_EVENT_CREATE", s.eventWire(g, e))
	return 200, s.eventWire(g, e), nil
}

// readEvent reads what a body says of an event.
func (s *eventAPI) readEvent(o wire.Object, e *Event) {
	if o.IsSet("name") {
		e.Name = o.TrimmedString("name", 1, 100)
	}
	e.Description = o.String("description", 0, 1000)
	if o.IsSet("privacy_level") {
		o.OneOf("privacy_level", 2)
	}
	if m, ok := o.Child("entity_metadata"); ok && m.Require("location") {
		e.Location = m.TrimmedString("location", 1, 100)
	}
	read := func(key string, to *time.Time) {
		if !o.IsSet(key) {
			return
		}
		at, err := time.Parse(time.RFC3339, o.String(key, 0, 64))
		if err != nil {
			o.Wrong(key, "DATE_TIME_TYPE_PARSE", "Could not parse %s. Should be ISO8601.", wire.Text(o.Fields[key]))
			return
		}
		*to = at
	}
	start := e.Start
	read("scheduled_start_time", &e.Start)
	read("scheduled_end_time", &e.End)
	if !e.Start.Equal(start) && !e.Start.After(s.now()) {
		o.Wrong("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
	}
	if !e.End.IsZero() && !e.End.After(e.Start) {
		o.Wrong("scheduled_end_time", "GUILD_SCHEDULED_EVENT_SCHEDULED_END_TIME_AFTER_START", "Cannot schedule end time before start time.")
	}
}

// event finds the event of a call. Without the permission to manage all of them, it is
// the bot's own.
func (s *eventAPI) event(q *call) (*guild, int, error) {
	g, err := s.eventGuild(q)
	if err != nil {
		return nil, 0, err
	}
	i := slices.IndexFunc(g.Events, func(e Event) bool { return e.ID == ID(q.arg["event"]) })
	switch {
	case i < 0:
		return nil, 0, wire.ErrUnknownEvent
	case g.Events[i].Creator != s.app:
		return nil, 0, wire.ErrMissingPermissions
	}
	return g, i, nil
}

func (s *eventAPI) patchEvent(q *call) (int, any, error) {
	g, i, err := s.event(q)
	if err != nil {
		return 0, nil, err
	}
	e := g.Events[i]
	if e.Status > EventActive {
		return 0, nil, wire.ErrEventOver
	}
	o := q.body.Object
	if o.IsSet("status") {
		next := o.OneOf("status", EventScheduled, EventActive, EventCompleted, EventCanceled)
		allowed := map[int][]int{EventScheduled: {EventActive, EventCanceled}, EventActive: {EventCompleted}}
		if next != 0 && !slices.Contains(allowed[e.Status], next) {
			o.Wrong("status", "GUILD_SCHEDULED_EVENT_STATUS_TRANSITION", "Invalid Guild Scheduled Event Status Transition")
		}
		e.Status = next
	}
	description := e.Description
	s.readEvent(o, &e)
	if !o.IsSet("description") {
		e.Description = description
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	s.saveEvent(g, i, e)
	return 200, s.eventWire(g, e), nil
}

// saveEvent replaces an event of a server, and tells the bot. The caller holds mu.
func (s *eventAPI) saveEvent(g *guild, i int, e Event) {
	g.Events = slices.Clone(g.Events)
	g.Events[i] = e
	s.keepGuild(g)
	s.sessions.Dispatch(session.IntentEvents, g.ID, "GUILD_SCHEDULED_EVENT_UPDATE", s.eventWire(g, e))
}

func (s *eventAPI) deleteEvent(q *call) (int, any, error) {
	g, i, err := s.event(q)
	if err != nil {
		return 0, nil, err
	}
	s.dropEvent(g, i)
	return 204, nil, nil
}

// dropEvent deletes an event of a server, and tells the bot. The caller holds mu.
func (s *eventAPI) dropEvent(g *guild, i int) {
	e := g.Events[i]
	g.Events = slices.Delete(slices.Clone(g.Events), i, i+1)
	s.keepGuild(g)
	s.sessions.Dispatch(session.IntentEvents, g.ID, "GUILD_SCHEDULED_EVENT_DELETE", s.eventWire(g, e))
}

// onEvent does something with an event of any server. The bot is told, and not by whom.
func (s *eventAPI) onEvent(id ID, do func(g *guild, i int) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.guilds {
		if i := slices.IndexFunc(g.Events, func(e Event) bool { return e.ID == id }); i >= 0 {
			if err := do(g, i); err != nil {
				return err
			}
			return s.journal.Failure()
		}
	}
	return clientError("there is no such event")
}

// ChangeEvent changes an event, as a person does who may manage events. A nil do deletes it.
func (s *controls) ChangeEvent(id ID, do func(e *Event)) error {
	return s.onEvent(id, func(g *guild, i int) error {
		switch e := g.Events[i]; {
		case do == nil:
			s.dropEvent(g, i)
		case e.Status > EventActive:
			return clientError("the event is over")
		default:
			do(&e)
			s.saveEvent(g, i, e)
		}
		return nil
	})
}

// Interested has the person be interested in an event of a server that they are on, or no longer.
func (p *Person) Interested(id ID, is bool) error {
	s := p.s
	return s.onEvent(id, func(g *guild, i int) error {
		e := g.Events[i]
		switch was := slices.Contains(e.Interested, p.id); {
		case !g.has(p.id):
			return errGone
		case was == is:
			return nil
		}
		kind := "GUILD_SCHEDULED_EVENT_USER_REMOVE"
		if e.Interested = slices.DeleteFunc(slices.Clone(e.Interested), func(u ID) bool { return u == p.id }); is {
			e.Interested, kind = append(e.Interested, p.id), "GUILD_SCHEDULED_EVENT_USER_ADD"
		}
		g.Events = slices.Clone(g.Events)
		g.Events[i] = e
		s.keepGuild(g)
		s.sessions.Dispatch(session.IntentEvents, g.ID, kind, map[string]any{"guild_scheduled_event_id": id, "user_id": p.id, "guild_id": g.ID})
		return nil
	})
}

// eventWire is an event as Discord's JSON has it.
func (s *eventAPI) eventWire(g *guild, e Event) map[string]any {
	return map[string]any{
		"id": e.ID, "guild_id": g.ID, "channel_id": nil, "creator_id": e.Creator, "name": e.Name, "description": e.Description, "image": nil,
		"scheduled_start_time": stamp(e.Start), "scheduled_end_time": stamp(e.End), "privacy_level": 2, "status": e.Status,
		"entity_type": eventExternal, "entity_id": nil, "entity_metadata": map[string]any{"location": e.Location},
		"recurrence_rule": nil, "guild_scheduled_event_exceptions": []any{}, "user_count": len(e.Interested),
	}
}
