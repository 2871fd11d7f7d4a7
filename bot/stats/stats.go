// Package stats is the feature that shows what was played: /dream stats, of a person and of a
// server. It counts only matches that are over, and sums each up once: see tally.
package stats

import (
	"context"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	pages "oneiros/bot/stats/page"
	"oneiros/bot/stats/tally"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	FinishedOn(ctx context.Context, guild uint64) ([]store.Finished, error)
	FinishedBy(ctx context.Context, user, guild uint64) ([]store.Finished, error)
	FinishedAnywhereBy(ctx context.Context, user uint64) ([]store.Finished, error)
	NameAt(ctx context.Context, match string, user uint64) (name, username string, err error)
	Match(ctx context.Context, id string) (store.Match, error)
	Inputs(ctx context.Context, match string) ([]games.Input, error)
	Unsummed(ctx context.Context, after string, limit int) ([]string, error)
	SaveSummary(ctx context.Context, match string, version int, sum games.Summary) error
}

// New returns the feature.
func New(h feature.House, from Store) feature.Feature {
	is := of{h, from}
	s, sums := &statistics{is}, newSummaries(is)
	return feature.Feature{
		Name:     "stats",
		Commands: []route.Command{{Root: "dream", Name: "stats", Rank: 70, Options: route.Options(h.Words.User("stats.user", false)), Needs: []route.Need{route.TablesAllowed}, Do: s.command}},
		Controls: []route.Control{{Action: pages.Stats, Needs: []route.Need{route.TablesAllowed}, Do: s.button}},
		Settings: []feature.Setting{boards, listed},
		Work:     []feature.Work{{Name: "sum up matches", Each: feature.PerShard, Do: sums.work}},
		Changed: func(s *table.State) {
			if s.Phase == table.Over {
				sums.wake()
			}
		},
	}
}

// of is what the feature works with.
type of struct {
	feature.House
	store Store
}

func (o of) pages() pages.Pages { return pages.Pages{Kit: o.Kit} }

// statistics show what was played.
type statistics struct{ of }

// command answers /dream stats.
func (s *statistics) command(ctx context.Context, r *route.Request) error {
	return s.show(ctx, r, pages.Arg{User: named(r.Option("user"))})
}

// named is the person whom an option names; 0 for none.
func named(option string) discord.ID {
	id, err := discord.ParseID(option)
	if err != nil {
		return 0
	}
	return id
}

// button answers the buttons of the pages.
func (s *statistics) button(ctx context.Context, r *route.Request) error {
	return s.show(ctx, r, pages.ParseArg(r.ID.Arg))
}

// show shows a page. In direct messages there is only the presser's own, of all
// servers: what was played on a server is for those who are on it.
func (s *statistics) show(ctx context.Context, r *route.Request, at pages.Arg) error {
	own := !at.Server && (at.User == 0 || at.User == r.Interaction.User.ID)
	if r.Interaction.Direct() && !own {
		return games.Refuse("bot.refuse.guild")
	}
	w := pages.Page{Own: own, User: r.Interaction.User.ID, Names: map[uint64]page.Named{}}
	if !own {
		w.User = at.User
	}
	if !r.Interaction.Direct() {
		shown, err := s.Chosen.Of(ctx, boards, r.Interaction.Guild)
		if err != nil {
			return err
		}
		if w.Boards = shown == page.Yes; !w.Boards && !own {
			return games.Refuse("bot.stats.off")
		}
	}
	if at.Server {
		w.Offers = s.Offers(ctx, page.OnResults, nil, page.Reader{User: r.Interaction.User.ID, Guild: r.Interaction.Guild, Lang: r.Lang})
		return s.send(ctx, r)(s.server(ctx, uint64(r.Interaction.Guild), w, at, r.Lang))
	}
	seen, err := s.Chosen.Of(ctx, listed, w.User)
	if err != nil {
		return err
	}
	if w.Hidden = seen == page.No; w.Hidden && !own {
		return games.Refuse("bot.stats.unlisted")
	}
	return s.send(ctx, r)(s.person(ctx, uint64(r.Interaction.Guild), w, at, r.Lang))
}

