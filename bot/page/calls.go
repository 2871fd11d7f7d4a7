package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Calling draws the page on which people say when they want to be called to a table.
type Calling struct {
	words
	painter *screen.Painter
}

// CallPage is what somebody chose.
type CallPage struct {
	On       bool
	Games    []string // names; none for every game
	From, To int      // hours of their day; equal for the whole day
	Zone     int      // minutes east of UTC
	Every    time.Duration
}

// CallsGame stands before the name of a game in the argument of [Calls].
const CallsGame = "game:"

// The arguments of [CallsMenu]: what is chosen.
const (
	CallsGames = "games"
	callsHours = "hours"
	callsZone  = "zone"
	callsEvery = "every"
)

// callHours are the hours that one can choose. Equal hours are the whole day.
var callHours = [][2]int{{0, 0}, {6, 10}, {9, 18}, {12, 18}, {17, 21}, {18, 22}, {18, 24}, {20, 24}, {21, 2}, {0, 6}}

// callEveries are how often at most one can choose to be called.
var callEveries = []time.Duration{time.Hour, 3 * time.Hour, 12 * time.Hour, 24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour}

// The time zones that one can choose, in hours east of UTC. A menu has room for 25.
const (
	firstZone = -11
	lastZone  = 13
)

// Choose takes over what was chosen in a menu, which is hostile. Nonsense changes nothing.
func (p *CallPage) Choose(menu, value string) {
	switch n, err := strconv.Atoi(value); {
	case menu == callsHours:
		from, to, _ := strings.Cut(value, "-")
		a, err := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err == nil && err2 == nil && slices.Contains(callHours, [2]int{a, b}) {
			p.From, p.To = a, b
		}
	case err != nil:
	case menu == callsZone && n >= firstZone && n <= lastZone:
		p.Zone = n * 60
	case menu == callsEvery && slices.Contains(callEveries, time.Duration(n)*time.Hour):
		p.Every = time.Duration(n) * time.Hour
	}
}

// Page draws what the reader chose.
func (p Calling) Page(list []games.Info, c CallPage, lang text.Lang, now time.Time) *screen.Shown {
	f := p.note(nil, lang)
	page := ui.Page{Title: ui.T("bot.calls.title"), Lines: []ui.Text{ui.T("bot.calls.about")}}
	if !c.On {
		f.Below = []discord.Row{{button(f, ui.T("bot.calls.yes"), "🔔", discordgo.SuccessButton, CustomID{Action: Calls, Arg: Yes})}}
		return p.painter.Page(page, f)
	}
	gameMenu := discord.Menu{CustomID: CustomID{Action: CallsMenu, Arg: CallsGames}.String(), Placeholder: short(f, ui.T("bot.calls.games.all"), discord.MaxPlaceholder)}
	names := []ui.Text{}
	for _, info := range list[:min(len(list), discord.MaxOptions)] {
		on, name := slices.Contains(c.Games, info.Name), p.gameName(info.Name, lang)
		if on {
			names = append(names, ui.Literal(name))
		}
		gameMenu.Options = append(gameMenu.Options, discord.MenuOption{Label: short(f, ui.Literal(name), discord.MaxOptionText), Value: info.Name, Default: on})
	}
	gameMenu.Max = len(gameMenu.Options)
	what := ui.T("bot.calls.games", names)
	if len(names) == 0 {
		what = ui.T("bot.calls.games.all")
	}
	hours := discord.Menu{CustomID: CustomID{Action: CallsMenu, Arg: callsHours}.String()}
	for _, h := range callHours {
		hours.Options = append(hours.Options, discord.MenuOption{
			Label: plain(f, hoursText(h)), Value: strconv.Itoa(h[0]) + "-" + strconv.Itoa(h[1]), Default: h == [2]int{c.From, c.To},
		})
	}
	zone := discord.Menu{CustomID: CustomID{Action: CallsMenu, Arg: callsZone}.String()}
	for h := firstZone; h <= lastZone; h++ {
		zone.Options = append(zone.Options, discord.MenuOption{
			Label: plain(f, ui.T("bot.calls.zone", ui.Literal(clockAt(now, h*60)), ui.Literal(zoneName(h)))), Value: strconv.Itoa(h), Default: c.Zone == h*60,
		})
	}
	every := discord.Menu{CustomID: CustomID{Action: CallsMenu, Arg: callsEvery}.String()}
	for _, d := range callEveries {
		every.Options = append(every.Options, discord.MenuOption{
			Label: plain(f, ui.T("bot.calls.every."+strconv.Itoa(int(d.Hours())))), Value: strconv.Itoa(int(d.Hours())), Default: c.Every == d,
		})
	}
	page.Lines = append(page.Lines, ui.Text{}, what, ui.T("bot.calls.hours", hoursText([2]int{c.From, c.To})), ui.T("bot.calls.clock", ui.Literal(clockAt(now, c.Zone))),
		ui.T("bot.calls.every", ui.T("bot.calls.every."+strconv.Itoa(int(c.Every.Hours())))))
	f.Below = []discord.Row{{gameMenu}, {hours}, {zone}, {every}, {
		button(f, ui.T("bot.calls.no"), "🔕", discordgo.SecondaryButton, CustomID{Action: Calls, Arg: No}),
	}}
	return p.painter.Page(page, f)
}

func hoursText(h [2]int) ui.Text {
	if h[0] == h[1] {
		return ui.T("bot.calls.hours.any")
	}
	return ui.T("bot.calls.hours.some", h[0], h[1])
}

// clockAt is what clocks show so many minutes east of UTC.
func clockAt(now time.Time, zone int) string {
	return now.UTC().Add(time.Duration(zone) * time.Minute).Format("15:04")
}

// zoneName is how a time zone is known everywhere.
func zoneName(hours int) string {
	if hours < 0 {
		return "UTC−" + strconv.Itoa(-hours)
	}
	return "UTC+" + strconv.Itoa(hours)
}
