package screen

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/games/alike"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// words is a catalogue for tests.
func words(t *testing.T) *text.Catalogue {
	t.Helper()
	c, err := text.Load(text.Common(), fstest.MapFS{
		"locale/en.toml": {Data: []byte("\"hello\" = \"Hello {0}\"\n\"until\" = \"Until {0}\"\n\"press\" = \"Press\"\n\"long\" = \"Word {0}\"\n")},
		"locale/ru.toml": {Data: []byte("\"hello\" = \"Привет {0}\"\n\"until\" = \"До {0}\"\n\"press\" = \"Нажать\"\n\"long\" = \"Слово {0}\"\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func frame(t *testing.T, lang text.Lang) *Frame {
	return &Frame{Say: words(t), Lang: lang, Game: "test", Match: "abcdefghij", Turn: 47, Names: []string{"Аня", "Boris"}, More: "More"}
}

func TestIDRoundTrip(t *testing.T) {
	for _, id := range []CustomID{
		{Match: "abcdefghij", Turn: 0, Action: ActionOpen, To: ""},
		{Match: "a2b3c4d5e6", Turn: 46655, Action: ActionDo, To: `clue 12 "море"`},
		{Match: "abcdefghij", Turn: 1, Action: ActionAsk, To: "guess/4/what"},
		{Match: "abcdefghij", Turn: 1, Action: ActionFill, To: "guess/4", twin: 1},
		{Match: "abcdefghij", Turn: 1, Action: ActionFill, To: "guess/4", twin: 99},
		{Match: "abcdefghij", Turn: 1, Action: ActionSelect, To: "0"},
		{Match: "abcdefghij", Turn: 1, Action: ActionSelect, To: "99"},
		{Match: "abcdefghij", Turn: 1, Action: ActionNone, To: "99"},
	} {
		got, err := ParseCustomID(id.String())
		if err != nil || got != id {
			t.Errorf("ParseID(%q) = %+v, %v; want %+v", id, got, err, id)
		}
	}
}

func TestIDHostile(t *testing.T) {
	for _, s := range []string{
		"", "m", "m/", "m/abcdefghij", "m/abcdefghij/0/o", "x/abcdefghij/0/o/", "m/ABCDEFGHIJ/0/o/", "m/abcdefghi/0/o/",
		"m/abcdefghij/-1/o/", "m/abcdefghij/+1/o/", "m/abcdefghij/01/o/", "m/abcdefghij/zzzzzzzzzzzz/o/", "m/abcdefghij//o/",
		"m/abcdefghij/1.0/o/", "m/abcdefghij/1.100/o/", "m/abcdefghij/1./o/", "m/abcdefghij/0/q/", "m/abcdefghij/0/oo/",
		"m/abcdefghij/0/s/", "m/abcdefghij/0/s/-1", "m/abcdefghij/0/s/07", "m/abcdefghij/0/s/100", "m/abcdefghij/0/x/100", "m/abcdefghij/0/o/\x00", "m/abcdefghij/0/o/\xff",
		"m/abcdefghij/0/o/" + strings.Repeat("я", 100), strings.Repeat("m/", 1<<20),
	} {
		if id, err := ParseCustomID(s); !errors.Is(err, ErrID) {
			t.Errorf("ParseID(%.40q) = %+v, %v", s, id, err)
		}
	}
}

func FuzzParseID(f *testing.F) {
	f.Add("m/abcdefghij/1f.2/d/clue 1 \"x\"")
	f.Fuzz(func(t *testing.T, s string) {
		if id, err := ParseCustomID(s); err == nil && id.String() != s {
			t.Errorf("%q is read and printed as %q", s, id)
		}
	})
}

func TestChosenHostile(t *testing.T) {
	id := CustomID{Match: "abcdefghij", Turn: 3, Action: ActionSelect, To: "0"}
	for _, v := range []string{"", "o", "d", "x/1", "f/guess", "s/0", "do/x", "o/" + strings.Repeat("a", 99), "d/\x01"} {
		if got, err := id.Chosen(v); err == nil {
			t.Errorf("Chosen(%.20q) = %+v", v, got)
		}
	}
	got, err := id.Chosen("d/play 7c")
	if err != nil || got.Action != ActionDo || got.To != "play 7c" || got.Turn != 3 {
		t.Errorf("Chosen = %+v, %v", got, err)
	}
	if _, err := (CustomID{Match: "abcdefghij", Action: ActionOpen}).Chosen("d/x"); err == nil {
		t.Error("what is no menu has something to choose")
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"Anna":                          "Anna",
		"**bold** _x_ ~~y~~ `z`":        `\*\*bold\*\* \_x\_ \~\~y\~\~ \` + "`z" + `\` + "`",
		"@everyone <@123> <#4> <t:1:R>": `\@everyone \<\@123\> \<\#4\> \<t:1:R\>`,
		"https://discord.gg/abc":        `https:\/\/discord.gg\/abc`,
		"[a](b)":                        `\[a\]\(b\)`,
		"# big\n- list\n1. one":         "\\# big\n\\- list\n1\\. one",
		"> quote":                       `\> quote`,
		"a\u202eb\u200bc\u2066d\ufeff":  "abcd",
		"a\n\n\n\nb":                    "a\nb",
		"\u3164\u2800":                  "",
		"👨\u200d👩\u200d👧":               "👨\u200d👩\u200d👧",
		"x\u200dy":                      "xy",
		"З\u0301амок":                   "З\u0301амок",
		"a-b 3.5":                       "a-b 3.5",
	} {
		if got := Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Escape("a" + strings.Repeat("\u0335", 500)); utf8.RuneCountInString(got) > 4 {
		t.Errorf("marks pile up: %d of them", utf8.RuneCountInString(got))
	}
	if got := strings.Count(Escape(strings.Repeat("a\n", 1000)), "\n"); got > maxBreaks {
		t.Errorf("%d lines of somebody's words", got)
	}
}

// TestMarks: every letter keeps its own marks, and no letter carries a pile of them.
func TestMarks(t *testing.T) {
	for in, want := range map[string]string{
		"a\u0301b\u0301c\u0301d\u0301e\u0301":     "a\u0301b\u0301c\u0301d\u0301e\u0301",
		"я\u0301\u0302\u0303\u0304\u0305б\u0306":  "я\u0301\u0302\u0303б\u0306",
		"語\u0301\u0302語\u0301\u0302語\u0301\u0302": "語\u0301\u0302語\u0301\u0302語\u0301\u0302",
		"\u0301a": "a",
	} {
		if got := Line(in); got != want {
			t.Errorf("%+q becomes %+q, want %+q", in, got, want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("@everyone **x** https://a.b/c\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		bare := strings.NewReplacer(`\\`, "", `\@`, "", `\<`, "", `\*`, "", `\/`, "", `\[`, "", "\\`", "", `\_`, "", `\|`, "", `\~`, "").Replace(Escape(s))
		if i := strings.IndexAny(bare, "@<*/[`_|~"); i >= 0 {
			t.Errorf("Escape(%q) = %q leaves %q its power", s, Escape(s), bare[i])
		}
		if strings.ContainsAny(Line(s), "\n\u202e\u2066\u200b") {
			t.Errorf("Line(%q) = %q", s, Line(s))
		}
	})
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
		cut  bool
	}{
		{"short", 10, "short", false},
		{"one two three", 9, "one two…", true},
		{"oneword", 4, "one…", true},
		{`ab\*`, 4, `ab\*`, false},
		{`aaaa\*b`, 6, "aaaa…", true},
		{"until <t:1700000000:T> or", 16, "until…", true},
	} {
		got, cut := Cut(c.in, c.n)
		if got != c.want || cut != c.cut || utf8.RuneCountInString(got) > c.n {
			t.Errorf("Cut(%q, %d) = %q, %v; want %q, %v", c.in, c.n, got, cut, c.want, c.cut)
		}
	}
}

// huge is a page that is too long in every part.
func huge(n int) ui.Page {
	p := ui.Page{Title: ui.T("hello", strings.Repeat("t", n)), Colour: 0xff000000 | uint32(n)}
	for range n {
		p.Lines = append(p.Lines, ui.T("hello", "*"+strings.Repeat("ы", 30)))
	}
	for i := range n {
		p.Show(&ui.Picture{Key: fmt.Sprint("k", i), Alt: []ui.Text{ui.Literal(strings.Repeat("a", 10*n))}, Draw: dot})
	}
	for i := range n {
		p.Controls = append(p.Controls, ui.Control{Label: ui.T("long", strings.Repeat("l", i)), Icon: "🌙", To: ui.Open("same")})
	}
	var menu []ui.Choice
	for i := range n {
		menu = append(menu, ui.Choice{Label: ui.T("long", strings.Repeat("o", i)), Hint: ui.T("hello", strings.Repeat("h", i)), To: ui.Open(fmt.Sprint("p", i)), Now: true, Icon: ":x:"})
	}
	p.Controls = append(p.Controls, ui.Control{Label: ui.T("long", strings.Repeat("m", n)), Menu: menu},
		ui.Control{Menu: []ui.Choice{}},
		ui.Control{To: ui.Open(strings.Repeat("x", n))},
		ui.Control{Label: ui.T("press"), Off: true}, ui.Control{Label: ui.T("press"), Off: true})
	return p
}

func dot(func(ui.Text) string) image.Image {
	return image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.Black})
}

// TestPageFits draws pages of all sizes. Discord would accept each of them.
func TestPageFits(t *testing.T) {
	p := &Painter{Pictures: NewPictures(1 << 20)}
	for _, lang := range text.Langs {
		for _, n := range []int{0, 1, 4, 24, 25, 26, 101, 300} {
			for below := range 3 {
				f := frame(t, lang)
				f.Join = n%2 == 0
				f.Footer = strings.Repeat("f", n*30)
				f.Head = []string{"⚠ " + strings.Repeat("head ", n)}
				for i := range below {
					f.Below = append(f.Below, discord.Row{discord.Button{CustomID: fmt.Sprint("b/-/rules/", i), Label: "b", Style: discordgo.SecondaryButton}})
				}
				s := p.Page(huge(n), f)
				if err := discord.Check(s.Message); err != nil {
					t.Errorf("%s, %d, %d below: %v", lang, n, below, err)
				}
				if n >= 26 && len(s.Faults) == 0 {
					t.Errorf("%d: nothing is said to be cut", n)
				}
			}
		}
	}
}

// TestJoin: a last row that only opens pages stands beside the bot's own buttons. A row
// that plays something, that is full or that may not join stays where it is.
func TestJoin(t *testing.T) {
	move := ui.Control{Label: ui.T("press"), To: ui.Link{Kind: ui.KindDo, To: "move"}}
	look := ui.Control{Label: ui.T("press"), To: ui.Open("help"), Break: true}
	off := look
	off.Off = true
	for name, c := range map[string]struct {
		controls []ui.Control
		join     bool
		own      int // the bot's buttons
		rows     []int
	}{
		"a page is opened":    {[]ui.Control{move, look}, true, 2, []int{1, 3}},
		"nothing else":        {[]ui.Control{look}, true, 1, []int{2}},
		"a move is made":      {[]ui.Control{look, move}, true, 2, []int{2, 2}},
		"it is off":           {[]ui.Control{move, off}, true, 2, []int{1, 1, 2}},
		"there is no room":    {[]ui.Control{move, look}, true, 5, []int{1, 1, 5}},
		"it may not join":     {[]ui.Control{move, look}, false, 2, []int{1, 1, 2}},
		"there are no others": {[]ui.Control{move, look}, true, 0, []int{1, 1}},
	} {
		f := frame(t, text.English)
		f.Join = c.join
		if c.own > 0 {
			f.Below = []discord.Row{nil}
		}
		for i := range c.own {
			f.Below[0] = append(f.Below[0], discord.Button{CustomID: fmt.Sprint("b/-/rules/", i), Label: "b", Style: discordgo.SecondaryButton})
		}
		s := (&Painter{}).Page(ui.Page{Title: ui.T("press"), Controls: c.controls}, f)
		var rows []int
		for _, row := range s.Message.Components {
			rows = append(rows, len(row))
		}
		if !slices.Equal(rows, c.rows) || len(s.Faults) > 0 || c.own > 0 && len(f.Below[0]) != c.own {
			t.Errorf("%s: rows of %v, not %v; %v", name, rows, c.rows, s.Faults)
		}
	}
}

func TestFormFits(t *testing.T) {
	p := &Painter{}
	for n := 1; n < 300; n += 37 {
		page := ui.Page{Title: ui.T("hello", strings.Repeat("t", n))}
		for i := range n {
			page.Form = append(page.Form, ui.Field{
				Label: ui.T("hello", strings.Repeat("l", i)), Hint: ui.T("hello", strings.Repeat("h", n)),
				Value: strings.Repeat("v", n*20), Long: i%2 == 0, Min: i - 1, Max: n * 20,
			})
		}
		m, _ := p.Form(page, frame(t, text.Russian), CustomID{Match: "abcdefghij", Turn: 3, Action: ActionAsk, To: "form"})
		if err := discord.CheckModal(m); err != nil {
			t.Errorf("%d: %v", n, err)
		}
		if id, err := ParseCustomID(m.CustomID); err != nil || id.Action != ActionFill || id.To != "form" {
			t.Errorf("the form's id is %q", m.CustomID)
		}
	}
}

// TestFormSays: a form shows its title and labels. A field without them has a sign in
// their place, because Discord refuses an empty one.
func TestFormSays(t *testing.T) {
	p := &Painter{}
	id := CustomID{Match: "abcdefghij", Turn: 3, Action: ActionAsk, To: "form"}
	m, faults := p.Form(ui.Page{Title: ui.T("press"), Form: []ui.Field{
		{Label: ui.T("press"), Min: 1, Max: 9}, {Min: 0, Max: 0},
	}}, frame(t, text.English), id)
	first, second := m.Rows[0][0].(discord.Input), m.Rows[1][0].(discord.Input)
	if m.Title != "Press" || first.Label != "Press" || !first.Required || first.Min != 1 || first.Max != 9 || len(faults) != 0 {
		t.Errorf("got %+v, faults %q", m, faults)
	}
	if second.Label != "…" || second.Required || second.Min != 0 || second.Max != 1 {
		t.Errorf("an empty field is %+v", second)
	}
	if m, _ := p.Form(ui.Page{Form: []ui.Field{{Min: -1, Max: 5}}}, frame(t, text.English), id); m.Title != "…" || m.Rows[0][0].(discord.Input).Min != 0 {
		t.Errorf("an empty form is %+v", m)
	}
}

// TestIcons: every sign that Discord takes for an emoji is one.
func TestIcons(t *testing.T) {
	for s, want := range map[string]bool{"🌙": true, "0️⃣": true, "9️⃣": true, "#️⃣": true, "*️⃣": true, "": false, "a": false, "/": false, ":": false, "🌙🌙🌙🌙🌙🌙🌙🌙🌙": false, "🌙\n": false} {
		if got := icon(s); (got != "") != want || got != "" && got != s {
			t.Errorf("icon %q is %q", s, got)
		}
	}
}

// TestRowsAreFilled: a row holds as much as fits in it to the last character.
func TestRowsAreFilled(t *testing.T) {
	for _, c := range []struct{ limit, rows int }{{30, 2}, {29, 3}, {45, 1}, {44, 2}} {
		if rows := fill(make([]ui.Control, 3), func(int) int { return 15 }, c.limit, false); len(rows) != c.rows {
			t.Errorf("in %d characters: rows %v, want %d", c.limit, rows, c.rows)
		}
	}
}

// TestPageButtons reads back where buttons lead.
func TestPageButtons(t *testing.T) {
	s := (&Painter{}).Page(ui.Page{Controls: []ui.Control{
		{Label: ui.T("press"), To: ui.Open("a")},
		{Label: ui.T("press"), To: ui.Open("a")},
		{Label: ui.T("press"), To: ui.Link{Kind: ui.KindDo, To: "play 7c"}, Break: true, Style: ui.Good},
		{Label: ui.T("press"), Off: true, To: ui.Open("secret")},
		{Label: ui.T("press"), Menu: []ui.Choice{{Label: ui.T("press"), To: ui.Ask("form")}, {Label: ui.T("press"), To: ui.Ask("form")}}},
	}}, frame(t, text.English))
	var got []string
	for _, row := range s.Message.Components {
		for _, c := range row {
			switch c := c.(type) {
			case discord.Button:
				got = append(got, c.CustomID)
			case discord.Menu:
				got = append(got, c.CustomID)
				for _, o := range c.Options {
					got = append(got, o.Value)
				}
			}
		}
		got = append(got, "|")
	}
	want := []string{
		"m/abcdefghij/1b/o/a", "m/abcdefghij/1b.1/o/a", "|",
		"m/abcdefghij/1b/d/play 7c", "m/abcdefghij/1b/x/0", "|",
		"m/abcdefghij/1b/s/0", "a/form", "|",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if len(s.Faults) != 1 {
		t.Errorf("cuts: %q", s.Faults)
	}
}

// TestButtonLink: a button whose link Discord would refuse is off, and is a fault.
func TestButtonLink(t *testing.T) {
	for to, off := range map[string]bool{strings.Repeat("x", 82): false, strings.Repeat("x", 83): true, "a\x00": true} {
		s := (&Painter{}).Page(ui.Page{Title: ui.T("press"), Controls: []ui.Control{{Label: ui.T("press"), To: ui.Open(to)}}}, frame(t, text.English))
		if b := s.Message.Components[0][0].(discord.Button); b.Disabled != off || (len(s.Faults) == 1) != off {
			t.Errorf("%d characters: off %v, faults %q", len(to), b.Disabled, s.Faults)
		}
		if err := discord.Check(s.Message); err != nil {
			t.Error(err)
		}
	}
}

// TestEmptyPage: an embed with nothing in it is refused. So a page without anything
// shows a sign, and only such a page.
func TestEmptyPage(t *testing.T) {
	for want, page := range map[string]ui.Page{
		"…":     {},
		"":      {Title: ui.T("press")},
		"Press": {Lines: []ui.Text{ui.T("press")}},
	} {
		m := (&Painter{}).Page(page, frame(t, text.English)).Message
		if got := m.Embeds[0].Description; got != want {
			t.Errorf("%+v: %q, want %q", page, got, want)
		}
		if err := discord.Check(m); err != nil {
			t.Error(err)
		}
	}
}

// TestMenuLinks: a menu leaves out the lines whose links Discord would refuse, and
// those that lead to one place. It keeps the others.
func TestMenuLinks(t *testing.T) {
	line := func(to string) ui.Choice { return ui.Choice{Label: ui.T("press"), To: ui.Open(to)} }
	longest := strings.Repeat("x", discord.MaxCustomID-len("o/"))
	for name, test := range map[string]struct {
		lines []ui.Choice
		want  int
		fault string
	}{
		"good":     {[]ui.Choice{line("a"), line(longest)}, 2, ""},
		"no label": {[]ui.Choice{line("a"), {To: ui.Open("b")}}, 2, ""},
		"too long": {[]ui.Choice{line("a"), line(longest + "x")}, 1, "does not fit"},
		"control":  {[]ui.Choice{line("a"), line("b\x00")}, 1, "does not fit"},
		"twice":    {[]ui.Choice{line("a"), line("b"), line("a")}, 2, "one place"},
	} {
		s := (&Painter{}).Page(ui.Page{Title: ui.T("press"), Controls: []ui.Control{{Label: ui.T("press"), Menu: test.lines}}}, frame(t, text.English))
		options := s.Message.Components[0][0].(discord.Menu).Options
		if n := len(options); n != test.want || options[0].Label != "Press" {
			t.Errorf("%s: lines %+v, want %d", name, options, test.want)
		}
		if faults := strings.Join(s.Faults, "; "); (faults == "") != (test.fault == "") || !strings.Contains(faults, test.fault) {
			t.Errorf("%s: faults %q, want %q", name, faults, test.fault)
		}
		if err := discord.Check(s.Message); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRowsForPhones(t *testing.T) {
	var list []ui.Control
	for range 6 {
		list = append(list, ui.Control{Label: ui.T("long", "abcdef")}) // 11 characters and the padding
	}
	rows, rest := arrange(list, func(int) int { return 15 }, 5)
	if len(rows) != 3 || rest != nil {
		t.Errorf("%v, %v: two to a row have room on a phone", rows, rest)
	}
	rows, rest = arrange(list, func(int) int { return 15 }, 1)
	if len(rows) != 0 || len(rest) != 6 {
		t.Errorf("%v, %v: six do not fit into one row", rows, rest)
	}
}

func TestUntil(t *testing.T) {
	f := frame(t, text.English)
	f.Clock = 10 * time.Second
	page := ui.Page{Title: ui.T("until", ui.Until(70*time.Second)), Lines: []ui.Text{ui.T("until", ui.Until(70*time.Second))}}
	e := (&Painter{}).Page(page, f).Message.Embeds[0]
	if e.Description != "Until in 1 min ⏸" || e.Title != "Until in 1 min ⏸" {
		t.Errorf("while the clock stands: %q, %q", e.Title, e.Description)
	}
	// A paused table has a clock that does not run, and no moment to name.
	f.When = func(time.Duration) (time.Time, bool) { return time.Time{}, false }
	e = (&Painter{}).Page(page, f).Message.Embeds[0]
	if e.Description != "Until in 1 min ⏸" || e.Title != "Until in 1 min ⏸" {
		t.Errorf("while the table is paused: %q, %q", e.Title, e.Description)
	}
	start := time.Unix(1_700_000_000, 0)
	f.When = func(at time.Duration) (time.Time, bool) { return start.Add(at - f.Clock), true }
	e = (&Painter{}).Page(page, f).Message.Embeds[0]
	if e.Description != "Until <t:1700000060:R>" || e.Title != "Until at 22:14:20 UTC" {
		t.Errorf("while it runs: %q, %q", e.Title, e.Description)
	}
	for l, want := range map[text.Lang][2]string{
		text.English: {"Until <t:1700003600:R>", "Until on <t:1700003601:f>"},
		text.Russian: {"До <t:1700003600:R>", "До <t:1700003601:f>"},
	} {
		f.Lang = l
		for i, ahead := range []time.Duration{time.Hour, time.Hour + time.Second} {
			page := ui.Page{Lines: []ui.Text{ui.T("until", ui.Until(f.Clock+ahead))}}
			if e := (&Painter{}).Page(page, f).Message.Embeds[0]; e.Description != want[i] {
				t.Errorf("%v ahead in %s: %q, want %q", ahead, l, e.Description, want[i])
			}
		}
	}
}

// TestNamesHaveNoPower shows hostile names and words everywhere on a page.
func TestNamesHaveNoPower(t *testing.T) {
	f := frame(t, text.English)
	f.Names = []string{"@everyone **x**\u202e\nhttps://discord.gg/x", "\u200b\u3164"}
	s := (&Painter{}).Page(ui.Page{
		Title:    ui.T("hello", ui.Name(0)),
		Lines:    []ui.Text{ui.T("hello", ui.Name(0)), ui.T("hello", ui.Name(1)), ui.T("hello", ui.Name(7))},
		Controls: []ui.Control{{Label: ui.T("hello", ui.Name(0))}},
	}, f)
	e := s.Message.Embeds[0]
	want := `Hello \@everyone \*\*x\*\* https:\/\/discord.gg\/x` + "\nHello \\#2\nHello \\#8"
	if e.Description != want {
		t.Errorf("got  %q\nwant %q", e.Description, want)
	}
	if title, _, _ := strings.Cut(want, "\n"); e.Title != title || s.Message.Mentions.Users != nil || s.Message.Content != "" {
		t.Errorf("title %q", e.Title)
	}
}

func TestDigest(t *testing.T) {
	p := &Painter{Pictures: NewPictures(1 << 20)}
	page := func(key, line string) ui.Page {
		return ui.Page{Lines: []ui.Text{ui.Literal(line)}, Pictures: []*ui.Picture{{Key: key, Draw: dot}}, Controls: []ui.Control{{Label: ui.T("press")}}}
	}
	a := p.Page(page("k", "x"), frame(t, text.English)).Digest
	if b := p.Page(page("k", "x"), frame(t, text.English)).Digest; a != b {
		t.Error("the same page has two digests")
	}
	other := frame(t, text.English)
	other.Turn++
	for name, d := range map[string]string{
		"text":    p.Page(page("k", "y"), frame(t, text.English)).Digest,
		"picture": p.Page(page("l", "x"), frame(t, text.English)).Digest,
		"lang":    p.Page(page("k", "x"), frame(t, text.Russian)).Digest,
		"turn":    p.Page(page("k", "x"), other).Digest,
	} {
		if d == a {
			t.Errorf("another %s has the same digest", name)
		}
	}
}

func TestPictures(t *testing.T) {
	var n atomic.Int32
	pic := func(key string) *ui.Picture {
		return &ui.Picture{Key: key, Draw: func(func(ui.Text) string) image.Image {
			n.Add(1)
			return dot(nil)
		}}
	}
	c := NewPictures(1 << 20)
	f := frame(t, text.English)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := c.Draw(pic("a"), f); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n.Load() != 1 {
		t.Errorf("drawn %d times", n.Load())
	}
	names := frame(t, text.English)
	names.Names = []string{"Вера"}
	for _, f := range []*Frame{names, frame(t, text.Russian)} {
		if _, err := c.Draw(pic("a"), f); err != nil {
			t.Error(err)
		}
	}
	if n.Load() != 3 {
		t.Errorf("drawn %d times: other people or another language are another picture", n.Load())
	}
	small := NewPictures(300)
	for i := range 100 {
		if _, err := small.Draw(pic(fmt.Sprint(i)), f); err != nil {
			t.Error(err)
		}
	}
	before := n.Load()
	for _, i := range []int{99, 0} { // the last is kept, and the first had to make room
		if _, err := small.Draw(pic(fmt.Sprint(i)), f); err != nil {
			t.Error(err)
		}
		if drawn := n.Load() - before; (drawn == 0) != (i == 99) {
			t.Errorf("picture %d was drawn %d times more", i, drawn)
		}
	}
	bad := &ui.Picture{Key: "bad", Draw: func(func(ui.Text) string) image.Image { panic("a secret") }}
	if _, err := c.Draw(bad, f); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a panic while drawing: %v", err)
	}
	s := (&Painter{Pictures: c}).Page(ui.Page{Pictures: []*ui.Picture{bad}, Lines: []ui.Text{ui.T("press")}}, f)
	if len(s.Message.Files) != 0 || len(s.Faults) != 1 {
		t.Errorf("files %v, cuts %q", s.Message.Files, s.Faults)
	}
}

// After a restart all boards are drawn. Only as many are drawn at once as there are
// processors, because each takes megabytes meanwhile.
func TestPicturesAtOnce(t *testing.T) {
	c, f := NewPictures(1<<20), &Frame{Say: words(t), Lang: text.English}
	var now, most atomic.Int32
	var all sync.WaitGroup
	for n := range 64 {
		all.Go(func() {
			p := &ui.Picture{Key: fmt.Sprint(n), Draw: func(say func(ui.Text) string) image.Image {
				for is := now.Add(1); ; {
					was := most.Load()
					if is <= was || most.CompareAndSwap(was, is) {
						break
					}
				}
				defer now.Add(-1)
				runtime.Gosched()
				return dot(say)
			}}
			if _, err := c.Draw(p, f); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n, allowed := most.Load(), int32(runtime.GOMAXPROCS(0)); n > allowed {
		t.Errorf("%d are drawn at once by %d processors", n, allowed)
	}
}

func TestIsMatch(t *testing.T) {
	for s, want := range map[string]bool{
		"aaaaaaaaaa": true, "zzzzzzzzzz": true, "0000000000": true, "9999999999": true, "abcdefghij": true,
		"": false, "aaaaaaaaa": false, "aaaaaaaaaaa": false, "aaaaaaaaaA": false, "aaaaaaaaa`": false, "aaaaaaaaa{": false, "aaaaaaaaa/": false, "aaaaaaaaa:": false,
	} {
		if IsMatch(s) != want {
			t.Errorf("IsMatch(%q) is %v", s, !want)
		}
	}
}

// TestTidyAtOnce: what is taken for tidy is what tidying makes of it.
func TestTidyAtOnce(t *testing.T) {
	signs := []rune("aZ1-я А\n\t ё\u200d\u0301🌙\u202e.")
	at, tidy := make([]int, 5), 0
	for {
		var s []rune
		for _, i := range at {
			if i > 0 {
				s = append(s, signs[i-1])
			}
		}
		if isTidy(string(s)) {
			tidy++
			if got := tidied(string(s), maxBreaks, unseen); got != string(s) {
				t.Fatalf("%q becomes %q", string(s), got)
			}
		}
		i := 0
		for ; i < len(at); i++ {
			if at[i]++; at[i] <= len(signs) {
				break
			}
			at[i] = 0
		}
		if i == len(at) {
			break
		}
	}
	if tidy == 0 {
		t.Error("nothing is tidy")
	}
}

// TestRightToLeftNames: a name from right to left is isolated in every text of a message, so
// that what follows stays behind it. Other names are as they are.
func TestRightToLeftNames(t *testing.T) {
	f := frame(t, text.Russian)
	f.Names = []string{"דוד", "Anna\u00a0@anna", "\u2067محمد\u2069\u202e", "دانا\u00a0@dana"}
	for seat, want := range []string{"\u2068דוד\u2069", "Anna\u00a0@anna", "\u2068محمد\u2069", "\u2068دانا\u2069\u00a0@dana"} {
		if got := (Plain{f}).Name(ui.Name(seat)); got != want {
			t.Errorf("name %d is %q, not %q", seat, got, want)
		}
		if got := (Rich{f}).Name(ui.Name(seat)); got != strings.ReplaceAll(want, "@", `\@`) {
			t.Errorf("name %d is %q in markdown, not %q", seat, got, want)
		}
	}
	if got, want := (Rich{f}).Escape("שלום *\u2069\nAnna"), "\u2068שלום \\*\u2069\nAnna"; got != want {
		t.Errorf("what a person wrote is %q, not %q", got, want)
	}
	david := ui.T("hello", ui.Name(0))
	m := (&Painter{Pictures: NewUnpainted()}).Page(ui.Page{
		Title: david, Lines: []ui.Text{david}, Pictures: []*ui.Picture{{Key: "k", Alt: []ui.Text{david}, Draw: dot}},
		Controls: []ui.Control{{Label: david, To: ui.Open("a")}, {Label: david, Menu: []ui.Choice{{Label: david, Hint: david, To: ui.Open("b")}}}},
	}, f).Message
	var option discord.MenuOption
	var button discord.Button
	var menu discord.Menu
	for _, row := range m.Components {
		for _, c := range row {
			switch c := c.(type) {
			case discord.Button:
				button = c
			case discord.Menu:
				menu, option = c, c.Options[0]
			}
		}
	}
	for what, got := range map[string]string{
		"title": m.Embeds[0].Title, "line": m.Embeds[0].Description, "alt text": m.Files[0].Alt, "button": button.Label,
		"menu": menu.Placeholder, "option": option.Label, "hint": option.Description,
	} {
		if !strings.Contains(got, "\u2068דוד\u2069") {
			t.Errorf("the %s is %q", what, got)
		}
	}
}

// TestLettersOfNames: a picture is described with the letters that its markers have.
func TestLettersOfNames(t *testing.T) {
	f := frame(t, text.Russian)
	f.Names = []string{"Вера", "Boris", "🦊\u00a0#3"}
	m := (&Painter{Pictures: NewUnpainted()}).Page(ui.Page{
		Title: ui.T("press"), Pictures: []*ui.Picture{{Key: "k", Alt: []ui.Text{{Args: []any{ui.Letter(0), ui.Letter(1), ui.Letter(2), ui.Letter(3)}}}, Draw: dot}},
	}, f).Message
	want := strings.Join(alike.Letters([]string{"Вера", "Boris", "#3"}), "") + "#4"
	if got := m.Files[0].Alt; got != want {
		t.Errorf("the description is %q, want %q", got, want)
	}
}

// TestCutLetters: a cut leaves whole letters, and no direction that goes on.
func TestCutLetters(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"nguye\u0302\u0303n", 7, "nguy…"},
		{"nguye\u0302\u0303n", 8, "nguye\u0302\u0303n"},
		{"nguye\u0302\u0303nnn", 8, "nguye\u0302\u0303…"},
		{"ab👩‍🚀cd", 5, "ab…"},
		{"ab👩‍🚀cd", 6, "ab👩‍🚀…"},
		{"x \u2068דודדודדוד\u2069: 3", 8, "x \u2068דוד…\u2069"},
		{"\u2068דוד\u2069: 33333", 8, "\u2068דוד\u2069:…"},
		{"🇩🇪🇩🇪🇩🇪", 4, "🇩🇪…"},
	} {
		if got, _ := Cut(c.in, c.n); got != c.want || utf8.RuneCountInString(got) > c.n {
			t.Errorf("Cut(%q, %d) is %q, not %q", c.in, c.n, got, c.want)
		}
	}
}

// TestDrawnNames: in a picture, what tells a name apart stands for a name that no font can
// write.
func TestDrawnNames(t *testing.T) {
	f := frame(t, text.Russian)
	f.Names = []string{"田中", "สมชาย\u00a0@somchai", "สมชาย", "🦊🦊\u00a0#4", "Anna 🦊\u00a0@anna", "", "\u00a0@empty", "דוד"}
	for seat, want := range []string{"田中", "@somchai", "#3", "#4", "Anna 🦊\u00a0@anna", "#6", "@empty", "\u2068דוד\u2069"} {
		if got := (Drawn{f}).Name(ui.Name(seat)); got != want {
			t.Errorf("name %d is drawn as %q, not %q", seat, got, want)
		}
	}
}
