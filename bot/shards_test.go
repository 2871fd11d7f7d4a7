package bot

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// shards are how many the bot has in most of these tests.
const shards = 11

// awaitHome waits for a moment at which a server is made that is of a shard in the middle:
// not of the first, which has the direct messages, and not of the last.
func awaitHome() {
	for {
		if home := discord.IDAt(time.Now()) >> 22 % shards; home > 0 && home < shards-1 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// home is the shard of the town's server.
func (w *town) home() int {
	w.t.Helper()
	id, err := strconv.ParseUint(string(w.srv.Guild()), 10, 64)
	if err != nil {
		w.t.Fatal(err)
	}
	home := int(id >> 22 % shards)
	if home == 0 {
		w.t.Fatal("the server is of shard 0, like direct messages")
	}
	return home
}

// TestShardsBegin starts sixteen shards. Discord lets one of each bucket begin in five
// seconds, and no IDENTIFY comes too early. After a restart all of them are resumed,
// and at once.
func TestShardsBegin(t *testing.T) {
	const shards = 16
	for concurrency, longest := range map[int]time.Duration{1: 80 * time.Second, 4: 20 * time.Second, 16: 5 * time.Second} {
		c := localcord.Config{Limits: true, Shards: localcord.Sharding{Recommended: shards, MaxConcurrency: concurrency}}
		virtualOn(t, c, "en-US", nil, func(t *testing.T, w *town) {
			all := func() bool { return len(w.srv.Gateway().OnlineShards()) == shards }
			begun := time.Now() // one shard is there already
			if err := w.until(all); err != nil {
				t.Fatalf("the shards %v are there: %v", w.srv.Gateway().OnlineShards(), err)
			}
			if took := time.Since(begun); took > longest || concurrency < shards && took < longest-10*time.Second {
				t.Errorf("max_concurrency %d: all are there after %v, want %v", concurrency, took, longest)
			}
			if n := w.srv.Gateway().Identifies(); n != shards {
				t.Errorf("max_concurrency %d: %d IDENTIFYs", concurrency, n)
			}
			if log := w.log.String(); strings.Contains(log, `"message":"gateway lost"`) {
				t.Errorf("max_concurrency %d: an IDENTIFY was refused:\n%s", concurrency, log)
			}
			time.Sleep(time.Second) // until the last one knows that it is there
			w.stop()
			synctest.Wait() // Discord notices it a moment later
			if list := w.srv.Gateway().OnlineShards(); len(list) > 0 {
				t.Errorf("the bot has ended, and the shards %v are there", list)
			}
			begun = time.Now()
			w.start()
			if err := w.until(all); err != nil {
				t.Fatal(err)
			}
			if took, n := time.Since(begun), w.srv.Gateway().Identifies(); took > time.Second || n != shards {
				t.Errorf("max_concurrency %d: all are there again after %v and %d IDENTIFYs", concurrency, took, n)
			}
			if up, begun, resumed := w.counted("oneiros_gateway_up"), w.counted("oneiros_gateway_identifies_total"), w.counted("oneiros_gateway_resumes_total"); up != shards || begun != 0 || resumed != shards {
				t.Errorf("the metrics say: %v up, %v begun, %v resumed", up, begun, resumed)
			}
			if left := w.counted("oneiros_gateway_identifies_left"); left != 1000-shards {
				t.Errorf("%v IDENTIFYs are left", left)
			}
		})
	}
}

// table is the state of a table.
func (w *town) table(match string) *table.State {
	w.t.Helper()
	return w.look(match)
}

// TestShardDown takes the shard of the server away. Its table waits and
// says why, dated back to the loss. A table in direct messages goes on, because its
// shard is there. Then it is the other way round.
func TestShardDown(t *testing.T) {
	c := localcord.Config{Shards: localcord.Sharding{Recommended: shards, MaxConcurrency: shards}}
	virtualOn(t, c, "en-US", nil, func(t *testing.T, w *town) {
		time.Sleep(5 * time.Second) // until all are there
		w.match("rounds:3", "Boris", "Eve")
		public := w.state().ID
		w.solo("Kate", "rounds:3")
		var direct string
		for _, s := range w.bot.tables.Known(table.On()) {
			if s.ID != public {
				direct = s.ID
			}
		}
		// A clock may stand because the person thinks for longer than the time of a turn.
		running := func(match string) bool { return w.table(match).Paused.Key != table.HaltGateway }
		if !running(public) || !running(direct) {
			t.Fatal("a clock does not run at the start")
		}
		for _, down := range []struct {
			shard           int
			public, private bool
		}{{w.home(), false, true}, {0, true, false}, {(w.home() + 1) % shards, true, true}} {
			w.srv.SetFaults(localcord.Faults{DownShards: []int{down.shard}})
			time.Sleep(8 * time.Second)
			if !running(public) || !running(direct) {
				t.Errorf("shard %d: a clock stands after eight seconds", down.shard)
			}
			time.Sleep(8 * time.Second)
			if p, d := running(public), running(direct); p != down.public || d != down.private {
				t.Errorf("without shard %d the clock of the server's table runs: %v, of the direct one: %v", down.shard, p, d)
			}
			if up := w.counted("oneiros_gateway_up"); up != shards-1 {
				t.Errorf("%v shards are up", up)
			}
			w.srv.SetFaults(localcord.Faults{})
			time.Sleep(15 * time.Second) // until the next try
			if !running(public) || !running(direct) {
				t.Errorf("shard %d is there again, and a clock stands", down.shard)
			}
		}
		// Each time Discord ended the session's connections until a new one was better.
		if n := w.srv.Gateway().Identifies(); n != shards+3 {
			t.Errorf("%d IDENTIFYs", n)
		}
	})
}

// TestSessionsAreSpent gives a bot of eleven shards no session more than it needs. When
// Discord takes the session of the server's shard away, the tables of that shard wait,
// and those of the others do not. The token is not reset, and the log says until when
// the shard waits.
func TestSessionsAreSpent(t *testing.T) {
	c := localcord.Config{Limits: true, Shards: localcord.Sharding{Recommended: shards, MaxConcurrency: shards, Total: shards}}
	virtualOn(t, c, "en-US", nil, func(t *testing.T, w *town) {
		home, began := w.home(), time.Now()
		time.Sleep(5 * time.Second)
		w.match("", "Boris", "Eve")
		w.solo("Kate", "")
		w.srv.Gateway().InvalidateShard(home)
		time.Sleep(30 * time.Second)
		if list := w.srv.Gateway().OnlineShards(); slices.Contains(list, home) || len(list) != shards-1 {
			t.Errorf("the shards %v are there", list)
		}
		if n := w.srv.Gateway().Identifies(); n != shards {
			t.Errorf("%d IDENTIFYs", n)
		}
		said := regexp.MustCompile(fmt.Sprintf(`"shard":%d,"until":"([^"]+)".*the budget of sessions is spent`, home)).FindStringSubmatch(w.log.String())
		if said == nil {
			t.Fatalf("the log does not say until when it waits:\n%s", w.log)
		}
		// Discord counts the sessions of a day from the first one, which is the bot's.
		if until, err := time.Parse(time.RFC3339, said[1]); err != nil || until.Sub(began.Add(24*time.Hour)).Abs() > 5*time.Second {
			t.Errorf("it waits until %s, and the day began at %v: %v", said[1], began, err)
		}
		for _, s := range w.bot.tables.Known(table.On()) {
			if waits := s.Paused.Key == table.HaltGateway; waits != (s.Guild != 0) {
				t.Errorf("the table on server %d waits: %v", s.Guild, waits)
			}
		}
	})
}

// TestRestartResumes ends the bot in the middle of a match and starts it again. It goes
// on with its session, so that a press which came in between is answered. The server
// that had an outage before is still known to have one.
func TestRestartResumes(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:2", people...)
		w.stop()
		pressed := make(chan error, 1)
		go func() {
			_, err := w.person("Boris").Command(w.ctx, w.here, "dream rules", nil)
			pressed <- err
		}()
		time.Sleep(500 * time.Millisecond)
		w.start()
		if err := <-pressed; err != nil {
			t.Errorf("the press while the bot was away: %v", err)
		}
		if n := w.srv.Gateway().Identifies(); n != 1 {
			t.Errorf("%d IDENTIFYs", n)
		}
		w.play(people, panels)

		w.match("rounds:3", people...)
		w.srv.Control().SetGuildState(localcord.GuildUnavailable)
		time.Sleep(time.Minute)
		w.stop()
		w.start()
		time.Sleep(time.Minute)
		if s := w.bot.tables.Known(table.On()); len(s) != 1 || s[0].Paused.Key != table.HaltGuild {
			t.Errorf("the table of a server in an outage goes on: %v", s[0].Paused.Key)
		}
		w.srv.Control().SetGuildState(localcord.GuildAvailable)
		time.Sleep(time.Second)
		if s := w.bot.tables.Known(table.On()); len(s) != 1 || !s[0].Running {
			t.Error("the clock stands though the server is there")
		}
		if n := w.srv.Gateway().Identifies(); n != 1 {
			t.Errorf("%d IDENTIFYs", n)
		}
	})
}

