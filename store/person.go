package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jmoiron/sqlx"
)

// Person is all that is kept of a person, as they can take it with them. Ids are texts,
// because not every program reads such large numbers exactly.
type Person struct {
	ID        string        `json:"id"`
	Settings  *UserData     `json:"settings,omitempty"` // nil if they never chose any
	Lessons   []LessonData  `json:"lessons"`
	Calls     []CallData    `json:"calls"`
	Presets   []PresetData  `json:"presets,omitempty"`
	Nights    []NightData   `json:"nights,omitempty"`
	Matches   []PersonMatch `json:"matches"`
	Shortened int           `json:"matches_without_moves,omitempty"` // the file would be too long otherwise
}

// UserData are somebody's settings.
type UserData struct {
	Language  string    `json:"language"`
	Reminders string    `json:"reminders"`
	DMChannel string    `json:"direct_messages,omitempty"`
	DMClosed  time.Time `json:"direct_messages_refused,omitzero"`
	Unlisted  bool      `json:"on_no_board,omitempty"`
	Holiday   time.Time `json:"on_holiday_until,omitzero"`
}

// LessonData is something that was explained to somebody. Without a thing they know the
// whole game.
type LessonData struct {
	Game  string `json:"game" db:"game"`
	Thing string `json:"thing,omitempty" db:"thing"`
}

// CallData says when somebody wants to be called to tables of a server.
type CallData struct {
	Server string    `json:"server"`
	Games  []string  `json:"games"` // none for every game
	From   int       `json:"from_hour"`
	To     int       `json:"to_hour"`
	Zone   int       `json:"minutes_east_of_utc"`
	Every  string    `json:"every"`
	Called time.Time `json:"called,omitzero"`
}

// PresetData is a preset that somebody saved.
type PresetData struct {
	Server string `json:"server"`
	Name   string `json:"name"`
	Game   string `json:"game"`
}

// NightData is a game night that somebody announced or answered to.
type NightData struct {
	Server string    `json:"server"`
	Game   string    `json:"game"`
	At     time.Time `json:"at"`
	Host   bool      `json:"host,omitempty"`
	Name   string    `json:"name"`
	Locale string    `json:"locale,omitempty"`
	Answer string    `json:"answer,omitempty"`
	Login  string    `json:"username,omitempty"`
	Press  string    `json:"press,omitempty"`
}

// PersonMatch is what a match has of a person.
type PersonMatch struct {
	Match   string    `json:"match"`
	Game    string    `json:"game"`
	Server  string    `json:"server,omitempty"` // empty for direct messages
	Channel string    `json:"channel"`
	Phase   Phase     `json:"phase"`
	Host    bool      `json:"host,omitempty"`
	Name    string    `json:"name"`
	Login   string    `json:"username,omitempty"`
	Locale  string    `json:"locale"`
	Seat    int       `json:"seat"` // from 1; 0 if they have none
	Joined  time.Time `json:"joined,omitzero"`
	Left    time.Time `json:"left,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`
	Press   string    `json:"last_press,omitempty"`
	Missed  int       `json:"missed_deadlines,omitempty"`
	Away    bool      `json:"away,omitempty"`
	PutOut  bool      `json:"put_out,omitempty"`
	Holiday time.Time `json:"on_holiday_until,omitzero"`

	Result   *ResultData   `json:"result,omitempty"`
	Notes    []NoteData    `json:"notes,omitempty"`    // that name them
	Moves    []MoveData    `json:"moves,omitempty"`    // that they made
	Messages []MessageData `json:"messages,omitempty"` // the bot's, for them
}

// ResultData is somebody's result in a match.
type ResultData struct {
	Score int  `json:"score"`
	Won   bool `json:"won"`
}

// NoteData is something that happened to somebody.
type NoteData struct {
	At   time.Time `json:"at"`
	What string    `json:"what"`
}

// MoveData is a move in the notation of its game.
type MoveData struct {
	N         int           `json:"n"`
	At        time.Duration `json:"at"` // match clock, in nanoseconds
	Move      string        `json:"move"`
	Press     string        `json:"press,omitempty"`
	Automatic bool          `json:"automatic,omitempty"`

	press uint64
}

// MessageData is a message that the bot shows somebody. The token that edits it is a
// secret of the bot's and is not told.
type MessageData struct {
	Kind    string `json:"kind"`
	Channel string `json:"channel"`
	Message string `json:"message"`
}

func idText(id uint64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatUint(id, 10)
}

// Person reads all that is kept of a person, of the matches of all servers. made says when
// a press was made, by the clock of the host.
func (s *erasable) Person(ctx context.Context, user uint64, made func(press uint64) time.Time) (Person, error) {
	p := Person{ID: idText(user), Lessons: []LessonData{}, Calls: []CallData{}, Matches: []PersonMatch{}}
	err := s.person(ctx, user, made, &p)
	if err != nil {
		return Person{}, fmt.Errorf("read what is kept of a user: %w", classify(err))
	}
	return p, nil
}

