package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A panel tells what was done since its owner's last turn: who did what to whom, to which
// floor that led, and what came of the owner's own last move.
func TestSinceYourLastTurn(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:7 nightmare@city gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 1 +0", "0: attack 1 +0")
	never(t, pageOf(g, 2, ""), "rolled")
	must(t, pageOf(g, 2, ""), "Since your last turn:** 🌊 **you 10**, "+name(0)+" 10, "+name(1)+" 7→3 ("+name(0)+" ⏰)")
	must(t, pageOf(g, 1, ""), "🌊 **you 7→3** ("+name(0)+" ⏰)")
	must(t, pageOf(g, 0, ""), name(1)+" 7→3 (you ⏰)") // all of the last turn
	g.Dice(kit.FaceHeal, kit.FaceInsight, kit.FaceMove)
	g.S.Insights = []kit.Insight{kit.Lose1 + " N"}
	g.S.Beds[3].Sleep = 4
	g.Play("1: heal 3", "1: insight 1", "1: pass 0 1", "0: obey")
	g.Expire()
	must(t, pageOf(g, 0, ""), "**you 10→9** ("+name(1)+" 👁️)", name(1)+" 7→3 (you ⏰)", name(3)+" 4→5 ("+name(1)+" 💗)")
	must(t, pageOf(g, 3, ""), "**you 4→5** ("+name(1)+" 💗)")
	if got := pageOf(g, 1, ""); strings.Contains(got, "7→3") || !strings.Contains(got, name(0)+" 10→9 (you 👁️)") {
		t.Errorf("after a turn its player reads\n%s", got)
	}
	never(t, pageOf(g, games.Nobody, ""), "since your last turn")
}

// name is how a page names a seat.
func name(seat games.Seat) string { return fortresstest.Plain{}.Name(ui.Name(seat)) }

// Where there is little room, floors and deeds of weight stay. The button says how much is
// left out.
func TestWeightyNewsStay(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city nightmare@city gooddream@house william@forest gooddream@city nightmare@city gooddream@house")
	g.S.Beds[0].Sleep = 8
	g.S.Report(kit.Event{Kind: kit.Struck, Seat: 1, To: 0, N: 2})
	for range 2 {
		for seat := games.Seat(2); seat < 8; seat++ {
			g.S.Report(kit.Event{Kind: kit.Waived, Seat: seat, To: games.Nobody})
			g.S.Report(kit.Event{Kind: kit.Walked, Seat: seat, To: games.Nobody, What: string(kit.Shop)})
		}
	}
	for seat := games.Seat(1); seat < 5; seat++ {
		g.S.Report(kit.Event{Kind: kit.Found, Seat: seat, To: games.Nobody, What: string(kit.Quilt)})
	}
	g.S.Active = 3
	must(t, pageOf(g, 0, withLongNames), "**you 10→8** ("+name(1)+" ⏰)", name(4)+"**: 🔮🧩 “Patchwork Quilt”", "[Since my turn (+22)] since")
	g.S.Report(kit.Event{Kind: kit.Stole, Seat: 7, To: 0, What: string(kit.Letter)})
	must(t, pageOf(g, 0, withLongNames), "🔮 “Letter from the Past” from **you**", name(4)+"**: 🔮🧩 “Patchwork Quilt”", "[Since my turn (+24)] since")
	must(t, pageOf(g, 0, pathSince+"/2"), name(6)+"**: 🕊️ no attack · 👣 🏺 Shop")
	// Each wording has fewer words than the one before, but for a sign or two, and none leaves
	// out what weighs most.
	words, wordings := 1<<20, 0
	for fewer := range mostFewer + 1 {
		now := pageOf(g, 0, fmt.Sprint(pathLess, "/", fewer))
		must(t, now, "you 10→8", "“Letter from the Past” from **you**")
		switch n := len([]rune(now)); {
		case n > words+10:
			t.Errorf("with %d lines fewer it has %d letters, and %d stood before", fewer, n, words)
		case n < words:
			words, wordings = n, wordings+1
		}
	}
	if wordings < 3 {
		t.Errorf("%d wordings", wordings)
	}
}

// withLongNames is the first page in the words that have room where names are long.
var withLongNames = fmt.Sprint(pathLess, "/", mostSpare)

// Who reads an Insight or passes one is told the lap and what has happened, too.
func TestNewsBesideAnInsight(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:7 nightmare@city gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceInsight, kit.FaceMove)
	g.Play("0: attack 1 +0")
	g.S.Insights = []kit.Insight{kit.Lose1 + " N"}
	g.Play("0: insight 1")
	must(t, pageOf(g, 0, ""), "Lap 2/20", name(1)+" 7→5 (you ⏰)")
	g.Play("0: pass 1 1")
	must(t, pageOf(g, 1, ""), "Lap 2/20", "That is not you", "**you 7→5** ("+name(0)+" ⏰)")
	g.Play("1: obey")
	must(t, pageOf(g, 1, ""), "your answer is in", "**you 7→5**")
	g.Expire()
	must(t, pageOf(g, 0, ""), "**you**: 👁️ **"+name(1)+"**: nothing")
}

// What a panel has no room for is one press away, on sheets with the latest first.
func TestAllOfItIsOnePressAway(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	for i := range 2*mostSinceSheet - 1 {
		g.S.Report(kit.Event{Kind: kit.Crowded, Seat: games.Seat(i % 5), To: games.Nobody, N: i + 1})
		g.S.Report(kit.Event{Kind: kit.Found, Seat: games.Seat(i % 5), To: games.Nobody, What: string(kit.Quilt)})
	}
	must(t, pageOf(g, 3, withLongNames), "[Since my turn (+", name(1)+" 19→10 (😣 crowd)")
	must(t, pageOf(g, 3, pathSince), "What has happened since your last turn", "−9", "−5", "[Earlier] since/2")
	must(t, pageOf(g, 3, pathSince+"/2"), "−4", "−1 ")
	for _, path := range []string{"since/1", "since/3", "since/x"} {
		if pageOf(g, 3, path) != pageOf(g, 3, "") {
			t.Errorf("%q is a page", path)
		}
	}
	if pageOf(g, games.Nobody, pathSince) != pageOf(g, games.Nobody, "") {
		t.Error("the board has a page of somebody's last turn")
	}
}

// A sealed answer leaves the marks on the table as they are, and so tells nothing.
func TestSealedAnswerLeavesTheMarks(t *testing.T) {
	g := fortresstest.Sit(t, "gooddream@city nightmare@city:8 nightmare@shop gooddream@house sigmund@forest").Dice(kit.FaceAttack, kit.FaceInsight, kit.FaceMove)
	g.S.Insights = []kit.Insight{kit.Lose1 + " G"}
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
	g.S.Was = []kit.Was{{Seat: 1, Sleep: 8, Place: kit.City}}
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
	g := fortresstest.Sit(t, "gooddream@city nightmare@city:1+wings nightmare@shop gooddream@house sigmund@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Pass(kit.Toll+" N", 1, "")
	must(t, pageOf(g, 1, ""), "you would wake!", "[−1 floor] obey", "**The Art of Flying** — +1 to attack.", "give wings", "Choose: give a Vision", "⏳ Deadline:")
	g.Play("1: give wings")
	must(t, pageOf(g, 1, ""), "your answer is in", "You give “The Art of Flying”")
	never(t, pageOf(g, 1, ""), "obey", "give wings", "⏳ Deadline:", "Time runs out")
	g.Refuse("1: obey", "refuse.answered")
}

// Each panel says what its owner wants and how far that has come, what lies before them,
// and on which floor every player is, with whom they stand together.
func TestHowYouStand(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city:9 gooddream@city:3+wings+wings+door nightmare@shop:0 gooddream@house:5 william@forest:7")
	g.S.Woken = []kit.Woken{{Seat: 2, By: 1, Lap: 1}}
	must(t, pageOf(g, 0, ""), "You are **Nightmare**: wake the Good dreams (2 left).", "🌊 **you 9**, "+name(1)+" 3 (🪶🪶: +2 to attack, 🚪 door) · 🌲 "+name(4)+" 7 · 🏡 "+name(3)+" 5 · "+name(2)+" ☀️ (Nightmare, lap 1)")
	must(t, pageOf(g, 1, ""), "wake the Nightmares (1 left) · 🔮 🪶 The Art of Flying ×2 (+2 to attack), 🚪 Door in the Wall (once: go anywhere).", "🌊 **you 3**, "+name(0)+" 9")
	must(t, pageOf(g, 4, ""), "sleep 4 floors above everybody, now −2", "Floors: 🌲 **you 7** · 🌊")
	must(t, pageOf(g, 2, ""), "You woke. You are", "You win if the Nightmares win (1 still asleep)", "You were woken in lap 1.", "**you ☀️** (Nightmare, lap 1)")
	must(t, pageOf(g, games.Nobody, ""), name(2)+" (Nightmare). Asleep: 😈 1 · ☁️ 2 · 🎩 1", "One Nightmare is left", "Lap 2/20")
	must(t, pageOf(g, 1, ""), "Nothing for you to do", "Lap 2/20")
	must(t, pageOf(g, 0, ""), "⏳ Deadline:")
	never(t, pageOf(fortresstest.Sit(t, fortresstest.Five, "dawn=no"), 0, ""), "/20")
	must(t, pageOf(fortresstest.Sit(t, "nightmare@city:9+wings+thread gooddream@city nightmare@shop gooddream@house william@forest"), 0, ""), "⏳ Deadline:", "🔮 🪶 The Art of Flying (+1 to attack), 🧵 Red Thread (attacks reach next door).")
	// Where there is no room only the wings say what they do.
	g = fortresstest.Sit(t, "nightmare@city:9+wings+door+tale+thread+quilt gooddream@city nightmare@shop gooddream@house william@forest gooddream@city nightmare@city gooddream@house gooddream@shop")
	must(t, pageOf(g, 0, fmt.Sprint(pathLess, "/", mostSpare+3)), "🔮 🪶 The Art of Flying (+1 to attack), 🚪 Door in the Wall, 📖 Bedtime Tale, 🧵 Red Thread, 🧩 Patchwork Quilt.")
	// The Forest hides until the next turn, wherever a pawn is moved.
	g = fortresstest.Sit(t, "nightmare@forest gooddream@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
	g.S.Beds[0].Hidden = true
	never(t, pageOf(g, 0, ""), "hidden")
	g.Play("0: move city", "0: move forest")
	must(t, pageOf(g, 0, ""), "**you 10** (🌲 hidden from Insights)")
	must(t, pageOf(g, 1, ""), name(0)+" 10 (🌲 hidden)")
}

// Who is awake reads how that came, also at the end.
func TestHowYouWereWoken(t *testing.T) {
	const table = "nightmare@city gooddream@city:1 nightmare@city:1 gooddream@house:1 william@forest gooddream@shop"
	for _, c := range []struct {
		name string
		play func(g *fortresstest.Table)
		who  games.Seat
		want string
		news string // at the end
	}{
		{"an attack", func(g *fortresstest.Table) {
			g.Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
			g.Play("0: attack 1 +1")
		}, 1, "You were woken in lap 2: ⏰ **" + name(0) + "** −3.", "**you →☀️** (Good dream, lap 2, " + name(0) + " ⏰ −3)"},
		{"an Insight", func(g *fortresstest.Table) {
			g.Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
			g.Pass(kit.Lose2+" G", 3, "")
			g.Play("3: obey")
			g.Expire()
		}, 3, "You were woken in lap 2: 👁️ **" + name(0) + "** −2.", "**you →☀️** (Good dream, lap 2, " + name(0) + " 👁️ −2)"},
		{"a Vision", func(g *fortresstest.Table) {
			g.Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
			g.Next(kit.Alarm)
			g.Play("0: vision 1")
		}, 2, "You were woken in lap 2: **" + name(0) + "** with “General Alarm”, −1.", "**you →☀️** (Nightmare, lap 2, "},
	} {
		g := fortresstest.Sit(t, table)
		c.play(g)
		must(t, pageOf(g, c.who, ""), c.want)
		g.S.Phase, g.S.Why, g.S.Win = kit.Over, kit.WhyWon, []games.Seat{4}
		must(t, pageOf(g, c.who, ""), c.news)
		never(t, pageOf(g, 5, ""), "You were woken")
	}
	g := fortresstest.Sit(t, table)
	g.S.Beds[1] = rules.Bed{Role: kit.GoodDream} // a match of an older program does not know by what
	g.S.Woken = []kit.Woken{{Seat: 1, By: games.Nobody, Lap: 2}}
	must(t, pageOf(g, 1, ""), "You were woken in lap 2.")
}

// Where a card was put aside, the numbers say what every player can count, and no more.
func TestWhoIsLeft(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city nightmare@shop gooddream@house william@forest nightmare@shop")
	v := view.Of(g.S, games.Viewer{})
	for _, group := range []kit.Group{kit.Nightmares, kit.GoodDreams} {
		if least, most := v.Left(group); least != 2 || most != 3 {
			t.Errorf("of group %d %d to %d are left", group, least, most)
		}
	}
	g.S.Beds[0].Sleep, g.S.Beds[2].Sleep = 0, 0
	v = view.Of(g.S, games.Viewer{})
	if least, most := v.Left(kit.Nightmares); least != 1 || most != 1 {
		t.Errorf("%d to %d Nightmares are left, although they have not lost", least, most)
	}
	if least, most := v.Left(kit.GoodDreams); least != 2 || most != 2 {
		t.Errorf("%d to %d Good dreams are left beside a Nightmare and William", least, most)
	}
}

// Before the end the board says how near it is.
func TestOmens(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city:4 gooddream@city:3+wings+door+quilt+tale gooddream@shop:0 gooddream@house:5 william@forest:8 nightmare@shop:0 nightmare@shop:0")
	must(t, pageOf(g, games.Nobody, ""), "Most Visions: **"+name(1)+"**, 4 of 5")
	for seats, want := range map[string]string{
		"nightmare@city:4 gooddream@city:3 gooddream@shop:0 gooddream@house:5 william@forest:8 nightmare@shop:0 nightmare@shop:0": "Deepest sleeper: **" + name(4) + "**, ahead by 3 of 4",
		"nightmare@city:4 gooddream@city:3 gooddream@shop:0 gooddream@house:5 william@forest:6 nightmare@shop:0 nightmare@shop:0": "Four asleep: at three, Alice may win",
		"nightmare@city:4 gooddream@city:3 gooddream@shop:0 nightmare@house:5 william@forest:6":                                   "One Good dream is left",
		"nightmare@city:4 gooddream@city:3 gooddream@shop nightmare@house:0 william@forest":                                       "One Nightmare is left",
		"nightmare@city:4 gooddream@city:3 gooddream@shop:0 nightmare@house:0 william@forest:5":                                   "Left: one Nightmare, one Good dream",
		"nightmare@city gooddream@city+wings+door+quilt gooddream@shop nightmare@house william@forest":                            "Most Visions: **" + name(1) + "**, 3 of 5",
		"nightmare@city:8 gooddream@city:8 gooddream@shop:8 nightmare@house:8 william@forest":                                     "Deepest sleeper: **" + name(4) + "**, ahead by 2 of 4",
	} {
		must(t, pageOf(fortresstest.Sit(t, seats), games.Nobody, ""), want)
	}
	never(t, pageOf(fortresstest.Sit(t, fortresstest.Five), games.Nobody, ""), "🔔")
}

// The end says to each why it ended so, by whose deed, and shows the way there.
func TestEndSaysWhy(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city:9 gooddream@city:1 nightmare@shop:6 gooddream@house:0 sigmund@forest:4+wings").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Woken = []kit.Woken{{Seat: 3, By: 0, Lap: 1}}
	g.S.Course = [][]int{{9, 5, 8, 0, 7}}
	g.Play("0: attack 1 +0")
	must(t, pageOf(g, 0, ""), "You won!", "all Good dreams are awake, the last **"+name(1)+"** (lap 2: ⏰ **you** −2)")
	must(t, pageOf(g, 1, ""), "You did not win.** You: **Good dream**. Good dreams asleep: 0, Nightmares: 2.", "the last **you** (lap 2: ⏰ **"+name(0)+"** −2)")
	never(t, pageOf(g, 1, ""), "You were woken") // the reason says it
	must(t, pageOf(g, 4, ""), "Visions: 1 of 5.")
	var said []string
	for _, viewer := range []games.Viewer{games.Seat(1).Viewer(), {}} { // the chart is on the board
		for _, line := range picture.End(view.Of(g.S, viewer)).Alt {
			said = append(said, catalogue(t).Say(text.English, line, fortresstest.Plain{}))
		}
	}
	must(t, strings.Join(said, "\n"), name(1)+" (you): Good dream, awake.", "Floors of the sides together, after laps 0 to 2.\nNightmares: 20 17 15.\nGood dreams: 20 5 0.\nSigmund: 10 7 4.")
	g = fortresstest.Sit(t, "sigmund@shop:5+wings+door+quilt+tale gooddream@city:3+boots nightmare@shop:4 gooddream@house:5 nightmare@forest:8").Dice(kit.FaceVision, kit.FaceMove, kit.FaceMove)
	g.Play("0: steal 1 boots")
	g.Won(0)
	must(t, pageOf(g, games.Nobody, ""), "has five Visions. The last was “Seven-League Boots”, from **"+name(1)+"**")
	must(t, pageOf(g, 0, ""), "**Sigmund** (you) has five Visions")
	must(t, pageOf(g, 3, ""), "Good dreams asleep: 2, Nightmares: 2.")
	g = fortresstest.Sit(t, "nightmare@city:4 gooddream@city:4 nightmare@shop:4 gooddream@house:5 william@forest:8").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Beds[0].Place, g.S.Beds[3].Place = kit.House, kit.House
	g.S.Report(kit.Event{Kind: kit.Rolled, Seat: 0, To: games.Nobody, What: "attack move move"}) // as a turn begins
	g.Play("0: attack 3 +0")
	must(t, pageOf(g, 1, ""), "The last turn: **"+name(0)+"**: ⏰ **"+name(3)+"** −2 → 3", "Since your last turn:** "+name(3)+" 5→3")
	never(t, pageOf(g, 1, ""), "dice without use")
}

// There is no chart of one lap.
func TestChartOfOneLap(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	g.S.Phase, g.S.Lap, g.S.Why, g.S.Win = kit.Over, kit.LastLap+5, kit.WhyWon, []games.Seat{0}
	g.S.Course = [][]int{{10, 10, 10, 10, 10}}
	if got := len(picture.End(view.Of(g.S, games.Viewer{})).Alt); got != 2+5 {
		t.Errorf("there is a chart of one lap: %d lines", got)
	}
}

// No floor that has changed since a player's own last turn is missing on their panel,
// however many play and whatever else it has to say.
func TestNoFloorIsMissing(t *testing.T) {
	changed, bare := 0, 0
	for seats := 4; seats <= 9; seats++ {
		floors := map[int][]int{} // by how many events had been told
		strong := func(games.Seat, kit.Role) games.Strength { return games.Strong }
		fortresstest.Watch(t, seats, 3, map[string]string{"crowd": []string{"no", "yes"}[seats%2]}, fortresstest.EveryRole, strong, func(s rules.State) {
			var now []int
			for _, b := range s.Beds {
				now = append(now, b.Sleep)
			}
			floors[s.Lately.Told()] = now
			for me := range games.Seat(seats) {
				before, known := floors[s.Lately.Read[me]]
				if now[me] == 0 || s.Phase == kit.Dusk || s.Phase == kit.Over || !known {
					continue
				}
				v := view.Of(s, me.Viewer())
				page := ""
				for seat, floor := range now {
					if floor == before[seat] {
						continue
					}
					if page == "" {
						page = strings.ReplaceAll(shown(t, v, ""), "**", "")
						for _, icon := range label.VisionIcons {
							page = strings.ReplaceAll(page, icon, "")
						}
					}
					who := name(games.Seat(seat))
					if games.Seat(seat) == me {
						who = "you"
					}
					want := fmt.Sprintf("%s %d→%d", who, before[seat], floor)
					if floor == 0 {
						want = who + " →☀️"
					}
					must(t, page, want)
					changed++
					if wordingOf(v, 0).Form == news.FormBare {
						bare++
					}
				}
			}
			if t.Failed() {
				t.FailNow()
			}
		})
	}
	t.Logf("%d changes, %d of them without who made them", changed, bare)
	if changed < 1000 || bare > changed/5 {
		t.Errorf("%d changes, %d of them without who made them", changed, bare)
	}
}

// Where a floor names who changed it by a sign, that sign stands before a name, however long
// names are and a player whose floor stayed the same.
func TestNoSignIsMissing(t *testing.T) {
	told := 0
	for seats := 5; seats <= 9; seats++ {
		strong := func(games.Seat, kit.Role) games.Strength { return games.Strong }
		fortresstest.Watch(t, seats, 5, nil, fortresstest.EveryRole, strong, func(s rules.State) {
			for me := range games.Seat(seats) {
				v := view.Of(s, me.Viewer())
				if !worded(v) || v.Phase == kit.Over {
					continue
				}
				for _, fewer := range []int{0, mostSpare, mostFewer} {
					l := wordingOf(v, fewer)
					if l.Form != news.FormSigns {
						continue
					}
					line := catalogue(t).Say(text.English, l.Floors, fortresstest.Plain{})
					for seat := range games.Seat(seats) {
						with := label.Signs[seat] + " " + name(seat)
						if seat != me && strings.Count(line, label.Signs[seat]) > strings.Count(line, with) {
							told++
							must(t, line, with)
						}
					}
				}
			}
			if t.Failed() {
				t.FailNow()
			}
		})
	}
	if told < 100 {
		t.Errorf("only %d signs were told", told)
	}
}

// The news of those awake are those of a lap, and say so, however long the others play on. Who
// woke reads it for a lap.
func TestNewsOfThoseAwake(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:1 nightmare@city gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	must(t, pageOf(g, 1, ""), "In the last lap:**", "**you →☀️** (Good dream, ", "You were woken in lap 2")
	for g.S.Lap < 5 || g.S.Active != 3 {
		g.Expire()
	}
	v := view.Of(g.S, games.Seat(1).Viewer())
	began := map[games.Seat]int{} // turns
	for _, turn := range kit.Turns(v.Since) {
		began[v.Since[turn.From].Seat]++
	}
	for seat, n := range began {
		if n > 1 && seat != g.S.Active {
			t.Errorf("seat %d has %d turns in the news of a lap", seat, n)
		}
	}
	if len(began) < 3 {
		t.Errorf("the news of a lap are of %d players", len(began))
	}
	must(t, pageOf(g, 1, pathHelp), "[In the last lap] since")
	must(t, pageOf(g, 1, pathSince), "What has happened in the last lap")
	never(t, pageOf(g, 1, ""), "**you →☀️**", "Since your last turn")
	must(t, pageOf(g, 2, ""), "Since your last turn")
	if n := len(g.S.Lately.Events); n > 60 {
		t.Errorf("%d events are kept for those who are awake", n)
	}
}

// An Insight that is answered is told with what came of it, the player who answered: its
// receiver, or the rules when the time ran out.
func TestInsightsAreToldWithTheirOutcome(t *testing.T) {
	told := 0
	easy := func(games.Seat, kit.Role) games.Strength { return games.Easy }
	for seats := 4; seats <= 9; seats++ {
		bare := map[string]bool{} // an Insight without more words
		for seat := range games.Seat(seats) {
			bare["👁️ **"+name(seat)+"**"] = true
		}
		fortresstest.Watch(t, seats, 11, nil, func(kit.Role) bool { return seats%2 == 0 }, easy, func(s rules.State) {
			v := view.Of(s, games.Seat(0).Viewer())
			for _, c := range news.Chapters(v, v.Since) {
				_, deeds, _ := strings.Cut(catalogue(t).Say(text.English, c.Say(v), fortresstest.Plain{}), ": ")
				for words := range strings.SplitSeq(deeds, " · ") {
					if strings.HasPrefix(words, "👁️") {
						told++
					}
					if bare[words] && s.Letter == nil {
						t.Fatalf("%q is told of an Insight that is answered", words)
					}
				}
			}
		})
	}
	if told < 100 {
		t.Errorf("only %d Insights were told", told)
	}
	for _, late := range []kit.Insight{kit.Lose1 + " G", kit.Lose1 + " N", kit.Toll + " G"} {
		g := fortresstest.Sit(t, "nightmare@city gooddream@city:7+boots nightmare@city gooddream@house william@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
		g.Pass(late, 1, "")
		for g.S.Letter != nil {
			g.Expire()
		}
		outcome := " −1 → 6"
		if late == kit.Lose1+" N" {
			outcome = ": nothing"
		}
		for _, path := range []string{pathSince, pathLap + "/2"} {
			page := strings.ReplaceAll(pageOf(g, 2, path), "**", "")
			must(t, page, "👁️ "+name(1)+outcome)
			never(t, page, "time ran out")
		}
	}
}

// While the table talks, whose “Go on” is pressed reads why there is no button for it, also where
// the bot pressed. Those awake read who presses.
func TestWhyThereIsNoGoOn(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:0 nightmare@city gooddream@house william@forest")
	g.S.Phase, g.S.Until, g.S.Asked = kit.Talk, g.At+30*time.Second, games.Nobody
	must(t, pageOf(g, 0, ""), "[Go on] ready")
	g.S.Beds[0].Ready = true
	must(t, pageOf(g, 0, ""), "“Go on” is pressed; the others are still talking.")
	must(t, pageOf(g, 1, ""), "Those asleep are talking.** They press “Go on”.")
	never(t, pageOf(g, 0, "")+pageOf(g, 1, ""), "[Go on]")
}

// Where all sleepers are in one place it is named, because its sign alone looks like that of the
// first name. Who had no turn yet reads of the night. An attack with bonuses says how it adds up.
func TestFirstLapReadsWell(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city nightmare@city gooddream@city william@city").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Lap = 1
	must(t, lettered(pageOf(g, 1, "")), "🌊 City: **you 10**, A 10")
	g.Play("0: attack 1 +1")
	must(t, lettered(pageOf(g, 1, "")), "**Since nightfall:**")
	must(t, lettered(pageOf(g, 1, pathSince)), "−3 (2+1)")
	g.S.Lap = 2
	must(t, lettered(pageOf(g, 1, "")), "**Since your last turn:**")
}
