package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
)

// The kinds of surfaces.
const (
	Board        = "board"
	Announcement = "call" // the message that mentioned the players when the match began
	Panel        = "panel"
	// OldBoard is a board that waits to be deleted because a new one replaces it.
	// It is saved before the new board is posted. Until then the Message of the new
	// board is 0.
	OldBoard = "former"
	// Invitation is the message that calls people to a lobby that waits for players. Its
	// Message is 0 until it was posted. There is one for each lobby.
	Invitation = "invitation"
	Reminder   = "nudge" // reminds a person that the table waits for them; Path is the turn
	// BoardToken is no message. Its token edits the Message until it Expires, if that is
	// still the board.
	BoardToken = "board token"
)

var surfacesTable = Declare(Table{
	Name: "surfaces", Row: "message", Sum: "surface", Key: []string{"match", "user_id", "kind"}, Match: "match",
	Columns: []Column{
		{Name: "match", Type: Text}, {Name: "kind", Type: Text}, {Name: "user_id", Has: OfPerson}, {Name: "seat"}, {Name: "channel", Has: WithPerson},
		{Name: "message", Has: WithPerson}, {Name: "app"}, {Name: "token", Type: Text, Has: WithPerson}, {Name: "expires", Has: WithPerson}, {Name: "path", Type: Text, Has: WithPerson},
		{Name: "shown", Type: Text}, {Name: "lang", Type: Text, Has: WithPerson}, {Name: "follow_up", Later: true},
	},
	early: true,
})

// Surface is one message that shows a match. A match has one board and one
// announcement. Each person has at most one panel and one reminder in a match.
type Surface struct {
	Match   string
	Kind    string
	User    uint64 // the owner of a panel or reminder, else 0
	Channel uint64
	Message uint64
	App     uint64
	Token   string    // of the interaction that opened it; a secret while it is valid
	Expires time.Time // when the token ends
	Path    string    // the page that it shows
	Digest  string    // of the content that it shows
	Lang    string
	// FollowUp says that the message is a follow-up of the token's interaction. The token
	// alone names another message then, which everybody may read.
	FollowUp bool
}

// formerSeat fills the column of the owner's seat, which no program reads any longer.
const formerSeat = -1

// SaveSurface saves a surface. It replaces the one with the same match, kind and user.
func (s *connections) SaveSurface(ctx context.Context, f Surface) error {
	columns := []any{f.Match, f.Kind, f.User, formerSeat, f.Channel, f.Message, f.App, f.Token, toMillis(f.Expires), f.Path, f.Digest, f.Lang, f.FollowUp}
	err := s.write(ctx, func(t tx) error { return t.put(surfacesTable, columns...) })
	if err != nil {
		return fmt.Errorf("save the %s of match %s: %w", f.Kind, f.Match, err)
	}
	return nil
}

// DeleteSurface deletes a surface. It is no error if there is none.
func (s *connections) DeleteSurface(ctx context.Context, match, kind string, user uint64) error {
	err := s.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM surfaces WHERE match = ? AND kind = ? AND user_id = ?`, match, kind, user)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete the %s of match %s: %w", kind, match, err)
	}
	return nil
}

// DeleteSurfaces deletes all surfaces of a match when its table is cleared. The
// match itself stays.
func (s *connections) DeleteSurfaces(ctx context.Context, match string) error {
	err := s.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM surfaces WHERE match = ?`, match)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete the surfaces of match %s: %w", match, err)
	}
	return nil
}

// Surfaces reads the surfaces of a match, the board first.
func (s *connections) Surfaces(ctx context.Context, match string) ([]Surface, error) {
	list, err := readSurfaces(ctx, s.reads, `match = ?`, match)
	if err != nil {
		return nil, fmt.Errorf("read the surfaces of match %s: %w", match, classify(err))
	}
	return list, nil
}

// ActiveSurfaces reads the surfaces of all matches of [Store.ActiveMatches], by match,
// in the order of Surfaces.
func (s *connections) ActiveSurfaces(ctx context.Context, at time.Time) (map[string][]Surface, error) {
	active, args := s.active(at)
	list, err := readSurfaces(ctx, s.reads, `match IN (SELECT id FROM matches WHERE `+active+`)`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the surfaces of the active matches: %w", classify(err))
	}
	by := map[string][]Surface{}
	for i := 0; i < len(list); {
		from := i
		for i < len(list) && list[i].Match == list[from].Match {
			i++
		}
		by[list[from].Match] = list[from:i:i]
	}
	return by, nil
}

func readSurfaces(ctx context.Context, from sqlx.QueryerContext, where string, args ...any) ([]Surface, error) {
	var rows []struct {
		Match   string `db:"match"`
		Kind    string `db:"kind"`
		User    uint64 `db:"user_id"`
		Channel uint64 `db:"channel"`
		Message uint64 `db:"message"`
		App     uint64 `db:"app"`
		Token   string `db:"token"`
		Expires int64  `db:"expires"`
		Path    string `db:"path"`
		Shown   string `db:"shown"`
		Lang    string `db:"lang"`
		Follow  bool   `db:"follow_up"`
	}
	if err := sqlx.SelectContext(ctx, from, &rows, `SELECT match, kind, user_id, channel, message, app, token, expires, path, shown, lang, follow_up
		FROM surfaces WHERE `+where+` ORDER BY match, kind, user_id`, args...); err != nil {
		return nil, err
	}
	list := make([]Surface, len(rows))
	for i, r := range rows {
		list[i] = Surface{r.Match, r.Kind, r.User, r.Channel, r.Message, r.App, r.Token, fromMillis(r.Expires), r.Path, r.Shown, r.Lang, r.Follow}
	}
	return list, nil
}
