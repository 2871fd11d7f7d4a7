package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/soak"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/store"
)

var (
	kills = flag.Int("kills", 0, "how often TestKillUnderLoad kills the bot; 0 is a few times")
	seed  = flag.Uint64("seed", 1, "of what people do in TestKillUnderLoad, and of the moments of the kills")
)

// A crowd is many people at tables of every game, on a Discord in good health.
// They press whatever they see until the test ends.
type crowd struct {
	*soak.Crowd
	t   *testing.T
	ctx context.Context // ends when the test has taken too long
}

// haste is how many times as often as usual a crowd looks at the screen. What a test
// waits for is then there in a second.
const haste = 5

// newCrowd gathers a crowd. The bot is not started.
func newCrowd(t *testing.T, tables int) *crowd {
	t.Helper()
	local := listens(t, localcord.Config{})
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	people, err := soak.NewCrowd(local, soak.Config{
		Tables: tables, Seed: *seed, Haste: haste, Dir: t.TempDir(), Command: soakCommand(exe, "oneiros", append(os.Environ(), farewellVariable+"="+endurance.String(), plainVariable+"=1")),
	})
	if err != nil {
		t.Fatal(err)
	}
	atMost := length()
	atMost += time.Duration(*kills) * time.Minute
	ctx, stop := context.WithTimeout(context.WithoutCancel(t.Context()), atMost)
	var playing sync.WaitGroup
	playing.Go(func() { people.Play(ctx, 200) })
	t.Cleanup(func() {
		stop()
		playing.Wait()
		if err := people.Bot.Close(); err != nil {
			t.Error(err)
		}
	})
	return &crowd{people, t, ctx}
}

// busy starts the bot and waits until more than n presses were acknowledged.
func (c *crowd) busy(n int) {
	c.t.Helper()
	if err := c.Bot.Start(); err != nil {
		c.t.Fatal(err)
	}
	if err := c.Online(c.ctx); err != nil {
		c.t.Fatal(err)
	}
	c.acknowledges(n)
}

// acknowledged is how many presses were acknowledged so far.
func (c *crowd) acknowledged() int { return len(c.Tally().Acknowledged) }

// acknowledges waits until more than n presses were acknowledged.
func (c *crowd) acknowledges(n int) {
	c.t.Helper()
	for c.acknowledged() <= n {
		if !pause(c.ctx, 10*time.Millisecond) {
			c.t.Fatalf("no more than %d presses are acknowledged: %v; the bot said:\n%s", n, context.Cause(c.ctx), c.said())
		}
		if err := c.Bot.Failure(); err != nil {
			c.t.Fatal(err)
		}
	}
}

// said is what the bot has logged.
func (c *crowd) said() []byte {
	c.t.Helper()
	b, err := c.Bot.Said()
	if err != nil {
		c.t.Fatal(err)
	}
	return b
}

// judge compares the database with what people saw acknowledged, and fails the
// test for each thing that does not hold.
func (c *crowd) judge(when string) soak.Verdict {
	c.t.Helper()
	return judge(c.t, c.Bot.Store(), c.Tally(), when)
}

// judge fails the test for each thing that does not hold of a database.
func judge(t *testing.T, path string, seen soak.Tally, when string) soak.Verdict {
	t.Helper()
	v, err := soak.Judge(context.WithoutCancel(t.Context()), path, seen.Acknowledged)
	if err != nil {
		t.Fatal(err)
	}
	for what, list := range map[string][]string{"lost": v.Lost, "doubled": v.Doubled, "stuck": v.Stuck, "not replayed": v.Diverged} {
		for _, one := range list {
			t.Errorf("%s, %s: %s", when, what, one)
		}
	}
	return v
}

