package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"oneiros/games"
)

// AppendInput saves an input and the position after it. If the input ended the
// match, it saves the results too. It saves all of this or nothing.
//
// It returns [ErrConflict] if the match is not live or this input exists already.
// It returns it too if another writer has changed the match. The caller knows the
// presses of earlier inputs, and it has to make sure that a press is used once.
//
// A Record is saved with the input, as SaveMatch would. A Record, an End or both
// raise the match's Rev by one. Any other input leaves it.
//
// An Unsaid move is saved with the input, too: nothing of the match holds the words any longer.
func (s MatchStore) AppendInput(ctx context.Context, st Step) error {
	in := st.Input
	before, err := s.db.heads.sum(ctx, s.db.reads, st.Match, in.N-1)
	if err != nil {
		return fmt.Errorf("append input %d of match %s: %w", in.N, st.Match, err)
	}
	write := s.db.write
	if st.Unsaid != "" {
		write = s.db.erase
	}
	var head int64
	err = write(ctx, func(t tx) error {
		// Here and not before: a caller that comes late misses its group.
		head = inputsTable.of(st.Match, in.N, int64(in.At), string(in.Kind), int(in.Seat), in.Move, st.Press, st.Auto, false, before)
		position, err := positionColumns(st.Match, st.Position, head)
		if err != nil {
			return err
		}
		n, err := t.exec(`INSERT INTO inputs (match, n, at, kind, seat, move, press, auto, checksum)
			SELECT id, ?, ?, ?, ?, ?, ?, ?, ? FROM matches WHERE id = ? AND rev = ? AND phase = 'live'`,
			in.N, int64(in.At), string(in.Kind), int(in.Seat), in.Move, st.Press, st.Auto, head, st.Match, st.Rev)
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrConflict
		}
		if err := insertPosition(t, position); err != nil {
			return err
		}
		return saveAlong(t, st)
	})
	if err != nil {
		return fmt.Errorf("append input %d of match %s: %w", in.N, st.Match, err)
	}
	if st.Unsaid == "" {
		s.db.heads.put(st.Match, chainHead{in.N, head})
	} else {
		s.db.heads.drop(st.Match) // all checksums were computed again
	}
	if st.End != nil {
		for _, r := range st.End.Results {
			s.db.memory.dropPerson(r.User) // they have finished a match
		}
	}
	return nil
}

// saveAlong saves what comes along with an input.
func saveAlong(t tx, st Step) error {
	if st.Input.N%positionsKept == 0 || st.End != nil {
		if _, err := t.exec(`DELETE FROM positions WHERE match = ? AND n < ?`, st.Match, st.Input.N); err != nil {
			return fmt.Errorf("delete old positions: %w", err)
		}
	}
	if st.Record != nil {
		m := *st.Record
		m.ID, m.Rev = st.Match, st.Rev
		if err := updateMatch(t, m); err != nil {
			return err
		}
	}
	if st.Unsaid != "" {
		if err := unsay(t, st); err != nil {
			return fmt.Errorf("erase withheld words: %w", err)
		}
	}
	if st.End != nil {
		return endMatch(t, st)
	}
	return nil
}

// unsay takes the words of the latest held move out of the log, and the positions that hold
// them.
func unsay(t tx, st Step) error {
	n, err := t.exec(`UPDATE inputs SET move = ?, erased = 1 WHERE match = ? AND n = (SELECT max(h.n) FROM inputs h WHERE h.match = ? AND h.kind = ?)`,
		st.Unsaid, st.Match, st.Match, string(games.KindHold))
	if err == nil && n == 0 {
		err = errors.New("no move was held")
	}
	if err != nil {
		return err
	}
	if _, err := t.exec(`DELETE FROM positions WHERE match = ? AND n < ?`, st.Match, st.Input.N); err != nil {
		return err
	}
	return sumLog(t, st.Match)
}

// sumLog computes the checksums of a log and of its positions again.
func sumLog(t tx, match string) error {
	for _, c := range []*Table{inputsTable, positionsTable} {
		if err := c.fill(context.Background(), t, "r.match = ?", []any{match}); err != nil {
			return err
		}
	}
	return nil
}

