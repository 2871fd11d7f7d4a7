package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord/browse"
	"oneiros/bot/words"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A reader plays by the keyboard and by the accessibility tree alone. They know
// nothing of the page but roles and names, and nothing of the rules.
type reader struct {
	*playground
	lang    text.Lang
	rand    *rand.Rand
	pressed map[string]int // by name
	presses int
	hands   hands
}

// hands are how a reader uses what they have found on the page. They report false when it
// is no longer there.
type hands interface {
	Enter(n browse.Node) bool
	Write(n browse.Node, words string) bool
}

// newReader is a reader whose choices a seed decides. They press what they have found at
// once, as readers of the screen can.
func newReader(g *playground, lang text.Lang, seed uint64) *reader {
	return &reader{g, lang, rand.New(rand.NewPCG(seed, seed+1)), map[string]int{}, 0, g.page}
}

// word is a word of the bot in the reader's language.
func (r *reader) word(key string) string {
	return words.Catalogue().Say(r.lang, ui.T(key), nil)
}

// local is a word of the client.
func (r *reader) local(ru, en string) string {
	if r.lang == text.Russian {
		return ru
	}
	return en
}

// writes are what a reader writes into forms.
var writes = []string{"moon", "river", "cloud", "iron", "soft", "луна", "река", "облако", "железо", "мягко", "быстро", "тепло"}

// last is the last node with a role whose name holds a text, below a node.
func last(tree browse.Tree, from, to int, role, name string) (browse.Node, bool) {
	for i := to - 1; i >= from; i-- {
		if tree[i].Role == role && strings.Contains(tree[i].Name, name) && !tree[i].Off {
			return tree[i], true
		}
	}
	return browse.Node{}, false
}

// step does the next thing, and reports whether there was one.
func (r *reader) step(tree browse.Tree) bool {
	r.page.Is(`(window.was = document.querySelector('.messages').textContent) !== null`)
	for i, n := range tree {
		switch n.Role {
		case "dialog":
			for j := i; j < n.End; j++ {
				if tree[j].Role == "textbox" {
					r.hands.Write(tree[j], writes[r.rand.IntN(len(writes))])
				}
			}
			send, ok := last(tree, i, n.End, "button", r.local("Отправить", "Submit"))
			return ok && r.hands.Enter(send)
		case "listbox":
			var options []browse.Node
			for j := i; j < n.End; j++ {
				if tree[j].Role == "option" {
					options = append(options, tree[j])
				}
			}
			return len(options) > 0 && r.hands.Enter(options[r.rand.IntN(len(options))])
		}
	}
	panel := r.panel(tree)
	if panel < 0 {
		open, ok := last(tree, 0, len(tree), "button", r.word("bot.match.panel"))
		return ok && r.hands.Enter(open)
	}
	// Of the buttons of the panel, the one that was pressed least. Buttons that are
	// no moves are known by their names.
	var best browse.Node
	least := 0
	for _, n := range tree[panel:tree[panel].End] {
		if n.Role != "button" || n.Off || n.Busy || r.knows(n.Name) {
			continue
		}
		count := r.pressed[n.Name]*8 + r.rand.IntN(8)
		if best.Role == "" || count < least {
			best, least = n, count
		}
	}
	if best.Role == "" {
		return false
	}
	r.pressed[best.Name]++
	return r.hands.Enter(best)
}

// knows reports whether a name is of a button that plays nothing.
func (r *reader) knows(name string) bool {
	for _, key := range []string{"bot.panel.table", "bot.suggest", "bot.lesson.stop", "bot.match.rules", "bot.vote.pause", "bot.vote.stop"} {
		if word := r.word(key); word != "" && strings.Contains(name, word) {
			return true
		}
	}
	if strings.HasPrefix(name, "❓") && r.pressed[name] > 1 {
		return true // it was read twice
	}
	return strings.Contains(name, r.local("Скрыть сообщение", "Dismiss message")) || strings.Contains(name, r.local("Увеличить картинку", "Enlarge the picture"))
}

