// Package page draws the settings of a server and its presets. It is pure.
package page

import (
	"slices"
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

// The actions of the feature, besides [kit.Server] and [kit.Settings]. The menus were in former
// versions.
const (
	Form         kit.Action = "settings-form" // form: the settings of a group; argument: the group, and after a colon which form of several
	AutosMenu    kit.Action = "autos"         // menu: whether automatic players sit down on the server
	SetHome      kit.Action = "home"          // button: the default options are the usual ones again, those of the game behind [ResetOptions] or all; in former versions one of [HomeSettings]
	Presets      kit.Action = "presets"       // the presets of the server; menu: which one
	SavePreset   kit.Action = "preset"        // form: the name of a new one
	DropPreset   kit.Action = "drop"          // delete the preset whose [PresetKey] is the argument
	UsualOptions kit.Action = "usual"         // the default options; menu: of which game, or which option; argument: a [UsualArg] or empty
	UsualValue   kit.Action = "usual-value"   // menu or form: the value of the option that the [UsualArg] names
	SetDefaults  kit.Action = "defaults"      // what the table has agreed on is the server's default
)

// Autos say whether automatic players may sit down at the tables of a server, as
// custom ids carry it.
var Autos = []string{kit.Yes, kit.No}

// HomeSettings are the settings of a server besides those of features, by which their values are
// named.
var HomeSettings = []string{HomeLanguage, HomeOpeners, HomeChannels, HomeThreads, HomeAutos, HomeQuiet, HomeOptions}

// The settings of a server. [HomeZone] is a part of its quiet hours.
const (
	HomeLanguage = "language"
	HomeOpeners  = "openers"
	HomeChannels = "channels"
	HomeThreads  = "threads"
	HomeAutos    = "autos"
	HomeQuiet    = "quiet"
	HomeOptions  = "options"
	HomeZone     = "zone"
)

// ResetOptions is the argument of [SetHome]. A game may stand behind it.
const ResetOptions = HomeOptions + ":"

// HomePage is what a server chose.
type HomePage struct {
	Values  map[string]string // of [HomeSettings] but the options, as an audit log has them
	Options []string          // games whose default options were changed
	Lost    bool              // a role or channel that was chosen was deleted
	Presets int
	Choices []kit.Choice // of features
	Offers  []kit.Offer  // of features
	Check   *need.Check  // of the permissions in the channel where the page is shown; nil for none

	Saved  bool // something was saved just now
	Moment time.Time
}

// groups are where the settings stand that are no feature's, and in which order.
var groups = map[string]struct {
	kit.Group
	rank int
}{
	HomeLanguage: {kit.MessageSettings, 10}, HomeOpeners: {kit.TableSettings, 20}, HomeChannels: {kit.TableSettings, 30}, HomeThreads: {kit.TableSettings, 40},
	HomeAutos: {kit.TableSettings, 50}, HomeQuiet: {kit.MessageSettings, 60}, HomeZone: {kit.MessageSettings, 61}, HomeOptions: {kit.TableSettings, 70},
}

// icons stand before the names of the groups.
var icons = map[kit.Group]string{kit.TableSettings: "🪑", kit.MessageSettings: "💬", kit.OrderSettings: "🛡️", kit.OtherSettings: "⚙️"}

func groupName(g kit.Group) ui.Text {
	if g == kit.OtherSettings {
		return ui.T("bot.settings.group.other")
	}
	return ui.T("bot.settings.group." + string(g))
}

// setting is a line of the page.
type setting struct {
	group kit.Group
	rank  int
	line  string
}

// Server draws the settings of a server: all of them in words, and a button for each form.
func (p Pages) Server(lang text.Lang, h HomePage) *screen.Shown {
	f := p.Note(lang)
	if h.Check != nil {
		f.Head = append(append(f.Head, kit.CheckLines(f, *h.Check)...), kit.OptionalLines(f, *h.Check)...)
	}
	list := p.settings(f, h)
	for _, g := range kit.Groups {
		var lines []string
		for _, s := range list {
			if s.group == g {
				lines = append(lines, s.line)
			}
		}
		if len(lines) > 0 {
			f.Head = append(append(f.Head, "", icons[g]+" __"+kit.Rich(f, groupName(g))+"__"), lines...)
		}
	}
	if h.Lost {
		f.Head = append(f.Head, "", kit.Rich(f, ui.T("bot.home.lost")))
	}
	if h.Saved {
		f.Head = append(f.Head, "", kit.Rich(f, ui.T("bot.settings.saved")))
	}
	var row discord.Row
	for _, form := range p.forms(f, h) {
		row = append(row, kit.Button(f, form.name, icons[form.group], discordgo.PrimaryButton, form.id))
	}
	usual := discord.Row{kit.Button(f, nameOf(HomeOptions), "🏠", discordgo.SecondaryButton, kit.CustomID{Action: UsualOptions})}
	if len(h.Options) > 0 {
		usual = append(usual, kit.Button(f, ui.T("bot.home.options.reset"), "↩️", discordgo.SecondaryButton, kit.CustomID{Action: SetHome, Arg: ResetOptions}))
	}
	f.Below = []discord.Row{row, usual, kit.WithOffers(discord.Row{
		kit.Button(f, ui.T("bot.presets.button", h.Presets), "📚", discordgo.SecondaryButton, kit.CustomID{Action: Presets}),
	}, h.Offers, f)}
	return p.Draw(ui.Page{Title: ui.T("bot.settings.title")}, f)
}

// settings are all settings in words, in their order.
func (p Pages) settings(f *screen.Frame, h HomePage) (list []setting) {
	for _, name := range HomeSettings {
		is := groups[name]
		list = append(list, setting{is.Group, is.rank, p.line(f, h, name)})
	}
	for _, c := range h.Choices {
		list = append(list, setting{c.Group, c.Rank, c.Line(f)})
	}
	slices.SortStableFunc(list, func(a, b setting) int { return a.rank - b.rank })
	return list
}

// line says what was chosen in a setting.
func (p Pages) line(f *screen.Frame, h HomePage, name string) string {
	if name == HomeOptions {
		return kit.Rich(f, ui.T("bot.home.is", nameOf(name), p.changedGames(h, f.Lang)))
	}
	is := value(f, name, h.Values[name])
	if !strings.Contains(is, "**") && !strings.HasPrefix(is, "<") {
		is = "**" + is + "**"
	}
	return kit.Raw(f, ui.T("bot.home.is", nameOf(name), ui.Name(0)), is)
}

// nameOf is what a setting is called wherever it is named.
func nameOf(setting string) ui.Text { return ui.T("bot.home.which." + setting) }

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

// NotHere tells a person why they may not open a table where they want it. Openers or
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
