package store

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jmoiron/sqlx"

	"oneiros/store/storetest"
)

func saveAuditEntry(ctx context.Context, s *Store, e AuditEntry) error {
	_, _, err := s.Audits().SaveAuditEntry(ctx, e)
	return err
}

// TestAuditEntries: entries are numbered, and listed newest first. An action to a person at a
// match is saved once. An erased person is blanked, whichever part they had, and their file had it before.
// What is older than results goes, and a server takes its log along.
func TestAuditEntries(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		ctx, s := t.Context(), openStore(t, place)
		at := time.UnixMilli(1_790_000_000_000)
		add := func(e AuditEntry, want bool) {
			t.Helper()
			if e.At.IsZero() {
				e.At = at
			}
			if _, saved, err := s.Audits().SaveAuditEntry(ctx, e); err != nil || saved != want {
				t.Fatalf("%+v: saved %v, %v", e, saved, err)
			}
		}
		left := func(guild uint64, want ...AuditEntry) {
			t.Helper()
			list, err := s.Audits().AuditEntries(ctx, guild, 0, 9)
			if d := cmp.Diff(append([]AuditEntry{}, want...), list); d != "" || err != nil {
				t.Errorf("%v\n%s", err, d)
			}
		}
		set := AuditEntry{Guild: 1, Action: "setting", User: 7, Key: "quiet", Old: "a", New: "b"}
		kick := AuditEntry{Guild: 1, Action: "kick", User: 8, Target: 7, Match: "m", Channel: 5}
		add(set, true)
		add(kick, true)
		add(kick, false)
		add(AuditEntry{Guild: 2, Action: "setting", User: 9, Undoes: 1}, true)
		add(AuditEntry{Guild: 1, Action: "stop", User: 8, Match: "m", At: at.Add(-48 * time.Hour)}, true)
		if e, ok, err := s.Audits().LastAuditEntry(ctx, 1, "setting", "x"); err != nil || !ok || e.N != 1 || e.New != "b" || !e.At.Equal(at) {
			t.Errorf("the last setting is %+v, %v, %v", e, ok, err)
		}
		if _, ok, err := s.Audits().LastAuditEntry(ctx, 1, "x"); ok || err != nil {
			t.Errorf("an entry of no action: %v", err)
		}
		if list, err := s.Audits().AuditEntries(ctx, 1, 1, 1); err != nil || len(list) != 1 || list[0].N != 2 {
			t.Errorf("the second page is %+v, %v", list, err)
		}
		p, err := s.Erasures().Person(ctx, 7, nil)
		if rows := p.Rows("audit_log"); err != nil || len(rows) != 2 || !strings.Contains(string(rows[0]), `"old_value":"a","new_value":"b"`) || !strings.Contains(string(rows[1]), `"done_to_you":true`) {
			t.Errorf("the file of a person has %s, %v", rows, err)
		}
		if err := s.Erasures().EraseOld(ctx, at.Add(24*time.Hour), 0); err != nil { // for ever
			t.Fatal(err)
		}
		if list, err := s.Audits().AuditEntries(ctx, 1, 0, 9); err != nil || len(list) != 3 {
			t.Errorf("what is kept for ever: %+v, %v", list, err)
		}
		if err := s.Erasures().EraseOld(ctx, at.Add(24*time.Hour), 48*time.Hour); err != nil {
			t.Fatal(err)
		}
		if err := s.Erasures().RequestErasure(ctx, 7, at); err != nil {
			t.Fatal(err)
		}
		set.N, set.User, set.At, kick.N, kick.Target, kick.At = 1, 0, at, 2, 0, at
		left(1, kick, set)
		if list, err := FindDamage(ctx, place); err != nil || len(list) > 0 {
			t.Errorf("damage: %v, %v", list, err)
		}
		if err := s.Guilds().EraseGuildNow(ctx, 1); err != nil {
			t.Fatal(err)
		}
		left(1)
		left(2, AuditEntry{Guild: 2, N: 1, Action: "setting", User: 9, Undoes: 1, At: at})
	})
}

// TestAuditMigration: a database of the version before has an empty log then, and what it had.
func TestAuditMigration(t *testing.T) {
	t.Parallel()
	for name, fresh := range map[string]func(testing.TB) string{
		"sqlite":   func(t testing.TB) string { return filepath.Join(t.TempDir(), "oneiros.db") },
		"postgres": storetest.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			place := fresh(t)
			raw, driver := openRaw(t, place), "sqlite"
			if IsPostgres(place) {
				driver = postgresDriver
			}
			steps, err := newMigrations(sqlx.NewDb(raw, driver))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := steps.UpTo(t.Context(), 32); err != nil {
				t.Fatal(err)
			}
			if _, err := raw.ExecContext(t.Context(), `INSERT INTO server_choices (guild, name, value, checksum) VALUES (3, 'boards', 'no', $1)`, checksum("server choice", []any{3, "boards", "no"})); err != nil {
				t.Fatal(err)
			}
			s := openStore(t, place)
			if list, err := s.Audits().AuditEntries(t.Context(), 3, 0, 9); err != nil || len(list) != 0 {
				t.Errorf("the log is %+v, %v", list, err)
			}
			if list, err := s.Rows(ServerChoices).List(t.Context(), With{"guild": 3}); err != nil || len(list) != 1 {
				t.Errorf("the choices are %v, %v", list, err)
			}
			if list, err := FindDamage(t.Context(), place); err != nil || len(list) > 0 {
				t.Errorf("damage: %v, %v", list, err)
			}
		})
	}
}
