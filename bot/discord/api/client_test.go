package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
)

// line answers requests without a network, so that its time can be virtual.
type line struct {
	mu    sync.Mutex
	seen  []asked
	reply func(n int, a asked) (int, http.Header, string, error)
}

type asked struct {
	at     time.Time
	method string
	path   string
	query  string
	auth   string
	mime   string
	body   string
}

func (l *line) RoundTrip(r *http.Request) (*http.Response, error) {
	a := asked{at: time.Now(), method: r.Method, path: r.URL.Path, query: r.URL.RawQuery, auth: r.Header.Get("Authorization"), mime: r.Header.Get("Content-Type")}
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if int64(len(b)) != r.ContentLength {
			return nil, fmt.Errorf("%d bytes of %d", len(b), r.ContentLength)
		}
		a.body = string(b)
	}
	l.mu.Lock()
	l.seen = append(l.seen, a)
	n := len(l.seen)
	l.mu.Unlock()
	status, h, body, err := l.reply(n, a)
	if err != nil {
		return nil, err
	}
	if h == nil {
		h = http.Header{}
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func dialled(t *testing.T, tune func(*transport.Config), reply func(n int, a asked) (int, http.Header, string, error)) (*Client, *line) {
	t.Helper()
	l := &line{reply: reply}
	c := transport.Config{Token: canary, Transport: l}
	if tune != nil {
		tune(&c)
	}
	cl, err := NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	return cl, l
}

var (
	ctx    = context.Background()
	whole  = &discord.Message{Public: true, Content: "hello"}
	asking = &discord.Interaction{ID: 77, App: 6, Token: secret}
)

const (
	canary = "MTIzNDU2Nzg5.canary.token-that-nobody-may-see"
	secret = "aW50ZXJhY3Rpb24.secret.of-one-interaction"
)

func ok(int, asked) (int, http.Header, string, error) { return 200, nil, `{"id":"7"}`, nil }

// TestNonce: a message that names itself is posted under that name, no matter who repeats it.
// Each other one has a name of its own.
func TestNonce(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, ok)
	for _, name := range []string{"a-night", "a-night", "", ""} {
		if _, err := c.Post(ctx, 8, &discord.Message{Public: true, Content: "x", Nonce: name}); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, a := range l.seen {
		var b struct {
			Nonce   string `json:"nonce"`
			Enforce bool   `json:"enforce_nonce"`
		}
		if err := json.Unmarshal([]byte(a.body), &b); err != nil || !b.Enforce {
			t.Errorf("%s: %v", a.body, err)
		}
		names = append(names, b.Nonce)
	}
	if names[0] != "a-night" || names[1] != "a-night" || names[2] == "" || names[2] == names[3] {
		t.Errorf("the names are %q", names)
	}
}

// TestOwnEvents: of the events of a server only the bot's that are not over are listed.
func TestOwnEvents(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		if strings.HasSuffix(a.path, "/applications/@me") {
			return 200, nil, `{"id":"6","bot":{"id":"16","username":"oneiros"}}`, nil
		}
		return 200, nil, `[
			{"id":"5","creator_id":"16","status":1,"scheduled_start_time":"2026-01-02T20:00:00+00:00","entity_metadata":{"location":"here"}},
			{"id":"4","creator_id":"16","status":2,"entity_metadata":null},
			{"id":"3","creator_id":"16","status":3,"entity_metadata":{"location":"here"}},
			{"id":"2","creator_id":"17","status":1,"entity_metadata":{"location":"here"}},
			{"id":"1","creator_id":null,"status":1,"entity_metadata":{"location":"here"}}]`, nil
	})
	list, err := c.OwnEvents(ctx, 9)
	if got := fmt.Sprint(list); err != nil || got != "[{5 here 2026-01-02 20:00:00 +0000 UTC} {4  0001-01-01 00:00:00 +0000 UTC}]" {
		t.Errorf("%s, %v", got, err)
	}
	if a := l.seen[len(l.seen)-1]; a.method != "GET" || a.path != "/api/v10/guilds/9/scheduled-events" {
		t.Errorf("%s %s", a.method, a.path)
	}
}

