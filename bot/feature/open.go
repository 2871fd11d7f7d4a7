package feature

import (
	"context"
	"maps"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/open"
	"oneiros/bot/route"
	"oneiros/games"
)

// Wishes are tables that people wish by a name, in the place of a game and its options. The
// commands by which a table is wished have one option for all of them, "preset".
type Wishes struct {
	// Named is the table of a name as it was typed, and the options of it that no longer fit.
	// known is false for a name that the feature does not have.
	Named func(ctx context.Context, r *route.Request, name string) (w open.Wish, others []string, known bool, err error)
	// Suggest lists the names that a presser who types may mean.
	Suggest func(ctx context.Context, r *route.Request) ([]*discordgo.ApplicationCommandOptionChoice, error)
}

// Wish is the table of a name in the first of the features that knows it, and the options of it
// that no longer fit. A name that none knows is refused.
func Wish(ctx context.Context, features []Feature, r *route.Request, name string) (open.Wish, []string, error) {
	for _, f := range features {
		if f.Wishes.Named == nil {
			continue
		}
		w, others, known, err := f.Wishes.Named(ctx, r, name)
		if err != nil {
			return open.Wish{}, nil, f.answer("wish a table by a name", err)
		}
		if known {
			return w, others, nil
		}
	}
	return open.Wish{}, nil, games.Refuse("bot.presets.refuse.unknown")
}

// SuggestWishes lists what all features suggest to a presser who types a name, as many as
// Discord takes.
func SuggestWishes(ctx context.Context, features []Feature, r *route.Request) (list []*discordgo.ApplicationCommandOptionChoice, err error) {
	for _, f := range features {
		if f.Wishes.Suggest == nil {
			continue
		}
		some, err := f.Wishes.Suggest(ctx, r)
		if err != nil {
			return nil, f.answer("suggest names of tables", err)
		}
		list = append(list, some...)
	}
	return list[:min(len(list), discord.MaxChoices)], nil
}

// MayOpen asks features in their order whether a presser may open a table where they are. The
// first one that answers the presser has refused. So has the first fault.
func MayOpen(ctx context.Context, features []Feature, r *route.Request) (answered bool, err error) {
	for _, f := range features {
		if f.MayOpen == nil {
			continue
		}
		if answered, err := f.MayOpen(ctx, r); answered || err != nil {
			if err != nil {
				err = f.answer("open a table here", err)
			}
			return answered, err
		}
	}
	return false, nil
}

// An Opening is what is known of a table that a person opens, before it has its options.
type Opening struct {
	Game    games.Info
	User    discord.ID
	Guild   discord.ID // 0 in direct messages
	Channel discord.ID
	Voice   bool              // the channel is the chat of a voice channel or of a stage
	Usual   map[string]string // what the server has made usual for the game
	Preset  bool              // its options are those of a preset
}

// Propose adds to the options of a table that a person opens what features propose: of the first
// that proposes an option, if the game has it and it goes with the others.
func Propose(ctx context.Context, features []Feature, chosen map[string]string, o Opening) (map[string]string, error) {
	for _, f := range features {
		if f.Proposes == nil {
			continue
		}
		some, err := f.Proposes(ctx, o)
		if err != nil {
			return nil, f.answer("propose options", err)
		}
		all, _ := open.Fitting(o.Game, some)
		maps.Copy(all, chosen)
		if _, err := o.Game.Complete(all); err == nil {
			chosen = all
		}
	}
	return chosen, nil
}
