package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/localcord"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/store"
)

// listens starts a Discord of the test's own, which ends with the test.
func listens(t *testing.T, c localcord.Config) *localcord.Server {
	t.Helper()
	c.Log = zerolog.Nop()
	local, err := localcord.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := local.Listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := local.Close(); err != nil {
			t.Error(err)
		}
	})
	return local
}

// serves runs the bot of a configuration until the test ends. It returns when the bot has
// a session with the Discord and its commands are registered.
func serves(t *testing.T, conf *Config, local *localcord.Server) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.WithoutCancel(t.Context()), length())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, conf, zerolog.Nop()) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	if err := local.Wait(ctx, func() bool { return local.Gateway().Online() && len(local.Commands()) > 0 }); err != nil {
		t.Fatal(err)
	}
}

// oneiros runs a command on the guild's database beside the bot.
func (g *guild) oneiros(args ...string) (said string, code int) {
	g.t.Helper()
	c := exec.CommandContext(g.ctx, "oneiros", args...)
	c.Env = append(os.Environ(), "ONEIROS_STORE_PATH="+g.path, "ONEIROS_STORE_WAIT=false",
		"ONEIROS_DISCORD_TOKEN="+g.local.Token(), "ONEIROS_DISCORD_API_BASE="+g.local.APIBase())
	b, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		g.t.Fatal(err)
	}
	return string(b), c.ProcessState.ExitCode()
}

// move makes a person's next move of the match.
func (g *guild) move() bool {
	g.t.Helper()
	game := all.Games[0]
	m, seat, move, ok := g.next(game, 0)
	if !ok {
		g.t.Fatalf("the match is %s", m.Phase)
	}
	return g.play(g.owner(m, seat), m, seat, move)
}

// waits returns when the bot has said the words.
func (g *guild) waits(words string) {
	g.t.Helper()
	g.until(fmt.Sprintf("the bot does not say %q", words), func() bool { return strings.Contains(g.output.String(), words) })
}

// ended waits for a process and gives its exit code. One that does not end says
// where it stands.
func ended(t *testing.T, c *exec.Cmd) int {
	t.Helper()
	defer time.AfterFunc(endurance, func() {
		t.Error("the process does not end")
		if err := c.Process.Signal(syscall.SIGQUIT); err != nil {
			t.Error(err)
		}
	}).Stop()
	var exit *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode()
}

// TestTwoProcesses starts a second process on the database of the first. The
// second process refuses to start and names the first. Another process may read
// beside it. A process that waits takes over as soon as the first is killed.
func TestTwoProcesses(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	g := newGuild(t, all.Games[0].Info().Min)
	g.start()
	g.sit(all.Games[0].Info())
	g.move()
	who := fmt.Sprintf("process %d on ", g.process.Process.Pid)
	for _, args := range [][]string{{"run"}, {"restore", "--force", g.copy()}} {
		if said, code := g.oneiros(args...); code != 2 || !strings.Contains(said, who) || strings.Count(said, "\n") != 1 {
			t.Errorf("oneiros %s ends with %d and says: %s", args[0], code, said)
		}
	}
	match := filepath.Join(t.TempDir(), "match.jsonl")
	for _, args := range [][]string{{"check"}, {"migrate"}, {"export", "--live", "--out", match}, {"verify", match}} {
		said, code := g.oneiros(args...)
		if code != 0 {
			t.Errorf("oneiros %s beside the bot ends with %d and says: %s", args[0], code, said)
		}
		if args[0] == "check" && !strings.Contains(said, who) {
			t.Errorf("check does not say who writes the database: %s", said)
		}
	}
	g.move()

	first, began := g.process, g.began
	g.second()
	g.waits("wait for the process that writes the database")
	if pid := strconv.Itoa(first.Process.Pid); !strings.Contains(g.output.String(), `"pid":`+pid) {
		t.Errorf("it does not say for whom it waits: %s", g.output.String())
	}
	g.output.Reset()
	before := g.connected.Load()
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ended(t, first)
	g.until("the second does not take over", func() bool { return g.connected.Load() > before })
	g.up = time.Since(began) // the clock ran in the one, and runs in the other
	g.online()
	g.move()
	g.crash()
}

