package page

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// a reader looks at the pages of a seat and presses what is on them.
type reader struct {
	*somnicumtest.Table
	seat games.Seat
	path string
}

// page is the page that the reader has open.
func (r *reader) page() ui.Page {
	return At(view.Of(r.S, r.seat.Viewer()), r.path)
}

// links are all links of the page that can be pressed.
func links(p ui.Page) []ui.Link {
	var list []ui.Link
	for _, c := range p.Controls {
		switch {
		case c.Off:
		case len(c.Menu) == 0:
			list = append(list, c.To)
		default:
			for _, o := range c.Menu {
				list = append(list, o.To)
			}
		}
	}
	return list
}

// press presses a control of the open page. A move leads to the first page.
func (r *reader) press(to ui.Link) {
	r.Helper()
	if !slices.Contains(links(r.page()), to) {
		r.Fatalf("the page %q has no %v: %v", r.path, to, links(r.page()))
	}
	r.path = to.To
	if to.Kind == ui.KindDo {
		r.path = ""
		r.Move(to.To)
	}
}

// said is what is on a page, in a language: its lines, its pictures in words, and the labels
// of its controls.
func said(t *testing.T, lang text.Lang, p ui.Page) string {
	t.Helper()
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	say := func(x ui.Text) { lines = append(lines, c.Say(lang, x, somnicumtest.PlainWords{})) }
	for _, l := range append([]ui.Text{p.Title}, p.Lines...) {
		say(l)
	}
	for _, pic := range p.Pictures {
		for _, l := range pic.Alt {
			say(l)
		}
	}
	for _, k := range p.Controls {
		say(k.Label)
		for _, o := range k.Menu {
			say(o.Label)
			say(o.Hint)
		}
	}
	return strings.Join(lines, "\n")
}

// TestTurnInThreePresses: a way in the menu, the card, and its level. A card that draws
// encounters needs one press more.
func TestTurnInThreePresses(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower")
	b.Fill()
	b.S.Ring[1], b.S.Dreamers[0].Hand = somnicumtest.DreamOf(t, "key rose"), nil
	r := &reader{b, 0, ""}
	r.press(ui.Open("spin/b/2"))
	r.press(ui.Do(kit.Move{Verb: kit.Spin, Wheel: kit.Black, Steps: 2}))
	r.press(ui.Do(kit.Move{Verb: kit.Lay, Level: 2}))
	b.Is("turn", b.S.Turn, games.Seat(1))

	b = somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower")
	b.Fill()
	b.S.Ring[1], b.S.Dreamers[0].Hand = somnicumtest.DreamOf(t, "cat"), nil
	b.Is("draws an encounter", b.S.Ring[1].Card().Meets, true)
	r = &reader{b, 0, ""}
	r.press(ui.Open("spin/b/2"))
	r.press(ui.Do(kit.Move{Verb: kit.Spin, Wheel: kit.Black, Steps: 2}))
	r.press(ui.Do(kit.Move{Verb: kit.Lay, Level: 2}))
	r.press(ui.Do(kit.Move{Verb: kit.Keep, Encounter: b.S.Offer[0]}))
}

