package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// NightState is how far a night has come.
type NightState string

// The states of a night.
const (
	NightPlanned NightState = "planned"
	NightBegun   NightState = "begun"  // its table was opened
	NightEmpty   NightState = "empty"  // nobody came
	NightMissed  NightState = "missed" // no table could be opened in time
	NightOff     NightState = "off"    // somebody called it off, or its channel was deleted
)

// Night is a game night that somebody announced.
type Night struct {
	Guild    uint64
	ID       string
	Channel  uint64
	Message  uint64 // the announcement; 0 until it is posted
	Event    uint64 // Discord's scheduled event; 0 for none, or [EventIntended]
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

	Guests []Guest // in the order of their answers; saved by [Store.AnswerNight] only
}

// EventIntended stands for a scheduled event that is to be made. It may have been made
// already, if the process ended before it could save which one it is.
const EventIntended = 1

// Guest is what somebody answered to the announcement of a night.
type Guest struct {
	User   uint64 `db:"user_id"`
	Name   string `db:"name"`
	Locale string `db:"locale"`
	Answer string `db:"answer"` // yes, maybe or no; wait for a yes without a seat at the table
	Press  uint64 `db:"press"`

	Username string `db:"username"` // Discord's, which no other user has; empty if it is not known
}

// nightRows are the methods about nights. They need nothing else of a Store.
type nightRows struct{ of *connections }

// PlannedNights lists the nights that have not begun, of all servers or those of the
// shard. The next one comes first.
func (s nightRows) PlannedNights(ctx context.Context) ([]Night, error) {
	mine, args := s.of.ofShard()
	return s.read(ctx, `state = '`+string(NightPlanned)+`'`+mine, args...)
}

// EndedNights lists the nights that have begun or ended since a moment, of all servers or
// those of the shard.
func (s nightRows) EndedNights(ctx context.Context, since time.Time) ([]Night, error) {
	mine, args := s.of.ofShard()
	return s.read(ctx, `ended >= ?`+mine, append([]any{toMillis(since)}, args...)...)
}

// NightsOn lists the nights of a server that have not begun. The next one comes first.
func (s nightRows) NightsOn(ctx context.Context, guild uint64) ([]Night, error) {
	return s.read(ctx, `state = '`+string(NightPlanned)+`' AND guild = ?`, guild)
}

// NightsWith lists the nights of all servers that a person announced or answered to, also
// those that have ended.
func (s nightRows) NightsWith(ctx context.Context, user uint64) ([]Night, error) {
	return s.read(ctx, `(host = ? OR EXISTS (SELECT 1 FROM night_guests g WHERE g.guild = nights.guild AND g.night = nights.id AND g.user_id = ?))`, user, user)
}

// Night reads a night of a server, and whether there is one.
func (s nightRows) Night(ctx context.Context, guild uint64, id string) (Night, bool, error) {
	list, err := s.read(ctx, `guild = ? AND id = ?`, guild, id)
	if err != nil || len(list) == 0 {
		return Night{}, false, err
	}
	return list[0], true, nil
}

func (s nightRows) read(ctx context.Context, where string, args ...any) ([]Night, error) {
	var rows []struct {
		Guild    uint64     `db:"guild"`
		ID       string     `db:"id"`
		Channel  uint64     `db:"channel"`
		Message  uint64     `db:"message"`
		Event    uint64     `db:"event"`
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
	}
	if err := s.of.reads.SelectContext(ctx, &rows, `SELECT guild, id, channel, message, event, press, game, options, thread, host, host_name, lang, at, state, match, ended, host_username
		FROM nights WHERE `+where+` ORDER BY at, id`, args...); err != nil {
		return nil, fmt.Errorf("read nights: %w", classify(err))
	}
	list := make([]Night, len(rows))
	for i, r := range rows {
		list[i] = Night{
			Guild: r.Guild, ID: r.ID, Channel: r.Channel, Message: r.Message, Event: r.Event, Press: r.Press, Game: r.Game, Thread: r.Thread, Host: r.Host, HostName: r.HostName,
			Lang: r.Lang, At: fromMillis(r.At), State: r.State, Match: r.Match, Ended: fromMillis(r.Ended), HostUsername: r.Login,
		}
		if err := decode(r.Options, &list[i].Options); err != nil {
			return nil, fmt.Errorf("read nights: %w", err)
		}
		if err := s.of.reads.SelectContext(ctx, &list[i].Guests, `SELECT user_id, name, locale, answer, press, username FROM night_guests
			WHERE guild = ? AND night = ? ORDER BY press, user_id`, r.Guild, r.ID); err != nil {
			return nil, fmt.Errorf("read the guests of a night: %w", classify(err))
		}
	}
	return list, nil
}

