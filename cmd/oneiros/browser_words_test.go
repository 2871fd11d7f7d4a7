package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"oneiros/bot/localcord/browse"
	"oneiros/games/text"
)

// TestBrowserWords uploads words for When I Dream with mistakes, mends them, and begins a
// match with them.
func TestBrowserWords(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	t.Parallel()
	example, err := os.ReadFile(filepath.Join("..", "..", "docs", "words.ru-en.txt"))
	if err != nil {
		t.Fatal(err)
	}
	good, bad := filepath.Join(t.TempDir(), "sea.txt"), filepath.Join(t.TempDir(), "mistakes.txt")
	for file, words := range map[string]string{good: string(example), bad: string(example) + "Маяк\tLighthouse\n" + strings.Repeat("x", 300) + "\ty\n"} {
		if err := os.WriteFile(file, []byte(words), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Count(string(example), "\n")
	for lang, c := range map[text.Lang]struct {
		width                int64
		mistake, draft, deck string
	}{
		text.Russian: {360, "Строка %d", "не сохранён", "sea"},
		text.English: {1280, "Line %d", "not saved", "sea"},
	} {
		t.Run(string(lang), func(t *testing.T) {
			inOneLanguage(t, lang, text.English)
			t.Parallel()
			g := playAt(t, lang, 1, 1, "#people=1", c.width, 800)
			p := g.page
			upload := func(file string) {
				t.Helper()
				g.press(1, "/words/add")
				const field = `[data-modal] input[type="file"]`
				p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(field)))
				p.Run(chromedp.SetUploadFiles(chromedp.CSS(field), []string{file}))
				g.shot(p, "words-form-"+string(lang))
				p.Click(browse.Column(1, "[data-modal-submit]"))
			}
			p.Keys(browse.Column(1, "[data-composer]"), "/dream wo")
			p.Click(browse.Column(1, `[data-choice="dream words"]`))
			p.Click(browse.Column(1, "[data-send]"))
			upload(bad)
			g.reads(fmt.Sprintf(c.mistake, lines+1))
			g.reads(fmt.Sprintf(c.mistake, lines+2))
			g.shot(p, "words-mistakes-"+string(lang))
			upload(good)
			g.reads(c.draft)
			p.Is(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, c.width))
			g.shot(p, "words-preview-"+string(lang))
			g.press(1, "/words/save:")
			p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(link(1, "/words/share:"))))
			p.Click(browse.Column(1, "[data-dismiss]"))

			g.plays("when-i-dream", "options", "mode:text")
			g.press(1, "/options/")
			p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, browse.Quote(browse.Column(1, `.messages .select[data-custom-id*="/option/"]`))))
			match := browse.Ask[string](p, `document.querySelector('.messages .select[data-custom-id*="/option/"]').dataset.customId.split('/')[1]`)
			g.choose("b/"+match+"/option/", "pack")
			p.Click(browse.Column(1, fmt.Sprintf(`.messages .select[data-custom-id="b/%s/value/pack"]`, match)))
			p.Click(fmt.Sprintf(`[data-menu] [role=option][data-label=%s]`, browse.Quote(c.deck)))
			g.reads(c.deck)
			p.Click(browse.Column(1, "[data-dismiss]"))
			g.press(1, "/start/")
			p.Within(time.Minute, anyHas("/a/guess/", "/a/clue/", "/d/ready"))
			g.shot(p, "words-played-"+string(lang))
		})
	}
}
