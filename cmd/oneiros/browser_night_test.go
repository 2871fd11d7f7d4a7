package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"oneiros/bot/localcord/browse"
	"oneiros/games/text"
)

// TestBrowserNight announces a game night on a phone and on a desktop, moves it to a few
// seconds later, and sees its table open.
func TestBrowserNight(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	t.Parallel()
	for lang, c := range map[text.Lang]struct {
		width                                   int64
		typed, asks, comes, moved, begins, over string
	}{
		text.Russian: {360, "завтра 20:00", "игровой вечер", "Придут (1)", "перенесён", "вечер начинается", "Вечер начался"},
		text.English: {1280, "tomorrow 20:00", "game night", "Coming (1)", "is moved", "the night begins", "The night has begun"},
	} {
		t.Run(string(lang), func(t *testing.T) {
			inOneLanguage(t, lang, text.Russian)
			t.Parallel()
			g := playAt(t, lang, 1, 1, "#people=1", c.width, 800)
			p := g.page
			p.Keys(browse.Column(1, "[data-composer]"), "/dream ni")
			p.Click(browse.Column(1, `[data-choice="dream night"]`))
			p.Until(`document.activeElement.dataset.option === 'game'`)
			p.Click(browse.Column(1, `[data-choice="somnia"]`))
			p.Click(browse.Column(1, `[data-add-option="when"]`))
			p.Until(`document.activeElement.dataset.option === 'when'`)
			p.Type(c.typed)
			p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(browse.Column(1, `[data-choice^="<t:"]`))))
			g.shot(p, "night-typed-"+string(lang))
			p.Click(browse.Column(1, `[data-choice^="<t:"]`))
			p.Type(kb.Enter)
			p.Click(browse.Column(1, "[data-send]"))
			g.seesAll(c.asks, c.comes) // who announces it comes
			p.Is(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, c.width))
			g.shot(p, "night-announced-"+string(lang))
			p.Click(browse.Column(1, "[data-dismiss]"))
			g.press(1, ":yes")
			g.seesAll(c.comes)
			g.press(1, ":move")
			g.answer(1, fmt.Sprintf("<t:%d>", time.Now().Add(8*time.Second).Unix()))
			g.reads(c.moved)
			g.shot(p, "night-moved-"+string(lang))
			g.seesAll(c.begins, c.over)
			p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(link(1, "/start/"))))
			p.Is(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, c.width))
			g.shot(p, "night-begun-"+string(lang))
		})
	}
}

// seesAll waits until the messages that every person sees have all of these words.
func (g *playground) seesAll(words ...string) {
	g.t.Helper()
	for _, w := range words {
		g.page.Until(fmt.Sprintf(`[...document.querySelectorAll('.messages [data-message]:not([data-ephemeral="true"])')].some(m => m.textContent.includes(%s))`, browse.Quote(w)))
	}
}
