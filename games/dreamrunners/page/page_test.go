package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A builder looks at the pages of a seat and presses what is on them.
type builder struct {
	*gametest.Bench[rules.State, kit.Move, view.View]
	seat    games.Seat
	path    string
	presses int
}

func sitAlone(t *testing.T, options ...string) *builder {
	t.Helper()
	return &builder{Bench: dreamrunnerstest.Deal(t, 2, options...).Bench}
}

func (b *builder) view() view.View { return view.Of(b.S, b.seat.Viewer()) }

// page is the page that the builder has open.
func (b *builder) page() ui.Page { return At(b.view(), b.path) }

// control is the control of the open page with a label or an icon.
func (b *builder) control(name string) ui.Control {
	b.Helper()
	for _, c := range b.page().Controls {
		if c.Icon == name || said1(c.Label) == name && c.Icon == "" {
			return c
		}
	}
	b.Fatalf("the page %q has no %q", b.path, name)
	return ui.Control{}
}

// said1 is a text of content without a key, and a key itself.
func said1(x ui.Text) string {
	if x.Key != "" {
		return x.Key
	}
	if len(x.Args) == 1 {
		if s, ok := x.Args[0].(string); ok {
			return s
		}
	}
	return ""
}

// press presses the control with a label or an icon. A move leads to the first page.
func (b *builder) press(names ...string) {
	b.Helper()
	for _, name := range names {
		c := b.control(name)
		if c.Off {
			b.Fatalf("%q is switched off on the page %q", name, b.path)
		}
		b.presses++
		b.path = c.To.To
		if c.To.Kind == ui.KindDo {
			b.path = ""
			b.Play("0: " + c.To.To)
		}
	}
}

// draft is what the builder has built, as it would be typed.
func (b *builder) draft() string { return b.S.Dreamers[b.seat].Draft.String() }

// TestFourSegmentsInTenPresses builds a whole composition by buttons. Each press is one
// call, and the page after it is the first one.
func TestFourSegmentsInTenPresses(t *testing.T) {
	b := sitAlone(t)
	b.press("b4", "d3", "🔄", "b2", "c3", "done.button")
	if got, want := b.draft(), "L b4, I d3 270, D b2, M c3"; got != want {
		t.Errorf("the draft is %q, want %q", got, want)
	}
	if b.presses > 10 {
		t.Errorf("%d presses for four segments", b.presses)
	}
	if !b.S.Dreamers[0].Done {
		t.Error("the builder is not ready")
	}
}

// TestEveryExactLayoutByButtons: each of the exact layouts can be built with the buttons
// of the first page in at most ten presses, if the segments are placed from the largest
// to the smallest.
func TestEveryExactLayoutByButtons(t *testing.T) {
	most, sum, n := 0, 0, 0
	for _, want := range layoutsToBuild() {
		b := sitAlone(t)
		v := b.view()
		for _, w := range want {
			p := v.Piece(w.Label, w.Cell, w.Turn)
			b.press(w.Cell.String())
			for range kit.Turns {
				if now := b.S.Dreamers[0].Draft; now[len(now)-1].Turn == w.Turn && now[len(now)-1].Cell == w.Cell {
					break
				}
				b.press("🔄")
			}
			if at := b.S.Dreamers[0].Draft[len(b.S.Dreamers[0].Draft)-1]; at.Mask() != p.Mask() {
				t.Fatalf("%s lies at %s %s", w.Label, at.Cell, at.Turn)
			}
		}
		b.press("done.button")
		most, sum, n = max(most, b.presses), sum+b.presses, n+1
	}
	t.Logf("%d layouts: at most %d presses, %.1f in the mean", n, most, float64(sum)/float64(n))
	if most > 10 || n < 100 {
		t.Errorf("%d layouts need up to %d presses", n, most)
	}
}

