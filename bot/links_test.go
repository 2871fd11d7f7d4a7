package bot

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/screen"
	"oneiros/bot/words"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestLinks: the page of a person's settings links to the operator's documents, where
// the operator has given their addresses.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, links := range []page.Links{{}, {Privacy: "https://example.org/p"}, {Privacy: "https://example.org/p", Terms: "https://example.org/t"}} {
		pages := page.New(&screen.Painter{Pictures: screen.NewPictures(1 << 20)}, words.Catalogue(), nil, nil)
		for _, lang := range text.Langs {
			shown := (personpage.Pages{Kit: pages.Kit(), Links: links}).Me(lang, personpage.OwnSettings{Reminder: "mention"})
			var got page.Links
			for _, row := range shown.Message.Components {
				for _, c := range row {
					switch b, _ := c.(discord.Button); {
					case b.Style != discordgo.LinkButton:
					case b.Label == page.Label(words.Catalogue(), lang, ui.T("bot.link.privacy")):
						got.Privacy = b.URL
					case b.Label == page.Label(words.Catalogue(), lang, ui.T("bot.link.terms")):
						got.Terms = b.URL
					}
				}
			}
			if got != links {
				t.Errorf("%v: the page links to %+v, want %+v", lang, got, links)
			}
			if err := discord.Check(shown.Message); err != nil {
				t.Error(err)
			}
		}
	}
}
