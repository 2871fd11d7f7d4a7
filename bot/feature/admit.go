package feature

import (
	"context"
	"fmt"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
)

// A Deed is a way in which a person comes to a table.
type Deed string

// The ways to a table.
const (
	Open Deed = "open" // a table, at which they sit down first; also to announce one
	Join Deed = "join" // a lobby; also to say that they come to a table that is opened later
	Sit  Deed = "sit"  // on a free seat of a match that goes on
	Call Deed = "call" // to be mentioned where a lobby waits for players
)

// Asked is what features are asked before a person comes to a table: may they do this here?
type Asked struct {
	Deed    Deed
	User    discord.ID
	Guild   discord.ID   // 0 in direct messages
	Channel discord.ID   // of the table, perhaps a thread
	Table   *table.State // nil for one that is not open yet
}

// Admit asks features in their order. The first refusal is the answer, and so is the first
// fault. A person who sits at the table already is admitted. Of a table that is there, the
// server and the channel are those of the table.
func Admit(ctx context.Context, features []Feature, a Asked) error {
	if s := a.Table; s != nil {
		if _, sits := s.Seat(a.User); sits {
			return nil
		}
		a.Guild, a.Channel = s.Guild, s.CurrentChannel()
	}
	for _, f := range features {
		if f.Admit == nil {
			continue
		}
		err := f.Admit(ctx, a)
		if err == nil {
			continue
		}
		if _, refused := games.Refused(err); refused {
			return &RefusalError{err, f.Words}
		}
		return fmt.Errorf("feature %s: admit to %s: %w", f.Name, a.Deed, err)
	}
	return nil
}

// A RefusalError is a refusal in the words of the feature that refuses. The deed that it
// refuses may be another feature's, or the core's.
type RefusalError struct {
	Err   error
	Words *text.Catalogue // nil for those of the bot
}

// Error returns the key of the refusal.
func (e *RefusalError) Error() string { return e.Err.Error() }

// Unwrap returns the refusal.
func (e *RefusalError) Unwrap() error { return e.Err }
