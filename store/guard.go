package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// room is what has to fit on the disk for it to count as having room again, in
// bytes: more than a few tables write at once.
const room = 256 << 10

// guard says once a second that the process lives, and finds out when nothing can
// be written and when it can again.
type guard struct {
	writer *writer
	quit   chan struct{}
	done   chan struct{}

	mu    sync.Mutex
	told  func(error, time.Time) // of Watch; nil for nobody
	cause error                  // why nothing can be written; nil while things are well
	since time.Time
}

func newGuard(w *writer) *guard {
	g := &guard{writer: w, quit: make(chan struct{}), done: make(chan struct{})}
	go g.run()
	return g
}

// WatchDisk has a function told when nothing can be saved any more, with the reason,
// which [Unwritable] knows, and since when, and told nil when it can again. It is
// told of a trouble that is there already. It may use the store. One function is
// told at a time; Close waits for it.
func (s *Store) WatchDisk(told func(err error, since time.Time)) {
	g := s.guard
	g.mu.Lock()
	defer g.mu.Unlock()
	g.told = told
	if g.cause != nil {
		told(g.cause, g.since)
	}
}

func (g *guard) close() {
	close(g.quit)
	<-g.done
}

func (g *guard) run() {
	defer close(g.done)
	every := time.NewTicker(beats)
	defer every.Stop()
	for {
		select {
		case err := <-g.writer.trouble:
			g.set(err)
		case <-every.C:
			g.beat()
		case <-g.quit:
			return
		}
	}
}

// set notes a trouble, or that there is none, and tells what is new.
func (g *guard) set(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if (err == nil) == (g.cause == nil) {
		return
	}
	g.cause, g.since = err, time.Now()
	if g.told != nil {
		g.told(g.cause, g.since)
	}
}

// beat raises the number in the lease, and in trouble tries whether there is room.
// The errors are the writer's, which has told of them: whoever waits for a write
// learns of them too.
func (g *guard) beat() {
	g.mu.Lock()
	troubled := g.cause != nil
	g.mu.Unlock()
	err := g.writer.write(context.Background(), func(t tx) error {
		_, err := t.exec(`UPDATE lease SET beat = beat + 1`)
		return err
	})
	if !troubled || err != nil {
		return
	}
	for _, text := range []string{strings.Repeat("room", room/4), ""} {
		err = errors.Join(err, g.writer.write(context.Background(), func(t tx) error {
			if _, err := t.exec(`UPDATE lease SET room = ?`, text); err != nil {
				return fmt.Errorf("try for room: %w", err)
			}
			return nil
		}))
	}
	if err == nil {
		select {
		case <-g.writer.trouble: // of before
		default:
		}
		g.set(nil)
	}
}
