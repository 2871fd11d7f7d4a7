package main

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oneiros/bot/localcord/browse"
	"oneiros/games/text"
)

// TestReadmePictures makes the pictures of the README: what a person sees on a phone who
// plays alone. It plays until the page reads like the moment that is to be shown. Run
// it with
//
//	PICTURES=../../docs go test ./cmd/oneiros -run TestReadmePictures
//
// and look at each of them. Each takes a minute or two. With a name, such as
// TestReadmePictures/somnia, it makes one of them.
func TestReadmePictures(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES names the folder for the pictures of the README")
	}
	t.Run("games", func(t *testing.T) {
		p := playAt(t, text.English, 1, 1, "#people=1&channel=table", 360, 820).page
		p.Click(`[data-welcome="dream play"]`)
		p.Until(`document.querySelector('.button[data-custom-id^="b/-/alone/"]') !== null`)
		keep(t, p, filepath.Join(dir, "games.png"))
	})
	for _, test := range []struct {
		name, game, options string
		board               bool // it is the board that is shown, and not the panel
		seed                uint64
		shows               func(words string) bool
	}{
		{"night", "when-i-dream", "night:300 clue:60 words:en", false, 3, func(panel string) bool {
			return strings.Contains(panel, "Waiting for you") && strings.Contains(panel, "On the card:")
		}},
		{"dawn", "when-i-dream", "night:60 clue:60 words:en", true, 2, func(board string) bool { return strings.Contains(board, "Dawn · night ") }},
		{"fortress", "dream-fortress", "talk:0 turn:900", true, 3, func(board string) bool {
			return laterLap.MatchString(board) && strings.Contains(board, "reads an Insight")
		}},
		{"somnia", "somnia", "clock:300", false, 4, func(panel string) bool {
			return strings.Contains(panel, "Your turn · ") && strings.Contains(panel, "Nightmare: ")
		}},
		{"somnicum", "somnicum", "clock:600", true, 5, func(board string) bool {
			for cards := 6; cards <= 12; cards++ { // most of the ring is in dreams
				if strings.Contains(board, fmt.Sprintf("Cards %d,", cards)) {
					return strings.Contains(board, "which card?")
				}
			}
			return false
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			moments(t, dir, test.name, test.game, test.options, test.board, test.seed, test.shows)
		})
	}
	t.Run("runners", func(t *testing.T) { composition(t, filepath.Join(dir, "runners.png")) })
}

// laterLap is a lap of Dream Fortress in which some have fallen from the top, while the board
// has few buttons when an Insight is read.
var laterLap = regexp.MustCompile(`Lap ([5-9]|1\d)/`)

// composition takes a picture of the panel of Dream Runners with four segments in place.
func composition(t *testing.T, file string) {
	t.Helper()
	g := playAt(t, text.English, 1, 1, "#people=1&channel=table", 360, 820)
	phone := g.page
	g.first(phone, "dream-runners", "runners")
	bench{phone, 1}.compose()
	phone.Until(`document.querySelector('.messages').innerText.includes('Done (')`)
	phone.Is(`(document.querySelector('.scroll').scrollTop = 1e6) > 0`)
	keep(t, phone, file)
}

// moments plays a game alone until the panel or the board shows what it should, and
// takes a picture.
func moments(t *testing.T, dir, name, game, options string, board bool, seed uint64, shows func(string) bool) {
	t.Helper()
	g := playAt(t, text.English, 1, 15, "#people=1&channel=table", 360, 820)
	r := newReader(g, text.English, seed)
	r.rand = rand.New(rand.NewPCG(seed, seed)) // as the pictures were first taken
	r.begin(game, options)
	for range 1500 {
		tree := r.page.Tree()
		at := r.panel(tree)
		if board {
			at = r.board(tree)
		}
		if at >= 0 && shows(tree.Says(at)) {
			for dismiss, ok := last(tree, 0, len(tree), "button", "Dismiss message"); board && ok; dismiss, ok = last(tree, 0, len(tree), "button", "Dismiss message") {
				r.page.Enter(dismiss)
				r.page.Until(`document.querySelector('[data-dismiss]') === null`)
				tree = r.page.Tree()
			}
			r.page.Is(`(document.querySelector('.scroll').scrollTop = 1e6) > 0`)
			keep(t, r.page, filepath.Join(dir, name+".png"))
			return
		}
		r.step(tree)
		r.pause()
	}
	t.Fatalf("it never looked so; the page says:\n%s", r.page.Says())
}

// keep writes a picture of the page in few colours, so that it is small.
func keep(t *testing.T, p *browse.Page, file string) {
	t.Helper()
	browse.AskLater[int](p, `(document.activeElement.blur(), Promise.all([...document.images].map(i => i.decode())).then(all => all.length))`)
	img, err := png.Decode(bytes.NewReader(p.Shot()))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(&out, fewColours(img, 200)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %.0f kB", file, float64(out.Len())/1000)
	if out.Len() > 100_000 {
		t.Error(fmt.Sprint(file, " is too large"))
	}
}

// fewColours is a picture with its most frequent colours.
func fewColours(img image.Image, most int) *image.Paletted {
	b := img.Bounds()
	count := map[color.RGBA]int{}
	rough := func(x, y int) color.RGBA {
		red, green, blue, _ := img.At(x, y).RGBA()
		return color.RGBA{uint8(red>>8) &^ 7, uint8(green>>8) &^ 7, uint8(blue>>8) &^ 7, 255}
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			count[rough(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range all {
		if len(palette) < most && !slices.ContainsFunc(palette, func(o color.Color) bool { return near(o.(color.RGBA), c) }) {
			palette = append(palette, c)
		}
	}
	out := image.NewPaletted(b, palette)
	index := map[color.RGBA]uint8{}
	for _, c := range all {
		index[c] = uint8(palette.Index(c))
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			out.SetColorIndex(x, y, index[rough(x, y)])
		}
	}
	return out
}

// near reports whether no person sees two colours apart.
func near(a, b color.RGBA) bool {
	d := func(x, y uint8) int { return (int(x) - int(y)) * (int(x) - int(y)) }
	return d(a.R, b.R)+d(a.G, b.G)+d(a.B, b.B) < 150
}
