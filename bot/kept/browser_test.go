package kept_test

import (
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"oneiros/bot/kept"
	"oneiros/bot/localcord/browse"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestOpenedFromADisk opens kept matches in Chromium, as files. They are read step by
// step with the keyboard, play by themselves, fit on a phone and name no other file.
func TestOpenedFromADisk(t *testing.T) {
	browser := browse.Chromium(t)
	for i, g := range all.Games {
		lang := text.Langs[i%2]
		width := []int64{360, 1280}[i%2]
		t.Run(g.Info().Name, func(t *testing.T) {
			watched := func() iter.Seq2[games.Match, error] {
				return states(played(t, g, g.Info().Min, 3), gametest.Times(25, 8, 8))
			}
			file, err := kept.Make(about(t, g, g.Info().Min, lang, games.Seat(0).Viewer()), watched())
			if err != nil {
				t.Fatal(err)
			}
			u := unpack(t, file)
			at := filepath.Join(t.TempDir(), "dream.html")
			if err := os.WriteFile(at, file, 0o644); err != nil {
				t.Fatal(err)
			}
			p := browse.Open(t, browser, "about:blank", width, 740, 3*time.Minute)
			p.Cut(string(lang))
			// Without a script it says how the match ended, with the last picture.
			p.Scripts(false)
			p.Run(chromedp.Navigate("file://" + at))
			p.Is(`document.getElementById('stage').hidden && document.getElementById('bar').hidden && document.documentElement.scrollWidth <= innerWidth`)
			p.Is(`document.querySelectorAll('#still img').length > 0 && [...document.querySelectorAll('#still img')].every(i => i.naturalWidth > 0 && i.alt.length > 9)`)
			p.Is(`document.querySelectorAll('#still h2, #still p').length > 2 && !/\*\*|\\|⟦/.test(document.getElementById('still').innerText.replaceAll(` + browse.Quote(hostile) + `, ''))`)
			p.Scripts(true)
			p.Run(chromedp.Navigate("file://" + at))
			p.Until(`!document.getElementById('stage').hidden`)
			p.Is(`document.getElementById('back').disabled && !document.getElementById('on').disabled && !document.getElementById('still')`)
			p.Is(`document.querySelectorAll('canvas').length > 0`)
			p.Is(`[...document.querySelectorAll('canvas')].every(c => c.getAttribute('aria-label').length > 9)`)
			p.Is(`document.documentElement.scrollWidth <= innerWidth`)
			p.Is(`document.querySelectorAll('#stage img, #stage a, #stage script').length === 0`)
			p.Is(handInSight)
			first := browse.Ask[string](p, `document.getElementById('stage').innerText`)
			p.Type(kb.ArrowRight)
			p.Until(`document.getElementById('where').value === '1'`)
			if second := browse.Ask[string](p, `document.getElementById('stage').innerText`); strings.TrimSpace(first) == "" || second == first {
				t.Errorf("the second step reads as the first:\n%s", first)
			}
			p.Type(kb.End)
			p.Until(`document.getElementById('after').disabled && Number(document.getElementById('where').value) === ` + strconv.Itoa(len(u.Steps)-1))
			p.Is(`!/\*\*|\\|⟦/.test(document.getElementById('stage').innerText.replaceAll(` + browse.Quote(hostile) + `, ''))`)
			if got, want := browse.Ask[[]string](p, allPixels), pictured(t, about(t, g, g.Info().Min, lang, games.Viewer{}).Frame, watched()); !slices.Equal(got, want) {
				t.Errorf("the file draws %q, and the game %q", got, want)
			}
			p.Type(kb.PageUp)
			p.Until(`!document.getElementById('after').disabled && document.getElementById('chapter').selectedIndex < document.getElementById('chapter').length - 1`)
			p.Type(kb.Home)
			p.Type(" ")
			p.Until(`Number(document.getElementById('where').value) > 0`)
			p.Is(`document.getElementById('stage').getAttribute('aria-live') === 'off'`)
			p.Click("#play")
			p.Is(`document.getElementById('stage').getAttribute('aria-live') === 'polite'`)
			// The file has computed both hashes by itself, and shows them when a person asks.
			p.Click("#proof summary")
			p.Is(`document.getElementById('proof').open && document.documentElement.scrollWidth <= innerWidth`)
			p.Is(`document.getElementById('proved').textContent.startsWith('✅')`)
			p.Is(`document.querySelectorAll('#numbers dd').length === ` + strconv.Itoa(g.Info().Min+3))
			if shots := os.Getenv("SHOTS"); shots != "" {
				p.Type(kb.End)
				if err := os.WriteFile(filepath.Join(shots, g.Info().Name+".png"), p.Shot(), 0o644); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// handInSight says whether all pictures end above the bar. Where no picture shows the own
// hand, its first line stands there too.
const handInSight = `(() => {
  const bar = document.getElementById('bar').getBoundingClientRect().top, seen = (e) => e.getBoundingClientRect().bottom <= bar;
  const own = document.querySelector('#own canvas') || document.querySelector('#mine p:not(.gap)');
  return [...document.querySelectorAll('#stage canvas')].every(seen) && own !== null && seen(own);
})()`

// allPixels goes through all steps of a file and names each picture by its pixels.
const allPixels = `(() => {
  const all = new Set(), where = document.getElementById('where');
  for (let n = 0; n <= Number(where.max); n++) {
    where.value = n;
    where.oninput();
    for (const c of document.querySelectorAll('#stage canvas')) {
      const px = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
      let h = 2166136261;
      for (let i = 0; i < px.length; i++) if (i % 4 < 3) h = Math.imul(h ^ px[i], 16777619);
      all.add(c.width + '×' + c.height + ' ' + (h >>> 0));
    }
  }
  return [...all].sort();
})()`

// pictured names the pictures of the public and of the first seat by their pixels, as allPixels
// does.
func pictured(t *testing.T, f *screen.Frame, after iter.Seq2[games.Match, error]) []string {
	t.Helper()
	all := map[string]bool{}
	for m, err := range after {
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []games.Viewer{{}, games.Seat(0).Viewer()} {
			for _, p := range m.Pages(v)("").Pictures {
				img, ok := paint.Whole(p.Draw(func(x ui.Text) string { return f.Say.Say(f.Lang, x, screen.Drawn{Frame: f}) }))
				if !ok {
					t.Fatal("a picture has no palette")
				}
				h := fnv.New32a()
				for _, c := range img.Pix {
					r, g, b, _ := img.Palette[c].RGBA()
					h.Write([]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)})
				}
				all[fmt.Sprintf("%d×%d %d", img.Rect.Dx(), img.Rect.Dy(), h.Sum32())] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}
