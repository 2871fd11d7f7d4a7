package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"oneiros/store/storetest"
)

// badLine is a way to PostgreSQL that loses the answer of a commit.
type badLine struct {
	listener net.Listener
	server   string // the socket behind it

	lose   atomic.Bool // the next commit: its connection ends
	kept   atomic.Bool // and the commit reaches the server before
	refuse atomic.Bool // no new connection
	mute   atomic.Bool // answers do not arrive, and nothing tells so
	lost   atomic.Int32
	after  atomic.Int64 // so many bytes of answers arrive, and then their connection ends; 0 for all
	asked  atomic.Int32 // forgotten connections that were asked something

	mu    sync.Mutex
	conns map[net.Conn]*atomic.Bool // whether it is forgotten
}

// forget makes a firewall forget every connection: nothing arrives, and neither end is told.
func (b *badLine) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, forgotten := range b.conns {
		forgotten.Store(true)
	}
}

// arrives is how many bytes of an answer arrive, and whether its connection ends then.
func (b *badLine) arrives(n int) (int, bool) {
	left := b.after.Load()
	switch {
	case left == 0:
		return n, false
	case left > int64(n):
		b.after.Add(-int64(n))
		return n, false
	}
	b.after.Store(0)
	return int(left), true
}

// cut resets every connection, as a pooler or a firewall does.
func (b *badLine) cut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.conns {
		_ = c.Close() // it may have ended
	}
}

// note notes a connection until the returned function is called.
func (b *badLine) note(c net.Conn, forgotten *atomic.Bool) (end func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.conns[c] = forgotten
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.conns, c)
	}
}

// newBadLine returns a line, and the address that leads over it.
func newBadLine(t *testing.T, server *storetest.Server, address string) (*badLine, string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "line") // the name of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	b := &badLine{listener: l, conns: map[net.Conn]*atomic.Bool{}, server: filepath.Join(server.Socket(), ".s.PGSQL.5432")}
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if b.refuse.Load() {
				_ = c.Close()
				continue
			}
			wait.Go(func() { b.carry(c) })
		}
	})
	t.Cleanup(func() {
		if err := errors.Join(l.Close(), os.RemoveAll(dir)); err != nil {
			t.Error(err)
		}
		wait.Wait()
	})
	return b, strings.Replace(address, server.Socket(), dir, 1)
}

// carry carries one connection until it ends.
func (b *badLine) carry(client net.Conn) {
	var forgotten atomic.Bool
	defer b.note(client, &forgotten)()
	server, err := net.Dial("unix", b.server)
	if err != nil {
		_ = client.Close()
		return
	}
	var silent atomic.Bool
	var wait sync.WaitGroup
	wait.Go(func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := server.Read(buf)
			if err != nil || silent.Load() {
				break
			}
			if b.mute.Load() || forgotten.Load() {
				continue
			}
			part, ends := b.arrives(n)
			if _, err := client.Write(buf[:part]); err != nil || ends {
				break
			}
		}
		_ = client.Close()
	})
	buf := make([]byte, 1<<16)
	unasked := true
	for {
		n, err := client.Read(buf)
		if err != nil {
			break
		}
		if forgotten.Load() {
			if buf[0] != 'X' && unasked { // X ends a connection
				unasked = false
				b.asked.Add(1)
			}
			continue
		}
		if bytes.Contains(buf[:n], []byte("COMMIT\x00")) && b.lose.CompareAndSwap(true, false) {
			b.lost.Add(1)
			if !b.kept.Load() {
				break
			}
			silent.Store(true)
		}
		if _, err := server.Write(buf[:n]); err != nil {
			break
		}
	}
	if !silent.Load() {
		_ = client.Close()
	}
	if c, ok := server.(*net.UnixConn); ok {
		_ = c.CloseWrite() // what the server still does, it does
	}
	wait.Wait()
	_ = server.Close()
}

