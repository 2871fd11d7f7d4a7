package rules_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/fortress"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
)

// T5 of the digest: who is dealt at each number of seats.
func TestCast(t *testing.T) {
	for seats := 4; seats <= 9; seats++ {
		want := map[int][3]int{4: {0, 0, 1}, 5: {2, 2, 1}, 6: {0, 0, 1}, 7: {3, 3, 1}, 8: {3, 3, 2}, 9: {3, 3, 3}}[seats]
		asides, alice := map[kit.Role]bool{}, false
		for seed := range uint64(200) {
			hand, aside := rules.Roles(rand.New(rand.NewPCG(seed, 3)), seats)
			var got [3]int
			seen := map[kit.Role]bool{}
			for _, r := range hand {
				got[r.Group().Index()]++
				if r.Group() == kit.Dreamers && seen[r] {
					t.Fatalf("two of %s", r)
				}
				seen[r] = true
				alice = alice || r == kit.Alice
			}
			asides[aside] = true
			if seats == 4 || seats == 6 {
				short := aside.Group().Index()
				if short == 2 || got[2] != 1 || got[short] != seats/2-1 || got[1-short] != seats/2 {
					t.Fatalf("%d seats: %v with %s aside", seats, got, aside)
				}
			} else if got != want || aside != "" {
				t.Fatalf("%d seats: %v, want %v", seats, got, want)
			}
		}
		if alice != (seats >= 7) {
			t.Errorf("%d seats: Alice plays: %v", seats, alice)
		}
		if (seats == 4 || seats == 6) && len(asides) != 2 {
			t.Errorf("%d seats: put aside: %v", seats, asides)
		}
	}
}

// Ruling 1: one of the five faces is on the die twice, as the table chose.
func TestDoubledFace(t *testing.T) {
	for _, f := range kit.Faces {
		g := fortresstest.Deal(t, 5, "double="+string(f))
		n := map[kit.Face]int{}
		env := &games.Env{Rand: rand.New(rand.NewPCG(1, 1))}
		for range 6000 {
			n[rules.RollDie(env.Rand, g.S.Double)]++
		}
		for _, h := range kit.Faces {
			want := 1000
			if h == f {
				want = 2000
			}
			if n[h] < want*8/10 || n[h] > want*12/10 {
				t.Errorf("%s doubled: %s came %d times of 6000", f, h, n[h])
			}
		}
	}
}

// Ruling 3: the locations lie in a ring, and one goes to a neighbour.
func TestRing(t *testing.T) {
	for i, p := range kit.Places {
		g := fortresstest.Sit(t, "nightmare@"+string(p)+" gooddream@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceMove, kit.FaceHeal)
		g.Can("0: move "+string(kit.Places[(i+1)%4]), "0: move "+string(kit.Places[(i+3)%4]))
		g.Cannot("0: move "+string(kit.Places[(i+2)%4]), "0: move "+string(p))
		g.Play("0: move " + string(kit.Places[(i+1)%4]))
		g.Can("0: move "+string(kit.Places[(i+2)%4]), "0: move "+string(p))
	}
	g := fortresstest.Sit(t, "nightmare@city+boots gooddream@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceMove, kit.FaceHeal)
	g.Can("0: move forest", "0: move shop", "0: move house")
}

func TestTurnIsThreePresses(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	g.Step(kit.StepRoll, 0)
	g.Refuse("1: roll", "refuse.turn")
	g.Refuse("0: waive", "refuse.not-now")
	g.Play("0: roll")
	g.Dice(kit.FaceMove, kit.FaceAttack, kit.FaceVision)
	g.Play("0: attack 1 +0", "0: move forest")
	g.Sleep(10, 8, 10, 10, 10)
	g.Step(kit.StepRoll, 1)
	if g.S.Beds[0].Place != kit.Forest {
		t.Error("did not move")
	}
}

// The rulebook: dice are final once an action was made.
func TestDiceAreFinal(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@house+button+rooster gooddream@house nightmare@shop gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
	g.Can("0: reroll", "0: spin move", "0: turn attack")
	g.Play("0: use rooster 1") // an action too
	g.Cannot("0: reroll", "0: spin move", "0: turn attack")
	g.Sleep(10, 8, 10, 10, 10)

	g = fortresstest.Sit(t, "nightmare@house+button gooddream@house nightmare@shop gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
	g.Play("0: move city")
	g.Cannot("0: reroll", "0: spin move", "0: turn attack")
	g.Refuse("0: reroll", "refuse.not-now")
}

// The rulebook's example, and ruling 8: three equal dice turn one; the House's
// roll comes before that.
func TestThreeOfAKind(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@house gooddream@house nightmare@shop gooddream@house william@forest").Dice(kit.FaceHeal, kit.FaceHeal, kit.FaceHeal)
	g.S.Beds[1].Sleep = 5
	g.Can("0: reroll", "0: turn attack", "0: turn insight", "0: turn vision", "0: turn move")
	g.Cannot("0: turn heal")
	g.Play("0: turn attack")
	g.Cannot("0: turn insight", "0: turn heal", "0: reroll")
	g.Play("0: attack 1 +0", "0: heal 1")
	g.Sleep(10, 4, 10, 10, 10)

	g = fortresstest.Sit(t, "nightmare@house gooddream@house nightmare@shop gooddream@house william@forest").Dice(kit.FaceHeal, kit.FaceHeal, kit.FaceHeal)
	g.Play("0: reroll")
	g.Cannot("0: reroll")
	g.Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
	g.Can("0: turn attack")
	g.Dice(kit.FaceMove, kit.FaceMove, kit.FaceHeal)
	g.Cannot("0: turn attack")
}

// Ruling 4: an attack may be waived.
func TestWaive(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: waive", "0: waive")
	g.Sleep(10, 10, 10, 10, 10)
	g.Step(kit.StepRoll, 1)
	g = fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceMove, kit.FaceHeal, kit.FaceInsight)
	g.Refuse("0: waive", "refuse.dice")
}

// Ruling 5: what is impossible is not offered, and fewer than two are enough.
func TestImpossible(t *testing.T) {
	alone := "nightmare@shop gooddream@city nightmare@city gooddream@house william@forest"
	g := fortresstest.Sit(t, alone).Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceMove)
	g.S.Turn.Base = ""
	// Nobody is near, and all sleep as deep as can be: to move is all that can be.
	g.Can("0: move house")
	g.Cannot("0: waive", "0: heal 1", "0: end")
	g.Play("0: move house")
	// Now a player is near.
	g.Can("0: attack 3 +0", "0: waive")
	g.Cannot("0: heal 1")
	g.Play("0: attack 3 +0")
	g.Step(kit.StepRoll, 1)

	g = fortresstest.Sit(t, alone).Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceHeal)
	g.Play("0: end")
	g.Step(kit.StepRoll, 1)

	// The pair that can be made must be made.
	g = fortresstest.Sit(t, alone).Dice(kit.FaceInsight, kit.FaceInsight, kit.FaceHeal)
	g.Can("0: insight 2")
	g.Cannot("0: insight 1")
	g.S.Beds[1].Sleep = 9
	g.Can("0: insight 2", "0: insight 1", "0: heal 1")
	g.Refuse("0: end", "refuse.end")
}

