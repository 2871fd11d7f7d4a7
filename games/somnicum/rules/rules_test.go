package rules_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestSetUp: the ring, the flywheels opposite each other, and the first sand.
func TestSetUp(t *testing.T) {
	for seats, want := range map[int]struct{ ring, there, back int }{2: {16, 8, 8}, 3: {21, 10, 11}, 4: {24, 12, 12}} {
		b := somnicumtest.Sit(t, seats)
		b.Is("ring", kit.Left(b.S.Ring), want.ring)
		b.Is("from black to white", kit.Between(b.S.Ring, b.S.Wheels[kit.Black], b.S.Wheels[kit.White]), want.there)
		b.Is("from white to black", kit.Between(b.S.Ring, b.S.Wheels[kit.White], b.S.Wheels[kit.Black]), want.back)
		var got []int
		for _, d := range b.S.Dreamers {
			got = append(got, len(d.Sand))
		}
		b.Is("sand", got, []int{0, 1, 2, 3}[:seats])
	}
}

// TestPlacerIsLast: the last player places the flywheels, and the first one begins.
func TestPlacerIsLast(t *testing.T) {
	b := somnicumtest.Sit(t, 3)
	b.Is("turn", b.S.Turn, b.S.First)
	b.Deal()
	b.Is("places", b.S.Turn, games.Seat((int(b.S.First)+2)%3))
	b.Refuse(fmt.Sprintf("%d: set 0", b.S.First), "refuse.turn")
	b.Move("set 20")
	b.Is("wheels", b.S.Wheels, [2]int{20, 9})
}

// TestPriceOfSteps: one step brings two tokens, two bring one, three nothing, and each
// further one costs one.
func TestPriceOfSteps(t *testing.T) {
	for steps, want := range map[int]int{1: 2, 2: 1, 3: 0, 4: -1, 5: -2, 6: -3} {
		b := somnicumtest.Sit(t, 2)
		b.Hold(0, "dragon tower crown")
		b.Move("spin w " + strconv.Itoa(steps))
		b.Is("tokens for "+strconv.Itoa(steps), len(b.S.Dreamers[0].Sand)-3, want)
	}
}

// TestMostTurnsOfARound: without the other end, a round lasts until as many cards are
// left as there are players.
func TestMostTurnsOfARound(t *testing.T) {
	for seats, want := range map[int]int{2: 14, 3: 18, 4: 20} {
		b := somnicumtest.Sit(t, seats)
		for b.S.Round == 1 {
			b.Move("spin b 3", "lay 1")
			for b.S.Phase == kit.Closing {
				b.Move("done")
			}
		}
		b.Is("ending", b.S.Ended, []kit.Ending{{Why: kit.FewCards, Seat: games.Seat(seats - 1), Turns: want, Left: seats, Points: b.S.Ended[0].Points}})
	}
}

// TestNextRound: the player who ended the round places the flywheels, the next player begins,
// and no player gets sand.
func TestNextRound(t *testing.T) {
	b := somnicumtest.Sit(t, 3)
	b.S.Ring = append(slices.Clone(b.S.Ring[:4]), make([]kit.Dream, 17)...)
	b.S.Wheels = [2]int{0, 2}
	b.Begin(1)
	sand := []int{0, 1, 2}
	b.Move("spin b 3", "lay 1", "set 5")
	b.Is("turn", b.S.Turn, games.Seat(2))
	b.Is("round", b.S.Round, 2)
	b.Is("ring", kit.Left(b.S.Ring), 21)
	for i, n := range sand {
		b.Is("sand", len(b.S.Dreamers[i].Sand), n)
	}
	b.Is("cards of the dream", len(b.S.Dreamers[1].Rows[0]), 1)
}

// TestRingIsTheCardsThatAreLeft: an empty place is no step.
func TestRingIsTheCardsThatAreLeft(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.S.Ring[1], b.S.Ring[2] = 0, 0
	want := b.S.Ring[3]
	b.Move("spin b 2")
	b.Is("taken", b.S.Now.Taken, want)
	b.Is("stands in the gap of the card", b.S.Wheels[kit.Black], 3)
	b.Move("lay 1")
	b.Is("the next step", kit.Stop(b.S.Ring, b.S.Wheels[kit.Black], 1), 4)
}

// TestFlywheelsMayPassAndShareAGap.
func TestFlywheelsMayPassAndShareAGap(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.S.Wheels = [2]int{0, 1}
	b.Move("spin b 3", "lay 1")
	b.Is("passed", b.S.Wheels, [2]int{2, 1})
	b.S.Wheels = [2]int{0, 1}
	b.S.Ring[2] = 1
	b.Move("spin b 1", "lay 1")
	b.Is("shared", kit.Together(b.S.Ring, b.S.Wheels), true)
}

