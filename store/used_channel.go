package store

import (
	"context"
	"fmt"
	"time"
)

// UsedChannel is a channel of a server in which people opened tables.
type UsedChannel struct {
	Guild   uint64 `db:"guild"`
	Channel uint64 `db:"channel"`
	Tables  int    `db:"tables"` // that are open or live now
	Threads bool   `db:"threads"`
}

// UsedChannels lists the channels that have a table now, or had one that was opened at
// a moment or later. Threads tells whether one of these tables has a thread of its own.
func (s MatchStore) UsedChannels(ctx context.Context, since time.Time) ([]UsedChannel, error) {
	var list []UsedChannel
	err := s.db.reads.SelectContext(ctx, &list, `SELECT guild, channel,
			SUM(CASE WHEN phase IN ('lobby', 'live') THEN 1 ELSE 0 END) AS tables, MAX(own) > 0 AS threads
		FROM matches WHERE guild <> 0 AND (phase IN ('lobby', 'live') OR created >= ?)
		GROUP BY guild, channel ORDER BY guild, channel`, toMillis(since))
	if err != nil {
		return nil, fmt.Errorf("list used channels: %w", classify(err))
	}
	return list, nil
}
