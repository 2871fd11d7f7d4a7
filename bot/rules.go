package bot

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/games"
)

// rules show the rules of games.
type rules struct {
	*services
	games  gameList
	panels *panels
}

// command answers /dream rules: those of a game, else of the table that is meant,
// else of the first game.
func (ru *rules) command(ctx context.Context, r *request) error {
	name := r.option("game")
	if name == "" {
		if s, ok := findMeant(ru.tables, r.ix); ok {
			name = s.Game.Info().Name
		} else if len(ru.games) > 0 {
			name = ru.games[0].info.Name
		}
	}
	return ru.show(ctx, r, name)
}

// button answers the buttons that open the rules and turn their pages.
func (ru *rules) button(ctx context.Context, r *request) error { return ru.show(ctx, r, r.id.Arg) }

// menu answers the index of the rules.
func (ru *rules) menu(ctx context.Context, r *request) error { return ru.show(ctx, r, r.chosen()) }

// show shows a page of a game's rules. which is "game" or "game:page", the page
// counted from zero.
func (ru *rules) show(ctx context.Context, r *request, which string) error {
	name, page, paged := strings.Cut(which, ":")
	g := ru.games.named(name)
	if g == nil {
		return games.Refuse("bot.rules.none")
	}
	n := 0
	if paged && page != "" {
		var err error
		if n, err = strconv.Atoi(page); err != nil {
			return games.Refuse("bot.refuse.unknown")
		}
	}
	// The id may be forged: what a table shows here is public on its own server.
	s, ok := ru.tables.Find(r.id.Match)
	if !ok || !isHere(r.ix, s) || s.Game.Info().Name != name {
		s = nil
	}
	shown, err := ru.pages.Rules(s, g.info, ru.games.infos(), r.lang, n)
	if err != nil {
		return err
	}
	if r.ix.Type == discordgo.InteractionMessageComponent {
		return ru.panels.updateOrSend(ctx, r, shown)
	}
	return ru.panels.send(ctx, r, shown)
}
