package page

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
)

// Ruling 23: dice without a possible action are shown to all before the turn ends.
func TestDeadDice(t *testing.T) {
	const alone = "nightmare@shop gooddream@city nightmare@city gooddream@house william@forest"
	// A hidden player without targets and without cards to draw can only move.
	for seed := uint64(0); ; seed++ {
		g := fortresstest.Sit(t, alone)
		g.Next()
		g.S.Beds[0].Hidden, g.S.Turn.Base = true, ""
		if seed > 100 {
			t.Fatal("somebody can always do something")
		}
		env := &games.Env{At: g.At, Rand: rand.New(rand.NewPCG(seed, 1))}
		if err := rules.Play(env, &g.S, 0, kit.Bare(kit.Roll)); err != nil {
			t.Fatal(err)
		}
		if g.S.Active == 0 {
			continue
		}
		rolled := g.S.Past[0]
		var names []string
		for _, f := range strings.Fields(rolled.What) {
			names = append(names, map[kit.Face]string{kit.FaceInsight: "Insight", kit.FaceVision: "Vision", kit.FaceAttack: "Attack", kit.FaceHeal: "Heal"}[kit.Face(f)])
		}
		if rolled.Kind != kit.Rolled || len(names) != 3 || slices.Contains(names, "") {
			t.Fatalf("told %+v", g.S.Past)
		}
		for _, who := range []games.Seat{games.Nobody, 0, 1} {
			want := []string{"rolled: " + strings.Join(names, ", ") + ".", "the dice allow no action"}
			if who != games.Nobody {
				want = []string{"dice without use: " + strings.Join(names, ", ")}
			}
			must(t, pageOf(g, who, ""), want...)
		}
		break
	}
	// The other dice may be of no use after the first action.
	g := fortresstest.Sit(t, alone).Dice(kit.FaceMove, kit.FaceHeal, kit.FaceHeal)
	g.Play("0: move forest")
	g.Step(kit.StepRoll, 1)
	must(t, pageOf(g, games.Nobody, ""), "no more actions. The turn ends")
	g = fortresstest.Sit(t, "nightmare@shop+rooster gooddream@city nightmare@city gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceHeal, kit.FaceHeal)
	g.Play("0: move house")
	g.Step(kit.StepAct, 0) // the one-shot Vision may still be used
	g.Play("0: end")
	must(t, pageOf(g, games.Nobody, ""), "no more actions. The turn ends")
	// Nothing of it where both actions were made, or where the player woke.
	g = fortresstest.Sit(t, alone).Dice(kit.FaceMove, kit.FaceMove, kit.FaceHeal)
	g.Play("0: move forest", "0: move city")
	never(t, pageOf(g, games.Nobody, ""), "The turn ends")
	g = fortresstest.Sit(t, "nightmare@city:1 gooddream@shop nightmare@shop gooddream@house william@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.Next(kit.Alarm)
	g.Play("0: vision 1")
	g.Step(kit.StepRoll, 1)
	never(t, pageOf(g, games.Nobody, ""), "The turn ends")
}

// tells is what a page and the history behind it say.
func tells(g *fortresstest.Table, who games.Seat) string {
	g.Helper()
	text := pageOf(g, who, "")
	for n := range newsSheets(view.Of(g.S, who.Viewer())) {
		path := pathNews
		if n > 0 {
			path += fmt.Sprintf("/%d", n+1)
		}
		text += pageOf(g, who, path)
	}
	return text
}

// The history tells every roll. The first page has the dice as they lie, and what
// happened last.
func TestDiceAreTold(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@house gooddream@city nightmare@city gooddream@house william@forest")
	g.S.News = []kit.Event{
		{Kind: kit.Rolled, Seat: 0, To: games.Nobody, What: "heal heal move"},
		{Kind: kit.Rerolled, Seat: 0, To: games.Nobody, What: "move insight move"},
	}
	g.Dice(kit.FaceMove, kit.FaceInsight, kit.FaceMove)
	must(t, pageOf(g, 0, ""), "**Insight**")
	never(t, pageOf(g, 1, ""), "rolled")
	must(t, pageOf(g, 1, pathNews), "rolled: Heal, Heal, Move.", "rolled all dice again: Move, Insight, Move.")
	g.Play("0: move city", "0: move house")
	g.Step(kit.StepRoll, 1)
	must(t, pageOf(g, 1, ""), "👣 🏡 House")
	must(t, pageOf(g, 1, pathNews), "→ 🌊 Drowned City", "→ 🏡 Tree House")
	must(t, tells(g, 1), "rolled all dice again: Move, Insight, Move.")
}

// The history has sheets, the latest first, and none before the first turn.
func TestHistoryHasSheets(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	for i := range mostNews + 2 {
		g.S.News = append(g.S.News, kit.Event{Kind: kit.Sank, Seat: 1, To: games.Nobody, N: i + 1})
	}
	must(t, pageOf(g, 0, pathNews), "−8 floors", "−3 floors", "[Earlier] news/2")
	never(t, pageOf(g, 0, pathNews), "−2 floors", "Later")
	must(t, pageOf(g, 0, pathNews+"/2"), "−2 floors", "−1 floor.", "[Later] news")
	if pageOf(g, 0, pathNews+"/3") != pageOf(g, 0, "") {
		t.Error("there is a third sheet")
	}
	g = fortresstest.Deal(t, 5)
	if pageOf(g, 0, pathNews) != pageOf(g, 0, "") {
		t.Error("there is a history before the first turn")
	}
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
				g := fortresstest.Sit(t, c.seats, "crowd=yes", "talk="+talk).Dice(kit.FaceMove, kit.FaceMove, kit.FaceHeal)
				g.S.First = first
				g.Play("0: move house", "0: move city")
				if g.S.Phase == kit.Talk {
					must(t, tells(g, games.Nobody), "🏡 Tree House", "🌊 Drowned City")
					g.Expire()
				}
				if g.S.Phase == kit.Talk || g.S.Active != c.next {
					t.Fatalf("phase %s, turn of %d", g.S.Phase, g.S.Active)
				}
				told := tells(g, games.Nobody)
				must(t, told, "→ 🏡 Tree House", "→ 🌊 Drowned City", "1** woke! It was **Good dream**")
				if c.next == 3 {
					must(t, told, "2** woke! It was **Nightmare**")
				}
			}
		}
	}
}

