package page

import (
	"fmt"
	"image"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/text"
	"oneiros/games/ui"
)

var load = sync.OnceValues(func() (*text.Catalogue, error) { return text.Load(text.Common(), os.DirFS("..")) })

func catalogue(t *testing.T) *text.Catalogue {
	t.Helper()
	c, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// shown is a page in words, line by line, checked against the limits of a
// message.
func shown(t *testing.T, v view.View, path string) string {
	t.Helper()
	c := catalogue(t)
	p := At(v, path)
	if got := p.Rows(); got > mostRows {
		t.Errorf("%q has %d rows", path, got)
	}
	var english string
	for _, l := range text.Langs {
		var b strings.Builder
		say := func(x ui.Text) string {
			s := c.Say(l, x, fortresstest.Plain{})
			if strings.Contains(s, "⟦") {
				t.Errorf("%q in %s: %s", path, l, s)
			}
			return s
		}
		fmt.Fprintln(&b, say(p.Title))
		for _, x := range p.Lines {
			fmt.Fprintln(&b, say(x))
		}
		if n := utf8.RuneCountInString(b.String()); n > 4096 {
			t.Errorf("%q in %s has %d characters", path, l, n)
		}
		for _, c := range p.Controls {
			fmt.Fprintf(&b, "[%s] %s\n", say(c.Label), c.To.To)
			if n := utf8.RuneCountInString(say(c.Label)); n > 80 {
				t.Errorf("%q in %s: a label of %d characters", path, l, n)
			}
			if len(c.Menu) > 25 {
				t.Errorf("%q: a menu of %d", path, len(c.Menu))
			}
			for _, o := range c.Menu {
				fmt.Fprintf(&b, "  %s | %s %s\n", say(o.Label), say(o.Hint), o.To.To)
				if n := utf8.RuneCountInString(say(o.Label)); n > 100 {
					t.Errorf("%q in %s: a choice of %d characters", path, l, n)
				}
			}
		}
		if l == text.English {
			english = b.String()
		}
	}
	return english
}

func pageOf(g *fortresstest.Table, seat games.Seat, path string) string {
	g.Helper()
	return shown(g.T, view.Of(g.S, seat.Viewer()), path)
}

func must(t *testing.T, page string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(page, w) {
			t.Errorf("no %q in\n%s", w, page)
		}
	}
}

func never(t *testing.T, page string, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(page, w) {
			t.Errorf("%q in\n%s", w, page)
		}
	}
}

