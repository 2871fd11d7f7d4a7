package discord

import (
	"math/rand/v2"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// far is a Discord whose clock is ahead of the host's, behind a slow network.
type far struct {
	t     *testing.T
	clock *Clock
	ahead time.Duration
	rand  *rand.Rand
}

func (f *far) now() time.Time { return time.Now().Add(f.ahead) }

// answers lets Discord answer a request. The ways there and back take a while.
func (f *far) answers(there, back time.Duration) {
	sent := time.Now()
	time.Sleep(there)
	date := f.now().UTC().Format(http.TimeFormat)
	time.Sleep(back)
	f.clock.Answered(http.Header{"Date": {date}}, sent, time.Now())
}

// presses lets an interaction come, and returns its id.
func (f *far) presses(late time.Duration) ID {
	id := IDAt(f.now())
	time.Sleep(late)
	f.clock.Pressed(id, time.Now())
	return id
}

// off is how wrong the clock is: above zero when it puts Discord too far ahead.
func (f *far) off() time.Duration {
	id := IDAt(f.now())
	return time.Now().Round(0).Sub(f.clock.Made(id).Round(0))
}

// onFar runs a test in Discord's years, on a host that differs from Discord by ahead.
func onFar(t *testing.T, ahead time.Duration, test func(f *far)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(26*365*24*time.Hour + 123456789)
		test(&far{t: t, clock: NewClock(), ahead: ahead, rand: rand.New(rand.NewPCG(1, uint64(ahead)))})
	})
}

// TestClock: the first answer finds the difference to a second, interactions to the
// time that the fastest of them took. No interaction comes from the future.
func TestClock(t *testing.T) {
	for _, ahead := range []time.Duration{
		-61 * time.Minute, -16 * time.Minute, -7 * time.Second, -2 * time.Second, 2 * time.Second, 16 * time.Minute, 61 * time.Minute, 30 * 24 * time.Hour,
	} {
		onFar(t, ahead, func(f *far) {
			f.answers(40*time.Millisecond, 60*time.Millisecond)
			if off := f.off(); off > 5*time.Millisecond || off < -1100*time.Millisecond {
				t.Errorf("%v ahead: one answer leaves %v", ahead, off)
			}
			for range 300 {
				time.Sleep(time.Duration(f.rand.IntN(3000)) * time.Millisecond)
				if f.rand.IntN(2) == 0 {
					f.answers(time.Duration(f.rand.IntN(200))*time.Millisecond, time.Duration(f.rand.IntN(3000))*time.Millisecond)
					continue
				}
				id := f.presses(50*time.Millisecond + time.Duration(f.rand.IntN(500))*time.Millisecond)
				if made := f.clock.Made(id); made.After(time.Now()) {
					t.Fatalf("%v ahead: a press was made %v after it came", ahead, time.Since(made))
				}
			}
			if off := f.off(); off > 5*time.Millisecond || off < -100*time.Millisecond {
				t.Errorf("%v ahead: it is %v off", ahead, off)
			}
			host, known := f.clock.HostAhead()
			if d := host + ahead; !known || d < -5*time.Millisecond || d > 100*time.Millisecond {
				t.Errorf("%v ahead: the host is said to be %v ahead", ahead, host)
			}
			now := time.Now()
			if d := f.clock.Shown(now).Sub(f.now()); d.Abs() > time.Second {
				t.Errorf("%v ahead: people are shown a time that is %v wrong", ahead, d)
			}
			if age, known := f.clock.Age(IDAt(f.now().Add(-time.Hour)), now); !known || (age-time.Hour).Abs() > 100*time.Millisecond {
				t.Errorf("%v ahead: what is an hour old is %v old", ahead, age)
			}
		})
	}
}

// TestRightClock: a host whose clock is right is not corrected by a millisecond, on
// a slow network either.
func TestRightClock(t *testing.T) {
	onFar(t, 0, func(f *far) {
		for range 500 {
			time.Sleep(time.Duration(f.rand.IntN(9000)) * time.Millisecond)
			if f.rand.IntN(2) == 0 {
				f.answers(time.Duration(f.rand.IntN(3000))*time.Millisecond, time.Duration(f.rand.IntN(3000))*time.Millisecond)
			} else {
				f.presses(time.Duration(f.rand.IntN(60000)) * time.Millisecond)
			}
			id := IDAt(f.now())
			if now := time.Now(); !f.clock.Made(id).Equal(id.Time()) || !f.clock.Shown(now).Equal(now) {
				t.Fatalf("a right clock is corrected by %v", f.clock.Shown(now).Sub(now))
			}
		}
	})
}

// TestClockMoves: when a clock is set, or the host slept, the next two answers are
// believed. A single strange answer is not, nor an interaction that was delivered
// late or comes from the future.
func TestClockMoves(t *testing.T) {
	onFar(t, 16*time.Minute, func(f *far) {
		f.answers(time.Millisecond, time.Millisecond)
		f.presses(time.Millisecond)
		f.presses(10 * time.Minute) // the gateway was away
		f.clock.Pressed(IDAt(f.now().Add(time.Hour)), time.Now())
		if off := f.off(); off.Abs() > 100*time.Millisecond {
			t.Errorf("strange presses leave %v", off)
		}
		for _, strange := range []time.Duration{-time.Hour, time.Hour, 0} {
			was := f.ahead
			f.ahead = strange // a page that a proxy has kept
			f.answers(time.Millisecond, time.Millisecond)
			f.ahead = was
			if off := f.off(); off.Abs() > 100*time.Millisecond {
				t.Errorf("one strange answer leaves %v", off)
			}
		}
		f.answers(time.Millisecond, time.Millisecond)
		for _, f.ahead = range []time.Duration{0, -16 * time.Minute, time.Hour} {
			f.answers(time.Millisecond, time.Millisecond)
			f.answers(time.Millisecond, time.Millisecond)
			if off := f.off(); off.Abs() > 1100*time.Millisecond {
				t.Errorf("after the clock was set to %v it is %v off", f.ahead, off)
			}
		}
	})
}

