package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/localcord/browse"
	"oneiros/games/gametest"
	"oneiros/games/text"
)

// A playground is what a newcomer starts, with people in a real browser. All playgrounds
// of the tests are in this process; TestPlayground starts one as a program.
type playground struct {
	t       *testing.T
	url     string
	page    *browse.Page
	browser context.Context
	people  int
	round   int
	clues   int    // that were given in all nights
	told    []int  // the rounds whose dream was told
	direct  bool   // it is played in direct messages
	end     func() // ends the playground
}

// playIn starts a playground on a new folder, and opens it for people who sit side by
// side and speak a language. Its clocks run so many times as fast as the time of day.
func playIn(t *testing.T, lang text.Lang, people, speed int) *playground {
	t.Helper()
	var all []string
	for n := 1; n <= people; n++ {
		all = append(all, strconv.Itoa(n))
	}
	g := playAt(t, lang, people, speed, "#people="+strings.Join(all, ","), max(440*int64(people), 1280), 1300)
	g.page.Until(`document.querySelector('[data-channel]') !== null`)
	return g
}

// playAt starts a playground as playIn does, and opens it at an address with a hash, in a
// window of a size in CSS pixels.
func playAt(t *testing.T, lang text.Lang, people, speed int, hash string, width, height int64) *playground {
	t.Helper()
	g := newPlayground(t, lang, people, speed)
	g.page = g.visit(hash, width, height)
	return g
}

// newPlayground starts a playground that no page shows yet.
func newPlayground(t *testing.T, lang text.Lang, people, speed int) *playground {
	t.Helper()
	g := &playground{t: t, browser: browse.Chromium(t), people: people}
	said := &transcript{}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	p, data := &program{out: said, errs: said}, filepath.Join(t.TempDir(), "data")
	go func() { ended <- p.play(ctx, "127.0.0.1:0", data, float64(speed)) }()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the playground says:\n%s", said)
		}
	})
	g.end = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(g.end)
	g.url = said.after(t, ended, "The playground is open: ")
	g.speaks(lang)
	return g
}

// visit opens the playground in another page.
func (g *playground) visit(hash string, width, height int64) *browse.Page {
	g.t.Helper()
	return browse.Visit(g.t, g.browser, g.url, hash, width, height, 2*time.Hour)
}

// speaks lets every person's Discord speak a language.
func (g *playground) speaks(lang text.Lang) {
	g.t.Helper()
	r, err := http.Get(g.url + "/local/people")
	if err != nil {
		g.t.Fatal(err)
	}
	var all struct {
		Users []struct {
			ID string `json:"id"`
		} `json:"users"`
	}
	if err := errors.Join(json.NewDecoder(r.Body).Decode(&all), r.Body.Close()); err != nil || len(all.Users) < g.people {
		g.t.Fatalf("%d people live there: %v", len(all.Users), err)
	}
	locale := map[text.Lang]string{text.Russian: "ru", text.English: "en-US"}[lang]
	for n, user := range all.Users[:g.people] {
		r, err := http.Post(g.url+"/local/user", "application/json", strings.NewReader(fmt.Sprintf(`{"user":%q,"locale":%q}`, user.ID, locale)))
		if err != nil {
			g.t.Fatal(err)
		}
		if err := r.Body.Close(); err != nil || r.StatusCode >= 300 {
			g.t.Fatalf("language of person %d: %s, %v", n+1, r.Status, err)
		}
	}
}

// link is the selector of an enabled button in a person's column whose custom
// id holds a text. A button of a game is on their panel, and one of the bot is
// anywhere.
func link(person int, part string) string { return browse.Column(person, anyLink(part)) }

func anyLink(part string) string {
	where := ".messages "
	if slices.Contains([]string{"/d/", "/a/", "/o/"}, part[:3]) {
		where += `[data-ephemeral="true"] `
	}
	return where + fmt.Sprintf(`.button[data-custom-id*="%s"]:not([disabled])`, part)
}

// press presses a button once it is there, and waits for its answer. The answer
// is a form, or a page on which the button is another one.
func (g *playground) press(person int, part string) {
	g.t.Helper()
	g.page.Click(link(person, part))
}

// answer fills in the form that is open in a person's column.
func (g *playground) answer(person int, words string) {
	g.t.Helper()
	field := browse.Column(person, "[data-modal] [data-field]")
	g.page.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(field)))
	g.page.Is(fmt.Sprintf(`(document.querySelector(%s).select(), true)`, browse.Quote(field))) // they replace what stands there
	g.page.Keys(field, words)
	g.page.Click(browse.Column(person, "[data-modal-submit]"))
	g.page.Until(fmt.Sprintf(`document.querySelector(%s) === null`, browse.Quote(browse.Column(person, "[data-modal]"))))
}

