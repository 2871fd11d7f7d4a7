package whenidream

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/record"
	"oneiros/games/whenidream/pack"
)

// TestPackPlays lets automatic players play with packs of all kinds, at all strengths,
// and checks that every match plays again from its log.
func TestPackPlays(t *testing.T) {
	ru := entries(100) + "Кот : усы, молоко\nДракон\nКорабль = судно\nМаяк\nЗамок\nЛуна\nРобот\nЯкорь\nКлюч\nЧасы\nОзеро\nТень : угол"
	b, err := os.ReadFile("../../docs/words.ru-en.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{"one language": ru, "two languages": string(b)} {
		for _, how := range games.Strengths {
			t.Run(name+" "+how.String(), func(t *testing.T) {
				value := wholePack(t, body).Value
				o, err := Game.Info().Complete(map[string]string{"words": "en", "night": "60", "pack": value})
				if err != nil {
					t.Fatal(err)
				}
				r, err := record.Simulate(Game, games.Table{Seats: 4, Options: o}, games.Seed{7}, record.Options{Strengths: []games.Strength{how}})
				if err != nil {
					t.Fatal(err)
				}
				if err := record.Verify(onlyThis, r); err != nil {
					t.Fatal(err)
				}
				r.Options = maps.Clone(r.Options)
				r.Options["pack"] = strings.Replace(value, "\n", "\nПодмена", 1)
				if record.Verify(onlyThis, r) == nil {
					t.Error("a match with another pack is verified")
				}
			})
		}
	}
}

// TestPackIsNotInThePosition checks that an input does not write the pack again, and that
// a restart has it all the same.
func TestPackIsNotInThePosition(t *testing.T) {
	value := wholePack(t, entries(2000)).Value
	m, err := Game.Deal(games.Seed{1}, games.Table{Seats: 10, Options: packOptions(t, value)})
	if err != nil {
		t.Fatal(err)
	}
	at := m.Snapshot()
	if n := len(at.Position); n > 3000 {
		t.Errorf("the position has %d bytes", n)
	}
	if m, err = Game.Load(at); err != nil {
		t.Fatal(err)
	}
	for m.Status().Due > 0 && m.N() < 3 { // into the night
		if m, err = m.Do(games.Input{N: m.N() + 1, At: m.Status().Due, Kind: games.KindExpire, Seat: games.Nobody}); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Survives(); err != nil {
		t.Error(err)
	}
	again, err := Game.Load(m.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	for seat := range games.Seat(10) {
		a, errA := m.View(seat.Viewer())
		b, errB := again.View(seat.Viewer())
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("seat %d sees something else after a restart", seat)
		}
	}
}

func packOptions(t *testing.T, value string) games.Options {
	t.Helper()
	o, err := Game.Info().Complete(map[string]string{"pack": value})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func onlyThis(name string) (games.Game, bool) { return Game, name == Game.Info().Name }

// entries are entries of a pack that no player confuses, one a line.
func entries(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "слово%d\n", 1000+i*7)
	}
	return b.String()
}

// wholePack reads a pack that is whole.
func wholePack(t *testing.T, body string) games.Reading {
	t.Helper()
	r := pack.Read("Проба", []byte(body))
	if r.Value == "" {
		t.Fatalf("refused: %v", r.Mistakes)
	}
	return r
}
