package page

import (
	"slices"
	"strconv"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Rules draws a page of a game's rules, counted from zero. A number without a page
// is the nearest one. A table whose rules are read may be nil: the first page names
// the hash that commits it to a secret, or its match to a seed, and at the end the seed. On a board
// they would take three lines of a phone.
func (p *Pages) Rules(s *table.State, info games.Info, lang text.Lang, number int) (*screen.Shown, error) {
	pages := info.Rules
	n := max(0, min(number, len(pages)-1))
	page := ui.Page{Title: ui.T("name"), Lines: []ui.Text{ui.T("about")}}
	if len(pages) > 0 {
		page = pages[n]
		page.Controls = nil
	}
	f := p.gameNote(info.Name, lang)
	match := ""
	if s != nil {
		match = s.ID
		page.Lines = append(slices.Clone(page.Lines), seedLine(s, n)...)
	}
	if len(pages) > 1 {
		arg := func(n int) string { return info.Name + ":" + strconv.Itoa(n) }
		id := func(to int) CustomID { return CustomID{Match: match, Action: Rules, Arg: arg(to)} }
		off := func(way int) CustomID {
			return CustomID{Match: match, Action: Rules, Arg: arg(n) + "." + strconv.Itoa(way)}
		}
		f.Footer = plain(f, ui.T("bot.rules.page", n+1, len(pages)))
		index := discord.Menu{CustomID: CustomID{Match: match, Action: RulesPage}.String()}
		for i, p := range pages[:min(len(pages), discord.MaxOptions)] {
			line := discord.MenuOption{Value: arg(i), Default: i == n}
			line.Label, _ = screen.Cut(screen.Line(plain(f, p.Title)), discord.MaxOptionText)
			index.Options = append(index.Options, line)
		}
		f.Below = []discord.Row{pager(f, n, len(pages), ui.T("bot.rules.prev"), ui.T("bot.rules.next"), id, off), {index}}
	}
	return catch(func() *screen.Shown { return p.painter.Page(page, f) })
}

// seedLine is what the first page of the rules says of the seed of a match.
func seedLine(s *table.State, page int) []ui.Text {
	switch {
	case page > 0:
		return nil
	case s.Commitment != "" && s.Seed == "":
		return []ui.Text{{}, ui.T("bot.deal.hash"), ui.Literal(s.Commitment)}
	case s.Seed != "":
		return []ui.Text{{}, ui.T("bot.match.seed", s.Seed)}
	case s.SeedHash != "":
		return []ui.Text{{}, ui.T("bot.match.hash", s.SeedHash)}
	}
	return nil
}
