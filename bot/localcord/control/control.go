// Package control is who decides over a Discord: it switches faults on and off, and does what a
// moderator could do.
//
// The page of the web client and tests do the same with it. Each method takes the lock of the
// world and tells what has changed.
package control

import (
	"slices"

	"oneiros/bot/localcord/fault"
	"oneiros/bot/localcord/gateway"
	"oneiros/bot/localcord/rest"
	"oneiros/bot/localcord/world"
)

// A Control switches faults on and off, and does what a moderator could do.
type Control struct {
	w       *world.World
	gateway *gateway.Gateway
	rest    *rest.API
}

// New controls a world, its gateway and its REST API.
func New(w *world.World, g *gateway.Gateway, r *rest.API) *Control { return &Control{w, g, r} }

// Faults are those switched on.
func (s *Control) Faults() fault.Switches {
	s.w.Lock()
	defer s.w.Unlock()
	f := s.w.Faults.On
	f.ClosedDMs, f.DownShards = slices.Clone(f.ClosedDMs), slices.Clone(f.DownShards)
	return f
}

// SetFaults replaces all faults at once. An outage cuts all sessions.
func (s *Control) SetFaults(f fault.Switches) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Faults.Set(f)
	s.gateway.Sever()
	s.w.TellFaults()
}

// ClearFaults switches every fault off and gives the bot all servers and all
// permissions back.
func (s *Control) ClearFaults() {
	s.SetFaults(fault.Switches{})
	s.w.Lock()
	for _, g := range s.w.Guilds.All() {
		s.w.Guilds.SetState(g, world.GuildAvailable)
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
// name in [fault.Switches]. "limits" are the calls beyond the rate limits.
func (s *Control) FaultCounts() map[string]int {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Faults.Counts()
}
