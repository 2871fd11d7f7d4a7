package main

import (
	"fmt"
	"testing"

	"oneiros/bot/localcord/browse"
	"oneiros/games/text"
)

// TestBrowserDays plays by days on a phone and on a desktop: the host chooses the pace in
// the menus of the lobby, goes on holiday, is played for, and comes back.
func TestBrowserDays(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	t.Parallel()
	for lang, c := range map[text.Lang]struct {
		width            int64
		pace, back, away string
	}{
		text.Russian: {360, "сутки на ход", "Вы в отпуске до", "Отошли"},
		text.English: {1280, "1 day a turn", "You are back on", "Away (bot playing)"},
	} {
		t.Run(string(lang), func(t *testing.T) {
			inOneLanguage(t, lang, text.English)
			t.Parallel()
			g := playAt(t, lang, 2, 50, "#people=1,2&active=1", c.width, 800)
			p := g.page
			as := func(person int) { // a phone shows one person
				if c.width < 700 {
					p.Click(fmt.Sprintf(`[data-person="%d"]`, person))
				}
				p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(browse.Column(person, "[data-composer]"))))
			}
			g.plays("somnia", "options", "clock:60")
			g.press(1, "/options/")
			g.choose("/option/", "pace")
			g.choose("/value/pace", "1d")
			g.reads(c.pace)
			p.Is(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, c.width))
			g.shot(p, "days-options-"+string(lang))
			p.Click(browse.Column(1, "[data-dismiss]"))
			as(2)
			g.press(2, "/join/")
			g.press(2, "/ready/")
			as(1)
			g.press(1, "/start/")
			g.seesAll(c.pace)
			g.shot(p, "days-board-"+string(lang))

			p.Keys(browse.Column(1, "[data-composer]"), "/dream me")
			p.Click(browse.Column(1, `[data-choice="dream me"]`))
			p.Click(browse.Column(1, "[data-send]"))
			g.choose("b/-/holiday/", "7")
			g.reads(c.back)
			g.seesAll(c.away)
			p.Is(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, c.width))
			g.shot(p, "days-holiday-"+string(lang))
			g.choose("b/-/holiday/", "0")
			p.Until(fmt.Sprintf(`![...document.querySelectorAll('.messages [data-message]')].some(m => m.textContent.includes(%s))`, browse.Quote(c.away)))
			g.shot(p, "days-back-"+string(lang))
		})
	}
}
