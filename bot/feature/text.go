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

// Waits asks features in their order whether words of a move wait until a moderator has read
// them, where the game lets them: see [games.Holder]. The first that says so is enough. So is
// the first fault. The server and the channel are those of the table, as for [Text].
func Waits(ctx context.Context, features []Feature, w Written) (bool, error) {
	if s := w.Table; s != nil {
		w.Guild, w.Channel = s.Guild, s.CurrentChannel()
	}
	for _, f := range features {
		if f.Waits == nil || len(w.Words) == 0 {
			continue
		}
		waits, err := f.Waits(ctx, w)
		if err != nil {
			return false, f.answer("ask whether words wait", err)
		}
		if waits {
			return true, nil
		}
	}
	return false, nil
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
