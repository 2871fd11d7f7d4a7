package bot

import (
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table"
)

// beginsAt waits until a moment of Discord's clock, at which a night is to begin. It does
// not begin before, and seconds later its table is open.
func (w *town) beginsAt(at time.Time, ahead time.Duration) {
	w.t.Helper()
	left := func() time.Duration { return time.Until(at.Add(ahead)) }
	time.Sleep(left() - 5*time.Second)
	if n, _ := w.begun(); n != 0 || len(w.bot.tables.Known(table.All())) != 0 {
		w.t.Fatalf("it begins %v too early", left())
	}
	time.Sleep(15 * time.Second)
	if n, _ := w.begun(); n != 1 || len(w.bot.tables.Known(table.All())) != 1 {
		w.t.Errorf("in time there are %d calls and %d tables; the announcement:\n%s", n, len(w.bot.tables.Known(table.All())), w.announcement().Text())
	}
}

// TestWrongClockNight: the hour that is typed is one of Discord's clock, and the night
// begins at that moment, whatever the host's clock says.
func TestWrongClockNight(t *testing.T) {
	wrongClock(t, nil, func(t *testing.T, w *town, ahead time.Duration) {
		at := time.Now().Add(-ahead).UTC().Truncate(time.Minute).Add(40 * time.Minute)
		m := w.announce("Boris", at.Format("15:04"), nil)
		if !has(m, discord.Timestamp(at)) {
			t.Errorf("announced for %s, want %s:\n%s", at.Format("15:04"), discord.Timestamp(at), m.Text())
		}
		w.answers("Eve", m, "Coming")
		w.beginsAt(at, ahead)
	})
}

// TestClockStepsNight: when the host's clock steps by a day while a night is planned, the
// night begins in time. It is neither missed nor late.
func TestClockStepsNight(t *testing.T) {
	for name, ahead := range map[string]time.Duration{"ahead": testDay, "behind": -testDay} {
		t.Run(name, func(t *testing.T) {
			nightly(t, func(t *testing.T, w *town) {
				at := time.Now().UTC().Truncate(time.Hour).Add(28 * time.Hour)
				m := w.announce("Boris", at.Format("02.01.2006 15:04"), nil)
				w.answers("Eve", m, "Coming")
				w.steps(ahead)
				w.beginsAt(at, ahead)
			})
		})
	}
}

// TestUnknownClockNight: before Discord has said what time it is, a night is neither begun
// nor missed.
func TestUnknownClockNight(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		at := time.Now().UTC().Truncate(time.Hour).Add(28 * time.Hour)
		m := w.announce("Boris", at.Format("02.01.2006 15:04"), nil)
		w.answers("Eve", m, "Coming")
		w.with = func(c *Config) { c.Clock = discord.NewClock() } // which hears nothing
		w.passes(40 * time.Hour)
		time.Sleep(time.Minute)
		if m := w.announcement(); m.Button("Coming") == nil || len(w.bot.tables.Known(table.All())) != 0 {
			t.Errorf("there are %d tables, and the announcement:\n%s", len(w.bot.tables.Known(table.All())), m.Text())
		}
	})
}
