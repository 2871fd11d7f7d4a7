package main

import (
	"flag"
	"fmt"
	"slices"
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

// runs is how often TestBrowserAlone measures the way to the first decision.
var runs = flag.Int("runs", 1, "how often to measure the way to the first decision alone")

// TestBrowserAlone opens the playground on a phone and goes to the first own decision
// of a match among automatic players: one press on the first page, one on the card
// of another game, and one on Play alone. With -runs above one, nothing else runs beside
// it, and it reports how many seconds that takes.
func TestBrowserAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	if *runs == 1 {
		t.Parallel()
	}
	for _, lang := range text.Langs {
		t.Run(string(lang), func(t *testing.T) {
			inOneLanguage(t, lang, text.English)
			if *runs == 1 {
				t.Parallel()
			}
			speed := 1
			if *runs == 1 {
				speed = 20 // no person reads how long the others take
			}
			took, presses := map[string][]time.Duration{}, map[string]int{}
			for run := range *runs {
				g := newPlayground(t, lang, 1, speed)
				channels := []string{"table", "second-table", "lounge"}
				for i, game := range all.Games {
					if i > 0 && i%len(channels) == 0 { // every channel has its match
						g.end()
						g = newPlayground(t, lang, 1, speed)
					}
					name := game.Info().Name
					phone := g.visit("#people=1&channel="+channels[i%len(channels)], 360, 740)
					n, d := g.first(phone, name, fmt.Sprintf("%s-%s-%d", name, lang, run))
					took[name], presses[name] = append(took[name], d), max(presses[name], n)
					phone.Close()
				}
				g.end()
			}
			for name, list := range took {
				slices.Sort(list)
				t.Logf("%s, %s: the first decision after %d presses; of %d runs the median is %.1f s, the 95th percentile %.1f s", lang, name, presses[name],
					len(list), list[len(list)/2].Seconds(), list[(len(list)*95-1)/100].Seconds())
				if presses[name] > 3 {
					t.Errorf("%s: %d presses to the first decision in %s", lang, presses[name], name)
				}
			}
		})
	}
}

// TestBrowserDirect plays alone in direct messages, on a phone: two presses from the
// opened page to the match, and then everything on one message. After some presses the
// test looks at the board, goes to another channel and back, and leaves. With
// -to-the-end it plays to the end, and then once more.
func TestBrowserDirect(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	t.Parallel()
	g := playAt(t, text.Russian, 1, 30, "#people=1&channel=dm", 360, 740) // the others at the table take their time
	g.direct = true
	g.page.Click(`[data-welcome="dream play"]`)
	g.page.Click(`.button[data-custom-id="b/-/cards/somnia"]`)
	g.page.Is(`document.querySelector('.button[data-custom-id^="b/-/play/"]') === null`)
	g.page.Click(`.button[data-custom-id="b/-/alone/somnia"]`)
	one := `document.querySelectorAll('.messages [data-message]').length === 1`
	g.page.Until(one + ` && document.querySelector('[data-custom-id*="/board/"]') !== null`)
	g.shot(g.page, "direct")
	presses := 4
	if *toTheEnd {
		presses = 0
	}
	g.wander("direct", 1, 2*time.Hour, presses)
	g.page.Until(one)
	if *toTheEnd {
		g.shot(g.page, "direct-over")
		g.page.Click(".column " + anyLink("/again/"))
		g.page.Until(`document.querySelectorAll('.messages [data-message]').length === 2 && (` + spots + `).length > 0`)
		return
	}
	g.page.Click(".column " + anyLink("/board/"))
	g.page.Until(`(` + spots + `).length === 0 && document.querySelector('[data-custom-id*="/panel/"]') !== null`)
	g.shot(g.page, "direct-board")
	g.page.Click(".column " + anyLink("/panel/"))
	g.page.Until(`(` + spots + `).length > 0 || document.querySelector('[data-custom-id*="/board/"]') !== null`)
	g.page.Click(`[data-rail]`)
	g.page.Click(`[data-channel-name="lounge"]`)
	g.page.Until(`document.querySelector('.messages [data-message]') === null`)
	g.page.Click(`[data-rail]`)
	g.page.Click(`[data-channel="dm"]`)
	g.page.Click(".column " + anyLink("/table/"))
	g.page.Click(".column " + anyLink("/leave/"))
	g.page.Click(".column " + anyLink("/leave/ends"))
	g.page.Until(one + ` && document.querySelector('.column ` + anyLink("/again/") + `') !== null`)
}

// first goes to the first decision in a game alone. It returns how many presses that
// took, and how long.
func (g *playground) first(phone *browse.Page, name, shot string) (presses int, took time.Duration) {
	g.t.Helper()
	press := func(selector string) {
		g.t.Helper()
		phone.Click(selector)
		presses++
	}
	began := time.Now()
	press(`[data-welcome="dream play"]`)
	alone := `.button[data-custom-id="b/-/alone/` + name + `"]:not([disabled])`
	if phone.Until(`document.querySelector('.button[data-custom-id^="b/-/alone/"]') !== null`); !phone.Has(alone) {
		press(`.button[data-custom-id="b/-/cards/` + name + `"]`)
	}
	phone.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(alone)))
	if y := top(phone, alone); y > panelMost {
		g.t.Errorf("%s: the first button of its card is %v below its top", name, y)
	}
	g.shot(phone, "card-"+shot)
	press(alone)
	// The panel is the last message, and has something that plays.
	phone.Until(`(` + spots + `).some(s => s.Menu || 'da'.includes(s.ID.split('/')[3]))`)
	took = time.Since(began)
	phone.Is(`[...document.querySelectorAll('.messages [data-message]')].at(-1).querySelector('[data-custom-id^="m/"]:not([disabled])') !== null`)
	g.shot(phone, "first-"+shot)
	return presses, took
}

// TestBrowserAutoplay tells every person to play by themselves. A person opens a table by
// hand, and the ten people sit down, begin, and play. Told to stop, they stop.
func TestBrowserAutoplay(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	t.Parallel()
	g := playAt(t, text.English, 1, 50, "#people=1&pace=100", 1280, 1300)
	g.page.Click(`[data-welcome="dream play"]`)
	g.page.Click(`.button[data-custom-id="b/-/cards/somnia"]`)
	g.page.Click(`.button[data-custom-id="b/-/play/somnia"]`)
	g.page.Until(`document.querySelector('.button[data-custom-id*="/join/"]') !== null`)
	g.page.Click(`[data-auto-all]`)
	g.page.Is(`document.querySelector('[data-auto-all]').getAttribute('aria-pressed') === 'true' && document.querySelector('[data-auto="1"]').getAttribute('aria-pressed') === 'true'`)
	// The turn number on the panel of the first person rises with what is played. The match
	// may be over before the page is looked at.
	turn := `Math.max(0, ...[...document.querySelectorAll('[data-ephemeral="true"] [data-custom-id^="m/"]')].map(b => Number(b.dataset.customId.split('/')[2]) || 0))`
	g.page.Until(turn + ` >= 4 || document.querySelector('.column ` + anyLink("/again/") + `') !== null`)
	g.page.Click(`[data-auto-all]`)
	g.page.Is(`document.querySelector('[data-auto="1"]').getAttribute('aria-pressed') === 'false'`)
}
