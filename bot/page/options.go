package page

import (
	"strconv"
	"strings"

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
	OptionSheet{
		Options: s.Game.Info().Options, Is: s.Options, Picked: picked, Packs: packs,
		Pick: CustomID{Match: s.ID, Action: PickOption}, Value: func(key string) CustomID { return CustomID{Match: s.ID, Action: PickValue, Arg: key} },
	}.Show(f, &page)
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

// OptionSheet is the options of a game as a page has them: what is agreed on, and menus to change it.
type OptionSheet struct {
	Options []games.Option
	Is      games.Options
	Picked  *games.Option // whose values are offered, or nil
	Packs   []Pack        // what the server has for an option that is a text

	Pick  CustomID                  // of the menu of options
	Value func(key string) CustomID // of the menu of the values of one
}

// Show adds the options to a page, and the menus below it. A number has no menu, but a form.
func (o OptionSheet) Show(f *screen.Frame, page *ui.Page) {
	menu := discord.Menu{CustomID: o.Pick.String(), Placeholder: Short(f, ui.T("bot.options.pick"), discord.MaxPlaceholder)}
	for _, one := range o.Options {
		if !one.Free(o.Is) {
			continue
		}
		picked := o.Picked != nil && one.Key == o.Picked.Key
		page.Lines = append(page.Lines, ui.T("bot.options.line", ui.T("option."+one.Key), OptionValue(one, o.Is[one.Key])))
		if picked {
			page.Lines = append(page.Lines, ui.T("option."+one.Key+".about"))
		}
		if len(menu.Options) < discord.MaxOptions {
			menu.Options = append(menu.Options, discord.MenuOption{
				Value: one.Key, Label: Short(f, ui.T("option."+one.Key), discord.MaxOptionText), Description: hint(f, ui.T("option."+one.Key+".about")),
				Default: picked && one.Max == 0,
			})
		}
	}
	if len(menu.Options) > 0 {
		f.Below = append(f.Below, discord.Row{menu})
	}
	if o.Picked != nil && o.Picked.Max == 0 {
		f.Below = append(f.Below, discord.Row{o.valueMenu(f)})
	}
}

// hint is what is said of an option below its name in a menu: all of it, or the first sentence
// where there is no room for more.
func hint(f *screen.Frame, about ui.Text) string {
	words := Plain(f, about)
	if whole, long := screen.Cut(words, discord.MaxOptionText); !long {
		return whole
	}
	first, _, _ := strings.Cut(words, ". ")
	first, _ = screen.Cut(first, discord.MaxOptionText)
	return first
}

// valueMenu is the menu of the values of the picked option.
func (o OptionSheet) valueMenu(f *screen.Frame) discord.Menu {
	of, is := *o.Picked, o.Is[o.Picked.Key]
	menu := discord.Menu{CustomID: o.Value(of.Key).String(), Placeholder: Short(f, ui.T("bot.options.value"), discord.MaxPlaceholder)}
	if of.Texts != nil {
		now := games.TextTitle(is)
		menu.Placeholder = Short(f, OptionValue(of, is), discord.MaxPlaceholder)
		named := 0
		for _, k := range o.Packs {
			if games.TextTitle(k.Value) == now {
				named++
			}
		}
		menu.Options = append(menu.Options, discord.MenuOption{Value: OwnWords, Label: Short(f, ui.T("bot.words.own"), discord.MaxOptionText), Default: now == ""})
		for _, k := range o.Packs[:min(len(o.Packs), discord.MaxOptions-1)] {
			title := games.TextTitle(k.Value)
			menu.Options = append(menu.Options, discord.MenuOption{
				Value: k.ID, Label: Short(f, ui.Literal(title), discord.MaxOptionText), Description: Short(f, ui.T("bot.words.entries", k.Entries), discord.MaxOptionText),
				Default: title == now && named == 1, // of two of one name, each can be chosen
			})
		}
	}
	for _, v := range of.Choices[:min(len(of.Choices), discord.MaxOptions)] {
		menu.Options = append(menu.Options, discord.MenuOption{Value: v, Label: Short(f, OptionValue(of, v), discord.MaxOptionText), Default: is == v})
	}
	return menu
}

// NumberForm is the form into which the number of an option is typed.
func (p *Pages) NumberForm(s *table.State, lang text.Lang, o games.Option) discord.Modal {
	return NumberForm(p.frame(s, lang), CustomID{Match: s.ID, Action: TypeNumber, Arg: o.Key}, o, s.Options[o.Key])
}

// NumberForm is a form into which the number of an option is typed.
func NumberForm(f *screen.Frame, id CustomID, o games.Option, is string) discord.Modal {
	name := ui.T("option." + o.Key)
	return discord.Modal{
		CustomID: id.String(),
		Title:    Short(f, name, discord.MaxModalTitle),
		Rows: []discord.Row{{discord.Input{
			CustomID: "0", Label: Short(f, ui.T("bot.options.number", name, o.Min, o.Max), discord.MaxInputLabel),
			Value: is, Min: 1, Max: len(strconv.Itoa(o.Max)), Required: true,
		}}},
	}
}

// Pack is a text of a server. Of a list it has only the title.
type Pack struct {
	ID      string
	Value   string // of the option, or its first line
	Entries int
	Code    string // by which others copy it; empty while it is not shared
	Draft   bool   // no host has saved it yet
}

// OwnWords is the value of a menu that stands for the words of the game.
const OwnWords = "own"
