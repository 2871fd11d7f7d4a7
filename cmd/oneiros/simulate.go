package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
)

// gameNames are the names that --game takes.
func gameNames() string {
	var names []string
	for _, g := range all.Games {
		names = append(names, g.Info().Name)
	}
	return strings.Join(names, ", ")
}

func (p *program) simulate() *cobra.Command {
	var (
		name, out      string
		seats, matches int
		seed           uint64
		options        []string
		views, table   bool
		strength       string
	)
	c := &cobra.Command{
		Use:   "simulate",
		Short: "Let automatic players play against each other, and write their matches or who won",
		Long: `Let automatic players play against each other.

It writes their matches, or with --table who won: by strength, seat and role, with
the time that a choice took. A list of strengths, as easy,normal,strong, goes to the
seats in their order, and moves on by one seat from match to match, so that each
strength sits everywhere.`,
		Example: `  oneiros simulate --game when-i-dream --seats 6 --matches 100 --seed 7 --out matches.jsonl
  oneiros simulate --game when-i-dream --option words=ru --option law=friendly | oneiros verify -
  oneiros simulate --game dream-fortress --seats 6 --matches 350 --strength normal,strong --table`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			g, ok := all.Find(name)
			if !ok {
				return bad("--game %q: want one of %s", name, gameNames())
			}
			if !c.Flags().Changed("seats") {
				seats = g.Info().Min
			}
			if table && views {
				return bad("--table and --views: a table has no views; want one of them")
			}
			sim, err := newSimulation(g, seats, matches, seed, strength, options)
			if err != nil {
				return err
			}
			if table {
				return p.output(out, func(w io.Writer) error { return sim.table(c.Context(), w) })
			}
			file := recordFile{write: record.Write}
			err = p.output(out, func(w io.Writer) error { return sim.records(c.Context(), w, &file, views) })
			return errors.Join(err, file.incomplete())
		},
	}
	f := c.Flags()
	f.StringVar(&name, "game", "", "name of the game: "+gameNames())
	f.IntVar(&seats, "seats", 0, "number of players (default: as few as the game allows)")
	f.IntVar(&matches, "matches", 1, "number of matches")
	f.Uint64Var(&seed, "seed", 1, "seed of everything; the same seed gives the same file")
	f.StringArrayVar(&options, "option", nil, "an option of the game, as KEY=VALUE; may be repeated")
	f.StringVar(&strength, "strength", games.Normal.String(), "how well the players play: easy, normal or strong, or several of them with commas")
	f.BoolVar(&views, "views", false, "write what every viewer knew after each input")
	f.BoolVar(&table, "table", false, "write who won instead of the matches")
	f.StringVar(&out, "out", "-", "file to write; - is the standard output")
	return c
}

// simulation is a number of matches.
type simulation struct {
	game    games.Game
	at      games.Table
	seed    uint64
	matches int
	hows    []games.Strength // of the first seats of the first match
}

// newSimulation reads what a command line asks for, and refuses what cannot be.
func newSimulation(g games.Game, seats, matches int, seed uint64, strength string, options []string) (simulation, error) {
	info := g.Info()
	if seats < info.Min || seats > info.Max {
		return simulation{}, bad("--seats %d: %s is for %d to %d", seats, info.Name, info.Min, info.Max)
	}
	if matches < 1 {
		return simulation{}, bad("--matches %d: want at least 1", matches)
	}
	hows, err := strengths(strength, seats)
	if err != nil {
		return simulation{}, err
	}
	chosen, err := chosenOptions(info, options)
	if err != nil {
		return simulation{}, err
	}
	return simulation{g, games.Table{Seats: seats, Options: chosen}, seed, matches, hows}, nil
}

// each tells do of every match: its number from 0, its seed, and how well each seat plays it.
func (s simulation) each(ctx context.Context, do func(i int, seed games.Seed, hows []games.Strength) error) error {
	for i := range s.matches {
		if err := ctx.Err(); err != nil {
			return err
		}
		hows := make([]games.Strength, s.at.Seats)
		for seat := range hows {
			hows[seat] = s.hows[(seat+i)%len(s.hows)]
		}
		if err := do(i, record.MatchSeed(s.seed, i), hows); err != nil {
			return err
		}
	}
	return nil
}

// records writes the matches.
func (s simulation) records(ctx context.Context, w io.Writer, file *recordFile, views bool) error {
	err := s.each(ctx, func(i int, seed games.Seed, hows []games.Strength) error {
		r, err := record.Simulate(s.game, s.at, seed, record.Options{Views: views, Strengths: hows})
		if err != nil {
			return fmt.Errorf("match %d: %w", i+1, err)
		}
		return file.add(w, strconv.Itoa(i+1), r)
	})
	return cmp.Or(err, file.empty())
}

// table writes who won.
func (s simulation) table(ctx context.Context, w io.Writer) error {
	scores := newScoreTable(s.at.Seats)
	err := s.each(ctx, func(i int, seed games.Seed, hows []games.Strength) error {
		end, err := record.Play(s.game, s.at, seed, record.Options{Strengths: hows, Choose: scores.choose})
		if err != nil {
			return fmt.Errorf("match %d: %w", i+1, err)
		}
		scores.add(end, hows)
		return nil
	})
	if err != nil {
		return err
	}
	return scores.write(w)
}

// strengths reads a list of strengths for so many seats.
func strengths(list string, seats int) ([]games.Strength, error) {
	var hows []games.Strength
	for name := range strings.SplitSeq(list, ",") {
		how, err := games.ParseStrength(strings.TrimSpace(name))
		if err != nil {
			return nil, bad("--strength: %v", err)
		}
		hows = append(hows, how)
	}
	if len(hows) > seats {
		return nil, bad("--strength %q: there are %d, and %d players", list, len(hows), seats)
	}
	return hows, nil
}

// chosenOptions reads KEY=VALUE, and adds the defaults of the other options.
func chosenOptions(info games.Info, words []string) (games.Options, error) {
	chosen := map[string]string{}
	for _, w := range words {
		k, v, ok := strings.Cut(w, "=")
		if !ok {
			return nil, bad("--option %q: want KEY=VALUE", w)
		}
		i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.Key == k })
		if i < 0 {
			var keys []string
			for _, o := range info.Options {
				keys = append(keys, o.Key)
			}
			return nil, bad("--option %q: %s has the options %s", w, info.Name, strings.Join(keys, ", "))
		}
		if o := info.Options[i]; o.Check(v) != nil {
			if o.Max > 0 {
				return nil, bad("--option %q: want a whole number from %d to %d", w, o.Min, o.Max)
			}
			return nil, bad("--option %q: want one of %s", w, strings.Join(o.Choices, ", "))
		}
		chosen[k] = v
	}
	full, err := info.Complete(chosen)
	if err != nil {
		return nil, fmt.Errorf("complete options: %w", err)
	}
	return full, nil
}
