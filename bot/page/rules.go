package page

import (
	"slices"
	"strconv"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Rules draws a page of a game's rules, counted from zero. A number without a page
// is the nearest one. A table whose rules are read may be nil. Its first page leads to
// how the match is dealt, and its last one says what the table chose. On a board that
// would take many lines of a phone.
func (p *Pages) Rules(s *table.State, info games.Info, all []games.Info, lang text.Lang, number int) (*screen.Shown, error) {
	pages := info.Rules
	if s != nil && len(info.Options) > 0 {
		pages = append(slices.Clip(pages), tablePage(s))
	}
	n := max(0, min(number, len(pages)-1))
	page := ui.Page{Title: ui.T("name"), Lines: []ui.Text{ui.T("about")}}
	if len(pages) > 0 {
		page = pages[n]
		page.Controls = nil
	}
	f := p.GameNote(info.Name, lang)
	if len(pages) > 0 {
		page.Title = ui.T("bot.rules.title", ui.T("name"), page.Title)
	}
	match := ""
	if s != nil {
		match = s.ID
	}
	if len(pages) > 1 {
		arg := func(n int) string { return info.Name + ":" + strconv.Itoa(n) }
		id := func(to int) CustomID { return CustomID{Match: match, Action: Rules, Arg: arg(to)} }
		off := func(way int) CustomID {
			return CustomID{Match: match, Action: Rules, Arg: arg(n) + "." + strconv.Itoa(way)}
		}
		f.Footer = Plain(f, ui.T("bot.rules.page", n+1, len(pages)))
		index := discord.Menu{CustomID: CustomID{Match: match, Action: RulesPage}.String()}
		for i, p := range pages[:min(len(pages), discord.MaxOptions)] {
			line := discord.MenuOption{Value: arg(i), Default: i == n}
			line.Label, _ = screen.Cut(screen.Composed(Plain(f, p.Title)), discord.MaxOptionText)
			index.Options = append(index.Options, line)
		}
		f.Below = append(f.Below, pager(f, n, len(pages), ui.T("bot.rules.prev"), ui.T("bot.rules.next"), id, off), discord.Row{index})
	}
	if s != nil && n == 0 && !s.Brief {
		f.Below = append(f.Below, discord.Row{dealButton(s, f)})
	}
	if s == nil && len(all) > 1 {
		f.Below = append(f.Below, discord.Row{p.otherRules(all, info.Name, f)})
	}
	return catch(func() *screen.Shown { return p.painter.Page(page, f) })
}

// tablePage lists all options of a table with their values. Only its host can change them,
// but all who play have to know them. What was changed is bold.
func tablePage(s *table.State) ui.Page {
	page := ui.Page{Title: ui.T("bot.rules.table")}
	for _, o := range s.Game.Info().Options {
		if s.Turn > 0 && slices.Contains(pace.Keys, o.Key) || !o.Free(s.Options) {
			continue // daysLine says it, or it means nothing beside the others
		}
		line := "bot.rules.table.option"
		if _, chosen := s.Chosen[o.Key]; chosen {
			line += ".chosen"
		}
		page.Say(ui.T(line, ui.T("option."+o.Key), OptionValue(o, s.Options[o.Key])))
	}
	if s.Turn > 0 {
		page.Say(daysLine(s))
	}
	if s.Strength != games.Normal {
		page.Say(ui.T("bot.rules.table.option.chosen", ui.T("bot.auto.strength"), ui.T("bot.auto.strength."+s.Strength.String())))
	}
	if len(s.Chosen) > 0 {
		page.Gap()
		page.Say(ui.T("bot.rules.table.bold"))
	}
	return page
}

// otherRules is the menu of the games whose rules can be read.
func (w words) otherRules(all []games.Info, now string, f *screen.Frame) discord.Menu {
	m := discord.Menu{CustomID: CustomID{Action: RulesPage, Arg: "games"}.String(), Placeholder: Short(f, ui.T("bot.rules.other"), discord.MaxPlaceholder)}
	for _, info := range all[:min(len(all), discord.MaxOptions)] {
		if info.Name != now {
			m.Options = append(m.Options, discord.MenuOption{Label: Short(f, ui.Literal(w.gameName(info.Name, f.Lang)), discord.MaxOptionText), Value: info.Name})
		}
	}
	return m
}