// TestNothingBetweenEitherWayRound: one of the two ways round is enough.
func TestNothingBetweenEitherWayRound(t *testing.T) {
	ring := make([]kit.Dream, 16)
	for i := range ring {
		ring[i] = kit.Dream(i + 1)
	}
	ring[4], ring[5] = 0, 0
	for _, c := range []struct {
		wheels [2]int
		want   bool
	}{{[2]int{4, 6}, true}, {[2]int{6, 4}, true}, {[2]int{4, 5}, true}, {[2]int{4, 4}, true}, {[2]int{4, 7}, false}, {[2]int{3, 6}, false}, {[2]int{7, 4}, false}} {
		if kit.Together(ring, c.wheels) != c.want {
			t.Errorf("flywheels at %v: want %v", c.wheels, c.want)
		}
	}
}

// TestAtMostOneLap: a flywheel goes as far as its player can pay, and never more than
// one lap.
func TestAtMostOneLap(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Hold(0, "dragon tower")
	b.RefuseMove("spin b 6", "refuse.price")
	b.Is("five steps", b.May("spin b 5"), true)
	for i := 4; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	b.Is("four steps", b.May("spin w 4"), true)
	b.Is("five steps of four cards", b.May("spin w 5"), false)
	b.RefuseMove("spin w 5", "refuse.lap")
}

// TestSandOfThisTurnIsForTheNext: tokens drawn for a move pay nothing of it and add
// nothing in this turn.
func TestSandOfThisTurnIsForTheNext(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "")
	b.RefuseMove("spin b 4", "refuse.price")
	b.Move("spin b 1")
	b.Is("sand", len(b.S.Dreamers[0].Sand), 2)
	for _, m := range b.Moves(0) {
		if strings.HasPrefix(m, "add") || strings.HasPrefix(m, "spin") {
			t.Errorf("after the move one may %s", m)
		}
	}
	b.RefuseMove("add 1 "+b.S.Dreamers[0].Sand[0].String(), "refuse.not-now")
}

// TestLaterParticleMendsNoBreak: a break is decided once.
func TestLaterParticleMendsNoBreak(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "tower")
	b.Is("row", b.Row(0, 1), "0 |1")
	b.Hold(0, "dragon")
	b.Move("add 1 1s")
	b.Is("row", b.Row(0, 1), "0 |1")
	b.Is("slot of level 2", b.May("lay 2"), false)
}

// TestAddedParticleStaysForMatching: a token stays on its card when another card comes.
func TestAddedParticleStaysForMatching(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "tower")
	b.S.Ring[2] = somnicumtest.DreamOf(t, "tower")
	b.Move("add 1 2s", "spin b 3", "lay 1")
	if b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.Is("row", b.Row(0, 1), "0 1")
	b.Is("token", b.S.Dreamers[0].Rows[0][0].Added, somnicumtest.Sand(t, "tower"))
	b.Is("goal", b.S.Dreamers[0].Rows.Score(2).Goal, 1) // the tower that is printed, not the token
}

// TestOtherPlotNeedsTwo: a particle of another plot needs two equal tokens, of which one
// goes back. On a nightmare any one goes.
func TestOtherPlotNeedsTwo(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "whale")
	b.RefuseMove("add 1 12s", "refuse.two")
	b.Hold(0, "whale whale")
	bag := len(b.S.Bag)
	b.Move("add 1 12s 12s")
	b.Is("bag", len(b.S.Bag), bag+1)
	b.Is("sand", len(b.S.Dreamers[0].Sand), 0)
	b.Build(0, 1, "falling")
	b.Hold(0, "planet")
	b.Move("add 1 21s")
}

// TestOneParticleATurn.
func TestOneParticleATurn(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "tower crown")
	b.Move("add 1 2s")
	b.RefuseMove("add 1 3s", "refuse.added")
}

// TestGapIsComparedAcross: a card that skips a broken pair is compared with the last card
// of its row. Nothing hangs under the gap.
func TestGapIsComparedAcross(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower", "tower", "key", "key rose")
	b.Is("level 1", b.Row(0, 1), "0 1 2 |3 4")
	b.Build(0, 2, "moon", "moon comet", "comet")
	b.Is("level 2", b.Row(0, 2), "0 1 3")
	b.Build(0, 3, "pearl")
	b.Is("level 3", b.Row(0, 3), "0")
	_, ok := b.S.Dreamers[0].Rows.Slot(3)
	b.Is("under the gap", ok, false)
	b.Build(0, 1, "rose")
	b.Build(0, 2, "pearl")
	b.Is("a mismatch", b.Row(0, 2), "0 1 3 |4")
}

