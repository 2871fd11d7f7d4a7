// Package page draws the page on which people say when they want to be called to a table.
// It is pure.
package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Pages draws the page on which people say when they want to be called to a table.
type Pages struct{ kit.Kit }

// Wish is what a person chose.
type Wish struct {
	On       bool
	Games    []string // names; none for every game
	From, To int      // hours of their day; equal for the whole day
	Zone     kit.Zone
	Every    time.Duration
}

// The actions of the controls. Their texts stand in messages that are in the world, so they
// stay.
const (
	Calls kit.Action = "calls"     // when the presser is called to a table; argument: Yes with a draft, No, a game behind [OfGame], or empty
	Menu  kit.Action = "callsmenu" // menu: something about it, which the argument names before a draft
)

// OfGame stands before the name of a game in the argument of [Calls].
const OfGame = "game:"

// The arguments of [Menu]: what is chosen.
const (
	Games     = "games"
	menuHours = "hours"
	menuZone  = "zone"
	menuEvery = "every"
)

// SplitDraft splits the argument of a control into what it does and the wish of a person who is not
// called yet. That stands in the controls and not in the store: nothing is kept of it before the
// person switches calls on. The draft is hostile: nonsense in it changes nothing of usual.
func SplitDraft(arg string, list []games.Info, usual Wish) (does string, w Wish) {
	w = usual
	does, draft, _ := strings.Cut(arg, ":")
	part := strings.Split(draft, ":")
	if len(part) != draftParts {
		return does, w
	}
	w.Choose(menuHours, part[0])
	for _, city := range pace.Zones {
		if zoneWord(city) == part[1] {
			w.Zone = kit.Zone{City: city}
		}
	}
	w.Choose(menuEvery, part[2])
	if bits, err := strconv.ParseUint(part[3], 16, 64); err == nil {
		for i, info := range offered(list) {
			if bits>>i&1 == 1 {
				w.Games = append(w.Games, info.Name)
			}
		}
	}
	return does, w
}

const draftParts = 4

// draft is the wish in the argument of a control: its hours, its zone, how often, and its games as
// bits in the order of the program's list.
func (p *Wish) draft(list []games.Info) string {
	var bits uint64
	for i, info := range offered(list) {
		if slices.Contains(p.Games, info.Name) {
			bits |= 1 << i
		}
	}
	return strings.Join([]string{spanValue([2]int{p.From, p.To}), zoneWord(p.Zone.City), strconv.Itoa(int(p.Every.Hours())), strconv.FormatUint(bits, 16)}, ":")
}

// zoneWord is the name of a city in the signs that a custom id may have.
func zoneWord(city string) string { return strings.ReplaceAll(strings.ToLower(city), "/", ".") }

// offered are the games that a menu has room for.
func offered(list []games.Info) []games.Info { return list[:min(len(list), discord.MaxOptions)] }

func spanValue(h [2]int) string { return strconv.Itoa(h[0]) + "-" + strconv.Itoa(h[1]) }

// spans are the hours that one can choose. Equal hours are the whole day.
var spans = [][2]int{{0, 0}, {6, 10}, {9, 18}, {12, 18}, {17, 21}, {18, 22}, {18, 24}, {20, 24}, {21, 2}, {0, 6}}

// everies are how often at most one can choose to be called.
var everies = []time.Duration{time.Hour, 3 * time.Hour, 12 * time.Hour, 24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour}

// ChooseGames takes over which games of a list were chosen, which is hostile.
func (p *Wish) ChooseGames(list []games.Info, names []string) {
	p.Games = nil
	for _, info := range list {
		if slices.Contains(names, info.Name) {
			p.Games = append(p.Games, info.Name)
		}
	}
}

// Choose takes over what was chosen in a menu, which is hostile. Nonsense changes nothing.
func (p *Wish) Choose(menu, value string) {
	switch n, err := strconv.Atoi(value); {
	case menu == menuHours:
		from, to, _ := strings.Cut(value, "-")
		a, err := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err == nil && err2 == nil && slices.Contains(spans, [2]int{a, b}) {
			p.From, p.To = a, b
		}
	case menu == menuZone:
		if zone, ok := kit.ChosenZone(value); ok {
			p.Zone = zone
		}
	case err != nil:
	case menu == menuEvery && slices.Contains(everies, time.Duration(n)*time.Hour):
		p.Every = time.Duration(n) * time.Hour
	}
}

// InLobby offers to be called to the game of a table that forms.
func InLobby(s *table.State, _ kit.Reader) kit.Offer {
	return kit.LinkTo(ui.T("bot.lobby.calls"), "🔔", kit.CustomID{Action: Calls, Arg: OfGame + s.Game.Info().Name})
}

