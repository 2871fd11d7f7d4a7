package localcord

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// A gateway tells the bot what happens, over websockets.
type gateway struct {
	eventStreams
	beat     time.Duration // the heartbeat interval
	sharding Sharding
	sessions map[string]*session
	links    map[*link]struct{}

	identified map[int]time.Time // the last IDENTIFY of each bucket
	begun      bucket            // the IDENTIFYs of the day
}

// Sharding is how Discord wants a bot to divide its servers, and how many sessions it
// may begin. The zero Sharding is that of a small bot.
type Sharding struct {
	Recommended    int // shards that GET /gateway/bot recommends; 0 is 1
	Required       int // with fewer shards an IDENTIFY is refused with 4011; 0 is 1
	MaxConcurrency int // buckets of IDENTIFYs, each of them one in five seconds; 0 is 1
	Total          int // IDENTIFYs a day; 0 is 1000. One more resets the token
}

const (
	identifyEvery = 5 * time.Second // between two IDENTIFYs of a bucket
	identifyDay   = 24 * time.Hour
)

// total is how many IDENTIFYs a day has.
func (c Sharding) total() int {
	if c.Total == 0 {
		return 1000
	}
	return c.Total
}

// bucketOf is the bucket of a shard's IDENTIFYs.
func (c Sharding) bucketOf(shard int) int { return shard % max(1, c.MaxConcurrency) }

func (s *gateway) toAll(p packet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions {
		g.say(p)
	}
}

// Intents decide which events a session gets. INTERACTION_CREATE belongs to none, and
// always comes.
const (
	intentGuilds   = 1 << 0
	intentMembers  = 1 << 1
	intentBans     = 1 << 2
	intentPresence = 1 << 8
	intentMessages = 1 << 9
	intentDMs      = 1 << 12
	intentContent  = 1 << 15
	intentEvents   = 1 << 16

	knownIntents      = 1<<22 - 1 | 1<<24 | 1<<25
	privilegedIntents = intentMembers | intentPresence | intentContent
)

// replayed is how many events a session remembers for a resume.
const replayed = 5000

// resumable is how long a session without a connection is kept.
const resumable = 5 * time.Minute

// A packet is one message of the gateway.
type packet struct {
	Op int    `json:"op"`
	D  any    `json:"d"`
	S  *int64 `json:"s"`
	T  any    `json:"t"`
}

// A session is what IDENTIFY begins and RESUME continues. The server's mu
// guards it.
type session struct {
	id      string
	intents int
	shard   int
	shards  int
	seq     int64
	past    []dispatched
	conn    *link // nil while the bot is away
	left    time.Time
}

type dispatched struct {
	seq int64
	raw []byte
}

// say sends a packet that is not an event. The caller holds mu.
func (g *session) say(p packet) {
	if g.conn != nil {
		g.conn.send(p)
	}
}

// closeConnection closes the session's connection with a code; 0 cuts it without one.
func (g *session) closeConnection(code int) {
	if g.conn != nil {
		g.conn.close(code)
	}
}

// A link is one connection of the gateway, with a queue of what is to be sent.
type link struct {
	s      *gateway
	ws     *websocket.Conn
	stream bool // the transport is zlib-stream

	silent atomic.Bool // it stays open and sends nothing

	mu       sync.Mutex
	queue    []frame
	compress bool // each payload from now on is compressed alone
	code     int  // to close with; -1 is open, 0 cuts the connection
	wake     chan struct{}
}

// A frame is a payload that waits to be sent.
type frame struct {
	raw      []byte
	compress bool
}

func (l *link) send(p packet) {
	b, err := json.Marshal(p)
	if err != nil { // cannot happen: it has only our own maps and structs
		l.s.log.Error().Err(err).Msg("encode packet failed")
		return
	}
	l.push(b)
}

func (l *link) push(b []byte) {
	l.mu.Lock()
	l.queue = append(l.queue, frame{b, l.compress})
	l.mu.Unlock()
	l.ring()
}

func (l *link) close(code int) {
	l.mu.Lock()
	if l.code < 0 {
		l.code = code
	}
	l.mu.Unlock()
	l.ring()
}

