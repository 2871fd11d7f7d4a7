package rehearse

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"oneiros/bot/localcord/endpoint"
)

// A tape keeps what is heard in the step that is on.
type tape struct {
	next   http.RoundTripper
	prefix string // of the path of each request

	mu      sync.Mutex
	shaper  shaper
	seen    map[string]bool // texts that may be names
	made    map[string]bool // ids of what the rehearsal made or answered
	buckets map[string]map[string]bool
	spent   map[string]time.Time // until when requests of an endpoint in a place would be refused
	limits  map[string]time.Time // until when Discord asks to wait with those of an endpoint
	asking  int                  // requests that are not answered yet
	active  time.Time            // when the last one was answered
	others  bool                 // another process is there, as was said
	answers []rawAnswer
	events  []rawEvent
	notes   []string
	ages    map[string]time.Duration // of presses, when they came
	began   time.Time                // the last request, or the step
	changed chan struct{}
	hurry   chan struct{} // receives when a press has come, which has to be answered soon
}

type rawAnswer struct {
	endpoint   string
	status     int
	header     http.Header
	body       []byte
	took       time.Duration
	deliberate bool // a limit that was looked for
}

type rawEvent struct {
	kind string
	data []byte
	at   time.Time
	late time.Duration
}

func newTape() *tape {
	return &tape{
		shaper: shaper{parts: map[string]string{}, sent: map[string]bool{}}, made: map[string]bool{}, limits: map[string]time.Time{},
		buckets: map[string]map[string]bool{}, ages: map[string]time.Duration{}, seen: map[string]bool{}, spent: map[string]time.Time{}, began: time.Now(), changed: make(chan struct{}), hurry: make(chan struct{}, 1),
	}
}

// wrap puts the tape around a transport.
func (t *tape) wrap(next http.RoundTripper) http.RoundTripper {
	t.next = next
	return t
}

type tapeKey struct{}

// The ways in which a request stands on the tape.
const (
	untaped    = 1 + iota // not at all
	deliberate            // also when it is refused because of a limit
)

// RoundTrip sends a request and keeps its answer.
func (t *tape) RoundTrip(r *http.Request) (*http.Response, error) {
	how, _ := r.Context().Value(tapeKey{}).(int)
	path := strings.TrimPrefix(r.URL.Path, t.prefix)
	one := rawAnswer{endpoint: endpointName(r.Method, path), deliberate: how == deliberate}
	t.noteSent(r)
	start := time.Now()
	t.mu.Lock()
	t.began = start
	t.asking++
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.asking--
		t.active = time.Now()
	}()
	resp, err := t.next.RoundTrip(r)
	one.took = time.Since(start)
	if err == nil {
		one.status, one.header = resp.StatusCode, resp.Header
		var body []byte
		body, err = io.ReadAll(io.LimitReader(resp.Body, 16<<20))
		if closed := resp.Body.Close(); err == nil {
			err = closed
		}
		one.body, resp.Body = body, io.NopCloser(bytes.NewReader(body))
	}
	if err != nil {
		one.status = 0
	}
	if how != untaped {
		t.keep(r.Method, path, one)
	}
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// endpointName is what package endpoint calls a request.
func endpointName(method, path string) string {
	if e, _, _ := endpoint.Find(method, path); e != nil {
		return e.Name()
	}
	return method + " (an endpoint that localcord does not have)"
}

// noteSent remembers the texts of a request, to recognise them in answers.
func (t *tape) noteSent(r *http.Request) {
	if r.GetBody == nil {
		return
	}
	body, err := r.GetBody()
	if err != nil {
		return
	}
	defer body.Close()
	var from io.Reader = body
	kind, args, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		part, err := multipart.NewReader(body, args["boundary"]).NextPart()
		if err != nil {
			return
		}
		from = part
	}
	var v any
	if json.NewDecoder(io.LimitReader(from, 1<<20)).Decode(&v) != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	eachString(v, func(s string) { t.shaper.sent[s] = true })
}

func eachString(v any, do func(string)) {
	switch v := v.(type) {
	case string:
		do(v)
	case []any:
		for _, one := range v {
			eachString(one, do)
		}
	case map[string]any:
		for _, one := range v {
			eachString(one, do)
		}
	}
}

// keep keeps an answer, and notes what it made.
func (t *tape) keep(method, path string, one rawAnswer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.answers = append(t.answers, one)
	if one.status == http.StatusTooManyRequests || one.header.Get("X-RateLimit-Remaining") == "0" {
		t.limits[one.endpoint] = time.Now().Add(wholeWait(one.header))
	}
	if one.status < 300 { // a refusal has Discord's words
		t.see(one.body)
	}
	if one.header.Get("X-RateLimit-Remaining") == "0" {
		t.spent[limitKey(one.endpoint, path)] = time.Now().Add(waitOf(one.header))
	}
	if b := one.header.Get("X-RateLimit-Bucket"); b != "" {
		if t.buckets[b] == nil {
			t.buckets[b] = map[string]bool{}
		}
		t.buckets[b][one.endpoint] = true
	}
	if method != http.MethodPost || one.status < 200 || one.status > 299 {
		return
	}
	var made struct {
		ID       string `json:"id"`
		Resource struct {
			Message struct {
				ID string `json:"id"`
			} `json:"message"`
		} `json:"resource"`
	}
	if json.Unmarshal(one.body, &made) == nil {
		for _, id := range []string{made.ID, made.Resource.Message.ID} {
			if id != "" {
				t.made[id] = true
			}
		}
	}
}