// Each input may change floors, places and Visions. The board that is shown after it
// tells all these changes.
func TestNewsTellEverything(t *testing.T) {
	matches := uint64(3)
	if gametest.Whole() {
		matches = 40
	}
	for seats := 4; seats <= 9; seats++ {
		for seed := range matches {
			g := fortresstest.Deal(t, seats, "crowd=yes", fmt.Sprintf("talk=%d", seed%2*30))
			r := rand.New(rand.NewPCG(seed, uint64(seats)))
			for g.S.Phase != kit.Over {
				before, told := slices.Concat(g.S.Past, g.S.News), slices.Clone(g.S.Beds)
				for i := range told {
					told[i].Visions = slices.Clone(told[i].Visions)
				}
				var list []kit.Move
				awaits := rules.Status(g.S).Awaits
				if len(awaits) > 0 {
					list = g.S.Moves(awaits[0])
				}
				var err error
				if len(list) == 0 || r.IntN(6) == 0 {
					g.At = max(g.At, rules.Status(g.S).Due)
					err = rules.Expire(g.Env(), &g.S)
				} else {
					err = rules.Play(g.Env(), &g.S, awaits[0], list[r.IntN(len(list))])
				}
				if err != nil {
					t.Fatal(err)
				}
				if g.S.Phase == kit.Dusk || g.S.Phase == kit.Over {
					continue // no player has a pawn yet, or the spoils go nowhere
				}
				now := fresh(before, slices.Concat(g.S.Past, g.S.News))
				follow(told, now)
				for i, b := range g.S.Beds {
					is, want := slices.Sorted(slices.Values(b.Visions)), slices.Sorted(slices.Values(told[i].Visions))
					if b.Sleep != told[i].Sleep || b.Place != told[i].Place || !slices.Equal(is, want) {
						t.Fatalf("%d seats, seed %d: seat %d is %+v; by what is told it is %+v\nbefore: %v\nsince: %v", seats, seed, i, b, told[i], before, now)
					}
				}
			}
		}
	}
}

