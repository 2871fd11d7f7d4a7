package picture

import (
	"bytes"
	"image"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// words is a game that has the words of Dream Fortress and nothing else.
var words = games.Define[struct{}, kit.Move, view.View](games.Info{Locale: os.DirFS("..")}, nil, nil)

// crowded is the public view of a table of nine in the middle of a turn. It has
// everything that a picture of the table can show.
func crowded() view.View {
	v := view.View{Me: games.Nobody, Phase: kit.Play, Lap: 3, Active: 4, Done: 1, Most: 2,
		Dice: []kit.Face{kit.FaceInsight, kit.FaceAttack, kit.FaceHeal}, Used: []bool{false, true, false}}
	for i := range 9 {
		v.Pawns = append(v.Pawns, view.Pawn{Sleep: 10 - i, Place: kit.Places[i%4]})
	}
	v.Pawns[1].Visions = []kit.Vision{"wings", "thread", "quilt", "letter", "tale", "boots", "button"}
	v.Pawns[3].Visions = []kit.Vision{"cocoa", "rooster"}
	v.Pawns[5].Hidden = true
	v.Pawns[8] = view.Pawn{Role: kit.Janitor} // awake
	return v
}

// ended is the public view of a table of nine at its end.
func ended() view.View {
	v := crowded()
	v.Phase, v.Win = kit.Over, []games.Seat{0, 3, 8}
	for i, r := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.GoodDream, kit.Nightmare, kit.Alice, kit.GoodDream, kit.Sigmund, kit.Nightmare, kit.Janitor} {
		v.Pawns[i].Role = r
	}
	return v
}

// marked is crowded with all that a deed can change, and all dice done.
func marked() view.View {
	v := crowded()
	v.Was = []kit.Was{{Seat: 0, Sleep: 8, Place: kit.City}, {Seat: 1, Sleep: 9, Place: kit.Forest, Visions: 6}, {Seat: 2, Sleep: 8, Place: kit.Forest}, {Seat: 3, Sleep: 6, Place: kit.House, Visions: 3}, {Seat: 4, Sleep: 7, Place: kit.City}, {Seat: 8, Sleep: 1, Place: kit.Shop}}
	v.Used, v.Done, v.Most = []bool{true, true, false}, 2, 2
	return v
}

// charted is ended after as many laps as a chart has, for one of the players.
func charted() view.View {
	v := ended()
	v.Me, v.Role, v.Lap = 4, kit.Alice, kit.LastLap
	for lap := range kit.LastLap {
		var floors []int
		for seat := range v.Pawns {
			floors = append(floors, max(kit.TopFloor-lap*(seat%4+1)/4, 0))
		}
		v.Course = append(v.Course, floors)
	}
	return v
}

// rolePicture is the picture of a role of a player at a table.
func rolePicture(r kit.Role) *ui.Picture {
	v := crowded()
	v.Me, v.Role = 4, r
	return Role(v)
}

// pictures are the game's pictures by name, each as full as it gets.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"board": Table(marked()), "cover": Cover, "end": End(charted())}
	for _, r := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice, kit.Sigmund, kit.William, kit.Janitor} {
		list["role-"+string(r)] = rolePicture(r)
	}
	return list
}

// catalogue are the words of the game.
func catalogue(t *testing.T) *text.Catalogue {
	t.Helper()
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) {
	gametest.Looks(t, words, pictures())
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, words, pictures()) }

