package feature

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/table"
)

// A Use is what words are for. A feature that shows words of its own kind names their use.
type Use string

// The uses of words.
const (
	Move   Use = "move"   // of a game: a clue, a guess, a dream
	Preset Use = "preset" // its name
	Pack   Use = "pack"   // its title, and its entries
)

// Written is what features are asked before others may read what a person wrote.
type Written struct {
	Words   []string // each answer of a form by itself
	Use     Use
	User    discord.ID
	Guild   discord.ID   // 0 in direct messages
	Channel discord.ID   // of the table, perhaps a thread
	Table   *table.State // nil for none
}

// Text asks features in their order whether words of a person may be shown. The first refusal
// is the answer, and so is the first fault. Of a table that is there, the server and the
// channel are those of the table.
func Text(ctx context.Context, features []Feature, w Written) error {
	if len(w.Words) == 0 {
		return nil
	}
	if s := w.Table; s != nil {
		w.Guild, w.Channel = s.Guild, s.CurrentChannel()
	}
	for _, f := range features {
		if f.Text == nil {
			continue
		}
		if err := f.Text(ctx, w); err != nil {
			return f.answer("words of a "+string(w.Use), err)
		}
	}
	return nil
}