// TestGapIsBreak: with the option, a gap is a break like any other and draws a token.
func TestGapIsBreak(t *testing.T) {
	b := somnicumtest.Sit(t, 2, "gap_is_break=yes")
	b.Build(0, 1, "dragon", "dragon tower", "tower", "key", "key rose")
	lost := len(b.S.Lost)
	b.Build(0, 2, "moon", "moon comet")
	b.Is("tokens", len(b.S.Lost), lost)
	b.Build(0, 2, "comet")
	b.Is("level 2", b.Row(0, 2), "0 1 |3")
	b.Is("tokens", len(b.S.Lost), lost+1)
}

// TestLoneCardKeepsItsLevel: a card without neighbours is not between breaks.
func TestLoneCardKeepsItsLevel(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower")
	b.Build(0, 2, "rose unicorn tower")
	score := b.S.Dreamers[0].Rows.Score(0)
	b.Is("levels", score.Levels, [3]int{2, 2, 0})
}

// TestOneSlotForEachLevel: a level has one place for a card or none, and the first level
// always has one.
func TestOneSlotForEachLevel(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Move("spin b 3")
	b.Is("first card", b.Moves(0), []string{"lay 1"})
	b.RefuseMove("lay 2", "refuse.slot")
	b.Build(0, 1, "dragon", "dragon tower", "tower")
	b.Build(0, 2, "pearl", "pearl whale")
	b.S.Dreamers[0].Hand = nil
	b.Move("spin b 3")
	b.Is("levels", b.Moves(0), []string{"lay 1", "lay 3"})
}

// TestSlotIsLeftmostPairWithoutBreak: the first card of a level goes under the leftmost
// pair without a break, the next ones to the right of it.
func TestSlotIsLeftmostPairWithoutBreak(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "tower", "tower crown", "crown", "crown cat")
	b.Is("level 1", b.Row(0, 1), "0 |1 2 3 4")
	b.Build(0, 2, "pearl", "pearl whale")
	b.Is("level 2", b.Row(0, 2), "1 2")
	b.Build(0, 3, "comet")
	b.Is("level 3", b.Row(0, 3), "1")
}

// TestRestOfTheRingLeaves: the cards that are left are out of the match, and the deck
// is enough for three rings.
func TestRestOfTheRingLeaves(t *testing.T) {
	for seats := 2; seats <= kit.MaxSeats; seats++ {
		if need := kit.Rounds * kit.RingSize[seats]; need > kit.Dreams {
			t.Errorf("%d seats need %d cards", seats, need)
		}
	}
	b := somnicumtest.Sit(t, 2)
	deck := len(b.S.Deck)
	for i := 3; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	rest := []kit.Dream{b.S.Ring[0], b.S.Ring[1]}
	b.Move("spin b 3", "lay 1", "set 0")
	b.Is("removed", b.S.Removed, rest)
	b.Is("deck", len(b.S.Deck), deck-16)
	for _, d := range b.S.Ring {
		b.Is("back in the ring", slices.Contains(rest, d), false)
	}
}

// TestEmptyBag: as many tokens are drawn as there are, a break has no token, and the
// round cannot end by a blank back.
func TestEmptyBag(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.S.Bag = somnicumtest.Sand(t, "whale")
	b.S.Dreamers[1].Sand = nil
	b.Move("spin b 1")
	b.Is("drawn", len(b.S.Dreamers[0].Sand), 1)
	b.S.Now.Taken = somnicumtest.DreamOf(t, "tower")
	b.Move("lay 1")
	b.Is("break", b.S.Dreamers[0].Rows[0][1].Break, kit.BareBreak)
	b.Begin(1)
	b.S.Wheels = [2]int{0, 1}
	b.S.Ring[0] = somnicumtest.DreamOf(t, "pearl")
	b.Move("spin b 1")
	b.Is("together", kit.Together(b.S.Ring, b.S.Wheels), true)
	b.Is("ends", b.S.Now.Ends, false)
}

// TestDiscardsAreShuffledUnderTheDeck: the rest of the deck is drawn first, then the
// discards. If still too few are there, all of them are drawn.
func TestDiscardsAreShuffledUnderTheDeck(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower", "tower", "tower crown")
	b.Build(0, 2, "pearl", "pearl whale")
	all := append(slices.Clone(b.S.Stack), b.S.Discards...)
	slices.Sort(all)
	first, under := all[0], all[len(all)-2:]
	b.S.Dreamers[0].Hand, b.S.Dreamers[1].Hand = nil, nil
	b.S.Stack, b.S.Discards = []kit.Encounter{first}, slices.Clone(under)
	b.S.Now.Taken, b.S.Phase = somnicumtest.DreamOf(t, "cloud"), kit.Laying
	b.Move("lay 3")
	want := append([]kit.Encounter{first}, under...)
	b.Is("drawn", b.S.Offer, want)
	b.Move(fmt.Sprintf("keep %d", first))
	b.Is("discards", b.S.Discards, under)
	b.S.Stack, b.S.Discards = nil, []kit.Encounter{first}
	b.Begin(0)
	b.S.Now.Taken, b.S.Phase = somnicumtest.DreamOf(t, "moon"), kit.Laying
	b.S.Dreamers[0].Hand = nil
	b.Move("lay 2")
	b.Is("all that were there", b.S.Dreamers[0].Hand, []kit.Encounter{first})
}

