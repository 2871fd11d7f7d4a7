package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// nightKept is how long a night is kept after it.
const nightKept = 7 * 24 * time.Hour

var (
	nightsTable = Declare(Table{
		Name: "nights", Row: "night of server", Sum: "night", Key: []string{"guild", "id"},
		Columns: []Column{
			{Name: "guild", Has: OfServer}, {Name: "id", Type: Text}, {Name: "channel"}, {Name: "press", Has: Blanked},
			{Name: "game", Type: Text}, {Name: "options", Type: Text}, {Name: "thread"}, {Name: "host", Has: OfAuthor}, {Name: "host_name", Type: Text, Has: Blanked},
			{Name: "lang", Type: Text}, {Name: "at"}, {Name: "state", Type: Text}, {Name: "match", Type: Text}, {Name: "ended"},
			{Name: "host_username", Type: Text, Has: Blanked, Later: true}, {Name: "zone", Type: Text, Later: true}, {Name: "warned", Later: true}, {Name: "fill", Later: true},
			{Name: "lack", Later: true}, {Name: "event_was", Type: Text, Later: true}, {Name: "todo", Type: Text, Later: true}, {Name: "second", Type: Text, Later: true},
		},
		Export: &Export{
			Name: "nights", Brief: true,
			From:  `nights n LEFT JOIN night_guests g ON g.guild = n.guild AND g.night = n.id AND g.user_id = ?`,
			Where: `n.host = ? OR g.user_id IS NOT NULL`, Order: "n.at, n.id",
			Fields: []Field{
				{Name: "server", SQL: "n.guild", As: AsID}, {Name: "game", SQL: "n.game"}, {Name: "at", SQL: "n.at", As: AsMoment},
				{Name: "host", SQL: "CASE WHEN n.host = ? THEN 1 ELSE 0 END", As: AsFlag, Brief: true},
				{Name: "name", SQL: "CASE WHEN n.host = ? AND coalesce(g.name, '') = '' THEN n.host_name ELSE coalesce(g.name, '') END"},
				{Name: "locale", SQL: "coalesce(g.locale, '')", Brief: true}, {Name: "answer", SQL: "coalesce(g.answer, '')", Brief: true},
				{Name: "username", SQL: "CASE WHEN n.host = ? AND coalesce(g.username, '') = '' THEN n.host_username ELSE coalesce(g.username, '') END", Brief: true},
				{Name: "press", SQL: "coalesce(g.press, 0)", As: AsID, Brief: true},
			},
		},
		Old: &Old{Where: `ended <> 0 AND ended < ?`, After: nightKept},
	})
	nightGuestsTable = Declare(Table{
		Name: "night_guests", Row: "guest of night", Sum: "guest", Key: []string{"guild", "night", "user_id"},
		Columns: []Column{
			{Name: "guild", Has: OfServer}, {Name: "night", Type: Text}, {Name: "user_id", Has: OfPerson}, {Name: "name", Type: Text, Has: WithPerson},
			{Name: "locale", Type: Text, Has: WithPerson}, {Name: "answer", Type: Text, Has: WithPerson}, {Name: "press", Has: WithPerson},
			{Name: "username", Type: Text, Has: WithPerson, Later: true},
		}, // in the file of a person they stand with their nights
		Old: &Old{Where: `EXISTS (SELECT 1 FROM nights n WHERE n.guild = night_guests.guild AND n.id = night_guests.night AND n.ended <> 0 AND n.ended < ?)`, After: nightKept},
	})
)

// NightState is how far a night has come.
type NightState string

// The states of a night.
const (
	NightPlanned NightState = "planned"
	NightBegun   NightState = "begun"  // its table was opened
	NightEmpty   NightState = "empty"  // no player came
	NightMissed  NightState = "missed" // no table could be opened in time
	NightOff     NightState = "off"    // a planner called it off, or its channel was deleted
)

// NightTodo is what is left to do of a night whose table was opened.
type NightTodo string

// NightSecond is to open a table for those for whom the first one has no seat.
const NightSecond NightTodo = "second"

// NightEventWas is what people did to the scheduled event of a night.
type NightEventWas string

// What people may do to it.
const (
	NightEventMoved   NightEventWas = "moved" // and so the night
	NightEventRemoved NightEventWas = "removed"
)

