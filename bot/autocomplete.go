package bot

import (
	"context"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// completing suggests how what somebody types could go on.
type completing struct {
	games    gameList
	homes    *homes
	planning *planning
}

// night answers the typing of /dream night.
func (c *completing) night(ctx context.Context, r *request) error {
	if r.ix.Command.Focused != "when" {
		return c.options(ctx, r)
	}
	list, err := c.planning.suggest(ctx, r)
	if err != nil {
		return err
	}
	return r.Suggest(ctx, list)
}

// options answers the typing of /dream play options, and of its preset.
func (c *completing) options(ctx context.Context, r *request) error {
	if r.ix.Command.Focused == "preset" {
		list, err := c.homes.suggest(ctx, r)
		if err != nil {
			return err
		}
		return r.Suggest(ctx, list)
	}
	var list []*discordgo.ApplicationCommandOptionChoice
	typed := r.option("options")
	if g := c.games.named(r.option("game")); g != nil && r.ix.Command.Focused == "options" && utf8.RuneCountInString(typed) <= maxTyped {
		list = g.suggest(typed, r.lang)
	}
	return r.Suggest(ctx, list)
}
