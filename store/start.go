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

// SaveStart saves the last start. The settings must not hold a secret.
func (s *connections) SaveStart(ctx context.Context, st Start) error {
	settings, err := json.Marshal(st.Settings)
	if err != nil {
		return fmt.Errorf("save the start: %w", err)
	}
	err = s.write(ctx, func(t tx) error {
		_, err := t.exec(`UPDATE starts SET at = ?, version = ?, settings = ?`, toMillis(st.At), st.Version, string(settings))
		return err
	})
	if err != nil {
		return fmt.Errorf("save the start: %w", err)
	}
	return nil
}

// LastStart reads the last start. It is zero if the bot never started.
func (s *connections) LastStart(ctx context.Context) (Start, error) {
	var row struct {
		At       int64  `db:"at"`
		Version  string `db:"version"`
		Settings string `db:"settings"`
	}
	if err := s.reads.GetContext(ctx, &row, `SELECT at, version, settings FROM starts`); err != nil {
		return Start{}, fmt.Errorf("read the last start: %w", classify(err))
	}
	st := Start{At: fromMillis(row.At), Version: row.Version}
	if err := json.Unmarshal([]byte(row.Settings), &st.Settings); err != nil {
		return Start{}, fmt.Errorf("read the last start: %w", err)
	}
	return st, nil
}

// UsedChannel is a channel of a server in which people opened tables.
type UsedChannel struct {
	Guild   uint64 `db:"guild"`
	Channel uint64 `db:"channel"`
	Tables  int    `db:"tables"` // that are open or live now
	Threads bool   `db:"threads"`
}

// UsedChannels lists the channels that have a table now, or had one that was opened at
// a moment or later. Threads tells whether one of these tables has a thread of its own.
func (s *connections) UsedChannels(ctx context.Context, since time.Time) ([]UsedChannel, error) {
	var list []UsedChannel
	err := s.reads.SelectContext(ctx, &list, `SELECT guild, channel,
			SUM(CASE WHEN phase IN ('lobby', 'live') THEN 1 ELSE 0 END) AS tables, MAX(own) > 0 AS threads
		FROM matches WHERE guild <> 0 AND (phase IN ('lobby', 'live') OR created >= ?)
		GROUP BY guild, channel ORDER BY guild, channel`, toMillis(since))
	if err != nil {
		return nil, fmt.Errorf("list used channels: %w", classify(err))
	}
	return list, nil
}
