package stats

import (
	"context"
	"fmt"
	"math/rand/v2"
	"oneiros/bot/feature"
	pages "oneiros/bot/stats/page"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/store"
)

// simulated is a server on which matches were played.
type simulated struct {
	guild    uint64
	people   int // with the ids from 1
	matches  int
	distinct int // of each game, so many matches are played by the rules, and then again by others
}

// play plays the matches by the real rules and saves them as tables do, with their logs.
// Every fifth match has an automatic player.
func (v simulated) play(tb testing.TB, db *store.Store, list []games.Game) {
	tb.Helper()
	luck := rand.New(rand.NewPCG(1, 2))
	played := map[string]*record.Record{}
	var all sync.WaitGroup
	room := make(chan struct{}, 64) // matches that are saved at once share commits
	for i := range v.matches {
		g := list[i%len(list)]
		info, nth := g.Info(), i/len(list)%v.distinct
		seats := info.Min + nth%(min(info.Max, 5)-info.Min+1)
		key := fmt.Sprint(info.Name, nth)
		if played[key] == nil {
			options, err := info.Complete(nil)
			if err != nil {
				tb.Fatal(err)
			}
			if played[key], err = record.Simulate(g, games.Table{Seats: seats, Options: options}, record.MatchSeed(1, nth), record.Options{Strengths: []games.Strength{games.Easy}}); err != nil {
				tb.Fatal(err)
			}
		}
		who := luck.Perm(v.people)[:seats]
		room <- struct{}{}
		all.Go(func() {
			defer func() { <-room }()
			if err := v.save(tb, db, played[key], i, who); err != nil {
				tb.Error(err)
			}
		})
	}
	all.Wait()
}

// save saves one match and its log.
func (v simulated) save(tb testing.TB, db *store.Store, r *record.Record, i int, who []int) error {
	ctx, at := tb.Context(), time.Unix(1_790_000_000+int64(i)*3600, 0)
	m := store.Match{
		ID: fmt.Sprintf("sim%07d", i), Guild: v.guild, Channel: uint64(1000 + i), Game: r.Game, Phase: store.Lobby, Lang: "en", Chosen: map[string]string{},
		Options: r.Options, Created: at, ClockSaved: at,
	}
	for seat, user := range who {
		m.Players = append(m.Players, store.Player{User: uint64(user + 1), Name: fmt.Sprintf("Person %d", user+1), Locale: "ru", Seat: seat, Joined: at})
	}
	if err := db.Matches().CreateMatch(ctx, m); err != nil {
		return err
	}
	m.Phase, m.Seats, m.Seed, m.Started = store.Live, r.Seats, r.Seed, at
	turns := make([]int, r.Seats+1)
	m.Position = &store.Position{Version: r.Version, Turns: turns, Data: r.Deal.Position}
	if err := db.Matches().SaveMatch(ctx, m); err != nil {
		return err
	}
	for n, step := range r.Inputs {
		s := store.Step{Match: m.ID, Rev: 1, Input: step.Input, Position: store.Position{N: n + 1, Version: r.Version, At: step.At, Clock: step.At, Turns: turns, Data: step.Position}}
		if n == len(r.Inputs)-1 {
			s.End = &store.End{At: at.Add(time.Hour)}
			for seat, user := range who {
				result := store.Result{Seat: seat, Game: r.Game, Guild: v.guild, User: uint64(user + 1), Score: r.Result.Scores[seat]}
				for _, w := range r.Result.Winners {
					result.Won = result.Won || int(w) == seat
				}
				if seat == 0 && i%5 == 4 {
					result.User, result.Auto = 0, true
				}
				s.End.Results = append(s.End.Results, result)
			}
		}
		if err := db.Matches().AppendInput(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// statisticsOf are the statistics of a database without a bot. Nothing is summed up yet.
func statisticsOf(db *store.Store, list []games.Game) (*statistics, *summaries) {
	is := of{feature.House{Games: list, Kit: freshPages(list).Kit(), Chosen: feature.Choices{Servers: db.Rows(store.ServerChoices), People: db.Rows(store.PersonChoices)}, Log: savelog.New(zerolog.Nop()), Now: time.Now, Go: func(func(context.Context)) bool { return false }}, struct {
		store.SummaryStore
		store.MatchStore
	}{db.Summaries(), db.Matches()}}
	return &statistics{is}, newSummaries(is)
}

// BenchmarkStats draws the pages of a server with a thousand matches of all games. The
// pictures are drawn each time.
func BenchmarkStats(b *testing.B) {
	db, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "oneiros.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	v := simulated{guild: 9, people: 40, matches: 1000, distinct: 8}
	v.play(b, db, all.Games)
	s, sums := statisticsOf(db, all.Games)
	began := time.Now()
	sums.run(b.Context())
	b.Logf("%d matches summed up in %v", v.matches, time.Since(began))
	draw := map[string]func() (*screen.Shown, error){
		"server": func() (*screen.Shown, error) {
			return s.server(b.Context(), v.guild, pages.Page{Names: map[uint64]page.Named{}}, pages.Arg{Server: true}, text.Russian)
		},
		"person": func() (*screen.Shown, error) {
			return s.person(b.Context(), v.guild, pages.Page{User: 1, Own: true, Boards: true, Names: map[uint64]page.Named{}}, pages.Arg{}, text.Russian)
		},
	}
	for name, drawn := range draw {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s.Kit = freshPages(all.Games).Kit()
				shown, err := drawn()
				if err != nil {
					b.Fatal(err)
				}
				if err := discord.Check(shown.Message); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// freshPages are pages with no picture drawn yet.
func freshPages(list []games.Game) *page.Pages {
	say := map[string]*text.Catalogue{}
	for _, g := range list {
		c, err := text.Load(words.Catalogue(), g.Info().Locale)
		if err != nil {
			panic(err) // embedded
		}
		say[g.Info().Name] = c
	}
	return page.New(&screen.Painter{Pictures: screen.NewPictures(64 << 20)}, words.Catalogue(), say, nil)
}
