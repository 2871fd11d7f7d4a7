package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
)

// plain counts what a player has, card by card and as the rulebook says it. It shares
// nothing with the score of the rules.
func plain(d *rules.Dreamer) int {
	sum := len(d.Hand)
	var wanted []kit.Particle
	if d.Goal != 0 {
		wanted = kit.Boxed.Goals[d.Goal].Particles.List()
	}
	nightmares, breaks := 0, 0
	for level := 1; level <= kit.Levels; level++ {
		row := d.Rows[level-1]
		for i := range row {
			card := kit.Boxed.Dreams[row[i].Dream]
			left, right := "none", "none"
			if i > 0 {
				left = "joined"
				if row[i].Break != "" {
					left = "broken"
					breaks++
				}
			}
			if i+1 < len(row) {
				right = "joined"
				if row[i+1].Break != "" {
					right = "broken"
				}
			}
			times := level
			switch left + " " + right {
			case "broken broken", "none broken", "broken none":
				times = 1
			}
			worth := card.Stars - card.Eyes
			if row[i].Bright {
				worth = card.Stars + card.Eyes
			}
			sum += worth * times
			for _, p := range card.Particles.List() {
				if slices.Contains(wanted, p) {
					sum++
				}
			}
			if card.Eyes > 0 {
				nightmares++
			}
		}
	}
	for _, o := range d.Open {
		for _, e := range kit.Boxed.Encounters[o].Effects {
			if e.Kind == "points" {
				things := map[kit.Counted]int{"nightmares": nightmares, "breaks": breaks, "sand": len(d.Sand)}[e.What]
				sum += e.N * (things / e.Per)
			}
		}
	}
	return sum
}

// TestSecondScoring compares the score with one that was written apart from it.
func TestSecondScoring(t *testing.T) {
	positions, want := 0, 1500
	if gametest.Whole() {
		want = 10_000
	}
	worth := map[int]bool{}
	for seed := uint64(1); positions < want; seed++ {
		options := games.Options{"gap_is_break": []string{"no", "yes"}[seed%2], "clock": "120"}
		somnicumtest.Walk(t, seed, 2+int(seed%3), options, func(_ *rand.Rand, s *rules.State) {
			positions++
			for i := range s.Dreamers {
				d := &s.Dreamers[i]
				if got, is := d.Score().Total, plain(d); got != is {
					t.Fatalf("seed %d: %d points, want %d: %+v", seed, got, is, d)
				}
				worth[plain(d)] = true
			}
		})
	}
	if len(worth) < 30 {
		t.Errorf("only %d different scores", len(worth))
	}
}

// TestCarl builds the rulebook's worked example card by card, through real moves. Carl
// has 7 points on the first level, 10 on the second, 9 on the third, 2 for a card at the
// edge, 1 for an encounter, 4 for his goal, and loses 1 for a nightmare.
func TestCarl(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.S.Dreamers[0].Goal = 1 // a dragon, an octopus and a cloud
	b.Build(0, 1, "tower", "dragon tower", "tower rose", "key rose", "reflection-is-late", "key", "key unicorn")
	b.Build(0, 2, "octopus", "octopus mermaid", "mermaid shell", "mermaid shell seahorse", "comet")
	b.Build(0, 3, "cloud moon", "moon comet", "comet rocket")
	b.Is("level 1", b.Row(0, 1), "0 1 2 3 4 5 6")
	b.Is("level 2", b.Row(0, 2), "0 1 2 3 |4")
	b.Is("level 3", b.Row(0, 3), "0 1 2")
	b.Give(0, "night-lamp")
	b.Is("score", b.S.Dreamers[0].Score(), kit.Score{Levels: [3]int{7, 10, 9}, Edges: 2, Eyes: 1, Encounters: 1, Goal: 4, Total: 32})
	b.Is("counted apart", plain(&b.S.Dreamers[0]), 32)
}
