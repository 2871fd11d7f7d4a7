package timing

import "time"

// RaceWindow is how long after its stamp a racing press is held ([games.Racer]).
// Two presses that Discord stamps within the same moment may reach us about a third
// of a second apart. That happens over a phone network or after a retransmission.
// Later ones are rare. A person hardly notices the wait on a press that competes
// with others anyway. Of Discord's three seconds for an answer, most are left for
// saving. It is shorter than every grace ([games.Tempo]). So presses made before a
// deadline are played before it, in their order.
const RaceWindow = 350 * time.Millisecond

// Made is the match clock at which something was done at a moment. It is not before the last
// input, nor before the clock began to run.
func (c Clock) Made(at time.Time) time.Duration { return c.NotBack(c.At(at)) }

// Held is how long an automatic move is held. It is as long as for a racing press
// that was made at the same moment.
func (c Clock) Held(now time.Time) time.Duration {
	if c.m.Pos.contested(now) {
		return RaceWindow
	}
	return 0
}

// Early is a moment of the match clock at which an input may be dated that does not
// race. While a race is on, every moment that a racing press may still claim stays
// free.
func (c Clock) Early(at time.Duration, now time.Time) time.Duration {
	if c.m.Pos.contested(now) {
		at -= RaceWindow
	}
	return c.NotBack(at)
}

// NotBack is at, or the earliest moment that an input may be dated with.
func (c Clock) NotBack(at time.Duration) time.Duration {
	return max(at, c.m.clock.floor, c.m.Pos.Match.At())
}
