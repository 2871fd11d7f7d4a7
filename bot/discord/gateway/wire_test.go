package gateway

import (
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func frame(kind byte, body string) []byte {
	b := []byte{0x80 | kind}
	switch n := len(body); {
	case n < 126:
		b = append(b, byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	return append(b, body...)
}

// The wire sees the same frames however they are cut into packets. It passes on
// everything before the frame that ends the connection.
func TestWireFrames(t *testing.T) {
	t.Parallel()
	handshake := "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\r\n\r\n" // with a \r too many
	event := func(n int) string { return `{"t":"X","s":1,"op":0,"d":"` + strings.Repeat("op 7 ", n) + `"}` }
	before := slices.Concat([]byte(handshake), frame(1, event(3)), frame(1, `{"op":11}`), frame(1, event(200)),
		frame(9, ""), frame(1, event(20000)), frame(1, `{"op":7`+strings.Repeat(" ", small)+`}`))
	for name, test := range map[string]struct {
		last []byte
		want ending
	}{
		"reconnect":          {frame(1, `{"t":null,"s":null,"op":7,"d":null}`), ending{op: 7}},
		"invalid":            {frame(1, `{"op":9,"d":false}`), ending{op: 9, lost: true}},
		"invalid, resumable": {frame(1, `{"op":9,"d":true}`), ending{op: 9}},
		"close":              {frame(8, "\x0f\xa4why"), ending{code: 4004}},
		"close without code": {frame(8, ""), ending{code: 1005}},
		"null":               {frame(1, "null"), ending{cause: errForm}},
		"no object":          {frame(1, `[7]`), ending{cause: errForm}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := append(slices.Clone(before), test.last...)
			for seed := range uint64(50) {
				r := rand.New(rand.NewPCG(seed, 1))
				w := newWire(nil, time.Hour)
				passed, rest := 0, all
				var got *ending
				for got == nil && len(rest) > 0 {
					n := 1 + r.IntN(min(len(rest), []int{1, 7, 300, len(all)}[r.IntN(4)]))
					var good int
					good, got = w.scan(rest[:n])
					passed += good
					rest = rest[n:]
				}
				if got == nil || *got != test.want {
					t.Fatalf("seed %d: ended with %v, want %v", seed, got, &test.want)
				}
				if len(rest) > 0 {
					t.Fatalf("seed %d: ended %d bytes early", seed, len(rest))
				}
				if passed < len(before) || passed >= len(all) {
					t.Fatalf("seed %d: passed %d bytes of %d before the end", seed, passed, len(before))
				}
			}
		})
	}
}

// TestWireEnd: after its end a connection passes on the reason, and not one byte.
func TestWireEnd(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer far.Close()
	w := newWire(near, time.Hour)
	w.finish(&ending{op: 7})
	var e *ending
	if n, err := w.Read(make([]byte, 8)); n != 0 || !errors.As(err, &e) || e.op != 7 {
		t.Errorf("read %d bytes, %v", n, err)
	}
}

func TestWireLatency(t *testing.T) {
	t.Parallel()
	w := newWire(nil, time.Hour)
	w.shaken = 4
	w.beat.Store(w.age())
	if _, e := w.scan(frame(1, `{"op":11}`)); e != nil {
		t.Fatal(e)
	}
	if d := time.Duration(w.lag.Load()); d <= 0 || d > time.Minute {
		t.Errorf("latency %v", d)
	}
}

// TestWireAges: the age of a connection does not matter, only the time since its last
// byte.
func TestWireAges(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		begun := time.Now()
		w := newWire(near, 24*time.Hour)
		defer w.Close()
		w.shaken = 4
		time.Sleep(time.Hour)
		go func() {
			if _, err := far.Write(frame(1, `{"op":0}`)); err != nil {
				t.Error(err)
			}
		}()
		if _, err := w.Read(make([]byte, 64)); err != nil {
			t.Fatal(err)
		}
		if d := w.sinceRead(); d != 0 {
			t.Errorf("just read, and quiet for %v", d)
		}
		time.Sleep(2 * time.Minute)
		if d := w.sinceRead(); d != 2*time.Minute {
			t.Errorf("quiet for %v, want two minutes", d)
		}
		if d := w.lastRead().Sub(begun); d != time.Hour {
			t.Errorf("last read %v after the beginning", d)
		}
	})
}

