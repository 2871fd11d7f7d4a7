// Package session holds the sessions of the bot at the gateway as data: what each has been told,
// what waits to be sent, and how many may begin.
//
// # Why it stands apart
//
// Each change of the world is dispatched to sessions, so they are below the world. The gateway,
// which reads and writes websockets, greets a session with what is there, so it is above. What
// both need is a list of events with numbers and a queue: no connection, no clock to wait for.
// An interface that the world calls upward was the other way. Then a reader of a change could
// not see what becomes of it.
//
// The lock of the world guards all but a [Line].
package session

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/localcord/fault"
	"oneiros/bot/localcord/wire"
)

// Intents decide which events a session gets. INTERACTION_CREATE belongs to none, and
// always comes.
const (
	IntentGuilds   = 1 << 0
	IntentMembers  = 1 << 1
	IntentBans     = 1 << 2
	IntentPresence = 1 << 8
	IntentMessages = 1 << 9
	IntentDMs      = 1 << 12
	IntentContent  = 1 << 15
	IntentEvents   = 1 << 16
)

// replayed is how many events a session remembers for a resume.
const replayed = 5000

// resumable is how long a session without a connection is kept.
const resumable = 5 * time.Minute

// A Session is what IDENTIFY begins and RESUME continues.
type Session struct {
	ID      string
	Intents int
	Shard   int
	Shards  int
	seq     int64
	past    []dispatched
	conn    *Line // nil while the bot is away
	left    time.Time
}

type dispatched struct {
	seq int64
	raw []byte
}

// Take gives the session a connection. An old one gives way.
func (g *Session) Take(l *Line) {
	if g.conn != nil && g.conn != l {
		g.conn.Close(4000)
	}
	g.conn = l
}

// Has reports whether a connection is that of the session.
func (g *Session) Has(l *Line) bool { return g != nil && g.conn == l }

// Online reports whether the session has a connection.
func (g *Session) Online() bool { return g.conn != nil }

// Lose takes the session's connection away.
func (g *Session) Lose() { g.conn, g.left = nil, time.Now() }

// Send sends a packet that is not an event.
func (g *Session) Send(p Packet) {
	if g.conn != nil {
		g.conn.Send(p)
	}
}

// Close closes the session's connection with a code; 0 cuts it without one.
func (g *Session) Close(code int) {
	if g.conn != nil {
		g.conn.Close(code)
	}
}

// Waits is how many payloads wait to be sent on the session's connection.
func (g *Session) Waits() int {
	if g.conn == nil {
		return 0
	}
	return g.conn.waits()
}

// Expired reports whether the session was without a connection for too long.
func (g *Session) Expired() bool { return g.conn == nil && time.Since(g.left) > resumable }

// Told reports whether the session has had the event with a number, and whether it still has
// all that came after.
func (g *Session) Told(seq int64) (told, whole bool) {
	return seq <= g.seq, len(g.past) == 0 || g.past[0].seq <= seq+1
}

// Replay sends again what came after the event with a number.
func (g *Session) Replay(seq int64) {
	for _, e := range g.past {
		if e.seq > seq {
			g.conn.push(e.raw)
		}
	}
}

// Sessions are all sessions of the bot.
type Sessions struct {
	Starts Starts
	log    zerolog.Logger
	faults *fault.Record
	all    map[string]*Session
}

// New are no sessions yet.
func New(c Sharding, faults *fault.Record, log zerolog.Logger) *Sessions {
	return &Sessions{Starts: Starts{Sharding: c, Last: map[int]time.Time{}}, log: log, faults: faults, all: map[string]*Session{}}
}

// Find is the session with an id that can be resumed; nil for none.
func (s *Sessions) Find(id string) *Session {
	g := s.all[id]
	if g != nil && g.Expired() {
		delete(s.all, id)
		return nil
	}
	return g
}

// Add adds a session.
func (s *Sessions) Add(g *Session) { s.all[g.ID] = g }

// Drop ends a session, which can be resumed no longer.
func (s *Sessions) Drop(g *Session) { delete(s.all, g.ID) }

// All are the sessions in any order.
func (s *Sessions) All() (list []*Session) {
	for _, g := range s.all {
		list = append(list, g)
	}
	return list
}

// Send sends a packet that is not an event to all sessions.
func (s *Sessions) Send(p Packet) {
	for _, g := range s.all {
		g.Send(p)
	}
}

// Emit sends an event to one session, or remembers it until it resumes.
func (s *Sessions) Emit(g *Session, kind string, d any) {
	times := 1
	if s.faults.On.Duplicate && kind != "READY" && kind != "RESUMED" {
		times = 2
		s.faults.Count("duplicate")
	}
	for range times {
		g.seq++
		seq := g.seq
		raw, err := json.Marshal(Packet{Op: 0, D: d, S: &seq, T: kind})
		if err != nil { // cannot happen: it has only our own maps and structs
			s.log.Error().Err(err).Str("event", kind).Msg("encode event failed")
			return
		}
		g.past = append(g.past, dispatched{seq, raw})
		if len(g.past) > replayed {
			g.past = g.past[len(g.past)-replayed:]
		}
		if g.conn != nil {
			g.conn.push(raw)
		}
	}
}

// Dispatch sends an event to the sessions with an intent, 0 for all, of the shard of a
// server. The server "" stands for direct messages.
func (s *Sessions) Dispatch(intent int, guild wire.ID, kind string, d any) {
	for id, g := range s.all {
		if g.Expired() {
			delete(s.all, id)
			continue
		}
		if g.Intents&intent == intent && guild.Shard(g.Shards) == g.Shard {
			s.Emit(g, kind, d)
		}
	}
}

// Online reports whether the bot is connected to the gateway.
func (s *Sessions) Online() bool {
	for _, g := range s.all {
		if g.conn != nil {
			return true
		}
	}
	return false
}

// OnlineShards are the numbers of the shards that have a session with a connection.
func (s *Sessions) OnlineShards() []int {
	list := []int{}
	for _, g := range s.all {
		if g.conn != nil {
			list = append(list, g.Shard)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
