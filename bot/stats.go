package bot

import (
	"context"
	"slices"

	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/stats"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

// statistics show what was played. They count only matches that are over.
type statistics struct {
	*services
	games  gameList
	panels *panels
}

// command answers /dream stats.
func (s *statistics) command(ctx context.Context, r *request) error {
	return s.show(ctx, r, page.StatsArg{User: userID(r.option("user"))})
}

// button answers the buttons of the pages.
func (s *statistics) button(ctx context.Context, r *request) error {
	return s.show(ctx, r, page.ParseStatsArg(r.id.Arg))
}

// show shows a page. In direct messages there is only the presser's own, of all
// servers: what was played on a server is for those who are on it.
func (s *statistics) show(ctx context.Context, r *request, at page.StatsArg) error {
	own := !at.Server && (at.User == 0 || at.User == r.ix.User.ID)
	if r.ix.Direct() && !own {
		return games.Refuse("bot.refuse.guild")
	}
	w := page.StatsPage{Own: own, User: r.ix.User.ID, Names: map[uint64]page.Named{}}
	if !own {
		w.User = at.User
	}
	if !r.ix.Direct() {
		g, err := s.store.Guild(ctx, uint64(r.ix.Guild))
		if err != nil {
			return err
		}
		if w.Boards = !g.NoBoards; !w.Boards && !own {
			return games.Refuse("bot.stats.off")
		}
	}
	if at.Server {
		return s.send(ctx, r)(s.server(ctx, uint64(r.ix.Guild), w, at, r.lang))
	}
	u, err := s.store.User(ctx, uint64(w.User))
	if err != nil {
		return err
	}
	if u.Unlisted && !own {
		return games.Refuse("bot.stats.unlisted")
	}
	w.Hidden = u.Unlisted
	return s.send(ctx, r)(s.person(ctx, uint64(r.ix.Guild), w, at, r.lang))
}

// send answers with a page, unless it could not be drawn.
func (s *statistics) send(ctx context.Context, r *request) func(*screen.Shown, error) error {
	return func(shown *screen.Shown, err error) error {
		if err != nil {
			return err
		}
		return s.panels.updateOrSend(ctx, r, shown)
	}
}

// person is the page of what somebody played on a server; without one, anywhere.
func (s *statistics) person(ctx context.Context, guild uint64, w page.StatsPage, at page.StatsArg, lang text.Lang) (*screen.Shown, error) {
	user := uint64(w.User)
	of := func() ([]store.Finished, error) { return s.store.FinishedBy(ctx, user, guild) }
	if guild == 0 {
		of = func() ([]store.Finished, error) { return s.store.FinishedAnywhereBy(ctx, user) }
	}
	list, err := of()
	if err != nil {
		return nil, err
	}
	hidden, err := s.hidden(ctx, list)
	if err != nil {
		return nil, err
	}
	is := stats.Of(user, list, at.Class, s.least, hidden)
	for i, with := range is.Partners {
		if i < statsNamed {
			if err = s.name(ctx, w, with.Match, with.User); err != nil {
				return nil, err
			}
		}
	}
	if err = s.name(ctx, w, is.Last, user); err != nil {
		return nil, err
	}
	if is.Last == "" && !w.Own {
		return nil, games.Refuse("bot.stats.nobody")
	}
	switch at.Detail {
	case page.RolesDetail:
		return s.pages.Results.Roles(is, w, lang), nil
	case page.DreamDetail:
		w.Story = s.story(ctx, is.Dream)
		return s.pages.Results.Dream(is.Dream, w, at, lang), nil
	}
	return s.pages.Results.Person(is, w, lang), nil
}

// name notes for a page what a person was called at a match.
func (s *statistics) name(ctx context.Context, w page.StatsPage, match string, user uint64) error {
	name, username, err := s.store.NameAt(ctx, match, user)
	w.Names[user] = page.Named{Name: name, Username: username}
	return err
}

// server is the page of what was played on a server.
func (s *statistics) server(ctx context.Context, guild uint64, w page.StatsPage, at page.StatsArg, lang text.Lang) (*screen.Shown, error) {
	list, err := s.store.FinishedOn(ctx, guild)
	if err != nil {
		return nil, err
	}
	hidden, err := s.hidden(ctx, list)
	if err != nil {
		return nil, err
	}
	is := stats.OfServer(list, s.least, hidden)
	who := slices.Clone(is.People[:min(len(is.People), statsNamed)])
	who = append(who, is.Streak)
	if is.Dream != nil {
		who = append(who, stats.Standing{User: is.Dream.User, Match: is.Dream.Match})
	}
	for _, one := range who {
		if err = s.name(ctx, w, one.Match, one.User); err != nil {
			return nil, err
		}
	}
	if at.Detail == page.DreamDetail {
		w.Story = s.story(ctx, is.Dream)
		return s.pages.Results.Dream(is.Dream, w, at, lang), nil
	}
	return s.pages.Results.Server(is, w, lang), nil
}

// statsNamed is how many people a list of a page names at most.
const statsNamed = 10

// hidden are those at some matches who are on no board.
func (s *statistics) hidden(ctx context.Context, list []store.Finished) (map[uint64]bool, error) {
	seen := map[uint64]bool{}
	var users []uint64
	for _, m := range list {
		for _, r := range m.Seats {
			if !r.Auto && !seen[r.User] {
				seen[r.User] = true
				users = append(users, r.User)
			}
		}
	}
	return s.store.Unlisted(ctx, users...)
}

// least is how few people a game is for.
func (s *statistics) least(game string) int {
	if g := s.games.named(game); g != nil {
		return g.info.Min
	}
	return 0
}

// story is the best dream in the words of who told it. They stand only in the match,
// so they are gone once that is erased.
func (s *statistics) story(ctx context.Context, d *stats.Dream) string {
	if d == nil {
		return ""
	}
	m, err := s.store.Match(ctx, d.Match)
	if err == nil {
		var sum games.Summary
		if sum, _, err = sumUp(ctx, s.store, s.games, m); err == nil && sum.Dream != nil && sum.Dream.Seat == d.Seat {
			return sum.Dream.Story
		}
	}
	if err != nil {
		s.log.Failed(err).Str("match", d.Match).Msg("read dream failed")
	}
	return ""
}
