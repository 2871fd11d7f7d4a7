package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord/browse"
	"oneiros/games/dreamrunners"
	"oneiros/games/text"
)

// A bench is where a person builds in Dream Runners: their column of a page.
type bench struct {
	page   *browse.Page
	person int
}

// mine is a selector on the newest panel of the person.
func (b bench) mine(selector string) string {
	return browse.Column(b.person, `[data-ephemeral="true"] `+selector)
}

// button is the selector of an enabled button whose custom id ends so.
func (b bench) button(end string) string {
	return b.mine(fmt.Sprintf(`.button[data-custom-id$="%s"]:not([disabled])`, end))
}

// cells are the custom ids of the buttons that place something on a cell of the dream.
func (b bench) cells() []string {
	return browse.Ask[[]string](b.page, fmt.Sprintf(`[...document.querySelectorAll(%s)]
		.filter(b => /^[bcd][234]$/.test(b.innerText.trim())).map(b => b.dataset.customId)`, browse.Quote(b.mine(`.button[data-custom-id*="/d/place "]:not([disabled])`))))
}

// step presses what the person does next, and reports whether there was anything. They
// place a segment where there is room, and say that they are ready when there is none.
func (b bench) step() bool {
	list := b.cells()
	if len(list) == 0 {
		// The page that follows may have such a button too, with another id.
		list = browse.Ask[[]string](b.page, fmt.Sprintf(`[...document.querySelectorAll(%s)].map(b => b.dataset.customId)`, browse.Quote(b.button("/d/done"))))
	}
	if len(list) == 0 {
		return false
	}
	press := b.mine(fmt.Sprintf(`.button[data-custom-id=%s]:not([disabled])`, browse.Quote(list[0])))
	if !b.page.Tap(press) {
		return false
	}
	b.page.Soon(3*time.Second, fmt.Sprintf(`document.querySelector(%s) === null`, browse.Quote(press)))
	return true
}

// TestBrowserBuild plays a whole match of Dream Runners. Three people build at the same
// time, a press of each in turn, while clocks run faster. The third one sits at a phone.
func TestBrowserBuild(t *testing.T) {
	if !thorough() {
		t.Skip("a match of three takes minutes; CI=1 plays it")
	}
	t.Parallel()
	g := playIn(t, text.Russian, 3, 20)
	g.speak(text.Russian)
	g.sit("dream-runners", "start:240")
	phone := g.visit("#people=3", 360, 740)
	benches := []bench{{g.page, 1}, {g.page, 2}, {phone, 3}}
	end := time.Now().Add(30 * time.Minute)
	presses, idle := 0, 0
	for !g.over() {
		if time.Now().After(end) {
			t.Fatalf("after %d presses the match is not over; the page says:\n%s", presses, g.page.Says())
		}
		pressed := false
		for _, b := range benches {
			if b.step() {
				pressed = true
				presses++
			}
		}
		if presses == 12 {
			g.shot(phone, "runners-phone")
			g.shot(g.page, "runners-three")
			narrow(phone)
		}
		if pressed {
			idle = 0
		} else if idle++; idle > 2 { // panels end with their tokens
			for _, b := range benches {
				b.page.Tap(browse.Column(b.person, anyLink("/panel/")))
			}
			idle = 0
		} else {
			g.page.Soon(time.Second, `document.querySelector(`+browse.Quote(".column "+anyLink("/again/"))+`) !== null`)
		}
	}
	t.Logf("over after %d presses", presses)
	// They do not look at the nightmares, so any end may come.
	if first := g.result(1); !ends(t, dreamrunners.Game.Info(), text.Russian, ownEnd+"|"+publicEnd).MatchString(first) {
		t.Errorf("the result does not say who has won:\n%s", first)
	}
}

