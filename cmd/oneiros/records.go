package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/store"
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
		Short: "Let automatic players play against each other, and write the matches down",
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
			return p.output(out, func(w io.Writer) error {
				for i := range matches {
					if err := c.Context().Err(); err != nil {
						return err
					}
					r, err := record.Simulate(g, games.Table{Seats: seats, Options: chosen}, record.MatchSeed(seed, i), record.Options{Views: views, Strength: how})
					if err != nil {
						return fmt.Errorf("match %d: %w", i+1, err)
					}
					if err := record.Write(w, r); err != nil {
						return fmt.Errorf("match %d: %w", i+1, err)
					}
				}
				return nil
			})
		},
	}
	f := c.Flags()
	f.StringVar(&name, "game", "", "name of the game: "+gameNames())
	f.IntVar(&seats, "seats", 0, "how many play (default: as few as the game allows)")
	f.IntVar(&matches, "matches", 1, "how many matches")
	f.Uint64Var(&seed, "seed", 1, "decides everything; the same seed gives the same file")
	f.StringArrayVar(&options, "option", nil, "an option of the game, as KEY=VALUE; may be repeated")
	f.StringVar(&strength, "strength", games.Normal.String(), "how well the players play: easy, normal or strong")
	f.BoolVar(&views, "views", false, "write down what every viewer knew after each input")
	f.StringVar(&out, "out", "-", "file to write; - is the standard output")
	return c
}

// chosenOptions reads KEY=VALUE and completes what was not said.
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

// output writes a file as a whole or not at all: what a full disk or a fault
// leaves unfinished never stands under the name.
func (p *program) output(name string, write func(io.Writer) error) error {
	if name == "-" {
		w := bufio.NewWriter(p.out)
		if err := write(w); err != nil {
			return err
		}
		return w.Flush()
	}
	if err := replaceable(name); err != nil {
		return bad("--out %q: %w", name, err)
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return bad("--out %q: %w", name, errors.Unwrap(err))
	}
	w := bufio.NewWriter(f)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err == nil {
		return nil
	}
	// Who reads of it knows the name that was given and not the one meanwhile.
	var link *os.LinkError
	var path *fs.PathError
	if errors.As(err, &link) {
		err = bad("--out %q: %w", name, link.Err)
	} else if errors.As(err, &path) && path.Path == f.Name() {
		err = bad("--out %q: %w", name, path.Err)
	}
	return errors.Join(err, os.Remove(f.Name()))
}

// header is how every database begins.
const header = "SQLite format 3\x00"

// replaceable says why what is under a name is not to be replaced by matches.
func replaceable(name string) error {
	if name == "" {
		return errors.New("want the name of a file, or - for the standard output")
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil // what is wrong with the folder shows when a file is made in it
	case info.IsDir():
		return errors.New("that is a folder; want the name of a file")
	case !info.Mode().IsRegular():
		return errors.New("that is no ordinary file; - is the standard output")
	}
	f, err := os.Open(name)
	if err != nil {
		return errors.Unwrap(err)
	}
	start := make([]byte, len(header))
	n, _ := io.ReadFull(f, start) // a shorter file is no database
	if err := f.Close(); err != nil {
		return errors.Unwrap(err)
	}
	if string(start[:n]) == header {
		return errors.New("there is a database, which is not replaced")
	}
	return nil
}

// input opens a file to read; "-" is the standard input.
func input(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, bad("%s: %w", cmp.Or(name, `""`), errors.Unwrap(err))
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.Join(bad("%s: that is a folder; want a file", name), f.Close())
	}
	return f, nil
}

func (p *program) verify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE",
		Short: "Play exported matches again and confirm every shuffle, position and result",
		Long: `Play exported matches again and confirm every shuffle, position and result.

Prints one line a match. Exits 0 when everything holds, 1 otherwise.`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.records(args[0], func(r *record.Record) error {
				if err := record.Verify(all.Find, r); err != nil {
					return err
				}
				p.say("%s  %d seats  %d inputs  %x  good", r.Game, r.Seats, len(r.Inputs), r.Hash[:8])
				return nil
			})
		},
	}
}

