package localcord

import (
	"fmt"
	"slices"
	"time"

	"oneiros/bot/localcord/gateway"
	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/rest"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// controls switch faults on and off, and do what a moderator could do.
type controls struct {
	w       *world.World
	asked   *interaction.Interactions
	gateway *gateway.Gateway
	rest    *rest.API
}

// Faults are those switched on.
func (s *controls) Faults() Faults {
	s.w.Lock()
	defer s.w.Unlock()
	f := s.w.Faults.On
	f.ClosedDMs, f.DownShards = slices.Clone(f.ClosedDMs), slices.Clone(f.DownShards)
	return f
}

// SetFaults replaces all faults at once. An outage cuts all sessions.
func (s *controls) SetFaults(f Faults) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Faults.Set(f)
	s.gateway.Sever()
	s.w.TellFaults()
}

// Deny takes permissions from the bot in a channel or on a server; "" is everywhere. 0 gives all
// permissions of its invite back. The bot is told that something changed, not what.
func (s *controls) Deny(channel ID, permissions uint64) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Permissions.Deny(channel, permissions)
}

// Grant gives the bot permissions that its invite does not ask for, everywhere.
func (s *controls) Grant(permissions uint64) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Permissions.Grant(permissions)
}

// Denied are the permissions taken from the bot, by channel.
func (s *controls) Denied() map[ID]uint64 {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Permissions.Denied()
}

// ClearFaults switches every fault off and gives the bot all servers and all
// permissions back.
func (s *controls) ClearFaults() {
	s.SetFaults(Faults{})
	s.w.Lock()
	for _, g := range s.w.Guilds.All() {
		s.w.Guilds.SetState(g, GuildAvailable)
	}
	s.w.Unlock()
	for channel := range s.Denied() {
		s.Deny(channel, 0)
	}
	s.w.Lock()
	defer s.w.Unlock()
	s.rest.RefuseNothing()
	s.w.TellFaults()
}

// FaultCounts counts the calls and events that each fault has hit so far, by its
// name in [Faults]. "limits" are the calls beyond the rate limits.
func (s *controls) FaultCounts() map[string]int {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Faults.Counts()
}

// SetSkew sets how far Discord's clock is ahead of this host's, as [Config.Skew] does at
// the start. So the host's clock steps.
func (s *controls) SetSkew(ahead time.Duration) { s.w.SetSkew(ahead) }

// SetLocale is [Guild.SetLocale] of the first server.
func (s *controls) SetLocale(locale string) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Guilds.SetLocale(s.w.Guilds.Home(), locale)
}

// SetGuildState is [Guild.SetState] of the first server.
func (s *controls) SetGuildState(is GuildState) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Guilds.SetState(s.w.Guilds.Home(), is)
}

// DeleteMessage deletes a message as a moderator would.
func (s *controls) DeleteMessage(id ID) error {
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
func (s *controls) DeleteChannel(id ID) error {
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
func (s *controls) ArchiveThread(id ID, archived, locked bool) error {
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
