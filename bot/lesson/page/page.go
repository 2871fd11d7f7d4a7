// Package page draws what lessons add to panels. It is pure.
package page

import (
	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/ui"
)

// Known is the action of the button. Its text stands in messages that are in the world, so it
// stays.
const Known kit.Action = "known" // no more lessons of the table's game

// Explain offers a sentence about the thing on a page of a match that choose chooses, and the
// button that ends all lessons of the game. Nothing is chosen when the reader knows all things.
// A lesson is in small print, because a phone has no room for more above the controls.
func Explain(match string, choose func(things []string) (thing string)) kit.Offer {
	return func(p ui.Page, f *screen.Frame) (line ui.Text, stop discord.Button) {
		if len(p.Teach) == 0 {
			return line, stop
		}
		thing := choose(p.Teach)
		if thing == "" {
			return line, stop
		}
		return ui.T("bot.lesson", ui.Lesson(thing)), kit.Button(f, ui.T("bot.lesson.stop"), "🎓", discordgo.SecondaryButton, kit.CustomID{Match: match, Action: Known})
	}
}