// TestPictureChanges: what changes on the table changes in the picture, where it
// is drawn and nowhere else.
func TestPictureChanges(t *testing.T) {
	nine := planOf(9)
	floor := func(n, seat int) image.Rectangle { // its windows stand out, and have a shadow
		x, y := nine.column(seat), floorTop(n)
		return image.Rect(x, y-10, x+nine.wide, y+floorHeight+12)
	}
	room := func(p kit.Place) image.Rectangle {
		x, y := nine.corner(p)
		return image.Rect(x, y, x+nine.room, y+placeHeight)
	}
	die := func(i int) image.Rectangle { return box(dieLeft(i), baseTop, dieSize) }
	base := image.Rect(nine.left, namesTop, nine.left+nine.tower, boardHeight)
	for name, c := range map[string]struct {
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"a floor down":        {func(v *view.View) { v.Pawns[6].Sleep = 2 }, []image.Rectangle{floor(4, 6), floor(2, 6)}},
		"a second on a floor": {func(v *view.View) { v.Pawns[6].Sleep = 10 }, []image.Rectangle{floor(4, 6), floor(10, 6)}},
		"the last floor":      {func(v *view.View) { v.Pawns[7].Sleep = 1 }, []image.Rectangle{floor(3, 7), floor(1, 7)}},
		"another place":       {func(v *view.View) { v.Pawns[0].Place = kit.House }, []image.Rectangle{room(kit.City), room(kit.House)}},
		"two change places":   {func(v *view.View) { v.Pawns[1].Place, v.Pawns[2].Place = kit.Shop, kit.Forest }, []image.Rectangle{room(kit.Forest), room(kit.Shop)}},
		"hidden":              {func(v *view.View) { v.Pawns[1].Hidden = true }, []image.Rectangle{room(kit.Forest)}},
		"hidden no more":      {func(v *view.View) { v.Pawns[5].Hidden = false }, []image.Rectangle{room(kit.Forest)}},
		"awake":               {func(v *view.View) { v.Pawns[7] = view.Pawn{Role: kit.Alice} }, []image.Rectangle{floor(3, 7), room(kit.House), base}},
		"awake as another":    {func(v *view.View) { v.Pawns[8].Role = kit.Alice }, []image.Rectangle{base}},
		"a Vision":            {func(v *view.View) { v.Pawns[0].Visions = []kit.Vision{kit.Door} }, []image.Rectangle{room(kit.City)}},
		"a Vision fewer":      {func(v *view.View) { v.Pawns[1].Visions = v.Pawns[1].Visions[:6] }, []image.Rectangle{room(kit.Forest)}},
		"whose turn":          {func(v *view.View) { v.Active = 5 }, []image.Rectangle{floor(6, 4), floor(5, 5), room(kit.City), room(kit.Forest)}},
		"a die":               {func(v *view.View) { v.Dice[2] = kit.FaceAttack }, []image.Rectangle{die(2)}},
		"a die is used":       {func(v *view.View) { v.Used[0] = true }, []image.Rectangle{die(0)}},
		"a third die fewer":   {func(v *view.View) { v.Dice, v.Used = v.Dice[:2], v.Used[:2] }, []image.Rectangle{die(2)}},
		"a die is left over":  {func(v *view.View) { v.Done, v.Most = 1, 1 }, []image.Rectangle{die(0), die(2)}},
		"a floor was lost":    {func(v *view.View) { v.Was = []kit.Was{{Seat: 6, Sleep: 5, Place: kit.Shop}} }, []image.Rectangle{floor(5, 6), floor(4, 6)}},
		"a floor was won":     {func(v *view.View) { v.Was = []kit.Was{{Seat: 6, Sleep: 3, Place: kit.Shop}} }, []image.Rectangle{floor(3, 6), floor(4, 6)}},
		"came from elsewhere": {func(v *view.View) { v.Was = []kit.Was{{Seat: 6, Sleep: 4, Place: kit.City}} }, []image.Rectangle{room(kit.City), room(kit.Shop)}},
		"has just woken":      {func(v *view.View) { v.Was = []kit.Was{{Seat: 8, Sleep: 2, Place: kit.House}} }, []image.Rectangle{floor(2, 8), floor(1, 8), room(kit.House)}},
		"took a Vision":       {func(v *view.View) { v.Was = []kit.Was{{Seat: 3, Sleep: 7, Place: kit.House, Visions: 1}} }, []image.Rectangle{room(kit.House)}},
		"no turn":             {func(v *view.View) { v.Phase = kit.Talk }, []image.Rectangle{die(0), die(1), die(2), floor(6, 4), room(kit.City), room(kit.Forest), room(kit.Shop), room(kit.House)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := crowded()
			c.change(&v)
			gametest.Shows(t, words, Table(crowded()), Table(v), c.areas...)
		})
	}
	v := crowded()
	v.Until, v.Waits, v.Me, v.Role, v.Pawns[0].Ready, v.Pawns[1].Role = 5, 2, 3, kit.Nightmare, true, kit.Alice
	v.Pawns[3].Visions = []kit.Vision{kit.Wings, kit.Quilt}
	if Table(v).Key != Table(crowded()).Key {
		t.Error("what the picture does not show changes its key")
	}
}

// TestFinaleChanges: the last picture shows roles, floors and winners.
func TestFinaleChanges(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"a role":        {func(v *view.View) { v.Pawns[1].Role = kit.William }, []image.Rectangle{endCell(9, 1)}},
		"a floor":       {func(v *view.View) { v.Pawns[2].Sleep = 3 }, []image.Rectangle{endCell(9, 2)}},
		"awake":         {func(v *view.View) { v.Pawns[2].Sleep = 0 }, []image.Rectangle{endCell(9, 2)}},
		"whose it is":   {func(v *view.View) { v.Me = 3 }, []image.Rectangle{endCell(9, 3)}},
		"one more wins": {func(v *view.View) { v.Win = append(slices.Clone(v.Win), 4) }, []image.Rectangle{endCell(9, 4)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := ended()
			c.change(&v)
			gametest.Shows(t, words, End(ended()), End(v), c.areas...)
		})
	}
	v := ended()
	v.Pawns[2].Visions, v.Harm = []kit.Vision{kit.Wings}, nil
	if End(v).Key != End(ended()).Key {
		t.Error("what the picture does not show changes its key")
	}
}

