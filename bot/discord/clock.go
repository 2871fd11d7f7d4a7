package discord

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Clock tells how far the host's clock is from Discord's.
//
// Discord dates by its own clock. An id holds the moment at which the thing was
// made. A token lives for a quarter of an hour from there, and a message is old an
// hour after it. People's phones show <t:…> by a clock that agrees with Discord's.
// What runs in the bot is measured with the host's monotonic clock. [Clock.Made] brings
// Discord's moments into it, and [Clock.Shown] brings moments of the host to Discord.
//
// A moment that is saved to be compared later is one of Discord's: when a night begins,
// when a lobby ends, since when something is kept. The host's clock may have been set
// meanwhile, and then it does not know any more what it meant. [Clock.Now] is what such a
// moment is compared with. [Clock.Saved] makes one of a moment of the host, and
// [Clock.Here] says when it comes.
//
// # What is known of Discord's clock
//
// An answer has its moment in the Date header, in whole seconds. It was written
// after the request was sent and before the answer came. So each answer says that
// the difference of the clocks is within a span, which is little wider than a
// second. An interaction arrives after it was made, so its stamp is the least that
// Discord's clock can say at that moment. The Clock keeps what all of these spans
// have in common. Soon that is no longer than the fastest answer took. Between two
// answers the span widens, because no two clocks run at the same speed.
//
// When zero is within the span, the host's clock is taken for right. Otherwise the
// difference is the lower end of the span, which the fastest interaction has set.
// Then no press comes from the future, and a delay is what it took longer than the
// fastest one. A mean would be wrong by half of the time that an answer takes, and
// worse for one that was repeated.
//
// When an answer has nothing in common with what was known, it may be an old one
// that a proxy has kept. Or a clock was set, or the host slept: then the next answer
// says the same, and only these two count. An interaction cannot show this: it may
// have been delivered minutes late.
//
// The Clock measures with the monotonic clock. If an operator sets the host's clock
// while the bot runs, nothing moves.
type Clock struct {
	begun time.Time // with its monotonic reading

	mu    sync.Mutex
	heard bool          // there was an answer that says when it was made
	mute  bool          // there was one that does not
	span                // how far Discord's clock is ahead of the host's
	at    time.Duration // after begun: when that was found
	odd   *span         // what the last answer said, if it had nothing in common with that
	told  time.Duration // the difference that Shown uses
}

// span is from where to where a difference may be.
type span struct{ low, high time.Duration }

// meets reports whether two spans have something in common, or nearly.
func (s span) meets(o span) bool { return s.low <= o.high+clockSlack && o.low <= s.high+clockSlack }

func (s span) common(o span) span { return span{max(s.low, o.low), min(s.high, o.high)} }

const (
	dateStep   = time.Second            // of the Date header
	drift      = 10000                  // two clocks differ by a second after so many, and more
	clockSlack = 250 * time.Millisecond // Discord's own machines may differ by this
	toldSlack  = 500 * time.Millisecond // Shown follows from here on: not every page is to be drawn again
)

// WrongClock is the difference from which a host's clock is wrong. A clock that is
// set over the network differs by much less, and a message that takes its time does
// not look like it.
const WrongClock = 5 * time.Second

// NewClock makes a clock that has heard nothing yet and takes the host's for right.
// So does a nil Clock, for ever.
func NewClock() *Clock { return &Clock{begun: time.Now()} }

