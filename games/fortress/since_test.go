package fortress

import (
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A panel tells what was done since its owner's last turn: who did what to whom, and
// what came of the owner's own last move.
func TestSinceYourLastTurn(t *testing.T) {
	g := sit(t, "nightmare@city gooddream@city:7 nightmare@city gooddream@house william@forest").dice(FaceAttack, FaceAttack, FaceMove)
	g.Play("0: attack 1 +0", "0: attack 1 +0")
	never(t, g.page(2, ""), "rolled")
	must(t, g.page(2, ""), "Since your last turn", name(0)+"** → **"+name(1)+"**: −4 floors")
	must(t, g.page(1, ""), name(0)+"** → **you**: −4 floors")
	must(t, g.page(0, ""), "you** → **"+name(1)+"**: −2 floors") // the last move, and not the one before
	g.dice(FaceHeal, FaceInsight, FaceMove)
	g.S.Insights = []Insight{Lose1 + " N"}
	g.S.Beds[3].Sleep = 4
	g.Play("1: heal 3", "1: insight 1", "1: pass 0 1", "0: obey")
	g.Expire()
	must(t, g.page(0, ""), "you** → **"+name(1)+"**: −2 floors", name(1)+"** → **"+name(3)+"**: +1 floor.", "Insight **"+name(1)+"** → **you**: −1 floor.")
	must(t, g.page(3, ""), name(1)+"** → **you**: +1 floor.")
	if got := g.page(1, ""); strings.Contains(got, "−4 floors") || !strings.Contains(got, "Insight **you** → **"+name(0)+"**: −1 floor.") {
		t.Errorf("after a turn its player reads\n%s", got)
	}
	never(t, g.page(games.Nobody, ""), "Since your last turn")
}

// name is how a page names a seat.
func name(seat games.Seat) string { return plain{}.Name(ui.Name(seat)) }

// What a panel has no room for is one press away, on sheets with the latest first.
func TestAllOfItIsOnePressAway(t *testing.T) {
	g := sit(t, five)
	for i := range mostSinceSheet + 2 {
		g.S.report(Event{Kind: Crowded, Seat: games.Seat(i % 5), To: games.Nobody, N: i + 1})
	}
	must(t, g.page(3, ""), "[All of it] since", "−8 floors", "−6 floors")
	never(t, g.page(3, ""), "−5 floors")
	must(t, g.page(3, pathSince), "What has happened since your last turn", "−8 floors", "−3 floors", "[Earlier] since/2")
	must(t, g.page(3, pathSince+"/2"), "−2 floors", "−1 floor.")
	for _, path := range []string{"since/1", "since/3", "since/x"} {
		if g.page(3, path) != g.page(3, "") {
			t.Errorf("%q is a page", path)
		}
	}
	if g.page(games.Nobody, pathSince) != g.page(games.Nobody, "") {
		t.Error("the board has a page of somebody's last turn")
	}
}

// What belongs together is one line.
func TestTidingsAreMerged(t *testing.T) {
	for _, c := range []struct {
		name string
		list []Event
		want []string
	}{
		{"an Insight and what came of it", []Event{{Kind: Sent, Seat: 1, To: 2}, {Kind: Quiet, Seat: 2, To: games.Nobody}}, []string{"Insight **1** → **2**: nothing happens."}},
		{"one that the rules answered", []Event{{Kind: Sent, Seat: 1, To: 2}, {Kind: Slow, Seat: 2, To: games.Nobody}, {Kind: Rose, Seat: 2, To: games.Nobody, N: 1}}, []string{"Insight **1** → **2**: +1 floor."}},
		{"one that was paid", []Event{{Kind: Sent, Seat: 1, To: 0}, {Kind: Gave, Seat: 0, To: 1, What: "wings"}}, []string{"Insight **1** → **you**: “The Art of Flying” is given up."}},
		{"one on its way", []Event{{Kind: Sent, Seat: 1, To: 2}}, []string{"Insight: **1** → **2**."}},
		{"two moves", []Event{{Kind: Walked, Seat: 1, To: games.Nobody, What: "city"}, {Kind: Walked, Seat: 1, To: games.Nobody, What: "house"}}, []string{"Tree House"}},
		{"the better of two", []Event{{Kind: Found, Seat: 1, To: games.Nobody, What: "wings"}, {Kind: Found, Seat: 1, To: games.Nobody, What: "door"}, {Kind: Kept, Seat: 1, To: games.Nobody, What: "door"}}, []string{"kept “Door in the Wall”"}},
		{"a cock-crow", []Event{{Kind: Used, Seat: 1, To: 2, What: "rooster"}, {Kind: Lost, Seat: 2, To: games.Nobody, N: 2, What: "rooster"}}, []string{"**1** → **2**: “Cock-crow”, −2 floors."}},
		{"a magpie", []Event{{Kind: Used, Seat: 1, To: 2, What: "magpie"}, {Kind: Stole, Seat: 1, To: 2, What: "door"}}, []string{"**1** took “Door in the Wall” from **2**"}},
		{"an alarm", []Event{{Kind: Lost, Seat: 1, To: games.Nobody, N: 1, What: "alarm"}, {Kind: Lost, Seat: 0, To: games.Nobody, N: 1, What: "alarm"}}, []string{"“General Alarm”, −1 floor: 1, you."}},
		{"two heals", []Event{{Kind: Healed, Seat: 1, To: 2, N: 1}, {Kind: Healed, Seat: 1, To: 2, N: 1}}, []string{"**1** → **2**: +2 floors."}},
		{"heals of two", []Event{{Kind: Healed, Seat: 1, To: 2, N: 1}, {Kind: Healed, Seat: 1, To: 0, N: 1}}, []string{"**1** → **2**: +1 floor.", "**1** → **you**: +1 floor."}},
		{"a waking", []Event{{Kind: Struck, Seat: 0, To: 2, N: 2}, {Kind: Awoke, Seat: 2, To: 0, What: "alice"}}, []string{"**you** → **2**: −2 floors.", "You did it."}},
	} {
		v := View{Me: 0, Since: c.list}
		var got []string
		for _, line := range tidings(v) {
			got = append(got, strings.ReplaceAll(catalogue(t).Say(text.English, line, plain{}), strings.Repeat("Ж", 31), ""))
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", c.name, got)
			continue
		}
		for i := range got {
			must(t, got[i], c.want[i])
		}
	}
}

// A sealed answer leaves the marks on the table as they are, and so tells nothing.
func TestSealedAnswerLeavesTheMarks(t *testing.T) {
	g := sit(t, "gooddream@city nightmare@city:8 nightmare@shop gooddream@house sigmund@forest").dice(FaceAttack, FaceInsight, FaceMove)
	g.S.Insights = []Insight{Lose1 + " G"}
	g.Play("0: attack 1 +0")
	if len(g.S.Was) != 1 || g.S.Was[0].Sleep != 8 {
		t.Fatalf("an attack marks %+v", g.S.Was)
	}
	g.Play("0: insight 1")
	if len(g.S.Was) != 1 {
		t.Error("a drawn card takes the marks away")
	}
	g.Play("0: pass 1 1")
	if len(g.S.Was) != 0 {
		t.Errorf("a card that was passed leaves %+v", g.S.Was)
	}
	g.S.Was = []Was{{1, 8, City, 0}}
	g.Play("1: obey")
	if len(g.S.Was) != 1 {
		t.Error("a sealed answer takes the marks away")
	}
	g.Expire()
	if len(g.S.Was) != 0 {
		t.Errorf("an Insight that does nothing leaves %+v", g.S.Was)
	}
}

// An answer is final. Its receiver reads that it is, and has no button left for it.
func TestAnswerIsFinal(t *testing.T) {
	g := sit(t, "gooddream@city nightmare@city:1+wings nightmare@shop gooddream@house sigmund@forest").dice(FaceInsight, FaceMove, FaceMove)
	g.pass(Toll+" N", 1, "")
	must(t, g.page(1, ""), "you would wake!", "[−1 floor] obey", "**The Art of Flying** — +1 to one attack a turn", "give wings", "We wait for you: choose")
	g.Play("1: give wings")
	must(t, g.page(1, ""), "your answer is kept", "You give “The Art of Flying”")
	never(t, g.page(1, ""), "obey", "give wings", "We wait for you", "Time runs out")
	g.Refuse("1: obey", "refuse.answered")
}

// Each panel says in one line what its owner wants and how far that has come, and in one
// where they are.
func TestHowYouStand(t *testing.T) {
	g := sit(t, "nightmare@city:9 gooddream@city:3+wings nightmare@shop:0 gooddream@house:5 william@forest:7")
	g.S.Woken = []Woken{{Seat: 2, By: 1, Lap: 1}}
	must(t, g.page(0, ""), "You are **Nightmare**: wake the Good dreams (2 left). Floor **9**, 0 of 3 above you · 🌊")
	must(t, g.page(1, ""), "wake the Nightmares (1 left). Floor **3**, 3 of 3 above you · 🌊 · 🔮 1")
	must(t, g.page(4, ""), "sleep deepest by 4, now −2. Floor **7**, 1 of 3 above you")
	must(t, g.page(2, ""), "You woke. You are", "You win if the Nightmares win (1 still asleep)")
	for _, seat := range []games.Seat{1, 3, 4, games.Nobody} {
		must(t, g.page(seat, ""), name(2)+" (Nightmare). Asleep: 😈 1 · ☁️ 2 · 🎩 1")
	}
	must(t, g.page(games.Nobody, ""), "One Nightmare is left")
	must(t, g.page(1, ""), "You need do nothing")
	must(t, g.page(0, ""), "We wait for you")
}

// Where a card was put aside, the numbers say what everybody can count, and no more.
func TestWhoIsLeft(t *testing.T) {
	g := sit(t, "nightmare@city gooddream@city nightmare@shop gooddream@house william@forest nightmare@shop")
	v := rules{}.View(g.S, games.Viewer{})
	for _, group := range []Group{Nightmares, GoodDreams} {
		if least, most := left(v, group); least != 2 || most != 3 {
			t.Errorf("of group %d %d to %d are left", group, least, most)
		}
	}
	g.S.Beds[0].Sleep, g.S.Beds[2].Sleep = 0, 0
	v = rules{}.View(g.S, games.Viewer{})
	if least, most := left(v, Nightmares); least != 1 || most != 1 {
		t.Errorf("%d to %d Nightmares are left, although they have not lost", least, most)
	}
	if least, most := left(v, GoodDreams); least != 2 || most != 2 {
		t.Errorf("%d to %d Good dreams are left beside a Nightmare and William", least, most)
	}
}

// Before the end the board says how near it is.
func TestOmens(t *testing.T) {
	g := sit(t, "nightmare@city:4 gooddream@city:3+wings+door+quilt+tale gooddream@shop:0 gooddream@house:5 william@forest:8 nightmare@shop:0 nightmare@shop:0")
	must(t, g.page(games.Nobody, ""), "Most Visions: **"+name(1)+"**, 4 of 5")
	for seats, want := range map[string]string{
		"nightmare@city:4 gooddream@city:3 gooddream@shop:0 gooddream@house:5 william@forest:8 nightmare@shop:0 nightmare@shop:0": "Deepest: **" + name(4) + "**, by 3 of 4",
		"nightmare@city:4 gooddream@city:3 gooddream@shop:0 gooddream@house:5 william@forest:6 nightmare@shop:0 nightmare@shop:0": "Four asleep: at three, Alice may win",
		"nightmare@city:4 gooddream@city:3 gooddream@shop:0 nightmare@house:5 william@forest:6":                                   "One Good dream is left",
		"nightmare@city:4 gooddream@city:3 gooddream@shop nightmare@house:0 william@forest":                                       "One Nightmare is left",
		"nightmare@city:4 gooddream@city:3 gooddream@shop:0 nightmare@house:0 william@forest:5":                                   "Left: one Nightmare, one Good dream",
		"nightmare@city gooddream@city+wings+door+quilt gooddream@shop nightmare@house william@forest":                            "Most Visions: **" + name(1) + "**, 3 of 5",
		"nightmare@city:8 gooddream@city:8 gooddream@shop:8 nightmare@house:8 william@forest":                                     "Deepest: **" + name(4) + "**, by 2 of 4",
	} {
		must(t, sit(t, seats).page(games.Nobody, ""), want)
	}
	never(t, sit(t, five).page(games.Nobody, ""), "🔔")
}

// The end says to each why it ended so, by whose deed, and shows the way there.
func TestEndSaysWhy(t *testing.T) {
	g := sit(t, "nightmare@city:9 gooddream@city:1 nightmare@shop:6 gooddream@house:0 sigmund@forest:4+wings").dice(FaceAttack, FaceMove, FaceMove)
	g.S.Woken = []Woken{{Seat: 3, By: 0, Lap: 1}}
	g.S.Course = [][]int{{9, 5, 8, 0, 7}}
	g.Play("0: attack 1 +0")
	must(t, g.page(0, ""), "You have won!", "all Good dreams are awake, the last **"+name(1)+"** (lap 2, by **you**)")
	must(t, g.page(1, ""), "You have not won.** You: **Good dream**. Good dreams asleep: 0, Nightmares: 2.", "the last **you** (lap 2, by **"+name(0)+"**)")
	must(t, g.page(4, ""), "Visions: 1 of 5.")
	var said []string
	for _, line := range finale(rules{}.View(g.S, games.Seat(1).Viewer())).Alt {
		said = append(said, catalogue(t).Say(text.English, line, plain{}))
	}
	must(t, strings.Join(said, "\n"), name(1)+" (you): Good dream, awake.", "Floors of the sides together, after laps 0 to 2.\nNightmares: 20 17 15.\nGood dreams: 20 5 0.\nSigmund: 10 7 4.")
	g = sit(t, "sigmund@shop:5+wings+door+quilt+tale gooddream@city:3+boots nightmare@shop:4 gooddream@house:5 nightmare@forest:8").dice(FaceVision, FaceMove, FaceMove)
	g.Play("0: steal 1 boots")
	g.won(0)
	must(t, g.page(games.Nobody, ""), "has five Visions. The last was “Seven-League Boots”, from **"+name(1)+"**")
	must(t, g.page(0, ""), "**Sigmund** (you) has five Visions")
	must(t, g.page(3, ""), "Good dreams asleep: 2, Nightmares: 2.")
}

// A night without a dawn keeps the floors of its latest laps, and a chart of them.
func TestCourseIsBounded(t *testing.T) {
	g := sit(t, five)
	for range mostCourse + 5 {
		g.S.keepFloors()
	}
	if n := len(g.S.Course); n != mostCourse {
		t.Errorf("the floors of %d laps are kept", n)
	}
	g.S.Phase, g.S.Lap, g.S.Why, g.S.Win = Over, mostCourse+5, whyWon, []games.Seat{0}
	_, laps := course(rules{}.View(g.S, games.Viewer{}))
	if laps[0] != 6 || laps[len(laps)-1] != mostCourse+5 {
		t.Errorf("the chart goes from lap %d to %d", laps[0], laps[len(laps)-1])
	}
	g.S.Course = g.S.Course[:1]
	if got := len(finale(rules{}.View(g.S, games.Viewer{})).Alt); got != 2+5 {
		t.Errorf("there is a chart of one lap: %d lines", got)
	}
}
