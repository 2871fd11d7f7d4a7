package kept_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"flag"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"oneiros/bot/keep/page"
	"oneiros/bot/kept"
	"oneiros/bot/screen"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/proof"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// someGames are all games where CI is set. Elsewhere they are the first ones.
func someGames(usual, short int) []games.Game {
	if gametest.Thorough() || *longestOf {
		return all.Games
	}
	return all.Games[:gametest.Often(0, usual, short)]
}

// hostile is a name that would be markup, a script and markdown.
const hostile = "</script><img src=x onerror=alert(1)>**@everyone"

// simulation is what a simulated match is made of.
type simulation struct {
	game  string
	seats int
	seed  uint64
}

// records are the matches that were simulated. Several tests keep the same ones.
var records = map[simulation]*record.Record{}

// played is a simulated match. With -longest it is as long as the usual options make it.
func played(t testing.TB, g games.Game, seats int, seed uint64) *record.Record {
	t.Helper()
	of := simulation{g.Info().Name, seats, seed}
	if r := records[of]; r != nil {
		return r
	}
	chosen := gametest.Brief(g.Info())
	if *longestOf {
		chosen = nil
	}
	options, err := g.Info().Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Simulate(g, games.Table{Seats: seats, Options: options}, record.MatchSeed(seed, seats), record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	records[of] = r
	return r
}

// longestOf is for a change of what is kept. It takes many minutes.
var longestOf = flag.Bool("longest", false, "keep every step of the longest of many matches")

// states is the match of a record after each of its inputs. With -longest these are
// all of them; else they are so many, and the last.
func states(r *record.Record, most int) iter.Seq2[games.Match, error] {
	each := max((len(r.Inputs)+most-1)/most, 1)
	if *longestOf {
		each = 1
	}
	return func(yield func(games.Match, error) bool) {
		stop := io.EOF
		err := record.Replay(all.Find, r, func(m games.Match, _ *record.Step) error {
			if m.N()%each == 0 || m.N() == len(r.Inputs) {
				if yield(m, nil) {
					return nil
				}
				return stop
			}
			return nil
		})
		if err != nil && err != stop {
			yield(nil, err)
		}
	}
}

// about is what the file of a match is made with.
func about(t testing.TB, g games.Game, seats int, lang text.Lang, v games.Viewer) kept.Match {
	t.Helper()
	say, err := text.Load(words.Catalogue(), g.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	f := &screen.Frame{Say: say, Lang: lang, Game: g.Info().Name}
	for i := range seats {
		f.Names = append(f.Names, []string{"Аня", hostile, "Вера"}[i%3])
	}
	secret, presses := games.Secret{byte(seats)}, make([]uint64, seats)
	presses[0] = 1440000000000000000
	seed := secret.Seed(presses)
	at := games.Snapshot{Game: f.Game, Version: g.Info().Version, Seats: seats, Seed: seed}
	return kept.Match{Frame: f, Viewer: v, Deal: proof.NewKept(at, record.NewDraw(secret, presses), v), Title: ui.T("name"), Lines: []ui.Text{ui.T("bot.keep.void"), ui.Literal(hostile)}}
}

// unpacked is what a file shows.
type unpacked struct {
	Lines  []string
	Alts   []string
	Steps  [][]any
	Pages  []struct{ T int }
	Frames []int
	size   int
	whole  []byte
}

var packedData = regexp.MustCompile(`<data id="match" value="([\w-]+)">`)

func unpack(t testing.TB, file []byte) (u unpacked) {
	t.Helper()
	found := packedData.FindSubmatch(file)
	if found == nil {
		t.Fatalf("no match in the file: %.2000s", file)
	}
	b, err := base64.RawURLEncoding.DecodeString(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if u.whole, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	n := binary.LittleEndian.Uint32(u.whole)
	if err := json.Unmarshal(u.whole[4:4+n], &u); err != nil {
		t.Fatal(err)
	}
	u.size = len(file)
	return u
}

// TestSizes keeps a match of each game as every person saw it and, in the other language, as
// a seat saw it. No file is larger than it may be, and all have pictures. Where CI is not
// set, each game is kept in one of these ways. With -longest they are the longest of many
// matches at the largest table, and each is in both languages.
func TestSizes(t *testing.T) {
	for j, g := range someGames(len(all.Games), 1) {
		t.Run(g.Info().Name, func(t *testing.T) {
			seats, tries := g.Info().Min, 1
			if *longestOf {
				seats, tries = g.Info().Max, 20
			}
			var longest *record.Record
			for i := range tries {
				if r := played(t, g, seats, uint64(3+i)); longest == nil || len(r.Inputs) > len(longest.Inputs) {
					longest = r
				}
			}
			for i, lang := range text.Langs {
				for k, v := range []games.Viewer{{}, games.Seat(i).Viewer()} {
					if i != k && !*longestOf && !gametest.Whole() {
						continue
					}
					if !*longestOf && !gametest.Thorough() && i != j%len(text.Langs) {
						continue // the next game is kept so
					}
					file, err := kept.Make(about(t, g, seats, lang, v), states(longest, gametest.Often(gametest.Times(12, 8, 6), 6, 5)))
					if err != nil {
						t.Fatal(err)
					}
					u := unpack(t, file)
					if u.size > kept.MaxSize || len(u.Frames) == 0 || len(u.Steps) < 5 {
						t.Errorf("%s, %s: %d bytes, %d pictures, %d steps", lang, v, u.size, len(u.Frames), len(u.Steps))
						continue
					}
					t.Logf("%s, %s: %d bytes, %d inputs, %d steps, %d pictures", lang, v, u.size, len(longest.Inputs), len(u.Steps), len(u.Frames))
				}
			}
		})
	}
}

// TestNoSecrets: the file of a viewer is the same, byte by byte, when all that the
// viewer does not know is something else. So nothing secret is in it. Where CI is not set,
// one viewer of each game reads it.
func TestNoSecrets(t *testing.T) {
	matches := 1
	if *longestOf {
		matches = 5
	}
	for j, g := range someGames(len(all.Games), 2) {
		t.Run(g.Info().Name, func(t *testing.T) {
			for n := range matches {
				seats := g.Info().Min + n%(g.Info().Max-g.Info().Min+1)
				r := played(t, g, seats, uint64(3+n))
				for v := range games.Viewers(seats) {
					if seat, _ := v.Seat(); int(seat) > gametest.Times(seats, 0, 0) && int(seat) < seats-1 {
						continue // those between are as the others
					}
					if seat, sits := v.Seat(); !gametest.Thorough() && !*longestOf && (sits != (j%2 == 1) || sits && int(seat) != seats-1) {
						continue // the next game is kept so
					}
					luck, changed := rand.New(rand.NewPCG(7, uint64(n))), 0
					some := func(twin bool) iter.Seq2[games.Match, error] {
						return func(yield func(games.Match, error) bool) {
							for m, err := range states(r, gametest.Often(gametest.Times(10, 6, 4), 4, 3)) {
								if err != nil {
									t.Fatal(err)
								}
								if twin {
									other, err := m.Redeal(v, luck)
									if err != nil {
										t.Fatal(err)
									}
									if !record.EqualJSON(other.Snapshot().Position, m.Snapshot().Position) {
										changed++
									}
									m = other
								}
								if !yield(m, nil) {
									return
								}
							}
						}
					}
					file, err := kept.Make(about(t, g, seats, text.Russian, v), some(false))
					if err != nil {
						t.Fatal(err)
					}
					twin, err := kept.Make(about(t, g, seats, text.Russian, v), some(true))
					if err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(file, twin) {
						t.Errorf("match %d, %s: the file depends on what the viewer does not know", n, v)
					}
					if changed == 0 {
						t.Errorf("match %d, %s: nothing secret was changed", n, v)
					}
				}
			}
		})
	}
}

// TestHostileNames: what people wrote is nothing but words, in the page and in what it
// unpacks. A file names no address, and allows one script and one style.
func TestHostileNames(t *testing.T) {
	g := all.Games[0]
	r := played(t, g, g.Info().Min, 3)
	file, err := kept.Make(about(t, g, g.Info().Min, text.English, games.Seat(1).Viewer()), states(r, gametest.Often(10, 5, 4)))
	if err != nil {
		t.Fatal(err)
	}
	page := regexp.MustCompile(`data:image/png;base64,[\w+/=&#;]+`).ReplaceAllString(packedData.ReplaceAllString(string(file), ""), "picture")
	if strings.Count(page, "<img") != strings.Count(page, `<img src="picture"`) || strings.Count(page, "<script") != 1 || strings.Count(page, "</script") != 1 || strings.Count(page, "<style") != 1 {
		t.Errorf("the page has markup of others:\n%s", page)
	}
	if address := regexp.MustCompile(`(?i)https?:|//[a-z]|url\(|import\(|fetch\(|innerHTML|eval\(`).FindString(strings.ReplaceAll(page, "<!--", "")); address != "" && !strings.HasPrefix(address, "// ") {
		t.Errorf("the page has %q", address)
	}
	if !strings.Contains(page, `content="default-src &#39;none&#39;; script-src &#39;sha256-`) {
		t.Error("the page has no policy")
	}
	u := unpack(t, file)
	said := strings.Join(u.Lines, "\n")
	if !strings.Contains(said, `\<img src=x onerror=alert\(1\)\>\*\*`) || strings.Contains(said, "<img") && !strings.Contains(said, `\<img`) {
		t.Errorf("the hostile name is not escaped:\n%.3000s", said)
	}
	for _, m := range regexp.MustCompile(`<t:\d+`).FindAllString(said, -1) {
		t.Errorf("a moment of Discord's: %s", m)
	}
}

// TestEndPictures: a match that is over has a picture to show around, of at most 100
// kilobytes, with long hostile names at the largest table, in both languages. With SHOTS
// in the environment they are saved there.
func TestEndPictures(t *testing.T) {
	for _, g := range someGames(len(all.Games), 1) {
		r := played(t, g, g.Info().Max, 3)
		var end games.Match
		if err := record.Replay(all.Find, r, func(m games.Match, _ *record.Step) error { end = m; return nil }); err != nil {
			t.Fatal(err)
		}
		for _, lang := range text.Langs {
			f := about(t, g, g.Info().Max, lang, games.Viewer{}).Frame
			for i := range f.Names {
				f.Names[i] = []string{"Александра-Виктория Заоблачная", hostile, "Wolfeschlegelsteinhausenberger"}[i%3]
			}
			png, alt, err := page.EndPicture(end, f, "28.11.2026", games.Seat(lang[0]%2).Viewer())
			if err != nil {
				t.Fatal(err)
			}
			if len(png) == 0 || len(png) > 100_000 || len(alt) < 20 {
				t.Errorf("%s, %s: %d bytes, described as %q", g.Info().Name, lang, len(png), alt)
			}
			t.Logf("%s, %s: %d bytes", g.Info().Name, lang, len(png))
			if shots := os.Getenv("SHOTS"); shots != "" {
				if err := os.WriteFile(filepath.Join(shots, "end-"+g.Info().Name+"-"+string(lang)+".png"), png, 0o644); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestAnimations: a match of each game at the largest table has an animated picture of at most
// [page.MaxAnimation] bytes and ten seconds, which goes round a few times. It begins and ends
// with the end: readers who want no motion see the first picture alone. With SHOTS in the
// environment they are saved there.
func TestAnimations(t *testing.T) {
	for i, g := range someGames(len(all.Games), 1) {
		r := played(t, g, g.Info().Max, 3)
		f := about(t, g, g.Info().Max, text.Langs[i%2], games.Viewer{}).Frame
		b, alt, err := page.Animation(states(r, len(r.Inputs)), f, "28.11.2026")
		if err != nil {
			t.Fatal(err)
		}
		if len(b) == 0 {
			t.Errorf("%s has no animated picture: let the first page show a picture of what moves change", g.Info().Name)
			continue
		}
		if len(b) > page.MaxAnimation || len(alt) < 20 {
			t.Errorf("%s: %d bytes, described as %q", g.Info().Name, len(b), alt)
			continue
		}
		moving, err := gif.DecodeAll(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		long, size := 0, image.Rect(0, 0, moving.Config.Width, moving.Config.Height)
		for _, d := range moving.Delay {
			long += d
		}
		if n := len(moving.Image); n < 5 || long > 1000 || moving.LoopCount <= 0 {
			t.Errorf("%s: %d pictures, %d hundredths of a second, %d times more", g.Info().Name, n, long, moving.LoopCount)
		}
		seen, first := image.NewRGBA(size), image.NewRGBA(size)
		for i, p := range moving.Image {
			draw.Draw(seen, p.Rect, p, p.Rect.Min, draw.Over)
			if i == 0 {
				draw.Draw(first, size, seen, image.Point{}, draw.Src)
			}
		}
		if !bytes.Equal(first.Pix, seen.Pix) {
			t.Errorf("%s: the first picture is not the last one", g.Info().Name)
		}
		t.Logf("%s: %d bytes, %d pictures, %d hundredths of a second", g.Info().Name, len(b), len(moving.Image), long)
		if shots := os.Getenv("SHOTS"); shots != "" {
			if err := os.WriteFile(filepath.Join(shots, "moving-"+g.Info().Name+".gif"), b, 0o644); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestPanelNames: the suite of the games looks for the name that the bot gives to a panel.
func TestPanelNames(t *testing.T) {
	say := about(t, all.Games[0], all.Games[0].Info().Min, text.English, games.Viewer{}).Frame.Say
	for _, l := range text.Langs {
		if name := say.Say(l, ui.T("bot.match.panel"), screen.Plain{}); name != gametest.PanelNames[l] {
			t.Errorf("in %s it is %q, and games are searched for %q", l, name, gametest.PanelNames[l])
		}
	}
}
