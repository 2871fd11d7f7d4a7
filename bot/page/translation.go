package page

import (
	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// withTranslation adds to what is offered on a board the button that opens it in another language,
// if there is one. The button speaks that language: those who look for it read no other.
func withTranslation(s *table.State, other text.Lang, offers []Offer) []Offer {
	if other == "" {
		return offers
	}
	return append(offers[:len(offers):len(offers)], func(_ ui.Page, f *screen.Frame) (line ui.Text, button discord.Button) {
		theirs := *f
		theirs.Lang = other
		return line, Button(&theirs, ui.T("bot.board.translate"), "🌐", discordgo.SecondaryButton, translateID(s, other))
	})
}

func translateID(s *table.State, to text.Lang) CustomID {
	return CustomID{Match: s.ID, Action: Translate, Arg: string(to)}
}

// TranslationFarewell is what a translation of a board shows when its token ends. Its button opens it
// again.
func (p *Pages) TranslationFarewell(s *table.State, lang text.Lang) *screen.Shown {
	f := p.frame(s, lang)
	f.Below = []discord.Row{{Button(f, ui.T("bot.panel.wake"), "🌐", discordgo.PrimaryButton, translateID(s, lang))}}
	return p.painter.Page(ui.Page{Title: ui.T("bot.translation.farewell.title"), Lines: []ui.Text{ui.T("bot.translation.farewell")}}, f)
}