// layoutsToBuild are all ways to cover the nine squares with the start segments, the
// largest first.
func layoutsToBuild() [][]kit.Piece {
	var all [][]kit.Piece
	var walk func(list []kit.Piece, used uint32, shapes []kit.Shape)
	walk = func(list []kit.Piece, used uint32, shapes []kit.Shape) {
		if len(shapes) == 0 {
			all = append(all, slices.Clone(list))
			return
		}
		for i := range 9 {
			for t := range kit.Turn(kit.Turns) {
				p := kit.Piece{Label: kit.LabelOf(shapes[0], 1), Segment: kit.StartSegment(0, shapes[0]), Cell: kit.SquareCell(i), Turn: t}
				if t > 0 && shapes[0] == kit.Mono || p.Cells() == nil || p.Mask()&used != 0 ||
					slices.ContainsFunc(p.Cells(), func(c kit.Cell) bool { return c.Square() < 0 }) {
					continue
				}
				walk(append(list, p), used|p.Mask(), shapes[1:])
			}
		}
	}
	walk(nil, 0, kit.ShownShapes[:])
	return all
}

// TestPickUpAndMove: a press on a covered cell takes the segment there into the hand, and
// the next press moves it.
func TestPickUpAndMove(t *testing.T) {
	b := sitAlone(t)
	b.press("b2", "d4"+thin+"−1") // a part of it lies outside
	if got, want := b.draft(), "L b2 90, I d4"; got != want {
		t.Fatalf("the draft is %q, want %q", got, want)
	}
	b.press("L" + thin + "c2") // which L covers, and where its anchor is not
	if b.path != "hold/L/90/c2" {
		t.Fatalf("the page is %q", b.path)
	}
	b.press("d2")
	if got, want := b.draft(), "I d4, L d2 180"; got != want {
		t.Errorf("the draft is %q, want %q", got, want)
	}
	b.press("I"+thin+"c4", "↩️")
	if got, want := b.draft(), "L d2 180"; got != want {
		t.Errorf("the draft is %q, want %q", got, want)
	}
}

// TestButtonsStayValid: what one has placed makes no button of an older page stale. It
// does what it says, or is refused with the reason.
func TestButtonsStayValid(t *testing.T) {
	b := sitAlone(t)
	b.press("b4", "d3")
	before := b.page()
	b.press("b2", "c3")
	played := 0
	for _, c := range before.Controls {
		if c.Off || c.To.Kind != ui.KindDo || c.To.To == "done" {
			continue
		}
		m, err := kit.Parse(c.To.To)
		if err != nil {
			t.Fatal(err)
		}
		if !rules.Drafts(m) {
			t.Errorf("%q is no draft move", c.To.To)
		}
		if err := b.Try("0: " + c.To.To); err == nil {
			played++
		} else if _, refused := games.Refused(err); !refused {
			t.Errorf("%q: %v", c.To.To, err)
		}
	}
	if played < 2 {
		t.Errorf("%d buttons were played", played)
	}
}

// TestOverlapIsRefused: a line of text whose segments overlap is refused with the names of
// both.
func TestOverlapIsRefused(t *testing.T) {
	b := sitAlone(t)
	m, err := Fill(b.view(), pathWrite, []string{"l в3 0; i c3"})
	if err != nil {
		t.Fatal(err)
	}
	b.Refuse("0: "+m.String(), "refuse.overlap")
	m, err = Fill(b.view(), pathWrite, []string{"L с4, i c2"})
	if err != nil {
		t.Fatal(err)
	}
	b.Play("0: " + m.String())
	if got := b.draft(); got != "L c4, I c2" {
		t.Errorf("the draft is %q", got)
	}
}

// TestPlaceOutside: on the page of all places a segment can stick out of the dream, and is
// told what that costs.
func TestPlaceOutside(t *testing.T) {
	b := sitAlone(t)
	b.press("more.button")
	for _, c := range b.page().Controls {
		for _, o := range c.Menu {
			if o.To == ui.Do(kit.Move{Verb: kit.Place, Label: "L", Cell: kit.SquareCell(0)}) {
				if o.Hint.Key != "more.outside" || o.Hint.Args[0] != 1 {
					t.Errorf("the hint is %v", o.Hint)
				}
				b.Play("0: " + o.To.To)
			}
		}
	}
	if f := b.view().Forecast(); f.Outside != 1 || f.Uncovered != 7 {
		t.Errorf("%d cells outside, %d squares uncovered", f.Outside, f.Uncovered)
	}
}