// The rules, the option and from the fifteenth lap on the board say that the dawn is a
// rule of this table's program and not of the box. Nothing says it where a table does
// without.
func TestDawnIsSaidToBeOurs(t *testing.T) {
	c, err := text.Load(text.Common(), os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range map[text.Lang]struct{ rule, board string }{
		text.English: {"ouse rule, not in the box", "house rule, not in the box"},
		text.Russian: {"аше правило, в коробке его нет", "наше правило, в коробке его нет"},
	} {
		for _, key := range []string{"rules.ends.dawn", "option.dawn.about"} {
			if said := c.Say(l, ui.T(key), nil); !strings.Contains(said, want.rule) {
				t.Errorf("%s in %s: no %q in %q", key, l, want.rule, said)
			}
		}
		for _, dawn := range []string{"yes", "no"} {
			g := fortresstest.Sit(t, fortresstest.Five, "talk=30", "dawn="+dawn)
			for _, phase := range []kit.Phase{kit.Play, kit.Talk} {
				for at := kit.LateLap - 2; at <= kit.LastLap; at++ {
					g.S.Phase, g.S.Lap = phase, at
					if phase == kit.Talk {
						g.S.Lap++ // the next one is counted
					}
					for v := range games.Viewers(5) {
						says := false
						for _, x := range At(view.Of(g.S, v), "").Lines {
							says = says || strings.Contains(c.Say(l, x, fortresstest.Plain{}), want.board)
						}
						_, seated := v.Seat()
						if says != (!seated && at >= 15 && dawn == "yes") {
							t.Errorf("dawn=%s, lap %d, %s, %v in %s: it is said: %v", dawn, at, phase, v, l, says)
						}
					}
				}
			}
		}
	}
}

// Every word that the receiver of an Insight may be told.
func TestReceiversPage(t *testing.T) {
	for _, c := range []struct {
		card  kit.Insight
		floor int
		cards string
		want  string
	}{
		{kit.Lose1 + " N", 8, "", "That is you: −1 floor, from 8 to 7."},
		{kit.Lose2 + " N", 8, "", "That is you: −2 floors, from 8 to 6."},
		{kit.Gain1 + " N", 8, "", "That is you: +1 floor, from 8 to 9."},
		{kit.Gain1 + " N", 10, "", "You are at the top"},
		{kit.Toll + " NG", 8, "", "You have no Visions"},
		{kit.Toll + " NG", 8, "+wings", "Choose: give a Vision"},
		{kit.Toll + " GD", 8, "+wings", "nothing happens."},
	} {
		g := fortresstest.Sit(t, fmt.Sprintf("gooddream@city nightmare@city:%d%s nightmare@shop gooddream@house sigmund@forest", c.floor, c.cards)).Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
		g.Pass(c.card, 1, "")
		must(t, pageOf(g, 1, ""), "“I dream ", c.want)
		must(t, pageOf(g, games.Nobody, ""), "reads an Insight")
		never(t, pageOf(g, games.Nobody, ""), "I dream", "That is")
		never(t, pageOf(g, 2, ""), "I dream", "That is")
		g.Play("1: obey")
		must(t, pageOf(g, 1, ""), "your answer is in")
	}
}

// Of attacks without bonuses that both wake a sleeper each says what it takes.
func TestSpareAttacksDiffer(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city+wings+wings gooddream@city:1 nightmare@shop gooddream@house sigmund@forest").Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	must(t, pageOf(g, 0, "strike"), "1 → wakes! (+0)", "1 → wakes! (+1)")
}

// A table that is as full as it gets fits into a message.
func TestFullestPages(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city+wings+wings+wings+thread+boots+button+cocoa+rooster+lullaby+magpie+door+mirror+hourglass+diary "+
		"gooddream@city:9+quilt+letter gooddream@city:8+tale+quilt nightmare@house:7+rooster+lullaby alice@forest:6+magpie+door "+
		"gooddream@city:5+lullaby nightmare@city:4+thread sigmund@house:3 william@forest:5")
	for i, b := range []int{9, 9, 8, 7, 6, 5, 4, 3, 5} {
		g.S.Beds[i].Sleep = b
	}
	g.S.Passed = []kit.Passed{{By: 1, To: 2, Card: kit.Lose1 + " N", From: 9}}
	for _, dice := range [][]kit.Face{
		{kit.FaceAttack, kit.FaceAttack, kit.FaceAttack}, {kit.FaceAttack, kit.FaceHeal, kit.FaceMove}, {kit.FaceHeal, kit.FaceHeal, kit.FaceHeal},
		{kit.FaceInsight, kit.FaceInsight, kit.FaceMove}, {kit.FaceVision, kit.FaceVision, kit.FaceMove}, {kit.FaceInsight, kit.FaceVision, kit.FaceMove}, {kit.FaceAttack, kit.FaceVision, kit.FaceHeal},
	} {
		for _, base := range kit.Places {
			g.Dice(dice...)
			g.S.Turn.Base = base
			for _, who := range []games.Seat{games.Nobody, 0, 1} {
				for _, path := range []string{"", "help", "role", "notes", "visions", "use", "use/magpie", "use/rooster", "use/door", "use/mirror", "use/lullaby", "steal", "dice", "strike", "more"} {
					if who == games.Nobody && (path == "help" || path == "role") {
						continue
					}
					pageOf(g, who, path)
				}
			}
		}
	}
	g.Dice(kit.FaceAttack, kit.FaceVision, kit.FaceHeal)
	g.S.Turn.Base = kit.Shop
	for _, who := range []games.Seat{games.Nobody, 0} {
		must(t, pageOf(g, who, ""), "[More] more")
		must(t, pageOf(g, who, "more"), "[Steal a Vision] steal", "[Attack without bonus] strike", "[One-shot Visions] use", "[Change a die] dice")
	}
	g.S.Special = kit.Gift
	for _, who := range []games.Seat{games.Nobody, 0} {
		must(t, pageOf(g, who, ""), "gift/wings")
		must(t, pageOf(g, who, "gift/wings"), "present 8 wings")
	}
	g.S.Special = ""
	for range 60 {
		g.S.Passed = append(g.S.Passed, kit.Passed{By: 0, To: 2, Card: kit.Gain1 + " N", From: 9, Gave: kit.Hourglass})
		g.S.News = append(g.S.News, kit.Event{Kind: kit.Found, Seat: 0, To: 1, N: 1, What: string(kit.Letter)})
	}
	pageOf(g, games.Nobody, "")
	pageOf(g, 0, "notes")
}

