package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
)

// The kinds of surfaces.
const (
	Board        = "board"
	Announcement = "call" // mentions the players when the match begins
	Panel        = "panel"
	Translation  = "translation" // the board in another language, which one person reads
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
	// BoardLanguages is no message. Its Path lists the languages of players who have pressed
	// something of their table, besides that in which it was opened.
	BoardLanguages = "board languages"
	// NightMessage is the announcement of a night, and NightEvent its event in the list of
	// the server, whose id is its Message.
	NightMessage = "night"
	NightEvent   = "night event"

	// NightFew is the message that tells the host of a night that too few come.
	NightFew = "night few"
)

var surfacesTable = Declare(Table{
	Name: "surfaces", Row: "message", Sum: "surface", Key: []string{"owner", "user_id", "kind"}, Match: "match", Loose: true,
	Columns: []Column{
		{Name: "owner", Type: Text}, {Name: "kind", Type: Text}, {Name: "user_id", Has: OfPerson}, {Name: "guild", Has: OfServer}, {Name: "match", Type: Text}, {Name: "state", Type: Text},
		{Name: "channel", Has: WithPerson}, {Name: "message", Has: WithPerson}, {Name: "app"}, {Name: "token", Type: Text, Has: WithPerson}, {Name: "expires", Has: WithPerson},
		{Name: "path", Type: Text, Has: WithPerson}, {Name: "shown", Type: Text}, {Name: "lang", Type: Text, Has: WithPerson}, {Name: "follow_up"},
	},
	Export: &Export{ // those of a match stand with it
		Name: "messages", Brief: true, Where: `user_id = ? AND match IS NULL`, Order: "owner, kind",
		Fields: []Field{
			{Name: "kind", SQL: "kind"}, {Name: "channel", SQL: "channel", As: AsID}, {Name: "message", SQL: "message", As: AsID},
			{Name: "page", SQL: "path", Brief: true}, {Name: "lang", SQL: "lang", Brief: true},
		},
	},
})

// Owner is what a message shows: a match, a night, a server, a day. The message is erased
// with it.
type Owner struct {
	ID    string // of all owners, no two have one
	Guild uint64 // that the owner belongs to; 0 for none, and for a match, which is erased by itself
	Match string // empty for an owner that is none
}

// MatchOwner is a match as the owner of messages.
func MatchOwner(id string) Owner { return Owner{ID: id, Match: id} }

// NightOwner is a night of a server as the owner of messages.
func NightOwner(guild uint64, id string) Owner {
	return Owner{ID: nightPrefix + strconv.FormatUint(guild, 10) + "/" + id, Guild: guild}
}

// ServerOwner is a server as the owner of messages.
func ServerOwner(guild uint64) Owner {
	return Owner{ID: "server/" + strconv.FormatUint(guild, 10), Guild: guild}
}

// BarOwner is a bar of a server as the owner of messages, by the moment at which it was made.
func BarOwner(guild uint64, at time.Time) Owner {
	return Owner{ID: "bar/" + strconv.FormatUint(guild, 10) + "/" + strconv.FormatInt(at.UnixMilli(), 36), Guild: guild}
}

// DayOwner is a day of a server as the owner of messages. A server of 0 is none: the day is that of
// all of them.
func DayOwner(guild uint64, day time.Time) Owner {
	return Owner{ID: "day/" + strconv.FormatUint(guild, 10) + "/" + day.UTC().Format(time.DateOnly), Guild: guild}
}

// nightPrefix begins the id of a night as an owner. No id of a match has a slash.
const nightPrefix = "night/"

// State says how far a message has come. It is saved before it is so.
type State string

// The states of a message.
const (
	Intended State = "intended" // it is to be posted, and may have been
	Sent     State = "sent"
	Gone     State = "gone" // it was deleted, and stays away
)

// Surface is one message that shows what its owner is. A match has one board and one
// announcement. Each person has at most one panel, one translation and one reminder in a match.
type Surface struct {
	Owner
	Kind    string
	User    uint64 // who alone reads it, else 0
	State   State  // empty for what follows from the Message: intended without one
	Channel uint64
	Message uint64
	App     uint64
	Token   string    // of the interaction that opened it; a secret while it is valid
	Expires time.Time // when the token ends
	Path    string    // the page that it shows
	Digest  string    // of the content that it shows
	Lang    string
	// FollowUp says that the message is a follow-up of the token's interaction. The token
	// alone names another message then, which every person may read.
	FollowUp bool
}

// SurfaceStore saves messages: those that show matches, and those of other owners.
type SurfaceStore struct{ db *connections }

// Surfaces returns the store of surfaces.
func (s *Store) Surfaces() SurfaceStore { return SurfaceStore{&s.connections} }

// SaveSurface saves a surface. It replaces the one with the same owner, kind and user.
func (s SurfaceStore) SaveSurface(ctx context.Context, f Surface) error {
	if err := s.db.write(ctx, func(t tx) error { return t.putSurface(f) }); err != nil {
		return fmt.Errorf("save the %s of %s: %w", f.Kind, f.Owner, err)
	}
	return nil
}

