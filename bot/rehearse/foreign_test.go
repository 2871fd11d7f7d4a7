package rehearse

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"oneiros/bot/discord/bubbletest"
)

// A foreign Discord answers like localcord, but for what a test changes.
type foreign struct {
	answer func(endpoint string, r *reply)                         // nil for nothing
	events func(kind string, d map[string]any, send func(packets)) // nil for nothing
}

// A reply is an answer that may be changed.
type reply struct {
	status int
	header http.Header
	body   any // nil for none
	asked  []byte
}

func (r *reply) object() map[string]any {
	o, _ := r.body.(map[string]any)
	return o
}

type packets = []map[string]any

// wrap stands in front of a server.
func (f *foreign) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/") && f.answer != nil:
			f.serve(next, w, r)
		case strings.HasPrefix(r.URL.Path, "/gateway") && f.events != nil:
			f.relay(next, w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (f *foreign) serve(next http.Handler, w http.ResponseWriter, r *http.Request) {
	asked, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(asked))
	recorded := httptest.NewRecorder()
	next.ServeHTTP(recorded, r)
	one := &reply{status: recorded.Code, header: recorded.Header(), asked: asked}
	if b := recorded.Body.Bytes(); len(b) > 0 {
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		if d.Decode(&one.body) != nil {
			one.body = nil
		}
	}
	f.answer(endpointName(r.Method, strings.TrimPrefix(r.URL.Path, "/api/v10")), one)
	for k, v := range one.header {
		w.Header()[k] = v
	}
	w.WriteHeader(one.status)
	if one.body != nil {
		if err := json.NewEncoder(w).Encode(one.body); err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}

// relay stands between the gateway and the bot.
func (f *foreign) relay(next http.Handler, w http.ResponseWriter, r *http.Request) {
	inside := bubbletest.NewPipes()
	serve := &http.Server{Handler: next}
	go func() { _ = serve.Serve(inside) }()
	defer serve.Close()
	up, _, err := (&websocket.Dialer{NetDialContext: inside.Dial}).DialContext(r.Context(), "ws://127.0.0.1"+r.URL.RequestURI(), nil)
	if err != nil {
		http.Error(w, "no gateway", http.StatusBadGateway)
		return
	}
	defer up.Close()
	down, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer down.Close()
	go func() {
		defer up.Close()
		for {
			kind, b, err := down.ReadMessage()
			if err != nil || up.WriteMessage(kind, b) != nil {
				return
			}
		}
	}()
	for {
		_, b, err := up.ReadMessage()
		if err != nil {
			return
		}
		if !f.pass(b, down) {
			return
		}
	}
}

// pass sends a packet on, or what a test makes of it.
func (f *foreign) pass(b []byte, down *websocket.Conn) bool {
	var p map[string]any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if d.Decode(&p) != nil {
		return false
	}
	kind, _ := p["t"].(string)
	data, _ := p["d"].(map[string]any)
	if kind == "" {
		return down.WriteMessage(websocket.TextMessage, b) == nil
	}
	good, all := true, packets{p}
	f.events(kind, data, func(other packets) { all = other })
	for _, one := range all {
		if one["d"] == nil {
			one = map[string]any{"op": 0, "s": p["s"], "t": one["t"], "d": data}
		}
		text, err := json.Marshal(one)
		good = good && err == nil && down.WriteMessage(websocket.TextMessage, text) == nil
	}
	return good
}

// on changes the answers of one endpoint.
func on(endpoint string, change func(*reply)) *foreign {
	return &foreign{answer: func(e string, r *reply) {
		if e == endpoint {
			change(r)
		}
	}}
}

const (
	posts     = "POST /channels/{channel}/messages"
	edits     = "PATCH /channels/{channel}/messages/{message}"
	callbacks = "POST /interactions/{id}/{token}/callback"
	panels    = "PATCH /webhooks/{app}/{token}/messages/{message}"
)

// A stranger is a foreign Discord, and the line that has to name what is foreign about it.
type stranger struct {
	foreign *foreign
	grade   Grade
	want    []string // parts of the line
}

// strangeAnswers have other statuses, codes and headers.
func strangeAnswers() map[string]stranger {
	return map[string]stranger{
		"another status": {on(callbacks, func(r *reply) {
			if r.status == 204 {
				r.status, r.body = 200, map[string]any{}
			}
		}), Differs, []string{"the answer", callbacks, "expected status 204", "got status 200", "takes both as success"}},
		"another code": {on(edits, func(r *reply) {
			if r.status == 404 {
				r.object()["code"] = 10003
			}
		}), Fails, []string{"expected status 404 with code 10008", "got status 404 with code 10003", "a deleted board would not be noticed"}},
		"a refusal": {on(panels, func(r *reply) {
			if r.status == 200 {
				r.status, r.body = 404, map[string]any{"message": "Unknown Webhook", "code": 10015}
			}
		}), Fails, []string{"expected status 200, got status 404 with code 10015"}},
		"a header is gone": {on(posts, func(r *reply) { r.header.Del("X-RateLimit-Bucket") }), Otherwise, []string{"the header X-Ratelimit-Bucket", "expected name, got none"}},
		"all headers of a limit are gone": {on(edits, func(r *reply) {
			for _, h := range []string{"Bucket", "Limit", "Remaining", "Reset", "Reset-After"} {
				r.header.Del("X-RateLimit-" + h)
			}
		}), Otherwise, []string{"the headers X-Ratelimit-Bucket, X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, X-Ratelimit-Reset-After (edit: ", "expected all of them, got none"}},
		"a global limit": {on("GET /channels/{channel}/messages/{message}", func(r *reply) {
			if r.status == 429 {
				for _, h := range []string{"Bucket", "Limit", "Remaining", "Reset", "Reset-After"} {
					r.header.Del("X-RateLimit-" + h)
				}
				r.header.Set("X-RateLimit-Global", "true")
				r.header.Set("X-RateLimit-Scope", "global")
				r.object()["global"] = true
			}
		}), Differs, []string{"the limit (limit: GET ", "expected one of such requests, got a global one"}},
		"another scope": {on("GET /channels/{channel}/messages/{message}", func(r *reply) {
			if r.status == 429 {
				r.header.Del("X-RateLimit-Scope")
			}
		}), Otherwise, []string{"the header X-Ratelimit-Scope", "expected user, got none"}},
		"retry_after is text": {on("GET /channels/{channel}/messages/{message}", func(r *reply) {
			if r.status == 429 {
				r.object()["retry_after"] = "1.5"
			}
		}), Fails, []string{"retry_after", "expected number, got text"}},
		"retry_after in milliseconds": {on("GET /channels/{channel}/messages/{message}", func(r *reply) {
			if r.status == 429 {
				r.object()["retry_after"] = 4300
			}
		}), Fails, []string{"the header retry_after of the body", "got another time than in the headers", "wait too long"}},
	}
}

// strangeRefusals refuse what the bot seems to have a permission for. What follows is not named.
func strangeRefusals() map[string]stranger {
	lacking := func(r *reply) {
		r.status, r.body = 403, map[string]any{"message": "Missing Permissions", "code": 50013}
	}
	return map[string]stranger{
		"no events": {on("POST /guilds/{guild}/scheduled-events", lacking), Fails, []string{"the answer (event: POST ", "the bot lacks Create Events"}},
	}
}

// strangeFields have other fields.
func strangeFields() map[string]stranger {
	posted := 0
	return map[string]stranger{
		"a field is gone": {on(posts, func(r *reply) { delete(r.object(), "flags") }), Otherwise, []string{"the field flags of message", "got nothing", "people would see it otherwise"}},
		"a field is null": {on(posts, func(r *reply) {
			if r.status == 200 {
				r.object()["edited_timestamp"] = "2026-11-28T10:00:00+00:00"
			}
		}), Differs, []string{"the field edited_timestamp of message", "expected null, got time"}},
		"null is not absent": {on(posts, func(r *reply) { delete(r.object(), "edited_timestamp") }), Differs, []string{"the field edited_timestamp of message", "expected null, got nothing"}},
		"another type": {on("POST /channels/{channel}/messages/{message}/threads", func(r *reply) {
			if r.status == 201 {
				r.object()["message_count"] = "0"
			}
		}), Differs, []string{"the field message_count of thread", "expected number 0, got digits"}},
		"another value": {on(panels, func(r *reply) {
			if f, _ := r.object()["flags"].(json.Number); f == "64" {
				r.object()["flags"] = 0
			}
		}), Fails, []string{"the field flags of message", "expected number 64, got number 0", "private answers would be seen by everybody"}},
		"another text": {on(edits, func(r *reply) {
			if r.status == 200 {
				r.object()["content"] = ""
			}
		}), Otherwise, []string{"the field content of message", "expected text as sent, got empty text"}},
		"a new field": {on(posts, func(r *reply) {
			if r.status == 200 {
				r.object()["mood"] = "blue"
			}
		}), Differs, []string{"the field mood of message", "expected nothing, got text", "in no table"}},
		"another order of a list": {on("GET /channels/{channel}/messages", func(r *reply) {
			if list, _ := r.body.([]any); r.status == 200 {
				slices.Reverse(list)
			}
		}), Otherwise, []string{"expected list of 2, newest first, got list of 2, oldest first"}},
		"no name is known twice": {&foreign{answer: func(e string, r *reply) {
			if e == posts && r.status == 200 && bytes.Contains(r.asked, []byte("notes.txt")) {
				if posted++; posted > 1 {
					r.object()["id"] = "1200000000000000001"
				}
			}
		}}, Fails, []string{"the field id of message (upload: ", "expected id of the upload, got id"}},
	}
}

// strangeEvents have other events, or others at another time.
func strangeEvents() map[string]stranger {
	held, next := packets{}, packets{}
	return map[string]stranger{
		"an event is late": {&foreign{events: func(kind string, _ map[string]any, _ func(packets)) {
			if kind == "GUILD_SCHEDULED_EVENT_DELETE" {
				time.Sleep(4 * time.Second)
			}
		}}, Otherwise, []string{"the delay of an event (cancel: GUILD_SCHEDULED_EVENT_DELETE): expected at most 3 s, got 4.0 s"}},
		"an event is very late": {&foreign{events: func(kind string, _ map[string]any, _ func(packets)) {
			if kind == "THREAD_DELETE" {
				time.Sleep(6 * time.Second)
			}
		}}, Otherwise, []string{"the delay of an event", "close: THREAD_DELETE", "in a later one"}},
		"events come one after the other": {&foreign{events: func(kind string, d map[string]any, send func(packets)) {
			if kind == "MESSAGE_CREATE" {
				was := next
				next = packets{{"t": kind, "op": 0, "d": d, "s": 1}}
				send(was)
			}
		}}, Otherwise, []string{"the delay of an event (board: MESSAGE_CREATE, upload: MESSAGE_CREATE, thread: MESSAGE_CREATE and ", "expected in its step, got in a later one"}},
		"events come twice": {&foreign{events: func(kind string, _ map[string]any, send func(packets)) {
			if kind != "INTERACTION_CREATE" {
				send(packets{{"t": kind}, {"t": kind}})
			}
		}}, Differs, []string{"an event (board: MESSAGE_CREATE, edit: ", "expected once, got twice"}},
		"a press comes twice": {&foreign{events: func(kind string, _ map[string]any, send func(packets)) {
			if kind == "INTERACTION_CREATE" {
				send(packets{{"t": kind}, {"t": kind}})
			}
		}}, Otherwise, []string{"an event (press: INTERACTION_CREATE", "expected once, got twice", "refuse the second answer"}},
		"an event is left out": {&foreign{events: func(kind string, _ map[string]any, send func(packets)) {
			if kind == "THREAD_UPDATE" {
				send(nil)
			}
		}}, Otherwise, []string{"an event (thread: THREAD_UPDATE): expected THREAD_UPDATE, got none", "archived thread"}},
		"an event is new": {&foreign{events: func(kind string, _ map[string]any, send func(packets)) {
			if kind == "THREAD_CREATE" {
				send(packets{{"t": "THREAD_CREATE"}, {"t": "THREAD_MEMBER_UPDATE"}})
			}
		}}, Differs, []string{"an event (thread: THREAD_MEMBER_UPDATE): expected none, got THREAD_MEMBER_UPDATE"}},
		"two events exchanged": {&foreign{events: func(kind string, d map[string]any, send func(packets)) {
			if kind == "THREAD_CREATE" {
				held = packets{{"t": kind, "op": 0, "d": d, "s": 1}}
				send(nil)
			} else if len(held) > 0 {
				send(append(packets{{"t": kind}}, held...))
				held = nil
			}
		}}, Differs, []string{"the order of events (thread)", "expected THREAD_CREATE, MESSAGE_UPDATE", "got MESSAGE_UPDATE, THREAD_CREATE"}},
		"a field of an event": {&foreign{events: func(kind string, d map[string]any, _ func(packets)) {
			if kind == "INTERACTION_CREATE" {
				delete(d, "app_permissions")
			}
		}}, Fails, []string{"the field app_permissions of interaction", "got nothing", "missing permissions would not be named"}},
	}
}

// TestForeign rehearses on Discords that differ from localcord in one way each. Each difference
// is found, named and graded, and not much else is.
func TestForeign(t *testing.T) {
	for _, list := range []map[string]stranger{strangeAnswers(), strangeRefusals(), strangeFields(), strangeEvents()} {
		for name, c := range list {
			t.Run(name, func(t *testing.T) { meets(t, c) })
		}
	}
}

// meets rehearses with a stranger.
func meets(t *testing.T, c stranger) {
	t.Helper()
	onStage(t, c.foreign.wrap, func(s *stage) {
		_, differ := s.rehearse()
		found := false
		for _, d := range differ {
			line, all := d.String(), true
			for _, part := range c.want {
				all = all && strings.Contains(line, part)
			}
			if found = found || all; all && d.Grade != c.grade {
				t.Errorf("graded as %v: %s", d.Grade, line)
			}
		}
		if !found || len(differ) > 3 {
			t.Errorf("it is not named with %q, or more is:", c.want)
			for _, d := range differ {
				t.Log(d)
			}
			t.Log(s.text())
		}
		s.isClean()
	})
}