// From the spoils of a rich sleeper one picks by a menu.
func TestSpoilsPage(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:2+wings+thread+boots+button+cocoa+tale nightmare@shop gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	must(t, pageOf(g, 0, ""), "What to take?", "The Art of Flying", "take cocoa")
	must(t, pageOf(g, games.Nobody, ""), "(Good dream)", "take cocoa")
	never(t, pageOf(g, 2, ""), "take cocoa")
}

// A turn is a press for the roll and one for each action, on the board as on the
// panel. Only the Insight's words are on the panel alone.
func TestBoardHasTheTurn(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	must(t, pageOf(g, games.Nobody, ""), "[Roll the dice] roll")
	g.Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceMove)
	g.S.Beds[1].Sleep = 7
	for _, who := range []games.Seat{games.Nobody, 0} {
		must(t, pageOf(g, who, ""), "attack 1 +1", "heal 1", "move house", "move forest", "[No attack] waive", "7 → 4", "7 → 8")
	}
	never(t, pageOf(g, 3, ""), "attack 1 +1", "waive")
	g.Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.S.Insights = []kit.Insight{kit.Lose2 + " GD"}
	g.Play("0: insight 1")
	must(t, pageOf(g, 0, ""), "a Good dream or a Dreamer", "pass 1 1")
	never(t, pageOf(g, games.Nobody, ""), "I dream", "pass 1 1")
	never(t, pageOf(g, 2, ""), "I dream", "pass 1 1")
}