// The alt text says all that the pictures show: names, floors, places, shelter,
// Visions, dice, roles and winners.
func TestAltTells(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city:9+wings gooddream@forest+wings+quilt nightmare@:8 gooddream@house:0 william@forest:7").Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceMove)
	g.S.Beds[1].Hidden = true
	g.S.Turn.Used[0] = true
	said := func(p *ui.Picture) string {
		var lines []string
		for _, l := range p.Alt {
			lines = append(lines, strings.ReplaceAll(catalogue(t).Say(text.English, l, fortresstest.Plain{}), strings.Repeat("Ж", 31), ""))
		}
		return strings.Join(lines, "\n")
	}
	if got, want := said(Table(view.Of(g.S, games.Viewer{}))), `The dream fortress. Lap 2/20.
A 0: floor 9, Drowned City, Visions: 1.
B 1: floor 10, Mysterious Forest, hidden from Insights, Visions: 2.
C 2: floor 8.
D 3: awake, Good dream.
E 4: floor 7, Mysterious Forest.
Dice: Attack (used), Heal, Move.
Turn: A 0.`; got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	g.S.Phase, g.S.Win = kit.Over, []games.Seat{0, 2}
	if got, want := said(End(view.Of(g.S, games.Viewer{}))), `Morning over the fortress: who was who.
Victory: Nightmares.
A 0: Nightmare, floor 9. Won!
B 1: Good dream, floor 10.
C 2: Nightmare, floor 8. Won!
D 3: Good dream, awake.
E 4: William, floor 7.`; got != want {
		t.Errorf("the end is\n%s\nwant\n%s", got, want)
	}
}

// mostBoard is how many bytes a picture of the table has at most. Of these some hundred are for
// the letters below the tower, which are those of a table's own names.
const mostBoard = 40_500

// TestBoardBytes: no picture of the table in a whole match is too large to be sent, for
// any number of seats. Most of them have pieces that were never sent before.
func TestBoardBytes(t *testing.T) {
	gametest.NotShort(t)
	in := catalogue(t)
	say := func(x ui.Text) string { return in.Say(text.Russian, x, fortresstest.Usual{}) }
	check := func(seats int, p *ui.Picture) {
		png, err := paint.Encode(p.Draw(say))
		if err != nil {
			t.Fatal(err)
		}
		if len(png) > mostBoard {
			t.Errorf("%d seats: the picture %v has %d bytes of %d", seats, p.Alt, len(png), mostBoard)
		}
	}
	check(9, Table(marked()))
	for seats := 4; seats <= 9; seats++ {
		seen := map[string]bool{}
		fortresstest.Watch(t, seats, 1, nil, fortresstest.EveryRole, func(games.Seat, kit.Role) games.Strength { return games.Strong }, func(s rules.State) {
			if p := Table(view.Of(s, games.Viewer{})); !seen[p.Key] {
				seen[p.Key] = true
				check(seats, p)
			}
		})
		if len(seen) < 30 {
			t.Errorf("%d seats: %d pictures", seats, len(seen))
		}
	}
}

// TestNamesWhole: a long name is not cut at any table, beside all that a row can show, as
// long as no more than four are in one place.
func TestNamesWhole(t *testing.T) {
	for seats := 4; seats <= 9; seats++ {
		for people := 1; people <= 4; people++ {
			r := row(planOf(seats), kit.City, 0, people)
			for _, signs := range []int{0, 30, 52, 82} {
				for _, name := range []string{"Мирослава", "Александра", "Иннокентий", "Святослав Николаевич", "🤖 Вячеслав", "Константиновский"} {
					l := lettering(name, r.Dx()-54, signs, r.Dy())
					if signs == 82 && len(name) > 30 {
						continue // both signs beside the longest names
					}
					if got := strings.Join(l.lines, " "); got != name {
						t.Errorf("%d seats, %d in a place, %d of signs: %q reads %q", seats, people, signs, name, got)
					}
					if l.Size < 13 || len(l.lines)*l.line > r.Dy() || l.above && r.Dy() < 39 {
						t.Errorf("%d seats, %d in a place, %d of signs: %q has %d lines of %d in %d", seats, people, signs, name, len(l.lines), l.line, r.Dy())
					}
				}
			}
		}
	}
	const endless = "Константиновская-Вознесенская-Рождественская"
	if l := lettering(endless, 150, 52, 49); !strings.HasSuffix(l.lines[0], "…") || l.Size != 13 || !l.above {
		t.Errorf("a name without an end reads %q in %d", l.lines, l.Size)
	}
}