// TestBrowserReader lets a person play a match of each game alone who reads nothing
// but Chromium's accessibility tree, until the board offers another match. The clocks
// run faster, so that it takes a minute or two. Where not everything is tested, each match
// is only begun.
func TestBrowserReader(t *testing.T) {
	if !thorough() {
		t.Skip("CI=1 plays a part of each match, and TEST_WHOLE=1 all")
	}
	t.Parallel()
	for i, game := range all.Games {
		info := game.Info()
		for _, lang := range text.Langs {
			if lang == text.Langs[i%len(text.Langs)] && !*toTheEnd {
				continue // it is played by keyboard
			}
			t.Run(info.Name+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				speed, most := 20, begun
				if gametest.Whole() || *toTheEnd {
					speed, most = 50, 0
				}
				g := playIn(t, lang, 1, speed)
				r := newReader(g, lang, 1)
				began := time.Now()
				o := gametest.Patient(info, 900)
				for _, option := range info.Options {
					if option.Spoken {
						o[option.Key] = string(lang)
					}
				}
				r.begin(info.Name, gametest.Typed(o))
				over := r.until(8*time.Minute, most)
				tree := g.page.Tree()
				at := r.board(tree)
				if at < 0 {
					t.Fatalf("there is no board; the page says:\n%s", g.page.Says())
				}
				result := tree.Says(at)
				t.Logf("%s in %s: over: %v, %d presses and %v; the board says:\n%s", info.Name, lang, over, r.presses, time.Since(began).Round(time.Second), result)
				if len(result) < 20 {
					t.Errorf("the result says nothing: %q", result)
				}
			})
		}
	}
}

// begun is how many presses begin a match.
const begun = 8

// begin starts a match alone, by a command.
func (r *reader) begin(game, options string) {
	r.t.Helper()
	// The page draws itself anew in the language of its person.
	r.page.Until(fmt.Sprintf(`document.querySelector('[data-composer]')?.getAttribute('aria-label')?.includes(%s) === true`, browse.Quote(r.local("Написать", "Message"))))
	tree := r.page.Tree()
	line, ok := last(tree, 0, len(tree), "combobox", r.local("Написать", "Message"))
	if !ok {
		r.t.Fatalf("there is no line to write in: %+v", tree)
	}
	r.hands.Write(line, fmt.Sprintf("/dream play game:%s alone:%s options:%s", game, r.local("да", "yes"), options))
	tree = r.page.Tree()
	send, _ := last(tree, 0, len(tree), "button", r.local("Отправить", "Send"))
	r.hands.Enter(send)
}

// panel is the last message that only the reader sees and that offers something, or -1.
// An answer such as "Too fast" offers nothing but to dismiss it.
func (r *reader) panel(tree browse.Tree) int {
	panel := -1
	for i, n := range tree {
		if n.Role == "listitem" && strings.Contains(tree.Says(i), r.local("Видно только вам", "Only you can see this")) && r.offers(tree[i:n.End]) {
			panel = i
		}
	}
	return panel
}

// offers reports whether one of the buttons of a message does more than dismiss it. A
// message that offers a game is no panel.
func (r *reader) offers(message browse.Tree) bool {
	if _, card := last(message, 0, len(message), "button", r.word("bot.cards.alone")); card {
		return false
	}
	return slices.ContainsFunc(message, func(n browse.Node) bool {
		return n.Role == "button" && !strings.Contains(n.Name, r.local("Скрыть сообщение", "Dismiss message"))
	})
}

// board is the last message of the bot that every person sees and that has buttons, or -1.
func (r *reader) board(tree browse.Tree) int {
	board := -1
	for i, n := range tree {
		if _, some := last(tree, i, n.End, "button", r.word("bot.match.panel")); some && n.Role == "listitem" && !strings.Contains(tree.Says(i), r.local("Видно только вам", "Only you can see this")) {
			board = i
		}
	}
	return board
}

// pause waits until something happens, or a moment.
func (r *reader) pause() {
	r.page.Soon(time.Second, `document.querySelector('.messages').textContent !== window.was || document.querySelector('[data-modal], [data-menu]') !== null`)
}

// until plays until the board offers another match, and reports whether it does. It
// stops after some presses, unless most is 0.
func (r *reader) until(atMost time.Duration, most int) bool {
	r.t.Helper()
	end := time.Now().Add(atMost)
	for {
		tree := r.page.Tree()
		if _, over := last(tree, 0, len(tree), "button", r.word("bot.match.again")); over {
			return true
		}
		if most > 0 && r.presses >= most && !r.page.Has("[data-modal], [data-menu]") { // an open form hides the board
			return false
		}
		if time.Now().After(end) {
			r.t.Fatalf("after %d presses the match is not over; the page says:\n%s", r.presses, r.page.Says())
		}
		if r.step(tree) {
			r.presses++
		}
		r.pause()
	}
}