// who is the person in whose column something is, 0 for none.
func (g *playground) who(part string) int {
	g.t.Helper()
	for n := 1; n <= g.people; n++ {
		if g.page.Has(link(n, part)) {
			return n
		}
	}
	return 0
}

// wait waits until a person has a button, and says who.
func (g *playground) wait(atMost time.Duration, part string) int {
	g.t.Helper()
	g.page.Within(atMost, fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(".column "+anyLink(part))))
	return g.who(part)
}

// nightOver are buttons that a person has when a night is over. A night without a card
// has no dream to tell: the dawn follows it at once.
func (g *playground) nightOver() []string { return []string{"/d/wake", "/a/story", g.dawn()} }

// dawn is the button that every person has at the dawn of this round.
func (g *playground) dawn() string { return fmt.Sprintf("/d/ready dawn %d", g.round) }

// anyHas says in the page that a person has one of some buttons.
func anyHas(parts ...string) string {
	var any []string
	for _, p := range parts {
		any = append(any, fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(".column "+anyLink(p))))
	}
	return strings.Join(any, " || ")
}

// during waits until a person has a button of the night, and is false when the
// night is over instead.
func (g *playground) during(part string) bool {
	g.t.Helper()
	g.page.Within(time.Minute, anyHas(append(g.nightOver(), part)...))
	return g.who(part) != 0 && !slices.ContainsFunc(g.nightOver(), func(p string) bool { return g.who(p) != 0 })
}

// inTime presses a button of the night, and is false when the night is over before.
func (g *playground) inTime(part string) bool {
	g.t.Helper()
	for g.during(part) {
		if n := g.who(part); n != 0 && g.page.Tap(link(n, part)) {
			return true
		}
	}
	return false
}

// writesInTime fills in a form of the night, and is false when the night is over before.
func (g *playground) writesInTime(part, words string) bool {
	g.t.Helper()
	if !g.inTime(part) {
		return false
	}
	const form = "[data-modal] [data-field]"
	g.page.Until(fmt.Sprintf(`document.querySelector(%s) !== null || %s`, browse.Quote(form), anyHas(g.nightOver()...)))
	if !g.page.Has(form) {
		return false
	}
	g.answer(browse.Ask[int](g.page, fmt.Sprintf(`Number(document.querySelector(%s).closest('.column').dataset.personNumber)`, browse.Quote(form))), words)
	return true
}

// shot writes a picture of the page to the folder that PICTURES names.
func (g *playground) shot(page *browse.Page, name string) {
	g.t.Helper()
	dir := os.Getenv("PICTURES")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), page.Shot(), 0o600); err != nil {
		g.t.Fatal(err)
	}
}

// sit opens a table of a game by slash command, seats every person, starts the
// match and opens every person's panel.
func (g *playground) sit(game, options string) {
	g.t.Helper()
	p := g.page
	g.plays(game, "options", options)
	for n := 2; n <= g.people; n++ {
		g.press(n, "/join/")
		p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(link(n, "/leave/"))))
	}
	for n := 2; n <= g.people; n++ {
		g.press(n, "/ready/")
	}
	g.shot(p, game+"-lobby")
	// The bot may answer too late on a busy machine, or refuse since a person has just sat
	// down whom the board did not show yet. Then one presses again.
	begun := fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(link(1, "/panel/")))
	p.Tap(link(1, "/start/"))
	for tries := 1; !p.Soon(10*time.Second, begun); tries++ {
		if tries == 12 {
			g.t.Fatalf("the match does not begin; the page says:\n%s", p.Says())
		}
		p.Tap(link(1, "/start/"))
	}
	for n := 1; n <= g.people; n++ {
		g.press(n, "/panel/")
		p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(browse.Column(n, `.messages [data-ephemeral="true"] [data-custom-id^="m/"]`))))
	}
}

// ready presses the ready button of every person who is asked at the end of a
// phase. It stops when a person has a button of what follows. Panels follow the
// game one after the other. So a person may be asked later even if no person is
// asked now.
func (g *playground) ready(phase string, round int, then ...string) {
	g.t.Helper()
	part := fmt.Sprintf("/d/ready %s %d", phase, round)
	for {
		g.page.Within(time.Minute, anyHas(append(then, part)...))
		n := g.who(part)
		if n == 0 {
			if slices.ContainsFunc(then, func(p string) bool { return g.who(p) != 0 }) {
				return
			}
			continue // the button went away by itself
		}
		g.page.Tap(link(n, part)) // the phase may end by itself
		g.page.Until(fmt.Sprintf(`document.querySelector(%s) === null`, browse.Quote(link(n, part))))
	}
}

