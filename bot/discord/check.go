package discord

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// checks collects what is wrong.
type checks struct{ wrong []error }

func (c *checks) add(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Errorf(format, args...))
}

func (c *checks) length(what, s string, least, most int) {
	n := utf8.RuneCountInString(s)
	if n < least || n > most {
		c.add("%s has %d characters of %d to %d", what, n, least, most)
	}
	if !utf8.ValidString(s) {
		c.add("%s is no UTF-8", what)
	}
}

func (c *checks) number(what string, n, least, most int) {
	if n < least || n > most {
		c.add("%s: %d of %d to %d", what, n, least, most)
	}
}

func (c *checks) err() error { return errors.Join(c.wrong...) }

// Check says why Discord would refuse a message, or nil. It knows the limits
// that Discord's documentation states, those too that its schema leaves out,
// and says all that is wrong, without repeating the message.
func Check(m *Message) error {
	var c checks
	c.length("content", m.Content, 0, 2000)
	if m.Content == "" && len(m.Embeds)+len(m.Components)+len(m.Attachments)+len(m.Files) == 0 {
		c.add("the message is empty")
	}
	c.number("embeds", len(m.Embeds), 0, 10)
	sum := 0
	for i := range m.Embeds {
		sum += c.embed(fmt.Sprintf("embed %d", i), &m.Embeds[i])
	}
	c.number("characters of all embeds", sum, 0, 6000)

	c.number("rows", len(m.Components), 0, 5)
	ids := map[string]bool{}
	for i, r := range m.Components {
		c.row(fmt.Sprintf("row %d", i), r, ids)
	}

	c.number("attachments", len(m.Attachments)+len(m.Files), 0, 10)
	names := map[string]bool{}
	for i, a := range m.Attachments {
		if a.ID == 0 {
			c.add("attachment %d to be kept has no id", i)
		}
		c.length(fmt.Sprintf("alt text of attachment %d", i), a.Alt, 0, 1024)
		names[a.Name] = true
	}
	for i, f := range m.Files {
		c.length(fmt.Sprintf("name of file %d", i), f.Name, 1, 1024)
		c.length(fmt.Sprintf("alt text of file %d", i), f.Alt, 0, 1024)
		c.number(fmt.Sprintf("bytes of file %d", i), len(f.Data), 1, 10<<20)
		if names[f.Name] {
			c.add("two attachments have one name")
		}
		if strings.ContainsFunc(f.Name, func(r rune) bool {
			return !(r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("._-", r))
		}) {
			c.add("name of file %d: Discord would change it, and attachment:// would not find it", i)
		}
		names[f.Name] = true
	}
	for i := range m.Embeds {
		for _, u := range []string{m.Embeds[i].Image, m.Embeds[i].Thumbnail} {
			if name, ok := strings.CutPrefix(u, "attachment://"); ok && !names[name] {
				c.add("embed %d shows an attachment that the message does not have", i)
			}
		}
	}

	c.number("people mentioned", len(m.Mentions.Users), 0, 100)
	users := slices.Clone(m.Mentions.Users)
	slices.Sort(users)
	if len(slices.Compact(users)) != len(m.Mentions.Users) {
		c.add("somebody is listed twice in the mentions")
	}
	if m.Flags&^(discordgo.MessageFlagsSuppressEmbeds|discordgo.MessageFlagsEphemeral|discordgo.MessageFlagsSuppressNotifications) != 0 {
		c.add("flags %#x may not be set", m.Flags)
	}
	return c.err()
}

// embed checks one embed and counts the characters that the sum of all of them
// is limited by. Discord trims what it counts; a limit kept without trimming is
// kept with it.
func (c *checks) embed(at string, e *Embed) int {
	c.length(at+": title", e.Title, 0, 256)
	c.length(at+": description", e.Description, 0, 4096)
	c.length(at+": author", e.Author, 0, 256)
	c.length(at+": footer", e.Footer, 0, 2048)
	c.length(at+": url", e.URL, 0, 2048)
	c.number(at+": colour", e.Colour, 0, 0xffffff)
	c.number(at+": fields", len(e.Fields), 0, 25)
	sum := 0
	for _, s := range []string{e.Title, e.Description, e.Author, e.Footer} {
		sum += utf8.RuneCountInString(s)
	}
	for i, f := range e.Fields {
		where := fmt.Sprintf("%s: field %d", at, i)
		c.length(where+": name", f.Name, 1, 256)
		c.length(where+": value", f.Value, 1, 1024)
		if strings.TrimSpace(f.Name) == "" || strings.TrimSpace(f.Value) == "" {
			c.add("%s is blank", where)
		}
		sum += utf8.RuneCountInString(f.Name) + utf8.RuneCountInString(f.Value)
	}
	if sum == 0 && e.Image == "" && e.Thumbnail == "" {
		c.add("%s is empty", at)
	}
	return sum
}

