package localcord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/localcord/rest"
	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/world"
)

// events are what a connection has been told until now.
func (c *wireClient) events() (list []session.Packet) {
	c.t.Helper()
	c.say(1, nil)
	for {
		p, err := c.hear(c.z != nil)
		if err != nil {
			c.t.Fatal(err)
		}
		if p.Op == 11 {
			return list
		}
		list = append(list, p)
	}
}

// told are the kinds of events that a connection has been told, each with the name or
// the id of the server that it is of.
func (c *wireClient) told(s *Server) (list []string) {
	c.t.Helper()
	for _, p := range c.events() {
		d := p.D.(obj)
		id, ok := d["guild_id"]
		if strings.HasPrefix(fmt.Sprint(p.T), "GUILD_") {
			id, ok = d["id"], true
		}
		of := "-"
		if ok {
			of = s.w.Guilds.Find(ID(id.(string))).Name
		}
		list = append(list, fmt.Sprint(p.T)+" "+of)
	}
	return list
}

// shardsOf connects all shards, and returns them with what READY said of servers.
func shardsOf(t *testing.T, s *Server, of int) (list []*wireClient, ready [][]string) {
	t.Helper()
	for n := range of {
		w := dial(t, s, "v=10")
		w.expect(10, nil)
		id := identifyAs(s, n, of)
		id["intents"] = session.IntentGuilds | session.IntentDMs | session.IntentMessages
		w.say(2, id)
		var guilds []string
		for _, g := range w.expect(0, "READY").D.(obj)["guilds"].([]any) {
			if g.(obj)["unavailable"] != true {
				t.Errorf("READY says %v", g)
			}
			guilds = append(guilds, s.w.Guilds.Find(ID(g.(obj)["id"].(string))).Name)
		}
		list, ready = append(list, w), append(ready, guilds)
	}
	return list, ready
}

// TestServersOnShards spreads seven servers over three shards. Each shard is told of its
// own servers, what they are and what happens there, and shard 0 of direct messages.
func TestServersOnShards(t *testing.T) {
	const of = 3
	s := start(t, Config{Shards: Sharding{Recommended: of}})
	want := make([][]string, of) // their servers
	add := func(g *Guild) { n := g.ID().Shard(of); want[n] = append(want[n], g.Name()) }
	add(s.Guilds()[0])
	for n := range 6 {
		g := s.NewGuild(fmt.Sprint("server ", n))
		g.NewChannel("only in " + g.Name())
		add(g)
	}
	for n, list := range want {
		if len(list) < 2 {
			t.Errorf("shard %d has %q", n, list)
		}
	}
	shards, ready := shardsOf(t, s, of)
	if fmt.Sprint(ready) != fmt.Sprint(want) {
		t.Errorf("READY lists %q, want %q", ready, want)
	}
	for n, w := range shards {
		var created []string
		for _, p := range w.events() {
			d := p.D.(obj)
			created = append(created, d["name"].(string))
			for _, c := range d["channels"].([]any) {
				if name := c.(obj)["name"].(string); c.(obj)["guild_id"] != d["id"] || strings.HasPrefix(name, "only in ") && name != "only in "+d["name"].(string) {
					t.Errorf("%s has the channel %v", d["name"], c)
				}
			}
			if d["owner_id"] != string(s.Users()[0].ID()) || d["roles"].([]any)[0].(obj)["id"] != d["id"] {
				t.Error(d["owner_id"], d["roles"])
			}
		}
		if !slices.Equal(created, want[n]) {
			t.Errorf("shard %d is told of %q, want %q", n, created, want[n])
		}
	}
	define(t, s, `[{"name":"dream","description":"d"}]`)
	for _, g := range s.Guilds() {
		eve := g.User("Eve")
		in := g.Channel("")
		s.w.Lock()
		_, err := s.asked.Client().Command(s.w.People.Named("Eve"), s.w.Channels.Find(in), "dream", "", nil, "", "") // no person answers it
		s.w.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := eve.Say(g.Channel(""), "hello"); err != nil {
			t.Fatal(err)
		}
		g.SetLocale("ru")
		at := g.ID().Shard(of)
		heard := shards[at].told(s)
		if want := fmt.Sprintf("[INTERACTION_CREATE %[1]s MESSAGE_CREATE %[1]s GUILD_UPDATE %[1]s]", g.Name()); fmt.Sprint(heard) != want {
			t.Errorf("its shard hears %q, want %s", heard, want)
		}
		for n, w := range shards {
			if heard := w.told(s); len(heard) > 0 {
				t.Errorf("shard %d hears %q", n, heard)
			}
		}
	}
	c, err := s.User("Eve").OpenDirect()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.User("Eve").Say(c, "hello"); err != nil {
		t.Fatal(err)
	}
	for n, w := range shards {
		if heard := w.told(s); len(heard) > 0 != (n == 0) {
			t.Errorf("shard %d hears of direct messages: %q", n, heard)
		}
	}
}

