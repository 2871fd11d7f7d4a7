package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

var nightSeriesTable = Declare(Table{
	Name: "night_series", Row: "series of nights of server", Sum: "night series", Key: []string{"guild", "id"},
	Columns: []Column{
		{Name: "guild", Has: OfServer}, {Name: "id", Type: Text}, {Name: "channel"}, {Name: "game", Type: Text}, {Name: "options", Type: Text}, {Name: "thread"},
		{Name: "host", Has: OfPerson}, {Name: "host_name", Type: Text, Has: WithPerson}, {Name: "host_username", Type: Text, Has: WithPerson}, {Name: "lang", Type: Text},
		{Name: "days"}, {Name: "weeks"}, {Name: "minute"}, {Name: "zone", Type: Text}, {Name: "begins", Type: Text}, {Name: "skips", Type: Text}, {Name: "role"},
		{Name: "state", Type: Text}, {Name: "announced"},
	},
	Export: &Export{Name: "night_series", Brief: true, Order: "guild, id", Fields: []Field{
		{Name: "server", SQL: "guild", As: AsID}, {Name: "game"}, {Name: "name", SQL: "host_name"}, {Name: "username", SQL: "host_username", Brief: true},
		{Name: "days", As: AsNumber}, {Name: "weeks", As: AsNumber}, {Name: "minute", As: AsNumber}, {Name: "zone"}, {Name: "state"},
	}},
})

// SeriesState says whether the nights of a series are announced.
type SeriesState string

// The states of a series. One that has ended is not kept.
const (
	SeriesRunning SeriesState = "running"
	SeriesPaused  SeriesState = "paused" // until it goes on
	SeriesLost    SeriesState = "lost"   // until it goes on in a channel where the bot may write
)

// Series is a game night that comes back. It ends when its host is erased.
type Series struct {
	Guild   uint64
	ID      string // that of the night which began it
	Channel uint64
	Game    string
	Options map[string]string
	Thread  bool
	Lang    string

	Host                   uint64
	HostName, HostUsername string

	Days   int // of the week: bit 0 is Sunday
	Weeks  int // 1 for every week, 2 for every second one
	Minute int // of the day, by the clocks of the zone
	Zone   string
	Begins string // a date of its first week, such as 2026-11-27
	Skips  string // a date on which it does not come; empty for none

	Role      uint64 // that each night mentions; 0 for none
	State     SeriesState
	Announced time.Time // the latest night that was announced
}

// behind stands between the id of a series and the moment of its night, in the id of that night.
const behind = "-"

// NightID is the id of the night of the series at a moment.
func (n Series) NightID(at time.Time) string {
	return n.ID + behind + strconv.FormatInt(at.Unix(), 36)
}

// SeriesOf is the id of the series to which the night of an id belongs, if there is one: also the
// night that began it.
func SeriesOf(night string) string {
	id, _, _ := strings.Cut(night, behind)
	return id
}

// SeriesStore saves the nights that come back.
type SeriesStore struct{ db *connections }

// Series returns the store of nights that come back.
func (s *Store) Series() SeriesStore { return SeriesStore{&s.connections} }

// RunningSeries lists the series that announce nights, of all servers or those of the shard.
func (s SeriesStore) RunningSeries(ctx context.Context) ([]Series, error) {
	mine, args := s.db.ofShard()
	return s.read(ctx, `state = '`+string(SeriesRunning)+`'`+mine, args...)
}

// SeriesOn lists the series of a server, also those that are paused.
func (s SeriesStore) SeriesOn(ctx context.Context, guild uint64) ([]Series, error) {
	return s.read(ctx, `guild = ?`, guild)
}

// OneSeries reads a series of a server, and whether there is one.
func (s SeriesStore) OneSeries(ctx context.Context, guild uint64, id string) (Series, bool, error) {
	list, err := s.read(ctx, `guild = ? AND id = ?`, guild, id)
	if err != nil || len(list) == 0 {
		return Series{}, false, err
	}
	return list[0], true, nil
}