// A die that cannot be used does not hide what the dice after it can do.
func TestImpossibleFirstDie(t *testing.T) {
	alone := "nightmare@shop gooddream@city nightmare@city gooddream@house william@forest"
	for _, c := range []struct {
		dice        []kit.Face
		can, cannot []string
	}{
		{[]kit.Face{kit.FaceAttack, kit.FaceInsight, kit.FaceInsight}, []string{"insight 2"}, []string{"insight 1"}},
		{[]kit.Face{kit.FaceHeal, kit.FaceVision, kit.FaceVision}, []string{"vision 2"}, []string{"vision 1"}},
		{[]kit.Face{kit.FaceAttack, kit.FaceInsight, kit.FaceVision}, []string{"insight 1", "vision 1"}, []string{"insight 2", "vision 2"}},
		{[]kit.Face{kit.FaceInsight, kit.FaceAttack, kit.FaceInsight}, []string{"insight 2"}, []string{"insight 1"}},
		{[]kit.Face{kit.FaceHeal, kit.FaceAttack, kit.FaceVision}, []string{"vision 1"}, []string{"vision 2"}},
	} {
		g := fortresstest.Sit(t, alone).Dice(c.dice...) // no player is near, and all sleep on the highest floor
		for _, m := range c.can {
			g.Can("0: " + m)
		}
		for _, m := range c.cannot {
			g.Cannot("0: " + m)
		}
	}
}

