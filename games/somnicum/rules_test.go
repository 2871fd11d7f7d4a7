package somnicum

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestSetUp: the ring, the flywheels opposite each other, and the first sand.
func TestSetUp(t *testing.T) {
	for seats, want := range map[int]struct{ ring, there, back int }{2: {16, 8, 8}, 3: {21, 10, 11}, 4: {24, 12, 12}} {
		b := sit(t, seats)
		b.Is("ring", left(b.S.Ring), want.ring)
		b.Is("from black to white", between(b.S.Ring, b.S.Wheels[Black], b.S.Wheels[White]), want.there)
		b.Is("from white to black", between(b.S.Ring, b.S.Wheels[White], b.S.Wheels[Black]), want.back)
		var got []int
		for _, d := range b.S.Dreamers {
			got = append(got, len(d.Sand))
		}
		b.Is("sand", got, []int{0, 1, 2, 3}[:seats])
	}
}

// TestPlacerIsLast: the last player places the flywheels, and the first one begins.
func TestPlacerIsLast(t *testing.T) {
	b := sit(t, 3)
	b.Is("turn", b.S.Turn, b.S.First)
	b.Deal()
	b.Is("places", b.S.Turn, games.Seat((int(b.S.First)+2)%3))
	b.Refuse(fmt.Sprintf("%d: set 0", b.S.First), "refuse.turn")
	b.move("set 20")
	b.Is("wheels", b.S.Wheels, [2]int{20, 9})
}

// TestPriceOfSteps: one step brings two tokens, two bring one, three nothing, and each
// further one costs one.
func TestPriceOfSteps(t *testing.T) {
	for steps, want := range map[int]int{1: 2, 2: 1, 3: 0, 4: -1, 5: -2, 6: -3} {
		b := sit(t, 2)
		b.hold(0, "dragon tower crown")
		b.move("spin w " + strconv.Itoa(steps))
		b.Is("tokens for "+strconv.Itoa(steps), len(b.S.Dreamers[0].Sand)-3, want)
	}
}

// TestMostTurnsOfARound: without the other end, a round lasts until as many cards are
// left as there are players.
func TestMostTurnsOfARound(t *testing.T) {
	for seats, want := range map[int]int{2: 14, 3: 18, 4: 20} {
		b := sit(t, seats)
		for b.S.Round == 1 {
			b.move("spin b 3", "lay 1")
			for b.S.Phase == Closing {
				b.move("done")
			}
		}
		b.Is("ending", b.S.Ended, []Ending{{Why: FewCards, Seat: games.Seat(seats - 1), Turns: want, Left: seats, Points: b.S.Ended[0].Points}})
	}
}

// TestNextRound: the player who ended the round places the flywheels, the next player begins,
// and no player gets sand.
func TestNextRound(t *testing.T) {
	b := sit(t, 3)
	b.S.Ring = append(slices.Clone(b.S.Ring[:4]), make([]Dream, 17)...)
	b.S.Wheels = [2]int{0, 2}
	b.begin(1)
	sand := []int{0, 1, 2}
	b.move("spin b 3", "lay 1", "set 5")
	b.Is("turn", b.S.Turn, games.Seat(2))
	b.Is("round", b.S.Round, 2)
	b.Is("ring", left(b.S.Ring), 21)
	for i, n := range sand {
		b.Is("sand", len(b.S.Dreamers[i].Sand), n)
	}
	b.Is("cards of the dream", len(b.S.Dreamers[1].Rows[0]), 1)
}

// TestRingIsTheCardsThatAreLeft: an empty place is no step.
func TestRingIsTheCardsThatAreLeft(t *testing.T) {
	b := sit(t, 2)
	b.S.Ring[1], b.S.Ring[2] = 0, 0
	want := b.S.Ring[3]
	b.move("spin b 2")
	b.Is("taken", b.S.Now.Taken, want)
	b.Is("stands in the gap of the card", b.S.Wheels[Black], 3)
	b.move("lay 1")
	b.Is("the next step", stop(b.S.Ring, b.S.Wheels[Black], 1), 4)
}

// TestFlywheelsMayPassAndShareAGap.
func TestFlywheelsMayPassAndShareAGap(t *testing.T) {
	b := sit(t, 2)
	b.S.Wheels = [2]int{0, 1}
	b.move("spin b 3", "lay 1")
	b.Is("passed", b.S.Wheels, [2]int{2, 1})
	b.S.Wheels = [2]int{0, 1}
	b.S.Ring[2] = 1
	b.move("spin b 1", "lay 1")
	b.Is("shared", together(b.S.Ring, b.S.Wheels), true)
}

