package bot

import (
	"context"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// completing suggests how what somebody types could go on.
type completing struct{ games gameList }

// options answers the typing of /dream play options.
func (c *completing) options(ctx context.Context, r *request) error {
	var list []*discordgo.ApplicationCommandOptionChoice
	typed := r.option("options")
	if g := c.games.named(r.option("game")); g != nil && r.ix.Command.Focused == "options" && utf8.RuneCountInString(typed) <= maxTyped {
		list = g.suggest(typed, r.lang)
	}
	return r.Suggest(ctx, list)
}
