package store

import (
	"context"
	"fmt"
	"strings"
)

var shownBoardsTable = Declare(Table{
	Name: "shown_boards", Row: "what the board shows", Sum: "shown board", Key: []string{"match"}, Match: "match",
	Columns: []Column{{Name: "match", Type: Text}, {Name: "message"}, {Name: "digest", Type: Text}}, // from a digest no message can be read back
	Stays:   "boards change without the copy",
	backup:  shownBoardSchema,
})

// ShownBoard is what the board of a match shows.
type ShownBoard struct {
	Match   string
	Message uint64
	Digest  string // of the content that the message shows
}

// BoardStore saves what boards show.
type BoardStore struct{ db *connections }

// Boards returns the store of what boards show.
func (s *Store) Boards() BoardStore { return BoardStore{&s.connections} }

// shownBoardSchema is the version of the database that introduced shown boards.
const shownBoardSchema = 26

// boardsAtOnce is how many rows one statement saves. PostgreSQL is a way off, and the
// end of a process waits for each statement. What is left over is saved row by row, so
// that there are two statements to prepare.
const boardsAtOnce = 200

const saveBoard = `INSERT INTO shown_boards (match, message, digest, checksum) VALUES (?, ?, ?, ?)`

var saveBoards = saveBoard + strings.Repeat(`, (?, ?, ?, ?)`, boardsAtOnce-1)

// SaveShownBoards saves what boards show for the next process, in place of what was saved
// before. The caller edits none of them afterwards.
func (s BoardStore) SaveShownBoards(ctx context.Context, list []ShownBoard) error {
	err := s.db.write(ctx, func(t tx) error {
		mine, args := s.ownBoards()
		if _, err := t.exec(`DELETE FROM shown_boards`+mine, args...); err != nil {
			return err
		}
		rest := list
		for ; len(rest) >= boardsAtOnce; rest = rest[boardsAtOnce:] {
			if _, err := t.exec(saveBoards, boardColumns(rest[:boardsAtOnce])...); err != nil {
				return err
			}
		}
		for i := range rest {
			if _, err := t.exec(saveBoard, boardColumns(rest[i:i+1])...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save what %d boards show: %w", len(list), err)
	}
	return nil
}

// boardColumns are the columns of rows, one row after the other.
func boardColumns(list []ShownBoard) []any {
	all := make([]any, 0, 4*len(list))
	for _, b := range list {
		columns := []any{b.Match, b.Message, b.Digest}
		all = append(append(all, columns...), shownBoardsTable.of(columns...))
	}
	return all
}

// TakeShownBoards reads what the process before has saved with SaveShownBoards, by match,
// and deletes it in the same transaction. So no process reads it again after a board was
// edited. What a damaged row says is left out.
func (s BoardStore) TakeShownBoards(ctx context.Context) (known map[string]ShownBoard, err error) {
	err = s.db.write(ctx, func(t tx) error {
		mine, args := s.ownBoards()
		known, err = t.takeBoards(`DELETE FROM shown_boards`+mine+` RETURNING match, message, digest, checksum`, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("take what boards show: %w", err)
	}
	return known, nil
}

func (t tx) takeBoards(query string, args ...any) (map[string]ShownBoard, error) {
	st, err := t.prepared(query)
	if err != nil {
		return nil, err
	}
	rows, err := st.QueryContext(context.Background(), args...)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	known := map[string]ShownBoard{}
	for rows.Next() {
		var b ShownBoard
		var message, sum int64
		if rows.Scan(&b.Match, &message, &b.Digest, &sum) != nil {
			continue // it is damaged
		}
		if b.Message = uint64(message); sum == shownBoardsTable.of(b.Match, b.Message, b.Digest) {
			known[b.Match] = b
		}
	}
	return known, classify(rows.Err())
}

// ownBoards is the end of a statement about shown boards: those of the store's shard.
// It is empty for all shards.
func (s BoardStore) ownBoards() (where string, args []any) {
	mine, args := s.db.ofShard()
	if mine == "" {
		return "", nil
	}
	return ` WHERE EXISTS (SELECT 1 FROM matches WHERE id = shown_boards.match` + mine + `)`, args
}