// TestAccess: what the bot may do in a channel follows from its roles and from the overwrites. A
// thread has what its channel has, and the channels come in the order of Discord's list.
func TestAccess(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		switch {
		case strings.HasSuffix(a.path, "/applications/@me"):
			return 200, nil, `{"id":"6","bot":{"id":"16","username":"oneiros"}}`, nil
		case strings.HasSuffix(a.path, "/guilds/9"):
			return 200, nil, `{"id":"9","system_channel_id":"1","preferred_locale":"ru"}`, nil
		case strings.HasSuffix(a.path, "/guilds/9/channels"):
			return 200, nil, `[{"id":"20","type":4,"position":0},{"id":"22","type":2,"position":0,"parent_id":"20","permission_overwrites":[]},
				{"id":"21","type":0,"position":3,"parent_id":"20","permission_overwrites":[{"id":"9","type":0,"allow":"0","deny":"1024"},{"id":"5","type":0,"allow":"1024","deny":"0"}]},
				{"id":"1","type":0,"position":2,"parent_id":null,"permission_overwrites":[{"id":"9","type":0,"allow":"0","deny":"2048"}]},
				{"id":"2","type":0,"position":1,"permission_overwrites":[{"id":"16","type":1,"allow":"0","deny":"1024"}]}]`, nil
		case strings.HasSuffix(a.path, "/guilds/9/members/16"):
			return 200, nil, `{"roles":["5"]}`, nil
		case strings.HasSuffix(a.path, "/channels/30"):
			return 200, nil, `{"id":"30","type":11,"guild_id":"9","parent_id":"1"}`, nil
		case strings.HasSuffix(a.path, "/channels/31"):
			return 200, nil, `{"id":"31","type":11,"guild_id":"8","parent_id":"1"}`, nil
		case strings.Contains(a.path, "/channels/"):
			return 404, nil, `{"code":10003,"message":"Unknown Channel"}`, nil
		}
		return 200, nil, `[{"id":"9","permissions":"3072"},{"id":"5","permissions":"16384"},{"id":"4","permissions":"8"}]`, nil
	})
	for channel, want := range map[discord.ID]string{1: "true 17408 1024", 2: "true 0 3072", 21: "true 19456 0", 30: "true 17408 1024", 31: "false 0 0", 3: "false 0 0"} {
		all, err := c.Access(ctx, 9, channel)
		at, there := all.Of(channel)
		if got := fmt.Sprint(there, at.Bot, at.Everyone); got != want || err != nil {
			t.Errorf("channel %d: %s, %v, want %s", channel, got, err, want)
		}
	}
	got, err := c.Access(ctx, 9)
	var order []discord.ID
	for _, one := range got.Channels {
		order = append(order, one.ID)
	}
	if got.System != 1 || got.Locale != "ru" || fmt.Sprint(order) != "[2 1 20 21 22]" || err != nil {
		t.Errorf("%+v, %v, in the order %v", got, err, order)
	}
}

func TestThreadIsThere(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
		return 400, nil, `{"code":160004,"message":"A thread has already been created for this message"}`, nil
	})
	if id, err := c.Thread(ctx, 8, 7, "night", discord.SilentDay); id != 7 || err != nil {
		t.Errorf("%d, %v", id, err)
	}
}