// TestNothingBetweenEitherWayRound: one of the two ways round is enough.
func TestNothingBetweenEitherWayRound(t *testing.T) {
	ring := make([]Dream, 16)
	for i := range ring {
		ring[i] = Dream(i + 1)
	}
	ring[4], ring[5] = 0, 0
	for _, c := range []struct {
		wheels [2]int
		want   bool
	}{{[2]int{4, 6}, true}, {[2]int{6, 4}, true}, {[2]int{4, 5}, true}, {[2]int{4, 4}, true}, {[2]int{4, 7}, false}, {[2]int{3, 6}, false}, {[2]int{7, 4}, false}} {
		if together(ring, c.wheels) != c.want {
			t.Errorf("flywheels at %v: want %v", c.wheels, c.want)
		}
	}
}

// TestAtMostOneLap: a flywheel goes as far as its player can pay, and never more than
// one lap.
func TestAtMostOneLap(t *testing.T) {
	b := sit(t, 2)
	b.hold(0, "dragon tower")
	b.refuse("spin b 6", "refuse.price")
	b.Is("five steps", b.may("spin b 5"), true)
	for i := 4; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	b.Is("four steps", b.may("spin w 4"), true)
	b.Is("five steps of four cards", b.may("spin w 5"), false)
	b.refuse("spin w 5", "refuse.lap")
}

// TestSandOfThisTurnIsForTheNext: tokens drawn for a move pay nothing of it and add
// nothing in this turn.
func TestSandOfThisTurnIsForTheNext(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon")
	b.hold(0, "")
	b.refuse("spin b 4", "refuse.price")
	b.move("spin b 1")
	b.Is("sand", len(b.S.Dreamers[0].Sand), 2)
	for _, m := range b.Moves(0) {
		if strings.HasPrefix(m, "add") || strings.HasPrefix(m, "spin") {
			t.Errorf("after the move one may %s", m)
		}
	}
	b.refuse("add 1 "+b.S.Dreamers[0].Sand[0].String(), "refuse.not-now")
}

// TestLaterParticleMendsNoBreak: a break is decided once.
func TestLaterParticleMendsNoBreak(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon", "tower")
	b.Is("row", b.row(0, 1), "0 |1")
	b.hold(0, "dragon")
	b.move("add 1 1s")
	b.Is("row", b.row(0, 1), "0 |1")
	b.Is("slot of level 2", b.may("lay 2"), false)
}

// TestAddedParticleStaysForMatching: a token stays on its card when another card comes.
func TestAddedParticleStaysForMatching(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon")
	b.hold(0, "tower")
	b.S.Ring[2] = dreamOf(t, "tower")
	b.move("add 1 2s", "spin b 3", "lay 1")
	if b.S.Phase == Closing {
		b.move("done")
	}
	b.Is("row", b.row(0, 1), "0 1")
	b.Is("token", b.S.Dreamers[0].Rows[0][0].Added, sand(t, "tower"))
	b.Is("goal", b.S.Dreamers[0].Rows.score(2).Goal, 1) // the tower that is printed, not the token
}

// TestOtherPlotNeedsTwo: a particle of another plot needs two equal tokens, of which one
// goes back. On a nightmare any one goes.
func TestOtherPlotNeedsTwo(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon")
	b.hold(0, "whale")
	b.refuse("add 1 12s", "refuse.two")
	b.hold(0, "whale whale")
	bag := len(b.S.Bag)
	b.move("add 1 12s 12s")
	b.Is("bag", len(b.S.Bag), bag+1)
	b.Is("sand", len(b.S.Dreamers[0].Sand), 0)
	b.build(0, 1, "falling")
	b.hold(0, "planet")
	b.move("add 1 21s")
}

// TestOneParticleATurn.
func TestOneParticleATurn(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon")
	b.hold(0, "tower crown")
	b.move("add 1 2s")
	b.refuse("add 1 3s", "refuse.added")
}

