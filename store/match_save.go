package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"oneiros/games"
)

// CreateMatch saves a new match. It returns [ErrTaken] if another match in a lobby
// or live is in the same place.
func (s *Store) CreateMatch(ctx context.Context, m Match) error {
	err := s.writer.write(ctx, func(t tx) error {
		args, err := matchColumns(m)
		if err != nil {
			return err
		}
		_, err = t.exec(`INSERT INTO matches (guild, channel, thread, own, place, game, phase, lang, host, chosen, options,
			seed, seats, clock, seen, paused, incident, former, seating, created, started, ended, expires, motion, rev, id)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(args, m.Rev, m.ID)...)
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
func (s *Store) SaveMatch(ctx context.Context, m Match) error {
	err := s.writer.write(ctx, func(t tx) error {
		if err := updateMatch(t, m); err != nil {
			return err
		}
		if m.Position != nil {
			return insertPosition(t, m.ID, *m.Position)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save match %s: %w", m.ID, err)
	}
	return nil
}

// SaveClocks saves the clocks of live matches at a moment. A clock never goes back.
func (s *Store) SaveClocks(ctx context.Context, at time.Time, clocks []Clock) error {
	if len(clocks) == 0 {
		return nil
	}
	err := s.writer.write(ctx, func(t tx) error {
		for _, c := range clocks {
			if _, err := t.exec(`UPDATE matches SET clock = ?, seen = ? WHERE id = ? AND clock <= ? AND phase = 'live'`,
				int64(c.Clock), toMillis(at), c.Match, int64(c.Clock)); err != nil {
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
	if err := savePlayers(t, m); err != nil {
		return err
	}
	return insertNotes(t, m)
}

// matchColumns returns the columns of a match without rev and id. Their order is
// that of the statements above.
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
	return []any{m.Guild, m.Channel, m.Thread, m.OwnThread, place, m.Game, string(m.Phase), m.Lang, m.Host,
		string(chosen), string(options), seed, m.Seats, int64(m.Clock), toMillis(m.ClockSaved), m.Paused, m.Incident,
		m.Previous, string(order), toMillis(m.Created), toMillis(m.Started), toMillis(m.Ended), toMillis(m.Expires), motion}, nil
}

// savePlayers writes the players of a match. It never removes anybody.
func savePlayers(t tx, m Match) error {
	for _, p := range m.Players {
		if _, err := t.exec(`INSERT INTO players (match, user_id, name, locale, seat, ready, joined, press, asleep, missed, barred, gone, had)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (match, user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale,
			seat = excluded.seat, ready = excluded.ready, joined = excluded.joined, press = excluded.press, asleep = excluded.asleep,
			missed = excluded.missed, barred = excluded.barred, gone = excluded.gone, had = excluded.had`,
			m.ID, p.User, p.Name, p.Locale, p.Seat, p.Ready, toMillis(p.Joined), p.Press, p.Asleep, p.Missed, p.Barred, toMillis(p.LeftAt), p.LeftSeat); err != nil {
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
		if _, err := t.exec(`INSERT INTO notes (match, n, at, what, who) VALUES (?, ?, ?, ?, ?) ON CONFLICT (match, n) DO NOTHING`,
			m.ID, o.N, toMillis(o.At), o.What, string(who)); err != nil {
			return fmt.Errorf("save a note: %w", err)
		}
	}
	return nil
}
