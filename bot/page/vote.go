package page

import (
	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// voteKeys are how the catalogue calls what can be voted on.
var voteKeys = map[table.Kind]string{
	table.Pause: "bot.vote.pause", table.Resume: "bot.vote.resume", table.Stop: "bot.vote.stop", table.Kick: "bot.vote.kick", table.Faster: "bot.vote.faster",
}

// addVote adds what is being voted on, and who voted how.
func (w words) addVote(s *table.State, f *screen.Frame) {
	m := s.Motion
	if m == nil {
		return
	}
	voters := func(seats []games.Seat) ui.Text {
		if len(seats) == 0 {
			return ui.T("bot.vote.none")
		}
		var list []ui.Text
		for _, seat := range seats {
			list = append(list, NameOf(seat))
		}
		return ui.Text{Args: []any{list}}
	}
	f.Head = append(f.Head,
		Rich(f, ui.T(voteKeys[m.Kind], ui.Name(m.By), ui.Name(m.Seat))),
		Rich(f, ui.T("bot.vote.so-far", voters(m.Yes), voters(m.No))),
		Raw(f, ui.T("bot.vote.until", m.Need, ui.Name(0)), Moment(m.Until, "R")))
}

// votersButtons are the buttons to vote with. It is empty for people without a
// vote.
func votersButtons(s *table.State, user discord.ID, f *screen.Frame) discord.Row {
	if _, seated := s.Seat(user); !seated {
		return nil
	}
	return voteButtons(s, f)
}

// voteButtons are the buttons to vote with, when there is a vote.
func voteButtons(s *table.State, f *screen.Frame) discord.Row {
	if s.Phase != table.Live || s.Motion == nil {
		return nil
	}
	id := s.Motion.ID
	return discord.Row{
		Button(f, ui.T("bot.vote.agree"), "👍", discordgo.SuccessButton, CustomID{Match: s.ID, Action: Agree, Arg: id}),
		Button(f, ui.T("bot.vote.object"), "👎", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Object, Arg: id}),
	}
}
