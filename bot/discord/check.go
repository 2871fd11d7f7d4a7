package discord

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits of messages. Texts are counted in characters. Everything that
// builds a message takes its numbers from here. Only localcord has its own, because
// it is the oracle of the tests.
const (
	MaxContent     = 2000
	MaxEmbeds      = 10
	MaxEmbedSum    = 6000 // the texts of all embeds of a message together
	MaxTitle       = 256
	MaxDescription = 4096
	MaxAuthor      = 256
	MaxFooter      = 2048
	MaxEmbedURL    = 2048
	MaxColour      = 0xffffff
	MaxFields      = 25
	MaxFieldName   = 256
	MaxFieldValue  = 1024
	MaxAttachments = 10
	MaxFileName    = 1024
	MaxFileSize    = 10 << 20 // bytes
	MaxAlt         = 1024
	MaxMentions    = 100
	MaxNonce       = 25

	MaxRows        = 5
	MaxButtons     = 5 // in a row
	MaxCustomID    = 100
	MaxLabel       = 80 // of a button
	MaxButtonURL   = 512
	MaxPlaceholder = 150 // of a menu
	MaxOptions     = 25  // of a menu
	MaxOptionText  = 100 // its label, its value or its hint

	MaxModalTitle = 45
	MaxInputs     = 5 // of a modal
	MaxInputLabel = 45
	MaxInputHint  = 100 // the line under the label, or the placeholder
	MaxInput      = 4000
	MaxRadio      = 10 // options of a radio group; see minRadio

	MaxChoices = 25  // of an autocompletion or of an option of a command
	MaxChoice  = 100 // the name or the value of a choice

	MaxThreadName = 100
)

const minRadio = 2

// Limits of commands.
const (
	maxCommands       = 100
	maxCommandSize    = 8000 // all texts of a command together
	maxCommandOptions = 25
	maxDescription    = 100
	maxStringOption   = 6000
)

// checks collects everything that is wrong.
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
		c.add("%s is not UTF-8", what)
	}
}

func (c *checks) number(what string, n, least, most int) {
	if n < least || n > most {
		c.add("%s: %d of %d to %d", what, n, least, most)
	}
}

func (c *checks) err() error { return errors.Join(c.wrong...) }

// Check says why Discord would refuse a message, or nil. It knows the limits of
// Discord's documentation, which are more than those of its schema. It names
// everything that is wrong, and does not repeat the message.
func Check(m *Message) error {
	var c checks
	c.length("content", m.Content, 0, MaxContent)
	c.length("nonce", m.Nonce, 0, MaxNonce)
	if m.Content == "" && len(m.Embeds)+len(m.Components)+len(m.Attachments)+len(m.Files) == 0 {
		c.add("the message is empty")
	}
	c.number("embeds", len(m.Embeds), 0, MaxEmbeds)
	sum := 0
	for i := range m.Embeds {
		sum += c.embed(fmt.Sprintf("embed %d", i), m.Embeds[i])
	}
	c.number("characters of all embeds", sum, 0, MaxEmbedSum)

	c.number("rows", len(m.Components), 0, MaxRows)
	ids := map[string]bool{}
	for i, r := range m.Components {
		c.row(fmt.Sprintf("row %d", i), r, ids)
	}

	c.files(m)
	c.mentions(m.Mentions)
	if m.Flags&^(discordgo.MessageFlagsSuppressEmbeds|discordgo.MessageFlagsEphemeral|discordgo.MessageFlagsSuppressNotifications) != 0 {
		c.add("flags %#x may not be set", m.Flags)
	}
	return c.err()
}

// files checks the attachments of a message, and that its embeds show only these.
func (c *checks) files(m *Message) {
	c.number("attachments", len(m.Attachments)+len(m.Files), 0, MaxAttachments)
	names := map[string]bool{}
	for i, a := range m.Attachments {
		if a.ID == 0 {
			c.add("attachment %d to be kept has no id", i)
		}
		c.length(fmt.Sprintf("alt text of attachment %d", i), a.Alt, 0, MaxAlt)
		names[a.Name] = true
	}
	for i, f := range m.Files {
		c.length(fmt.Sprintf("name of file %d", i), f.Name, 1, MaxFileName)
		c.length(fmt.Sprintf("alt text of file %d", i), f.Alt, 0, MaxAlt)
		c.number(fmt.Sprintf("bytes of file %d", i), len(f.Data), 1, MaxFileSize)
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
		for _, u := range pictures(m.Embeds[i]) {
			if name, ok := strings.CutPrefix(u, "attachment://"); ok && !names[name] {
				c.add("embed %d shows an attachment that the message does not have", i)
			}
		}
	}

}

