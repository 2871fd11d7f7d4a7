package page

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Facts says how many people a game is for, and how long it takes. A game for two alone is not
// for "2–2".
func Facts(i games.Info) ui.Text {
	if i.Min == i.Max {
		return ui.T("bot.lobby.facts.one", i.Max, i.Minutes[0], i.Minutes[1])
	}
	return ui.T("bot.lobby.facts", i.Min, i.Max, i.Minutes[0], i.Minutes[1])
}

// Cards draws the list of games for a person who has not named one. One game is
// open, as a card: its picture, one sentence, how many play and for how long. Below
// it are its buttons, and then the games. So the first button is within the first
// screen of a phone, which three pictures in a row would fill.
//
// alone says of a game whether one person can play it here with automatic players.
// Together says that other people can sit down here.
func (p *Pages) Cards(list []games.Info, open CardArg, lang text.Lang, together bool, alone func(game string) bool) (*screen.Shown, error) {
	return catch(func() *screen.Shown {
		now, thread := open.of(list), open.Thread
		f := p.GameNote(now.Name, lang)
		page := ui.Page{
			Title: ui.T("name"), Colour: screen.DefaultColour,
			Lines: []ui.Text{ui.T("about"), Facts(now)},
		}
		if len(list) > 1 {
			page.Title = ui.T("bot.cards.title", slices.IndexFunc(list, func(i games.Info) bool { return i.Name == now.Name })+1, len(list), ui.T("name"))
		}
		page.Show(now.Cover)
		of := func(label ui.Text, icon string, style discordgo.ButtonStyle, action Action) discord.Button {
			return Button(f, label, icon, style, CustomID{Action: action, Arg: CardArg{Game: now.Name, Thread: thread}.String()})
		}
		var row discord.Row
		if alone(now.Name) {
			row = append(row, of(ui.T("bot.cards.alone"), "▶️", discordgo.PrimaryButton, PlayAlone))
		}
		if together {
			row = append(row, of(ui.T("bot.cards.play"), "👥", discordgo.SuccessButton, Play))
		}
		row = append(row, Button(f, ui.T("bot.match.rules"), "📖", discordgo.SecondaryButton, CustomID{Action: Rules, Arg: now.Name}))
		f.Below = []discord.Row{row}
		if len(list) > 1 {
			f.Below = append(f.Below, p.cardsRows(list, now.Name, lang, thread)...)
		}
		return p.painter.Page(page, f)
	})
}

// cardsRows lead to the cards of all games: a row of buttons, two of about one length, or a
// menu.
func (w words) cardsRows(list []games.Info, now string, lang text.Lang, thread bool) []discord.Row {
	var all discord.Row
	menu := discord.Menu{CustomID: CustomID{Action: CardsMenu}.String()}
	for _, info := range list[:min(len(list), discord.MaxOptions)] {
		f, arg := w.GameNote(info.Name, lang), CardArg{Game: info.Name, Thread: thread}.String()
		b := Button(f, ui.T("name"), "", discordgo.SecondaryButton, CustomID{Action: Cards, Arg: arg})
		b.Disabled = info.Name == now
		all = append(all, b)
		menu.Options = append(menu.Options, discord.MenuOption{Label: Short(f, ui.T("name"), discord.MaxOptionText), Value: arg, Default: info.Name == now})
	}
	switch half := (len(all) + 1) / 2; {
	case len(all) <= discord.MaxButtons:
		return []discord.Row{all}
	case half <= discord.MaxButtons:
		return []discord.Row{all[:half], all[half:]}
	default:
		return []discord.Row{{menu}}
	}
}

// GameNote is the frame of a private message in the words of a game.
func (w words) GameNote(game string, lang text.Lang) *screen.Frame {
	f := w.note(nil, lang)
	f.Game = game
	if say := w.games[game]; say != nil {
		f.Say = say
	}
	return f
}

// CardArg is the argument of the controls of a card.
type CardArg struct {
	Game   string
	Thread bool // the table is to have a thread
	Next   bool // it is the game after Game in the list
}

// nextMark stands after the name of a game that was just played.
const nextMark = ":next"

// threadMark stands after the name of a game whose table is to have a thread.
const threadMark = ":thread"

// String is the argument as a custom id carries it.
func (a CardArg) String() string {
	switch {
	case a.Next:
		return a.Game + nextMark
	case a.Thread:
		return a.Game + threadMark
	}
	return a.Game
}

// ParseCardArg reads an argument. It is given hostile text; the game may not exist.
func ParseCardArg(s string) CardArg {
	if game, ok := strings.CutSuffix(s, threadMark); ok {
		return CardArg{Game: game, Thread: true}
	}
	if game, ok := strings.CutSuffix(s, nextMark); ok {
		return CardArg{Game: game, Next: true}
	}
	return CardArg{Game: s}
}

// of is the game of a list whose card is open: the first one where there is no such game.
func (a CardArg) of(list []games.Info) games.Info {
	i := slices.IndexFunc(list, func(info games.Info) bool { return info.Name == a.Game })
	switch {
	case i < 0:
		return list[0]
	case a.Next:
		return list[(i+1)%len(list)]
	}
	return list[i]
}
