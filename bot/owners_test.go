package bot

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// keysOf are the keys of all texts of a page.
func keysOf(p ui.Page, add func(key string)) {
	var walk func(t ui.Text)
	walk = func(t ui.Text) {
		if t.Key != "" {
			add(t.Key)
		}
		for _, a := range t.Args {
			switch a := a.(type) {
			case ui.Text:
				walk(a)
			case []ui.Text:
				for _, t := range a {
					walk(t)
				}
			}
		}
	}
	walk(p.Title)
	for _, t := range p.Lines {
		walk(t)
	}
	for _, picture := range p.Pictures {
		for _, t := range picture.Alt {
			walk(t)
		}
	}
	for _, c := range p.Controls {
		walk(c.Label)
		for _, o := range c.Menu {
			walk(o.Label)
			walk(o.Hint)
		}
	}
	for _, f := range p.Form {
		walk(f.Label)
		walk(f.Hint)
	}
}

// sampleKeys plays some matches, at several numbers of seats and with several options.
// It collects the keys on the pages for every person, and adds those on the pages of seats to
// seats, unless it is nil.
func sampleKeys(g games.Game, matches, inputs int, luck *rand.Rand, seats map[string]bool) (everybodys map[string]bool, err error) {
	everybodys = map[string]bool{}
	info, over := g.Info(), 0
	for n := range matches {
		people := info.Min + luck.IntN(info.Max-info.Min+1)
		var options map[string]string
		if n%3 > 0 {
			options = least(g, n%3 > 1)
		}
		whole, err := info.Complete(options)
		if err != nil {
			return nil, err
		}
		m, err := g.Deal(games.Seed{byte(luck.Uint32()), byte(n)}, games.Table{Seats: people, Options: whole})
		if err != nil {
			return nil, err
		}
		for range inputs {
			for path := range paths(m, games.Viewer{}) {
				keysOf(m.Pages(games.Viewer{})(path), func(k string) { everybodys[k] = true })
			}
			if seat := games.Seat(luck.IntN(people)); seats != nil {
				for path := range paths(m, seat.Viewer()) {
					keysOf(m.Pages(seat.Viewer())(path), func(k string) { seats[k] = true })
				}
			}
			if m.Status().Over {
				over++
				break
			}
			if m, err = someInput(m, luck); err != nil {
				return nil, err
			}
		}
	}
	if over == 0 && inputs > 1000 {
		return nil, fmt.Errorf("no match of %s ends", info.Name)
	}
	return everybodys, nil
}

// someInput makes a match go on: by a move of a person, or else by its deadline.
func someInput(m games.Match, luck *rand.Rand) (games.Match, error) {
	at := m.At() + 3*time.Second
	var seats []games.Seat
	if due := m.Status().Due; due == 0 || luck.IntN(8) > 0 {
		seats = slices.Clone(m.Status().Awaits)
		luck.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
		if luck.IntN(8) == 0 || len(seats) == 0 {
			seats = append([]games.Seat{games.Seat(luck.IntN(m.Seats()))}, seats...) // who is not waited for
		}
	}
	for _, seat := range seats {
		list := m.Moves(seat)
		if len(list) == 0 {
			continue
		}
		move := list[luck.IntN(len(list))]
		if best, ok := m.Choose(seat, games.Easy); ok && luck.IntN(10) > 0 {
			move = best
		}
		next, err := m.Do(games.Input{N: m.N() + 1, At: at, Kind: games.KindPlay, Seat: seat, Move: move})
		if _, refused := games.Refused(err); refused {
			continue
		}
		return next, err
	}
	if m.Status().Due == 0 {
		return m, nil // another person's turn comes with the next input
	}
	return m.Do(games.Input{N: m.N() + 1, At: max(at, m.Status().Due), Kind: games.KindExpire, Seat: games.Nobody})
}

// ownersFile lists for each game the keys of the texts that only the owner of a seat is
// shown. It is made by playing two hundred matches of each game, and read by people as a diff.
const ownersFile = "testdata/owners.txt"

// listed are the lines of the file, by game. Without those of a game the tests of leaks
// would look for nothing there.
func listed() (map[string][]string, error) {
	b, err := os.ReadFile(ownersFile)
	if err != nil {
		return nil, err
	}
	lines := map[string][]string{}
	for line := range strings.Lines(string(b)) {
		if g, _, ok := strings.Cut(line, " "); ok {
			lines[g] = append(lines[g], line)
		}
	}
	return lines, nil
}