// TestBrowserBuildAlone: a person plays Dream Runners alone on a phone until the second
// dream.
func TestBrowserBuildAlone(t *testing.T) {
	if !thorough() {
		t.Skip("CI=1 plays it")
	}
	t.Parallel()
	g := playAt(t, text.Russian, 1, 1, "#people=1&channel=table", 360, 740)
	phone := g.page
	g.first(phone, "dream-runners", "runners")
	b := bench{phone, 1}
	buttons, took := b.compose()
	menus, slow := b.choose()
	t.Logf("four segments: %d presses and %.1f s with a button for each cell, %d presses and %.1f s with menus", buttons, took.Seconds(), menus, slow.Seconds())
	if buttons > 10 {
		t.Errorf("%d presses for four segments", buttons)
	}
	g.shot(phone, "runners-alone")
	narrow(phone)
	phone.Click(b.button("/d/done"))
	phone.Until(`document.querySelector('[data-ephemeral="true"] .button[data-custom-id*="/d/place "]') === null`)
}

// narrow checks that nothing is wider than a phone.
func narrow(p *browse.Page) {
	p.Is(`document.documentElement.scrollWidth <= 360`)
	p.Is(`[...document.querySelectorAll('.messages .button')].every(b => b.getBoundingClientRect().right <= 361)`)
}

// compose places four segments with the buttons of cells, and turns the second one.
func (b bench) compose() (presses int, took time.Duration) {
	began := time.Now()
	for _, end := range []string{"/d/place L b4 0", "/d/place I d3 90", "/d/place I d3 270", "/d/place D b2 0", "/d/place M c3 0"} {
		b.page.Click(b.button(end))
		presses++
	}
	b.page.Until(fmt.Sprintf(`document.querySelectorAll(%s).length === 0`, browse.Quote(b.button("/d/place M c3 0"))))
	return presses, time.Since(began)
}

// choose takes everything back, and places four segments with the menus of the page of
// all places: a segment, a turn and a cell.
func (b bench) choose() (presses int, took time.Duration) {
	p := b.page
	p.Click(b.mine(`.button[data-custom-id*="/o/more/"]:not([disabled])`))
	p.Click(b.button("/d/clear"))
	p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(b.button("/d/place L b4 0"))))
	began := time.Now()
	for _, place := range [][3]string{{"L", "0", "b4"}, {"I", "270", "d3"}, {"D", "0", "b2"}, {"M", "0", "c3"}} {
		p.Click(b.mine(`.button[data-custom-id*="/o/more/"]:not([disabled])`)) // not counted: the menus could be on the first page
		p.Until(fmt.Sprintf(`document.querySelectorAll(%s).length === 2`, browse.Quote(b.mine(".select"))))
		b.pick("/more/"+place[0]+"/0", 1)
		presses += 2
		if place[1] != "0" {
			p.Click(b.button("/o/more/" + place[0] + "/" + place[1]))
			presses++
			p.Until(fmt.Sprintf(`document.querySelector(%s) === null`, browse.Quote(b.button("/o/more/"+place[0]+"/"+place[1]))))
		}
		b.pick("place "+place[0]+" "+place[2]+" "+place[1], 0)
		presses += 2
	}
	return presses, time.Since(began)
}

// pick chooses a line of a menu of the page, by what its value ends with.
func (b bench) pick(end string, menu int) {
	p := b.page
	// A menu is off while a press is being answered.
	p.Until(fmt.Sprintf(`(a => a.length > %d && a.every(s => !s.disabled))([...document.querySelectorAll(%s)])`, menu, browse.Quote(b.mine(`.select`))))
	ids := browse.Ask[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%s)].map(s => s.dataset.customId)`, browse.Quote(b.mine(`.select`))))
	p.Click(b.mine(fmt.Sprintf(`.select[data-custom-id=%s]`, browse.Quote(ids[menu]))))
	lines := `[...document.querySelectorAll('[data-menu] [role=option]')].map(o => o.dataset.value)`
	p.Until(lines + `.length > 0`)
	list := browse.Ask[[]string](p, lines)
	i := slices.IndexFunc(list, func(v string) bool { return strings.HasSuffix(v, end) })
	if i < 0 {
		panic(fmt.Sprintf("no %q among %q", end, list)) // a mistake in the test
	}
	p.Click(fmt.Sprintf(`[data-menu] [role=option][data-value=%s]`, browse.Quote(list[i])))
	p.Until(`document.querySelector('[data-menu]') === null`)
}