// limitKey names the limit of an endpoint in a channel or on a server.
func limitKey(endpoint, path string) string {
	parts := strings.Split(path, "/")
	return endpoint + " " + strings.Join(parts[:min(3, len(parts))], "/")
}

// left is how long a request would be refused.
func (t *tape) left(method, path string) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	path, _, _ = strings.Cut(path, "?")
	return time.Until(t.spent[limitKey(endpointName(method, path), path)])
}

// heard keeps an event of the gateway.
func (t *tape) heard(kind string, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.see(data)
	t.events = append(t.events, rawEvent{kind, bytes.Clone(data), time.Now(), time.Since(t.began)})
	close(t.changed)
	t.changed = make(chan struct{})
}

// note writes down what hindered the step, and no more than what kind of thing it was.
func (t *tape) note(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// name says what has an id. The first name stays: a thread has the id of its message.
func (t *tape) name(id fmt.Stringer, part string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := id.String(); t.shaper.parts[s] == "" && s != "0" {
		t.shaper.parts[s] = part
	}
}

// pressed says how late a press came, by Discord's clock.
func (t *tape) pressed(id fmt.Stringer, age time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ages[id.String()] = age
}

// own says that events about an id belong to the rehearsal.
func (t *tape) own(id fmt.Stringer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made[id.String()] = true
}

// forget forgets events that follow from no step of the script.
func (t *tape) forget(kind string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.events = slices.DeleteFunc(t.events, func(e rawEvent) bool { return e.kind == kind })
}

// begin forgets what came before a step.
func (t *tape) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.answers, t.began = nil, time.Now()
}

// await waits until such events have come, and then for silence.
func (t *tape) await(ctx context.Context, events []*Event, patience, silence time.Duration) {
	late := time.Now().Add(patience)
	for {
		t.mu.Lock()
		left := slices.Clone(events)
		for _, e := range t.events {
			part := t.shaper.about(e.data)
			if i := slices.IndexFunc(left, func(w *Event) bool { return w.Type == e.kind && mayStandFor(w, part) }); i >= 0 && t.isOurs(e) {
				left = slices.Delete(left, i, i+1)
			}
		}
		changed := t.changed
		t.mu.Unlock()
		wait := silence
		if len(left) > 0 {
			if wait = time.Until(late); wait <= 0 {
				return
			}
		}
		timer := time.NewTimer(wait)
		select {
		case <-changed:
			timer.Stop()
		case <-t.hurry:
			timer.Stop()
			return
		case <-timer.C:
			return
		case <-ctx.Done():
			timer.Stop()
			return
		}
	}
}

// end makes the shapes of a step. failed says that its last request was given up.
func (t *tape) end(name string, failed bool) *Step {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := &Step{Name: name, Notes: t.notes}
	for i, one := range t.answers {
		a := t.shapeAnswer(one)
		again := one.status == 0 || one.status == http.StatusTooManyRequests || one.status >= 500
		if again && !(one.deliberate && one.status == http.StatusTooManyRequests) && !(failed && i == len(t.answers)-1) {
			s.Hindrances = append(s.Hindrances, a)
		} else {
			s.Answers = append(s.Answers, a)
		}
	}
	var early []rawEvent // presses that are taken in the next step
	for _, e := range t.events {
		if e.kind == "INTERACTION_CREATE" && !t.isOurs(e) {
			early = append(early, e)
		}
		if isOfOthers(t, e) {
			if !t.others {
				t.others = true
				s.Notes = append(s.Notes, noteOthers)
			}
		} else if t.isOurs(e) {
			s.Events = append(s.Events, &Event{Type: e.kind, Body: t.shaper.shape(e.data, theirEvents[e.kind]), Late: int(t.lateness(e) / time.Millisecond)})
		}
	}
	t.answers, t.events, t.notes = nil, early[max(0, len(early)-8):], nil
	return s
}

// lateness is how long after its cause an event came. The lock is held.
func (t *tape) lateness(e rawEvent) time.Duration {
	var about struct {
		ID string `json:"id"`
	}
	if e.kind == "INTERACTION_CREATE" && json.Unmarshal(e.data, &about) == nil {
		return max(0, t.ages[about.ID])
	}
	return e.late
}

// groups are the endpoints that have a limit in common.
func (t *tape) groups() (list [][]string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, names := range t.buckets {
		if len(names) > 1 {
			list = append(list, slices.Sorted(maps.Keys(names)))
		}
	}
	slices.SortFunc(list, slices.Compare)
	return list
}