func TestWithResponse(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		if a.query != "with_response=true" {
			return 204, nil, "", nil
		}
		return 200, nil, `{"interaction":{"id":"77","type":3},"resource":{"type":4,"message":{"id":"99","channel_id":"8","attachments":[{"id":"3","filename":"bed.png","url":"http://x/bed.png"}]}}}`, nil
	})
	if o, err := c.Answer(ctx, asking, discord.Reply, whole); o != (discord.Original{}) || err != nil {
		t.Errorf("%v, %v", o, err)
	}
	if l.seen[0].query != "" || l.seen[0].auth != "" {
		t.Errorf("asked with %q as %q", l.seen[0].query, l.seen[0].auth)
	}
	var sent discord.Sent
	o, err := c.Answer(ctx, asking, discord.ReplyEphemeral, &discord.Message{Public: true, Content: "x", Sent: &sent})
	if o.Panel.Message() != 99 || err != nil {
		t.Errorf("%v, %v", o, err)
	}
	if sent.ID != 99 || sent.Channel != 8 || len(sent.Attachments) != 1 || sent.Attachments[0].ID != 3 || sent.Attachments[0].Name != "bed.png" {
		t.Errorf("%+v", sent)
	}
}

func TestMe(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		if a.path == "/api/v10/applications/@me" {
			return 200, nil, `{"id":"6","name":"Oneiros"}`, nil
		}
		return 200, nil, `{"id":"5","username":"oneiros","global_name":null,"bot":true}`, nil
	})
	me, err := c.Me(ctx)
	if want := (discord.App{ID: 6, User: discord.User{ID: 5, Name: "oneiros", Username: "oneiros", Bot: true}}); me != want || err != nil {
		t.Errorf("%+v, %v", me, err)
	}
}

func TestGuildsArePaged(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(n int, a asked) (int, http.Header, string, error) {
		if want := fmt.Sprintf("limit=200&after=%d", (n-1)*200); a.query != want {
			t.Errorf("asked with %s, want %s", a.query, want)
		}
		var some []string
		for i := range []int{200, 3}[n-1] {
			some = append(some, fmt.Sprintf(`{"id":"%d","name":"g","permissions":"2147483648"}`, (n-1)*200+i+1))
		}
		return 200, nil, "[" + strings.Join(some, ",") + "]", nil
	})
	all, err := c.Guilds(ctx)
	if err != nil || len(all) != 203 || all[202] != (discord.Guild{ID: 203, Name: "g", Permissions: 1 << 31}) {
		t.Errorf("%d guilds, %v", len(all), err)
	}
}

// TestMember asks for a member, a former member and a user who does not exist.
func TestMember(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		switch {
		case strings.HasSuffix(a.path, "/guilds/9/members/1"):
			return 200, nil, `{"user":{"id":"1"}}`, nil
		case strings.HasSuffix(a.path, "/2"):
			return 404, nil, `{"code":10007,"message":"Unknown Member"}`, nil
		case strings.HasSuffix(a.path, "/3"):
			return 404, nil, `{"code":10013,"message":"Unknown User"}`, nil
		}
		return 403, nil, `{"code":50001,"message":"Missing Access"}`, nil
	})
	for user, want := range map[discord.ID]bool{1: true, 2: false, 3: false} {
		if got, err := c.Member(ctx, 9, user); got != want || err != nil {
			t.Errorf("%d: %v, %v", user, got, err)
		}
	}
	if _, err := c.Member(ctx, 9, 4); discord.Code(err) != discordgo.ErrCodeMissingAccess {
		t.Errorf("what Discord does not say: %v", err)
	}
	if len(l.seen) != 4 || l.seen[0].method != "GET" {
		t.Errorf("%+v", l.seen)
	}
}

