package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jmoiron/sqlx"
)

// Person is all that is kept of a person, as they can take it with them. Ids are texts,
// because not every program reads such large numbers exactly. As JSON it is an object: what
// tables have of them stands in a field for each [Export], and matches in "matches".
type Person struct {
	ID        string
	Kept      []KeptRows // of the tables that belong to no match, in the order of their declaration
	Matches   []PersonMatch
	Shortened int // how many of the last Matches lack their moves: the file would be too long otherwise
}

// Rows are what a table has of the person, by the name of its [Export].
func (p Person) Rows(name string) []json.RawMessage {
	for _, k := range p.Kept {
		if k.Export.Name == name {
			return k.Rows
		}
	}
	return nil
}

// MarshalJSON writes the object.
func (p Person) MarshalJSON() ([]byte, error) {
	var w objectWriter
	err := w.field("id", p.ID)
	for _, k := range p.Kept {
		switch {
		case len(k.Rows) == 0 && (k.Export.One || k.Export.Brief):
		case k.Export.One:
			err = errors.Join(err, w.field(k.Export.Name, k.Rows[0]))
		default:
			err = errors.Join(err, w.field(k.Export.Name, append([]json.RawMessage{}, k.Rows...)))
		}
	}
	err = errors.Join(err, w.field("matches", append([]PersonMatch{}, p.Matches...)))
	if p.Shortened > 0 {
		err = errors.Join(err, w.field("matches_without_moves", p.Shortened))
	}
	return w.end(), err
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

// ResultData is a person's result in a match.
type ResultData struct {
	Score int  `json:"score"`
	Won   bool `json:"won"`
}

// NoteData is something that happened to a person.
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

// MessageData is a message that the bot shows a person. The token that edits it is a
// secret of the bot's and is not told.
type MessageData struct {
	Kind    string `json:"kind"`
	Channel string `json:"channel"`
	Message string `json:"message"`
}

// Person reads all that is kept of a person, of the matches of all servers. made says when
// a press was made, by the clock of the host.
func (s ErasureStore) Person(ctx context.Context, user uint64, made func(press uint64) time.Time) (Person, error) {
	p := Person{ID: idText(user)}
	err := s.person(ctx, user, made, &p)
	if err != nil {
		return Person{}, fmt.Errorf("read what is kept of a user: %w", classify(err))
	}
	return p, nil
}

func (s ErasureStore) person(ctx context.Context, user uint64, made func(uint64) time.Time, p *Person) error {
	for _, table := range s.db.tables {
		if table.Export == nil {
			continue
		}
		k, err := table.keptOf(ctx, s.db.reads, user)
		if err != nil {
			return err
		}
		p.Kept = append(p.Kept, k)
	}
	var ids []string
	if err := s.db.reads.SelectContext(ctx, &ids, `SELECT id FROM matches WHERE id IN (`+matchesOf+`) ORDER BY created DESC, id`, user, user, user); err != nil {
		return err
	}
	for _, id := range ids {
		m, err := personMatch(ctx, s.db.reads, id, user, made)
		if err != nil {
			return err
		}
		p.Matches = append(p.Matches, m)
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

// seatOf is the seat that a person has or had, or -1.
func seatOf(p Player) int {
	if !p.LeftAt.IsZero() {
		return p.LeftSeat
	}
	return p.Seat
}

// madeBy reports whether a person made a move of a seat that others had, too. What is not
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
