package main

import (
	"cmp"
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
			if err := p.checkPlace(c.Context(), conf.Store); err != nil {
				return err
			}
			// A check makes no database and changes no row. Run and migrate make it.
			has, wants, err := store.SchemaVersion(c.Context(), conf.Store.place())
			switch {
			case err != nil:
				return storeError(conf.Store, err)
			case has > wants:
				return storeError(conf.Store, &store.NewerError{Has: has, Wants: wants})
			case has == 0:
				p.say("database %s: there is none yet; it will be made", conf.Store)
			case has < wants:
				p.say("database %s: version %d; it will be upgraded to %d", conf.Store, has, wants)
			default:
				if err := p.checkStore(c.Context(), conf.Store); err != nil {
					return storeError(conf.Store, err)
				}
				p.say("database %s: version %d, good", conf.Store, has)
			}
			if conf.Token == "" {
				p.say("discord: not asked, because there is no token")
				return nil
			}
			return p.checkDiscord(c.Context(), conf)
		},
	}
}

// checkPlace says why a database cannot be written, and who else can read it.
func (p *program) checkPlace(ctx context.Context, at database) error {
	if at.isPostgres() {
		advice, err := store.CheckServer(ctx, at.place())
		for _, a := range advice {
			p.say("database %s: %s", at, a)
		}
		if err != nil {
			return storeError(at, err)
		}
		return nil
	}
	err := writable(at.place())
	if err == nil {
		err = p.checkExposure(at.place())
	}
	if err != nil {
		return bad("%s = %q: %w", at.key(), at, err)
	}
	return nil
}

// checkExposure says what other users of the machine can open, and how to mend it.
// A start of the bot closes the files of the database, but not a folder.
func (p *program) checkExposure(path string) error {
	list, err := store.Exposed(path)
	for _, e := range list {
		can := "open"
		if e.Dir {
			can = "replace files in the folder"
		}
		p.say("database %s: other users of this machine can %s %s (mode %#o); mend it: %s", path, can, e.Path, e.Mode, e.Mend)
	}
	return err
}

// errContent is the error of a database in which only the content of rows is damaged.
var errContent = errors.New("the rows above are damaged. Such a match stands until it is stopped, and the others go on. A backup from before the damage has it whole (oneiros restore)")

// checkStore reads the whole database and says which process writes it.
func (p *program) checkStore(ctx context.Context, at database) error {
	whole := store.CheckIntegrity(ctx, at.place())
	damage, err := store.FindDamage(ctx, at.place())
	for _, d := range damage {
		p.say("database %s: %v", at, d)
	}
	switch {
	case whole != nil:
		p.say("database %s: %v", at, whole)
		return whole
	case err != nil:
		return err
	case len(damage) > 0:
		return errContent
	}
	db, err := store.OpenReadOnly(ctx, at.place())
	if err != nil {
		return err
	}
	h, held, err := db.LeaseHolder(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if held {
		p.say("database %s: process %d on %s has written it since %s", at, h.PID, h.Host, h.Since.UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	return nil
}

// little is how many bytes the database needs to grow. An evening's match takes some
// hundred kilobytes.
const little = 16 << 20

// writable says why a database cannot be written at a path. Its folder has to take
// new files, because SQLite keeps two beside the database. If the file itself
// exists, it has to be writable. Whether there is room is tried by writing,
// because no number of a file system shows its quotas and reserves.
func writable(path string) error {
	dir := filepath.Dir(path)
	probe, err := os.CreateTemp(dir, ".oneiros-check-*")
	if err != nil {
		return fmt.Errorf("no file can be made in the folder %q: %w", dir, reason(err))
	}
	// Where an open file can be removed, nothing is left even by a check that is killed.
	removed := os.Remove(probe.Name())
	_, full := probe.Write(make([]byte, little))
	if full == nil {
		full = probe.Sync()
	}
	err = probe.Close()
	if removed != nil {
		err = errors.Join(err, os.Remove(probe.Name()))
	}
	if full != nil {
		full = fmt.Errorf("there is little room: not even %d MiB can be written in the folder %q: %w", little>>20, dir, reason(full))
	}
	if err != nil {
		err = fmt.Errorf("folder %q: %w", dir, err)
	}
	if err := errors.Join(full, err); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return reason(err)
	}
	return f.Close()
}

// checkDiscord asks Discord who the bot is and which permissions it has on each
// server.
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
	p.say("discord: the token belongs to %s (application %s)", app.User.Name, app.ID)
	if err := p.checkStarts(ctx, conf, rest); err != nil {
		return err
	}
	guilds, err := rest.Guilds(ctx)
	if err != nil {
		return discordError(conf, err)
	}
	if wrong := rest.Clock().Warning(); wrong != "" {
		p.say("clock: %s. The bot corrects for it; set the clock, for example with NTP", wrong)
	} else {
		p.say("clock: agrees with Discord's")
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

// checkStarts says how many shards Discord wants, and how many sessions are left to
// begin today.
func (p *program) checkStarts(ctx context.Context, conf *Config, rest *discord.Client) error {
	s, err := discord.AskStarts(ctx, rest)
	if err != nil {
		return discordError(conf, err)
	}
	p.say("gateway: Discord recommends %d shards; %d of %d sessions are left to begin, all again in %v", s.Shards, s.Left, s.Total, s.Renewed.Round(time.Minute))
	if conf.Shards > 0 && conf.Shards*2 < s.Shards {
		p.say("gateway: discord.shards = %d is few for that; set it to auto, or Discord may refuse the bot", conf.Shards)
	}
	if shards := cmp.Or(conf.Shards, s.Shards); s.Total > 0 && s.Left < shards {
		p.say("gateway: a start that cannot resume has to wait, because it begins %d sessions", shards)
	}
	return nil
}

// discordError is bad input when Discord refuses the token; otherwise Discord does
// not answer.
func discordError(conf *Config, err error) error {
	if errors.Is(err, discord.ErrToken) {
		return bad("discord.token: Discord refuses this token; make a new one in the developer portal")
	}
	return fmt.Errorf("discord.api_base = %q: %w", conf.APIBase, err)
}
