package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

var startsTable = Declare(Table{
	Name: "starts", Key: []string{"one"}, Stays: "of the program that wrote it",
	Columns: []Column{{Name: "one"}, {Name: "at"}, {Name: "version", Type: Text}, {Name: "settings", Type: Text}},
})

// Start is a start of the bot.
type Start struct {
	At       time.Time // zero for never
	Version  string    // of the program
	Settings map[string]string
}

// StartStore saves the last start.
type StartStore struct{ db *connections }

// Starts returns the store of starts.
func (s *Store) Starts() StartStore { return StartStore{&s.connections} }

// SaveStart saves the last start. The settings must not hold a secret.
func (s StartStore) SaveStart(ctx context.Context, st Start) error {
	settings, err := json.Marshal(st.Settings)
	if err != nil {
		return fmt.Errorf("save the start: %w", err)
	}
	err = s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`UPDATE starts SET at = ?, version = ?, settings = ?`, toMillis(st.At), st.Version, string(settings))
		return err
	})
	if err != nil {
		return fmt.Errorf("save the start: %w", err)
	}
	return nil
}

// LastStart reads the last start. It is zero if the bot never started.
func (s StartStore) LastStart(ctx context.Context) (Start, error) {
	var row struct {
		At       int64  `db:"at"`
		Version  string `db:"version"`
		Settings string `db:"settings"`
	}
	if err := s.db.reads.GetContext(ctx, &row, `SELECT at, version, settings FROM starts`); err != nil {
		return Start{}, fmt.Errorf("read the last start: %w", classify(err))
	}
	st := Start{At: fromMillis(row.At), Version: row.Version}
	if err := json.Unmarshal([]byte(row.Settings), &st.Settings); err != nil {
		return Start{}, fmt.Errorf("read the last start: %w", err)
	}
	return st, nil
}
