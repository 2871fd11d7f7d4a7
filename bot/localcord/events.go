package localcord

import (
	"slices"

	"oneiros/bot/localcord/world"
)

// Events are the scheduled events of a server, oldest first.
func (s *controls) Events(server ID) []Event {
	s.w.Lock()
	defer s.w.Unlock()
	if g := s.w.Guilds.Find(server); g != nil {
		return slices.Clone(g.Events)
	}
	return nil
}

// ChangeEvent changes an event, as a person does who may manage events. A nil do deletes it.
func (s *controls) ChangeEvent(id ID, do func(e *Event)) error {
	s.w.Lock()
	defer s.w.Unlock()
	g, i := s.w.Events.Find(id)
	if g == nil {
		return errNoEvent
	}
	switch e := g.Events[i]; {
	case do == nil:
		s.w.Events.Drop(g, i)
	case e.Status > EventActive:
		return world.ClientError("the event is over")
	default:
		do(&e)
		s.w.Events.Save(g, i, e)
	}
	return s.w.Journal.Failure()
}

// errNoEvent refuses what is done with an event that is not there.
const errNoEvent = world.ClientError("there is no such event")

// Interested has the person be interested in an event of a server that they are on, or no longer.
func (p *Person) Interested(id ID, is bool) error {
	s := p.s
	s.w.Lock()
	defer s.w.Unlock()
	g, i := s.w.Events.Find(id)
	if g == nil {
		return errNoEvent
	}
	if err := s.w.Events.SetInterest(g, i, s.w.People.Find(p.id), is); err != nil {
		return err
	}
	return s.w.Journal.Failure()
}