// TestWireAcks: a heartbeat waits for its own answer, and the next one ends a
// connection that did not answer.
func TestWireAcks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		go io.Copy(io.Discard, far)
		w := newWire(near, 24*time.Hour)
		w.shaken = 4
		time.Sleep(time.Hour)
		beat := frame(1, `{"op":1,"d":null}`)
		for range 3 { // a good connection goes on for ever
			if _, err := w.Write(beat); err != nil {
				t.Fatal(err)
			}
			time.Sleep(3 * time.Second)
			if d := w.ackWait(); d != 3*time.Second {
				t.Errorf("it has waited for %v, want 3s", d)
			}
			if _, e := w.scan(frame(1, `{"op":11}`)); e != nil {
				t.Fatal(e)
			}
			if d, lag := w.ackWait(), time.Duration(w.lag.Load()); d != 0 || lag != 3*time.Second {
				t.Errorf("answered after %v, and waits for %v", lag, d)
			}
			time.Sleep(time.Minute)
		}
		for range 2 {
			if _, err := w.Write(beat); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
		}
		if e := w.end.Load(); !errors.Is(e, errUnheard) {
			t.Errorf("ended with %v", e)
		}
	})
}

// TestWireAskedBeats: a heartbeat that Discord asks for is not one of the bot's own.
// It ends nothing while an own one waits for its answer, and needs no answer.
func TestWireAskedBeats(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		go io.Copy(io.Discard, far)
		w := newWire(near, 24*time.Hour)
		w.shaken = 4
		time.Sleep(time.Hour)
		beat, answer := frame(1, `{"op":1,"d":null}`), frame(1, `{"op":11}`)
		write := func() {
			if _, err := w.Write(beat); err != nil {
				t.Fatal(err)
			}
		}
		read := func(f []byte) {
			if _, e := w.scan(f); e != nil {
				t.Fatal(e)
			}
		}
		write()
		time.Sleep(2 * time.Second)
		for range 2 {
			read(frame(1, `{"t":null,"s":null,"op":1,"d":null}`))
			write()
		}
		if e := w.end.Load(); e != nil {
			t.Fatalf("an asked heartbeat ended the connection: %v", e)
		}
		if d := w.ackWait(); d != 2*time.Second {
			t.Errorf("the own heartbeat has waited for %v, want 2s", d)
		}
		read(answer)
		time.Sleep(time.Second)
		read(answer) // to what was asked for
		if d, lag := w.ackWait(), time.Duration(w.lag.Load()); d != 0 || lag != 2*time.Second {
			t.Errorf("answered after %v, and waits for %v", lag, d)
		}
		read(frame(1, `{"op":1,"d":7}`))
		write()
		time.Sleep(time.Minute)
		if d := w.ackWait(); d != 0 {
			t.Errorf("an asked heartbeat waits for an answer for %v", d)
		}
		write()
		time.Sleep(time.Minute)
		write() // the own one before was not answered
		if e := w.end.Load(); !errors.Is(e, errUnheard) {
			t.Errorf("ended with %v", e)
		}
	})
}

// TestDiscordsName: events that were renamed on their way are told under Discord's names.
func TestDiscordsName(t *testing.T) {
	t.Parallel()
	for is, want := range map[string]string{
		unreadInteraction: "INTERACTION_CREATE", unreadMessage: "MESSAGE_CREATE", "MESSAGE_UNUSED": "MESSAGE_UPDATE", "READY": "READY",
	} {
		if got := discordsName(is); got != want {
			t.Errorf("%s is %s, want %s", is, got, want)
		}
	}
}
