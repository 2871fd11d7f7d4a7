package session

import (
	"encoding/json"
	"sync"
	"sync/atomic"

	"github.com/rs/zerolog"
)

// A Packet is one message of the gateway.
type Packet struct {
	Op int    `json:"op"`
	D  any    `json:"d"`
	S  *int64 `json:"s"`
	T  any    `json:"t"`
}

// A Line is what waits to be sent on one connection of the gateway. Its writer takes it.
type Line struct {
	log    zerolog.Logger
	silent atomic.Bool // it stays open and sends nothing
	wake   chan struct{}

	mu       sync.Mutex
	queue    []Frame
	compress bool // each payload from now on is compressed alone
	code     int  // to close with; -1 is open, 0 cuts the connection
}

// A Frame is a payload that waits to be sent.
type Frame struct {
	Raw      []byte
	Compress bool
}

// NewLine is the line of a new connection.
func NewLine(log zerolog.Logger) *Line {
	return &Line{log: log, code: -1, wake: make(chan struct{}, 1)}
}

// Send sends a packet.
func (l *Line) Send(p Packet) {
	b, err := json.Marshal(p)
	if err != nil { // cannot happen: it has only our own maps and structs
		l.log.Error().Err(err).Msg("encode packet failed")
		return
	}
	l.push(b)
}

func (l *Line) push(b []byte) {
	l.mu.Lock()
	l.queue = append(l.queue, Frame{b, l.compress})
	l.mu.Unlock()
	l.ring()
}

// Close closes the connection with a code, after what waits; 0 cuts it at once.
func (l *Line) Close(code int) {
	l.mu.Lock()
	if l.code < 0 {
		l.code = code
	}
	l.mu.Unlock()
	l.ring()
}

func (l *Line) ring() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Wake says that there is something to take.
func (l *Line) Wake() <-chan struct{} { return l.wake }

// Take takes what waits, and the code with which the connection has to be closed then. The code
// is below 0 while it stays open, and 0 where it has to be cut.
func (l *Line) Take() (queue []Frame, code int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue, l.queue = l.queue, nil
	return queue, l.code
}

func (l *Line) waits() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.queue)
}

// Compress says whether each payload from now on is compressed alone.
func (l *Line) Compress(is bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.compress = is
}

// Silence leaves the connection open, and nothing is sent on it any longer.
func (l *Line) Silence() { l.silent.Store(true) }

// Silent reports whether nothing may be sent.
func (l *Line) Silent() bool { return l.silent.Load() }
