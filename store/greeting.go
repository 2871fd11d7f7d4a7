package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// greetingsTable has a row for each server that the bot has heard of since it greets servers, and
// for those that it knew before. That of server 0 has the moment since when it greets them.
var greetingsTable = Declare(Table{
	Name: "greetings", Row: "greeting of server", Sum: "greeting", Key: []string{"guild"},
	Columns: []Column{{Name: "guild", Has: OfServer}, {Name: "at"}, {Name: "state", Type: Text}, {Name: "lacks"}},
})

// GreetingState says how far the greeting of a server has come. It is saved before it is so.
type GreetingState string

// The states of a greeting.
const (
	GreetingDue  GreetingState = "due"  // the server is to be greeted
	GreetingKept GreetingState = "kept" // its message is kept: see [Surface]
	GreetingOver GreetingState = "over" // there is none, and will be none
)

// Greeting is what is known of the greeting of a server.
type Greeting struct {
	Guild uint64
	At    time.Time // when the bot heard of the server, by Discord's clock; zero where that is not known
	State GreetingState
	Lacks uint64 // the permissions that the bot lacks where it greeted
}

// GreetingStore saves which servers were greeted.
type GreetingStore struct{ db *connections }

// Greetings returns the store of greetings.
func (s *Store) Greetings() GreetingStore { return GreetingStore{&s.connections} }

// GreetingsSince is the moment since when servers are greeted to which the bot is added. The first
// call saves it, and that servers are known: those that it names, and all of which something is
// kept.
func (s GreetingStore) GreetingsSince(ctx context.Context, now time.Time, known ...uint64) (since time.Time, err error) {
	g, ok, err := s.Greeting(ctx, 0)
	if err != nil || ok {
		return g.At, err
	}
	kept, err := GuildStore(s).Guilds(ctx)
	if err != nil {
		return time.Time{}, err
	}
	known = append(slices.Clone(known), kept...)
	err = s.db.write(ctx, func(t tx) error {
		if err := t.add(greetingsTable, 0, toMillis(now), string(GreetingOver), 0); err != nil {
			return err
		}
		for _, guild := range known {
			if err := t.add(greetingsTable, guild, 0, string(GreetingOver), 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("save since when servers are greeted: %w", err)
	}
	g, _, err = s.Greeting(ctx, 0) // another process may have been the first
	return g.At, err
}

// GreetNoneBefore has servers greeted only if the bot is added to them after a moment, unless that
// is so since a later one.
func (s GreetingStore) GreetNoneBefore(ctx context.Context, at time.Time) error {
	_, _, err := s.ChangeGreeting(ctx, 0, func(g *Greeting) bool {
		later := g.At.Before(at)
		if later {
			g.At = at
		}
		return later
	})
	return err
}

// Greeting reads the greeting of a server, and whether the server is known.
func (s GreetingStore) Greeting(ctx context.Context, guild uint64) (Greeting, bool, error) {
	list, err := s.read(ctx, `guild = ?`, guild)
	if err != nil || len(list) == 0 {
		return Greeting{}, false, err
	}
	return list[0], true, nil
}

// DueGreetings lists the servers that are to be greeted: all, or those of the shard.
func (s GreetingStore) DueGreetings(ctx context.Context) ([]Greeting, error) {
	mine, args := s.db.ofShard()
	return s.read(ctx, `state = '`+string(GreetingDue)+`'`+mine, args...)
}

func (s GreetingStore) read(ctx context.Context, where string, args ...any) ([]Greeting, error) {
	var rows []struct {
		Guild uint64 `db:"guild"`
		At    int64  `db:"at"`
		State string `db:"state"`
		Lacks int64  `db:"lacks"`
	}
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT guild, at, state, lacks FROM greetings WHERE `+where+` ORDER BY guild`, args...); err != nil {
		return nil, fmt.Errorf("read greetings: %w", classify(err))
	}
	list := make([]Greeting, len(rows))
	for i, r := range rows {
		list[i] = Greeting{r.Guild, fromMillis(r.At), GreetingState(r.State), uint64(r.Lacks)}
	}
	return list, nil
}

// AddGreeting saves that a server is known, unless it is known already.
func (s GreetingStore) AddGreeting(ctx context.Context, g Greeting) error {
	err := s.db.write(ctx, func(t tx) error {
		return t.add(greetingsTable, g.Guild, toMillis(g.At), string(g.State), int64(g.Lacks))
	})
	if err != nil {
		return fmt.Errorf("save a greeting: %w", err)
	}
	return nil
}

// ChangeGreeting changes the greeting of a server that is known, with messages of it, if do reports
// that it is to be saved. It returns the greeting as it is then. A server that was erased stays
// erased: known is false.
func (s GreetingStore) ChangeGreeting(ctx context.Context, guild uint64, do func(*Greeting) bool, messages ...Surface) (g Greeting, known bool, err error) {
	err = s.db.write(ctx, func(t tx) error {
		var at, lacks int64
		var state string
		err := t.QueryRowContext(context.Background(), `SELECT at, state, lacks FROM greetings WHERE guild = ?`, guild).Scan(&at, &state, &lacks)
		if known = err == nil; errors.Is(err, sql.ErrNoRows) {
			return nil
		} else if err != nil {
			return classify(err)
		}
		if g = (Greeting{guild, fromMillis(at), GreetingState(state), uint64(lacks)}); !do(&g) {
			return nil
		}
		for _, m := range messages {
			if err := t.putSurface(m); err != nil {
				return err
			}
		}
		return t.put(greetingsTable, guild, toMillis(g.At), string(g.State), int64(g.Lacks))
	})
	if err != nil {
		return Greeting{}, false, fmt.Errorf("change a greeting: %w", err)
	}
	return g, known, nil
}
