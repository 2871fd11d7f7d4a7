// Package text reads catalogues of messages and writes texts in each language.
//
// A catalogue is two files, locale/en.toml and locale/ru.toml. The library go-i18n
// reads them and knows the plural rules of CLDR. A message is a line
//
//	"panel.card" = "Card {0}"
//
// or, if a number decides the form, a table
//
//	["panel.cards"]
//	one = "{0} card"
//	other = "{0} cards"
//
// Placeholders are numbers in braces and not Go templates. They are easy for a
// translator, and an argument cannot become code. "{{" and "}}" are braces.
//
// The first int among the arguments decides the form. A sentence with two counts
// gets one of them as a separate Text.
package text

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"oneiros/games/ui"
)

// Lang is a language that Oneiros speaks.
type Lang string

// The languages.
const (
	English Lang = "en"
	Russian Lang = "ru"
)

// Langs lists all languages.
var Langs = []Lang{English, Russian}

// ParseLang returns the language with a name, "en" or "ru".
func ParseLang(s string) (Lang, bool) {
	l := Lang(s)
	return l, slices.Contains(Langs, l)
}

// ForLocale returns the language for a locale of Discord: Russian for "ru", and
// English for all others.
func ForLocale(locale string) Lang {
	if locale == "ru" || strings.HasPrefix(locale, "ru-") {
		return Russian
	}
	return English
}

// Words writes the parts of a text that depend on the place where it is shown.
type Words interface {
	// Name returns the person at a seat, escaped or as a mention.
	Name(seat ui.Name) string
	// Until returns when a moment of the match clock comes.
	Until(at ui.Until) string
	// Escape makes s plain words: no mention, no link and no formatting.
	Escape(s string) string
}

// zoned are Words that write a moment in the zone of each reader.
type zoned interface {
	Moment(at ui.Moment) string
}

// lettered are Words that know with which letters pictures mark the people of a table.
type lettered interface {
	Letter(seat ui.Letter) string
}

func letter(seat ui.Letter, w Words) string {
	if w, ok := w.(lettered); ok {
		return w.Letter(seat)
	}
	return string(rune('A' + seat))
}

func moment(at ui.Moment, w Words) string {
	if w, ok := w.(zoned); ok {
		return w.Moment(at)
	}
	return time.Unix(int64(at), 0).UTC().Format("02.01.2006 15:04") + " UTC"
}

// Catalogue holds the messages of a game or of the bot. For other messages it asks
// its parent.
type Catalogue struct {
	parent *Catalogue
	keys   map[Lang]map[string]string // the placeholders of each message, as "{0}{1}"
	forms  map[Lang]map[string]forms
}

//go:embed locale
var common embed.FS

// Common is the catalogue of messages that several games and the bot use, such as
// refusals, durations and scores. It is the parent of all others.
var Common = sync.OnceValue(func() *Catalogue {
	c, err := Load(nil, common)
	if err != nil {
		panic(err) // the files are embedded, so any test finds this
	}
	return c
})

// Load reads locale/en.toml and locale/ru.toml. Both must exist and have the same
// keys, and a message must have the same placeholders in both. A plural form may
// leave some of them out: "one dream" needs no number.
func Load(parent *Catalogue, files fs.FS) (*Catalogue, error) {
	c := &Catalogue{parent: parent, keys: map[Lang]map[string]string{}, forms: map[Lang]map[string]forms{}}
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	for _, l := range Langs {
		name := "locale/" + string(l) + ".toml"
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("catalogue: %w", err)
		}
		f, err := bundle.ParseMessageFileBytes(b, name)
		if err != nil {
			return nil, fmt.Errorf("catalogue %s: %w", name, err)
		}
		c.keys[l], c.forms[l] = map[string]string{}, map[string]forms{}
		for _, m := range f.Messages {
			all, err := formsOf(m)
			if err != nil {
				return nil, fmt.Errorf("catalogue %s: %q: %w", name, m.ID, err)
			}
			c.keys[l][m.ID], c.forms[l][m.ID] = all.placeholders(), all
		}
	}
	for _, a := range Langs {
		for _, b := range Langs {
			for k, of := range c.keys[a] {
				other, ok := c.keys[b][k]
				if !ok {
					return nil, fmt.Errorf("catalogue: %q is in %s and not in %s", k, a, b)
				}
				if of != other {
					return nil, fmt.Errorf("catalogue: %q has the placeholders %q in %s and %q in %s", k, of, a, other, b)
				}
			}
		}
	}
	return c, nil
}

// forms are the forms of a message, by the plural form for which it is. Those that the
// message does not have are nil.
type forms [plural.Many + 1]message

// formsOf parses the forms of a message. They are parsed once, because a page has
// dozens of messages.
func formsOf(m *i18n.Message) (f forms, err error) {
	for form, words := range map[plural.Form]string{
		plural.Zero: m.Zero, plural.One: m.One, plural.Two: m.Two, plural.Few: m.Few, plural.Many: m.Many, plural.Other: m.Other,
	} {
		if f[form], err = parse(words); err != nil {
			return f, err
		}
	}
	return f, nil
}

