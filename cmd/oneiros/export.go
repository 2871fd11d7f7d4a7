package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/store"
)

func (p *program) export() *cobra.Command {
	var out, match string
	var views, live bool
	c := &cobra.Command{
		Use:   "export",
		Short: "Write the matches of the database in the export format",
		Long: `Write the matches of the database in the export format.

Only matches that are over are written: a record holds every secret of its
match. --live also writes the matches that are still on, so that somebody can look
into a fault. Do not show such a file to anybody at the table.`,
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
	f.BoolVar(&live, "live", false, "also write matches that are still on")
	f.BoolVar(&views, "views", false, "write what every viewer knew after each input")
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
				continue // a lobby that never started
			}
			found = true
			if err := exportMatch(ctx, db, m, views, w); err != nil {
				return fmt.Errorf("match %s: %w", id, err)
			}
		}
	}
	if only != "" && !found {
		return bad("--match %q: no match with this id is over", only)
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