// Without a Vision in the decks none can be drawn; in the Shop one may be stolen.
func TestNoVisionsLeft(t *testing.T) {
	for _, place := range []string{"city", "shop"} {
		g := fortresstest.Sit(t, "nightmare@"+place+" gooddream@house+wings nightmare@house gooddream@house william@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
		g.Next()
		g.Cannot("0: vision 1")
		if place == "shop" {
			g.Can("0: steal 1 wings")
		} else if g.S.Possible(kit.FaceVision) {
			t.Error("a die of Vision has an action without any Vision to draw")
		}
	}
}

// T6 and ruling 6: a player who began in the Forest neither sends nor gets
// Insights until their next turn. This holds wherever they go. One who entered
// it later does both.
func TestForest(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@forest gooddream@city nightmare@shop gooddream@house william@shop").Dice(kit.FaceMove, kit.FaceInsight, kit.FaceMove)
	g.Cannot("0: insight 1")
	g.Play("0: move city")
	g.Cannot("0: insight 1")
	g.Play("0: move forest")
	g.Step(kit.StepRoll, 1)
	g.Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Play("1: move forest", "1: insight 1")
	g.Cannot("1: pass 0 1")
	g.Can("1: pass 2 1", "1: pass 3 1", "1: pass 4 1")
	g.Play("1: pass 2 1", "2: obey")
	g.Expire()
	g.Step(kit.StepRoll, 2)
	g.Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Play("2: insight 1")
	g.Can("2: pass 1 1") // entered the Forest on their turn only
}

// The City adds one to one of two attacks (ruling 9), and each bonus counts once
// a turn. The Art of Flying is the rulebook's example.
func TestBonuses(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 1 +1")
	g.Cannot("0: attack 1 +1")
	g.Play("0: attack 1 +0")
	g.Sleep(10, 5, 10, 10, 10) // T2: 10 − 5 = 5

	flyer := "nightmare@shop+wings gooddream@shop nightmare@shop gooddream@house william@forest"
	g = fortresstest.Sit(t, flyer).Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 1 +1", "0: attack 1 +0")
	g.Sleep(10, 5, 10, 10, 10)
	g = fortresstest.Sit(t, flyer).Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 1 +0", "0: attack 2 +1")
	g.Sleep(10, 8, 7, 10, 10)

	// A player who moved into the City has no bonus there. A player who began there
	// keeps it.
	g = fortresstest.Sit(t, flyer).Dice(kit.FaceMove, kit.FaceAttack, kit.FaceHeal)
	g.Play("0: move house")
	g.Cannot("0: attack 3 +2")
	g = fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceMove, kit.FaceAttack, kit.FaceHeal)
	g.Play("0: move house", "0: attack 3 +1")
	g.Sleep(10, 10, 10, 7, 10)

	// The City and wings are two bonuses, to be split or not.
	g = fortresstest.Sit(t, "nightmare@city+wings gooddream@city nightmare@city gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceHeal)
	g.Can("0: attack 1 +2", "0: attack 1 +1", "0: attack 1 +0")
	g.Play("0: attack 1 +1", "0: attack 2 +1")
	g.Sleep(10, 7, 7, 10, 10)
}

func TestAttackWhere(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Cannot("0: attack 2 +0", "0: attack 0 +0")
	g = fortresstest.Sit(t, "nightmare@city+thread gooddream@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Can("0: attack 1 +0", "0: attack 3 +0", "0: attack 4 +0")
	g.Cannot("0: attack 2 +0")
	g = fortresstest.Sit(t, "nightmare@shop gooddream@shop+quilt nightmare@city gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 1 +0")
	g.Sleep(10, 9, 10, 10, 10)
	g.Play("0: attack 1 +0")
	g.Sleep(10, 7, 10, 10, 10)
}

func TestHeal(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@shop:4 gooddream@shop:5 nightmare@city gooddream@house:8 william@forest").Dice(kit.FaceHeal, kit.FaceHeal, kit.FaceMove)
	g.Cannot("0: heal 0", "0: heal 2")
	g.Play("0: heal 1", "0: heal 1")
	g.Sleep(4, 7, 10, 8, 10)
	g = fortresstest.Sit(t, "nightmare@shop:4+cocoa gooddream@shop:5 nightmare@city gooddream@house:8 william@forest").Dice(kit.FaceHeal, kit.FaceHeal, kit.FaceMove)
	g.Play("0: heal 0", "0: heal 1")
	g.Sleep(5, 6, 10, 8, 10)
}

// T3, the rulebook's example, and rulings 18 and 19. A toll takes a Vision or a
// floor, as its receiver chooses. It takes a floor where there are no Visions,
// and nothing from others.
func TestToll(t *testing.T) {
	for _, c := range []struct {
		role, cards, answer string
		floor               int
	}{
		{"nightmare", "", "obey", 9},
		{"gooddream", "", "obey", 10},
		{"gooddream", "+wings", "obey", 10},
		{"nightmare", "+wings+quilt", "obey", 9},
		{"nightmare", "+wings+quilt", "give quilt", 10},
	} {
		g := fortresstest.Sit(t, "gooddream@city "+c.role+"@city"+c.cards+" nightmare@shop gooddream@house sigmund@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
		g.Pass(kit.Toll+" N", 1, "")
		if c.role == "gooddream" || c.cards == "" {
			if got := g.Legal("1: "); got != "obey" {
				t.Errorf("%v: %s", c, got)
			}
			if c.cards != "" {
				g.Refuse("1: give wings", "refuse.choice")
			}
		}
		g.Play("1: " + c.answer)
		g.Expire()
		if g.S.Beds[1].Sleep != c.floor {
			t.Errorf("%v: floor %d", c, g.S.Beds[1].Sleep)
		}
		if c.answer == "give quilt" {
			g.Visions(0, kit.Quilt)
			g.Visions(1, kit.Wings)
		}
		g.Step(kit.StepAct, 0)
	}
}

// T4: up one is down one at the top. And every other effect, for those it is
// about and for those it is not.
func TestInsights(t *testing.T) {
	for _, c := range []struct {
		card     kit.Insight
		role     string
		from, to int
	}{
		{kit.Gain1 + " G", "gooddream", 10, 9},
		{kit.Gain1 + " G", "gooddream", 9, 10},
		{kit.Gain1 + " G", "nightmare", 10, 10},
		{kit.Lose1 + " D", "janitor", 7, 6},
		{kit.Lose1 + " D", "gooddream", 7, 7},
		{kit.Lose2 + " N", "nightmare", 7, 5},
		{kit.Lose2 + " N", "alice", 7, 7},
		{kit.Toll + " NG", "gooddream", 7, 6},
		{kit.Toll + " NG", "sigmund", 7, 7},
		{kit.Toll + " GD", "sigmund", 7, 6},
	} {
		g := fortresstest.Sit(t, fmt.Sprintf("gooddream@city %s@city:%d nightmare@shop:9 gooddream@house nightmare@forest william@shop", c.role, c.from)).Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
		g.Pass(c.card, 1, "obey")
		if got := g.S.Beds[1].Sleep; got != c.to {
			t.Errorf("%s to %s on %d: %d, want %d", c.card, c.role, c.from, got, c.to)
		}
	}
}

// Two dice of Insight: draw two, keep one; the turn's actions are made.
func TestTwoInsights(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceInsight, kit.FaceInsight, kit.FaceMove)
	g.S.Insights = []kit.Insight{kit.Lose1 + " N", kit.Lose2 + " N"}
	g.Play("0: insight 2")
	second := g.S.Drawn[1]
	g.Can("0: pass 1 1", "0: pass 1 2", "0: pass 4 2")
	g.Play("0: pass 2 2")
	if g.S.Letter.Card != second || len(g.S.Spent) != 1 {
		t.Fatalf("passed %s, discarded %v", g.S.Letter.Card, g.S.Spent)
	}
	g.Play("2: obey")
	g.Expire()
	g.Step(kit.StepRoll, 1)
	if len(g.S.Spent) != 2 {
		t.Errorf("discarded %v", g.S.Spent)
	}
	// One single Insight, and no second one.
	g = fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceInsight, kit.FaceInsight, kit.FaceMove)
	g.Pass(kit.Lose1+" D", 1, "obey")
	g.Cannot("0: insight 1", "0: insight 2")
	g.Can("0: move house")
}

// Two dice of Vision: draw two, keep one; in the Shop steal one (ruling 7).
func TestTwoVisions(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceVision, kit.FaceVision, kit.FaceMove)
	g.Next(kit.Wings, kit.Rooster)
	g.Play("0: vision 2")
	g.Step(kit.StepKeep, 0)
	g.Play("0: keep wings")
	g.Visions(0, kit.Wings)
	if !slices.Equal(g.S.Trash, []kit.Vision{kit.Rooster}) {
		t.Errorf("discarded %v", g.S.Trash)
	}
	g.Step(kit.StepRoll, 1)

	// Two Visions are the only pair here, so a theft takes both dice.
	g = fortresstest.Sit(t, "nightmare@shop gooddream@city+wings nightmare@city gooddream@house william@forest").Dice(kit.FaceVision, kit.FaceVision, kit.FaceHeal)
	g.Can("0: vision 2", "0: steal 1 wings")
	g.Cannot("0: vision 1")
	g.Play("0: steal 1 wings")
	g.Visions(0, kit.Wings)
	g.Visions(1)
	g.Step(kit.StepRoll, 1)
}

func TestShop(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@shop gooddream@city+wings+wings+letter nightmare@city gooddream@house+quilt william@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceHeal)
	g.Can("0: vision 1", "0: steal 1 wings", "0: steal 1 letter", "0: steal 3 quilt")
	g.Cannot("0: steal 2 quilt")
	g.Play("0: steal 3 quilt", "0: move house")
	g.Visions(0, kit.Quilt)
	g.Step(kit.StepRoll, 1)
	// Who walked in has no bonus.
	g = fortresstest.Sit(t, "nightmare@house gooddream@city+wings nightmare@city gooddream@house william@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceHeal)
	g.Play("0: move shop")
	g.Cannot("0: steal 1 wings")
}