// TestBacksArePublic: how many tokens have a blank back is public, and which tokens is
// not.
func TestBacksArePublic(t *testing.T) {
	b := somnicumtest.Sit(t, 3)
	b.Hold(2, "dragon-b tower crown-b")
	v := view.Of(b.S, games.Viewer{})
	b.Is("sand", v.Dreamers[2].Sand, 3)
	b.Is("blanks", v.Dreamers[2].Blanks, 2)
	b.Is("own", len(view.Of(b.S, games.Seat(2).Viewer()).Sand), 3)
	b.Is("of others", view.Of(b.S, games.Seat(1).Viewer()).Sand != nil && len(view.Of(b.S, games.Seat(1).Viewer()).Sand) == 3, false)
	b.Is("of the public", len(v.Sand), 0)
	b.Is("bag", v.Bag, len(b.S.Bag))
	b.Is("blanks of the bag", v.Blanks, kit.Blanks(b.S.Bag))
}

// TestBreaksKeepTheirTokens: the token of a break stays out of the bag, and no player sees
// its face.
func TestBreaksKeepTheirTokens(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	bag := len(b.S.Bag)
	b.Build(0, 1, "dragon", "tower", "crown", "key")
	b.Is("bag", len(b.S.Bag), bag-3)
	b.Is("lost", len(b.S.Lost), 3)
	text := func(s rules.State) string {
		var all []string
		for v := range games.Viewers(2) {
			j, err := json.Marshal(view.Of(s, v))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(j))
		}
		return strings.Join(all, "\n")
	}
	before := text(b.S)
	for i, lost := range b.S.Lost { // other faces with the same backs
		for j, other := range b.S.Bag {
			if other.Blank() == lost.Blank() && other != lost {
				b.S.Lost[i], b.S.Bag[j] = other, lost
				break
			}
		}
	}
	b.Is("views", text(b.S), before)
}

// TestEncountersAddMore: what an encounter adds is beside the one particle of a turn.
func TestEncountersAddMore(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "tower crown cat")
	e := b.Give(0, "dew-watercolours")
	b.Move("add 1 2s", fmt.Sprintf("play %d", e), "add 1 3s", "add 1 4s")
	b.Hold(0, "key")
	b.RefuseMove("add 1 5s", "refuse.added")
}

// TestNightmaresHaveTwoOfEachPlot, and eyes without stars.
func TestNightmaresHaveTwoOfEachPlot(t *testing.T) {
	n := 0
	for d := kit.Dream(1); d <= kit.Dreams; d++ {
		c := d.Card()
		if !c.Nightmare() {
			continue
		}
		n++
		for _, plot := range kit.Plots {
			of := 0
			for _, p := range c.Particles.List() {
				if p.Plot() == plot {
					of++
				}
			}
			if of != 2 {
				t.Errorf("%s has %d particles of the plot %s", c.Name, of, plot)
			}
		}
		if c.Stars != 0 || c.Eyes == 0 {
			t.Errorf("%s has %d stars and %d eyes", c.Name, c.Stars, c.Eyes)
		}
	}
	if n != 10 {
		t.Errorf("%d nightmares", n)
	}
}

// TestNightmaresCostByLevel: the eyes count as often as stars would, and no stars come
// with them.
func TestNightmaresCostByLevel(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower")
	b.Build(0, 2, "falling")
	score := b.S.Dreamers[0].Rows.Score(0)
	b.Is("eyes", score.Eyes, 2)
	b.Is("level 2", score.Levels[1], 0)
}

// TestGoalCountsNightmares: every printed particle of the goal counts once, on nightmares
// too, and on every level alike.
func TestGoalCountsNightmares(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "crown", "crown cat", "falling")
	b.Build(0, 2, "pearl")
	b.Is("crown, pearl and comet", b.S.Dreamers[0].Rows.Score(3).Goal, 4) // three crowns and a pearl
}

