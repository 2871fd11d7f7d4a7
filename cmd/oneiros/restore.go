package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"oneiros/store"
)

func (p *program) restore() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup in the place of the database, while the bot does not run",
		Long: `Put a backup in the place of the database, while the bot does not run.

With --force an existing database is replaced, and kept beside the new one with .old
at the end of its name, or with .old.2 and so on. Matches go on from the moment of
the backup, with the time that their clocks had left then. What was played later
is forgotten. Their boards are true again as soon as the bot runs.`,
		Args: one("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			if err := conf.Store.needFile("restore", "pg_restore"); err != nil {
				return err
			}
			if err := readable(args[0]); err != nil {
				return err
			}
			if info, err := os.Stat(conf.Store.place()); err == nil && info.IsDir() {
				return bad("store.path = %q: that is a folder; want a file", conf.Store)
			}
			old, err := store.Restore(c.Context(), args[0], conf.Store.place(), force)
			if err != nil {
				return restoreError(args[0], conf.Store, err)
			}
			p.say("database %s: restored from %s", conf.Store, args[0])
			if old != "" {
				p.say("the old database is %s", old)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&force, "force", false, "replace an existing database, and keep it under another name")
	return c
}

// restoreError says why a restore failed, and whether the backup or the place of
// the database is the reason.
func restoreError(from string, to database, err error) error {
	var source *store.SourceError
	var newer *store.NewerError
	var path *fs.PathError
	var link *os.LinkError
	var held *store.HeldError
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("store.path = %q: the restore was interrupted; nothing was changed", to)
	case errors.Is(err, fs.ErrExist):
		return bad("store.path = %q: there is a database; --force replaces it, and keeps it under another name", to)
	case errors.As(err, &held):
		return bad("store.path = %q: %w; end it first", to, held)
	case errors.As(err, &source) && errors.As(err, &newer):
		return bad("%s: %w; nothing was changed", from, newer)
	case errors.As(err, &source) && errors.Is(err, store.ErrNotFound):
		return bad("%s: there is no such file; nothing was changed", from)
	case errors.As(err, &source) && (errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrEmpty)):
		return bad("%s: there is no whole backup in it; nothing was changed", from)
	case errors.As(err, &source):
		return bad("%s: %w; nothing was changed", from, source.Err)
	case errors.Is(err, store.ErrFull), errors.Is(err, syscall.ENOSPC):
		return bad("store.path = %q: %w; nothing was changed", to, store.ErrFull)
	case errors.As(err, &path):
		return bad("store.path = %q: %s: %w", to, path.Path, path.Err)
	case errors.As(err, &link):
		return bad("store.path = %q: %w", to, link.Err)
	}
	return bad("store.path = %q: %w", to, err)
}

// readable says why a backup cannot be read from a file. The store finds out that
// there is no file.
func readable(name string) error {
	if name == "" {
		return bad(`"": want the name of a backup`)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return bad("%s: %w", name, reason(err))
	case info.IsDir():
		return bad("%s: that is a folder; want the file of a backup", name)
	case !info.Mode().IsRegular():
		return bad("%s: that is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return bad("%s: %w", name, reason(err))
	}
	return f.Close()
}
