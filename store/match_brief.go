package store

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jmoiron/sqlx"
)

// ActiveBriefs reads the matches of [MatchStore.ActiveMatches] in brief: who plays where, and
// what decides when a table has something to do. It reads thousands of them at once, and
// so it leaves out options (but see [AwaitsOptions]), seeds, seat orders and notes, and of positions the turns and
// the data. No checksum is compared. Of a row that cannot be read it gives the id alone.
func (s MatchStore) ActiveBriefs(ctx context.Context, at time.Time) ([]Match, error) {
	var list []Match
	// In one transaction, so that all rows are of the same moment.
	err := readTogether(ctx, s.db.reads, func(read *sqlx.Tx) (err error) {
		list, err = s.readBriefs(ctx, read, at)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the active matches: %w", classify(err))
	}
	return list, nil
}

func (s MatchStore) readBriefs(ctx context.Context, read *sqlx.Tx, at time.Time) ([]Match, error) {
	active, args := s.db.active(at)
	list, err := readBriefMatches(ctx, read, active, args)
	if err != nil {
		return nil, err
	}
	by := make(map[string]*Match, len(list))
	for i := range list {
		by[list[i].ID] = &list[i]
	}
	err = readBriefPlayers(ctx, read, active, args, by)
	return list, err
}

// sameWords keeps one copy of each word that many rows have.
type sameWords map[string]string

func (w sameWords) one(s string) string {
	if first, ok := w[s]; ok {
		return first
	}
	w[s] = s
	return s
}

func readBriefMatches(ctx context.Context, read *sqlx.Tx, active string, args []any) (list []Match, err error) {
	rows, err := read.QueryContext(ctx, `SELECT m.id, m.guild, m.channel, m.thread, m.own, m.game, m.phase, m.lang, m.host, m.seats, m.clock, m.seen,
		m.paused, m.incident, m.former, m.created, m.started, m.ended, m.expires, m.rev, m.motion, m.strength, m.people, m.faster,
		coalesce(p.n, -1), coalesce(p.version, 0), coalesce(p.at, 0), coalesce(p.clock, 0), coalesce(p.due, 0), coalesce(p.awaits, 0),
		CASE WHEN coalesce(p.awaits, 0) & `+strconv.Itoa(AwaitsOptions)+` <> 0 THEN m.options ELSE '' END
		FROM (SELECT * FROM matches WHERE `+active+`) m
		LEFT JOIN positions p ON p.match = m.id AND p.n = (SELECT max(q.n) FROM positions q WHERE q.match = m.id)
		ORDER BY m.created, m.id`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() // Err tells all that Close could
	same := sameWords{}
	for rows.Next() {
		var m Match
		var p Position
		var phase string
		var motion, options []byte
		var clock, seen, created, started, ended, expires, at, saved, due int64
		err := rows.Scan(&m.ID, &m.Guild, &m.Channel, &m.Thread, &m.OwnThread, &m.Game, &phase, &m.Lang, &m.Host, &m.Seats, &clock, &seen,
			&m.Paused, &m.Incident, &m.Previous, &created, &started, &ended, &expires, &m.Rev, &motion, &m.Strength, &m.PeopleOnly, &m.Faster,
			&p.N, &p.Version, &at, &saved, &due, &p.Awaits, &options)
		if err == nil && len(motion) > 0 {
			err = decode(motion, &m.Motion)
		}
		if err == nil && len(options) > 0 {
			err = decode(options, &m.Options)
		}
		if err != nil { // the row is damaged, and the one who reads it whole says how
			list = append(list, Match{ID: m.ID})
			continue
		}
		m.Game, m.Lang, m.Phase, m.Paused = same.one(m.Game), same.one(m.Lang), Phase(same.one(phase)), same.one(m.Paused)
		m.Clock, m.ClockSaved = time.Duration(clock), fromMillis(seen)
		m.Created, m.Started, m.Ended, m.Expires = fromMillis(created), fromMillis(started), fromMillis(ended), fromMillis(expires)
		if p.N >= 0 {
			p.At, p.Clock, p.Due = time.Duration(at), time.Duration(saved), time.Duration(due)
			m.Position = &p
		}
		list = append(list, m)
	}
	return list, rows.Err()
}

// readBriefPlayers reads the players of matches, in the order of a whole match.
func readBriefPlayers(ctx context.Context, read *sqlx.Tx, active string, args []any, by map[string]*Match) error {
	rows, err := read.QueryContext(ctx, `SELECT match, user_id, name, locale, seat, ready, joined, press, asleep, missed, automatic, barred, gone, had, holiday, username FROM players
		WHERE match IN (SELECT id FROM matches WHERE `+active+`) ORDER BY match, seat < 0, seat, joined, user_id`, args...)
	if err != nil {
		return err
	}
	defer rows.Close() // Err tells all that Close could
	same := sameWords{}
	for rows.Next() {
		var match string
		var p Player
		var joined, left, holiday int64
		if err := rows.Scan(&match, &p.User, &p.Name, &p.Locale, &p.Seat, &p.Ready, &joined, &p.Press, &p.Asleep, &p.Missed, &p.Auto, &p.Barred, &left, &p.LeftSeat, &holiday, &p.Username); err != nil {
			if m := by[match]; m != nil {
				*m = Match{ID: m.ID} // as above
				delete(by, match)
			}
			continue
		}
		m := by[match]
		if m == nil {
			continue
		}
		p.Name, p.Locale = same.one(p.Name), same.one(p.Locale)
		p.Joined, p.LeftAt, p.Holiday = fromMillis(joined), fromMillis(left), fromMillis(holiday)
		m.Players = append(m.Players, p)
	}
	return rows.Err()
}