// TestBothEndsAreOne: a round that ends in both ways ends once.
func TestBothEndsAreOne(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	for i := 3; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = somnicumtest.Sand(t, "dragon-b tower-b crown-b")
	b.Move("spin b 1", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.Is("ended", b.S.Ended, []kit.Ending{{Why: kit.FewCards, Seat: 0, Turns: 1, Left: 2, Points: []int{1, 0}}})
	b.Is("round", b.S.Round, 2)
}

// TestEverythingIsShownAtTheEnd: goals and encounters in hand, with what each line of the
// score brings.
func TestEverythingIsShownAtTheEnd(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Give(1, "night-lamp")
	b.Is("before", view.Of(b.S, games.Viewer{}).Dreamers[1].Goal, kit.Goal(0))
	b.S.Round = kit.Rounds
	for i := 3; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	b.Move("spin b 3", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.Is("phase", b.S.Phase, kit.Over)
	v := view.Of(b.S, games.Viewer{})
	for i, d := range b.S.Dreamers {
		b.Is("goal", v.Dreamers[i].Goal, d.Goal)
		b.Is("held", v.Dreamers[i].Held, d.Hand)
		b.Is("score", v.Dreamers[i].Dreams, d.Score())
		b.Is("in the status", rules.Status(b.S).Scores[i], d.Score().Total)
	}
	b.Is("moves", len(b.Moves(0))+len(b.Moves(1)), 0)
}

// TestBlankBackEndsTheRound: nothing is between the flywheels, and a token that the move
// drew has a blank back. The tokens are kept.
func TestBlankBackEndsTheRound(t *testing.T) {
	for bag, want := range map[string]bool{"dragon-b tower-b": true, "dragon tower": false} {
		b := somnicumtest.Sit(t, 2)
		b.S.Wheels = [2]int{0, 1}
		b.S.Bag = somnicumtest.Sand(t, bag)
		b.Move("spin b 1")
		b.Is("round before the card is attached", b.S.Round, 1)
		b.Is("sand", b.S.Dreamers[0].Sand, somnicumtest.Sand(t, bag))
		b.Move("lay 1")
		for b.S.Phase == kit.Closing {
			b.Move("done")
		}
		b.Is("round", b.S.Round == 2, want)
	}
}

// TestThreeStepsNeverEndTheRound by a blank back, even if they draw a token.
func TestThreeStepsNeverEndTheRound(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.S.Dreamers[0].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "mill-of-drowsiness")}
	b.S.Wheels = [2]int{0, 3}
	b.S.Ring[0], b.S.Ring[1] = 0, 0
	b.S.Ring[15], b.S.Ring[14] = 1, 2
	b.S.Wheels = [2]int{14, 3}
	b.S.Bag = somnicumtest.Sand(t, "dragon-b tower-b")
	b.Move("spin b 3")
	b.Is("together", kit.Together(b.S.Ring, b.S.Wheels), true)
	b.Is("drawn", len(b.S.Dreamers[0].Sand), 1)
	b.Is("ends", b.S.Now.Ends, false)
}

// TestEndIsDecidedWithTheMove: a flywheel that moves later changes nothing, and a token
// beyond those of the rulebook does not count.
func TestEndIsDecidedWithTheMove(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	e := b.Give(0, "draught-from-nowhere")
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = somnicumtest.Sand(t, "dragon-b tower-b")
	b.Move("spin b 1", fmt.Sprintf("play %d 1 3", e))
	b.Is("together", kit.Together(b.S.Ring, b.S.Wheels), false)
	b.Move("lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.Is("round", b.S.Round, 2)

	b = somnicumtest.Sit(t, 2)
	e = b.Give(0, "draught-from-nowhere")
	b.S.Wheels = [2]int{0, 2}
	b.S.Bag = somnicumtest.Sand(t, "dragon-b tower-b")
	b.Move("spin b 1", fmt.Sprintf("play %d 1 1", e))
	b.Is("together", kit.Together(b.S.Ring, b.S.Wheels), true)
	b.Move("lay 1")
	b.Is("round", b.S.Round, 1)

	for range 20 {
		b = somnicumtest.Sit(t, 2)
		b.S.Dreamers[0].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "leaking-hourglass")}
		b.S.Wheels = [2]int{0, 1}
		b.S.Bag = somnicumtest.Sand(t, "dragon-b tower crown")
		b.Move("spin b 1")
		b.Is("drawn", len(b.S.Dreamers[0].Sand), 3)
	}
}

// TestExtraTokenEndsNothing: of three tokens, the first two decide.
func TestExtraTokenEndsNothing(t *testing.T) {
	ends := 0
	const tries = 300
	b := somnicumtest.Sit(t, 2)
	b.S.Dreamers[0].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "leaking-hourglass")}
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = somnicumtest.Sand(t, "dragon-b tower crown")
	start := b.Copied()
	for range tries {
		b.S = start
		b.S = b.Copied()
		b.Move("spin b 1")
		if b.S.Now.Ends {
			ends++
		}
	}
	if ends < tries/2 || ends > tries*5/6 { // two of three
		t.Errorf("%d of %d rounds end", ends, tries)
	}
}

