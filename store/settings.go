package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Guild is what a server chose.
type Guild struct {
	ID   uint64 `db:"guild"`
	Lang string `db:"lang"` // empty: as Discord says
}

// User is what a person chose.
type User struct {
	ID        uint64
	Lang      string    // empty: as Discord says
	Remind    string    // how a table that waits tells them: Mention, Off or Direct
	DMChannel uint64    // the channel of direct messages with them, once one was opened
	DMClosed  time.Time // when Discord refused a direct message to them, until they choose anew
}

// How somebody is reminded.
const (
	RemindByMention = "" // by a mention in the table's channel
	RemindOff       = "off"
	RemindByDM      = "direct" // by a direct message
)

// Guild reads what a server chose; one that chose nothing has nothing but its id.
func (s *Store) Guild(ctx context.Context, id uint64) (Guild, error) {
	g, when, ok := s.guilds.get(id)
	if ok {
		return g, nil
	}
	g.ID = id
	err := s.reads.GetContext(ctx, &g, `SELECT guild, lang FROM guilds WHERE guild = ?`, id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Guild{}, fmt.Errorf("read the settings of guild %d: %w", id, known(err))
	}
	s.guilds.put(id, g, when)
	return g, nil
}

// SaveGuild keeps what a server chose.
func (s *Store) SaveGuild(ctx context.Context, g Guild) error {
	err := s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`INSERT INTO guilds (guild, lang) VALUES (?, ?)
			ON CONFLICT (guild) DO UPDATE SET lang = excluded.lang`, g.ID, g.Lang)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the settings of guild %d: %w", g.ID, err)
	}
	s.guilds.drop(g.ID)
	return nil
}

// User reads what a person chose; one who chose nothing has nothing but an id.
func (s *Store) User(ctx context.Context, id uint64) (User, error) {
	u, when, ok := s.users.get(id)
	if ok {
		return u, nil
	}
	var row struct {
		Lang   string `db:"lang"`
		Remind string `db:"remind"`
		Direct uint64 `db:"direct"`
		Closed int64  `db:"closed"`
	}
	err := s.reads.GetContext(ctx, &row, `SELECT lang, remind, direct, closed FROM users WHERE user_id = ?`, id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return User{}, fmt.Errorf("read the settings of user %d: %w", id, known(err))
	}
	u = User{id, row.Lang, row.Remind, row.Direct, moment(row.Closed)}
	s.users.put(id, u, when)
	return u, nil
}

// SaveUser keeps what a person chose.
func (s *Store) SaveUser(ctx context.Context, u User) error {
	err := s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`INSERT INTO users (user_id, lang, remind, direct, closed) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (user_id) DO UPDATE SET lang = excluded.lang, remind = excluded.remind, direct = excluded.direct,
			closed = excluded.closed`, u.ID, u.Lang, u.Remind, u.DMChannel, milli(u.DMClosed))
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the settings of user %d: %w", u.ID, err)
	}
	s.users.drop(u.ID)
	return nil
}

// recent remembers what was read last, because the language of whoever presses
// is asked for at every press. The zero recent is empty.
type recent[V any] struct {
	mu    sync.Mutex
	when  uint64 // raised with every drop: what was read before one is not put
	items map[uint64]V
}

// most is how many are remembered before all are forgotten.
const most = 10_000

func (r *recent[V]) get(id uint64) (v V, when uint64, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok = r.items[id]
	return v, r.when, ok
}

func (r *recent[V]) put(id uint64, v V, when uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if when != r.when {
		return
	}
	if r.items == nil || len(r.items) >= most {
		r.items = map[uint64]V{}
	}
	r.items[id] = v
}

func (r *recent[V]) drop(id uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.when++
	delete(r.items, id)
}
