package store

import (
	"context"
	"fmt"
	"time"
)

var attendanceTable = Declare(Table{
	Name: "night_attendance", Row: "person at night", Sum: "attendance", Key: []string{"match", "user_id"}, // it goes with its match
	Columns: []Column{
		{Name: "match", Type: Text}, {Name: "user_id", Has: OfPerson}, {Name: "guild", Has: OfServer}, {Name: "night", Type: Text, Has: WithPerson}, {Name: "at", Has: WithPerson},
	},
	Export: &Export{Name: "nights_attended", Brief: true, Order: "at, match", Fields: []Field{
		{Name: "server", SQL: "guild", As: AsID}, {Name: "night"}, {Name: "at", As: AsMoment}, {Name: "match"},
	}},
})

// Attendance says that a person came to a game night: they sat at a table that it opened when the
// match there began.
type Attendance struct {
	Match string
	User  uint64
	Night string    // its id
	At    time.Time // when it was to begin
	Game  string
	Won   bool // false, too, while the match is live, and where the person left it

	Name, Username string // at the match
}

// AttendanceStore saves who came to game nights.
type AttendanceStore struct{ db *connections }

// Attendance returns the store of who came to game nights.
func (s *Store) Attendance() AttendanceStore { return AttendanceStore{&s.connections} }

// NoteAttendance saves who sits at tables of nights whose match has begun and of which nothing is
// saved yet. The store of a shard does so for its servers. People who took a seat since then
// did not come to the night. A night is kept for a week, so this is the time that there is.
func (s AttendanceStore) NoteAttendance(ctx context.Context) error {
	var rows []struct {
		Guild uint64 `db:"guild"`
		Night string `db:"night"`
		At    int64  `db:"at"`
		Match string `db:"match"`
	}
	mine, args := s.db.ofShard()
	err := s.db.reads.SelectContext(ctx, &rows, `SELECT guild, night, at, match FROM (
			SELECT guild, id AS night, at, match FROM nights WHERE match <> '' UNION ALL SELECT guild, id AS night, at, second AS match FROM nights WHERE second <> ''
		) t WHERE EXISTS (SELECT 1 FROM matches m WHERE m.id = t.match AND m.started > 0)
		AND NOT EXISTS (SELECT 1 FROM night_attendance a WHERE a.match = t.match)`+mine, args...)
	if err != nil {
		return fmt.Errorf("list tables of nights: %w", classify(err))
	}
	for _, r := range rows {
		err := s.db.write(ctx, func(t tx) error {
			users, err := t.numbers(`SELECT p.user_id FROM players p JOIN matches m ON m.id = p.match
				WHERE p.match = ? AND p.automatic = 0 AND (p.seat >= 0 OR p.gone > 0) AND p.joined <= m.started`, r.Match)
			if err != nil {
				return err
			}
			for _, user := range users {
				if err := t.add(attendanceTable, r.Match, user, r.Guild, r.Night, r.At); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("save who came to a night of server %d: %w", r.Guild, err)
		}
	}
	return nil
}

// AttendanceOn lists who came to the nights of a server, earlier nights first. Both tables of one
// night stand together.
func (s AttendanceStore) AttendanceOn(ctx context.Context, guild uint64) ([]Attendance, error) {
	var rows []struct {
		Match    string `db:"match"`
		User     uint64 `db:"user_id"`
		Night    string `db:"night"`
		At       int64  `db:"at"`
		Game     string `db:"game"`
		Won      int    `db:"won"`
		Name     string `db:"name"`
		Username string `db:"username"`
	}
	err := s.db.reads.SelectContext(ctx, &rows, `SELECT a.match, a.user_id, a.night, a.at, m.game, coalesce(r.won, 0) AS won, p.name, p.username
		FROM night_attendance a JOIN matches m ON m.id = a.match JOIN players p ON p.match = a.match AND p.user_id = a.user_id
		LEFT JOIN results r ON r.match = a.match AND r.user_id = a.user_id AND r.automatic = 0
		WHERE a.guild = ? ORDER BY a.at, a.night, a.match, a.user_id`, guild)
	if err != nil {
		return nil, fmt.Errorf("list who came to nights: %w", classify(err))
	}
	list := make([]Attendance, len(rows))
	for i, r := range rows {
		list[i] = Attendance{r.Match, r.User, r.Night, fromMillis(r.At), r.Game, r.Won != 0, r.Name, r.Username}
	}
	return list, nil
}
