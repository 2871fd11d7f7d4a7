package gateway

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// wire is the gateway's connection below discordgo. It watches what passes and
// ends the connection where discordgo would hang, forget or go on:
//
//   - After a silence that is longer than the answer to a heartbeat can take. Also
//     when a heartbeat is not answered before the next one is due, even if other
//     events arrive. Where another process waits for the shard, it sends heartbeats of
//     its own in a silence: Discord wants the usual ones only each 41 seconds.
//   - At op 7 (reconnect), which discordgo handles under a lock that it holds. Also
//     at op 9 (invalid session), which it answers with IDENTIFYs without end.
//   - At a close frame, whose code discordgo ignores.
//
// It replaces the first packet of discordgo when a session goes on: discordgo cannot be
// told of a session that another process began.
//
// It sends no close frame: discordgo's 1000 would end the session that is to be
// resumed.
type wire struct {
	net.Conn
	silence time.Duration

	born time.Time
	read atomic.Int64 // when something was read last, in nanoseconds after born
	beat atomic.Int64 // when the last heartbeat was sent, likewise
	ack  atomic.Int64 // when the last answer to a heartbeat came, likewise
	lag  atomic.Int64 // how long that answer took

	asked atomic.Int64 // heartbeats that Discord asked for and that were not sent yet

	hear   func()        // told that something was read; nil for no listener
	probed time.Duration // when a silence was broken last, after born; of the goroutine that watches

	// opening makes the packet that is sent in place of discordgo's first, or none. It
	// is of the goroutine that connects.
	opening func() ([]byte, error)
	opened  bool

	end  atomic.Pointer[ending]
	done chan struct{} // closed once end is set

	// The rest belongs to the goroutine that reads.
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
	errForm    = errors.New("the gateway sent something that is not an event")
)

// writeTime is how long a write may take.
const writeTime = 10 * time.Second

func newWire(c net.Conn, silence time.Duration) *wire {
	return &wire{Conn: c, silence: silence, born: time.Now(), done: make(chan struct{})}
}

// age is how old the connection is, by the monotonic clock.
func (w *wire) age() int64 { return int64(time.Since(w.born)) }

// sinceRead is how long nothing was read.
func (w *wire) sinceRead() time.Duration { return time.Duration(w.age() - w.read.Load()) }

// ackWait is how long a heartbeat has waited for its answer; 0 when none waits.
func (w *wire) ackWait() time.Duration {
	beat := w.beat.Load()
	if beat == 0 || w.ack.Load() >= beat {
		return 0
	}
	return time.Duration(w.age() - beat)
}

// lastRead is when something was read last.
func (w *wire) lastRead() time.Time { return w.born.Add(time.Duration(w.read.Load())) }

// finish ends the connection. The first reason is kept.
func (w *wire) finish(e *ending) {
	if w.end.CompareAndSwap(nil, e) {
		close(w.done)
		w.Conn.Close()
	}
}

// probe breaks a silence that lasts: it sends a heartbeat, and ends the connection when
// nothing arrives after that.
func (w *wire) probe(seq int64, after time.Duration) {
	now, read := time.Duration(w.age()), time.Duration(w.read.Load())
	switch {
	case now-read < after || w.end.Load() != nil:
	case w.probed <= read:
		w.probed = now
		packet := fmt.Appendf(nil, `{"op":1,"d":%d}`, seq)
		if err := w.Conn.SetWriteDeadline(time.Now().Add(after)); err != nil {
			w.finish(&ending{cause: err})
		} else if _, err := w.Conn.Write(maskedFrame(packet)); err != nil { // one write is one frame
			w.finish(&ending{cause: err})
		}
	case now-w.probed >= after:
		w.finish(&ending{cause: errSilent})
	}
}

