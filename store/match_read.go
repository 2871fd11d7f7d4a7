package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jmoiron/sqlx"
)

// Match reads a match. It returns [ErrNotFound] if there is none with this id.
//
// If what a restart needs is damaged, the error is a [DamageError]. Then the match
// holds what could be read, at least its id.
func (s MatchStore) Match(ctx context.Context, id string) (Match, error) {
	m, err := readMatch(ctx, s.db.reads, id)
	if err != nil {
		m.ID = id
		return m, fmt.Errorf("read match %s: %w", id, classify(err))
	}
	return m, nil
}

func readMatch(ctx context.Context, db *sqlx.DB, id string) (m Match, err error) {
	// In one transaction, so that the row and the position are of the same moment.
	err = readTogether(ctx, db, func(read *sqlx.Tx) (err error) {
		m, err = readMatchIn(ctx, read, id)
		return err
	})
	return m, err
}

func readMatchIn(ctx context.Context, read *sqlx.Tx, id string) (m Match, err error) {
	damage, err := checkLoaded(ctx, read, id)
	if err != nil {
		return Match{}, err
	}
	m, err = readRows(ctx, read, "matches", id)
	if err != nil && m.ID == "" && !onPostgres(read) {
		// The index may be damaged and the row whole. Nothing of it can be saved then.
		if row, e := readRows(ctx, read, "matches NOT INDEXED", id); row.ID != "" {
			m, err = row, e
			damage = cmp.Or(damage, &DamageError{Match: id})
			damage.add("the index does not find its row. The next start of the bot mends it, or, while the bot does not run: sqlite3 oneiros.db REINDEX")
		}
	}
	if damage != nil { // it is the reason of any other error
		return m, damage
	}
	return m, err
}

// readRows reads a match. With an error, it returns what it has read before. matches
// is SQL for the table of matches.
func readRows(ctx context.Context, read *sqlx.Tx, matches, id string) (m Match, err error) {
	if m, err = readMatchRow(ctx, read, matches, id); err != nil {
		return m, err
	}
	if m.Players, err = readPlayers(ctx, read, id); err != nil {
		return m, err
	}
	if m.Notes, err = readNotes(ctx, read, `SELECT n, at, what, who FROM notes WHERE match = ? ORDER BY n DESC LIMIT 3`, id); err != nil {
		return m, err
	}
	slices.Reverse(m.Notes)
	m.Position, err = readPosition(ctx, read, id)
	return m, err
}

// matchRow is the row of a match as it is in the database.
type matchRow struct {
	ID       string `db:"id"`
	Guild    uint64 `db:"guild"`
	Channel  uint64 `db:"channel"`
	Thread   uint64 `db:"thread"`
	Own      bool   `db:"own"`
	Game     string `db:"game"`
	Phase    string `db:"phase"`
	Lang     string `db:"lang"`
	Host     uint64 `db:"host"`
	Chosen   []byte `db:"chosen"`
	Options  []byte `db:"options"`
	Seed     []byte `db:"seed"`
	Secret   string `db:"secret"`
	Presses  string `db:"presses"`
	Seats    int    `db:"seats"`
	Clock    int64  `db:"clock"`
	Seen     int64  `db:"seen"`
	Paused   string `db:"paused"`
	Incident string `db:"incident"`
	Former   string `db:"former"`
	Seating  []byte `db:"seating"`
	Created  int64  `db:"created"`
	Started  int64  `db:"started"`
	Ended    int64  `db:"ended"`
	Expires  int64  `db:"expires"`
	Rev      int64  `db:"rev"`
	Motion   []byte `db:"motion"`
	Strength int    `db:"strength"`
	People   bool   `db:"people"`
	Faster   bool   `db:"faster"`
}