// TestWayTellsEverything: a way says its card, its price or gift, where it fits, and how
// likely the round ends. So does the page that it opens.
func TestWayTellsEverything(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower")
	b.Fill()
	b.S.Ring = append([]kit.Dream{somnicumtest.DreamOf(t, "tower crown"), somnicumtest.DreamOf(t, "octopus")}, make([]kit.Dream, 14)...)
	b.S.Ring[5], b.S.Ring[6], b.S.Ring[7] = 70, 71, 72
	b.S.Wheels = [2]int{0, 1}
	b.S.Dreamers[0].Goal = 6 // has neither of them
	r := &reader{b, 0, ""}
	for lang, want := range map[text.Lang][]string{
		text.English: {"1 step → F1: tower, crown ★?\n+2 sand, no break on level 1, 2, round ends: 5", "1 step → S2: octopus ★★\n+2 sand, no break on level 2, break on level 1"},
		text.Russian: {"1 шаг → С1: башня, корона ★?\n+2 песка, без разрыва на ур. 1, 2, конец раунда 5", "1 шаг → М2: осьминог ★★\n+2 песка, без разрыва на ур. 2, с разрывом на ур. 1"},
	} {
		for _, w := range want {
			if got := said(t, lang, r.page()); !strings.Contains(got, w) {
				t.Errorf("the menu in %s says\n%s\nand not\n%s", lang, got, w)
			}
		}
	}
	r.press(ui.Open("spin/b/1"))
	got := said(t, text.English, r.page())
	for _, want := range []string{
		"Moon flywheel, 1 step", "tower, crown", "You draw 2 tokens", "Chance that the round ends: 5",
		"**Level 1**: matches — tower · **+1★** · an encounter", "**Level 2**: the first card · **+2★** · an encounter out of 2",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the preview says\n%s\nand not %q", got, want)
		}
	}
	if len(r.page().Pictures) != 1 {
		t.Error("no preview in the picture of the dream")
	}
}

// TestGiftOfAnEmptyBag: a way promises no more tokens than the bag has.
func TestGiftOfAnEmptyBag(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	for bag, want := range map[int]int{0: 0, 1: 1, 5: 2} {
		v := view.Of(b.S, games.Seat(0).Viewer())
		v.Bag = bag
		b.Is("gift", v.Way(kit.Black, 1).Gift, want)
	}
}

// TestMenuForEachFlywheel: up to nine tokens, one menu has all ways; from ten on, each
// flywheel has one.
func TestMenuForEachFlywheel(t *testing.T) {
	b := somnicumtest.Sit(t, 4)
	all := append(slices.Clone(b.S.Bag), b.S.Dreamers[0].Sand...)
	for n, want := range map[int][]int{0: {6}, 9: {24}, 10: {13, 13}, 21: {24, 24}} {
		b.S.Dreamers[0].Sand, b.S.Bag = slices.Clone(all[:n]), slices.Clone(all[n:])
		slices.Sort(b.S.Dreamers[0].Sand)
		var got []int
		r := &reader{b, 0, ""}
		for _, c := range r.page().Controls {
			if len(c.Menu) > 0 {
				got = append(got, len(c.Menu))
			}
		}
		b.Is("menus", got, want)
	}
}

// TestParticleIsShownBeforeItIsAdded: the card has it in the picture, and the press adds
// it. Where tokens have different backs, the player says which goes where.
func TestParticleIsShownBeforeItIsAdded(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "whale whale-b tower")
	r := &reader{b, 0, ""}
	plain := r.page().Pictures[0].Key
	r.press(ui.Open("add"))
	r.press(ui.Open(addPath(1, somnicumtest.ParticleOf(t, "tower"))))
	if r.page().Pictures[0].Key == plain {
		t.Error("the preview looks like the dream as it is")
	}
	b.Is("ways to add a tower", len(r.page().Controls), 2)
	r.path = addPath(1, somnicumtest.ParticleOf(t, "whale"))
	got := said(t, text.English, r.page())
	for _, want := range []string{"Place sand, return blank", "Place blank, return sand"} {
		if !strings.Contains(got, want) {
			t.Errorf("two different whales: no %q in\n%s", want, got)
		}
	}
	r.press(ui.Do(kit.Move{Verb: kit.Add, Level: 1, Token: kit.TokenOf(somnicumtest.ParticleOf(t, "whale"), true), Back: kit.TokenOf(somnicumtest.ParticleOf(t, "whale"), false)}))
	b.Is("added", b.S.Dreamers[0].Rows[0][0].Added, somnicumtest.Sand(t, "whale-b"))
}

