package control

import (
	"fmt"
	"slices"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// Deny takes permissions from the bot in a channel or on a server; "" is everywhere. 0 gives all
// permissions of its invite back. The bot is told that something changed, not what.
func (s *Control) Deny(channel wire.ID, permissions uint64) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Permissions.Deny(channel, permissions)
}

// Grant gives the bot permissions that its invite does not ask for, everywhere.
func (s *Control) Grant(permissions uint64) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Permissions.Grant(permissions)
}

// Denied are the permissions taken from the bot, by channel.
func (s *Control) Denied() map[wire.ID]uint64 {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Permissions.Denied()
}

// SetLocale sets the language of the first server, a locale of Discord's as in "ru".
func (s *Control) SetLocale(locale string) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Guilds.SetLocale(s.w.Guilds.Home(), locale)
}

// SetGuildState gives the bot the first server, takes it away in an outage, or removes the bot.
func (s *Control) SetGuildState(is world.GuildState) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Guilds.SetState(s.w.Guilds.Home(), is)
}

// DeleteMessage deletes a message as a moderator would.
func (s *Control) DeleteMessage(id wire.ID) error {
	s.w.Lock()
	defer s.w.Unlock()
	m := s.w.Messages.Find(id)
	if m == nil {
		return fmt.Errorf("delete message %s: %w", id, wire.ErrUnknownMessage)
	}
	s.w.Messages.Drop(m)
	return s.w.Journal.Failure()
}

// DeleteChannel deletes a channel, with its threads, as a moderator would.
func (s *Control) DeleteChannel(id wire.ID) error {
	s.w.Lock()
	defer s.w.Unlock()
	c := s.w.Channels.Find(id)
	if c == nil {
		return fmt.Errorf("delete channel %s: %w", id, wire.ErrUnknownChannel)
	}
	s.w.Channels.Drop(c)
	return s.w.Journal.Failure()
}

// ArchiveThread archives a thread, or wakes it.
func (s *Control) ArchiveThread(id wire.ID, archived, locked bool) error {
	s.w.Lock()
	defer s.w.Unlock()
	c := s.w.Channels.Find(id)
	if c == nil || !c.Thread() {
		return fmt.Errorf("archive thread %s: %w", id, wire.ErrUnknownChannel)
	}
	next := *c
	next.Archived, next.Locked, next.ArchiveAt = archived, locked, world.Stamp(s.w.Now())
	s.w.Channels.Save(&next, true)
	s.w.Channels.ArchiveQuiet(id)
	return s.w.Journal.Failure()
}

// Events are the scheduled events of a server, oldest first.
func (s *Control) Events(server wire.ID) []world.Event {
	s.w.Lock()
	defer s.w.Unlock()
	if g := s.w.Guilds.Find(server); g != nil {
		return slices.Clone(g.Events)
	}
	return nil
}

// ChangeEvent changes an event, as a person does who may manage events. A nil do deletes it.
func (s *Control) ChangeEvent(id wire.ID, do func(e *world.Event)) error {
	s.w.Lock()
	defer s.w.Unlock()
	g, i := s.w.Events.Find(id)
	if g == nil {
		return world.ErrNoEvent
	}
	switch e := g.Events[i]; {
	case do == nil:
		s.w.Events.Drop(g, i)
	case e.Status > world.EventActive:
		return world.ClientError("the event is over")
	default:
		do(&e)
		s.w.Events.Save(g, i, e)
	}
	return s.w.Journal.Failure()
}
