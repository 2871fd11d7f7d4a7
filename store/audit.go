package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

var auditEntriesTable = Declare(Table{
	Name: "audit_entries", Row: "audit log entry of server", Sum: "audit entry", Key: []string{"guild", "n"},
	Columns: []Column{
		{Name: "guild", Has: OfServer}, {Name: "n"}, {Name: "at"}, {Name: "action", Type: Text}, {Name: "user_id", Has: OfAuthor}, {Name: "target", Has: OfOther},
		{Name: "channel"}, {Name: "match", Type: Text}, {Name: "change_key", Type: Text}, {Name: "old_value", Type: Text}, {Name: "new_value", Type: Text}, {Name: "undoes"},
	},
	Export: &Export{Name: "audit_log", Brief: true, Order: "guild, n", Fields: []Field{
		{Name: "server", SQL: "guild", As: AsID}, {Name: "at", As: AsMoment}, {Name: "action"}, {Name: "done_to_you", SQL: "CASE WHEN target = ? THEN 1 ELSE 0 END", As: AsFlag, Brief: true},
		{Name: "channel", As: AsID, Brief: true}, {Name: "match", Brief: true}, {Name: "key", SQL: "change_key", Brief: true}, {Name: "old_value", Brief: true}, {Name: "new_value", Brief: true},
	}},
	Old: &Old{Where: `at < ?`},
})

// AuditEntry is an entry of the audit log of a server.
type AuditEntry struct {
	Guild   uint64    `db:"guild"`
	N       int64     `db:"n"` // on the server, from 1; a later entry has a greater one
	At      time.Time `db:"-"`
	Action  string    `db:"action"`
	User    uint64    `db:"user_id"` // 0 if they were erased
	Target  uint64    `db:"target"`  // to whom it was done; 0 for none, or if they were erased
	Channel uint64    `db:"channel"`
	Match   string    `db:"match"`
	Key     string    `db:"change_key"`
	Old     string    `db:"old_value"`
	New     string    `db:"new_value"`
	Undoes  int64     `db:"undoes"` // the N of the entry that it takes back; 0 for none
}

// AuditStore saves the audit logs of servers.
type AuditStore struct{ db *connections }

// Audits returns the store of audit logs.
func (s *Store) Audits() AuditStore { return AuditStore{&s.connections} }

// SaveAuditEntry saves an entry as the last one of its server, and returns it with its number.
// Of one match an action to one target is saved once: saved is false for another one.
func (s AuditStore) SaveAuditEntry(ctx context.Context, e AuditEntry) (_ AuditEntry, saved bool, err error) {
	err = s.db.write(ctx, func(t tx) error {
		saved = false
		if e.Match != "" {
			same, err := t.numbers(`SELECT count(*) FROM audit_entries WHERE guild = ? AND match = ? AND action = ? AND target = ?`, e.Guild, e.Match, e.Action, e.Target)
			if err != nil || same[0] > 0 {
				return err
			}
		}
		last, err := t.numbers(`SELECT coalesce(max(n), 0) FROM audit_entries WHERE guild = ?`, e.Guild)
		if err != nil {
			return err
		}
		e.N, saved = last[0]+1, true
		return t.put(auditEntriesTable, e.Guild, e.N, toMillis(e.At), e.Action, e.User, e.Target, e.Channel, e.Match, e.Key, e.Old, e.New, e.Undoes)
	})
	if err != nil {
		return AuditEntry{}, false, fmt.Errorf("save an audit log entry: %w", err)
	}
	return e, saved, nil
}

const auditColumns = `SELECT guild, n, at, action, user_id, target, channel, match, change_key, old_value, new_value, undoes FROM audit_entries WHERE guild = ?`

// auditRow is an entry as it is read.
type auditRow struct {
	AuditEntry
	Millis int64 `db:"at"`
}

func (r auditRow) entry() AuditEntry {
	r.At = fromMillis(r.Millis)
	return r.AuditEntry
}

// AuditEntries lists entries of a server, newest first: as many as a limit, behind those that
// are skipped.
func (s AuditStore) AuditEntries(ctx context.Context, guild uint64, skip, limit int) ([]AuditEntry, error) {
	var rows []auditRow
	if err := s.db.reads.SelectContext(ctx, &rows, auditColumns+` ORDER BY n DESC LIMIT ? OFFSET ?`, guild, limit, skip); err != nil {
		return nil, fmt.Errorf("list audit log entries: %w", classify(err))
	}
	list := make([]AuditEntry, len(rows))
	for i, r := range rows {
		list[i] = r.entry()
	}
	return list, nil
}

// CountAuditEntries counts the entries of a server.
func (s AuditStore) CountAuditEntries(ctx context.Context, guild uint64) (n int, err error) {
	if err := s.db.reads.GetContext(ctx, &n, `SELECT count(*) FROM audit_entries WHERE guild = ?`, guild); err != nil {
		return 0, fmt.Errorf("count audit log entries: %w", classify(err))
	}
	return n, nil
}

// LastAuditEntry is the newest entry of a server that is about one of some actions. It is false
// where there is none.
func (s AuditStore) LastAuditEntry(ctx context.Context, guild uint64, actions ...string) (AuditEntry, bool, error) {
	if len(actions) == 0 {
		return AuditEntry{}, false, nil
	}
	args := []any{guild}
	for _, a := range actions {
		args = append(args, a)
	}
	var r auditRow
	err := s.db.reads.GetContext(ctx, &r, auditColumns+` AND action IN (?`+strings.Repeat(", ?", len(actions)-1)+`) ORDER BY n DESC LIMIT 1`, args...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return AuditEntry{}, false, nil
	case err != nil:
		return AuditEntry{}, false, fmt.Errorf("read the last audit log entry: %w", classify(err))
	}
	return r.entry(), true, nil
}