// copy is a backup of the database.
func (g *guild) copy() string {
	g.t.Helper()
	to := filepath.Join(g.t.TempDir(), "copy.db")
	if said, code := g.oneiros("backup", to); code != 0 {
		g.t.Fatal(said)
	}
	return to
}

// TestTermWhileDiscordHangs ends the bot while Discord no longer takes answers.
func TestTermWhileDiscordHangs(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	g := newGuild(t, all.Games[0].Info().Min)
	g.start()
	g.sit(all.Games[0].Info())
	m, seat, move, _ := g.next(all.Games[0], 0)
	p := g.owner(m, seat)
	panel := g.panel(p)
	f := g.local.Control().Faults()
	f.UnansweredRate = 1
	g.local.SetFaults(f)
	ctx, stop := context.WithCancel(g.ctx)
	pressed := make(chan error, 1)
	go func() {
		_, err := p.Forge(ctx, localcord.Forged{Channel: g.channel, Message: panel.ID, CustomID: forged(m, seat, move)})
		pressed <- err
	}()
	g.until("the press is never saved", func() bool {
		_, log, _ := g.saved()
		return len(log) > 0
	})
	if err := g.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	code := ended(t, g.process)
	g.process = nil
	if code != 0 {
		t.Errorf("the exit code is %d:\n%s", code, g.output.String())
	}
	stop()
	if err := <-pressed; err == nil {
		t.Error("the press was answered by a Discord that hangs")
	}
	if _, log, presses := g.saved(); len(log) == 0 || len(presses) == 0 {
		t.Errorf("of what was saved %d inputs are left", len(log))
	}
}

// TestHangUp closes the terminal of the bot. It ends as at SIGTERM, and says that everything
// is saved. A bot that was started by nohup goes on.
func TestHangUp(t *testing.T) {
	t.Parallel()
	const farewell = "stop bot; everything is saved"
	// What the test was started by may ignore the signal, and a process inherits that. It
	// does not inherit that the test is told of it.
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(told) })
	g := newGuild(t, 2)
	g.lenient, g.env = true, []string{"ONEIROS_LOG_LEVEL=info"}
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		g.start()
		if err := g.process.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		code := ended(t, g.process)
		g.process = nil
		if said := g.output.String(); code != 0 || !strings.Contains(said, farewell) {
			t.Errorf("at %v it exits with %d:\n%s", s, code, said)
		}
		g.offline()
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("only Linux says which signals a process ignores")
	}
	signal.Ignore(syscall.SIGHUP) // a process inherits it
	t.Cleanup(func() { signal.Reset(syscall.SIGHUP) })
	g.start()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", g.process.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`SigIgn:\s+[0-9a-f]*[13579bdf]\n`).Match(status); !found {
		t.Errorf("started by nohup, it would end with the terminal:\n%s", status)
	}
}

// TestNewerDatabase runs every command that opens the database, on a database of
// a newer version: one that was closed, and one that a kill left with its write-ahead log. Each
// command names both versions and says what to do. It does not change a byte.
func TestNewerDatabase(t *testing.T) {
	t.Parallel()
	t.Run("closed", func(t *testing.T) { newerDatabase(t, false) })
	t.Run("killed", func(t *testing.T) { newerDatabase(t, true) })
}