// TestMoods: a face shows what the last deed did.
func TestMoods(t *testing.T) {
	v := crowded()
	v.Was = []kit.Was{{Seat: 0, Sleep: 9, Place: kit.City}, {Seat: 1, Sleep: 10, Place: kit.Forest, Visions: 7}, {Seat: 2, Sleep: 8, Place: kit.Shop}}
	for seat, want := range []mood{glad, hurt, calm, calm} {
		if got := moodOf(v, seat); got != want {
			t.Errorf("seat %d has the mood %d, want %d", seat, got, want)
		}
	}
}

// TestSignsDiffer: the shape alone tells every marker and every sign from the
// others of its kind.
func TestSignsDiffer(t *testing.T) {
	kinds := map[string][]*paint.Icon{"faces": slices.Collect(maps.Values(faceSigns)), "roles": slices.Collect(maps.Values(roleSigns)), "moods": moods[:]}
	for _, m := range markers {
		kinds["markers"] = append(kinds["markers"], m.shape)
	}
	for name, list := range kinds {
		seen := map[string]bool{}
		for _, icon := range list {
			c := paint.New(64, 64, paint.White)
			c.Icon(icon, image.Rect(0, 0, 64, 64), paint.Ink)
			seen[string(c.Image().Whole().Pix)] = true
		}
		if len(seen) != len(list) {
			t.Errorf("%d %s have %d signs", len(list), name, len(seen))
		}
	}
	if len(markers) != 9 || len(faceSigns) != len(kit.Faces) || len(roleSigns) != 6 {
		t.Errorf("%d markers, %d faces, %d roles", len(markers), len(faceSigns), len(roleSigns))
	}
}

// TestNightcap: who sleeps wears a cap, in a light colour that the marker has not, and who
// is awake wears none.
func TestNightcap(t *testing.T) {
	for m, wears := range map[mood]bool{calm: true, hurt: true, glad: true, wide: false} {
		for _, size := range []int{27, 42} {
			c := paint.New(100, 100, paint.Gold)
			face(c, 20, 20, size, 2, m)
			if seen := bytes.IndexByte(c.Image().Whole().Pix, uint8(paint.Frost)) >= 0; seen != wears {
				t.Errorf("a face of %d pixels in the mood %d wears a cap: %v, want %v", size, m, seen, wears)
			}
		}
	}
}

// TestCells: a cell of the grid has the deeds of a turn in signs, with what came of an Insight.
func TestCells(t *testing.T) {
	lap := func(n int, list ...kit.Event) kit.Lap {
		var told []string
		for _, e := range list {
			told = append(told, e.Brief())
		}
		return kit.Lap{N: n, Told: strings.Join(told, ";")}
	}
	v := view.View{Pawns: make([]view.Pawn, 5), Laps: []kit.Lap{
		lap(1, kit.Event{Kind: kit.Sent, Seat: 0, To: 2}, kit.Event{Kind: kit.Sank, Seat: 2, To: games.Nobody, N: 1}, kit.Event{Kind: kit.Struck, Seat: 0, To: 1, N: 2}, kit.Event{Kind: kit.Struck, Seat: 0, To: 1, N: 2},
			kit.Event{Kind: kit.Healed, Seat: 1, To: 3, N: 1}, kit.Event{Kind: kit.Walked, Seat: 1, To: games.Nobody, What: string(kit.Shop)},
			kit.Event{Kind: kit.Sent, Seat: 2, To: 4}, kit.Event{Kind: kit.Slow, Seat: 4, To: games.Nobody}, kit.Event{Kind: kit.Quiet, Seat: 4, To: games.Nobody}),
		lap(2, kit.Event{Kind: kit.Sent, Seat: 0, To: 4}, kit.Event{Kind: kit.Gave, Seat: 4, To: 0, What: string(kit.Quilt)}),
	}}
	all := cells(v, v.Laps)
	for _, want := range []struct {
		lap, seat int
		signs     string
	}{{0, 0, "👁️C−1, ⏰B−4"}, {0, 1, "💗D+1, 👣🏺"}, {0, 2, "👁️E0"}, {0, 4, ""}, {1, 0, "👁️E🔮"}} {
		if got := catalogue(t).Say(text.English, (cell{dots: all[want.lap][want.seat]}).signs(), fortresstest.Usual{}); got != want.signs {
			t.Errorf("lap %d, seat %d: %q, want %q", want.lap+1, want.seat, got, want.signs)
		}
	}
}

// TestChartOfManyLaps: the chart of a long night begins with the first lap whose floors are kept.
func TestChartOfManyLaps(t *testing.T) {
	v := charted()
	v.Lap, v.Why = kit.LastLap+5, kit.WhyWon
	_, laps := course(v)
	if laps[0] != 6 || laps[len(laps)-1] != kit.LastLap+5 {
		t.Errorf("the chart goes from lap %d to %d", laps[0], laps[len(laps)-1])
	}
}