// TestGapIsComparedAcross: a card that skips a broken pair is compared with the last card
// of its row. Nothing hangs under the gap.
func TestGapIsComparedAcross(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon", "dragon tower", "tower", "key", "key rose")
	b.Is("level 1", b.row(0, 1), "0 1 2 |3 4")
	b.build(0, 2, "moon", "moon comet", "comet")
	b.Is("level 2", b.row(0, 2), "0 1 3")
	b.build(0, 3, "pearl")
	b.Is("level 3", b.row(0, 3), "0")
	_, ok := b.S.Dreamers[0].Rows.slot(3)
	b.Is("under the gap", ok, false)
	b.build(0, 1, "rose")
	b.build(0, 2, "pearl")
	b.Is("a mismatch", b.row(0, 2), "0 1 3 |4")
}

// TestGapIsBreak: with the option, a gap is a break like any other and draws a token.
func TestGapIsBreak(t *testing.T) {
	b := sit(t, 2, "gap_is_break=yes")
	b.build(0, 1, "dragon", "dragon tower", "tower", "key", "key rose")
	lost := len(b.S.Lost)
	b.build(0, 2, "moon", "moon comet")
	b.Is("tokens", len(b.S.Lost), lost)
	b.build(0, 2, "comet")
	b.Is("level 2", b.row(0, 2), "0 1 |3")
	b.Is("tokens", len(b.S.Lost), lost+1)
}

// TestLoneCardKeepsItsLevel: a card without neighbours is not between breaks.
func TestLoneCardKeepsItsLevel(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon", "dragon tower")
	b.build(0, 2, "rose unicorn tower")
	score := b.S.Dreamers[0].Rows.score(0)
	b.Is("levels", score.Levels, [3]int{2, 2, 0})
}

// TestOneSlotForEachLevel: a level has one place for a card or none, and the first level
// always has one.
func TestOneSlotForEachLevel(t *testing.T) {
	b := sit(t, 2)
	b.move("spin b 3")
	b.Is("first card", b.Moves(0), []string{"lay 1"})
	b.refuse("lay 2", "refuse.slot")
	b.build(0, 1, "dragon", "dragon tower", "tower")
	b.build(0, 2, "pearl", "pearl whale")
	b.S.Dreamers[0].Hand = nil
	b.move("spin b 3")
	b.Is("levels", b.Moves(0), []string{"lay 1", "lay 3"})
}

// TestSlotIsLeftmostPairWithoutBreak: the first card of a level goes under the leftmost
// pair without a break, the next ones to the right of it.
func TestSlotIsLeftmostPairWithoutBreak(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon", "tower", "tower crown", "crown", "crown cat")
	b.Is("level 1", b.row(0, 1), "0 |1 2 3 4")
	b.build(0, 2, "pearl", "pearl whale")
	b.Is("level 2", b.row(0, 2), "1 2")
	b.build(0, 3, "comet")
	b.Is("level 3", b.row(0, 3), "1")
}

// TestRestOfTheRingLeaves: the cards that are left are out of the match, and the deck
// is enough for three rings.
func TestRestOfTheRingLeaves(t *testing.T) {
	for seats := 2; seats <= MaxSeats; seats++ {
		if need := Rounds * ringSize[seats]; need > dreams {
			t.Errorf("%d seats need %d cards", seats, need)
		}
	}
	b := sit(t, 2)
	deck := len(b.S.Deck)
	for i := 3; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	rest := []Dream{b.S.Ring[0], b.S.Ring[1]}
	b.move("spin b 3", "lay 1", "set 0")
	b.Is("removed", b.S.Removed, rest)
	b.Is("deck", len(b.S.Deck), deck-16)
	for _, d := range b.S.Ring {
		b.Is("back in the ring", slices.Contains(rest, d), false)
	}
}

// TestEmptyBag: as many tokens are drawn as there are, a break has no token, and the
// round cannot end by a blank back.
func TestEmptyBag(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon")
	b.S.Bag = sand(t, "whale")
	b.S.Dreamers[1].Sand = nil
	b.move("spin b 1")
	b.Is("drawn", len(b.S.Dreamers[0].Sand), 1)
	b.S.Now.Taken = dreamOf(t, "tower")
	b.move("lay 1")
	b.Is("break", b.S.Dreamers[0].Rows[0][1].Break, BareBreak)
	b.begin(1)
	b.S.Wheels = [2]int{0, 1}
	b.S.Ring[0] = dreamOf(t, "pearl")
	b.move("spin b 1")
	b.Is("together", together(b.S.Ring, b.S.Wheels), true)
	b.Is("ends", b.S.Now.Ends, false)
}

