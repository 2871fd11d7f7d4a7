package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

var callsTable = Declare(Table{
	Name: "calls", Row: "call of person", Sum: "call", Key: []string{"guild", "user_id"},
	Columns: []Column{
		{Name: "guild", Has: OfServer}, {Name: "user_id", Has: OfPerson}, {Name: "games", Type: Text, Has: WithPerson}, {Name: "from_hour", Has: WithPerson},
		{Name: "to_hour", Has: WithPerson}, {Name: "zone", Has: WithPerson}, {Name: "every", Has: WithPerson}, {Name: "called", Has: WithPerson},
		{Name: "city", Type: Text, Has: WithPerson, Later: true},
	},
	Export: &Export{Name: "calls", Order: "guild", Fields: []Field{
		{Name: "server", SQL: "guild", As: AsID}, {Name: "games", As: AsJSON}, {Name: "from_hour", As: AsNumber}, {Name: "to_hour", As: AsNumber},
		{Name: "minutes_east_of_utc", SQL: "zone", As: AsNumber}, {Name: "city", Brief: true}, {Name: "every", As: AsSpan}, {Name: "called", As: AsMoment, Brief: true},
	}},
})

// Call is the wish of a person to be called on a server when a table forms.
type Call struct {
	Guild    uint64
	User     uint64
	Games    []string // names; none for every game
	From, To int      // hours of their day, To not included; equal for the whole day
	City     string   // by whose clocks, such as Europe/Berlin
	Zone     int      // minutes east of UTC; where no City was chosen
	Every    time.Duration
	Called   time.Time // when they were called last, or zero
}

// Wants reports whether a person wants to be called to a game at a moment.
func (c Call) Wants(game string, at time.Time) bool {
	if !c.Called.IsZero() && at.Before(c.Called.Add(c.Every)) {
		return false
	}
	wanted := len(c.Games) == 0
	for _, g := range c.Games {
		wanted = wanted || g == game
	}
	return wanted && inHours(at, c.From, c.To, c.City, c.Zone)
}

// CallStore saves when people want to be called to tables.
type CallStore struct{ db *connections }

// Calls returns the store of calls.
func (s *Store) Calls() CallStore { return CallStore{&s.connections} }

// Calls lists who wants to be called on a server. The person called longest ago is the
// first.
func (s CallStore) Calls(ctx context.Context, guild uint64) ([]Call, error) {
	return s.readCalls(ctx, `guild = ?`, guild)
}

// Call reads the wish of a person on a server, and whether there is one.
func (s CallStore) Call(ctx context.Context, guild, user uint64) (Call, bool, error) {
	list, err := s.readCalls(ctx, `guild = ? AND user_id = ?`, guild, user)
	if err != nil || len(list) == 0 {
		return Call{Guild: guild, User: user}, false, err
	}
	return list[0], true, nil
}

func (s CallStore) readCalls(ctx context.Context, where string, args ...any) ([]Call, error) {
	var rows []struct {
		Guild  uint64 `db:"guild"`
		User   uint64 `db:"user_id"`
		Games  []byte `db:"games"`
		From   int    `db:"from_hour"`
		To     int    `db:"to_hour"`
		Zone   int    `db:"zone"`
		Every  int64  `db:"every"`
		Called int64  `db:"called"`
		City   string `db:"city"`
	}
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT guild, user_id, games, from_hour, to_hour, zone, every, called, city FROM calls
		WHERE `+where+` ORDER BY called, user_id`, args...); err != nil {
		return nil, fmt.Errorf("list who wants to be called: %w", classify(err))
	}
	list := make([]Call, len(rows))
	for i, r := range rows {
		list[i] = Call{Guild: r.Guild, User: r.User, From: r.From, To: r.To, Zone: r.Zone, Every: time.Duration(r.Every), Called: fromMillis(r.Called), City: r.City}
		if err := decode(r.Games, &list[i].Games); err != nil {
			return nil, fmt.Errorf("list who wants to be called: %w", err)
		}
	}
	return list, nil
}

// ChangeCall changes the wish of a person on a server, and returns what it is then. It is
// read and saved in one transaction, so that a call at that moment is not forgotten. do is
// told whether there is one, and reports whether there is one to save. It may be called
// twice, each time with what is saved.
func (s CallStore) ChangeCall(ctx context.Context, guild, user uint64, do func(c *Call, on bool) bool) (c Call, on bool, err error) {
	err = s.db.write(ctx, func(t tx) error {
		var games []byte
		var every, called int64
		c = Call{Guild: guild, User: user}
		err := t.QueryRowContext(context.Background(), `SELECT games, from_hour, to_hour, zone, every, called, city FROM calls WHERE guild = ? AND user_id = ?`, guild, user).
			Scan(&games, &c.From, &c.To, &c.Zone, &every, &called, &c.City)
		if on = err == nil; on {
			c.Every, c.Called = time.Duration(every), fromMillis(called)
			err = decode(games, &c.Games)
		}
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return classify(err)
		}
		if on = do(&c, on); !on {
			return nil
		}
		return t.saveCall(c)
	})
	if err != nil {
		return Call{}, false, fmt.Errorf("change who wants to be called: %w", err)
	}
	return c, on, nil
}

func (t tx) saveCall(c Call) error {
	text, err := json.Marshal(c.Games)
	if err != nil {
		return fmt.Errorf("encode the games: %w", err)
	}
	return t.put(callsTable, c.Guild, c.User, string(text), c.From, c.To, c.Zone, int64(c.Every), toMillis(c.Called), c.City)
}

// SaveCalled saves that people of a server are called at a moment. It returns those who
// still want to be.
func (s CallStore) SaveCalled(ctx context.Context, guild uint64, at time.Time, users ...uint64) (list []uint64, err error) {
	err = s.db.write(ctx, func(t tx) error {
		list = nil
		for _, user := range users {
			err := callsTable.change(t, fmt.Sprintf("r.guild = ? AND r.user_id = %d", user), guild, func() error {
				rows, err := t.numbers(`UPDATE calls SET called = ? WHERE guild = ? AND user_id = ? RETURNING user_id`, toMillis(at), guild, user)
				if len(rows) > 0 {
					list = append(list, user)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("save who is called: %w", err)
	}
	return list, nil
}

// DeleteCall deletes the wish of a person. It is no error if there is none.
func (s CallStore) DeleteCall(ctx context.Context, guild, user uint64) error {
	err := s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM calls WHERE guild = ? AND user_id = ?`, guild, user)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete who wants to be called: %w", err)
	}
	return nil
}
