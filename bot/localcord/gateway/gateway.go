// Package gateway tells the bot what happens, over websockets: hello and heartbeats, IDENTIFY and
// RESUME, and the codes with which a connection ends.
//
// # Why it stands apart
//
// Which events a session gets is decided where they happen, in the world, and what was sent is
// kept by the session ([session.Session]). Left for here is what a connection is: who may begin,
// what is greeted with what, what is written and read. So no change of the world passes through
// this package, and nothing here changes the world but op 4, which takes the bot to a voice
// channel.
//
// It also does what Discord does to connections from time to time: it asks for reconnects,
// invalidates sessions, cuts, closes and falls silent. Its exported methods take the lock of the
// world, but for [Gateway.Sever].
package gateway

import (
	"bytes"
	"compress/zlib"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/world"
)

// A Gateway tells the bot what happens, over websockets.
type Gateway struct {
	w     *world.World
	beat  time.Duration // the heartbeat interval
	links map[*link]struct{}
}

// New is the gateway of a world. Its heartbeat interval is beat.
func New(w *world.World, beat time.Duration) *Gateway {
	return &Gateway{w: w, beat: beat, links: map[*link]struct{}{}}
}

const (
	knownIntents      = 1<<22 - 1 | 1<<24 | 1<<25
	privilegedIntents = session.IntentMembers | session.IntentPresence | session.IntentContent
)

// A link is one connection of the gateway.
type link struct {
	*session.Line
	s      *Gateway
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

var upgrader = websocket.Upgrader{} // it refuses pages of other sites

// ServeHTTP is one connection, from hello to close.
func (s *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
func (s *Gateway) listen(l *link) *session.Session {
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