// firstCard plays the first card of a night in writing. Every person but the dreamer
// reads the clues at once.
func (g *playground) firstCard(clues []string) {
	g.t.Helper()
	g.round++
	g.ready("dusk", g.round, "/a/guess/")
	dreamer := g.wait(time.Minute, "/a/guess/")
	for n := range 2 {
		if !g.during("/a/clue/1") {
			g.t.Error("the night is over before the first card")
			return
		}
		giver := g.who("/a/clue/1")
		if giver == dreamer {
			g.t.Error("the dreamer can give a clue")
		}
		g.press(giver, "/a/clue/1")
		g.answer(giver, clues[n])
		g.page.Sees(dreamer, clues[n])
	}
}

// night plays one night in writing: three clues to a card, then a guess or none.
func (g *playground) night(clues []string, guesses []string, story string) {
	g.t.Helper()
	g.round++
	g.ready("dusk", g.round, "/a/guess/")
	dreamer := g.wait(time.Minute, "/a/guess/")
	// The sand runs, however slow the machine is. The night is over when the sand
	// has run out. The test does not need the cards that were not played by then.
	n := 0
night:
	for card, guess := range guesses {
		for range 2 {
			if !g.writesInTime(fmt.Sprintf("/a/clue/%d", card+1), clues[n%len(clues)]) {
				break night
			}
			n++
		}
		if g.round == 1 && card == 0 {
			g.shot(g.page, "night")
			g.phone(1, "phone-night")
		}
		played := false
		if guess == "" {
			played = g.inTime(fmt.Sprintf("/d/next %d", card+1))
		} else {
			played = g.writesInTime(fmt.Sprintf("/a/guess/%d", card+1), guess)
		}
		if !played {
			break
		}
	}
	g.clues += n
	// The sand runs out by itself.
	g.page.Within(90*time.Second, anyHas("/a/story", g.dawn()))
	if g.who("/a/story") != 0 {
		g.press(dreamer, "/a/story")
		g.answer(dreamer, story)
		g.told = append(g.told, g.round)
		if g.round == 1 {
			g.wait(time.Minute, "/d/ready check")
			g.shot(g.page, "day")
		}
	}
	g.ready("check", g.round, g.dawn())
	if g.round == 1 {
		g.wait(time.Minute, "/d/ready dawn")
		g.shot(g.page, "dawn")
		g.phone(2, "phone-dawn")
	}
	g.ready("dawn", g.round, fmt.Sprintf("/d/ready dusk %d", g.round+1), "/again/")
}

// phone looks at the same moment on a phone: nothing is wider than it.
func (g *playground) phone(person int, name string) {
	g.t.Helper()
	p := browse.Visit(g.t, g.browser, g.url, fmt.Sprintf("#people=%d", person), 360, 740, time.Minute)
	defer p.Close()
	p.Until(`document.querySelector('.messages .button') !== null`)
	p.Is(`document.documentElement.scrollWidth <= 360`)
	p.Is(`[...document.querySelectorAll('.messages .button')].every(b => b.getBoundingClientRect().right <= 361)`)
	g.shot(p, name)
}

// result is the board's embed as a person reads it, once the match is over.
func (g *playground) result(person int) string {
	g.t.Helper()
	// The page brings news to its columns one after the other.
	g.page.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(link(person, "/again/"))))
	return browse.Ask[string](g.page, fmt.Sprintf(`document.querySelector(%s).closest('[data-message]').querySelector('.embed').innerText`,
		browse.Quote(link(person, "/again/"))))
}

// speak chooses the language of the boards, by slash command.
func (g *playground) speak(lang text.Lang) {
	g.t.Helper()
	g.page.Keys(browse.Column(1, "[data-composer]"), "/dream set")
	g.page.Click(browse.Column(1, `[data-choice="dream settings"]`))
	if !g.page.Has(browse.Column(1, `[data-option="language"]`)) {
		g.page.Click(browse.Column(1, `[data-add-option="language"]`))
	}
	g.page.Until(`document.activeElement.dataset.option === 'language'`)
	g.page.Click(browse.Column(1, fmt.Sprintf(`[data-choice="%s"]`, lang)))
	g.page.Click(browse.Column(1, "[data-send]"))
	g.page.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(browse.Column(1, `[data-ephemeral="true"]`))))
	g.page.Click(browse.Column(1, "[data-dismiss]"))
}

