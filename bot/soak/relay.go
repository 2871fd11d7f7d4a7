package soak

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
)

// A relay is the way of one process to a server. It can be cut, or keep everything to
// itself.
type relay struct {
	listener net.Listener
	to       func() (net.Conn, error)
	done     sync.WaitGroup

	mu      sync.Mutex
	state   relayState
	changed chan struct{} // closed when the state changes
	conns   map[net.Conn]bool
}

type relayState int

const (
	relayOpen    relayState = iota
	relayCut                // every connection is reset, and so is each new one
	relayStalled            // nothing arrives, and no person is told
	relayClosed             // it has ended
)

// newRelay makes a way to an address.
func newRelay(network, address string) (*relay, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("make a relay: %w", err)
	}
	r := &relay{
		listener: l, changed: make(chan struct{}), conns: map[net.Conn]bool{},
		to: func() (net.Conn, error) { return net.Dial(network, address) },
	}
	r.done.Go(r.accept)
	return r, nil
}

// address is where the process connects to.
func (r *relay) address() string { return r.listener.Addr().String() }

// set changes what happens to connections.
func (r *relay) set(state relayState) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == state {
		return
	}
	r.state = state
	close(r.changed)
	r.changed = make(chan struct{})
	if state == relayCut || state == relayClosed {
		for c := range r.conns {
			reset(c)
		}
	}
}

// resetOne resets one connection, as a pooler or a firewall does, and both ends learn of it.
func (r *relay) resetOne() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.conns {
		reset(c)
		return
	}
}

// close ends the relay and its connections.
func (r *relay) close() error {
	err := r.listener.Close()
	r.set(relayClosed)
	r.done.Wait()
	return err
}

// reset ends a connection without the usual farewell.
func reset(c net.Conn) {
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetLinger(0) // it may have ended
	}
	c.Close() // as above
}

func (r *relay) accept() {
	for {
		c, err := r.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err == nil {
			r.done.Go(func() { r.serve(c) })
		}
	}
}

// serve connects a person with the server until one of them ends it.
func (r *relay) serve(near net.Conn) {
	defer r.drop(near)
	if !r.keep(near) || !r.pass() {
		return
	}
	far, err := r.to()
	if err != nil {
		return
	}
	defer r.drop(far)
	if !r.keep(far) {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { r.copy(far, near) })
	r.copy(near, far)
	both.Wait()
}

// keep remembers a connection, unless there must be none.
func (r *relay) keep(c net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.conns[c] = true
	return r.state == relayOpen || r.state == relayStalled
}

func (r *relay) drop(c net.Conn) {
	r.mu.Lock()
	delete(r.conns, c)
	r.mu.Unlock()
	reset(c)
}

// pass waits while the relay is stalled, and reports whether something may pass.
func (r *relay) pass() bool {
	for {
		r.mu.Lock()
		state, changed := r.state, r.changed
		r.mu.Unlock()
		if state != relayStalled {
			return state == relayOpen
		}
		<-changed
	}
}

// copy carries bytes one way, and then ends both.
func (r *relay) copy(to, from net.Conn) {
	defer reset(to)
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		if n > 0 && r.pass() {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			r.pass() // the other end does not learn of it meanwhile
			return
		}
	}
}

// databaseRelay makes a way to a database of PostgreSQL. It returns the address of the
// database by that way.
func databaseRelay(address string) (r *relay, through string, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, "", errors.New("the database's address is no URL")
	}
	q := u.Query()
	host, port := u.Hostname(), u.Port()
	if host == "" {
		host = q.Get("host")
	}
	if port == "" {
		port = q.Get("port")
	}
	if port == "" {
		port = "5432"
	}
	if strings.HasPrefix(host, "/") {
		r, err = newRelay("unix", filepath.Join(host, ".s.PGSQL."+port))
	} else {
		r, err = newRelay("tcp", net.JoinHostPort(host, port))
	}
	if err != nil {
		return nil, "", err
	}
	q.Del("host")
	q.Del("port")
	u.Host, u.RawQuery = r.address(), q.Encode()
	return r, u.String(), nil
}
