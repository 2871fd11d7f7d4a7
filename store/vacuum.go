package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

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
