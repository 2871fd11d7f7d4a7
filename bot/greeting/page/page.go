// Package page draws the greeting of a server. It is pure.
package page

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/need"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Remove is the action that takes the greeting away. Its text stands in messages that are in the
// world, so it stays.
const Remove kit.Action = "greeting-remove"

// Pages draws the greeting.
type Pages struct{ kit.Kit }

// Greeting draws the greeting, with what the bot lacks in its channel. It is no embed: the bot may
// lack the permission for those.
func (p Pages) Greeting(lang text.Lang, lacks need.Check) (*screen.Shown, error) {
	return kit.Public(func() *screen.Shown {
		f := p.Note(lang)
		lines := []string{kit.Rich(f, ui.T("greeting.hello"))}
		if lacks.Bits() != 0 {
			lines = append(append(lines, ""), kit.CheckLines(f, lacks)...)
		}
		button := func(label, icon string, style discordgo.ButtonStyle, action kit.Action) discord.Button {
			return kit.Button(f, ui.T(label), icon, style, kit.CustomID{Action: action})
		}
		return screen.NewShown(&discord.Message{
			Content: strings.Join(lines, "\n"),
			Components: []discord.Row{{
				button("greeting.play", "🎲", discordgo.PrimaryButton, kit.Cards),
				button("greeting.settings", "⚙️", discordgo.SecondaryButton, kit.Settings),
				button("greeting.remove", "🗑️", discordgo.SecondaryButton, Remove),
			}},
		})
	})
}

// IsGreeting reports whether a message of the bot's own is a greeting.
func IsGreeting(m discord.OwnMessage) bool {
	for _, id := range m.CustomIDs {
		if is, ok := kit.ParseCustomID(id); ok && is.Action == Remove {
			return true
		}
	}
	return false
}
