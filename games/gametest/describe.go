package gametest

import (
	"fmt"
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A description checks what a game says of itself.
type description struct{ *table }

// check checks the Info and reads the catalogue.
func (t description) check() {
	i := t.info
	if i.Name == "" || strings.Trim(i.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		t.fail(Describes, "name %q", i.Name)
	}
	if i.Version < 1 {
		t.fail(Describes, "version %d; the first is 1", i.Version)
	}
	if i.Min < 1 || i.Max < i.Min {
		t.fail(Describes, "%d to %d seats", i.Min, i.Max)
	}
	if i.Minutes[0] < 1 || i.Minutes[1] < i.Minutes[0] {
		t.fail(Describes, "%d to %d minutes", i.Minutes[0], i.Minutes[1])
	}
	if err := i.Tempo.Check(); err != nil {
		t.fail(Describes, "%v", err)
	}
	if i.Locale == nil {
		t.fail(Words, "no catalogue")
		return
	}
	c, err := text.Load(text.Common(), i.Locale)
	if err != nil {
		t.fail(Words, "%v", err)
		return
	}
	t.say = c
	t.need("name", maxName)
	t.need("about", maxAbout)
	keys := map[string]bool{}
	for _, o := range i.Options {
		if keys[o.Key] || o.Key == "" {
			t.fail(Describes, "two options %q, or one without a key", o.Key)
		}
		keys[o.Key] = true
		t.option(o)
	}
	for _, c := range i.Commands {
		t.command(c)
	}
	t.cover(i.Cover)
	if i.Best < i.Min || i.Best > i.Max {
		t.fail(Describes, "best with %d of %d to %d seats; Info.Best is at how many a person plays alone", i.Best, i.Min, i.Max)
	}
	if len(i.Rules) == 0 {
		t.fail(Describes, "no pages of rules")
	}
	for n, p := range i.Rules {
		t.limits(p, fmt.Sprintf("page %d of the rules", n+1))
	}
	switch full, err := i.Complete(nil); {
	case err != nil:
		t.fail(Describes, "the default options: %v", err)
	case t.endless(full):
		t.fail(Describes, "with the default options a match may go on for ever")
	default:
		t.optionLines(full)
	}
}

// mostCover is how many bytes the PNG of a cover may have. A list of games loads
// several covers on a phone.
const mostCover = 60_000

// cover checks the picture of a game in a list.
func (t description) cover(p *ui.Picture) {
	if p == nil {
		return
	}
	if len(p.Alt) == 0 || p.Draw == nil {
		t.fail(Pictures, "the cover cannot be drawn, or has no words for people who cannot see it")
		return
	}
	for _, line := range p.Alt {
		t.need(line.Key, maxCoverAlt)
	}
	img := p.Draw(func(x ui.Text) string {
		t.fail(Pictures, "the cover has words: %s", x.Key)
		return ""
	})
	if img == nil || img.Bounds().Empty() {
		t.fail(Pictures, "the cover is empty")
		return
	}
	b, err := paint.Encode(img)
	if err != nil || len(b) > mostCover {
		t.fail(Pictures, "the cover has %d bytes of %d: %v", len(b), mostCover, err)
	}
}

// need checks that a key has words, of at most so many characters.
func (t description) need(key string, limit int) {
	t.said[key] = true
	if !t.say.Has(key) {
		t.fail(Describes, "no words for %q", key)
		return
	}
	for _, l := range text.Langs {
		if s := t.say.Say(l, ui.T(key), plain{}); s == "" || length(s) > limit {
			t.fail(Describes, "%q in %s is %d characters of %d", key, l, length(s), limit)
		}
	}
}

// hint checks that the first sentence of what is said of an option fits below its name in a
// menu, which shows no more.
func (t description) hint(key string) {
	for _, l := range text.Langs {
		if s, _, _ := strings.Cut(t.say.Say(l, ui.T(key), plain{}), ". "); length(s) > maxChoice {
			t.fail(Describes, "the first sentence of %q in %s is %d characters of %d", key, l, length(s), maxChoice)
		}
	}
}

// optionLines checks that each option of a table that chose none fits with its value in one line
// of a phone, as pages list them.
func (t description) optionLines(full games.Options) {
	for _, o := range t.info.Options {
		if !o.Free(full) || len(o.Choices) == 0 {
			continue
		}
		for _, l := range text.Langs {
			line := t.say.Say(l, ui.T("option."+o.Key), plain{}) + ": " + t.say.Say(l, ui.T("option."+o.Key+"."+full[o.Key]), plain{})
			if length(line) > maxOptionLine {
				t.fail(Describes, "in %s a phone breaks the line %q", l, line)
			}
		}
	}
}

func (t description) option(o games.Option) {
	t.need("option."+o.Key, maxOption)
	t.need("option."+o.Key+".about", maxAbout)
	t.hint("option." + o.Key + ".about")
	switch {
	case o.Texts != nil && (o.Max > 0 || len(o.Choices) > 0 || o.Texts.Read == nil || o.Texts.Sample == nil || o.Texts.MaxBytes <= 0 || o.Texts.MaxTitle <= 0):
		t.fail(Describes, "option %s is a text and something else, or lacks a part", o.Key)
	case o.Texts != nil:
	case o.Max > 0 && (o.Min > o.Max || len(o.Choices) > 0):
		t.fail(Describes, "option %s is from %d to %d with choices %v", o.Key, o.Min, o.Max, o.Choices)
	case o.Max == 0 && (len(o.Choices) < 2 || len(o.Choices) > maxMenu):
		t.fail(Describes, "option %s has %d choices", o.Key, len(o.Choices))
	}
	if o.Aloud != "" && !slices.Contains(o.Choices, o.Aloud) {
		t.fail(Describes, "option %s is aloud with %s, which is none of its choices", o.Key, o.Aloud)
	}
	for _, v := range o.Choices {
		t.need("option."+o.Key+"."+v, maxName)
	}
}

func (t description) command(c games.Command) {
	key := "command." + c.Name
	for part, limit := range map[string]int{"": maxCommand, ".arg": maxCommand, ".about": maxDoes, ".arg.about": maxDoes} {
		t.need(key+part, limit)
	}
	for _, l := range text.Langs {
		for _, part := range []string{"", ".arg"} {
			if s := t.say.Say(l, ui.T(key+part), plain{}); s != strings.ToLower(s) || strings.ContainsAny(s, " /\"") {
				t.fail(Describes, "%s%s in %s is %q: lower case, one word", key, part, l, s)
			}
		}
	}
	if c.Max < 1 || c.Max > maxInput || c.Path == "" {
		t.fail(Describes, "command %s has %d characters for the form %q", c.Name, c.Max, c.Path)
	}
}

// cue checks that a moment which may be called out has words, and is that of a seat.
func (t description) cue(st games.Status) {
	switch c := st.Cue; {
	case c.Kind == "" && c != games.Cue{}, c.Kind != "" && st.Over, c.Seat < 0, int(c.Seat) >= t.seats:
		t.fail(Statuses, "the moment %+v of %d seats, over: %v", c, t.seats, st.Over)
	case c.Kind != "" && !t.said["cue."+c.Kind]:
		t.need("cue."+c.Kind, maxName)
	}
}