// TestServerComesAndGoes adds a server while the bot runs, removes the bot from it and
// brings it back. Only its shard is told, and only its calls are refused.
func TestServerComesAndGoes(t *testing.T) {
	const of = 2
	s := start(t, Config{Shards: Sharding{Recommended: of}})
	shards, _ := shardsOf(t, s, of)
	for _, w := range shards {
		w.events()
	}
	g := s.NewGuild("second")
	at := g.ID().Shard(of)
	if at == s.Guild().Shard(of) {
		t.Fatal("both servers are of one shard")
	}
	told := func(want ...string) {
		t.Helper()
		if got := shards[at].told(s); !slices.Equal(got, want) {
			t.Errorf("its shard hears %q, want %q", got, want)
		}
		if got := shards[1-at].told(s); len(got) > 0 {
			t.Errorf("the other shard hears %q", got)
		}
	}
	asked := func(status, ofChannel, ofCommands int) {
		t.Helper()
		for path, want := range map[string]int{
			"/guilds/" + string(g.ID()): status, "/guilds/" + string(s.Guild()): 200, "/channels/" + string(g.Channel("")): ofChannel,
			"/channels/" + string(s.Channel("")): 200, "/applications/" + string(s.Bot()) + "/guilds/" + string(g.ID()) + "/commands": ofCommands,
		} {
			if got, m, _ := call(t, s, "GET", path, nil); got != want {
				t.Errorf("%s: %d %v, want %d", path, got, m, want)
			}
		}
	}
	told("GUILD_CREATE second")
	asked(200, 200, 200)
	g.SetState(GuildUnavailable)
	p := shards[at].expect(0, "GUILD_DELETE")
	if p.D.(obj)["unavailable"] != true {
		t.Error(p.D)
	}
	asked(403, 403, 200)
	g.SetState(GuildAvailable)
	told("GUILD_CREATE second")
	g.SetState(GuildRemoved)
	p = shards[at].expect(0, "GUILD_DELETE")
	if _, is := p.D.(obj)["unavailable"]; is {
		t.Error(p.D)
	}
	asked(404, 403, 403)
	if _, ready := shardsOf(t, s, of); len(ready[at]) > 0 || len(ready[1-at]) != 1 {
		t.Errorf("READY lists %q", ready)
	}
	g.SetState(GuildAvailable)
	told("GUILD_CREATE second")
	asked(200, 200, 200)
}