// TestForecastOpens: a draft opens a chest for which the keys just suffice.
func TestForecastOpens(t *testing.T) {
	for keys, opens := range [][]int{nil, {0}, {0}, {0, 3}} {
		b := dreamrunnerstest.Sit(t, 2)
		b.Tile("1 - - | 2 - - | - - -")
		b.Print(0, "L cc.")
		b.S.Dreamers[0].Keys = keys
		b.Build(dreamrunnerstest.Exact, "")
		f := view.Of(b.S, games.Seat(0).Viewer()).Forecast()
		b.Is("opened with keys: "+strconv.Itoa(keys), f.Opens, opens)
		b.Is("not opened with keys: "+strconv.Itoa(keys), len(f.Closed), 2-len(opens))
	}
}

// spoken is what is on a page, in a language: its lines and the labels of its controls.
func spoken(t *testing.T, lang text.Lang, p ui.Page) string {
	t.Helper()
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range append([]ui.Text{p.Title}, p.Lines...) {
		b.WriteString(c.Say(lang, l, dreamrunnerstest.PlainWords{}) + "\n")
	}
	for _, k := range p.Controls {
		b.WriteString("[" + c.Say(lang, k.Label, dreamrunnerstest.PlainWords{}) + "]\n")
		for _, o := range k.Menu {
			b.WriteString("  " + c.Say(lang, o.Label, dreamrunnerstest.PlainWords{}) + " | " + c.Say(lang, o.Hint, dreamrunnerstest.PlainWords{}) + "\n")
		}
	}
	return b.String()
}

// TestWordsOfRareMoments says what the matches of TestGame may not meet.
func TestWordsOfRareMoments(t *testing.T) {
	said := map[string]bool{}
	var note func(x ui.Text)
	note = func(x ui.Text) {
		said[x.Key] = true
		for _, a := range x.Args {
			switch a := a.(type) {
			case ui.Text:
				note(a)
			case []ui.Text:
				for _, x := range a {
					note(x)
				}
			}
		}
	}
	see := func(v view.View, path string) {
		p := At(v, path)
		for _, lang := range text.Langs {
			if s := spoken(t, lang, p); strings.Contains(s, "⟦") {
				t.Errorf("a word is missing in %s:\n%s", lang, s)
			}
		}
		for _, x := range append([]ui.Text{p.Title}, p.Lines...) {
			note(x)
		}
		for _, c := range p.Controls {
			note(c.Label)
		}
		for _, pic := range p.Pictures {
			for _, x := range pic.Alt {
				note(x)
			}
			pic.Draw(func(x ui.Text) string { note(x); return "" })
		}
	}
	low := dreamrunnerstest.Crowded(4, games.Nobody)
	low.Dreamers[3].Calm = lowCalm
	see(low, "")
	over := dreamrunnerstest.Ended()
	over.Dreamers[3].Score.Sets = kit.SetPoints
	see(over, "")
	for i, edge := range []kit.Score{{Stars: 30, Sets: 40, Total: 70}, {Stars: 30, Points: 9, Total: 39}, {Stars: 30, Calm: 8, Total: 38}} {
		over.Me, over.Winners, over.Dreamers[3].Score, over.Dreamers[i%2].Score = games.Seat(i%2), []games.Seat{3}, edge, kit.Score{Stars: 30, Total: 30}
		see(over, "")
	}
	over.Dreamers[0].Segments = append(over.Dreamers[0].Segments, kit.Owned{Label: "L4", Segment: kit.Segment(kit.Sets*kit.Shapes + kit.EachNeutral*kit.Shapes)})
	see(over, seatPath(0))

	asks := dreamrunnerstest.Crowded(4, 0)
	asks.Phase, asks.Dreamers[2].Woke = kit.Choosing, 3
	victims := kit.Ask{Kind: kit.AskVictim}
	for _, o := range asks.Dreamers[0].Segments {
		victims.Options = append(victims.Options, kit.Option{Label: o.Label})
	}
	asks.Asks = []kit.Ask{{Kind: kit.AskChests, Options: []kit.Option{{Squares: []int{1, 2}}, {Squares: []int{2, 1}}}}, victims,
		{Kind: kit.AskColour, Chest: 1, Times: 1, Options: kit.EveryColour()}, {Kind: kit.AskColour, Times: 2, Options: kit.EveryColour()}}
	see(asks, "")
	see(asks, "asks/1")
	asks.Asks[0].Chosen = true
	see(asks, "")

	calm := dreamrunnerstest.Crowded(4, 0)
	calm.Phase, calm.Shopper, calm.Shop = kit.Between, 0, [kit.Shapes]kit.Segment{}
	calm.Dreamers[0].Calm, calm.Legal = kit.MaxCalm, []kit.Move{{Verb: kit.Done}, {Verb: kit.Calm}}
	see(calm, "")
	see(calm, pathCalm)

	after := dreamrunnerstest.Crowded(4, 1)
	after.Phase = kit.Between
	after.Last.Results[0], after.Last.Results[2].Woke = kit.Result{Before: 20, Calm: 20}, true
	after.News = []kit.Event{{Kind: kit.EventDream}}
	see(after, "")
	after.Last.Results[1].Harms = []kit.Harm{{Kind: kit.Bat}, {Kind: kit.Octopus, Loss: 2}}
	after.Last.Results[1].Gains = []kit.Gain{{Closed: true, Square: 3}, {Kind: kit.Intertwined, Square: 4}}
	see(after, resultPath(1))

	for _, key := range dreamrunnerstest.RareWords {
		if !said[key] {
			t.Errorf("%q is not said", key)
		}
	}
}

