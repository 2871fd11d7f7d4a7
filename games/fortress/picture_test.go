package fortress

import (
	"image"
	"maps"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// crowded is the public view of a table of nine in the middle of a turn. It has
// everything that a picture of the table can show.
func crowded() View {
	v := View{Me: games.Nobody, Phase: Play, Lap: 3, Active: 4,
		Dice: []Face{FaceInsight, FaceAttack, FaceHeal}, Used: []bool{false, true, false}}
	for i := range 9 {
		v.Pawns = append(v.Pawns, Pawn{Sleep: 10 - i, Place: places[i%4]})
	}
	v.Pawns[1].Visions = []Vision{"wings", "thread", "quilt", "letter", "tale", "boots", "button"}
	v.Pawns[3].Visions = []Vision{"cocoa", "rooster"}
	v.Pawns[5].Hidden = true
	v.Pawns[8] = Pawn{} // awake
	return v
}

// pictures are the game's pictures by name, each as full as it gets.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"board": board(crowded()), "cover": cover}
	for _, r := range []Role{Nightmare, GoodDream, Alice, Sigmund, William, Janitor} {
		list["role-"+string(r)] = portrait(r)
	}
	return list
}

// inRussian says what stands on a picture.
func inRussian(t testing.TB) func(ui.Text) string { return gametest.InRussian(t, Game) }

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) {
	gametest.Looks(t, "testdata/pictures.txt", pictures(), inRussian(t))
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, pictures(), inRussian(b)) }

// TestPictureChanges: what changes on the table changes in the picture, where it
// is drawn and nowhere else.
func TestPictureChanges(t *testing.T) {
	floor := func(n int) image.Rectangle {
		y := towerTop + (top-n)*floorHeight
		return image.Rect(towerLeft, y, towerLeft+towerWidth, y+floorHeight)
	}
	room := func(p Place) image.Rectangle {
		y := placeTop + slices.Index(places, p)*(placeHeight+placeGap)
		return image.Rect(placeLeft, y, placeLeft+placeWidth, y+placeHeight)
	}
	person := func(i int) image.Rectangle {
		x, y := 16+i%3*cellWidth, cellTop+i/3*cellHeight
		return image.Rect(x, y, x+cellWidth, y+cellHeight)
	}
	die := func(i int) image.Rectangle { return box(placeLeft+11+i*(dieSize+22), 456, dieSize) }
	for name, c := range map[string]struct {
		change func(*View)
		areas  []image.Rectangle
	}{
		"a floor down":        {func(v *View) { v.Pawns[6].Sleep = 2 }, []image.Rectangle{floor(4), floor(2)}},
		"a second on a floor": {func(v *View) { v.Pawns[6].Sleep = 10 }, []image.Rectangle{floor(4), floor(10)}},
		"the last floor":      {func(v *View) { v.Pawns[7].Sleep = 1 }, []image.Rectangle{floor(3), floor(1)}},
		"another place":       {func(v *View) { v.Pawns[0].Place = House }, []image.Rectangle{room(City), room(House)}},
		"two change places":   {func(v *View) { v.Pawns[1].Place, v.Pawns[2].Place = Shop, Forest }, []image.Rectangle{room(Forest), room(Shop)}},
		"hidden":              {func(v *View) { v.Pawns[1].Hidden = true }, []image.Rectangle{room(Forest)}},
		"hidden no more":      {func(v *View) { v.Pawns[5].Hidden = false }, []image.Rectangle{room(Forest)}},
		"awake":               {func(v *View) { v.Pawns[7] = Pawn{} }, []image.Rectangle{floor(3), room(House), person(7)}},
		"a Vision":            {func(v *View) { v.Pawns[0].Visions = []Vision{Door} }, []image.Rectangle{person(0)}},
		"another Vision":      {func(v *View) { v.Pawns[3].Visions = []Vision{Cocoa, Lullaby} }, []image.Rectangle{person(3)}},
		"a sixth Vision":      {func(v *View) { v.Pawns[1].Visions = v.Pawns[1].Visions[:6] }, []image.Rectangle{person(1)}},
		"an eighth Vision":    {func(v *View) { v.Pawns[1].Visions = append(slices.Clone(v.Pawns[1].Visions), Diary) }, []image.Rectangle{person(1)}},
		"whose turn":          {func(v *View) { v.Active = 5 }, []image.Rectangle{person(4), person(5)}},
		"a die":               {func(v *View) { v.Dice[2] = FaceAttack }, []image.Rectangle{die(2)}},
		"a die is used":       {func(v *View) { v.Used[0] = true }, []image.Rectangle{die(0)}},
		"a third die fewer":   {func(v *View) { v.Dice, v.Used = v.Dice[:2], v.Used[:2] }, []image.Rectangle{die(2)}},
		"no turn":             {func(v *View) { v.Phase = Talk }, []image.Rectangle{die(0), die(1), die(2), person(4)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := crowded()
			c.change(&v)
			gametest.Shows(t, board(crowded()), board(v), inRussian(t), c.areas...)
		})
	}
	v := crowded()
	v.Until, v.Waits, v.Me, v.Role, v.Pawns[0].Ready, v.Pawns[1].Role = 5, 2, 3, Nightmare, true, Alice
	if board(v).Key != board(crowded()).Key {
		t.Error("what the picture does not show changes its key")
	}
}

// TestSignsDiffer: the shape alone tells every marker and every sign from the
// others of its kind. Every Vision that can lie before a player has a sign.
func TestSignsDiffer(t *testing.T) {
	kinds := map[string][]*paint.Icon{"faces": slices.Collect(maps.Values(faceSigns)), "places": slices.Collect(maps.Values(placeSigns)), "Visions": slices.Collect(maps.Values(visionSigns))}
	for _, m := range markers {
		kinds["markers"] = append(kinds["markers"], m.shape)
	}
	for name, list := range kinds {
		seen := map[string]bool{}
		for _, icon := range list {
			c := paint.New(64, 64, paint.White)
			c.Icon(icon, image.Rect(0, 0, 64, 64), paint.Ink)
			seen[string(c.Image().Pix)] = true
		}
		if len(seen) != len(list) {
			t.Errorf("%d %s have %d signs", len(list), name, len(seen))
		}
	}
	if len(markers) != 9 || len(faceSigns) != len(faces) || len(placeSigns) != len(places) {
		t.Errorf("%d markers, %d faces, %d places", len(markers), len(faceSigns), len(placeSigns))
	}
	for _, card := range visions() {
		if card.Lasts() != Special && visionSigns[card] == nil {
			t.Errorf("%s has no sign", card)
		}
	}
}
