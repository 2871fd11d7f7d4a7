package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"oneiros/bot/localcord/wire"
)

// A Request is one call of the REST API by the bot, as a Tap gets it.
type Request struct {
	Method   string
	Path     string // below the version, as in "/channels/1/messages"; with the query
	Body     []byte // the JSON, also of a multipart body
	Files    []wire.Upload
	Status   int
	Answer   []byte    // the body of the response
	Channel  wire.ID   // where its content is shown; empty for a call that shows nothing
	Guild    wire.ID   // the server of that channel; empty in direct messages
	Everyone bool      // its content is shown to every person who can see the channel
	Only     []wire.ID // otherwise the people to whom it is shown
}

// Tap calls f for every REST call of the bot. The calls come in the order of the
// answers, each before its answer is sent. The function f must not call the Server.
func (s *API) Tap(f func(Request)) {
	s.w.Lock()
	defer s.w.Unlock()
	s.taps = append(s.taps, f)
}

// A Record is what the bot sent, call by call.
type Record struct {
	mu  sync.Mutex
	all []Request
}

// Record starts to record all calls of the bot. It is for tests, because the record
// grows without end.
func (s *API) Record() *Record {
	r := &Record{}
	s.Tap(func(q Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.all = append(r.all, q)
	})
	return r
}

// All is every call so far.
func (r *Record) All() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Request(nil), r.all...)
}

// Clear forgets all calls so far.
func (r *Record) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = nil
}

// Seen is every accepted call that showed something to a person.
func (r *Record) Seen(user wire.ID) []Request {
	var seen []Request
	for _, q := range r.All() {
		if q.Status >= 300 {
			continue
		}
		shown := q.Everyone
		for _, id := range q.Only {
			shown = shown || id == user
		}
		if shown {
			seen = append(seen, q)
		}
	}
	return seen
}

// Leaks is every call that showed a word to a person who is not allowed to see it.
// The word is looked for in the texts of the JSON, without escapes, and in the bytes
// of files.
func (r *Record) Leaks(word string, allowed ...wire.ID) []Request {
	var leaks []Request
	for _, q := range r.All() {
		if q.Status >= 300 || !q.holds(word) {
			continue
		}
		bad := q.Everyone
		for _, id := range q.Only {
			bad = bad || !slices.Contains(allowed, id)
		}
		if bad {
			leaks = append(leaks, q)
		}
	}
	return leaks
}

func (q Request) holds(word string) bool {
	for _, f := range q.Files {
		if strings.Contains(f.Name, word) || bytes.Contains(f.Data, []byte(word)) {
			return true
		}
	}
	return strings.Contains(plain(q.Body), word)
}

// tap calls the Taps. The caller holds the lock.
func (s *API) tap(q *call, status int, v any, err error) {
	var refused *wire.Refusal
	if errors.As(err, &refused) {
		status, q.channel, q.everyone, q.only = refused.Status, "", false, nil
	} else if err != nil {
		status = 500
	}
	if status == 401 || status == 403 || status == 429 {
		s.countInvalid()
	}
	if len(s.taps) == 0 {
		return
	}
	path := q.r.URL.Path
	if i := strings.Index(path, "/v"); i >= 0 {
		_, path, _ = strings.Cut(path[i+2:], "/")
		path = "/" + path
	}
	if q.r.URL.RawQuery != "" {
		path += "?" + q.r.URL.RawQuery
	}
	t := Request{Method: q.r.Method, Path: path, Body: q.body.JSON, Files: q.body.Uploads(), Status: status, Channel: q.channel, Everyone: q.everyone, Only: q.only}
	if b, ok := v.(json.RawMessage); ok {
		t.Answer = b
	}
	if c := s.w.Channels.Find(q.channel); c != nil {
		t.Guild = c.Guild
	}
	if refused != nil {
		b, err := json.Marshal(refused.Body())
		if err != nil { // never: it is made of our own maps and structs
			s.w.Log.Error().Err(err).Msg("encode refusal failed")
		}
		t.Answer = b
	}
	for _, f := range s.taps {
		f(t)
	}
}

// plain is all texts in some JSON, without escapes.
func plain(body []byte) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return string(body)
	}
	var b strings.Builder
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v)
			b.WriteByte('\n')
		case []any:
			for _, e := range v {
				visit(e)
			}
		case map[string]any:
			for k, e := range v {
				b.WriteString(k)
				b.WriteByte('\n')
				visit(e)
			}
		}
	}
	visit(v)
	return b.String()
}
