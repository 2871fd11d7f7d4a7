package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"oneiros/games"
)

// MatchStore saves matches.
type MatchStore struct{ db *connections }

// Matches returns the store of matches.
func (s *Store) Matches() MatchStore { return MatchStore{&s.connections} }

// CreateMatch saves a new match. It returns [ErrTaken] if another match in a lobby
// or live is in the same place.
func (s MatchStore) CreateMatch(ctx context.Context, m Match) error {
	err := s.db.write(ctx, func(t tx) error {
		args, err := matchColumns(m)
		if err != nil {
			return err
		}
		_, err = t.exec(`INSERT INTO matches (guild, channel, thread, own, place, game, phase, lang, host, chosen, options,
			seed, seats, paused, incident, former, seating, created, started, ended, expires, motion, strength, people, secret, presses, faster, clock, seen, rev,
			checksum, clock_checksum, id)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			append(args, int64(m.Clock), toMillis(m.ClockSaved), m.Rev, sumOfMatch(m.ID, m.Rev, args), sumOfClock(m.ID, m.Clock, m.ClockSaved), m.ID)...)
		if err != nil {
			return err
		}
		return savePlayers(t, m)
	})
	if err != nil {
		return fmt.Errorf("create match %s: %w", m.ID, err)
	}
	return nil
}

// SaveMatch saves what people changed: players, options, phase, pause. It also
// saves new notes and, if m has one, the position of the deal.
//
// It raises the match's Rev by one. It returns [ErrConflict] if another writer has
// changed the match since it was read.
func (s MatchStore) SaveMatch(ctx context.Context, m Match) error {
	var position []any
	if m.Position != nil {
		head, err := s.db.heads.sum(ctx, s.db.reads, m.ID, m.Position.N)
		if err == nil {
			position, err = positionColumns(m.ID, *m.Position, head)
		}
		if err != nil {
			return fmt.Errorf("save match %s: %w", m.ID, err)
		}
	}
	err := s.db.write(ctx, func(t tx) error {
		if err := updateMatch(t, m); err != nil {
			return err
		}
		if position != nil {
			return insertPosition(t, position)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save match %s: %w", m.ID, err)
	}
	return nil
}

// SaveClocks saves the clocks of live matches at a moment. A clock never goes back.
func (s MatchStore) SaveClocks(ctx context.Context, at time.Time, clocks []Clock) error {
	if len(clocks) == 0 {
		return nil
	}
	err := s.db.write(ctx, func(t tx) error {
		for _, c := range clocks {
			if _, err := t.exec(`UPDATE matches SET clock = ?, seen = ?, clock_checksum = ? WHERE id = ? AND clock <= ? AND phase = 'live'`,
				int64(c.Clock), toMillis(at), sumOfClock(c.Match, c.Clock, at), c.Match, int64(c.Clock)); err != nil {
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

// updateMatch writes a match, its players and its new notes.
func updateMatch(t tx, m Match) error {
	args, err := matchColumns(m)
	if err != nil {
		return err
	}
	update := func() (int64, error) {
		return t.exec(`UPDATE matches SET guild = ?, channel = ?, thread = ?, own = ?, place = ?, game = ?, phase = ?,
			lang = ?, host = ?, chosen = ?, options = ?, seed = ?, seats = ?, paused = ?, incident = ?,
			former = ?, seating = ?, created = ?, started = ?, ended = ?, expires = ?, motion = ?, strength = ?, people = ?, secret = ?, presses = ?, faster = ?, clock = ?, seen = ?, rev = rev + 1,
			checksum = ?, clock_checksum = ?
			WHERE id = ? AND rev = ?`, append(args, int64(m.Clock), toMillis(m.ClockSaved),
			sumOfMatch(m.ID, m.Rev+1, args), sumOfClock(m.ID, m.Clock, m.ClockSaved), m.ID, m.Rev)...)
	}
	n, err := update()
	if !t.w.postgres && (err == nil && n == 0 || errors.Is(err, ErrDamaged)) {
		// The index may have been damaged since the start.
		mended, e := matchesTable.mendIndex(context.Background(), t)
		if e != nil {
			return errors.Join(err, e)
		}
		if mended {
			n, err = update()
		}
	}
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrConflict
	}
	if err := savePlayers(t, m); err != nil {
		return err
	}
	return insertNotes(t, m)
}

// sumOfMatch is the checksum of a match with these columns.
func sumOfMatch(id string, rev int64, columns []any) int64 {
	return matchesTable.of(append([]any{id, rev}, columns...)...)
}

// sumOfClock is the checksum of the clock of a match.
func sumOfClock(id string, clock time.Duration, saved time.Time) int64 {
	return clocksTable.of(id, int64(clock), toMillis(saved))
}

// matchColumns returns the columns of a match without id, rev and the clock. The
// statements above have the same order.
func matchColumns(m Match) ([]any, error) {
	chosen, err := json.Marshal(m.Chosen)
	if err != nil {
		return nil, fmt.Errorf("encode the chosen options: %w", err)
	}
	options, err := json.Marshal(m.Options)
	if err != nil {
		return nil, fmt.Errorf("encode the options: %w", err)
	}
	order, err := json.Marshal(m.SeatOrder)
	if err != nil {
		return nil, fmt.Errorf("encode the seat order: %w", err)
	}
	motion := ""
	if m.Motion != nil {
		b, err := json.Marshal(m.Motion)
		if err != nil {
			return nil, fmt.Errorf("encode the motion: %w", err)
		}
		motion = string(b)
	}
	place := m.Channel
	if m.Thread != 0 {
		place = m.Thread
	}
	var seed []byte
	if m.Seed != (games.Seed{}) {
		seed = m.Seed[:]
	}
	secret, presses := "", ""
	if m.Secret != (games.Secret{}) {
		secret = m.Secret.Hex()
	}
	if m.Presses != nil {
		b, err := json.Marshal(m.Presses)
		if err != nil {
			return nil, fmt.Errorf("encode the presses of the start: %w", err)
		}
		presses = string(b)
	}
	return []any{m.Guild, m.Channel, m.Thread, m.OwnThread, place, m.Game, string(m.Phase), m.Lang, m.Host,
		string(chosen), string(options), seed, m.Seats, m.Paused, m.Incident,
		m.Previous, string(order), toMillis(m.Created), toMillis(m.Started), toMillis(m.Ended), toMillis(m.Expires), motion, m.Strength, m.PeopleOnly, secret, presses, m.Faster}, nil
}

// savePlayers writes the players of a match. It never removes a player.
func savePlayers(t tx, m Match) error {
	for _, p := range m.Players {
		columns := []any{m.ID, p.User, p.Name, p.Locale, p.Seat, p.Ready, toMillis(p.Joined), p.Press, p.Asleep, p.Missed, p.Barred, toMillis(p.LeftAt), p.LeftSeat, p.Auto, toMillis(p.Holiday), p.Username}
		if err := t.put(playersTable, columns...); err != nil {
			return fmt.Errorf("save a player: %w", err)
		}
	}
	return nil
}

// insertNotes writes the notes that are new. A note never changes.
func insertNotes(t tx, m Match) error {
	for _, o := range m.Notes {
		who, err := json.Marshal(o.Who)
		if err != nil {
			return fmt.Errorf("encode a note: %w", err)
		}
		if err := t.add(notesTable, m.ID, o.N, toMillis(o.At), o.What, string(who)); err != nil {
			return fmt.Errorf("save a note: %w", err)
		}
	}
	return nil
}
