package gateway

import (
	"encoding/json"
	"strings"
	"time"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/world"
)

// identifying is the data of IDENTIFY.
type identifying struct {
	Token      string            `json:"token"`
	Properties map[string]string `json:"properties"`
	Compress   bool              `json:"compress"`
	Intents    *int              `json:"intents"`
	Shard      *[2]int           `json:"shard"`
}

// check is a new session as it is asked for, or a close code. The caller holds the lock.
func (id identifying) check(s *Gateway) (*session.Session, int) {
	if !s.w.IsToken(strings.TrimPrefix(id.Token, "Bot ")) {
		return nil, 4004
	}
	if id.Intents == nil || *id.Intents&^knownIntents != 0 {
		return nil, 4013
	}
	if *id.Intents&privilegedIntents != 0 {
		return nil, 4014
	}
	g := &session.Session{Intents: *id.Intents, Shards: 1}
	if id.Shard != nil {
		g.Shard, g.Shards = id.Shard[0], id.Shard[1]
		if g.Shards < 1 || g.Shard < 0 || g.Shard >= g.Shards {
			return nil, 4010
		}
	}
	if g.Shards < s.w.Sessions.Starts.Required {
		return nil, 4011
	}
	return g, 0
}

// begin is IDENTIFY. It returns a close code, or no session for op 9.
func (s *Gateway) begin(l *link, d json.RawMessage) (*session.Session, int) {
	var id identifying
	if json.Unmarshal(d, &id) != nil || id.Properties == nil {
		return nil, 4002
	}
	s.w.Lock()
	defer s.w.Unlock()
	g, code := id.check(s)
	if code != 0 {
		return nil, code
	}
	l.Compress(id.Compress && !l.stream)
	now := time.Now()
	if s.w.Faults.On.Down(g.Shard) {
		return nil, cutOff
	}
	if s.decline(l, s.w.Limits && s.w.Sessions.Starts.TooSoon(g.Shard, now)) {
		return nil, 0
	}
	if !s.w.Sessions.Starts.Begin(g.Shard, now) && s.w.Limits {
		s.resetToken()
		return nil, 4004
	}
	g.ID = world.Secret(s.w.Luck.Next("session", g.Shard, g.Shards), 16)
	g.Take(l.Line)
	s.w.Sessions.Add(g)
	if s.w.Faults.On.ReconnectFirst > 0 {
		s.w.Faults.On.ReconnectFirst--
		s.w.TellFaults()
		l.Send(session.Packet{Op: 7})
		return g, 0
	}
	s.welcome(g)
	s.w.TellOnline()
	return g, 0
}

// welcome sends a new session what it has: READY, and each server. The caller holds the lock.
func (s *Gateway) welcome(g *session.Session) {
	guilds := []any{}
	mine := s.w.Guilds.Having(func(o *world.Guild) bool { return o.ID.Shard(g.Shards) == g.Shard })
	for _, o := range mine {
		guilds = append(guilds, map[string]any{"id": o.ID, "unavailable": true})
	}
	s.w.Sessions.Emit(g, "READY", map[string]any{
		"v": 10, "user": s.w.Bot, "guilds": guilds, "session_id": g.ID, "session_type": "normal", "private_channels": []any{},
		"resume_gateway_url": s.w.Socket() + "/gateway/resume", "shard": []int{g.Shard, g.Shards},
		"application": map[string]any{"id": s.w.App, "flags": 0}, "user_settings": map[string]any{}, "relationships": []any{}, "presences": []any{},
		"_trace": []string{"localcord"},
	})
	for _, o := range mine {
		if g.Intents&session.IntentGuilds != 0 && o.State == world.GuildAvailable {
			s.w.Sessions.Emit(g, "GUILD_CREATE", s.w.Guilds.Whole(o))
		}
	}
}

// resetToken is what Discord does when a bot identifies too often: the token is no
// longer valid, and all sessions end. The caller holds the lock.
func (s *Gateway) resetToken() {
	s.w.Log.Error().Msg("token reset: too many IDENTIFYs in a day")
	s.w.Revoke()
	for _, g := range s.w.Sessions.All() {
		g.Close(4004)
		s.w.Sessions.Drop(g)
	}
	s.w.TellOnline()
}

// decline sends op 9 when the session is refused, and reports whether it is.
func (s *Gateway) decline(l *link, tooSoon bool) bool {
	if s.w.Faults.On.InvalidFirst > 0 {
		s.w.Faults.On.InvalidFirst--
		s.w.TellFaults()
		tooSoon = true
	}
	if tooSoon {
		l.Send(session.Packet{Op: 9, D: false})
	}
	return tooSoon
}

// resume is RESUME: what was missed, then RESUMED.
func (s *Gateway) resume(l *link, d json.RawMessage) (*session.Session, int) {
	var want struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	if json.Unmarshal(d, &want) != nil {
		return nil, 4002
	}
	s.w.Lock()
	defer s.w.Unlock()
	if !s.w.IsToken(strings.TrimPrefix(want.Token, "Bot ")) {
		return nil, 4004
	}
	g := s.w.Sessions.Find(want.Session)
	if g == nil {
		l.Send(session.Packet{Op: 9, D: false})
		return nil, 0
	}
	if s.w.Faults.On.Down(g.Shard) {
		return nil, cutOff
	}
	told, whole := g.Told(want.Seq)
	if !told {
		return nil, 4007
	}
	if s.decline(l, !whole) {
		s.w.Sessions.Drop(g)
		return nil, 0
	}
	g.Take(l.Line)
	if s.w.Faults.On.ReconnectFirst > 0 {
		s.w.Faults.On.ReconnectFirst--
		s.w.TellFaults()
		l.Send(session.Packet{Op: 7})
		return g, 0
	}
	g.Replay(want.Seq)
	s.w.Sessions.Emit(g, "RESUMED", map[string]any{"_trace": []string{"localcord"}})
	s.w.TellOnline()
	return g, 0
}
