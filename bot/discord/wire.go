package discord

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// wire is the gateway's connection as it is below discordgo. It watches what
// passes and ends the connection where discordgo would hang, forget or go on:
//
//   - silence longer than a heartbeat's answer can take, and a heartbeat that is
//     not answered before the next one is due, whatever else arrives,
//   - op 7 (reconnect) and op 9 (invalid session), which discordgo handles under
//     a lock that it holds, or by another IDENTIFY at once and without end,
//   - a close frame, whose code discordgo ignores.
//
// It ends it without a word, because a close frame 1000, which discordgo would
// send, throws the session away that is to be resumed.
type wire struct {
	net.Conn
	silence time.Duration

	born time.Time
	read atomic.Int64 // when something was read last, in nanoseconds after born
	beat atomic.Int64 // when a heartbeat was sent last, likewise
	ack  atomic.Int64 // when the last answer to one came, likewise
	lag  atomic.Int64 // how long the last one took to be answered

	end  atomic.Pointer[ending]
	done chan struct{} // closed once end is set

	// What follows belongs to whoever reads.
	shaken int    // how much of the blank line after the handshake was seen; 4 is all
	head   []byte // of the frame, until it is whole
	body   []byte // of the frame, if it is small
	kind   byte
	left   uint64
	keep   bool
}

// ending is why a connection ended.
type ending struct {
	op    int  // 7 or 9, when Discord asked for the end
	lost  bool // with op 9: the session cannot be resumed
	code  int  // of Discord's close frame; 0 for none
	cause error
}

func (e *ending) Error() string {
	switch {
	case e.op == 7:
		return "Discord asked to reconnect"
	case e.op == 9:
		return "Discord says that the session is invalid"
	case e.code != 0:
		return fmt.Sprintf("Discord closed the gateway with code %d", e.code)
	}
	return e.cause.Error()
}

func (e *ending) Unwrap() error { return e.cause }

var (
	errSilent  = errors.New("the gateway is silent")
	errUnheard = errors.New("the gateway does not answer heartbeats")
	errClosed  = errors.New("the gateway's connection was closed")
	errStuck   = errors.New("the gateway's session is stuck")
	errForm    = errors.New("the gateway sent what is no event")
)

// writeTime is how long a frame may take to be handed to the system.
const writeTime = 10 * time.Second

func newWire(c net.Conn, silence time.Duration) *wire {
	return &wire{Conn: c, silence: silence, born: time.Now(), done: make(chan struct{})}
}

// age is measured by a clock that nobody sets.
func (w *wire) age() int64 { return int64(time.Since(w.born)) }

// quiet is how long nothing was read.
func (w *wire) quiet() time.Duration { return time.Duration(w.age() - w.read.Load()) }

// unheard is for how long a heartbeat waits for its answer; 0 when none does.
func (w *wire) unheard() time.Duration {
	beat := w.beat.Load()
	if beat == 0 || w.ack.Load() >= beat {
		return 0
	}
	return time.Duration(w.age() - beat)
}

// alive is the last moment at which there was a sign of the other side.
func (w *wire) alive() time.Time { return w.born.Add(time.Duration(w.read.Load())) }

// finish ends the connection; the first reason is kept.
func (w *wire) finish(e *ending) {
	if w.end.CompareAndSwap(nil, e) {
		close(w.done)
		w.Conn.Close()
	}
}

// bye ends the session in good manners: the bot is shown as offline at once.
func (w *wire) bye() {
	if w.end.Load() == nil && w.Conn.SetWriteDeadline(time.Now().Add(time.Second)) == nil {
		// One write is one frame, also while discordgo writes another. The
		// mask is four zeroes. Whether it arrives does not matter.
		if _, err := w.Conn.Write([]byte{0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8}); err != nil {
			w.finish(&ending{cause: err})
		}
	}
	w.finish(&ending{cause: errClosed})
}

// Close is called by discordgo.
func (w *wire) Close() error {
	w.finish(&ending{cause: errClosed})
	return nil
}

// Write passes a frame on and notes heartbeats, the only short ones. After the
// end it passes nothing on and says nothing: were the end met in a heartbeat,
// discordgo would not read what arrived before it.
func (w *wire) Write(p []byte) (int, error) {
	if w.end.Load() != nil {
		return len(p), nil
	}
	if err := w.Conn.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return 0, err
	}
	if len(p) < 64 && p[0] == 0x80|websocket.TextMessage {
		if w.unheard() > 0 {
			w.finish(&ending{cause: errUnheard})
			return len(p), nil
		}
		w.beat.Store(w.age())
	}
	return w.Conn.Write(p)
}

