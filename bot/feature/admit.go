package feature

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/table"
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
		if err := f.Admit(ctx, a); err != nil {
			return f.answer("admit to "+string(a.Deed), err)
		}
	}
	return nil
}