// TestNoticeOfShards: a shard is lost only for its own tables, also before the first
// session. What came first says how many shards there are.
func TestNoticeOfShards(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		id, err := discord.ParseID(string(w.srv.Guild()))
		if err != nil {
			t.Fatal(err)
		}
		own, other := discord.ShardID{Of: 2}, discord.ShardID{Number: 1, Of: 2}
		if other.Has(id) {
			own, other = other, own
		}
		running := func() bool { return w.state().Running }
		w.bot.outage.end()
		w.bot.outage.begin(time.Now().Add(-blackout / 2))
		time.Sleep(blackout/2 + time.Second)
		if running() {
			t.Error("no shard is there, and the clock runs")
		}
		w.bot.events.dispatch(other, discord.Resumed{})
		time.Sleep(time.Second)
		if running() {
			t.Error("the other shard is there, and the clock runs")
		}
		w.bot.events.dispatch(own, discord.Resumed{})
		time.Sleep(time.Second)
		if !running() {
			t.Error("the shard is there, and the clock stands")
		}
		w.bot.events.dispatch(other, discord.Disconnected{Since: time.Now()})
		time.Sleep(2 * blackout)
		if !running() {
			t.Error("the other shard is lost, and the clock stands")
		}
		w.bot.events.dispatch(own, discord.Disconnected{Since: time.Now().Add(-2 * blackout)})
		time.Sleep(time.Second)
		if running() {
			t.Error("the shard was lost long ago, and the clock runs")
		}
		w.bot.outage.end()
		time.Sleep(time.Second)
		if !running() {
			t.Error("nobody listens any more, and the clock stands")
		}
	})
}
