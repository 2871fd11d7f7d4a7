package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rs/zerolog"

	"oneiros/store"
)

// openStore opens the database. With store.wait it first waits for another process
// that writes the database to end. With store.shared it waits only for one that does not
// share it.
func openStore(ctx context.Context, conf *Config, log zerolog.Logger) (s *store.Store, err error) {
	var waiting func(store.Holder)
	if conf.Wait {
		waiting = func(h store.Holder) {
			log.Warn().Int("pid", h.PID).Str("host", h.Host).Time("since", h.Since).Stringer("store", conf.Store).
				Msg("wait for the process that writes the database")
		}
	}
	switch {
	case conf.Shared:
		s, err = store.OpenShared(ctx, conf.Store.place(), waiting)
	case conf.Wait:
		s, err = store.OpenWhenFree(ctx, conf.Store.place(), waiting)
	default:
		s, err = store.Open(ctx, conf.Store.place())
	}
	if err != nil {
		return nil, storeError(conf.Store, err)
	}
	if mended := s.MendedIndexes(); len(mended) > 0 {
		log.Warn().Strs("tables", mended).Stringer("store", conf.Store).Msg("mended damaged indexes")
	}
	return s, nil
}

// storeError says what is wrong with a database and what to do. It is bad input,
// because the person who runs the bot can repair it.
func storeError(at database, err error) error {
	var newer *store.NewerError
	var held *store.HeldError
	var log *store.LogError
	var incomplete *store.IncompleteError
	if !at.isPostgres() {
		err = whose(at.place(), err)
	}
	switch {
	case errors.As(err, &newer):
		err = fmt.Errorf("%w; nothing was changed. Start the program that wrote it, or restore a backup from before the upgrade (oneiros restore)", newer)
	case errors.As(err, &held):
		err = fmt.Errorf("%w; end it first, or set store.wait to start as soon as it has ended", held)
	case errors.As(err, &log):
		err = fmt.Errorf("%w; nothing was changed. Restore a backup (oneiros restore), which keeps both files under another name", log)
	case errors.Is(err, store.ErrUnreachable):
		err = errors.New(strings.Join(strings.Fields(err.Error()), " ")) // the driver's is of many lines
	case at.isPostgres() && errors.Is(err, store.ErrDamaged):
		err = fmt.Errorf("%w; nothing was changed. Restore a backup (pg_restore), or name a database or a schema (search_path) that holds nothing else", err)
	case errors.Is(err, store.ErrIndex):
		err = fmt.Errorf("%w; nothing was changed. End the bot and run: sqlite3 %q REINDEX. Then check again", store.ErrIndex, at)
	case errors.Is(err, store.ErrDamaged):
		err = fmt.Errorf("%w; nothing was changed. Restore a backup (oneiros restore)", store.ErrDamaged)
	case errors.Is(err, store.ErrEmpty):
		err = fmt.Errorf("%w; nothing was changed. Restore a backup (oneiros restore), or remove the file to begin with a new database", store.ErrEmpty)
	case errors.Is(err, store.ErrMissing):
		err = fmt.Errorf("%w (%s-wal); nothing was changed. Put the database back, or restore a backup (oneiros restore), which keeps the log under another name", store.ErrMissing, at)
	case errors.As(err, &incomplete):
		err = fmt.Errorf("%w; nothing was changed. Start the program that wrote it, or restore a backup (oneiros restore)", incomplete)
	case errors.Is(err, store.ErrOlder):
		err = fmt.Errorf("%w; bring it to this version first (oneiros migrate)", store.ErrOlder)
	case errors.Is(err, store.ErrFull):
		err = fmt.Errorf("%w; nothing was lost. Make room and start again", store.ErrFull)
	case errors.Is(err, store.ErrNotFound):
		err = errors.New("there is no database")
	case errors.Is(err, store.ErrReadOnly):
		err = store.ErrReadOnly
	case errors.Is(err, store.ErrBusy):
		err = store.ErrBusy
	}
	return bad("%s = %q: %w", at.key(), at, err)
}
