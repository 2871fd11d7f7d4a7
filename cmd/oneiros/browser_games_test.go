package main

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord/browse"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/text"

	"github.com/pelletier/go-toml/v2"
)

// A spot is a button or a menu of a game in a person's column.
type spot struct {
	Person int
	ID     string // custom id
	Menu   bool
	Direct bool // in direct messages, where the panel is no private answer
}

// selector finds the spot on the page.
func (p spot) selector() string {
	kind := ".button"
	if p.Menu {
		kind = ".select"
	}
	where := `[data-ephemeral="true"] `
	if p.Direct {
		where = ""
	}
	return browse.Column(p.Person, where+fmt.Sprintf(`%s[data-custom-id=%s]:not([disabled])`, kind, browse.Quote(p.ID)))
}

// spots lists all buttons and menus of the game on the newest panel of each person. In
// direct messages the newest message of the game is the panel.
const spots = `(() => {
	const list = [];
	const direct = document.querySelector('[data-channel="dm"][aria-current="page"]') !== null;
	for (const c of document.querySelectorAll('.column')) {
		const panels = [...c.querySelectorAll('[data-message]')].filter(m => direct ? m.querySelector('[data-custom-id^="m/"]') : m.matches('[data-ephemeral="true"]') || m.querySelector('[data-ephemeral="true"]') || m.closest('[data-ephemeral="true"]'));
		const last = panels[panels.length - 1];
		if (!last) continue;
		for (const b of last.querySelectorAll('[data-custom-id^="m/"]:not([disabled])')) {
			list.push({Person: Number(c.dataset.personNumber), ID: b.dataset.customId, Menu: b.classList.contains('select'), Direct: direct});
		}
	}
	return list;
})()`

// plays reports whether a press makes a move at once.
func (p spot) plays() bool {
	id, err := screen.ParseCustomID(p.ID)
	return err == nil && id.Action == screen.ActionDo
}

// moves are the buttons that play a move at once, and the menus, which may.
func moves(list []spot) (now, menus []spot) {
	for _, p := range list {
		switch {
		case p.Menu:
			menus = append(menus, p)
		case p.plays():
			now = append(now, p)
		}
	}
	return now, menus
}

// over reports whether the board offers another match.
func (g *playground) over() bool { return g.page.Has(".column " + anyLink("/again/")) }

// wander presses at random what a person can press. It ends when the match is
// over or most presses were made. 0 is no limit. The same seed chooses the same
// way.
func (g *playground) wander(game string, seed uint64, atMost time.Duration, most int) (presses int) {
	g.t.Helper()
	r := rand.New(rand.NewPCG(seed, seed))
	end := time.Now().Add(atMost)
	for !g.over() && (most == 0 || presses < most) {
		if time.Now().After(end) {
			g.t.Fatalf("after %d presses the match is not over; the page says:\n%s", presses, g.page.Says())
		}
		now, menus := moves(browse.Ask[[]spot](g.page, spots))
		switch {
		case len(now) > 0 && (len(menus) == 0 || r.IntN(4) > 0):
			p := now[r.IntN(len(now))]
			if !g.page.Tap(p.selector()) {
				continue // its time ran out
			}
			g.gone(p)
		case len(menus) > 0:
			p := menus[r.IntN(len(menus))]
			if !g.page.Tap(p.selector()) {
				continue
			}
			lines := browse.Ask[[]string](g.page, `[...document.querySelectorAll('[data-menu] [role=option]')].map(o => o.dataset.value)`)
			if len(lines) == 0 {
				continue // it went away
			}
			if g.page.Tap(fmt.Sprintf(`[data-menu] [role=option][data-value=%s]`, browse.Quote(lines[r.IntN(len(lines))]))) {
				g.gone(p)
			}
		default:
			// Nobody can press anything: a trick lies there to be seen, or the
			// panels have ended with their tokens.
			if !g.page.Soon(20*time.Second, `(`+spots+`).some(p => p.Menu || p.ID.split('/')[3] === 'd') || document.querySelector(`+browse.Quote(".column "+anyLink("/again/"))+`) !== null`) {
				for n := 1; n <= g.people && !g.over() && !g.direct; n++ { // a panel in direct messages does not end
					g.press(n, "/panel/")
				}
			}
			continue
		}
		presses++
		if name := fmt.Sprintf("%s-%d-%d", game, g.people, presses); presses == 15 || presses == 60 {
			g.shot(g.page, name)
			if !g.direct { // that page is a phone already
				g.phone(1+presses/60, "phone-"+name)
			}
		}
	}
	return presses
}