// TestAnswerKinds: each kind of answer is the response type that Discord knows, and
// an ephemeral one says so.
func TestAnswerKinds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, ok)
		ix := &discord.Interaction{ID: 5, App: 6, Token: secret}
		for kind, want := range map[discord.AnswerKind]string{
			discord.Reply:          `{"type":4,"data":{"content":"x","embeds":[],"components":[],"allowed_mentions":{"parse":[]}}}`,
			discord.ReplyEphemeral: `{"type":4,"data":{"content":"x","embeds":[],"components":[],"allowed_mentions":{"parse":[]},"flags":64}}`,
			discord.Update:         `{"type":7,"data":{"content":"x","embeds":[],"components":[],"allowed_mentions":{"parse":[]},"attachments":[]}}`,
			discord.Defer:          `{"type":5}`,
			discord.DeferEphemeral: `{"type":5,"data":{"flags":64}}`,
			discord.DeferUpdate:    `{"type":6}`,
		} {
			m := &discord.Message{Public: true, Content: "x"}
			if kind >= discord.Defer {
				m = nil
			}
			if _, err := c.Answer(ctx, ix, kind, m); err != nil {
				t.Fatal(err)
			}
			if a := l.seen[len(l.seen)-1]; a.body != want || a.method != "POST" || a.auth != "" || !strings.HasSuffix(a.path, "/interactions/5/"+secret+"/callback") {
				t.Errorf("kind %d: %s %s %s", kind, a.method, a.path, a.body)
			}
		}
		if _, err := c.Answer(ctx, ix, 99, nil); err == nil {
			t.Error("a kind that does not exist is answered")
		}
		if err := c.AnswerModal(ctx, ix, discord.Modal{CustomID: "f", Title: "t"}); err != nil || l.seen[len(l.seen)-1].body != `{"type":9,"data":{"custom_id":"f","title":"t","components":[]}}` {
			t.Errorf("%v: %s", err, l.seen[len(l.seen)-1].body)
		}
		many := make([]*discordgo.ApplicationCommandOptionChoice, 26)
		for i := range many {
			many[i] = &discordgo.ApplicationCommandOptionChoice{Name: "n", Value: "v"}
		}
		if err := c.AnswerChoices(ctx, ix, many); err != nil || strings.Count(l.seen[len(l.seen)-1].body, `"name":"n"`) != 25 {
			t.Errorf("%v: %s", err, l.seen[len(l.seen)-1].body)
		}
	})
}

// TestOwnMessages: of a channel's messages only the bot's are listed, and the bot asks
// once who it is.
func TestOwnMessages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		down := true
		c, l := dialled(t, func(c *transport.Config) { c.MaxTries = 1 }, func(_ int, a asked) (int, http.Header, string, error) {
			switch {
			case down:
				return 403, nil, `{"code":50001}`, nil
			case strings.HasSuffix(a.path, "/applications/@me"):
				return 200, nil, `{"id":"6","bot":{"id":"16","username":"oneiros"}}`, nil
			}
			return 200, nil, `[
				{"id":"5","author":{"id":"16"},"embeds":[{},{}],"components":[{"components":[{"custom_id":"b/abcdefghij/panel/"},{"custom_id":"x"}]},{"components":[{"custom_id":"y"}]}]},
				{"id":"4","author":{"id":"17"},"embeds":[{}],"components":[]},
				{"id":"3","author":{"id":"16"}}]`, nil
		})
		if _, err := c.OwnMessages(ctx, 8); discord.Code(err) != discordgo.ErrCodeMissingAccess || len(l.seen) != 1 {
			t.Errorf("nobody told who the bot is: %v after %d requests", err, len(l.seen))
		}
		down = false
		for range 2 {
			list, err := c.OwnMessages(ctx, 8)
			if got := fmt.Sprint(list); err != nil || got != "[{5 2 [b/abcdefghij/panel/ x y]} {3 0 []}]" {
				t.Fatalf("%s, %v", got, err)
			}
			if !list[0].About("abcdefghij") || list[0].About("b") || list[0].About("panel") || list[1].About("") {
				t.Error("which match it is about is not in the second part of an id")
			}
		}
		if n := len(l.seen); n != 4 {
			t.Errorf("%d requests, want 4", n)
		}
		if a := l.seen[3]; a.path != "/api/v10/channels/8/messages" || a.query != "limit=100" {
			t.Errorf("%s?%s", a.path, a.query)
		}
		down = true
		if _, err := c.OwnMessages(ctx, 8); discord.Code(err) != discordgo.ErrCodeMissingAccess {
			t.Errorf("the channel is closed: %v", err)
		}
	})
}
