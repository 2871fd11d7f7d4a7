package store

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// errSerialization: two transactions met, and the same one may succeed when it is
// tried again.
var errSerialization = fmt.Errorf("%w: two transactions met", ErrBusy)

// classifyPostgres wraps an error of PostgreSQL with the error that its code means.
// The codes are in appendix A of its manual.
func classifyPostgres(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		if kind := kindOfCode(e); kind != nil {
			return fmt.Errorf("%w: %w", kind, err)
		}
		return err
	}
	var network net.Error
	var connect *pgconn.ConnectError
	for _, lost := range []error{driver.ErrBadConn, sql.ErrConnDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, lost) {
			return fmt.Errorf("%w: %w", ErrUnreachable, err)
		}
	}
	if errors.As(err, &connect) || errors.As(err, &network) || err != nil && strings.HasSuffix(err.Error(), "conn closed") {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return err
}

// kindOfCode is the error of this package that a code means, or nil.
func kindOfCode(e *pgconn.PgError) error {
	switch e.Code {
	case "23505": // unique_violation
		if e.ConstraintName == "matches_place" {
			return ErrTaken
		}
		return ErrConflict
	case "25006": // read_only_sql_transaction
		return ErrReadOnly
	case "53100": // disk_full
		return ErrFull
	case "40001", "40P01": // serialization_failure, deadlock_detected
		return errSerialization
	case "55P03", "57014": // lock_not_available, query_canceled
		return ErrBusy
	case "58030": // io_error
		return ErrDisk
	case "XX002": // index_corrupted
		return ErrIndex
	case "XX001": // data_corrupted
		return ErrDamaged
	case "25P03", "3D000", "42501": // idle_in_transaction_session_timeout, invalid_catalog_name, insufficient_privilege
		return ErrUnreachable
	}
	switch e.Code[:min(2, len(e.Code))] {
	case "08", "28", "53", "57": // connection, authorization, resources, operator intervention
		return ErrUnreachable
	}
	return nil
}

// isTimeout reports whether nothing was answered in time. The caller has waited long
// enough for that.
func isTimeout(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}
