package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"
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

// erase is write for what is erased. SQLite overwrites what do deletes. What it has copied
// to other pages before, and the write-ahead log, are left to [ErasureStore.RemoveBytes].
func (s *connections) erase(ctx context.Context, do func(tx) error) error {
	return s.write(ctx, func(t tx) (err error) {
		if t.w.postgres {
			return do(t)
		}
		// It holds from when it is compiled, so nothing of it can be prepared.
		if _, err := t.w.conn.ExecContext(context.Background(), `PRAGMA secure_delete = ON`); err != nil {
			return classify(err)
		}
		defer func() {
			if _, e := t.w.conn.ExecContext(context.Background(), `PRAGMA secure_delete = OFF`); e != nil {
				err = errors.Join(err, classify(e))
			}
		}()
		return do(t)
	})
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

// matchesOf is SQL for the matches that have something of a person. Whoever is in
// another column, such as the host, is among the players.
const matchesOf = `SELECT match FROM players WHERE user_id = ? UNION SELECT match FROM results WHERE user_id = ? UNION SELECT match FROM surfaces WHERE user_id = ?`

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
// inputs, its results and what happened, with nobody where the person was. It raises
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

// numbers reads a column of numbers in the transaction.
func (t tx) numbers(query string, args ...any) (list []int64, err error) {
	rows, err := t.w.conn.QueryContext(context.Background(), query, args...)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, classify(err)
		}
		list = append(list, n)
	}
	return list, classify(rows.Err())
}

