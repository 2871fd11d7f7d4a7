// Package due is the one queue of what is due at a moment, such as the beginning of a game
// night. Nothing of it is saved: the caller saves what that is about, and sets it
// again at the next start.
package due

import (
	"context"
	"sync"
	"time"
)

// A Queue does what is due when its moment comes, in a job of its own. The keys of an owner
// have a type of its own, as the keys of a context have: so no two owners share a key.
type Queue struct {
	spawn func(func(context.Context)) bool

	mu     sync.Mutex
	timers map[any]*time.Timer
}

// New returns a Queue that begins jobs by spawn.
func New(spawn func(func(context.Context)) bool) *Queue {
	return &Queue{spawn: spawn, timers: map[any]*time.Timer{}}
}

// Set has something done after a while, in place of what was due for the key. The key stays
// until it is dropped, also when that is done.
func (q *Queue) Set(key any, after time.Duration, do func(context.Context)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if timer := q.timers[key]; timer != nil {
		timer.Stop()
	}
	q.timers[key] = q.After(after, do)
}

// Drop drops a key. What is due for it is not done.
func (q *Queue) Drop(key any) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if timer := q.timers[key]; timer != nil {
		timer.Stop()
	}
	delete(q.timers, key)
}

// Has reports whether there is a key.
func (q *Queue) Has(key any) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.timers[key] != nil
}

// After has something done after a while that no caller stops.
func (q *Queue) After(d time.Duration, do func(context.Context)) *time.Timer {
	return time.AfterFunc(max(d, 0), func() { q.spawn(do) })
}

// Keys lists the keys of an owner.
func Keys[K comparable](q *Queue) (list []K) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for key := range q.timers {
		if k, own := key.(K); own {
			list = append(list, k)
		}
	}
	return list
}
