// Package bubbletest is what a test of a whole program needs to run in virtual time: a bubble of
// testing/synctest, and a network on which everything waits in it.
package bubbletest

import (
	"context"
	"net"
	"os"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
)

// Test runs a test in virtual time, on one processor. In a bubble one goroutine follows
// another, and a second processor spins while it waits. Where GOMAXPROCS is set, as by a
// stress that looks for other orders, it says how many.
//
// With the race detector it has to be one: two processors of a bubble can run timers at
// once, with one state of the detector, which crashes the program (go.dev/issue/78156).
func Test(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	if os.Getenv("GOMAXPROCS") == "" {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	synctest.Test(t, test)
}

// Pipes is a network of one machine without a machine. Each call is accepted at once, over
// a pipe, whatever its address. It is a listener, too.
type Pipes struct {
	calls chan net.Conn
	once  sync.Once
	done  chan struct{}
}

// NewPipes makes a network. In a bubble it is to be made there.
func NewPipes() *Pipes { return &Pipes{calls: make(chan net.Conn), done: make(chan struct{})} }

// Dial calls the listener. It fails when the network is closed or ctx ends.
func (p *Pipes) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.calls <- there:
		return here, nil
	case <-p.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept waits for the next call.
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// Close ends the network, and no connection. It may be called more than once.
func (p *Pipes) Close() error { p.once.Do(func() { close(p.done) }); return nil }

// Addr is a name that no machine has.
func (p *Pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }
