package page

import (
	"strconv"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/news"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
	"oneiros/games/text"
)

// reads checks what a viewer's first page says, and what it does not.
func reads(b *somnicumtest.Table, v games.Viewer, lang text.Lang, want []string, not ...string) {
	b.Helper()
	got := said(b.T, lang, At(view.Of(b.S, v), ""))
	for _, w := range want {
		if !strings.Contains(got, w) {
			b.Errorf("no %q in\n%s", w, got)
		}
	}
	for _, w := range not {
		if strings.Contains(got, w) {
			b.Errorf("%q in\n%s", w, got)
		}
	}
}

// newRing is a ring of cards by their particles, beginning at the first place.
func newRing(b *somnicumtest.Table, cards ...string) {
	b.Fill()
	for i, c := range cards {
		b.S.Ring[i] = somnicumtest.DreamOf(b.T, c)
	}
}

// TestSinceYourLastTurn: on their turn, a player reads who took which card and where it
// went, and not what was before their last turn.
func TestSinceYourLastTurn(t *testing.T) {
	b := somnicumtest.Sit(t, 3)
	newRing(b, "dragon tower", "key rose", "whale") // none of them draws an encounter
	b.Move("spin b 1", "lay 1")
	b.Move("spin b 1", "lay 1")
	reads(b, games.Seat(0).Viewer(), text.English, []string{"Turn order: Player 2, **you**", "**You**: 🌙 F1 dragon, tower → lvl 1 +1★", "**Player 1**: 🌙 F2 key, rose → lvl 1 +1★, sand +2"})
	b.Move("spin b 1", "lay 1")
	for lang, want := range map[text.Lang][]string{
		text.English: {"Since your last turn\n**Player 1**: 🌙 F2 → lvl 1 +1★\n**Player 2**: 🌙 S3 → lvl 1 +1★", "Without goals ★: 1. you 1, 1. Player 1 1, 1. Player 2 1."},
		text.Russian: {"С вашего прошлого хода\n**Player 1**: 🌙 С2 → ур. 1 +1★\n**Player 2**: 🌙 М3 → ур. 1 +1★", "Очки без тайных целей: 1. вы 1, 1. Player 1 1, 1. Player 2 1."},
	} {
		reads(b, games.Seat(0).Viewer(), lang, want, "dragon, tower → lvl 1")
	}
	reads(b, games.Viewer{}, text.English, []string{"**Player 2**: 🌙 S3 whale → lvl 1 +1★"}, "key, rose")
	all := said(t, text.English, At(view.Of(b.S, games.Seat(0).Viewer()), pathNews))
	for _, want := range []string{"What has happened since your last turn", "Player 1", "+2 sand"} {
		if !strings.Contains(all, want) {
			t.Errorf("the page of all news has no %q:\n%s", want, all)
		}
	}
}

// TestOutOfTimeIsNews: what the game did for a player whose time was over is news to them.
func TestOutOfTimeIsNews(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	newRing(b, "key rose")
	b.Expire()
	b.Move("spin b 1", "lay 1")
	reads(b, games.Seat(0).Viewer(), text.English, []string{"**You**: ⏳ out of time", "**Player 1**"})
}

