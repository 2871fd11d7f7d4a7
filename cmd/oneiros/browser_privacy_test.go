package main

import (
	"testing"

	personpage "oneiros/bot/person/page"
	"oneiros/bot/screen"
	"oneiros/games/gametest"
	"oneiros/games/text"
)

// TestBrowserPrivacy lays out the pages about what is kept of a person, on a phone of
// 360 × 740. What they say ends within the first screen, and so do their buttons.
func TestBrowserPrivacy(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	p := phone(t)
	a := newAlbum(t)
	pages := personpage.Pages{Kit: a.pages.Kit()}
	kept := personpage.Kept{Settings: true, Language: "ru", Reminder: "direct", Matches: 1234, On: 3, Words: 98765, Rows: []personpage.Rows{{Key: "bot.kept.lessons", N: 57}}, Shortened: 321, File: []byte("{}")}
	for _, lang := range text.Langs {
		for name, shown := range map[string]*screen.Shown{
			"what is kept": pages.Kept(lang, kept), "the question": pages.AskErase(lang, 3), "the question of a server": pages.AskEraseServer(lang, 12),
		} {
			file := 0.0
			if len(shown.Message.Files) > 0 { // it is a line with its name
				file, shown.Message.Files = 50, nil
			}
			m := lay(p, []shot{{kind: name, message: a.message(shown.Message, true)}})[0]
			t.Logf("%s, %s: first control at %.0f, height %.0f", name, lang, m.Top, m.Height)
			if m.Top+file > panelMost || m.Height+file > readMost || len(m.Wide) > 0 {
				t.Errorf("%s, %s: first control at %.0f of %d, height %.0f of %d, too wide are %v", name, lang, m.Top, panelMost, m.Height, readMost, m.Wide)
			}
		}
	}
}