// Now is this moment by Discord's clock, whatever is done to the host's. What is saved
// with a moment of Discord's is compared with it. On a host whose clock is wrong, it is the
// middle of the span, which does not move when the bot hears nothing for hours. Before
// Discord has answered for the first time, it is what the host says: see [Clock.Known].
func (c *Clock) Now() time.Time {
	now := time.Now()
	if c == nil {
		return now.Round(0)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.heard {
		return now.Round(0)
	}
	return c.begun.Round(0).Add(now.Sub(c.begun) + c.middle(now.Sub(c.begun)))
}

// Saved is what is saved of a moment of this process: what Discord's clock says then. The
// zero time stays zero.
func (c *Clock) Saved(t time.Time) time.Time {
	if c == nil || t.IsZero() {
		return t
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun.Round(0).Add(t.Sub(c.begun) + c.middle(time.Since(c.begun)))
}

// Here is when a saved moment comes, with a reading of the monotonic clock. So a timer for
// it stays right when the host's clock steps.
func (c *Clock) Here(saved time.Time) time.Time {
	if c == nil || saved.IsZero() {
		return saved
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun.Add(saved.Sub(c.begun.Round(0)) - c.middle(time.Since(c.begun)))
}

// Known reports whether Discord has said what time it is. Where a proxy leaves that out of
// its answers, the host's clock has to do, and Known reports true after the first of them.
func (c *Clock) Known() bool {
	if c == nil {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard || c.mute
}

// Right reports whether the host's clock is known to be right, and Discord's last answer
// says so too. What cannot be undone waits until it is.
func (c *Clock) Right() bool {
	if c == nil {
		return true
	}
	ahead, known := c.HostAhead()
	c.mu.Lock()
	defer c.mu.Unlock()
	return known && c.odd == nil && ahead.Abs() < WrongClock
}

// Made is the moment at which something of Discord's was made, by the host's clock.
func (c *Clock) Made(id ID) time.Time {
	if c == nil {
		return id.Time()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun.Add(id.Time().Sub(c.begun) - c.ahead(time.Since(c.begun)))
}

// Age is how long ago something of Discord's was made, and whether that is known.
// It is not known before Discord has answered for the first time.
func (c *Clock) Age(id ID, now time.Time) (time.Duration, bool) {
	if c == nil {
		return now.Sub(id.Time()), true
	}
	c.mu.Lock()
	heard := c.heard
	c.mu.Unlock()
	return now.Sub(c.Made(id)), heard
}

// Shown is what Discord and people's phones call a moment of the host's clock. The
// zero time stays zero.
func (c *Clock) Shown(t time.Time) time.Time {
	if c == nil || t.IsZero() {
		return t
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun.Round(0).Add(t.Sub(c.begun) + c.told)
}

// ShownOf is what Discord calls the moment at which something of its own was made. The
// host's clock does not matter.
func (c *Clock) ShownOf(id ID) time.Time { return id.Time() }

// HostAhead is how far the host's clock is ahead of Discord's, and whether that is
// known. It is less than zero for a clock that is behind.
func (c *Clock) HostAhead() (time.Duration, bool) {
	if c == nil {
		return 0, false
	}
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	past := now.Sub(c.begun)
	return now.Round(0).Sub(c.begun.Round(0).Add(past + c.ahead(past))), c.heard
}

// Warning says in words that the host's clock is wrong. It is empty for a clock that
// is right or not known.
func (c *Clock) Warning() string {
	ahead, known := c.HostAhead()
	switch {
	case !known || ahead.Abs() < WrongClock:
		return ""
	case ahead < 0:
		return fmt.Sprintf("the host's clock is %v behind Discord's", -ahead.Round(time.Second))
	}
	return fmt.Sprintf("the host's clock is %v ahead of Discord's", ahead.Round(time.Second))
}

// Answered hears what the Date header of an answer says. The request was sent at
// one moment and the header came at the other.
func (c *Clock) Answered(h http.Header, sent, came time.Time) {
	date, err := http.ParseTime(h.Get("Date"))
	if err != nil { // a proxy may leave it out
		c.mu.Lock()
		defer c.mu.Unlock()
		c.mute = true
		return
	}
	is := date.Sub(c.begun)
	c.hear(span{is - came.Sub(c.begun), is + dateStep - sent.Sub(c.begun)}, came.Sub(c.begun))
}

// Pressed hears that an interaction came at a moment.
func (c *Clock) Pressed(id ID, came time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	past := came.Sub(c.begun)
	c.widen(past)
	if least := id.Time().Sub(c.begun) - past; c.heard && least <= c.high+clockSlack {
		c.low = max(c.low, least)
	}
	c.tell(past)
}

// hear takes a span in which the difference is.
func (c *Clock) hear(is span, past time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.widen(past)
	switch {
	case !c.heard:
		c.span, c.heard = is, true
	case c.meets(is):
		c.span, c.odd = c.common(is), nil
	case c.odd != nil && c.odd.meets(is):
		c.span, c.odd = c.odd.common(is), nil
	default:
		c.odd = &is
	}
	c.tell(past)
}

// widen lets what is known become older. c.mu is held.
func (c *Clock) widen(past time.Duration) {
	if older := past - c.at; older > 0 {
		c.low, c.high, c.at = c.low-older/drift, c.high+older/drift, past
	}
}

// tell lets Shown follow when it is off by more than a little. c.mu is held.
func (c *Clock) tell(past time.Duration) {
	if is := c.ahead(past); (is-c.told).Abs() > toldSlack || is == 0 {
		c.told = is
	}
}

// middle is like ahead in the middle of the span. c.mu is held.
func (c *Clock) middle(past time.Duration) time.Duration {
	if c.ahead(past) == 0 {
		return 0
	}
	return c.low + (c.high-c.low)/2
}

// ahead is how far Discord's clock is ahead of the host's as it was when the Clock
// began. c.mu is held.
func (c *Clock) ahead(past time.Duration) time.Duration {
	older := max(past-c.at, 0) / drift
	low, high := c.low-older, c.high+older
	if !c.heard || low <= 0 && high >= 0 {
		return 0
	}
	return low
}
