package gateway

import (
	"oneiros/bot/localcord/session"
)

// Shards are how many Discord recommends.
func (s *Gateway) Shards() int { return s.w.Sessions.Starts.Shards() }

// Identifies are the IDENTIFYs of the last day.
func (s *Gateway) Identifies() int {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Sessions.Starts.Today()
}

// OnlineShards are the numbers of the shards that have a session with a connection.
func (s *Gateway) OnlineShards() []int {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Sessions.OnlineShards()
}

// Online reports whether the bot is connected to the gateway.
func (s *Gateway) Online() bool {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Sessions.Online()
}

// Sever cuts the connections that may not be: all of them in an outage or when the server has
// stopped, and those of shards that are down. The caller holds the lock.
func (s *Gateway) Sever() {
	if s.w.Closed || s.w.Faults.On.Outage {
		for l := range s.links {
			l.Close(0)
		}
	}
	for _, g := range s.w.Sessions.All() {
		if s.w.Faults.On.Down(g.Shard) {
			g.Close(0)
		}
	}
}

// RequestReconnect sends op 7 to every session: the bot has to reconnect and resume.
func (s *Gateway) RequestReconnect() {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Sessions.Send(session.Packet{Op: 7})
}

// InvalidateSessions ends every session with op 9. If resumable, the bot may resume.
func (s *Gateway) InvalidateSessions(resumable bool) {
	s.invalidate(resumable, func(*session.Session) bool { return true })
}

// InvalidateShard ends the sessions of one shard with op 9. They cannot be resumed.
func (s *Gateway) InvalidateShard(shard int) {
	s.invalidate(false, func(g *session.Session) bool { return g.Shard == shard })
}

func (s *Gateway) invalidate(resumable bool, which func(*session.Session) bool) {
	s.w.Lock()
	defer s.w.Unlock()
	for _, g := range s.w.Sessions.All() {
		if !which(g) {
			continue
		}
		g.Send(session.Packet{Op: 9, D: resumable})
		g.Lose()
		if !resumable {
			s.w.Sessions.Drop(g)
		}
	}
	s.w.TellOnline()
}

// CutConnections cuts every connection of the gateway. The sessions can be resumed.
func (s *Gateway) CutConnections() {
	s.w.Lock()
	defer s.w.Unlock()
	for _, g := range s.w.Sessions.All() {
		g.Close(0)
	}
}

// SilenceConnections leaves every connection of the gateway open and sends nothing
// on it, as when a network loses packets. New connections work.
func (s *Gateway) SilenceConnections() {
	s.w.Lock()
	defer s.w.Unlock()
	for l := range s.links {
		l.Silence()
	}
}

// CloseConnections closes every connection of the gateway with a code, as 4000 or
// 4004.
func (s *Gateway) CloseConnections(code int) {
	s.closeThose(code, func(*session.Session) bool { return true })
}

// CloseShard closes the connections of one shard with a code.
func (s *Gateway) CloseShard(shard, code int) {
	s.closeThose(code, func(g *session.Session) bool { return g.Shard == shard })
}

func (s *Gateway) closeThose(code int, which func(*session.Session) bool) {
	s.w.Lock()
	defer s.w.Unlock()
	for _, g := range s.w.Sessions.All() {
		if which(g) {
			g.Close(code)
		}
	}
}
