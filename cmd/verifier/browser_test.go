package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"oneiros/bot/localcord/browse"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/proof"
	"oneiros/games/record"
	"oneiros/games/text"
)

// exported is a match of each game, a line each.
func exported(t *testing.T) [][]byte {
	t.Helper()
	var lines [][]byte
	for i, g := range all.Games {
		options, err := g.Info().Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		secret, presses := games.Secret(record.MatchSeed(15, i)), make([]uint64, g.Info().Min)
		for s := range presses {
			presses[s] = 1440000000000000000 + uint64(s)
		}
		r, err := record.Simulate(g, games.Table{Seats: g.Info().Min, Options: options}, secret.Seed(presses), record.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r.Draw = record.NewDraw(secret, presses)
		var line bytes.Buffer
		if err := record.Write(&line, r); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line.Bytes())
	}
	return lines
}

// keptFile is what the verifier reads of a kept file, among what it does not read.
func keptFile(t *testing.T, line []byte) []byte {
	t.Helper()
	for r, err := range record.Read(bytes.NewReader(line)) {
		if err != nil {
			t.Fatal(err)
		}
		g, _ := all.Find(r.Game)
		m, err := g.Deal(r.Seed, games.Table{Seats: r.Seats, Options: r.Options})
		if err != nil {
			t.Fatal(err)
		}
		k := proof.NewKept(m.Snapshot(), r.Draw, games.Seat(0).Viewer())
		if err := k.See(m); err != nil {
			t.Fatal(err)
		}
		value, err := k.Attribute()
		if err != nil {
			t.Fatal(err)
		}
		return []byte("<!doctype html>\n<p>\n<data id=\"deal\" value=\"" + value + "\"></data>\n")
	}
	return nil
}

// files are what is verified: a match of each game, a kept file, and both with changes.
type files struct {
	matches [][]byte
	kept    []byte
	changed [][]byte // one of each kind, of games in turn
	wrong   []byte   // a kept file
	strange []byte   // no match at all
}

func newFiles(t *testing.T) files {
	t.Helper()
	f := files{matches: exported(t), strange: []byte("no match\n")}
	f.kept = keptFile(t, f.matches[2])
	f.wrong = bytes.Replace(f.kept, []byte(`value="ey`), []byte(`value="ez`), 1)
	_, hash, _ := strings.Cut(string(f.matches[0]), `"commitment":"`)
	for i, from := range [][2]string{{`"commitment":"` + hash[:1], `"commitment":"` + string(rune(hash[0])^1)}, {`"1440000000000000001"`, `"1440000000000000002"`}, {`"seat":1,`, `"seat":0,`}, {`"over":true`, `"over":false`}} {
		changed := strings.Replace(string(f.matches[i]), from[0], from[1], 1)
		if changed == string(f.matches[i]) {
			t.Fatalf("match %d has no %s", i, from[0])
		}
		f.changed = append(f.changed, []byte(changed))
	}
	return f
}

// TestRules verifies with the rules that the page compiles: what holds and what was
// changed.
func TestRules(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays a match of each game")
	}
	f := newFiles(t)
	for i, file := range slices.Concat(f.matches, [][]byte{f.kept}) {
		if r := proof.Of(all.Find, file); !r.Good {
			t.Errorf("file %d does not hold: %+v", i, r)
		}
	}
	for i, file := range slices.Concat(f.changed, [][]byte{f.wrong, f.strange}) {
		if r := proof.Of(all.Find, file); r.Good {
			t.Errorf("changed file %d holds: %+v", i, r)
		}
	}
}

