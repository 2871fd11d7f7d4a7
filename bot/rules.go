package bot

import (
	"context"
	"strconv"
	"strings"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
)

// rules show the rules of games.
type rules struct {
	tables *table.Tables
	pages  *page.Pages
	games  gameList
	panels *panels
}

// declared are the commands and controls of rules.
func (ru *rules) declared() feature.Feature {
	return feature.Feature{
		Name: "rules",
		Commands: []route.Command{
			{Root: "dream", Name: "rules", Rank: 30, Options: route.Options(gameOption(ru.games)), Needs: anywhere, Do: ru.command},
		},
		Controls: []route.Control{
			{Action: page.Rules, Needs: anywhere, Do: ru.button},
			{Action: page.RulesPage, Needs: anywhere, Do: ru.menu},
		},
	}
}

// command answers /dream rules: those of a game, else of the table that is meant,
// else of the first game.
func (ru *rules) command(ctx context.Context, r *route.Request) error {
	name := r.Option("game")
	if name == "" {
		if s, ok := route.FindMeant(ru.tables, r.Interaction); ok {
			name = s.Game.Info().Name
		} else if len(ru.games) > 0 {
			name = ru.games[0].info.Name
		}
	}
	return ru.show(ctx, r, name)
}

// button answers the buttons that open the rules and turn their pages.
func (ru *rules) button(ctx context.Context, r *route.Request) error {
	return ru.show(ctx, r, r.ID.Arg)
}

// menu answers the index of the rules.
func (ru *rules) menu(ctx context.Context, r *route.Request) error {
	return ru.show(ctx, r, r.Chosen())
}

// show shows a page of a game's rules. which is "game" or "game:page", the page
// counted from zero.
func (ru *rules) show(ctx context.Context, r *route.Request, which string) error {
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
	s, ok := ru.tables.Find(table.OfMatch(r.ID.Match))
	if !ok || !route.IsHere(r.Interaction, s) || s.Game.Info().Name != name {
		s = nil
	}
	shown, err := ru.pages.Rules(s, g.info, ru.games.infos(), r.Lang, n)
	if err != nil {
		return err
	}
	return r.ShowOver(ctx, shown)
}