// TestCardOrTokensFirstIsTheSame: an exchange of the card changes nothing of the end of
// the round.
func TestCardOrTokensFirstIsTheSame(t *testing.T) {
	for _, choice := range []string{"1", "2"} {
		b := somnicumtest.Sit(t, 2)
		e := b.Give(0, "smuggler-cat")
		b.S.Wheels = [2]int{0, 1}
		b.S.Bag = somnicumtest.Sand(t, "dragon-b tower-b crown-b")
		ring := slices.Clone(b.S.Ring)
		b.Move("spin b 1")
		b.Is("ends", b.S.Now.Ends, true)
		b.Move(fmt.Sprintf("play %d %s", e, choice))
		b.Is("ends", b.S.Now.Ends, true)
		b.Is("cards", kit.Left(b.S.Ring), 15)
		at := map[string]int{"1": 1, "2": 15}[choice]
		b.Is("taken", b.S.Now.Taken, ring[at])
		b.Is("put there", b.S.Ring[at], ring[0])
	}
}

// TestOnlyNewParticles: a card does not get a particle that it has.
func TestOnlyNewParticles(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "dragon tower tower-b")
	b.RefuseMove("add 1 1s", "refuse.has")
	b.S.Dreamers[0].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "second-brush")}
	b.Move("add 1 2s")
	b.RefuseMove("add 1 2b", "refuse.has")
}

// TestPlayerSaysWhichTokenReturns of two for another plot, if their backs differ.
func TestPlayerSaysWhichTokenReturns(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "whale whale-b")
	b.Is("sand stays", b.May("add 1 12s 12b"), true)
	b.Is("blank stays", b.May("add 1 12b 12s"), true)
	b.Is("one token twice", b.May("add 1 12s 12s") || b.May("add 1 12b 12b"), false)
	b.Move("add 1 12b 12s")
	b.Is("on the card", b.S.Dreamers[0].Rows[0][0].Added, somnicumtest.Sand(t, "whale-b"))
	b.Is("in the bag", kit.Count(b.S.Bag, somnicumtest.Sand(t, "whale")[0]), 2)
}

// TestNobodySeesWhatIsPaid: others learn how many tokens were paid, and not which.
func TestNobodySeesWhatIsPaid(t *testing.T) {
	views := map[string]bool{}
	for _, purse := range []string{"dragon tower", "whale planet"} {
		b := somnicumtest.Sit(t, 2)
		b.Hold(0, purse)
		b.Hold(1, "rose")
		b.S.Dreamers[0].Goal, b.S.Dreamers[1].Goal = 1, 2
		b.S.Ring = slices.Clone(b.S.Ring)
		for i := range b.S.Ring {
			b.S.Ring[i] = kit.Dream(i + 1)
		}
		b.S.Stack, b.S.Discards = nil, nil
		b.Move("spin b 5")
		b.Is("sand", len(b.S.Dreamers[0].Sand), 0)
		v := view.Of(b.S, games.Seat(1).Viewer())
		v.Removed = nil
		j, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		views[string(j)] = true
	}
	if len(views) != 1 {
		t.Errorf("what is paid changes what another player sees: %v", views)
	}
}

// TestPlayerSaysWhatIsPaid: what was set aside is paid first.
func TestPlayerSaysWhatIsPaid(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Hold(0, "dragon tower crown whale")
	b.Move("aside 12s", "aside 2s")
	b.Is("paid first", view.Of(b.S, games.Seat(0).Viewer()).Sand[:2], []kit.Token{kit.TokenOf(12, false), kit.TokenOf(2, false)})
	b.Is("twice", b.May("aside 12s"), false)
	b.Move("spin b 5")
	b.Is("left", b.S.Dreamers[0].Sand, somnicumtest.Sand(t, "dragon crown"))
	b.Is("aside", len(b.S.Dreamers[0].Aside), 0)
	b.Begin(0)
	b.Move("aside 1s", "clear")
	b.Is("cleared", len(b.S.Dreamers[0].Aside), 0)
}

// TestEncountersByTheLevelOfTheCard: a card between breaks counts as one of the first
// level, and still draws the encounters of its own.
func TestEncountersByTheLevelOfTheCard(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower", "tower")
	b.Build(0, 2, "pearl whale")
	b.S.Dreamers[0].Hand = nil
	b.S.Now.Taken, b.S.Phase = somnicumtest.DreamOf(t, "cloud"), kit.Laying
	b.Move("lay 2")
	b.Is("drawn", len(b.S.Offer), 2)
	b.Is("its level counts once", b.S.Dreamers[0].Rows.Factor(1, 1), 1)
	kept := b.S.Offer[1]
	other := b.S.Offer[0]
	b.Move(fmt.Sprintf("keep %d", kept))
	b.Is("kept", b.S.Dreamers[0].Hand, []kit.Encounter{kept})
	b.Is("discarded", b.S.Discards[len(b.S.Discards)-1], other)
}

