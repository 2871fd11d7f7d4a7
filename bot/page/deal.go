package page

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Deal draws how a match is dealt: what the lobby committed to, the presses that went
// into the seed, and after the end the secret and the seed. Every person may read it.
func (p *Pages) Deal(s *table.State, lang text.Lang) *screen.Shown {
	f := p.frame(s, lang)
	page := ui.Page{Title: ui.T("bot.deal.title", ui.T("name"))}
	line := func(key string, args ...any) { f.Head = append(f.Head, Rich(f, ui.T(key, args...))) }
	value := func(key, digits string) { f.Head = append(f.Head, Rich(f, ui.T(key)), "`"+digits+"`") }
	switch {
	case s.Commitment != "":
		value("bot.deal.hash", s.Commitment)
		dealPresses(p.words, s, f)
	case s.SeedHash != "":
		line("bot.deal.none")
		value("bot.deal.seed.hash", s.SeedHash)
	default: // an older version opened the lobby
		line("bot.deal.later")
	}
	switch {
	case s.Seed == "":
		if s.Commitment != "" {
			line("bot.deal.wait")
		}
	case s.Commitment == "":
		value("bot.deal.seed", s.Seed)
	default:
		value("bot.deal.secret", s.Secret.Hex())
		value("bot.deal.seed", s.Seed)
		line("bot.deal.check")
		f.Head = append(f.Head, "```sh\n"+dealCommands(s)+"\n```")
	}
	f.Below = []discord.Row{{Button(f, ui.T("bot.table.log"), "📋", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Log, Arg: "0"})}}
	return p.painter.Page(page, f)
}

// dealPresses lists the presses that went into the seed. An id of Discord's tells when
// it was made, so every person can compare theirs.
func dealPresses(w words, s *table.State, f *screen.Frame) {
	if len(s.Presses) == 0 {
		return
	}
	people := 0
	f.Head = append(f.Head, Rich(f, ui.T("bot.deal.presses")))
	for seat, id := range s.Presses {
		what := Rich(f, ui.T("bot.deal.auto"))
		if id != 0 {
			people++
			what = fmt.Sprintf("<t:%d:T> `", w.clock.ShownOf(id).Unix()) + id.String() + "`"
		}
		if at := s.Players[seat]; !at.Open && !at.Joined.After(s.Started) {
			what = Rich(f, NameOf(seat)) + " · " + what // else another player has the seat by now
		}
		f.Head = append(f.Head, Rich(f, ui.T("bot.deal.seat", seat+1))+" "+what)
	}
	if people < 2 {
		f.Head = append(f.Head, Rich(f, ui.T("bot.deal.one")))
	}
}

// dealCommands compute the commitment and the seed in a shell.
func dealCommands(s *table.State) string {
	var ids strings.Builder
	for _, id := range s.Presses {
		ids.WriteString(" " + id.String())
	}
	secret := s.Secret.Hex()
	return "printf %s " + secret + " | sha256sum\nprintf '%s\\n' " + secret + ids.String() + " | sha256sum"
}

// dealButton leads to the page of the deal.
func dealButton(s *table.State, f *screen.Frame) discord.Button {
	label := ui.T("bot.deal.button")
	if s.Phase == table.Lobby {
		label = ui.T("bot.deal.button.lobby")
	}
	return Button(f, label, "🔒", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Deal})
}
