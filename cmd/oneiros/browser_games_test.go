package main

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord/browse"
	"oneiros/bot/screen"
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

// TestBrowserGames plays a match of every other game by mouse: a person who can
// press something presses it at random. After some presses the test ends. Where
// everything is tested, more tables are played. With -to-the-end it goes on until
// every person reads how the match ended. It shows that the panels are enough to play
// the match.
func TestBrowserGames(t *testing.T) {
	if testing.Short() {
		t.Skip("a match takes minutes")
	}
	t.Parallel()
	// Somnia's people wait for its clocks, to see a trick and the Nightmare. So clocks
	// run faster, and those of turns are as long as they can be.
	const speed = 10
	for _, test := range []struct {
		game    string
		people  int
		options string
		lang    text.Lang
		over    string // what every result says, no matter who won, and before it only what one person reads; "" for any end
	}{
		{"dream-fortress", 4, "talk:0 turn:900", text.Russian, `🏆 Победа: `},
		{"somnia", 2, "clock:300", text.Russian, `🏆 (Победа|Общая победа): .* больше всех жизней`},
		{"somnia", 3, "clock:300", text.English, `🏆 (Winner|Winners, together): .* the most lives`},
		{"somnia", 4, "clock:300", text.Russian, `🏆 (Победа|Общая победа): .* больше всех жизней`},
		{"somnicum", 2, "clock:600", text.Russian, `🏆 (Победа|Общая победа): `},
		{"somnicum", 4, "clock:600", text.English, `🏆 (Winner|Winners together): `},
		{"dream-runners", 1, "sand:15", text.English, ""}, // alone among automatic players, to the end
	} {
		t.Run(fmt.Sprintf("%s/%d", test.game, test.people), func(t *testing.T) {
			if !gametest.Whole() && !*toTheEnd && test.game != "dream-fortress" && test.people != 2 {
				t.Skip("TEST_WHOLE=1 plays every number of people")
			}
			t.Parallel()
			if test.people == 1 {
				playAlone(t, test.lang, test.game, test.options)
				return
			}
			g := playIn(t, test.lang, test.people, speed)
			g.speak(test.lang)
			g.sit(test.game, test.options)
			if !*toTheEnd {
				presses := 5
				if gametest.Whole() {
					presses = 10
				}
				g.wander(test.game, uint64(test.people), 5*time.Minute, presses)
				return
			}
			t.Logf("over after %d presses", g.wander(test.game, uint64(test.people), time.Hour, 0))
			name := fmt.Sprintf("%s-%d-over", test.game, test.people)
			g.shot(g.page, name)
			g.phone(1, "phone-"+name)
			first := g.result(1)
			over := regexp.MustCompile(test.over)
			if !over.MatchString(first) {
				t.Errorf("the result does not say %q:\n%s", test.over, first)
			}
			// What stands before tells each person how it ended for them.
			common := func(s string) string {
				if at := over.FindStringIndex(s); at != nil {
					return s[at[0]:]
				}
				return s
			}
			for n := 2; n <= g.people; n++ {
				if s := g.result(n); common(s) != common(first) {
					t.Errorf("person %d reads another result:\n%s\n\nperson 1:\n%s", n, s, first)
				}
			}
		})
	}
}

// ends matches what the game in this directory says of any end, for a player or for all.
func ends(t *testing.T, game string, lang text.Lang) *regexp.Regexp {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "..", "games", game, "locale", fmt.Sprintf("%s.toml", lang)))
	if err != nil {
		t.Fatal(err)
	}
	var sentences map[string]any
	if err := toml.Unmarshal(source, &sentences); err != nil {
		t.Fatal(err)
	}
	argument := regexp.MustCompile(`\\\{\d+\\\}`)
	var said []string
	for _, key := range slices.Sorted(maps.Keys(sentences)) {
		if sentence, ok := sentences[key].(string); ok && regexp.MustCompile(`^over\.(you|public|shared|nobody|winners?)\b`).MatchString(key) {
			plain := regexp.QuoteMeta(strings.ReplaceAll(sentence, "**", "")) // the page shows bold text without asterisks
			said = append(said, argument.ReplaceAllString(plain, ".+"))
		}
	}
	if len(said) == 0 {
		t.Fatalf("%s says nothing of its end", game)
	}
	return regexp.MustCompile(strings.Join(said, "|"))
}

// playAlone builds dreams alone on a phone, until the board says who won. Clocks run so
// fast that it takes less than half a minute.
func playAlone(t *testing.T, lang text.Lang, game, options string) {
	t.Helper()
	g := playAt(t, lang, 1, 50, "#people=1&channel=table", 360, 740)
	r := newReader(g, lang, 1)
	r.begin(game, options)
	g.page.Until(`(` + spots + `).length > 0`)
	b, presses, began := bench{g.page, 1}, 0, time.Now()
	for !g.over() {
		if time.Since(began) > 5*time.Minute {
			t.Fatalf("after %d presses the match is not over; the page says:\n%s", presses, g.page.Says())
		}
		if b.step() {
			presses++
		} else if !g.page.Soon(time.Second, `document.querySelector(`+browse.Quote(".column "+anyLink("/again/"))+`) !== null || document.querySelector(`+browse.Quote(b.button("/d/done"))+`) !== null`) {
			b.page.Tap(browse.Column(1, anyLink("/panel/"))) // panels end with their tokens
		}
	}
	t.Logf("over after %d presses and %v", presses, time.Since(began).Round(time.Second))
	if first := g.result(1); presses < 10 || !ends(t, strings.ReplaceAll(game, "-", ""), lang).MatchString(first) {
		t.Errorf("after %d presses the result does not say who has won:\n%s", presses, first)
	}
}
