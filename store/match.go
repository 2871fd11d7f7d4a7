package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jmoiron/sqlx"

	"oneiros/games"
)

// Phase tells how far a match is.
type Phase string

// The phases. A match that was stopped, or whose lobby nobody used, is void.
const (
	Lobby Phase = "lobby"
	Live  Phase = "live"
	Over  Phase = "over"
	Void  Phase = "void"
)

// Match is a match as it is kept, with everything that a restart needs.
type Match struct {
	ID         string
	Guild      uint64
	Channel    uint64
	Thread     uint64 // the match's own thread, once there is one
	OwnThread  bool   // whether it is to have one
	Game       string
	Phase      Phase
	Lang       string
	Host       uint64
	Chosen     map[string]string // what somebody set
	Options    games.Options     // complete
	Seed       games.Seed        // from the start on
	Seats      int               // from the start on
	Clock      time.Duration     // the match clock when it was last saved
	ClockSaved time.Time         // when that was
	Paused     string            // key of the reason
	Incident   string            // that led to it
	Previous   string            // the match that this one follows
	SeatOrder  []uint64          // in which order people are to sit, where that is settled
	Created    time.Time
	Started    time.Time
	Ended      time.Time
	Expires    time.Time // when the table is cleared, or when the lobby closes
	Rev        int64     // as it was read: the writing methods refuse any other
	Motion     *Motion   // what is being voted on, or nil

	Players  []Player  // by seat; then those who left
	Notes    []Note    // as read the latest three, oldest first; what is written adds those that are new
	Position *Position // the latest; nil before the start
}

// Player is somebody at a match.
type Player struct {
	User     uint64
	Name     string
	Locale   string
	Seat     int // -1 for one who left
	Ready    bool
	Joined   time.Time
	Press    uint64    // the latest press of theirs that changed the table
	Asleep   bool      // the seat is played without them
	Missed   int       // deadlines in a row that passed for the seat
	Barred   bool      // was put out and may not sit down again
	LeftAt   time.Time // when they left a live match, or zero
	LeftSeat int       // the seat that they left then
}

// Motion is something that a table votes on. It is kept as JSON.
type Motion struct {
	Kind  string    `json:"kind"`
	Seat  int       `json:"seat"` // whom it is about, or -1
	By    int       `json:"by"`
	Yes   []int     `json:"yes"`
	No    []int     `json:"no,omitempty"`
	Until time.Time `json:"until"`
}

// Note is something that happened among the people at a table.
type Note struct {
	N    int // from 1
	At   time.Time
	What string   // key of the words
	Who  []uint64 // the users that the words name, in order
}

// Position is a match after input N; the deal is 0.
type Position struct {
	N       int
	Version int           // of the rules that wrote Data
	At      time.Duration // match clock of the input
	Clock   time.Duration // match clock when it was saved; at least At
	Turns   []int         // turn numbers: the public's, then each seat's
	Data    []byte
}

// Step is an input with what it led to.
type Step struct {
	Match    string
	Rev      int64 // of the match as the caller knows it
	Input    games.Input
	Press    uint64 // the press that made it, or 0
	Auto     bool   // whether nobody made it; see the column
	Position Position
	Record   *Match // the match, when something besides the position changed with it; its own Position does not count
	End      *End   // when the input ended the match
}

// End is the end of a match.
type End struct {
	At      time.Time
	Expires time.Time
	Results []Result
}

// Result is what a seat reached.
type Result struct {
	Match string
	Seat  int
	Game  string
	Guild uint64
	User  uint64 // 0 when nobody played the seat at the end
	Score int
	Won   bool
	At    time.Time
}

// Clock is the match clock of a running match.
type Clock struct {
	Match string
	Clock time.Duration
}

// keep is how many positions of a match are pruned together.
const keep = 16

