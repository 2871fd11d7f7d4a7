package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Removal is what a match loses when a person is erased from it.
type Removal struct {
	Match     string
	Rev       int64 // the revision of the match that the caller knows
	User      uint64
	Host      uint64   // the host without them
	SeatOrder []uint64 // likewise

	Presses []int          // the inputs whose presses are forgotten
	Moves   map[int]string // the moves that lose their words, with what stands there now
	Latest  *Position      // in place of the latest one, when it had words; its N, At, Clock and Turns stay
	NoLog   bool           // the whole log is erased, with all positions
	Note    string         // key of a note to be added, or empty
	At      time.Time      // of the note
}

// EraseFromMatch erases a person from a match. The match stays whole for the others: its
// inputs, its results and what happened, with no person where they were. It raises
// the match's Rev by one. It returns [ErrConflict] if another writer has changed the
// match since it was read.
func (s MatchStore) EraseFromMatch(ctx context.Context, r Removal) error {
	order, err := json.Marshal(r.SeatOrder)
	if err != nil {
		return fmt.Errorf("encode the seat order: %w", err)
	}
	err = s.db.erase(ctx, func(t tx) error {
		if err := t.eraseFromRow(r, string(order)); err != nil {
			return err
		}
		for _, query := range []string{`DELETE FROM players WHERE match = ? AND user_id = ?`,
			// A token of the board may be of their press.
			`DELETE FROM surfaces WHERE match = ? AND (user_id = ? OR kind = '` + BoardToken + `')`} {
			if _, err := t.exec(query, r.Match, r.User); err != nil {
				return err
			}
		}
		return errors.Join(t.eraseFromResults(r), t.eraseFromNotes(r), t.eraseFromLog(r))
	})
	if err != nil {
		return fmt.Errorf("erase a user from match %s: %w", r.Match, err)
	}
	s.db.heads.drop(r.Match)
	return nil
}

func (t tx) eraseFromRow(r Removal, order string) error {
	return matchesTable.change(t, "r.id = ?", r.Match, func() error {
		n, err := t.exec(`UPDATE matches SET host = ?, seating = ?, rev = rev + 1 WHERE id = ? AND rev = ?`, r.Host, order, r.Match, r.Rev)
		if err == nil && n == 0 {
			err = ErrConflict
		}
		return err
	})
}

func (t tx) eraseFromResults(r Removal) error {
	seats, err := t.numbers(`SELECT seat FROM results WHERE match = ? AND user_id = ?`, r.Match, r.User)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		err := resultsTable.change(t, fmt.Sprintf("r.match = ? AND r.seat = %d", seat), r.Match, func() error {
			_, err := t.exec(`UPDATE results SET user_id = 0 WHERE match = ? AND seat = ?`, r.Match, seat)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eraseFromNotes puts no person in the place of the person, and adds the note.
func (t tx) eraseFromNotes(r Removal) error {
	last := int64(0)
	named := map[int64]string{}
	err := notesTable.read(context.Background(), t, "r.match = ?", []any{r.Match}, func(row checkedRow) error {
		n, ok := row.columns[1].(int64)
		var who []uint64
		if !ok || json.Unmarshal(fmt.Append(nil, row.columns[4]), &who) != nil {
			return &DamageError{r.Match, []string{notesTable.describe(row)}}
		}
		last = n
		if !slices.Contains(who, r.User) {
			return nil
		}
		for i := range who {
			if who[i] == r.User {
				who[i] = 0
			}
		}
		b, err := json.Marshal(who)
		named[n] = string(b)
		return err
	})
	if err != nil {
		return err
	}
	for n, who := range named {
		err := notesTable.change(t, fmt.Sprintf("r.match = ? AND r.n = %d", n), r.Match, func() error {
			_, err := t.exec(`UPDATE notes SET who = ? WHERE match = ? AND n = ?`, who, r.Match, n)
			return err
		})
		if err != nil {
			return err
		}
	}
	if r.Note == "" {
		return nil
	}
	return insertNotes(t, Match{ID: r.Match, Notes: []Note{{N: int(last) + 1, At: r.At, What: r.Note, Who: []uint64{}}}})
}

// eraseFromLog takes words and presses out of the log. The checksums of a log are a
// chain, so all of them are computed again.
func (t tx) eraseFromLog(r Removal) error {
	if r.NoLog {
		return t.eraseLog(r.Match)
	}
	for n, move := range r.Moves {
		if _, err := t.exec(`UPDATE inputs SET move = ?, erased = 1 WHERE match = ? AND n = ?`, move, r.Match, n); err != nil {
			return err
		}
	}
	for _, n := range r.Presses {
		if _, err := t.exec(`UPDATE inputs SET press = 0 WHERE match = ? AND n = ?`, r.Match, n); err != nil {
			return err
		}
	}
	if len(r.Moves)+len(r.Presses) == 0 {
		return nil
	}
	if _, err := t.exec(`DELETE FROM positions WHERE match = ? AND n < (SELECT max(n) FROM positions p WHERE p.match = ?)`, r.Match, r.Match); err != nil {
		return err
	}
	if p := r.Latest; p != nil {
		n, err := t.exec(`UPDATE positions SET version = ?, position = ? WHERE match = ? AND n = ?`, p.Version, p.Data, r.Match, p.N)
		if err == nil && n == 0 {
			err = ErrConflict // an input was added
		}
		if err != nil {
			return err
		}
	}
	return sumLog(t, r.Match)
}

// eraseLog deletes the log of a match, and its positions.
func (t tx) eraseLog(match string) error {
	if _, err := t.exec(`DELETE FROM positions WHERE match = ?`, match); err != nil {
		return err
	}
	_, err := t.exec(`DELETE FROM inputs WHERE match = ?`, match)
	return err
}

// EraseMatch deletes a match with everything about it.
func (s MatchStore) EraseMatch(ctx context.Context, match string) error {
	err := s.db.erase(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM matches WHERE id = ?`, match)
		return err
	})
	if err != nil {
		return fmt.Errorf("erase match %s: %w", match, err)
	}
	s.db.heads.drop(match)
	return nil
}