// Read passes on what arrives unless the connection is to end.
func (w *wire) Read(p []byte) (int, error) {
	if e := w.end.Load(); e != nil {
		return 0, e
	}
	if w.shaken == 4 { // before, the dialer's own deadline holds
		if err := w.Conn.SetReadDeadline(time.Now().Add(w.silence)); err != nil {
			return 0, err
		}
	}
	n, err := w.Conn.Read(p)
	if n > 0 {
		w.read.Store(w.age())
		rename(p[:n])
		if good, e := w.scan(p[:n]); e != nil {
			w.finish(e)
			if good > 0 {
				return good, nil // what came before; the next Read is the end
			}
		}
	}
	if err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = errSilent
		}
		w.finish(&ending{cause: err})
	}
	if e := w.end.Load(); e != nil {
		return 0, e
	}
	return n, nil
}

// renamed are the events that come often: how they name themselves, and how
// discordgo gets them. It decodes every event that it knows into its own types,
// several times over; that takes longer than all the rest of an interaction, and
// we read the raw event ourselves. Of an event that it does not know it passes
// the raw one on and does no more. Both names have the same length, and quotes
// that are not escaped cannot stand in anybody's words.
var renamed = [][2][]byte{
	{[]byte(`"t":"INTERACTION_CREATE"`), []byte(`"t":"INTERACTION_UNREAD"`)},
	{[]byte(`"t":"MESSAGE_CREATE"`), []byte(`"t":"MESSAGE_UNREAD"`)},
	{[]byte(`"t":"MESSAGE_UPDATE"`), []byte(`"t":"MESSAGE_UNUSED"`)},
}

// The types of the first two after that.
const (
	unreadInteraction = "INTERACTION_UNREAD"
	unreadMessage     = "MESSAGE_UNREAD"
)

// rename renames events in what arrived. A name that is cut in two by the end of
// p keeps its own, and the event is decoded for nothing.
func rename(p []byte) {
	for _, r := range renamed {
		for rest := p; ; {
			i := bytes.Index(rest, r[0])
			if i < 0 {
				break
			}
			copy(rest[i:], r[1])
			rest = rest[i+len(r[1]):]
		}
	}
}

// small is the size up to which frames are looked into. The ones that concern
// the connection have less than a hundred bytes.
const small = 512

// scan follows the frames in p. With an ending it says how much of p comes
// before the frame that ends it.
func (w *wire) scan(p []byte) (int, *ending) {
	size, good := len(p), 0
	for len(p) > 0 {
		if w.shaken < 4 {
			if p[0] == "\r\n\r\n"[w.shaken] {
				w.shaken++
			} else if w.shaken = 0; p[0] == '\r' {
				w.shaken = 1
			}
			p = p[1:]
			continue
		}
		if w.left == 0 { // within a head
			if len(w.head) == 0 {
				good = size - len(p)
			}
			w.head = append(w.head, p[0])
			p = p[1:]
			if !w.begin() {
				continue
			}
		}
		n := min(uint64(len(p)), w.left)
		if w.keep {
			w.body = append(w.body, p[:n]...)
		}
		p, w.left = p[n:], w.left-n
		if w.left > 0 {
			continue
		}
		w.head = w.head[:0]
		if w.keep {
			if e := w.judge(); e != nil {
				return good, e
			}
		}
	}
	return size, nil
}

// begin reads a frame's head, once it is whole.
func (w *wire) begin() bool {
	h := w.head
	if len(h) < 2 {
		return false
	}
	size, need := uint64(h[1]&0x7f), 2
	switch size {
	case 126:
		if need = 4; len(h) == need {
			size = uint64(binary.BigEndian.Uint16(h[2:]))
		}
	case 127:
		if need = 10; len(h) == need {
			size = binary.BigEndian.Uint64(h[2:])
		}
	}
	if len(h) < need {
		return false
	}
	w.left, w.kind, w.body = size, h[0]&0x0f, w.body[:0]
	w.keep = size <= small && (w.kind == websocket.TextMessage || w.kind == websocket.CloseMessage)
	return true
}

// judge looks into a small frame.
func (w *wire) judge() *ending {
	if w.kind == websocket.CloseMessage {
		e := &ending{code: websocket.CloseNoStatusReceived}
		if len(w.body) >= 2 {
			e.code = int(binary.BigEndian.Uint16(w.body))
		}
		return e
	}
	var event *struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	// discordgo does not survive an event that is null.
	if err := json.Unmarshal(w.body, &event); err != nil || event == nil {
		return &ending{cause: errForm}
	}
	switch event.Op {
	case 7:
		return &ending{op: 7}
	case 9:
		return &ending{op: 9, lost: string(event.Data) != "true"}
	case 11:
		now := w.age()
		w.ack.Store(now)
		if sent := w.beat.Load(); sent != 0 {
			w.lag.Store(now - sent)
		}
	}
	return nil
}
