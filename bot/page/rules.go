package page

import (
	"strconv"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Rules draws a page of a game's rules, counted from zero. A number without a page
// is the nearest one.
func (p *Pages) Rules(info games.Info, lang text.Lang, number int) (*screen.Shown, error) {
	pages := info.Rules
	n := max(0, min(number, len(pages)-1))
	page := ui.Page{Title: ui.T("name"), Lines: []ui.Text{ui.T("about")}}
	if len(pages) > 0 {
		page = pages[n]
		page.Controls = nil
	}
	f := p.gameNote(info.Name, lang)
	if len(pages) > 1 {
		arg := func(n int) string { return info.Name + ":" + strconv.Itoa(n) }
		id := func(to int) CustomID { return CustomID{Action: Rules, Arg: arg(to)} }
		off := func(way int) CustomID { return CustomID{Action: Rules, Arg: arg(n) + "." + strconv.Itoa(way)} }
		f.Footer = plain(f, ui.T("bot.rules.page", n+1, len(pages)))
		index := discord.Menu{CustomID: CustomID{Action: RulesPage}.String()}
		for i, p := range pages[:min(len(pages), discord.MaxOptions)] {
			line := discord.MenuOption{Value: arg(i), Default: i == n}
			line.Label, _ = screen.Cut(screen.Line(plain(f, p.Title)), discord.MaxOptionText)
			index.Options = append(index.Options, line)
		}
		f.Below = []discord.Row{pager(f, n, len(pages), ui.T("bot.rules.prev"), ui.T("bot.rules.next"), id, off), {index}}
	}
	return catch(func() *screen.Shown { return p.painter.Page(page, f) })
}
