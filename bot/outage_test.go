package bot

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/person"
	"oneiros/bot/table"
	"oneiros/store"
)

// failingDisk is a store that can save nothing for a while, and reports it.
type failingDisk struct {
	mu    sync.Mutex
	err   error
	saves int // that failed
	told  func(error, time.Time)
}

func (d *failingDisk) WatchDisk(told func(error, time.Time)) { d.told = told }

func (d *failingDisk) set(err error) {
	d.mu.Lock()
	d.err = err
	d.mu.Unlock()
	d.told(err, time.Now())
}

func (d *failingDisk) write(do func() error) error {
	d.mu.Lock()
	err := d.err
	if err != nil {
		d.saves++
	}
	d.mu.Unlock()
	if err != nil {
		return err
	}
	return do()
}

// under has a bot save on the disk.
func (d *failingDisk) under(c *Config) {
	s := &c.Stores
	s.Disk, s.Matches, s.Surfaces, s.Settings = d, failingMatches{s.Matches, d}, failingSurfaces{s.Surfaces, d}, failingSettings{s.Settings, d}
	s.Features.People = failingPeople{s.Features.People, d}
}

type failingMatches struct {
	table.Matches
	on *failingDisk
}

func (d failingMatches) AppendInput(ctx context.Context, s store.Step) error {
	return d.on.write(func() error { return d.Matches.AppendInput(ctx, s) })
}

func (d failingMatches) SaveMatch(ctx context.Context, m store.Match) error {
	return d.on.write(func() error { return d.Matches.SaveMatch(ctx, m) })
}

type failingSurfaces struct {
	SurfaceStore
	on *failingDisk
}

func (d failingSurfaces) SaveSurface(ctx context.Context, f store.Surface) error {
	return d.on.write(func() error { return d.SurfaceStore.SaveSurface(ctx, f) })
}

func (d failingSurfaces) DeleteSurface(ctx context.Context, of store.Owner, kind string, user uint64) error {
	return d.on.write(func() error { return d.SurfaceStore.DeleteSurface(ctx, of, kind, user) })
}

type failingSettings struct {
	SettingsStore
	on *failingDisk
}

func (d failingSettings) ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (u store.User, err error) {
	err = d.on.write(func() (err error) { u, err = d.SettingsStore.ChangeUser(ctx, id, do); return err })
	return u, err
}

type failingPeople struct {
	person.Store
	on *failingDisk
}

func (d failingPeople) ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (u store.User, err error) {
	err = d.on.write(func() (err error) { u, err = d.Store.ChangeUser(ctx, id, do); return err })
	return u, err
}

// TestDiskOutageIsLoggedOnce: while nothing can be saved, people press, boards are
// deleted and panels end. The log has one line at the beginning, and one at the end
// with the number of saves that failed.
func TestDiskOutageIsLoggedOnce(t *testing.T) {
	disk := &failingDisk{}
	virtual(t, "en-US", disk.under, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate"}
		w.match("rounds:3", people...)
		time.Sleep(3 * time.Second)
		before := len(w.log.String())
		disk.set(store.ErrFull)
		for range 20 {
			for _, who := range people {
				w.own(who, w.board(), "panel")
			}
			time.Sleep(time.Minute)
		}
		if err := w.srv.Control().DeleteMessage(w.board().ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Minute)
		disk.set(nil)
		time.Sleep(2 * time.Minute)
		log := w.log.String()[before:]
		if n := strings.Count(log, store.ErrFull.Error()); n != 1 || disk.saves < 60 { // three panels, twenty times
			t.Errorf("%d saves failed and %d lines tell of it:\n%s", disk.saves, n, log)
		}
		if !strings.Contains(log, `"failed":`+strconv.Itoa(disk.saves)+`,"message":"start clocks: save works again"`) {
			t.Errorf("%d saves failed, and the log does not count them:\n%s", disk.saves, log)
		}
	})
}

// TestDiscordOutageIsLoggedOnce: while Discord takes no edits, the log does not have
// a line for each surface and each try.
func TestDiscordOutageIsLoggedOnce(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		time.Sleep(3 * time.Second)
		before := len(w.log.String())
		w.srv.SetFaults(localcord.Faults{ErrorRate: 1})
		time.Sleep(10 * time.Minute) // the deadlines pass
		w.srv.SetFaults(localcord.Faults{})
		time.Sleep(2 * time.Minute)
		log := w.log.String()[before:]
		if n := strings.Count(log, "edit surface failed"); n != 1 || !strings.Contains(log, `"message":"edit surfaces works again"`) {
			t.Errorf("%d lines tell of edits that failed:\n%s", n, log)
		}
	})
}

// TestBoardSaysWhyTablesWaited halts all clocks for each reason. After the halt the
// board says why the tables waited. That the bot was away is true for a restart only.
func TestBoardSaysWhyTablesWaited(t *testing.T) {
	for reason, said := range map[string]string{
		table.HaltDisk: "Nothing could be saved", table.HaltMoved: "Nothing could be saved", table.HaltServer: "Nothing could be saved",
		table.HaltGateway: "no connection to Discord", table.HaltGuild: "This server could not be reached",
	} {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			w.match("", "Boris", "Eve")
			time.Sleep(5 * time.Second)
			w.bot.tables.Halt(reason, time.Now())
			time.Sleep(36 * time.Second)
			w.bot.tables.Unhalt(reason)
			time.Sleep(time.Second)
			if b := w.board(); !has(b, "for 36 s", said, "Nobody lost any time") || has(b, "The bot was away") {
				t.Errorf("after %s:\n%s", reason, b.Text())
			}
		})
	}
}
