package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"oneiros/store"
)

func (p *program) copy() *cobra.Command {
	return &cobra.Command{
		Use:   "copy PLACE",
		Short: "Copy the database to PostgreSQL or back, while the bot does not run",
		Long: `Copy the database to PostgreSQL or back, while the bot does not run.

PLACE is the path of a file or an address such as postgres://oneiros@localhost/oneiros.
It has to be new or empty. Everybody on this machine can read the arguments of a
command, so give the password in the variable PGPASSWORD or in a file (PGPASSFILE).

The command copies everything or nothing, then reads both databases and compares
them. Live matches go on in the copy, with the time that their clocks had left. So set
store.url or store.path to PLACE before the bot starts again. The database itself
stays as it is.`,
		Example: `  oneiros copy postgres://oneiros@db.example/oneiros
  ONEIROS_STORE_URL=postgres://oneiros@db.example/oneiros oneiros copy oneiros.db`,
		Args: one("PLACE"),
		RunE: func(c *cobra.Command, args []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			to := database(args[0])
			switch {
			case to == "":
				return bad(`"": want the path of a file or an address of PostgreSQL`)
			case to.isPostgres():
				if err := store.CheckAddress(to.place()); err != nil {
					return bad("PLACE: %w", err)
				}
			case !conf.Store.isPostgres() && store.IsDatabaseFile(conf.Store.place(), to.place()):
				return bad("%s: that is the database itself", to)
			}
			list, err := store.Copy(c.Context(), conf.Store.place(), to.place())
			if err != nil {
				return copyError(conf.Store, to, err)
			}
			for _, t := range list {
				p.say("%-10s %d rows, the same in both", t.Table, t.Rows)
			}
			p.say("database %s: copied to %s", conf.Store, to)
			return nil
		},
	}
}

// copyError says which of two databases is the reason of an error.
func copyError(from, to database, err error) error {
	var source *store.SourceError
	if errors.As(err, &source) {
		return storeError(from, source.Err)
	}
	if errors.Is(err, store.ErrNotEmpty) {
		return bad("%s: %w; nothing was changed", to, store.ErrNotEmpty)
	}
	var b badInput
	if errors.As(storeError(to, err), &b) {
		return bad("%s: %w; nothing was copied", to, errors.Unwrap(errors.Unwrap(b)))
	}
	return fmt.Errorf("%s: %w", to, err)
}
