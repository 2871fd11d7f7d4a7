package fortress

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest"
)

// Ruling 23: dice without a possible action are shown to all before the turn ends.
func TestDeadDice(t *testing.T) {
	const alone = "nightmare@shop gooddream@city nightmare@city gooddream@house william@forest"
	// A hidden player without targets and without cards to draw can only move.
	for seed := uint64(0); ; seed++ {
		g := sit(t, alone)
		g.next()
		g.S.Beds[0].Hidden, g.S.Turn.Base = true, ""
		if seed > 100 {
			t.Fatal("somebody can always do something")
		}
		env := &games.Env{At: g.At, Rand: rand.New(rand.NewPCG(seed, 1))}
		if err := (rules{}).Play(env, &g.S, 0, move(Roll)); err != nil {
			t.Fatal(err)
		}
		if g.S.Active == 0 {
			continue
		}
		rolled := g.S.Past[0]
		var names []string
		for _, f := range strings.Fields(rolled.What) {
			names = append(names, map[Face]string{FaceInsight: "Insight", FaceVision: "Vision", FaceAttack: "Attack", FaceHeal: "Heal"}[Face(f)])
		}
		if rolled.Kind != Rolled || len(names) != 3 || slices.Contains(names, "") {
			t.Fatalf("told %+v", g.S.Past)
		}
		for _, who := range []games.Seat{games.Nobody, 0, 1} {
			must(t, g.page(who, ""), "rolls the dice: "+strings.Join(names, ", ")+".", "no die allows an action")
		}
		break
	}
	// The other dice may be of no use after the first action.
	g := sit(t, alone).dice(FaceMove, FaceHeal, FaceHeal)
	g.Play("0: move forest")
	g.step(StepRoll, 1)
	must(t, g.page(games.Nobody, ""), "the other dice allow no action")
	g = sit(t, "nightmare@shop+rooster gooddream@city nightmare@city gooddream@house william@forest").dice(FaceMove, FaceHeal, FaceHeal)
	g.Play("0: move house")
	g.step(StepAct, 0) // the one-shot Vision may still be used
	g.Play("0: end")
	must(t, g.page(games.Nobody, ""), "the other dice allow no action")
	// Nothing of it where both actions were made, or where the player woke.
	g = sit(t, alone).dice(FaceMove, FaceMove, FaceHeal)
	g.Play("0: move forest", "0: move city")
	never(t, g.page(games.Nobody, ""), "allow")
	g = sit(t, "nightmare@city:1 gooddream@shop nightmare@shop gooddream@house william@forest").dice(FaceVision, FaceMove, FaceMove)
	g.next(Alarm)
	g.Play("0: vision 1")
	g.step(StepRoll, 1)
	never(t, g.page(games.Nobody, ""), "allow")
}

// The dice are told once: as long as they lie on the page, the news need not name
// them.
func TestDiceAreToldOnce(t *testing.T) {
	g := sit(t, "nightmare@house gooddream@city nightmare@city gooddream@house william@forest")
	g.S.News = []Event{
		{Kind: Rolled, Seat: 0, To: games.Nobody, What: "heal heal move"},
		{Kind: Rerolled, Seat: 0, To: games.Nobody, What: "move insight move"},
	}
	g.dice(FaceMove, FaceInsight, FaceMove)
	must(t, g.page(1, ""), "rolls the dice: Heal, Heal, Move.", "rolls all dice again.")
	g.Play("0: move city", "0: move house")
	g.step(StepRoll, 1)
	must(t, g.page(1, ""), "rolls the dice: Heal, Heal, Move.", "rolls all dice again: Move, Insight, Move.")
}

// What ended a turn is told also when the next player wakes in a crowd, and when
// the players after that do.
func TestCrowdHidesNothing(t *testing.T) {
	for _, c := range []struct {
		seats string
		next  games.Seat
	}{
		{"nightmare@shop gooddream@city:1 nightmare@city gooddream@city william@forest gooddream@house nightmare@house", 2},
		{"nightmare@shop gooddream@city:1 nightmare@house:1 gooddream@city william@city gooddream@house nightmare@house", 3},
	} {
		for _, first := range []games.Seat{0, 1, 2} {
			for _, talk := range []string{"0", "30"} {
				g := sit(t, c.seats, "crowd=yes", "talk="+talk).dice(FaceMove, FaceMove, FaceHeal)
				g.S.First = first
				g.Play("0: move house", "0: move city")
				if g.S.Phase == Talk {
					must(t, g.page(games.Nobody, ""), "🏡 Tree House", "🌊 Drowned City")
					g.Expire()
				}
				if g.S.Phase == Talk || g.S.Active != c.next {
					t.Fatalf("phase %s, turn of %d", g.S.Phase, g.S.Active)
				}
				told := g.page(games.Nobody, "")
				must(t, told, "→ 🏡 Tree House", "→ 🌊 Drowned City", "1** wakes up! The role: **Good dream**")
				if c.next == 3 {
					must(t, told, "2** wakes up! The role: **Nightmare**")
				}
			}
		}
	}
}

