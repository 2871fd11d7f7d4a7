package bot

import (
	"context"
	"oneiros/bot/route"
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
func (c *completing) night(ctx context.Context, r *route.Request) error {
	if r.Interaction.Command.Focused != "when" {
		return c.options(ctx, r)
	}
	list, err := c.planning.suggest(ctx, r)
	if err != nil {
		return err
	}
	return r.Suggest(ctx, list)
}

// options answers the typing of /dream play options, and of its preset.
func (c *completing) options(ctx context.Context, r *route.Request) error {
	if r.Interaction.Command.Focused == "preset" {
		list, err := c.homes.suggest(ctx, r)
		if err != nil {
			return err
		}
		return r.Suggest(ctx, list)
	}
	var list []*discordgo.ApplicationCommandOptionChoice
	typed := r.Option("options")
	if g := c.games.named(r.Option("game")); g != nil && r.Interaction.Command.Focused == "options" && utf8.RuneCountInString(typed) <= maxTyped {
		list = g.suggest(typed, r.Lang)
	}
	return r.Suggest(ctx, list)
}
