package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"oneiros/bot/discord"
	"oneiros/store"
)

// dated is the layout of the names of backups in a folder. They sort by time.
const dated = "oneiros-20060102T150405.000Z.db"

// backups are what the command makes, and how often.
type backups struct {
	to, folder string // folder is to where that is one
	force      bool
	keep       int           // of a folder; 0 for all
	every      time.Duration // into a folder; 0 for once
}

func (p *program) backup() *cobra.Command {
	var b backups
	c := &cobra.Command{
		Use:   "backup FILE|FOLDER",
		Short: "Copy the database, also while the bot runs",
		Long: `Copy the database, also while the bot runs.

The copy holds everything as it was at one moment. Its file appears whole or not at
all, and is on the disk when the command returns. In a folder its name says when it
was made. It holds every secret of the matches that are on: protect it as you
protect the database.

With --every the command goes on until it is stopped. It counts from the latest backup
in the folder, so a restart makes no backup too many. It ends with the first failure.`,
		Example: `  oneiros backup before-the-upgrade.db
  oneiros backup --keep 14 /var/backups/oneiros
  oneiros backup --keep 14 --every 24h /var/backups/oneiros`,
		Args: one("FILE or FOLDER"),
		RunE: func(c *cobra.Command, args []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			if err := conf.Store.needFile("backup", "pg_dump"); err != nil {
				return err
			}
			if err := b.check(args[0]); err != nil {
				return err
			}
			return p.makeBackups(c.Context(), conf.Store, b)
		},
	}
	c.Flags().BoolVar(&b.force, "force", false, "replace an existing file")
	c.Flags().IntVar(&b.keep, "keep", 0, "in a folder: keep only so many of the latest backups")
	c.Flags().DurationVar(&b.every, "every", 0, "in a folder: go on, with a backup each time that this has passed, such as 24h")
	return c
}

// check notes where backups go, and refuses what cannot be.
func (b *backups) check(to string) error {
	info, err := os.Stat(to)
	if b.to = to; err == nil && info.IsDir() {
		b.folder = to
	}
	switch {
	case to == "":
		return bad(`"": want the name of a file or of a folder`)
	case err == nil && b.folder == "" && !info.Mode().IsRegular():
		return bad("%s: that is not a regular file", to)
	case b.keep < 0:
		return bad("--keep %d: want how many backups of a folder to keep", b.keep)
	case b.keep > 0 && b.folder == "":
		return bad("--keep %d: there is no folder %s", b.keep, to)
	case b.every < 0 || b.every > 0 && b.every < time.Minute:
		return bad("--every %v: want a minute or more, such as 24h", b.every)
	case b.every > 0 && b.folder == "":
		return bad("--every %v: there is no folder %s", b.every, to)
	}
	return nil
}

// makeBackups makes one backup, or one after the other until ctx ends.
func (p *program) makeBackups(ctx context.Context, from database, b backups) error {
	if b.folder == "" {
		return p.backUp(ctx, from, b.to, b.force)
	}
	next := func() error {
		name := filepath.Join(b.folder, time.Now().UTC().Format(dated))
		if err := p.backUp(ctx, from, name, b.force); err != nil || b.keep == 0 {
			return err
		}
		return p.rotate(b.folder, filepath.Base(name), b.keep)
	}
	if b.every == 0 {
		return next()
	}
	latest, err := latestBackup(b.folder, time.Now())
	if err != nil {
		return err
	}
	return repeat(ctx, latest, b.every, next)
}

// backUp copies the database to a file.
func (p *program) backUp(ctx context.Context, from database, to string, force bool) error {
	if err := store.Backup(ctx, from.place(), to, force); err != nil {
		return backupError(from, to, err)
	}
	p.say("database %s: copied to %s", from, to)
	return nil
}

// repeat does something each time that every has passed since the last time. It ends
// without an error when ctx does, and otherwise with the first error.
func repeat(ctx context.Context, last time.Time, every time.Duration, do func() error) error {
	for {
		// The time of day counts on while a machine is suspended.
		wait := min(time.Until(last.Add(every)), every)
		if !discord.Sleep(ctx, max(wait, 0)) {
			return nil
		}
		last = time.Now().Round(0)
		if err := do(); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
	}
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
	case errors.Is(err, fs.ErrExist): // another process made it meanwhile
		return bad("%s: there is such a file; --force replaces it", to)
	case errors.As(err, &path):
		return bad("%s: %w", path.Path, reason(path))
	case errors.As(err, &link):
		return bad("%s: %w", to, link.Err)
	}
	return bad("%s: %w (store.path = %q)", to, err, from)
}

// rotate removes the older backups of a folder, and no other file. The one that was just
// made stays and counts as the latest, even if the name of another one is of the future.
func (p *program) rotate(folder, made string, keep int) error {
	names, err := backupsIn(folder)
	if err != nil {
		return fmt.Errorf("rotate: %w", err)
	}
	others := slices.DeleteFunc(names, func(name string) bool { return name == made })
	for _, name := range others[:max(len(others)-(keep-1), 0)] {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("rotate: %w", err)
		}
		p.say("removed %s", name)
	}
	return nil
}

// backupsIn are the names of the backups in a folder, the latest last.
func backupsIn(folder string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range files {
		if _, err := time.Parse(dated, f.Name()); err == nil && f.Type().IsRegular() {
			names = append(names, f.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// latestBackup is when the latest backup of a folder was made until now, or the zero time.
// One of the future was made by a clock that was wrong, and does not say when.
func latestBackup(folder string, now time.Time) (latest time.Time, err error) {
	names, err := backupsIn(folder)
	if err != nil {
		return time.Time{}, err
	}
	for _, name := range names {
		at, err := time.Parse(dated, name)
		if err != nil {
			return time.Time{}, err
		}
		if !at.After(now) {
			latest = at
		}
	}
	return latest, nil
}
