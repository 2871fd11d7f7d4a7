// Package page draws the settings of a server and its presets. It is pure.
package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/need"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Pages draws the settings of a server and its presets.
type Pages struct{ kit.Kit }

// The actions of the feature, besides [kit.Server] and [kit.Settings].
const (
	AutosMenu   kit.Action = "autos"    // menu: whether automatic players sit down on the server
	SetHome     kit.Action = "home"     // button or menu: one of [HomeSettings], which the argument names with the value of a button
	Presets     kit.Action = "presets"  // the presets of the server; menu: which one
	SavePreset  kit.Action = "preset"   // form: the name of a new one
	DropPreset  kit.Action = "drop"     // delete the preset whose [PresetKey] is the argument
	SetDefaults kit.Action = "defaults" // what the table has agreed on is the server's default
)

// Autos say whether automatic players may sit down at the tables of a server, as
// custom ids carry it.
var Autos = []string{kit.Yes, kit.No}

// HomeSettings are the settings of a server besides those of features, as custom ids carry
// them. One setting is open at a time.
var HomeSettings = []string{HomeLanguage, HomeOpeners, HomeChannels, HomeThreads, HomeAutos, HomeQuiet, HomeOptions}

// The settings of a server. The arguments of [SetHome] have homeZone, too.
const (
	HomeLanguage = "language"
	HomeOpeners  = "openers"
	HomeChannels = "channels"
	HomeThreads  = "threads"
	HomeAutos    = "autos"
	HomeQuiet    = "quiet"
	HomeOptions  = "options"

	homeZone = "zone"
)

// HomePage is what a server chose.
type HomePage struct {
	Lang     string // empty for Discord's
	Autos    bool   // automatic players may sit down
	Openers  discord.ID
	Channels []discord.ID
	Threads  bool
	Quiet    bool
	From, To int
	Zone     kit.Zone // of the quiet hours
	Options  []string // games whose default options were changed
	Lost     bool     // a role or channel that was chosen was deleted
	Presets  int
	Choices  []kit.Choice // of features
	Offers   []kit.Offer  // of features
	Check    *need.Check  // of the permissions in the channel where the page is shown; nil for none

	Open    string // one of [HomeSettings], or the name of a choice
	Saved   bool   // something was changed just now
	Moment  time.Time
	Refused ui.Text
}

// quietHours are the hours that one can choose.
var quietHours = [][2]int{{21, 8}, {22, 7}, {22, 8}, {22, 10}, {23, 7}, {23, 8}, {23, 10}, {0, 7}, {0, 8}, {0, 10}, {1, 9}, {8, 18}, {9, 17}}

// ChooseQuiet takes over what was chosen in a menu, which is hostile. It reports whether
// it is an hour or a zone of ours.
func (p *HomePage) ChooseQuiet(menu, value string) bool {
	if menu == homeZone {
		zone, ok := kit.ChosenZone(value)
		if ok {
			p.Zone = zone
		}
		return ok
	}
	from, to, _ := strings.Cut(value, "-")
	a, err := strconv.Atoi(from)
	b, err2 := strconv.Atoi(to)
	if menu != HomeQuiet || err != nil || err2 != nil || !slices.Contains(quietHours, [2]int{a, b}) {
		return false
	}
	p.Quiet, p.From, p.To = true, a, b
	return true
}

// ShowQuiet takes over the quiet hours of a server, if it has some.
func (p *HomePage) ShowQuiet(q QuietHours, some bool) {
	p.Quiet, p.From, p.To, p.Zone = some, q.From, q.To, q.Zone
}

