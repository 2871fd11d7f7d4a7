package page

import (
	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// tableAt is a line that names a table and its channel.
func tableAt(s *table.State, f *screen.Frame) string {
	if s.ChannelDeleted {
		return Rich(f, ui.T("bot.elsewhere.deleted", ui.T("name")))
	}
	return Raw(f, ui.T("bot.elsewhere.table", ui.T("name"), ui.Name(0)), ChannelMention(s.CurrentChannel()))
}

// Elsewhere asks a person who typed a command where nothing is played whether they
// mean their table in another channel. The kind is what they want there, and whom
// they want it for. ok is false where that table could not do it.
//
// The button asks for the same as the table's own buttons do, so a late press does
// nothing that is no longer possible.
func (p *Pages) Elsewhere(s *table.State, user discord.ID, lang text.Lang, kind table.Kind, whom discord.ID) (shown *screen.Shown, ok bool) {
	f := p.frame(s, lang)
	_, seated := s.Seat(user)
	them, there := s.Seat(whom)
	live, hosts := s.Phase == table.Live, s.Host == user
	var ask, label ui.Text
	icon, id := "", CustomID{Match: s.ID}
	switch {
	case !seated:
		return nil, false
	case kind == table.Pause && live && s.Paused.IsZero():
		ask, label, icon, id.Action = ui.T("bot.elsewhere.pause"), ui.T("bot.table.pause"), "⏸️", Pause
	case kind == table.Resume && live && !s.Paused.IsZero() && !s.Halted:
		ask, label, icon, id.Action = ui.T("bot.elsewhere.resume"), ui.T("bot.match.resume"), "▶️", Resume
	case kind == table.Stop && live:
		ask, label, icon = ui.T("bot.elsewhere.stop"), ui.T("bot.table.stop"), "🛑"
		id.Action, id.Arg = Seats, string(AskStop)
	case kind == table.Leave:
		ask, label, icon, id.Action = ui.T("bot.elsewhere.leave"), ui.T("bot.lobby.leave"), "🚪", Leave
	case kind == table.Transfer && hosts && there:
		ask, label, icon = ui.T("bot.elsewhere.host", ui.Name(them)), ui.T("bot.elsewhere.yes"), "👑"
		id.Action, id.Arg = Host, whom.String()
	case kind == table.Kick && live && there && whom != user:
		ask, label, icon = ui.T("bot.elsewhere.kick", ui.Name(them)), ui.T("bot.elsewhere.yes"), "🚫"
		id.Action, id.Arg = Kick, KickArg{Whom: whom}.String()
	default:
		return nil, false
	}
	f.Head = []string{Rich(f, ui.T("bot.elsewhere.nothing")), tableAt(s, f)}
	f.Below = []discord.Row{{Button(f, label, icon, discordgo.PrimaryButton, id)}}
	return p.painter.Page(ui.Page{Title: ui.T("bot.elsewhere.title"), Lines: []ui.Text{ask}, Colour: ColourWarning}, f), true
}
