package table

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store"
)

// TestHalt stops all clocks: nobody loses the time of an outage.
func TestHalt(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		left := func() time.Duration {
			s := p.state(s.ID)
			return s.Left(s.Status.Due, time.Now())
		}
		p.pass(20 * time.Second)
		since := time.Now()
		p.pass(10 * time.Second)
		p.tables.Halt(HaltGateway, since)
		synctest.Wait()
		got := p.state(s.ID)
		if got.Running || got.Paused.Key != HaltGateway || left() != 40*time.Second {
			t.Errorf("halted with %v left: %+v", left(), got)
		}
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, HaltGateway)
		if _, err := p.tables.Create(t.Context(), New{Channel: 501, Game: "sum", Host: anya}); err != nil {
			t.Error(err)
		}
		p.pass(time.Hour)
		p.tables.Halt(HaltGateway, time.Now().Add(-time.Hour))
		p.tables.Halt(HaltDisk, time.Now())
		p.tables.Unhalt(HaltGateway)
		p.tables.Unhalt("table.halt.nothing")
		synctest.Wait()
		if got := p.state(s.ID); got.Running || got.Paused.Key != HaltDisk || left() != 40*time.Second {
			t.Errorf("one reason is left: %+v", got)
		}
		p.tables.Unhalt(HaltDisk)
		synctest.Wait()
		if got := p.state(s.ID); !got.Running || left() != 40*time.Second {
			t.Errorf("%v are left: %+v", left(), got)
		}
		// A press made while the clock stood is dated where it stood.
		late := Action{Kind: Play, User: boris, Turn: AnyTurn, Press: p.at(time.Now().Add(-5 * time.Second)), Move: "whisper"}
		if got, err := p.tables.Send(t.Context(), s.ID, late); err != nil || got.Match.At() != 20*time.Second {
			t.Errorf("it counts as made at %v, %v", got.Match.At(), err)
		}
		p.pass(40*time.Second + Grace)
		if got := p.state(s.ID); got.Players[0].Missed != 0 || len(p.moves(s.ID)) != 2 {
			t.Errorf("after the outage: %+v, %v", got.Players, p.moves(s.ID))
		}
		// The stopped clock is saved: a restart in an outage loses nothing of it.
		p.play(s.ID, boris, "add 1")
		p.pass(30 * time.Second)
		p.tables.Halt(HaltGateway, time.Now().Add(-20*time.Second))
		p.pass(5 * time.Second)
		p = p.kill()
		if left() != 50*time.Second || !p.state(s.ID).Running {
			t.Errorf("%v are left after a restart in an outage", left())
		}
		// The time before the pause is not given back a second time.
		p.do(s.ID, anya, Pause)
		p.pass(time.Hour)
		p.do(s.ID, anya, Resume)
		before := left()
		p.tables.Halt(HaltGateway, time.Now().Add(-time.Minute))
		synctest.Wait()
		if left() != before {
			t.Errorf("an outage in a pause gave %v", left()-before)
		}
		p.tables.Unhalt(HaltGateway)
		p.leave()
	})
}

// TestHaltOnAFullDisk stops the clocks although that cannot be saved.
func TestHaltOnAFullDisk(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		p.pass(20 * time.Second)
		m.set(store.ErrFull)
		p.tables.Halt(HaltDisk, time.Now().Add(-5*time.Second))
		p.pass(time.Hour)
		if got := p.state(s.ID); got.Running || got.Paused.Key != HaltDisk || got.Left(got.Status.Due, time.Now()) != 45*time.Second {
			t.Errorf("%+v", got)
		}
		m.set(nil)
		p.tables.Unhalt(HaltDisk)
		synctest.Wait()
		if got := p.play(s.ID, anya, "add 1"); !got.Running {
			t.Errorf("%+v", got)
		}
		p.leave()
	})
}

