package sample_test

import (
	"testing"

	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
)

func TestGame(t *testing.T) {
	gametest.Run(t, sample.Game, gametest.Options{Unused: true, Duels: 300})
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, sample.Game) }

func sit(t *testing.T) *gametest.Bench[sample.State, sample.Move, sample.View] {
	return gametest.Sit[sample.State, sample.Move, sample.View](t, sample.Game, sample.Rules{}, 3)
}

// TestPillow tucks dreams, of which the last may not be tucked, and tosses for the
// one that is left.
func TestPillow(t *testing.T) {
	b := sit(t)
	b.S.Hands[0] = []int{2, 5, 9}
	b.Play("0: tuck 9", "0: tuck 2")
	b.Refuse("0: tuck 5", "refuse.not-now")
	b.Refuse("0: tuck 9", "refuse.not-now")
	b.Play("0: untuck 9")
	b.Refuse("0: untuck 9", "refuse.not-now")
	b.Play("0: tuck 5", "0: toss")
	b.Is("what was tossed for", b.S.Picks[0], 9)
	b.Is("what is tucked", b.S.Tucked[0], []int{2, 5})
	b.Play("1: toss", "2: toss")
	b.Is("what is tucked in the next round", b.S.Tucked[0], []int{2, 5})
}

// TestYawn lets the first of the others win a point in each round.
func TestYawn(t *testing.T) {
	b := sit(t)
	b.S.Hands = [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	b.Refuse("0: yawn", "refuse.not-now")
	b.Play("0: play 1", "1: play 4", "2: play 7")
	b.Refuse("2: yawn", "refuse.not-now")
	b.Play("1: yawn")
	b.Refuse("0: yawn", "refuse.not-now")
	b.Is("the points", b.S.Points, []int{0, 1, 1})
	b.Play("2: hush", "0: play 2", "1: play 5", "2: play 8", "0: yawn")
	b.Is("the points", b.S.Points, []int{1, 1, 2})
}
