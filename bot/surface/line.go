package surface

import (
	"context"
	"sync"

	"oneiros/bot/due"
)

// mostWorking is how many messages are repaired at once. A request that waits in the client
// cannot be overtaken, and boards need the client, too.
const mostWorking = 16

// line are the messages that wait to be repaired.
type line struct {
	due    *due.Queue
	start  func(do func(context.Context)) bool // begins a job; false when the bot ends
	repair func(context.Context, *message)
	left   func(*message) // is told of one that no job repairs

	mu      sync.Mutex
	waiting []*message
	working int // how many are being repaired
}

// add has a message repaired by a job, in its turn. When the bot ends, the next start goes on.
func (l *line) add(m *message) {
	l.mu.Lock()
	l.waiting = append(l.waiting, m)
	l.mu.Unlock()
	for l.next() {
	}
}

// next has the first message of the line repaired, and reports whether the next one may be.
func (l *line) next() bool {
	l.mu.Lock()
	if len(l.waiting) == 0 || l.working == mostWorking {
		l.mu.Unlock()
		return false
	}
	m := l.waiting[0]
	l.waiting = l.waiting[1:]
	l.working++
	l.mu.Unlock()
	free := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.working--
	}
	begun := l.start(func(ctx context.Context) {
		defer l.next()
		defer free()
		l.repair(ctx, m)
	})
	if !begun {
		free()
		l.left(m)
	}
	return true
}

// later has a message that could not be shown repaired again, later after each failure.
func (l *line) later(m *message) {
	m.failures++
	l.due.After(min(editPause<<min(m.failures, 6), retry), func(context.Context) { l.add(m) })
}
