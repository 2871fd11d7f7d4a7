package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/games/whenidream"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/picture"
	"oneiros/games/whenidream/view"
)

// plain writes names and moments as long as they get, escaping what Discord
// would need escaped.
type plain struct{}

func (plain) Name(s ui.Name) string    { return strings.Repeat("Ж", 31) + fmt.Sprint(int(s)) }
func (plain) Until(at ui.Until) string { return "<t:1790000000:T>" }
func (plain) Escape(s string) string   { return strings.ReplaceAll(s, "*", `\*`) }

func catalogue(t *testing.T) *text.Catalogue {
	t.Helper()
	c, err := text.Load(text.Common(), whenidream.Game.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const secretWord = "Инопланетянин"

// at is a view of a table of ten by one part in one phase, as full as it gets.
func at(phase kit.Phase, part kit.Part, voice bool) view.View {
	v := view.View{
		Me: games.Nobody, Part: part, Voice: voice, Words: kit.Russian, Faithful: true,
		Phase: phase, Round: 3, Rounds: 10, Dreamer: 2, Circle: make([]kit.Chair, 10),
		Until: 5 * time.Minute, Giver: games.Nobody,
	}
	for i := range v.Circle {
		v.Circle[i] = kit.Chair{Points: 10 + i, Penalties: i % 3, Ready: i%2 == 0, Slept: i < 2}
	}
	v.Me = map[kit.Part]games.Seat{kit.Public: games.Nobody, kit.Dreamer: 2, kit.Spirit: 5}[part]
	add := func(m ...kit.Move) { v.Legal = append(v.Legal, m...) }
	spirit, asleep := part == kit.Spirit, part == kit.Dreamer
	if spirit {
		v.Role = kit.Trickster
	}
	card := func(i int) view.Card {
		side := []kit.Side{kit.Yellow, kit.Blue, kit.Blue, kit.Penalty}[i%4]
		return view.Card{Element: kit.Element{Number: i + 1, Word: fmt.Sprintf("Слово-%d", i+1), Other: "Word"}, Side: side, Skipped: i%4 == 2,
			Guess: strings.Repeat("*", kit.MaxGuess), Seat: 4, Told: i%2 == 0, Votes: []games.Seat{1, 3}}
	}
	switch phase {
	case kit.Dusk:
		v.News = kit.News{Kind: kit.NewRound, Seat: games.Nobody}
	case kit.Night, kit.Last:
		v.News = kit.News{Kind: kit.Guessed, Seat: games.Nobody, Card: 24}
		v.Card, v.Left, v.Turn, v.Mark = 25, 86, 40, 30
		if phase == kit.Night {
			v.Giver, v.TurnUntil = 5, 4*time.Minute
		}
		for i := range 40 {
			h := view.Hint{Seat: games.Seat(i % 10), Turn: i + 1}
			if !voice {
				h.Word = strings.Repeat("*", kit.MaxClue)
			}
			v.Clues = append(v.Clues, h)
		}
		if spirit {
			v.Element = &kit.Element{Number: 7, Word: secretWord, Note: "тайное", Other: "Alien"}
			v.Vote = &view.Vote{Card: 24, Turn: 39, Giver: 8, Word: "слово", By: 7, For: 2, Against: 1, Needed: 5, Until: time.Minute}
			for i := range 24 {
				v.Cards = append(v.Cards, card(i))
			}
			for i := range 36 { // five cards since its own last move, as long as they get
				v.Lately = append(v.Lately, kit.Event{News: kit.News{Kind: kit.Gave, Seat: games.Seat(i % 9), Card: 20 + i/7}, Round: 3, Word: v.Clues[0].Word})
			}
			add(kit.Move{Verb: kit.Uphold, Card: 24, Turn: 39}, kit.Move{Verb: kit.Reject, Card: 24, Turn: 39})
			if voice {
				add(kit.Move{Verb: kit.Right, Card: 25}, kit.Move{Verb: kit.Wrong, Card: 25}, kit.Move{Verb: kit.Right, Card: 24})
			}
			switch {
			case phase == kit.Last && voice:
				add(kit.Move{Verb: kit.Wake, Card: 25})
			case phase == kit.Night && voice:
				add(kit.Move{Verb: kit.Said, Card: 25, Turn: 40}, kit.Move{Verb: kit.Pass, Card: 25}, kit.Move{Verb: kit.Next, Card: 25})
			case phase == kit.Night:
				add(kit.Move{Verb: kit.Clue, Card: 25, Text: "7"}, kit.Move{Verb: kit.Pass, Card: 25})
			}
		}
		if asleep && !voice {
			v.Memory = []view.Memory{{Card: 23, Guess: "утро"}, {Card: 24, Guess: strings.Repeat("*", kit.MaxGuess)}}
			add(kit.Move{Verb: kit.Guess, Card: 25, Text: "сон"})
		}
		if asleep {
			add(kit.Move{Verb: map[kit.Phase]kit.Verb{kit.Night: kit.Next, kit.Last: kit.Wake}[phase], Card: 25})
		}
	case kit.Story:
		if spirit {
			for i := range 60 {
				v.Cards = append(v.Cards, card(i))
				if voice {
					add(kit.Move{Verb: kit.Tick, Card: i + 1})
				}
			}
		}
		if asleep {
			add(kit.Move{Verb: kit.Told})
			if !voice {
				add(kit.Move{Verb: kit.Tell, Text: "сон"})
			}
		}
	case kit.Check, kit.Dawn:
		for i := range 60 {
			v.Cards = append(v.Cards, card(i))
			if spirit {
				add(kit.Move{Verb: map[kit.Phase]kit.Verb{kit.Check: kit.Untick, kit.Dawn: kit.Shift}[phase], Card: i + 1})
			}
		}
		v.Story, v.Aloud = strings.Repeat("*", kit.MaxStory), voice
		if voice {
			v.Story = ""
		}
		if phase == kit.Dawn {
			v.Score = &kit.Score{Yellow: 15, Blue: 30, Bonus: true}
			for i := range 10 {
				v.Score.Lines = append(v.Score.Lines, kit.Line{Seat: games.Seat(i), Role: []kit.Role{"", kit.Good, kit.Bad, kit.Trickster}[i%4], Cards: 15, Extra: 2, Points: 17})
			}
			v.Unseen = []kit.Role{kit.Bad}
		}
	case kit.Over:
		for i := range 10 {
			v.Dreams = append(v.Dreams, view.Dream{Dreamer: games.Seat(i), Story: strings.Repeat("*", kit.MaxStory), Cards: []view.Card{card(0), card(1)}, Score: kit.Score{Yellow: 1, Blue: 1, Bonus: true}})
			v.Totals = append(v.Totals, kit.Total{Seat: games.Seat(i), Points: 20 - i/2, Penalties: i % 2, Score: 20 - i/2 - i%2, Gone: i == 9})
		}
		v.Winners = []games.Seat{0}
	}
	if slices.Contains([]kit.Phase{kit.Dusk, kit.Check, kit.Dawn}, phase) && part != kit.Public {
		add(kit.Move{Verb: kit.Ready, Phase: phase, Round: 3})
	}
	return v
}

var phases = []kit.Phase{kit.Dusk, kit.Night, kit.Last, kit.Story, kit.Check, kit.Dawn, kit.Over}

// site is every page that can be reached from the first.
func site(v view.View) map[string]ui.Page {
	pages, left := map[string]ui.Page{}, []string{""}
	for len(left) > 0 {
		path := left[0]
		left = left[1:]
		if _, ok := pages[path]; ok {
			continue
		}
		pages[path] = page.At(v, path)
		for _, c := range pages[path].Controls {
			if c.Menu == nil && c.To.Kind == ui.KindOpen {
				left = append(left, c.To.To)
			}
		}
	}
	return pages
}

func each(t *testing.T, do func(t *testing.T, v view.View)) {
	for _, phase := range phases {
		for _, part := range []kit.Part{kit.Public, kit.Dreamer, kit.Spirit} {
			for _, voice := range []bool{false, true} {
				v := at(phase, part, voice)
				t.Run(fmt.Sprintf("%s/%s/voice=%v", phase, part, voice), func(t *testing.T) { do(t, v) })
			}
		}
	}
}

func TestPagesFitAndSpeak(t *testing.T) {
	c := catalogue(t)
	each(t, func(t *testing.T, v view.View) {
		for path, p := range site(v) {
			for _, l := range text.Langs {
				var lines []string
				for _, x := range p.Lines {
					lines = append(lines, c.Say(l, x, plain{}))
				}
				all := c.Say(l, p.Title, plain{}) + "\n" + strings.Join(lines, "\n")
				if strings.Contains(all, "⟦") {
					t.Errorf("%q in %s: %s", path, l, all)
				}
				if n := utf8.RuneCountInString(all); n > 4096 || n < 20 {
					t.Errorf("%q in %s has %d characters", path, l, n)
				}
				for _, b := range p.Controls {
					if s := c.Say(l, b.Label, plain{}); b.Menu == nil && utf8.RuneCountInString(s) > 34 {
						t.Errorf("%q in %s: the button %q is too long for a phone", path, l, s)
					}
				}
				for _, picture := range p.Pictures {
					for _, x := range picture.Alt {
						// Words of people are escaped; the sentences have no marks.
						if s := strings.ReplaceAll(c.Say(l, x, plain{}), `\*`, ""); s == "" || strings.ContainsAny(s, "⟦*#>") {
							t.Errorf("%q in %s: alt text %q", path, l, s)
						}
					}
				}
			}
			if len(p.Controls) > 10 {
				t.Errorf("%q has %d controls", path, len(p.Controls))
			}
		}
	})
}

func TestEveryMoveHasAButton(t *testing.T) {
	each(t, func(t *testing.T, v view.View) {
		found := map[ui.Link]bool{}
		for _, p := range site(v) {
			for _, b := range p.Controls {
				links := []ui.Link{b.To}
				for _, m := range b.Menu {
					links = append(links, m.To)
				}
				for _, l := range links {
					found[l] = true
					if l.Kind == ui.KindAsk && v.Part != kit.Public && len(page.At(v, l.To).Form) != 1 {
						t.Errorf("%q is no form", l.To)
					}
				}
			}
		}
		for _, m := range v.Legal {
			want := ui.Do(m)
			switch m.Verb {
			case kit.Clue, kit.Guess:
				want = ui.Ask(fmt.Sprintf("%s/%d", m.Verb, m.Card))
			case kit.Tell:
				want = ui.Ask(page.FormStory)
			}
			if !found[want] {
				t.Errorf("no button for %s", m)
			}
		}
	})
}

func TestBoardAndDreamerSeeNoWord(t *testing.T) {
	c := catalogue(t)
	for _, phase := range []kit.Phase{kit.Night, kit.Last} {
		for _, part := range []kit.Part{kit.Public, kit.Dreamer, kit.Spirit} {
			v := at(phase, part, false)
			shown := ""
			for _, p := range site(v) {
				for _, x := range p.Lines {
					shown += c.Say(text.Russian, x, plain{}) + "\n"
				}
			}
			if got := strings.Contains(shown, secretWord); got != (part == kit.Spirit) {
				t.Errorf("%s for %s: the word is shown: %v", phase, part, got)
			}
		}
	}
}

// The night's pictures change as rarely as they can. The board's and a spirit's stay
// the same when a clue is given; the dreamer's shows it.
func TestNightPictures(t *testing.T) {
	for _, part := range []kit.Part{kit.Public, kit.Dreamer, kit.Spirit} {
		for what, c := range map[string]struct {
			change func(*view.View)
			who    []kit.Part
		}{
			"nothing":    {func(v *view.View) {}, nil},
			"a clue":     {func(v *view.View) { v.Clues = append(v.Clues, view.Hint{Seat: 1, Turn: 41, Word: "море"}) }, []kit.Part{kit.Dreamer}},
			"whose clue": {func(v *view.View) { v.Giver, v.TurnUntil = 7, v.Until }, nil},
			"the sand":   {func(v *view.View) { v.Mark = 10 }, []kit.Part{kit.Dreamer, kit.Spirit}},
			"a card": {func(v *view.View) {
				if v.Part == kit.Spirit {
					v.Element = &kit.Element{Number: 8, Word: "Петух", Other: "Rooster"}
				}
			}, []kit.Part{kit.Spirit}},
			"the piles": {func(v *view.View) {
				if v.Part == kit.Spirit {
					v.Cards = append(v.Cards, view.Card{Side: kit.Yellow})
				}
			}, []kit.Part{kit.Spirit}},
			"a night": {func(v *view.View) { v.Round++ }, []kit.Part{kit.Public}},
		} {
			v := at(kit.Night, part, false)
			before := page.At(v, "").Pictures[0].Key
			c.change(&v)
			after := page.At(v, "").Pictures[0].Key
			if changed := before != after; changed != slices.Contains(c.who, part) {
				t.Errorf("%s: %s changes the picture: %v", part, what, changed)
			}
		}
	}
}

func TestPortraitsDependOnTheRoleAlone(t *testing.T) {
	seen := map[string]kit.Role{}
	for _, r := range []kit.Role{kit.Good, kit.Bad, kit.Trickster, ""} {
		v := at(kit.Dusk, kit.Spirit, false)
		v.Role = r
		if r == "" {
			v.Part = kit.Dreamer
		}
		w := v
		w.Round, w.Me, w.Until, w.News = 7, 1, time.Hour, kit.News{}
		a, b := page.At(v, "").Pictures[0], page.At(w, "").Pictures[0]
		if a.Key != b.Key {
			t.Errorf("%q has two pictures", r)
		}
		if other, ok := seen[a.Key]; ok {
			t.Errorf("%q and %q have one picture", r, other)
		}
		seen[a.Key] = r
	}
}

func TestPicturesAreDrawn(t *testing.T) {
	c := catalogue(t)
	say := func(x ui.Text) string { return c.Say(text.Russian, x, plain{}) }
	for _, v := range []view.View{at(kit.Dusk, kit.Public, false), at(kit.Dusk, kit.Dreamer, false), at(kit.Dusk, kit.Spirit, false), at(kit.Dawn, kit.Public, false), at(kit.Over, kit.Public, false)} {
		pictures := page.At(v, "").Pictures
		if len(pictures) == 0 {
			t.Fatalf("%s for %s has no picture", v.Phase, v.Part)
		}
		b := pictures[0].Draw(say).Bounds()
		if b.Dx() != picture.Width || b.Dy() < picture.PanelHeight || b.Dy() > 1000 {
			t.Errorf("%s for %s: the picture is %v", v.Phase, v.Part, b)
		}
	}
	v := at(kit.Dawn, kit.Public, false)
	before := page.At(v, "").Pictures[0].Key
	v.Cards = slices.Clone(v.Cards)
	v.Cards[0].Told = !v.Cards[0].Told
	if after := page.At(v, "").Pictures[0].Key; after == before {
		t.Error("a tick changes the picture and not its key")
	}
}

// spoken is everything a page says, line by line.
func spoken(c *text.Catalogue, l text.Lang, p ui.Page) string {
	lines := []string{c.Say(l, p.Title, plain{})}
	for _, x := range p.Lines {
		lines = append(lines, c.Say(l, x, plain{}))
	}
	return strings.Join(lines, "\n")
}

// The help page shows the element and whose turn it is, and has every control of
// the first page. A panel may stay open on it.
func TestHelpIsNoDeadEnd(t *testing.T) {
	c := catalogue(t)
	each(t, func(t *testing.T, v view.View) {
		if v.Me == games.Nobody {
			return
		}
		now, help := page.At(v, ""), page.At(v, page.PathHelp)
		has := func(want ui.Control) bool {
			return slices.ContainsFunc(help.Controls, func(c ui.Control) bool { return fmt.Sprint(c) == fmt.Sprint(want) })
		}
		for _, want := range now.Controls {
			if want.To != ui.Open(page.PathHelp) && !has(want) {
				t.Errorf("no %v", want)
			}
		}
		if !slices.ContainsFunc(help.Controls, func(c ui.Control) bool { return c.To == ui.Open("") }) {
			t.Error("no way back")
		}
		said := spoken(c, text.Russian, help)
		if v.Element != nil && !strings.Contains(said, "🃏 **"+secretWord) {
			t.Errorf("the element is not in %s", said)
		}
		if x := page.Turn(v); (v.Phase == kit.Night || v.Phase == kit.Last) && !strings.Contains(said, c.Say(text.Russian, x, plain{})) {
			t.Errorf("whose turn it is is not in %s", said)
		}
	})
}

// Help says what the first page says of the phase: for whom it waits, and when it
// ends.
func TestHelpSaysWhoAndWhen(t *testing.T) {
	each(t, func(t *testing.T, v view.View) {
		p := page.At(v, page.PathHelp)
		says := func(want bool, x ui.Text) {
			if got := slices.ContainsFunc(p.Lines, func(l ui.Text) bool { return fmt.Sprint(l) == fmt.Sprint(x) }); got != want && !x.IsZero() {
				t.Errorf("%v is said: %v", x, got)
			}
		}
		says(slices.Contains([]kit.Phase{kit.Dusk, kit.Check, kit.Dawn}, v.Phase), page.Awaited(v))
		for _, phase := range []kit.Phase{kit.Dusk, kit.Story, kit.Check, kit.Dawn} {
			w := v
			w.Phase = phase
			says(phase == v.Phase, page.PhaseEnds(w))
		}
	})
}

// TestMendingIsOneButtonAway: who may change a tick or move a card finds the button to it on
// the first page, and it leads to the menu. The others have no such button.
func TestMendingIsOneButtonAway(t *testing.T) {
	for phase, key := range map[kit.Phase]string{kit.Check: "tick.menu", kit.Dawn: "move.menu"} {
		for _, part := range []kit.Part{kit.Public, kit.Dreamer, kit.Spirit} {
			for _, voice := range []bool{false, true} {
				v := at(phase, part, voice)
				of := func(path string) int {
					return slices.IndexFunc(page.At(v, path).Controls, func(c ui.Control) bool { return c.Label.Key == key })
				}
				i := of("")
				if (i >= 0) != (part == kit.Spirit) {
					t.Errorf("%s, %s, voice %v: the button is there: %v", phase, part, voice, i >= 0)
				}
				if i < 0 {
					continue
				}
				to := page.At(v, "").Controls[i].To.To
				if menu := of(to); menu < 0 || len(page.At(v, to).Controls[menu].Menu) != page.Sheet {
					t.Errorf("%s, voice %v: %q has no menu of the first cards", phase, voice, to)
				}
			}
		}
	}
}

// TestDreamEndsWithASentence: a dream that is longer than its room ends after a sentence, or
// else after a word.
func TestDreamEndsWithASentence(t *testing.T) {
	for _, test := range []struct {
		story string
		most  int
		want  string
	}{
		{"I had a strange dream. In a hurry, I ran.", 35, "I had a strange dream. …"},
		{"Who was it? A king! He ran away.", 22, "Who was it? A king! …"},
		{"A king and a queen ran away together.", 20, "A king and a queen…"},
		{"Oh. A king and a queen ran away.", 20, "Oh. A king and a…"},
		{"Kingfisherqueenfishercatfisher.", 20, "Kingfisherqueenfishe…"},
	} {
		if got := page.Opening([]rune(test.story), test.most); got != test.want {
			t.Errorf("%q cut to %d is %q, want %q", test.story, test.most, got, test.want)
		}
	}
}

// TestScore: every player's points stand in a line, of many players the first two, the viewer
// and a range.
func TestScore(t *testing.T) {
	for _, test := range []struct {
		points []int
		want   string
	}{
		{[]int{0, 0, 0, 0}, ""},
		{[]int{5, 5, 5, 5}, "Score: you, @1, @2, @3 5"},
		{[]int{5, 3, 5, 4}, "Score: you, @2 5 · @3 4 · @1 3"},
		{[]int{4, 6, 4, 4, 9}, "Score: @4 9 · @1 6 · you, @2, @3 4"},
		{[]int{0, 6, 0, 1, 0, 2}, "Score: @1 6 · @5 2 · @3 1 · you, @2, @4 0"},
		{[]int{2, 6, 0, 1, 0, 6, 3}, "Score: @1, @5 6 · you 2 · others 0–3"},
		{[]int{6, 5, 4, 4, 4, 4, 4}, "Score: you 6 · @1 5 · others 4"},
		{[]int{4, 4, 5, 4, 4, 4, 4, 7}, "Score: @7 7 · @2 5 · you 4 · others 4"},
	} {
		v := view.View{Me: 0, Part: kit.Spirit, Circle: make([]kit.Chair, len(test.points))}
		for i, n := range test.points {
			v.Circle[i].Points = n + 1
			v.Circle[i].Penalties = 1
		}
		said := func() string {
			return strings.ReplaceAll(catalogue(t).Say(text.English, label.Score(v), plain{}), strings.Repeat("Ж", 31), "@")
		}
		if got := said(); got != test.want {
			t.Errorf("%v reads %q, want %q", test.points, got, test.want)
		}
		v.Circle = append(v.Circle, kit.Chair{Gone: true, Points: 99})
		if got := said(); got != test.want {
			t.Errorf("with one who left %v reads %q, want %q", test.points, got, test.want)
		}
	}
}

// The dawn tells of the card that a majority moved, and of none before.
func TestDawnTellsOfAMovedCard(t *testing.T) {
	for _, moved := range []int{0, 1, 7} {
		v := at(kit.Dawn, kit.Spirit, false)
		v.Moved = moved
		got := slices.IndexFunc(page.At(v, "").Lines, func(l ui.Text) bool { return l.Key == "news.moved" })
		if moved == 0 && got >= 0 || moved > 0 && got != 0 {
			t.Errorf("the card %d is told in line %d", moved, got)
		}
		lines := page.At(v, "").Lines
		if moved > 0 && fmt.Sprint(lines[0].Args) != fmt.Sprint([]any{moved}) {
			t.Errorf("the page begins with %v, want the card %d", lines[:2], moved)
		}
	}
}

// The role cards that no player was dealt are named at dawn, where there are any.
func TestDawnNamesUnseenRoles(t *testing.T) {
	for _, unseen := range [][]kit.Role{nil, {kit.Bad}, {kit.Good, kit.Trickster}} {
		v := at(kit.Dawn, kit.Public, false)
		v.Unseen = unseen
		names, said := 0, false
		for _, l := range page.At(v, page.PathCards+"/1").Lines {
			if l.Key == "dawn.unseen" {
				names, said = len(l.Args[0].([]ui.Text)), true
			}
		}
		if names != len(unseen) || said != (names > 0) {
			t.Errorf("%d unseen roles are named, want %v", names, unseen)
		}
	}
}

func TestTheSandIsSaidOnce(t *testing.T) {
	c := catalogue(t)
	for _, part := range []kit.Part{kit.Public, kit.Dreamer, kit.Spirit} {
		v := at(kit.Last, part, false)
		v.News = kit.News{Kind: kit.Ran, Seat: games.Nobody, Card: 25}
		if said := spoken(c, text.Russian, page.At(v, "")); strings.Count(strings.ToLower(said), "песок") != 1 {
			t.Errorf("%s reads\n%s", part, said)
		}
	}
	v := at(kit.Night, kit.Public, false)
	if said := c.Say(text.Russian, page.Sand(v), plain{}); said != "< **30 с** · ⌛ Конец песка: <t:1790000000:T>" {
		t.Error(said)
	}
	v.TurnUntil = v.Until
	if said := c.Say(text.Russian, page.Sand(v), plain{}); said != "< **30 с** · ⌛ Песок кончится в тот же миг" {
		t.Error(said)
	}
}

// A clue's time is never later than the sand's.
func TestClueEndsWithTheSand(t *testing.T) {
	tab := nightfall(t, 4, "night=30", "clue=20")
	tab.Wait(20 * time.Second)
	for v := range games.Viewers(4) {
		w := view.Of(tab.S, v)
		tab.Is("until", w.TurnUntil, w.Until)
	}
}

func TestWhoIsInPlay(t *testing.T) {
	tab := sit(t, 5)
	c := catalogue(t)
	for v := range games.Viewers(5) {
		said := spoken(c, text.English, page.At(view.Of(tab.S, v), page.PathHelp))
		if !strings.Contains(said, "🟡 Good Spirits 2 · 🔵 Bad Spirits 1 · ⚖️ Tricksters 2 · 1 card unseen") {
			t.Errorf("%v reads\n%s", v, said)
		}
	}
	said := ""
	for _, p := range page.Rules() {
		said += spoken(c, text.English, p) + "\n"
	}
	for _, want := range []string{"**4** — 🟡 1 · 🔵 1 · ⚖️ 2\n", "**10** — 🟡 5 · 🔵 4 · ⚖️ 1\n", "300 seconds; you have 20", "120 seconds; you have 5", "10 seconds", "at least one yellow"} {
		if !strings.Contains(said, want) {
			t.Errorf("the rules do not say %q", want)
		}
	}
}

func TestWordsOfCards(t *testing.T) {
	c := catalogue(t)
	tab := laid(t, 5, "B")
	tab.Play(`0: story "Ничего."`)
	for _, phase := range []kit.Phase{kit.Check, kit.Dawn} {
		v := view.Of(tab.S, games.Seat(1).Viewer())
		tab.Is("phase", v.Phase, phase)
		if said := spoken(c, text.Russian, page.At(v, page.PathCards+"/2")); !strings.Contains(said, "**Петух (Rooster)**") {
			t.Errorf("%s reads\n%s", phase, said)
		}
		board := page.At(view.Of(tab.S, games.Viewer{}), "")
		if alt := c.Say(text.Russian, board.Pictures[0].Alt[0], plain{}); alt != "Угадано карт: 0, мимо: 1." {
			t.Error(alt)
		}
		tab.Ready()
	}
}

// A panel of the dawn says what its reader got, who was what, whom the game waits for, and
// when it ends. The buttons come next, and what the points are for is behind one of them.
func TestDawnPanelIsShort(t *testing.T) {
	c := catalogue(t)
	for _, part := range []kit.Part{kit.Dreamer, kit.Spirit} {
		v := at(kit.Dawn, part, false)
		p := page.At(v, "")
		if len(p.Lines) > 4 || p.Lines[0].Key != "score.mine" || p.Controls[0].To != ui.Do(kit.Move{Verb: kit.Ready, Phase: kit.Dawn, Round: 3}) {
			t.Errorf("%s reads\n%s", part, spoken(c, text.Russian, p))
		}
		if !slices.ContainsFunc(p.Lines, func(x ui.Text) bool { return x.Key == "score.mine" }) {
			t.Errorf("%s does not read its own points", part)
		}
		if said := spoken(c, text.Russian, page.At(v, page.PathCards+"/1")); strings.Contains(said, "Слово-1") || strings.Count(said, "**+") != 4 {
			t.Errorf("the points read\n%s", said)
		}
		if said := spoken(c, text.Russian, page.At(v, page.PathCards+"/2")); !strings.Contains(said, "Слово-1") || strings.Contains(said, "**+") {
			t.Errorf("the sheet of cards reads\n%s", said)
		}
	}
}

func TestTotals(t *testing.T) {
	c := catalogue(t)
	v := at(kit.Over, kit.Public, false)
	v.Totals = []kit.Total{{Seat: 0, Points: 20, Score: 20}, {Seat: 1, Points: 21, Penalties: 1, Score: 20}, {Seat: 2, Points: 9, Penalties: 2, Score: 7, Gone: true}}
	said := spoken(c, text.English, page.At(v, ""))
	for _, want := range []string{"**1** · " + plain{}.Name(0) + " **20**\n", "**2** · " + plain{}.Name(1) + " **20** − 1 (penalty)\n", " **7** − 2 (penalty) · left early", "fewer penalty cards decided"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

// TestOwnNights: at a table of five each row marks what its player was in each night.
func TestOwnNights(t *testing.T) {
	c := catalogue(t)
	v := view.View{Me: 1, Part: kit.Public, Phase: kit.Over, Round: 5, Rounds: 5, Circle: make([]kit.Chair, 5), Winners: []games.Seat{0}}
	roles := []kit.Role{"", kit.Good, kit.Good, kit.Bad, kit.Trickster}
	for i := range 5 {
		d := view.Dream{Dreamer: games.Seat(i)}
		for s := range 5 {
			d.Score.Lines = append(d.Score.Lines, kit.Line{Seat: games.Seat(s), Role: roles[(s+5-i)%5], Points: 3 + i})
		}
		v.Dreams = append(v.Dreams, d)
		v.Totals = append(v.Totals, kit.Total{Seat: games.Seat(i), Points: 25, Score: 25})
	}
	said := spoken(c, text.English, page.At(v, ""))
	for _, want := range []string{"You 25** = 🟡3 💤4 ⚖️5 🔵6 🟡7", "**1** · " + plain{}.Name(0) + " **25** = 💤3 ⚖️4 🔵5 🟡6 🟡7"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

// A vote about a card that is gone says so.
func TestVoteOutlivesItsCard(t *testing.T) {
	c := catalogue(t)
	v := at(kit.Night, kit.Spirit, false)
	v.Vote.Card = 24
	if said := spoken(c, text.English, page.At(v, "")); !strings.Contains(said, "a clue for card 24") {
		t.Error(said)
	}
	v.Vote.Card = v.Card
	if said := spoken(c, text.English, page.At(v, "")); strings.Contains(said, "which is gone") {
		t.Error(said)
	}
}

// The dreamer has no say in the ticks, and is asked as well: their cards lie open for the
// first time, and others may not end that before they were read.
func TestAwaited(t *testing.T) {
	names := func(v view.View) int {
		switch x := page.Awaited(v); x.Key {
		case "awaited":
			return len(x.Args[0].([]ui.Text))
		case "awaited.more":
			return x.Args[0].(int) + len(x.Args[1].([]ui.Text))
		}
		return 0
	}
	tab := laid(t, 5, "Y")
	tab.Play("0: told", "2: ready check 1")
	if got := names(view.Of(tab.S, games.Viewer{})); got != 4 {
		t.Errorf("at Check %d are awaited, want 4", got)
	}
	tab.Ready()
	tab.Play("2: ready dawn 1")
	if got := names(view.Of(tab.S, games.Viewer{})); got != 4 {
		t.Errorf("at Dawn %d are awaited, want 4", got)
	}
}

// A form that is bound to a card opens for that card alone. A button for a card
// that is gone leads to the first page.
func TestFormOfAnotherCard(t *testing.T) {
	tab := nightfall(t, 4)
	tab.Play(`0: guess 1 "ничто"`)
	for who, form := range map[games.Seat]string{0: page.FormGuess, 1: page.FormClue} {
		v := view.Of(tab.S, who.Viewer())
		for path, want := range map[string]bool{form: true, form + "/2": true, form + "/1": false, form + "/3": false, form + "/x": false, form + "/": true} {
			if got := len(page.At(v, path).Form) > 0; got != want {
				t.Errorf("seat %d at %q: a form opens: %v, want %v", who, path, got, want)
			}
		}
	}
	if len(page.At(view.Of(tab.S, games.Seat(2).Viewer()), page.FormClue+"/2").Form) > 0 {
		t.Error("a form opens for a spirit whose turn it is not")
	}
}

func TestFill(t *testing.T) {
	v := at(kit.Night, kit.Spirit, false)
	for _, c := range []struct{ path, answer, want string }{
		{"clue", "  море ", `clue 25 "море"`},
		{"clue/4", "море", `clue 4 "море"`},
		{"guess/25", "sea", `guess 25 "sea"`},
		{"story", "Я видел…", `story "Я видел…"`},
		{"clue", "  ", ""}, {"clue/x", "море", ""}, {"clue/0", "море", ""}, {"no/such", "море", ""},
	} {
		m, err := page.Fill(v, c.path, []string{c.answer})
		if c.want == "" {
			if _, ok := games.Refused(err); !ok {
				t.Errorf("%q at %q is %v, %v", c.answer, c.path, m, err)
			}
			continue
		}
		if err != nil || m.String() != c.want {
			t.Errorf("%q at %q is %v, %v; want %s", c.answer, c.path, m, err, c.want)
		}
	}
}

func TestScoreIsSaidRoleByRole(t *testing.T) {
	// Three yellow, two blue, the whole dream: the dreamer has 3 + 2, Bad
	// Spirits 2, the Trickster 3.
	c := catalogue(t)
	s := kit.Score{Yellow: 3, Blue: 2, Bonus: true}
	short := func(said string) string { return strings.ReplaceAll(said, strings.Repeat("Ж", 31), "@") }
	s.Lines = []kit.Line{
		{Seat: 2, Cards: 3, Extra: 2, Points: 5}, {Seat: 0, Role: kit.Bad, Cards: 2, Points: 2},
		{Seat: 1, Role: kit.Trickster, Cards: 3, Points: 3}, {Seat: 3, Role: kit.Bad, Cards: 2, Points: 2},
	}
	for i, want := range []string{
		"💤 Спящий **+5** (+3 за жёлтые карты, +2 за полный сон): @2",
		"🔵 Злой Дух **+2** (+2 за синие карты): @0, @3",
		"⚖️ Пересмешник **+3** (+3 за большую сторону): @1",
	} {
		if got := short(c.Say(text.Russian, page.Scored(s, true)[i], plain{})); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := short(c.Say(text.Russian, page.Scored(s, false)[1], plain{})); got != "🔵 Злой Дух **+2**: @0, @3" {
		t.Errorf("%q", got)
	}
	// As many on either side.
	even := kit.Score{Yellow: 2, Blue: 2, Lines: []kit.Line{{Seat: 1, Role: kit.Trickster, Cards: 2, Extra: 2, Points: 4}}}
	if got := c.Say(text.Russian, page.Scored(even, true)[0], plain{}); !strings.Contains(got, "+2 за одну сторону") || !strings.Contains(got, "+2 за равновесие") {
		t.Errorf("%q", got)
	}
}

func TestDreamIsKept(t *testing.T) {
	c := catalogue(t)
	v := at(kit.Over, kit.Public, false)
	for _, whole := range []bool{false, true} {
		v.Dreams = []view.Dream{{Dreamer: 2, Story: "Я летел.", Score: kit.Score{Yellow: 1, Bonus: whole}}}
		said := spoken(c, text.Russian, page.At(v, page.PathDreams+"/1"))
		if !strings.Contains(said, "Я летел.") || strings.Contains(said, "Сон рассказан целиком.") != whole {
			t.Errorf("a dream told whole, %v, reads\n%s", whole, said)
		}
	}
}

func TestRulesPages(t *testing.T) {
	c := catalogue(t)
	pages := page.Rules()
	if n := len(pages); n < 4 || n > 8 {
		t.Errorf("%d pages of rules", n)
	}
	for _, p := range pages {
		for _, l := range text.Langs {
			n := 0
			for _, x := range append([]ui.Text{p.Title}, p.Lines...) {
				s := c.Say(l, x, plain{})
				if strings.Contains(s, "⟦") {
					t.Error(s)
				}
				n += utf8.RuneCountInString(s)
			}
			if n < 100 || n > 1500 {
				t.Errorf("a page of rules in %s has %d characters", l, n)
			}
		}
	}
}

// TestToldByItsGuess: a dream that mentions a card only by what the dreamer took it for
// says so. The word on the card is not in the dream.
func TestToldByItsGuess(t *testing.T) {
	c := catalogue(t)
	tab := nightfall(t, 4)
	for i, card := range []struct{ shown, guess string }{{"Mug", "чай"}, {"Rooster", "петухи"}, {"Cat", "cat"}, {"Dog", "мост"}} {
		tab.Show(card.shown)
		tab.Play(fmt.Sprintf("0: guess %d %q", i+1, card.guess))
	}
	tab.Wait(tab.S.Sand)
	tab.Play(`0: story "I drank чай with a cat, and петух came."`)
	v := view.Of(tab.S, games.Seat(1).Viewer())
	board := page.At(view.Of(tab.S, games.Viewer{}), "")
	for l, want := range map[text.Lang][]string{
		text.Russian: {"1. Кружка ✨: мимо, «чай».", "4. Собака: мимо, «мост».", "2. Петух ✨: угадано, «петухи».", "3. Кот ✨: угадано, «cat»."},
		text.English: {"1. Кружка ✨: missed, “чай”.", "4. Собака: missed, “мост”.", "2. Петух ✨: guessed, “петухи”.", "3. Кот ✨: guessed, “cat”."},
	} {
		alt := ""
		for _, x := range board.Pictures[0].Alt {
			alt += c.Say(l, x, plain{}) + "\n"
		}
		for _, w := range want {
			if !strings.Contains(alt, w) {
				t.Errorf("in %s the picture does not say %q: %s", l, w, alt)
			}
		}
	}
	said := spoken(c, text.Russian, page.At(v, page.PathCards+"/2"))
	for _, want := range []string{
		"🔵 1. **Кружка (Mug)** — догадка была «чай» · ☑️ есть в рассказе", "🟡 2. **Петух (Rooster)** — угадано · ☑️", "🟡 3. **Кот (Cat)** — угадано: «cat» · ☑️",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	var choices []string
	for _, b := range page.At(v, page.PathCards+"/2").Controls {
		for _, m := range b.Menu {
			choices = append(choices, c.Say(text.English, m.Label, plain{}))
		}
	}
	if want := []string{"1. ✨ Кружка (“чай”) → untick", "2. ✨ Петух → untick", "3. ✨ Кот (“cat”) → untick", "4. Собака (“мост”) → tick ✨"}; !slices.Equal(choices, want) {
		t.Errorf("the ticks are %q, want %q", choices, want)
	}
}

// TestAllCluesStandThere: the clues of a card stand on the board and on both panels, the
// first as well; a spirit at a table with long names finds those before the latest behind a button. As many of the latest as a message has room for, where they are too many.
func TestAllCluesStandThere(t *testing.T) {
	c := catalogue(t)
	tab := nightfall(t, 4)
	tab.Show("Mug")
	words := []string{"стол", "вода", "утро", "ручка", "завтрак", "глина", "ложка", "тепло", "сервиз", "полка"}
	for i, w := range words {
		tab.Play(fmt.Sprintf("%d: clue 1 %q", i%3+1, w))
	}
	for v := range games.Viewers(4) {
		seat, seated := v.Seat()
		for _, l := range text.Langs {
			path := ""
			if seated && seat != 0 { // a spirit's first page has the latest
				said := spoken(c, l, page.At(view.Of(tab.S, v), fmt.Sprint(page.PathLess, "/", page.MostFewer)))
				for i, w := range words {
					if got, want := strings.Count(said, w), i >= len(words)-page.LatestClues; (got == 1) != want {
						t.Errorf("for %v the clue %q stands %d times in\n%s", v, w, got, said)
					}
				}
				path = page.PathSince
			}
			said := spoken(c, l, page.At(view.Of(tab.S, v), path))
			for _, w := range words {
				if strings.Count(said, w) != 1 {
					t.Errorf("for %v the clue %q stands %d times in\n%s", v, w, strings.Count(said, w), said)
				}
			}
			if strings.Contains(said, "…") || strings.Contains(said, "ещё") {
				t.Errorf("for %v clues are left out of\n%s", v, said)
			}
		}
	}
	for _, part := range []kit.Part{kit.Public, kit.Dreamer, kit.Spirit} {
		v := at(kit.Night, part, false) // forty clues, as long as they get
		shown := 0
		for _, x := range page.At(v, "").Lines {
			if x.Key == "since" { // the heading stands in the first line
				x = x.Args[1].(ui.Text)
			}
			if x.Key == "clues" || x.Key == "clues.card" {
				shown = len(x.Args[len(x.Args)-1].([]ui.Text)) - 1 // the first says how many are left out
			}
		}
		if least := map[kit.Part]int{kit.Public: 12, kit.Dreamer: 40, kit.Spirit: 2}[part]; shown+1 < least || shown > 40 {
			t.Errorf("%s reads %d of 40 clues", part, shown)
		}
	}
}

// TestGuessIsAnswered: after a guess the dreamer reads what it was, until the next card is
// gone as well. A right and a wrong one are answered alike.
func TestGuessIsAnswered(t *testing.T) {
	c := catalogue(t)
	tab := nightfall(t, 4)
	read := func(seat games.Seat) string {
		return spoken(c, text.Russian, page.At(view.Of(tab.S, seat.Viewer()), ""))
	}
	is := func(what string, want ...string) {
		t.Helper()
		for seat := range games.Seat(4) {
			said := read(seat)
			for _, line := range []string{"Карта 1: вы сказали «кружка».", "Карта 2: вы сказали «бегемот».", "Карта 3: вы пропустили её."} {
				if got := strings.Contains(said, line); got != (seat == 0 && slices.Contains(want, line)) {
					t.Errorf("%s: seat %d reads %q: %v\n%s", what, seat, line, got, said)
				}
			}
		}
	}
	tab.Show("Mug")
	is("at first")
	tab.Play(`0: guess 1 "кружка"`)
	is("a right guess", "Карта 1: вы сказали «кружка».")
	tab.Play(fmt.Sprintf(`%d: clue 2 "вода"`, tab.S.Giver))
	is("a clue later", "Карта 1: вы сказали «кружка».")
	tab.Show("Mug")
	tab.Play(`0: guess 2 "бегемот"`)
	is("a wrong guess", "Карта 2: вы сказали «бегемот».")
	tab.Play(`0: next 3`)
	is("a skip", "Карта 3: вы пропустили её.")
	tab.Show("Mug")
	tab.Play(fmt.Sprintf(`%d: clue 4 "кружка"`, tab.S.Giver)) // costs the card
	is("a card that was replaced")
	tab.Wait(tab.S.Sand)
	is("morning")
	if said := c.Say(text.English, page.Answered(view.View{Card: 2, Memory: []view.Memory{{Card: 1, Guess: "mug"}}}), plain{}); said != "Card 1: you said “mug”." {
		t.Error(said)
	}
}

// TestSkipSaysItsPrice: the button that skips a card says that this is a miss.
func TestSkipSaysItsPrice(t *testing.T) {
	c := catalogue(t)
	for voice, part := range map[bool]kit.Part{false: kit.Dreamer, true: kit.Spirit} {
		v := at(kit.Night, part, voice)
		for l, want := range map[text.Lang]string{text.English: "Skip (a miss)", text.Russian: "Пропустить (промах)"} {
			if !slices.ContainsFunc(page.At(v, "").Controls, func(b ui.Control) bool {
				return b.To == ui.Do(kit.Move{Verb: kit.Next, Card: 25}) && c.Say(l, b.Label, plain{}) == want
			}) {
				t.Errorf("%s has no button %q", part, want)
			}
		}
	}
}

// TestAloudHasRoom: at a table that plays aloud the buttons for what is heard keep their
// places, and a vote or a choice of clues still finds room on every page. A message of
// Discord has five rows, and the last is the bot's.
func TestAloudHasRoom(t *testing.T) {
	places := func(p ui.Page) (where [5]int, rows int) {
		in := 5
		for _, c := range p.Controls {
			if in++; c.Break || in > 5 || len(c.Menu) > 0 {
				rows, in = rows+1, 1
			}
			if len(c.Menu) > 0 {
				in = 5
			}
			for i, label := range []string{"said.button", "pass.button", "right.button", "wrong.button", "next.button"} {
				if c.Label.Key == label {
					where[i] = rows*10 + in
				}
			}
		}
		return where, rows
	}
	for _, name := range []string{"vote", "clues", "neither"} {
		v := at(kit.Night, kit.Spirit, true)
		if name != "vote" {
			v.Vote = nil
			v.Legal = slices.DeleteFunc(v.Legal, func(m kit.Move) bool { return m.Verb == kit.Uphold || m.Verb == kit.Reject })
		}
		if name == "clues" {
			v.Legal = append(v.Legal, kit.Move{Verb: kit.Challenge, Card: 25, Turn: 38}, kit.Move{Verb: kit.Challenge, Card: 25, Turn: 39})
		}
		for path, p := range site(v) {
			where, rows := places(p)
			if rows > 4 {
				t.Errorf("%s: %q has %d rows", name, path, rows)
			}
			if want := [5]int{11, 12, 21, 22, 31}; where != want {
				t.Errorf("%s: at %q the buttons stand at %v, want %v", name, path, where, want)
			}
		}
	}
}
