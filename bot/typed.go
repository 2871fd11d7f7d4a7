package bot

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/text"
)

// maxTyped is how many characters of options are read: twice as many as a
// suggestion may have. Discord accepts thirty times as many, and asks for
// suggestions for them.
const maxTyped = 2 * discord.MaxChoice

// readOptions reads options as they are typed: option:value, separated by spaces or
// commas. An option and its value may have the name that a script uses. They may
// also have the catalogue's name in any language, with "_" for a space.
func (g *game) readOptions(words string) (map[string]string, error) {
	if n := utf8.RuneCountInString(words); n > maxTyped {
		return nil, games.Refuse("refuse.long", n, maxTyped)
	}
	set := map[string]string{}
	for _, word := range strings.FieldsFunc(tight(words), separates) {
		key, v, ok := cutOption(word)
		if !ok {
			return nil, games.Refuse("bot.refuse.option", word)
		}
		o, ok := g.option(key)
		if !ok {
			return nil, games.Refuse("refuse.option-unknown", key)
		}
		set[o.Key] = g.valueOf(o, v)
		if err := o.Check(set[o.Key]); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// tight drops the spaces around colons, as suggestions show them.
func tight(words string) string { return colon.ReplaceAllString(words, "$1") }

var colon = regexp.MustCompile(`\s*([:=])\s*`)

func separates(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' || r == '\t' }

func cutOption(word string) (key, value string, ok bool) {
	i := strings.IndexAny(word, ":=")
	if i < 0 {
		return word, "", false
	}
	return word[:i], word[i+1:], true
}

// means reports whether a person means a key by what they typed.
func (g *game) means(typed, raw, key string) bool {
	typed = strings.ReplaceAll(typed, "_", " ")
	if strings.EqualFold(typed, strings.ReplaceAll(raw, "_", " ")) {
		return true
	}
	for _, l := range text.Langs {
		if strings.EqualFold(typed, g.label(l, key)) {
			return true
		}
	}
	return false
}

func (g *game) option(typed string) (games.Option, bool) {
	for _, o := range g.info.Options {
		if g.means(typed, o.Key, "option."+o.Key) {
			return o, true
		}
	}
	return games.Option{}, false
}

func (g *game) valueOf(o games.Option, typed string) string {
	for _, v := range o.Choices {
		if g.means(typed, v, "option."+o.Key+"."+v) {
			return v
		}
	}
	return typed
}

// suggest is what may stand at the end of options as they are typed. First it is
// the options that are not there yet, and then the values of the last one. A
// suggestion is all that was typed before, and the word that is suggested.
func (g *game) suggest(typed string, lang text.Lang) []*discordgo.ApplicationCommandOptionChoice {
	typed = tight(typed)
	before, last := "", typed
	if i := strings.LastIndexFunc(typed, separates); i >= 0 {
		before, last = strings.TrimSpace(typed[:i])+" ", typed[i+1:]
	}
	list := &suggestions{game: g, lang: lang, before: strings.TrimLeft(before, " "), taken: map[string]bool{}}
	for _, word := range strings.FieldsFunc(list.before, separates) {
		key, v, _ := cutOption(word)
		if o, ok := g.option(key); ok {
			list.taken[o.Key] = true
			word = list.said(o, g.valueOf(o, v))
		}
		list.heading += word + "; "
	}
	key, v, valued := cutOption(last)
	if !valued {
		list.addOptions(last)
	} else if o, ok := g.option(key); ok {
		list.addValues(o, v)
	}
	return list.choices
}

// suggestions are made for what was typed before.
type suggestions struct {
	*game
	lang    text.Lang
	before  string          // as it was typed
	heading string          // as the reader calls it
	taken   map[string]bool // options that stand in it
	choices []*discordgo.ApplicationCommandOptionChoice
}

// called is how the reader calls an option, and said an option with its value.
func (l *suggestions) called(o games.Option) string { return l.label(l.lang, "option."+o.Key) }

func (l *suggestions) said(o games.Option, v string) string {
	if slices.Contains(o.Choices, v) {
		v = l.label(l.lang, "option."+o.Key+"."+v)
	}
	return l.called(o) + ": " + v
}

// add suggests a word, which the reader calls by words.
func (l *suggestions) add(words, word string) {
	name, value := []rune(l.heading+words), l.before+word
	if len(l.choices) == discord.MaxChoices || utf8.RuneCountInString(value) > discord.MaxChoice {
		return
	}
	if len(name) > discord.MaxChoice {
		name = append([]rune("…"), name[len(name)-discord.MaxChoice+1:]...)
	}
	l.choices = append(l.choices, &discordgo.ApplicationCommandOptionChoice{Name: string(name), Value: value})
}

// addOptions suggests the options whose name starts as it was typed.
func (l *suggestions) addOptions(typed string) {
	chosen, _ := l.readOptions(l.before) // what is wrong there is said when it is sent
	full, err := l.info.Complete(chosen)
	for _, o := range l.info.Options {
		switch {
		case err == nil && !o.Free(full):
		case l.taken[o.Key] || !starts(o.Key, typed) && !starts(l.called(o), typed):
		case o.Max > 0:
			l.add(fmt.Sprintf("%s: %d–%d", l.called(o), o.Min, o.Max), o.Key+":"+l.defaultNumber(l.before, o))
		default:
			for _, choice := range o.Choices {
				l.add(l.said(o, choice), o.Key+":"+choice)
			}
		}
	}
}

// addValues suggests the values of an option that start as it was typed.
func (l *suggestions) addValues(o games.Option, typed string) {
	if o.Max == 0 {
		for _, choice := range o.Choices {
			if starts(choice, typed) || starts(l.label(l.lang, "option."+o.Key+"."+choice), typed) {
				l.add(l.said(o, choice), o.Key+":"+choice)
			}
		}
		return
	}
	numbers := []string{l.defaultNumber(l.before, o), strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
	if n, err := strconv.Atoi(typed); err == nil && n >= o.Min && n <= o.Max {
		numbers = []string{strconv.Itoa(n)}
	}
	for _, n := range numbers {
		word := o.Key + ":" + n
		if !slices.ContainsFunc(l.choices, func(c *discordgo.ApplicationCommandOptionChoice) bool { return c.Value == l.before+word }) {
			l.add(fmt.Sprintf("%s: %s (%d–%d)", l.called(o), n, o.Min, o.Max), word)
		}
	}
}

// defaultNumber is what a number is when no host sets it, beside the options that
// were typed before.
func (g *game) defaultNumber(before string, o games.Option) string {
	chosen, err := g.readOptions(before)
	if err != nil {
		chosen = nil
	}
	full, err := g.info.Complete(chosen)
	if err != nil {
		return strconv.Itoa(o.Min)
	}
	return full[o.Key]
}

// starts reports whether s begins with what was typed.
func starts(s, with string) bool {
	with = strings.ToLower(strings.ReplaceAll(with, "_", " "))
	return strings.HasPrefix(strings.ToLower(strings.ReplaceAll(s, "_", " ")), with)
}