// TestVerifier compiles the page and uses it as a person does: opened from a disk, with
// no network, by the chooser and the keyboard, and by dropping a file. It verifies
// matches of all games and a kept file, and refuses changed ones, in both languages, on
// a computer and on a phone.
func TestVerifier(t *testing.T) {
	if !gametest.Thorough() || testing.Short() {
		t.Skip("compiling the rules for a browser takes a while; CI=1 lets it")
	}
	browser := browse.Chromium(t)
	page, err := build("v0.0.0-test")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the page has %.1f MB", float64(len(page))/1e6)
	dir := t.TempDir()
	file := func(name string, b []byte) string {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, b, 0o644); err != nil {
			t.Fatal(err)
		}
		return at
	}
	f := newFiles(t)
	address := "file://" + file("verifier.html", page)
	good, dream := file("good.jsonl", bytes.Join(f.matches, nil)), file("dream.html", f.kept)
	bad, wrong := file("bad.jsonl", bytes.Join(f.changed, nil)), file("wrong.html", f.wrong)
	strange := file("strange <img src=x onerror=document.title=1>.jsonl", f.strange)
	marked := file("marked.jsonl", append([]byte(record.BOM), bytes.Join(f.matches, nil)...))
	var units []byte // of UTF-16
	for _, c := range utf16.Encode([]rune(record.BOM + string(f.matches[0]))) {
		units = binary.LittleEndian.AppendUint16(units, c)
	}
	wide := file("wide.jsonl", units)
	many := file("many.jsonl", bytes.Repeat(f.matches[2], 2000))

	for _, how := range []struct {
		lang                         text.Lang
		width                        int64
		all, some, unread, cancelled string
	}{
		{text.Russian, 360, "Всё, что можно проверить, сходится. Партий: 6.", "Сходятся 0 из 6.", "Не читается", "Отменено."},
		{text.English, 1280, "Everything that can be checked holds. Matches: 6.", "0 of 6 matches hold.", "Cannot be read", "Cancelled."},
	} {
		t.Run(string(how.lang), func(t *testing.T) {
			t.Parallel()
			p := browse.Open(t, browser, "about:blank", how.width, 740, 5*time.Minute)
			p.Cut(string(how.lang))
			p.Run(chromedp.Navigate(address))
			p.Until(`typeof globalThis.verify === 'function' && document.getElementById('state').textContent.length > 3`)
			p.Is(`document.documentElement.lang === '` + string(how.lang) + `'`)
			// The keyboard reaches the language and the chooser.
			p.Type(kb.Tab)
			p.Is(`document.activeElement.id === 'language'`)
			p.Type(kb.Tab)
			p.Is(`document.activeElement.id === 'file'`)
			p.Run(chromedp.SetUploadFiles("#file", []string{good, dream}))
			p.Until(`document.getElementById('state').textContent === ` + browse.Quote(how.all))
			p.Is(`document.querySelectorAll('details.good').length === 6 && document.querySelectorAll('details').length === 6`)
			p.Click("summary")
			p.Is(`document.querySelector('details').open && document.querySelectorAll('details[open] li').length > 12`)
			p.Is(`document.documentElement.scrollWidth <= innerWidth`)
			shoot(t, p, "verifier-good-"+string(how.lang))
			p.Run(chromedp.SetUploadFiles("#file", []string{bad, wrong, strange}))
			p.Until(`document.getElementById('state').textContent === ` + browse.Quote(how.some))
			p.Is(`document.querySelectorAll('details.bad[open]').length === 6 && document.querySelectorAll('.fault').length === 6`)
			p.Is(`document.querySelectorAll('img').length === 0 && document.documentElement.scrollWidth <= innerWidth`)
			shoot(t, p, "verifier-bad-"+string(how.lang))
			// The page names an encoding, and says nothing about the match then.
			p.Run(chromedp.SetUploadFiles("#file", []string{marked, wide}))
			p.Until(`document.querySelectorAll('details.part').length === 1`)
			p.Is(`document.querySelectorAll('details.good').length === 5 && document.querySelectorAll('details.part[open]').length === 1 && document.querySelectorAll('details.bad').length === 0`)
			p.Is(`document.querySelector('details.part').textContent.includes('UTF-16') && document.querySelector('details.part summary').textContent.includes(` + browse.Quote(how.unread) + `)`)
			shoot(t, p, "verifier-encoding-"+string(how.lang))
			// Many matches can be cancelled, and what was checked until then stays.
			p.Run(chromedp.SetUploadFiles("#file", []string{many}))
			p.Click("#cancel")
			p.Until(`document.getElementById('state').textContent.startsWith(` + browse.Quote(how.cancelled) + `)`)
			p.Is(`document.getElementById('cancel').hidden && document.querySelectorAll('details.bad').length === 0`)
			// A file that is dropped anywhere is checked like one that is chosen.
			p.Is(`(() => {
				const d = new DataTransfer();
				d.items.add(new File([` + quoted(t, string(f.kept)) + `], 'dropped.html'));
				return !document.querySelector('h1').dispatchEvent(new DragEvent('drop', { dataTransfer: d, bubbles: true, cancelable: true }));
			})()`)
			p.Until(`document.querySelectorAll('details.good').length === 1 && document.querySelectorAll('details').length === 1`)
			p.Is(`document.querySelector('summary').textContent.includes('dropped.html')`)
			p.Click("#language")
			p.Is(`document.documentElement.lang !== '` + string(how.lang) + `'`)
			p.Is(`!/\{\d\}|undefined|\b(check|limit|state|game)\.[a-z]/.test(document.body.innerText)`)
		})
	}
}

func quoted(t *testing.T, s string) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// shoot saves a picture of the page when SHOTS names a folder.
func shoot(t *testing.T, p *browse.Page, name string) {
	t.Helper()
	if dir := os.Getenv("SHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), p.Shot(), 0o644); err != nil {
			t.Error(err)
		}
	}
}