// TestBrowserMatch lets people join, start and play by mouse and keyboard, in each
// language. Five play the first card of a night. Where everything is tested, four play
// every night and day of the match in Russian, and five play one in English. Then they
// read the final scores. The nights are short, since every person waits for the sand.
func TestBrowserMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("a match takes minutes")
	}
	t.Parallel()
	for _, test := range []struct {
		lang     text.Lang
		clues    []string
		guesses  []string
		story    string
		over     string
		keepsake string
	}{
		{text.Russian, []string{"тёплый", "круглое", "далеко", "утром", "быстро", "громко", "старинный", "мягко"},
			[]string{"кошка", "", "самолёт"}, "Мне снилось, как кошка летела на самолёте над морем.", "очк", "кошка летела"},
		{text.English, []string{"warm", "round", "faraway", "morning", "quickly", "loudly", "ancient", "softly"},
			[]string{"cat", "", "airplane"}, "I dreamt that a cat flew an airplane over the sea.", "points", "a cat flew"},
	} {
		t.Run(string(test.lang), func(t *testing.T) {
			t.Parallel()
			people, options, speed := 5, "night:900 clue:120", 1 // longer than two clues take on any machine
			if gametest.Whole() {
				options, speed = "night:30 clue:120 story:600", 4
				if test.lang == text.Russian {
					people = 4
				}
			}
			g := playIn(t, test.lang, people, speed)
			g.speak(test.lang)
			g.sit("when-i-dream", options+" words:"+string(test.lang))
			if !gametest.Whole() {
				g.firstCard(test.clues)
				return
			}
			nights := g.people
			if test.lang == text.English && !*toTheEnd {
				nights = 1
			}
			for range nights {
				g.night(test.clues, test.guesses, test.story)
			}
			if g.clues == 0 {
				t.Error("nobody could give a clue in any night")
			}
			if nights < g.people {
				return
			}
			g.wait(time.Minute, "/again/")
			g.shot(g.page, "over")
			first := g.result(1)
			if !strings.Contains(first, test.over) {
				t.Errorf("the result does not say %q:\n%s", test.over, first)
			}
			for n := 2; n <= g.people; n++ {
				if s := g.result(n); s != first {
					t.Errorf("person %d reads another result:\n%s\n\nperson 1:\n%s", n, s, first)
				}
			}
			// The dreams are kept. A night that was over before its first card has none.
			if len(g.told) == 0 {
				t.Fatal("nobody could tell a dream after any night")
			}
			g.press(2, "/o/dreams")
			for dream := 2; dream <= g.told[len(g.told)-1]; dream++ {
				g.press(2, fmt.Sprintf("/o/dreams/%d", dream))
			}
			g.page.Sees(2, test.keepsake)
		})
	}
}

// TestBrowserVoiceNight plays one night with a voice channel: words are spoken, and
// the spirits press.
func TestBrowserVoiceNight(t *testing.T) {
	if !thorough() {
		t.Skip("a night takes half a minute; CI=1 plays it")
	}
	t.Parallel()
	g := playIn(t, text.Russian, 5, 3)
	g.sit("when-i-dream", "mode:voice night:30 clue:120 story:600")
	g.ready("dusk", 1, "/d/said ")
	// Each says that they said their word; then another spirit judges.
	who := func(what string, count int) (list []int) {
		g.page.Within(time.Minute, fmt.Sprintf(`[...document.querySelectorAll(".column")].filter(c => c.querySelector(%s)).length === %d`, browse.Quote(anyLink(what)), count))
		for n := 1; n <= g.people; n++ {
			if g.page.Has(link(n, what)) {
				list = append(list, n)
			}
		}
		return list
	}
	g.press(who("/d/said 1 1", 1)[0], "/d/said 1 1")
	all := who("/d/right 1", g.people-1)
	dreamer := 1
	for slices.Contains(all, dreamer) {
		dreamer++
	}
	if g.page.Has(link(dreamer, "/d/said ")) {
		t.Error("the dreamer can say what was said")
	}
	g.press(all[1], "/d/right 1")
	g.press(who("/d/said 2 1", 1)[0], "/d/said 2 1")
	g.wait(time.Minute, "/d/wrong 2")
	g.press(all[2], "/d/wrong 2")
	g.wait(time.Minute, "/d/said 3 1")
	g.press(dreamer, "/d/next 3")
	g.wait(90*time.Second, "/d/told")
	g.shot(g.page, "voice-day")
	g.press(dreamer, "/d/told")
	g.ready("check", 1, "/d/ready dawn 1")
	g.ready("dawn", 1, "/d/ready dusk 2")
}
