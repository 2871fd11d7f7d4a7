package bot

import (
	"encoding/binary"
	"hash/maphash"
	"image"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// TestEveryGameFits lets automatic players play every game. It shows every position
// to every person in every language, with the longest and worst names that people may
// have. Nothing is cut and Discord would take all of it. In CI it shows one in some
// thirty positions, elsewhere fewer. Every other time its pictures are drawn, too. With
// TEST_WHOLE=1 it shows one in some twenty, with their pictures. With -short only the
// smallest table plays, and outside of CI no pictures are drawn.
func TestEveryGameFits(t *testing.T) {
	gametest.NotShort(t)
	for _, g := range all.Games {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			list, err := loadGames([]games.Game{g})
			if err != nil {
				t.Fatal(err)
			}
			pages := []*page.Pages{digestsOf(list), unpaintedOf(list)}
			if gametest.Whole() {
				pages = pages[:1]
			} else if testing.Short() && !gametest.Thorough() {
				pages = pages[1:]
			}
			st, err := store.Open(t.Context(), database(t))
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := st.Close(); err != nil {
					t.Error(err)
				}
			}()
			b := build(Config{Games: []games.Game{g}, Stores: StoresOf(st)}, list)
			if err := discord.CheckCommands(b.Commands()); err != nil {
				t.Error(err)
			}
			everyPage(t, b.surfaces, pages, g, info.Min)
			if !testing.Short() {
				everyPage(t, b.surfaces, pages, g, info.Max)
			}
		})
	}
}

// pagesBy draws the pages of games with such pictures.
func pagesBy(list gameList, pictures *screen.Pictures) *page.Pages {
	return page.New(&screen.Painter{Pictures: pictures}, words.Catalogue(), list.words(), nil)
}

// unpaintedOf draws the pages of games without their pictures, which would take most of
// the time.
func unpaintedOf(list gameList) *page.Pages { return pagesBy(list, screen.NewUnpainted()) }

var digestSeed = maphash.MakeSeed()

// digestsOf draws the pages of games, with digests of pictures in place of PNGs. They are
// as different as the pictures are, and take a third of the time.
func digestsOf(list gameList) *page.Pages {
	pictures := screen.NewPicturesBy(8<<20, func(img image.Image) ([]byte, error) {
		p, ok := paint.Whole(img)
		if !ok {
			return paint.Encode(img)
		}
		var h maphash.Hash
		h.SetSeed(digestSeed)
		maphash.WriteComparable(&h, p.Rect)
		for _, c := range p.Palette {
			maphash.WriteComparable(&h, c)
		}
		h.Write(p.Pix)
		return binary.BigEndian.AppendUint64(nil, h.Sum64()), nil
	})
	return pagesBy(list, pictures)
}

// everyPage plays a match and shows its positions, by each of the pages in turn, with what
// features offer.
func everyPage(t *testing.T, from *surfaces, by []*page.Pages, g games.Game, seats int) {
	// The least of every number, for short matches. The first of every choice at
	// the smallest table, and the last at the largest.
	chosen := map[string]string{}
	for _, o := range g.Info().Options {
		switch {
		case o.Texts != nil: // the game has its own
		case o.Max > 0:
			chosen[o.Key] = strconv.Itoa(o.Min)
		case seats > g.Info().Min:
			chosen[o.Key] = o.Choices[len(o.Choices)-1]
		}
	}
	options, err := g.Info().Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	var seed games.Seed
	binary.BigEndian.PutUint64(seed[:], uint64(seats))
	m, err := g.Deal(seed, games.Table{Seats: seats, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	s := &table.State{
		ID: "abcdefghij", Guild: 1, Channel: 2, Game: g, Phase: table.Live, Host: 1, Options: options, Lang: text.English,
		Running: true, Since: time.Now(), SeedHash: strings.Repeat("f", 64), Turns: make([]int, seats+1),
	}
	for i := range seats {
		s.Players = append(s.Players, table.Player{User: table.User{ID: discord.ID(i + 1), Name: strings.Repeat("@_*Ы", 8)}})
	}
	lobby := *s
	lobby.Phase, lobby.Running, lobby.Expires = table.Lobby, false, time.Now()
	pages := 0
	check := func(what string, shown *screen.Shown, err error) {
		pages++
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if err := discord.Check(shown.Message); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		for _, cut := range shown.Faults {
			t.Errorf("%s: %s", what, cut)
		}
		for _, e := range shown.Message.Embeds {
			if strings.Contains(e.Title+e.Description+discord.Footer(e), "⟦") {
				t.Errorf("%s: words are missing: %s %s", what, e.Title, e.Description)
			}
		}
	}
	shows := 0
	show := func(s *table.State, what string) {
		all := by[shows%len(by)]
		shows++
		for _, lang := range text.Langs {
			to := page.Reader{Guild: s.Guild, Lang: lang}
			shown, err := all.Board(s, lang, true, from.offers(t.Context(), page.BoardOf(s), s, to)...)
			check(what+" board", shown, err)
			for i := range seats {
				to.User = discord.ID(i + 1)
				to.Offers = from.offers(t.Context(), page.PlaceOf(s), s, to)
				shown, err = all.Panel(s, to, "", true, ui.T("bot.match.stale"))
				check(what+" panel", shown, err)
			}
			shown, err = all.Panel(s, page.Reader{User: 99, Lang: lang}, "", true)
			check(what+" stranger", shown, err)
			check(what+" farewell", all.Farewell(s, 1, lang), nil)
		}
	}
	show(&lobby, "lobby")
	every := gametest.Often(31, 67, 127) // a prime number meets every part of a round sooner or later
	if gametest.Whole() {
		every = 23
	}
	for range 3000 {
		st := m.Status()
		s.Match, s.Status, s.Clock = m, st, m.At()
		for i := range s.Turns {
			s.Turns[i] += 1000 // a match with more turns than any has longer ids
		}
		if m.N()%every == 0 || st.Over {
			show(s, m.At().String())
		}
		if st.Over {
			break
		}
		in := games.Input{N: m.N() + 1, At: m.At() + 500*time.Millisecond}
		if st.Due > 0 && in.At >= st.Due {
			in.Kind, in.Seat = games.KindExpire, games.Nobody
		} else {
			for k := range seats {
				seat := games.Seat((m.N() + k) % seats)
				if move, ok := m.Choose(seat, games.Normal); ok {
					in.Kind, in.Seat, in.Move = games.KindPlay, seat, move
					break
				}
			}
			if in.Kind == "" {
				in.Kind, in.Seat, in.At = games.KindExpire, games.Nobody, max(st.Due, m.At())
			}
		}
		next, err := m.Do(in)
		if err != nil {
			if _, refused := games.Refused(err); !refused {
				t.Fatal(err)
			}
			in = games.Input{N: m.N() + 1, At: max(st.Due, m.At()), Kind: games.KindExpire, Seat: games.Nobody}
			if next, err = m.Do(in); err != nil {
				t.Fatal(err)
			}
		}
		m = next
	}
	if pages < gametest.Often(60, 30, 15) || !m.Status().Over {
		t.Errorf("%d pages were shown, and over is %v at %v", pages, m.Status().Over, m.At())
	}
}
