package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

var erasuresTable = Declare(Table{
	Name: "erasures", Row: "erasure", Sum: "erasure", Key: []string{"kind", "id"},
	Columns: []Column{{Name: "kind", Type: Text}, {Name: "id", Has: Kept, Why: "it goes when nothing is left of the person"}, {Name: "asked"}},
})

// The kinds of rows in erasures.
const (
	erasePerson = "person"
	eraseBytes  = "bytes"
)

// ErasureStore erases people and what is old, and tells what is kept of a person.
type ErasureStore struct{ db *connections }

// Erasures returns the store of erasures.
func (s *Store) Erasures() ErasureStore { return ErasureStore{&s.connections} }

// RequestErasure notes that a person wants to be erased, and erases them from what belongs
// to no match. Their matches follow one by one: see [MatchStore.EraseFromMatch]. What is noted
// outlasts a crash, until [ErasureStore.FinishErasure] finds nothing of them.
func (s ErasureStore) RequestErasure(ctx context.Context, user uint64, at time.Time) error {
	err := s.db.erase(ctx, func(t tx) error {
		if err := t.noteErasure(erasePerson, user, at); err != nil {
			return err
		}
		return t.erasePerson(s.db.tables, user)
	})
	if err != nil {
		return fmt.Errorf("note that a user is erased: %w", err)
	}
	s.db.memory.dropPerson(user)
	return nil
}

// noteErasure adds a row of erasures, unless it is there.
func (t tx) noteErasure(kind string, id uint64, at time.Time) error {
	return t.add(erasuresTable, kind, id, toMillis(at))
}

// noteBytes adds a row that says that erased rows of a person or a server left bytes. Each erasing has a row of its
// own, so one that comes while bytes are removed has them removed again.
func (t tx) noteBytes(of string, id uint64, at time.Time) error {
	var b [8]byte
	t.w.luck.read(b[:], "erasure", of, id, toMillis(at))
	return t.noteErasure(eraseBytes, binary.BigEndian.Uint64(b[:])>>1, at)
}

// Erasures lists the people who are being erased.
func (s ErasureStore) Erasures(ctx context.Context) ([]uint64, error) {
	var list []uint64
	if err := s.db.reads.SelectContext(ctx, &list, `SELECT id FROM erasures WHERE kind = ? ORDER BY asked, id`, erasePerson); err != nil {
		return nil, fmt.Errorf("list the people who are erased: %w", classify(err))
	}
	return list, nil
}

// MatchesOf lists the matches that have something of a person, earlier ones first. The
// store of a shard lists only those of its servers.
func (s ErasureStore) MatchesOf(ctx context.Context, user uint64) ([]string, error) {
	var list []string
	mine, args := s.db.ofShard()
	if err := s.db.reads.SelectContext(ctx, &list, `SELECT id FROM matches WHERE id IN (`+matchesOf+`)`+mine+` ORDER BY created, id`,
		append([]any{user, user, user}, args...)...); err != nil {
		return nil, fmt.Errorf("list the matches of a user: %w", classify(err))
	}
	return list, nil
}

// matchesOf is SQL for the matches that have something of a person. A person who is in
// another column, such as the host, is among the players.
const matchesOf = `SELECT match FROM players WHERE user_id = ? UNION SELECT match FROM results WHERE user_id = ? UNION SELECT match FROM surfaces WHERE user_id = ? AND match IS NOT NULL`

// FinishErasure ends the erasing of a person of whom no match has anything left. It
// reports whether that is so. Their bytes are still to be removed: see
// [ErasureStore.RemoveBytes].
func (s ErasureStore) FinishErasure(ctx context.Context, user uint64, at time.Time) (done bool, err error) {
	err = s.db.erase(ctx, func(t tx) error {
		var left int
		row := t.QueryRowContext(context.Background(), `SELECT count(*) FROM (`+matchesOf+`) r`, user, user, user)
		if err := row.Scan(&left); err != nil {
			return classify(err)
		}
		if done = left == 0; !done {
			return nil
		}
		if _, err := t.exec(`DELETE FROM erasures WHERE kind = ? AND id = ?`, erasePerson, user); err != nil {
			return err
		}
		return errors.Join(t.erasePerson(s.db.tables, user), t.noteBytes(erasePerson, user, at))
	})
	if err != nil {
		return false, fmt.Errorf("finish the erasing of a user: %w", err)
	}
	s.db.memory.dropPerson(user)
	return done, nil
}
