// Package page draws who came to a server's game nights. It is pure.
package page

import (
	"maps"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/season/tally"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Action is the action of all controls; argument: an [Arg]. Its text stands in messages that are
// in the world, so it stays.
const Action kit.Action = "season"

// How much a page names. More would not fit on the first screen of a phone.
const (
	rows      = 5 // people in the picture
	gamesMost = 5
	namesMost = 2 // who share the most wins, or the longest streak
)

// Arg is the argument of the controls.
type Arg struct {
	Season tally.Season // 0 for the present one
	From   int          // the people before it are on other pages
}

// String is the argument as a custom id carries it.
func (a Arg) String() string { return strconv.Itoa(int(a.Season)) + ":" + strconv.Itoa(a.From) }

// ParseArg reads an argument, which is hostile. Nonsense is the first page of the present season.
func ParseArg(s string) (a Arg) {
	season, from, _ := strings.Cut(s, ":")
	if n, err := strconv.Atoi(season); err == nil && n > 0 {
		a.Season = tally.Season(n)
	}
	if n, err := strconv.Atoi(from); err == nil && n > 0 {
		a.From = n
	}
	return a
}

// Link offers the present season.
func Link() kit.Offer {
	return kit.LinkTo(ui.T("season.link"), "🏅", kit.CustomID{Action: Action})
}

// Pages draws seasons.
type Pages struct{ kit.Kit }

// board is a season while it is drawn.
type board struct {
	tally.Board
	names map[uint64]kit.Named
	frame *screen.Frame
	at    map[uint64]ui.Name // of those whom the page has named
}

// name names a person, told apart from all who came.
func (b *board) name(user uint64) ui.Name {
	if _, named := b.at[user]; !named {
		b.at[user] = ui.Name(len(b.frame.Names))
		b.frame.Names = append(b.frame.Names, b.names[user].Among(maps.Values(b.names)))
	}
	return b.at[user]
}

// list names some people, at most a few of them.
func (b *board) list(users []uint64) (list []ui.Text) {
	for _, u := range users[:min(len(users), namesMost)] {
		list = append(list, b.name(u).Text())
	}
	if len(users) > namesMost {
		list = append(list, ui.Literal("…"))
	}
	return list
}

// games say who has won each game most often.
func (b *board) games(called func(game string) string) (list []ui.Text) {
	for _, g := range b.Games[:min(len(b.Games), gamesMost)] {
		if len(g.Best) > 0 {
			list = append(list, ui.T("season.game", ui.Literal(called(g.Game)), b.list(g.Best), g.Won))
		}
	}
	return list
}

// Board draws a season for a reader, with the people from one on. The names are those of all who
// came.
func (p Pages) Board(of tally.Board, names map[uint64]kit.Named, from int, lang text.Lang) *screen.Shown {
	f := p.Note(lang)
	if of.Nights == 0 {
		return p.Draw(ui.Page{Title: ui.T("season.link"), Colour: screen.DefaultColour, Lines: []ui.Text{ui.T("season.none")}}, f)
	}
	b := &board{of, names, f, map[uint64]ui.Name{}}
	page := ui.Page{Title: ui.T("season.title", nameOf(of.Season)), Colour: screen.DefaultColour}
	page.Say(ui.T("season.count", of.Nights, len(of.People)))
	if own := of.Own; own != nil && own.Rank > 0 {
		page.Say(ui.T("season.own", own.Rank, own.Nights, own.Won, own.Streak))
	} else if own != nil {
		page.Say(ui.T("season.own.hidden", own.Nights, own.Won, own.Streak))
	}
	if of.Streak > 1 {
		page.Say(ui.T("season.streak", b.list(of.Longest), of.Streak))
	}
	if list := b.games(func(game string) string { return p.GameName(game, lang) }); len(list) > 0 {
		page.Say(ui.T("season.wins", list))
	}
	from = max(min(from, len(of.People)-1), 0) / rows * rows
	page.Show(b.picture(from))
	for _, row := range []discord.Row{b.people(from), b.seasons()} {
		if len(row) > 0 {
			f.Below = append(f.Below, row)
		}
	}
	return p.Draw(page, f)
}

// nameOf is what people call a season. Winter has two years.
func nameOf(s tally.Season) ui.Text {
	if s.Quarter() == 0 {
		return ui.T("season.of.0", s.Year()-1, s.Year())
	}
	return ui.T("season.of."+strconv.Itoa(s.Quarter()), s.Year())
}

// people lead to those who stand on other pages.
func (b *board) people(from int) (row discord.Row) {
	to := func(first int, icon string) {
		label := ui.T("season.people", first+1, min(first+rows, len(b.People)))
		row = append(row, kit.Button(b.frame, label, icon, discordgo.SecondaryButton, kit.CustomID{Action: Action, Arg: Arg{b.Season, first}.String()}))
	}
	if from > 0 {
		to(from-rows, "◀️")
	}
	if from+rows < len(b.People) {
		to(from+rows, "▶️")
	}
	return row
}

// seasons lead to the seasons before and behind.
func (b *board) seasons() (row discord.Row) {
	to := func(key string, season tally.Season) {
		if season != 0 {
			row = append(row, kit.Button(b.frame, ui.T(key, nameOf(season)), "", discordgo.SecondaryButton, kit.CustomID{Action: Action, Arg: Arg{Season: season}.String()}))
		}
	}
	to("season.before", b.Before)
	to("season.after", b.After)
	return row
}
