package page

import (
	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TooFew tells the host of a night in its channel that fewer come than the game needs, and what they
// can do. It notifies them if told says so, and no other person.
func (p Pages) TooFew(n Night, host discord.ID, told bool, lang text.Lang) *discord.Message {
	f, m := p.GameNote(n.Game.Name, lang), &discord.Message{Public: true}
	if told {
		m.Mentions.Users = []discord.ID{host}
	}
	m.Content = kit.UserMention(host) + "\n" + kit.Rich(f, ui.T("bot.night.few", ui.T("name"), len(n.Coming), n.Game.Min)) + " " + kit.Moment(n.At, "R")
	if n.Fill {
		m.Content += "\n" + kit.Rich(f, ui.T("bot.night.filled"))
	}
	of := func(do, key, icon string) discord.Button {
		return kit.Button(f, ui.T(key), icon, discordgo.SecondaryButton, kit.CustomID{Action: Action, Arg: n.ID + ":" + do + ":" + Few})
	}
	m.Components = []discord.Row{append(discord.Row{of(Move, "bot.night.move", "🗓️"), of(Off, "bot.night.off", "🚫")}, p.fillButton(n, f)...)}
	return m
}

// fillButton has automatic players take empty seats, or takes that back. Where they cannot, there is
// none.
func (p Pages) fillButton(n Night, f *screen.Frame) discord.Row {
	arg, key := n.ID+":"+Fill+":"+kit.Yes, "bot.night.fill"
	switch {
	case !n.Fillable || n.State != Planned:
		return nil
	case n.Fill:
		arg, key = n.ID+":"+Fill+":"+kit.No, "bot.night.fill.off"
	}
	return discord.Row{kit.Button(f, ui.T(key), "🤖", discordgo.SecondaryButton, kit.CustomID{Action: Action, Arg: arg})}
}

// SecondName is the name of the thread of a second table.
func (p Pages) SecondName(game string, lang text.Lang) string {
	return kit.Short(p.GameNote(game, lang), ui.T("bot.night.second.name", ui.T("name")), discord.MaxThreadName)
}