func (s *erasable) person(ctx context.Context, user uint64, made func(uint64) time.Time, p *Person) error {
	var known int
	if err := s.reads.GetContext(ctx, &known, `SELECT count(*) FROM users WHERE user_id = ?`, user); err != nil {
		return err
	}
	if known > 0 {
		u, err := s.User(ctx, user)
		if err != nil {
			return err
		}
		p.Settings = &UserData{u.Lang, u.Remind, idText(u.DMChannel), u.DMClosed, u.Unlisted, u.Holiday}
	}
	if err := s.reads.SelectContext(ctx, &p.Lessons, `SELECT game, thing FROM lessons WHERE user_id = ? ORDER BY game, thing`, user); err != nil {
		return err
	}
	if err := callsOf(ctx, s.reads, user, p); err != nil {
		return err
	}
	if err := presetsOf(ctx, s.reads, user, p); err != nil {
		return err
	}
	if err := nightsOf(ctx, s.reads, user, p); err != nil {
		return err
	}
	var ids []string
	if err := s.reads.SelectContext(ctx, &ids, `SELECT id FROM matches WHERE id IN (`+matchesOf+`) ORDER BY created DESC, id`, user, user, user); err != nil {
		return err
	}
	for _, id := range ids {
		m, err := personMatch(ctx, s.reads, id, user, made)
		if err != nil {
			return err
		}
		p.Matches = append(p.Matches, m)
	}
	return nil
}

func callsOf(ctx context.Context, from *sqlx.DB, user uint64, p *Person) error {
	var rows []struct {
		Guild  uint64 `db:"guild"`
		Games  []byte `db:"games"`
		From   int    `db:"from_hour"`
		To     int    `db:"to_hour"`
		Zone   int    `db:"zone"`
		Every  int64  `db:"every"`
		Called int64  `db:"called"`
	}
	if err := from.SelectContext(ctx, &rows, `SELECT guild, games, from_hour, to_hour, zone, every, called FROM calls WHERE user_id = ? ORDER BY guild`, user); err != nil {
		return err
	}
	for _, r := range rows {
		c := CallData{Server: idText(r.Guild), From: r.From, To: r.To, Zone: r.Zone, Every: time.Duration(r.Every).String(), Called: fromMillis(r.Called)}
		if err := decode(r.Games, &c.Games); err != nil {
			return err
		}
		p.Calls = append(p.Calls, c)
	}
	return nil
}

func presetsOf(ctx context.Context, from *sqlx.DB, user uint64, p *Person) error {
	var rows []struct {
		Guild uint64 `db:"guild"`
		Name  string `db:"name"`
		Game  string `db:"game"`
	}
	if err := from.SelectContext(ctx, &rows, `SELECT guild, name, game FROM presets WHERE author = ? ORDER BY guild, name`, user); err != nil {
		return err
	}
	for _, r := range rows {
		p.Presets = append(p.Presets, PresetData{idText(r.Guild), r.Name, r.Game})
	}
	return nil
}

func nightsOf(ctx context.Context, from *sqlx.DB, user uint64, p *Person) error {
	var rows []struct {
		Guild    uint64 `db:"guild"`
		Game     string `db:"game"`
		At       int64  `db:"at"`
		Host     uint64 `db:"host"`
		HostName string `db:"host_name"`
		HostUser string `db:"host_username"`
		Name     string `db:"name"`
		Username string `db:"username"`
		Locale   string `db:"locale"`
		Answer   string `db:"answer"`
		Press    uint64 `db:"press"`
	}
	if err := from.SelectContext(ctx, &rows, `SELECT n.guild, n.game, n.at, n.host, n.host_name, n.host_username,
		coalesce(g.name, '') AS name, coalesce(g.username, '') AS username, coalesce(g.locale, '') AS locale, coalesce(g.answer, '') AS answer, coalesce(g.press, 0) AS press
		FROM nights n LEFT JOIN night_guests g ON g.guild = n.guild AND g.night = n.id AND g.user_id = ?
		WHERE n.host = ? OR g.user_id IS NOT NULL ORDER BY n.at, n.id`, user, user); err != nil {
		return err
	}
	for _, r := range rows {
		d := NightData{Server: idText(r.Guild), Game: r.Game, At: fromMillis(r.At), Host: r.Host == user, Name: r.Name, Login: r.Username, Locale: r.Locale, Answer: r.Answer, Press: idText(r.Press)}
		if d.Host {
			d.Name, d.Login = cmp.Or(d.Name, r.HostName), cmp.Or(d.Login, r.HostUser)
		}
		p.Nights = append(p.Nights, d)
	}
	return nil
}