// InCall offers the page to those who are called.
func InCall(*table.State, kit.Reader) kit.Offer {
	return kit.LinkTo(ui.T("bot.calls.settings"), "🔔", kit.CustomID{Action: Calls})
}

// InSettings offers the page where there is a server on which the reader can be called.
func InSettings(_ *table.State, to kit.Reader) kit.Offer {
	if to.Guild == 0 {
		return nil
	}
	return kit.LinkTo(ui.T("bot.calls.settings"), "🔔", kit.CustomID{Action: Calls})
}

// Page draws what the reader chose. Before they are called it has all menus, too.
func (p Pages) Page(list []games.Info, c Wish, lang text.Lang, now time.Time) *screen.Shown {
	f := p.Note(lang)
	names := []ui.Text{}
	for _, info := range offered(list) {
		if slices.Contains(c.Games, info.Name) {
			names = append(names, ui.Literal(p.GameName(info.Name, lang)))
		}
	}
	what := ui.T("bot.calls.games", names)
	if len(names) == 0 {
		what = ui.T("bot.calls.games.all")
	}
	page := ui.Page{Title: ui.T("bot.calls.title"), Lines: []ui.Text{
		ui.T("bot.calls.about"), {}, what, ui.T("bot.calls.hours", hoursText([2]int{c.From, c.To})), ui.T("bot.calls.clock", ui.Literal(c.Zone.Clock(now))),
		ui.T("bot.calls.every", everyText(c.Every)),
	}}
	arg, turn := func(does string) string { return does }, kit.Button(f, ui.T("bot.calls.no"), "🔕", discordgo.SecondaryButton, kit.CustomID{Action: Calls, Arg: kit.No})
	if !c.On {
		page.Lines = append(page.Lines, ui.Text{}, ui.T("bot.calls.off"))
		arg = func(does string) string { return does + ":" + c.draft(list) }
		turn = kit.Button(f, ui.T("bot.calls.yes"), "🔔", discordgo.SuccessButton, kit.CustomID{Action: Calls, Arg: arg(kit.Yes)})
	}
	id := func(does string) kit.CustomID { return kit.CustomID{Action: Menu, Arg: arg(does)} }
	f.Below = []discord.Row{{p.gameMenu(f, id(Games), list, c)}, {hoursMenu(f, id(menuHours), c)}, {kit.ZoneMenu(f, id(menuZone), now, c.Zone)}, {everyMenu(f, id(menuEvery), c)}, {
		turn, kit.Button(f, ui.T("bot.me.title"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: kit.Me}),
	}}
	return p.Draw(page, f)
}

// gameMenu is the menu of the games to which a person is called.
func (p Pages) gameMenu(f *screen.Frame, id kit.CustomID, list []games.Info, c Wish) discord.Menu {
	m := discord.Menu{CustomID: id.String(), Placeholder: kit.Short(f, ui.T("bot.calls.games.all"), discord.MaxPlaceholder)}
	for _, info := range offered(list) {
		m.Options = append(m.Options, discord.MenuOption{
			Label: kit.Short(f, ui.Literal(p.GameName(info.Name, f.Lang)), discord.MaxOptionText), Value: info.Name, Default: slices.Contains(c.Games, info.Name),
		})
	}
	m.Max = len(m.Options)
	return m
}

// hoursMenu is the menu of the hours in which a person is called.
func hoursMenu(f *screen.Frame, id kit.CustomID, c Wish) discord.Menu {
	m := discord.Menu{CustomID: id.String(), Placeholder: kit.Short(f, ui.T("bot.calls.hours.choose"), discord.MaxPlaceholder)}
	for _, h := range spans {
		m.Options = append(m.Options, discord.MenuOption{Label: kit.Plain(f, hoursText(h)), Value: spanValue(h), Default: h == [2]int{c.From, c.To}})
	}
	return m
}

// everyMenu is the menu of how often a person is called at most.
func everyMenu(f *screen.Frame, id kit.CustomID, c Wish) discord.Menu {
	m := discord.Menu{CustomID: id.String(), Placeholder: kit.Short(f, ui.T("bot.calls.every.choose"), discord.MaxPlaceholder)}
	for _, d := range everies {
		m.Options = append(m.Options, discord.MenuOption{Label: kit.Plain(f, everyText(d)), Value: strconv.Itoa(int(d.Hours())), Default: c.Every == d})
	}
	return m
}

func everyText(d time.Duration) ui.Text {
	return ui.T("bot.calls.every." + strconv.Itoa(int(d.Hours())))
}

func hoursText(h [2]int) ui.Text {
	if h[0] == h[1] {
		return ui.T("bot.calls.hours.any")
	}
	return ui.T("bot.calls.hours.some", h[0], h[1])
}
