package record_test

import (
	"bytes"
	"errors"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/record"
	"oneiros/games/whenidream"
)

// TestSizeOfViews plays the largest table of the game with the longest views, and
// measures what the views of format 1 took beside those of this format. A whole
// match fills most of a line of format 1, and a longer one did not fit into it.
func TestSizeOfViews(t *testing.T) {
	bound := 220 // inputs; the views grow with the match, so a whole one gains more
	if gametest.Whole() {
		bound = 0
	}
	info := whenidream.Game.Info()
	o, err := info.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Simulate(whenidream.Game, games.Table{Seats: info.Max, Options: o}, record.MatchSeed(7, 0), record.Options{Views: true, Bound: bound, Strengths: []games.Strength{games.Easy}})
	if err != nil && !(bound > 0 && errors.Is(err, record.ErrEndless)) {
		t.Fatal(err)
	}
	before := 0
	find := func(string) (games.Game, bool) { return whenidream.Game, true }
	if err := record.Replay(find, r, func(m games.Match, _ *record.Step) error {
		before += len(m.Snapshot().Position)
		for v := range games.Viewers(info.Max) {
			b, err := m.View(v)
			if err != nil {
				return err
			}
			before += len(b)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	file := written(t, r)
	t.Logf("%d seats, %d inputs: %d bytes with whole views, %d with their changes", info.Max, len(r.Inputs), before, len(file))
	if len(file) > before/3 {
		t.Errorf("the changes of the views make %d bytes, and whole views %d", len(file), before)
	}
	if bound == 0 && (before < record.MaxLine/2 || len(file) > record.MaxLine/8) {
		t.Errorf("a match of %d bytes, or %d with whole views, shows little", len(file), before)
	}
	for again, err := range record.Read(bytes.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Verify(find, again); err != nil {
			t.Error(err)
		}
	}
}
