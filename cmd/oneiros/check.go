package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"oneiros/bot/discord"
	"oneiros/store"
)

// patience is how long a command waits for Discord.
const patience = 20 * time.Second

func (p *program) check() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Check the configuration, the database and, with a token, what Discord grants",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			p.say("configuration: good")
			if err := writable(conf.Store); err != nil {
				return bad("store.path = %q: %w", conf.Store, err)
			}
			// A check changes nothing: a database is made by run or migrate.
			has, wants, err := store.SchemaVersion(c.Context(), conf.Store)
			switch {
			case err != nil:
				return storeError(conf.Store, err)
			case has > wants:
				return storeError(conf.Store, &store.NewerError{Has: has, Wants: wants})
			case has == 0:
				p.say("database %s: none yet; it will be made", conf.Store)
			case has < wants:
				p.say("database %s: version %d; it will be brought to %d", conf.Store, has, wants)
			default:
				if err := p.checkStore(c.Context(), conf.Store); err != nil {
					return storeError(conf.Store, err)
				}
				p.say("database %s: version %d, good", conf.Store, has)
			}
			if conf.Token == "" {
				p.say("discord: no token given, so it was not asked")
				return nil
			}
			return p.checkDiscord(c.Context(), conf)
		},
	}
}

// checkStore reads all of the database and says who writes it.
func (p *program) checkStore(ctx context.Context, path string) error {
	if err := store.CheckIntegrity(ctx, path); err != nil {
		return err
	}
	db, err := store.OpenReadOnly(ctx, path)
	if err != nil {
		return err
	}
	h, held, err := db.LeaseHolder(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if held {
		p.say("database %s: process %d on %s has written it since %s", path, h.PID, h.Host, h.Since.UTC().Format(time.RFC3339))
	}
	return nil
}

// little is how much room there has to be for the database to grow, in bytes. An
// evening's match takes some hundred kilobytes.
const little = 16 << 20

// writable says why a database cannot be written at a path: its folder has to be
// there and to take new files, because SQLite keeps two beside the database, and
// the file itself, if there is one, has to be writable. That there is room is
// tried, because quotas and reserves of a file system show in no number of it.
func writable(path string) error {
	dir := filepath.Dir(path)
	probe, err := os.CreateTemp(dir, ".oneiros-check-*")
	if err != nil {
		return fmt.Errorf("no file can be made in the folder %q: %w", dir, errors.Unwrap(err))
	}
	_, full := probe.Write(make([]byte, little))
	if full == nil {
		full = probe.Sync()
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return fmt.Errorf("folder %q: %w", dir, err)
	}
	if full != nil {
		return fmt.Errorf("there is little room: not even %d MiB can be written in the folder %q: %w", little>>20, dir, errors.Unwrap(full))
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return errors.Unwrap(err)
	}
	return f.Close()
}

// checkDiscord asks Discord who the bot is and what it may do where.
func (p *program) checkDiscord(ctx context.Context, conf *Config) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rest, err := client(conf)
	if err != nil {
		return fmt.Errorf("discord: %w", err)
	}
	defer rest.Close()
	app, err := rest.Me(ctx)
	if err != nil {
		return discordError(conf, err)
	}
	p.say("discord: the token is that of %s (application %s)", app.User.Name, app.ID)
	guilds, err := rest.Guilds(ctx)
	if err != nil {
		return discordError(conf, err)
	}
	need := discord.MinimalRights
	if conf.Threads {
		need = discord.MinimalAndThread
	}
	var short []string
	for _, g := range guilds {
		missing := discord.Missing(g.Permissions, need)
		if len(missing) == 0 {
			p.say("server %s: all permissions", g.Name)
			continue
		}
		p.say("server %s lacks: %s (Server Settings → Roles, or the channel's settings)", g.Name, strings.Join(missing, ", "))
		short = append(short, g.Name)
	}
	if len(guilds) == 0 {
		p.say("the bot is in no server yet; invite it: %s", discord.Invite(app.ID, conf.Threads))
	}
	if len(short) > 0 {
		return fmt.Errorf("permissions are missing in %s", strings.Join(short, ", "))
	}
	return nil
}

// discordError tells a token that Discord refuses from a Discord that does not
// answer.
func discordError(conf *Config, err error) error {
	if errors.Is(err, discord.ErrToken) {
		return bad("discord.token: Discord refuses it; make a new one in the developer portal")
	}
	return fmt.Errorf("discord.api_base = %q: %w", conf.APIBase, err)
}
