// Package page draws what was played, of a person and of a server. It is pure.
package page

import (
	"maps"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/stats/tally"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Stats is the action of all controls: what was played; argument: an [Arg]. Its text stands in
// messages that are in the world, so it stays.
const Stats kit.Action = "stats"

// How much of a list a page of statistics names. More would not fit on the first screen
// of a phone.
const (
	barsMost     = 5
	partnersMost = 3
	wordsMost    = 1500 // characters of a dream
)

// Arg is the argument of the controls that open pages of statistics.
type Arg struct {
	Server bool
	User   discord.ID // 0 for the presser
	Class  tally.Class
	Detail Detail
	Game   string // of [MomentDetail]
}

// Detail is a page behind a page of statistics.
type Detail string

// The details.
const (
	NoDetail     Detail = ""
	RolesDetail  Detail = "roles"  // of a person
	MomentDetail Detail = "moment" // the best of a game, with its words
)

const serverStats = "server"

// String is the argument as a custom id carries it.
func (a Arg) String() string {
	who := "me"
	switch {
	case a.Server:
		who = serverStats
	case a.User != 0:
		who = a.User.String()
	}
	arg := who + ":" + strconv.Itoa(int(a.Class)) + ":" + string(a.Detail)
	if a.Game != "" {
		arg += ":" + a.Game
	}
	return arg
}

// ParseArg reads an argument, which is hostile. Nonsense is the presser's own page.
func ParseArg(s string) Arg {
	who, rest, _ := strings.Cut(s, ":")
	class, rest, _ := strings.Cut(rest, ":")
	detail, game, _ := strings.Cut(rest, ":")
	a := Arg{Server: who == serverStats}
	if id, err := discord.ParseID(who); err == nil {
		a.User = id
	}
	if n, err := strconv.Atoi(class); err == nil && n >= 0 && n < int(tally.Classes) {
		a.Class = tally.Class(n)
	}
	switch d := Detail(detail); d {
	case RolesDetail:
		a.Detail = d
	case MomentDetail:
		a.Detail, a.Game = d, game
	}
	return a
}

// Page is what the pages of statistics know besides the numbers.
type Page struct {
	Names  map[uint64]kit.Named // of every person whom the page names
	Words  string               // for [Pages.Moment]: those of the player
	User   discord.ID           // whose page it is
	Own    bool                 // it is the reader's
	Hidden bool                 // no other person is shown it
	Boards bool                 // there is a page of the server
	Offers []kit.Offer          // of features, for the page of the server
}

// called is what the page calls a person, told apart from others on it.
func (w Page) called(user uint64) string {
	return w.Names[user].Among(maps.Values(w.Names))
}

// statsClasses are the names of the classes in custom ids of the catalogue.
var statsClasses = [tally.Classes]string{"people", "autos", "few"}

// Pages draws pages of what was played.
type Pages struct{ kit.Kit }

// Person draws what a person played.
func (p Pages) Person(s tally.Person, w Page, lang text.Lang) *screen.Shown {
	f := p.Note(lang)
	f.Names = []string{w.called(uint64(w.User))}
	page := ui.Page{Title: ui.T("bot.stats.title", ui.Name(0)), Colour: screen.DefaultColour}
	if w.Own {
		page.Title = ui.T("bot.stats.title.own")
	}
	now := s.All[s.Class]
	if s.Class != tally.People && !s.Alone {
		page.Say(ui.T("bot.stats.class." + statsClasses[s.Class]))
	}
	if now.Matches == 0 {
		page.Say(ui.T("bot.stats.none"))
	} else {
		page.Say(p.countLines(s, lang)...)
		page.Say(streakLine(s))
		page.Say(partnersLine(s, w, f))
		for _, m := range p.spoken(s.Moments) {
			page.Say(p.moment(m, lang))
		}
		rows := make([]bar, 0, barsMost)
		for _, g := range s.Games[:min(len(s.Games), barsMost)] {
			rows = append(rows, bar{ui.Literal(p.GameName(g.Game, lang)), g.Matches, g.Won})
		}
		page.Show(barsPicture(rows))
	}
	if w.Hidden {
		page.Say(ui.T("bot.stats.hidden"))
	}
	for _, row := range []discord.Row{classButtons(s, w, f), p.personButtons(s, w, f)} {
		if len(row) > 0 {
			f.Below = append(f.Below, row)
		}
	}
	return p.Draw(page, f)
}

// argOf is the argument of a page of a person.
func (w Page) argOf(class tally.Class, detail Detail) Arg {
	a := Arg{User: w.User, Class: class, Detail: detail}
	if w.Own {
		a.User = 0
	}
	return a
}

// classButtons lead to what a person played in each class. Of one class alone there is no choice.
func classButtons(s tally.Person, w Page, f *screen.Frame) (row discord.Row) {
	for class, name := range statsClasses {
		if s.All[class].Matches == 0 {
			continue
		}
		if s.Alone && class == int(s.Class) {
			name = "alone" // as the heading calls them
		}
		b := kit.Button(f, ui.T("bot.stats.open."+name, s.All[class].Matches), "", discordgo.SecondaryButton, kit.CustomID{Action: Stats, Arg: w.argOf(tally.Class(class), NoDetail).String()})
		b.Disabled = class == int(s.Class)
		row = append(row, b)
	}
	if len(row) < 2 {
		return nil
	}
	return row
}

// personButtons lead to the details of a person, and to the other pages.
func (p Pages) personButtons(s tally.Person, w Page, f *screen.Frame) (row discord.Row) {
	to := func(label, icon string, a Arg) {
		row = append(row, kit.Button(f, ui.T(label), icon, discordgo.SecondaryButton, kit.CustomID{Action: Stats, Arg: a.String()}))
	}
	if len(s.Roles) > 0 {
		to("bot.stats.open.roles", "🎭", w.argOf(s.Class, RolesDetail))
	}
	row = append(row, p.momentButtons(s.Moments, w.argOf(s.Class, MomentDetail), f)...)
	if w.Boards {
		to("bot.stats.open.server", "🏆", Arg{Server: true})
	}
	if !w.Own {
		to("bot.stats.open.own", "👤", Arg{})
	}
	return row
}

// Roles draws how often a person had each role, and reached its aim.
func (p Pages) Roles(s tally.Person, w Page, lang text.Lang) *screen.Shown {
	f := p.Note(lang)
	page := ui.Page{Title: ui.T("bot.stats.open.roles"), Colour: screen.DefaultColour, Lines: []ui.Text{ui.T("bot.stats.roles.about")}}
	for i, r := range s.Roles {
		if i == 0 || s.Roles[i-1].Game != r.Game {
			page.Gap()
			page.Say(ui.T("bot.stats.roles", ui.Literal(p.GameName(r.Game, lang))))
		}
		if say := p.GameWords(r.Game); say != nil {
			page.Say(ui.T("bot.stats.role", ui.Literal(kit.Label(say, lang, ui.T("role."+r.Role))), r.Reached, r.Times))
		}
	}
	f.Below = []discord.Row{{backButton(f, w.argOf(s.Class, NoDetail))}}
	return p.Draw(page, f)
}

// momentsMost is how many moments a page names: each has a button beside three others.
const momentsMost = 2

// spoken are the moments of games that this program has.
func (p Pages) spoken(list []tally.Moment) (known []tally.Moment) {
	for _, m := range list {
		if p.GameWords(m.Game) != nil && len(known) < momentsMost {
			known = append(known, m)
		}
	}
	return known
}

// moment says a moment in the words of its game.
func (p Pages) moment(m tally.Moment, lang text.Lang) ui.Text {
	var numbers []any
	for _, n := range m.Numbers {
		numbers = append(numbers, n)
	}
	return p.gameText(m.Game, lang, ui.T("moment", numbers...))
}

// gameText is what a game's catalogue says.
func (p Pages) gameText(game string, lang text.Lang, t ui.Text) ui.Text {
	return ui.Literal(kit.Label(p.GameWords(game), lang, t))
}

// momentButtons lead to the words of moments.
func (p Pages) momentButtons(list []tally.Moment, to Arg, f *screen.Frame) (row discord.Row) {
	for _, m := range p.spoken(list) {
		to.Game = m.Game
		row = append(row, kit.Button(f, p.gameText(m.Game, f.Lang, ui.T("moment.title")), "🌙", discordgo.SecondaryButton, kit.CustomID{Action: Stats, Arg: to.String()}))
	}
	return row
}

// Moment draws the best moment of a person or of a server, in the words of the player.
func (p Pages) Moment(m tally.Moment, w Page, from Arg, lang text.Lang) *screen.Shown {
	f := p.Note(lang)
	f.Names = []string{w.called(m.User)}
	page := ui.Page{Title: p.gameText(m.Game, lang, ui.T("moment.title")), Colour: screen.DefaultColour}
	page.Say(ui.T("bot.stats.moment.of", p.moment(m, lang), ui.Name(0)))
	page.Gap()
	if words, _ := screen.Cut(w.Words, wordsMost); words != "" {
		page.Say(ui.T("bot.stats.words", words))
	} else {
		page.Say(p.gameText(m.Game, lang, ui.T("moment.wordless")))
	}
	from.Detail, from.Game = NoDetail, ""
	f.Below = []discord.Row{{backButton(f, from)}}
	return p.Draw(page, f)
}

func backButton(f *screen.Frame, to Arg) discord.Button {
	return kit.Button(f, ui.T("bot.stats.back"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: Stats, Arg: to.String()})
}

// Server draws what was played on a server.
func (p Pages) Server(s tally.Server, w Page, lang text.Lang) *screen.Shown {
	f := p.Note(lang)
	page := ui.Page{Title: ui.T("bot.stats.title.server"), Colour: screen.DefaultColour}
	if s.All == [tally.Classes]int{} {
		page.Say(ui.T("bot.stats.none.server"))
	} else {
		page.Say(ui.T("bot.stats.count.server", s.All[tally.People], len(s.People)))
	}
	page.Say(p.gamesLine(s.Games, lang))
	name := func(user uint64) ui.Name {
		f.Names = append(f.Names, w.called(user))
		return ui.Name(len(f.Names) - 1)
	}
	rows := make([]bar, 0, barsMost)
	for _, one := range s.People[:min(len(s.People), barsMost)] {
		rows = append(rows, bar{name(one.User).Text(), one.Matches, one.Won})
	}
	if s.Streak.Streak > 1 {
		page.Say(ui.T("bot.stats.streak.server", name(s.Streak.User), s.Streak.Streak))
	}
	for _, m := range p.spoken(s.Moments) {
		page.Say(ui.T("bot.stats.moment.of", p.moment(m, lang), name(m.User)))
	}
	if apart := s.All[tally.Autos] + s.All[tally.Few]; apart > 0 {
		page.Say(ui.T("bot.stats.apart", s.All[tally.Autos], s.All[tally.Few]))
	}
	page.Show(barsPicture(rows))
	row := discord.Row{kit.Button(f, ui.T("bot.stats.open.own"), "👤", discordgo.SecondaryButton, kit.CustomID{Action: Stats, Arg: Arg{}.String()})}
	row = append(row, p.momentButtons(s.Moments, Arg{Server: true, Detail: MomentDetail}, f)...)
	f.Below = []discord.Row{kit.WithOffers(row, w.Offers, f)}
	return p.Draw(page, f)
}

// countLines say how many matches there were, and how many were won. Of those alone they name
// the games, too.
func (p Pages) countLines(s tally.Person, lang text.Lang) []ui.Text {
	now := s.All[s.Class]
	if !s.Alone {
		return []ui.Text{ui.T("bot.stats.count", now.Matches, now.Won)}
	}
	alone := ui.T("bot.stats.alone", ui.T("bot.stats.matches", now.Matches), ui.T("bot.stats.wins", now.Won))
	return []ui.Text{alone, p.gamesLine(s.Games, lang)}
}

// gamesLine names the games that were played most.
func (p Pages) gamesLine(list []tally.GameCount, lang text.Lang) ui.Text {
	var names []ui.Text
	for _, g := range list[:min(len(list), partnersMost)] {
		names = append(names, ui.T("bot.stats.item", ui.Literal(p.GameName(g.Game, lang)), g.Matches))
	}
	if len(names) == 0 {
		return ui.Text{}
	}
	return ui.T("bot.stats.games", names)
}

func streakLine(s tally.Person) ui.Text {
	switch {
	case s.BestStreak < 2:
		return ui.Text{}
	case s.Streak < 2:
		return ui.T("bot.stats.streak.best", s.BestStreak)
	}
	return ui.T("bot.stats.streak", s.Streak, s.BestStreak)
}

// partnersLine names who sat at the table with a person most often.
func partnersLine(s tally.Person, w Page, f *screen.Frame) ui.Text {
	var list []ui.Text
	for _, with := range s.Partners[:min(len(s.Partners), partnersMost)] {
		f.Names = append(f.Names, w.called(with.User))
		list = append(list, ui.T("bot.stats.item", ui.Name(len(f.Names)-1), with.Matches))
	}
	if len(list) == 0 {
		return ui.Text{}
	}
	return ui.T("bot.stats.partners", list)
}
