package table

import (
	"context"
	"hash/crc32"
	"time"

	"oneiros/store"
)

// mostClocks is how many clocks are saved in a second. Where more run, each is saved every
// few seconds. After a kill people have that much more time, and nobody loses any.
const mostClocks = 500

// saveClocks saves the clocks of the running matches, each once a second as long as they
// are few, until the tables are closed. Those of tables by days it saves once a minute:
// a minute of a day is not missed. It sleeps through seconds in which no clock has its turn.
func (h *Tables) saveClocks() {
	began := time.Now()
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	failing := false
	for turn, some := h.nextTurn(0); ; {
		due := began.Add(time.Duration(1+turn) * time.Second)
		if some {
			timer.Reset(time.Until(due))
		} else {
			timer.Stop()
		}
		select {
		case <-timer.C:
		case <-h.ran:
		case <-h.quit:
			return
		}
		next := int(time.Since(began) / time.Second)
		if some && !time.Now().Before(due) {
			err := h.saveClocksOf(turn)
			if err != nil && !failing { // once, and not once a second
				h.conf.Log.Failed(err).Msg("save match clocks failed")
			}
			failing = err != nil
			next = max(turn+1, int(time.Since(began)/time.Second))
		}
		turn, some = h.nextTurn(next)
	}
}

// tellRunning tells saveClocks of a clock that runs and did not before.
func tellRunning(ran chan<- struct{}, before, now *State) {
	if now.Running && (before == nil || !before.Running) {
		tell(ran)
	}
}

// allClocks is every clock's turn.
const allClocks = -1

// daysTurns is in how many seconds the clock of a table by days has its turn.
const daysTurns = 60

// saveClocksOf saves the clocks whose turn it is.
func (h *Tables) saveClocksOf(turn int) error {
	now := time.Now()
	return h.conf.Stores.Matches.SaveClocks(context.Background(), h.conf.Clock.Saved(now), h.clocksInTurn(now, turn))
}

// turnOf is the turn of a match, of so many turns.
func turnOf(match string, turns int) int {
	return int(crc32.ChecksumIEEE([]byte(match)) % uint32(turns))
}

// clocksInTurn are the running clocks whose turn it is.
func (d *directory) clocksInTurn(now time.Time, turn int) []store.Clock {
	live, days := d.running()
	var clocks []store.Clock
	add := func(list []*State, turns int) {
		for _, s := range list {
			if turn == allClocks || turns <= 1 || turnOf(s.ID, turns) == turn%turns {
				clocks = append(clocks, store.Clock{Match: s.ID, Clock: s.Now(now)})
			}
		}
	}
	add(live, (len(live)+mostClocks-1)/mostClocks)
	add(days, daysTurns)
	return clocks
}

// running are the tables whose clocks run, those by days apart.
func (d *directory) running() (live, days []*State) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, e := range d.tables {
		switch s := e.state.Load(); {
		case !s.Running:
		case s.Turn > 0:
			days = append(days, s)
		default:
			live = append(live, s)
		}
	}
	return live, days
}

// nextTurn is the first turn from a turn on at which a clock is to be saved, and whether
// there is one.
func (d *directory) nextTurn(from int) (turn int, some bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, e := range d.tables {
		s := e.state.Load()
		if !s.Running {
			continue
		}
		if s.Turn == 0 {
			return from, true // if they are many, nearly every second has one
		}
		wait := (turnOf(s.ID, daysTurns) - from%daysTurns + daysTurns) % daysTurns
		if !some || from+wait < turn {
			turn, some = from+wait, true
		}
	}
	return turn, some
}
