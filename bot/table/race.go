package table

import (
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
)

// request is an action on its way.
type request struct {
	Action
	at   time.Time  // when it was made
	done chan error // holds one: the answer

	races   bool // it takes part in a race, in the match after input askedAt
	asked   bool
	askedAt int
}

// before is the order in which actions are played.
func (r *request) before(o *request) int {
	if r.Press != 0 && o.Press != 0 {
		switch {
		case r.Press < o.Press:
			return -1
		case r.Press > o.Press:
			return 1
		}
		return 0
	}
	return r.at.Compare(o.at)
}

// races reports whether a press takes part in a race. That is one that is on, or
// one that a racing press ended after this one was made. A press whose form or
// whose game fails does not: it is answered at once.
func (m *match) races(r *request) bool {
	if r.Kind != Play || !m.Pos.Racing && !m.Pos.Outran() || !m.Clock().Running() {
		return false
	}
	if n := m.Pos.Match.N(); !r.asked || r.askedAt != n {
		r.asked, r.askedAt, r.races = true, n, false
		seat, seated := people.SeatOf(&m.Rec, r.User.ID)
		if !seated {
			return false
		}
		err := m.Try(func() error {
			move, err := m.Pos.Notation(&r.Action, seat)
			r.races = err == nil && m.Pos.Races(move, r.at)
			return err
		})
		r.races = r.races && err == nil
	}
	return r.races
}

// waitsForDeadline reports whether a press was made after a deadline that is not
// played yet.
func (m *match) waitsForDeadline(r *request) bool {
	due, timed := m.Clock().Deadline()
	return r.Kind == Play && timed && m.Clock().Made(r.at) >= due
}

// queue are the actions that wait, in the order in which they are to be played.
type queue []*request

// receive adds an action and all others that are sent at this moment.
func (q *queue) receive(r *request, in <-chan *request) {
	for more := true; more; {
		*q = append(*q, r)
		select {
		case r = <-in:
		default:
			more = false
		}
	}
	slices.SortStableFunc(*q, (*request).before)
}

// next takes the first action that can be played now, or returns nil. With
// noAutoplay, no automatic move is waited for.
func (q *queue) next(m *match, now time.Time, noAutoplay bool) *request {
	// When one racing press has waited long enough, those made before it have too.
	// A stamp from the future makes a press wait longer than its place in the
	// order.
	ripe := -1
	for i, r := range *q {
		if !now.Before(r.at.Add(timing.RaceWindow)) && m.races(r) && !m.waitsForDeadline(r) {
			ripe = i
		}
	}
	auto, automatic := m.Absent().Next(now)
	automatic = automatic && !noAutoplay
	behind := map[discord.ID]bool{} // people with a held press
	for i, r := range *q {
		switch {
		case m.waitsForDeadline(r) || behind[r.User.ID]:
			continue
		case m.races(r) && (i > ripe || automatic && auto <= m.Clock().At(r.at)):
			behind[r.User.ID] = r.User.ID != 0
			continue
		}
		*q = slices.Delete(*q, i, i+1)
		return r
	}
	return nil
}

// release is when the first held press has waited long enough, and whether one is
// held.
func (q queue) release(m *match) (at time.Time, held bool) {
	for _, r := range q {
		if end := r.at.Add(timing.RaceWindow); m.races(r) && !m.waitsForDeadline(r) && (!held || end.Before(at)) {
			at, held = end, true
		}
	}
	return at, held
}

// dated is the match clock that the input of a press is dated with.
func (m *match) dated(r *request) time.Duration {
	if m.races(r) {
		return m.Clock().Made(r.at)
	}
	return m.Clock().Early(m.Clock().At(r.at), time.Now())
}
