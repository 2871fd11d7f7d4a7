package page

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/stats"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// How much of a list a page of statistics names. More would not fit on the first screen
// of a phone.
const (
	barsMost     = 5
	partnersMost = 3
	rolesMost    = 4
	storyMost    = 140 // characters of a dream
)

// StatsArg is the argument of the controls that open pages of statistics.
type StatsArg struct {
	Server bool
	User   discord.ID // 0 for the presser
	Class  stats.Class
}

// String is the argument as a custom id carries it.
func (a StatsArg) String() string {
	switch {
	case a.Server:
		return "server"
	case a.User == 0:
		return "me:" + strconv.Itoa(int(a.Class))
	}
	return a.User.String() + ":" + strconv.Itoa(int(a.Class))
}

// ParseStatsArg reads an argument, which is hostile. Nonsense is the presser's own page.
func ParseStatsArg(s string) StatsArg {
	if s == "server" {
		return StatsArg{Server: true}
	}
	who, class, _ := strings.Cut(s, ":")
	var a StatsArg
	if id, err := discord.ParseID(who); err == nil {
		a.User = id
	}
	if n, err := strconv.Atoi(class); err == nil && n >= 0 && n < int(stats.Classes) {
		a.Class = stats.Class(n)
	}
	return a
}

// StatsPage is what the pages of statistics know besides the numbers.
type StatsPage struct {
	Names  map[uint64]string // of everybody whom the page names
	Story  string            // the best dream, in the words of who told it
	User   discord.ID        // whose page it is
	Own    bool              // it is the reader's
	Hidden bool              // nobody else is shown it
	Boards bool              // there is a page of the server
}

// statsClasses are the names of the classes in custom ids of the catalogue.
var statsClasses = [stats.Classes]string{"people", "autos", "few"}

// Results draws pages of what was played.
type Results struct {
	words
	painter *screen.Painter
}

// Person draws what somebody played.
func (p Results) Person(s stats.Person, w StatsPage, lang text.Lang) *screen.Shown {
	f := p.note(nil, lang)
	f.Names = []string{w.Names[uint64(w.User)]}
	page := ui.Page{Title: ui.T("bot.stats.title", ui.Name(0)), Colour: screen.DefaultColour}
	if w.Own {
		page.Title = ui.T("bot.stats.title.own")
	}
	now := s.All[s.Class]
	if s.Class != stats.People {
		page.Say(ui.T("bot.stats.class." + statsClasses[s.Class]))
	}
	if now.Matches == 0 {
		page.Say(ui.T("bot.stats.none"))
	} else {
		page.Say(ui.T("bot.stats.count", now.Matches, now.Won), streakLine(s))
		page.Say(partnersLine(s, w, f))
		for i, r := range s.Roles {
			if i == 0 || s.Roles[i-1].Game != r.Game {
				page.Say(p.rolesLine(s, r.Game, lang))
			}
		}
		page.Say(dreamLines(s.Dream, w, nil)...)
		rows := make([]bar, 0, barsMost)
		for _, g := range s.Games[:min(len(s.Games), barsMost)] {
			rows = append(rows, bar{ui.Literal(p.gameName(g.Game, lang)), g.Matches, g.Won})
		}
		page.Show(barsPicture(rows))
	}
	if w.Hidden {
		page.Say(ui.T("bot.stats.hidden"))
	}
	var row discord.Row
	for class, name := range statsClasses {
		if s.All[class].Matches == 0 && class != int(s.Class) {
			continue
		}
		to := StatsArg{User: w.User, Class: stats.Class(class)}
		if w.Own {
			to.User = 0
		}
		b := button(f, ui.T("bot.stats.open."+name, s.All[class].Matches), "", discordgo.SecondaryButton, CustomID{Action: Stats, Arg: to.String()})
		b.Disabled = class == int(s.Class)
		row = append(row, b)
	}
	if w.Boards {
		row = append(row, button(f, ui.T("bot.stats.open.server"), "🏆", discordgo.SecondaryButton, CustomID{Action: Stats, Arg: StatsArg{Server: true}.String()}))
	}
	if !w.Own {
		row = append(row, ownStatsButton(f))
	}
	f.Below = []discord.Row{row}
	return p.painter.Page(page, f)
}

