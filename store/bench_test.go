package store

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"oneiros/store/storetest"
)

// size is the size of a typical position.
const size = 2000

// BenchmarkAppend saves inputs with their positions, for one table and for 64 at
// once, in SQLite and in PostgreSQL. In the same run it measures a floor: a bare
// insert of the same bytes in one transaction. "floors" is the time of one append
// divided by the floor.
func BenchmarkAppend(b *testing.B) {
	for _, tables := range []int{1, 64} {
		b.Run(fmt.Sprintf("sqlite/tables=%d", tables), func(b *testing.B) {
			benchmarkAppend(b, filepath.Join(b.TempDir(), "oneiros.db"), tables)
		})
		b.Run(fmt.Sprintf("postgres/tables=%d", tables), func(b *testing.B) { benchmarkAppend(b, storetest.Postgres(b), tables) })
	}
}

func benchmarkAppend(b *testing.B, place string, tables int) {
	s := openStore(b, place)
	list := make([]Match, tables)
	for i := range list {
		list[i] = startMatch(b, s, fmt.Sprintf("match%d", i), uint64(100+i))
	}
	floor := bare(b, place, 1000)
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
				if err := s.Matches().AppendInput(context.Background(), newStep(m, n, uint64(n), data)); err != nil {
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
}

// bare returns the time of one insert of the same bytes in one transaction.
func bare(b *testing.B, place string, n int) time.Duration {
	var db *sqlx.DB
	var err error
	if IsPostgres(place) {
		db, err = connectPostgres(b.Context(), place, postgresPool{conns: 1})
	} else {
		db, err = connect(b.Context(), filepath.Join(b.TempDir(), "floor.db"), 1, "mode=rwc&"+pragmas+"&_txlock=immediate")
	}
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	bytes := map[bool]string{true: "BYTEA", false: "BLOB"}[IsPostgres(place)]
	if _, err := db.Exec(`CREATE TABLE floor (match TEXT, n INTEGER, input TEXT, position ` + bytes + `, PRIMARY KEY (match, n))`); err != nil {
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
	took := time.Since(at) / time.Duration(n)
	if _, err := db.Exec(`DROP TABLE floor`); err != nil {
		b.Fatal(err)
	}
	return took
}