// Server draws the settings of a server: all of them in words, and the controls of one.
func (p Pages) Server(lang text.Lang, h HomePage) *screen.Shown {
	f := p.Note(lang)
	if !h.Refused.IsZero() {
		f.Head = []string{kit.Rich(f, ui.T("bot.match.refused", h.Refused))}
	}
	language := h.Lang
	if language == "" {
		language = "auto"
	}
	if h.Check != nil {
		f.Head = append(append(f.Head, kit.CheckLines(f, *h.Check)...), append(kit.OptionalLines(f, *h.Check), "")...)
	}
	type setting struct {
		rank              int
		name, label, line string
	}
	var list []setting
	for i, line := range []string{
		line(f, HomeLanguage, inBold(ui.T("bot.language."+language))),
		p.openersLine(f, h), p.channelsLine(f, h),
		line(f, HomeThreads, inBold(ui.T("bot.home.threads."+kit.YesNo(h.Threads)))),
		line(f, HomeAutos, inBold(ui.T("bot.settings.autos."+kit.YesNo(h.Autos)))),
		line(f, HomeQuiet, inBold(quietText(h))),
		line(f, HomeOptions, p.changedGames(h, lang)),
	} {
		list = append(list, setting{10 * (i + 1), HomeSettings[i], kit.Plain(f, nameOf(HomeSettings[i])), line})
	}
	for _, c := range h.Choices {
		list = append(list, setting{c.Rank, c.Name, kit.Plain(kit.Saying(f, c.Say), ui.T(c.Key+".which")), c.Line(f)})
	}
	slices.SortStableFunc(list, func(a, b setting) int { return a.rank - b.rank })
	which := discord.Menu{CustomID: kit.CustomID{Action: kit.Settings}.String()}
	for _, s := range list {
		f.Head = append(f.Head, s.line)
		which.Options = append(which.Options, discord.MenuOption{Label: s.label, Value: s.name, Default: s.name == h.Open})
	}
	if h.Lost {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bot.home.lost")))
	}
	if h.Saved {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bot.settings.saved")))
	}
	f.Below = append([]discord.Row{{which}}, p.homeControls(f, h)...)
	f.Below = append(f.Below, kit.WithOffers(discord.Row{
		kit.Button(f, ui.T("bot.presets.button", h.Presets), "📚", discordgo.SecondaryButton, kit.CustomID{Action: Presets}),
	}, h.Offers, f))
	return p.Draw(ui.Page{Title: ui.T("bot.settings.title")}, f)
}

// nameOf is what a setting is called wherever it is named.
func nameOf(setting string) ui.Text { return ui.T("bot.home.which." + setting) }

// line says what was chosen in a setting.
func line(f *screen.Frame, setting string, value ui.Text) string {
	return kit.Rich(f, ui.T("bot.home.is", nameOf(setting), value))
}

func inBold(value ui.Text) ui.Text { return ui.T("bot.home.value", value) }

func (p Pages) openersLine(f *screen.Frame, h HomePage) string {
	if h.Openers == 0 {
		return line(f, HomeOpeners, ui.T("bot.home.openers.all"))
	}
	return kit.Raw(f, ui.T("bot.home.is", nameOf(HomeOpeners), ui.Name(0)), roleMention(h.Openers))
}

func (p Pages) channelsLine(f *screen.Frame, h HomePage) string {
	if len(h.Channels) == 0 {
		return line(f, HomeChannels, ui.T("bot.home.channels.all"))
	}
	return kit.Raw(f, ui.T("bot.home.is", nameOf(HomeChannels), ui.Name(0)), channelMentions(h.Channels))
}

func quietText(h HomePage) ui.Text {
	if !h.Quiet {
		return ui.T("bot.home.quiet.never")
	}
	return QuietHours{h.From, h.To, h.Zone}.text()
}

func (p Pages) changedGames(h HomePage, lang text.Lang) ui.Text {
	if len(h.Options) == 0 {
		return ui.T("bot.home.options.none")
	}
	var names []ui.Text
	for _, game := range h.Options {
		names = append(names, ui.Literal(p.GameName(game, lang)))
	}
	return ui.T("bot.home.options.some", names)
}