// TestWhyATotalFell: a player reads what their turn did to their points.
func TestWhyATotalFell(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon tower")
	newRing(b, "falling")
	b.S.Dreamers[0].Goal = 1
	for b.S.Dreamers[0].Goal.Card().Particles&somnicumtest.DreamOf(t, "falling").Card().Particles != 0 {
		b.S.Dreamers[0].Goal++ // it would make up for the eyes
	}
	was := b.S.Dreamers[0].Score().Total
	b.Move("spin b 1", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.Is("points", b.S.Dreamers[0].Score().Total, was-1)
	reads(b, games.Seat(0).Viewer(), text.English, []string{"!1 Falling 👁 → lvl 1 ⚡ −1★, sand +2 · total " + label.Signed(was).Args[0].(string)[1:] + " → **"})
}

// TestRoundsEndIsNews: every player reads how a round ended and what every player had then.
func TestRoundsEndIsNews(t *testing.T) {
	b := somnicumtest.Sit(t, 3)
	b.Build(0, 1, "dragon tower")
	b.S.Ring = append(b.S.Ring[:4:4], make([]kit.Dream, 17)...)
	b.S.Wheels = [2]int{0, 2}
	b.Begin(1)
	b.Move("spin b 3", "lay 1")
	for b.S.Phase != kit.Setting {
		b.Move("done")
	}
	for seat := range games.Seat(3) {
		reads(b, seat.Viewer(), text.English, []string{"Round 2/3. Round 1: few cards were left (Player 1)", "Without goals ★: 1. "})
	}
	reads(b, games.Viewer{}, text.English, []string{"Round 1 is over: few cards were left (Player 1). Player 0 1★, Player 1 "})
	b.S.Ended[0].Points = nil // as an older position has it
	reads(b, games.Viewer{}, text.English, []string{"Round 1 is over: few cards were left (Player 1)"}, "Player 0 1★")
}

// TestPlacingIsNoTurn: the player who ended a round and placed the flywheels still reads their last
// turn, and why the round ended.
func TestPlacingIsNoTurn(t *testing.T) {
	b := somnicumtest.Sit(t, 3)
	b.S.Ring = append(b.S.Ring[:4:4], make([]kit.Dream, 17)...)
	b.S.Wheels = [2]int{0, 2}
	b.Begin(1)
	b.Move("spin b 3", "lay 1")
	for b.S.Phase != kit.Setting {
		b.Move("done")
	}
	b.Move("set 20")
	reads(b, games.Seat(1).Viewer(), text.English, []string{"**You**: 🌙 ", "Round 1: few cards were left (Player 1)"}, "the moon flywheel before")
	reads(b, games.Seat(1).Viewer(), text.Russian, []string{"**Вы**: 🌙 ", "Раунд 1: осталось мало карт (Player 1)"}, "лунный маховик перед")
}

// TestHowEverybodyStands: a panel says the own points with the goal and without it, beside what
// every player can count of the others, and what the own lasting encounters do.
func TestHowEverybodyStands(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon tower")
	b.Build(1, 1, "key rose")
	b.Hold(0, "dragon tower crown cat key")
	b.S.Dreamers[0].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "owl-money-box")}
	b.S.Dreamers[0].Hand, b.S.Dreamers[1].Hand = nil, nil
	reads(b, games.Seat(0).Viewer(), text.English, []string{"** = 3 + 🎯", "Without goals ★: 1. you 3, 2. Player 1 1.", "+2★ for 5 tokens (now 2)"})
	reads(b, games.Seat(0).Viewer(), text.Russian, []string{"** = 3+🎯", "Очки без тайных целей: 1. вы 3, 2. Player 1 1.", "+2★ за 5 жетонов (сейчас 2)"})
	reads(b, games.Seat(1).Viewer(), text.English, []string{"** = 1 + 🎯", "Without goals ★: 1. Player 0 3, 2. you 1."}, "for 5 tokens")
}

