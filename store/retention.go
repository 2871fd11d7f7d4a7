package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// erasedAtOnce is how many matches a transaction of EraseOld erases, so that others need
// not wait long.
const erasedAtOnce = 50

// cleared is how long after its end a table is cleared at the latest. With it the index
// over expires finds what has ended.
const cleared = 48 * time.Hour

// ended is SQL for matches that ended before a moment and have no table any longer.
const ended = `phase IN ('over', 'void') AND ended <> 0 AND ended < ? AND expires >= ? AND expires < ?`

// SumTime is how much longer the log of a match is kept that no process has summed up yet. A
// program that lacks the game never does, and what people wrote has to go in the end.
const SumTime = 7 * 24 * time.Hour

// EraseOld deletes what is kept long enough and belongs to no match: see [Old]. It is called
// with a moment of Discord's clock, and how long results of matches are kept; 0 is for ever.
func (s ErasureStore) EraseOld(ctx context.Context, now time.Time, results time.Duration) error {
	err := s.db.erase(ctx, func(t tx) error {
		for _, table := range slices.Backward(s.db.tables) {
			if table.Old == nil {
				continue
			}
			after := cmp.Or(table.Old.After, results)
			if after == 0 {
				continue
			}
			if _, err := t.exec(`DELETE FROM `+table.Name+` WHERE `+table.Old.Where, toMillis(now.Add(-after))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("erase what is old: %w", err)
	}
	return nil
}

// EraseOldLogs erases the logs and positions of matches that ended before a moment, what goes
// with them, see [Table.Log], and which presses their people made. Who played and how it ended stays. It
// returns how many matches that were; there may be more. It looks only at matches that
// ended after since. A match that was not summed up keeps them for [SumTime] more, or
// nothing but its result would be known of it.
func (s ErasureStore) EraseOldLogs(ctx context.Context, since, before, now time.Time) (int, error) {
	summed := fmt.Sprintf(` AND (phase <> 'over' OR ended < %d OR EXISTS (SELECT 1 FROM summaries s WHERE s.match = matches.id))`, toMillis(before.Add(-SumTime)))
	some := `EXISTS (SELECT 1 FROM inputs i WHERE i.match = matches.id) OR EXISTS (SELECT 1 FROM positions p WHERE p.match = matches.id)`
	for _, table := range s.db.tables {
		if table.Log {
			some += ` OR EXISTS (SELECT 1 FROM ` + table.Name + ` o WHERE o.match = matches.id)`
		}
	}
	return s.eraseOld(ctx, summed+` AND (`+some+`)`, since, before, now, func(t tx, id string) error {
		if err := t.eraseLog(id); err != nil {
			return err
		}
		for _, table := range s.db.tables {
			if !table.Log {
				continue
			}
			if _, err := t.exec(`DELETE FROM `+table.Name+` WHERE match = ?`, id); err != nil {
				return err
			}
		}
		people, err := t.numbers(`SELECT user_id FROM players WHERE match = ? AND press <> 0`, id)
		if err != nil {
			return err
		}
		for _, user := range people {
			err := playersTable.change(t, fmt.Sprintf("r.match = ? AND r.user_id = %d", user), id, func() error {
				_, err := t.exec(`UPDATE players SET press = 0 WHERE match = ? AND user_id = ?`, id, user)
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// EraseOldMatches erases matches that ended before a moment, with their results. It
// returns how many that were; there may be more.
func (s ErasureStore) EraseOldMatches(ctx context.Context, before, now time.Time) (int, error) {
	return s.eraseOld(ctx, "", time.Time{}, before, now, func(t tx, id string) error {
		_, err := t.exec(`DELETE FROM matches WHERE id = ?`, id)
		return err
	})
}

func (s ErasureStore) eraseOld(ctx context.Context, which string, since, before, now time.Time, erase func(tx, string) error) (int, error) {
	var ids []string
	mine, args := s.db.ofShard()
	until := before.Add(cleared)
	if until.After(now) {
		until = now
	}
	args = append([]any{toMillis(before), toMillis(since), toMillis(until)}, args...)
	if err := s.db.reads.SelectContext(ctx, &ids, fmt.Sprintf(`SELECT id FROM matches WHERE `+ended+which+mine+` ORDER BY ended LIMIT %d`, erasedAtOnce), args...); err != nil {
		return 0, fmt.Errorf("list old matches: %w", classify(err))
	}
	if len(ids) == 0 {
		return 0, nil
	}
	err := s.db.erase(ctx, func(t tx) error {
		for _, id := range ids {
			if err := erase(t, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("erase old matches: %w", err)
	}
	for _, id := range ids {
		s.db.heads.drop(id)
	}
	return len(ids), nil
}
