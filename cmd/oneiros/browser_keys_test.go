package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"oneiros/bot/localcord/browse"
	"oneiros/bot/words"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// keys are the hands of a person who has nothing but a keyboard. They go to what they have
// found by Tab and by arrows, and press it by Enter or Space. Nothing gives it the focus.
type keys struct {
	*reader
	count int      // keys that were pressed, without letters
	way   []int    // of those, how many led to each thing that was used
	used  string   // what was last wanted
	came  bool     // the focus came there
	first int      // at most how many keys led from outside of a panel to its first control
	bare  []string // what had the focus and no name
	far   []string // what was far away
}

// mostKeys is how many keys may lead to the first control of a panel from elsewhere. A
// way within a panel that is longer is told: it has up to five rows of five.
const mostKeys = 12

// tooFar is how many keys may lead anywhere in the page.
const tooFar = 120

// key presses a key.
func (k *keys) key(which string) {
	k.page.Type(which)
	k.count++
}

// back is Tab with Shift.
func (k *keys) back() {
	k.page.ShiftTab()
	k.count++
}

// to moves the focus to a node, and reports false when it does not come there.
func (k *keys) to(n browse.Node) bool {
	k.t.Helper()
	tree := k.page.Tree()
	at, want := k.page.Focused(tree), slices.IndexFunc(tree, n.Is)
	if want < 0 {
		return false
	}
	from := "nothing"
	if at >= 0 {
		from = tree[at].Role + " " + tree[at].Name
	}
	began := k.count
	if k.used == "" { // the first stop of the page leads to the messages
		k.key(kb.Tab)
		k.page.Until(`document.activeElement.matches('.skip')`)
		k.key(kb.Enter)
		k.page.Until(`document.activeElement.getAttribute('role') === 'log'`)
		at = k.page.Focused(tree)
	} else if k.came && browse.Ask[bool](k.page, `document.activeElement === document.body`) {
		k.t.Errorf("nothing has the focus after %s", k.used)
	}
	k.turn(tree, at, want)
	defer func() {
		way := k.count - began
		k.way = append(k.way, way)
		if way > mostKeys {
			k.far = append(k.far, fmt.Sprintf("%d keys from %.60q to %s %.40q", way, from, n.Role, n.Name))
		}
	}()
	k.used, k.came = n.Role+" "+n.Name, false
	forward, option := at < want, n.Role == "option"
	for range tooFar {
		if at >= 0 && tree[at].Is(n) {
			k.came = true
			return true
		}
		switch {
		case option && forward:
			k.key(kb.ArrowDown)
		case option:
			k.key(kb.ArrowUp)
		case forward:
			k.key(kb.Tab)
		default:
			k.back()
		}
		if at = k.page.Focused(tree); at < 0 { // the page may have changed
			tree = k.page.Tree()
			at = k.page.Focused(tree)
			if want = slices.IndexFunc(tree, n.Is); want < 0 {
				return false
			}
			forward = at < want
		}
		if at >= 0 && strings.TrimSpace(tree[at].Name) == "" && tree[at].Role != "RootWebArea" && tree[at].Role != "listitem" {
			k.bare = append(k.bare, tree[at].Role+" in "+tree.Says(max(0, at-1)))
		}
	}
	k.t.Errorf("no key leads from %s to %s %q", from, n.Role, n.Name)
	return false
}

// turn looks how many keys lead to the first control of the panel, where the focus is
// elsewhere and something on the panel is wanted.
func (k *keys) turn(tree browse.Tree, at, want int) {
	k.t.Helper()
	panel := k.panel(tree)
	if panel < 0 || at < 0 || want < panel || want >= tree[panel].End || at > panel && at < tree[panel].End {
		return
	}
	first := panel + slices.IndexFunc(tree[panel:], func(n browse.Node) bool { return n.Interactive() && !n.Off })
	way := 0
	for _, n := range tree[min(at, first)+1 : max(at, first)+1] {
		if n.Interactive() && !n.Off {
			way++
		}
	}
	if k.first = max(k.first, way); way > mostKeys {
		k.t.Errorf("%d keys lead from %s %q to the first control %q of the panel", way, tree[at].Role, tree[at].Name, tree[first].Name)
	}
}

// Enter goes to a node and presses it: a button by Enter or, each second time, by Space.
func (k *keys) Enter(n browse.Node) bool {
	k.t.Helper()
	if !k.to(n) {
		return false
	}
	if n.Role == "button" && len(k.way)%2 == 0 {
		k.key(" ")
	} else {
		k.key(kb.Enter)
	}
	return true
}