// mentions checks whom a message may notify.
func (c *checks) mentions(m Mentions) {
	for what, list := range map[string][]ID{"people": m.Users, "roles": m.Roles} {
		c.number(what+" mentioned", len(list), 0, MaxMentions)
		sorted := slices.Sorted(slices.Values(list))
		if len(slices.Compact(sorted)) != len(list) {
			c.add("one of the %s is listed twice in the mentions", what)
		}
	}
}

// embed checks one embed and counts its characters, for the sum of all embeds.
// Discord trims texts before it counts them. A limit that is kept without
// trimming is kept with it.
func (c *checks) embed(at string, e *discordgo.MessageEmbed) int {
	author, footer := cmp.Or(e.Author, &discordgo.MessageEmbedAuthor{}).Name, cmp.Or(e.Footer, &discordgo.MessageEmbedFooter{}).Text
	c.length(at+": title", e.Title, 0, MaxTitle)
	c.length(at+": description", e.Description, 0, MaxDescription)
	c.length(at+": author", author, 0, MaxAuthor)
	c.length(at+": footer", footer, 0, MaxFooter)
	c.length(at+": url", e.URL, 0, MaxEmbedURL)
	c.number(at+": colour", e.Color, 0, MaxColour)
	c.number(at+": fields", len(e.Fields), 0, MaxFields)
	sum := 0
	for _, s := range []string{e.Title, e.Description, author, footer} {
		sum += utf8.RuneCountInString(s)
	}
	for i, f := range e.Fields {
		where := fmt.Sprintf("%s: field %d", at, i)
		c.length(where+": name", f.Name, 1, MaxFieldName)
		c.length(where+": value", f.Value, 1, MaxFieldValue)
		if strings.TrimSpace(f.Name) == "" || strings.TrimSpace(f.Value) == "" {
			c.add("%s is blank", where)
		}
		sum += utf8.RuneCountInString(f.Name) + utf8.RuneCountInString(f.Value)
	}
	if sum == 0 && len(pictures(e)) == 0 {
		c.add("%s is empty", at)
	}
	return sum
}

// pictures are the addresses of an embed's pictures.
func pictures(e *discordgo.MessageEmbed) []string {
	var list []string
	if e.Image != nil && e.Image.URL != "" {
		list = append(list, e.Image.URL)
	}
	if e.Thumbnail != nil && e.Thumbnail.URL != "" {
		list = append(list, e.Thumbnail.URL)
	}
	return list
}