// CreateMatch keeps a new match. Another one in lobby or live in the same place is
// [ErrTaken].
func (s *Store) CreateMatch(ctx context.Context, m Match) error {
	err := s.writer.write(ctx, func(t tx) error {
		args, err := columns(m)
		if err != nil {
			return err
		}
		_, err = t.exec(`INSERT INTO matches (guild, channel, thread, own, place, game, phase, lang, host, chosen, options,
			seed, seats, clock, seen, paused, incident, former, seating, created, started, ended, expires, motion, rev, id)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(args, m.Rev, m.ID)...)
		if err != nil {
			return err
		}
		return seat(t, m)
	})
	if err != nil {
		return fmt.Errorf("create match %s: %w", m.ID, err)
	}
	return nil
}

// SaveMatch keeps what people changed: who sits, what was agreed, the phase, a pause.
// It raises the match's Rev by one; a match that somebody else wrote since it was
// read is [ErrConflict]. A Position that comes along is kept too: the deal.
func (s *Store) SaveMatch(ctx context.Context, m Match) error {
	err := s.writer.write(ctx, func(t tx) error {
		if err := save(t, m); err != nil {
			return err
		}
		if m.Position != nil {
			return place(t, m.ID, *m.Position)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save match %s: %w", m.ID, err)
	}
	return nil
}

// save writes a match, its players and its new notes.
func save(t tx, m Match) error {
	args, err := columns(m)
	if err != nil {
		return err
	}
	n, err := t.exec(`UPDATE matches SET guild = ?, channel = ?, thread = ?, own = ?, place = ?, game = ?, phase = ?,
		lang = ?, host = ?, chosen = ?, options = ?, seed = ?, seats = ?, clock = ?, seen = ?, paused = ?, incident = ?,
		former = ?, seating = ?, created = ?, started = ?, ended = ?, expires = ?, motion = ?, rev = rev + 1
		WHERE id = ? AND rev = ?`, append(args, m.ID, m.Rev)...)
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrConflict
	}
	if err := seat(t, m); err != nil {
		return err
	}
	for _, o := range m.Notes {
		who, err := json.Marshal(o.Who)
		if err != nil {
			return fmt.Errorf("write a note: %w", err)
		}
		if _, err := t.exec(`INSERT INTO notes (match, n, at, what, who) VALUES (?, ?, ?, ?, ?) ON CONFLICT (match, n) DO NOTHING`,
			m.ID, o.N, milli(o.At), o.What, string(who)); err != nil {
			return fmt.Errorf("keep a note: %w", err)
		}
	}
	return nil
}

// columns are a match's columns in the order of the statements above, but for
// rev and id.
func columns(m Match) ([]any, error) {
	chosen, err := json.Marshal(m.Chosen)
	if err != nil {
		return nil, fmt.Errorf("write what was chosen: %w", err)
	}
	options, err := json.Marshal(m.Options)
	if err != nil {
		return nil, fmt.Errorf("write the options: %w", err)
	}
	seating, err := json.Marshal(m.SeatOrder)
	if err != nil {
		return nil, fmt.Errorf("write the seating: %w", err)
	}
	motion := ""
	if m.Motion != nil {
		b, err := json.Marshal(m.Motion)
		if err != nil {
			return nil, fmt.Errorf("write the motion: %w", err)
		}
		motion = string(b)
	}
	at := m.Channel
	if m.Thread != 0 {
		at = m.Thread
	}
	var seed []byte
	if m.Seed != (games.Seed{}) {
		seed = m.Seed[:]
	}
	return []any{m.Guild, m.Channel, m.Thread, m.OwnThread, at, m.Game, string(m.Phase), m.Lang, m.Host,
		string(chosen), string(options), seed, m.Seats, int64(m.Clock), milli(m.ClockSaved), m.Paused, m.Incident,
		m.Previous, string(seating), milli(m.Created), milli(m.Started), milli(m.Ended), milli(m.Expires), motion}, nil
}

// seat writes the players of a match. Nobody is ever removed.
func seat(t tx, m Match) error {
	for _, p := range m.Players {
		if _, err := t.exec(`INSERT INTO players (match, user_id, name, locale, seat, ready, joined, press, asleep, missed, barred, gone, had)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (match, user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale,
			seat = excluded.seat, ready = excluded.ready, joined = excluded.joined, press = excluded.press, asleep = excluded.asleep,
			missed = excluded.missed, barred = excluded.barred, gone = excluded.gone, had = excluded.had`,
			m.ID, p.User, p.Name, p.Locale, p.Seat, p.Ready, milli(p.Joined), p.Press, p.Asleep, p.Missed, p.Barred, milli(p.LeftAt), p.LeftSeat); err != nil {
			return fmt.Errorf("seat a player: %w", err)
		}
	}
	return nil
}

// place appends a position.
func place(t tx, match string, p Position) error {
	turns, err := json.Marshal(p.Turns)
	if err != nil {
		return fmt.Errorf("write the turns: %w", err)
	}
	if _, err := t.exec(`INSERT INTO positions (match, n, version, at, clock, turns, position) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		match, p.N, p.Version, int64(p.At), int64(p.Clock), string(turns), p.Data); err != nil {
		return fmt.Errorf("append position: %w", err)
	}
	return nil
}

// AppendInput keeps an input with the position after it and, where it ended the
// match, the results: all or nothing. A match that is not live any more, that
// somebody else wrote since it was read, or that has this input already is
// [ErrConflict]. Whoever appends knows the presses of the inputs before, so that
// a press is kept once is theirs to see to.
//
// A Record is saved with it, as SaveMatch would. A Record or an End raises the match's
// Rev by one, both together too; another input does not.
func (s *Store) AppendInput(ctx context.Context, st Step) error {
	in := st.Input
	err := s.writer.write(ctx, func(t tx) error {
		n, err := t.exec(`INSERT INTO inputs (match, n, at, kind, seat, move, press, auto)
			SELECT id, ?, ?, ?, ?, ?, ?, ? FROM matches WHERE id = ? AND rev = ? AND phase = 'live'`,
			in.N, int64(in.At), string(in.Kind), int(in.Seat), in.Move, st.Press, st.Auto, st.Match, st.Rev)
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrConflict
		}
		if err := place(t, st.Match, st.Position); err != nil {
			return err
		}
		if in.N%keep == 0 || st.End != nil {
			if _, err := t.exec(`DELETE FROM positions WHERE match = ? AND n < ?`, st.Match, in.N); err != nil {
				return fmt.Errorf("prune positions: %w", err)
			}
		}
		if st.Record != nil {
			m := *st.Record
			m.ID, m.Rev = st.Match, st.Rev
			if err := save(t, m); err != nil {
				return err
			}
		}
		if st.End != nil {
			return end(t, st)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("append input %d of match %s: %w", in.N, st.Match, err)
	}
	return nil
}

func end(t tx, st Step) error {
	e := st.End
	if _, err := t.exec(`UPDATE matches SET phase = 'over', motion = '', clock = ?, seen = ?, ended = ?, expires = ?, rev = ? WHERE id = ?`,
		int64(st.Position.Clock), milli(e.At), milli(e.At), milli(e.Expires), st.Rev+1, st.Match); err != nil {
		return fmt.Errorf("end the match: %w", err)
	}
	for _, r := range e.Results {
		if _, err := t.exec(`INSERT INTO results (match, seat, game, guild, user_id, score, won, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			st.Match, r.Seat, r.Game, r.Guild, r.User, r.Score, r.Won, milli(e.At)); err != nil {
			return fmt.Errorf("keep a result: %w", err)
		}
	}
	return nil
}

// SaveClocks keeps the clocks of running matches, as they stand at a moment. A clock
// never goes back.
func (s *Store) SaveClocks(ctx context.Context, at time.Time, clocks []Clock) error {
	if len(clocks) == 0 {
		return nil
	}
	err := s.writer.write(ctx, func(t tx) error {
		for _, c := range clocks {
			if _, err := t.exec(`UPDATE matches SET clock = ?, seen = ? WHERE id = ? AND clock <= ? AND phase = 'live'`,
				int64(c.Clock), milli(at), c.Match, int64(c.Clock)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save %d clocks: %w", len(clocks), err)
	}
	return nil
}

// DeleteSurfaces drops where a match was shown, once its table is cleared. The match
// itself stays.
func (s *Store) DeleteSurfaces(ctx context.Context, match string) error {
	err := s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM surfaces WHERE match = ?`, match)
		return err
	})
	if err != nil {
		return fmt.Errorf("forget the surfaces of match %s: %w", match, err)
	}
	return nil
}

// row is a row of matches.
type row struct {
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
}

// Match reads a match, or [ErrNotFound].
func (s *Store) Match(ctx context.Context, id string) (Match, error) {
	m, err := s.match(ctx, id)
	if err != nil {
		return Match{}, fmt.Errorf("read match %s: %w", id, known(err))
	}
	return m, nil
}

func (s *Store) match(ctx context.Context, id string) (Match, error) {
	// One transaction: a row and a position of different moments are no match.
	read, err := s.reads.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Match{}, err
	}
	defer read.Rollback() // it wrote nothing: there is nothing to lose

	var r row
	err = read.GetContext(ctx, &r, `SELECT id, guild, channel, thread, own, game, phase, lang, host, chosen, options, seed, seats,
		clock, seen, paused, incident, former, seating, created, started, ended, expires, rev, motion FROM matches WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return Match{}, ErrNotFound
	}
	if err != nil {
		return Match{}, err
	}
	m := Match{
		ID: r.ID, Guild: r.Guild, Channel: r.Channel, Thread: r.Thread, OwnThread: r.Own, Game: r.Game, Phase: Phase(r.Phase),
		Lang: r.Lang, Host: r.Host, Seats: r.Seats, Clock: time.Duration(r.Clock), ClockSaved: moment(r.Seen),
		Paused: r.Paused, Incident: r.Incident, Previous: r.Former, Created: moment(r.Created), Started: moment(r.Started),
		Ended: moment(r.Ended), Expires: moment(r.Expires), Rev: r.Rev,
	}
	copy(m.Seed[:], r.Seed)
	for _, j := range []struct {
		from []byte
		to   any
	}{{r.Chosen, &m.Chosen}, {r.Options, &m.Options}, {r.Seating, &m.SeatOrder}} {
		if err := json.Unmarshal(j.from, j.to); err != nil {
			return Match{}, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	if len(r.Motion) > 0 {
		if err := json.Unmarshal(r.Motion, &m.Motion); err != nil {
			return Match{}, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}

	var people []struct {
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
	}
	if err := read.SelectContext(ctx, &people, `SELECT user_id, name, locale, seat, ready, joined, press, asleep, missed, barred, gone, had FROM players
		WHERE match = ? ORDER BY seat < 0, seat, joined, user_id`, id); err != nil {
		return Match{}, err
	}
	for _, p := range people {
		m.Players = append(m.Players, Player{p.User, p.Name, p.Locale, p.Seat, p.Ready, moment(p.Joined), p.Press,
			p.Asleep, p.Missed, p.Barred, moment(p.Gone), p.Had})
	}
	if m.Notes, err = notes(ctx, read, `SELECT n, at, what, who FROM notes WHERE match = ? ORDER BY n DESC LIMIT 3`, id); err != nil {
		return Match{}, err
	}
	slices.Reverse(m.Notes)

	var last []struct {
		N       int    `db:"n"`
		Version int    `db:"version"`
		At      int64  `db:"at"`
		Clock   int64  `db:"clock"`
		Turns   []byte `db:"turns"`
		Data    []byte `db:"position"`
	}
	if err := read.SelectContext(ctx, &last, `SELECT n, version, at, clock, turns, position FROM positions
		WHERE match = ? ORDER BY n DESC LIMIT 1`, id); err != nil {
		return Match{}, err
	}
	for _, p := range last {
		m.Position = &Position{N: p.N, Version: p.Version, At: time.Duration(p.At), Clock: time.Duration(p.Clock), Data: p.Data}
		if err := json.Unmarshal(p.Turns, &m.Position.Turns); err != nil {
			return Match{}, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return m, nil
}

// notes reads notes.
func notes(ctx context.Context, from sqlx.QueryerContext, query, match string) ([]Note, error) {
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
		o := Note{N: r.N, At: moment(r.At), What: r.What}
		if err := json.Unmarshal(r.Who, &o.Who); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		list = append(list, o)
	}
	return list, nil
}

// Notes reads all notes of a match, oldest first.
func (s *Store) Notes(ctx context.Context, match string) ([]Note, error) {
	list, err := notes(ctx, s.reads, `SELECT n, at, what, who FROM notes WHERE match = ? ORDER BY n`, match)
	if err != nil {
		return nil, fmt.Errorf("read the notes of match %s: %w", match, known(err))
	}
	return list, nil
}

// AutomaticInputs lists the numbers of the inputs of a match that nobody made.
func (s *Store) AutomaticInputs(ctx context.Context, match string) ([]int, error) {
	var list []int
	if err := s.reads.SelectContext(ctx, &list, `SELECT n FROM inputs WHERE match = ? AND auto = 1 ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the automatic inputs of match %s: %w", match, known(err))
	}
	return list, nil
}

// ActiveMatches lists the matches that have a table at a moment: those in lobby and live,
// and those that ended and are not cleared yet. Earlier ones come first.
func (s *Store) ActiveMatches(ctx context.Context, at time.Time) ([]string, error) {
	var ids []string
	if err := s.reads.SelectContext(ctx, &ids, `SELECT id FROM matches WHERE phase IN ('lobby', 'live') OR expires > ?
		ORDER BY created, id`, milli(at)); err != nil {
		return nil, fmt.Errorf("list the tables: %w", known(err))
	}
	return ids, nil
}

// MatchesByPhase lists the matches in a phase, earlier ones first.
func (s *Store) MatchesByPhase(ctx context.Context, p Phase) ([]string, error) {
	var ids []string
	if err := s.reads.SelectContext(ctx, &ids, `SELECT id FROM matches WHERE phase = ? ORDER BY created, id`, string(p)); err != nil {
		return nil, fmt.Errorf("list the matches: %w", known(err))
	}
	return ids, nil
}

// Inputs reads the log of a match, in order.
func (s *Store) Inputs(ctx context.Context, match string) ([]games.Input, error) {
	var rows []struct {
		N    int    `db:"n"`
		At   int64  `db:"at"`
		Kind string `db:"kind"`
		Seat int    `db:"seat"`
		Move string `db:"move"`
	}
	if err := s.reads.SelectContext(ctx, &rows, `SELECT n, at, kind, seat, move FROM inputs WHERE match = ? ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the log of match %s: %w", match, known(err))
	}
	log := make([]games.Input, len(rows))
	for i, r := range rows {
		log[i] = games.Input{N: r.N, At: time.Duration(r.At), Kind: games.Kind(r.Kind), Seat: games.Seat(r.Seat), Move: r.Move}
	}
	return log, nil
}

// PressIDs lists the presses that are in the log of a match.
func (s *Store) PressIDs(ctx context.Context, match string) ([]uint64, error) {
	var list []uint64
	if err := s.reads.SelectContext(ctx, &list, `SELECT press FROM inputs WHERE match = ? AND press <> 0 ORDER BY n`, match); err != nil {
		return nil, fmt.Errorf("read the presses of match %s: %w", match, known(err))
	}
	return list, nil
}

// Results reads how a match ended, by seat.
func (s *Store) Results(ctx context.Context, match string) ([]Result, error) {
	var rows []struct {
		Match string `db:"match"`
		Seat  int    `db:"seat"`
		Game  string `db:"game"`
		Guild uint64 `db:"guild"`
		User  uint64 `db:"user_id"`
		Score int    `db:"score"`
		Won   bool   `db:"won"`
		Ended int64  `db:"ended"`
	}
	if err := s.reads.SelectContext(ctx, &rows, `SELECT match, seat, game, guild, user_id, score, won, ended FROM results
		WHERE match = ? ORDER BY seat`, match); err != nil {
		return nil, fmt.Errorf("read the results of match %s: %w", match, known(err))
	}
	list := make([]Result, len(rows))
	for i, r := range rows {
		list[i] = Result{r.Match, r.Seat, r.Game, r.Guild, r.User, r.Score, r.Won, moment(r.Ended)}
	}
	return list, nil
}
