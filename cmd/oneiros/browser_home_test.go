package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"oneiros/bot/localcord/browse"
	"oneiros/games/text"
)

// choose opens a menu whose custom id has a part, and chooses one of its options.
func (g *playground) choose(menu, value string) {
	g.t.Helper()
	g.page.Click(browse.Column(1, fmt.Sprintf(`.messages .select[data-custom-id*=%s]`, browse.Quote(menu))))
	g.page.Click(fmt.Sprintf(`[data-menu] [role=option][data-value=%s]`, browse.Quote(value)))
	g.page.Until(`document.querySelector('[data-menu]') === null`)
}

// reads waits until a private message of the page has words.
func (g *playground) reads(words string) {
	g.t.Helper()
	g.page.Until(fmt.Sprintf(`[...document.querySelectorAll('.messages [data-ephemeral="true"]')].some(m => m.textContent.includes(%s))`, browse.Quote(words)))
}

// TestBrowserHome sets a server up on a phone and on a desktop: settings are changed, and
// a preset is saved, completed and used.
func TestBrowserHome(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	t.Parallel()
	for lang, c := range map[text.Lang]struct {
		width                int64
		threads, mine, saved string
	}{
		text.Russian: {360, "в своей ветке", "Как вчера", "Набор сохранён"},
		text.English: {1280, "in a thread of its own", "As last night", "Saved. It is in"},
	} {
		t.Run(string(lang), func(t *testing.T) {
			inOneLanguage(t, lang, text.Russian)
			t.Parallel()
			g := playAt(t, lang, 1, 1, "#people=1", c.width, 800)
			p := g.page
			p.Keys(browse.Column(1, "[data-composer]"), "/dream set")
			p.Click(browse.Column(1, `[data-choice="dream settings"]`))
			p.Click(browse.Column(1, "[data-send]"))
			sets := func(form, name, shot string, choose func(field string)) {
				g.press(1, "/settings-form/"+form)
				field := browse.Column(1, `[data-modal] [data-field="`+name+`"]`)
				p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(field)))
				choose(field)
				p.Is(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, c.width))
				g.shot(p, shot+string(lang))
				p.Click(browse.Column(1, `[data-modal-submit]`))
				p.Until(fmt.Sprintf(`document.querySelector(%s) === null`, browse.Quote(browse.Column(1, `[data-modal]`))))
			}
			sets("tables", "threads", "home-tables-", func(field string) { p.Click(field + ` input[value="yes"]`) })
			g.reads(c.threads)
			g.shot(p, "home-threads-"+string(lang))
			sets("tables", "threads", "home-tables-", func(field string) { p.Click(field + ` input[value="no"]`) })
			sets("messages", "quiet", "home-quiet-", func(field string) { p.Is(`document.querySelector(` + browse.Quote(field) + `).value = "22-8"`) })
			g.reads("22:00")
			p.Click(browse.Column(1, "[data-dismiss]"))

			g.plays("somnia", "options", "clock:60")
			g.press(1, "/options/")
			g.press(1, "/preset/")
			g.answer(1, c.mine)
			g.reads(c.saved)
			g.shot(p, "preset-saved-"+string(lang))
			if c.width < 700 {
				p.Click(`[data-rail]`)
			}
			p.Click(`[data-channel-name="lounge"]`)
			p.Until(`document.querySelector('.messages [data-message]') === null`)
			p.Keys(browse.Column(1, "[data-composer]"), "/dream pl")
			p.Click(browse.Column(1, `[data-choice="dream play"]`))
			p.Click(browse.Column(1, `[data-add-option="preset"]`))
			p.Until(`document.activeElement.dataset.option === 'preset'`)
			p.Click(browse.Column(1, fmt.Sprintf(`[data-choice=%s]`, browse.Quote(c.mine))))
			g.shot(p, "preset-completed-"+string(lang))
			p.Click(browse.Column(1, "[data-send]"))
			p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(link(1, "/options/"))))
			g.shot(p, "preset-used-"+string(lang))
		})
	}
}

// plays opens a table of a game by slash command, with one option of the command.
func (g *playground) plays(game, option, value string) {
	g.t.Helper()
	p := g.page
	p.Keys(browse.Column(1, "[data-composer]"), "/dream pl")
	p.Click(browse.Column(1, `[data-choice="dream play"]`))
	p.Until(`document.activeElement.dataset.option === 'game'`)
	p.Click(browse.Column(1, fmt.Sprintf(`[data-choice="%s"]`, game)))
	p.Click(browse.Column(1, fmt.Sprintf(`[data-add-option="%s"]`, option)))
	p.Until(fmt.Sprintf(`document.activeElement.dataset.option === %s`, browse.Quote(option)))
	p.Type(value + kb.Enter)
	p.Click(browse.Column(1, "[data-send]"))
}