// An Insight reaches a receiver whose panel is open on another page. Its words
// are there where there is room, else a line that leads to them.
func TestInsightReachesEveryPage(t *testing.T) {
	g := fortresstest.Sit(t, "gooddream@city nightmare@city+wings nightmare@shop gooddream@house sigmund@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.S.Insights = []kit.Insight{kit.Toll + " N"}
	g.Play("0: insight 1")
	must(t, pageOf(g, games.Nobody, ""), "whom to pass an Insight to")
	must(t, pageOf(g, 0, pathHelp), "leads to the buttons")
	g.Play("0: pass 1 1")
	must(t, pageOf(g, 1, pathHelp), catalogue(t).Say(text.English, label.Insight(kit.Toll+" N"), fortresstest.Plain{}), "obey", "give wings")
	for _, path := range []string{pathRole, pathNotes, pathVisions} {
		must(t, pageOf(g, 1, path), "passed an Insight to you")
		for _, who := range []games.Seat{games.Nobody, 0, 2} {
			never(t, pageOf(g, who, path), "to you")
		}
	}
	never(t, pageOf(g, 2, pathHelp), "an Insight to you", "obey")
}

// The line about the turn offers no bonus that is gone.
func TestBonusIsGone(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@house gooddream@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceHeal, kit.FaceMove, kit.FaceMove)
	g.S.Beds[1].Sleep = 5
	must(t, pageOf(g, 0, ""), "**House**: roll again")
	g.Play("0: heal 1")
	never(t, pageOf(g, 0, ""), "**House**: roll again")
	g = fortresstest.Sit(t, "nightmare@city gooddream@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	must(t, pageOf(g, 0, ""), "**City**: +1 to attack")
	g.Play("0: attack 1 +1")
	never(t, pageOf(g, 0, ""), "**City**: +1 to attack")
}

// An attack's button says what it does also where a quilt was met and given away.
func TestCoveredOnce(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@forest gooddream@forest nightmare@shop gooddream@house william@city").Dice(kit.FaceAttack, kit.FaceAttack, kit.FaceMove)
	g.Play("0: attack 1 +0")
	g.S.Beds[1].Visions = []kit.Vision{kit.Quilt}
	must(t, pageOf(g, 0, ""), "8 → 7")
	g.Play("0: attack 1 +0")
	if g.S.Beds[1].Sleep != 7 {
		t.Errorf("floor %d", g.S.Beds[1].Sleep)
	}
}

// An attack that two quilts stop is told in words, not as a loss of nothing.
func TestQuilts(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@house gooddream@house+quilt+quilt nightmare@shop gooddream@shop william@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	must(t, pageOf(g, 0, ""), "10 → 10")
	g.Play("0: attack 1 +0")
	must(t, pageOf(g, games.Nobody, ""), "the quilt stops the attack")
	never(t, pageOf(g, games.Nobody, ""), "−0")
}

// What the place of a turn gives is told to who plays. The others find it behind the
// help, and in the picture.
func TestBonusIsTold(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@forest gooddream@city nightmare@shop gooddream@house william@house")
	const bonus = "you are safe from Insights, and draw none"
	must(t, pageOf(g, 0, ""), bonus)
	must(t, pageOf(g, games.Nobody, pathHelp), bonus)
	never(t, pageOf(g, 1, ""), bonus)
}

// The last page says who won and why, and tells every player's story.
func TestLastPage(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city janitor@city:1 nightmare@shop gooddream@house gooddream@forest").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	p := pageOf(g, games.Nobody, "")
	must(t, p, "was the first to wake, woken by", "Victory: **the Janitor** (", "The dream is over")
	must(t, pageOf(g, 1, ""), "You won")
	must(t, pageOf(g, 0, ""), "You did not win", "Nightmare")
	must(t, pageOf(g, 0, pathNews), ": ☀️ 2, ", "⏰ 2 · 💗 0", "floor 10")
	g = fortresstest.Sit(t, "nightmare@city gooddream@city nightmare@shop gooddream@shop:0 janitor@house")
	g.S.Lap, g.S.Active, g.S.Aside = kit.LastLap, 4, kit.GoodDream
	g.S.Woken = []kit.Woken{{Seat: 3, By: games.Nobody, Lap: 2}}
	g.Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
	g.Play("4: move city", "4: move forest")
	must(t, pageOf(g, 1, ""), "Dawn after lap 20: the team with more sleepers wins. Nightmares: 2, Good dreams: 1")
	must(t, pageOf(g, 1, pathNews), "The card put aside: **Good dream**", ": ☀️ 2 ·")
	g = fortresstest.Sit(t, "nightmare@city gooddream@city:1 nightmare@shop:0 janitor@shop gooddream@shop:0").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.S.Woken = []kit.Woken{{Seat: 2, By: 1, Lap: 1}, {Seat: 4, By: 0, Lap: 1}}
	g.Play("0: attack 1 +0")
	must(t, pageOf(g, 2, ""), "all Good dreams are awake", "wins with his neighbour to the right", "Nightmares")
	g = fortresstest.Sit(t, "nightmare@city:4 gooddream@city:4 nightmare@shop:4 gooddream@house:4 william@forest:8").Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
	g.Play("0: attack 1 +0")
	p = pageOf(g, games.Nobody, "")
	must(t, p, "Victory: **William** (", "sleeps on floor 8, the next on floor 4")
	var alt string
	for _, line := range picture.End(view.Of(g.S, games.Viewer{})).Alt {
		alt += catalogue(t).Say(text.English, line, fortresstest.Plain{}) + "\n"
	}
	must(t, alt, "Victory: William")
}

// A board's picture shows its table: one key for one look.
func TestPictureKeys(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	key := func() string { return picture.Table(view.Of(g.S, games.Viewer{})).Key }
	keys := []string{key()}
	for _, change := range []func(){
		func() { g.S.Beds[1].Sleep = 3 },
		func() { g.S.Beds[1].Place = kit.Forest },
		func() { g.S.Beds[1].Hidden = true },
		func() { g.S.Beds[1].Visions = []kit.Vision{kit.Wings} },
		func() { g.Dice(kit.FaceMove, kit.FaceHeal, kit.FaceMove) },
		func() { g.S.Turn.Used[0] = true },
		func() { g.S.Active = 2 },
	} {
		change()
		if slices.Contains(keys, key()) {
			t.Errorf("change %d is not in the key", len(keys))
		}
		keys = append(keys, key())
	}
	was := key()
	g.S.Beds[1].Role, g.S.Insights = kit.Nightmare, nil
	if key() != was {
		t.Error("a secret is in the key")
	}
	if picture.Table(view.Of(g.S, games.Seat(3).Viewer())).Key != was {
		t.Error("the table looks otherwise to others")
	}
}

// Every picture is drawn in both languages, with names of any length.
func TestPictures(t *testing.T) {
	c := catalogue(t)
	g := fortresstest.Sit(t, "nightmare@city+wings+thread+quilt+letter+tale+boots+button gooddream@city:1+cocoa+rooster+lullaby+magpie+door nightmare@city:0 "+
		"gooddream@city:9+mirror+hourglass+diary william@forest nightmare@city gooddream@city alice@city sigmund@city").Dice(kit.Faces[:3]...)
	g.S.Beds[4].Hidden = true
	list := []*ui.Picture{picture.Table(view.Of(g.S, games.Viewer{}))}
	g.Dice(kit.Faces[2:]...)
	list = append(list, picture.Table(view.Of(g.S, games.Viewer{})))
	for _, r := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice, kit.Sigmund, kit.William, kit.Janitor} {
		list = append(list, picture.Role(view.View{Me: 4, Role: r, Pawns: make([]view.Pawn, 9)}))
	}
	g.S.Phase, g.S.Win = kit.Over, []games.Seat{0, 2}
	list = append(list, picture.End(view.Of(g.S, games.Viewer{})))
	seen := map[string]bool{}
	for _, p := range list {
		if seen[p.Key] {
			t.Error("two pictures have one key")
		}
		seen[p.Key] = true
		for _, l := range text.Langs {
			img := p.Draw(func(x ui.Text) string { return c.Say(l, x, fortresstest.Plain{}) })
			if img.Bounds().Dx() != 800 || blankish(img) {
				t.Errorf("%v is %v, or nothing is on it", p.Alt, img.Bounds())
			}
		}
	}
}