// homeControls are the controls of the setting that is open.
func (p Pages) homeControls(f *screen.Frame, h HomePage) []discord.Row {
	set := func(arg string) kit.CustomID { return kit.CustomID{Action: SetHome, Arg: arg} }
	choose := func(key string, is bool) []discord.Row {
		m := discord.Menu{CustomID: set(key).String()}
		for _, v := range []string{kit.Yes, kit.No} {
			m.Options = append(m.Options, discord.MenuOption{Label: kit.Plain(f, ui.T("bot.home."+key+".choice."+v)), Value: v, Default: v == kit.YesNo(is)})
		}
		return []discord.Row{{m}}
	}
	reset := func(key string) discord.Row {
		return discord.Row{kit.Button(f, ui.T("bot.home."+key+".reset"), "↩️", discordgo.SecondaryButton, set(key+":"))}
	}
	switch h.Open {
	case HomeOpeners:
		rows := []discord.Row{{discord.Menu{Kind: discord.RoleMenu, CustomID: set(h.Open).String(), Placeholder: kit.Short(f, ui.T("bot.home.openers.choose"), discord.MaxPlaceholder)}}}
		if h.Openers != 0 {
			rows = append(rows, reset(h.Open))
		}
		return rows
	case HomeChannels:
		rows := []discord.Row{{discord.Menu{
			Kind: discord.ChannelMenu, CustomID: set(h.Open).String(), Min: 1, Max: discord.MaxOptions, Placeholder: kit.Short(f, ui.T("bot.home.channels.choose"), discord.MaxPlaceholder),
		}}}
		if len(h.Channels) > 0 {
			rows = append(rows, reset(h.Open))
		}
		return rows
	case HomeThreads:
		return choose(h.Open, h.Threads)
	case HomeAutos:
		return []discord.Row{{kit.ChoiceMenu(f, AutosMenu, Autos, "bot.settings.autos.choice.", kit.YesNo(h.Autos))}}
	case HomeQuiet:
		return p.quietControls(f, h, set, reset)
	case HomeOptions:
		if len(h.Options) > 0 {
			f.Head = append(f.Head, kit.Rich(f, ui.T("bot.home.options.how")))
			return []discord.Row{reset(h.Open)}
		}
		f.Head = append(f.Head, kit.Rich(f, ui.T("bot.home.options.how")))
		return nil
	}
	for _, c := range h.Choices {
		if c.Name == h.Open {
			return c.Controls(f)
		}
	}
	return []discord.Row{{kit.LanguageMenu(f, kit.CustomID{Action: kit.Server}, h.Lang)}}
}

func (p Pages) quietControls(f *screen.Frame, h HomePage, set func(string) kit.CustomID, reset func(string) discord.Row) []discord.Row {
	hours := discord.Menu{CustomID: set(HomeQuiet).String(), Placeholder: kit.Short(f, ui.T("bot.home.quiet.choose"), discord.MaxPlaceholder)}
	for _, q := range quietHours {
		hours.Options = append(hours.Options, discord.MenuOption{
			Label: kit.Plain(f, ui.T("bot.calls.hours.some", q[0], q[1])), Value: strconv.Itoa(q[0]) + "-" + strconv.Itoa(q[1]), Default: h.Quiet && q == [2]int{h.From, h.To},
		})
	}
	if !h.Quiet {
		return []discord.Row{{hours}}
	}
	zone := kit.ZoneMenu(f, set(homeZone), h.Moment, h.Zone)
	return []discord.Row{{hours}, {zone}, reset(HomeQuiet)}
}

func roleMention(id discord.ID) string { return "<@&" + id.String() + ">" }

// channelMentions are at most five channels, and an ellipsis for more.
func channelMentions(list []discord.ID) string {
	var all []string
	for _, id := range list[:min(len(list), 5)] {
		all = append(all, kit.ChannelMention(id))
	}
	if len(list) > 5 {
		all = append(all, "…")
	}
	return strings.Join(all, " ")
}

// NotHere tells somebody why they may not open a table where they want it. Openers or
// channels say who may, and where.
func (p Pages) NotHere(lang text.Lang, openers discord.ID, channels []discord.ID) *screen.Shown {
	f := p.Note(lang)
	if openers != 0 {
		f.Head = []string{kit.Raw(f, ui.T("bot.home.refuse.role", ui.Name(0)), roleMention(openers))}
	} else {
		f.Head = []string{kit.Raw(f, ui.T("bot.home.refuse.channel", ui.Name(0)), channelMentions(channels))}
	}
	return p.Draw(ui.Page{}, f)
}
