package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// testWrite is how many bytes must fit on the disk before the store reports that
// saving works again. A few tables together save less than this at once.
const testWrite = 256 << 10

// diskWatch writes the heartbeat of the lease. It finds out when nothing can be
// saved, and when saving works again.
type diskWatch struct {
	writer *writer
	every  time.Duration
	quit   chan struct{}
	done   chan struct{}

	mu     sync.Mutex
	notify func(error, time.Time) // set by WatchDisk; nil until then
	cause  error                  // why nothing can be saved; nil while saving works
	since  time.Time
}

func newDiskWatch(w *writer, every time.Duration) *diskWatch {
	d := &diskWatch{writer: w, every: every, quit: make(chan struct{}), done: make(chan struct{})}
	go d.run()
	return d
}

// WatchDisk sets the function that is told when nothing can be saved. It receives
// the reason, for which [Unwritable] is true, and the moment when it began. When
// saving works again, it receives a nil error. If the reason becomes [ErrMoved], or
// was that, it receives the new reason too.
//
// A trouble that exists already is reported at once. The function may use the
// store. Calls never overlap, and Close waits for the last one.
func (s *Store) WatchDisk(notify func(err error, since time.Time)) {
	d := s.diskWatch
	d.mu.Lock()
	defer d.mu.Unlock()
	d.notify = notify
	if d.cause != nil {
		notify(d.cause, d.since)
	}
}

// Trouble returns why nothing can be saved, or nil.
func (s *Store) Trouble() error {
	s.diskWatch.mu.Lock()
	defer s.diskWatch.mu.Unlock()
	return s.diskWatch.cause
}

func (d *diskWatch) close() {
	close(d.quit)
	<-d.done
}

func (d *diskWatch) run() {
	defer close(d.done)
	ticker := time.NewTicker(d.every)
	defer ticker.Stop()
	for {
		select {
		case err := <-d.writer.trouble:
			d.set(err)
		case <-ticker.C:
			d.beat()
		case <-d.quit:
			return
		}
	}
}

// set stores the state of the disk and reports a change.
func (d *diskWatch) set(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if (err == nil) == (d.cause == nil) && errors.Is(err, ErrMoved) == errors.Is(d.cause, ErrMoved) {
		return
	}
	d.cause, d.since = err, time.Now()
	if d.notify != nil {
		d.notify(d.cause, d.since)
	}
}

// beat writes the heartbeat and, after a trouble, makes a test write. It drops its
// errors: the writer has already passed them to the watch.
func (d *diskWatch) beat() {
	d.mu.Lock()
	troubled := d.cause != nil
	d.mu.Unlock()
	if err := d.writer.files.check(); err != nil {
		d.set(err)
		return
	}
	err := d.writer.write(context.Background(), func(t tx) error {
		_, err := t.exec(`UPDATE lease SET beat = beat + 1`)
		return err
	})
	if !troubled || err != nil {
		return
	}
	for _, text := range []string{strings.Repeat("room", testWrite/4), ""} {
		err = errors.Join(err, d.writer.write(context.Background(), func(t tx) error {
			if _, err := t.exec(`UPDATE lease SET room = ?`, text); err != nil {
				return fmt.Errorf("make a test write: %w", err)
			}
			return nil
		}))
	}
	if err == nil {
		select {
		case <-d.writer.trouble: // an error from before the test write
		default:
		}
		d.set(nil)
	}
}