// blankish reports whether a picture has hardly any colours.
func blankish(img image.Image) bool {
	colours := map[any]bool{}
	for y := 0; y < img.Bounds().Dy(); y += 7 {
		for x := 0; x < img.Bounds().Dx(); x += 7 {
			colours[img.At(x, y)] = true
		}
	}
	return len(colours) < 12
}

// The clock of a page shows the time of the status.
func TestClockOnPages(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	v := view.Of(g.S, games.Viewer{})
	if v.Until != rules.Status(g.S).Due || v.Until != 90*time.Second {
		t.Errorf("the page says %v, the status %v", v.Until, rules.Status(g.S).Due)
	}
}

// Those awake are told what they may do. They see all roles only where the table
// wants that, and until the match is over.
func TestPagesOfThoseAwake(t *testing.T) {
	const seats = "nightmare@city gooddream@city:0 nightmare@shop gooddream@house william@forest"
	const ghost = "those awake see all roles"
	for _, table := range []string{"no", "yes"} {
		g := fortresstest.Sit(t, seats, "ghosts="+table)
		for seat := range games.Seat(5) {
			may := table == "yes" && seat == 1
			help, own := pageOf(g, seat, pathHelp), pageOf(g, seat, pathRole)
			if strings.Contains(help, ghost) != may {
				t.Errorf("ghosts %s: the help of seat %d reads\n%s", table, seat, help)
			}
			if strings.Contains(own, "William") != (may || seat == 4) {
				t.Errorf("ghosts %s: the role page of seat %d reads\n%s", table, seat, own)
			}
		}
		g.S.Phase = kit.Over
		if own := pageOf(g, 1, pathRole); strings.Contains(own, "William") {
			t.Errorf("after the end the role page lists roles:\n%s", own)
		}
	}
}