func (p *program) replay() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Print exported matches move by move",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.records(args[0], func(r *record.Record) error {
				if err := record.Replay(all.Find, r, func(games.Match, *record.Step) error { return nil }); err != nil {
					return err
				}
				return record.Print(p.out, r)
			})
		},
	}
}

// records does something with each match of a file. What is wrong with one is
// printed, and the others have their turn.
func (p *program) records(name string, do func(*record.Record) error) error {
	f, err := input(name)
	if err != nil {
		return err
	}
	n, wrong := 0, 0
	for r, err := range record.Read(f) {
		n++
		if err == nil {
			err = do(r)
		}
		if err != nil {
			wrong++
			p.say("match %d: %v", n, err)
		}
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if n == 0 {
		return fmt.Errorf("%s: there is no match in it", name)
	}
	if wrong > 0 {
		return fmt.Errorf("%s: %d of %d matches do not hold", name, wrong, n)
	}
	return nil
}

func (p *program) export() *cobra.Command {
	var out, match string
	var views, live bool
	c := &cobra.Command{
		Use:   "export",
		Short: "Write the matches of the database in the export format",
		Long: `Write the matches of the database in the export format.

Only matches that are over are written: a record holds every secret of its
match. --live writes those that are still on as well, for whoever looks into a
fault; do not show such a file to anybody at the table.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			if out != "-" && store.IsDatabaseFile(conf.Store, out) {
				return bad("--out %q: that is the database or lies beside it (store.path = %q); nothing was changed", out, conf.Store)
			}
			db, err := store.OpenReadOnly(c.Context(), conf.Store)
			if err != nil {
				return storeError(conf.Store, err)
			}
			err = p.output(out, func(w io.Writer) error {
				return exportMatches(c.Context(), db, match, live, views, w)
			})
			return errors.Join(err, db.Close())
		},
	}
	f := c.Flags()
	f.StringVar(&match, "match", "", "only this match")
	f.BoolVar(&live, "live", false, "matches that are still on, too")
	f.BoolVar(&views, "views", false, "write down what every viewer knew after each input")
	f.StringVar(&out, "out", "-", "file to write; - is the standard output")
	return c
}

func exportMatches(ctx context.Context, db *store.Store, only string, live, views bool, w io.Writer) error {
	phases := []store.Phase{store.Over, store.Void}
	if live {
		phases = append(phases, store.Live)
	}
	found := false
	for _, phase := range phases {
		ids, err := db.MatchesByPhase(ctx, phase)
		if err != nil {
			return fmt.Errorf("list matches: %w", err)
		}
		for _, id := range ids {
			if only != "" && id != only {
				continue
			}
			m, err := db.Match(ctx, id)
			if err != nil {
				return fmt.Errorf("match %s: %w", id, err)
			}
			if m.Seats == 0 {
				continue // a lobby that never began
			}
			found = true
			if err := exportMatch(ctx, db, m, views, w); err != nil {
				return fmt.Errorf("match %s: %w", id, err)
			}
		}
	}
	if only != "" && !found {
		return bad("--match %q: there is no such match that is over", only)
	}
	return nil
}

func exportMatch(ctx context.Context, db *store.Store, m store.Match, views bool, w io.Writer) error {
	g, ok := all.Find(m.Game)
	if !ok {
		return fmt.Errorf("%w %q", record.ErrGame, m.Game)
	}
	log, err := db.Inputs(ctx, m.ID)
	if err != nil {
		return fmt.Errorf("read its log: %w", err)
	}
	r, err := record.Make(g, m.Seed, games.Table{Seats: m.Seats, Options: m.Options}, log, views)
	if err != nil {
		return err
	}
	return record.Write(w, r)
}
