package fortress

import (
	"maps"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// crowded is the public view of a table of nine in the middle of a turn, with
// everything on it that a picture of the table can show.
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
	list := map[string]*ui.Picture{"board": board(crowded())}
	for _, r := range []Role{Nightmare, GoodDream, Alice, Sigmund, William, Janitor} {
		list["role-"+string(r)] = portrait(r)
	}
	return list
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) {
	c, err := load()
	if err != nil {
		b.Fatal(err)
	}
	say := func(x ui.Text) string { return c.Say(text.Russian, x, plain{}) }
	list := pictures()
	for _, name := range slices.Sorted(maps.Keys(list)) {
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				png, err := paint.Encode(list[name].Draw(say))
				if err != nil {
					b.Fatal(err)
				}
				size = len(png)
			}
			b.ReportMetric(float64(size)/1000, "kB")
		})
	}
}
