package page

import (
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/night/recur"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// SeriesAction is the action of the controls of nights that come back.
const SeriesAction kit.Action = "series"

// What the controls of a series ask for. They stand in the argument of [SeriesAction], behind the
// id of the series and a colon.
const (
	SeriesDays  = "days"  // menu
	SeriesWeeks = "weeks" // menu
	SeriesZone  = "zone"  // menu
	SeriesRole  = "role"  // menu
	NoRole      = "norole"
	Pause       = "pause"
	GoOn        = "go"
	Skip        = "skip" // behind a colon with the date that is left out; without one, none is
	End         = "end"  // asks first
	Look        = "look" // changes nothing
	Ended       = "ended"
	Repeat      = "repeat" // has a night come back, whose id stands before it
)

// OfSeries stands before the id of a series in the menu of a list.
const OfSeries = "series:"

// Series is what a night that comes back shows.
type Series struct {
	ID      string
	Game    games.Info
	Host    kit.Named
	Channel discord.ID
	Rule    recur.Rule
	State   SeriesState
	Next    time.Time // that is not announced; zero for none
	Skipped time.Time // the next one but for being left out, or zero
	May     bool      // the reader may change it
	MayCall bool      // its server lets nights mention a role
	Role    discord.ID
}

// SeriesState says whether the nights of a series are announced.
type SeriesState string

// The states of a series, as the catalogue names them.
const (
	Running SeriesState = "running"
	Paused  SeriesState = "paused"
	Lost    SeriesState = "lost"
)

// MayCall says whether a night that comes back may mention a role of its server.
var MayCall = kit.Choice{Name: "nightroles", Group: kit.MessageSettings, Rank: 65, Action: "nightroles", Key: "bot.series.roles", Values: []string{kit.No, kit.Yes}}

// City is by whose clocks a series has its hour.
func (p Pages) City(zone string) ui.Text {
	if slices.Contains(pace.Zones, zone) {
		return p.Zone(zone)
	}
	return ui.Literal(zone)
}

// rule says when a series comes back.
func (p Pages) rule(r recur.Rule) ui.Text {
	var days []ui.Text
	for _, day := range weekdays {
		if r.Days.Has(day) {
			days = append(days, dayName(day))
		}
	}
	hour := time.Date(2000, 1, 1, 0, r.Minute, 0, 0, time.UTC).Format("15:04")
	return ui.T("bot.series.rule", weeksName(r.Weeks), days, ui.Literal(hour), p.City(r.Zone.String()))
}

// weekdays are the days of a week, which begins on Monday.
var weekdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}

func dayName(day time.Weekday) ui.Text { return ui.T("bot.series.day." + strconv.Itoa(int(day))) }

func weeksName(weeks int) ui.Text { return ui.T("bot.series.weeks." + strconv.Itoa(weeks)) }

// Series draws a night that comes back, for readers who may change it, below what came of the last press.
func (p Pages) Series(s Series, said ui.Text, lang text.Lang) *screen.Shown {
	f := p.GameNote(s.Game.Name, lang)
	say := func(t ui.Text) { f.Head = append(f.Head, kit.Rich(f, t)) }
	if !said.IsZero() {
		say(said)
	}
	say(p.rule(s.Rule))
	switch {
	case s.State != Running:
		say(ui.T("bot.series.is." + string(s.State)))
	case s.Next.IsZero():
		say(ui.T("bot.series.dayless"))
	default:
		f.Head = append(f.Head, kit.Raw(f, ui.T("bot.series.next", ui.Name(0)), kit.Moment(s.Next, "F")))
		f.Head = append(f.Head, kit.Raw(f, ui.T("bot.series.asks", ui.Name(0)), kit.ChannelMention(s.Channel)))
	}
	if !s.Skipped.IsZero() {
		f.Head = append(f.Head, kit.Raw(f, ui.T("bot.series.skipped", ui.Name(0)), kit.Moment(s.Skipped, "D")))
	}
	if s.MayCall && s.Role != 0 {
		f.Head = append(f.Head, kit.Raw(f, ui.T("bot.series.mentions", ui.Name(0)), RoleMention(s.Role)))
	}
	say(ui.T("bot.night.host", ui.Literal(s.Host.Name)))
	f.Below = p.seriesControls(s, f)
	return p.Draw(ui.Page{Title: ui.T("bot.series.title", ui.T("name"))}, f)
}