func (t tx) putSurface(f Surface) error {
	if f.State == "" {
		f.State = Sent
		if f.Message == 0 {
			f.State = Intended
		}
	}
	var match any // NULL for none, as the database wants a match that is there
	if f.Match != "" {
		match = f.Match
	}
	return t.put(surfacesTable, f.ID, f.Kind, f.User, f.Guild, match, string(f.State), f.Channel, f.Message, f.App, f.Token, toMillis(f.Expires), f.Path, f.Digest, f.Lang, f.FollowUp)
}

// String names an owner in an error.
func (o Owner) String() string {
	if o.Match != "" {
		return "match " + o.Match
	}
	of, _, _ := strings.Cut(o.ID, "/")
	return "a " + of
}

// DeleteSurface deletes a surface. It is no error if there is none.
func (s SurfaceStore) DeleteSurface(ctx context.Context, of Owner, kind string, user uint64) error {
	err := s.db.write(ctx, func(t tx) error { return t.deleteSurface(of, kind, user) })
	if err != nil {
		return fmt.Errorf("delete the %s of %s: %w", kind, of, err)
	}
	return nil
}

func (t tx) deleteSurface(of Owner, kind string, user uint64) error {
	_, err := t.exec(`DELETE FROM surfaces WHERE owner = ? AND kind = ? AND user_id = ?`, of.ID, kind, user)
	return err
}

// DeleteSurfaces deletes all surfaces of a match when its table is cleared. The
// match itself stays.
func (s SurfaceStore) DeleteSurfaces(ctx context.Context, match string) error {
	err := s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM surfaces WHERE owner = ?`, match)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete the surfaces of match %s: %w", match, err)
	}
	return nil
}

// Surfaces reads the surfaces of a match, the board first.
func (s SurfaceStore) Surfaces(ctx context.Context, match string) ([]Surface, error) {
	list, err := readSurfaces(ctx, s.db.reads, `owner = ?`, match)
	if err != nil {
		return nil, fmt.Errorf("read the surfaces of match %s: %w", match, classify(err))
	}
	return list, nil
}

// ActiveSurfaces reads the surfaces of all matches of [MatchStore.ActiveMatches], by match,
// in the order of Surfaces.
func (s SurfaceStore) ActiveSurfaces(ctx context.Context, at time.Time) (map[string][]Surface, error) {
	active, args := s.db.active(at)
	list, err := readSurfaces(ctx, s.db.reads, `match IN (SELECT id FROM matches WHERE `+active+`)`, args...)
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

// KeptSurfaces reads the surfaces of the owners that are no match, and those of matches that have
// these kinds, of all servers or those of the shard.
func (s SurfaceStore) KeptSurfaces(ctx context.Context, ofMatches ...string) ([]Surface, error) {
	mine, args := s.db.ofShard()
	where := `match IS NULL` + mine
	if len(ofMatches) > 0 {
		where = `(` + where + `) OR EXISTS (SELECT 1 FROM matches WHERE id = surfaces.match` + mine + `) AND kind IN (?` + strings.Repeat(", ?", len(ofMatches)-1) + `)`
		args = slices.Concat(args, args)
		for _, kind := range ofMatches {
			args = append(args, kind)
		}
	}
	list, err := readSurfaces(ctx, s.db.reads, where, args...)
	if err != nil {
		return nil, fmt.Errorf("read the surfaces that are kept: %w", classify(err))
	}
	return list, nil
}

func readSurfaces(ctx context.Context, from sqlx.QueryerContext, where string, args ...any) ([]Surface, error) {
	var rows []struct {
		Owner   string         `db:"owner"`
		Guild   uint64         `db:"guild"`
		Match   sql.NullString `db:"match"`
		State   State          `db:"state"`
		Kind    string         `db:"kind"`
		User    uint64         `db:"user_id"`
		Channel uint64         `db:"channel"`
		Message uint64         `db:"message"`
		App     uint64         `db:"app"`
		Token   string         `db:"token"`
		Expires int64          `db:"expires"`
		Path    string         `db:"path"`
		Shown   string         `db:"shown"`
		Lang    string         `db:"lang"`
		Follow  bool           `db:"follow_up"`
	}
	if err := sqlx.SelectContext(ctx, from, &rows, `SELECT owner, guild, match, state, kind, user_id, channel, message, app, token, expires, path, shown, lang, follow_up
		FROM surfaces WHERE `+where+` ORDER BY owner, kind, user_id`, args...); err != nil {
		return nil, err
	}
	list := make([]Surface, len(rows))
	for i, r := range rows {
		list[i] = Surface{Owner{r.Owner, r.Guild, r.Match.String}, r.Kind, r.User, r.State, r.Channel, r.Message, r.App, r.Token, fromMillis(r.Expires), r.Path, r.Shown, r.Lang, r.Follow}
	}
	return list, nil
}
