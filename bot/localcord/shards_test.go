package localcord

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"oneiros/bot/localcord/session"
)

// identifyAs is the IDENTIFY of a shard that wants to hear of servers and direct messages.
func identifyAs(s *Server, shard, of int) obj {
	return obj{"token": s.Token(), "intents": session.IntentGuilds | session.IntentDMs, "properties": obj{"os": "linux"}, "shard": []int{shard, of}}
}

// TestShardCodes: Discord refuses a shard that does not exist, and too few shards.
func TestShardCodes(t *testing.T) {
	s := start(t, Config{Shards: Sharding{Recommended: 40, Required: 16, MaxConcurrency: 4, Total: 2000}})
	_, got, _ := call(t, s, "GET", "/gateway/bot", nil)
	limit := got["session_start_limit"].(obj)
	if got["shards"] != 40.0 || limit["total"] != 2000.0 || limit["remaining"] != 2000.0 || limit["max_concurrency"] != 4.0 || limit["reset_after"].(float64) <= 0 {
		t.Error(got)
	}
	for name, c := range map[string]struct {
		id   obj
		code int
	}{
		"number too high":  {identifyAs(s, 16, 16), 4010},
		"number below 0":   {identifyAs(s, -1, 16), 4010},
		"none of none":     {identifyAs(s, 0, 0), 4010},
		"too few":          {identifyAs(s, 0, 15), 4011},
		"without sharding": {identify(s), 4011},
		"unknown intents":  {obj{"token": s.Token(), "intents": 1 << 23, "properties": obj{}, "shard": []int{0, 16}}, 4013},
	} {
		t.Run(name, func(t *testing.T) {
			w := dial(t, s, "v=10")
			w.say(2, c.id)
			w.closed(c.code)
		})
	}
	if n := s.Gateway().Identifies(); n != 0 {
		t.Errorf("%d IDENTIFYs are counted, and none began a session", n)
	}
}

// TestShardRouting: only the shard of the server hears of it, and only shard 0 of direct
// messages. Both are told which shard they are.
func TestShardRouting(t *testing.T) {
	const of = 7
	s := start(t, Config{})
	id, err := strconv.ParseUint(string(s.Guild()), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	home := int(id >> 22 % of)
	for n := range of {
		w := dial(t, s, "v=10")
		w.expect(10, nil)
		w.say(2, identifyAs(s, n, of))
		ready := w.expect(0, "READY").D.(obj)
		if got := fmt.Sprint(ready["shard"]); got != fmt.Sprint([]int{n, of}) {
			t.Errorf("shard %d is told that it is %s", n, got)
		}
		if guilds := ready["guilds"].([]any); len(guilds) == 1 != (n == home) {
			t.Errorf("shard %d has %d servers", n, len(guilds))
		}
		if n == home {
			w.expect(0, "GUILD_CREATE")
		}
		s.Control().SetLocale([]string{"ru", "en-US"}[n%2])
		c, err := s.Users()[1].OpenDirect()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Users()[1].Say(c, "hello"); err != nil {
			t.Fatal(err)
		}
		if n == home {
			w.expect(0, "GUILD_UPDATE")
		}
		if n == 0 {
			w.expect(0, "MESSAGE_CREATE")
		}
		w.say(1, nil)
		w.expect(11, nil) // and nothing else came before it
	}
	if got := fmt.Sprint(s.Gateway().OnlineShards()); got != "[0 1 2 3 4 5 6]" {
		t.Error(got)
	}
}

// TestShardBuckets: the shards 0 and 2 are of one bucket, 1 is of another. A second
// IDENTIFY of a bucket within five seconds is refused. One more than the budget of the
// day resets the token.
func TestShardBuckets(t *testing.T) {
	s := start(t, Config{Limits: true, Shards: Sharding{Recommended: 4, MaxConcurrency: 2, Total: 2}})
	begin := func(shard int) *wireClient {
		w := dial(t, s, "v=10")
		w.expect(10, nil)
		w.say(2, identifyAs(s, shard, 4))
		return w
	}
	first := begin(0)
	first.expect(0, "READY")
	begin(2).expect(9, nil)
	begin(1).expect(0, "READY")
	if left, _ := s.w.Sessions.Starts.Left(); left != 0 {
		t.Errorf("%d IDENTIFYs are left", left)
	}
	s.w.Lock()
	s.w.Sessions.Starts.Last[0] = s.w.Sessions.Starts.Last[0].Add(-5 * time.Second)
	s.w.Unlock()
	begin(2).closed(4004)
	first.closed(4004)
	if status, _, _ := call(t, s, "GET", "/gateway/bot", nil); status != 401 {
		t.Errorf("the token that was reset gets %d", status)
	}
}

// TestDownShard cuts one shard, and lets it go on with its session afterwards.
func TestDownShard(t *testing.T) {
	s := start(t, Config{})
	w := dial(t, s, "v=10")
	w.expect(10, nil)
	w.say(2, identifyAs(s, 1, 2))
	id := w.expect(0, "READY").D.(obj)["session_id"]
	s.SetFaults(Faults{DownShards: []int{1}})
	for {
		if _, err := w.hear(false); err != nil {
			break
		}
	}
	resume := func() *wireClient {
		w := dial(t, s, "v=10")
		w.expect(10, nil)
		w.say(6, obj{"token": s.Token(), "session_id": id, "seq": 1})
		return w
	}
	if p, err := resume().hear(false); err == nil {
		t.Errorf("a shard that is down hears %v", p)
	}
	w = dial(t, s, "v=10")
	w.expect(10, nil)
	w.say(2, identifyAs(s, 0, 2))
	w.expect(0, "READY")
	s.SetFaults(Faults{})
	w = resume()
	for {
		if p, err := w.hear(false); err != nil || p.T == "RESUMED" {
			if err != nil {
				t.Error(err)
			}
			break
		}
	}
}
