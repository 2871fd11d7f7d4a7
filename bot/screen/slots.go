package screen

import (
	"context"
	"slices"
	"sync"
	"time"
)

// lookTime is for how long after a press a person is taken to look at a match.
const lookTime = time.Minute

// slots lets few surfaces do something at once. Those of matches that a person looks
// at come first. Otherwise they come in the order in which they asked.
type slots struct {
	mu      sync.Mutex
	free    int
	looked  []*slotWaiter // at
	waiting []*slotWaiter // the others
}

// slotWaiter is a surface that waits for a slot.
type slotWaiter struct {
	match    string
	got      chan struct{} // closed when it has a slot, or is sent away
	sentAway bool          // without a slot, see sendAway
}

func newSlots(n int) *slots { return &slots{free: n} }

// ask asks for a slot. It returns nil when there was a free one, which is then taken.
func (s *slots) ask(match string, looked bool) *slotWaiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free > 0 {
		s.free--
		return nil
	}
	w := &slotWaiter{match: match, got: make(chan struct{})}
	if looked {
		s.looked = append(s.looked, w)
	} else {
		s.waiting = append(s.waiting, w)
	}
	return w
}

// some reports whether there is a free slot.
func (s *slots) some() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.free > 0
}

// wait waits for the slot that was asked for, and reports whether it was got before
// the context ended.
func (s *slots) wait(ctx context.Context, w *slotWaiter) bool {
	if w == nil {
		return true
	}
	select {
	case <-w.got:
		return true
	case <-ctx.Done():
	}
	s.mu.Lock()
	for _, list := range []*[]*slotWaiter{&s.looked, &s.waiting} {
		if i := slices.Index(*list, w); i >= 0 {
			*list = slices.Delete(*list, i, i+1)
			s.mu.Unlock()
			return false
		}
	}
	away := w.sentAway
	s.mu.Unlock()
	if !away {
		s.release() // it came at the same moment
	}
	return false
}

// release gives a slot to the next surface.
func (s *slots) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range []*[]*slotWaiter{&s.looked, &s.waiting} {
		if len(*list) > 0 {
			close((*list)[0].got)
			(*list)[0] = nil
			*list = (*list)[1:]
			return
		}
	}
	s.free++
}

// sendAway lets the waiting surfaces of a match wait no longer, and gives them no slot.
func (s *slots) sendAway(match string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range []*[]*slotWaiter{&s.looked, &s.waiting} {
		*list = slices.DeleteFunc(*list, func(w *slotWaiter) bool {
			if w.match == match {
				w.sentAway = true
				close(w.got)
			}
			return w.match == match
		})
	}
}

// promote says that a person looks at a match.
func (s *slots) promote(match string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = slices.DeleteFunc(s.waiting, func(w *slotWaiter) bool {
		if w.match == match {
			s.looked = append(s.looked, w)
		}
		return w.match == match
	})
}
