package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
)

// Seat is where a person sits.
type Seat struct {
	Match  string
	Guild  uint64 // 0 for direct messages
	User   uint64
	Joined time.Time
}

// Seats lists where people sit: in lobbies and live matches of all servers, whichever
// process has their tables.
func (s MatchStore) Seats(ctx context.Context, users ...uint64) ([]Seat, error) {
	if len(users) == 0 {
		return nil, nil
	}
	var rows []struct {
		Match  string `db:"match"`
		Guild  uint64 `db:"guild"`
		User   uint64 `db:"user_id"`
		Joined int64  `db:"joined"`
	}
	query, args, err := sqlx.In(`SELECT p.match, m.guild, p.user_id, p.joined FROM players p JOIN matches m ON m.id = p.match
		WHERE p.user_id IN (?) AND p.seat >= 0 AND p.automatic = 0 AND m.phase IN ('lobby', 'live') ORDER BY p.match, p.user_id`, users)
	if err == nil {
		err = s.db.reads.SelectContext(ctx, &rows, query, args...)
	}
	if err != nil {
		return nil, fmt.Errorf("list the seats of %d people: %w", len(users), classify(err))
	}
	list := make([]Seat, len(rows))
	for i, r := range rows {
		list[i] = Seat{r.Match, r.Guild, r.User, fromMillis(r.Joined)}
	}
	return list, nil
}

// LocaleOf is Discord's locale of a person, as the last match that they joined knows it; empty when
// none does. A match that is over knows it, too.
func (s MatchStore) LocaleOf(ctx context.Context, user uint64) (string, error) {
	var list []string
	err := s.db.reads.SelectContext(ctx, &list, s.db.reads.Rebind(`SELECT locale FROM players WHERE user_id = ? AND locale <> '' ORDER BY joined DESC LIMIT 1`), user)
	if err != nil {
		return "", fmt.Errorf("read the locale of a person: %w", classify(err))
	}
	return strings.Join(list, ""), nil
}