// TestDiscardsAreShuffledUnderTheDeck: the rest of the deck is drawn first, then the
// discards. If still too few are there, all of them are drawn.
func TestDiscardsAreShuffledUnderTheDeck(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon", "dragon tower", "tower", "tower crown")
	b.build(0, 2, "pearl", "pearl whale")
	all := append(slices.Clone(b.S.Stack), b.S.Discards...)
	slices.Sort(all)
	first, under := all[0], all[len(all)-2:]
	b.S.Dreamers[0].Hand, b.S.Dreamers[1].Hand = nil, nil
	b.S.Stack, b.S.Discards = []Encounter{first}, slices.Clone(under)
	b.S.Now.Taken, b.S.Phase = dreamOf(t, "cloud"), Laying
	b.move("lay 3")
	want := append([]Encounter{first}, under...)
	b.Is("drawn", b.S.Offer, want)
	b.move(fmt.Sprintf("keep %d", first))
	b.Is("discards", b.S.Discards, under)
	b.S.Stack, b.S.Discards = nil, []Encounter{first}
	b.begin(0)
	b.S.Now.Taken, b.S.Phase = dreamOf(t, "moon"), Laying
	b.S.Dreamers[0].Hand = nil
	b.move("lay 2")
	b.Is("all that were there", b.S.Dreamers[0].Hand, []Encounter{first})
}

// TestBacksArePublic: how many tokens have a blank back is public, and which tokens is
// not.
func TestBacksArePublic(t *testing.T) {
	b := sit(t, 3)
	b.hold(2, "dragon-b tower crown-b")
	v := rules{}.View(b.S, games.Viewer{})
	b.Is("sand", v.Dreamers[2].Sand, 3)
	b.Is("blanks", v.Dreamers[2].Blanks, 2)
	b.Is("own", len(rules{}.View(b.S, games.Seat(2).Viewer()).Sand), 3)
	b.Is("of others", rules{}.View(b.S, games.Seat(1).Viewer()).Sand != nil && len(rules{}.View(b.S, games.Seat(1).Viewer()).Sand) == 3, false)
	b.Is("of the public", len(v.Sand), 0)
	b.Is("bag", v.Bag, len(b.S.Bag))
	b.Is("blanks of the bag", v.Blanks, blanks(b.S.Bag))
}

