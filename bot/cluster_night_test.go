package bot

import (
	"slices"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// TestClusterNight: a night begins once, whichever process has its shard. The process with
// which it was announced has ended, is handing its shards over at that moment, or was
// taken for dead.
func TestClusterNight(t *testing.T) {
	cases := map[string]struct {
		before time.Duration // its time, when the process is lost
		dead   bool          // to the others
	}{
		"ended before": {before: time.Minute}, "hands over": {before: 20 * time.Millisecond}, "taken for dead": {before: time.Minute, dead: true},
	}
	for _, name := range casesAmong(cases, 1, 3) {
		loses := cases[name]
		t.Run(name, func(t *testing.T) {
			together(t, func(t *testing.T, w *town, d *division) {
				first := w.join(d)
				time.Sleep(5 * time.Second)
				w.meet(w.home(), first)
				m := w.announce("Boris", "in 3 min", nil)
				for _, who := range []string{"Boris", "Eve", "Kate"} {
					w.answers(who, m, "Coming")
				}
				list, err := w.bot.conf.Stores.Features.Nights.PlannedNights(w.ctx)
				if err != nil || len(list) != 1 {
					t.Fatalf("%d nights, %v", len(list), err)
				}
				second := w.join(d)
				time.Sleep(5 * time.Second)
				other := second
				if slices.Contains(second.shards(), w.home()) {
					first, other = second, first
				}
				time.Sleep(time.Until(list[0].At) - loses.before)
				if loses.dead {
					first.lives.Store(false)
					first.member.leave()
				} else if err := first.end(); err != nil {
					t.Error(err)
				}
				time.Sleep(2 * time.Minute)
				w.meet(w.home(), other)
				s := w.state()
				if n, who := w.begun(); n != 1 || len(who) != 3 || s.Phase != table.Lobby || len(s.Players) != 3 {
					t.Errorf("%d messages call %v, and the table is %s with %d people\n%s", n, who, s.Phase, len(s.Players), w.log)
				}
				if list[0].At.After(s.Created) || s.Created.Sub(list[0].At) > 10*time.Second {
					t.Errorf("the night was at %v, its table opened at %v", list[0].At, s.Created)
				}
				for _, j := range []*joined{first, other} {
					if err := j.end(); err != nil {
						t.Error(err)
					}
				}
			})
		})
	}
}

// TestClusterNightPosted: a process is taken for dead while it posts an announcement. The
// one that takes its shard over does not announce the night again.
func TestClusterNightPosted(t *testing.T) {
	together(t, func(t *testing.T, w *town, d *division) {
		first := w.join(d)
		time.Sleep(5 * time.Second)
		w.meet(w.home(), first)
		w.slow(9 * time.Second)
		w.plans("Boris")
		w.srv.SetFaults(localcord.Faults{})
		first.lives.Store(false)
		first.member.leave()
		second := w.join(d)
		time.Sleep(5 * time.Second)
		w.meet(w.home(), second)
		time.Sleep(time.Minute)
		if list := w.announcements(); len(list) != 1 || !has(list[0], "Coming (1): Boris") {
			t.Errorf("%d announcements\n%s", len(list), w.log)
		}
		w.answers("Eve", w.announcement(), "Coming")
		if m := w.announcement(); !has(m, "Coming (2): Boris, Eve") {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		w.callsOff("Boris")
		time.Sleep(5 * time.Second)
		if list := w.announcements(); len(list) != 1 || !has(list[0], "Called off") {
			t.Errorf("%d announcements; the last one:\n%s", len(list), w.announcement().Text())
		}
		for _, j := range []*joined{first, second} {
			if err := j.end(); err != nil {
				t.Error(err)
			}
		}
	})
}