// A heal is told with its one floor. The first phase says when the pawns of a
// game with crowds are placed.
func TestSmallNews(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@shop gooddream@shop:5 nightmare@city gooddream@house william@forest").Dice(kit.FaceHeal, kit.FaceMove, kit.FaceMove)
	g.Play("0: heal 1")
	must(t, pageOf(g, 2, ""), " 5→6 ("+name(0)+" 💗)")
	for _, crowd := range []string{"no", "yes"} {
		g = fortresstest.Deal(t, 5, "crowd="+crowd)
		if got := strings.Contains(pageOf(g, 2, ""), "placed on your first turn"); got != (crowd == "yes") {
			t.Errorf("crowd %s: the page says that pawns are placed in turn: %v", crowd, got)
		}
	}
}

// The rules list each number of players that the game admits, and no other.
func TestRulesListEveryTable(t *testing.T) {
	var rows []int
	for _, p := range Rules() {
		for _, l := range p.Lines {
			if strings.HasPrefix(l.Key, "rules.roles.row") {
				rows = append(rows, l.Args[0].(int))
			}
		}
	}
	if !slices.Equal(rows, []int{4, 5, 6, 7, 8, 9}) {
		t.Errorf("rows for %v players", rows)
	}
}

// A player who is awake is told what they can still win: a team, the Janitor's
// neighbour, or nothing.
func TestHopeOfThoseAwake(t *testing.T) {
	for role, want := range map[kit.Role]string{
		kit.Nightmare: "if the Nightmares win (2 still asleep)", kit.GoodDream: "if the Good dreams win (2 still asleep)",
		kit.Janitor: "if your neighbour to the right wins: " + fortresstest.Plain{}.Name(1),
		kit.Alice:   "Your aim is out of reach", kit.Sigmund: "Your aim is out of reach", kit.William: "Your aim is out of reach",
	} {
		g := fortresstest.Sit(t, "nightmare@city gooddream@city "+string(role)+"@shop:0 gooddream@house sigmund@forest nightmare@city gooddream@city")
		for _, other := range []string{"You win if", "to the right wins", "out of reach"} {
			if got := strings.Contains(pageOf(g, 2, pathHelp), other); got != (strings.Contains(want, other) || other == "You win if" && (role.Group() != kit.Dreamers || role == kit.Janitor)) {
				t.Errorf("%s: the help says %q: %v", role, other, got)
			}
		}
		must(t, pageOf(g, 2, pathHelp), want)
		const neighbour = "if your neighbour"
		if got := strings.Contains(pageOf(g, 2, ""), neighbour); got != (role == kit.Janitor) {
			t.Errorf("%s: the panel names the neighbour: %v", role, got)
		}
		if role == kit.Janitor {
			must(t, pageOf(g, 2, ""), neighbour+" to the right wins: "+fortresstest.Plain{}.Name(1))
			g.S.Phase = kit.Over
			never(t, pageOf(g, 2, pathRole), neighbour)
		}
	}
}

// Advice is for those who sleep: the others have nothing left to do.
func TestAdvice(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:0 nightmare@shop gooddream@house william@forest")
	for seat := range games.Seat(5) {
		for _, path := range []string{pathRole, pathHelp} {
			if got := strings.Contains(pageOf(g, seat, path), "💭"); got != (seat != 1) {
				t.Errorf("seat %d, page %s: advice is given: %v", seat, path, got)
			}
		}
	}
	g.S.Phase = kit.Over
	never(t, pageOf(g, 0, pathRole), "💭")
}

