package games

// Chronicle holds what happened lately, in order, so that a player can read what has
// happened since their own last move. E is an event of a game and plain data.
//
// A Chronicle is a part of a position. A view takes [Chronicle.Since] of its own seat
// and nothing else: when another seat moved may be secret. Where not every player saw an
// event, the view leaves it out for those who did not.
type Chronicle[E any] struct {
	Events    []E   `json:"events,omitempty"`    // from the oldest that is kept to the newest
	Forgotten int   `json:"forgotten,omitempty"` // how many older events there were
	Read      []int `json:"read,omitempty"`      // by seat, how many events there were at its last move, forgotten ones included
}

// mostEvents is how many events a chronicle keeps. A position is written with each
// input, so it must stay small. Only a seat that makes no more moves, as of a player who is
// out, lets it grow so long.
const mostEvents = 96

// NewChronicle returns the chronicle of a deal. Nothing has happened.
func NewChronicle[E any](seats int) Chronicle[E] { return Chronicle[E]{Read: make([]int, seats)} }

// Tell adds events. The oldest is forgotten when every seat has moved since, or when
// there are too many.
func (c *Chronicle[E]) Tell(events ...E) {
	c.Events = append(c.Events, events...)
	c.forget(len(c.Events) - mostEvents)
}

// Told is how many events there have been, forgotten ones included.
func (c *Chronicle[E]) Told() int { return c.Forgotten + len(c.Events) }

// Turn notes that a seat moves now: what was told before is not news to it. Rules call
// it before they tell what the move did, so that the player reads that, too.
func (c *Chronicle[E]) Turn(seat Seat) { c.TurnAt(seat, c.Told()) }

// TurnAt is [Chronicle.Turn] for a seat that moved when there were so many events, see
// [Chronicle.Told].
func (c *Chronicle[E]) TurnAt(seat Seat, told int) {
	if seat < 0 || int(seat) >= len(c.Read) {
		return
	}
	c.Read[seat] = told
	least := c.Read[seat]
	for _, n := range c.Read {
		least = min(least, n)
	}
	c.forget(least - c.Forgotten)
}

// forget forgets the n oldest events. It makes a new list, since a view may share the old one.
func (c *Chronicle[E]) forget(n int) {
	if n <= 0 {
		return
	}
	c.Events = append([]E(nil), c.Events[n:]...)
	c.Forgotten += n
}

// Since returns what has happened since the last move of a seat, from the oldest to the
// newest, and how many older events of that time were forgotten. No caller changes the list.
func (c Chronicle[E]) Since(seat Seat) (events []E, forgotten int) {
	if seat < 0 || int(seat) >= len(c.Read) {
		return nil, 0
	}
	n := c.Read[seat] - c.Forgotten
	if n < 0 {
		return c.Events, -n
	}
	return c.Events[n:], 0
}
