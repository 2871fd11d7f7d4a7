package store

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"oneiros/games"
)

// size is a position of a middling game.
const size = 2000

// BenchmarkAppend keeps inputs with their positions, alone and for 64 tables at
// once, and beside it the floor in the same run: the bare insert of the same
// bytes, one transaction each, on a connection of its own. "floors" is how many
// floors one append costs.
func BenchmarkAppend(b *testing.B) {
	for _, tables := range []int{1, 64} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			s := open(b)
			list := make([]Match, tables)
			for i := range list {
				list[i] = live(b, s, fmt.Sprintf("match%d", i), uint64(100+i))
			}
			floor := bare(b, 2000)
			data := make([]byte, size)
			var took []time.Duration
			var mu sync.Mutex
			b.ResetTimer()
			began := time.Now()
			var wait sync.WaitGroup
			for i, m := range list {
				wait.Go(func() {
					var mine []time.Duration
					for n := 1; n <= b.N/tables+1; n++ {
						at := time.Now()
						if err := s.AppendInput(context.Background(), step(m, n, uint64(n), data)); err != nil {
							b.Error(i, err)
							return
						}
						mine = append(mine, time.Since(at))
					}
					mu.Lock()
					took = append(took, mine...)
					mu.Unlock()
				})
			}
			wait.Wait()
			each := time.Since(began) / time.Duration(len(took))
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(1/each.Seconds(), "appends/s")
			b.ReportMetric(1/floor.Seconds(), "floor/s")
			b.ReportMetric(each.Seconds()/floor.Seconds(), "floors")
		})
	}
}

// bare is what one insert of the same bytes costs, each its own transaction.
func bare(b *testing.B, n int) time.Duration {
	db, err := connect(b.Context(), filepath.Join(b.TempDir(), "floor.db"), 1, pragmas+"&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TABLE floor (match TEXT, n INTEGER, input TEXT, position BLOB, PRIMARY KEY (match, n)) WITHOUT ROWID`); err != nil {
		b.Fatal(err)
	}
	insert, err := db.Prepare(`INSERT INTO floor VALUES (?, ?, ?, ?)`)
	if err != nil {
		b.Fatal(err)
	}
	defer insert.Close()
	data := make([]byte, size)
	at := time.Now()
	for i := range n {
		if _, err := insert.Exec("match0", i, "play 7c", data); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(at) / time.Duration(n)
}

func open(t testing.TB) *Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// live is a live match of two in a channel.
func live(t testing.TB, s *Store, id string, channel uint64) Match {
	t.Helper()
	now := time.UnixMilli(1_790_000_000_000)
	m := Match{
		ID: id, Guild: 1, Channel: channel, Game: "test", Phase: Lobby, Lang: "ru", Host: 7,
		Chosen: map[string]string{"sand": "30"}, Options: games.Options{"sand": "30", "goal": "3"},
		Created: now, ClockSaved: now, Expires: now.Add(time.Hour),
		Players: []Player{{User: 7, Name: "Аня", Locale: "ru", Joined: now, Press: 70}, {User: 8, Name: "Boris", Locale: "en-US", Seat: 1, Joined: now, Ready: true}},
	}
	if err := s.CreateMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	m.Phase, m.Seats, m.Seed, m.Started, m.Expires = Live, 2, games.Seed{1, 2, 3}, now, time.Time{}
	m.Position = &Position{Version: 1, Turns: []int{0, 0, 0}, Data: []byte(`{"n":0}`)}
	if err := s.SaveMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	m.Rev++
	return m
}

// step is input n of a match.
func step(m Match, n int, press uint64, data []byte) Step {
	at := time.Duration(n) * time.Second
	return Step{
		Match: m.ID, Rev: m.Rev, Press: press,
		Input:    games.Input{N: n, At: at, Kind: games.KindPlay, Seat: games.Seat(n % 2), Move: "play 7c"},
		Position: Position{N: n, Version: 1, At: at, Clock: at + time.Millisecond, Turns: []int{n, n, 0}, Data: data},
	}
}
