package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/jmoiron/sqlx"
)

// Open opens a database for reading and writing. It is named by the path of a file of
// SQLite, or by an address of PostgreSQL: see [IsPostgres]. Open creates the file if
// there is none, and migrates an older database to this version. Only the owner of
// the files may read them afterwards.
//
// A database of a newer version gives a [NewerError] and stays as it is. If another
// process writes the database, Open returns a [HeldError]. It may need some seconds
// to find out that a holder has ended without giving the lease back.
func Open(ctx context.Context, at string, options ...Option) (*Store, error) {
	return openWith(ctx, at, leaseRequest{timing: standardTiming}.with(options))
}

// OpenWhenFree is Open, but it waits until no other process writes the database.
// It calls waiting once, with the process that it waits for.
func OpenWhenFree(ctx context.Context, at string, waiting func(Holder), options ...Option) (*Store, error) {
	return openWith(ctx, at, leaseRequest{timing: standardTiming, waiting: waiting}.with(options))
}

func openWith(ctx context.Context, at string, req leaseRequest) (opened *Store, err error) {
	if IsPostgres(at) {
		return openPostgres(ctx, at, req)
	}
	has, wants, err := SchemaVersion(ctx, at)
	if err != nil {
		return nil, err
	}
	if has > wants {
		return nil, &NewerError{has, wants}
	}
	if req.shared {
		return nil, fmt.Errorf("open database: one process writes a file: want an address of PostgreSQL")
	}
	if has == 0 {
		if err := createIfMissing(ctx, at); err != nil {
			return nil, err
		}
	}
	protect(at)
	before, err := os.Stat(at)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	writes, err := connect(ctx, at, 1, pragmas+"&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	s := emptyStore(connections{writes: writes, tables: tablesOf(req)})
	defer func() { err = closeAfter(s, err) }()
	req.id = newLeaseID(req.luck)
	upgrade := func(has int64) error { return migrate(ctx, writes, has, wants) }
	if err := takeAndMigrate(ctx, writes, req, has, wants, upgrade); err != nil {
		return nil, err
	}
	if s.mended, err = mendIndexes(ctx, writes); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	files, err := openedFiles(at, before, writes.Driver())
	if err != nil {
		return nil, err
	}
	if s.reads, err = files.connect(ctx, 4, pragmas+"&_pragma=query_only(1)"); err != nil {
		return nil, err
	}
	return s, start(ctx, s, files, req)
}

// openPostgres is openWith for PostgreSQL. Its database exists, though it may be empty.
func openPostgres(ctx context.Context, address string, req leaseRequest) (opened *Store, err error) {
	known, err := knownVersions()
	if err != nil {
		return nil, err
	}
	writes, err := connectPostgres(ctx, address, postgresPool{conns: 2}) // one for the writer, one for hints
	if err != nil {
		return nil, err
	}
	s := emptyStore(connections{writes: writes, tables: tablesOf(req)})
	s.address = address
	defer func() { err = closeAfter(s, err) }()
	has, err := schemaVersion(ctx, writes, known)
	if err != nil {
		return nil, err
	}
	wants := slices.Max(known)
	if has > wants {
		return nil, &NewerError{has, wants}
	}
	req.id = newLeaseID(req.luck)
	upgrade := func(has int64) error { return migratePostgres(ctx, address, writes, req, has, wants) }
	if err := takeAndMigrate(ctx, writes, req, has, wants, upgrade); err != nil {
		return nil, err
	}
	if s.reads, err = connectPostgres(ctx, address, postgresPool{conns: 4, readOnly: true}); err != nil {
		return nil, err
	}
	if err := start(ctx, s, nil, req); err != nil {
		return nil, err
	}
	if req.shared {
		s.memory.turnOff()
		s.writer.hints = listen(address)
	}
	return s, nil
}

// takeAndMigrate takes the lease of a database and migrates it.
func takeAndMigrate(ctx context.Context, writes *sqlx.DB, req leaseRequest, has, wants int64, upgrade func(has int64) error) error {
	if req.shared {
		if err := migrateShared(ctx, writes, req, has, wants, upgrade); err != nil {
			return err
		}
		return join(ctx, writes, req)
	}
	// The lease comes before the migration, so that no other process writes an
	// older database while it changes.
	if has >= leaseSchema {
		if err := acquireLease(ctx, writes, req); err != nil {
			return err
		}
	}
	if has < wants {
		if err := upgrade(has); err != nil {
			return err
		}
	}
	if has < leaseSchema {
		if err := acquireLease(ctx, writes, req); err != nil {
			return err
		}
	}
	return enterAlone(ctx, writes, req)
}

// start starts the writer of an open database.
func start(ctx context.Context, s *Store, files *openFiles, req leaseRequest) (err error) {
	if s.writer, err = newWriter(ctx, s.writes, files, req); err != nil {
		return err
	}
	s.diskWatch = newDiskWatch(s.writer, req.timing)
	return nil
}

// closeAfter closes what was opened before an error. Without one it does nothing.
func closeAfter(s *Store, err error) error {
	if err == nil {
		return nil
	}
	if s.reads != nil {
		err = errors.Join(err, s.reads.Close())
	}
	return errors.Join(err, s.writes.Close())
}

// OpenReadOnly opens a database for reading, even while a process writes it.
// It changes no row, like [CheckIntegrity].
//
// A missing database is [ErrNotFound], an older one is [ErrOlder], and a newer one
// is a [NewerError]. The methods that write return [ErrReadOnly].
func OpenReadOnly(ctx context.Context, at string, options ...Option) (*Store, error) {
	has, wants, err := SchemaVersion(ctx, at)
	switch {
	case err != nil:
		return nil, err
	case has == 0:
		return nil, fmt.Errorf("open database: %w", ErrNotFound)
	case has < wants:
		return nil, fmt.Errorf("database version %d, program version %d: %w", has, wants, ErrOlder)
	case has > wants:
		return nil, &NewerError{has, wants}
	}
	reads, err := connectReadOnly(ctx, at, 4)
	if err != nil {
		return nil, err
	}
	return emptyStore(connections{reads: reads, tables: tablesOf(leaseRequest{}.with(options))}), nil
}

// OpenShared opens a database of PostgreSQL that several processes write at once. Each
// of them writes what belongs to its shards: see [Shards]. It waits until no process
// has the database alone, and calls waiting as OpenWhenFree does.
//
// [Store.LeaseLost] is closed when the others have taken this process for dead.
func OpenShared(ctx context.Context, address string, waiting func(Holder), options ...Option) (*Store, error) {
	return openWith(ctx, address, leaseRequest{timing: standardTiming, waiting: waiting, shared: true}.with(options))
}

// migrateShared brings the database to this version. Processes of an older version have
// to end first, and one of this version may do it meanwhile.
func migrateShared(ctx context.Context, writes *sqlx.DB, req leaseRequest, has, wants int64, upgrade func(has int64) error) error {
	known, err := knownVersions()
	for ; err == nil && has < wants; has, err = schemaVersion(ctx, writes, known) {
		alone := req
		alone.waiting = nil
		if has >= leaseSchema {
			err = acquireLease(ctx, writes, alone)
		}
		var held *HeldError
		if errors.As(err, &held) && req.waiting != nil {
			req.waiting(held.Holder)
			continue // it has already waited for a heartbeat
		}
		if err != nil {
			return err
		}
		if err := upgrade(has); err != nil {
			return err
		}
		if _, err := writes.ExecContext(ctx, `UPDATE lease SET holder = '' WHERE holder = ?`, req.id); err != nil {
			return fmt.Errorf("give the lease back: %w", classify(err))
		}
	}
	return err
}

// Migrate brings a database to this version. It creates the file if there is none. It returns the versions before and after; 0 is an empty database. Its
// errors are those of [Open].
func Migrate(ctx context.Context, at string) (from, to int64, err error) {
	from, to, err = SchemaVersion(ctx, at)
	if err != nil || from == to {
		return from, to, err
	}
	s, err := Open(ctx, at)
	if err != nil {
		return from, to, err
	}
	return from, to, s.Close()
}