// TestEncountersUntilTheTurnEnds: they may be played after the card is attached, and a
// round ends after that. A player without any has nothing left to do.
func TestEncountersUntilTheTurnEnds(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.S.Ring[2] = somnicumtest.DreamOf(t, "dragon tower")
	b.Move("spin b 3", "lay 1")
	b.Is("turn of a player without encounters", b.S.Turn, games.Seat(1))

	b = somnicumtest.Sit(t, 2)
	e := b.Give(0, "pocket-of-the-sandman")
	for i := 3; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	b.S.Ring[2] = somnicumtest.DreamOf(t, "dragon tower")
	b.Move("spin b 3", "lay 1")
	b.Is("phase", b.S.Phase, kit.Closing)
	b.Is("round", b.S.Round, 1)
	b.Move(fmt.Sprintf("play %d", e))
	b.Is("sand", len(b.S.Dreamers[0].Sand), e.Card().Effects[0].N)
	b.Is("round after the last encounter", b.S.Round, 2)

	b = somnicumtest.Sit(t, 2)
	b.Give(0, "pocket-of-the-sandman")
	b.S.Ring[2] = somnicumtest.DreamOf(t, "dragon tower")
	b.Move("spin b 3", "lay 1 done")
	b.Is("turn", b.S.Turn, games.Seat(1))
}

// TestSwapMayNotTakeAPairAway: a swap that would break the pair above a card is refused,
// and says why.
func TestSwapMayNotTakeAPairAway(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower")
	b.Build(0, 2, "pearl")
	e := b.Give(0, "mirror-lift")
	b.RefuseMove(fmt.Sprintf("play %d 1 2", e), "refuse.support")
	b.Is("the row", b.Row(0, 1), "0 1")
	b.Is("listed", b.May(fmt.Sprintf("play %d 1 2", e)), false)
	b.Build(0, 1, "tower") // now the pair above is not the last one
	e = b.Give(0, "mirror-lift")
	b.Move(fmt.Sprintf("play %d 1 2", e))
	b.Is("the row", b.Row(0, 1), "0 1 |2")
	b.Is("swapped", b.S.Dreamers[0].Rows[1][0].Dream, somnicumtest.DreamOf(t, "tower"))
}

// TestSwapMendsABreak where the cards match anew.
func TestSwapMendsABreak(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "pearl", "pearl whale", "dragon")
	b.Build(0, 2, "whale")
	b.Is("before", b.Row(0, 1), "0 1 |2")
	lost := len(b.S.Lost)
	e := b.Give(0, "mirror-lift")
	b.Move(fmt.Sprintf("play %d 1 2", e))
	b.Is("after", b.Row(0, 1), "0 1 2")
	b.Is("tokens of breaks", len(b.S.Lost), lost-1)
}

// TestSwapMakesABreak where the cards match no more, in both rows. The card says so.
func TestSwapMakesABreak(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "pearl", "pearl whale", "whale", "octopus whale")
	b.Build(0, 2, "dragon", "dragon tower")
	b.Is("before", []string{b.Row(0, 1), b.Row(0, 2)}, []string{"0 1 2 3", "0 1"})
	e := b.Give(0, "mirror-lift")
	b.Move(fmt.Sprintf("play %d 1 2", e))
	b.Is("after", []string{b.Row(0, 1), b.Row(0, 2)}, []string{"0 1 2 |3", "0 |1"})
	c, err := text.Load(text.Common(), os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range map[text.Lang]string{text.English: "both are compared anew", text.Russian: "оба сравните заново"} {
		if s := c.Say(l, ui.T("effect.swap"), nil); !strings.Contains(s, want) {
			t.Errorf("in %s the card says %q", l, s)
		}
	}
}

// TestMenusHoldTheWays: the ways of one flywheel always fit into a menu of 25, and those
// of both do not.
func TestMenusHoldTheWays(t *testing.T) {
	b := somnicumtest.Sit(t, 4)
	all := append(slices.Clone(b.S.Bag), b.S.Dreamers[0].Sand...)
	slices.Sort(all)
	b.S.Dreamers[0].Sand, b.S.Bag = all, nil
	n := map[string]int{}
	for _, m := range b.Moves(0) {
		w := strings.Fields(m)
		n[w[0]+" "+w[1][:1]]++
	}
	b.Is("black", n["spin b"], 24)
	b.Is("white", n["spin w"], 24)
	for tokens, want := range map[int]bool{9: true, 10: false} {
		b.S.Dreamers[0].Sand, b.S.Bag = all[:tokens], all[tokens:]
		b.Is(fmt.Sprintf("%d tokens in one menu", tokens), 2*len(rules.Lister{State: &b.S}.Spins(nil, kit.Black)) <= 25, want)
	}
}