// TestPlayedEncounterSaysWhatItDoes: the news tell it in a few words beside the name.
func TestPlayedEncounterSaysWhatItDoes(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.S.Dreamers[0].Hand = []kit.Encounter{somnicumtest.EncounterOf(t, "dew-watercolours")}
	b.Move("play " + strconv.Itoa(int(somnicumtest.EncounterOf(t, "dew-watercolours"))))
	for seat, who := range map[games.Seat]string{0: "You", 1: "Player 0"} {
		v := view.Of(b.S, seat.Viewer())
		c, err := text.Load(text.Common(), words.Info().Locale)
		if err != nil {
			t.Fatal(err)
		}
		want := "**" + who + "**: 🎭 Dew Watercolours (+3 sand, 2 more particles a turn, another plot for 1 token) −1★, sand +3"
		if got := c.Say(text.English, news.Line(v, v.Latest(), news.Medium), somnicumtest.PlainWords{}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEncountersThatCanBePlayed: the button says which encounter can be played now. There
// is none without an encounter in hand, whatever lies on the table.
func TestEncountersThatCanBePlayed(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	me := games.Seat(0).Viewer()
	b.S.Dreamers[0].Hand = nil
	b.S.Dreamers[1].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "owl-money-box")}
	reads(b, me, text.English, nil, "Encounters:", "Play “")
	b.S.Dreamers[0].Hand = []kit.Encounter{somnicumtest.EncounterOf(t, "darning-spider")} // there is no break to mend
	reads(b, me, text.English, []string{"Encounters: 1"}, "Play “")
	b.S.Dreamers[0].Hand = kit.Put(b.S.Dreamers[0].Hand, somnicumtest.EncounterOf(t, "pocket-of-the-sandman"))
	reads(b, me, text.English, []string{"Play “The Sandman's Pocket”"}, "Encounters:")
	list := said(t, text.English, At(view.Of(b.S, me), pathMeet))
	if !strings.Contains(list, "You can play now: The Sandman's Pocket.") || !strings.Contains(list, "Not now: ") {
		t.Errorf("the list does not say what can be played now:\n%s", list)
	}
	give := func(name string) {
		b.S.Dreamers[0].Hand = kit.Put(b.S.Dreamers[0].Hand, somnicumtest.EncounterOf(t, name))
	}
	give("pocket-of-the-sandman")
	give("draught-from-nowhere")
	reads(b, me, text.English, []string{"Encounter cards: 3 of 4 playable"}, "Play “") // two of them are alike
	reads(b, me, text.Russian, []string{"Карты встреч: можно 3 из 4"})
	b.S.Phase = kit.Closing // where there is room for both names
	reads(b, me, text.English, []string{"Play “The Sandman's Pocket”", "Play “A Draught from Nowhere”"}, "playable")
	b.S.Phase = kit.Closing
	b.S.Dreamers[0].Hand = []kit.Encounter{somnicumtest.EncounterOf(t, "darning-spider")}
	reads(b, me, text.English, []string{"Your turn: end it"})
}

// TestSecondBrush: the button says how many particles can still be added.
func TestSecondBrush(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "tower crown")
	me := games.Seat(0).Viewer()
	reads(b, me, text.English, []string{"Add a particle"})
	b.S.Dreamers[0].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "second-brush")}
	reads(b, me, text.English, []string{"Add particles (up to 2)"})
	reads(b, me, text.Russian, []string{"Добавить частицы (до 2)"})
	b.Move("add 1 2s")
	reads(b, me, text.English, []string{"Add a particle"}, "up to")
}

// TestEachSunHasItsChance: the picture of the own turn says beside each card how likely the
// round ends by it. One step draws two tokens, and two steps draw one.
func TestEachSunHasItsChance(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Fill()
	b.S.Wheels = [2]int{0, 1}
	v := view.Of(b.S, games.Seat(0).Viewer())
	var chances []int
	for _, w := range v.Ways() {
		if w.Ends > 0 {
			chances = append(chances, label.Percent(w.Ends))
		}
	}
	if len(chances) != 2 || chances[0] == chances[1] {
		t.Fatalf("the chances are %v", chances)
	}
	for _, n := range chances {
		reads(b, games.Seat(0).Viewer(), text.English, []string{"🌅" + strconv.Itoa(n) + "%", "pink sun"})
	}
}

