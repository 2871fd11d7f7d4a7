package somnia

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// words writes names as long as they get.
type words struct{}

func (words) Name(s ui.Name) string  { return strings.Repeat("Ж", 31) + fmt.Sprint(int(s)) }
func (words) Until(ui.Until) string  { return "<t:1790000000:T>" }
func (words) Escape(s string) string { return s }

func catalogue(t *testing.T) *text.Catalogue {
	t.Helper()
	c, err := text.Load(text.Common(), locale)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// spoken is everything a page says, line by line.
func spoken(c *text.Catalogue, l text.Lang, p ui.Page) string {
	lines := []string{c.Say(l, p.Title, words{})}
	for _, x := range p.Lines {
		lines = append(lines, c.Say(l, x, words{}))
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), "\u2060", "")
}

// TestHandIsButtons: a panel has a button for every card, on every page, always
// in the same order. Cards that may not be played are off.
func TestHandIsButtons(t *testing.T) {
	tab := arrange(t, "5f 2m / 9f 9c 3b / 3f 9m")
	tab.lay("0: play 5f")
	v := (rules{}).View(tab.S, games.Seat(1).Viewer())
	for _, path := range []string{"", pathHelp, pathTable} {
		var got []string
		for _, b := range (presenter{}).Page(v, path).Controls {
			if b.To.Kind == ui.KindDo {
				got = append(got, fmt.Sprint(b.To.To, " ", b.Icon, " off=", b.Off))
			}
		}
		tab.Is("buttons at "+path, got, []string{"play 9f 🐟 off=false", "play 9c 🍀 off=true", "play 3b 🎈 off=true"})
	}
	// Out of turn all of them are off.
	for _, b := range (presenter{}).Page((rules{}).View(tab.S, games.Seat(2).Viewer()), "").Controls {
		if b.To.Kind == ui.KindDo && !b.Off {
			t.Errorf("%s may be pressed out of turn", b.To.To)
		}
	}
	// At an honest table every card may be pressed, and no button tells which are legal.
	tab.S.Honest = true
	v = (rules{}).View(tab.S, games.Seat(1).Viewer())
	for _, b := range (presenter{}).Page(v, "").Controls {
		if b.To.Kind == ui.KindDo && (b.Off || b.Style != ui.Primary) {
			t.Errorf("%s looks different", b.To.To)
		}
	}
}

// TestHandPictureIsSentOnce: the picture of a hand changes with the hand and
// with the Nightmare. It does not change with what another player does.
func TestHandPictureIsSentOnce(t *testing.T) {
	tab := arrange(t, "5f 2m 3f / 9f 9c 4f / 3b 9m 8b")
	key := func() string {
		return (presenter{}).Page((rules{}).View(tab.S, games.Seat(1).Viewer()), "").Pictures[0].Key
	}
	first := key()
	tab.lay("0: play 5f")
	tab.Is("after another's card", key(), first)
	tab.lay("1: play 9f")
	second := key()
	if second == first {
		t.Error("a card was played and the picture is the same")
	}
	tab.lay("2: play 3b")
	tab.settle()
	if key() == second {
		t.Error("the Nightmare came and the picture is the same")
	}
}

// TestNobodyMissesTheNightmare: board and panels change title, edge and picture,
// and from then on every page says what it is.
func TestNobodyMissesTheNightmare(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "5f 2m / 9c 9f / 3b 9m / 4b 10c")
	tab.lay("0: play 5f", "1: play 9f", "2: play 3b")
	for v := range games.Viewers(4) {
		for _, path := range []string{"", pathTable} {
			p := presenter{}.Page((rules{}).View(tab.S, v), path)
			if p.Title.Key != "title.arrival" || p.Colour != colourDread || len(p.Pictures) == 0 {
				t.Errorf("%s at %q sees %q", v, path, p.Title.Key)
			}
			said := spoken(c, text.English, p)
			for _, want := range []string{"THE NIGHTMARE HAS COME: 🎈 Balloons", "**11** (13 points)", "**12** (20 points)", "taken tricks"} {
				if !strings.Contains(said, want) {
					t.Errorf("%s at %q does not read %q in\n%s", v, path, want, said)
				}
			}
		}
	}
	tab.settle()
	for v := range games.Viewers(4) {
		for _, path := range []string{"", pathHelp, pathTable} {
			if said := spoken(c, text.Russian, presenter{}.Page((rules{}).View(tab.S, v), path)); !strings.Contains(said, "Кошмар: **🎈 Шары**") {
				t.Errorf("%s at %q reads\n%s", v, path, said)
			}
		}
	}
}

