package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jmoiron/sqlx"

	"oneiros/store/storetest"
)

// catalog is what the migrations made: columns, keys and indexes, a line for each.
func catalog(t *testing.T, place string, queries ...string) (list []string) {
	t.Helper()
	s, err := Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range queries {
		var lines []string
		if err := s.reads.Select(&lines, q); err != nil {
			t.Errorf("%s: %v", q, err)
		}
		if len(lines) == 0 {
			t.Errorf("nothing is found by %s", q)
		}
		for _, line := range lines {
			line = strings.NewReplacer("(", "", ")", "", "'", "", "::text", "", "::bigint", "", "::integer", "").Replace(strings.ToLower(line))
			list = append(list, strings.Join(strings.Fields(line), " "))
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	slices.Sort(list)
	return list
}

// TestSameTables compares what the migrations make of both databases: the columns
// with their kinds and defaults, keys, references and indexes.
func TestSameTables(t *testing.T) {
	t.Parallel()
	lite := catalog(t, t.TempDir()+"/oneiros.db",
		`SELECT 'column ' || m.name || '.' || c.name || ' ' || replace(c.type, 'BLOB', 'BYTEA') || ' ' ||
			CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN 'not null' ELSE 'null' END || ' default ' || coalesce(c.dflt_value, 'none')
			FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT IN ('goose_db_version', 'sqlite_sequence')`,
		`SELECT 'key ' || name || ' ' || group_concat(column, ' ') FROM (SELECT m.name, c.name AS column FROM sqlite_master m, pragma_table_info(m.name) c
			WHERE m.type = 'table' AND m.name NOT IN ('goose_db_version', 'sqlite_sequence') AND c.pk > 0 ORDER BY m.name, c.pk) GROUP BY name`,
		`SELECT 'reference ' || m.name || '.' || f."from" || ' ' || f."table" || '.' || f."to" || ' ' || f.on_delete FROM sqlite_master m, pragma_foreign_key_list(m.name) f`,
		`SELECT 'index ' || name || ' ' || CASE WHEN sql LIKE '%UNIQUE%' THEN 'unique ' ELSE '' END || tbl_name || ' ' ||
			(SELECT group_concat(i.name, ' ') FROM pragma_index_info(m.name) i) || ' ' || CASE WHEN sql LIKE '%WHERE%' THEN 'partial' ELSE 'whole' END
			FROM sqlite_master m WHERE type = 'index' AND sql IS NOT NULL`)
	postgres := catalog(t, storetest.Postgres(t),
		`SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' ||
			CASE is_nullable WHEN 'NO' THEN 'not null' ELSE 'null' END || ' default ' || coalesce(column_default, 'none')
			FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'goose_db_version'`,
		`SELECT 'key ' || c.relname || ' ' || (SELECT string_agg(a.attname, ' ' ORDER BY k.n) FROM unnest(o.conkey) WITH ORDINALITY k (col, n)
			JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.col) FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
			WHERE o.contype = 'p' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'goose_db_version'`,
		`SELECT 'reference ' || c.relname || '.' || a.attname || ' ' || f.relname || '.' || b.attname || ' ' || CASE o.confdeltype WHEN 'c' THEN 'cascade' ELSE '?' END
			FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid JOIN pg_class f ON f.oid = o.confrelid
			JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = o.conkey[1] JOIN pg_attribute b ON b.attrelid = f.oid AND b.attnum = o.confkey[1]
			WHERE o.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`,
		`SELECT 'index ' || i.relname || ' ' || CASE WHEN x.indisunique THEN 'unique ' ELSE '' END || c.relname || ' ' ||
			(SELECT string_agg(a.attname, ' ' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = i.oid) || ' ' ||
			CASE WHEN x.indpred IS NULL THEN 'whole' ELSE 'partial' END FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
			WHERE NOT x.indisprimary AND i.relnamespace = current_schema()::regnamespace`)
	if d := cmp.Diff(lite, postgres); d != "" {
		t.Errorf("SQLite and PostgreSQL differ:\n%s", d)
	}
}

// TestAddress: what a person sees of an address has no password in it.
func TestAddress(t *testing.T) {
	t.Parallel()
	for address, shown := range map[string]string{
		"postgres://oneiros:swordfish@db.example:5432/dreams":                                        "postgres://oneiros@db.example:5432/dreams",
		"postgresql://oneiros:swordfish@a:1,b:2/dreams?sslmode=verify-full&target_session_attrs=any": "postgresql://oneiros@a:1,b:2/dreams",
		"postgres:///dreams?host=/run/postgresql&user=me&password=swordfish&search_path=night":       "postgres:///dreams?host=%2Frun%2Fpostgresql&search_path=night&user=me",
		"postgres://oneiros:swordfish%zz@db/dreams":                                                  "postgres://…",
		"postgres://oneiros:sword fish@db/dreams":                                                    "postgres://…",
		"dreams/oneiros.db": "dreams/oneiros.db",
	} {
		if got := Name(address); got != shown && !(shown == "postgres://…" && !strings.Contains(got, "fish")) {
			t.Errorf("%s is shown as %s", address, got)
		}
	}
	for address, good := range map[string]bool{
		"postgres://oneiros:swordfish@db.example/dreams": true,
		"postgres:///dreams?host=/run/postgresql":        true,
		"postgres://oneiros:swordfish@db.example":        false,
		"postgres://oneiros:swordfish@db.example:x/d":    false,
		"postgres://oneiros:swordfish%zz@db/dreams":      false,
		"postgres://u:swordfish@db/dreams?sslmode=maybe": false,
		"mysql://oneiros:swordfish@db/dreams":            false,
	} {
		err := CheckAddress(address)
		if good != (err == nil) || err != nil && strings.Contains(err.Error(), "fish") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestNoPassword: an error never holds the password.
func TestNoPassword(t *testing.T) {
	t.Parallel()
	real := storetest.Postgres(t)
	for name, address := range map[string]string{
		"nobody listens":   "postgres://oneiros:swordfish@127.0.0.1:1/dreams",
		"no such user":     strings.Replace(real, "//oneiros@", "//nobody:swordfish@", 1),
		"no such database": strings.Replace(strings.Replace(real, "//oneiros@", "//oneiros:swordfish@", 1), "/postgres?", "/none?", 1),
		"not an address":   "postgres://oneiros:swordfish@127.0.0.1:x/dreams",
	} {
		_, err := Open(t.Context(), address)
		if err == nil || strings.Contains(err.Error(), "swordfish") {
			t.Errorf("%s: %v", name, err)
		}
		if name != "not an address" && !errors.Is(err, ErrUnreachable) {
			t.Errorf("%s is no ErrUnreachable: %v", name, err)
		}
	}
}

// TestServerCrashes crashes PostgreSQL while tables are played. Everything that was
// acknowledged is there, nothing is there twice, and work goes on by itself.
func TestServerCrashes(t *testing.T) {
	t.Parallel()
	server := storetest.NewServer(t)
	s := openFast(t, server.Database(t))
	reports := watch(s)
	const tables = 4
	var saved [tables]int
	var mu sync.Mutex
	more := sync.NewCond(&mu)
	var wait sync.WaitGroup
	enough := make(chan struct{})
	for i := range tables {
		m := startMatch(t, s, fmt.Sprint("match", i), uint64(100+i))
		wait.Go(func() {
			for n := 1; ; {
				select {
				case <-enough:
					return
				default:
				}
				err := s.Matches().AppendInput(t.Context(), newStep(m, n, uint64(n), []byte("{}")))
				switch {
				case Unwritable(err): // the table says so, and the player tries again
					continue
				case err != nil:
					t.Errorf("match %d, input %d: %v", i, n, err)
					return
				}
				mu.Lock()
				saved[i] = n
				mu.Unlock()
				more.Broadcast()
				n++
			}
		})
	}
	next := func() {
		mu.Lock()
		defer mu.Unlock()
		for i, n := range saved {
			for saved[i] < n+10 {
				more.Wait()
			}
		}
	}
	for range 2 {
		next()
		server.Stop()
		if r := <-reports; !Unwritable(r.err) {
			t.Errorf("reported %v", r.err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		if r := <-reports; r.err != nil {
			t.Errorf("the server is back, and it reports %v", r.err)
		}
	}
	next()
	close(enough)
	wait.Wait()
	for i, n := range saved {
		log, err := s.Matches().Inputs(t.Context(), fmt.Sprint("match", i)) // it checks their numbers
		if err != nil || len(log) != n {
			t.Errorf("match %d: %d inputs of %d are there, %v", i, len(log), n, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestReadOnlyServer: PostgreSQL takes nothing for a time, as a copy of it that
// becomes the server.
func TestReadOnlyServer(t *testing.T) {
	t.Parallel()
	server := storetest.NewServer(t)
	s := openFast(t, server.Database(t))
	m := startMatch(t, s, "match", 5)
	reports := watch(s)
	server.Exec(t, `ALTER SYSTEM SET default_transaction_read_only = on`)
	server.Exec(t, `SELECT pg_reload_conf()`)
	if r := <-reports; !errors.Is(r.err, ErrReadOnly) {
		t.Errorf("reported %v", r.err)
	}
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); !errors.Is(err, ErrReadOnly) {
		t.Errorf("append: %v", err)
	}
	server.Exec(t, `ALTER SYSTEM RESET default_transaction_read_only`)
	server.Exec(t, `SELECT pg_reload_conf()`)
	if r := <-reports; r.err != nil {
		t.Errorf("after the end it reports %v", r.err)
	}
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); err != nil {
		t.Errorf("append after the end: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSuspendedInATransaction: a process that was suspended in a transaction does not
// keep the row of the lease. Nothing of the transaction is saved.
func TestSuspendedInATransaction(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	s := openStore(t, place)
	err := s.writer.write(t.Context(), func(w tx) error {
		if _, err := w.exec(`UPDATE lease SET room = 'half'`); err != nil {
			return err
		}
		// It holds for this transaction alone: on a slow machine others are as idle.
		if _, err := w.exec(`SET LOCAL idle_in_transaction_session_timeout = 10`); err != nil {
			return err
		}
		setLease(t, place, "another", "", 1) // it gets the lock while this one does nothing
		return nil
	})
	if !errors.Is(err, ErrLeaseLost) {
		t.Errorf("the suspended transaction: %v", err)
	}
	if err := s.SaveUser(t.Context(), User{ID: 1}); !errors.Is(err, ErrLeaseLost) {
		t.Errorf("write after another took over: %v", err)
	}
	var room string
	if err := s.reads.Get(&room, `SELECT room FROM lease`); err != nil || room != "" {
		t.Errorf("half of the transaction was saved: %q, %v", room, err)
	}
}

// TestOlderThanWritten: a server that lost commits which it had acknowledged is as if
// another process had written. This process knows more than the database.
func TestOlderThanWritten(t *testing.T) {
	t.Parallel()
	s := openStore(t, postgres(t))
	if err := s.SaveUser(t.Context(), User{ID: 1, Lang: "ru"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.writer.conn.ExecContext(t.Context(), `UPDATE lease SET commits = commits - 1`); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveUser(t.Context(), User{ID: 1, Lang: "en"}); !errors.Is(err, ErrLeaseLost) {
		t.Errorf("write to an older database: %v", err)
	}
	<-s.LeaseLost()
}

// TestCreateTogether: processes that start with an empty database at the same moment
// make it once, and one of them gets it.
func TestCreateTogether(t *testing.T) {
	t.Parallel()
	place := storetest.Postgres(t)
	var wait sync.WaitGroup
	var mu sync.Mutex
	var opened []*Store
	for range 4 {
		wait.Go(func() {
			s, err := openWith(t.Context(), place, leaseRequest{timing: alive})
			mu.Lock()
			defer mu.Unlock()
			var held *HeldError
			if err == nil {
				opened = append(opened, s)
			} else if !errors.As(err, &held) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if len(opened) != 1 {
		t.Errorf("%d processes have the database", len(opened))
	}
	for _, s := range opened {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestWaitsThroughAnOutage: PostgreSQL goes away while a process waits for another
// one. The holder sent no heartbeat meanwhile, and yet it keeps the lease.
func TestWaitsThroughAnOutage(t *testing.T) {
	t.Parallel()
	server := storetest.NewServer(t)
	place := server.Database(t)
	first := openFast(t, place)
	told := make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	opened := make(chan error, 1)
	go func() {
		timing := alive
		timing.timeout = impatient.timeout * 20
		second, err := openWith(ctx, place, leaseRequest{timing: timing, waiting: func(Holder) { close(told) }})
		if err == nil {
			err = second.Close()
		}
		opened <- err
	}()
	<-told
	reports := watch(first)
	server.Stop()
	<-reports
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	for r := range reports {
		if r.err == nil {
			break
		}
	}
	if err := first.SaveUser(t.Context(), User{ID: 1}); err != nil {
		t.Errorf("the holder writes after the outage: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := <-opened; err != nil {
		t.Errorf("the waiting process: %v", err)
	}
}

// TestServerTools: a file is copied by the store, a server by its own tools.
func TestServerTools(t *testing.T) {
	t.Parallel()
	place := storetest.Postgres(t)
	if err := Backup(t.Context(), place, t.TempDir()+"/copy.db", false); !errors.Is(err, ErrPostgres) {
		t.Errorf("back up: %v", err)
	}
	if _, err := Restore(t.Context(), t.TempDir()+"/copy.db", place, true); !errors.Is(err, ErrPostgres) {
		t.Errorf("restore: %v", err)
	}
	if _, err := os.Stat("postgres:"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an address was taken for a file: %v", err)
	}
}

// TestDump makes a backup with PostgreSQL's tools while tables are played, and restores
// it, as docs/operate.md says.
func TestDump(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	place := server.Database(t)
	s := openStore(t, place)
	fillTables(t, s, 4)
	before, err := s.Matches().Match(t.Context(), "match01")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(server.Socket(), "oneiros.dump")
	server.Run(t, "pg_dump", "--format=custom", "--exclude-table-data=*.gateway_sessions", "--exclude-table-data=*.shown_boards", "--file="+file, place)
	later := before
	later.Position, later.Lang = nil, "en"
	if err := s.Matches().SaveMatch(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	server.Run(t, "pg_restore", "--clean", "--if-exists", "--no-owner", "--dbname="+place, file)
	checkWhole(t, place)
	// The backup has the lease of the process that ran then.
	if s, err = openWith(t.Context(), place, leaseRequest{timing: impatient}); err != nil {
		t.Fatal(err)
	}
	after, err := s.Matches().Match(t.Context(), "match01")
	if d := cmp.Diff(before, after); d != "" || err != nil {
		t.Errorf("after the restore, %v:\n%s", err, d)
	}
	if g, err := s.Sessions().GatewaySession(t.Context(), 3); err != nil || g.ID != "" {
		t.Errorf("the backup has the session %+v, %v", g, err)
	}
	if known, err := s.Boards().TakeShownBoards(t.Context()); err != nil || len(known) != 0 {
		t.Errorf("the backup knows what boards show: %v, %v", known, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestMigratePostgres opens a database of an older version, alone and shared.
func TestMigratePostgres(t *testing.T) {
	t.Parallel()
	for name, req := range map[string]leaseRequest{"alone": {timing: alive}, "shared": {timing: alive, shared: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			place := storetest.Postgres(t)
			steps, err := newMigrations(sqlx.NewDb(openRaw(t, place), postgresDriver))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := steps.UpTo(t.Context(), 11); err != nil {
				t.Fatal(err)
			}
			if has, wants, err := SchemaVersion(t.Context(), place); has != 11 || wants <= has || err != nil {
				t.Fatalf("version %d of %d, %v", has, wants, err)
			}
			if _, err := OpenReadOnly(t.Context(), place); !errors.Is(err, ErrOlder) {
				t.Errorf("open for reading: %v", err)
			}
			s, err := openWith(t.Context(), place, req)
			if err != nil {
				t.Fatal(err)
			}
			if has, wants, err := SchemaVersion(t.Context(), place); has != wants || err != nil {
				t.Errorf("version %d of %d, %v", has, wants, err)
			}
			if err := errors.Join(s.SaveUser(t.Context(), User{ID: 1}), s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSerialization: two transactions that met are tried again, and what PostgreSQL refuses
// for a time is no fault.
func TestSerialization(t *testing.T) {
	t.Parallel()
	s := openStore(t, postgres(t))
	tries := 0
	err := s.writer.write(t.Context(), func(w tx) error {
		if tries++; tries < 3 {
			_, err := w.exec(`DO $$ BEGIN RAISE EXCEPTION 'met' USING ERRCODE = '40001'; END $$`)
			return err
		}
		_, err := w.exec(`UPDATE lease SET room = 'met'`)
		return err
	})
	var room string
	if e := s.reads.Get(&room, `SELECT room FROM lease`); err != nil || e != nil || tries != 3 || room != "met" {
		t.Errorf("after %d tries the row holds %q: %v, %v", tries, room, err, e)
	}
	for code, want := range map[string]error{
		"53100": ErrFull, "53300": ErrUnreachable, "55P03": ErrBusy, "58030": ErrDisk, "57P01": ErrUnreachable, "40P01": ErrBusy, "XX001": ErrDamaged,
	} {
		err := s.writer.write(t.Context(), func(w tx) error {
			_, err := w.exec(`DO $$ BEGIN RAISE EXCEPTION 'so' USING ERRCODE = '` + code + `'; END $$`)
			return err
		})
		if !errors.Is(err, want) || Unwritable(err) != (want != ErrDamaged) {
			t.Errorf("%s: %v", code, err)
		}
	}
}