func (c *checks) row(at string, r Row, ids map[string]bool) {
	c.number(at+": components", len(r), 1, 5)
	for i, component := range r {
		where := fmt.Sprintf("%s, component %d", at, i)
		switch x := component.(type) {
		case Button:
			c.button(where, x)
		case Menu:
			if len(r) > 1 {
				c.add("%s: a menu is alone in its row", where)
			}
			c.menu(where, x)
		default:
			c.add("%s: a message has no %T", where, component)
			continue
		}
		c.custom(where, component, ids)
	}
}

// custom checks the custom id, which a link alone does not have.
func (c *checks) custom(at string, x Component, ids map[string]bool) {
	if b, ok := x.(Button); ok && b.Style == discordgo.LinkButton {
		return
	}
	id := x.custom()
	c.length(at+": custom id", id, 1, 100)
	if ids[id] {
		c.add("%s: its custom id is not the only one", at)
	}
	ids[id] = true
}

func (c *checks) button(at string, b Button) {
	c.length(at+": label", b.Label, 0, 80)
	if b.Label == "" && b.Emoji == "" {
		c.add("%s: a button has a label or an emoji", at)
	}
	c.number(at+": style", int(b.Style), int(discordgo.PrimaryButton), int(discordgo.LinkButton))
	switch {
	case b.Style == discordgo.LinkButton:
		c.length(at+": url", b.URL, 1, 512)
		if b.CustomID != "" {
			c.add("%s: a link has no custom id", at)
		}
	case b.URL != "":
		c.add("%s: only a link has a url", at)
	}
}

func (c *checks) menu(at string, m Menu) {
	c.length(at+": placeholder", m.Placeholder, 0, 150)
	c.number(at+": options", len(m.Options), 1, 25)
	values := map[string]bool{}
	now := 0
	for i, o := range m.Options {
		where := fmt.Sprintf("%s, option %d", at, i)
		c.length(where+": label", o.Label, 1, 100)
		c.length(where+": value", o.Value, 1, 100)
		c.length(where+": hint", o.Hint, 0, 100)
		if values[o.Value] {
			c.add("%s: its value is not the only one", where)
		}
		values[o.Value] = true
		if o.Now {
			now++
		}
	}
	most := 1
	if m.Min != 0 || m.Max != 0 {
		most = m.Max
		c.number(at+": least choices", m.Min, 0, 25)
		c.number(at+": most choices", m.Max, max(m.Min, 1), min(len(m.Options), 25))
	}
	c.number(at+": options that are chosen already", now, 0, most)
}

// CheckModal says why Discord would refuse a modal, or nil.
func CheckModal(m Modal) error {
	var c checks
	c.length("title", m.Title, 1, 45)
	c.length("custom id", m.CustomID, 1, 100)
	c.number("inputs", len(m.Rows), 1, 5)
	ids := map[string]bool{}
	for i, r := range m.Rows {
		at := fmt.Sprintf("row %d", i)
		c.number(at+": inputs", len(r), 1, 1)
		for _, x := range r {
			in, ok := x.(Input)
			if !ok {
				c.add("%s: a modal has no %T", at, x)
				continue
			}
			c.custom(at, in, ids)
			c.length(at+": label", in.Label, 1, 45)
			c.length(at+": hint", in.Hint, 0, 100)
			c.length(at+": placeholder", in.Placeholder, 0, 100)
			most := 4000
			if in.Max != 0 {
				c.number(at+": most characters", in.Max, 1, 4000)
				most = in.Max
			}
			c.number(at+": least characters", in.Min, 0, most)
			c.length(at+": value", in.Value, 0, most)
		}
	}
	return c.err()
}

// CheckChoices says why Discord would refuse an answer to an autocompletion, or
// nil.
func CheckChoices(choices []Choice) error {
	var c checks
	c.number("choices", len(choices), 0, 25)
	c.choices("choices", discordgo.ApplicationCommandOptionString, choices)
	return c.err()
}

func (c *checks) choices(at string, kind discordgo.ApplicationCommandOptionType, choices []Choice) {
	for i, x := range choices {
		where := fmt.Sprintf("%s %d", at, i)
		c.length(where+": name", x.Name, 1, 100)
		c.length(where+": value", x.Value, 1, 100)
		for locale, n := range x.Names {
			c.locale(where, locale)
			c.length(where+": name in "+locale, n, 1, 100)
		}
		if _, err := strconv.Atoi(x.Value); kind == discordgo.ApplicationCommandOptionInteger && err != nil {
			c.add("%s: its value is no number", where)
		}
	}
}

