package page

import (
	"strconv"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Options draws the private page on which the host changes what a table agrees on.
// The argument picked is the option whose values are offered, or nil. The argument
// said is what came of the last press, or zero. What an option means stands in the menu, and under the one that is picked:
// with many of them the page would be too long. Packs are what the server has for an
// option that is a text.
func (p *Pages) Options(s *table.State, lang text.Lang, picked *games.Option, packs []Pack, said ui.Text, offers ...Offer) *screen.Shown {
	f := p.frame(s, lang)
	if !said.IsZero() {
		f.Head = []string{Rich(f, said)}
	}
	page := ui.Page{Title: ui.T("bot.options.title", ui.T("name"))}
	menu := discord.Menu{
		CustomID:    CustomID{Match: s.ID, Action: PickOption}.String(),
		Placeholder: Short(f, ui.T("bot.options.pick"), discord.MaxPlaceholder),
	}
	for _, o := range s.Game.Info().Options {
		if !o.Free(s.Options) {
			continue
		}
		now := OptionValue(o, s.Options[o.Key])
		page.Lines = append(page.Lines, ui.T("bot.options.line", ui.T("option."+o.Key), now))
		if picked != nil && o.Key == picked.Key {
			page.Lines = append(page.Lines, ui.T("option."+o.Key+".about"))
		}
		if len(menu.Options) < discord.MaxOptions {
			menu.Options = append(menu.Options, discord.MenuOption{
				Value: o.Key, Label: Short(f, ui.T("option."+o.Key), discord.MaxOptionText), Description: Short(f, ui.T("option."+o.Key+".about"), discord.MaxOptionText),
				Default: picked != nil && o.Key == picked.Key && o.Max == 0,
			})
		}
	}
	if len(menu.Options) > 0 {
		f.Below = append(f.Below, discord.Row{menu})
	}
	if picked != nil && picked.Max == 0 {
		f.Below = append(f.Below, discord.Row{valueMenu(s, f, *picked, packs)})
	}
	if !s.PeopleOnly {
		page.Lines = append(page.Lines, ui.T("bot.options.line", ui.T("bot.auto.which"), ui.T("bot.auto.strength."+s.Strength.String())))
		f.Below = append(f.Below, discord.Row{strengthMenu(s, f)})
	}
	if row := WithOffers(nil, offers, f); len(row) > 0 {
		f.Below = append(f.Below, row)
	}
	return p.painter.Page(page, f)
}

// strengthMenu is the menu of how well automatic players play.
func strengthMenu(s *table.State, f *screen.Frame) discord.Menu {
	menu := discord.Menu{
		CustomID:    CustomID{Match: s.ID, Action: Strength}.String(),
		Placeholder: Short(f, ui.T("bot.auto.which"), discord.MaxPlaceholder),
	}
	for _, how := range games.Strengths {
		menu.Options = append(menu.Options, discord.MenuOption{
			Value: how.String(), Label: Short(f, ui.T("bot.auto.which.line", ui.T("bot.auto.strength."+how.String())), discord.MaxOptionText), Default: how == s.Strength,
		})
	}
	return menu
}

// valueMenu is the menu of an option's values.
func valueMenu(s *table.State, f *screen.Frame, o games.Option, packs []Pack) discord.Menu {
	menu := discord.Menu{
		CustomID:    CustomID{Match: s.ID, Action: PickValue, Arg: o.Key}.String(),
		Placeholder: Short(f, ui.T("bot.options.value"), discord.MaxPlaceholder),
	}
	if o.Texts != nil {
		now := games.TextTitle(s.Options[o.Key])
		menu.Placeholder = Short(f, OptionValue(o, s.Options[o.Key]), discord.MaxPlaceholder)
		named := 0
		for _, k := range packs {
			if games.TextTitle(k.Value) == now {
				named++
			}
		}
		menu.Options = append(menu.Options, discord.MenuOption{Value: OwnWords, Label: Short(f, ui.T("bot.words.own"), discord.MaxOptionText), Default: now == ""})
		for _, k := range packs[:min(len(packs), discord.MaxOptions-1)] {
			title := games.TextTitle(k.Value)
			menu.Options = append(menu.Options, discord.MenuOption{
				Value: k.ID, Label: Short(f, ui.Literal(title), discord.MaxOptionText), Description: Short(f, ui.T("bot.words.entries", k.Entries), discord.MaxOptionText),
				Default: title == now && named == 1, // of two of one name, each can be chosen
			})
		}
	}
	for _, v := range o.Choices[:min(len(o.Choices), discord.MaxOptions)] {
		menu.Options = append(menu.Options, discord.MenuOption{Value: v, Label: Short(f, OptionValue(o, v), discord.MaxOptionText), Default: s.Options[o.Key] == v})
	}
	return menu
}

// NumberForm is the form into which the number of an option is typed.
func (p *Pages) NumberForm(s *table.State, lang text.Lang, o games.Option) discord.Modal {
	f := p.frame(s, lang)
	name := ui.T("option." + o.Key)
	return discord.Modal{
		CustomID: CustomID{Match: s.ID, Action: TypeNumber, Arg: o.Key}.String(),
		Title:    Short(f, name, discord.MaxModalTitle),
		Rows: []discord.Row{{discord.Input{
			CustomID: "0", Label: Short(f, ui.T("bot.options.number", name, o.Min, o.Max), discord.MaxInputLabel),
			Value: s.Options[o.Key], Min: 1, Max: len(strconv.Itoa(o.Max)), Required: true,
		}}},
	}
}

// Pack is a text of a server. Of a list it has only the title.
type Pack struct {
	ID      string
	Value   string // of the option, or its first line
	Entries int
	Code    string // by which others copy it; empty while it is not shared
	Draft   bool   // nobody has saved it yet
}

// OwnWords is the value of a menu that stands for the words of the game.
const OwnWords = "own"
