package localcord

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/world"
)

// A gateway tells the bot what happens, over websockets.
type gateway struct {
	w     *world.World
	beat  time.Duration // the heartbeat interval
	links map[*link]struct{}
}

func (s *gateway) toAll(p session.Packet) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Sessions.Send(p)
}

const (
	knownIntents      = 1<<22 - 1 | 1<<24 | 1<<25
	privilegedIntents = session.IntentMembers | session.IntentPresence | session.IntentContent
)

// A link is one connection of the gateway.
type link struct {
	*session.Line
	s      *gateway
	ws     *websocket.Conn
	stream bool // the transport is zlib-stream
}

// write sends what is queued until the link is closed.
func (l *link) write() {
	var buf bytes.Buffer
	z := zlib.NewWriter(&buf)
	defer l.ws.Close()
	for range l.Wake() {
		queue, code := l.Take()
		l.s.w.Lock()
		silent := l.s.w.Faults.On.Silent
		l.s.w.Unlock()
		if code == 0 {
			l.cut()
			return
		}
		if silent || l.Silent() {
			queue = nil
		}
		for _, f := range queue {
			b, kind := f.Raw, websocket.TextMessage
			switch {
			case l.stream:
				buf.Reset()
				if _, err := z.Write(b); err != nil {
					return
				}
				if err := z.Flush(); err != nil {
					return
				}
				b, kind = buf.Bytes(), websocket.BinaryMessage
			case f.Compress:
				buf.Reset()
				z.Reset(&buf)
				if _, err := z.Write(b); err != nil {
					return
				}
				if err := z.Close(); err != nil {
					return
				}
				b, kind = buf.Bytes(), websocket.BinaryMessage
			}
			l.ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
			if l.ws.WriteMessage(kind, b) != nil {
				return // the reader notices too, and ends the link
			}
		}
		if code > 0 {
			l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, closeText[code]), time.Now().Add(time.Second))
			return
		}
	}
}

func (l *link) cut() {
	if t, ok := l.ws.NetConn().(*net.TCPConn); ok {
		t.SetLinger(0)
	}
	l.ws.NetConn().Close()
}

var closeText = map[int]string{
	4000: "Unknown error.", 4001: "Unknown opcode.", 4002: "Error while decoding payload.", 4003: "Not authenticated.",
	4004: "Authentication failed.", 4005: "Already authenticated.", 4007: "Invalid seq.", 4008: "Rate limited.", 4009: "Session timed out.",
	4010: "Invalid shard.", 4011: "Sharding required.", 4012: "Invalid API version.", 4013: "Invalid intent(s).", 4014: "Disallowed intent(s).",
}

var upgrader = websocket.Upgrader{CheckOrigin: func(r *http.Request) bool { return !fromAnotherSite(r) }}