// seriesControls are the menus and buttons that change a series.
func (p Pages) seriesControls(s Series, f *screen.Frame) []discord.Row {
	of := func(do string) kit.CustomID { return kit.CustomID{Action: SeriesAction, Arg: s.ID + ":" + do} }
	days := discord.Menu{CustomID: of(SeriesDays).String(), Min: 1, Max: len(weekdays), Placeholder: kit.Short(f, ui.T("bot.series.days"), discord.MaxPlaceholder)}
	for _, day := range weekdays {
		days.Options = append(days.Options, discord.MenuOption{Label: kit.Plain(f, dayName(day)), Value: strconv.Itoa(int(day)), Default: s.Rule.Days.Has(day)})
	}
	weeks := discord.Menu{CustomID: of(SeriesWeeks).String()}
	for _, n := range []int{1, 2} {
		weeks.Options = append(weeks.Options, discord.MenuOption{Label: kit.Plain(f, weeksName(n)), Value: strconv.Itoa(n), Default: n == s.Rule.Weeks})
	}
	zone := discord.Menu{CustomID: of(SeriesZone).String(), Placeholder: kit.Short(f, ui.T("bot.series.zone"), discord.MaxPlaceholder)}
	for _, name := range pace.Zones {
		zone.Options = append(zone.Options, discord.MenuOption{Label: kit.Short(f, p.Zone(name), discord.MaxOptionText), Value: name, Default: name == s.Rule.Zone.String()})
	}
	button := func(key, icon, do string) discord.Button {
		return kit.Button(f, ui.T(key), icon, discordgo.SecondaryButton, of(do))
	}
	var row discord.Row
	switch {
	case s.State != Running:
		row = append(row, button("bot.series.go", "▶️", GoOn))
	default:
		row = append(row, button("bot.series.pause", "⏸️", Pause))
		if !s.Skipped.IsZero() {
			row = append(row, button("bot.series.unskip", "↩️", Skip))
		} else if !s.Next.IsZero() {
			next := s.Next.In(s.Rule.Zone)
			skip := kit.Button(f, ui.T("bot.series.skip", dated(f, next, "02.01")), "⏭️", discordgo.SecondaryButton, of(Skip+":"+next.Format(time.DateOnly)))
			row = append(row, skip)
		}
	}
	row = append(row, button("bot.series.end", "🛑", End))
	row = append(row, kit.Button(f, ui.T("bot.series.list"), "🗓️", discordgo.SecondaryButton, kit.CustomID{Action: Action, Arg: ":" + Pick}))
	rows := []discord.Row{{days}, {weeks}, {zone}}
	if s.MayCall {
		rows = append(rows, discord.Row{discord.Menu{Kind: discord.RoleMenu, CustomID: of(SeriesRole).String(), Placeholder: kit.Short(f, ui.T("bot.series.role"), discord.MaxPlaceholder)}})
		if s.Role != 0 {
			row = append(row, button("bot.series.norole", "🔕", NoRole))
		}
	}
	return append(rows, row)
}

// RoleMention is a role as Discord links it.
func RoleMention(id discord.ID) string { return "<@&" + id.String() + ">" }

// AskEnd asks whether a series is to end.
func (p Pages) AskEnd(s Series, lang text.Lang) *screen.Shown {
	f := p.GameNote(s.Game.Name, lang)
	f.Head = []string{kit.Rich(f, ui.T("bot.series.end.ask", ui.T("name"))), kit.Rich(f, p.rule(s.Rule))}
	f.Below = []discord.Row{{
		kit.Button(f, ui.T("bot.series.end"), "🛑", discordgo.DangerButton, kit.CustomID{Action: SeriesAction, Arg: s.ID + ":" + Ended}),
		kit.Button(f, ui.T("bot.night.back"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: SeriesAction, Arg: s.ID + ":" + Look}),
	}}
	return p.Draw(ui.Page{}, f)
}

// repeatButton has a night come back, or leads to how it does.
func (p Pages) repeatButton(n Night, f *screen.Frame) discord.Button {
	return kit.Button(f, ui.T("bot.series.repeat"), "🔁", discordgo.SecondaryButton, kit.CustomID{Action: SeriesAction, Arg: n.ID + ":" + Repeat})
}

// seriesLines are the lines of a list about the nights that come back, and their options in its
// menu.
func (p Pages) seriesLines(list []Series, f *screen.Frame, lang text.Lang) (lines []string, options []discord.MenuOption) {
	for _, s := range list {
		game := ui.Literal(p.GameName(s.Game.Name, lang))
		line := kit.Rich(f, ui.T("bot.series.line", game, p.rule(s.Rule)))
		if s.State != Running {
			line += " · " + kit.Rich(f, ui.T("bot.series.is."+string(s.State)+".short"))
		} else if !s.Next.IsZero() {
			line += " · " + kit.Moment(s.Next, "D")
		}
		lines = append(lines, line)
		if s.May {
			options = append(options, discord.MenuOption{Label: kit.Short(f, game, discord.MaxOptionText), Description: kit.Short(f, p.rule(s.Rule), discord.MaxOptionText), Value: OfSeries + s.ID, Emoji: "🔁"})
		}
	}
	return lines, options
}