// TestNearTheEnd: the board says what a red 0 means, and the last cards of a round.
func TestNearTheEnd(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.S.Wheels = [2]int{3, 3}
	reads(b, games.Viewer{}, text.English, []string{"🔴 0 between the flywheels: the round may end, "})
	b.S.Wheels = [2]int{0, 8}
	reads(b, games.Viewer{}, text.English, nil, "🔴", "🌅")
	for i := 4; i < 8; i++ {
		b.S.Ring[i], b.S.Ring[i+6] = 0, 0
	}
	b.S.Ring[2], b.S.Ring[3] = 0, 0
	b.S.Ring[15], b.S.Ring[14] = 0, 0
	b.S.Bag = somnicumtest.Sand(t, "dragon tower crown") // no blank back ends the round
	reads(b, games.Viewer{}, text.English, []string{"left in the round"})
}

// TestWhyItEnded: each player reads what decided, and the public why the winner won. What
// lasting encounters paid is named.
func TestWhyItEnded(t *testing.T) {
	v := somnicumtest.Ended()
	owl := somnicumtest.EncounterOf(t, "owl-money-box")
	for i := range v.Dreamers {
		v.Dreamers[i].Dreams = kit.Score{Levels: [kit.Levels]int{9, 4, 0}, Goal: i, Total: 13 + i}
	}
	v.Dreamers[3].Open, v.Dreamers[3].Sand = []kit.Encounter{owl}, 9
	v.Dreamers[3].Dreams.Levels[2], v.Dreamers[3].Dreams.Total = 12, 28
	v.Winners = []games.Seat{3}
	page := func(me games.Seat) string {
		v.Me = me
		return said(t, text.English, At(v, ""))
	}
	for me, want := range map[games.Seat]string{
		games.Nobody: "🏆 Winner: **Player 3**\n28 to 15 (Player 2). Decided by level 3 (12 : 0), goal (3 : 2).",
		3:            "**You won**, 28 to 15 (Player 2). Decided by level 3 (12 : 0), goal (3 : 2).",
		0:            "**Place 4 of 4.** 13 to 28 (Player 3). Decided by level 3 (0 : 12), goal (0 : 3).",
		1:            "**Place 3 of 4.** 14 to 28 (Player 3).",
	} {
		if got := page(me); !strings.Contains(got, want) {
			t.Errorf("seat %d reads\n%s\nand not\n%s", me, got, want)
		}
	}
	for me, want := range map[games.Seat]string{3: "\nyou: The Owl Money Box +2.", 0: "\nPlayer 3: The Owl Money Box +2."} {
		if got := page(me); !strings.Contains(got, want) {
			t.Errorf("seat %d reads\n%s\nand not\n%s", me, got, want)
		}
	}
	v.Dreamers[2].Dreams = v.Dreamers[3].Dreams
	v.Winners, v.Dreamers[2].Sand = []games.Seat{3}, 4
	if got := page(3); !strings.Contains(got, "Sand decided: 9 to 4.") || !strings.Contains(got, "sand 9;") || !strings.Contains(got, "sand 4;") {
		t.Errorf("a tie:\n%s", got)
	}
	v.Winners, v.Dreamers[2].Sand = []games.Seat{2, 3}, 9
	if got := page(3); !strings.Contains(got, "You won together") {
		t.Errorf("a shared victory:\n%s", got)
	}
}

// TestSandBringsPoints: where a lasting encounter pays for sand, the news count what a step
// brought by it, as the total does.
func TestSandBringsPoints(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	newRing(b, "dragon tower")
	b.Hold(0, "tower crown cat key")
	b.S.Dreamers[0].Open, b.S.Dreamers[0].Hand = []kit.Encounter{somnicumtest.EncounterOf(t, "owl-money-box")}, nil
	b.Move("spin b 1", "lay 1")
	b.Is("points", b.S.Dreamers[0].OpenScore().Total, 3)
	for seat, who := range map[games.Seat]string{0: "**You**", 1: "**Player 0**"} {
		reads(b, seat.Viewer(), text.English, []string{who + ": 🌙 F1 dragon, tower → lvl 1 +3★"})
	}
}