// goodbye ends the session with a close frame, so that Discord shows the bot as
// offline at once.
func (w *wire) goodbye() {
	if w.end.Load() == nil && w.Conn.SetWriteDeadline(time.Now().Add(time.Second)) == nil {
		// One write is one frame, also while discordgo writes another. The
		// mask is four zeroes. It does not matter whether it arrives.
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

// Write passes a frame on and notes heartbeats, which are the only short frames. A
// heartbeat that Discord asked for is not the bot's own and waits for no answer. If
// both are sent at the same moment, one may be taken for the other, which does no
// harm. After the end it passes nothing on and returns no error. If a heartbeat got an
// error, discordgo would not read what arrived before the end.
func (w *wire) Write(p []byte) (int, error) {
	if w.end.Load() != nil {
		return len(p), nil
	}
	if err := w.Conn.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return 0, err
	}
	if len(p) < 64 && p[0] == 0x80|websocket.TextMessage && !w.takeAsked() {
		if w.ackWait() > 0 {
			w.finish(&ending{cause: errUnheard})
			return len(p), nil
		}
		w.beat.Store(w.age())
	}
	if !w.opened && p[0] == 0x80|websocket.TextMessage && len(p) >= 64 && w.opening != nil {
		w.opened = true
		packet, err := w.opening()
		if err != nil {
			return 0, err
		}
		if packet != nil {
			if _, err := w.Conn.Write(maskedFrame(packet)); err != nil {
				return 0, err
			}
			return len(p), nil
		}
	}
	return w.Conn.Write(p)
}

// maskedFrame is a packet as a text frame of a client. The mask is four zeroes.
func maskedFrame(packet []byte) []byte {
	f := []byte{0x80 | websocket.TextMessage, 0x80 | 126, 0, 0}
	if n := len(packet); n < 126 {
		f = append(f[:1], 0x80|byte(n))
	} else {
		binary.BigEndian.PutUint16(f[2:], uint16(n))
	}
	return append(append(f, 0, 0, 0, 0), packet...)
}

// takeAsked reports whether Discord asked for the heartbeat that is sent now.
func (w *wire) takeAsked() bool {
	for n := w.asked.Load(); n > 0; n = w.asked.Load() {
		if w.asked.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// Read passes on what arrives, until the connection has to end.
func (w *wire) Read(p []byte) (int, error) {
	if e := w.end.Load(); e != nil {
		return 0, e
	}
	if w.shaken == 4 { // before that, the dialer has its own deadline
		if err := w.Conn.SetReadDeadline(time.Now().Add(w.silence)); err != nil {
			return 0, err
		}
	}
	n, err := w.Conn.Read(p)
	if n > 0 {
		w.read.Store(w.age())
		if w.hear != nil {
			w.hear()
		}
		rename(p[:n])
		if good, e := w.scan(p[:n]); e != nil {
			w.finish(e)
			if good > 0 {
				return good, nil // the next Read is the end
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

// renamed are the events that come often: what Discord calls them, and what
// discordgo reads instead. The package discordgo decodes each event that it knows
// into its own types, several times. That takes longer than the rest of an
// interaction, and the bot reads the raw event anyway. Of an event that it does not
// know, discordgo only passes the raw bytes on. Both names have the same length.
// The text of a person cannot contain a name, because its quotes are escaped.
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

// discordsName is what Discord calls an event, which may be a renamed one.
func discordsName(kind string) string {
	for _, r := range renamed {
		if string(r[1]) == `"t":"`+kind+`"` {
			return strings.TrimSuffix(strings.TrimPrefix(string(r[0]), `"t":"`), `"`)
		}
	}
	return kind
}

// rename renames events in what arrived. A name that the end of p cuts in two
// stays, and discordgo decodes that event for nothing.
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

// small is the size up to which frames are inspected. Those about the connection
// have less than a hundred bytes.
const small = 512

// scan follows the frames in p. When one of them ends the connection, it returns
// why, and how much of p comes before that frame.
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
			if !w.readHead() {
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
			if e := w.inspect(); e != nil {
				return good, e
			}
		}
	}
	return size, nil
}

// readHead reads a frame's head, and reports whether it is whole.
func (w *wire) readHead() bool {
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

// inspect returns why a small frame ends the connection, or nil.
func (w *wire) inspect() *ending {
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
	case 1:
		w.asked.Add(1)
	case 7:
		return &ending{op: 7}
	case 9:
		return &ending{op: 9, lost: string(event.Data) != "true"}
	case 11:
		now, sent := w.age(), w.beat.Load()
		if sent != 0 && w.ack.Load() < sent {
			w.lag.Store(now - sent)
		}
		w.ack.Store(now)
	}
	return nil
}
