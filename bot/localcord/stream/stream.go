// Package stream holds the event streams of the web client: who has one open, and what waits to
// be written there.
//
// It writes nothing itself and knows no world. The world says who may hear an event, so what a
// person sees is decided in one place. The lock of the world guards [Streams]. A
// [Stream] has a lock of its own, because its writer must not hold up the world.
package stream

import (
	"maps"
	"slices"
	"sync"

	"oneiros/bot/localcord/wire"
)

// An Event is what the web client is told, see the package comment of localcord.
type Event map[string]any

// A Stream is one open event stream, for one person or several. A browser opens at
// most six connections to a server, and a window shows five people.
type Stream struct {
	users []wire.ID

	mu    sync.Mutex
	queue []Event
	ended bool
	wake  chan struct{}
}

func (t *Stream) push(e Event) {
	t.mu.Lock()
	t.queue = append(t.queue, e)
	t.mu.Unlock()
	t.ring()
}

// End ends the stream after what waits.
func (t *Stream) End() {
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
	t.ring()
}

func (t *Stream) ring() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// Wake says that there is something to take.
func (t *Stream) Wake() <-chan struct{} { return t.wake }

// Take takes what waits, and reports whether the stream has ended.
func (t *Stream) Take() (queue []Event, ended bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	queue, t.queue = t.queue, nil
	return queue, t.ended
}

// Streams are all open streams. The zero value has none.
type Streams struct {
	open map[*Stream]struct{}
}

// Open opens a stream for people. Its first event says so.
func (s *Streams) Open(users []wire.ID) *Stream {
	t := &Stream{users: users, wake: make(chan struct{}, 1)}
	t.push(Event{"type": "hello"})
	if s.open == nil {
		s.open = map[*Stream]struct{}{}
	}
	s.open[t] = struct{}{}
	return t
}

// Forget forgets a stream that no client reads any longer.
func (s *Streams) Forget(t *Stream) { delete(s.open, t) }

// End ends all streams.
func (s *Streams) End() {
	for t := range s.open {
		t.End()
	}
}

// Tell sends an event to the people for whom may is true.
func (s *Streams) Tell(may func(wire.ID) bool, e Event) {
	for t := range s.open {
		to := slices.DeleteFunc(slices.Clone(t.users), func(u wire.ID) bool { return !may(u) })
		if len(to) > 0 {
			with := maps.Clone(e)
			with["for"] = to
			t.push(with)
		}
	}
}

// TellOne sends an event to one person.
func (s *Streams) TellOne(user wire.ID, e Event) {
	s.Tell(func(u wire.ID) bool { return u == user }, e)
}

// TellAll sends an event to every person.
func (s *Streams) TellAll(e Event) { s.Tell(func(wire.ID) bool { return true }, e) }

// TellEach sends every person an event of their own; nil is none.
func (s *Streams) TellEach(of func(wire.ID) Event) {
	for t := range s.open {
		for _, u := range t.users {
			if e := of(u); e != nil {
				e["for"] = []wire.ID{u}
				t.push(e)
			}
		}
	}
}
