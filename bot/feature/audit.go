package feature

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"oneiros/bot/discord"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/text"
)

// An AuditAction is a kind of action on a server that its audit log shows, such as to change a
// setting. Who does such a thing tells House.Audit of it when it is done.
type AuditAction struct {
	Name string // by which entries are kept, so it stays; no two actions have one name
	// Line says what was done, and not by which person. It is pure. The frame speaks in the words
	// of the feature. Discord's mentions of people, roles and channels may stand in it.
	Line func(e AuditEntry, f *screen.Frame) string
	// Undo puts the Old value of an entry back, at the wish of a presser who manages the server.
	// It reports false, and changes nothing, where the New one is not there any more. It tells
	// House.Audit nothing: who calls it does. It is nil where an action cannot be undone.
	Undo func(ctx context.Context, r *route.Request, e AuditEntry) (undone bool, err error)
	// Asks reports whether a presser is asked before an entry is undone, because that ends what
	// guards people, or reaches a person. It is nil where nothing is asked. It is pure.
	Asks func(e AuditEntry) bool
}

// An AuditEntry is an action that was done. It holds nothing that people wrote, and nothing
// secret of a match.
type AuditEntry struct {
	Action  string // the Name of an [AuditAction]
	Guild   discord.ID
	User    discord.ID // whose action it was; 0 when they were erased
	Target  discord.ID // the person to whom it was done; 0 for none
	Channel discord.ID // where, or 0
	Match   string     // of the table that it was about. An action is told once of each match and target.
	Key     string     // of what was changed, such as the name of a setting
	Old     string     // value of the key; empty for none
	New     string
	Undoes  int64     // the number of the entry that it takes back; 0 for none
	Lang    text.Lang // of a server that chose none: what Discord says, or the presser's
}

// NewAuditEntry is an entry of what the presser of a request has done.
func NewAuditEntry(r *route.Request, action string) AuditEntry {
	ix := r.Interaction
	return AuditEntry{Action: action, Guild: ix.Guild, User: ix.User.ID, Lang: text.ForLocale(cmp.Or(ix.CommunityLocale, ix.Locale))}
}

// AuditActionOf is an action that the core or a feature declares, with its words; nil for those
// of the bot.
type AuditActionOf struct {
	AuditAction
	Words *text.Catalogue
}

// TakeBack is Undo of the action, which is not nil. It returns a refusal in the words of the
// feature that refuses, or a fault.
func (of AuditActionOf) TakeBack(ctx context.Context, r *route.Request, e AuditEntry) (undone bool, err error) {
	undone, err = of.Undo(ctx, r, e)
	if _, words := errors.AsType[*RefusalError](err); err == nil || words {
		return undone, err
	}
	if _, refused := games.Refused(err); refused {
		return false, &RefusalError{err, of.Words}
	}
	return false, fmt.Errorf("undo %s: %w", e.Action, err)
}