// TestForecastOfNothing: where nothing is lost and nothing won, this is said in words.
func TestForecastOfNothing(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("- - - | - - - | - - -")
	b.Build(dreamrunnerstest.Exact, "")
	shown := shownOn(view.Of(b.S, games.Seat(0).Viewer()), "")
	if !strings.Contains(shown, "haul.nothing") || strings.Contains(shown, "−0") {
		t.Errorf("it is not said that nothing comes: %s", shown)
	}
}

// TestRowsKeepTheirPlaces: with the start segments, the rows of the panel on which one
// builds have at most four short buttons, as many rows from the first press to the last.
// So no button moves away from under a thumb.
func TestRowsKeepTheirPlaces(t *testing.T) {
	b := sitAlone(t)
	for _, press := range []string{"b4", "d3", "b2", "c3", "↩️"} {
		p := b.page()
		row := 0
		for i, c := range p.Controls {
			if c.Break || i == 0 {
				row = 0
			}
			if row++; row > 4 || len(c.Menu) > 0 {
				t.Errorf("after %q, button %d is number %d of its row", b.draft(), i, row)
			}
		}
		if p.Rows() != 4 {
			t.Errorf("after %q there are %d rows", b.draft(), p.Rows())
		}
		b.press(press)
	}
}

// TestLayAnywhere: a button on the first page lays what is held by itself, until no room is left.
func TestLayAnywhere(t *testing.T) {
	b := sitAlone(t)
	b.press("b4", "place.button", "place.button", "place.button")
	if n := len(b.S.Dreamers[0].Draft); n != 4 {
		t.Errorf("%d segments lie there: %q", n, b.draft())
	}
	for _, c := range b.page().Controls {
		if c.Label.Key == "place.button" {
			t.Error("the button is there, and nothing is left to lay")
		}
	}
}

// TestNoRoomInside: where what is held has no room on the tile the panel says so, and the
// button that lays it has the price of a place outside.
func TestNoRoomInside(t *testing.T) {
	b := sitAlone(t)
	b.S.Dreamers[0].Gain(kit.Segment(kit.Sets*kit.Shapes + 1))
	b.Play(`0: build "` + dreamrunnerstest.Exact + `"`)
	p := b.page()
	if said := fmt.Sprint(p.Lines); !strings.Contains(said, "{hand.full [{ [M2]}]}") {
		t.Errorf("it reads %s", said)
	}
	want := ui.T("place.button", ui.Literal("M2"+thin+"−1"))
	if !slices.ContainsFunc(p.Controls, func(c ui.Control) bool { return fmt.Sprint(c.Label) == fmt.Sprint(want) }) {
		t.Errorf("no button costs a point: %v", p.Controls)
	}
	b.press("place.button")
	if f := b.view().Forecast(); f.Outside != 1 {
		t.Errorf("%d cells lie outside", f.Outside)
	}
}

