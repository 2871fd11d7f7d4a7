package transport

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"oneiros/bot/discord"

	"github.com/bwmarrin/discordgo"
)

// assumedLimit is how many requests of a bucket may be under way until Discord
// tells its limit. It is the smallest limit that is common.
const assumedLimit = 5

// bucket is what Discord said last about one limit. When its window is over it says
// no more than a new bucket, so it is dropped.
type bucket struct {
	limit     int       // of a window
	remaining int       // the least that Discord named in this window
	sent      int       // and not answered; Discord may have counted them or not
	waiting   int       // callers
	reset     time.Time // end of the window; zero when none is known
	changed   chan struct{}
}

// limits has the buckets of all routes.
type limits struct {
	mu      sync.Mutex
	buckets map[string]*bucket
	shared  map[string]string // the name that Discord gives a route's bucket; routes with one name share it
	swept   time.Time
}

// key names the bucket of a route.
func (l *limits) key(route, major string) string {
	if name, ok := l.shared[route]; ok {
		return name + " " + major
	}
	return route + " " + major
}

// bucket is the bucket of a key, a new one when there is none.
func (l *limits) bucket(key string) *bucket {
	b := l.buckets[key]
	if b == nil {
		b = &bucket{limit: assumedLimit, remaining: assumedLimit, changed: make(chan struct{})}
		l.buckets[key] = b
	}
	return b
}

// acquire waits until the route has room. The caller must release the key that it
// gets. A wait that would last longer than ctx or most is an error at once.
func (l *limits) acquire(ctx context.Context, route, major string, most time.Duration) (string, error) {
	until := time.Now().Add(most)
	if t, ok := ctx.Deadline(); ok && t.Before(until) {
		until = t
	}
	for {
		now := time.Now()
		l.mu.Lock()
		l.sweep(now)
		key := l.key(route, major)
		b := l.bucket(key)
		b.roll(now)
		if b.remaining > b.sent {
			b.sent++
			l.mu.Unlock()
			return key, nil
		}
		changed, reset := b.changed, b.reset
		if b.sent == 0 && reset.After(until) {
			l.mu.Unlock()
			return "", &discord.Error{Route: route, Status: http.StatusTooManyRequests, Scope: "local",
				Message: "the route's limit is used up", RetryAfter: reset.Sub(now)}
		}
		b.waiting++
		l.mu.Unlock()

		err := wait(ctx, changed, reset)
		l.mu.Lock()
		b.waiting--
		l.drop(key, b, time.Now())
		l.mu.Unlock()
		if err != nil {
			return "", &discord.Fault{Route: route, Err: err}
		}
	}
}

// wait returns when the bucket has changed, or when its window is over, if that
// time is known. When the context has ended, it returns the context's error.
func wait(ctx context.Context, changed <-chan struct{}, reset time.Time) error {
	var over <-chan time.Time
	if !reset.IsZero() {
		timer := time.NewTimer(time.Until(reset))
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-changed:
	case <-over:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// roll begins a new window when the old one is over.
func (b *bucket) roll(now time.Time) {
	if !b.reset.IsZero() && !now.Before(b.reset) {
		b.remaining, b.reset = b.limit, time.Time{}
	}
}

// release takes what the answer said. h is nil when there was no answer.
func (l *limits) release(key, route, major string, h http.Header, e *discord.Error) {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.buckets[key]; b != nil {
		b.sent--
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
	// The limit of edits of old messages is not a limit of the route. A new board
	// is posted in place of the old message and edited through the same route.
	blocked := e != nil && e.Status == http.StatusTooManyRequests && !e.Global && !e.Banned &&
		e.Code != discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached
	if !blocked && (left == "" || after == "") {
		return
	}
	known := l.key(route, major)
	b := l.bucket(known)
	b.roll(now)
	if n, err := strconv.Atoi(limit); err == nil && n > 0 {
		b.limit = n
	}
	if blocked {
		b.remaining, b.reset = 0, now.Add(e.RetryAfter)
	} else if n, err := strconv.Atoi(left); err == nil {
		reset := now.Add(seconds(after))
		// The end of a window differs a little from answer to answer.
		if b.reset.IsZero() || reset.After(b.reset.Add(250*time.Millisecond)) {
			b.remaining, b.reset = n, reset
		} else {
			b.remaining = min(b.remaining, n)
		}
	}
	if known != key {
		b.wake()
		l.drop(known, b, now)
	}
}

// wake lets the callers that wait look again.
func (b *bucket) wake() {
	if b.waiting > 0 {
		close(b.changed)
		b.changed = make(chan struct{})
	}
}

// drop forgets a bucket that no request uses and whose window is over.
func (l *limits) drop(key string, b *bucket, now time.Time) {
	if b.sent == 0 && b.waiting == 0 && (b.reset.IsZero() || !now.Before(b.reset)) && l.buckets[key] == b {
		delete(l.buckets, key)
	}
}

// sweep drops all buckets that can be dropped, at most once a second.
func (l *limits) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Second {
		return
	}
	l.swept = now
	for k, b := range l.buckets {
		l.drop(k, b, now)
	}
}

// count is how many buckets there are.
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

// window counts events of the last ten minutes, in slots of ten seconds.
type window struct {
	mu    sync.Mutex
	slots [60]int
	last  int64 // the latest slot, since the epoch
}

// move clears the slots that are over and returns the slot of now.
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

// add counts one event.
func (w *window) add() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.slots[w.move(time.Now())%60]++
}

// sum is how many events there were.
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