// placeholders returns the placeholders of all forms, in order.
func (f *forms) placeholders() string {
	met := map[int]bool{}
	for _, m := range f {
		for _, p := range m {
			if p.arg > 0 {
				met[p.arg-1] = true
			}
		}
	}
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(met)) {
		fmt.Fprintf(&b, "{%d}", n)
	}
	return b.String()
}

// tags are the languages to the rules of CLDR.
var tags = map[Lang]language.Tag{English: language.English, Russian: language.Russian}

// form is the form for a count. A message may have none for it. Then the form "other"
// is the right one.
func (f *forms) form(l Lang, count int) message {
	if count < 0 {
		count = -count
	}
	if m := f[plural.Cardinal.MatchPlural(tags[l], count, 0, 0, 0, 0)]; m != nil {
		return m
	}
	return f[plural.Other]
}

// Has reports whether c or a parent has a message.
func (c *Catalogue) Has(key string) bool {
	for ; c != nil; c = c.parent {
		if c.own(key) {
			return true
		}
	}
	return false
}

// own reports whether c itself has a message.
func (c *Catalogue) own(key string) bool {
	_, ok := c.keys[English][key]
	return ok
}

// Keys returns the keys of c without its parents, sorted.
func (c *Catalogue) Keys() []string { return slices.Sorted(maps.Keys(c.keys[English])) }

// Say writes t in a language. An unknown key becomes ⟦key⟧, which the tests of every
// page look for.
func (c *Catalogue) Say(l Lang, t ui.Text, w Words) string {
	if t.Key == "" {
		var b strings.Builder
		for _, a := range t.Args {
			b.WriteString(c.arg(l, a, w))
		}
		return b.String()
	}
	in := c
	for in != nil && !in.own(t.Key) {
		in = in.parent
	}
	if in == nil {
		return "⟦" + t.Key + "⟧"
	}
	all := in.forms[l][t.Key]
	m, counted := all[plural.Other], false
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = c.arg(l, a, w)
		if n, ok := a.(int); ok && !counted {
			m, counted = all.form(l, n), true
		}
	}
	s, ok := m.fill(args)
	if !ok {
		return "⟦" + t.Key + "⟧"
	}
	return s
}

func (c *Catalogue) arg(l Lang, a any, w Words) string {
	switch a := a.(type) {
	case int:
		return strings.Replace(strconv.Itoa(a), "-", "−", 1) // as the words write it
	case string:
		return w.Escape(a)
	case ui.Name:
		return w.Name(a)
	case ui.Letter:
		return letter(a, w)
	case ui.Until:
		return w.Until(a)
	case ui.Moment:
		return moment(a, w)
	case ui.Span:
		return c.span(l, time.Duration(a), w)
	case ui.Text:
		return c.Say(l, a, w)
	case []ui.Text:
		parts := make([]string, len(a))
		for i, t := range a {
			parts[i] = c.Say(l, t, w)
		}
		return strings.Join(parts, ", ")
	default:
		return fmt.Sprintf("⟦%T⟧", a)
	}
}

// span writes a duration in its one or two largest units.
func (c *Catalogue) span(l Lang, d time.Duration, w Words) string {
	d = d.Round(time.Second)
	var parts []string
	for _, u := range []struct {
		key string
		of  time.Duration
	}{{"span.hours", time.Hour}, {"span.minutes", time.Minute}, {"span.seconds", time.Second}} {
		if n := int(d / u.of); n > 0 && len(parts) < 2 {
			parts = append(parts, c.Say(l, ui.T(u.key, n), w))
			d -= time.Duration(n) * u.of
		}
	}
	if len(parts) == 0 {
		return c.Say(l, ui.T("span.seconds", 0), w)
	}
	return strings.Join(parts, " ")
}

// parse divides a message into words and placeholders.
func parse(src string) (message, error) {
	var m message
	for src != "" {
		i := strings.IndexAny(src, "{}")
		if i < 0 {
			m = append(m, piece{words: src})
			break
		}
		m = append(m, piece{words: src[:i]})
		if strings.HasPrefix(src[i:], "{{") || strings.HasPrefix(src[i:], "}}") {
			m = append(m, piece{words: src[i : i+1]})
			src = src[i+2:]
			continue
		}
		j := strings.IndexByte(src[i:], '}')
		if src[i] != '{' || j < 0 {
			return nil, fmt.Errorf("a single brace in %q", src)
		}
		n, err := strconv.Atoi(src[i+1 : i+j])
		if err != nil || n < 0 {
			return nil, fmt.Errorf("placeholder %q is not a number", src[i:i+j+1])
		}
		m = append(m, piece{arg: n + 1})
		src = src[i+j+1:]
	}
	return m, nil
}

// message is a parsed message. A piece is words, or the argument arg-1.
type message []piece

type piece struct {
	words string
	arg   int
}

// fill puts arguments into the placeholders. It is false for a message without words
// and for one of more placeholders than arguments.
func (m message) fill(args []string) (string, bool) {
	if len(m) == 1 && m[0].arg == 0 {
		return m[0].words, true
	}
	var b strings.Builder
	for _, p := range m {
		if p.arg == 0 {
			b.WriteString(p.words)
			continue
		}
		if p.arg > len(args) {
			return "", false
		}
		b.WriteString(args[p.arg-1])
	}
	return b.String(), m != nil
}
