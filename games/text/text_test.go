package text_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode"
	"unicode/utf8"

	"oneiros/games/text"
	"oneiros/games/ui"
)

// words marks its results, so that a test sees where they come from.
type words struct{}

func (words) Name(n ui.Name) string    { return []string{"Анна", "Bob"}[n] }
func (words) Until(at ui.Until) string { return "t" + time.Duration(at).String() }
func (words) Escape(s string) string   { return "<" + s + ">" }

// load makes a catalogue from lines for English and Russian.
func load(t *testing.T, en, ru string) *text.Catalogue {
	t.Helper()
	c, err := text.Load(text.Common(), files(en, ru))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func files(en, ru string) fstest.MapFS {
	return fstest.MapFS{
		"locale/en.toml": &fstest.MapFile{Data: []byte(en)},
		"locale/ru.toml": &fstest.MapFile{Data: []byte(ru)},
	}
}

func TestPlurals(t *testing.T) {
	c := load(t,
		"[\"cards\"]\none = \"{0} card\"\nother = \"{0} cards\"\n",
		"[\"cards\"]\none = \"{0} карта\"\nfew = \"{0} карты\"\nmany = \"{0} карт\"\nother = \"{0} карты\"\n")
	for _, test := range []struct {
		lang text.Lang
		n    int
		want string
	}{
		{text.English, 0, "0 cards"}, {text.English, 1, "1 card"}, {text.English, 2, "2 cards"}, {text.English, 21, "21 cards"},
		{text.Russian, 0, "0 карт"}, {text.Russian, 1, "1 карта"}, {text.Russian, 2, "2 карты"}, {text.Russian, 4, "4 карты"},
		{text.Russian, 5, "5 карт"}, {text.Russian, 11, "11 карт"}, {text.Russian, 12, "12 карт"}, {text.Russian, 14, "14 карт"},
		{text.Russian, 21, "21 карта"}, {text.Russian, 22, "22 карты"}, {text.Russian, 25, "25 карт"},
		{text.Russian, 101, "101 карта"}, {text.Russian, 111, "111 карт"}, {text.Russian, 112, "112 карт"},
	} {
		if got := c.Say(test.lang, ui.T("cards", test.n), words{}); got != test.want {
			t.Errorf("%s, %d: %q, want %q", test.lang, test.n, got, test.want)
		}
	}
}

// TestFirstIntDecides: other arguments before the count change nothing.
func TestFirstIntDecides(t *testing.T) {
	c := load(t, "[\"has\"]\none = \"{0}: {1} of {2} card\"\nother = \"{0}: {1} of {2} cards\"\n", "[\"has\"]\none = \"a{0}\"\nother = \"b{2}{1}\"\n")
	if got := c.Say(text.English, ui.T("has", ui.Name(1), 1, 5), words{}); got != "Bob: 1 of 5 card" {
		t.Error(got)
	}
}

func TestArguments(t *testing.T) {
	c := load(t, "\"all\" = \"{0}\"\n\"in\" = \"in {0}\"\n", "\"all\" = \"{0}\"\n\"in\" = \"в {0}\"\n")
	for _, test := range []struct {
		arg  any
		want string
	}{
		{7, "7"}, {-7, "−7"}, {"море", "<море>"}, {ui.Name(0), "Анна"}, {ui.Until(3 * time.Second), "t3s"},
		{ui.Span(0), "0 с"}, {ui.Span(90 * time.Second), "1 мин 30 с"}, {ui.Span(2*time.Hour + 3*time.Second), "2 ч 3 с"},
		{ui.Span(26*time.Hour + 61*time.Minute + time.Second), "27 ч 1 мин"}, {ui.Span(59*time.Second + 600*time.Millisecond), "1 мин"},
		{ui.T("in", "x"), "в <x>"}, {[]ui.Text{ui.Literal("a"), ui.T("in", 2), {}}, "<a>, в 2, "},
		{3.5, "⟦float64⟧"}, {nil, "⟦<nil>⟧"}, {int64(3), "⟦int64⟧"},
	} {
		if got := c.Say(text.Russian, ui.T("all", test.arg), words{}); got != test.want {
			t.Errorf("%T %v: %q, want %q", test.arg, test.arg, got, test.want)
		}
	}
}

// TestHostileArguments: the words of people are never read as a message.
func TestHostileArguments(t *testing.T) {
	c := load(t, "\"say\" = \"{0} said {1}\"\n", "\"say\" = \"{0}: {1}\"\n")
	for _, s := range []string{"{0}", "{{0}}", "{", "}", "{{.}}", "{{template \"x\"}}", "%s", "⟦say⟧", "\x00", strings.Repeat("{", 5000)} {
		if got, want := c.Say(text.English, ui.T("say", "a", s), words{}), "<a> said <"+s+">"; got != want {
			t.Errorf("%.20q: %.60q", s, got)
		}
		if got, want := c.Say(text.English, ui.Literal(s), words{}), "<"+s+">"; got != want {
			t.Errorf("literal %.20q: %.60q", s, got)
		}
	}
}

func TestBraces(t *testing.T) {
	c := load(t, "\"set\" = \"{{{0}, {1}}}\"\n\"late\" = \"{1} {0} {1}\"\n", "\"set\" = \"{{{1}{0}\"\n\"late\" = \"{0}{1}\"\n")
	if got := c.Say(text.English, ui.T("set", 1, 2), words{}); got != "{1, 2}" {
		t.Error(got)
	}
	if got := c.Say(text.Russian, ui.T("set", 1, 2), words{}); got != "{21" {
		t.Error(got)
	}
	if got := c.Say(text.English, ui.T("late", "a", "b"), words{}); got != "<b> <a> <b>" {
		t.Error(got)
	}
}

// TestMissing: an unknown message shows its key, which the tests of every page look
// for.
func TestMissing(t *testing.T) {
	c := load(t, "\"pair\" = \"{0} {1}\"\n", "\"pair\" = \"{0} {1}\"\n")
	for _, x := range []ui.Text{ui.T("nothing"), ui.T("pair", 1)} {
		if got := c.Say(text.English, x, words{}); got != "⟦"+x.Key+"⟧" {
			t.Errorf("%s: %q", x.Key, got)
		}
	}
	if got := c.Say(text.English, ui.Text{}, words{}); got != "" {
		t.Errorf("nothing is said as %q", got)
	}
}

func TestParent(t *testing.T) {
	c := load(t, "\"refuse.over\" = \"Wake up.\"\n", "\"refuse.over\" = \"Подъём.\"\n")
	if got := c.Say(text.English, ui.T("refuse.over"), words{}); got != "Wake up." {
		t.Errorf("own words are %q", got)
	}
	if got := text.Common().Say(text.English, ui.T("refuse.over"), words{}); got == "Wake up." {
		t.Error("the parent says the child's words")
	}
	if !c.Has("refuse.notation") || c.Has("refuse.nothing") || !slices.Equal(c.Keys(), []string{"refuse.over"}) {
		t.Errorf("keys %v", c.Keys())
	}
	if got := c.Say(text.Russian, ui.T("refuse.notation"), words{}); strings.Contains(got, "⟦") {
		t.Error(got)
	}
}

func TestLoad(t *testing.T) {
	for name, test := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"ErrNoFile":        {fstest.MapFS{"locale/en.toml": &fstest.MapFile{}}, "ru.toml"},
		"ErrOnlyInOne":     {files("\"a\" = \"A\"\n\"b\" = \"B\"\n", "\"a\" = \"А\"\n"), `"b" is in en and not in ru`},
		"ErrOnlyInOther":   {files("", "\"a\" = \"А\"\n"), `"a" is in ru and not in en`},
		"ErrNotACatalogue": {files("= = =", ""), "en.toml"},
		"ErrOpenBrace":     {files("'a' = '{0'\n", "'a' = '{0}'\n"), `en.toml: "a"`},
		"ErrNoNumber":      {files("'a' = '{0}'\n", "'a' = '{x}'\n"), `ru.toml: "a"`},
		"ErrNegative":      {files("'a' = '{-1}'\n", "'a' = ''\n"), `"{-1}" is not a number`},
		"ErrPlaceholder":   {files("'a' = '{0} {1}'\n", "'a' = '{0}'\n"), `"a" has the placeholders "{0}{1}" in en and "{0}" in ru`},
		"ErrPlural": {files("['a']\none = 'one'\nother = '{0}'\n", "['a']\none = 'один'\nfew = 'два'\nmany = 'много'\nother = 'сон'\n"),
			`"a" has the placeholders "{0}" in en and "" in ru`},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := text.Load(nil, test.files); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// TestCommon writes every message of the common catalogue in both languages.
func TestCommon(t *testing.T) {
	c := text.Common()
	if len(c.Keys()) == 0 {
		t.Fatal("the common catalogue is empty")
	}
	for _, k := range c.Keys() {
		for _, l := range text.Langs {
			for _, n := range []int{0, 1, 2, 5, 21} {
				if got := c.Say(l, ui.T(k, n, n, n), words{}); strings.Contains(got, "⟦") || got == "" {
					t.Errorf("%s in %s with %d: %q", k, l, n, got)
				}
			}
		}
	}
}

func TestLangs(t *testing.T) {
	for locale, want := range map[string]text.Lang{
		"ru": text.Russian, "ru-RU": text.Russian, "en-US": text.English, "en-GB": text.English,
		"": text.English, "uk": text.English, "run": text.English, "xx": text.English,
	} {
		if got := text.ForLocale(locale); got != want {
			t.Errorf("%q: %s", locale, got)
		}
	}
	if _, ok := text.ParseLang("de"); ok {
		t.Error("German is spoken")
	}
	if l, ok := text.ParseLang("ru"); !ok || l != text.Russian {
		t.Error("Russian is not spoken")
	}
}

// FuzzSay writes any message with any arguments.
func FuzzSay(f *testing.F) {
	f.Add("{0} {1}", "a", 3)
	f.Add("{{", "{0}", -1)
	f.Add("{9999999999999999999}", "", 0)
	f.Fuzz(func(t *testing.T, message, arg string, n int) {
		if !utf8.ValidString(message) || strings.ContainsFunc(message, func(r rune) bool { return r == '\'' || unicode.IsControl(r) }) {
			t.Skip("no line of a catalogue")
		}
		line := "'m' = '" + message + "'\n"
		c, err := text.Load(nil, files(line, line))
		if err != nil {
			return // a message that cannot be read is refused, and nothing panics
		}
		c.Say(text.Russian, ui.T("m", arg, n, ui.T("m")), words{})
	})
}