// makeNewer gives a database a version of the future, and leaves it as a kill would if it is
// asked to.
func makeNewer(t *testing.T, path string, killed bool) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	left := map[string][]byte{}
	for _, end := range []string{"", "-wal", "-shm"} {
		b, e := os.ReadFile(path + end)
		if err = errors.Join(err, e); killed {
			left[path+end] = b
		}
	}
	err = errors.Join(err, db.Close())
	for file, b := range left {
		if len(b) == 0 {
			t.Errorf("%s is empty", file)
		}
		err = errors.Join(err, os.WriteFile(file, b, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func newerDatabase(t *testing.T, killed bool) {
	t.Parallel()
	g := newGuild(t, 2)
	if said, code := g.oneiros("migrate"); code != 0 {
		t.Fatal(said)
	}
	copied := g.copy()
	makeNewer(t, g.path, killed)
	latest, err := store.LatestSchema()
	if err != nil {
		t.Fatal(err)
	}
	folder := func() map[string]string {
		all := map[string]string{}
		files, err := os.ReadDir(filepath.Dir(g.path))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f.Name(), "-shm") {
				continue // an index of the log, which each reader may make anew
			}
			b, err := os.ReadFile(filepath.Join(filepath.Dir(g.path), f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			all[f.Name()] = string(b)
		}
		return all
	}
	before := folder()
	for _, args := range [][]string{{"run"}, {"check"}, {"migrate"}, {"export", "--live"}, {"backup", copied + ".2"}, {"restore", copied}} {
		said, code := g.oneiros(args...)
		if code != 2 {
			t.Errorf("oneiros %s ends with %d: %s", args[0], code, said)
		}
		if args[0] != "restore" && (!strings.Contains(said, "9999") || !strings.Contains(said, fmt.Sprint("versions up to ", latest)) || !strings.Contains(said, "oneiros restore")) {
			t.Errorf("oneiros %s says: %s", args[0], said)
		}
		if after := folder(); !maps.Equal(before, after) {
			t.Errorf("oneiros %s touched the newer database: of %v it left %v", args[0], slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
		}
	}
}

// TestFullDisk fills the disk under a bot while people play. The bot has a small
// file system that nothing else uses. The tables wait and say why, also to the
// people who press. The process goes on, and the tables go on once there is
// room.
func TestFullDisk(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	g := newGuild(t, all.Games[0].Info().Min)
	g.path = filepath.Join(dir, "oneiros.db")
	g.lenient = true
	g.start()
	g.sit(all.Games[0].Info())
	g.move()
	ballast, err := os.Create(filepath.Join(dir, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	for err == nil { // to the last byte
		_, err = ballast.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	// The table speaks the language of the person who opened it.
	full := func(text string) bool {
		return strings.Contains(text, "perhaps the disk is full") || strings.Contains(text, "возможно, диск переполнен")
	}
	shown := func(m *localcord.Message) bool { return full(m.Text()) }
	// Room that the write-ahead log has already is used up first.
	for tries := 0; g.move(); tries++ {
		if tries == 500 {
			t.Fatal("a full disk takes everything")
		}
	}
	if !full(g.last) {
		t.Errorf("a press on a full disk: %s", g.last)
	}
	if _, err := g.people[0].See(g.ctx, g.channel, func(m *localcord.Message) bool { return !m.Ephemeral() && shown(m) }); err != nil {
		t.Fatal(err)
	}
	before, log, _ := g.saved()
	if g.move() {
		t.Error("a press was played while nothing can be saved")
	}
	if said, code := g.oneiros("check"); code != 2 || !strings.Contains(said, "there is little room") {
		t.Errorf("check ends with %d and says: %s", code, said)
	}
	if err := errors.Join(ballast.Close(), os.Remove(ballast.Name())); err != nil {
		t.Fatal(err)
	}
	if err := g.local.Wait(g.ctx, func() bool {
		return !slices.ContainsFunc(g.people[0].Messages(g.channel), func(m *localcord.Message) bool { return !m.Ephemeral() && shown(m) })
	}); err != nil {
		t.Fatal("there is room, and the tables wait")
	}
	after, again, _ := g.saved()
	if len(again) != len(log) || !bytes.Equal(after.Position.Data, before.Position.Data) {
		t.Errorf("while nothing could be saved the log grew from %d to %d", len(log), len(again))
	}
	for range 5 {
		if !g.move() {
			t.Errorf("a press after there was room: %s", g.last)
		}
	}
	if said := g.output.String(); strings.Count(said, "stop clocks: save failed") != 1 || strings.Count(said, "start clocks: save works again") != 1 {
		t.Errorf("the log is not told once:\n%s", said)
	}
	g.crash()
	g.move()
}

// TestEndWhileWaiting ends a process that waits for its database.
func TestEndWhileWaiting(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	g := newGuild(t, 2)
	g.start()
	first := g.process
	g.second()
	g.waits("wait for the process that writes the database")
	if err := g.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := ended(t, g.process); code != 0 {
		t.Errorf("it exits with %d: %s", code, g.output.String())
	}
	g.output.Reset()
	g.process = first
}