// Night is a game night that a planner announced.
type Night struct {
	Guild    uint64
	ID       string
	Channel  uint64
	Press    uint64 // the interaction that announced it
	Game     string
	Options  map[string]string
	Thread   bool
	Host     uint64 // who announced it; 0 if they were erased
	HostName string
	Lang     string
	At       time.Time // when it begins, by Discord's clock
	State    NightState
	Match    string    // the table that it opened, or empty
	Ended    time.Time // when it was planned no more

	HostUsername string // Discord's, which no other user has; empty if it is not known

	Zone     string        // IANA's name of the zone of the city by whose clock it was announced; empty for none
	Warned   time.Time     // a moment of the night: its host is not warned of too few for this one
	Fill     bool          // where too few come, automatic players take empty seats
	Lack     uint64        // permissions of Discord that a second table needs, and that the bot did not have last
	EventWas NightEventWas // empty while people left its event as it was
	Todo     NightTodo     // of one that has begun; empty when all is done
	Second   string        // the second table that it opened, or empty

	Guests []Guest // in the order of their answers; see [NightStore.SaveNight] and [NightStore.AnswerNight]
}

// Guest is what a person answered to the announcement of a night.
type Guest struct {
	User   uint64 `db:"user_id"`
	Name   string `db:"name"`
	Locale string `db:"locale"`
	Answer string `db:"answer"` // yes, maybe or no; wait for a yes without a seat, second for one at the second table; interested for a maybe that is Discord's Interested alone
	Press  uint64 `db:"press"`

	Username string `db:"username"` // Discord's, which no other user has; empty if it is not known
}

// NightStore saves nights and their guests.
type NightStore struct{ db *connections }

// Nights returns the store of nights.
func (s *Store) Nights() NightStore { return NightStore{&s.connections} }

// PlannedNights lists the nights that have not begun, and those that have begun with something
// left to do. They are those of all servers, or of the shard. The next one comes first.
func (s NightStore) PlannedNights(ctx context.Context) ([]Night, error) {
	mine, args := s.db.ofShard()
	return s.read(ctx, `(state = '`+string(NightPlanned)+`' OR todo <> '')`+mine, args...)
}

// NightsOn lists the nights of a server that have not begun. The next one comes first.
func (s NightStore) NightsOn(ctx context.Context, guild uint64) ([]Night, error) {
	return s.read(ctx, `state = '`+string(NightPlanned)+`' AND guild = ?`, guild)
}

// NightsWith lists the nights of all servers that a person announced or answered to, also
// those that have ended.
func (s NightStore) NightsWith(ctx context.Context, user uint64) ([]Night, error) {
	return s.read(ctx, `(host = ? OR EXISTS (SELECT 1 FROM night_guests g WHERE g.guild = nights.guild AND g.night = nights.id AND g.user_id = ?))`, user, user)
}

// Night reads a night of a server, and whether there is one.
func (s NightStore) Night(ctx context.Context, guild uint64, id string) (Night, bool, error) {
	list, err := s.read(ctx, `guild = ? AND id = ?`, guild, id)
	if err != nil || len(list) == 0 {
		return Night{}, false, err
	}
	return list[0], true, nil
}

