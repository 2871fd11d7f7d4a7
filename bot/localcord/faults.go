package localcord

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/wire"
)

// controls switch faults on and off, and do what a moderator could do.
type controls struct{ api }

// Faults are what can go wrong at Discord, and the times that tests may want to
// shorten. The zero value is a healthy Discord. Shares are from 0 to 1 and exact:
// 0.25 is every fourth call.
type Faults struct {
	Latency         int     `json:"latency"`          // milliseconds before each REST call begins
	ErrorRate       float64 `json:"error_rate"`       // share of calls that get ErrorStatus and do nothing
	ErrorStatus     int     `json:"error_status"`     // 500, 502, 503 or 504; 0 is all of them in turn
	LostRate        float64 `json:"lost_rate"`        // share of calls that are done, and whose answer is lost with the connection
	CutRate         float64 `json:"cut_rate"`         // share of calls whose connection is cut before anything is done
	UnansweredRate  float64 `json:"unanswered_rate"`  // share of calls that are neither done nor answered for as long as the bot waits
	LimitRate       float64 `json:"limit_rate"`       // share of calls that get 429
	RetryAfter      int     `json:"retry_after"`      // milliseconds that a 429 of LimitRate asks to wait; 0 is 1000
	LimitScope      string  `json:"limit_scope"`      // of such a 429: "user", "global", "shared"; "" is user
	Outage          bool    `json:"outage"`           // REST answers 503, and the gateway closes all connections and takes no new ones
	Silent          bool    `json:"silent"`           // the gateway says nothing at all: no hello, no events, no acks
	Duplicate       bool    `json:"duplicate"`        // each event of the gateway comes twice
	ReconnectFirst  int     `json:"reconnect_first"`  // so many connections get op 7 as the first packet after they identify or resume
	InvalidFirst    int     `json:"invalid_first"`    // so many get op 9 instead of READY or RESUMED
	ClosedDMs       []ID    `json:"closed_dms"`       // people who cannot be written to; "*" is all
	OldEdits        int     `json:"old_edits"`        // how many edits of old messages a channel takes in an hour; 0 is Discord's
	OldAfter        int     `json:"old_after"`        // milliseconds until a message is old; 0 is an hour, less is at once
	AnswerWithin    int     `json:"answer_within"`    // milliseconds to answer an interaction; 0 is what the server is configured to
	TokenLife       int     `json:"token_life"`       // milliseconds that an interaction's token lives; 0 is 15 minutes
	VoiceUnanswered bool    `json:"voice_unanswered"` // op 4 of the gateway does nothing
	SoundRefused    bool    `json:"sound_refused"`    // sounds get 50167: the bot is not connected to the voice channel
	DownShards      []int   `json:"down_shards"`      // the gateway cuts the connections of these shards and takes no new ones
}

func or(ms int, d time.Duration) time.Duration {
	if ms == 0 {
		return d
	}
	return time.Duration(ms) * time.Millisecond
}

func (f *Faults) retryAfter() time.Duration { return or(f.RetryAfter, time.Second) }

func (f *Faults) oldAfter() time.Duration { return or(f.OldAfter, time.Hour) }

func (f *Faults) tokenLife() time.Duration { return or(f.TokenLife, 15*time.Minute) }

func (f *Faults) closedDM(id ID) bool {
	return slices.Contains(f.ClosedDMs, id) || slices.Contains(f.ClosedDMs, "*")
}

// Faults are those switched on.
func (s *controls) Faults() Faults {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.faults
	f.ClosedDMs, f.DownShards = slices.Clone(f.ClosedDMs), slices.Clone(f.DownShards)
	return f
}

// SetFaults replaces all faults at once. An outage cuts all sessions.
func (s *controls) SetFaults(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
	s.tally = map[string]float64{}
	if f.Outage {
		for l := range s.links {
			l.close(0)
		}
	}
	for _, g := range s.sessions {
		if s.isDown(g.shard) {
			g.closeConnection(0)
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
		s.dispatch(intentGuilds, c.Guild, kind, s.channelWire(c))
	}
	for _, g := range s.guilds {
		if channel == "" || channel == g.ID {
			s.dispatch(intentGuilds, g.ID, "GUILD_ROLE_UPDATE", map[string]any{"guild_id": g.ID, "role": map[string]any{"id": g.ID}})
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
	return maps.Clone(s.faultCounts)
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
func (s *controls) RequestReconnect() { s.toAll(packet{Op: 7}) }

// InvalidateSessions ends every session with op 9. If resumable, the bot may resume.
func (s *controls) InvalidateSessions(resumable bool) {
	s.invalidate(resumable, func(*session) bool { return true })
}

// InvalidateShard ends the sessions of one shard with op 9. They cannot be resumed.
func (s *controls) InvalidateShard(shard int) {
	s.invalidate(false, func(g *session) bool { return g.shard == shard })
}

func (s *controls) invalidate(resumable bool, which func(*session) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, g := range s.sessions {
		if !which(g) {
			continue
		}
		g.say(packet{Op: 9, D: resumable})
		g.conn, g.left = nil, time.Now()
		if !resumable {
			delete(s.sessions, id)
		}
	}
	s.online()
}

// CutConnections cuts every connection of the gateway. The sessions can be resumed.
func (s *controls) CutConnections() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions {
		g.closeConnection(0)
	}
}

// SilenceConnections leaves every connection of the gateway open and sends nothing
// on it, as when a network loses packets. New connections work.
func (s *controls) SilenceConnections() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.links {
		l.silent.Store(true)
	}
}

// CloseConnections closes every connection of the gateway with a code, as 4000 or
// 4004.
func (s *controls) CloseConnections(code int) {
	s.closeThose(code, func(*session) bool { return true })
}

// CloseShard closes the connections of one shard with a code.
func (s *controls) CloseShard(shard, code int) {
	s.closeThose(code, func(g *session) bool { return g.shard == shard })
}

func (s *controls) closeThose(code int, which func(*session) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions {
		if which(g) {
			g.closeConnection(code)
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
	return s.journal.failure()
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
	return s.journal.failure()
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
	return s.journal.failure()
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
	}{s.faults, deny, s.again != nil, guild}
}