func (l *link) ring() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// write sends what is queued until the link is closed.
func (l *link) write() {
	var buf bytes.Buffer
	z := zlib.NewWriter(&buf)
	defer l.ws.Close()
	for range l.wake {
		l.mu.Lock()
		queue, code := l.queue, l.code
		l.queue = nil
		l.mu.Unlock()
		l.s.mu.Lock()
		silent := l.s.faults.On.Silent
		l.s.mu.Unlock()
		if code == 0 {
			l.cut()
			return
		}
		if silent || l.silent.Load() {
			queue = nil
		}
		for _, f := range queue {
			b, kind := f.raw, websocket.TextMessage
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
			case f.compress:
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
	s.mu.Lock()
	out := s.faults.On.Outage || s.closed
	s.mu.Unlock()
	if out {
		http.Error(w, "service unavailable", http.StatusServiceUnavailable)
		return
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	query := r.URL.Query()
	l := &link{s: s, ws: ws, code: -1, wake: make(chan struct{}, 1), stream: query.Get("compress") == "zlib-stream"}
	s.mu.Lock()
	s.links[l] = struct{}{}
	if s.closed {
		l.close(0)
	}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.links, l)
		s.mu.Unlock()
	}()
	done := make(chan struct{})
	go func() { defer close(done); l.write() }()
	if v := query.Get("v"); v != "9" && v != "10" {
		l.close(4012)
		<-done
		return
	}
	l.send(packet{Op: 10, D: map[string]any{"heartbeat_interval": s.beat.Milliseconds(), "_trace": []string{"localcord"}}})
	g := s.listen(l)
	s.mu.Lock()
	if g != nil && g.conn == l {
		g.conn, g.left = nil, time.Now()
		s.online()
	}
	s.mu.Unlock()
	l.close(0)
	<-done
}

// listen reads what the bot sends until the connection ends, and returns the
// session that it had.
func (s *gateway) listen(l *link) *session {
	var g *session
	var sent []time.Time
	l.ws.SetReadLimit(1 << 20)
	for {
		// A bot without heartbeats is disconnected, after half an interval more.
		l.ws.SetReadDeadline(time.Now().Add(s.beat + s.beat/2 + time.Second))
		_, b, err := l.ws.ReadMessage()
		if err != nil {
			if e, ok := err.(net.Error); ok && e.Timeout() {
				l.close(4009)
			}
			if websocket.IsCloseError(err, 1000, 1001) && g != nil {
				s.mu.Lock()
				if g.conn == l { // a close with these codes ends the session
					delete(s.sessions, g.id)
				}
				s.mu.Unlock()
			}
			return g
		}
		now := time.Now()
		sent = append(sent, now)
		for now.Sub(sent[0]) > time.Minute {
			sent = sent[1:]
		}
		if len(sent) > 120 {
			l.close(4008)
			return g
		}
		code := 0
		if g, code = s.hear(l, g, b); code != 0 {
			l.close(max(code, 0)) // cutOff ends it without a code
			return g
		}
	}
}

// hear takes one payload of the bot. It returns the session of the connection after it, and
// a close code.
func (s *gateway) hear(l *link, g *session, b []byte) (*session, int) {
	var p struct {
		Op *int            `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if len(b) > 4096 || json.Unmarshal(b, &p) != nil || p.Op == nil {
		return g, 4002
	}
	switch *p.Op {
	case 1:
		l.send(packet{Op: 11})
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
			return g, hearVoice(s, g, p.D)
		}
		return g, 0
	}
	return g, 4001
}

// cutOff stands for a close code: the connection is cut without one.
const cutOff = -1

// holds reports whether a connection still has its session. Op 9 takes it away, and
// then the bot may identify again on the same connection.
func (s *gateway) holds(g *session, l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return g != nil && g.conn == l
}

// identifying is the data of IDENTIFY.
type identifying struct {
	Token      string            `json:"token"`
	Properties map[string]string `json:"properties"`
	Compress   bool              `json:"compress"`
	Intents    *int              `json:"intents"`
	Shard      *[2]int           `json:"shard"`
}

// session is a new session as it is asked for, or a close code. The caller holds mu.
func (id identifying) session(s *gateway) (*session, int) {
	if !s.isToken(strings.TrimPrefix(id.Token, "Bot ")) {
		return nil, 4004
	}
	if id.Intents == nil || *id.Intents&^knownIntents != 0 {
		return nil, 4013
	}
	if *id.Intents&privilegedIntents != 0 {
		return nil, 4014
	}
	g := &session{intents: *id.Intents, shards: 1}
	if id.Shard != nil {
		g.shard, g.shards = id.Shard[0], id.Shard[1]
		if g.shards < 1 || g.shard < 0 || g.shard >= g.shards {
			return nil, 4010
		}
	}
	if g.shards < s.sharding.Required {
		return nil, 4011
	}
	return g, 0
}

// begin is IDENTIFY. It returns a close code, or no session for op 9.
func (s *gateway) begin(l *link, d json.RawMessage) (*session, int) {
	var id identifying
	if json.Unmarshal(d, &id) != nil || id.Properties == nil {
		return nil, 4002
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, code := id.session(s)
	if code != 0 {
		return nil, code
	}
	l.mu.Lock()
	l.compress = id.Compress && !l.stream
	l.mu.Unlock()
	now := time.Now()
	if s.faults.On.Down(g.shard) {
		return nil, cutOff
	}
	number := s.sharding.bucketOf(g.shard)
	if s.decline(l, s.limits && now.Sub(s.identified[number]) < identifyEvery) {
		return nil, 0
	}
	s.identified[number] = now
	if _, ok := s.begun.take(s.sharding.total(), identifyDay, now); !ok && s.limits {
		s.resetToken()
		return nil, 4004
	}
	g.id, g.conn = secret(s.luck.Next("session", g.shard, g.shards), 16), l
	s.sessions[g.id] = g
	if s.faults.On.ReconnectFirst > 0 {
		s.faults.On.ReconnectFirst--
		s.tellFaults()
		l.send(packet{Op: 7})
		return g, 0
	}
	s.welcome(g)
	s.online()
	return g, 0
}

// welcome sends a new session what it has: READY, and each server. The caller holds mu.
func (s *gateway) welcome(g *session) {
	guilds := []any{}
	mine := s.having(func(o *guild) bool { return o.ID.Shard(g.shards) == g.shard })
	for _, o := range mine {
		guilds = append(guilds, map[string]any{"id": o.ID, "unavailable": true})
	}
	s.emit(g, "READY", map[string]any{
		"v": 10, "user": s.bot, "guilds": guilds, "session_id": g.id, "session_type": "normal", "private_channels": []any{},
		"resume_gateway_url": s.socket() + "/gateway/resume", "shard": []int{g.shard, g.shards},
		"application": map[string]any{"id": s.app, "flags": 0}, "user_settings": map[string]any{}, "relationships": []any{}, "presences": []any{},
		"_trace": []string{"localcord"},
	})
	for _, o := range mine {
		if g.intents&intentGuilds != 0 && o.state == GuildAvailable {
			s.emit(g, "GUILD_CREATE", s.guildWhole(o))
		}
	}
}

// resetToken is what Discord does when a bot identifies too often: the token is no
// longer valid, and all sessions end. The caller holds mu.
func (s *gateway) resetToken() {
	s.log.Error().Msg("token reset: too many IDENTIFYs in a day")
	s.revoked = true
	for id, g := range s.sessions {
		g.closeConnection(4004)
		delete(s.sessions, id)
	}
	s.online()
}

// decline sends op 9 when the session is refused, and reports whether it is.
func (s *gateway) decline(l *link, tooSoon bool) bool {
	if s.faults.On.InvalidFirst > 0 {
		s.faults.On.InvalidFirst--
		s.tellFaults()
		tooSoon = true
	}
	if tooSoon {
		l.send(packet{Op: 9, D: false})
	}
	return tooSoon
}

// resume is RESUME: what was missed, then RESUMED.
func (s *gateway) resume(l *link, d json.RawMessage) (*session, int) {
	var want struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	if json.Unmarshal(d, &want) != nil {
		return nil, 4002
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isToken(strings.TrimPrefix(want.Token, "Bot ")) {
		return nil, 4004
	}
	g := s.sessions[want.Session]
	if g != nil && g.conn == nil && time.Since(g.left) > resumable {
		delete(s.sessions, g.id)
		g = nil
	}
	if g == nil {
		l.send(packet{Op: 9, D: false})
		return nil, 0
	}
	if s.faults.On.Down(g.shard) {
		return nil, cutOff
	}
	if want.Seq > g.seq {
		return nil, 4007
	}
	tooOld := len(g.past) > 0 && g.past[0].seq > want.Seq+1
	if s.decline(l, tooOld) {
		delete(s.sessions, g.id)
		return nil, 0
	}
	if g.conn != nil && g.conn != l {
		g.conn.close(4000) // the old connection gives way
	}
	g.conn = l
	if s.faults.On.ReconnectFirst > 0 {
		s.faults.On.ReconnectFirst--
		s.tellFaults()
		l.send(packet{Op: 7})
		return g, 0
	}
	for _, e := range g.past {
		if e.seq > want.Seq {
			l.push(e.raw)
		}
	}
	s.emit(g, "RESUMED", map[string]any{"_trace": []string{"localcord"}})
	s.online()
	return g, 0
}

// emit sends an event to one session, or remembers it until it resumes. The
// caller holds mu.
func (s *gateway) emit(g *session, kind string, d any) {
	times := 1
	if s.faults.On.Duplicate && kind != "READY" && kind != "RESUMED" {
		times = 2
		s.faults.Count("duplicate")
	}
	for range times {
		g.seq++
		seq := g.seq
		raw, err := json.Marshal(packet{Op: 0, D: d, S: &seq, T: kind})
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

// dispatch sends an event to the sessions with an intent, 0 for all, of the shard of a
// server. The server "" stands for direct messages. The caller holds mu.
func (s *gateway) dispatch(intent int, guild ID, kind string, d any) {
	for id, g := range s.sessions {
		if g.conn == nil && time.Since(g.left) > resumable {
			delete(s.sessions, id)
			continue
		}
		if g.intents&intent == intent && guild.Shard(g.shards) == g.shard {
			s.emit(g, kind, d)
		}
	}
}

// dispatchMessage sends an event about a message. Without the privileged
// intent a bot reads only its own messages and those written to it.
func (s *gateway) dispatchMessage(kind string, m *Message) {
	if m.EphemeralFor != "" {
		return
	}
	c := s.channels[m.Channel]
	direct := c.Type == channelDM
	intent := intentMessages
	if direct {
		intent = intentDMs
	}
	if kind == "MESSAGE_DELETE" {
		d := map[string]any{"id": m.ID, "channel_id": m.Channel}
		if !direct {
			d["guild_id"] = c.Guild
		}
		s.dispatch(intent, c.Guild, kind, d)
		return
	}
	b := *s.forBot(m)
	if m.Author.ID != s.app && !direct && !strings.Contains(m.Content, "<@"+string(s.app)+">") {
		b.Content, b.Embeds, b.Attachments, b.Components = "", []*Embed{}, []*Attachment{}, []*Component{}
	}
	d := struct {
		*Message
		Guild  ID             `json:"guild_id,omitempty"`
		Member map[string]any `json:"member,omitempty"`
	}{Message: &b}
	if !direct {
		d.Guild = c.Guild
		if p := s.person(m.Author.ID); p != nil {
			d.Member = s.guild(c.Guild).member(p)
			delete(d.Member, "user")
		}
	}
	s.dispatch(intent, c.Guild, kind, d)
}

// socket is the address of the gateway's host.
func (s *gateway) socket() string { return "ws" + strings.TrimPrefix(s.url, "http") }

func (s *gateway) getGateway(*call) (int, any, error) {
	return 200, map[string]any{"url": s.socket() + "/gateway"}, nil
}

func (s *gateway) getGatewayBot(*call) (int, any, error) {
	left, reset := s.startsLeft()
	return 200, map[string]any{
		"url": s.socket() + "/gateway", "shards": s.Shards(),
		"session_start_limit": map[string]any{
			"total": s.sharding.total(), "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": max(1, s.sharding.MaxConcurrency),
		},
	}, nil
}

// startsLeft are the IDENTIFYs that are left of the day, and until when that lasts. The
// caller holds mu.
func (s *gateway) startsLeft() (int, time.Duration) {
	reset := identifyDay - time.Since(s.begun.from)
	if reset <= 0 {
		return s.sharding.total(), identifyDay
	}
	return max(0, s.sharding.total()-s.begun.used), reset
}

// Shards are how many Discord recommends.
func (s *gateway) Shards() int { return max(1, s.sharding.Recommended) }

// Identifies are the IDENTIFYs of the last day.
func (s *gateway) Identifies() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.begun.from) >= identifyDay {
		return 0
	}
	return s.begun.used
}

// OnlineShards are the numbers of the shards that have a session with a connection.
func (s *gateway) OnlineShards() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []int{}
	for _, g := range s.sessions {
		if g.conn != nil {
			list = append(list, g.shard)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Online reports whether the bot is connected to the gateway.
func (s *gateway) Online() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isOnline()
}

func (s *gateway) isOnline() bool {
	for _, g := range s.sessions {
		if g.conn != nil {
			return true
		}
	}
	return false
}

// online tells web clients and waiting tests whether the bot is connected.
func (s *gateway) online() {
	s.tellAll(event{"type": "bot_status", "bot": s.botState()})
	s.change()
}

func (s *gateway) botState() map[string]any {
	return map[string]any{"id": s.app, "name": s.bot.Username, "online": s.isOnline()}
}