func endMatch(t tx, st Step) error {
	e := st.End
	err := matchesTable.change(t, "r.id = ?", st.Match, func() error {
		_, err := t.exec(`UPDATE matches SET phase = 'over', motion = '', clock = ?, seen = ?, ended = ?, expires = ?, rev = ?, clock_checksum = ? WHERE id = ?`,
			int64(st.Position.Clock), toMillis(e.At), toMillis(e.At), toMillis(e.Expires), st.Rev+1,
			sumOfClock(st.Match, st.Position.Clock, e.At), st.Match)
		return err
	})
	if err != nil {
		return fmt.Errorf("end the match: %w", err)
	}
	for _, r := range e.Results {
		columns := []any{st.Match, r.Seat, r.Game, r.Guild, r.User, r.Score, r.Won, toMillis(e.At), r.Auto}
		if _, err := t.exec(`INSERT INTO results (match, seat, game, guild, user_id, score, won, ended, automatic, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			append(columns, resultsTable.of(columns...))...); err != nil {
			return fmt.Errorf("save a result: %w", err)
		}
	}
	return nil
}

// Inputs reads the log of a match, in order. If it is damaged, the error is a
// [DamageError].
func (s MatchStore) Inputs(ctx context.Context, match string) ([]games.Input, error) {
	log, err := readInputs(ctx, s.db.reads, match)
	if err != nil {
		return nil, fmt.Errorf("read the log of match %s: %w", match, err)
	}
	return log, nil
}

func readInputs(ctx context.Context, from queryer, match string) ([]games.Input, error) {
	log := []games.Input{}
	err := inputsTable.read(ctx, from, "r.match = ?", []any{match}, func(r checkedRow) error {
		n := int64(len(log) + 1)
		if r.key[1] != any(n) {
			return &DamageError{match, []string{fmt.Sprintf("input %d is missing", n)}}
		}
		if !r.holds() {
			return &DamageError{match, []string{inputsTable.describe(r)}}
		}
		c := r.columns // they have the types that were written
		log = append(log, games.Input{
			N: int(n), At: time.Duration(c[2].(int64)), Kind: games.Kind(c[3].(string)), Seat: games.Seat(c[4].(int64)), Move: c[5].(string),
		})
		return nil
	})
	return log, err
}

// PressIDs lists the presses that made the inputs of a match, in order.
func (s MatchStore) PressIDs(ctx context.Context, match string) ([]uint64, error) {
	var list []uint64
	if err := s.db.reads.SelectContext(ctx, &list, `SELECT press FROM inputs WHERE match = ? AND press <> 0 ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the presses of match %s: %w", match, classify(err))
	}
	return list, nil
}

// InputPresses tells which press made each input of a match, where one did.
func (s MatchStore) InputPresses(ctx context.Context, match string) (map[int]uint64, error) {
	var rows []struct {
		N     int    `db:"n"`
		Press uint64 `db:"press"`
	}
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT n, press FROM inputs WHERE match = ? AND press <> 0`, match); err != nil {
		return nil, fmt.Errorf("read the presses of match %s: %w", match, classify(err))
	}
	list := make(map[int]uint64, len(rows))
	for _, r := range rows {
		list[r.N] = r.Press
	}
	return list, nil
}

// ErasedInputs lists the numbers of the inputs that lost the words of a player who was
// erased, in order.
func (s MatchStore) ErasedInputs(ctx context.Context, match string) ([]int, error) {
	var list []int
	if err := s.db.reads.SelectContext(ctx, &list, `SELECT n FROM inputs WHERE match = ? AND erased = 1 ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the erased inputs of match %s: %w", match, classify(err))
	}
	return list, nil
}

// AutomaticInputs lists the numbers of the inputs that no person made, in order.
func (s MatchStore) AutomaticInputs(ctx context.Context, match string) ([]int, error) {
	var list []int
	if err := s.db.reads.SelectContext(ctx, &list, `SELECT n FROM inputs WHERE match = ? AND auto = 1 ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the automatic inputs of match %s: %w", match, classify(err))
	}
	return list, nil
}

var inputsTable = Declare(Table{
	Name: "inputs", Row: "input", Sum: "input", Key: []string{"match", "n"}, Match: "match",
	Columns: []Column{
		{Name: "match", Type: Text}, {Name: "n"}, {Name: "at"}, {Name: "kind", Type: Text}, {Name: "seat"}, {Name: "move", Type: Text, Has: Replaced, Why: wordsErased},
		{Name: "press", Has: Blanked}, {Name: "auto"}, {Name: "erased", Later: true},
	},
	early:  true,
	chain:  true,
	before: `coalesce((SELECT b.checksum FROM inputs b WHERE b.match = r.match AND b.n = r.n - 1), 0)`,
	latest: `r.n >= (SELECT max(n) FROM positions p WHERE p.match = r.match)`,
})
