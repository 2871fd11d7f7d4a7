package page

import (
	"fmt"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
)

// A panel tells each kind of deed with who did it, to whom, and what that changed.
func TestPanelTellsEachDeed(t *testing.T) {
	const heal, strike, card, walk = kit.FaceHeal, kit.FaceAttack, kit.FaceVision, kit.FaceMove
	for _, c := range []struct {
		name, seats string
		dice        []kit.Face
		cards       []kit.Vision
		play        []string
		want        []string // on the panel of seat 1
	}{
		{"an attack and a heal", fortresstest.Five, []kit.Face{strike, heal, walk}, nil, []string{"attack 1 +1", "heal 1"},
			[]string{"**you 10→8** (A ⏰ −3, 💗 +1)", "🏺 C 10 · 🏡 D 10"}},
		{"nothing", fortresstest.Five, []kit.Face{walk, walk, heal}, nil, []string{"move forest", "move city"},
			[]string{"no floor changed: 🌊 **you 10**, A 10 · 🌲 E 10 · 🏺 C 10 · 🏡 D 10"}},
		{"a Vision that is used at once", "nightmare@city:6 gooddream@city nightmare@shop gooddream@house william@forest", []kit.Face{card, walk, walk}, []kit.Vision{kit.Lullaby}, []string{"vision 1", "use lullaby 0"},
			[]string{"A 6→8 (own ✨ Lullaby)"}},
		{"one on another", "nightmare@city+rooster gooddream@city nightmare@shop gooddream@house william@forest", []kit.Face{walk, walk, heal}, nil, []string{"use rooster 3"},
			[]string{"D 10→8 (A ✨ Cock-crow)"}},
		{"an hourglass", "nightmare@city+hourglass gooddream@city nightmare@shop gooddream@house william@forest", []kit.Face{walk, walk, heal}, nil, []string{"use hourglass"},
			[]string{"**A**: ✨ used “Hourglass”: one more action"}},
		{"a theft", "nightmare@city+magpie gooddream@city nightmare@shop gooddream@house+wings william@forest", []kit.Face{walk, walk, heal}, nil, []string{"use magpie 3 wings"},
			[]string{"**A**: ✨ used “Magpie”: “The Art of Flying” from **D**"}},
		{"a door", "nightmare@city+door gooddream@city nightmare@shop gooddream@house william@forest", []kit.Face{walk, walk, heal}, nil, []string{"use door shop"},
			[]string{"**A**: ✨ used “Door in the Wall”: 🏺 Shop"}},
		{"a gift", "nightmare@city+quilt gooddream@city nightmare@shop gooddream@house william@forest", []kit.Face{card, walk, walk}, []kit.Vision{kit.Gift}, []string{"vision 1", "present 3 quilt"},
			[]string{"**A**: 🎁 “Patchwork Quilt” → **D**"}},
		{"a new Vision", fortresstest.Five, []kit.Face{card, walk, walk}, []kit.Vision{kit.Magpie}, []string{"vision 1"},
			[]string{"A 10 (+🐦 magpie)"}},
		{"an alarm", "nightmare@city gooddream@city nightmare@city gooddream@house william@forest", []kit.Face{card, walk, walk}, []kit.Vision{kit.Alarm}, []string{"vision 1"},
			[]string{"**you 10→9** (A 🔮 General Alarm)", "A 10→9 (own 🔮)", "C 10→9 (A 🔮)"}},
		{"a waking", "nightmare@city gooddream@shop nightmare@shop gooddream@city:2 william@forest", []kit.Face{strike, walk, walk}, nil, []string{"attack 3 +0"},
			[]string{"D →☀️ (Good dream, A ⏰ −2)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := fortresstest.Sit(t, c.seats).Dice(c.dice...)
			if c.cards != nil {
				g.Next(c.cards...)
			}
			for _, m := range c.play {
				g.Play("0: " + m)
			}
			must(t, lettered(pageOf(g, 1, "")), c.want...)
		})
	}
}