func personMatch(ctx context.Context, from *sqlx.DB, id string, user uint64, made func(uint64) time.Time) (PersonMatch, error) {
	m, err := readMatchRow(ctx, from, "matches", id)
	if err != nil {
		return PersonMatch{}, err
	}
	d := PersonMatch{
		Match: id, Game: m.Game, Server: idText(m.Guild), Channel: idText(m.Channel), Phase: m.Phase, Host: m.Host == user, Ended: m.Ended,
	}
	players, err := readPlayers(ctx, from, id)
	if err != nil {
		return d, err
	}
	had, alone := -1, true
	var p Player
	if i := slices.IndexFunc(players, func(p Player) bool { return p.User == user }); i >= 0 {
		p = players[i]
		had = seatOf(p)
		alone = p.LeftAt.IsZero() && !slices.ContainsFunc(players, func(o Player) bool { return o.User != user && seatOf(o) == had })
		d.Name, d.Login, d.Locale, d.Joined, d.Left, d.Press = p.Name, p.Username, p.Locale, p.Joined, p.LeftAt, idText(p.Press)
		d.Missed, d.Away, d.PutOut, d.Holiday = p.Missed, p.Asleep, p.Barred, p.Holiday
	}
	d.Seat = had + 1
	var results []ResultData
	if err := from.SelectContext(ctx, &results, `SELECT score, won FROM results WHERE match = ? AND user_id = ?`, id, user); err != nil {
		return d, err
	}
	if len(results) > 0 {
		d.Result = &results[0]
	}
	notes, err := readNotes(ctx, from, `SELECT n, at, what, who FROM notes WHERE match = ? ORDER BY n`, id)
	if err != nil {
		return d, err
	}
	for _, n := range notes {
		if slices.Contains(n.Who, user) {
			d.Notes = append(d.Notes, NoteData{n.At, n.What})
		}
	}
	if had >= 0 {
		if d.Moves, err = movesOf(ctx, from, id, had); err != nil {
			return d, err
		}
		if !alone {
			d.Moves = slices.DeleteFunc(d.Moves, func(v MoveData) bool { return !madeBy(p, v, made) })
		}
	}
	var messages []struct {
		Kind    string `db:"kind"`
		Channel uint64 `db:"channel"`
		Message uint64 `db:"message"`
	}
	err = from.SelectContext(ctx, &messages, `SELECT kind, channel, message FROM surfaces WHERE match = ? AND user_id = ? ORDER BY kind`, id, user)
	for _, f := range messages {
		d.Messages = append(d.Messages, MessageData{f.Kind, idText(f.Channel), idText(f.Message)})
	}
	return d, err
}

// seatOf is the seat that somebody has or had, or -1.
func seatOf(p Player) int {
	if !p.LeftAt.IsZero() {
		return p.LeftSeat
	}
	return p.Seat
}

// madeBy reports whether somebody made a move of a seat that others had, too. What is not
// known to be theirs is not: it may be another's secret.
func madeBy(p Player, v MoveData, made func(uint64) time.Time) bool {
	if v.press == 0 || v.Automatic {
		return false
	}
	at := made(v.press)
	return !at.Before(p.Joined) && (p.LeftAt.IsZero() || !at.After(p.LeftAt))
}

func movesOf(ctx context.Context, from *sqlx.DB, match string, seat int) (list []MoveData, err error) {
	var rows []struct {
		N     int    `db:"n"`
		At    int64  `db:"at"`
		Move  string `db:"move"`
		Press uint64 `db:"press"`
		Auto  bool   `db:"auto"`
	}
	if err := from.SelectContext(ctx, &rows, `SELECT n, at, move, press, auto FROM inputs WHERE match = ? AND seat = ? ORDER BY n`, match, seat); err != nil {
		return nil, err
	}
	for _, r := range rows {
		list = append(list, MoveData{r.N, time.Duration(r.At), r.Move, idText(r.Press), r.Auto, r.Press})
	}
	return list, nil
}

// JSON writes what is kept of a person, in at most limit bytes. If it is more, moves of
// the oldest matches are left out; without says of how many.
func (p Person) JSON(limit int) (file []byte, without int, err error) {
	p.Matches = slices.Clone(p.Matches)
	for {
		b, err := json.MarshalIndent(p, "", "  ")
		if err != nil || len(b) <= limit || p.Shortened == len(p.Matches) {
			return b, p.Shortened, err
		}
		for range max((len(p.Matches)-p.Shortened)/4, 1) {
			p.Shortened++
			p.Matches[len(p.Matches)-p.Shortened].Moves = nil
		}
	}
}
