package bot

import (
	"bytes"
	"testing"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/paint"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// calledAt is a frame for the pictures of a game, with people of these names at its table.
// Their usernames are their numbers.
func calledAt(t *testing.T, g games.Game, people ...table.Player) *screen.Frame {
	t.Helper()
	say, err := catalogueOf(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	f, s := &screen.Frame{Say: say, Lang: text.Russian, Game: g.Info().Name}, &table.State{Players: people}
	for seat := range people {
		f.Names = append(f.Names, page.Called(s, games.Seat(seat)))
	}
	return f
}

// player is a person at a table.
func player(id discord.ID, name, username string) table.Player {
	return table.Player{User: table.User{ID: id, Name: name, Username: username}}
}

// TestNamesOnBoards: on the board of each game, and in the picture of its end, two names look
// different whatever script they are in, and also if one looks like the other, or if no font
// here can write either.
func TestNamesOnBoards(t *testing.T) {
	t.Parallel()
	for _, g := range all.Games {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			seats := g.Info().Min
			options, err := g.Info().Complete(nil)
			if err != nil {
				t.Fatal(err)
			}
			r, err := record.Simulate(g, games.Table{Seats: seats, Options: options}, record.MatchSeed(1, 0), record.Options{})
			if err != nil {
				t.Fatal(err)
			}
			named := 0
			if err := record.Replay(all.Find, r, func(m games.Match, _ *record.Step) error {
				if m.N() != len(r.Inputs)/2 && m.N() != len(r.Inputs) {
					return nil
				}
				for _, p := range m.Pages(games.Viewer{})("").Pictures {
					if showsNames(t, g, p, seats) {
						named++
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if named == 0 {
				t.Error("no picture shows a name")
			}
		})
	}
}

// showsNames reports whether a picture shows names. Then it has to show each pair of names
// that its owners can be told apart by.
func showsNames(t *testing.T, g games.Game, p *ui.Picture, seats int) bool {
	t.Helper()
	drawAt := func(seat int, some ...table.Player) []byte {
		people := make([]table.Player, seats)
		for i := range people {
			people[i] = player(discord.ID(100+i), "Вера", "vera"+string(rune('a'+i)))
		}
		for i, p := range some {
			people[(seat+i)%seats] = p
		}
		f := calledAt(t, g, people...)
		img, ok := paint.Whole(p.Draw(func(x ui.Text) string { return f.Say.Say(f.Lang, x, screen.Drawn{Frame: f}) }))
		if !ok {
			t.Fatal("the picture has no palette")
		}
		return img.Pix
	}
	seat := 0
	for ; seat < seats; seat++ {
		if !bytes.Equal(drawAt(seat, player(1, "Анна", "anna")), drawAt(seat, player(1, "Борис", "boris"))) {
			break
		}
	}
	if seat == seats {
		return false
	}
	draw := func(people ...table.Player) []byte { return drawAt(seat, people...) }
	one := func(name, username string) []byte { return draw(player(1, name, username)) }
	for _, pair := range [][2]string{{"田中", "鈴木"}, {"김철수", "한글"}, {"Қазақ", "аза"}, {"Nguyễn", "Nguyen"}, {"𝓐𝓵𝓮𝔁", "𝓐𝓷𝓷𝓪"}, {"محمد", "سلام"}, {"דוד", "משה"}} {
		if bytes.Equal(one(pair[0], "a"), one(pair[1], "b")) {
			t.Errorf("%s and %s look the same", pair[0], pair[1])
		}
	}
	for _, name := range []string{"สมชาย", "नरेंद्र", "🦊🦊", "\u200b", "🤖 Luna"} {
		if bytes.Equal(one(name, "somchai"), one(name, "suda")) {
			t.Errorf("%q of two people looks the same", name)
		}
	}
	alex, other := player(1, "Alex", "alex_77"), player(2, "Аlех", "lexa")
	if bytes.Equal(draw(alex, other), draw(other, alex)) {
		t.Error("two people whose names look alike are not told apart")
	}
	return true
}
