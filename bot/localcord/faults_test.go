package localcord

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/zlib"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"oneiros/bot/localcord/limit"
	"oneiros/bot/localcord/rest"
	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// get asks for the bot itself and returns the status, 0 for a cut connection.
func get(t *testing.T, s *Server) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.APIBase()+"/v10/users/@me", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	one := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := one.Do(r)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return 0
	}
	return resp.StatusCode
}

func TestFaults(t *testing.T) {
	s := start(t, Config{})
	count := func(f Faults, want map[int]int) {
		t.Helper()
		s.SetFaults(f)
		got := map[int]int{}
		for range 8 {
			got[get(t, s)]++
		}
		for status, n := range want {
			if got[status] != n {
				t.Errorf("%+v: %v, not %v", f, got, want)
			}
		}
	}
	count(Faults{}, map[int]int{200: 8})
	count(Faults{ErrorRate: 0.5, ErrorStatus: 502}, map[int]int{502: 4, 200: 4})
	count(Faults{ErrorRate: 0.5}, map[int]int{500: 1, 502: 1, 503: 1, 504: 1, 200: 4})
	count(Faults{LimitRate: 0.25}, map[int]int{429: 2, 200: 6})
	count(Faults{CutRate: 0.25}, map[int]int{0: 2, 200: 6})
	count(Faults{Outage: true}, map[int]int{503: 8})
	if n := s.Control().FaultCounts(); n["error_rate"] != 8 || n["limit_rate"] != 2 || n["cut_rate"] != 2 || n["outage"] != 8 {
		t.Errorf("the counts of faults are %v", n)
	}
	if s.REST().Invalid() != 2 {
		t.Errorf("%d invalid requests, not 2", s.REST().Invalid())
	}
	began := time.Now()
	s.SetFaults(Faults{Latency: 20})
	if get(t, s); time.Since(began) < 20*time.Millisecond {
		t.Error("no latency")
	}

	// A call that hangs ends when the bot gives up, and does nothing.
	s.SetFaults(Faults{UnansweredRate: 1})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	post, err := http.NewRequestWithContext(ctx, "POST", s.APIBase()+"/v10/channels/"+string(s.Channel(""))+"/messages", strings.NewReader(`{"content":"never"}`))
	if err != nil {
		t.Fatal(err)
	}
	post.Header.Set("Authorization", "Bot "+s.Token())
	post.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	if resp, err := http.DefaultClient.Do(post); err == nil {
		resp.Body.Close()
		t.Error("the call was answered")
	}
	if n := len(s.Users()[0].Messages(s.Channel(""))); n != 0 {
		t.Errorf("%d messages after a call that hung", n)
	}

	// A lost answer is of something that was done.
	s.SetFaults(Faults{LostRate: 1})
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.APIBase()+"/v10/channels/"+string(s.Channel(""))+"/messages", strings.NewReader(`{"content":"done"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	if resp, err := http.DefaultClient.Do(r); err == nil {
		resp.Body.Close()
		t.Error("the answer was not lost")
	}
	if m := s.User("Аня").Last(s.Channel("")); m == nil || m.Content != "done" {
		t.Error("nothing was done")
	}
}

func TestLimits(t *testing.T) {
	s := start(t, Config{Limits: true})
	path := "/channels/" + string(s.Channel("")) + "/messages"
	for i := range 5 {
		status, m, h := call(t, s, "POST", path, obj{"content": "x"})
		if status != 200 || h.Get("X-RateLimit-Limit") != "5" || h.Get("X-RateLimit-Remaining") != string(rune('4'-i)) || h.Get("X-RateLimit-Bucket") == "" || h.Get("X-RateLimit-Reset-After") == "" {
			t.Fatalf("%d %v %v", status, m, h)
		}
	}
	status, m, h := call(t, s, "POST", path, obj{"content": "x"})
	if after, ok := m["retry_after"].(float64); status != 429 || !ok || after <= 0 || after > 5 || m["global"] != false || h.Get("Retry-After") == "" || h.Get("X-RateLimit-Scope") != "user" {
		t.Errorf("%d %v %v", status, m, h)
	}
	other := "/channels/" + string(s.Channel("lounge")) + "/messages"
	if status, m, _ := call(t, s, "POST", other, obj{"content": "x"}); status != 200 {
		t.Errorf("another channel shares the bucket: %d %v", status, m)
	}
	s.w.Lock()
	s.rest.Spent.Global = limit.Bucket{Used: rest.GlobalLimit, From: time.Now().Add(time.Hour)} // a window that does not end during the test
	s.w.Unlock()
	status, m, h = call(t, s, "GET", "/users/@me", nil)
	if status != 429 || m["global"] != true || h.Get("X-RateLimit-Global") != "true" || h.Get("X-RateLimit-Bucket") != "" {
		t.Errorf("%d %v %v", status, m, h)
	}
	status, m, _ = call(t, s, "POST", "/interactions/1/2/callback", obj{"type": 6})
	refused(t, status, m, "10062") // exempt from the global limit
	if c := s.REST().Calls(); c.Counted != 8 || c.Exempt != 1 || c.Most == 0 || c.Most > 8 {
		t.Errorf("%+v", c)
	}
	s.w.Lock()
	s.rest.Spent.Invalid = limit.Bucket{Used: rest.InvalidLimit, From: time.Now()}
	s.w.Unlock()
	if status, _, _ := call(t, s, "POST", "/interactions/1/2/callback", obj{"type": 6}); status != 429 {
		t.Errorf("after 10,000 invalid requests: %d", status)
	}
}

func TestOldEdits(t *testing.T) {
	s := start(t, Config{})
	id := post(t, s, obj{"content": "x"})
	path := "/channels/" + string(s.Channel("")) + "/messages/" + string(id)
	s.SetFaults(Faults{OldEdits: 2, OldAfter: -1})
	for range 2 {
		if status, m, _ := call(t, s, "PATCH", path, obj{"content": "y"}); status != 200 {
			t.Fatal(status, m)
		}
	}
	status, m, _ := call(t, s, "PATCH", path, obj{"content": "y"})
	if refused(t, status, m, "30046"); status != 429 || m["retry_after"] == nil {
		t.Errorf("%d %v", status, m)
	}
	// The token of a press edits the message that was pressed, and counts too.
	callback, x := pressed(t, s)
	if status, m, _ := call(t, s, "POST", callback, obj{"type": 6}); status != 204 {
		t.Fatal(status, m)
	}
	s.SetFaults(Faults{OldEdits: 4, OldAfter: -1})
	original := "/webhooks/" + string(s.Bot()) + "/" + x.Token + "/messages/@original"
	for range 2 {
		if status, m, _ := call(t, s, "PATCH", original, obj{"content": "z"}); status != 200 {
			t.Fatal(status, m)
		}
	}
	status, m, _ = call(t, s, "PATCH", original, obj{"content": "z"})
	refused(t, status, m, "30046")
}

// TestRefuse: a route is refused as often as was said, with what Discord says.
func TestRefuse(t *testing.T) {
	s := unlisted(t, Config{})
	seen := s.REST().Record()
	id := post(t, s, obj{"content": "x"})
	path := "/channels/" + string(s.Channel("")) + "/messages/" + string(id)
	for _, code := range []int{10003, 10008, 30046, 50001, 50007, 50013, 50035, 50083, 160005, 160006} {
		before := s.REST().Invalid()
		if err := s.REST().Refuse("PATCH /channels/{channel}/messages/{message}", code, 1); err != nil {
			t.Fatal(err)
		}
		status, m, _ := call(t, s, "PATCH", path, obj{"content": "y"})
		refused(t, status, m, fmt.Sprint(code))
		if counts := status == 403 || status == 429; s.REST().Invalid()-before != map[bool]int{true: 1}[counts] {
			t.Errorf("%d with status %d counts %d times", code, status, s.REST().Invalid()-before)
		}
		if q := seen.All(); q[len(q)-1].Status != status {
			t.Errorf("%d is not recorded", code)
		}
		if status, m, _ := call(t, s, "PATCH", path, obj{"content": "y"}); status != 200 {
			t.Errorf("after %d: %d %v", code, status, m)
		}
	}
	if s.REST().Refuse("PATCH /nowhere", 10003, 1) == nil || s.REST().Refuse("PATCH /channels/{channel}", 12345, 1) == nil {
		t.Error("what does not exist can be refused")
	}
}

// TestLimitScopes: a limit that others used up does not count against the bot.
func TestLimitScopes(t *testing.T) {
	s := start(t, Config{})
	for scope, counts := range map[string]int{"": 1, "user": 1, "global": 1, "shared": 0} {
		before := s.REST().Invalid()
		s.SetFaults(Faults{LimitRate: 1, LimitScope: scope, RetryAfter: 20})
		status, m, h := call(t, s, "GET", "/users/@me", nil)
		if want := cmp.Or(scope, "user"); status != 429 || h.Get("X-RateLimit-Scope") != want || m["global"] != (scope == "global") || s.REST().Invalid()-before != counts {
			t.Errorf("%q: %d %v %v, counted %d times", scope, status, m, h, s.REST().Invalid()-before)
		}
	}
}

// TestGuildComesAndGoes: an outage is told as one, and a removal as one.
func TestGuildComesAndGoes(t *testing.T) {
	s := start(t, Config{})
	c := dial(t, s, "v=10")
	c.expect(10, nil)
	me := identify(s)
	me["intents"] = session.IntentGuilds
	c.say(2, me)
	c.expect(0, "READY")
	c.expect(0, "GUILD_CREATE")
	where := "/channels/" + string(s.Channel("")) + "/messages"
	for _, is := range []GuildState{GuildUnavailable, GuildAvailable, GuildRemoved, GuildAvailable} {
		s.Control().SetGuildState(is)
		if is == GuildAvailable {
			c.expect(0, "GUILD_CREATE")
			post(t, s, obj{"content": "x"})
			continue
		}
		d, ok := c.expect(0, "GUILD_DELETE").D.(map[string]any)
		if !ok || d["id"] != string(s.Guild()) || (d["unavailable"] == true) != (is == GuildUnavailable) {
			t.Errorf("%v", d)
		}
		status, m, _ := call(t, s, "POST", where, obj{"content": "x"})
		refused(t, status, m, "50001")
	}
}

// wireClient is a bare gateway client.
type wireClient struct {
	t  *testing.T
	ws *websocket.Conn
	z  io.ReadCloser
	in *bytes.Buffer
}

func dial(t *testing.T, s *Server, query string) *wireClient {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(s.URL(), "http")+"/gateway/?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	if err := ws.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return &wireClient{t: t, ws: ws, in: &bytes.Buffer{}}
}

func (c *wireClient) say(op int, d any) {
	c.t.Helper()
	if err := c.ws.WriteJSON(obj{"op": op, "d": d}); err != nil {
		c.t.Fatal(err)
	}
}

// hear reads the next packet; streamed says that the transport is zlib-stream.
func (c *wireClient) hear(streamed bool) (session.Packet, error) {
	_, b, err := c.ws.ReadMessage()
	if err != nil {
		return session.Packet{}, err
	}
	var p session.Packet
	if !streamed {
		return p, json.Unmarshal(b, &p)
	}
	if !bytes.HasSuffix(b, []byte{0, 0, 0xff, 0xff}) {
		return p, errors.New("the message does not end with a flush")
	}
	c.in.Write(b)
	if c.z == nil {
		if c.z, err = zlib.NewReader(c.in); err != nil {
			return p, err
		}
	}
	return p, json.NewDecoder(c.z).Decode(&p)
}

func (c *wireClient) expect(op int, kind any) session.Packet {
	c.t.Helper()
	p, err := c.hear(c.z != nil)
	if err != nil || p.Op != op || p.T != kind {
		c.t.Fatalf("heard %d %v, %v; not %d %v", p.Op, p.T, err, op, kind)
	}
	return p
}

func (c *wireClient) closed(code int) {
	c.t.Helper()
	for {
		if _, err := c.hear(false); err != nil {
			if !websocket.IsCloseError(err, code) {
				c.t.Errorf("closed with %v, not %d", err, code)
			}
			return
		}
	}
}

func identify(s *Server) obj {
	return obj{"token": s.Token(), "intents": 0, "properties": obj{"os": "linux"}}
}

func TestGatewayCodes(t *testing.T) {
	s := start(t, Config{})
	for name, c := range map[string]struct {
		query string
		send  func(*wireClient)
		code  int
	}{
		"version":         {"v=3", func(*wireClient) {}, 4012},
		"opcode":          {"v=10", func(c *wireClient) { c.say(99, nil) }, 4001},
		"not JSON":        {"v=10", func(c *wireClient) { c.ws.WriteMessage(websocket.TextMessage, []byte("x")) }, 4002},
		"size":            {"v=10", func(c *wireClient) { c.say(1, strings.Repeat("x", 4097)) }, 4002},
		"early":           {"v=10", func(c *wireClient) { c.say(3, obj{}) }, 4003},
		"token":           {"v=10", func(c *wireClient) { c.say(2, obj{"token": "x", "intents": 0, "properties": obj{}}) }, 4004},
		"twice":           {"v=10", func(c *wireClient) { c.say(2, identify(s)); c.say(2, identify(s)) }, 4005},
		"without intents": {"v=10", func(c *wireClient) { c.say(2, obj{"token": s.Token(), "properties": obj{}}) }, 4013},
		"too many": {"v=10", func(c *wireClient) {
			for range 121 {
				c.say(1, nil)
			}
		}, 4008},
	} {
		t.Run(name, func(t *testing.T) {
			w := dial(t, s, c.query+"&encoding=json")
			c.send(w)
			w.closed(c.code)
		})
	}
	t.Run("seq", func(t *testing.T) {
		w := dial(t, s, "v=10")
		w.expect(10, nil)
		w.say(2, identify(s))
		id := w.expect(0, "READY").D.(obj)["session_id"]
		w = dial(t, s, "v=10")
		w.say(6, obj{"token": s.Token(), "session_id": id, "seq": 99})
		w.closed(4007)
	})
}

// TestFirstReasonToCloseWins gives a connection two reasons to close before it can
// send the first. The bot is told the first: a token that is refused stays refused,
// and a connection that was cut says nothing.
func TestFirstReasonToCloseWins(t *testing.T) {
	s := start(t, Config{})
	for _, c := range []struct{ first, then, want int }{
		{4004, 4000, 4004}, {4000, 4004, 4000}, {4004, 0, 4004}, {0, 4004, websocket.CloseAbnormalClosure},
	} {
		w := dial(t, s, "v=10")
		w.expect(10, nil)
		w.say(2, identify(s))
		w.expect(0, "READY")
		s.w.Lock()
		for _, g := range s.w.Sessions.All() {
			g.Send(session.Packet{Op: 11}) // what sends it waits for the lock, and closes nothing meanwhile
			for g.Waits() > 0 {
				runtime.Gosched()
			}
			g.Close(c.first)
			g.Close(c.then)
			s.w.Sessions.Drop(g)
		}
		s.w.Unlock()
		w.expect(11, nil)
		_, err := w.hear(false)
		var closed *websocket.CloseError
		switch told := errors.As(err, &closed); {
		case err == nil:
			t.Errorf("%d, then %d: the connection goes on", c.first, c.then)
		case told && closed.Code != c.want, !told && c.want != websocket.CloseAbnormalClosure:
			t.Errorf("%d, then %d: closed with %v, want %d", c.first, c.then, err, c.want)
		}
	}
}

func TestGatewayFirstPackets(t *testing.T) {
	s := start(t, Config{})
	s.SetFaults(Faults{ReconnectFirst: 1, InvalidFirst: 1})
	w := dial(t, s, "v=10")
	w.expect(10, nil)
	w.say(2, identify(s))
	w.expect(9, nil)
	w.say(2, identify(s)) // again, on the same connection
	w.expect(7, nil)
	w = dial(t, s, "v=10&compress=zlib-stream")
	if p, err := w.hear(true); err != nil || p.Op != 10 {
		t.Fatal(p, err)
	}
	w.say(1, nil)
	w.expect(11, nil)
	w.say(2, identify(s))
	ready := w.expect(0, "READY")
	if !strings.HasPrefix(ready.D.(obj)["resume_gateway_url"].(string), "ws://") {
		t.Error(ready)
	}
	w.say(6, obj{"token": s.Token(), "session_id": "x", "seq": 0})
	w = dial(t, s, "v=10")
	w.expect(10, nil)
	w.say(6, obj{"token": s.Token(), "session_id": "nobody's", "seq": 1})
	w.expect(9, nil)
	s.Gateway().CloseConnections(4000)
}

func TestGatewaySilence(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Beat: time.Millisecond})
	w := dial(t, s, "v=10")
	w.expect(10, nil)
	w.closed(4009) // no heartbeat came
	s.SetFaults(Faults{Silent: true})
	w = dial(t, s, "v=10")
	if p, err := w.hear(false); !websocket.IsCloseError(err, 4009) {
		t.Errorf("a silent gateway said %v, %v", p, err)
	}
	s.SetFaults(Faults{Outage: true})
	if _, resp, err := websocket.DefaultDialer.Dial(s.w.Socket()+"/gateway?v=10", nil); err == nil || resp.StatusCode != 503 {
		t.Errorf("dialled during an outage: %v", err)
	}
}

// listener is one person's event stream.
type listener struct {
	t *testing.T
	r *bufio.Reader
}

func listen(t *testing.T, s *Server, user ID, more ...ID) *listener {
	t.Helper()
	query := "user=" + string(user)
	for _, u := range more {
		query += "&user=" + string(u)
	}
	r, err := http.NewRequestWithContext(within(t), "GET", s.URL()+"/local/events?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	l := &listener{t, bufio.NewReader(resp.Body)}
	if e := l.next(); e["type"] != "hello" {
		t.Fatal(e)
	}
	return l
}

func (l *listener) next() obj {
	l.t.Helper()
	for {
		line, err := l.r.ReadString('\n')
		if err != nil {
			l.t.Fatal(err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			var e obj
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				l.t.Fatal(err)
			}
			return e
		}
	}
}

// until reads to an event of a type and returns it with all before it.
func (l *listener) until(kind string) (obj, string) {
	l.t.Helper()
	var all strings.Builder
	for {
		e := l.next()
		b, err := json.Marshal(e)
		if err != nil {
			l.t.Fatal(err)
		}
		all.Write(b)
		if e["type"] == kind {
			return e, all.String()
		}
	}
}

// What is for one person reaches that person's stream and state, and no other.
func TestPrivacy(t *testing.T) {
	s := start(t, Config{})
	record := s.REST().Record()
	anya, eve := s.User("Аня"), s.User("Eve")
	hers, other := listen(t, s, anya.ID()), listen(t, s, eve.ID())
	path, x := pressed(t, s)
	if status, m, _ := call(t, s, "POST", path, obj{"type": 4, "data": obj{"content": "сова", "flags": 64, "components": arr{row(button("form"))}}}); status != 204 {
		t.Fatal(status, m)
	}
	if e, _ := hers.until("interaction_ok"); e["interaction"] != string(x.ID) {
		t.Error(e)
	}
	panel := anya.Panels(s.Channel(""))[0]
	if panel.EphemeralFor != anya.ID() {
		t.Error(panel.EphemeralFor)
	}
	local := func(path string, body obj) (int, obj) {
		t.Helper()
		b, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.Post(s.URL()+"/local/"+path, "application/json", bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var m obj
		if err := json.NewDecoder(resp.Body).Decode(&m); err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, m
	}
	for name, user := range map[string]ID{"Eve": eve.ID(), "nobody": "1"} {
		if status, m := local("press", obj{"user": user, "message": panel.ID, "custom_id": "form", "nonce": "n"}); status < 400 {
			t.Errorf("%s pressed a button that is not there for her: %v", name, m)
		}
		if status, m := local("dismiss", obj{"user": user, "message": panel.ID}); status < 400 {
			t.Errorf("%s dismissed what is not hers: %v", name, m)
		}
	}
	status, m := local("press", obj{"user": anya.ID(), "message": panel.ID, "custom_id": "form", "nonce": "n7"})
	if status != 200 {
		t.Fatal(m)
	}
	s.w.Lock()
	opened := s.asked.Find(ID(m["interaction"].(string)))
	s.w.Unlock()
	form := obj{"custom_id": "f", "title": "филин", "components": arr{row(obj{"type": 4, "custom_id": "w", "style": 1, "label": "x"})}}
	if status, m, _ := call(t, s, "POST", "/interactions/"+string(opened.ID)+"/"+opened.Token+"/callback", obj{"type": 9, "data": form}); status != 204 {
		t.Fatal(m)
	}
	if e, _ := hers.until("modal"); e["title"] != "филин" || e["nonce"] != "n7" {
		t.Error(e)
	}
	fields := arr{obj{"custom_id": "w", "value": "x"}}
	if status, m := local("submit", obj{"user": eve.ID(), "interaction": opened.ID, "fields": fields}); status < 400 {
		t.Errorf("Eve submitted a form that was opened for Anya: %v", m)
	}
	if status, m := local("submit", obj{"user": anya.ID(), "interaction": opened.ID, "fields": fields}); status != 200 {
		t.Error(m)
	}
	if status, m := local("dismiss", obj{"user": anya.ID(), "message": panel.ID}); status != 200 {
		t.Error(m)
	}
	if status, m := local("say", obj{"user": anya.ID(), "channel": s.Channel(""), "content": "all see"}); status != 200 {
		t.Error(m)
	}
	if status, m := local("user", obj{"user": eve.ID(), "name": "Ева", "locale": "ru"}); status != 200 {
		t.Error(m)
	}
	_, heard := other.until("user_update")
	for _, word := range []string{"сова", "филин", string(panel.ID), string(opened.ID)} {
		if strings.Contains(heard, word) {
			t.Errorf("Eve heard %s in %s", word, heard)
		}
	}
	if !strings.Contains(heard, "all see") {
		t.Errorf("Eve heard only %s", heard)
	}
	resp, err := http.Get(s.URL() + "/local/state?user=" + string(eve.ID()))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	state, err := io.ReadAll(resp.Body)
	if err != nil || bytes.Contains(state, []byte("сова")) {
		t.Errorf("Eve's state: %s, %v", state, err)
	}
	if leaks := record.Leaks("сова", anya.ID()); len(leaks) != 0 {
		t.Error(leaks)
	}
	if leaks := record.Leaks("филин", eve.ID()); len(leaks) != 1 {
		t.Errorf("the record does not say to whom the form was shown: %v", leaks)
	}
	if n := len(record.Seen(eve.ID())); n != 1 { // the board alone
		t.Errorf("Eve saw %d calls", n)
	}
	// Another site's page must not act.
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL()+"/local/say", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", "https://evil.example")
	if resp, err = http.DefaultClient.Do(r); err != nil || resp.StatusCode != 403 {
		t.Errorf("another site: %v %v", resp, err)
	}
	if err == nil {
		resp.Body.Close()
	}
}

// An interaction that no person answers fails, for the person who pressed.
func TestNoAnswer(t *testing.T) {
	s := start(t, Config{})
	s.SetFaults(Faults{AnswerWithin: 1})
	anya := s.User("Аня")
	hers := listen(t, s, anya.ID())
	id := post(t, s, obj{"content": "x", "components": arr{row(button("b")), row(obj{"type": 3, "custom_id": "m", "options": arr{obj{"label": "One", "value": "1"}}})}})
	if _, err := anya.Press(within(t), id, "b"); !errors.Is(err, ErrNoAnswer) {
		t.Error(err)
	}
	if e, _ := hers.until("interaction_failed"); e["reason"] == "" {
		t.Error(e)
	}
	if _, err := anya.Choose(within(t), id, "", "One"); !errors.Is(err, ErrNoAnswer) {
		t.Error(err)
	}
	if _, err := anya.Choose(within(t), id, "", "Two"); err == nil || errors.Is(err, ErrNoAnswer) {
		t.Errorf("an option that is not there was chosen: %v", err)
	}
	if _, err := anya.Forge(within(t), Forged{Message: id, CustomID: "nothing", Values: []string{"9"}}); !errors.Is(err, ErrNoAnswer) {
		t.Errorf("the bot was not asked: %v", err)
	}
}

// The switches over HTTP.
func TestLocalFaults(t *testing.T) {
	s := start(t, Config{})
	set := func(body string) int {
		t.Helper()
		resp, err := http.Post(s.URL()+"/local/faults", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	id := post(t, s, obj{"content": "x"})
	if n := set(`{"latency": 5, "do": ["reconnect", "cut"], "guild_locale": "ru", "deny": {"": 2048}, "delete_message": "` + string(id) + `"}`); n != 200 {
		t.Fatal(n)
	}
	if f := s.Control().Faults(); f.Latency != 5 || s.User("Аня").Message(id) != nil {
		t.Error(f)
	}
	if n := set(`{"outage": true}`); n != 200 || s.Control().Faults().Latency != 5 {
		t.Error("a switch that was not named has changed")
	}
	for _, body := range []string{
		`{"do": ["explode"]}`, `{"do": ["restart"]}`, `[]`, `{"deny": {"": "all"}}`, `{"guild_locale": "xx"}`, `{"delete_message": "1"}`,
		`{"delete_channel": "1"}`, `{"archive": {"id": "` + string(s.Channel("")) + `"}}`,
	} {
		if n := set(body); n != 400 {
			t.Errorf("%s: %d", body, n)
		}
	}
	if n := set(`{"deny": {"": "274877906944"}}`); n != 200 || s.Control().Denied()[""] != world.PermSendInThreads {
		t.Error("a permission as a text was not taken", n, s.Control().Denied())
	}
	if n := set(`{"do": ["clear", "silence", "close", "cut"]}`); n != 200 || s.Control().Faults().Outage || len(s.Control().Denied()) != 0 {
		t.Error("a fault is left", n, s.Control().Faults(), s.Control().Denied())
	}
}

// Where the bot can be restarted, it can be from here, and every person is told
// what is switched on.
func TestFaultsAPI(t *testing.T) {
	restarts := 0
	s := start(t, Config{Restart: func() error { restarts++; return nil }})
	l := listen(t, s, s.Users()[0].ID())
	for _, body := range []string{`{"do": ["restart"]}`, `{"lost_rate": 0.5}`} {
		resp, err := http.Post(s.URL()+"/local/faults", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	if restarts != 1 {
		t.Errorf("%d restarts", restarts)
	}
	for {
		e, _ := l.until("faults")
		f := e["faults"].(obj)
		if f["restart"] != true {
			t.Fatalf("the client is not told that there is a restart: %v", f)
		}
		if f["lost_rate"] == 0.5 {
			break
		}
	}
}

// One stream serves several people, and says whom each event is for.
func TestStreamOfSeveral(t *testing.T) {
	s := start(t, Config{})
	anna, boris, eve := s.Users()[0], s.Users()[1], s.Users()[5]
	l := listen(t, s, anna.ID(), boris.ID())
	define(t, s, `[{"name": "whisper", "description": "whisper"}]`)
	if _, err := eve.Say(s.Channel(""), "to all"); err != nil {
		t.Fatal(err)
	}
	e, before := l.until("message_create")
	if to := e["for"].(arr); len(to) != 2 || to[0] != string(anna.ID()) || to[1] != string(boris.ID()) {
		t.Errorf("a public message is for %v", to)
	}
	if n := strings.Count(before, `"type":"commands"`); n != 2 {
		t.Errorf("commands came %d times for two people: %s", n, before)
	}
	table := s.Channel("")
	s.w.Lock()
	x, err := s.asked.Client().Forge(s.w.People.Find(boris.ID()), Forged{Channel: table, Command: obj{"name": "whisper"}})
	s.w.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	status, _, _ := call(t, s, "POST", "/interactions/"+string(x.ID)+"/"+x.Token+"/callback", obj{"type": 4, "data": obj{"content": "hush", "flags": 64}})
	if status >= 300 {
		t.Fatal(status)
	}
	if e, _ := l.until("message_create"); len(e["for"].(arr)) != 1 || e["for"].(arr)[0] != string(boris.ID()) {
		t.Errorf("a private message is for %v", e["for"])
	}
	resp, err := http.Get(s.URL() + "/local/events?user=" + string(anna.ID()) + "&user=1")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound {
		t.Errorf("a stream of nobody: %s", resp.Status)
	}
}

// Whatever a body is, reading it is an answer and never a panic.
func FuzzBodies(f *testing.F) {
	for _, b := range []string{
		`{"content":"x"}`, `{"embeds":[{"title":"x","image":{"url":"attachment://x"}}],"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"y"}]}]}`,
		`{"flags":32768,"components":[{"type":17,"components":[{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"x"}}}]}]}`,
		`{"type":9,"data":{"custom_id":"f","title":"T","components":[{"type":18,"label":"x","component":{"type":3,"custom_id":"m","options":[{"label":"a","value":"b"}]}}]}}`,
		`[{"name":"dream","description":"x","options":[{"type":2,"name":"g","description":"x","options":[{"type":1,"name":"s","description":"x"}]}]}]`,
		`{"attachments":[{"id":0}],"allowed_mentions":{"parse":["users"],"users":[1]}}`, `[null]`, `{"embeds":null,"type":"7"}`,
	} {
		f.Add(b)
	}
	s, err := New(Config{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := wire.Parse([]byte(text))
		if err != nil {
			return
		}
		d := wire.ReadMessage(b, b.Object, wire.ForResponse, nil)
		wire.ReadModal(b.Object)
		wire.ReadChoices(b.Object)
		for _, v := range b.List {
			if m, ok := v.(map[string]any); ok {
				wire.ReadCommand(wire.NewObject(m, "", b.Form))
			}
		}
		if b.Form.Err() != nil {
			if _, err := json.Marshal(b.Form.Tree()); err != nil {
				t.Error(err)
			}
			return
		}
		s.w.Lock()
		defer s.w.Unlock()
		m, err := s.w.Messages.Post(s.w.Channels.All()[0], d, world.Origin{Author: s.w.Bot})
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := json.Marshal(s.w.Messages.Wire(m)); err != nil {
			t.Error(err)
		}
		s.w.Messages.Drop(m)
	})
}

// A silent connection stays open and says nothing. The next one works, and what
// was missed comes with a resume.
func TestSilenceConnections(t *testing.T) {
	s := start(t, Config{})
	w := dial(t, s, "v=10")
	w.expect(10, nil)
	w.say(2, obj{"token": s.Token(), "intents": session.IntentGuilds, "properties": obj{"os": "linux"}})
	id := w.expect(0, "READY").D.(obj)["session_id"]
	w.expect(0, "GUILD_CREATE")
	s.Gateway().SilenceConnections()
	s.Control().SetLocale("ru")
	w.say(1, nil)
	if err := w.ws.SetReadDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	var late net.Error
	if p, err := w.hear(false); !errors.As(err, &late) || !late.Timeout() {
		t.Fatalf("on a silent connection %+v, %v", p, err)
	}
	w = dial(t, s, "v=10")
	w.expect(10, nil)
	w.say(6, obj{"token": s.Token(), "session_id": id, "seq": 2})
	w.expect(0, "GUILD_UPDATE")
	w.expect(0, "RESUMED")
}

// ClearFaults ends everything that was switched on.
func TestClearFaults(t *testing.T) {
	s := start(t, Config{})
	s.SetFaults(Faults{Outage: true})
	s.Control().Deny("", world.PermSend)
	s.Control().Deny(s.Channel(""), world.PermEmbed)
	if n := len(s.Control().Denied()); n != 2 {
		t.Errorf("%d denials, not 2", n)
	}
	s.Control().ClearFaults()
	if status := get(t, s); status != 200 || len(s.Control().Denied()) != 0 {
		t.Errorf("after ClearFaults %d, %v", status, s.Control().Denied())
	}
}