// TestClockDrifts: two clocks that do not run at the same speed stay together.
func TestClockDrifts(t *testing.T) {
	onFar(t, time.Minute, func(f *far) {
		for hour := range 200 {
			f.answers(30*time.Millisecond, 30*time.Millisecond)
			f.presses(50 * time.Millisecond)
			if off := f.off(); off > 10*time.Millisecond || off < -1100*time.Millisecond {
				t.Fatalf("after %d hours it is %v off", hour, off)
			}
			time.Sleep(time.Hour)
			f.ahead += 70 * time.Millisecond // 20 millionths
		}
	})
}

// TestClockUnknown: without an answer, and without a clock, the host's is right. An
// answer without a date says nothing.
func TestClockUnknown(t *testing.T) {
	onFar(t, time.Hour, func(f *far) {
		for _, h := range []http.Header{{}, {"Date": {"yesterday"}}} {
			f.clock.Answered(h, time.Now(), time.Now())
		}
		f.presses(time.Millisecond)
		for _, c := range []*Clock{f.clock, nil} {
			id, now := IDAt(f.now()), time.Now()
			if !c.Made(id).Equal(id.Time()) || !c.Shown(now).Equal(now) || !c.Shown(time.Time{}).IsZero() {
				t.Error("an unknown clock corrects something")
			}
			if _, known := c.HostAhead(); known {
				t.Error("the host's clock is known")
			}
			if _, known := c.Age(id, now); known != (c == nil) {
				t.Errorf("an age is known: %v", known)
			}
		}
		f.answers(0, 0)
		if !f.clock.Shown(time.Time{}).IsZero() {
			t.Error("the zero time is shown as another")
		}
	})
}

// TestClockShown: what people are shown moves only when it is wrong by a good part
// of a second. A page that shows a time is not drawn again for each answer.
func TestClockShown(t *testing.T) {
	onFar(t, 16*time.Minute, func(f *far) {
		seen, last := 0, time.Duration(0)
		for range 1000 {
			f.answers(time.Duration(f.rand.IntN(100))*time.Millisecond, time.Duration(f.rand.IntN(100))*time.Millisecond)
			f.presses(50*time.Millisecond + time.Duration(f.rand.IntN(100))*time.Millisecond)
			now := time.Now()
			if is := f.clock.Shown(now).Sub(now); is != last {
				seen, last = seen+1, is
			}
			time.Sleep(time.Minute)
		}
		if seen > 3 {
			t.Errorf("it moved %d times", seen)
		}
	})
}

// TestSavedMoments: a moment that is saved is one of Discord's clock, comes back as the same
// moment of the host, and is compared with a Now that stays right for days without an answer.
func TestSavedMoments(t *testing.T) {
	for _, ahead := range []time.Duration{-100 * 24 * time.Hour, -16 * time.Minute, 0, 16 * time.Minute, 800 * 24 * time.Hour} {
		onFar(t, ahead, func(f *far) {
			f.answers(40*time.Millisecond, 60*time.Millisecond)
			for range 3 {
				at := time.Now().Add(time.Hour)
				saved := f.clock.Saved(at)
				if off := saved.Sub(f.now().Add(time.Hour)); off.Abs() > 1100*time.Millisecond {
					t.Errorf("%v ahead: what is saved is %v wrong", ahead, off)
				}
				if off := f.clock.Here(saved).Sub(at); off != 0 {
					t.Errorf("%v ahead: it comes back %v later", ahead, off)
				}
				if off := f.clock.Now().Sub(f.now()); off.Abs() > 1100*time.Millisecond {
					t.Errorf("%v ahead: now is %v wrong", ahead, off)
				}
				time.Sleep(28 * time.Hour)
			}
			if !f.clock.Saved(time.Time{}).IsZero() || !f.clock.Here(time.Time{}).IsZero() {
				t.Error("the zero time has moved")
			}
		})
	}
}

// TestMuteClock: where a proxy leaves the Date out of Discord's answers, the host's clock is
// taken. It is never known to be right.
func TestMuteClock(t *testing.T) {
	onFar(t, 16*time.Minute, func(f *far) {
		if f.clock.Known() || f.clock.Right() {
			t.Error("it is known before the first answer")
		}
		f.clock.Answered(http.Header{}, time.Now(), time.Now())
		if !f.clock.Known() || f.clock.Right() || !f.clock.Now().Equal(time.Now()) {
			t.Errorf("known %v, right %v, now %v", f.clock.Known(), f.clock.Right(), f.clock.Now())
		}
		f.answers(0, 0)
		if off := f.clock.Now().Sub(f.now()); !f.clock.Known() || f.clock.Right() || off.Abs() > 1100*time.Millisecond {
			t.Errorf("after an answer with a Date, now is %v wrong", off)
		}
	})
}