// Insights stand with what they did, and the viewer's own with what that tells.
func TestPanelTellsWhatInsightsTell(t *testing.T) {
	g := fortresstest.Sit(t, "gooddream@city janitor@city nightmare@shop gooddream@house:9 nightmare@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Pass(kit.Lose1+" N", 2, "obey")
	must(t, lettered(pageOf(g, 0, "")), "C 10→9 (you 👁️)", "🔎 You know: C is a Nightmare")
	never(t, lettered(pageOf(g, 1, "")), "You know")
	must(t, lettered(pageOf(g, 1, "")), "**Janitor**: wake first, or win with A (on your right)")
	g = fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Pass(kit.Toll+" ND", 3, "obey")
	must(t, lettered(pageOf(g, 0, "")), "**you**: 👁️ **D**: nothing", "🔎 You know: D is a Good dream")
	must(t, lettered(pageOf(g, 1, "")), "**A**: 👁️ **D**: nothing")
	never(t, lettered(pageOf(g, 1, "")), "You know")
	g = fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.S.Passed = []kit.Passed{{By: 0, To: 3, Card: kit.Toll + " ND", From: kit.TopFloor}, {By: 1, To: 4, Card: kit.Lose1 + " G", From: kit.TopFloor}}
	g.Pass(kit.Lose1+" G", 2, "obey")
	must(t, lettered(pageOf(g, 0, "")), "C is no Good dream, D is a Good dream")
}

// A new Vision has a plus, and one of its kind that lay there before has none.
func TestNewVisionBesideAnOldOne(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city+magpie gooddream@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.Next(kit.Magpie)
	g.Play("0: vision 1")
	for range 3 { // so that there is little room
		for seat := games.Seat(2); seat < 4; seat++ {
			g.S.Report(kit.Event{Kind: kit.Sent, Seat: seat, To: seat + 1})
			g.S.Report(kit.Event{Kind: kit.Quiet, Seat: seat + 1, To: games.Nobody})
		}
	}
	signs := 0
	for fewer := range mostFewer + 1 {
		switch page := lettered(pageOf(g, 1, fmt.Sprint(pathLess, "/", fewer))); {
		case strings.Contains(page, "A 10 (🐦+🐦 magpie)"):
		case strings.Contains(page, "A🐦 10 (+🐦 magpie)"):
			signs++
		case strings.Contains(page, "+🐦🐦"):
			t.Errorf("in %d lines fewer both are new\n%s", fewer, page)
		}
	}
	if signs == 0 {
		t.Error("no wording has the old one as a sign")
	}
}

// In the fewest words what the viewer has learned stands behind the names, whatever else has to
// go, and Insights of others that did nothing stand together.
func TestKnownStays(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.S.Passed = []kit.Passed{{By: 0, To: 3, Card: kit.Toll + " ND", From: kit.TopFloor}, {By: 1, To: 4, Card: kit.Lose1 + " G", From: kit.TopFloor}}
	g.Pass(kit.Lose1+" G", 2, "obey")
	for seat := games.Seat(1); seat < 4; seat++ {
		g.S.Report(kit.Event{Kind: kit.Sent, Seat: seat, To: seat + 1})
		g.S.Report(kit.Event{Kind: kit.Quiet, Seat: seat + 1, To: games.Nobody})
	}
	knows, pairs, alone := 0, 0, 0
	for fewer := range mostFewer + 1 {
		page := lettered(pageOf(g, 0, fmt.Sprint(pathLess, "/", fewer)))
		switch {
		case strings.Contains(page, "You know: C is no Good dream, D is a Good dream"):
			alone++
		case strings.Contains(page, "🔎 no Good dream") && strings.Contains(page, "🔎 Good dream"):
			knows++
		default:
			t.Errorf("in %d lines fewer it is not known\n%s", fewer, page)
		}
		if strings.Contains(page, "👁️ nothing: B → C, C → D, D → E") {
			pairs++
		}
	}
	if knows == 0 || alone == 0 || pairs == 0 {
		t.Errorf("%d wordings know it behind names, %d in a line; %d have Insights together", knows, alone, pairs)
	}
}

// lettered is a page in which names are letters by seat.
func lettered(page string) string {
	for i := range 9 {
		page = strings.ReplaceAll(page, name(games.Seat(i)), string(rune('A'+i)))
	}
	return page
}

// Who is the only Dreamer learns nothing by an Insight that rules Dreamers out. Who knows all of a
// team, their own role and those of the players who are awake included, knows who is not of it.
func TestKnownByCount(t *testing.T) {
	g := fortresstest.Sit(t, "janitor@city nightmare@city nightmare@shop gooddream@house gooddream@forest")
	g.S.Passed = []kit.Passed{{By: 0, To: 1, Card: kit.Lose1 + " D", From: kit.TopFloor}}
	never(t, lettered(pageOf(g, 0, "")), "You know")
	g.S.Passed = append(g.S.Passed, kit.Passed{By: 0, To: 3, Card: kit.Lose1 + " G", From: kit.TopFloor, Step: -1}, kit.Passed{By: 0, To: 4, Card: kit.Lose1 + " G", From: kit.TopFloor, Step: -1})
	must(t, lettered(pageOf(g, 0, "")), "You know: B is a Nightmare, C is a Nightmare, D is a Good dream, E is a Good dream")
	g = fortresstest.Sit(t, "gooddream@city nightmare@city:0 nightmare@shop gooddream@house william@forest")
	g.S.Passed = []kit.Passed{{By: 0, To: 2, Card: kit.Lose1 + " N", From: kit.TopFloor, Step: -1}, {By: 0, To: 3, Card: kit.Lose1 + " D", From: kit.TopFloor}}
	must(t, lettered(pageOf(g, 0, "")), "You know: C is a Nightmare, D is a Good dream, E is a Dreamer")
}
