package bot

import (
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
)

// steps lets the host's clock step while the bot is away. Time passes, and Discord's clock
// is set back by as much; for a step back it is set ahead.
func (w *town) steps(ahead time.Duration) {
	w.t.Helper()
	w.ctx = w.t.Context()
	w.stop()
	time.Sleep(max(ahead, 0))
	w.srv.SetSkew(-ahead)
	w.start()
}

// passes lets time pass while the bot is away, for the host and for Discord.
func (w *town) passes(d time.Duration) {
	w.t.Helper()
	w.ctx = w.t.Context()
	w.stop()
	time.Sleep(d)
	w.start()
}

// ends plays a match to its end, and returns its id.
func (w *town) ends() string {
	w.t.Helper()
	people := []string{"Boris", "Eve"}
	panels := w.match("rounds:1", people...)
	id := w.state().ID
	w.play(people, panels)
	time.Sleep(3 * time.Second)
	return id
}

// keepsOf is what is kept of a match: "moves", "result" without them, or "nothing".
func (w *town) keepsOf(match string) string {
	w.t.Helper()
	m, err := w.bot.conf.Stores.Matches.Match(w.ctx, match)
	switch {
	case err != nil:
		return "nothing"
	case m.Position == nil:
		return "result"
	}
	return "moves"
}

const testDay = 24 * time.Hour

func keepsYears(c *Config) { c.Keeps = Retention{Logs: 90 * testDay, Results: 730 * testDay} }

// TestWrongClockErasesNothing: a host's clock that is far ahead for one sweep erases
// neither the moves of a match that has just ended, nor its result, nor a server that
// removed the bot an hour ago.
func TestWrongClockErasesNothing(t *testing.T) {
	for name, ahead := range map[string]time.Duration{"moves": 100 * testDay, "results": 800 * testDay} {
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", keepsYears, func(t *testing.T, w *town) {
				id := w.ends()
				w.steps(ahead)
				time.Sleep(sweepEvery + time.Minute)
				if is := w.keepsOf(id); is != "moves" {
					t.Errorf("after a sweep on a clock that is %v ahead, the match has %s", ahead, is)
				}
				if n := strings.Count(w.log.String(), "put off erasing: the host's clock is"); n != 1 {
					t.Errorf("the log says %d times that nothing is erased", n)
				}
			})
		})
	}
	t.Run("server", func(t *testing.T) {
		virtual(t, "en-US", keepsYears, func(t *testing.T, w *town) {
			id := w.ends()
			w.srv.Control().SetGuildState(localcord.GuildRemoved)
			time.Sleep(time.Hour)
			w.steps(40 * testDay)
			time.Sleep(sweepEvery + time.Minute)
			if is := w.keepsOf(id); is != "moves" {
				t.Errorf("of a server that removed the bot an hour ago there is %s", is)
			}
		})
	})
}

// TestUnknownClockErasesNothing: before Discord has said what time it is, nothing is erased,
// though it is due by the host's clock.
func TestUnknownClockErasesNothing(t *testing.T) {
	with := func(c *Config) {
		keepsYears(c)
		c.Clock = discord.NewClock() // which hears nothing
	}
	virtual(t, "en-US", with, func(t *testing.T, w *town) {
		id := w.ends()
		w.passes(800 * testDay)
		time.Sleep(sweepEvery + time.Minute)
		if is := w.keepsOf(id); is != "moves" {
			t.Errorf("the match has %s", is)
		}
		if n := strings.Count(w.log.String(), "put off erasing: Discord has not said what time it is"); n != 1 {
			t.Errorf("the log says %d times that nothing is erased", n)
		}
	})
}

// TestErasesByDiscordsClock: what is due by Discord's clock is erased, and what is not is
// kept to its day.
func TestErasesByDiscordsClock(t *testing.T) {
	virtual(t, "en-US", keepsYears, func(t *testing.T, w *town) {
		id := w.ends()
		w.passes(90*testDay - time.Hour)
		time.Sleep(sweepEvery + time.Minute)
		if is := w.keepsOf(id); is != "moves" {
			t.Errorf("an hour before its time the match has %s", is)
		}
		time.Sleep(time.Hour)
		if is := w.keepsOf(id); is != "result" {
			t.Errorf("after its time the match has %s", is)
		}
	})
}

// TestSweepAfterLong: when the last sweep was long ago, the next one says so and waits a
// day. A restart does not begin the wait again.
func TestSweepAfterLong(t *testing.T) {
	virtual(t, "en-US", keepsYears, func(t *testing.T, w *town) {
		id := w.ends()
		time.Sleep(2 * sweepEvery)
		w.passes(100 * testDay) // by both clocks: nothing says which is wrong
		const says = "put off erasing for a day"
		kept := func(after string) {
			t.Helper()
			if is := w.keepsOf(id); is != "moves" {
				t.Fatalf("%s the match has %s", after, is)
			}
			if n := strings.Count(w.log.String(), says); n != 1 {
				t.Errorf("%s the log says %d times that it waits", after, n)
			}
		}
		time.Sleep(12*time.Hour + time.Minute)
		kept("after half a day")
		w.passes(0)
		time.Sleep(11 * time.Hour)
		kept("after 23 hours")
		time.Sleep(2 * time.Hour)
		if is := w.keepsOf(id); is != "result" {
			t.Errorf("after more than a day the match has %s", is)
		}
	})
}
