package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"oneiros/store"
)

// patience is how long a command waits for Discord.
const patience = 20 * time.Second

func (p *program) check() *cobra.Command {
	var machine bool
	c := &cobra.Command{
		Use:        "check",
		SuggestFor: []string{"doctor", "diagnose", "status"},
		Short:      "Check settings, disk, database, metrics and, with a token, everything that Discord grants",
		Long: `Check the build, the settings, the disk, the database and the metrics. With a token,
check also what Discord says: the application, its intents and commands, the gateway,
the clock, and the permissions on each server and in each channel with a table.

It changes nothing, and the bot may run meanwhile. A warning does not keep the bot from
its work. The exit code is 0 without errors, 1 when something does not hold, and 2 when
a setting, the database or the token is wrong. No secret is printed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			r := &report{out: p.out, machine: machine}
			conf, _, err := p.load()
			if r.fail("settings", err) {
				return r.end(buildVersion())
			}
			k := &checker{report: r, conf: conf, remote: remoteKind}
			k.build()
			k.settings()
			k.database(c.Context())
			k.metrics(c.Context())
			k.discord(c.Context())
			return r.end(buildVersion())
		},
	}
	c.Flags().BoolVar(&machine, "json", false, "print one JSON object for a machine")
	return c
}

// A checker looks at one thing after the other. What one of them found helps the next.
type checker struct {
	*report
	conf   *Config
	remote func(dir string) string // names the file system of a folder that is on no local disk

	holder *store.Holder       // the process that writes the database
	last   store.Start         // of the bot
	used   []store.UsedChannel // lately
}

func (k *checker) build() {
	k.ok("build", "build: oneiros %s for %s/%s", buildVersion(), runtime.GOOS, runtime.GOARCH)
}

// settings says which settings are not the defaults.
func (k *checker) settings() {
	k.ok("settings", "configuration: good")
	for _, s := range settings {
		if v := k.conf.values[s.key]; v != s.value {
			k.ok("settings", "setting %s = %q (default %q)", s.key, v, s.value)
		}
	}
}

// database checks the place of the database, and the database.
func (k *checker) database(ctx context.Context) {
	at := k.conf.Store
	if k.fail("disk", k.place(ctx)) {
		return
	}
	// A check makes no database and changes no row. Run and migrate make it.
	has, wants, err := store.SchemaVersion(ctx, at.place())
	switch {
	case err != nil:
		k.fail("database", storeError(at, err))
	case has > wants:
		k.fail("database", storeError(at, &store.NewerError{Has: has, Wants: wants}))
	case has == 0:
		k.ok("database", "database %s: there is none yet; it will be made", at)
	case has < wants:
		k.warn("database", "database %s: version %d; it will be upgraded to %d. Make a backup first", at, has, wants)
	default:
		if err := k.rows(ctx); err != nil {
			k.fail("database", storeError(at, err))
			return
		}
		k.ok("database", "database %s: version %d, good", at, has)
	}
}

// place says why a database cannot be written, and who else can read it.
func (k *checker) place(ctx context.Context) error {
	at := k.conf.Store
	if at.isPostgres() {
		advice, err := store.CheckServer(ctx, at.place())
		for _, a := range advice {
			k.warn("database", "database %s: %s", at, a)
		}
		if err != nil {
			return storeError(at, err)
		}
		return nil
	}
	err := k.disk(at.place())
	if err == nil {
		err = k.exposure(at.place())
	}
	if err != nil {
		return bad("%s = %q: %w", at.key(), at, whose(at.place(), err))
	}
	return nil
}

// whose is, of an error of a database's file, to which user it belongs, where that is why.
func whose(path string, err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, store.ErrDisk) || errors.Is(err, store.ErrReadOnly) || errors.Is(err, syscall.EROFS) {
		if why := store.ForbiddenDatabase(path); why != nil {
			return why
		}
	}
	return err
}

// exposure says what other users of the machine can open, and how to mend it. A start of
// the bot closes the files of the database, but not a folder.
func (k *checker) exposure(path string) error {
	list, err := store.Exposed(path)
	for _, e := range list {
		can := "open"
		if e.Dir {
			can = "replace files in the folder"
		}
		k.warn("disk", "database %s: other users of this machine can %s %s (mode %#o); mend it: %s", path, can, e.Path, e.Mode, e.Mend)
	}
	return err
}

// errContent is the error of a database in which only the content of rows is damaged.
var errContent = errors.New("the rows above are damaged. Such a match stands until it is stopped, and the others go on. A backup from before the damage has it whole (oneiros restore)")

// rows reads the whole database and says which process writes it.
func (k *checker) rows(ctx context.Context) error {
	at := k.conf.Store
	whole := store.CheckIntegrity(ctx, at.place())
	damage, err := store.FindDamage(ctx, at.place())
	for _, d := range damage {
		k.detail("database", "database %s: %v", at, d)
	}
	switch {
	case whole != nil:
		k.detail("database", "database %s: %v", at, whole)
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
	err = k.read(ctx, db)
	return errors.Join(err, db.Close())
}

// lately is how long ago a channel was used that still has to work.
const lately = 30 * 24 * time.Hour

// read notes what the database knows of the bot.
func (k *checker) read(ctx context.Context, db *store.Store) error {
	at := k.conf.Store
	h, held, err := db.LeaseHolder(ctx)
	if err != nil {
		return err
	}
	if held {
		k.holder = &h
		k.ok("database", "database %s: process %d on %s has written it since %s", at, h.PID, h.Host, utc(h.Since))
	}
	if k.used, err = db.Matches().UsedChannels(ctx, time.Now().Add(-lately)); err != nil {
		return err
	}
	if k.last, err = db.Starts().LastStart(ctx); err != nil {
		return err
	}
	k.lastStart()
	return nil
}

// lastStart says what was different when the bot started last.
func (k *checker) lastStart() {
	if k.last.At.IsZero() {
		return
	}
	changed := changedSettings(k.last, k.conf.values)
	if v := buildVersion(); k.last.Version != v {
		changed = append(changed, fmt.Sprintf("the program was %s", k.last.Version))
	}
	switch {
	case len(changed) == 0:
		k.ok("settings", "last start: %s, with this program and these settings", utc(k.last.At))
	case k.holder != nil:
		k.warn("settings", "last start: %s; what has changed needs a restart: %s", utc(k.last.At), strings.Join(changed, "; "))
	default:
		k.ok("settings", "last start: %s; since then: %s", utc(k.last.At), strings.Join(changed, "; "))
	}
}

// changedSettings lists the settings that had another value at a start. A key that was
// not known then had its default.
func changedSettings(last store.Start, now map[string]string) (list []string) {
	for _, s := range settings {
		was, known := last.Settings[s.key]
		if !known {
			was = s.value
		}
		if was != now[s.key] {
			list = append(list, fmt.Sprintf("%s was %q", s.key, was))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(last.Settings)) {
		if _, known := now[key]; !known {
			list = append(list, fmt.Sprintf("%s is gone, and was %q", key, last.Settings[key]))
		}
	}
	return list
}

// metrics asks the bot at its own address, or tests that the address is free.
func (k *checker) metrics(ctx context.Context) {
	addr := k.conf.Metrics
	if addr == "" {
		k.ok("metrics", "metrics: none, because metrics.addr is empty; so nothing can ask whether the bot is ready")
		return
	}
	status, said, err := askReady(ctx, addr)
	switch {
	case err == nil && status == http.StatusOK:
		k.ok("metrics", "metrics: the bot at %s says %s", addr, strings.Join(strings.Fields(said), " "))
	case err == nil && status == http.StatusServiceUnavailable:
		k.fail("metrics", fmt.Errorf("metrics: the bot at %s is not ready: %s", addr, strings.TrimSpace(said)))
	case err == nil:
		k.fail("metrics", bad("metrics.addr = %q: another program answers there (status %d)", addr, status))
	case k.holder != nil:
		k.warn("metrics", "metrics: nothing answers at %s, though process %d on %s has the database. Perhaps it runs in another container, or with another metrics.addr", addr, k.holder.PID, k.holder.Host)
	default:
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		if err == nil {
			err = l.Close()
		}
		if err != nil {
			k.fail("metrics", bad("metrics.addr = %q: %w", addr, err))
			return
		}
		k.ok("metrics", "metrics: %s is free for the bot", addr)
	}
	if host, _, err := net.SplitHostPort(addr); err == nil && !isLocal(host) {
		k.warn("metrics", "metrics: %s is open to other machines; keep it from the internet", addr)
	}
}

// isLocal reports whether a host is this machine alone.
func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func utc(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
