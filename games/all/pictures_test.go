package all

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/record"
	"oneiros/games/ui"
)

// TestPicturesAreSentAsDrawn shows that each picture of a match is sent as it looks,
// whatever was sent before: a piece that is used again shows what it should. Two tables
// with other names take turns.
func TestPicturesAreSentAsDrawn(t *testing.T) {
	for _, g := range Games {
		t.Run(g.Info().Name, func(t *testing.T) {
			table, r := simulated(t, g, g.Info().Min, record.MatchSeed(9, 1))
			m, err := g.Deal(r.Seed, table)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for i, in := range r.Inputs {
				if len(seen) >= gametest.Times(60, 16, 8) {
					break
				}
				if m, err = m.Do(in.Input); err != nil {
					t.Fatal(err)
				}
				for _, v := range []games.Viewer{{}, games.Seat(0).Viewer()} {
					for _, p := range m.Pages(v)("").Pictures {
						if !seen[p.Key] {
							seen[p.Key] = true
							sent(t, p, fmt.Sprint("Anna ", i%2))
						}
					}
				}
			}
			if len(seen) < 5 {
				t.Errorf("the first pages of a match show %d different pictures, want 5: let a picture show what a move changes", len(seen))
			}
		})
	}
}

// sent compares a picture that is sent with one that is drawn at once.
func sent(t *testing.T, p *ui.Picture, name string) {
	t.Helper()
	say := func(x ui.Text) string {
		if x.Key == "" {
			return fmt.Sprint(name, x.Args)
		}
		return fmt.Sprint(x.Key, x.Args)
	}
	b, err := paint.Encode(p.Draw(say))
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := paint.Whole(p.Draw(say))
	pixels, ok := got.(*image.Paletted)
	if !ok || pixels.Rect != want.Rect || !bytes.Equal(pixels.Pix, want.Pix) {
		t.Errorf("the picture %v looks different when it is sent", p.Alt)
	}
}
