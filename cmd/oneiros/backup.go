package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"oneiros/store"
)

// dated is the layout of the names of backups in a folder. They sort by time.
const dated = "oneiros-20060102T150405.000Z.db"

func (p *program) backup() *cobra.Command {
	var force bool
	var keep int
	c := &cobra.Command{
		Use:   "backup FILE|FOLDER",
		Short: "Copy the database, also while the bot runs",
		Long: `Copy the database, also while the bot runs.

The copy holds everything as it was at one moment. Its file appears whole or not at
all, and is on the disk when the command returns. In a folder its name says when it
was made. It holds every secret of the matches that are on: protect it as you
protect the database.`,
		Example: `  oneiros backup before-the-upgrade.db
  oneiros backup --keep 14 /var/backups/oneiros`,
		Args: one("FILE or FOLDER"),
		RunE: func(c *cobra.Command, args []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			if err := conf.Store.needFile("backup", "pg_dump"); err != nil {
				return err
			}
			to, folder := args[0], ""
			info, err := os.Stat(to)
			if err == nil && info.IsDir() {
				folder = to
				to = filepath.Join(folder, time.Now().UTC().Format(dated))
			}
			switch {
			case to == "":
				return bad(`"": want the name of a file or of a folder`)
			case err == nil && folder == "" && !info.Mode().IsRegular():
				return bad("%s: that is not a regular file", to)
			case keep < 0:
				return bad("--keep %d: want how many backups of a folder to keep", keep)
			case keep > 0 && folder == "":
				return bad("--keep %d: there is no folder %s", keep, to)
			}
			if err := store.Backup(c.Context(), conf.Store.place(), to, force); err != nil {
				return backupError(conf.Store, to, err)
			}
			p.say("database %s: copied to %s", conf.Store, to)
			if keep == 0 {
				return nil
			}
			return p.rotate(folder, keep)
		},
	}
	c.Flags().BoolVar(&force, "force", false, "replace an existing file")
	c.Flags().IntVar(&keep, "keep", 0, "in a folder: keep only so many of the latest backups")
	return c
}

// backupError says why a backup failed, and whether the database or the place of
// the copy is the reason.
func backupError(from database, to string, err error) error {
	var source *store.SourceError
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%s: the backup was interrupted; nothing was changed", to)
	case errors.Is(err, store.ErrSameFile):
		return bad("%s: a backup cannot replace the database or what lies beside it (store.path = %q); nothing was changed", to, from)
	case errors.As(err, &source):
		return storeError(from, source.Err)
	case errors.Is(err, store.ErrFull), errors.Is(err, syscall.ENOSPC):
		return bad("%s: %w; nothing was changed", to, store.ErrFull)
	case errors.As(err, &path) && errors.Is(err, fs.ErrExist):
		return bad("%s: there is such a file; --force replaces it", path.Path)
	case errors.Is(err, fs.ErrExist): // somebody made it meanwhile
		return bad("%s: there is such a file; --force replaces it", to)
	case errors.As(err, &path):
		return bad("%s: %w", path.Path, path.Err)
	case errors.As(err, &link):
		return bad("%s: %w", to, link.Err)
	}
	return bad("%s: %w (store.path = %q)", to, err, from)
}

// rotate removes the older backups of a folder, and no other file.
func (p *program) rotate(folder string, keep int) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("rotate: %w", err)
	}
	files = slices.DeleteFunc(files, func(f fs.DirEntry) bool {
		_, err := time.Parse(dated, f.Name())
		return err != nil || !f.Type().IsRegular()
	})
	slices.SortFunc(files, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, f := range files[:max(len(files)-keep, 0)] {
		if err := os.Remove(filepath.Join(folder, f.Name())); err != nil {
			return fmt.Errorf("rotate: %w", err)
		}
		p.say("removed %s", f.Name())
	}
	return nil
}