// TestServersAreApart: people see and do only what is of servers that they are on, with
// the permissions that they have there. The bot's permissions and commands are those of
// one server.
func TestServersAreApart(t *testing.T) {
	s := start(t, Config{})
	w := dial(t, s, "v=10")
	w.expect(10, nil)
	w.say(2, identify(s))
	w.expect(0, "READY")
	g := s.NewGuild("second")
	here, there := s.Channel(""), g.Channel("")
	if s.Channel("") == there || g.Channel("lounge") != "" {
		t.Error("a channel is found on the wrong server")
	}
	both, one := g.User("Eve"), s.User("Boris")
	stranger := g.User("Nora")
	app := "/applications/" + string(s.Bot())
	call(t, s, "PUT", app+"/commands", arr{obj{"name": "dream", "description": "d"}, obj{"name": "settings", "description": "d", "default_member_permissions": "32"}})
	call(t, s, "PUT", app+"/guilds/"+string(g.ID())+"/commands", arr{obj{"name": "night", "description": "d"}})
	runs := func(p *Person, in ID, words string, member string) string {
		t.Helper()
		done := make(chan error, 1)
		go func() { _, err := p.Command(t.Context(), in, words, nil); done <- err }()
		heard := make(chan session.Packet, 1)
		go func() {
			if p, err := w.hear(false); err == nil {
				heard <- p
			}
		}()
		select {
		case err := <-done:
			w.say(1, nil) // serves the reader above
			<-heard
			return err.Error()
		case p := <-heard:
			d := p.D.(obj)
			if permissions := d["member"].(obj)["permissions"]; permissions != member {
				t.Errorf("%s has the permissions %v", words, permissions)
			}
			call(t, s, "POST", fmt.Sprintf("/interactions/%s/%s/callback", d["id"], d["token"]), obj{"type": 4, "data": obj{"content": words, "flags": 64}})
			if err := <-done; err != nil {
				t.Error(err)
			}
			return s.w.Guilds.Find(ID(d["guild_id"].(string))).Name
		}
	}
	plain := fmt.Sprint(uint64(world.PermMembers))
	for _, c := range []struct {
		who   *Person
		in    ID
		words string
		want  string
	}{
		{both, here, "dream", "Oneiros"}, {both, there, "dream", "second"}, {one, here, "dream", "Oneiros"}, {stranger, there, "dream", "second"},
		{one, there, "dream", "there is no such channel"}, {stranger, here, "dream", "there is no such channel"},
		{both, there, "night", "second"}, {both, here, "night", "there is no such command"},
		{both, there, "settings", "there is no such command"},
	} {
		if got := runs(c.who, c.in, c.words, plain); got != c.want {
			t.Errorf("%s runs %s: %s, want %s", c.who.Name(), c.words, got, c.want)
		}
	}
	if err := g.Allow(both, "moderator", world.PermManageServer); err != nil {
		t.Fatal(err)
	}
	if got := runs(both, there, "settings", fmt.Sprint(uint64(world.PermMembers|world.PermManageServer))); got != "second" {
		t.Error(got)
	}
	if got := runs(both, here, "settings", plain); got != "there is no such command" {
		t.Error(got)
	}
	_, m, _ := call(t, s, "GET", "/guilds/"+string(g.ID())+"/members/"+string(both.ID()), nil)
	_, whole, _ := call(t, s, "GET", "/guilds/"+string(g.ID()), nil)
	role := whole["roles"].([]any)[1].(obj)
	if fmt.Sprint(m["roles"]) != fmt.Sprint([]any{role["id"]}) || role["name"] != "moderator" || role["permissions"] != "32" {
		t.Error(m["roles"], role)
	}
	if got, _, _ := call(t, s, "GET", "/guilds/"+string(g.ID())+"/members/"+string(one.ID()), nil); got != 404 {
		t.Errorf("somebody who is not on the server: %d", got)
	}

	// What the bot may do is said server by server.
	s.Control().Deny(g.ID(), world.PermSend)
	for in, want := range map[ID]int{here: 200, there: 403} {
		if got, _, _ := call(t, s, "POST", "/channels/"+string(in)+"/messages", obj{"content": "at " + string(in)}); got != want {
			t.Errorf("a message: %d, want %d", got, want)
		}
	}
	s.Control().ClearFaults()
	if got, _, _ := call(t, s, "POST", "/channels/"+string(there)+"/messages", obj{"content": "at last"}); got != 200 {
		t.Errorf("a message: %d", got)
	}
	if len(one.Messages(there)) > 0 || len(stranger.Messages(here)) > 0 || len(both.Panels(here)) != 1 || len(both.Panels(there)) != 3 || len(one.Messages(here)) != 2 {
		t.Error("somebody sees what is of another server, or not what is of theirs")
	}
}

// TestLeaveOneServer: who leaves one server goes on at the other and in direct messages,
// until that one is left, too.
func TestLeaveOneServer(t *testing.T) {
	s := start(t, Config{})
	g := s.NewGuild("second")
	eve := g.User("Eve")
	direct, err := eve.OpenDirect()
	if err != nil {
		t.Fatal(err)
	}
	says := func(want ...error) {
		t.Helper()
		for i, c := range []ID{s.Channel(""), g.Channel(""), direct} {
			if _, err := eve.Say(c, "hello"); !errors.Is(err, want[i]) {
				t.Errorf("in place %d: %v, want %v", i, err, want[i])
			}
		}
		status, _, _ := call(t, s, "POST", "/channels/"+string(direct)+"/messages", obj{"content": "hello"})
		if lost := want[2] != nil; lost != (status == http.StatusForbidden) {
			t.Errorf("the bot writes to her: %d", status)
		}
	}
	if n := len(g.Members()); n != 2 {
		t.Errorf("%d members, want the owner and Eve", n)
	}
	says(nil, nil, nil)
	if err := eve.Leave(); err != nil {
		t.Fatal(err)
	}
	says(world.ErrGone, nil, nil)
	if err := g.Leave(eve, true); err != nil {
		t.Fatal(err)
	}
	says(world.ErrGone, world.ErrGone, world.ErrGone)
	if _, err := eve.OpenDirect(); !errors.Is(err, world.ErrGone) {
		t.Error(err)
	}
	g.User("Eve")
	says(world.ErrGone, nil, nil)
	g.SetState(GuildRemoved) // she is there, and the bot is not
	if status, _, _ := call(t, s, "POST", "/channels/"+string(direct)+"/messages", obj{"content": "hello"}); status != http.StatusForbidden {
		t.Errorf("the bot writes to somebody with whom it shares no server: %d", status)
	}
}

