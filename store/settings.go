package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Guild holds the settings of a server.
type Guild struct {
	ID   uint64 `db:"guild"`
	Lang string `db:"lang"` // empty: the language that Discord reports

	PeopleOnly bool `db:"people"` // no automatic player may sit down at new tables

	Home Home `db:"-"`
}

// User holds the settings of a person.
type User struct {
	ID        uint64
	Lang      string    // empty: the language that Discord reports
	Remind    string    // RemindByMention, RemindOff or RemindByDM
	DMChannel uint64    // the channel for direct messages, once one was opened
	DMClosed  time.Time // when Discord refused a direct message; zero after they choose again
	Holiday   time.Time // until when their seats at tables by days are played for them, or zero; by Discord's clock
}

// These are the ways to remind a person that a table waits for them.
const (
	RemindByMention = "" // in the channel of the table
	RemindOff       = "off"
	RemindByDM      = "direct"
)

var (
	guildsTable = Declare(Table{
		Name: "guilds", Row: "settings of server", Sum: "guild", Key: []string{"guild"},
		Columns: []Column{
			{Name: "guild", Has: OfServer}, {Name: "lang", Type: Text}, {Name: "removed"},
			{Name: "people", Later: true}, {Name: "home", Type: Text, Later: true},
		},
		early: true,
	})
	usersTable = Declare(Table{
		Name: "users", Row: "settings of person", Sum: "user", Key: []string{"user_id"},
		Columns: []Column{
			{Name: "user_id", Has: OfPerson}, {Name: "lang", Type: Text, Has: WithPerson}, {Name: "remind", Type: Text, Has: WithPerson}, {Name: "direct", Has: WithPerson},
			{Name: "closed", Has: WithPerson}, {Name: "holiday", Has: WithPerson, Later: true},
		},
		Export: &Export{Name: "settings", One: true, Fields: []Field{
			{Name: "language", SQL: "lang"}, {Name: "reminders", SQL: "remind"}, {Name: "direct_messages", SQL: "direct", As: AsID, Brief: true},
			{Name: "direct_messages_refused", SQL: "closed", As: AsMoment, Brief: true},
			{Name: "on_holiday_until", SQL: "holiday", As: AsMoment, Brief: true},
		}},
		early: true,
	})
)

// SettingStore saves what servers and people chose.
type SettingStore struct{ db *connections }

// Settings returns the store of settings.
func (s *Store) Settings() SettingStore { return SettingStore{&s.connections} }

func (s SettingStore) guilds() *cache[Guild] { return remembered[Guild](s.db.memory, guildsTable) }

func (s SettingStore) users() *cache[User] { return remembered[User](s.db.memory, usersTable) }

// Guild reads the settings of a server. They are zero if it never chose any.
func (s SettingStore) Guild(ctx context.Context, id uint64) (Guild, error) {
	g, round, ok := s.guilds().get(id)
	if ok {
		return g, nil
	}
	g, err := readGuild(ctx, s.db.reads, id)
	if err != nil {
		return Guild{}, fmt.Errorf("read the settings of server %d: %w", id, err)
	}
	s.guilds().put(id, g, round)
	return g, nil
}

// rowReader is a pool or the connection of a transaction.
type rowReader interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func readGuild(ctx context.Context, from rowReader, id uint64) (Guild, error) {
	g, home := Guild{ID: id}, ""
	err := from.QueryRowContext(ctx, `SELECT lang, people, home FROM guilds WHERE guild = ?`, id).Scan(&g.Lang, &g.PeopleOnly, &home)
	if err == nil {
		g.Home, err = readHome(home)
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Guild{}, classify(err)
	}
	return g, nil
}

// ChangeGuild changes the settings of a server and returns them. They are read and saved
// in one transaction, so that of several changes at one moment none is lost. do reports
// whether there is something to save. It may be called twice, each time with what is saved.
func (s SettingStore) ChangeGuild(ctx context.Context, id uint64, do func(*Guild) bool) (g Guild, err error) {
	err = s.db.write(ctx, func(t tx) (err error) {
		if g, err = readGuild(context.Background(), t, id); err != nil || !do(&g) {
			return err
		}
		home, err := homeText(g.Home)
		if err != nil {
			return err
		}
		return changeGuild(t, id, `INSERT INTO guilds (guild, lang, people, home) VALUES (?, ?, ?, ?)
			ON CONFLICT (guild) DO UPDATE SET lang = excluded.lang, people = excluded.people, home = excluded.home`,
			id, g.Lang, g.PeopleOnly, home)
	})
	if err != nil {
		return Guild{}, fmt.Errorf("save the settings of server %d: %w", id, err)
	}
	s.guilds().drop(id)
	return g, nil
}

// changeGuild changes the settings of a server by a statement.
func changeGuild(t tx, guild uint64, query string, args ...any) error {
	return guildsTable.change(t, "r.guild = ?", guild, func() error {
		_, err := t.exec(query, args...)
		return err
	})
}

// User reads the settings of a person. They are zero if the person never chose any.
func (s SettingStore) User(ctx context.Context, id uint64) (User, error) {
	u, round, ok := s.users().get(id)
	if ok {
		return u, nil
	}
	u, err := readUser(ctx, s.db.reads, id, "")
	if err != nil {
		return User{}, fmt.Errorf("read the settings of a user: %w", err)
	}
	s.users().put(id, u, round)
	return u, nil
}

// readUser reads the settings of a person. lock ends the statement, where another process
// may save them, too.
func readUser(ctx context.Context, from rowReader, id uint64, lock string) (User, error) {
	u, closed, off := User{ID: id}, int64(0), int64(0)
	err := from.QueryRowContext(ctx, `SELECT lang, remind, direct, closed, holiday FROM users WHERE user_id = ?`+lock, id).
		Scan(&u.Lang, &u.Remind, &u.DMChannel, &closed, &off)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return User{}, classify(err)
	}
	u.DMClosed, u.Holiday = fromMillis(closed), fromMillis(off)
	return u, nil
}

// ChangeUser changes the settings of a person and returns them. They are read and saved in
// one transaction, so that of several changes at one moment none is lost, also of several
// processes. do may be called twice, each time with what is saved.
func (s SettingStore) ChangeUser(ctx context.Context, id uint64, do func(*User)) (u User, err error) {
	err = s.db.write(ctx, func(t tx) (err error) {
		lock := ""
		if t.w.shared {
			// A row that is not there cannot be locked.
			if err := t.add(usersTable, userColumns(User{ID: id})...); err != nil {
				return err
			}
			lock = ` FOR UPDATE`
		}
		if u, err = readUser(context.Background(), t, id, lock); err != nil {
			return err
		}
		do(&u)
		return t.put(usersTable, userColumns(u)...)
	})
	if err != nil {
		return User{}, fmt.Errorf("save the settings of a user: %w", err)
	}
	s.users().drop(id)
	return u, nil
}

func userColumns(u User) []any {
	return []any{u.ID, u.Lang, u.Remind, u.DMChannel, toMillis(u.DMClosed), toMillis(u.Holiday)}
}
