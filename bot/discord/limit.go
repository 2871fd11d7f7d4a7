package discord

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// assumed is how many requests of a bucket may be under way before Discord has
// said how many it allows: the smallest common limit.
const assumed = 5

// bucket is what Discord said last about one limit. Once its window is over it
// says nothing that a new one would not, so it is dropped.
type bucket struct {
	limit   int       // of a window
	seen    int       // the least that was said to remain in this window
	flying  int       // sent and not answered; Discord may have counted them or not
	waiting int       // callers
	reset   time.Time // end of the window; zero when none is known
	freed   chan struct{}
}

// limits keeps the buckets of all routes.
type limits struct {
	mu      sync.Mutex
	buckets map[string]*bucket
	shared  map[string]string // route -> Discord's name of its bucket: routes with one name share it
	swept   time.Time
}

func (l *limits) key(route, major string) string {
	if name, ok := l.shared[route]; ok {
		return name + " " + major
	}
	return route + " " + major
}

func (l *limits) at(key string) *bucket {
	b := l.buckets[key]
	if b == nil {
		b = &bucket{limit: assumed, seen: assumed, freed: make(chan struct{})}
		l.buckets[key] = b
	}
	return b
}

// enter waits until the route has room. The caller must leave the key that it
// was given. A wait that would outlast ctx or patience is an error at once.
func (l *limits) enter(ctx context.Context, route, major string, patience time.Duration) (string, error) {
	until := time.Now().Add(patience)
	if t, ok := ctx.Deadline(); ok && t.Before(until) {
		until = t
	}
	for {
		now := time.Now()
		l.mu.Lock()
		l.sweep(now)
		key := l.key(route, major)
		b := l.at(key)
		b.roll(now)
		if b.seen > b.flying {
			b.flying++
			l.mu.Unlock()
			return key, nil
		}
		freed, reset := b.freed, b.reset
		if b.flying == 0 && reset.After(until) {
			l.mu.Unlock()
			return "", &Error{Route: route, Status: http.StatusTooManyRequests, Scope: "local",
				Message: "the route's limit is spent", RetryAfter: reset.Sub(now)}
		}
		b.waiting++
		l.mu.Unlock()

		var timer *time.Timer
		var over <-chan time.Time
		if !reset.IsZero() {
			timer = time.NewTimer(reset.Sub(now))
			over = timer.C
		}
		var err error
		select {
		case <-freed:
		case <-over:
		case <-ctx.Done():
			err = &Fault{Route: route, Err: ctx.Err()}
		}
		if timer != nil {
			timer.Stop()
		}
		l.mu.Lock()
		b.waiting--
		l.drop(key, b, time.Now())
		l.mu.Unlock()
		if err != nil {
			return "", err
		}
	}
}

// roll begins a new window when the old one is over.
func (b *bucket) roll(now time.Time) {
	if !b.reset.IsZero() && !now.Before(b.reset) {
		b.seen, b.reset = b.limit, time.Time{}
	}
}

// leave takes what the answer said. h is nil when there was none.
func (l *limits) leave(key, route, major string, h http.Header, e *Error) {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.buckets[key]; b != nil {
		b.flying--
		b.roll(now)
		defer l.drop(key, b, now)
		defer b.wake()
	}
	if h == nil {
		return
	}
	if name := h.Get("X-RateLimit-Bucket"); name != "" && l.shared[route] != name {
		l.shared[route] = name
	}
	limit, left, after := h.Get("X-RateLimit-Limit"), h.Get("X-RateLimit-Remaining"), h.Get("X-RateLimit-Reset-After")
	// Too many edits of old messages say nothing about the route: the board that
	// is posted in place of the old message is edited through the same one.
	blocked := e != nil && e.Status == http.StatusTooManyRequests && !e.Global && e.Code != discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached
	if !blocked && (left == "" || after == "") {
		return
	}
	known := l.key(route, major)
	b := l.at(known)
	b.roll(now)
	if n, err := strconv.Atoi(limit); err == nil && n > 0 {
		b.limit = n
	}
	if blocked {
		b.seen, b.reset = 0, now.Add(e.RetryAfter)
	} else if n, err := strconv.Atoi(left); err == nil {
		reset := now.Add(seconds(after))
		// The end of one window jitters a little from answer to answer.
		if b.reset.IsZero() || reset.After(b.reset.Add(250*time.Millisecond)) {
			b.seen, b.reset = n, reset
		} else {
			b.seen = min(b.seen, n)
		}
	}
	if known != key {
		b.wake()
		l.drop(known, b, now)
	}
}

func (b *bucket) wake() {
	if b.waiting > 0 {
		close(b.freed)
		b.freed = make(chan struct{})
	}
}

// drop forgets a bucket that nobody uses and that has nothing to say.
func (l *limits) drop(key string, b *bucket, now time.Time) {
	if b.flying == 0 && b.waiting == 0 && (b.reset.IsZero() || !now.Before(b.reset)) && l.buckets[key] == b {
		delete(l.buckets, key)
	}
}

// sweep drops what can be dropped, at most once a second.
func (l *limits) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Second {
		return
	}
	l.swept = now
	for k, b := range l.buckets {
		l.drop(k, b, now)
	}
}

func (l *limits) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.swept = time.Time{}
	l.sweep(time.Now())
	return len(l.buckets)
}

// seconds reads a header's decimal seconds, rounded up to the millisecond.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f < 0 || f > 1e7 {
		return 0
	}
	return time.Duration(math.Ceil(f*1000)) * time.Millisecond
}

// window counts what happened in the last ten minutes, to ten seconds.
type window struct {
	mu    sync.Mutex
	slots [60]int
	last  int64 // the slot that was counted in last, since the epoch
}

func (w *window) move(now time.Time) int64 {
	n := now.Unix() / 10
	if n-w.last >= int64(len(w.slots)) {
		w.slots = [60]int{}
	} else {
		for i := w.last + 1; i <= n; i++ {
			w.slots[i%60] = 0
		}
	}
	w.last = max(w.last, n)
	return n
}

func (w *window) add() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.slots[w.move(time.Now())%60]++
}

func (w *window) sum() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.move(time.Now())
	n := 0
	for _, s := range w.slots {
		n += s
	}
	return n
}