// A player who has no action left is told what is still possible, and only that.
func TestNoActionLeft(t *testing.T) {
	const dice, both, use = "possible: change the dice, or end", "possible: change the dice, use a one-shot Vision, or end", "**Only a one-shot Vision is left: use it, or end"
	for _, c := range []struct{ bed, want string }{
		{"nightmare@house", dice}, {"nightmare@house+rooster", both}, {"nightmare@shop+button", dice}, {"nightmare@shop+rooster", use},
	} {
		g := fortresstest.Sit(t, c.bed+" gooddream@city nightmare@city gooddream@city william@forest").Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceHeal)
		for _, said := range []string{dice, both, use} {
			if got := strings.Contains(pageOf(g, 0, ""), said); got != (said == c.want) {
				t.Errorf("%s: %q is said: %v", c.bed, said, got)
			}
			never(t, pageOf(g, 1, ""), said)
		}
		must(t, pageOf(g, 0, pathHelp), c.want, "There is no action left")
		never(t, pageOf(g, 0, pathHelp), "Take two actions", "−2 floors")
		g.Dice(kit.FaceMove, kit.FaceHeal, kit.FaceHeal)
		must(t, pageOf(g, 0, pathHelp), "Take two actions", "+1 floor for anybody else")
		never(t, pageOf(g, 0, pathHelp), "There is no action left")
	}
}

// Every Insight is on a sheet of the notes, the latest on the first. The gist is for
// those who read the card.
func TestNotesHaveSheets(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	for i := range 2*mostNotes + 3 {
		by := games.Seat(1)
		if i%5 == 0 {
			by = 0
		}
		g.S.Passed = append(g.S.Passed, kit.Passed{By: by, To: 2, Card: kit.Lose1 + " N", From: 9})
	}
	for who, want := range map[games.Seat][3]int{0: {1, 1, 1}, 1: {5, 5, 2}, 2: {6, 6, 3}, 3: {}, games.Nobody: {}} {
		for i, path := range []string{pathNotes, pathNotes + "/2", pathNotes + "/3"} {
			page := pageOf(g, who, path)
			lines := mostNotes
			if i == 2 {
				lines = 3
			}
			if got := strings.Count(page, ": nothing"); got != lines {
				t.Errorf("seat %d, sheet %d: %d Insights, want %d", who, i+1, got, lines)
			}
			if got := strings.Count(page, "Nightmare: −1"); got != want[i] {
				t.Errorf("seat %d, sheet %d: the gist of %d Insights, want %d", who, i+1, got, want[i])
			}
			if strings.Contains(page, "[Earlier]") != (i < 2) || strings.Contains(page, "[Later]") != (i > 0) {
				t.Errorf("sheet %d leads elsewhere:\n%s", i+1, page)
			}
		}
	}
	root := pageOf(g, 3, "")
	for _, path := range []string{"notes/1", "notes/4", "notes/02", "notes/x", "notes/"} {
		if pageOf(g, 3, path) != root {
			t.Errorf("%q is a page", path)
		}
	}
}

// Of two equal Visions that were drawn one is kept, and every player is told.
func TestTwoEqualVisions(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceVision, kit.FaceVision, kit.FaceMove)
	g.Next(kit.Wings, kit.Wings)
	g.Play("0: vision 2")
	g.Visions(0, kit.Wings)
	must(t, pageOf(g, 1, ""), name(0)+" 10 (+🪶: +1 to attack)")
}

// TestWingsSayWhatTheyDo: wings beside a name say what they add to an attack, and What now? says it on
// every page of a turn, for each who has some.
func TestWingsSayWhatTheyDo(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city:9 gooddream@city+wings+wings nightmare@shop+wings gooddream@house william@forest").Dice(kit.FaceVision, kit.FaceVision, kit.FaceMove)
	g.Next(kit.Wings, kit.Wings)
	must(t, pageOf(g, 0, pathHelp), "🪶 **The Art of Flying**: +1 to one attack a turn. Now: "+name(1)+" +2, "+name(2)+" +1.")
	g.Play("0: vision 2")
	must(t, pageOf(g, 1, ""), name(0)+" 9 (+🪶: +1 to attack)")
	for _, who := range []games.Seat{games.Nobody, 0, 1, 4} {
		must(t, pageOf(g, who, pathHelp), "+1 to one attack a turn", " +2", " +1")
	}
	v := view.Of(g.S, games.Seat(1).Viewer())
	for lang, want := range map[text.Lang]string{text.English: "you +2", text.Russian: "+1 к одной атаке за ход. Сейчас: "} {
		if got := catalogue(t).Say(lang, flyers(v), fortresstest.Usual{}); !strings.Contains(got, want) {
			t.Errorf("What now? says %q", got)
		}
	}
	if now := flyers(view.Of(fortresstest.Sit(t, fortresstest.Five).S, games.Viewer{})); !now.IsZero() {
		t.Errorf("without wings it says %v", now)
	}
}

