package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"oneiros/games"
)

var summariesTable = Declare(Table{
	Name: "summaries", Row: "summary", Sum: "summary", Key: []string{"match"}, Match: "match",
	Columns: []Column{{Name: "match", Type: Text}, {Name: "version"}, {Name: "summary", Type: Text}}, // of seats
})

// Finished is a match that is over, as statistics count it.
type Finished struct {
	Match   string
	Game    string
	At      time.Time
	Seats   []Result      // by seat
	Summary games.Summary // empty until a process has summed it up
}

// SummaryStore saves what is worth keeping of matches that are over.
type SummaryStore struct{ db *connections }

// Summaries returns the store of summaries.
func (s *Store) Summaries() SummaryStore { return SummaryStore{&s.connections} }

// Unsummed lists matches that are over and were not summed up, in the order of their
// ids, after an id and not more than a limit. The store of a shard lists only those of
// its servers.
func (s SummaryStore) Unsummed(ctx context.Context, after string, limit int) ([]string, error) {
	var ids []string
	mine, args := s.db.ofShard()
	args = append(append([]any{after}, args...), limit)
	if err := s.db.reads.SelectContext(ctx, &ids, `SELECT id FROM matches WHERE phase = 'over' AND id > ?
		AND NOT EXISTS (SELECT 1 FROM summaries s WHERE s.match = matches.id)`+mine+` ORDER BY id LIMIT ?`, args...); err != nil {
		return nil, fmt.Errorf("list the matches to sum up: %w", classify(err))
	}
	return ids, nil
}

// SaveSummary saves what is worth keeping of a match. The version is that of the rules,
// or 0 if the match cannot be read. A match is summed up once.
func (s SummaryStore) SaveSummary(ctx context.Context, match string, version int, sum games.Summary) error {
	text, err := json.Marshal(sum)
	if err != nil {
		return fmt.Errorf("encode the summary of match %s: %w", match, err)
	}
	columns := []any{match, version, string(text)}
	err = s.db.write(ctx, func(t tx) error {
		// The match may have been erased since it was read.
		_, err := t.exec(`INSERT INTO summaries (match, version, summary, checksum)
			SELECT id, ?, ?, ? FROM matches WHERE id = ? ON CONFLICT (match) DO NOTHING`, version, string(text), summariesTable.of(columns...), match)
		return err
	})
	if err != nil {
		return fmt.Errorf("save the summary of match %s: %w", match, err)
	}
	return nil
}

// FinishedOn lists the matches of a server that are over, oldest first.
func (s SummaryStore) FinishedOn(ctx context.Context, guild uint64) ([]Finished, error) {
	return s.finished(ctx, `r.guild = ?`, guild)
}

// FinishedBy lists the matches on a server that are over and in which a person had a
// seat to the end, oldest first.
func (s SummaryStore) FinishedBy(ctx context.Context, user, guild uint64) ([]Finished, error) {
	return s.finished(ctx, `r.match IN (SELECT match FROM results WHERE user_id = ? AND guild = ?)`, user, guild)
}

// FinishedAnywhereBy is FinishedBy on all servers and in direct messages.
func (s SummaryStore) FinishedAnywhereBy(ctx context.Context, user uint64) ([]Finished, error) {
	return s.finished(ctx, `r.match IN (SELECT match FROM results WHERE user_id = ?)`, user)
}

func (s SummaryStore) finished(ctx context.Context, where string, args ...any) ([]Finished, error) {
	rows, err := s.db.reads.QueryContext(ctx, `SELECT r.match, r.seat, r.game, r.guild, r.user_id, r.score, r.won, r.automatic, r.ended, coalesce(s.summary, '')
		FROM results r LEFT JOIN summaries s ON s.match = r.match AND r.seat = 0 WHERE `+where+` ORDER BY r.ended, r.match, r.seat`, args...)
	if err != nil {
		return nil, fmt.Errorf("list finished matches: %w", classify(err))
	}
	defer rows.Close() // Err tells all that Close could
	var list []Finished
	for rows.Next() {
		var r Result
		var ended int64
		var won, auto int
		var text []byte
		if err := rows.Scan(&r.Match, &r.Seat, &r.Game, &r.Guild, &r.User, &r.Score, &won, &auto, &ended, &text); err != nil {
			return nil, fmt.Errorf("list finished matches: %w", classify(err))
		}
		r.Won, r.Auto, r.At = won != 0, auto != 0 || r.User == 0, fromMillis(ended)
		if n := len(list); n == 0 || list[n-1].Match != r.Match {
			list = append(list, Finished{Match: r.Match, Game: r.Game, At: r.At})
		}
		m := &list[len(list)-1]
		m.Seats = append(m.Seats, r)
		if len(text) > 0 {
			if m.Summary, err = readSummary(text); err != nil {
				return nil, fmt.Errorf("read the summary of match %s: %w", r.Match, err)
			}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list finished matches: %w", classify(err))
	}
	return list, nil
}

// readSummary reads a summary. Before there were moments, a dream stood in its own words.
func readSummary(text []byte) (games.Summary, error) {
	var row struct {
		games.Summary
		Dream *struct {
			Seat  games.Seat `json:"seat"`
			Told  int        `json:"told"`
			Cards int        `json:"cards"`
		} `json:"dream"`
	}
	if err := decode(text, &row); err != nil {
		return games.Summary{}, err
	}
	if d := row.Dream; d != nil && row.Moment == nil {
		row.Moment = &games.Moment{Seat: d.Seat, Numbers: []int{d.Told, d.Cards}}
	}
	return row.Summary, nil
}

// NameAt is what a person called themselves at a match, and their username; empty if they
// were not there.
func (s SummaryStore) NameAt(ctx context.Context, match string, user uint64) (name, username string, err error) {
	err = s.db.reads.QueryRowxContext(ctx, `SELECT name, username FROM players WHERE match = ? AND user_id = ?`, match, user).Scan(&name, &username)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", "", fmt.Errorf("read a name at match %s: %w", match, classify(err))
	}
	return name, username, nil
}
