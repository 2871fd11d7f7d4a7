package localcord_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"oneiros/bot/localcord/browse"
)

// find is the first node with a role whose name holds a text.
func find(t *testing.T, p *browse.Page, role, name string) browse.Node {
	t.Helper()
	for _, n := range p.Tree() {
		if n.Role == role && strings.Contains(n.Name, name) {
			return n
		}
	}
	t.Fatalf("nothing of role %s is called %q; the page says:\n%s", role, name, p.Says())
	return browse.Node{}
}

// testReader uses the page by keyboard and by what a reader of the screen knows.
func testReader(t *testing.T, browser context.Context) {
	s := serve(t)
	board := ""
	bot := enter(t, s, func(b *puppet, ix asked) {
		switch ix.Data.CustomID {
		case "panel":
			b.answer(ix, saySomething, obj{"content": "your *secret* hand", "flags": 64, "components": []obj{row(press(3, "play", "Play"), press(4, "drop", "Drop"))}})
			b.must("PATCH", "/channels/"+string(b.s.Channel("table"))+"/messages/"+board, obj{"embeds": []obj{{"title": "Round 1", "description": "Anna is here.\n**Boris** has opened a panel."}}})
		case "play": // the button goes away
			b.answer(ix, sayUpdate, obj{"content": "you have played", "components": []obj{row(press(2, "next", "Next"))}})
		case "next":
			b.answer(ix, sayModal, obj{"custom_id": "guess", "title": "Your guess", "components": []obj{row(obj{"type": 4, "custom_id": "w", "style": 1, "label": "Word"})}})
		case "guess":
			b.answer(ix, sayUpdate, obj{"content": "you have guessed", "components": []obj{row(press(2, "last", "Last"))}})
		}
	})
	board = bot.post(s.Channel("table"), obj{"embeds": []obj{{"title": "Round 1", "description": "# First\nAnna is here.\n### Third", "fields": []obj{{"name": "One", "value": "1", "inline": true}}}},
		"components": []obj{row(obj{"type": 2, "style": 1, "custom_id": "panel", "label": "My panel", "emoji": obj{"name": "🌙"}}, press(3, "j", "Join")), row(obj{"type": 3, "custom_id": "n", "placeholder": "Another", "options": []obj{{"label": "Sun", "value": "sun"}}}), row(obj{"type": 3, "custom_id": "m", "placeholder": "Options", "options": []obj{{"label": "Moon", "value": "moon"}}})}})
	p := browse.Visit(t, browser, s.URL(), "#people=2&channel=table", 1280, 800, time.Minute)
	p.Is(`document.documentElement.lang === 'en'`)
	// The first stop of the page leads past the people and the channels, by one key.
	p.Type(kb.Tab)
	p.Is(`document.activeElement.matches('.skip')`)
	p.Type(kb.Enter)
	p.Until(`document.activeElement.getAttribute('role') === 'log'`)
	p.Accessible("a board")
	aloud := func(words string) {
		t.Helper()
		p.Until(`document.querySelector('[aria-live="polite"]').innerText.includes(` + browse.Quote(words) + `)`)
	}
	focus := func(label string) {
		t.Helper()
		p.Until(`document.activeElement.dataset.label === ` + browse.Quote(label))
	}
	p.Enter(find(t, p, "button", "My panel"))
	aloud("Only you can see this. Oneiros: your secret hand")
	aloud("Boris has opened a panel.")
	p.Is(`!document.querySelector('[aria-live="polite"]').innerText.includes('Anna')`) // it was there before
	focus("Play")                                                                      // the panel that a press has opened is where one goes on
	p.Accessible("a panel")
	// The focus stays in the message whose button went away.
	p.Enter(find(t, p, "button", "Play"))
	aloud("you have played")
	focus("Next")
	// A dialog has the focus until it is closed, and gives it back.
	p.Type(kb.Enter)
	p.Until(`document.activeElement.dataset.field === 'w'`)
	p.Accessible("a dialog")
	p.Is(`document.querySelector('[role=dialog]').getAttribute('aria-modal') === 'true' && document.activeElement.closest('[inert]') === null`)
	for range 4 {
		p.Type(kb.Tab)
		p.Is(`document.activeElement.closest('[role=dialog]') !== null`)
	}
	p.Type(kb.Escape)
	focus("Next")
	p.Type(kb.Enter)
	p.Until(`document.activeElement.dataset.field === 'w'`)
	// What is written is not thrown away by one key.
	p.Type("moon" + kb.Escape)
	p.Until(`document.activeElement.dataset.modalKeep === 'true'`)
	p.Type(kb.Enter)
	p.Until(`document.activeElement.dataset.field === 'w' && document.activeElement.value === 'moon'`)
	p.Type(kb.Enter)
	aloud("you have guessed")
	focus("Last")
	// Of a line that grew only what is new is said, and no clock.
	for _, clues := range []string{"sea — Anna, ship — Boris", "sea — Anna, ship — Boris, wave — Clara"} {
		bot.must("PATCH", "/channels/"+string(s.Channel("table"))+"/messages/"+board, obj{"embeds": []obj{{"title": "Night", "description": "Clues: " + clues + "\nThe sand runs out <t:" + strconv.Itoa(4102444800+len(clues)) + ":R>"}}})
		aloud(clues[strings.LastIndex(clues, ", ")+2:])
	}
	p.Is(`[...document.querySelector('[aria-live="polite"]').children].at(-1).innerText === 'wave — Clara'`)
	// The focus comes back from a menu, a message that is dismissed, and the settings.
	p.Enter(find(t, p, "button", "Options"))
	p.Until(`document.activeElement.dataset.value === 'moon'`)
	p.Accessible("a menu")
	p.Type(kb.Escape)
	p.Until(`document.activeElement.dataset.customId === 'm'`)
	p.Enter(find(t, p, "button", "Dismiss"))
	p.Until(`document.activeElement.getAttribute('role') === 'log'`)
	p.Enter(find(t, p, "button", "Settings"))
	p.Until(`document.activeElement.closest('[data-drawer]') !== null`)
	p.Accessible("the settings")
	p.Type(kb.Escape)
	p.Until(`document.activeElement.dataset.settings === 'true'`)
	// A line that is gone is said to be gone, before anything is sent.
	p.Is(`!document.querySelector('[data-reconnecting]')`)
	p.Is(`(new MutationObserver(() => { window.gone ||= document.querySelector('[data-reconnecting]') !== null }).observe(document.body, { childList: true, subtree: true }), dispatchEvent(new Event('offline')), true)`)
	p.Until(`window.gone`)
	p.Until(`!document.querySelector('[data-reconnecting]')`)
	// Of a phone on its side most is for the messages.
	low := browse.Visit(t, browser, s.URL(), "#people=1&channel=table", 740, 360, time.Minute)
	low.Is(`document.querySelector('.scroll').clientHeight >= 240`)
	phone := browse.Visit(t, browser, s.URL(), "#people=1&channel=table", 360, 740, time.Minute)
	phone.Accessible("a phone")
	phone.Is(`document.documentElement.lang === 'ru'`)
}
