package bot

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// opening opens tables.
type opening struct {
	*services
	games  gameList
	panels *panels
}

// command answers /dream play.
func (o *opening) command(ctx context.Context, r *request) error {
	g := o.games.named(r.option("game"))
	if g == nil {
		return games.Refuse("bot.refuse.game")
	}
	thread := r.option("thread") == "true"
	if thread && inThread(r.ix) {
		return games.Refuse("bot.refuse.thread")
	}
	if missing := missingPermissions(r.ix, thread); len(missing) > 0 {
		return o.panels.refusePermissions(ctx, r, missing)
	}
	chosen, err := g.readOptions(r.option("options"))
	if err != nil {
		return o.refuse(ctx, r, g, err)
	}
	lang := text.ForLocale(r.ix.GuildLocale)
	set, err := o.store.Guild(ctx, uint64(r.ix.Guild))
	if err != nil {
		return err
	}
	if l, ok := text.ParseLang(set.Lang); ok {
		lang = l
	}
	s, err := o.tables.Create(ctx, table.New{
		Guild: r.ix.Guild, Channel: r.ix.Channel, Game: g.info.Name, Options: chosen,
		Host: r.user(), Lang: lang, Thread: thread, PeopleOnly: set.PeopleOnly, Press: r.ix.ID,
	})
	if err != nil {
		return o.refuse(ctx, r, g, err)
	}
	return o.afterOpen(ctx, r, s)
}

// refuse refuses in the words of a game, which name its options.
func (o *opening) refuse(ctx context.Context, r *request, g *game, err error) error {
	t, ok := games.Refused(err)
	if !ok {
		return err
	}
	o.metrics.refusals.WithLabelValues(t.Key).Inc()
	return o.panels.send(ctx, r, o.pages.LinesOf(g.info.Name, r.lang, ui.T("bot.match.refused", t)))
}

// again opens the lobby that follows a match, or joins it.
func (o *opening) again(ctx context.Context, r *request) error {
	if missing := missingPermissions(r.ix, r.state.WantsThread); len(missing) > 0 {
		return o.panels.refusePermissions(ctx, r, missing)
	}
	next, err := o.tables.Send(ctx, r.state.ID, table.Action{Kind: table.Again, User: r.user(), Press: r.ix.ID})
	if err != nil {
		return err
	}
	return o.afterOpen(ctx, r, next)
}

// afterOpen posts the board of a lobby, unless it has one, and tells the presser
// where it is.
func (o *opening) afterOpen(ctx context.Context, r *request, s *table.State) error {
	at, ok := o.reconciler.Address(screen.Key{Match: s.ID})
	if !ok {
		var err error
		if at, err = o.postBoard(ctx, r, s); err != nil {
			return err
		}
	}
	for _, old := range o.tables.All() {
		if old.ID != s.ID && old.CurrentChannel() == s.CurrentChannel() {
			o.reconciler.MarkDirty(old.ID) // its button for the next table leads here, or goes away
		}
	}
	return o.panels.send(ctx, r, o.pages.Opened(s, r.ix.User.ID, r.lang, at.Channel, at.Message))
}

// postBoard posts a board. Where Discord does not allow it, the table is closed.
func (o *opening) postBoard(ctx context.Context, r *request, s *table.State) (screen.Address, error) {
	lang, err := o.surfaces.boardLang(ctx, s)
	if err != nil {
		return screen.Address{}, err
	}
	shown, err := o.surfaces.board(s, lang)
	if err != nil {
		return screen.Address{}, err
	}
	o.surfaces.logCuts(shown)
	key, at := screen.Key{Match: s.ID}, screen.Address{Channel: s.CurrentChannel()}
	if at.Message, err = o.client.Post(ctx, at.Channel, shown.Message); err != nil {
		o.metrics.refused(err)
		if discord.IsForbidden(err) || discord.IsDeleted(err) {
			if _, err := o.tables.Send(ctx, s.ID, table.Action{Kind: table.Stop, User: r.user(), Moderator: true}); err != nil {
				o.log.Failed(err).Str("match", s.ID).Msg("close table without board failed")
			}
			return at, games.Refuse("bot.permission.board")
		}
		o.log.Warn().Err(err).Str("match", s.ID).Msg("post board failed") // the reconciler tries again
		o.reconciler.Track(key, at, "")
		return at, nil
	}
	o.reconciler.Track(key, at, shown.Digest)
	return at, o.surfaces.Save(ctx, key, at)
}