// One-shot Visions: at once or on any later turn, and face up until then.
func TestOnce(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceVision, kit.FaceMove, kit.FaceHeal)
	g.Next(kit.Rooster)
	g.Play("0: move house", "0: vision 1")
	g.Visions(0, kit.Rooster)
	g.Step(kit.StepAct, 0) // the turn waits: it may be used at once
	g.Can("0: use rooster 2", "0: end")
	g.Play("0: end")
	g.Step(kit.StepRoll, 1)
	g.Refuse("0: use rooster 2", "refuse.turn")
	g.S.StartTurn(g.Env(), 0)
	g.Play("0: use rooster 2") // before the roll too
	g.Sleep(10, 10, 8, 10, 10)
	g.Visions(0)
	g.Step(kit.StepRoll, 0)

	once := func(card kit.Vision, line string, check func(g *fortresstest.Table)) {
		t.Helper()
		g := fortresstest.Sit(t, "nightmare@city:6+"+string(card)+" gooddream@shop:6+wings nightmare@shop:9 gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceHeal, kit.FaceVision)
		g.Play("0: use " + line)
		check(g)
		if slices.Contains(g.S.Beds[0].Visions, card) || !slices.Contains(g.S.Trash, card) {
			t.Errorf("%s is not used up", card)
		}
	}
	once(kit.Lullaby, "lullaby 0", func(g *fortresstest.Table) { g.Sleep(8, 6, 9, 10, 10) })
	once(kit.Lullaby, "lullaby 2", func(g *fortresstest.Table) { g.Sleep(6, 6, 10, 10, 10) })
	once(kit.Magpie, "magpie 1 wings", func(g *fortresstest.Table) { g.Visions(0, kit.Wings); g.Visions(1) })
	once(kit.Door, "door shop", func(g *fortresstest.Table) {
		if g.S.Beds[0].Place != kit.Shop || g.S.Turn.Base != kit.City {
			t.Error("the door leads elsewhere, or to another bonus")
		}
	})
	once(kit.Mirror, "mirror 1", func(g *fortresstest.Table) {
		if g.S.Beds[0].Place != kit.Shop || g.S.Beds[1].Place != kit.City {
			t.Error("the mirror is blind")
		}
	})
	once(kit.Hourglass, "hourglass", func(g *fortresstest.Table) {
		g.S.Pile = []kit.Vision{kit.Quilt}
		g.Play("0: move house", "0: heal 1")
		g.Step(kit.StepAct, 0)
		g.Play("0: vision 1")
		g.Step(kit.StepRoll, 1)
	})
	g = fortresstest.Sit(t, fortresstest.Five)
	g.S.Beds[0].Visions = []kit.Vision{kit.Diary}
	g.Cannot("0: use diary")
	g.S.Passed = []kit.Passed{{By: 1, To: 2, Card: kit.Lose1 + " N", From: 10, Step: -1}, {By: 0, To: 2, Card: kit.Lose1 + " D", From: 9}}
	g.Play("0: use diary")
	if w := view.Of(g.S, games.Seat(0).Viewer()); w.Passed[0].Card != kit.Lose1+" N" {
		t.Errorf("the diary shows %q", w.Passed[0].Card)
	}
	if w := view.Of(g.S, games.Seat(3).Viewer()); w.Passed[0].Card != "" || w.Passed[1].Card != "" {
		t.Error("the diary shows it to others")
	}
}

// Special Visions happen at once.
func TestSpecial(t *testing.T) {
	find := func(seats string, card kit.Vision) *fortresstest.Table {
		t.Helper()
		g := fortresstest.Sit(t, seats).Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
		g.Next(card)
		g.Play("0: vision 1")
		if g.S.Step() != kit.StepChoose && !slices.Equal(g.S.Trash, []kit.Vision{card}) {
			t.Fatalf("%s is not discarded: %v", card, g.S.Trash)
		}
		return g
	}
	find("nightmare@city gooddream@city nightmare@city+tale gooddream@house william@forest", kit.Alarm).Sleep(9, 9, 10, 10, 10)
	find("nightmare@city:5 gooddream@city:10 nightmare@city:9 gooddream@house:5 william@forest:8", kit.Hush).Sleep(6, 10, 10, 5, 8)
	find("nightmare@city:9 gooddream@city:10 nightmare@city:9 gooddream@house:9 william@forest:9", kit.Draught).Sleep(9, 8, 9, 9, 9)
	find("nightmare@city:9 gooddream@city:10+tale nightmare@city:9 gooddream@house:9 william@forest:9", kit.Draught).Sleep(9, 10, 9, 9, 9)
	find("nightmare@city:9 gooddream@city:2 nightmare@city:9 gooddream@house:9 william@forest:9", kit.Bear).Sleep(9, 4, 9, 9, 9)

	g := find("nightmare@city gooddream@city:8 nightmare@city gooddream@house:8 william@forest", kit.Draught)
	g.Step(kit.StepChoose, 0)
	g.Can("0: target 0", "0: target 2", "0: target 4")
	g.Cannot("0: target 1")
	g.Play("0: target 4")
	g.Sleep(10, 8, 10, 8, 8)
	g.Step(kit.StepAct, 0)

	g = find("nightmare@city+wings+letter gooddream@city nightmare@city gooddream@house william@forest", kit.Gift)
	g.Step(kit.StepChoose, 0)
	g.Play("0: present 3 wings")
	g.Visions(0, kit.Letter)
	g.Visions(3, kit.Wings)
	find("nightmare@city gooddream@city nightmare@city gooddream@house william@forest", kit.Gift).Step(kit.StepAct, 0)
}

func TestButton(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city+button gooddream@city nightmare@city gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceHeal, kit.FaceMove)
	g.Can("0: spin move", "0: spin heal")
	g.Cannot("0: spin vision")
	g.Play("0: spin heal")
	g.Cannot("0: spin move")
	if g.S.Turn.Dice[0] != kit.FaceMove || g.S.Turn.Dice[2] != kit.FaceMove {
		t.Error("another die was rolled")
	}
	// It takes nothing from the House.
	g = fortresstest.Sit(t, "nightmare@house+button gooddream@city nightmare@city gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceHeal, kit.FaceMove)
	g.Play("0: spin heal")
	g.Can("0: reroll")
}

