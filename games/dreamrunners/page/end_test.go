package page

import (
	"fmt"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/picture"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// TestWhyItEnded: the end says in a sentence why, to each player and to the public.
func TestWhyItEnded(t *testing.T) {
	ended := func(me games.Seat, winners []games.Seat, dreamers ...view.Dreaming) view.View {
		return view.View{Phase: kit.Over, Me: me, Winners: winners, Dreamers: dreamers, Round: kit.Rounds}
	}
	a := view.Dreaming{Coins: 2, Score: kit.Score{Stars: 22, Calm: 10, Total: 32}}
	b := view.Dreaming{Coins: 1, Score: kit.Score{Stars: 9, Calm: 15, Total: 24}}
	poor := a
	poor.Coins = 1
	woke := view.Dreaming{Woke: 4}
	for name, c := range map[string]struct {
		v    view.View
		want string
	}{
		"won":         {ended(0, []games.Seat{0}, a, b), "{over.you.won [0 32 1 24 {edge.stars [22 9]}]}"},
		"lost":        {ended(1, []games.Seat{0}, a, b), "{over.you.lost [[{ [0]}] 32 24 {place.2 []} {edge.stars [22 9]}]}"},
		"public":      {ended(-1, []games.Seat{0}, a, b), "{over.public [0 32 1 24 {edge.stars [22 9]}]}"},
		"coins":       {ended(1, []games.Seat{0}, a, poor), "{over.you.lost [[{ [0]}] 32 32 {place.2 []} {edge.coins [2 1]}]}"},
		"shared":      {ended(1, []games.Seat{0, 1}, a, a), "{over.shared [[{ [0]} { [1]}] 32 2]}"},
		"woke":        {ended(1, []games.Seat{0}, a, woke), "{over.you.woke [4 [{ [0]}] 32]}"},
		"alone":       {ended(0, []games.Seat{0}, a, woke), "{over.you.won.alone [0 32]}"},
		"alone seen":  {ended(-1, []games.Seat{0}, a, woke), "{over.public.alone [0 32]}"},
		"nobody":      {ended(0, nil, woke, woke), "{over.you.nobody [4]}"},
		"nobody seen": {ended(-1, nil, woke, woke), "{over.nobody []}"},
	} {
		if got := fmt.Sprint(whyLine(c.v)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestNews: after a dream a panel says what it cost its reader and why, what it brought to
// the others, who was first, and who bought what. On the first page of the next dream it
// says so again, and in one line when something is laid there.
func TestNews(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.Tile("b - - | - - - | - - n2")
	b.Print(1, "L c.. I ... D .. M .")
	b.Build("L b3, I c4", dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Play("2: done", "1: done", "0: done")
	seen := func(seat games.Seat) view.View { return view.Of(b.S, seat.Viewer()) }
	said := fmt.Sprint(newsLines(seen(0), false))
	for _, want := range []string{"{news.lost [20 15 [{news.uncovered [3]} {news.nightmare [{ [d4]} 2]}]]}", "{news.lost [20 18 [{ [d4\u00a0−2]}]]} { [+1🔵]}", "{news.result.first [{ [2]} "} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %s", want, said)
		}
	}
	for i := range b.S.Dreamers {
		b.S.Dreamers[i].Coins = 9
	}
	b.Play("2: buy L", "2: done", "0: calm", "0: calm", "0: done", "1: done")
	b.Is("phase", b.S.Phase, kit.Building)
	for seat, want := range []string{"{news.shop [{news.bought [{ [2]} [{ [L2]}]]}]}", "{news.bought [{ [0]} [{ [+2🌙→17]}]]}"} {
		first := fmt.Sprint(At(seen(games.Seat(seat)), "").Lines)
		if !strings.Contains(first, want) {
			t.Errorf("seat %d: %q is not in %s", seat, want, first)
		}
	}
	if all := fmt.Sprint(At(seen(1), pathSince).Lines); !strings.Contains(all, "+2🌙") || !strings.Contains(all, "news.result.first") {
		t.Errorf("all of it: %s", all)
	}
	b.Play("0: place")
	later := At(seen(0), "").Lines
	if said := fmt.Sprint(later); strings.Count(said, "{news.shop [") != 1 || strings.Contains(said, "news.lost") || !strings.Contains(said, "{ [🌙\u206020→15]}") {
		t.Errorf("who builds reads %s", said)
	}
}

// TestNothingBought: who builds reads that no player bought anything, and every player's points.
func TestNothingBought(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact, "")
	b.NextRound()
	for _, play := range []string{"", "1: place"} {
		if play != "" {
			b.Play(play)
		}
		v := view.Of(b.S, games.Seat(1).Viewer())
		said := shownOn(v, "")
		for _, want := range []string{"news.shop.none", fmt.Sprintf("{build.alt.rank [{ [2]} %d]}", v.Dreamers[2].Score.Total), fmt.Sprintf("{build.alt.rank [{you []} %d]}", v.Dreamers[1].Score.Total)} {
			if v.Phase != kit.Building || !strings.Contains(said, want) {
				t.Errorf("after %q, %q is not in %s", play, want, said)
			}
		}
	}
}

// TestStock: between two dreams a panel says what its reader has, and the way on the star
// track as the spaces that it led to.
func TestStock(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("b w - | o - - | g - -")
	for i := range b.S.Dreamers {
		b.S.Dreamers[i].Stars, b.S.Dreamers[i].Shards, b.S.Dreamers[i].Coins = 1, [kit.Colours]int{2, 1, 1, 1}, 7
	}
	b.Print(0, "L c.. I ... D .. M .")
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	for seat := range games.Seat(2) {
		v := view.Of(b.S, seat.Viewer())
		d := v.Own()
		shards := fmt.Sprintf("🔵%d⚪%d🟠%d🟢%d", d.Shards[0], d.Shards[1], d.Shards[2], d.Shards[3])
		want := fmt.Sprintf("{stock [%d %d %d { [%s]} { [%d]}]}", d.Calm, d.Coins, d.Keys, shards, kit.StarTrack[d.Stars])
		if said := shownOn(v, ""); v.Phase != kit.Between || !strings.Contains(said, want) {
			t.Errorf("seat %d does not read %s: %s", seat, want, said)
		}
	}
	v := view.Of(b.S, games.Seat(0).Viewer())
	v.Last.Results[1].Steps, v.Dreamers[1].Stars = 1, 2
	if said := shownOn(v, ""); !strings.Contains(said, "⭐\u20604→9") {
		t.Errorf("seat 0 reads %s", said)
	}
}

// TestLastDream: the end says what the last dream and its shop changed for the reader and
// the winner.
func TestLastDream(t *testing.T) {
	v := dreamrunnerstest.EndedFor(0)
	v.Winners = []games.Seat{3}
	v.Last.Results[0].Before, v.Last.Results[0].Calm = 12, 6
	v.Last.Results[3].Steps = 1
	v.News = []kit.Event{{Kind: kit.EventDream}, {Kind: kit.EventCalm, Seat: 3}, {Kind: kit.EventCalm, Seat: 3}}
	want := "{over.last [8 {joined [{over.last.of [{you []} 23 22 { [12→6🌙]}]} {over.last.of [{ [3]} 33 37 { [20→23🌙 ⭐\u206030→30+ 🛒\u2060+2🌙]}]}]}]}"
	if got := fmt.Sprint(lastLine(v)); got != want {
		t.Errorf("it reads %s, want %s", got, want)
	}
	v.Me = 3
	if got := fmt.Sprint(lastLine(v)); !strings.Contains(got, "{you []} 33 37") || !strings.Contains(got, "[{ [1]} 28 26") && !strings.Contains(got, "[{ [0]} 23 22") {
		t.Errorf("the winner reads %s", got)
	}
	v.Way = nil
	if got := lastLine(v); !got.IsZero() {
		t.Errorf("without a chart it reads %v", got)
	}
}

// TestStanding: on each panel a line says what wins, and the points of all, the first one
// first; in the last shop the coins, too. Another one says who is ready, and who is awaited.
func TestStanding(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.S.Dreamers[1].Calm, b.S.Dreamers[2].Calm = 22, 22
	b.S.Dreamers[2].Coins = 5
	for seat, want := range []string{
		"{stand [{joined [{joined [{stand.of [2 22 5]} {stand.of [1 22 2]}]} {stand.of.you [20 2]}]}]}",
		"{stand [{joined [{joined [{stand.of [2 22 5]} {stand.of.you [22 2]}]} {stand.of [0 20 2]}]}]}",
		"{stand [{joined [{joined [{stand.of.you [22 5]} {stand.of [1 22 2]}]} {stand.of [0 20 2]}]}]}",
	} {
		v := view.Of(b.S, games.Seat(seat).Viewer())
		if said := shownOn(v, "") + fmt.Sprint(standLine(v)); !strings.Contains(said, want) || !strings.Contains(said, "who.all") {
			t.Errorf("seat %d reads %s", seat, said)
		}
	}
	b.Play("1: done")
	for seat, want := range []string{"{who.you [1]}", "{who.some [[{ [2]} { [0]}]]}"} {
		if said := shownOn(view.Of(b.S, games.Seat(seat).Viewer()), ""); !strings.Contains(said, want) {
			t.Errorf("seat %d reads %s", seat, said)
		}
	}
}

// TestPressesAreDrawn: the picture on which one builds tells of each cell how the segment
// in the hand would lie, as the button of that cell plays it.
func TestPressesAreDrawn(t *testing.T) {
	b := sitAlone(t)
	b.press("b2", "🔄")
	v := b.view()
	list, page := v.Pressed(v.Next()), b.page()
	told := 0
	for i, p := range list {
		c := page.Controls[i/3*4+i%3]
		if c.Off != !p.OK || c.Style == ui.Primary {
			continue
		}
		want := kit.Move{Verb: kit.Place, Label: v.Next().Label, Cell: p.Cell, Turn: p.Turn}
		if c.To != ui.Do(want) {
			t.Errorf("the picture tells of %s, and the button of %s", want, c.To.To)
		}
		told++
	}
	if told < 4 {
		t.Errorf("%d cells are told of", told)
	}
	v.Running = true
	if picture.Build(v, v.Next()).Key == picture.Build(b.view(), v.Next()).Key {
		t.Error("the picture does not show that the sand runs")
	}
}

// TestOlderPosition: a match that was kept before anything was told goes on, and ends
// without a chart.
func TestOlderPosition(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Told, b.S.Way = games.Chronicle[kit.Event]{}, nil
	for range kit.Rounds {
		b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
		for seat := range games.Seat(2) {
			v := view.Of(b.S, seat.Viewer())
			if said := shownOn(v, ""); strings.Contains(said, "since.title") || !strings.Contains(said, "stand") {
				t.Fatalf("seat %d reads %s", seat, said)
			}
		}
		b.NextRound()
	}
	v := view.Of(b.S, games.Seat(0).Viewer())
	if said := shownOn(v, ""); v.Phase != kit.Over || strings.Contains(said, "morning.alt.way") || !strings.Contains(said, "over.") {
		t.Errorf("the end reads %s", said)
	}
}

// TestClockChose: the player who let time pass reads that the game chose for them, and the
// player who kept what was marked does not.
func TestClockChose(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.Tile("r - - | - - - | - - -")
	for seat := range b.S.Dreamers {
		b.Print(seat, "L c..")
	}
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Finish()
	b.Is("phase", b.S.Phase, kit.Choosing)
	b.Play("1: done", "2: pick 1 2")
	b.Expire()
	for seat, want := range []bool{true, false, false} {
		v := view.Of(b.S, games.Seat(seat).Viewer())
		if said := shownOn(v, ""); v.Phase != kit.Between || strings.Contains(said, "news.clock") != want {
			t.Errorf("seat %d reads %s", seat, said)
		}
	}
}

// TestBatTakesPoints: points on a segment that a bat takes are named where it is chosen, and
// when it is gone.
func TestBatTakesPoints(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("bat - - | - - - | - - -")
	d, n := &b.S.Dreamers[0], kit.Segment(1)
	for n.Card().Points == 0 {
		n++
	}
	d.Gain(n)
	gone := d.Segments[len(d.Segments)-1]
	b.Build("L c4", dreamrunnerstest.Exact)
	b.Finish()
	points := fmt.Sprintf("%d🎯", n.Card().Points)
	if said := shownOn(view.Of(b.S, games.Seat(0).Viewer()), ""); !strings.Contains(said, string(gone.Label)+" "+points) {
		t.Errorf("the choice reads %s", said)
	}
	b.Pick(0, kit.AskVictim, func(o kit.Option) bool { return o.Label == gone.Label })
	b.Answer()
	for path, key := range map[string]string{"": "news.result", resultPath(0): "result.bat"} {
		if said := shownOn(view.Of(b.S, games.Seat(0).Viewer()), path); !strings.Contains(said, key) || !strings.Contains(said, string(gone.Label)+" −"+points) {
			t.Errorf("%q reads %s", path, said)
		}
	}
}

// TestDanger: the board names those whose calm one dream may end.
func TestDanger(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.S.Dreamers[1].Calm, b.S.Dreamers[2].Calm = lowCalm, lowCalm+1
	if said := shownOn(view.Of(b.S, games.Viewer{}), ""); !strings.Contains(said, "{danger [[{danger.who [1 3]}]]}") {
		t.Errorf("the board reads %s", said)
	}
}
