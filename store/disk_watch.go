package store

import (
	"context"
	"crypto/rand"
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
	timing leaseTiming
	quit   chan struct{}
	done   chan struct{}

	mu     sync.Mutex
	notify func(error, time.Time) // set by WatchDisk; nil until then
	cause  error                  // why nothing can be saved; nil while saving works
	since  time.Time
	beaten time.Time // when the last heartbeat that was saved had begun
	woken  time.Time // when one was saved after a long silence
}

func newDiskWatch(w *writer, timing leaseTiming) *diskWatch {
	d := &diskWatch{writer: w, timing: timing, quit: make(chan struct{}), done: make(chan struct{}), beaten: time.Now()}
	go d.run()
	return d
}

// longSilence is so long without a heartbeat that the others will soon take a process
// for dead.
func (t leaseTiming) longSilence() time.Duration { return t.timeout * 4 / 5 }

// silentFor is how long ago the last heartbeat was. Go's clock stands while the machine
// is suspended, and the time of day may be set. The longer one counts.
func silentFor(beaten, now time.Time) time.Duration {
	return max(now.Sub(beaten), now.Round(0).Sub(beaten.Round(0)))
}

// stop begins to end the watch, and wait waits for that. Between them the writer has
// to be closed: a heartbeat may wait for PostgreSQL.
func (d *diskWatch) stop() { close(d.quit) }

func (d *diskWatch) wait() { <-d.done }

func (d *diskWatch) run() {
	defer close(d.done)
	every := d.timing.beat(false)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	set := func(err error) {
		if beat := d.timing.beat(err != nil); beat != every {
			every = beat
			ticker.Reset(every)
		}
		d.set(err)
	}
	// A heartbeat may wait for PostgreSQL, and meanwhile its trouble is reported.
	beaten := make(chan beatResult, 1)
	ticks := ticker.C
	var late <-chan time.Time
	for {
		select {
		case err := <-d.writer.trouble:
			set(err)
		case <-ticks:
			ticks = nil
			if d.writer.postgres && d.timing.late > 0 {
				late = time.After(d.timing.late)
			}
			go func() { beaten <- d.beat() }()
		case <-late:
			late = nil
			set(errLate)
		case r := <-beaten:
			ticks, late = ticker.C, nil
			if r.err != nil {
				set(r.err)
			} else if r.healed {
				select {
				case <-d.writer.trouble: // an error from before the test write
				default:
				}
				set(nil)
			}
		case <-d.quit:
			if ticks == nil {
				<-beaten
			}
			return
		}
	}
}

// set stores the state of the disk and reports a change.
func (d *diskWatch) set(err error) {
	select {
	case <-d.quit:
		return
	default:
	}
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

// errLate: people should not have to wait until the connection is given up.
var errLate = fmt.Errorf("%w: it does not answer", ErrUnreachable)

// beatResult is what a heartbeat found out.
type beatResult struct {
	err    error // the file was moved
	healed bool  // saving works again
}

// beat writes the heartbeat and, after a trouble, makes a test write. It drops other
// errors: the writer has already passed them to the watch.
func (d *diskWatch) beat() beatResult {
	d.mu.Lock()
	troubled := d.cause != nil
	d.mu.Unlock()
	if err := d.writer.files.check(); err != nil {
		return beatResult{err: err}
	}
	begun := time.Now()
	bury := d.mayBury(begun)
	err := d.writer.write(context.Background(), func(t tx) error {
		return t.renew(bury)
	})
	if err == nil {
		d.mu.Lock()
		d.beaten = begun
		d.mu.Unlock()
	}
	if !troubled || err != nil {
		return beatResult{}
	}
	for _, text := range []string{incompressible(testWrite), ""} {
		err = errors.Join(err, d.writer.write(context.Background(), func(t tx) error {
			if _, err := t.exec(`UPDATE lease SET room = ?`, text); err != nil {
				return fmt.Errorf("make a test write: %w", err)
			}
			return nil
		}))
	}
	return beatResult{healed: err == nil}
}

// mayBury reports whether this process may take others for dead. After a long silence of
// its own it may not: if the database was away, the others were silent too.
func (d *diskWatch) mayBury(now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if silentFor(d.beaten, now) >= d.timing.longSilence() {
		d.woken = now
	}
	return d.woken.IsZero() || silentFor(d.woken, now) >= d.timing.timeout
}

// incompressible returns n bytes of text. PostgreSQL would make little of others.
func incompressible(n int) string {
	var text strings.Builder
	for text.Len() < n {
		text.WriteString(rand.Text())
	}
	return text.String()[:n]
}
