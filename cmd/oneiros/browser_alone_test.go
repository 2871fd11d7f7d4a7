package main

import (
	"fmt"
	"testing"
	"time"

	"oneiros/bot/localcord/browse"
	"oneiros/games/all"
	"oneiros/games/text"
)

// top is how far below the top of its message the first thing that a selector finds
// begins, in CSS pixels.
func top(p *browse.Page, selector string) float64 {
	return browse.Ask[float64](p, fmt.Sprintf(`(() => {
		const thing = document.querySelector(%s);
		return thing.getBoundingClientRect().y - thing.closest('[data-message]').getBoundingClientRect().y;
	})()`, browse.Quote(selector)))
}

// TestBrowserAlone opens the playground on a phone and goes to the first own decision
// of a match among automatic players: one press on the first page, one on the card
// of another game, and one on Play alone.
func TestBrowserAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	for _, lang := range text.Langs {
		t.Run(string(lang), func(t *testing.T) {
			g := playIn(t, lang, 1)
			g.page.Close()
			channels := []string{"table", "second-table", "lounge"}
			for i, game := range all.Games {
				name := game.Info().Name
				phone := browse.Visit(t, g.browser, g.url, "#people=1&channel="+channels[i], 360, 740, time.Hour)
				began := time.Now()
				phone.Click(`[data-welcome="dream play"]`)
				alone := `.button[data-custom-id="b/-/alone/` + name + `"]:not([disabled])`
				if phone.Until(`document.querySelector('.button[data-custom-id^="b/-/alone/"]') !== null`); !phone.Has(alone) {
					phone.Click(`.button[data-custom-id="b/-/cards/` + name + `"]`)
				}
				phone.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(alone)))
				if y := top(phone, alone); y > 400 {
					t.Errorf("%s: the first button of the card of %s is %v below its top", lang, name, y)
				}
				g.shot(phone, fmt.Sprintf("card-%s-%s", name, lang))
				phone.Click(alone)
				// The panel is the last message, and has something that plays.
				phone.Until(`(` + spots + `).some(s => s.Menu || 'da'.includes(s.ID.split('/')[3]))`)
				phone.Is(`[...document.querySelectorAll('.messages [data-message]')].at(-1).querySelector('[data-custom-id^="m/"]:not([disabled])') !== null`)
				t.Logf("%s, %s: the first decision after %v", lang, name, time.Since(began).Round(100*time.Millisecond))
				g.shot(phone, fmt.Sprintf("first-%s-%s", name, lang))
				phone.Close()
			}
		})
	}
}

// TestBrowserAutoplay tells everybody to play by themselves. Somebody opens a table by
// hand, and the ten people sit down, begin, and play. Told to stop, they stop.
func TestBrowserAutoplay(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	g := playIn(t, text.English, 1)
	g.page.Click(`[data-welcome="dream play"]`)
	g.page.Click(`.button[data-custom-id="b/-/cards/somnia"]`)
	g.page.Click(`.button[data-custom-id="b/-/play/somnia"]`)
	g.page.Until(`document.querySelector('.button[data-custom-id*="/join/"]') !== null`)
	g.page.Click(`[data-auto-all]`)
	g.page.Is(`document.querySelector('[data-auto-all]').getAttribute('aria-pressed') === 'true' && document.querySelector('[data-auto="1"]').getAttribute('aria-pressed') === 'true'`)
	// The turn number on the panel of the first person rises with what is played.
	turn := `Math.max(0, ...[...document.querySelectorAll('[data-ephemeral="true"] [data-custom-id^="m/"]')].map(b => Number(b.dataset.customId.split('/')[2]) || 0))`
	g.page.Until(turn + ` >= 4`)
	g.page.Click(`[data-auto-all]`)
	g.page.Is(`document.querySelector('[data-auto="1"]').getAttribute('aria-pressed') === 'false'`)
}