// TestEdgeOfARow: of a row a·b|c the last card stands between breaks, and b does not.
func TestEdgeOfARow(t *testing.T) {
	var rows kit.Rows
	card := somnicumtest.DreamOf(t, "dragon tower")
	rows[2] = []kit.Card{{Dream: card}, {Dream: card, Slot: 1}, {Dream: card, Slot: 2, Break: kit.SandBreak}}
	score := rows.Score(0)
	if score.Total != 7 || score.Levels[2] != 6 || score.Edges != 1 {
		t.Errorf("score %+v, want 6 and 1", score)
	}
	rows[2][1].Break = kit.SandBreak
	if n := rows.Score(0).Total; n != 3 {
		t.Errorf("all between breaks: %d points, want 3", n)
	}
	rows[2][2].Break = kit.NoBreak
	if n := rows.Score(0).Total; n != 7 {
		t.Errorf("the first between breaks: %d points, want 7", n)
	}
}

// TestTieBreak: equal points are decided by sand, and equal sand is shared.
func TestTieBreak(t *testing.T) {
	list := make([]rules.Dreamer, 3)
	for i := range list {
		list[i].Goal = kit.Goal(i + 1)
		list[i].Sand = []kit.Token{2}
	}
	list[1].Sand = []kit.Token{2, 3}
	if w := rules.Winners(list); !slices.Equal(w, []games.Seat{1}) {
		t.Errorf("winners %v", w)
	}
	list[2].Sand = []kit.Token{4, 5}
	if w := rules.Winners(list); !slices.Equal(w, []games.Seat{1, 2}) {
		t.Errorf("winners %v", w)
	}
	list[0].Hand = []kit.Encounter{1}
	if w := rules.Winners(list); !slices.Equal(w, []games.Seat{0}) {
		t.Errorf("winners %v", w)
	}
}

// TestSlowTurn: at the deadline the game makes three steps, attaches to the first level
// and goes on.
func TestSlowTurn(t *testing.T) {
	b := somnicumtest.Sit(t, 3)
	b.Give(0, "night-lamp")
	b.Expire()
	b.Is("turn", b.S.Turn, games.Seat(1))
	b.Is("cards", len(b.S.Dreamers[0].Rows[0]), 1)
	b.Is("ring", kit.Left(b.S.Ring), 20)
	b.Move("spin w 1")
	b.Expire()
	b.Is("turn", b.S.Turn, games.Seat(2))
	b.Is("cards", len(b.S.Dreamers[1].Rows[0]), 1)
	b.Build(2, 1, "dragon", "dragon tower", "tower")
	b.S.Now.Taken, b.S.Phase = somnicumtest.DreamOf(t, "cloud"), kit.Laying
	b.S.Dreamers[2].Hand = nil
	b.Move("lay 2")
	b.Is("phase", b.S.Stage(), kit.Choosing)
	b.Expire()
	b.Is("turn", b.S.Turn, games.Seat(0))
	b.Is("kept", len(b.S.Dreamers[2].Hand), 1)
	b.Deal()
	b.Expire()
	b.Is("placed", b.S.Phase, kit.Spinning)
}

// TestWaysComeTrue: what a way of moving a flywheel foretells is what the move does.
func TestWaysComeTrue(t *testing.T) {
	few, empty := 0, 0
	for seed := range uint64(4) {
		seats := 2 + int(seed)%3
		somnicumtest.Walk(t, seed, seats, somnicumtest.PlainOptions, func(r *rand.Rand, s *rules.State) {
			if s.Phase != kit.Spinning {
				return
			}
			for _, way := range view.Of(*s, games.Viewer{}).Ways() {
				next := *somnicumtest.CloneAll(s)
				sand := len(next.Dreamer().Sand)
				if err := rules.Play(&games.Env{Rand: r}, &next, s.Turn, kit.Move{Verb: kit.Spin, Wheel: way.Wheel, Steps: way.Steps}); err != nil {
					t.Fatalf("%+v: %v", way, err)
				}
				if next.Wheels[way.Wheel] != way.Place || next.Now.Taken != way.Dream {
					t.Fatalf("%+v: the flywheel stands at %d, and %d was taken", way, next.Wheels[way.Wheel], next.Now.Taken)
				}
				if got := len(next.Dreamer().Sand); got != sand-way.Price+way.Gift {
					t.Fatalf("%+v: %d tokens became %d", way, sand, got)
				}
				if is := kit.Left(next.Ring) <= seats; is != way.Few {
					t.Fatalf("%+v: %d cards are left for %d players", way, kit.Left(next.Ring), seats)
				}
				if is := kit.Together(next.Ring, next.Wheels); is != way.Empty {
					t.Fatalf("%+v: nothing between the flywheels: %t", way, is)
				}
				if next.Now.Ends && way.Ends == 0 || !next.Now.Ends && !way.Few && way.Ends == 1 {
					t.Fatalf("%+v: the round ends: %t", way, next.Now.Ends)
				}
				if way.Few {
					few++
				} else if way.Empty {
					empty++
				}
			}
		})
	}
	if few < 10 || empty < 10 {
		t.Errorf("only %d ways left few cards, and %d nothing between the flywheels", few, empty)
	}
}