// eraseFromNotes puts nobody in the place of the person, and adds the note.
func (t tx) eraseFromNotes(r Removal) error {
	last := int64(0)
	named := map[int64]string{}
	err := notesTable.read(context.Background(), t.w.conn, "r.match = ?", []any{r.Match}, func(row checkedRow) error {
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
	for _, c := range []*Table{inputsTable, positionsTable} {
		if err := c.fill(context.Background(), t.w.conn, "r.match = ?", []any{r.Match}); err != nil {
			return err
		}
	}
	return nil
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

// FinishErasure ends the erasing of a person of whom no match has anything left. It
// reports whether that is so. Their bytes are still to be removed: see
// [ErasureStore.RemoveBytes].
func (s ErasureStore) FinishErasure(ctx context.Context, user uint64, at time.Time) (done bool, err error) {
	err = s.db.erase(ctx, func(t tx) error {
		var left int
		row := t.w.conn.QueryRowContext(context.Background(), `SELECT count(*) FROM (`+matchesOf+`) r`, user, user, user)
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

// RemoveBytes removes from the database what erased rows left in it, if there is
// anything. It reports whether there was, also with an error. On SQLite nothing else is
// saved meanwhile. When ctx ends, it stops, and all of it stays due.
func (s ErasureStore) RemoveBytes(ctx context.Context) (bool, error) {
	var due []uint64
	err := s.db.reads.SelectContext(ctx, &due, `SELECT id FROM erasures WHERE kind = ?`, eraseBytes)
	if err != nil || len(due) == 0 {
		return false, classify(err)
	}
	if s.db.address != "" {
		err = vacuumPostgres(ctx, s.db.address, lasting(s.db.tables))
	} else {
		err = s.db.writer.vacuum(ctx)
	}
	if err == nil {
		// They are removed, however long that took.
		err = s.db.write(context.WithoutCancel(ctx), func(t tx) error {
			for _, id := range due {
				if _, err := t.exec(`DELETE FROM erasures WHERE kind = ? AND id = ?`, eraseBytes, id); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return true, fmt.Errorf("remove the bytes of erased rows: %w", err)
	}
	return true, nil
}

// vacuumPostgres lets PostgreSQL use the room of erased rows anew. Only then new rows can
// take the place of their bytes. PostgreSQL leaves what another session may still read, and
// tells nobody. It only warns of a table that is another user's.
func vacuumPostgres(ctx context.Context, address string, tables []*Table) (err error) {
	var warned []string
	db, err := connectPostgres(ctx, address, postgresPool{conns: 1, patient: true, notice: func(n *pgconn.Notice) {
		if n.SeverityUnlocalized == "WARNING" {
			warned = append(warned, n.Message)
		}
	}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// What stood here until now is gone later than all that was erased. So when VACUUM
	// removes it, it has removed the rest.
	if _, err := db.ExecContext(ctx, `UPDATE erasures SET asked = asked WHERE kind = ?`, eraseBytes); err != nil {
		return classify(err)
	}
	for _, table := range tables {
		if err := vacuumTable(ctx, db, table.Name); err != nil {
			return err
		}
		if len(warned) > 0 {
			return fmt.Errorf("VACUUM %s: %s", table.Name, warned[0])
		}
	}
	return awaitReaders(ctx, db)
}

func vacuumTable(ctx context.Context, db *sqlx.DB, table string) error {
	_, err := db.ExecContext(ctx, `VACUUM `+table)
	return classify(err)
}

// How often, and how long after one another, awaitReaders looks.
const (
	readersLooks = 10
	readersPause = 100 * time.Millisecond
)

// awaitReaders waits for sessions that may still read what was erased. Those of this
// program end soon. It is [ErrStillRead] when one does not.
func awaitReaders(ctx context.Context, db *sqlx.DB) error {
	for range readersLooks {
		var left int64
		if err := db.GetContext(ctx, &left, `SELECT pg_stat_get_dead_tuples('erasures'::regclass)`); err != nil || left == 0 {
			return classify(err)
		}
		select {
		case <-time.After(readersPause):
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := vacuumTable(ctx, db, "erasures"); err != nil {
			return err
		}
	}
	return ErrStillRead
}

// vacuum has the writer make the file anew.
func (w *writer) vacuum(ctx context.Context) error {
	if w == nil {
		return ErrReadOnly
	}
	done := make(chan error, 1)
	select {
	case w.vacuums <- vacuum{ctx, done}:
		return <-done
	case <-ctx.Done():
		return ctx.Err()
	case <-w.closing:
		return ErrClosed
	}
}

// vacuum is a wish to have the file made anew, until ctx ends.
type vacuum struct {
	ctx  context.Context
	done chan error
}

// rebuild makes the file anew from its rows, and empties the write-ahead log, which
// still has the old pages.
func (w *writer) rebuild(ctx context.Context) error {
	if w.hasLost {
		return ErrLeaseLost
	}
	if err := w.files.check(); err != nil {
		return err
	}
	if held, err := (tx{w}).holdsLease(); err != nil {
		return err
	} else if !held {
		return w.lose()
	}
	if err := hasRoom(ctx, w.conn, w.files.path); err != nil {
		return err
	}
	if _, err := w.conn.ExecContext(ctx, `VACUUM`); err != nil {
		if ctx.Err() != nil { // the driver has its own error for it
			return ctx.Err()
		}
		return classify(err)
	}
	if err := emptyLog(ctx, w.conn); err != nil {
		return err
	}
	return w.files.check()
}

// hasRoom is [ErrFull] where the disk has no room for a VACUUM. It would take all that is
// left from the bot and from others before it fails. All pages go to the write-ahead log,
// and from there to the file.
func hasRoom(ctx context.Context, conn *sql.Conn, path string) error {
	var used, page int64
	row := conn.QueryRowContext(ctx, `SELECT (SELECT page_count FROM pragma_page_count) - (SELECT freelist_count FROM pragma_freelist_count), page_size FROM pragma_page_size`)
	if err := row.Scan(&used, &page); err != nil {
		return classify(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	need := used*(page+walFrame) + max(0, used*page-info.Size())
	if free, known := FreeBytes(filepath.Dir(path)); known && free < uint64(need) {
		const mib = 1 << 20
		return fmt.Errorf("%w: to remove what was erased, it needs %d MiB of room", ErrFull, (need+mib-1)/mib)
	}
	return nil
}

// walFrame is what stands before each page in the write-ahead log.
const walFrame = 24

// emptyLogWithin is how long emptyLog waits for readers. Nothing is saved meanwhile, and
// the end of the program may wait for it.
const emptyLogWithin = 500 * time.Millisecond

// emptyLog empties the write-ahead log. A reader may keep it from that.
func emptyLog(ctx context.Context, conn *sql.Conn) (err error) {
	var patient int64
	if err := conn.QueryRowContext(ctx, `PRAGMA busy_timeout`).Scan(&patient); err != nil {
		return classify(err)
	}
	wait := func(ms int64) error {
		_, err := conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA busy_timeout = %d`, ms))
		return classify(err)
	}
	if err := wait(emptyLogWithin.Milliseconds()); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, wait(patient)) }()
	var busy, frames, moved int
	if err := conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved); err != nil {
		return classify(err)
	}
	if busy != 0 {
		return fmt.Errorf("%w: somebody reads the write-ahead log", ErrBusy)
	}
	return nil
}
