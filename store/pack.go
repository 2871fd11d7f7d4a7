package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

var packsTable = Declare(Table{
	Name: "packs", Row: "pack of server", Sum: "pack", Key: []string{"guild", "id"},
	Columns: []Column{
		{Name: "guild", Has: OfServer}, {Name: "id", Type: Text}, {Name: "game", Type: Text}, {Name: "value", Type: Text}, {Name: "entries"},
		{Name: "code", Type: Text}, {Name: "draft"}, {Name: "created"},
	},
	Old: &Old{Where: `draft = 1 AND created < ?`, After: 24 * time.Hour}, // what no host has saved
})

// Pack is a text that a server brought, such as its own words for a game. Nothing in it
// tells who brought it.
type Pack struct {
	Guild   uint64    `db:"guild"`
	ID      string    `db:"id"`
	Game    string    `db:"game"`
	Value   string    `db:"value"` // of the option; see games.Texts. Lists have only its title
	Entries int       `db:"entries"`
	Code    string    `db:"code"`  // by which other servers copy it; empty while it is not shared
	Draft   bool      `db:"draft"` // no host has saved it yet
	Created time.Time `db:"-"`
}

// PackStore saves packs.
type PackStore struct{ db *connections }

// Packs returns the store of packs.
func (s *Store) Packs() PackStore { return PackStore{&s.connections} }

// The limits of the packs of a server.
const (
	MaxPacks  = 20
	maxDrafts = 5 // later ones take the place of the oldest
)

// ErrPacks is the error of one pack too many.
var ErrPacks = errors.New("the server has as many packs as it may have")

// Packs lists the saved packs of a server, the oldest first, with titles in place of their
// values.
func (s PackStore) Packs(ctx context.Context, guild uint64) ([]Pack, error) {
	return s.readPacks(ctx, `substr(value, 1, 200)`, `guild = ? AND draft = 0`, guild)
}

// Pack reads a pack of a server, and whether there is one. It may be a draft.
func (s PackStore) Pack(ctx context.Context, guild uint64, id string) (Pack, bool, error) {
	return one(s.readPacks(ctx, `value`, `guild = ? AND id = ?`, guild, id))
}

// PackByCode reads a pack of any server that is shared by a code, and whether there is one.
func (s PackStore) PackByCode(ctx context.Context, code string) (Pack, bool, error) {
	if code == "" {
		return Pack{}, false, nil
	}
	return one(s.readPacks(ctx, `value`, `code = ? AND code <> '' AND draft = 0`, code))
}

func one(list []Pack, err error) (Pack, bool, error) {
	if err != nil || len(list) == 0 {
		return Pack{}, false, err
	}
	return list[0], true, nil
}

func (s PackStore) readPacks(ctx context.Context, value, where string, args ...any) ([]Pack, error) {
	var rows []struct {
		Pack
		At int64 `db:"created"`
	}
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT guild, id, game, `+value+` AS value, entries, code, draft, created FROM packs
		WHERE `+where+` ORDER BY created, id`, args...); err != nil {
		return nil, fmt.Errorf("read packs: %w", classify(err))
	}
	list := make([]Pack, len(rows))
	for i, r := range rows {
		list[i] = r.Pack
		list[i].Created = fromMillis(r.At)
	}
	return list, nil
}

// SavePack adds a pack or puts it in the place of one with its id. It returns [ErrPacks] if
// the server has too many.
func (s PackStore) SavePack(ctx context.Context, p Pack) error {
	if err := s.db.write(ctx, func(t tx) error { return t.savePack(p) }); err != nil {
		return fmt.Errorf("save a pack of server %d: %w", p.Guild, err)
	}
	return nil
}

// ChangePack changes a pack and returns it, and whether there is one. It is read and saved
// in one transaction, so that of two changes at one moment none is lost, and one that was
// deleted stays deleted. It returns [ErrPacks] if the server has too many. do may be called
// twice, each time with what is saved.
func (s PackStore) ChangePack(ctx context.Context, guild uint64, id string, do func(*Pack)) (p Pack, ok bool, err error) {
	err = s.db.write(ctx, func(t tx) error {
		var created int64
		p = Pack{Guild: guild, ID: id}
		err := t.QueryRowContext(context.Background(), `SELECT game, value, entries, code, draft, created FROM packs WHERE guild = ? AND id = ?`, guild, id).
			Scan(&p.Game, &p.Value, &p.Entries, &p.Code, &p.Draft, &created)
		if ok = err == nil; !ok {
			if errors.Is(err, sql.ErrNoRows) {
				return nil
			}
			return classify(err)
		}
		p.Created = fromMillis(created)
		do(&p)
		return t.savePack(p)
	})
	if err != nil {
		return p, ok, fmt.Errorf("change a pack of server %d: %w", guild, err)
	}
	return p, ok, nil
}

func (t tx) savePack(p Pack) error {
	saved, err := t.numbers(`SELECT count(*) FROM packs WHERE guild = ? AND id <> ? AND draft = 0`, p.Guild, p.ID)
	if err != nil {
		return err
	}
	if !p.Draft && saved[0] >= MaxPacks {
		return ErrPacks
	}
	if err := t.put(packsTable, p.Guild, p.ID, p.Game, p.Value, p.Entries, p.Code, p.Draft, toMillis(p.Created)); err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM packs WHERE guild = ? AND draft = 1 AND id NOT IN
		(SELECT id FROM packs WHERE guild = ? AND draft = 1 ORDER BY created DESC, id LIMIT `+fmt.Sprint(maxDrafts)+`)`, p.Guild, p.Guild)
	return err
}

// DeletePack deletes a pack of a server. It is no error if there is none.
func (s PackStore) DeletePack(ctx context.Context, guild uint64, id string) error {
	err := s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM packs WHERE guild = ? AND id = ?`, guild, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete a pack of server %d: %w", guild, err)
	}
	return nil
}
