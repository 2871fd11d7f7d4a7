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

	PeopleOnly bool `db:"people"`    // no automatic player may sit down at new tables
	NoBoards   bool `db:"no_boards"` // it shows no boards of results

	Home Home `db:"-"`
}

// User holds the settings of a person.
type User struct {
	ID        uint64
	Lang      string    // empty: the language that Discord reports
	Remind    string    // RemindByMention, RemindOff or RemindByDM
	DMChannel uint64    // the channel for direct messages, once one was opened
	DMClosed  time.Time // when Discord refused a direct message; zero after they choose again
	Unlisted  bool      // nobody else is shown their results
	Holiday   time.Time // until when their seats at tables by days are played for them, or zero
}

// These are the ways to remind a person that a table waits for them.
const (
	RemindByMention = "" // in the channel of the table
	RemindOff       = "off"
	RemindByDM      = "direct"
)

// Guild reads the settings of a server. They are zero if it never chose any.
func (s *Store) Guild(ctx context.Context, id uint64) (Guild, error) {
	g, round, ok := s.guilds.get(id)
	if ok {
		return g, nil
	}
	row := struct {
		Guild
		Home string `db:"home"`
	}{Guild: Guild{ID: id}}
	err := s.reads.GetContext(ctx, &row, `SELECT guild, lang, people, no_boards, home FROM guilds WHERE guild = ?`, id)
	if err == nil {
		row.Guild.Home, err = readHome(row.Home)
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Guild{}, fmt.Errorf("read the settings of server %d: %w", id, classify(err))
	}
	g = row.Guild
	s.guilds.put(id, g, round)
	return g, nil
}

// SaveGuild saves the settings of a server.
func (s *Store) SaveGuild(ctx context.Context, g Guild) error {
	home, err := homeText(g.Home)
	if err != nil {
		return err
	}
	err = s.write(ctx, func(t tx) error {
		return changeGuild(t, g.ID, `INSERT INTO guilds (guild, lang, people, no_boards, home) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (guild) DO UPDATE SET lang = excluded.lang, people = excluded.people, no_boards = excluded.no_boards, home = excluded.home`,
			g.ID, g.Lang, g.PeopleOnly, g.NoBoards, home)
	})
	if err != nil {
		return fmt.Errorf("save the settings of server %d: %w", g.ID, err)
	}
	s.guilds.drop(g.ID)
	return nil
}

// changeGuild changes the settings of a server by a statement.
func changeGuild(t tx, guild uint64, query string, args ...any) error {
	return checkedGuilds.change(t, "r.guild = ?", guild, func() error {
		_, err := t.exec(query, args...)
		return err
	})
}

// User reads the settings of a person. They are zero if the person never chose any.
func (s *erasable) User(ctx context.Context, id uint64) (User, error) {
	u, round, ok := s.users.get(id)
	if ok {
		return u, nil
	}
	var row struct {
		Lang   string `db:"lang"`
		Remind string `db:"remind"`
		Direct uint64 `db:"direct"`
		Closed int64  `db:"closed"`
		Hidden bool   `db:"unlisted"`
		Off    int64  `db:"holiday"`
	}
	err := s.reads.GetContext(ctx, &row, `SELECT lang, remind, direct, closed, unlisted, holiday FROM users WHERE user_id = ?`, id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return User{}, fmt.Errorf("read the settings of a user: %w", classify(err))
	}
	u = User{id, row.Lang, row.Remind, row.Direct, fromMillis(row.Closed), row.Hidden, fromMillis(row.Off)}
	s.users.put(id, u, round)
	return u, nil
}

// SaveUser saves the settings of a person.
func (s *Store) SaveUser(ctx context.Context, u User) error {
	columns := []any{u.ID, u.Lang, u.Remind, u.DMChannel, toMillis(u.DMClosed), u.Unlisted, toMillis(u.Holiday)}
	columns = append(columns, checkedUsers.of(columns...))
	err := s.write(ctx, func(t tx) error {
		_, err := t.exec(`INSERT INTO users (user_id, lang, remind, direct, closed, unlisted, holiday, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (user_id) DO UPDATE SET lang = excluded.lang, remind = excluded.remind, direct = excluded.direct,
			closed = excluded.closed, unlisted = excluded.unlisted, holiday = excluded.holiday, checksum = excluded.checksum`, columns...)
		return err
	})
	if err != nil {
		return fmt.Errorf("save the settings of a user: %w", err)
	}
	s.users.drop(u.ID)
	return nil
}