func readMatchRow(ctx context.Context, from sqlx.QueryerContext, matches, id string) (Match, error) {
	var r matchRow
	err := sqlx.GetContext(ctx, from, &r, `SELECT id, guild, channel, thread, own, game, phase, lang, host, chosen, options, seed, seats,
		clock, seen, paused, incident, former, seating, created, started, ended, expires, rev, motion, strength, people, secret, presses, faster FROM `+matches+` WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return Match{}, ErrNotFound
	}
	if err != nil {
		return Match{}, err
	}
	return r.match()
}

// match is the match of a row, without what other tables have of it.
func (r *matchRow) match() (Match, error) {
	m := Match{
		ID: r.ID, Guild: r.Guild, Channel: r.Channel, Thread: r.Thread, OwnThread: r.Own, Game: r.Game, Phase: Phase(r.Phase),
		Lang: r.Lang, Host: r.Host, Seats: r.Seats, Clock: time.Duration(r.Clock), ClockSaved: fromMillis(r.Seen),
		Paused: r.Paused, Incident: r.Incident, Previous: r.Former, Created: fromMillis(r.Created), Started: fromMillis(r.Started),
		Ended: fromMillis(r.Ended), Expires: fromMillis(r.Expires), Strength: r.Strength, PeopleOnly: r.People, Faster: r.Faster, Rev: r.Rev,
	}
	copy(m.Seed[:], r.Seed)
	if secret, err := hex.DecodeString(r.Secret); err != nil || len(secret) != 0 && len(secret) != len(m.Secret) {
		return Match{}, fmt.Errorf("%w: no secret of 64 hexadecimal digits", ErrDamaged)
	} else {
		copy(m.Secret[:], secret)
	}
	if r.Presses != "" {
		if err := decode([]byte(r.Presses), &m.Presses); err != nil {
			return Match{}, err
		}
	}
	if err := errors.Join(decode(r.Chosen, &m.Chosen), decode(r.Options, &m.Options), decode(r.Seating, &m.SeatOrder)); err != nil {
		return Match{}, err
	}
	if len(r.Motion) > 0 {
		if err := decode(r.Motion, &m.Motion); err != nil {
			return Match{}, err
		}
	}
	return m, nil
}

func readPlayers(ctx context.Context, from sqlx.QueryerContext, match string) ([]Player, error) {
	var rows []struct {
		User   uint64 `db:"user_id"`
		Name   string `db:"name"`
		Locale string `db:"locale"`
		Seat   int    `db:"seat"`
		Ready  bool   `db:"ready"`
		Joined int64  `db:"joined"`
		Press  uint64 `db:"press"`
		Asleep bool   `db:"asleep"`
		Missed int    `db:"missed"`
		Barred bool   `db:"barred"`
		Gone   int64  `db:"gone"`
		Had    int    `db:"had"`
		Auto   bool   `db:"automatic"`
		Off    int64  `db:"holiday"`
		Login  string `db:"username"`
	}
	if err := sqlx.SelectContext(ctx, from, &rows, `SELECT user_id, name, locale, seat, ready, joined, press, asleep, missed, barred, gone, had, automatic, holiday, username FROM players
		WHERE match = ? ORDER BY seat < 0, seat, joined, user_id`, match); err != nil {
		return nil, err
	}
	var list []Player
	for _, r := range rows {
		list = append(list, Player{r.User, r.Name, r.Locale, r.Seat, r.Ready, fromMillis(r.Joined), r.Press,
			r.Asleep, r.Missed, r.Auto, r.Barred, fromMillis(r.Gone), r.Had, fromMillis(r.Off), r.Login})
	}
	return list, nil
}

func readNotes(ctx context.Context, from sqlx.QueryerContext, query, match string) ([]Note, error) {
	var rows []struct {
		N    int    `db:"n"`
		At   int64  `db:"at"`
		What string `db:"what"`
		Who  []byte `db:"who"`
	}
	if err := sqlx.SelectContext(ctx, from, &rows, query, match); err != nil {
		return nil, err
	}
	var list []Note
	for _, r := range rows {
		o := Note{N: r.N, At: fromMillis(r.At), What: r.What}
		if err := decode(r.Who, &o.Who); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

// readPosition reads the latest position of a match, or nil before the start.
func readPosition(ctx context.Context, from sqlx.QueryerContext, match string) (*Position, error) {
	var r struct {
		N       int    `db:"n"`
		Version int    `db:"version"`
		At      int64  `db:"at"`
		Clock   int64  `db:"clock"`
		Turns   []byte `db:"turns"`
		Data    []byte `db:"position"`
		Due     int64  `db:"due"`
		Awaits  int64  `db:"awaits"`
	}
	err := sqlx.GetContext(ctx, from, &r, `SELECT n, version, at, clock, turns, position, due, awaits FROM positions
		WHERE match = ? ORDER BY n DESC LIMIT 1`, match)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &Position{N: r.N, Version: r.Version, At: time.Duration(r.At), Clock: time.Duration(r.Clock), Data: r.Data, Due: time.Duration(r.Due), Awaits: r.Awaits}
	return p, decode(r.Turns, &p.Turns)
}

// Notes reads all notes of a match, oldest first.
func (s MatchStore) Notes(ctx context.Context, match string) ([]Note, error) {
	list, err := readNotes(ctx, s.db.reads, `SELECT n, at, what, who FROM notes WHERE match = ? ORDER BY n`, match)
	if err != nil {
		return nil, fmt.Errorf("read the notes of match %s: %w", match, classify(err))
	}
	return list, nil
}

// ActiveMatches lists the matches that have a table at a moment, in the order of
// their creation. They are in a lobby, or live, or they ended and their table is not
// cleared yet. The store of a shard lists only those of its servers.
func (s MatchStore) ActiveMatches(ctx context.Context, at time.Time) ([]string, error) {
	var ids []string
	active, args := s.db.active(at)
	if err := s.db.reads.SelectContext(ctx, &ids, `SELECT id FROM matches WHERE `+active+` ORDER BY created, id`, args...); err != nil {
		return nil, fmt.Errorf("list the active matches: %w", classify(err))
	}
	return ids, nil
}

// active is the condition for matches that have a table at a moment.
func (s *connections) active(at time.Time) (condition string, args []any) {
	mine, args := s.ofShard()
	// A phase that does not exist is damage, and the match may have a table.
	return `(phase NOT IN ('over', 'void') OR expires > ?)` + mine, append([]any{toMillis(at)}, args...)
}

// MatchesByPhase lists the matches in a phase, in the order of their creation.
func (s MatchStore) MatchesByPhase(ctx context.Context, p Phase) ([]string, error) {
	var ids []string
	if err := s.db.reads.SelectContext(ctx, &ids, `SELECT id FROM matches WHERE phase = ? ORDER BY created, id`, string(p)); err != nil {
		return nil, fmt.Errorf("list the matches in phase %s: %w", p, classify(err))
	}
	return ids, nil
}

// Results reads the results of a match, by seat.
func (s MatchStore) Results(ctx context.Context, match string) ([]Result, error) {
	var rows []struct {
		Match string `db:"match"`
		Seat  int    `db:"seat"`
		Game  string `db:"game"`
		Guild uint64 `db:"guild"`
		User  uint64 `db:"user_id"`
		Score int    `db:"score"`
		Won   bool   `db:"won"`
		Auto  bool   `db:"automatic"`
		Ended int64  `db:"ended"`
	}
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT match, seat, game, guild, user_id, score, won, automatic, ended FROM results
		WHERE match = ? ORDER BY seat`, match); err != nil {
		return nil, fmt.Errorf("read the results of match %s: %w", match, classify(err))
	}
	list := make([]Result, len(rows))
	for i, r := range rows {
		list[i] = Result{r.Match, r.Seat, r.Game, r.Guild, r.User, r.Score, r.Won, r.Auto, fromMillis(r.Ended)}
	}
	return list, nil
}
