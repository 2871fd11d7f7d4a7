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
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Pages draws the page on which people say when they want to be called to a table.
type Pages struct{ kit.Kit }

// Wish is what somebody chose.
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
	Calls kit.Action = "calls"     // when the presser is called to a table; argument: Yes, No, a game behind [OfGame], or empty
	Menu  kit.Action = "callsmenu" // menu: something about it, which the argument names
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

// spans are the hours that one can choose. Equal hours are the whole day.
var spans = [][2]int{{0, 0}, {6, 10}, {9, 18}, {12, 18}, {17, 21}, {18, 22}, {18, 24}, {20, 24}, {21, 2}, {0, 6}}

// everies are how often at most one can choose to be called.
var everies = []time.Duration{time.Hour, 3 * time.Hour, 12 * time.Hour, 24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour}

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
	return kit.LinkTo(ui.T("bot.calls.button"), "🔔", kit.CustomID{Action: Calls})
}

// Page draws what the reader chose.
func (p Pages) Page(list []games.Info, c Wish, lang text.Lang, now time.Time) *screen.Shown {
	f := p.Note(lang)
	page := ui.Page{Title: ui.T("bot.calls.title"), Lines: []ui.Text{ui.T("bot.calls.about")}}
	if !c.On {
		f.Below = []discord.Row{{kit.Button(f, ui.T("bot.calls.yes"), "🔔", discordgo.SuccessButton, kit.CustomID{Action: Calls, Arg: kit.Yes})}}
		return p.Draw(page, f)
	}
	gameMenu := discord.Menu{CustomID: kit.CustomID{Action: Menu, Arg: Games}.String(), Placeholder: kit.Short(f, ui.T("bot.calls.games.all"), discord.MaxPlaceholder)}
	names := []ui.Text{}
	for _, info := range list[:min(len(list), discord.MaxOptions)] {
		on, name := slices.Contains(c.Games, info.Name), p.GameName(info.Name, lang)
		if on {
			names = append(names, ui.Literal(name))
		}
		gameMenu.Options = append(gameMenu.Options, discord.MenuOption{Label: kit.Short(f, ui.Literal(name), discord.MaxOptionText), Value: info.Name, Default: on})
	}
	gameMenu.Max = len(gameMenu.Options)
	what := ui.T("bot.calls.games", names)
	if len(names) == 0 {
		what = ui.T("bot.calls.games.all")
	}
	hours := discord.Menu{CustomID: kit.CustomID{Action: Menu, Arg: menuHours}.String()}
	for _, h := range spans {
		hours.Options = append(hours.Options, discord.MenuOption{
			Label: kit.Plain(f, hoursText(h)), Value: strconv.Itoa(h[0]) + "-" + strconv.Itoa(h[1]), Default: h == [2]int{c.From, c.To},
		})
	}
	zone := kit.ZoneMenu(f, kit.CustomID{Action: Menu, Arg: menuZone}, now, c.Zone)
	every := discord.Menu{CustomID: kit.CustomID{Action: Menu, Arg: menuEvery}.String()}
	for _, d := range everies {
		every.Options = append(every.Options, discord.MenuOption{
			Label: kit.Plain(f, ui.T("bot.calls.every."+strconv.Itoa(int(d.Hours())))), Value: strconv.Itoa(int(d.Hours())), Default: c.Every == d,
		})
	}
	page.Lines = append(page.Lines, ui.Text{}, what, ui.T("bot.calls.hours", hoursText([2]int{c.From, c.To})), ui.T("bot.calls.clock", ui.Literal(c.Zone.Clock(now))),
		ui.T("bot.calls.every", ui.T("bot.calls.every."+strconv.Itoa(int(c.Every.Hours())))))
	f.Below = []discord.Row{{gameMenu}, {hours}, {zone}, {every}, {
		kit.Button(f, ui.T("bot.calls.no"), "🔕", discordgo.SecondaryButton, kit.CustomID{Action: Calls, Arg: kit.No}),
	}}
	return p.Draw(page, f)
}

func hoursText(h [2]int) ui.Text {
	if h[0] == h[1] {
		return ui.T("bot.calls.hours.any")
	}
	return ui.T("bot.calls.hours.some", h[0], h[1])
}
