package localcord

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/wire"
)

// controls switch faults on and off, and do what a moderator could do.
type controls struct{ api }

// Faults are those switched on.
func (s *controls) Faults() Faults {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.faults.On
	f.ClosedDMs, f.DownShards = slices.Clone(f.ClosedDMs), slices.Clone(f.DownShards)
	return f
}

// SetFaults replaces all faults at once. An outage cuts all sessions.
func (s *controls) SetFaults(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.Set(f)
	if f.Outage {
		for l := range s.links {
			l.Close(0)
		}
	}
	for _, g := range s.sessions.All() {
		if s.faults.On.Down(g.Shard) {
			g.Close(0)
		}
	}
	s.tellFaults()
}

// Deny takes permissions from the bot in a channel or on a server; "" is everywhere. 0 gives all
// permissions of its invite back. The bot is told that something changed, not what.
func (s *controls) Deny(channel ID, permissions uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.denied[channel] = permissions; permissions == 0 {
		delete(s.denied, channel)
	}
	if c := s.channels[channel]; c != nil {
		kind := "CHANNEL_UPDATE"
		if c.thread() {
			kind = "THREAD_UPDATE"
		}
		s.sessions.Dispatch(session.IntentGuilds, c.Guild, kind, s.channelWire(c))
	}
	for _, g := range s.guilds {
		if channel == "" || channel == g.ID {
			s.sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_ROLE_UPDATE", map[string]any{"guild_id": g.ID, "role": map[string]any{"id": g.ID}})
		}
	}
	s.tellFaults()
}

// Grant gives the bot permissions that its invite does not ask for, everywhere.
func (s *controls) Grant(permissions uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.granted = permissions
}

// Denied are the permissions taken from the bot, by channel.
func (s *controls) Denied() map[ID]uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.denied)
}

// ClearFaults switches every fault off and gives the bot all servers and all
// permissions back.
func (s *controls) ClearFaults() {
	s.SetFaults(Faults{})
	s.mu.Lock()
	for _, g := range s.guilds {
		s.setState(g, GuildAvailable)
	}
	s.mu.Unlock()
	for channel := range s.Denied() {
		s.Deny(channel, 0)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.refusing)
	s.tellFaults()
}

// FaultCounts counts the calls and events that each fault has hit so far, by its
// name in [Faults]. "limits" are the calls beyond the rate limits.
func (s *controls) FaultCounts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.faults.Counts()
}

// SetSkew sets how far Discord's clock is ahead of this host's, as [Config.Skew] does at
// the start. So the host's clock steps.
func (s *controls) SetSkew(ahead time.Duration) { s.skew.Store(int64(ahead)) }

// SetLocale is [Guild.SetLocale] of the first server.
func (s *controls) SetLocale(locale string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setLocale(s.home(), locale)
}

// SetGuildState is [Guild.SetState] of the first server.
func (s *controls) SetGuildState(is GuildState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setState(s.home(), is)
}

// Refuse refuses the next calls of a route, so many times, with an error code. A route
// is "PATCH /channels/{channel}/messages/{message}". 401 is the refusal of a token.
// 0 times end it.
func (s *controls) Refuse(route string, code, times int) error {
	e := wire.RefusalByCode(code)
	if e == nil {
		return fmt.Errorf("refuse %s: there is no refusal with code %d", route, code)
	}
	for _, r := range routes {
		if r.method+" "+r.pattern == route {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.refusing[r] = &refusing{e, times}
			return nil
		}
	}
	return fmt.Errorf("refuse %s: there is no such route", route)
}

// refusing says how the calls of a route are refused, and how many are still to be
// refused.
type refusing struct {
	with *wire.Refusal
	left int
}

// RequestReconnect sends op 7 to every session: the bot has to reconnect and resume.
func (s *controls) RequestReconnect() { s.toAll(session.Packet{Op: 7}) }

// InvalidateSessions ends every session with op 9. If resumable, the bot may resume.
func (s *controls) InvalidateSessions(resumable bool) {
	s.invalidate(resumable, func(*session.Session) bool { return true })
}

// InvalidateShard ends the sessions of one shard with op 9. They cannot be resumed.
func (s *controls) InvalidateShard(shard int) {
	s.invalidate(false, func(g *session.Session) bool { return g.Shard == shard })
}

func (s *controls) invalidate(resumable bool, which func(*session.Session) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions.All() {
		if !which(g) {
			continue
		}
		g.Send(session.Packet{Op: 9, D: resumable})
		g.Lose()
		if !resumable {
			s.sessions.Drop(g)
		}
	}
	s.online()
}

// CutConnections cuts every connection of the gateway. The sessions can be resumed.
func (s *controls) CutConnections() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions.All() {
		g.Close(0)
	}
}

// SilenceConnections leaves every connection of the gateway open and sends nothing
// on it, as when a network loses packets. New connections work.
func (s *controls) SilenceConnections() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.links {
		l.Silence()
	}
}

// CloseConnections closes every connection of the gateway with a code, as 4000 or
// 4004.
func (s *controls) CloseConnections(code int) {
	s.closeThose(code, func(*session.Session) bool { return true })
}

// CloseShard closes the connections of one shard with a code.
func (s *controls) CloseShard(shard, code int) {
	s.closeThose(code, func(g *session.Session) bool { return g.Shard == shard })
}

func (s *controls) closeThose(code int, which func(*session.Session) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions.All() {
		if which(g) {
			g.Close(code)
		}
	}
}

// DeleteMessage deletes a message as a moderator would.
func (s *controls) DeleteMessage(id ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.byID[id]
	if m == nil {
		return fmt.Errorf("delete message %s: %w", id, wire.ErrUnknownMessage)
	}
	s.drop(m)
	return s.journal.Failure()
}

// DeleteChannel deletes a channel, with its threads, as a moderator would.
func (s *controls) DeleteChannel(id ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[id]
	if c == nil {
		return fmt.Errorf("delete channel %s: %w", id, wire.ErrUnknownChannel)
	}
	s.dropChannel(c)
	return s.journal.Failure()
}

// ArchiveThread archives a thread, or wakes it.
func (s *controls) ArchiveThread(id ID, archived, locked bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[id]
	if c == nil || !c.thread() {
		return fmt.Errorf("archive thread %s: %w", id, wire.ErrUnknownChannel)
	}
	next := *c
	next.Archived, next.Locked, next.ArchiveAt = archived, locked, stamp(s.now())
	s.saveChannel(&next, true)
	s.archiveQuiet(id)
	return s.journal.Failure()
}

// faultState is what is switched on, for GET /local/faults and the event "faults".
// It has the [Faults]. Its "deny" has the permissions taken from the bot by
// channel, where "" means everywhere. Its "restart" says whether the web client can
// restart the bot. Its "guild" says whether the bot has the first server, as in
// setFaults. The caller holds mu.
func (s *world) faultState() any {
	deny := map[ID]string{}
	for channel, bits := range s.denied {
		deny[channel] = strconv.FormatUint(bits, 10) // as Discord: JavaScript has no numbers that long
	}
	guild := ""
	for name, is := range guildStates {
		if is == s.home().state {
			guild = name
		}
	}
	return struct {
		Faults
		Deny    map[ID]string `json:"deny"`
		Restart bool          `json:"restart"`
		Guild   string        `json:"guild"`
	}{s.faults.On, deny, s.again != nil, guild}
}
