package record_test

import (
	"context"
	"errors"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/record"
)

// TestRerun: a log leads through every state to where the match is, and one that leads elsewhere
// differs.
func TestRerun(t *testing.T) {
	r := simulate(t, 4, false)
	var log []games.Input
	for _, step := range r.Inputs {
		log = append(log, step.Input)
	}
	m, err := sample.Game.Deal(r.Seed, games.Table{Seats: r.Seats, Options: r.Options})
	if err != nil {
		t.Fatal(err)
	}
	before := []games.Match{m}
	for _, in := range log {
		if m, err = m.Do(in); err != nil {
			t.Fatal(err)
		}
		before = append(before, m)
	}
	seen := 0
	again := &record.Rerun{Game: sample.Game, Of: m, Log: log, See: func(at games.Match, in games.Input) {
		if at.N() != before[seen].N() || in != log[seen] {
			t.Errorf("input %d is seen at %d", seen, at.N())
		}
		seen++
	}}
	states := 0
	for _, err := range again.States(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		states++
	}
	if seen != len(log) || states != len(log)+1 || again.Differs() {
		t.Errorf("of %d inputs %d are seen, with %d states; differs: %t", len(log), seen, states, again.Differs())
	}
	short := &record.Rerun{Game: sample.Game, Of: m, Log: log[:len(log)-1]}
	for range short.States(t.Context()) {
	}
	if !short.Differs() {
		t.Error("a log that is too short leads to the end")
	}
	gone, stop := context.WithCancel(t.Context())
	stop()
	for _, err = range again.States(gone) {
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits for it: %v", err)
	}
}
