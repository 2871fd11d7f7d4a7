package page

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// lobby is the board of a table that waits for players.
func (p *Pages) lobby(s *table.State, f *screen.Frame) *screen.Shown {
	info := s.Game.Info()
	lack := info.Min - len(s.Players)
	page := ui.Page{Title: ui.T("bot.lobby.title", ui.T("name")), Colour: screen.DefaultColour}
	page.Lines = append(page.Lines, ui.T("about"), ui.T("bot.lobby.minutes", info.Minutes[0], info.Minutes[1]), ui.Text{},
		ui.T("bot.lobby.players", len(s.Players), info.Min, info.Max))
	people, unready := lobbyPeople(s)
	page.Lines = append(page.Lines, people...)
	page.Lines = append(page.Lines, ui.Text{})
	switch {
	case lack > 0:
		page.Lines = append(page.Lines, ui.T("bot.lobby.missing", lack))
	case len(unready) > 0:
		page.Lines = append(page.Lines, ui.T("bot.lobby.waits", unready))
	default:
		page.Lines = append(page.Lines, ui.T("bot.lobby.go"))
	}
	page.Lines = append(page.Lines, ui.Text{}, ui.T("bot.lobby.options"))
	for _, o := range info.Options {
		page.Lines = append(page.Lines, ui.T("bot.lobby.option", ui.T("option."+o.Key), optionValue(o, s.Options[o.Key])))
	}
	// No match clock runs in a lobby. The only moment that comes is when it closes.
	f.When = func(at time.Duration) (time.Time, bool) { return p.clock.Shown(s.Expires.Add(at)), true }
	page.Lines = append(page.Lines, ui.Text{}, ui.T("bot.lobby.expires", ui.Until(0)))
	f.Footer = plain(f, ui.T("bot.lobby.foot"))
	f.Below = lobbyButtons(s, f, lack)
	return p.painter.Page(page, f)
}

// lobbyPeople are a line for each player, and the names of those who are not ready.
func lobbyPeople(s *table.State) (lines, unready []ui.Text) {
	for i, who := range s.Players {
		key := "bot.lobby.player"
		if who.ID == s.Host {
			key += ".host"
		}
		if who.Ready {
			key += ".ready"
		} else if who.ID != s.Host {
			unready = append(unready, nameOf(i))
		}
		lines = append(lines, ui.T(key, ui.Name(i)))
	}
	if len(lines) == 0 {
		lines = append(lines, ui.T("bot.lobby.nobody"))
	}
	return lines, unready
}

// lobbyButtons are the controls of a lobby that lacks so many players.
func lobbyButtons(s *table.State, f *screen.Frame, lack int) []discord.Row {
	of := func(label, icon string, style discordgo.ButtonStyle, action Action) discord.Button {
		return button(f, ui.T(label), icon, style, CustomID{Match: s.ID, Action: action})
	}
	start := of("bot.lobby.start", "▶️", discordgo.PrimaryButton, Start)
	if lack > 0 {
		start.Disabled = true
		start.Label = short(f, ui.T("bot.lobby.start.missing", lack), discord.MaxLabel)
	}
	return []discord.Row{
		{
			of("bot.lobby.join", "🪑", discordgo.SuccessButton, Join),
			of("bot.lobby.ready", "✅", discordgo.SecondaryButton, Ready),
			start,
		},
		{
			of("bot.lobby.leave", "🚪", discordgo.SecondaryButton, Leave),
			of("bot.lobby.change", "⚙️", discordgo.SecondaryButton, Options),
			button(f, ui.T("bot.lobby.rules"), "📖", discordgo.SecondaryButton, CustomID{Action: Rules, Arg: f.Game}),
			of("bot.lobby.extend", "⏳", discordgo.SecondaryButton, Extend),
		},
	}
}

// optionValue is how a value of an option is called.
func optionValue(o games.Option, v string) ui.Text {
	if o.Max > 0 {
		return ui.Literal(v)
	}
	return ui.T("option." + o.Key + "." + v)
}