// Server draws what was played on a server.
func (p Results) Server(s stats.Server, w StatsPage, lang text.Lang) *screen.Shown {
	f := p.note(nil, lang)
	page := ui.Page{Title: ui.T("bot.stats.title.server"), Colour: screen.DefaultColour}
	if s.All == [stats.Classes]int{} {
		page.Say(ui.T("bot.stats.none.server"))
	} else {
		page.Say(ui.T("bot.stats.count.server", s.All[stats.People], len(s.People)))
	}
	var games []ui.Text
	for _, g := range s.Games[:min(len(s.Games), barsMost)] {
		games = append(games, ui.T("bot.stats.item", ui.Literal(p.gameName(g.Game, lang)), g.Matches))
	}
	if len(games) > 0 {
		page.Say(ui.T("bot.stats.games", games))
	}
	name := func(user uint64) ui.Name {
		f.Names = append(f.Names, w.Names[user])
		return ui.Name(len(f.Names) - 1)
	}
	rows := make([]bar, 0, barsMost)
	for _, one := range s.People[:min(len(s.People), barsMost)] {
		rows = append(rows, bar{name(one.User).Text(), one.Matches, one.Won})
	}
	if s.Streak.Streak > 1 {
		page.Say(ui.T("bot.stats.streak.server", name(s.Streak.User), s.Streak.Streak))
	}
	if s.Dream != nil {
		page.Say(dreamLines(s.Dream, w, []any{name(s.Dream.User)})...)
	}
	if apart := s.All[stats.Autos] + s.All[stats.Few]; apart > 0 {
		page.Say(ui.T("bot.stats.apart", s.All[stats.Autos], s.All[stats.Few]))
	}
	page.Show(barsPicture(rows))
	f.Below = []discord.Row{{ownStatsButton(f)}}
	return p.painter.Page(page, f)
}

func ownStatsButton(f *screen.Frame) discord.Button {
	return button(f, ui.T("bot.stats.open.own"), "👤", discordgo.SecondaryButton, CustomID{Action: Stats, Arg: StatsArg{}.String()})
}

// gameName is the name of a game in a language, also of one that this program lacks.
func (w words) gameName(game string, lang text.Lang) string {
	say := w.games[game]
	if say == nil {
		return game
	}
	return Label(say, lang, ui.T("name"))
}

func streakLine(s stats.Person) ui.Text {
	switch {
	case s.BestStreak < 2:
		return ui.Text{}
	case s.Streak < 2:
		return ui.T("bot.stats.streak.best", s.BestStreak)
	}
	return ui.T("bot.stats.streak", s.Streak, s.BestStreak)
}

// partnersLine names who sat at the table with somebody most often.
func partnersLine(s stats.Person, w StatsPage, f *screen.Frame) ui.Text {
	var list []ui.Text
	for _, with := range s.Partners[:min(len(s.Partners), partnersMost)] {
		f.Names = append(f.Names, w.Names[with.User])
		list = append(list, ui.T("bot.stats.item", ui.Name(len(f.Names)-1), with.Matches))
	}
	if len(list) == 0 {
		return ui.Text{}
	}
	return ui.T("bot.stats.partners", list)
}

// rolesLine says how often somebody had each role of a game, and reached its aim.
func (w words) rolesLine(s stats.Person, game string, lang text.Lang) ui.Text {
	say := w.games[game]
	if say == nil {
		return ui.Text{}
	}
	var list []ui.Text
	for _, r := range s.Roles {
		if r.Game == game && len(list) < rolesMost {
			list = append(list, ui.T("bot.stats.role", ui.Literal(Label(say, lang, ui.T("role."+r.Role))), r.Reached, r.Times))
		}
	}
	return ui.T("bot.stats.roles", ui.Literal(w.gameName(game, lang)), list)
}

// dreamLines tell of the best dream. The argument who is who told it, or nothing on
// their own page.
func dreamLines(d *stats.Dream, w StatsPage, who []any) []ui.Text {
	if d == nil {
		return nil
	}
	key := "bot.stats.dream"
	if who != nil {
		key = "bot.stats.dream.of"
	}
	lines := []ui.Text{ui.T(key, append([]any{d.Told, d.Cards}, who...)...)}
	if w.Story != "" {
		story, _ := screen.Cut(w.Story, storyMost)
		lines = append(lines, ui.T("bot.stats.story", story))
	}
	return lines
}