// TestBreaksKeepTheirTokens: the token of a break stays out of the bag, and no player sees
// its face.
func TestBreaksKeepTheirTokens(t *testing.T) {
	b := sit(t, 2)
	bag := len(b.S.Bag)
	b.build(0, 1, "dragon", "tower", "crown", "key")
	b.Is("bag", len(b.S.Bag), bag-3)
	b.Is("lost", len(b.S.Lost), 3)
	text := func(s State) string {
		var all []string
		for v := range games.Viewers(2) {
			j, err := json.Marshal(rules{}.View(s, v))
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
	b := sit(t, 2)
	b.build(0, 1, "dragon")
	b.hold(0, "tower crown cat")
	e := b.give(0, "dew-watercolours")
	b.move("add 1 2s", fmt.Sprintf("play %d", e), "add 1 3s", "add 1 4s")
	b.hold(0, "key")
	b.refuse("add 1 5s", "refuse.added")
}

// TestNightmaresHaveTwoOfEachPlot, and eyes without stars.
func TestNightmaresHaveTwoOfEachPlot(t *testing.T) {
	n := 0
	for d := Dream(1); d <= dreams; d++ {
		c := d.Card()
		if !c.Nightmare() {
			continue
		}
		n++
		for _, plot := range plots {
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
	b := sit(t, 2)
	b.build(0, 1, "dragon", "dragon tower")
	b.build(0, 2, "falling")
	score := b.S.Dreamers[0].Rows.score(0)
	b.Is("eyes", score.Eyes, 2)
	b.Is("level 2", score.Levels[1], 0)
}

// TestGoalCountsNightmares: every printed particle of the goal counts once, on nightmares
// too, and on every level alike.
func TestGoalCountsNightmares(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "crown", "crown cat", "falling")
	b.build(0, 2, "pearl")
	b.Is("crown, pearl and comet", b.S.Dreamers[0].Rows.score(3).Goal, 4) // three crowns and a pearl
}

// TestBothEndsAreOne: a round that ends in both ways ends once.
func TestBothEndsAreOne(t *testing.T) {
	b := sit(t, 2)
	for i := 3; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = sand(t, "dragon-b tower-b crown-b")
	b.move("spin b 1", "lay 1")
	for b.S.Phase == Closing {
		b.move("done")
	}
	b.Is("ended", b.S.Ended, []Ending{{Why: FewCards, Seat: 0, Turns: 1, Left: 2, Points: []int{1, 0}}})
	b.Is("round", b.S.Round, 2)
}

// TestEverythingIsShownAtTheEnd: goals and encounters in hand, with what each line of the
// score brings.
func TestEverythingIsShownAtTheEnd(t *testing.T) {
	b := sit(t, 2)
	b.give(1, "night-lamp")
	b.Is("before", rules{}.View(b.S, games.Viewer{}).Dreamers[1].Goal, Goal(0))
	b.S.Round = Rounds
	for i := 3; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	b.move("spin b 3", "lay 1")
	for b.S.Phase == Closing {
		b.move("done")
	}
	b.Is("phase", b.S.Phase, Over)
	v := rules{}.View(b.S, games.Viewer{})
	for i, d := range b.S.Dreamers {
		b.Is("goal", v.Dreamers[i].Goal, d.Goal)
		b.Is("held", v.Dreamers[i].Held, d.Hand)
		b.Is("score", v.Dreamers[i].Dreams, d.score())
		b.Is("in the status", rules{}.Status(b.S).Scores[i], d.score().Total)
	}
	b.Is("moves", len(b.Moves(0))+len(b.Moves(1)), 0)
}

// TestBlankBackEndsTheRound: nothing is between the flywheels, and a token that the move
// drew has a blank back. The tokens are kept.
func TestBlankBackEndsTheRound(t *testing.T) {
	for bag, want := range map[string]bool{"dragon-b tower-b": true, "dragon tower": false} {
		b := sit(t, 2)
		b.S.Wheels = [2]int{0, 1}
		b.S.Bag = sand(t, bag)
		b.move("spin b 1")
		b.Is("round before the card is attached", b.S.Round, 1)
		b.Is("sand", b.S.Dreamers[0].Sand, sand(t, bag))
		b.move("lay 1")
		for b.S.Phase == Closing {
			b.move("done")
		}
		b.Is("round", b.S.Round == 2, want)
	}
}

// TestThreeStepsNeverEndTheRound by a blank back, even if they draw a token.
func TestThreeStepsNeverEndTheRound(t *testing.T) {
	b := sit(t, 2)
	b.S.Dreamers[0].Open = []Encounter{encounterOf(t, "mill-of-drowsiness")}
	b.S.Wheels = [2]int{0, 3}
	b.S.Ring[0], b.S.Ring[1] = 0, 0
	b.S.Ring[15], b.S.Ring[14] = 1, 2
	b.S.Wheels = [2]int{14, 3}
	b.S.Bag = sand(t, "dragon-b tower-b")
	b.move("spin b 3")
	b.Is("together", together(b.S.Ring, b.S.Wheels), true)
	b.Is("drawn", len(b.S.Dreamers[0].Sand), 1)
	b.Is("ends", b.S.Now.Ends, false)
}

// TestEndIsDecidedWithTheMove: a flywheel that moves later changes nothing, and a token
// beyond those of the rulebook does not count.
func TestEndIsDecidedWithTheMove(t *testing.T) {
	b := sit(t, 2)
	e := b.give(0, "draught-from-nowhere")
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = sand(t, "dragon-b tower-b")
	b.move("spin b 1", fmt.Sprintf("play %d 1 3", e))
	b.Is("together", together(b.S.Ring, b.S.Wheels), false)
	b.move("lay 1")
	for b.S.Phase == Closing {
		b.move("done")
	}
	b.Is("round", b.S.Round, 2)

	b = sit(t, 2)
	e = b.give(0, "draught-from-nowhere")
	b.S.Wheels = [2]int{0, 2}
	b.S.Bag = sand(t, "dragon-b tower-b")
	b.move("spin b 1", fmt.Sprintf("play %d 1 1", e))
	b.Is("together", together(b.S.Ring, b.S.Wheels), true)
	b.move("lay 1")
	b.Is("round", b.S.Round, 1)

	for range 20 {
		b = sit(t, 2)
		b.S.Dreamers[0].Open = []Encounter{encounterOf(t, "leaking-hourglass")}
		b.S.Wheels = [2]int{0, 1}
		b.S.Bag = sand(t, "dragon-b tower crown")
		b.move("spin b 1")
		b.Is("drawn", len(b.S.Dreamers[0].Sand), 3)
	}
}

// TestExtraTokenEndsNothing: of three tokens, the first two decide.
func TestExtraTokenEndsNothing(t *testing.T) {
	ends := 0
	const tries = 300
	b := sit(t, 2)
	b.S.Dreamers[0].Open = []Encounter{encounterOf(t, "leaking-hourglass")}
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = sand(t, "dragon-b tower crown")
	start := b.Copied()
	for range tries {
		b.S = start
		b.S = b.Copied()
		b.move("spin b 1")
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
		b := sit(t, 2)
		e := b.give(0, "smuggler-cat")
		b.S.Wheels = [2]int{0, 1}
		b.S.Bag = sand(t, "dragon-b tower-b crown-b")
		ring := slices.Clone(b.S.Ring)
		b.move("spin b 1")
		b.Is("ends", b.S.Now.Ends, true)
		b.move(fmt.Sprintf("play %d %s", e, choice))
		b.Is("ends", b.S.Now.Ends, true)
		b.Is("cards", left(b.S.Ring), 15)
		at := map[string]int{"1": 1, "2": 15}[choice]
		b.Is("taken", b.S.Now.Taken, ring[at])
		b.Is("put there", b.S.Ring[at], ring[0])
	}
}

// TestOnlyNewParticles: a card does not get a particle that it has.
func TestOnlyNewParticles(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon")
	b.hold(0, "dragon tower tower-b")
	b.refuse("add 1 1s", "refuse.has")
	b.S.Dreamers[0].Open = []Encounter{encounterOf(t, "second-brush")}
	b.move("add 1 2s")
	b.refuse("add 1 2b", "refuse.has")
}

// TestPlayerSaysWhichTokenReturns of two for another plot, if their backs differ.
func TestPlayerSaysWhichTokenReturns(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon")
	b.hold(0, "whale whale-b")
	b.Is("sand stays", b.may("add 1 12s 12b"), true)
	b.Is("blank stays", b.may("add 1 12b 12s"), true)
	b.Is("one token twice", b.may("add 1 12s 12s") || b.may("add 1 12b 12b"), false)
	b.move("add 1 12b 12s")
	b.Is("on the card", b.S.Dreamers[0].Rows[0][0].Added, sand(t, "whale-b"))
	b.Is("in the bag", count(b.S.Bag, sand(t, "whale")[0]), 2)
}

// TestNobodySeesWhatIsPaid: others learn how many tokens were paid, and not which.
func TestNobodySeesWhatIsPaid(t *testing.T) {
	views := map[string]bool{}
	for _, purse := range []string{"dragon tower", "whale planet"} {
		b := sit(t, 2)
		b.hold(0, purse)
		b.hold(1, "rose")
		b.S.Dreamers[0].Goal, b.S.Dreamers[1].Goal = 1, 2
		b.S.Ring = slices.Clone(b.S.Ring)
		for i := range b.S.Ring {
			b.S.Ring[i] = Dream(i + 1)
		}
		b.S.Stack, b.S.Discards = nil, nil
		b.move("spin b 5")
		b.Is("sand", len(b.S.Dreamers[0].Sand), 0)
		v := rules{}.View(b.S, games.Seat(1).Viewer())
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
	b := sit(t, 2)
	b.hold(0, "dragon tower crown whale")
	b.move("aside 12s", "aside 2s")
	b.Is("paid first", rules{}.View(b.S, games.Seat(0).Viewer()).Sand[:2], []Token{token(12, false), token(2, false)})
	b.Is("twice", b.may("aside 12s"), false)
	b.move("spin b 5")
	b.Is("left", b.S.Dreamers[0].Sand, sand(t, "dragon crown"))
	b.Is("aside", len(b.S.Dreamers[0].Aside), 0)
	b.begin(0)
	b.move("aside 1s", "clear")
	b.Is("cleared", len(b.S.Dreamers[0].Aside), 0)
}

// TestEncountersByTheLevelOfTheCard: a card between breaks counts as one of the first
// level, and still draws the encounters of its own.
func TestEncountersByTheLevelOfTheCard(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon", "dragon tower", "tower")
	b.build(0, 2, "pearl whale")
	b.S.Dreamers[0].Hand = nil
	b.S.Now.Taken, b.S.Phase = dreamOf(t, "cloud"), Laying
	b.move("lay 2")
	b.Is("drawn", len(b.S.Offer), 2)
	b.Is("its level counts once", b.S.Dreamers[0].Rows.Factor(1, 1), 1)
	kept := b.S.Offer[1]
	other := b.S.Offer[0]
	b.move(fmt.Sprintf("keep %d", kept))
	b.Is("kept", b.S.Dreamers[0].Hand, []Encounter{kept})
	b.Is("discarded", b.S.Discards[len(b.S.Discards)-1], other)
}

// TestEncountersUntilTheTurnEnds: they may be played after the card is attached, and a
// round ends after that. A player without any has nothing left to do.
func TestEncountersUntilTheTurnEnds(t *testing.T) {
	b := sit(t, 2)
	b.S.Ring[2] = dreamOf(t, "dragon tower")
	b.move("spin b 3", "lay 1")
	b.Is("turn of a player without encounters", b.S.Turn, games.Seat(1))

	b = sit(t, 2)
	e := b.give(0, "pocket-of-the-sandman")
	for i := 3; i < 16; i++ {
		b.S.Ring[i] = 0
	}
	b.S.Ring[2] = dreamOf(t, "dragon tower")
	b.move("spin b 3", "lay 1")
	b.Is("phase", b.S.Phase, Closing)
	b.Is("round", b.S.Round, 1)
	b.move(fmt.Sprintf("play %d", e))
	b.Is("sand", len(b.S.Dreamers[0].Sand), e.Card().Effects[0].N)
	b.Is("round after the last encounter", b.S.Round, 2)

	b = sit(t, 2)
	b.give(0, "pocket-of-the-sandman")
	b.S.Ring[2] = dreamOf(t, "dragon tower")
	b.move("spin b 3", "lay 1 done")
	b.Is("turn", b.S.Turn, games.Seat(1))
}

// TestSwapMayNotTakeAPairAway: a swap that would break the pair above a card is refused,
// and says why.
func TestSwapMayNotTakeAPairAway(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "dragon", "dragon tower")
	b.build(0, 2, "pearl")
	e := b.give(0, "mirror-lift")
	b.refuse(fmt.Sprintf("play %d 1 2", e), "refuse.support")
	b.Is("the row", b.row(0, 1), "0 1")
	b.Is("listed", b.may(fmt.Sprintf("play %d 1 2", e)), false)
	b.build(0, 1, "tower") // now the pair above is not the last one
	e = b.give(0, "mirror-lift")
	b.move(fmt.Sprintf("play %d 1 2", e))
	b.Is("the row", b.row(0, 1), "0 1 |2")
	b.Is("swapped", b.S.Dreamers[0].Rows[1][0].Dream, dreamOf(t, "tower"))
}

// TestSwapMendsABreak where the cards match anew.
func TestSwapMendsABreak(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "pearl", "pearl whale", "dragon")
	b.build(0, 2, "whale")
	b.Is("before", b.row(0, 1), "0 1 |2")
	lost := len(b.S.Lost)
	e := b.give(0, "mirror-lift")
	b.move(fmt.Sprintf("play %d 1 2", e))
	b.Is("after", b.row(0, 1), "0 1 2")
	b.Is("tokens of breaks", len(b.S.Lost), lost-1)
}

// TestSwapMakesABreak where the cards match no more, in both rows. The card says so.
func TestSwapMakesABreak(t *testing.T) {
	b := sit(t, 2)
	b.build(0, 1, "pearl", "pearl whale", "whale", "octopus whale")
	b.build(0, 2, "dragon", "dragon tower")
	b.Is("before", []string{b.row(0, 1), b.row(0, 2)}, []string{"0 1 2 3", "0 1"})
	e := b.give(0, "mirror-lift")
	b.move(fmt.Sprintf("play %d 1 2", e))
	b.Is("after", []string{b.row(0, 1), b.row(0, 2)}, []string{"0 1 2 |3", "0 |1"})
	c, err := text.Load(text.Common(), locale)
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
	b := sit(t, 4)
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
		b.Is(fmt.Sprintf("%d tokens in one menu", tokens), 2*len(options{&b.S}.spins(nil, Black)) <= 25, want)
	}
}

// TestEdgeOfARow: of a row a·b|c the last card stands between breaks, and b does not.
func TestEdgeOfARow(t *testing.T) {
	var rows Rows
	card := dreamOf(t, "dragon tower")
	rows[2] = []Card{{Dream: card}, {Dream: card, Slot: 1}, {Dream: card, Slot: 2, Break: SandBreak}}
	score := rows.score(0)
	if score.Total != 7 || score.Levels[2] != 6 || score.Edges != 1 {
		t.Errorf("score %+v, want 6 and 1", score)
	}
	rows[2][1].Break = SandBreak
	if n := rows.score(0).Total; n != 3 {
		t.Errorf("all between breaks: %d points, want 3", n)
	}
	rows[2][2].Break = NoBreak
	if n := rows.score(0).Total; n != 7 {
		t.Errorf("the first between breaks: %d points, want 7", n)
	}
}

// TestTieBreak: equal points are decided by sand, and equal sand is shared.
func TestTieBreak(t *testing.T) {
	list := make([]Dreamer, 3)
	for i := range list {
		list[i].Goal = Goal(i + 1)
		list[i].Sand = []Token{2}
	}
	list[1].Sand = []Token{2, 3}
	if w := winners(list); !slices.Equal(w, []games.Seat{1}) {
		t.Errorf("winners %v", w)
	}
	list[2].Sand = []Token{4, 5}
	if w := winners(list); !slices.Equal(w, []games.Seat{1, 2}) {
		t.Errorf("winners %v", w)
	}
	list[0].Hand = []Encounter{1}
	if w := winners(list); !slices.Equal(w, []games.Seat{0}) {
		t.Errorf("winners %v", w)
	}
}

// TestSlowTurn: at the deadline the game makes three steps, attaches to the first level
// and goes on.
func TestSlowTurn(t *testing.T) {
	b := sit(t, 3)
	b.give(0, "night-lamp")
	b.Expire()
	b.Is("turn", b.S.Turn, games.Seat(1))
	b.Is("cards", len(b.S.Dreamers[0].Rows[0]), 1)
	b.Is("ring", left(b.S.Ring), 20)
	b.move("spin w 1")
	b.Expire()
	b.Is("turn", b.S.Turn, games.Seat(2))
	b.Is("cards", len(b.S.Dreamers[1].Rows[0]), 1)
	b.build(2, 1, "dragon", "dragon tower", "tower")
	b.S.Now.Taken, b.S.Phase = dreamOf(t, "cloud"), Laying
	b.S.Dreamers[2].Hand = nil
	b.move("lay 2")
	b.Is("phase", b.S.phase(), Choosing)
	b.Expire()
	b.Is("turn", b.S.Turn, games.Seat(0))
	b.Is("kept", len(b.S.Dreamers[2].Hand), 1)
	b.Deal()
	b.Expire()
	b.Is("placed", b.S.Phase, Spinning)
}

// TestWaysComeTrue: what a way of moving a flywheel foretells is what the move does.
func TestWaysComeTrue(t *testing.T) {
	few, empty := 0, 0
	for seed := range uint64(4) {
		seats := 2 + int(seed)%3
		walk(t, seed, seats, plainOptions, func(r *rand.Rand, s *State) {
			if s.Phase != Spinning {
				return
			}
			for _, way := range (rules{}).View(*s, games.Viewer{}).Ways() {
				next := *s.cloneAll()
				sand := len(next.dreamer().Sand)
				if err := (rules{}).Play(&games.Env{Rand: r}, &next, s.Turn, Move{Verb: Spin, Wheel: way.Wheel, Steps: way.Steps}); err != nil {
					t.Fatalf("%+v: %v", way, err)
				}
				if next.Wheels[way.Wheel] != way.Place || next.Now.Taken != way.Dream {
					t.Fatalf("%+v: the flywheel stands at %d, and %d was taken", way, next.Wheels[way.Wheel], next.Now.Taken)
				}
				if got := len(next.dreamer().Sand); got != sand-way.Price+way.Gift {
					t.Fatalf("%+v: %d tokens became %d", way, sand, got)
				}
				if is := left(next.Ring) <= seats; is != way.Few {
					t.Fatalf("%+v: %d cards are left for %d players", way, left(next.Ring), seats)
				}
				if is := together(next.Ring, next.Wheels); is != way.Empty {
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