// commandName is Discord's own rule.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func (c *checks) name(at, s string) {
	if !commandName.MatchString(s) || strings.ToLower(s) != s {
		c.add("%s %q is no name of a command", at, s)
	}
}

// locales are the languages of Discord's clients.
var locales = strings.Fields("ar bg cs da de el en-GB en-US es-419 es-ES fi fr hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW")

func (c *checks) locale(at, locale string) {
	if !slices.Contains(locales, locale) {
		c.add("%s: Discord has no locale %q", at, locale)
	}
}

// CheckCommands says why Discord would refuse an application's commands, or nil.
func CheckCommands(defs []CommandDef) error {
	var c checks
	c.number("commands", len(defs), 0, 100)
	seen := map[string]bool{}
	for i := range defs {
		d := &defs[i]
		at := fmt.Sprintf("command %d", i)
		if seen[d.Name] {
			c.add("%s: its name is not the only one", at)
		}
		seen[d.Name] = true
		size := c.words(at, d.Name, d.About, d.Names, d.Abouts)
		size += c.options(at, d.Options, 0)
		c.number(at+": characters of everything", size, 1, 8000)
		for _, x := range d.Contexts {
			c.number(at+": context", int(x), int(discordgo.InteractionContextGuild), int(discordgo.InteractionContextPrivateChannel))
		}
	}
	return c.err()
}

// words checks a name and a description and counts the longest of each.
func (c *checks) words(at, name, about string, names, abouts map[string]string) int {
	c.name(at+": name", name)
	c.length(at+": description", about, 1, 100)
	longest, described := utf8.RuneCountInString(name), utf8.RuneCountInString(about)
	for l, n := range names {
		c.locale(at, l)
		c.name(at+": name in "+l, n)
		longest = max(longest, utf8.RuneCountInString(n))
	}
	for l, a := range abouts {
		c.locale(at, l)
		c.length(at+": description in "+l, a, 1, 100)
		described = max(described, utf8.RuneCountInString(a))
	}
	return longest + described
}

func (c *checks) options(at string, options []OptionDef, depth int) int {
	c.number(at+": options", len(options), 0, 25)
	seen := map[string]bool{}
	optional, nested := false, false
	size := 0
	for i := range options {
		o := &options[i]
		where := fmt.Sprintf("%s, option %d", at, i)
		size += c.words(where, o.Name, o.About, o.Names, o.Abouts)
		if seen[o.Name] {
			c.add("%s: its name is not the only one", where)
		}
		seen[o.Name] = true
		sub := o.Type == discordgo.ApplicationCommandOptionSubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup
		if i > 0 && sub != nested {
			c.add("%s: subcommands and options do not mix", where)
		}
		nested = sub
		switch {
		case sub:
			if depth > 1 || depth == 1 && o.Type == discordgo.ApplicationCommandOptionSubCommandGroup {
				c.add("%s: too deep", where)
			}
			if o.Type == discordgo.ApplicationCommandOptionSubCommandGroup && len(o.Options) == 0 {
				c.add("%s: an empty group", where)
			}
			size += c.options(where, o.Options, depth+1)
			continue
		case o.Type != discordgo.ApplicationCommandOptionString && o.Type != discordgo.ApplicationCommandOptionInteger && o.Type != discordgo.ApplicationCommandOptionBoolean && o.Type != discordgo.ApplicationCommandOptionUser:
			c.add("%s: unknown kind %d", where, o.Type)
		case o.Required && optional:
			c.add("%s: required options come first", where)
		}
		optional = optional || !o.Required
		if o.Autocomplete && (len(o.Choices) > 0 || o.Type == discordgo.ApplicationCommandOptionBoolean || o.Type == discordgo.ApplicationCommandOptionUser) {
			c.add("%s: it cannot be completed", where)
		}
		if o.Type == discordgo.ApplicationCommandOptionUser && (len(o.Choices) > 0 || o.Min != nil || o.Max != nil) {
			c.add("%s: a person has neither choices nor limits", where)
		}
		c.number(where+": choices", len(o.Choices), 0, 25)
		c.choices(where+", choice", o.Type, o.Choices)
		for _, x := range o.Choices {
			size += utf8.RuneCountInString(x.Name) + utf8.RuneCountInString(x.Value)
		}
		if o.Min != nil && o.Max != nil && *o.Min > *o.Max {
			c.add("%s: the least is more than the most", where)
		}
		if o.Type == discordgo.ApplicationCommandOptionString {
			if o.Min != nil {
				c.number(where+": least characters", *o.Min, 0, 6000)
			}
			if o.Max != nil {
				c.number(where+": most characters", *o.Max, 1, 6000)
			}
		}
	}
	return size
}