// What a turn's beginning changes is judged at once. William leads by four when
// a crowd has sunk; Sigmund has his fifth Vision by the letter.
func TestJudgedAtTheBeginning(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@shop:5 gooddream@city:6 nightmare@city:5 gooddream@city:2 william@forest:9", "crowd=yes").Dice(kit.FaceHeal, kit.FaceMove, kit.FaceMove)
	g.Play("0: heal 3", "0: move house")
	g.Won(4)
	g = fortresstest.Sit(t, "nightmare@shop:5 gooddream@city:1+wings nightmare@city:5 gooddream@city:2 sigmund@forest:7+letter+thread+boots+cocoa", "crowd=yes").Dice(kit.FaceHeal, kit.FaceMove, kit.FaceMove)
	g.Play("0: heal 3", "0: move house")
	g.Won(4)
	// The same when the talk between two laps is over.
	g = fortresstest.Sit(t, "nightmare@city:6 gooddream@city:5 nightmare@city:5 gooddream@shop:2 william@forest:9", "crowd=yes", "talk=30")
	g.S.Phase, g.S.Until, g.S.Beds[0].Sleep = kit.Talk, g.At+30*time.Second, 6
	g.Play("0: ready 2", "1: ready 2", "2: ready 2")
	g.Won(4)
}

// An empty deck is made of the discarded cards.
func TestReshuffle(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceVision, kit.FaceInsight, kit.FaceMove)
	g.S.Pile, g.S.Trash = nil, []kit.Vision{kit.Quilt}
	g.Play("0: vision 1")
	g.Visions(0, kit.Quilt)
	g.S.Insights, g.S.Spent = nil, []kit.Insight{kit.Lose1 + " N"}
	g.Play("0: insight 1")
	if !slices.Equal(g.S.Drawn, []kit.Insight{kit.Lose1 + " N"}) || len(g.S.Spent) != 0 {
		t.Errorf("drawn %v, discarded %v", g.S.Drawn, g.S.Spent)
	}
	// Without any card there is no Vision to draw.
	g = fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.S.Pile, g.S.Trash = nil, nil
	g.Cannot("0: vision 1")
}