// TestManySegments: a player who bought much chooses among segments in a menu, with the
// page of all places as its last line.
func TestManySegments(t *testing.T) {
	b := sitAlone(t)
	for n := range 3 {
		b.S.Dreamers[0].Gain(kit.Segment(kit.Sets*kit.Shapes + n + 1))
	}
	p := b.page()
	menu := p.Controls[len(p.Controls)-1].Menu
	if p.Rows() != 4 || len(menu) != 8 || menu[7].To != ui.Open("more/L/0") || !menu[0].Now {
		t.Errorf("%d rows, the menu is %+v", p.Rows(), menu)
	}
}

// TestWarnsOfTheEdge: a button whose press would lay a part outside of the tile has
// the calm that this costs, and no other one has any. The picture in words has it, too.
func TestWarnsOfTheEdge(t *testing.T) {
	b := sitAlone(t)
	b.press("🔄")
	marked, plain := 0, 0
	for _, c := range b.page().Controls[:11] {
		if c.To.Kind != ui.KindDo || c.Off || c.To.To == "done" {
			continue
		}
		m, err := kit.Parse(c.To.To)
		if err != nil || m.Verb != kit.Place || len([]rune(said1(c.Label))) > 5 {
			continue
		}
		want, n := m.Cell.String(), m.Piece(b.S.Dreamers[0].Owned(m.Label)).Outside()
		if n > 0 {
			want += thin + "−" + strconv.Itoa(n)
		}
		if said1(c.Label) != want {
			t.Errorf("%q plays %q", said1(c.Label), c.To.To)
		}
		for _, p := range b.view().Pressed(view.Hand{Label: m.Label, Turn: m.Turn, Exact: true}) {
			if alt := label.Presses([]view.Press{p})[0]; p.Cell == m.Cell && n > 0 && !strings.HasSuffix(said1(alt), " −"+strconv.Itoa(n)+"🌙") {
				t.Errorf("the picture says %q of %q", said1(alt), c.To.To)
			}
		}
		if n > 0 {
			marked++
		} else {
			plain++
		}
	}
	if marked == 0 || plain == 0 {
		t.Errorf("%d buttons are marked, %d are not", marked, plain)
	}
}

// TestHandSaysWhatPressesDo: the panel on which one builds says which segment a cell lays or
// moves, which one the two other buttons turn and take back, and what Done means.
func TestHandSaysWhatPressesDo(t *testing.T) {
	b := sitAlone(t)
	says := func(want ...string) {
		t.Helper()
		said := fmt.Sprint(b.page().Lines)
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("at %q with %q, %q is not in %s", b.path, b.draft(), w, said)
			}
		}
	}
	says("{hand.lay [{ [L]}]} {hand.turn []}", "{forecast.done.first [")
	b.press("b4")
	says("{hand.lay.more [{ [I]}]} {hand.both [{ [L]}]}")
	b.press("🟪")
	says("{hand.lay.more [{ [D]}]} {hand.turn []}")
	b.path = ""
	b.press("L" + thin + "c4")
	says("{hand.move [{ [L]}]} {hand.both [{ [L]}]}")
	b.path = ""
	b.press("place.button", "place.button", "place.button")
	says("{hand.none [{ []}]} {hand.back [{ [M]}]}")
	b.Play("1: done")
	says("{forecast.done [", "{sand.who.first [{ [1]}]}", "sand.runs.you")
}

// TestSandByItself: who builds reads when the sand began without a first dreamer.
func TestSandByItself(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Expire()
	if said := shownOn(view.Of(b.S, games.Seat(0).Viewer()), ""); !strings.Contains(said, "sand.self.you") || strings.Contains(said, "forecast.done.first") {
		t.Errorf("it reads %s", said)
	}
}

// TestForecastSaysWhy: what being ready would cost is told cell by cell, and of a chest
// how many keys it takes, or needs.
func TestForecastSaysWhy(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("1 3 - | - - - | - n2 -")
	b.Print(0, "L c.. D c. M .")
	b.S.Dreamers[0].Keys = 1
	b.Build("L b3, D c2, M d1", "")
	want := "{forecast.both [{forecast.both [{forecast.loss [7 [{news.uncovered [4]} {news.outside [1]} { [c4\u00a0−2]}]]} {forecast.opens [{ [b2]} 1]}]} {forecast.closed [{ [c2]} 3]}]}"
	if got := fmt.Sprint(forecast(view.Of(b.S, games.Seat(0).Viewer()))); !strings.Contains(got, want) {
		t.Errorf("it reads %s, want %s", got, want)
	}
}