// send answers with a page, unless it could not be drawn.
func (s *statistics) send(ctx context.Context, r *route.Request) func(*screen.Shown, error) error {
	return func(shown *screen.Shown, err error) error {
		if err != nil {
			return err
		}
		return r.Show(ctx, shown)
	}
}

// person is the page of what a person played on a server; without one, anywhere.
func (s *statistics) person(ctx context.Context, guild uint64, w pages.Page, at pages.Arg, lang text.Lang) (*screen.Shown, error) {
	user := uint64(w.User)
	read := func() ([]store.Finished, error) { return s.store.FinishedBy(ctx, user, guild) }
	if guild == 0 {
		read = func() ([]store.Finished, error) { return s.store.FinishedAnywhereBy(ctx, user) }
	}
	list, err := read()
	if err != nil {
		return nil, err
	}
	hidden, err := s.hidden(ctx, list)
	if err != nil {
		return nil, err
	}
	is := tally.Of(user, list, at.Class, s.least, hidden)
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
	case pages.RolesDetail:
		return s.pages().Roles(is, w, lang), nil
	case pages.MomentDetail:
		if m := s.moment(is.Moments, at); m != nil {
			w.Words = s.words(ctx, m)
			return s.pages().Moment(*m, w, at, lang), nil
		}
	}
	return s.pages().Person(is, w, lang), nil
}

// name notes for a page what a person was called at a match.
func (s *statistics) name(ctx context.Context, w pages.Page, match string, user uint64) error {
	name, username, err := s.store.NameAt(ctx, match, user)
	w.Names[user] = page.Named{Name: name, Username: username}
	return err
}

// server is the page of what was played on a server.
func (s *statistics) server(ctx context.Context, guild uint64, w pages.Page, at pages.Arg, lang text.Lang) (*screen.Shown, error) {
	list, err := s.store.FinishedOn(ctx, guild)
	if err != nil {
		return nil, err
	}
	hidden, err := s.hidden(ctx, list)
	if err != nil {
		return nil, err
	}
	is := tally.OfServer(list, s.least, hidden)
	who := slices.Clone(is.People[:min(len(is.People), statsNamed)])
	who = append(who, is.Streak)
	for _, m := range is.Moments {
		who = append(who, tally.Standing{User: m.User, Match: m.Match})
	}
	for _, one := range who {
		if err = s.name(ctx, w, one.Match, one.User); err != nil {
			return nil, err
		}
	}
	if m := s.moment(is.Moments, at); m != nil {
		w.Words = s.words(ctx, m)
		return s.pages().Moment(*m, w, at, lang), nil
	}
	return s.pages().Server(is, w, lang), nil
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
	return s.Chosen.Among(ctx, listed, page.No, users)
}

// least is how few people a game is for.
func (s *statistics) least(game string) int {
	if g := s.Game(game); g != nil {
		return g.Info().Min
	}
	return 0
}

// moment is what a page of details is about; nil if there is none, or not any more.
func (s *statistics) moment(list []tally.Moment, at pages.Arg) *tally.Moment {
	if at.Detail != pages.MomentDetail || s.Game(at.Game) == nil {
		return nil
	}
	return tally.Find(list, at.Game)
}

// words are those of a moment. They stand only in the match, so they are gone once that
// is erased.
func (s *statistics) words(ctx context.Context, of *tally.Moment) string {
	m, err := s.store.Match(ctx, of.Match)
	if err == nil {
		var sum games.Summary
		if sum, _, err = s.sumUp(ctx, m); err == nil && sum.Moment != nil && sum.Moment.Seat == of.Seat {
			return sum.Moment.Words
		}
	}
	if err != nil {
		s.Log.Failed(err).Str("match", of.Match).Msg("read words of a moment failed")
	}
	return ""
}
