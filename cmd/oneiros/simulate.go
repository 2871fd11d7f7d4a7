package main

import (
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
		views          bool
		strength       string
	)
	c := &cobra.Command{
		Use:   "simulate",
		Short: "Let automatic players play against each other, and write their matches",
		Example: `  oneiros simulate --game when-i-dream --seats 6 --matches 100 --seed 7 --out matches.jsonl
  oneiros simulate --game when-i-dream --option words=ru --option law=friendly | oneiros verify -`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			g, ok := all.Find(name)
			if !ok {
				return bad("--game %q: want one of %s", name, gameNames())
			}
			info := g.Info()
			if !c.Flags().Changed("seats") {
				seats = info.Min
			}
			if seats < info.Min || seats > info.Max {
				return bad("--seats %d: %s is for %d to %d", seats, info.Name, info.Min, info.Max)
			}
			if matches < 1 {
				return bad("--matches %d: want at least 1", matches)
			}
			how, err := games.ParseStrength(strength)
			if err != nil {
				return bad("--strength: %v", err)
			}
			chosen, err := chosenOptions(info, options)
			if err != nil {
				return err
			}
			file := recordFile{write: record.Write}
			err = p.output(out, func(w io.Writer) error {
				for i := range matches {
					if err := c.Context().Err(); err != nil {
						return err
					}
					r, err := record.Simulate(g, games.Table{Seats: seats, Options: chosen}, record.MatchSeed(seed, i), record.Options{Views: views, Strength: how})
					if err != nil {
						return fmt.Errorf("match %d: %w", i+1, err)
					}
					if err := file.add(w, strconv.Itoa(i+1), r); err != nil {
						return err
					}
				}
				return file.empty()
			})
			return errors.Join(err, file.incomplete())
		},
	}
	f := c.Flags()
	f.StringVar(&name, "game", "", "name of the game: "+gameNames())
	f.IntVar(&seats, "seats", 0, "number of players (default: as few as the game allows)")
	f.IntVar(&matches, "matches", 1, "number of matches")
	f.Uint64Var(&seed, "seed", 1, "seed of everything; the same seed gives the same file")
	f.StringArrayVar(&options, "option", nil, "an option of the game, as KEY=VALUE; may be repeated")
	f.StringVar(&strength, "strength", games.Normal.String(), "how well the players play: easy, normal or strong")
	f.BoolVar(&views, "views", false, "write what every viewer knew after each input")
	f.StringVar(&out, "out", "-", "file to write; - is the standard output")
	return c
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
