package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
)

func (p *program) verify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE",
		Short: "Play exported matches again and confirm every shuffle, position and result",
		Long: `Play exported matches again and confirm every shuffle, position and result.

Prints one line a match. "drawn from 4 presses" names the people whose presses at
the lobby went into the seed, with the secret that the lobby committed to. "not
committed to" is a match without such a secret: nothing proves that its seed was not
chosen. Exits 0 when everything holds, 1 otherwise.`,
		Args: one("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.records(args[0], func(r *record.Record) error {
				if err := record.Verify(all.Find, r); err != nil {
					return err
				}
				p.say("%s  %d seats  %d inputs  %x  good  %s%s", r.Game, r.Seats, len(r.Inputs), r.Hash[:8], drawnFrom(r.Draw), withoutWords(r))
				return nil
			})
		},
	}
}

// drawnFrom says in a word where a seed comes from.
func drawnFrom(d *record.Draw) string {
	switch {
	case d == nil:
		return "not committed to"
	case d.Pressed() == 1:
		return "drawn from 1 press"
	}
	return fmt.Sprintf("drawn from %d presses", d.Pressed())
}

// withoutWords says what of a match that holds cannot be played again.
func withoutWords(r *record.Record) string {
	if len(r.Erased) == 0 {
		return ""
	}
	return fmt.Sprintf("; every shuffle and result holds, but not what was said in %d moves, which lost their words because a player was erased or a moderator withheld them: %v", len(r.Erased), r.Erased)
}

func (p *program) replay() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Print exported matches move by move",
		Args:  one("FILE"),
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

// records calls do for each match of a file. An error is printed, and the other
// matches follow.
func (p *program) records(name string, do func(*record.Record) error) error {
	f, err := input(name)
	if err != nil {
		return err
	}
	n, wrong, other := 0, 0, 0
	for r, err := range record.Read(f) {
		if errors.Is(err, record.ErrEncoding) {
			return errors.Join(fmt.Errorf("%s: %w; --out writes UTF-8", name, err), f.Close())
		}
		n++
		if err == nil {
			err = do(r)
		}
		switch {
		case errors.Is(err, record.ErrVersion):
			other++
		case err != nil:
			wrong++
		}
		if err != nil {
			p.say("match %d: %v", n, err)
		}
	}
	closed := f.Close()
	if closed != nil {
		closed = fmt.Errorf("%s: %w", name, closed)
	}
	switch {
	case n == 0:
		err = fmt.Errorf("%s: there is no match in it", name)
	case wrong > 0:
		err = fmt.Errorf("%s: %d of %d matches do not hold", name, wrong, n)
	}
	if other > 0 {
		err = errors.Join(err, fmt.Errorf("%s: %d of %d matches are of other versions of the rules, and their moves were not played again", name, other, n))
	}
	return errors.Join(err, closed)
}