func (c *checks) row(at string, r Row, ids map[string]bool) {
	c.number(at+": components", len(r), 1, MaxButtons)
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

// custom checks the custom id. Only a link has none.
func (c *checks) custom(at string, x Component, ids map[string]bool) {
	if b, ok := x.(Button); ok && b.Style == discordgo.LinkButton {
		return
	}
	id := x.custom()
	c.length(at+": custom id", id, 1, MaxCustomID)
	if ids[id] {
		c.add("%s: its custom id is not the only one", at)
	}
	ids[id] = true
}

func (c *checks) button(at string, b Button) {
	c.length(at+": label", b.Label, 0, MaxLabel)
	if b.Label == "" && b.Emoji == "" {
		c.add("%s: a button has a label or an emoji", at)
	}
	c.number(at+": style", int(b.Style), int(discordgo.PrimaryButton), int(discordgo.LinkButton))
	switch {
	case b.Style == discordgo.LinkButton:
		c.length(at+": url", b.URL, 1, MaxButtonURL)
		if b.CustomID != "" {
			c.add("%s: a link has no custom id", at)
		}
	case b.URL != "":
		c.add("%s: only a link has a url", at)
	}
}

func (c *checks) menu(at string, m Menu) {
	c.length(at+": placeholder", m.Placeholder, 0, MaxPlaceholder)
	if m.Kind != OptionMenu {
		c.number(at+": options", len(m.Options), 0, 0)
		c.number(at+": least choices", m.Min, 0, MaxOptions)
		c.number(at+": most choices", m.Max, m.Min, MaxOptions)
		return
	}
	c.number(at+": options", len(m.Options), 1, MaxOptions)
	most := 1
	if m.Min != 0 || m.Max != 0 {
		most = m.Max
		c.number(at+": least choices", m.Min, 0, MaxOptions)
		c.number(at+": most choices", m.Max, max(m.Min, 1), min(len(m.Options), MaxOptions))
	}
	c.menuOptions(at, m.Options, most)
}

// menuOptions checks the options of a menu or a radio group, of which so many may be chosen.
func (c *checks) menuOptions(at string, list []MenuOption, most int) {
	values := map[string]bool{}
	now := 0
	for i, o := range list {
		where := fmt.Sprintf("%s, option %d", at, i)
		c.length(where+": label", o.Label, 1, MaxOptionText)
		c.length(where+": value", o.Value, 1, MaxOptionText)
		c.length(where+": hint", o.Description, 0, MaxOptionText)
		if values[o.Value] {
			c.add("%s: its value is not the only one", where)
		}
		values[o.Value] = true
		if o.Default {
			now++
		}
	}
	c.number(at+": options that are chosen from the start", now, 0, most)
}

// CheckModal says why Discord would refuse a modal, or nil.
func CheckModal(m Modal) error {
	var c checks
	c.length("title", m.Title, 1, MaxModalTitle)
	c.length("custom id", m.CustomID, 1, MaxCustomID)
	c.number("inputs", len(m.Rows), 1, MaxInputs)
	ids := map[string]bool{}
	for i, r := range m.Rows {
		at := fmt.Sprintf("row %d", i)
		c.number(at+": inputs", len(r), 1, 1)
		for _, x := range r {
			c.field(at, x, ids)
		}
	}
	return c.err()
}

// field checks a field of a modal.
func (c *checks) field(at string, x Component, ids map[string]bool) {
	label, hint := "", ""
	switch x := x.(type) {
	case Upload:
		label, hint = x.Label, x.Description
	case Input:
		label, hint = x.Label, x.Description
		c.input(at, x)
	case Menu:
		label, hint = x.Label, x.Description
		if x.Disabled {
			c.add("%s: a menu of a modal is disabled", at)
		}
		c.menu(at, x)
	case Radio:
		label, hint = x.Label, x.Description
		c.number(at+": options", len(x.Options), minRadio, MaxRadio)
		c.menuOptions(at, x.Options, 1)
	default:
		c.add("%s: a modal has no %T", at, x)
		return
	}
	c.custom(at, x, ids)
	c.length(at+": label", label, 1, MaxInputLabel)
	c.length(at+": hint", hint, 0, MaxInputHint)
}

func (c *checks) input(at string, in Input) {
	c.length(at+": placeholder", in.Placeholder, 0, MaxInputHint)
	most := MaxInput
	if in.Max != 0 {
		c.number(at+": most characters", in.Max, 1, MaxInput)
		most = in.Max
	}
	c.number(at+": least characters", in.Min, 0, most)
	c.length(at+": value", in.Value, 0, most)
}

// CheckChoices says why Discord would refuse an answer to an autocompletion, or
// nil.
func CheckChoices(choices []*discordgo.ApplicationCommandOptionChoice) error {
	var c checks
	c.number("choices", len(choices), 0, MaxChoices)
	c.choices("choices", discordgo.ApplicationCommandOptionString, choices)
	return c.err()
}

func (c *checks) choices(at string, kind discordgo.ApplicationCommandOptionType, choices []*discordgo.ApplicationCommandOptionChoice) {
	for i, x := range choices {
		where := fmt.Sprintf("%s %d", at, i)
		c.length(where+": name", x.Name, 1, MaxChoice)
		for locale, n := range x.NameLocalizations {
			c.locale(where, locale)
			c.length(where+": name in "+string(locale), n, 1, MaxChoice)
		}
		switch v := x.Value.(type) {
		case string:
			c.length(where+": value", v, 1, MaxChoice)
			if kind == discordgo.ApplicationCommandOptionInteger {
				c.add("%s: its value is not a number", where)
			}
		case int:
			if kind != discordgo.ApplicationCommandOptionInteger {
				c.add("%s: its value is not a text", where)
			}
		default:
			c.add("%s: a value of type %T", where, v)
		}
	}
}

// commandName is Discord's own rule, without the most signs: with them each start would
// take milliseconds to compile it.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

func (c *checks) name(at, s string) {
	if utf8.RuneCountInString(s) > 32 || !commandName.MatchString(s) || strings.ToLower(s) != s {
		c.add("%s %q is not a name of a command", at, s)
	}
}

func (c *checks) locale(at string, locale discordgo.Locale) {
	if _, ok := discordgo.Locales[locale]; !ok || locale == discordgo.Unknown {
		c.add("%s: Discord has no locale %q", at, string(locale))
	}
}

// CheckCommands says why Discord would refuse an application's commands, or nil.
func CheckCommands(list []*discordgo.ApplicationCommand) error {
	var c checks
	c.number("commands", len(list), 0, maxCommands)
	seen := map[string]bool{}
	for i, d := range list {
		at := fmt.Sprintf("command %d", i)
		if seen[d.Name] {
			c.add("%s: its name is not the only one", at)
		}
		seen[d.Name] = true
		var names, abouts map[discordgo.Locale]string
		if d.NameLocalizations != nil {
			names = *d.NameLocalizations
		}
		if d.DescriptionLocalizations != nil {
			abouts = *d.DescriptionLocalizations
		}
		size := c.words(at, d.Name, d.Description, names, abouts)
		size += c.options(at, d.Options, 0)
		c.number(at+": characters of everything", size, 1, maxCommandSize)
		if d.Contexts == nil {
			c.add("%s: without contexts it could be used everywhere", at)
			continue
		}
		for _, x := range *d.Contexts {
			c.number(at+": context", int(x), int(discordgo.InteractionContextGuild), int(discordgo.InteractionContextPrivateChannel))
		}
	}
	return c.err()
}

// words checks a name and a description and counts the longest of each.
func (c *checks) words(at, name, about string, names, abouts map[discordgo.Locale]string) int {
	c.name(at+": name", name)
	c.length(at+": description", about, 1, maxDescription)
	longest, described := utf8.RuneCountInString(name), utf8.RuneCountInString(about)
	for l, n := range names {
		c.locale(at, l)
		c.name(at+": name in "+string(l), n)
		longest = max(longest, utf8.RuneCountInString(n))
	}
	for l, a := range abouts {
		c.locale(at, l)
		c.length(at+": description in "+string(l), a, 1, maxDescription)
		described = max(described, utf8.RuneCountInString(a))
	}
	return longest + described
}

// options checks the options at one depth and counts their characters.
func (c *checks) options(at string, options []*discordgo.ApplicationCommandOption, depth int) int {
	c.number(at+": options", len(options), 0, maxCommandOptions)
	seen := map[string]bool{}
	optional, nested := false, false
	size := 0
	for i, o := range options {
		where := fmt.Sprintf("%s, option %d", at, i)
		size += c.words(where, o.Name, o.Description, o.NameLocalizations, o.DescriptionLocalizations)
		if seen[o.Name] {
			c.add("%s: its name is not the only one", where)
		}
		seen[o.Name] = true
		sub := o.Type == discordgo.ApplicationCommandOptionSubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup
		if i > 0 && sub != nested {
			c.add("%s: subcommands and options do not mix", where)
		}
		if nested = sub; sub {
			size += c.subcommand(where, o, depth)
			continue
		}
		if o.Required && optional {
			c.add("%s: required options come first", where)
		}
		optional = optional || !o.Required
		size += c.value(where, o)
	}
	return size
}

// subcommand checks a subcommand, or a group of them.
func (c *checks) subcommand(at string, o *discordgo.ApplicationCommandOption, depth int) int {
	group := o.Type == discordgo.ApplicationCommandOptionSubCommandGroup
	if depth > 1 || depth == 1 && group {
		c.add("%s: too deep", at)
	}
	if group && len(o.Options) == 0 {
		c.add("%s: an empty group", at)
	}
	return c.options(at, o.Options, depth+1)
}

// value checks an option that has a value.
func (c *checks) value(at string, o *discordgo.ApplicationCommandOption) int {
	text, number := o.Type == discordgo.ApplicationCommandOptionString, o.Type == discordgo.ApplicationCommandOptionInteger
	if !text && !number && o.Type != discordgo.ApplicationCommandOptionBoolean && o.Type != discordgo.ApplicationCommandOptionUser {
		c.add("%s: unknown type %d", at, o.Type)
	}
	if o.Autocomplete && (len(o.Choices) > 0 || !text && !number) {
		c.add("%s: it cannot be completed", at)
	}
	if !text && !number && len(o.Choices) > 0 {
		c.add("%s: only texts and numbers have choices", at)
	}
	if !number && (o.MinValue != nil || o.MaxValue != 0) {
		c.add("%s: only numbers have a least and a greatest value", at)
	}
	if !text && (o.MinLength != nil || o.MaxLength != 0) {
		c.add("%s: only texts have a length", at)
	}
	if o.MinValue != nil && o.MaxValue != 0 && *o.MinValue > o.MaxValue {
		c.add("%s: its least value is more than its greatest", at)
	}
	if o.MinLength != nil {
		most := maxStringOption
		if o.MaxLength != 0 {
			most = o.MaxLength
		}
		c.number(at+": least characters", *o.MinLength, 0, most)
	}
	c.number(at+": most characters", o.MaxLength, 0, maxStringOption)
	c.number(at+": choices", len(o.Choices), 0, MaxChoices)
	c.choices(at+", choice", o.Type, o.Choices)
	size := 0
	for _, x := range o.Choices {
		size += utf8.RuneCountInString(x.Name) + utf8.RuneCountInString(fmt.Sprint(x.Value))
	}
	return size
}
