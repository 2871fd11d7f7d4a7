package whenidream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
)

// midway is a match of six in the night of the fourth round, with a clue to be
// given next.
func midway(b *testing.B) games.Match {
	b.Helper()
	o, err := Game.Info().Complete(map[string]string{"law": "friendly"})
	if err != nil {
		b.Fatal(err)
	}
	m, err := Game.Deal(games.Seed{1}, games.Table{Seats: 6, Options: o})
	if err != nil {
		b.Fatal(err)
	}
	for {
		in := games.Input{N: m.N() + 1, At: m.At() + time.Second, Kind: games.KindPlay, Seat: games.Nobody}
		for _, seat := range m.Status().Awaits {
			in.Seat = seat
			if move, ok := m.Choose(seat, games.Normal); ok {
				in.Move = move
			}
		}
		var s rules.State
		if err := json.Unmarshal(m.Snapshot().Position, &s); err != nil {
			b.Fatal(err)
		}
		switch {
		case s.Phase == kit.Night && s.Round() == 4 && len(s.Cards) == 4 && len(s.Clues) == 3:
			return m
		case s.Phase == kit.Night && len(s.Clues) == 4:
			in.Seat, in.Move = s.Dreamer, fmt.Sprintf("guess %d %q", s.Card(), "море")
		}
		if due := m.Status().Due; in.At >= due {
			in.At, in.Kind, in.Seat, in.Move = due, games.KindExpire, games.Nobody, ""
		}
		if m, err = m.Do(in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDo is one input through Match.Do, beside its floor. The floor reads a
// position, writes it, and reads it again, as a restart would.
func BenchmarkDo(b *testing.B) {
	m := midway(b)
	position := m.Snapshot().Position
	var floor float64
	b.Run("floor", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var s, again rules.State
			if err := read(position, &s); err != nil {
				b.Fatal(err)
			}
			written, err := json.Marshal(s)
			if err != nil {
				b.Fatal(err)
			}
			if err := read(written, &again); err != nil {
				b.Fatal(err)
			}
		}
		floor = float64(b.Elapsed()) / float64(b.N)
	})
	seat := m.Status().Awaits[0]
	var s rules.State
	if err := json.Unmarshal(position, &s); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		in   games.Input
	}{
		{"clue", games.Input{Seat: seat, Move: fmt.Sprintf("clue %d %q", s.Card(), "странный")}},
		{"guess", games.Input{Seat: s.Dreamer, Move: fmt.Sprintf("guess %d %q", s.Card(), "кошками")}},
		{"guess mistyped", games.Input{Seat: s.Dreamer, Move: fmt.Sprintf("guess %d %q", s.Card(), "инопланитянен")}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.in.N, c.in.At, c.in.Kind = m.N()+1, m.At(), games.KindPlay
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.Do(c.in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/floor, "floors")
			b.ReportMetric(float64(len(position)), "position-B")
		})
	}
}

func read(b []byte, s *rules.State) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(s)
}