// gone waits until what was pressed has been answered: it is another one then.
func (g *playground) gone(p spot) {
	g.t.Helper()
	g.page.Until(fmt.Sprintf(`document.querySelector(%s) === null`, browse.Quote(p.selector())))
}

// toTheEnd makes tests play matches to their end, which takes up to half an hour.
// They are for a change of a game or of the clock, and too long for every change.
var toTheEnd = flag.Bool("to-the-end", false, "play matches to their end, however long it takes")

// TestBrowserGames plays a match of every game by mouse in which players only press: who
// can press something presses it at random. After some presses the test ends. Where
// everything is tested, more tables are played. With -to-the-end it goes on until
// every person reads how the match ended. It shows that the panels are enough to play
// the match.
func TestBrowserGames(t *testing.T) {
	if testing.Short() {
		t.Skip("a match takes minutes")
	}
	t.Parallel()
	// Some clocks show all what has happened, and are waited for. So clocks run faster, and
	// those of turns are as long as they can be.
	const speed = 10
	for _, game := range all.Games {
		info := game.Info()
		if len(info.Commands) > 0 {
			continue // its players write, see TestBrowserMatch
		}
		most := info.Min
		if gametest.Whole() || *toTheEnd {
			most = max(info.Min, min(info.Max, 4))
		}
		for people := info.Min; people <= most; people++ {
			t.Run(fmt.Sprintf("%s/%d", info.Name, people), func(t *testing.T) {
				t.Parallel()
				lang := text.Langs[people%len(text.Langs)]
				g := playIn(t, lang, people, speed)
				g.speak(lang)
				g.sit(info.Name, gametest.Typed(gametest.Patient(info, 900)))
				if *toTheEnd {
					g.toTheEnd(info, lang)
					return
				}
				presses := 5
				if gametest.Whole() {
					presses = 10
				}
				g.wander(info.Name, uint64(people), 5*time.Minute, presses)
			})
		}
	}
}

// toTheEnd plays a match to its end, and compares what its people read of how it ended for
// all. What stands before tells each of them how it ended for them.
func (g *playground) toTheEnd(info games.Info, lang text.Lang) {
	g.t.Helper()
	g.t.Logf("over after %d presses", g.wander(info.Name, uint64(g.people), time.Hour, 0))
	name := fmt.Sprintf("%s-%d-over", info.Name, g.people)
	g.shot(g.page, name)
	g.phone(1, "phone-"+name)
	any, all := ends(g.t, info, lang, ownEnd+"|"+publicEnd), ends(g.t, info, lang, publicEnd)
	common := func(s string) string {
		if at := all.FindStringIndex(s); at != nil {
			return s[at[0]:]
		}
		return ""
	}
	first := g.result(1)
	for n := 1; n <= g.people; n++ {
		if s := g.result(n); !any.MatchString(s) || common(s) != common(first) {
			g.t.Errorf("person %d reads:\n%s\n\nperson 1:\n%s", n, s, first)
		}
	}
}

// Keys of what a game says of an end, for a player or for all.
const (
	ownEnd    = `^over\.you\b`
	publicEnd = `^over\.(public|shared|nobody|winners?)\b`
)

// ends matches what a game says of any end by such keys.
func ends(t *testing.T, info games.Info, lang text.Lang, keys string) *regexp.Regexp {
	t.Helper()
	source, err := fs.ReadFile(info.Locale, fmt.Sprintf("locale/%s.toml", lang))
	if err != nil {
		t.Fatal(err)
	}
	var sentences map[string]any
	if err := toml.Unmarshal(source, &sentences); err != nil {
		t.Fatal(err)
	}
	argument := regexp.MustCompile(`\\\{\d+\\\}`)
	var said []string
	of := regexp.MustCompile(keys)
	for _, key := range slices.Sorted(maps.Keys(sentences)) {
		if sentence, ok := sentences[key].(string); ok && of.MatchString(key) {
			plain := regexp.QuoteMeta(strings.ReplaceAll(sentence, "**", "")) // the page shows bold text without asterisks
			said = append(said, argument.ReplaceAllString(plain, ".+"))
		}
	}
	if len(said) == 0 {
		t.Fatalf("%s says nothing of its end", info.Name)
	}
	return regexp.MustCompile(strings.Join(said, "|"))
}
