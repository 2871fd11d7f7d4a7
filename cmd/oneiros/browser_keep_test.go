package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"oneiros/bot/kept"
	"oneiros/bot/localcord/browse"
	"oneiros/games/text"
)

// TestBrowserKeep lets automatic players end a match of Dream Runners, which is the
// shortest one. It keeps the match from the board, shows its picture to every person, and
// plays the file from a disk without a network.
func TestBrowserKeep(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	t.Parallel()
	for lang, c := range map[text.Lang]struct {
		width int64
		shows string
	}{
		text.Russian: {360, "показывает, чем закончилась партия"},
		text.English: {1280, "shows how a match of"},
	} {
		t.Run(string(lang), func(t *testing.T) {
			inOneLanguage(t, lang, text.Russian)
			t.Parallel()
			g := playAt(t, lang, 1, 100, "#people=1&pace=50", c.width, 800)
			p := g.page
			p.Click(`[data-welcome="dream play"]`)
			p.Click(`.button[data-custom-id="b/-/cards/dream-runners"]`)
			p.Click(`.button[data-custom-id="b/-/alone/dream-runners"]`)
			p.Click(`[data-auto-all]`)
			p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(link(1, "/keep/"))))
			p.Click(`[data-auto-all]`)
			g.press(1, "/keep/")
			show := link(1, "/show/")
			p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(show)))
			p.Is(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, c.width))
			g.shot(p, "keep-"+string(lang))
			address := browse.Ask[string](p, `[...document.querySelectorAll('a[href*="/attachments/"]')].map(a => a.href).find(h => h.includes('.html'))`)
			p.Click(show)
			g.seesAll(c.shows)
			g.shot(p, "keep-shown-"+string(lang))

			file := fetched(t, address)
			if len(file) > kept.MaxSize || !bytes.Contains(file, []byte("</html>")) || !bytes.Contains(file, []byte(`lang="`+string(lang)+`"`)) {
				t.Fatalf("the file has %d bytes: %.200s", len(file), file)
			}
			at := filepath.Join(t.TempDir(), "dream.html")
			if err := os.WriteFile(at, file, 0o600); err != nil {
				t.Fatal(err)
			}
			disk := browse.Open(t, g.browser, "about:blank", c.width, 800, 3*time.Minute)
			disk.Cut(string(lang))
			disk.Run(chromedp.Navigate("file://" + at))
			disk.Until(`!document.getElementById('stage').hidden`)
			disk.Is(`document.documentElement.scrollWidth <= innerWidth`)
			disk.Type(kb.ArrowRight)
			disk.Until(`document.getElementById('where').value === '1'`)
			g.shot(disk, "kept-step-"+string(lang))
			disk.Type(kb.End)
			disk.Until(`document.getElementById('after').disabled`)
			disk.Is(`document.getElementById('proved').textContent.startsWith('✅')`)
			g.shot(disk, "kept-end-"+string(lang))
		})
	}
}

// fetched is what stands at an address of the playground.
func fetched(t *testing.T, address string) []byte {
	t.Helper()
	if !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Fatalf("the file is at %q", address)
	}
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", address, r.StatusCode, err)
	}
	return b
}
