package games_test

import (
	"encoding/json"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest/sample"
)

// BenchmarkDo measures one input through Match.Do. It also measures this with the
// first look at the result, which reads the position from its JSON. The same run
// has two lower bounds to compare with. One writes a position as JSON and reads
// it, and one is the Play of the rules.
func BenchmarkDo(b *testing.B) {
	m := deal(b, 4)
	in := next(m, 1, m.Moves(1)[0])
	rules := sample.Rules{}
	move, err := rules.Parse(in.Move)
	if err != nil {
		b.Fatal(err)
	}
	var s sample.State
	if err := json.Unmarshal(m.Snapshot().Position, &s); err != nil {
		b.Fatal(err)
	}
	floor := func() error {
		var s sample.State
		if err := json.Unmarshal(m.Snapshot().Position, &s); err != nil {
			return err
		}
		_, err := json.Marshal(s)
		return err
	}
	play := func() error {
		t := s
		t.Picks = append([]int(nil), s.Picks...)
		return rules.Play(&games.Env{}, &t, in.Seat, move)
	}
	do := func() error {
		_, err := m.Do(in)
		return err
	}
	step := func() error {
		after, err := m.Do(in)
		if err == nil {
			after.Status()
		}
		return err
	}
	var spent [4]time.Duration
	b.ReportAllocs()
	for b.Loop() {
		// In turn, so that whatever else the machine does slows all of them.
		for i, f := range []func() error{do, floor, play, step} {
			start := time.Now()
			for range 16 {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
			spent[i] += time.Since(start)
		}
	}
	n := float64(b.N) * 16
	b.ReportMetric(float64(spent[0])/n, "ns/do")
	b.ReportMetric(float64(spent[3])/n, "ns/step")
	b.ReportMetric(float64(spent[1])/n, "ns/json")
	b.ReportMetric(float64(spent[2])/n, "ns/rules")
	b.ReportMetric(float64(spent[3])/float64(spent[1]), "step/json")
}