// serveGateway is one connection, from hello to close.
func (s *gateway) serveGateway(w http.ResponseWriter, r *http.Request) {
	s.w.Lock()
	out := s.w.Faults.On.Outage || s.w.Closed
	s.w.Unlock()
	if out {
		http.Error(w, "service unavailable", http.StatusServiceUnavailable)
		return
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	query := r.URL.Query()
	l := &link{Line: session.NewLine(s.w.Log), s: s, ws: ws, stream: query.Get("compress") == "zlib-stream"}
	s.w.Lock()
	s.links[l] = struct{}{}
	if s.w.Closed {
		l.Close(0)
	}
	s.w.Unlock()
	defer func() {
		s.w.Lock()
		delete(s.links, l)
		s.w.Unlock()
	}()
	done := make(chan struct{})
	go func() { defer close(done); l.write() }()
	if v := query.Get("v"); v != "9" && v != "10" {
		l.Close(4012)
		<-done
		return
	}
	l.Send(session.Packet{Op: 10, D: map[string]any{"heartbeat_interval": s.beat.Milliseconds(), "_trace": []string{"localcord"}}})
	g := s.listen(l)
	s.w.Lock()
	if g.Has(l.Line) {
		g.Lose()
		s.w.TellOnline()
	}
	s.w.Unlock()
	l.Close(0)
	<-done
}

// listen reads what the bot sends until the connection ends, and returns the
// session that it had.
func (s *gateway) listen(l *link) *session.Session {
	var g *session.Session
	var sent []time.Time
	l.ws.SetReadLimit(1 << 20)
	for {
		// A bot without heartbeats is disconnected, after half an interval more.
		l.ws.SetReadDeadline(time.Now().Add(s.beat + s.beat/2 + time.Second))
		_, b, err := l.ws.ReadMessage()
		if err != nil {
			if e, ok := err.(net.Error); ok && e.Timeout() {
				l.Close(4009)
			}
			if websocket.IsCloseError(err, 1000, 1001) && g != nil {
				s.w.Lock()
				if g.Has(l.Line) { // a close with these codes ends the session
					s.w.Sessions.Drop(g)
				}
				s.w.Unlock()
			}
			return g
		}
		now := time.Now()
		sent = append(sent, now)
		for now.Sub(sent[0]) > time.Minute {
			sent = sent[1:]
		}
		if len(sent) > 120 {
			l.Close(4008)
			return g
		}
		code := 0
		if g, code = s.hear(l, g, b); code != 0 {
			l.Close(max(code, 0)) // cutOff ends it without a code
			return g
		}
	}
}

// hear takes one payload of the bot. It returns the session of the connection after it, and
// a close code.
func (s *gateway) hear(l *link, g *session.Session, b []byte) (*session.Session, int) {
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
func (s *gateway) holds(g *session.Session, l *link) bool {
	s.w.Lock()
	defer s.w.Unlock()
	return g.Has(l.Line)
}

// identifying is the data of IDENTIFY.
type identifying struct {
	Token      string            `json:"token"`
	Properties map[string]string `json:"properties"`
	Compress   bool              `json:"compress"`
	Intents    *int              `json:"intents"`
	Shard      *[2]int           `json:"shard"`
}

// check is a new session as it is asked for, or a close code. The caller holds mu.
func (id identifying) check(s *gateway) (*session.Session, int) {
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
func (s *gateway) begin(l *link, d json.RawMessage) (*session.Session, int) {
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

// welcome sends a new session what it has: READY, and each server. The caller holds mu.
func (s *gateway) welcome(g *session.Session) {
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
		if g.Intents&session.IntentGuilds != 0 && o.State == GuildAvailable {
			s.w.Sessions.Emit(g, "GUILD_CREATE", s.w.Guilds.Whole(o))
		}
	}
}

// resetToken is what Discord does when a bot identifies too often: the token is no
// longer valid, and all sessions end. The caller holds mu.
func (s *gateway) resetToken() {
	s.w.Log.Error().Msg("token reset: too many IDENTIFYs in a day")
	s.w.Revoke()
	for _, g := range s.w.Sessions.All() {
		g.Close(4004)
		s.w.Sessions.Drop(g)
	}
	s.w.TellOnline()
}

// decline sends op 9 when the session is refused, and reports whether it is.
func (s *gateway) decline(l *link, tooSoon bool) bool {
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
func (s *gateway) resume(l *link, d json.RawMessage) (*session.Session, int) {
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

func (s *gateway) getGateway(*call) (int, any, error) {
	return 200, map[string]any{"url": s.w.Socket() + "/gateway"}, nil
}

func (s *gateway) getGatewayBot(*call) (int, any, error) {
	starts := &s.w.Sessions.Starts
	left, reset := starts.Left()
	return 200, map[string]any{
		"url": s.w.Socket() + "/gateway", "shards": s.Shards(),
		"session_start_limit": map[string]any{
			"total": starts.Day(), "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": starts.Concurrency(),
		},
	}, nil
}

// Shards are how many Discord recommends.
func (s *gateway) Shards() int { return s.w.Sessions.Starts.Shards() }

// Identifies are the IDENTIFYs of the last day.
func (s *gateway) Identifies() int {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Sessions.Starts.Today()
}

// OnlineShards are the numbers of the shards that have a session with a connection.
func (s *gateway) OnlineShards() []int {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Sessions.OnlineShards()
}

// Online reports whether the bot is connected to the gateway.
func (s *gateway) Online() bool {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Sessions.Online()
}
