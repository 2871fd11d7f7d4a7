package bot

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games/gametest"
)

// wrongClock runs a test on hosts whose clock is ahead of Discord's or behind it.
func wrongClock(t *testing.T, with func(*Config), test func(t *testing.T, w *town, ahead time.Duration)) {
	t.Helper()
	hosts := map[string]time.Duration{
		"right": 0, "16 minutes ahead": 16 * time.Minute, "61 minutes ahead": 61 * time.Minute,
		"16 minutes behind": -16 * time.Minute, "61 minutes behind": -61 * time.Minute,
	}
	for _, name := range slices.Sorted(maps.Keys(hosts)) {
		t.Run(name, func(t *testing.T) {
			ahead := hosts[name]
			virtualOn(t, localcord.Config{Skew: -ahead}, "en-US", with, func(t *testing.T, w *town) { test(t, w, ahead) })
		})
	}
}

var shownTime = regexp.MustCompile(`<t:(\d+):`)

// times are the moments that a message shows, as people's phones understand them.
func times(t *testing.T, m *localcord.Message) (list []time.Time) {
	t.Helper()
	for _, found := range shownTime.FindAllStringSubmatch(m.Text(), -1) {
		n, err := strconv.ParseInt(found[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, time.Unix(n, 0))
	}
	return list
}

// TestLastPanelStays: the panel of an ended match does not change when its token ends. It
// follows nothing any more, and its buttons still work.
func TestLastPanelStays(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve"}
		panels := w.match("rounds:1", people...)
		w.play(people, panels)
		time.Sleep(3 * time.Second)
		last := w.now("Boris", panels["Boris"])
		time.Sleep(20 * time.Minute)
		if is := w.now("Boris", last); is.Text() != last.Text() {
			t.Errorf("the last panel reads\n%s\nand read\n%s", is.Text(), last.Text())
		}
		if r := w.own("Boris", last, string(page.Again)); r.Message == nil {
			t.Error("its buttons do nothing")
		}
	})
}

// TestWrongClockSurfaces plays where the host's clock is wrong. Panels follow the
// game and say farewell in time. The board stays one message, and phones show the
// true times.
func TestWrongClockSurfaces(t *testing.T) {
	gametest.NotShort(t)
	wrongClock(t, nil, func(t *testing.T, w *town, ahead time.Duration) {
		discordNow := func() time.Time { return time.Now().Add(-ahead) }
		near := func(what string, m *localcord.Message, want time.Duration) {
			t.Helper()
			list := times(t, m)
			if len(list) == 0 {
				t.Errorf("%s shows no time:\n%s", what, m.Text())
			}
			for _, at := range list {
				if off := at.Sub(discordNow()) - want; off.Abs() > 2*time.Second {
					t.Errorf("%s shows a time that is %v wrong:\n%s", what, off, m.Text())
				}
			}
		}
		w.dream("Boris", "play", map[string]any{"game": "lullaby", "options": "rounds:3"})
		time.Sleep(time.Second)
		near("the lobby", w.board(), 30*time.Minute)
		w.own("Eve", w.board(), "join")
		w.own("Kate", w.board(), "join")
		w.own("Boris", w.board(), "start")
		panel := w.own("Boris", w.board(), "panel").Message
		kate := w.own("Kate", w.board(), "panel").Message
		time.Sleep(3 * time.Second)
		board := w.board()
		was := w.now("Boris", panel).Text()
		w.press("Kate", kate, "Toss for it")
		time.Sleep(3 * time.Second)
		if is := w.now("Boris", panel).Text(); is == was {
			t.Errorf("no panel follows the game:\n%s", is)
		}
		ends, _ := w.state().When(w.state().Status.End())
		near("the reminder", w.mentioned(2)[0], time.Until(ends))
		for range 5 {
			w.dream("Boris", "pause", nil)
			time.Sleep(20 * time.Second)
			w.dream("Boris", "resume", nil)
			time.Sleep(20 * time.Second)
		}
		w.dream("Boris", "pause", nil)
		time.Sleep(3 * time.Second)
		w.stop()
		w.start() // nothing is known of the clock, and the board is not old for that
		time.Sleep(3 * time.Second)
		if w.board().ID != board.ID || w.calls("DELETE", "/messages/"+string(board.ID)) > 0 {
			t.Error("the board was posted again")
		}
		panel = w.own("Boris", w.board(), "panel").Message
		time.Sleep(13*time.Minute + 30*time.Second)
		if m := w.now("Boris", panel); has(m, "This panel has stopped") {
			t.Errorf("the panel says farewell too early:\n%s", m.Text())
		}
		time.Sleep(70 * time.Second)
		if m := w.now("Boris", panel); !has(m, "This panel has stopped") {
			t.Errorf("the panel does not say farewell:\n%s", m.Text())
		}
		for _, q := range w.record.All() {
			if q.Status >= 400 {
				t.Errorf("%s %s was refused with %d: %s\n%s", q.Method, q.Path, q.Status, q.Answer, q.Body)
			}
		}
		log, warnings := w.log.String(), 0
		if ahead != 0 {
			warnings = 2 // one of each process
		}
		if n := strings.Count(log, "correct times: the host's clock is"); n != warnings || strings.Contains(log, `"level":"error"`) {
			t.Errorf("%d warnings, want %d:\n%s", n, warnings, log)
		}
		if is := gauge(t, w.metrics, "oneiros_clock_ahead_seconds"); math.Abs(is-ahead.Seconds()) > 1.5 {
			t.Errorf("the metrics say %v seconds", is)
		}
	})
}

// gauge is the value of a gauge without labels.
func gauge(t *testing.T, from *prometheus.Registry, name string) float64 {
	t.Helper()
	all, err := from.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.GetName() == name {
			return f.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

// TestWrongClockRace: the first press wins a race, whatever the host's clock says.
func TestWrongClockRace(t *testing.T) {
	way := &slowGateway{}
	wrongClock(t, way.stand, func(t *testing.T, w *town, _ time.Duration) { firstPressWins(t, w, way) })
}

// TestWrongClockDeadline: a press before a deadline that arrives after it counts, and
// one that was made after it does not, whatever the host's clock says.
func TestWrongClockDeadline(t *testing.T) {
	gametest.NotShort(t)
	for name, test := range map[string]struct {
		from, late time.Duration // pressed so long after the deadline, delivered so much later
		counts     bool
	}{
		"before": {-300 * time.Millisecond, 800 * time.Millisecond, true},
		"after":  {300 * time.Millisecond, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			way := &slowGateway{}
			wrongClock(t, way.stand, func(t *testing.T, w *town, _ time.Duration) {
				people := []string{"Boris", "Eve", "Kate"}
				panels := w.match("rounds:3", people...)
				for _, who := range people[1:] {
					w.press(who, panels[who], "Toss for it")
				}
				due := w.state().Status.Due
				w.becomes("marked", func(s *table.State) bool { return s.Status.Due > due })
				time.Sleep(3 * time.Second)
				synctest.Wait()
				s := w.state()
				at, _ := s.When(s.Status.Due)
				panel := w.now("Boris", panels["Boris"])
				way.delay("Boris", test.late)
				time.Sleep(time.Until(at.Add(test.from)))
				if w.state().Status.Due != s.Status.Due {
					t.Fatal("the deadline has been played")
				}
				r := w.press("Boris", panel, "Toss for it")
				if stale := has(r.Message, "⚠"); stale == test.counts {
					t.Errorf("pressed %v after the deadline and delivered %v later, the answer is\n%s", test.from, test.late, r.Message.Text())
				}
			})
		})
	}
}