// TestQueueOfTheShop: who waits for others in the shop reads who buys, and that they come
// later. Their button says that it gives their turn away.
func TestQueueOfTheShop(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 4)
	for i, coins := range []int{3, 2, 7, 3} {
		b.S.Dreamers[i].Coins = coins
	}
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Play("2: done", "0: done", "1: done", "3: done")
	for seat, want := range []struct {
		queue  []games.Seat
		button string
	}{{[]games.Seat{2, 3, 0}, "between.skip"}, {[]games.Seat{2, 3, 0}, "between.done"}, {[]games.Seat{2, 3, 0}, "shop.done"}, {[]games.Seat{2, 3, 0}, "between.skip"}} {
		v := view.Of(b.S, games.Seat(seat).Viewer())
		b.Is("queue", v.Queue(), want.queue)
		shown := shownOn(v, "")
		if !strings.Contains(shown, want.button) || seat != 2 && !strings.Contains(shown, "shop.who") {
			t.Errorf("seat %d reads %s", seat, shown)
		}
	}
	b.Play("3: done")
	b.Is("queue", view.Of(b.S, games.Viewer{}).Queue(), []games.Seat{2, 0})
	b.S.Round = kit.Rounds
	b.Play("2: done")
	if shown := shownOn(view.Of(b.S, games.Viewer{}), ""); !strings.Contains(shown, "shop.last.end") {
		t.Errorf("the last shop reads %s", shown)
	}
}

// TestTableInTheOrderOfPoints: the winner stands first, and the player who woke stands last.
func TestTableInTheOrderOfPoints(t *testing.T) {
	v := view.View{Phase: kit.Over, Me: games.Nobody, Dreamers: []view.Dreaming{
		{Score: kit.Score{Total: 30}}, {Woke: 2}, {Score: kit.Score{Total: 41}}, {Score: kit.Score{Total: 30}, Coins: 3}, {Woke: 5},
	}}
	if got, want := v.Ranking(), []int{2, 3, 0, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

// TestDoneOnAnEmptyTileAsks: the player who presses Done with nothing laid is asked first, on each
// page on which they build. With anything laid they are not.
func TestDoneOnAnEmptyTileAsks(t *testing.T) {
	for _, path := range []string{"", "hold/I"} {
		b := sitAlone(t)
		b.path = path
		b.press("done.button")
		if b.S.Dreamers[0].Done || b.path != pathBare {
			t.Fatalf("from %q the builder is ready without a question, at %q", path, b.path)
		}
		loss := b.view().Forecast().Loss
		if about := b.page().Lines[0]; about.Key != "bare.about" || fmt.Sprint(about.Args) != fmt.Sprint([]any{loss}) || loss < 9 {
			t.Errorf("the question is %v, and %d are lost", about, loss)
		}
		b.press("↩️")
		if b.path != "" || b.S.Dreamers[0].Done {
			t.Errorf("back leads to %q", b.path)
		}
		b.press("done.button", "bare.do")
		if !b.S.Dreamers[0].Done {
			t.Error("the builder is not ready")
		}
	}
	b := sitAlone(t)
	b.press("b2")
	b.path = pathBare
	if b.page().Title.Key == "bare.title" {
		t.Error("the question is asked although something is laid")
	}
	b.path = ""
	b.press("done.button")
	if !b.S.Dreamers[0].Done {
		t.Error("the builder is asked although something is laid")
	}
}

// TestRulesOfCalm: what is gained and lost is counted together. The rules say so.
func TestRulesOfCalm(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("+++ - - | - - - | - - n3")
	b.Print(0, "L c.. I ... D .. M .")
	b.S.Dreamers[0].Calm = 29
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	if r := b.S.Last.Results[0]; r.Before != 29 || r.Calm != 29 {
		t.Errorf("with three gained and three lost calm goes from %d to %d", r.Before, r.Calm)
	}
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range map[text.Lang]string{text.English: "counted together", text.Russian: "считаются вместе"} {
		if s := c.Say(l, ui.T("rules.effects.order"), nil); !strings.Contains(s, want) {
			t.Errorf("in %s the rules say %q", l, s)
		}
	}
}
