package gateway

import (
	"encoding/json"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// hear takes one payload of the bot. It returns the session of the connection after it, and
// a close code.
func (s *Gateway) hear(l *link, g *session.Session, b []byte) (*session.Session, int) {
	var p struct {
		Op *int            `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if len(b) > 4096 || json.Unmarshal(b, &p) != nil || p.Op == nil {
		return g, 4002
	}
	switch *p.Op {
	case 1:
		l.Send(session.Packet{Op: 11})
		return g, 0
	case 2:
		if s.holds(g, l) {
			return g, 4005
		}
		return s.begin(l, p.D)
	case 6:
		if s.holds(g, l) {
			return g, 4005
		}
		return s.resume(l, p.D)
	case 3, 4, 8:
		if g == nil {
			return g, 4003
		}
		if *p.Op == 4 {
			return g, s.hearVoice(g, p.D)
		}
		return g, 0
	}
	return g, 4001
}

// cutOff stands for a close code: the connection is cut without one.
const cutOff = -1

// holds reports whether a connection still has its session. Op 9 takes it away, and
// then the bot may identify again on the same connection.
func (s *Gateway) holds(g *session.Session, l *link) bool {
	s.w.Lock()
	defer s.w.Unlock()
	return g.Has(l.Line)
}

// hearVoice is op 4. Discord answers only sessions with the intent of voice states, and one that
// may not enter nothing at all. It returns a close code.
func (s *Gateway) hearVoice(in *session.Session, d json.RawMessage) int {
	var want struct {
		Guild   wire.ID  `json:"guild_id"`
		Channel *wire.ID `json:"channel_id"`
		Mute    bool     `json:"self_mute"`
		Deaf    bool     `json:"self_deaf"`
	}
	if json.Unmarshal(d, &want) != nil {
		return 4002
	}
	s.w.Lock()
	defer s.w.Unlock()
	g := s.w.Guilds.Find(want.Guild)
	if s.w.Faults.On.VoiceUnanswered || g == nil || g.State != world.GuildAvailable || want.Guild.Shard(in.Shards) != in.Shard {
		return 0
	}
	state := world.VoiceState{Session: in.ID, Muted: want.Mute, Deaf: want.Deaf}
	if want.Channel != nil {
		state.Channel = *want.Channel
	}
	if c := s.w.Channels.Find(state.Channel); c != nil {
		if s.w.Permissions.In(c)&(world.PermViewChannel|world.PermConnect) != world.PermViewChannel|world.PermConnect {
			return 0
		}
		state.Suppress = c.Type == world.ChannelStage
	}
	if v := s.w.Voice(g); v.Set(s.w.App, state) {
		v.Tell()
	}
	return 0
}