// TestEncounterChoices: each choice of an encounter is named in both languages.
func TestEncounterChoices(t *testing.T) {
	for name, want := range map[string][2]string{
		"darning-spider": {"Level 1: the break 1–2", "Ур. 1: убрать разрыв 1–2"},
		"night-lamp":     {"Falling, level 1", "Падение, ур. 1"},
		"mirror-lift":    {"Swap the ends of rows 1 and 2", "Поменять концы рядов 1 и 2"},
	} {
		t.Run(name, func(t *testing.T) {
			b := somnicumtest.Sit(t, 2)
			b.Build(0, 1, "dragon", "whale", "falling", "mermaid")
			b.Build(0, 2, "rocket")
			e := b.Give(0, name)
			r := &reader{b, 0, ""}
			r.press(ui.Open(meetPath(e)))
			for i, lang := range []text.Lang{text.English, text.Russian} {
				if got := said(t, lang, r.page()); !strings.Contains(got, want[i]) {
					t.Errorf("no %q in\n%s", want[i], got)
				}
			}
		})
	}
}

// TestEffectsAreSentences: a space is between what an encounter does and what it does
// besides. The bot trims literal texts, since it takes them for what people wrote.
func TestEffectsAreSentences(t *testing.T) {
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	together := regexp.MustCompile(`\pL\.\pL`)
	for e := 1; e < len(kit.Boxed.Encounters); e++ {
		for _, lang := range text.Langs {
			if s := c.Say(lang, encounterLine(kit.Encounter(e), effects(kit.Encounter(e))), somnicumtest.PlainWords{}); together.MatchString(s) {
				t.Errorf("no space between sentences: %s", s)
			}
			if s := c.Say(lang, effects(kit.Encounter(e)), somnicumtest.PlainWords{}); len([]rune(s)) > 100 {
				t.Errorf("%d characters do not fit under a line of a menu: %s", len([]rune(s)), s)
			}
		}
	}
}

// TestOthersSeeNoSecrets: the page of a dream has the marks of a goal for its owner only.
func TestOthersSeeNoSecrets(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "dragon tower")
	b.S.Dreamers[0].Goal = 1
	for !b.S.Dreamers[0].Goal.Card().Particles.Has(somnicumtest.ParticleOf(t, "dragon")) {
		b.S.Dreamers[0].Goal++
	}
	key := func(v games.Viewer) string {
		return At(view.Of(b.S, v), "dream/0").Pictures[0].Key
	}
	own, other, public := key(games.Seat(0).Viewer()), key(games.Seat(1).Viewer()), key(games.Viewer{})
	if own == other || other != public {
		t.Errorf("the dream has the keys %s, %s and %s", own, other, public)
	}
}

// TestEmptyDream: a dream without a card is said, and not drawn as an empty strip.
func TestEmptyDream(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	p := At(view.Of(b.S, games.Viewer{}), "dream/1")
	if len(p.Pictures) > 0 {
		t.Errorf("%d pictures of nothing", len(p.Pictures))
	}
	for lang, want := range map[text.Lang]string{text.English: "There is no card here yet.", text.Russian: "Здесь пока нет ни одной карты."} {
		if got := said(t, lang, p); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestWhoPlacedTheFlywheels: the first turn belongs to the next player, and not to the player who
// placed the flywheels before it.
func TestWhoPlacedTheFlywheels(t *testing.T) {
	b := somnicumtest.Sit(t, 3)
	b.Move("spin b 3")
	var lines []string
	for l := range strings.Lines(said(t, text.English, At(view.Of(b.S, games.Viewer{}), pathNews))) {
		if strings.Contains(l, "Player ") {
			lines = append(lines, l)
		}
	}
	if len(lines) != 2 || !strings.Contains(lines[0], "Player 2") || !strings.Contains(lines[1], "Player 0") {
		t.Errorf("the news are %q", lines)
	}
}

// TestWinners: one winner or several, in both languages.
func TestWinners(t *testing.T) {
	v := somnicumtest.Ended()
	for lang, want := range map[text.Lang]string{text.English: "Winners together: **Player 1, Player 3**", text.Russian: "Общая победа: **Player 1, Player 3**"} {
		if got := said(t, lang, At(v, "")); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	v.Winners = v.Winners[:1]
	if got := said(t, text.English, At(v, "")); !strings.Contains(got, "Winner: **Player 1**") {
		t.Errorf("one winner:\n%s", got)
	}
}