func (s SeriesStore) read(ctx context.Context, where string, args ...any) ([]Series, error) {
	var rows []struct {
		Guild     uint64      `db:"guild"`
		ID        string      `db:"id"`
		Channel   uint64      `db:"channel"`
		Game      string      `db:"game"`
		Options   []byte      `db:"options"`
		Thread    bool        `db:"thread"`
		Host      uint64      `db:"host"`
		HostName  string      `db:"host_name"`
		Username  string      `db:"host_username"`
		Lang      string      `db:"lang"`
		Days      int         `db:"days"`
		Weeks     int         `db:"weeks"`
		Minute    int         `db:"minute"`
		Zone      string      `db:"zone"`
		Begins    string      `db:"begins"`
		Skips     string      `db:"skips"`
		Role      uint64      `db:"role"`
		State     SeriesState `db:"state"`
		Announced int64       `db:"announced"`
	}
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT guild, id, channel, game, options, thread, host, host_name, host_username, lang, days, weeks, minute, zone, begins, skips,
		role, state, announced FROM night_series WHERE `+where+` ORDER BY guild, id`, args...); err != nil {
		return nil, fmt.Errorf("read series of nights: %w", classify(err))
	}
	list := make([]Series, len(rows))
	for i, r := range rows {
		list[i] = Series{
			Guild: r.Guild, ID: r.ID, Channel: r.Channel, Game: r.Game, Thread: r.Thread, Host: r.Host, HostName: r.HostName, HostUsername: r.Username, Lang: r.Lang,
			Days: r.Days, Weeks: r.Weeks, Minute: r.Minute, Zone: r.Zone, Begins: r.Begins, Skips: r.Skips, Role: r.Role, State: r.State, Announced: fromMillis(r.Announced),
		}
		if err := decode(r.Options, &list[i].Options); err != nil {
			return nil, fmt.Errorf("read series of nights: %w", err)
		}
	}
	return list, nil
}

// SaveSeries adds a series.
func (s SeriesStore) SaveSeries(ctx context.Context, n Series) error {
	options, err := json.Marshal(n.Options)
	if err != nil {
		return fmt.Errorf("encode the options of a series of nights: %w", err)
	}
	err = s.db.write(ctx, func(t tx) error {
		return t.put(nightSeriesTable, n.Guild, n.ID, n.Channel, n.Game, string(options), n.Thread, n.Host, n.HostName, n.HostUsername, n.Lang,
			n.Days, n.Weeks, n.Minute, n.Zone, n.Begins, n.Skips, n.Role, string(n.State), toMillis(n.Announced))
	})
	if err != nil {
		return fmt.Errorf("save a series of nights of server %d: %w", n.Guild, err)
	}
	return nil
}

// ChangeSeries saves when a series comes back, where, and whom it mentions. What was erased
// meanwhile stays erased.
func (s SeriesStore) ChangeSeries(ctx context.Context, n Series) error {
	err := s.db.write(ctx, func(t tx) error {
		return n.change(t, func() error {
			_, err := t.exec(`UPDATE night_series SET channel = ?, days = ?, weeks = ?, minute = ?, zone = ?, begins = ?, skips = ?, role = ?, state = ?, announced = ? WHERE guild = ? AND id = ?`,
				n.Channel, n.Days, n.Weeks, n.Minute, n.Zone, n.Begins, n.Skips, n.Role, string(n.State), toMillis(n.Announced), n.Guild, n.ID)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("change a series of nights of server %d: %w", n.Guild, err)
	}
	return nil
}

func (n Series) change(t tx, update func() error) error {
	return nightSeriesTable.change(t, fmt.Sprintf("r.guild = %d AND r.id = ?", n.Guild), n.ID, update)
}

// EndSeries deletes a series. The nights that it has announced stay.
func (s SeriesStore) EndSeries(ctx context.Context, guild uint64, id string) error {
	err := s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM night_series WHERE guild = ? AND id = ?`, guild, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("end a series of nights of server %d: %w", guild, err)
	}
	return nil
}

// AnnounceOf saves a night of a series with its messages, and that the series has announced it.
// It reports whether it did: not where the series was erased, changed or paused since it was
// read, and not where there is such a night.
func (s SeriesStore) AnnounceOf(ctx context.Context, was Series, n Night, messages ...Surface) (saved bool, err error) {
	err = s.db.write(ctx, func(t tx) error {
		saved = false
		return was.change(t, func() error {
			changed, err := t.exec(`UPDATE night_series SET announced = ? WHERE guild = ? AND id = ? AND state = ? AND days = ? AND weeks = ? AND minute = ? AND zone = ? AND skips = ? AND announced < ?`,
				toMillis(n.At), was.Guild, was.ID, string(SeriesRunning), was.Days, was.Weeks, was.Minute, was.Zone, was.Skips, toMillis(n.At))
			if err != nil || changed == 0 {
				return err
			}
			there, err := t.numbers(`SELECT count(*) FROM nights WHERE guild = ? AND id = ?`, n.Guild, n.ID)
			if err != nil || there[0] > 0 {
				return err
			}
			saved = true
			return t.putNight(n, messages)
		})
	})
	if err != nil {
		return false, fmt.Errorf("announce a night of a series of server %d: %w", n.Guild, err)
	}
	return saved, nil
}