func (s NightStore) read(ctx context.Context, where string, args ...any) ([]Night, error) {
	var rows []struct {
		Guild    uint64     `db:"guild"`
		ID       string     `db:"id"`
		Channel  uint64     `db:"channel"`
		Press    uint64     `db:"press"`
		Game     string     `db:"game"`
		Options  []byte     `db:"options"`
		Thread   bool       `db:"thread"`
		Host     uint64     `db:"host"`
		HostName string     `db:"host_name"`
		Lang     string     `db:"lang"`
		At       int64      `db:"at"`
		State    NightState `db:"state"`
		Match    string     `db:"match"`
		Ended    int64      `db:"ended"`
		Login    string     `db:"host_username"`

		Zone     string        `db:"zone"`
		Warned   int64         `db:"warned"`
		Fill     bool          `db:"fill"`
		Lack     int64         `db:"lack"`
		EventWas NightEventWas `db:"event_was"`
		Todo     NightTodo     `db:"todo"`
		Second   string        `db:"second"`
	}
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT guild, id, channel, press, game, options, thread, host, host_name, lang, at, state, match, ended, host_username,
		zone, warned, fill, lack, event_was, todo, second FROM nights WHERE `+where+` ORDER BY at, id`, args...); err != nil {
		return nil, fmt.Errorf("read nights: %w", classify(err))
	}
	list := make([]Night, len(rows))
	for i, r := range rows {
		list[i] = Night{
			Guild: r.Guild, ID: r.ID, Channel: r.Channel, Press: r.Press, Game: r.Game, Thread: r.Thread, Host: r.Host, HostName: r.HostName,
			Lang: r.Lang, At: fromMillis(r.At), State: r.State, Match: r.Match, Ended: fromMillis(r.Ended), HostUsername: r.Login,
			Zone: r.Zone, Warned: fromMillis(r.Warned), Fill: r.Fill, Lack: uint64(r.Lack), EventWas: r.EventWas, Todo: r.Todo, Second: r.Second,
		}
		if err := decode(r.Options, &list[i].Options); err != nil {
			return nil, fmt.Errorf("read nights: %w", err)
		}
		if err := s.db.reads.SelectContext(ctx, &list[i].Guests, `SELECT user_id, name, locale, answer, press, username FROM night_guests
			WHERE guild = ? AND night = ? ORDER BY press, user_id`, r.Guild, r.ID); err != nil {
			return nil, fmt.Errorf("read the guests of a night: %w", classify(err))
		}
	}
	return list, nil
}

// SaveNight adds a night or changes it, and saves messages of it and its Guests. Other guests stay
// as they are.
func (s NightStore) SaveNight(ctx context.Context, n Night, messages ...Surface) error {
	if err := s.db.write(ctx, func(t tx) error { return t.putNight(n, messages) }); err != nil {
		return fmt.Errorf("save a night of server %d: %w", n.Guild, err)
	}
	return nil
}

func (t tx) putNight(n Night, messages []Surface) error {
	options, err := json.Marshal(n.Options)
	if err != nil {
		return fmt.Errorf("encode the options of a night: %w", err)
	}
	for _, f := range messages {
		if err := t.putSurface(f); err != nil {
			return err
		}
	}
	for _, g := range n.Guests {
		if err := t.putGuest(n.Guild, n.ID, g); err != nil {
			return err
		}
	}
	return t.put(nightsTable, n.Guild, n.ID, n.Channel, n.Press, n.Game, string(options), n.Thread, n.Host, n.HostName,
		n.Lang, toMillis(n.At), string(n.State), n.Match, toMillis(n.Ended), n.HostUsername,
		n.Zone, toMillis(n.Warned), n.Fill, int64(n.Lack), string(n.EventWas), string(n.Todo), n.Second)
}

// ChangeNight saves how far a night has come, and messages of it: its moment, state and tables, and
// what may change with them. What was erased meanwhile, the night or its host, stays erased.
func (s NightStore) ChangeNight(ctx context.Context, n Night, messages ...Surface) error {
	err := s.db.write(ctx, func(t tx) error {
		return nightsTable.change(t, fmt.Sprintf("r.guild = %d AND r.id = ?", n.Guild), n.ID, func() error {
			changed, err := t.exec(`UPDATE nights SET at = ?, state = ?, match = ?, ended = ?, warned = ?, fill = ?, lack = ?, event_was = ?, todo = ?, second = ? WHERE guild = ? AND id = ?`,
				toMillis(n.At), string(n.State), n.Match, toMillis(n.Ended), toMillis(n.Warned), n.Fill, int64(n.Lack), string(n.EventWas), string(n.Todo), n.Second, n.Guild, n.ID)
			if err != nil || changed == 0 {
				return err
			}
			for _, f := range messages {
				if err := t.putSurface(f); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("change a night of server %d: %w", n.Guild, err)
	}
	return nil
}

// AnswerNight saves what a person answered to the announcement of a night, in the place
// of an earlier answer.
func (s NightStore) AnswerNight(ctx context.Context, guild uint64, night string, g Guest) error {
	err := s.db.write(ctx, func(t tx) error {
		return t.putGuest(guild, night, g)
	})
	if err != nil {
		return fmt.Errorf("save a guest of a night of server %d: %w", guild, err)
	}
	return nil
}

func (t tx) putGuest(guild uint64, night string, g Guest) error {
	return t.put(nightGuestsTable, guild, night, g.User, g.Name, g.Locale, g.Answer, g.Press, g.Username)
}

// DropGuest forgets what a person answered to the announcement of a night, if that is still the
// answer.
func (s NightStore) DropGuest(ctx context.Context, guild uint64, night, answer string, user uint64) error {
	err := s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM night_guests WHERE guild = ? AND night = ? AND user_id = ? AND answer = ?`, guild, night, user, answer)
		return err
	})
	if err != nil {
		return fmt.Errorf("forget a guest of a night of server %d: %w", guild, err)
	}
	return nil
}

// AnswerFor changes what guests of a night answered, for all of them or for none. A guest
// who was erased meanwhile stays erased.
func (s NightStore) AnswerFor(ctx context.Context, guild uint64, night, answer string, users ...uint64) error {
	err := s.db.write(ctx, func(t tx) error {
		for _, user := range users {
			err := nightGuestsTable.change(t, fmt.Sprintf("r.guild = %d AND r.user_id = %d AND r.night = ?", guild, user), night, func() error {
				_, err := t.exec(`UPDATE night_guests SET answer = ? WHERE guild = ? AND night = ? AND user_id = ?`, answer, guild, night, user)
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("change the guests of a night of server %d: %w", guild, err)
	}
	return nil
}
