package page

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// BoardPath is the path of a page in direct messages: what every person would see of the
// table. Like a [SeatsPath] it begins with "@".
const BoardPath = "@="

// Direct draws the one message of a table in direct messages. Nobody but its player
// reads it, so it is the board and the panel at once. It shows the player's own page,
// and a button leads to what stands on a board.
//
// It is no ephemeral panel: those end fifteen minutes after the last press. It may be
// posted in the channel of its table, and nowhere else.
func (p *Pages) Direct(s *table.State, to Reader, path string, again bool, notices ...ui.Text) (*screen.Shown, error) {
	shown, err := catch(func() *screen.Shown {
		switch {
		case s.Phase == table.Lobby: // for a moment, or the bot ended in between
			f := p.frame(s, to.Lang)
			for _, t := range notices {
				f.Head = append(f.Head, Rich(f, t))
			}
			return p.lobby(s, f, to.Offers)
		case path == BoardPath && s.Match != nil && s.Phase != table.Void:
			return boardAlone(p, s, to.Lang)
		}
		return p.panel(s, to, path, again, notices)
	})
	if err != nil {
		return nil, err
	}
	shown.Message.Direct = s.CurrentChannel()
	return shown, nil
}

// boardAlone is the page of the board in direct messages. Its controls are on the
// player's own page.
func boardAlone(p *Pages, s *table.State, lang text.Lang) *screen.Shown {
	f := p.frame(s, lang)
	p.addNotices(s, f)
	f.Below = []discord.Row{{
		Button(f, ui.T("bot.match.panel"), "🌙", discordgo.PrimaryButton, CustomID{Match: s.ID, Action: Panel}),
		rulesButton(s, f),
	}}
	page := s.Match.Pages(games.Viewer{})("")
	page.Controls = nil
	return p.painter.Page(page, f)
}

// boardButton leads from the player's page to that of the board.
func boardButton(s *table.State, f *screen.Frame) discord.Button {
	return Button(f, ui.T("bot.panel.board"), "🗺️", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Board})
}

// withBoard puts the way to the board into the row below a player's page. It stands
// before the people.
func withBoard(s *table.State, f *screen.Frame, row discord.Row) discord.Row {
	if !s.Direct() || s.Match == nil {
		return row
	}
	at := slices.IndexFunc(row, func(c discord.Component) bool {
		b, ok := c.(discord.Button)
		return ok && b.CustomID == CustomID{Match: s.ID, Action: Seats}.String()
	})
	if at < 0 {
		at = len(row)
	}
	return slices.Insert(row, at, discord.Component(boardButton(s, f)))
}