// ownersKeys are the keys of a game that stand in the file.
func ownersKeys(game string) (map[string]bool, error) {
	lines, err := listed()
	if err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	for _, line := range lines[game] {
		keys[strings.TrimSpace(strings.TrimPrefix(line, game))] = true
	}
	return keys, nil
}

// theGames are those of which the file knows.
func theGames() []games.Game { return append([]games.Game{lullaby}, all.Games...) }

// updateOwners writes the lines of a game again, with -update. A rare text that was listed
// stays while the game has it and every person is never shown it.
func updateOwners(t *testing.T, g games.Game) {
	name := g.Info().Name
	list, err := loadGames([]games.Game{g})
	if err != nil {
		t.Fatal(err)
	}
	seats, err := ownersKeys(name)
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(seats, func(k string, _ bool) bool { return !hasWords(list.words()[name], k) })
	everybodys, err := sampleKeys(g, 200, 1500, rand.New(rand.NewPCG(1, 1)), seats)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	lines[name] = nil
	for _, k := range slices.Sorted(maps.Keys(seats)) {
		if !everybodys[k] && !inLobby(k) {
			lines[name] = append(lines[name], fmt.Sprintln(name, k))
		}
	}
	var b strings.Builder
	for _, g := range theGames() {
		b.WriteString(strings.Join(lines[g.Info().Name], ""))
	}
	if err := os.WriteFile(ownersFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// hasWords reports whether a page of a game can say a key: the catalogue of the game, of all
// games or of the bot has it.
func hasWords(c *text.Catalogue, key string) bool {
	return c.Has(key) || text.Common().Has(key) || words.Catalogue().Has(key)
}

// addOwners says how the lines of a game come into the file.
func addOwners(game string) string {
	return fmt.Sprintf("list them with go test ./bot -run 'TestOwners$/^%s$' -update, and read the diff of bot/%s: no line of it may be a text that everybody reads", game, ownersFile)
}

// inLobby reports whether the bot says a key of a game before a match begins.
func inLobby(key string) bool {
	return key == "name" || key == "about" || strings.HasPrefix(key, "option.")
}

// gap marks the places of arguments.
const gap = "\x01"

type gaps struct{}

func (gaps) Name(ui.Name) string   { return gap }
func (gaps) Until(ui.Until) string { return gap }
func (gaps) Escape(string) string  { return gap }

// formsOf is what the message of a key can say, with gaps for its arguments.
func formsOf(c *text.Catalogue, l text.Lang, key string) []string {
	args := slices.Repeat([]any{"x"}, 10)
	forms := []string{c.Say(l, ui.T(key, args...), gaps{})}
	for _, n := range []int{1, 2, 5} {
		args[9] = n // it decides the form, and is not said
		forms = append(forms, c.Say(l, ui.T(key, args...), gaps{}))
	}
	return slices.Compact(forms) // most texts have one form, and are said with it once
}

// signsOf are pieces of texts by which the texts of some keys are known: several words
// or one long word. A piece that one of the other keys says too is no sign.
func signsOf(c *text.Catalogue, keys, others map[string]bool) []string {
	var said strings.Builder
	for k := range others {
		for _, l := range text.Langs {
			for _, form := range formsOf(c, l, k) {
				said.WriteString(form + "\n")
			}
		}
	}
	signs := map[string]bool{}
	for k := range keys {
		for _, l := range text.Langs {
			for _, form := range formsOf(c, l, k) {
				for _, piece := range strings.Split(form, gap) {
					piece = strings.TrimSpace(piece)
					words := strings.FieldsFunc(piece, func(r rune) bool { return !unicode.IsLetter(r) })
					letters := utf8.RuneCountInString(strings.Join(words, ""))
					if (letters >= 5 && len(words) > 1 || letters >= 12) && !strings.Contains(said.String(), piece) {
						signs[piece] = true
					}
				}
			}
		}
	}
	list := make([]string, 0, len(signs))
	for s := range signs {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

// ownersSigns are pieces of the texts of a game that only the owner of a seat is
// shown, in both languages.
var ownersSigns = sync.OnceValues(func() (map[string][]string, error) {
	signs := map[string][]string{}
	list, err := loadGames(theGames())
	if err != nil {
		return nil, err
	}
	for _, g := range theGames() {
		name := g.Info().Name
		owners, err := ownersKeys(name)
		if err != nil {
			return nil, err
		}
		c, others := list.words()[name], map[string]bool{}
		for _, k := range slices.Concat(c.Keys(), words.Catalogue().Keys(), text.Common().Keys()) {
			if !owners[k] {
				others[k] = true
			}
		}
		signs[name] = signsOf(c, owners, others)
	}
	return signs, nil
})

// mustOwnersSigns are the signs of one game. A test that would look for none of them fails.
func mustOwnersSigns(t testing.TB, game string) []string {
	t.Helper()
	signs, err := ownersSigns()
	if err != nil {
		t.Fatal(err)
	}
	if len(signs[game]) == 0 {
		t.Fatalf("%s: no text is known that only the owner of a seat is shown, so no leak of one would be found; %s", game, addOwners(game))
	}
	return signs[game]
}

// The files of the bot whose texts every person may read, and those whose texts stand
// only in private messages.
var (
	everybodysFiles = []string{"page/board.go", "page/lobby.go", "page/message.go", "page/vote.go", "page/page.go", "table/*.go", "table/people/*.go", "screen/*.go"}
	privateFiles    = []string{"page/panel.go", "page/seats.go", "page/options.go", "page/settings.go", "person/*.go", "person/page/page.go", "person/page/privacy.go", "home/*.go", "page/rules.go", "page/log.go", "*.go"}
)

var keyInSource = regexp.MustCompile(`"((?:bot|table|refuse)\.[a-z.-]+)"`)

// keysIn are the keys that stand in source files.
func keysIn(patterns []string) (map[string]bool, error) {
	keys := map[string]bool{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("there is no file %s", pattern)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			b, err := fs.ReadFile(os.DirFS("."), f)
			if err != nil {
				return nil, err
			}
			for _, m := range keyInSource.FindAllSubmatch(b, -1) {
				if words.Catalogue().Has(string(m[1])) {
					keys[string(m[1])] = true
				}
			}
		}
	}
	return keys, nil
}

// privateSigns are the texts of the bot that stand only in private messages.
var privateSigns = sync.OnceValues(func() ([]string, error) {
	private, err := keysIn(privateFiles)
	if err != nil {
		return nil, err
	}
	everybodys, err := keysIn(everybodysFiles)
	if err != nil {
		return nil, err
	}
	for k := range everybodys {
		delete(private, k)
	}
	return signsOf(words.Catalogue(), private, everybodys), nil
})

// TestOwners plays a few matches of each game. No page for every person has a key of the
// file.
func TestOwners(t *testing.T) {
	for _, g := range theGames() {
		name := g.Info().Name
		t.Run(name, func(t *testing.T) {
			if flag.Lookup("update").Value.String() == "true" {
				updateOwners(t, g)
			}
			owners, err := ownersKeys(name)
			if err != nil {
				t.Fatal(err)
			}
			everybodys, err := sampleKeys(g, gametest.Often(3, 3, 1), 150, rand.New(rand.NewPCG(2, 3)), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(owners) == 0 {
				t.Errorf("bot/%s has no text that only the owner of a seat is shown; %s", ownersFile, addOwners(name))
			}
			for k := range everybodys {
				if owners[k] {
					t.Errorf("everybody is shown %q, which is in bot/%s", k, ownersFile)
				}
			}
		})
	}
}

// TestOwnersFile: each line is of a game that there is, and of a message that it has.
func TestOwnersFile(t *testing.T) {
	list, err := loadGames(theGames())
	if err != nil {
		t.Fatal(err)
	}
	lines, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	for name := range lines {
		c := list.words()[name]
		if c == nil {
			t.Errorf("%s is no game; take its lines out of bot/%s", name, ownersFile)
			continue
		}
		keys, err := ownersKeys(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range slices.Sorted(maps.Keys(keys)) {
			if !hasWords(c, k) {
				t.Errorf("%s has no message %q; %s", name, k, addOwners(name))
			}
		}
	}
}

// TestOwnersSigns finds the texts by which a panel is known, in both languages.
func TestOwnersSigns(t *testing.T) {
	signs, err := ownersSigns()
	if err != nil {
		t.Fatal(err)
	}
	bots, err := privateSigns()
	if err != nil {
		t.Fatal(err)
	}
	all := maps.Clone(signs)
	all["the bot"] = bots
	for name, want := range map[string][]string{
		sample.Info().Name: {"Your dreams:", "Ваши сны:"}, "when-i-dream": {"You are the **Dreamer**", "Вы — **Спящий**"},
		"dream-fortress": {"🎭 You are: **", "**Это о вас: +1 этаж, с"}, "somnia": {"Your hand:", "Ваши карты:"},
		"the bot": {"You are not at this table,", "Вы не сидите"},
	} {
		for _, w := range want {
			if !slices.ContainsFunc(all[name], func(s string) bool { return strings.Contains(s, w) }) {
				t.Errorf("%s: no sign has %q: %q", name, w, all[name])
			}
		}
	}
}
