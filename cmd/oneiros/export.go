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
match. A match whose log was erased has nothing to write. --live also writes the
matches that are still on, so that somebody can look into a fault. Do not show
such a file to anybody at the table.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			if out != "-" && !conf.Store.isPostgres() && store.IsDatabaseFile(conf.Store.place(), out) {
				return bad("--out %q: that is the database or lies beside it (store.path = %q); nothing was changed", out, conf.Store)
			}
			db, err := store.OpenReadOnly(c.Context(), conf.Store.place())
			if err != nil {
				return storeError(conf.Store, err)
			}
			file := recordFile{write: record.Write}
			err = p.output(out, func(w io.Writer) error {
				return exportMatches(c.Context(), db, match, live, views, w, &file)
			})
			if err == nil && file.written == 0 {
				fmt.Fprintln(p.errs, "oneiros:", nothingToExport(live))
			}
			return errors.Join(err, file.incomplete(), db.Close())
		},
	}
	f := c.Flags()
	f.StringVar(&match, "match", "", "only this match")
	f.BoolVar(&live, "live", false, "also write matches that are still on")
	f.BoolVar(&views, "views", false, "write what every viewer knew after each input")
	f.StringVar(&out, "out", "-", "file to write; - is the standard output")
	return c
}

// nothingToExport says why an export has no match in it.
func nothingToExport(live bool) string {
	if live {
		return "there is no match in the database"
	}
	return "no match is over; --live writes those that are on"
}

// exportMatches writes the matches of a database, or only one. It leaves out what it
// cannot play again, and goes on.
func exportMatches(ctx context.Context, db *store.Store, only string, live, views bool, w io.Writer, file *recordFile) error {
	phases := []store.Phase{store.Over, store.Void}
	if live {
		phases = append(phases, store.Live)
	}
	found := false
	for _, phase := range phases {
		ids, err := db.Matches().MatchesByPhase(ctx, phase)
		if err != nil {
			return fmt.Errorf("list matches: %w", err)
		}
		for _, id := range ids {
			if only != "" && id != only {
				continue
			}
			r, err := replayed(ctx, db, id, views)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.Is(err, errLogErased):
				if found = true; only != "" {
					file.leave(id, err)
				}
			case err != nil:
				found = true
				file.leave(id, err)
			case r != nil:
				found = true
				if err := file.add(w, id, r); err != nil {
					return err
				}
			}
		}
	}
	if only != "" && !found {
		return bad("--match %q: no match with this id is over", only)
	}
	return file.empty()
}

// errLogErased is the error of a match that was kept longer than its log.
var errLogErased = errors.New("its log was erased")

// replayed plays the log of a match again and returns its record. It returns nil for
// a lobby that never started.
func replayed(ctx context.Context, db *store.Store, id string, views bool) (*record.Record, error) {
	m, err := db.Matches().Match(ctx, id)
	if err != nil {
		return nil, err
	}
	if m.Seats == 0 {
		return nil, nil
	}
	g, ok := all.Find(m.Game)
	if !ok {
		return nil, fmt.Errorf("%w %q", record.ErrGame, m.Game)
	}
	if m.Position == nil {
		return nil, errLogErased
	}
	log, err := db.Matches().Inputs(ctx, id)
	if err != nil {
		return nil, err
	}
	full, err := g.Info().Complete(m.Options) // a newer version of the rules may have more
	if err != nil {
		return nil, fmt.Errorf("%w: %w", record.ErrOptions, err)
	}
	r, err := record.Make(g, m.Seed, games.Table{Seats: m.Seats, Options: full}, log, views)
	if err == nil && m.Presses != nil && (m.Phase == store.Over || m.Phase == store.Void) {
		r.Draw = record.NewDraw(m.Secret, m.Presses)
	}
	if err == nil && m.Position != nil {
		err = leadsTo(r, g, m)
	}
	if err == nil {
		r.Erased, err = db.Matches().ErasedInputs(ctx, id)
	}
	if version := g.Info().Version; err != nil && m.Position != nil && m.Position.Version != version {
		err = fmt.Errorf("rules of version %d wrote it, this program has version %d: %w", m.Position.Version, version, err)
	}
	return r, err
}

// leadsTo checks that the log of a match leads to the position that the match had.
// If not, another version of the rules wrote a part of the log, or it is damaged.
func leadsTo(r *record.Record, g games.Game, m store.Match) error {
	p := m.Position
	saved := games.Snapshot{Game: m.Game, Version: p.Version, Seed: m.Seed, Seats: m.Seats, Options: m.Options, N: p.N, At: p.At, Position: p.Data}
	if _, err := g.Load(saved); err != nil {
		return fmt.Errorf("read its position: %w", err)
	}
	reached := r.Deal.Position
	switch {
	case p.N > len(r.Inputs):
		return fmt.Errorf("its position is after input %d, and its log has %d", p.N, len(r.Inputs))
	case p.N > 0:
		reached = r.Inputs[p.N-1].Position
	}
	is := saved
	is.Version, is.Position = g.Info().Version, reached
	if !record.SameDeeds(g, is, saved) {
		return errors.New("its log does not lead to its saved position")
	}
	return nil
}
