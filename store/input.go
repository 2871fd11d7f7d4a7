package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"oneiros/games"
)

// positionsKept is how many positions of a match collect before the old ones are
// deleted together.
const positionsKept = 16

// AppendInput saves an input and the position after it. If the input ended the
// match, it saves the results too. It saves all of this or nothing.
//
// It returns [ErrConflict] if the match is not live or this input exists already.
// It returns it too if another writer has changed the match. The caller knows the
// presses of earlier inputs, and it has to make sure that a press is used once.
//
// A Record is saved with the input, as SaveMatch would. A Record, an End or both
// raise the match's Rev by one. Any other input leaves it.
func (s *Store) AppendInput(ctx context.Context, st Step) error {
	in := st.Input
	err := s.writer.write(ctx, func(t tx) error {
		n, err := t.exec(`INSERT INTO inputs (match, n, at, kind, seat, move, press, auto)
			SELECT id, ?, ?, ?, ?, ?, ?, ? FROM matches WHERE id = ? AND rev = ? AND phase = 'live'`,
			in.N, int64(in.At), string(in.Kind), int(in.Seat), in.Move, st.Press, st.Auto, st.Match, st.Rev)
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrConflict
		}
		if err := insertPosition(t, st.Match, st.Position); err != nil {
			return err
		}
		if in.N%positionsKept == 0 || st.End != nil {
			if _, err := t.exec(`DELETE FROM positions WHERE match = ? AND n < ?`, st.Match, in.N); err != nil {
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
		if st.End != nil {
			return endMatch(t, st)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("append input %d of match %s: %w", in.N, st.Match, err)
	}
	return nil
}

func insertPosition(t tx, match string, p Position) error {
	turns, err := json.Marshal(p.Turns)
	if err != nil {
		return fmt.Errorf("encode the turns: %w", err)
	}
	if _, err := t.exec(`INSERT INTO positions (match, n, version, at, clock, turns, position) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		match, p.N, p.Version, int64(p.At), int64(p.Clock), string(turns), p.Data); err != nil {
		return fmt.Errorf("save the position: %w", err)
	}
	return nil
}

func endMatch(t tx, st Step) error {
	e := st.End
	if _, err := t.exec(`UPDATE matches SET phase = 'over', motion = '', clock = ?, seen = ?, ended = ?, expires = ?, rev = ? WHERE id = ?`,
		int64(st.Position.Clock), toMillis(e.At), toMillis(e.At), toMillis(e.Expires), st.Rev+1, st.Match); err != nil {
		return fmt.Errorf("end the match: %w", err)
	}
	for _, r := range e.Results {
		if _, err := t.exec(`INSERT INTO results (match, seat, game, guild, user_id, score, won, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			st.Match, r.Seat, r.Game, r.Guild, r.User, r.Score, r.Won, toMillis(e.At)); err != nil {
			return fmt.Errorf("save a result: %w", err)
		}
	}
	return nil
}

// Inputs reads the log of a match, in order.
func (s *Store) Inputs(ctx context.Context, match string) ([]games.Input, error) {
	var rows []struct {
		N    int    `db:"n"`
		At   int64  `db:"at"`
		Kind string `db:"kind"`
		Seat int    `db:"seat"`
		Move string `db:"move"`
	}
	if err := s.reads.SelectContext(ctx, &rows, `SELECT n, at, kind, seat, move FROM inputs WHERE match = ? ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the log of match %s: %w", match, classify(err))
	}
	log := make([]games.Input, len(rows))
	for i, r := range rows {
		log[i] = games.Input{N: r.N, At: time.Duration(r.At), Kind: games.Kind(r.Kind), Seat: games.Seat(r.Seat), Move: r.Move}
	}
	return log, nil
}

// PressIDs lists the presses that made the inputs of a match, in order.
func (s *Store) PressIDs(ctx context.Context, match string) ([]uint64, error) {
	var list []uint64
	if err := s.reads.SelectContext(ctx, &list, `SELECT press FROM inputs WHERE match = ? AND press <> 0 ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the presses of match %s: %w", match, classify(err))
	}
	return list, nil
}

// AutomaticInputs lists the numbers of the inputs that no person made, in order.
func (s *Store) AutomaticInputs(ctx context.Context, match string) ([]int, error) {
	var list []int
	if err := s.reads.SelectContext(ctx, &list, `SELECT n FROM inputs WHERE match = ? AND auto = 1 ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the automatic inputs of match %s: %w", match, classify(err))
	}
	return list, nil
}
