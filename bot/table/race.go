package table

import (
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
)

// RaceWindow is how long after its stamp a racing press is held ([games.Racer]).
// Two presses that Discord stamps within the same moment may reach us about a third
// of a second apart. That happens over a phone network or after a retransmission.
// Later ones are rare. A person hardly notices the wait on a press that competes
// with others anyway. Of Discord's three seconds for an answer, most are left for
// saving. It is shorter than every grace ([games.Tempo]). So presses made before a
// deadline are played before it, in their order.
const RaceWindow = 350 * time.Millisecond

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
	if r.Kind != Play || !m.pos.racing && len(m.pos.outrun) == 0 || !m.running() {
		return false
	}
	if n := m.pos.match.N(); !r.asked || r.askedAt != n {
		r.asked, r.askedAt, r.races = true, n, false
		seat, seated := people.SeatOf(&m.rec, r.User.ID)
		if !seated {
			return false
		}
		err := m.guard(func() error {
			move, err := m.pos.notation(r, seat)
			r.races = err == nil && m.pos.races(move, r.at)
			return err
		})
		r.races = r.races && err == nil
	}
	return r.races
}

// waitsForDeadline reports whether a press was made after a deadline that is not
// played yet.
func (m *match) waitsForDeadline(r *request) bool {
	due, timed := m.deadline()
	return r.Kind == Play && timed && m.made(r) >= due
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
		if !now.Before(r.at.Add(RaceWindow)) && m.races(r) && !m.waitsForDeadline(r) {
			ripe = i
		}
	}
	auto, automatic := m.nextAutoplay()
	automatic = automatic && !noAutoplay
	behind := map[discord.ID]bool{} // people with a held press
	for i, r := range *q {
		switch {
		case m.waitsForDeadline(r) || behind[r.User.ID]:
			continue
		case m.races(r) && (i > ripe || automatic && auto <= m.clockAt(r.at)):
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
		if end := r.at.Add(RaceWindow); m.races(r) && !m.waitsForDeadline(r) && (!held || end.Before(at)) {
			at, held = end, true
		}
	}
	return at, held
}

// made is the match clock at which an action was made. It is not before the last
// input, nor before the clock began to run.
func (m *match) made(r *request) time.Duration { return m.notBack(m.clockAt(r.at)) }

// dated is the match clock that the input of a press is dated with.
func (m *match) dated(r *request) time.Duration {
	if m.races(r) {
		return m.made(r)
	}
	return m.early(m.clockAt(r.at))
}

// early is a moment of the match clock at which an input may be dated that does not
// race. While a race is on, every moment that a racing press may still claim stays
// free.
func (m *match) early(at time.Duration) time.Duration {
	if m.pos.contested(time.Now()) {
		at -= RaceWindow
	}
	return m.notBack(at)
}

// notBack is at, or the earliest moment that an input may be dated with.
func (m *match) notBack(at time.Duration) time.Duration {
	return max(at, m.clock.floor, m.pos.match.At())
}
