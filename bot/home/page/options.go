package page

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Usual is what new tables of a game agree on by themselves on a server.
type Usual struct {
	Game   games.Info
	Is     games.Options // complete
	Picked *games.Option // whose values are offered, or nil
	Packs  []kit.Pack    // for an option that is a text
	Own    bool          // the server has chosen some
}

// UsualArg is the argument of [UsualOptions] and [UsualValue]: a game and perhaps an option of it.
func UsualArg(game, key string) string {
	if key == "" {
		return game
	}
	return game + ":" + key
}

// ParseUsualArg reads an argument, which is hostile.
func ParseUsualArg(arg string) (game, key string) {
	game, key, _ = strings.Cut(arg, ":")
	return game, key
}

// Usual draws the options with which new tables of a game open on the server, below what came of
// the last press. list are all games.
func (p Pages) Usual(lang text.Lang, list []games.Info, u Usual, said ui.Text) *screen.Shown {
	f := p.gameFrame(lang, u.Game.Name)
	if !said.IsZero() {
		f.Head = []string{kit.Rich(f, said)}
	}
	page := ui.Page{Title: ui.T("bot.home.usual.title", ui.T("name")), Lines: []ui.Text{ui.T("bot.home.usual.about"), {}}}
	f.Below = []discord.Row{{p.gamesMenu(f, list, u.Game.Name)}}
	kit.OptionSheet{
		Options: u.Game.Options, Is: u.Is, Picked: u.Picked, Packs: u.Packs,
		Pick: kit.CustomID{Action: UsualOptions, Arg: u.Game.Name},
		Value: func(key string) kit.CustomID {
			return kit.CustomID{Action: UsualValue, Arg: UsualArg(u.Game.Name, key)}
		},
	}.Show(f, &page)
	row := discord.Row{kit.Button(f, ui.T("bot.settings.title"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: kit.Settings})}
	if u.Own {
		row = append(row, kit.Button(f, ui.T("bot.home.options.reset"), "↩️", discordgo.SecondaryButton, kit.CustomID{Action: SetHome, Arg: ResetOptions + u.Game.Name}))
	}
	f.Below = append(f.Below, row)
	return p.Draw(page, f)
}

// UsualGames asks of which game the options are meant.
func (p Pages) UsualGames(lang text.Lang, list []games.Info) *screen.Shown {
	f := p.Note(lang)
	f.Below = []discord.Row{
		{p.gamesMenu(f, list, "")},
		{kit.Button(f, ui.T("bot.settings.title"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: kit.Settings})},
	}
	return p.Draw(ui.Page{Title: nameOf(HomeOptions), Lines: []ui.Text{ui.T("bot.home.usual.about")}}, f)
}

// UsualNumber is the form into which the number of an option is typed.
func (p Pages) UsualNumber(lang text.Lang, u Usual) discord.Modal {
	id := kit.CustomID{Action: UsualValue, Arg: UsualArg(u.Game.Name, u.Picked.Key)}
	return kit.NumberForm(p.gameFrame(lang, u.Game.Name), id, *u.Picked, u.Is[u.Picked.Key])
}

// gameFrame is a frame that has the words of a game, too.
func (p Pages) gameFrame(lang text.Lang, game string) *screen.Frame {
	f := p.Note(lang)
	if say := p.GameWords(game); say != nil {
		f.Say = say
	}
	return f
}

// gamesMenu is the menu of games, of which one may be picked.
func (p Pages) gamesMenu(f *screen.Frame, list []games.Info, picked string) discord.Menu {
	m := discord.Menu{CustomID: kit.CustomID{Action: UsualOptions}.String(), Placeholder: kit.Short(f, ui.T("bot.home.usual.game"), discord.MaxPlaceholder)}
	for _, info := range list[:min(len(list), discord.MaxOptions)] {
		m.Options = append(m.Options, discord.MenuOption{Label: kit.Short(f, ui.Literal(p.GameName(info.Name, f.Lang)), discord.MaxOptionText), Value: info.Name, Default: info.Name == picked})
	}
	return m
}