// T2: 10 − 5 = 5, −5 more wakes. The waker takes one Vision, the rest goes.
func TestWaking(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:5+wings+cocoa+boots nightmare@shop gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 1 +1", "0: attack 1 +0")
	g.Sleep(10, 0, 10, 10, 10)
	g.Step(kit.StepSpoils, 0)
	g.Play("0: take cocoa")
	g.Visions(0, kit.Cocoa)
	if b := g.S.Beds[1]; b.Place != "" || len(b.Visions) != 0 {
		t.Errorf("left behind: %+v", b)
	}
	if !slices.Contains(g.S.Trash, kit.Wings) || !slices.Contains(g.S.Trash, kit.Boots) {
		t.Errorf("discarded %v", g.S.Trash)
	}
	if w := view.Of(g.S, games.Viewer{}); w.Pawns[1].Role != kit.GoodDream || w.Pawns[0].Role != "" {
		t.Error("the reveal is wrong")
	}
	g.Step(kit.StepRoll, 2) // who is awake has no turn
	g.Refuse("1: roll", "refuse.awake")
	// A single Vision needs no choice.
	g = fortresstest.Sit(t, "nightmare@city gooddream@city:2+wings nightmare@shop gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	g.Visions(0, kit.Wings)
	g.Step(kit.StepAct, 0)
}

// The letter picks second; its holder may be the waker too.
func TestLetter(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:2+wings+cocoa+boots nightmare@shop+letter gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	g.Step(kit.StepSpoils, 0)
	g.Play("0: take wings")
	g.Step(kit.StepSpoils, 2)
	g.Refuse("0: move shop", "refuse.turn")
	g.Play("2: take boots")
	g.Visions(0, kit.Wings)
	g.Visions(2, kit.Letter, kit.Boots)
	g.Step(kit.StepAct, 0)

	g = fortresstest.Sit(t, "nightmare@city+letter gooddream@city:2+wings+cocoa+boots nightmare@shop gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0", "0: take wings", "0: take boots")
	g.Visions(0, kit.Letter, kit.Wings, kit.Boots)
	// Before the sleeper it is loot like any other.
	g = fortresstest.Sit(t, "nightmare@city gooddream@city:2+letter+wings nightmare@shop gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0", "0: take letter")
	g.Visions(0, kit.Letter)
	g.Step(kit.StepAct, 0)
}

// Ruling 10: the player whose turn it is wakes the one whom an Insight finishes.
// A player finished by themselves or by a crowd has no waker.
func TestWaker(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:1+wings nightmare@shop gooddream@house william@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Pass(kit.Lose1+" G", 1, "obey")
	g.Visions(0, kit.Wings)
	g.Sleep(10, 0, 10, 10, 10)

	g = fortresstest.Sit(t, "nightmare@city:1+quilt+boots gooddream@shop nightmare@shop+letter gooddream@house william@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.Next(kit.Alarm)
	g.Play("0: vision 1")
	g.Step(kit.StepSpoils, 2)
	g.Play("2: take boots")
	g.Visions(2, kit.Letter, kit.Boots)
	if g.S.Woken[0].By != games.Nobody {
		t.Errorf("woken by %d", g.S.Woken[0].By)
	}
	g.Step(kit.StepRoll, 1)

	g = fortresstest.Sit(t, "nightmare@city:1+quilt gooddream@city nightmare@city gooddream@house william@forest", "crowd=yes")
	g.Sleep(0, 10, 10, 10, 10)
	g.S.Settle(g.Env())
	g.Step(kit.StepRoll, 1)
	if !slices.Contains(g.S.Trash, kit.Quilt) {
		t.Error("somebody took the Vision")
	}
}

// The advanced rule, with the tale, and the rulebook's example. The third who
// comes does not suffer; a player who is there when their turn begins does.
func TestCrowd(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@house gooddream@house nightmare@shop gooddream@house william@forest", "crowd=yes")
	g.Sleep(9, 10, 10, 10, 10)
	g = fortresstest.Sit(t, "nightmare@house+tale gooddream@house nightmare@shop gooddream@house william@forest", "crowd=yes")
	g.Sleep(10, 10, 10, 10, 10)
	g = fortresstest.Sit(t, "nightmare@house gooddream@house nightmare@shop gooddream@house william@forest")
	g.Sleep(10, 10, 10, 10, 10)
	g = fortresstest.Sit(t, "nightmare@city gooddream@house nightmare@house gooddream@shop william@forest", "crowd=yes").Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
	g.Play("0: move house")
	g.Sleep(10, 10, 10, 10, 10)
	g.Play("0: move city")
	g.Sleep(10, 10, 10, 10, 10)

	// Pawns are put one by one on first turns, before the roll, with the bonus.
	g = fortresstest.Deal(t, 5, "crowd=yes")
	for i := range 5 {
		g.Play(fmt.Sprintf("%d: ready 0", i))
	}
	a := g.S.First
	g.Step(kit.StepPlace, a)
	g.Refuse(fmt.Sprintf("%d: roll", a), "refuse.not-now")
	g.Play(fmt.Sprintf("%d: place house", a))
	g.Step(kit.StepRoll, a)
	if g.S.Turn.Base != kit.House || g.S.Beds[(a+1)%5].Place != "" {
		t.Error("the House gives nothing, or others stand somewhere")
	}
}

// The beginners' first lap: one Insight each, in order, and no dice.
func TestNovice(t *testing.T) {
	g := fortresstest.Deal(t, 4, "novice=yes")
	for i := range 4 {
		g.Play(fmt.Sprintf("%d: place forest", i)) // no bonus, so nothing forbids it
	}
	for i := range games.Seat(4) {
		a := (g.S.First + i) % 4
		g.Step(kit.StepPass, a)
		to := (a + 1) % 4
		g.Play(fmt.Sprintf("%d: pass %d 1", a, to), fmt.Sprintf("%d: obey", to))
		g.Expire()
	}
	g.Step(kit.StepRoll, g.S.First)
	if g.S.Lap != 2 || len(g.S.Passed) != 4 {
		t.Errorf("lap %d after %d Insights", g.S.Lap, len(g.S.Passed))
	}
}

func TestTeamsWin(t *testing.T) {
	// Ruling 11: those awake win with their team.
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:2 nightmare@city:1 gooddream@city:1 william@forest").Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 2 +0")
	g.Goes()
	g.S.Turn.Used, g.S.Turn.Done = []bool{false, false, false}, 0
	g.Play("0: attack 1 +0")
	g.Goes()
	g.Play("0: attack 3 +0")
	g.Won(0, 2)

	// Ruling 14: around the table from whose turn it is, and the first end counts.
	g = fortresstest.Sit(t, "nightmare@city:1 gooddream@city:1 nightmare@city:1 gooddream@city:1 sigmund@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.Next(kit.Alarm)
	g.Play("0: vision 1")
	g.Won(1, 3) // 0, 1 and 2 wake in turn: no Nightmare sleeps before 3 is reached
	g.Sleep(0, 0, 0, 1, 10)

	// A player wins before the spoils are shared.
	g = fortresstest.Sit(t, "nightmare@city gooddream@city:1+wings+quilt+boots sigmund@shop gooddream@house:0 nightmare@forest")
	g.Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	g.Won(0, 4)
}

func TestAlice(t *testing.T) {
	seven := "nightmare@city gooddream@city:1 nightmare@shop gooddream@house alice@forest nightmare@shop:0 gooddream@shop:0"
	g := fortresstest.Sit(t, seven).Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Goes() // five sleep
	g.Play("0: attack 1 +0")
	g.Goes()
	g.S.StartTurn(g.Env(), 0)
	g.Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Beds[2].Place, g.S.Beds[2].Sleep = kit.City, 1
	g.Play("0: attack 2 +0")
	g.Won(4)
	// Awake she wins nothing.
	g = fortresstest.Sit(t, strings.Replace(seven, "alice@forest", "alice@city:1", 1)).Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 4 +0", "0: attack 1 +0")
	g.Goes()
}

// Ruling 15: one-shot Visions count while they lie there, used ones do not.
func TestSigmund(t *testing.T) {
	g := fortresstest.Sit(t, "sigmund@shop+wings+quilt+rooster+door gooddream@city+letter nightmare@shop gooddream@house nightmare@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.Goes()
	g.Play("0: use rooster 1")
	g.Play("0: steal 1 letter")
	g.Goes()
	g = fortresstest.Sit(t, "sigmund@shop+wings+quilt+rooster+door gooddream@city+letter nightmare@shop gooddream@house nightmare@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.Play("0: steal 1 letter")
	g.Won(0)
}

// T7 and ruling 16.
func TestWilliam(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city:5 gooddream@city:5 nightmare@shop:4 gooddream@shop:6 william@city:9").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.CheckVictory()
	g.Goes() // 9 against 6
	g.S.Beds[3].Place = kit.City
	g.Play("0: attack 3 +0")
	g.Won(4) // 9 against 5, 5, 4 and 4
	// Those awake do not count.
	g = fortresstest.Sit(t, "nightmare@city:5 gooddream@city:5 nightmare@shop:0 gooddream@shop:5 william@city:9")
	g.S.CheckVictory()
	g.Won(4)
}

// Ruling 13: first awake, the Janitor wins alone.
func TestJanitorFirst(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city janitor@city:1 nightmare@shop gooddream@house gooddream@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	g.Won(1)
	// Those who meet a condition at the same instant win together.
	g = fortresstest.Sit(t, "nightmare@city:5 janitor@city:1 william@shop:9 gooddream@house:5 gooddream@forest:5").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Beds[2].Sleep = 8
	g.S.Beds[0].Sleep = 4
	g.S.Beds[3].Sleep, g.S.Beds[4].Sleep, g.S.Beds[1].Sleep = 4, 4, 2
	g.S.Phase = kit.Play
	g.Play("0: attack 1 +0")
	g.Won(1, 2)
}

// Rulings 12 and 21: later he wins with his neighbour to the right, the seat
// before his. Either may be awake.
func TestJanitorNeighbour(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:1 nightmare@shop:0 janitor@shop gooddream@shop:0").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Woken = []kit.Woken{{Seat: 2, By: 1, Lap: 1}, {Seat: 4, By: 0, Lap: 1}}
	g.Play("0: attack 1 +0")
	g.Won(0, 2, 3)
	g = fortresstest.Sit(t, "nightmare@city gooddream@city:1 nightmare@shop gooddream@shop:0 janitor@shop:0").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Woken = []kit.Woken{{Seat: 3, By: 0, Lap: 1}, {Seat: 4, By: 0, Lap: 1}}
	g.Play("0: attack 1 +0")
	g.Won(0, 2) // his neighbour was a Good dream
	g = fortresstest.Sit(t, "nightmare@city gooddream@city:1 gooddream@shop:0 nightmare@shop janitor@shop:0").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Woken = []kit.Woken{{Seat: 2, By: 0, Lap: 1}, {Seat: 4, By: 0, Lap: 1}}
	g.Play("0: attack 1 +0")
	g.Won(0, 3, 4)
	// The neighbour of the first seat is the last.
	g = fortresstest.Sit(t, "janitor@city gooddream@city:1 gooddream@shop:0 sigmund@shop nightmare@shop").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Woken = []kit.Woken{{Seat: 2, By: 0, Lap: 1}}
	g.Play("0: attack 1 +0")
	g.Won(0, 4)
}

// The night ends after its last lap, and the team with more sleepers wins.
func TestDawn(t *testing.T) {
	for _, c := range []struct {
		seats string
		want  []games.Seat
	}{
		{"nightmare@city gooddream@city nightmare@shop gooddream@shop:0 sigmund@house", []games.Seat{0, 2}},
		{"nightmare@city:3 gooddream@city:5 nightmare@shop:3 gooddream@shop:4 sigmund@house", []games.Seat{1, 3}},
		{"nightmare@city:3 gooddream@city:5 nightmare@shop:6 gooddream@shop:4 sigmund@house", []games.Seat{0, 1, 2, 3}},
		{"nightmare@city:3 gooddream@city:5 nightmare@shop:3 gooddream@shop:4 janitor@house", []games.Seat{1, 3, 4}},
	} {
		g := fortresstest.Sit(t, c.seats)
		g.S.Lap, g.S.Active = kit.LastLap, 4
		g.Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
		g.Play("4: move "+string(kit.Places[0]), "4: move "+string(kit.Places[1]))
		g.Won(c.want...)
	}
}

// A table can do without the dawn, which is a rule of ours. Then the night goes on after
// the last lap, until a player wins. A table that has not the option has the dawn.
func TestWithoutDawn(t *testing.T) {
	const seats = "nightmare@city gooddream@city nightmare@shop gooddream@shop:0 sigmund@house"
	for _, c := range []struct {
		options []string
		over    bool
	}{{nil, true}, {[]string{"dawn=yes"}, true}, {[]string{"dawn=no"}, false}} {
		g := fortresstest.Sit(t, seats, c.options...)
		for lap := kit.LastLap; lap < kit.LastLap+5 && g.S.Phase != kit.Over; lap++ {
			g.S.Lap, g.S.Active = lap, 4
			g.S.Turn = rules.Hand{Most: 2}
			g.Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
			at := g.S.Beds[4].Place
			to := g.S.Reachable()[0]
			g.Play("4: move "+string(to), "4: move "+string(at))
			if over := g.S.Phase == kit.Over; over != c.over || !over && (g.S.Lap != lap+1 || g.S.Active != 0 || len(g.S.Win) > 0) {
				t.Fatalf("%v: after lap %d it is %s in lap %d, and %v has won", c.options, lap, g.S.Phase, g.S.Lap, g.S.Win)
			}
		}
		if c.over {
			continue
		}
		g.Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
		g.S.Beds[1].Sleep = 1
		g.Play("0: attack 1 +0")
		g.Won(0, 2)
	}
	g := fortresstest.Sit(t, seats, "dawn=no", "talk=30")
	g.S.Lap, g.S.Active = 1234, 4
	g.S.EndTurn(g.Env())
	g.Play("0: ready 1235", "1: ready 1235", "2: ready 1235")
	if g.S.Phase != kit.Play || g.S.Lap != 1235 {
		t.Errorf("phase %s of lap %d", g.S.Phase, g.S.Lap)
	}
	o, err := fortress.Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	delete(o, "dawn")
	m, err := fortress.Game.Deal(games.Seed{1}, games.Table{Seats: 5, Options: o})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := games.ReadPosition[rules.State](m.Snapshot().Position); err != nil || s.Endless || bytes.Contains(m.Snapshot().Position, []byte("endless")) {
		t.Errorf("without the option the deal has no dawn: %v", err)
	}
}

// Every player chooses where to begin, and the talk between laps ends when more
// than half have had enough.
func TestPhases(t *testing.T) {
	g := fortresstest.Deal(t, 5, "talk=30")
	g.Play("0: place city", "1: place forest", "2: place shop", "3: place house")
	g.Refuse("3: place city", "refuse.not-now")
	if st := rules.Status(g.S); !slices.Equal(st.Awaits, []games.Seat{4}) || st.Due != 90*time.Second {
		t.Errorf("status %+v", st)
	}
	g.Expire()
	if g.S.Phase != kit.Play || g.S.Beds[4].Place == "" {
		t.Fatalf("phase %s, pawn at %q", g.S.Phase, g.S.Beds[4].Place)
	}
	g.S.Active = (g.S.First + 4) % 5
	g.S.StartTurn(g.Env(), g.S.Active)
	a := g.S.Active
	g.Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
	for range 2 {
		g.Play(fmt.Sprintf("%d: move %s", a, g.S.Reachable()[0]))
	}
	if g.S.Phase != kit.Talk || g.S.Lap != 2 {
		t.Fatalf("phase %s of lap %d", g.S.Phase, g.S.Lap)
	}
	g.Play("0: ready 2", "1: ready 2")
	if g.S.Phase != kit.Talk {
		t.Fatal("two of five end the talk")
	}
	g.Play("2: ready 2")
	g.Step(kit.StepRoll, g.S.First)
}

// At the deadline the rules play what harms no player and helps no enemy, until the turn is
// over or another player is asked.
func TestDefaults(t *testing.T) {
	table := "nightmare@city gooddream@city:5 nightmare@shop gooddream@house:7 william@forest+rooster"
	g := fortresstest.Sit(t, table).Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceHeal)
	g.Expire()
	g.Sleep(10, 5, 10, 8, 10) // no player is attacked, and the strongest who has lost anything is healed once
	g.Step(kit.StepRoll, 1)
	if g.S.Past[0].Kind != kit.Slow || g.S.Past[0].Seat != 0 {
		t.Errorf("told %+v", g.S.Past)
	}
	g = fortresstest.Sit(t, table).Dice(kit.FaceVision, kit.FaceHeal, kit.FaceMove)
	g.Expire()
	g.Step(kit.StepRoll, 1)
	if slices.ContainsFunc(g.S.Past, func(e kit.Event) bool { return e.Kind == kit.Healed }) {
		t.Errorf("a Vision and a walk were possible, and somebody is healed: %+v", g.S.Past)
	}
	if !slices.ContainsFunc(g.S.Past, func(e kit.Event) bool { return e.Kind == kit.Found && e.Seat == 0 }) {
		t.Errorf("no Vision is looked for: %+v", g.S.Past)
	}
	g = fortresstest.Sit(t, "nightmare@house gooddream@city nightmare@city gooddream@city william@shop+rooster").Dice(kit.FaceMove, kit.FaceMove, kit.FaceHeal)
	g.S.Turn.Most = 1
	g.Expire()
	if p := g.S.Beds[0].Place; p != kit.Shop {
		t.Errorf("the player walks to %s, want where the fewest sleep", p)
	}
	g = fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceInsight, kit.FaceInsight, kit.FaceAttack)
	g.Expire()
	g.Step(kit.StepAnswer, 1) // an Insight goes to the left
	g.Expire()                // the mark
	g.Expire()                // the deadline: the rules obey
	g.Step(kit.StepRoll, 1)   // the die of an attack was waived
	for _, n := range g.S.Beds {
		if n.Sleep < 8 {
			t.Error("somebody was attacked")
		}
	}
	// Without an answer a toll takes a floor, not a Vision.
	g = fortresstest.Sit(t, "gooddream@city nightmare@city+wings nightmare@shop gooddream@house sigmund@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Pass(kit.Toll+" N", 1, "")
	g.Expire()
	g.Expire()
	g.Sleep(10, 9, 10, 10, 10)
	g.Visions(1, kit.Wings)
}

// A turn's clock stands while another player is asked.
func TestClocks(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.At = 20 * time.Second
	g.S.Insights = []kit.Insight{kit.Lose1 + " N"}
	g.Play("0: insight 1", "0: pass 1 1")
	left := 90*time.Second - g.At
	if due := rules.Status(g.S).Due; due != g.At+rules.Hush {
		t.Errorf("the mark is at %v, %v after the pass", due, due-g.At)
	}
	g.Expire()
	if due := rules.Status(g.S).Due; due != g.At-rules.Hush+rules.Glance {
		t.Errorf("the answer is due at %v, now is %v", due, g.At)
	}
	g.At += 20 * time.Second
	g.Play("1: obey")
	if due := rules.Status(g.S).Due; due != g.At+left {
		t.Errorf("the turn has %v left, want %v", due-g.At, left)
	}
}

// Both decks are the same for every group, and as harmful as healing.
func TestDecks(t *testing.T) {
	if n := len(kit.Insights()); n != 24 {
		t.Errorf("%d Insights", n)
	}
	want := map[string]int(nil)
	for _, g := range kit.Groups {
		have := map[string]int{}
		for _, c := range kit.Insights() {
			if c.About()&g != 0 {
				have[c.Effect()]++
			}
			if c.About() == 0 || c.About() == kit.Nightmares|kit.GoodDreams|kit.Dreamers {
				t.Errorf("%s tells nothing", c)
			}
		}
		if want != nil && !maps.Equal(have, want) {
			t.Errorf("group %d has %v, another %v", g, have, want)
		}
		want = have
	}
	n := map[kit.Lasting]int{}
	for _, v := range kit.Visions() {
		n[v.Lasts()]++
	}
	if !maps.Equal(n, map[kit.Lasting]int{kit.Permanent: 12, kit.Once: 12, kit.Special: 6}) {
		t.Errorf("Visions: %v", n)
	}
	for seats := 4; seats <= 9; seats++ {
		here := 1 + float64(seats-1)/4 // who shares a place, on average
		harm, heal := 0.0, 0.0
		for _, v := range kit.Visions() {
			switch v {
			case kit.Rooster, kit.Draught:
				harm += 2
			case kit.Alarm:
				harm += here
			case kit.Lullaby, kit.Bear:
				heal += 2
			case kit.Hush:
				heal += here
			}
		}
		if harm < 0.8*heal || harm > 1.2*heal {
			t.Errorf("%d seats: the deck harms %.1f and heals %.1f", seats, harm, heal)
		}
	}
}

// What a match reaches stays a position: floors within bounds, every card
// somewhere once.
func TestCardsAreNeverLost(t *testing.T) {
	for seats := 4; seats <= 9; seats++ {
		g := fortresstest.Deal(t, seats, "novice=yes", "crowd=yes")
		r := rand.New(rand.NewPCG(5, uint64(seats)))
		for g.S.Phase != kit.Over {
			a := rules.Status(g.S)
			var list []kit.Move // none beside a sealed answer
			if len(a.Awaits) > 0 {
				list = g.S.Moves(a.Awaits[0])
			}
			if len(list) == 0 || r.IntN(6) == 0 {
				g.Expire()
			} else {
				if err := rules.Play(g.Env(), &g.S, a.Awaits[0], list[r.IntN(len(list))]); err != nil {
					t.Fatal(err)
				}
			}
			cards := slices.Concat(g.S.Pile, g.S.Trash, g.S.Offer)
			for _, l := range g.S.Spoils {
				cards = append(cards, l.List...)
			}
			for _, b := range g.S.Beds {
				cards = append(cards, b.Visions...)
				if b.Sleep < 0 || b.Sleep > kit.TopFloor {
					t.Fatalf("floor %d", b.Sleep)
				}
			}
			if g.S.Phase != kit.Over && len(cards) != 30 {
				t.Fatalf("%d Visions", len(cards))
			}
			n := len(g.S.Insights) + len(g.S.Spent) + len(g.S.Drawn)
			if g.S.Letter != nil {
				n++
			}
			if g.S.Phase != kit.Over && n != 24 {
				t.Fatalf("%d Insights", n)
			}
		}
	}
}

func TestOptionsMustBeComplete(t *testing.T) {
	_, err := rules.Deal(&games.Env{Rand: rand.New(rand.NewPCG(1, 1))}, games.Table{Seats: 5, Options: games.Options{}})
	if err == nil {
		t.Error("dealt without options")
	}
}

// A night without a dawn keeps the floors of its latest laps.
func TestCourseIsBounded(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	for range kit.LastLap + 5 {
		g.S.KeepFloors()
	}
	if n := len(g.S.Course); n != kit.LastLap {
		t.Errorf("the floors of %d laps are kept", n)
	}
}