// TestServerList lists the bot's servers, page by page.
func TestServerList(t *testing.T) {
	s := start(t, Config{Shards: Sharding{Recommended: 4}})
	want := []string{string(s.Guild())}
	for n := range 4 {
		want = append(want, string(s.NewGuild(fmt.Sprint(n)).ID()))
	}
	s.Guilds()[2].SetState(GuildRemoved)
	want = slices.Delete(want, 2, 3)
	slices.SortFunc(want, func(a, b string) int { return ID(a).Compare(ID(b)) })
	var got []string
	for after := ""; ; after = got[len(got)-1] {
		_, m, _ := call(t, s, "GET", "/users/@me/guilds?limit=3&after="+after, nil)
		all := strings.Split(m[""].(string), `"id":"`)[1:]
		for _, g := range all {
			id, _, _ := strings.Cut(g, `"`)
			got = append(got, id)
		}
		if len(all) < 3 {
			break
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s.Control().Grant(world.PermCreateEvents)
	s.Control().Deny(ID(want[0]), world.PermAttach)
	_, m, _ := call(t, s, "GET", "/users/@me/guilds?limit=1", nil)
	if may := fmt.Sprintf(`"permissions":"%d"`, (world.PermInvited|world.PermVoice|world.PermCreateEvents)&^world.PermAttach); !strings.Contains(m[""].(string), may) {
		t.Errorf("want %s: %s", may, m[""])
	}
	if status, _, _ := call(t, s, "GET", "/users/@me/guilds?limit=201", nil); status != 400 {
		t.Errorf("too long a page: %d", status)
	}
	if _, m, _ := call(t, s, "GET", "/applications/@me", nil); m["approximate_guild_count"] != 4.0 {
		t.Error(m["approximate_guild_count"])
	}
}

// TestServersAreKept stops a Discord and starts it again with all its servers.
func TestServersAreKept(t *testing.T) {
	dir := t.TempDir()
	var before string
	for n := range 3 {
		s, err := New(Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			g := s.NewGuild("second")
			g.SetLocale("ru")
			g.NewChannel("other")
			g.User("Boris")
			if err := g.Allow(g.User("Nora"), "moderator", world.PermManageServer); err != nil {
				t.Fatal(err)
			}
			if err := g.Leave(s.User("Boris"), false); err != nil {
				t.Fatal(err)
			}
		}
		var now []string
		for i, g := range s.Guilds() {
			in := s.w.Guilds.All()[i]
			now = append(now, fmt.Sprint(g.ID(), g.Name(), in.Locale, in.Owner, len(g.Members()), len(in.Members), in.Roles, in.Permissions(s.User("Nora").ID()), g.Channel("other") != ""))
		}
		if n > 0 && fmt.Sprint(now) != before {
			t.Errorf("now %v, before %v", now, before)
		}
		before = fmt.Sprint(now)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOldJournal reads what a Discord with one server has kept.
func TestOldJournal(t *testing.T) {
	dir := t.TempDir()
	const kept = `{"put":"world","v":{"app":"4194304","guild":"4194305","locale":"en-US"}}
{"put":"person","id":"4194306","v":{"id":"4194306","name":"Anna","login":"anna","color":"#e58fb1","locale":"ru","owner":true}}
{"put":"person","id":"4194307","v":{"id":"4194307","name":"Bert","login":"bert","color":"#e58fb1","locale":"ru","owner":false}}
{"put":"channel","id":"4194308","v":{"ID":"4194308","Type":0,"Name":"table"}}
{"put":"channel","id":"4194309","v":{"ID":"4194309","Type":1,"Name":"Oneiros","Recipient":"4194307"}}
{"put":"person","id":"4194307","v":{"id":"4194307","name":"Bert","login":"bert","color":"#e58fb1","locale":"ru","owner":false,"gone":true}}
{"put":"world","v":{"app":"4194304","guild":"4194305","locale":"ru"}}
`
	if err := os.WriteFile(filepath.Join(dir, "journal.jsonl"), []byte(kept), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s, err := New(Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		g := s.w.Guilds.Home()
		if len(s.w.Guilds.All()) != 1 || g.ID != "4194305" || g.Name != "Oneiros" || g.Locale != "ru" || g.Owner != "4194306" || !g.Has("4194306") || g.Has("4194307") {
			t.Errorf("%+v", g)
		}
		if s.Channel("table") != "4194308" || s.w.Channels.Find("4194309").Guild != "" {
			t.Error("a channel is lost")
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLimitsAreOfTheToken: several processes of one bot have several connections and one
// budget, of calls in a second and of IDENTIFYs in each bucket and day.
func TestLimitsAreOfTheToken(t *testing.T) {
	const of = 4
	s := start(t, Config{Limits: true, Shards: Sharding{Recommended: of, MaxConcurrency: 2, Total: 3}})
	statuses := make(chan int, 2*rest.GlobalLimit)
	for range 2 {
		process := &http.Client{Transport: &http.Transport{}}
		defer process.CloseIdleConnections()
		go func() {
			for n := range rest.GlobalLimit {
				r, err := http.NewRequestWithContext(t.Context(), "GET", fmt.Sprintf("%s/v10/channels/%d", s.APIBase(), n), nil)
				if err != nil {
					t.Error(err)
				}
				r.Header.Set("Authorization", "Bot "+s.Token())
				r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
				resp, err := process.Do(r)
				if err != nil {
					statuses <- 0
					continue
				}
				resp.Body.Close()
				statuses <- resp.StatusCode
			}
		}()
	}
	began := time.Now()
	took := map[int]int{}
	for range 2 * rest.GlobalLimit {
		took[<-statuses]++
	}
	if seconds := int(time.Since(began)/time.Second) + 1; took[404] > seconds*rest.GlobalLimit || took[404] < rest.GlobalLimit || took[404]+took[429] != 2*rest.GlobalLimit {
		t.Errorf("in %d seconds: %v", seconds, took)
	}
	if c := s.REST().Calls(); c.Counted != 2*rest.GlobalLimit || c.Refused != took[429] || c.Exempt != 0 {
		t.Errorf("counted: %+v", c)
	}
	begin := func(shard int) *wireClient {
		w := dial(t, s, "v=10")
		w.expect(10, nil)
		w.say(2, identifyAs(s, shard, of))
		return w
	}
	begin(0).expect(0, "READY")
	begin(1).expect(0, "READY")
	begin(2).expect(9, nil)
	begin(3).expect(9, nil)
	s.w.Lock()
	s.w.Sessions.Starts.Last[1] = s.w.Sessions.Starts.Last[1].Add(-session.IdentifyEvery)
	s.w.Unlock()
	begin(3).expect(0, "READY")
	begin(2).expect(9, nil) // the other bucket waits as before
	if n := s.Gateway().Identifies(); n != 3 {
		t.Errorf("%d IDENTIFYs", n)
	}
	s.w.Lock()
	s.w.Sessions.Starts.Last[0] = s.w.Sessions.Starts.Last[0].Add(-session.IdentifyEvery)
	s.w.Unlock()
	begin(2).closed(4004) // one more than the day has, whichever process sends it
}

// scheduled is a body that schedules one.
func scheduled(start string) obj {
	return obj{
		"name": "Night", "description": "d", "entity_type": 3, "privacy_level": 2, "entity_metadata": obj{"location": "#dreams"},
		"scheduled_start_time": start, "scheduled_end_time": "2040-01-02T20:00:00Z",
	}
}

// TestEvents: the bot schedules, changes, begins and deletes its events, if it may, and
// what Discord refuses is refused.
func TestEvents(t *testing.T) {
	s := start(t, Config{})
	all := "/guilds/" + string(s.Guild()) + "/scheduled-events"
	ask := func(method, path string, body any) (int, string, obj) {
		t.Helper()
		status, m, _ := call(t, s, method, path, body)
		return status, fmt.Sprint(m["code"]), m
	}
	if status, code, _ := ask("POST", all, scheduled("2040-01-01T20:00:00Z")); status != 403 || code != "50013" {
		t.Fatalf("without the permission: %d, %s", status, code)
	}
	s.Control().Grant(world.PermCreateEvents)
	for name, broken := range map[string]obj{
		"past": scheduled("2020-01-01T20:00:00Z"), "end": scheduled("2041-01-01T20:00:00Z"), "time": scheduled("tomorrow"), "empty": {},
	} {
		if status, code, m := ask("POST", all, broken); status != 400 || code != "50035" {
			t.Errorf("%s: %d, %v", name, status, m)
		}
	}
	status, _, m := ask("POST", all, scheduled("2040-01-01T20:00:00Z"))
	if status != 200 || m["status"] != 1.0 {
		t.Fatal(status, m)
	}
	one := all + "/" + m["id"].(string)
	if status, _, m := ask("PATCH", one, scheduled("2040-01-01T22:00:00Z")); status != 200 || m["scheduled_start_time"] != "2040-01-01T22:00:00.000000+00:00" {
		t.Error(status, m)
	}
	if status, code, _ := ask("PATCH", one, obj{"status": 3}); status != 400 || code != "50035" {
		t.Errorf("ended before it began: %d, %s", status, code)
	}
	for _, is := range []int{2, 3} {
		if status, _, m := ask("PATCH", one, obj{"status": is}); status != 200 || m["status"] != float64(is) || m["description"] != "d" {
			t.Error(status, m)
		}
	}
	if status, code, _ := ask("PATCH", one, obj{"name": "x"}); status != 400 || code != "180000" {
		t.Errorf("a finished event is changed: %d, %s", status, code)
	}
	if status, _, _ := ask("DELETE", one, nil); status != 204 || len(s.Control().Events(s.Guild())) != 0 {
		t.Errorf("deleted: %d, %v", status, s.Control().Events(s.Guild()))
	}
	if status, code, _ := ask("DELETE", one, nil); status != 404 || code != "10070" {
		t.Errorf("deleted twice: %d, %s", status, code)
	}
}

// TestEventsAreTold: a session with the intent is told what the bot and people do with events, in
// its order. One without hears nothing.
func TestEventsAreTold(t *testing.T) {
	t.Parallel()
	s := start(t, Config{})
	s.Control().Grant(world.PermCreateEvents)
	told, untold := make(chan string, 20), make(chan string, 20)
	hears := func(to chan string, intents discordgo.Intent) {
		g := open(t, s, func(g *discordgo.Session) { g.Identify.Intents |= intents })
		g.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
			if strings.HasPrefix(e.Type, "GUILD_SCHEDULED_EVENT_") || e.Type == "CHANNEL_CREATE" {
				var d struct {
					StartAt string `json:"scheduled_start_time"`
					UserID  string `json:"user_id"`
				}
				if err := json.Unmarshal(e.RawData, &d); err != nil {
					t.Error(err)
				}
				to <- strings.TrimPrefix(e.Type, "GUILD_SCHEDULED_EVENT_") + " " + d.StartAt[:min(len(d.StartAt), 13)] + d.UserID
			}
		})
	}
	hears(told, discordgo.IntentGuildScheduledEvents)
	hears(untold, 0)
	all := "/guilds/" + string(s.Guild()) + "/scheduled-events"
	_, m, _ := call(t, s, "POST", all, scheduled("2040-01-01T20:00:00Z"))
	id := ID(m["id"].(string))
	call(t, s, "PATCH", all+"/"+string(id), scheduled("2040-01-01T22:00:00Z"))
	eve := s.User("Eve")
	at := time.Date(2040, 1, 1, 21, 0, 0, 0, time.UTC)
	for _, err := range []error{
		s.Control().ChangeEvent(id, func(e *Event) { e.Start = at }), eve.Interested(id, true), eve.Interested(id, true), eve.Interested(id, false), s.Control().ChangeEvent(id, nil),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if s.Control().ChangeEvent(id, nil) == nil || eve.Interested(id, true) == nil {
		t.Error("an event that is gone is changed")
	}
	s.NewChannel("last")
	for _, want := range []string{"CREATE 2040-01-01T20", "UPDATE 2040-01-01T22", "UPDATE 2040-01-01T21", "USER_ADD " + string(eve.ID()), "USER_REMOVE " + string(eve.ID()), "DELETE 2040-01-01T21", "CHANNEL_CREATE "} {
		if got := <-told; got != want {
			t.Errorf("told %q, want %q", got, want)
		}
	}
	if got := <-untold; got != "CHANNEL_CREATE " {
		t.Errorf("without the intent it is told %q", got)
	}
}