// TestChoiceNamesTheVision: the player who steals or presents a Vision reads whose it is, which
// it is and what it does.
func TestChoiceNamesTheVision(t *testing.T) {
	v := view.View{Me: games.Nobody, Pawns: make([]view.Pawn, 9)}
	for _, m := range []kit.Move{{Verb: kit.Steal, Seat: 3, Vision: kit.Rooster}, {Verb: kit.Present, Seat: 3, Vision: kit.Rooster}, {Verb: kit.Use, Vision: kit.Magpie, Seat: 3, Loot: kit.Rooster}} {
		c := choice(v, m)
		if want := ui.T("choice.loot", ui.Name(3), label.Vision(kit.Rooster)); !reflect.DeepEqual(c.Label, want) {
			t.Errorf("%s: the label is %v, want %v", m, c.Label, want)
		}
		if !reflect.DeepEqual(c.Hint, label.Effect(kit.Rooster)) {
			t.Errorf("%s: the hint is %v", m, c.Hint)
		}
	}
}

// Ruling 22: Alice does not win at the moment at which an opponent wins. The
// others share.
func TestAliceWinsAlone(t *testing.T) {
	awake := " gooddream@shop:0 gooddream@shop:0 nightmare@shop:0"
	for _, c := range []struct {
		seats, what string
		want        []games.Seat
	}{
		{"nightmare@city gooddream@city:1 alice@shop sigmund@house" + awake, "the last Good dream wakes", []games.Seat{0, 6}},
		{"nightmare@city:6 gooddream@city:1 alice@shop:4 william@house" + awake, "William leads too", []games.Seat{0, 3, 6}},
		{"gooddream@city nightmare@city:1 alice@shop nightmare@house" + awake, "both teams are there", []games.Seat{2}},
		{"gooddream@city nightmare@city:1 alice@shop janitor@house nightmare@house" + awake, "four are left", nil},
		{"gooddream@city nightmare@house alice@shop janitor@house nightmare@city:1 gooddream@shop:0 gooddream@shop:0", "four are left", nil},
		{"gooddream@city nightmare@city:1 alice@shop janitor@house:0 nightmare@house" + awake, "the Janitor sits beside Alice", []games.Seat{2, 3}},
		{"gooddream@city nightmare@city:1 alice@shop janitor@house:0 gooddream@house" + awake, "the Janitor sits beside the defeated Alice", []games.Seat{0, 4, 5, 6}},
	} {
		g := fortresstest.Sit(t, c.seats).Dice(kit.FaceAttack, kit.FaceMove, kit.FaceMove)
		g.S.Woken = []kit.Woken{{Seat: 6, By: 0, Lap: 1}}
		target := slices.IndexFunc(g.S.Beds, func(b rules.Bed) bool { return b.Sleep == 1 })
		g.Play(fmt.Sprintf("0: attack %d +0", target))
		if c.want == nil {
			g.Goes()
			continue
		}
		if !slices.Equal(g.S.Win, c.want) {
			t.Errorf("%s: %v win, want %v", c.what, g.S.Win, c.want)
		}
		told := strings.Contains(pageOf(g, games.Nobody, ""), "was among the last three, but")
		if alice := slices.Contains(c.want, 2); told == alice {
			t.Errorf("%s: Alice wins: %v; the last page says why she does not: %v", c.what, alice, told)
		}
	}
	for _, l := range text.Langs {
		for _, key := range []string{"aim.alice", "picture.aim.alice"} {
			said := catalogue(t).Say(l, ui.T(key), fortresstest.Plain{})
			if !strings.Contains(said, "win") && !strings.Contains(said, "побе") {
				t.Errorf("%s of %s says nothing about the victory of others: %s", key, l, said)
			}
		}
	}
}
