package store

import (
	"context"
	"fmt"
	"time"
)

// The kinds of surfaces.
const (
	Board        = "board"
	Announcement = "call" // the message that called the players when the match began
	Panel        = "panel"
	// OldBoard is the message that a board replaces, until it is deleted. It is kept
	// before the board is posted anew, whose own message is 0 until it is known.
	OldBoard = "former"
	Reminder = "nudge" // what reminds somebody that the table waits for them; Path is the turn
)

// Surface is one message on which a match is shown. A match has one board and one
// call, and a person one panel of it and one reminder.
type Surface struct {
	Match   string
	Kind    string
	User    uint64 // whose panel or reminder; 0 for the board and the call
	Seat    int    // -1 for none
	Channel uint64
	Message uint64
	App     uint64
	Token   string    // of the interaction that opened it; a secret while it lives
	Expires time.Time // when the token ends
	Path    string    // the page that it shows
	Digest  string    // digest of what it shows
	Lang    string
}

// SaveSurface keeps a surface, in place of the one of the same match, kind and user.
func (s *Store) SaveSurface(ctx context.Context, f Surface) error {
	err := s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`INSERT INTO surfaces (match, kind, user_id, seat, channel, message, app, token, expires, path, shown, lang)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (match, kind, user_id) DO UPDATE SET seat = excluded.seat, channel = excluded.channel,
			message = excluded.message, app = excluded.app, token = excluded.token, expires = excluded.expires,
			path = excluded.path, shown = excluded.shown, lang = excluded.lang`,
			f.Match, f.Kind, f.User, f.Seat, f.Channel, f.Message, f.App, f.Token, milli(f.Expires), f.Path, f.Digest, f.Lang)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the %s of match %s: %w", f.Kind, f.Match, err)
	}
	return nil
}

// DeleteSurface drops a surface; that there is none is well too.
func (s *Store) DeleteSurface(ctx context.Context, match, kind string, user uint64) error {
	err := s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM surfaces WHERE match = ? AND kind = ? AND user_id = ?`, match, kind, user)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop the %s of match %s: %w", kind, match, err)
	}
	return nil
}

// Surfaces reads the surfaces of a match, the board first.
func (s *Store) Surfaces(ctx context.Context, match string) ([]Surface, error) {
	var rows []struct {
		Match   string `db:"match"`
		Kind    string `db:"kind"`
		User    uint64 `db:"user_id"`
		Seat    int    `db:"seat"`
		Channel uint64 `db:"channel"`
		Message uint64 `db:"message"`
		App     uint64 `db:"app"`
		Token   string `db:"token"`
		Expires int64  `db:"expires"`
		Path    string `db:"path"`
		Shown   string `db:"shown"`
		Lang    string `db:"lang"`
	}
	if err := s.reads.SelectContext(ctx, &rows, `SELECT match, kind, user_id, seat, channel, message, app, token, expires, path, shown, lang
		FROM surfaces WHERE match = ? ORDER BY kind, user_id`, match); err != nil {
		return nil, fmt.Errorf("read the surfaces of match %s: %w", match, known(err))
	}
	list := make([]Surface, len(rows))
	for i, r := range rows {
		list[i] = Surface{r.Match, r.Kind, r.User, r.Seat, r.Channel, r.Message, r.App, r.Token, moment(r.Expires), r.Path, r.Shown, r.Lang}
	}
	return list, nil
}
