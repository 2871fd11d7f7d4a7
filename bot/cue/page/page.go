// Package page draws the messages that call out moments of a match, and has the setting. It is pure.
package page

import (
	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Server is the setting of a server: which signals its new tables have.
var Server = kit.Choice{Name: "cue", Group: kit.TableSettings, Rank: 58, Action: "cues", Key: "cue.server", Values: []string{pace.NoCues, pace.CueMessages, pace.CueSounds}}

// Pages draws the messages.
type Pages struct{ kit.Kit }

// Message calls a moment of a match out, with a button that opens the presser's panel. It
// mentions no player. It also says why the match has no sounds, unless that is nil.
func (p Pages) Message(s *table.State, cue games.Cue, mute *ui.Text, lang text.Lang) *discord.Message {
	f := p.Frame(s, lang)
	button := kit.Button(f, ui.T("bot.match.panel"), "🌙", discordgo.SecondaryButton, kit.CustomID{})
	button.CustomID = ID(s.ID)
	content := kit.Rich(f, ui.T("cue."+cue.Kind, ui.Name(cue.Seat)))
	if mute != nil {
		content += "\n" + kit.Rich(p.Note(lang), ui.T("cue.mute", *mute))
	}
	return &discord.Message{
		Content:    content,
		Components: []discord.Row{{button}},
		Public:     true,
	}
}

// InLobby says in a lobby that chose sounds why its channel has messages instead; nil for sounds.
func InLobby(why *ui.Text) kit.Offer {
	if why == nil {
		return nil
	}
	return func(_ ui.Page, f *screen.Frame) (line ui.Text, none discord.Button) {
		return ui.Literal(kit.Plain(f, ui.T("cue.lobby", *why))), none
	}
}

// ID is the custom id of the button. No other message of a match has it.
func ID(match string) string {
	return kit.CustomID{Match: match, Action: kit.Panel, Arg: "cue"}.String()
}