// TestChosenCardIsShownToItsOwnerAlone: nothing on another page changes.
func TestChosenCardIsShownToItsOwnerAlone(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "5f 2m / 9f 9c / 3f 9m")
	pages := func(v games.Viewer) (all string) {
		for _, path := range []string{"", pathHelp, pathTable} {
			all += spoken(c, text.Russian, presenter{}.Page((rules{}).View(tab.S, v), path))
		}
		return all
	}
	var before []string
	for v := range games.Viewers(3) {
		before = append(before, pages(v))
	}
	tab.Play("0: play 5f")
	i := 0
	for v := range games.Viewers(3) {
		if now := pages(v); (now == before[i]) == v.Is(0) {
			t.Errorf("%s reads\n%s", v, now)
		}
		i++
	}
	if !strings.Contains(pages(games.Seat(0).Viewer()), "Вы выбрали 🐟5") {
		t.Error("the owner is not told")
	}
}

// TestHelpIsNoDeadEnd: every page of a panel has the buttons of the first page
// and a way back.
func TestHelpIsNoDeadEnd(t *testing.T) {
	tab := arrange(t, "5f 2m / 9f 9c / 3b 9m")
	look := func() {
		for seat := range games.Seat(3) {
			v := (rules{}).View(tab.S, seat.Viewer())
			now := presenter{}.Page(v, "")
			for _, path := range []string{pathHelp, pathTable} {
				if v.Phase == Over && path == pathTable {
					continue
				}
				p := presenter{}.Page(v, path)
				for _, want := range append(now.Controls, ui.Control{To: ui.Open("")}) {
					if want.To != ui.Open(path) && !slices.ContainsFunc(p.Controls, func(b ui.Control) bool { return b.To == want.To && b.Off == want.Off }) {
						t.Errorf("%s, seat %d at %q has no %v", v.Phase, seat, path, want.To)
					}
				}
			}
		}
	}
	phases := map[Phase]bool{}
	tab.S.Lives = []int{2, 2, 2}
	for tab.S.Phase != Over {
		phases[tab.S.Phase] = true
		look()
		tab.Expire()
	}
	look()
	if len(phases) != 4 {
		t.Errorf("phases %v", phases)
	}
}

// TestEveryEndingIsSaid draws and says each, in both languages.
func TestEveryEndingIsSaid(t *testing.T) {
	c := catalogue(t)
	for i, e := range Endings {
		tab := arrange(t, "2m / 3m / 4m / 5m")
		tab.lay("0: play 2m", "1: play 3m", "2: play 4m", "3: play 5m")
		tab.settle()
		d := &tab.S.Past[0]
		d.Ending, d.Losers, d.Fined = e, []games.Seat{0, 1, 2}, []games.Seat{3}
		for _, phase := range []Phase{Dawn, Over} {
			tab.S.Phase = phase
			for _, v := range []games.Viewer{{}, games.Seat(1).Viewer()} {
				p := presenter{}.Page((rules{}).View(tab.S, v), "")
				for _, l := range text.Langs {
					said := spoken(c, l, p)
					why := because(*d)
					if phase == Over && v.Is(1) {
						why = ending(e) // the board says more of it
					}
					if strings.Contains(said, "⟦") || !strings.Contains(said, c.Say(l, why, words{})) {
						t.Errorf("%s in %s reads\n%s", e, l, said)
					}
					if fined := "⚖️ " + c.Say(l, ui.Name(3).Text(), words{}); phase == Over && v != (games.Viewer{}) {
						if said := spoken(c, l, (presenter{}).Page((rules{}).View(tab.S, v), pathHelp)); !strings.Contains(said, ", "+fined) {
							t.Errorf("the list of the deals does not say %q:\n%s", fined, said)
						}
					}
				}
			}
		}
		if slices.Index(Endings, e) != i {
			t.Errorf("%s is there twice", e)
		}
	}
}