// TestAddedParticleIsNews: the first page tells of a particle that was added, and short lines
// do, too.
func TestAddedParticleIsNews(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "key rose")
	b.Hold(0, "tower")
	newRing(b, "dragon tower")
	b.Move("add 1 2s", "spin b 1", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	v := view.Of(b.S, games.Seat(1).Viewer())
	want := "**Player 0**: ✨ tower on level 1, 🌙 F1 → lvl 1 +1★"
	if got := c.Say(text.English, news.Line(v, v.Latest(), news.Short), somnicumtest.PlainWords{}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	reads(b, games.Seat(1).Viewer(), text.English, []string{"**Player 0**: ✨ tower on level 1, 🌙 F1"})
	reads(b, games.Seat(1).Viewer(), text.Russian, []string{"**Player 0**: ✨ башня на ур. 1, 🌙 С1"})
}

// TestCardBringsWhatLastingEncountersPay: a page before a move counts what sand, breaks and
// nightmares bring by lasting encounters, as the score does afterwards.
func TestCardBringsWhatLastingEncountersPay(t *testing.T) {
	for name, c := range map[string]struct{ cards, sand, card string }{
		"owl-money-box": {"dragon", "tower crown cat", "dragon tower"},
		"plush-guard":   {"dragon", "tower", "falling"},
		"golden-glue":   {"dragon/tower/crown", "tower", "cat"},
	} {
		b := somnicumtest.Sit(t, 2)
		b.Build(0, 1, strings.Split(c.cards, "/")...)
		b.Hold(0, c.sand)
		newRing(b, c.card)
		b.S.Dreamers[0].Open, b.S.Dreamers[0].Hand = []kit.Encounter{somnicumtest.EncounterOf(t, name)}, nil
		was := b.S.Dreamers[0].Score().Total
		page := said(t, text.English, At(view.Of(b.S, games.Seat(0).Viewer()), pathSpin+"/b/1"))
		b.Move("spin b 1", "lay 1")
		n := b.S.Dreamers[0].Score().Total - was - len(b.S.Dreamers[0].Hand) - len(b.S.Offer)
		if want := "**" + label.Signed(n).Args[0].(string) + "★**"; !strings.Contains(page, want) {
			t.Errorf("%s: no %q in\n%s", name, want, page)
		}
	}
}

// TestLastingEncounterSaysWhatItPaysNow: the player who holds one reads what it would pay now.
func TestLastingEncounterSaysWhatItPaysNow(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Hold(0, "dragon tower crown cat key")
	b.Begin(0)
	b.Fill()
	owl := b.Give(0, "owl-money-box")
	v := view.Of(b.S, games.Seat(0).Viewer())
	for _, path := range []string{pathMeet, meetPath(owl)} {
		for lang, want := range map[text.Lang]string{text.English: "Now: +2★.", text.Russian: "Сейчас: +2★."} {
			if got := said(t, lang, At(v, path)); !strings.Contains(got, want) {
				t.Errorf("no %q on %s:\n%s", want, path, got)
			}
		}
	}
}

// TestLastTurnsOfTheMatch: the end tells what the others did after the viewer's last turn, and
// in whose turn the last round ended, and why.
func TestLastTurnsOfTheMatch(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	newRing(b, "dragon tower", "key rose")
	b.S.Round, b.S.Ended = kit.Rounds, make([]kit.Ending, kit.Rounds-1)
	b.S.Wheels, b.S.Bag = [2]int{0, 2}, somnicumtest.Sand(t, "whale-b pearl-b crown-b ship-b")
	b.Move("spin w 3", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.Move("spin b 1", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.S.Wheels = [2]int{b.S.Wheels[kit.White], b.S.Wheels[kit.White]}
	b.Move("spin w 3", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.S.Wheels[kit.Black] = kit.Stop(b.S.Ring, b.S.Wheels[kit.White], 1)
	b.Move("spin w 1", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	b.Is("phase", b.S.Phase, kit.Over)
	reads(b, games.Seat(0).Viewer(), text.English, []string{"**Player 1**: ☀️ ", "Round 3 ended on Player 1's turn: the flywheels met, blank back."})
	reads(b, games.Seat(0).Viewer(), text.Russian, []string{"**Player 1**: ☀️ ", "Раунд 3 окончен: маховики сошлись, изнанка пустая (ход: Player 1)."})
	reads(b, games.Seat(1).Viewer(), text.English, []string{"Round 3 ended on your turn: the flywheels met, blank back."}, "→ lvl")
	reads(b, games.Seat(1).Viewer(), text.Russian, []string{"Раунд 3 окончен вашим ходом: маховики сошлись, изнанка пустая."})
	reads(b, games.Viewer{}, text.English, []string{"Round 3 ended on Player 1's turn: "})
}

// TestHandIsTold: a panel always says how many encounters its reader holds, names them, and in
// their turn says which can be played and which later. Of two kinds it says what they do.
func TestHandIsTold(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	me := games.Seat(0).Viewer()
	hold := func(names ...string) {
		b.S.Dreamers[0].Hand = nil
		for _, name := range names {
			b.S.Dreamers[0].Hand = kit.Put(b.S.Dreamers[0].Hand, somnicumtest.EncounterOf(t, name))
		}
	}
	hold()
	reads(b, me, text.English, nil, "🎭", "in hand", "now: ", "later: ")
	hold("seven-league-slippers", "darning-spider", "darning-spider") // there is no break to mend
	reads(b, me, text.English, []string{" + 🎭3 + ", "now: Seven-League Slippers (5 more free steps, +2 sand).", "later: The Darning Spider ×2 (a break removed, +1 sand)."})
	reads(b, me, text.Russian, []string{"+🎭3+", "сейчас: Семимильные тапочки (ещё 5 шагов бесплатно, +2 песка).", "потом: Паучиха-штопальщица ×2 (разрыв убран, +1 песка)."})
	hold("seven-league-slippers", "darning-spider", "draught-from-nowhere", "draught-from-nowhere")
	reads(b, me, text.English, []string{" + 🎭4 + ", "now: Seven-League Slippers (5 more free steps, +2 sand).", "now: A Draught from Nowhere ×2 (a flywheel moved, +2 sand).", "later: The Darning Spider (a break removed, +1 sand)."})
	b.Move("spin b 3", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	reads(b, me, text.English, []string{" + 🎭4", "in hand: Seven-League Slippers, The Darning Spider, A Draught from Nowhere ×2."}, "now: ", "later: ")
	reads(b, games.Seat(1).Viewer(), text.English, nil, "Slippers", "Spider", "Draught")
}

// TestEmptyBagIsNews: that a turn took the last sand of its player is told in every detail,
// and what it took otherwise only where there is room.
func TestEmptyBagIsNews(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	newRing(b, "dragon tower", "key rose", "whale", "pearl", "ship")
	b.Hold(0, "crown cat")
	b.Move("spin b 5", "lay 1")
	for b.S.Phase == kit.Closing {
		b.Move("done")
	}
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	v := view.Of(b.S, games.Seat(1).Viewer())
	for much := news.Terse; much <= news.Medium; much++ {
		for lang, want := range map[text.Lang]string{text.English: ", sand −2 → 0", text.Russian: ", песок −2 → 0"} {
			if got := c.Say(lang, news.Line(v, v.Latest(), much), somnicumtest.PlainWords{}); !strings.HasSuffix(got, want) {
				t.Errorf("%q does not end with %q", got, want)
			}
		}
	}
	v.Dreamers[0].Sand = 1
	if got := c.Say(text.English, news.Line(v, v.Latest(), news.Short), somnicumtest.PlainWords{}); strings.Contains(got, "sand") {
		t.Errorf("%q, and one token is left", got)
	}
}