// SaveNight adds a night or changes it. Its guests stay as they are.
func (s nightRows) SaveNight(ctx context.Context, n Night) error {
	options, err := json.Marshal(n.Options)
	if err != nil {
		return fmt.Errorf("encode the options of a night: %w", err)
	}
	columns := []any{
		n.Guild, n.ID, n.Channel, n.Message, n.Event, n.Press, n.Game, string(options), n.Thread, n.Host, n.HostName, n.Lang, toMillis(n.At), string(n.State), n.Match, toMillis(n.Ended), n.HostUsername,
	}
	err = s.of.write(ctx, func(t tx) error {
		_, err := t.exec(`INSERT INTO nights (guild, id, channel, message, event, press, game, options, thread, host, host_name, lang, at, state, match, ended, host_username, checksum)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (guild, id) DO UPDATE SET channel = excluded.channel, message = excluded.message, event = excluded.event, press = excluded.press,
			game = excluded.game, options = excluded.options, thread = excluded.thread, host = excluded.host, host_name = excluded.host_name, host_username = excluded.host_username, lang = excluded.lang,
			at = excluded.at, state = excluded.state, match = excluded.match, ended = excluded.ended, checksum = excluded.checksum`,
			append(columns, checkedNights.of(columns...))...)
		return err
	})
	if err != nil {
		return fmt.Errorf("save a night of server %d: %w", n.Guild, err)
	}
	return nil
}

// ChangeNight saves how far a night has come: its announcement, event, moment, state and
// table. What was erased meanwhile, the night or its host, stays erased.
func (s nightRows) ChangeNight(ctx context.Context, n Night) error {
	err := s.of.write(ctx, func(t tx) error {
		return checkedNights.change(t, fmt.Sprintf("r.guild = %d AND r.id = ?", n.Guild), n.ID, func() error {
			_, err := t.exec(`UPDATE nights SET message = ?, event = ?, at = ?, state = ?, match = ?, ended = ? WHERE guild = ? AND id = ?`,
				n.Message, n.Event, toMillis(n.At), string(n.State), n.Match, toMillis(n.Ended), n.Guild, n.ID)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("change a night of server %d: %w", n.Guild, err)
	}
	return nil
}

// AnswerNight saves what somebody answered to the announcement of a night, in the place
// of an earlier answer.
func (s nightRows) AnswerNight(ctx context.Context, guild uint64, night string, g Guest) error {
	columns := []any{guild, night, g.User, g.Name, g.Locale, g.Answer, g.Press, g.Username}
	err := s.of.write(ctx, func(t tx) error {
		_, err := t.exec(`INSERT INTO night_guests (guild, night, user_id, name, locale, answer, press, username, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (guild, night, user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale, answer = excluded.answer,
			press = excluded.press, username = excluded.username, checksum = excluded.checksum`, append(columns, checkedNightGuests.of(columns...))...)
		return err
	})
	if err != nil {
		return fmt.Errorf("save a guest of a night of server %d: %w", guild, err)
	}
	return nil
}

// AnswerFor changes what guests of a night answered, for all of them or for none. A guest
// who was erased meanwhile stays erased.
func (s nightRows) AnswerFor(ctx context.Context, guild uint64, night, answer string, users ...uint64) error {
	err := s.of.write(ctx, func(t tx) error {
		for _, user := range users {
			err := checkedNightGuests.change(t, fmt.Sprintf("r.guild = %d AND r.user_id = %d AND r.night = ?", guild, user), night, func() error {
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

// EraseOldNights deletes the nights of all servers that were planned no more before a
// moment, with their guests. It returns how many they were.
func (s nightRows) EraseOldNights(ctx context.Context, before time.Time) (n int64, err error) {
	err = s.of.write(ctx, func(t tx) error {
		const old = `FROM nights WHERE ended <> 0 AND ended < ?`
		if _, err := t.exec(`DELETE FROM night_guests WHERE EXISTS (SELECT 1 `+old+` AND nights.guild = night_guests.guild AND nights.id = night_guests.night)`, toMillis(before)); err != nil {
			return err
		}
		n, err = t.exec(`DELETE `+old, toMillis(before))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("erase old nights: %w", err)
	}
	return n, nil
}

// eraseFromNights takes a person out of the nights, as a guest and as their host.
func (t tx) eraseFromNights(user uint64) error {
	if _, err := t.exec(`DELETE FROM night_guests WHERE user_id = ?`, user); err != nil {
		return err
	}
	return checkedNights.changeAll(t, "r.host = ?", user, func() error {
		_, err := t.exec(`UPDATE nights SET host = 0, host_name = '', host_username = '', press = 0 WHERE host = ?`, user)
		return err
	})
}