// TestPictures: every picture of a match has a size that a message shows whole. Its
// description has all its words and fits. What it shows is tested beside it.
func TestPictures(t *testing.T) {
	c := catalogue(t)
	for seats := 2; seats <= MaxSeats; seats++ {
		s := dealt(t, seats, 5)
		env := &games.Env{Rand: rand.New(rand.NewPCG(1, 1))}
		seen := map[Phase]bool{}
		for s.Phase != Over {
			if !seen[s.Phase] || len(s.Past) == 0 && s.Round.taken()%4 == 3 {
				seen[s.Phase] = true
				for _, v := range []games.Viewer{{}, games.Seat(0).Viewer()} {
					for _, pic := range (presenter{}).Page((rules{}).View(s, v), "").Pictures {
						for _, l := range text.Langs {
							b := pic.Draw(func(x ui.Text) string { return c.Say(l, x, words{}) }).Bounds()
							if b.Dx() != pictureWidth || b.Dy() < 120 || b.Dy() > 800 {
								t.Errorf("%s for %s: %v", s.Phase, v, b)
							}
							n := 0
							for _, x := range pic.Alt {
								said := c.Say(l, x, words{})
								n += utf8.RuneCountInString(said) + 1
								if strings.Contains(said, "⟦") {
									t.Errorf("%s for %s in %s: %q", s.Phase, v, l, said)
								}
							}
							if n < 5 || n > 1024 {
								t.Errorf("%s for %s in %s: %d characters of alt text", s.Phase, v, l, n)
							}
						}
					}
				}
			}
			if s.Phase == Turn {
				s.layCard(env, byChance(&s, env.Rand), Laid)
				continue
			}
			env.At = s.Until
			if err := (rules{}).Expire(env, &s); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestWordsOfRareMoments says what a match by chance may never say.
func TestWordsOfRareMoments(t *testing.T) {
	c := catalogue(t)
	for _, l := range text.Langs {
		for _, x := range []ui.Text{ui.T("refuse.low"), ui.T("refuse.low.follow"), ui.T("refuse.pressed"), ui.T("refuse.no-card"), ui.T("result.calm"), hand(View{Nightmare: NoSuit}).Alt[0]} {
			if s := c.Say(l, x, words{}); strings.Contains(s, "⟦") || s == "" {
				t.Errorf("%s in %s: %q", x.Key, l, s)
			}
		}
	}
}

// TestSignsDiffer: a suit is never told by its colour alone.
func TestSignsDiffer(t *testing.T) {
	signs, shapes := map[string]bool{}, map[string]bool{}
	for _, s := range Suits {
		signs[sign(s)] = true
		c := paint.New(64, 64, paint.White)
		c.Icon(suitSigns[s], c.Image().Bounds(), paint.Ink)
		shapes[string(c.Image().Whole().Pix)] = true
		ground, _ := livery(s)
		if paint.Contrast(paint.Ink.Tint(), ground.Tint()) < 4.5 || paint.Contrast(light(s).Tint(), paint.Slate.Tint()) < 4.5 || paint.Contrast(light(s).Tint(), paint.Night.Tint()) < 4.5 {
			t.Errorf("%v is hard to read", s)
		}
	}
	if len(signs) != 4 || len(shapes) != 4 {
		t.Errorf("signs %v, %d shapes", signs, len(shapes))
	}
}

// TestButtonsAreShort: at most four buttons stand in a row of a phone's width. A
// whole hand leaves two rows for others.
func TestButtonsAreShort(t *testing.T) {
	c := catalogue(t)
	tab := sit(t, 3)
	tab.S.Round.Nightmare = Balloon
	for v := range games.Viewers(3) {
		for _, path := range []string{"", pathHelp, pathTable} {
			rows, row := 0, 0
			for _, b := range (presenter{}).Page((rules{}).View(tab.S, v), path).Controls {
				if row++; b.Break {
					rows, row = rows+1, 1
				}
				if row > mostInRow || rows > 4 {
					t.Errorf("%s at %q has %d rows, and %d buttons in one", v, path, rows, row)
				}
				for _, l := range text.Langs {
					if s := c.Say(l, b.Label, words{}); utf8.RuneCountInString(s) > 16 {
						t.Errorf("the button %q is too long", s)
					}
				}
			}
		}
	}
}

// TestHandRows: the buttons of a hand of any size stand in as few rows as a phone
// allows, and the rows are as equal as they can be.
func TestHandRows(t *testing.T) {
	for size, want := range []string{"", "1", "2", "3", "4", "3 2", "3 3", "4 3", "4 4", "3 3 3", "4 4 2", "4 4 3", "4 4 4"} {
		var p ui.Page
		addCards(&p, holding(size, NoSuit))
		var rows []int
		for _, b := range p.Controls {
			if b.Break {
				rows = append(rows, 0)
			}
			rows[len(rows)-1]++
		}
		if got := strings.Trim(fmt.Sprint(rows), "[]"); got != want {
			t.Errorf("%d cards stand in rows of %s, want %s", size, got, want)
		}
	}
}

func TestRulesSayTheNumbers(t *testing.T) {
	c := catalogue(t)
	for _, l := range text.Langs {
		said := ""
		for _, p := range rulesPages() {
			said += spoken(c, l, p) + "\n"
		}
		for _, want := range []string{"120", "151", "86", "100", "13", "20", "45", fmt.Sprint(int(beat.Seconds())), fmt.Sprint(int(showing.Seconds())),
			fmt.Sprint(int(dread.Seconds())), fmt.Sprint(int(resting.Seconds())), fmt.Sprint(int(opening.Seconds())), "2, 3, 4, 6, 8, 9, 10, 11, 12"} {
			if !strings.Contains(said, want) {
				t.Errorf("the rules in %s do not say %s", l, want)
			}
		}
		for _, e := range Endings {
			if name := c.Say(l, ending(e), words{}); !strings.Contains(said, name) {
				t.Errorf("the rules in %s do not name %s", l, name)
			}
		}
	}
}