// Write goes to a field and types.
func (k *keys) Write(n browse.Node, words string) bool {
	k.t.Helper()
	if !k.to(n) {
		return false
	}
	k.page.Type(words)
	return true
}

// report says what the way was like.
func (k *keys) report() {
	k.t.Helper()
	sum, most := 0, 0
	for _, n := range k.way {
		sum += n
		most = max(most, n)
	}
	k.t.Logf("%d keys for %d presses; on average %.1f to a control, at most %d; at most %d to the first of a panel from elsewhere", k.count, k.presses, float64(sum)/float64(max(1, len(k.way))), most, k.first)
	for _, s := range k.far {
		k.t.Logf("far: %s", s)
	}
	for _, s := range slices.Compact(slices.Sorted(slices.Values(k.bare))) {
		k.t.Errorf("has the focus and no name: %s", s)
	}
}

// button starts a match alone as newcomers do: by the button that stands where the channel
// begins.
func (k *keys) button(game string) {
	k.t.Helper()
	info := named(game).Info()
	say, err := text.Load(words.Catalogue(), info.Locale)
	if err != nil {
		k.t.Fatal(err)
	}
	k.uses("button", k.local("Во что поиграем?", "What shall we play?"))
	alone, name := k.word("bot.cards.alone"), say.Say(k.lang, ui.T("name"), nil)
	k.there("button", alone)
	tree := k.page.Tree()
	if other, ok := last(tree, 0, len(tree), "button", name); ok {
		k.Enter(other)
		k.there("heading", name)
	}
	k.uses("button", alone)
}

// command starts a match alone by a command that is written word by word, as the line of
// the client completes it.
func (k *keys) command(options [][2]string) {
	k.t.Helper()
	tree := k.page.Tree()
	line, _ := last(tree, 0, len(tree), "combobox", k.local("Написать", "Message"))
	k.Write(line, "/dream play ")
	for i, o := range options {
		if i > 0 {
			k.uses("button", o[0])
			k.page.Until(`document.activeElement.dataset.option === ` + browse.Quote(o[0]))
		}
		k.page.Type(o[1])
		if k.page.Soon(time.Second, `document.querySelector('.popup [role=option]') !== null`) {
			k.key(kb.Enter)
			k.page.Until(`document.querySelector('.popup [role=option]') === null`)
		}
	}
	k.key(kb.Enter)
}

// there waits until something with a role has a name.
func (r *reader) there(role, name string) browse.Node {
	r.t.Helper()
	for range 200 {
		tree := r.page.Tree()
		if n, ok := last(tree, 0, len(tree), role, name); ok {
			return n
		}
		r.page.Is(`(window.was = document.querySelector('.messages').textContent) !== null`)
		r.pause()
	}
	r.t.Fatalf("there is no %s %q; the page says:\n%s", role, name, r.page.Says())
	return browse.Node{}
}

// uses waits for something, and presses it.
func (r *reader) uses(role, name string) {
	r.t.Helper()
	for range 20 {
		if r.hands.Enter(r.there(role, name)) {
			return
		}
	}
	r.t.Fatalf("the %s %q cannot be pressed", role, name)
}

// TestBrowserKeys lets a person play a match of each game alone by keyboard: by Tab,
// arrows, Enter and Space, until the board offers another match. What they press is
// found as [TestBrowserReader] finds it. Where not everything is tested, each is only begun.
func TestBrowserKeys(t *testing.T) {
	if !thorough() {
		t.Skip("CI=1 plays a part of each match, and TEST_WHOLE=1 all")
	}
	t.Parallel()
	for i, game := range all.Games {
		info := game.Info()
		t.Run(info.Name, func(t *testing.T) {
			t.Parallel()
			speed, most, lang := 10, begun, text.Langs[i%len(text.Langs)]
			if gametest.Whole() || *toTheEnd {
				speed, most = 90, 0
			}
			g := playAt(t, lang, 1, speed, "#people=1&channel=table", 1280, 1300)
			g.page.Until(`document.querySelector('[data-channel]') !== null`)
			r, began := newReader(g, lang, 1), time.Now()
			k := &keys{reader: r}
			r.hands = k
			if len(info.Commands) == 0 {
				k.button(info.Name)
			} else { // its players write, and can open it so
				k.command([][2]string{{"game", info.Name}, {"alone", k.local("да", "yes")}})
			}
			start := k.count
			over := r.until(8*time.Minute, most)
			t.Logf("%s: over: %v, %v; %d keys until it began", info.Name, over, time.Since(began).Round(time.Second), start)
			k.report()
		})
	}
}
