package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

var sweepsTable = Declare(Table{
	Name: "sweeps", Key: []string{"shard"}, Stays: "of the programs that wrote it", Columns: []Column{{Name: "shard"}, {Name: "at"}, {Name: "held"}},
})

// Sweep is the last erasing of what was kept long enough.
type Sweep struct {
	At   time.Time // by Discord's clock; zero for never
	Held int       // how many times the next one was put off
}

// SweepStore saves the last sweep.
type SweepStore struct{ db *connections }

// Sweeps returns the store of sweeps.
func (s *Store) Sweeps() SweepStore { return SweepStore{&s.connections} }

// LastSweep reads the last sweep. Each shard has its own.
func (s SweepStore) LastSweep(ctx context.Context) (Sweep, error) {
	var row struct {
		At   int64 `db:"at"`
		Held int   `db:"held"`
	}
	err := s.db.reads.GetContext(ctx, &row, `SELECT at, held FROM sweeps WHERE shard = ?`, s.sweeper())
	if errors.Is(err, sql.ErrNoRows) {
		return Sweep{}, nil
	}
	if err != nil {
		return Sweep{}, fmt.Errorf("read the last sweep: %w", classify(err))
	}
	return Sweep{fromMillis(row.At), row.Held}, nil
}

// SaveSweep saves the last sweep.
func (s SweepStore) SaveSweep(ctx context.Context, last Sweep) error {
	err := s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`INSERT INTO sweeps (shard, at, held) VALUES (?, ?, ?) ON CONFLICT (shard) DO UPDATE SET at = excluded.at, held = excluded.held`,
			s.sweeper(), toMillis(last.At), last.Held)
		return err
	})
	if err != nil {
		return fmt.Errorf("save the last sweep: %w", err)
	}
	return nil
}

// sweeper is the number under which this store sweeps.
func (s SweepStore) sweeper() int {
	if s.db.shard == nil {
		return 0
	}
	return s.db.shard.Shard
}