// TestForgivenOnAFullDisk: what was missed while the disk was full does not count,
// although that cannot be saved at once.
func TestForgivenOnAFullDisk(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		p.pass(55 * time.Second)
		since := time.Now()
		p.pass(5*time.Second + Grace)
		if got := p.state(s.ID); got.Players[0].Missed != 1 {
			t.Fatalf("she missed nothing: %+v", got.Players)
		}
		m.set(store.ErrFull)
		p.tables.Halt(HaltDisk, since)
		synctest.Wait()
		if got := p.state(s.ID); got.Players[0].Missed != 0 || got.Running {
			t.Errorf("what was missed counts: %+v", got.Players)
		}
		m.set(nil)
		p.tables.Unhalt(HaltDisk)
		synctest.Wait()
		p.play(s.ID, boris, "whisper")
		p = p.kill()
		if got := p.state(s.ID); got.Players[0].Missed != 0 {
			t.Errorf("after a restart it counts: %+v", got.Players)
		}
		p.leave()
	})
}

// TestClocksTakeTurns: in one second only a part of many clocks is saved, and in as many
// seconds as there are parts each of them.
func TestClocksTakeTurns(t *testing.T) {
	saved := &savedClocks{by: map[string]int{}}
	h := &Tables{conf: Config{Stores: storesOf(saved)}, directory: &directory{tables: map[string]*entry{}}}
	const many = 4*mostClocks - 10
	for i := range many {
		e := newEntry(fmt.Sprint("match", i), nil)
		e.state.Store(&State{ID: e.id, Phase: Live, Running: i > 0})
		h.tables[e.id] = e
	}
	for turn := range 4 {
		saved.last = 0
		if err := h.saveClocksOf(turn); err != nil {
			t.Fatal(err)
		}
		if saved.last > mostClocks*5/4 {
			t.Errorf("%d clocks in one second", saved.last)
		}
	}
	if len(saved.by) != many-1 {
		t.Errorf("%d of %d clocks were saved", len(saved.by), many-1)
	}
	for id, n := range saved.by {
		if n != 1 {
			t.Errorf("the clock of %s was saved %d times", id, n)
		}
	}
}

// TestClocksAreSaved: the clock of a match is saved every second from its start on, and
// that of a table by days every minute. While none runs, nothing is saved.
func TestClocksAreSaved(t *testing.T) {
	virtual(t, func(t *testing.T) {
		saved := &savedClocks{Store: newMemory(), by: map[string]int{}}
		p := gather(t, saved, byDays...)
		are := func(after time.Duration, calls int, want map[string]int) {
			t.Helper()
			saved.calls, saved.by = 0, map[string]int{}
			p.pass(after)
			if d := cmp.Diff(want, saved.by); saved.calls != calls || d != "" {
				t.Errorf("in %v clocks were saved %d times, want %d:\n%s", after, saved.calls, calls, d)
			}
		}
		p.pass(300 * time.Millisecond)
		are(time.Hour, 0, map[string]int{})
		days := p.sit("somnia", map[string]string{"pace": "1d"}, anya, boris)
		are(time.Hour, 60, map[string]int{days.ID: 60})
		live, err := p.tables.Create(t.Context(), New{Guild: 9, Channel: channel + 1, Game: "sum", Host: vera, Press: p.now()})
		if err != nil {
			t.Fatal(err)
		}
		p.do(live.ID, gleb, Join)
		p.do(live.ID, vera, Start)
		are(10*time.Minute, 600, map[string]int{days.ID: 10, live.ID: 600})
		p.tables.Halt(HaltDisk, time.Now())
		synctest.Wait()
		are(time.Hour, 0, map[string]int{})
		p.tables.Unhalt(HaltDisk)
		synctest.Wait()
		p.do(live.ID, vera, Pause)
		are(10*time.Minute, 10, map[string]int{days.ID: 10})
		p.do(live.ID, vera, Resume)
		are(time.Minute, 60, map[string]int{days.ID: 1, live.ID: 60}) // in any minute, whichever second is that of the days
		p.leave()
	})
}

// savedClocks counts how often each clock was saved.
type savedClocks struct {
	Store
	by    map[string]int
	last  int
	calls int // with a clock
}

func (s *savedClocks) SaveClocks(_ context.Context, _ time.Time, clocks []store.Clock) error {
	if len(clocks) > 0 {
		s.calls++
	}
	for _, c := range clocks {
		s.by[c.Match]++
	}
	s.last = len(clocks)
	return nil
}