// fresh are the events that were not told before. The new list begins with an end of
// the old one. What follows the longest such end is fresh.
func fresh(old, now []kit.Event) []kit.Event {
	for i := range old {
		if rest := old[i:]; len(rest) <= len(now) && slices.Equal(rest, now[:len(rest)]) {
			return now[len(rest):]
		}
	}
	return now
}

// follow changes a table as events say.
func follow(b rules.Beds, list []kit.Event) {
	lay := func(seat games.Seat, card string) {
		if v := kit.Vision(card); v.Lasts() != kit.Special {
			b[seat].Visions = append(b[seat].Visions, v)
		}
	}
	give := func(from, to games.Seat, v kit.Vision) {
		b[from].Visions = kit.Without(b[from].Visions, v)
		b[to].Visions = append(b[to].Visions, v)
	}
	for i, e := range list {
		bed := &b[e.Seat]
		switch e.Kind {
		case kit.Crowded, kit.Sank, kit.Lost:
			bed.Sleep = max(bed.Sleep-e.N, 0)
		case kit.Rose, kit.Gained:
			bed.Sleep += e.N
		case kit.Struck:
			b[e.To].Sleep = max(b[e.To].Sleep-e.N, 0)
		case kit.Healed:
			b[e.To].Sleep += e.N
		case kit.Walked, kit.Began:
			bed.Place = kit.Place(e.What)
		case kit.Awoke:
			bed.Place, bed.Visions = "", nil
		case kit.Used:
			bed.Visions = kit.Without(bed.Visions, kit.Vision(e.What))
			if kit.Vision(e.What) == kit.Mirror {
				bed.Place, b[e.To].Place = b[e.To].Place, bed.Place
			}
		case kit.Found: // one of two is only kept later
			two := i+1 < len(list) && list[i+1].Kind == kit.Found || i > 0 && list[i-1].Kind == kit.Found
			if !two {
				lay(e.Seat, e.What)
			}
		case kit.Kept, kit.Took:
			lay(e.Seat, e.What)
		case kit.Stole:
			give(e.To, e.Seat, kit.Vision(e.What))
		case kit.Gave, kit.Presented:
			if e.To != games.Nobody {
				give(e.Seat, e.To, kit.Vision(e.What))
			}
		}
	}
}

// The last page tells what ended the match.
func TestLastPageTellsTheLastTurn(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:1 nightmare@shop:0 sigmund@shop gooddream@shop:0").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	g.Won(0, 2)
	must(t, tells(g, 3), ": −2 floors", "woke! It was **Good dream**. Woken by")
	// A crowd may end it, before the turn that it follows was told.
	g = fortresstest.Sit(t, "nightmare@shop:5 gooddream@city:6 nightmare@city:5 gooddream@city:2 william@forest:9", "crowd=yes").Dice(kit.FaceHeal, kit.FaceMove, kit.FaceMove)
	g.Play("0: heal 3", "0: move house")
	g.Won(4)
	must(t, tells(g, games.Nobody), "→ 🏡 Tree House", "Crowded: **")
}

// A player who draws a gift and has nothing is told so.
func TestNothingToGive(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.Next(kit.Gift)
	g.Play("0: vision 1")
	must(t, pageOf(g, games.Nobody, ""), "there is no Vision to give")
}

// The picture's words name the lap that was played, as the title does.
func TestLapOfThePicture(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five, "talk=30")
	lap := func() int { return picture.Table(view.Of(g.S, games.Viewer{})).Alt[0].Args[0].(int) }
	if got := lap(); got != 2 {
		t.Errorf("in lap 2 it says %d", got)
	}
	ends := func() {
		g.S.StartTurn(g.Env(), 4)
		g.Dice(kit.FaceMove, kit.FaceMove, kit.FaceHeal)
		g.Play("4: move city", "4: move forest")
	}
	ends()
	if got := lap(); g.S.Phase != kit.Talk || got != 2 {
		t.Errorf("phase %s after lap 2, and it says %d", g.S.Phase, got)
	}
	g.Expire()
	if got := lap(); got != 3 {
		t.Errorf("in lap 3 it says %d", got)
	}
	g.S.Lap = kit.LastLap
	ends()
	if got := lap(); g.S.Phase != kit.Over || got != kit.LastLap {
		t.Errorf("phase %s after lap %d, and it says %d", g.S.Phase, kit.LastLap, got)
	}
}
