package table

import (
	"bytes"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/savelog"
	"oneiros/games"
)

// TestSpeed: where match clocks run ten times as fast, automatic players need a tenth
// of the time, and people are told the right moments.
func TestSpeed(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := &party{t: t, store: m, log: &bytes.Buffer{}}
		var err error
		p.tables, err = Open(t.Context(), Config{Store: m, Games: []games.Game{walkers}, Log: savelog.New(zerolog.New(p.log)), Speed: 10})
		if err != nil {
			t.Fatal(err)
		}
		defer p.leave()
		s := p.alone("walkers", map[string]string{"goal": "12", "sand": "60"}, 4)
		began := time.Now()
		if at, ok := s.When(s.Clock + 20*time.Second); !ok || at.Sub(began) != 2*time.Second {
			t.Errorf("20 seconds of the clock end at %v, %v; it is %v", at, ok, began)
		}
		p.pass(time.Second)
		if now := p.state(s.ID).Now(time.Now()); now != 10*time.Second {
			t.Errorf("after a second the clock is at %v", now)
		}
		p.do(s.ID, anya, Pause)
		p.pass(time.Minute)
		if now := p.do(s.ID, anya, Resume).Now(time.Now()); now != 10*time.Second {
			t.Errorf("after a pause the clock is at %v", now)
		}
		for s = p.state(s.ID); s.Phase == Live; s = p.state(s.ID) {
			if s.Status.Awaits[0] == 0 {
				s = p.play(s.ID, anya, "add 1")
			}
			p.pass(100 * time.Millisecond)
		}
		log, err := m.Inputs(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		var last time.Duration
		for _, in := range log {
			if took := in.At - last; in.Seat != 0 && (took < Pace || took > 3*Pace) {
				t.Errorf("input %d of an automatic player came after %v of the clock", in.N, took)
			}
			last = in.At
		}
		if took := time.Since(began) - time.Minute; took > last/10+time.Second {
			t.Errorf("the clock is at %v after %v", last, took)
		}
	})
}
