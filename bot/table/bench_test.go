package table

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/games"
	"oneiros/store"
)

// BenchmarkInput makes inputs through tables on the real SQLite, alone and at 64
// tables at once. Beside it, in the same run, is the floor: the bare insert of the
// same bytes, one transaction each. "floors" is how many floors one input costs.
func BenchmarkInput(b *testing.B) {
	for _, tables := range []int{1, 64} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "oneiros.db"))
			if err != nil {
				b.Fatal(err)
			}
			h, err := Open(b.Context(), Config{Stores: storesOf(inFile(s)), Games: []games.Game{sum}, Log: savelog.Log{}})
			if err != nil {
				b.Fatal(err)
			}
			var matches []*State
			for i := range tables {
				m, err := h.Create(b.Context(), New{Channel: discord.ID(i + 1), Game: "sum", Host: anya})
				if err != nil {
					b.Fatal(err)
				}
				for _, a := range []Action{{Kind: Join, User: boris}, {Kind: Start, User: anya}} {
					if m, err = h.Send(b.Context(), m.ID, a); err != nil {
						b.Fatal(err)
					}
				}
				matches = append(matches, m)
			}
			floor := bare(b, len(matches[0].Match.Snapshot().Position))
			var mu sync.Mutex
			var took []time.Duration
			var wait sync.WaitGroup
			b.ResetTimer()
			began := time.Now()
			for _, m := range matches {
				wait.Go(func() {
					var mine []time.Duration
					for n := range b.N/tables + 1 {
						at := time.Now()
						press := discord.IDAt(at) + discord.ID(n%4096)
						if _, err := h.Send(b.Context(), m.ID, Action{Kind: Play, User: anya, Press: press, Turn: AnyTurn, Move: "whisper"}); err != nil {
							b.Error(err)
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
			b.StopTimer()
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(1/each.Seconds(), "inputs/s")
			b.ReportMetric(1/floor.Seconds(), "floor/s")
			b.ReportMetric(each.Seconds()/floor.Seconds(), "floors")
			if err := h.Close(); err != nil {
				b.Error(err)
			}
			if err := s.Close(); err != nil {
				b.Error(err)
			}
		})
	}
}

// bare is what one insert of an input and a position of a size costs, each its
// own transaction.
func bare(b *testing.B, size int) time.Duration {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "floor.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE floor (match TEXT, n INTEGER, input TEXT, position BLOB, PRIMARY KEY (match, n)) WITHOUT ROWID`); err != nil {
		b.Fatal(err)
	}
	insert, err := db.Prepare(`INSERT INTO floor VALUES (?, ?, ?, ?)`)
	if err != nil {
		b.Fatal(err)
	}
	defer insert.Close()
	const n = 2000
	data := make([]byte, size)
	at := time.Now()
	for i := range n {
		if _, err := insert.Exec("match0", i, "whisper", data); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(at) / n
}
