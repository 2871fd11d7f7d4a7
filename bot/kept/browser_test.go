package kept_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"oneiros/bot/kept"
	"oneiros/bot/localcord/browse"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/text"
)

// TestOpenedFromADisk opens kept matches in Chromium, as files. They are read step by
// step with the keyboard, play by themselves, fit on a phone and name no other file.
func TestOpenedFromADisk(t *testing.T) {
	browser := browse.Chromium(t)
	for i, g := range all.Games {
		lang := text.Langs[i%2]
		width := []int64{360, 1280}[i%2]
		t.Run(g.Info().Name, func(t *testing.T) {
			file, err := kept.Make(about(t, g, g.Info().Min, lang, games.Seat(0).Viewer()), states(played(t, g, g.Info().Min, 3), gametest.Times(25, 8, 8)))
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
			p.Run(chromedp.Navigate("file://" + at))
			p.Until(`!document.getElementById('stage').hidden`)
			p.Is(`document.getElementById('back').disabled && !document.getElementById('on').disabled`)
			p.Is(`document.querySelectorAll('canvas').length > 0`)
			p.Is(`[...document.querySelectorAll('canvas')].every(c => c.getAttribute('aria-label').length > 9)`)
			p.Is(`document.documentElement.scrollWidth <= innerWidth`)
			p.Is(`document.querySelectorAll('#stage img, #stage a, #stage script').length === 0`)
			first := browse.Ask[string](p, `document.getElementById('board').innerText + document.getElementById('own').innerText`)
			p.Type(kb.ArrowRight)
			p.Until(`document.getElementById('where').value === '1'`)
			if second := browse.Ask[string](p, `document.getElementById('board').innerText + document.getElementById('own').innerText`); strings.TrimSpace(first) == "" || second == first {
				t.Errorf("the second step reads as the first:\n%s", first)
			}
			p.Type(kb.End)
			p.Until(`document.getElementById('last').disabled && Number(document.getElementById('where').value) === ` + strconv.Itoa(len(u.Steps)-1))
			p.Is(`!/\*\*|\\|⟦/.test(document.getElementById('stage').innerText.replaceAll(` + browse.Quote(hostile) + `, ''))`)
			p.Type(kb.Home)
			p.Type(" ")
			p.Until(`Number(document.getElementById('where').value) > 0`)
			p.Is(`document.getElementById('stage').getAttribute('aria-live') === 'off'`)
			p.Click("#play")
			p.Is(`document.getElementById('stage').getAttribute('aria-live') === 'polite'`)
			// The file has computed both hashes by itself, and shows them when somebody asks.
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