// Whatever a floor changes is told on the board that is shown after the same
// input.
func TestNewsTellEveryFloor(t *testing.T) {
	matches := uint64(3)
	if gametest.Whole() {
		matches = 40
	}
	for seats := 4; seats <= 9; seats++ {
		for seed := range matches {
			g := deal(t, seats, "crowd=yes", fmt.Sprintf("talk=%d", seed%2*30))
			r := rand.New(rand.NewPCG(seed, uint64(seats)))
			for g.S.Phase != Over {
				before := slices.Concat(g.S.Past, g.S.News)
				floors := make([]int, seats)
				for i, b := range g.S.Beds {
					floors[i] = b.Sleep
				}
				awaits := rules{}.Status(g.S).Awaits
				if len(awaits) == 0 || r.IntN(6) == 0 {
					g.Expire()
				} else {
					list := g.S.moves(awaits[0])
					if len(list) == 0 {
						g.Expire()
						continue
					}
					m := list[r.IntN(len(list))]
					g.At += time.Second
					if err := (rules{}).Play(g.Env(), &g.S, awaits[0], m); err != nil {
						t.Fatal(err)
					}
				}
				for _, e := range fresh(before, slices.Concat(g.S.Past, g.S.News)) {
					seat, n := e.change()
					floors[seat] = max(floors[seat]+n, 0)
				}
				for i, b := range g.S.Beds {
					if b.Sleep != floors[i] {
						t.Fatalf("%d seats, seed %d: seat %d is on floor %d; by what is told on %d\nbefore: %v\nnow: %v %v",
							seats, seed, i, b.Sleep, floors[i], before, g.S.Past, g.S.News)
					}
				}
			}
		}
	}
}

// fresh are the events that were not told before: those after the longest end of
// the old list with which the new one begins.
func fresh(old, now []Event) []Event {
	for i := range old {
		if rest := old[i:]; len(rest) <= len(now) && slices.Equal(rest, now[:len(rest)]) {
			return now[len(rest):]
		}
	}
	return now
}

// change is how many floors a seat went up by an event.
func (e Event) change() (games.Seat, int) {
	switch e.Kind {
	case Crowded, Sank, Lost:
		return e.Seat, -e.N
	case Rose, Gained:
		return e.Seat, e.N
	case Struck:
		return e.To, -e.N
	case Healed:
		return e.To, e.N
	default:
		return e.Seat, 0
	}
}

// The last page tells what ended the match.
func TestLastPageTellsTheLastTurn(t *testing.T) {
	g := sit(t, "nightmare@city gooddream@city:1 nightmare@shop:0 sigmund@shop gooddream@shop:0").dice(FaceAttack, FaceMove, FaceMove)
	g.Play("0: attack 1 +0")
	g.won(0, 2)
	must(t, g.page(3, ""), "attack, −2", "wakes up! The role: **Good dream**. Woken by")
	// A crowd may end it, before the turn that it follows was told.
	g = sit(t, "nightmare@shop:5 gooddream@city:6 nightmare@city:5 gooddream@city:2 william@forest:9", "crowd=yes").dice(FaceHeal, FaceMove, FaceMove)
	g.Play("0: heal 3", "0: move house")
	g.won(4)
	must(t, g.page(games.Nobody, ""), "→ 🏡 Tree House", "Crowded: **")
}

// Somebody who draws a gift and has nothing is told so.
func TestNothingToGive(t *testing.T) {
	g := sit(t, five).dice(FaceVision, FaceMove, FaceMove)
	g.next(Gift)
	g.Play("0: vision 1")
	must(t, g.page(games.Nobody, ""), "there is no Vision to give")
}

// The picture's words name the lap that was played, as the title does.
func TestLapOfThePicture(t *testing.T) {
	g := sit(t, five, "talk=30")
	lap := func() int { return board(rules{}.View(g.S, games.Viewer{})).Alt[0].Args[0].(int) }
	if got := lap(); got != 2 {
		t.Errorf("in lap 2 it says %d", got)
	}
	g.S.Active = 4
	g.S.endTurn(g.Env())
	if got := lap(); g.S.Phase != Talk || got != 2 {
		t.Errorf("phase %s after lap 2, and it says %d", g.S.Phase, got)
	}
	g.Expire()
	if got := lap(); got != 3 {
		t.Errorf("in lap 3 it says %d", got)
	}
	g.S.Lap, g.S.Active = lastLap, 4
	g.S.endTurn(g.Env())
	if got := lap(); g.S.Phase != Over || got != lastLap {
		t.Errorf("phase %s after lap %d, and it says %d", g.S.Phase, lastLap, got)
	}
}