// pause waits for a time, and reports false when the context ends first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// TestKillUnderLoad lets many people press whatever they see, at several tables
// of every game at once. It kills the process at random moments. After each kill
// nothing acknowledged is missing, and nothing is there twice. Every log leads to
// its stored position. -kills says how often it kills.
func TestKillUnderLoad(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	c := newCrowd(t, max(4/len(all.Games), 2))
	luck := rand.New(rand.NewPCG(*seed, 3))
	acknowledged := 0
	var v soak.Verdict
	times, longest := *kills, time.Second
	if thorough() {
		longest = 2500 * time.Millisecond // clocks are saved each second
	}
	switch {
	case times > 0:
	case gametest.Whole():
		times = 6
	default:
		times = 3
	}
	for n := range times {
		// Something new is acknowledged in each life, and then any moment will do.
		c.busy(acknowledged)
		pause(c.ctx, time.Duration(luck.Int64N(int64(longest))))
		if err := c.Bot.Kill(); err != nil {
			t.Fatal(err)
		}
		v = c.judge(fmt.Sprintf("after kill %d", n+1))
		if acknowledged = c.acknowledged(); t.Failed() {
			return
		}
	}
	t.Logf("%d kills; %d matches, %d inputs, %d presses acknowledged; lost 0, doubled 0", times, v.Matches, v.Inputs, acknowledged)
}

// TestTerm ends the bot while many people press. Everything saved is answered,
// and nothing acknowledged is missing. The bot has as much time for it as the
// machine needs. TestTermWhileDiscordHangs measures how long it waits at most.
func TestTerm(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	c := newCrowd(t, 2)
	acknowledged := 0
	rounds := 1
	if gametest.Whole() {
		rounds = 3
	}
	for round := range rounds {
		c.busy(acknowledged + 5)
		began := time.Now()
		if err := c.Bot.Stop(); err != nil {
			t.Fatal(err)
		}
		took := time.Since(began)
		c.judge(fmt.Sprintf("after end %d", round+1))
		if bytes.Contains(c.said(), []byte(leftOut)) {
			t.Errorf("answers were left out, and the end took %v", took)
		}
		for _, id := range c.saved() {
			if !c.Answered(id, began) {
				t.Errorf("press %d was saved and not answered", id)
			}
		}
		acknowledged = c.acknowledged()
	}
}

// saved are the presses in the logs of all live matches.
func (c *crowd) saved() (presses []uint64) {
	c.t.Helper()
	db, err := store.OpenReadOnly(c.t.Context(), c.Bot.Store())
	if err != nil {
		c.t.Fatal(err)
	}
	ids, err := db.Matches().MatchesByPhase(c.t.Context(), store.Live)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, id := range ids {
		list, err := db.Matches().PressIDs(c.t.Context(), id)
		if err != nil {
			c.t.Fatal(err)
		}
		presses = append(presses, list...)
	}
	if err := db.Close(); err != nil {
		c.t.Fatal(err)
	}
	return presses
}

// TestBackupWhileMatchesRun copies the database while many people press. Each
// match of each copy replays to its stored position. A copy that is restored runs
// beside the database that it was made from.
func TestBackupWhileMatchesRun(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	c := newCrowd(t, 2)
	c.busy(10)
	var copies []string
	for i := range 4 {
		to := filepath.Join(t.TempDir(), fmt.Sprintf("copy%d.db", i))
		backup := exec.CommandContext(t.Context(), "oneiros", "backup", to)
		backup.Env = append(os.Environ(), "ONEIROS_STORE_PATH="+c.Bot.Store())
		if b, err := backup.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		copies = append(copies, to)
		c.acknowledges(c.acknowledged())
	}
	inputs := 0
	for _, path := range copies {
		v := judge(t, path, soak.Tally{}, filepath.Base(path))
		if v.Replayed == 0 || v.Inputs < inputs {
			t.Errorf("%s has %d matches and %d inputs, after %d", filepath.Base(path), v.Replayed, v.Inputs, inputs)
		}
		inputs = v.Inputs
	}

	// The last copy is restored and served beside the other.
	other := newGuild(t, 2)
	restore := exec.CommandContext(t.Context(), "oneiros", "restore", copies[len(copies)-1])
	restore.Env = append(os.Environ(), "ONEIROS_STORE_PATH="+other.path)
	if b, err := restore.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	before := c.acknowledged()
	other.lenient = true // the channels of its tables are on the other Discord
	other.start()
	c.acknowledges(before)
	other.kill()
	if err := c.Bot.Failure(); err != nil {
		t.Error(err)
	}
	judge(t, other.path, soak.Tally{}, "restored")
}
