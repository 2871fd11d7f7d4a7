package rest

import (
	"slices"
	"time"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// events serve the endpoints of scheduled events.
type events struct{ w *world.World }

// eventGuild is the server of a call about events, where the bot may create them.
func (s *events) eventGuild(q *call) (*world.Guild, error) {
	g, err := q.inGuild()
	if err != nil {
		return nil, err
	}
	if s.w.Permissions.On(g)&world.PermCreateEvents == 0 {
		return nil, wire.ErrMissingPermissions
	}
	return g, nil
}

func (s *events) getEvents(q *call) (int, any, error) {
	g, err := q.inGuild()
	if err != nil {
		return 0, nil, err
	}
	list := []any{}
	for _, e := range g.Events {
		list = append(list, g.WireEvent(e))
	}
	return 200, list, nil
}

func (s *events) postEvent(q *call) (int, any, error) {
	g, err := s.eventGuild(q)
	if err != nil {
		return 0, nil, err
	}
	o, e := q.body.Object, world.Event{ID: s.w.NewID(), Creator: s.w.App, Status: world.EventScheduled}
	for _, key := range []string{"name", "privacy_level", "entity_type", "scheduled_start_time"} {
		o.Require(key)
	}
	if o.IsSet("entity_type") && o.OneOf("entity_type", 1, 2, world.EventExternal) != world.EventExternal {
		return 0, nil, wire.ErrChannelType // the bot makes no others, and this server has no voice channels
	}
	s.readEvent(o, &e)
	for _, key := range []string{"entity_metadata", "scheduled_end_time"} {
		o.Require(key)
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	open := slices.DeleteFunc(slices.Clone(g.Events), func(e world.Event) bool { return e.Status > world.EventActive })
	if len(open) >= world.MaxEvents {
		return 0, nil, wire.ErrTooManyEvents
	}
	s.w.Events.Add(g, e)
	return 200, g.WireEvent(e), nil
}

// readEvent reads what a body says of an event.
func (s *events) readEvent(o wire.Object, e *world.Event) {
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
	if !e.Start.Equal(start) && !e.Start.After(s.w.Now()) {
		o.Wrong("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
	}
	if !e.End.IsZero() && !e.End.After(e.Start) {
		o.Wrong("scheduled_end_time", "GUILD_SCHEDULED_EVENT_SCHEDULED_END_TIME_AFTER_START", "Cannot schedule end time before start time.")
	}
}

// event finds the event of a call. Without the permission to manage all of them, it is
// the bot's own.
func (s *events) event(q *call) (*world.Guild, int, error) {
	g, err := s.eventGuild(q)
	if err != nil {
		return nil, 0, err
	}
	i := slices.IndexFunc(g.Events, func(e world.Event) bool { return e.ID == wire.ID(q.arg["event"]) })
	switch {
	case i < 0:
		return nil, 0, wire.ErrUnknownEvent
	case g.Events[i].Creator != s.w.App:
		return nil, 0, wire.ErrMissingPermissions
	}
	return g, i, nil
}

func (s *events) patchEvent(q *call) (int, any, error) {
	g, i, err := s.event(q)
	if err != nil {
		return 0, nil, err
	}
	e := g.Events[i]
	if e.Status > world.EventActive {
		return 0, nil, wire.ErrEventOver
	}
	o := q.body.Object
	if o.IsSet("status") {
		next := o.OneOf("status", world.EventScheduled, world.EventActive, world.EventCompleted, world.EventCanceled)
		allowed := map[int][]int{world.EventScheduled: {world.EventActive, world.EventCanceled}, world.EventActive: {world.EventCompleted}}
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
	s.w.Events.Save(g, i, e)
	return 200, g.WireEvent(e), nil
}

func (s *events) deleteEvent(q *call) (int, any, error) {
	g, i, err := s.event(q)
	if err != nil {
		return 0, nil, err
	}
	s.w.Events.Drop(g, i)
	return 204, nil, nil
}