// TestLostAnswer loses the answers of commits, of those that were kept and of those
// that were not. Every caller learns the truth, and nothing is played twice.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	for name, kept := range map[string]bool{"kept": true, "not kept": false} {
		t.Run(name, func(t *testing.T) {
			line, address := newBadLine(t, server, server.Database(t))
			line.kept.Store(kept)
			s := openFast(t, address)
			const tables, inputs = 3, 20
			var wait sync.WaitGroup
			for i := range tables {
				m := startMatch(t, s, fmt.Sprint("match", i), uint64(100+i))
				wait.Go(func() {
					for n := 1; n <= inputs; n++ {
						if n%5 == i {
							line.lose.Store(true)
						}
						err := s.Matches().AppendInput(t.Context(), newStep(m, n, uint64(n), []byte("{}")))
						if errors.Is(err, ErrUnreachable) { // it was not in the group of the commit
							n--
						} else if err != nil {
							t.Errorf("match %d, input %d: %v", i, n, err)
						}
					}
				})
			}
			wait.Wait()
			for i := range tables {
				log, err := s.Matches().Inputs(t.Context(), fmt.Sprint("match", i))
				if err != nil || len(log) != inputs {
					t.Errorf("match %d has %d inputs, %v", i, len(log), err)
				}
			}
			if line.lost.Load() < 3 {
				t.Errorf("only %d answers were lost", line.lost.Load())
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCloseInDoubt: a process ends before it knows whether a commit was kept. It does
// not say that it was, and the next process sees the truth.
func TestCloseInDoubt(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	place := server.Database(t)
	line, address := newBadLine(t, server, place)
	line.kept.Store(true)
	slow := leaseTiming{heartbeat: time.Hour, timeout: time.Hour, poll: time.Millisecond} // no heartbeat is lost instead
	s, err := openWith(t.Context(), address, leaseRequest{timing: slow})
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	reports := watch(s)
	line.refuse.Store(true)
	answered := make(chan error, 1)
	go func() {
		line.lose.Store(true)
		answered <- s.Matches().AppendInput(t.Context(), newStep(m, 1, 11, []byte("{}")))
	}()
	if r := <-reports; !errors.Is(r.err, ErrUnreachable) {
		t.Errorf("reported %v", r.err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if err := <-answered; !errors.Is(err, ErrUnreachable) {
		t.Errorf("the commit in doubt: %v", err)
	}
	next, err := openWith(t.Context(), place, leaseRequest{timing: impatient})
	if err != nil {
		t.Fatal(err)
	}
	if log, err := next.Matches().Inputs(t.Context(), "match"); err != nil || len(log) != 1 {
		t.Errorf("the log is %v, %v", log, err)
	}
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}

// TestCloseWithoutServer: a process ends although its heartbeat waits for a server
// that does not come back.
func TestCloseWithoutServer(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	line, address := newBadLine(t, server, server.Database(t))
	s := openFast(t, address)
	reports := watch(s)
	line.refuse.Store(true)
	line.lose.Store(true)
	if r := <-reports; !errors.Is(r.err, ErrUnreachable) {
		t.Errorf("reported %v", r.err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// TestNoAnswer: the network swallows what the server answers. It is reported long
// before the connection is given up, and work goes on over another one.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	line, address := newBadLine(t, server, server.Database(t))
	timing := alive
	timing.late = 20 * time.Millisecond
	s, err := openWith(t.Context(), address, leaseRequest{timing: timing})
	if err != nil {
		t.Fatal(err)
	}
	reports := watch(s)
	line.mute.Store(true)
	r := <-reports
	if !errors.Is(r.err, errLate) { // the end of the connection is another error
		t.Errorf("reported %v", r.err)
	}
	line.mute.Store(false)
	for r.err != nil { // a slow machine may be late again
		r = <-reports
	}
	if err := s.SaveUser(t.Context(), User{ID: 1}); err != nil && !Unwritable(err) {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestResetConnections resets all connections again and again while tables are played and
// people read: between statements, before and after a commit reaches the server, and by
// the server itself.
// No caller is refused who waited for less than the patience lasts, no clock is stopped, and
// nothing is lost or saved twice.
func TestResetConnections(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	for name, shared := range map[string]bool{"alone": false, "shared": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			place := server.Database(t)
			name := strings.TrimPrefix(strings.Split(place, "?")[0], "postgres://oneiros@/")
			line, address := newBadLine(t, server, place)
			s, err := openWith(t.Context(), address, leaseRequest{timing: alive, shared: shared})
			if err != nil {
				t.Fatal(err)
			}
			reports := watch(s)
			const tables, inputs = 3, 24
			var played atomic.Int32
			var wait sync.WaitGroup
			var slow atomic.Bool // the machine is too slow for the patience
			refused := func(since time.Time, err error) bool {
				took := time.Since(since)
				if took > patienceLasts/2 { // a commit in doubt stops clocks, and its caller waits
					slow.Store(true)
				}
				return err != nil && !(errors.Is(err, ErrUnreachable) && took > patienceLasts)
			}
			for i := range tables {
				m := startMatch(t, s, fmt.Sprint("match", i), uint64(100+i))
				wait.Go(func() {
					for n := 1; n <= inputs; n++ {
						since := time.Now()
						err := s.Matches().AppendInput(t.Context(), newStep(m, n, uint64(n), []byte("{}")))
						if refused(since, err) {
							t.Errorf("match %d, input %d: %v", i, n, err)
							return
						}
						if err != nil {
							n--
							continue
						}
						switch k := played.Add(1); k % 6 {
						case 0:
							line.cut()
						case 2, 4:
							line.kept.Store(k%6 == 2)
							line.lose.Store(true)
						case 5:
							server.Exec(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")
						}
						since = time.Now()
						if _, err := s.Matches().Match(t.Context(), m.ID); refused(since, err) {
							t.Errorf("read match %d: %v", i, err)
						}
					}
				})
			}
			wait.Wait()
			for i := range tables {
				log, err := s.Matches().Inputs(t.Context(), fmt.Sprint("match", i)) // it checks their numbers
				if err != nil || len(log) != inputs {
					t.Errorf("match %d has %d inputs, %v", i, len(log), err)
				}
			}
			if line.lost.Load() < 12 {
				t.Errorf("only %d answers were lost", line.lost.Load())
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if len(reports) > 0 && !slow.Load() {
				t.Errorf("%d times clocks were stopped or started, first for %v", len(reports), (<-reports).err)
			}
		})
	}
}

// TestForgottenConnections: a firewall forgets all connections and tells no person. A reader
// waits for the first that is silent, and asks no other one of them.
func TestForgottenConnections(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	line, address := newBadLine(t, server, server.Database(t))
	slow := leaseTiming{heartbeat: time.Hour, timeout: time.Hour, poll: time.Millisecond}
	s, err := openWith(t.Context(), address, leaseRequest{timing: slow})
	if err != nil {
		t.Fatal(err)
	}
	startMatch(t, s, "match", 5)
	var conns []*sql.Conn
	for range s.reads.Stats().MaxOpenConnections {
		c, err := s.reads.DB.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
	}
	for _, c := range conns {
		if err := c.Close(); err != nil { // it goes back to the pool
			t.Error(err)
		}
	}
	<-time.After(askAfter)
	line.forget()
	if _, err := s.Matches().Match(t.Context(), "match"); err != nil {
		t.Error(err)
	}
	if n := line.asked.Load(); n != 1 || len(conns) < 2 {
		t.Errorf("of %d forgotten connections %d were asked", len(conns), n)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestCutAnswers cuts connections in the middle of answers. What is read is read again.
func TestCutAnswers(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	line, address := newBadLine(t, server, server.Database(t))
	slow := leaseTiming{heartbeat: time.Hour, timeout: time.Hour, poll: time.Millisecond}
	s, err := openWith(t.Context(), address, leaseRequest{timing: slow})
	if err != nil {
		t.Fatal(err)
	}
	const matches = 40
	for i := range matches {
		startMatch(t, s, fmt.Sprint("match", i), uint64(100+i))
	}
	for after := int64(1); after < 1500; after += 60 {
		line.after.Store(after)
		if ids, err := s.Matches().MatchesByPhase(t.Context(), Live); err != nil || len(ids) != matches {
			t.Errorf("after %d bytes there are %d matches, %v", after, len(ids), err)
		}
		line.after.Store(after)
		if _, err := s.Settings().User(t.Context(), 7); err != nil {
			t.Errorf("after %d bytes: %v", after, err)
		}
	}
	line.after.Store(0)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
