package transport_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/transport"
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

func headers(kv ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(kv); i += 2 {
		h.Set(kv[i], kv[i+1])
	}
	return h
}

func dialled(t *testing.T, tune func(*transport.Config), reply func(n int, a asked) (int, http.Header, string, error)) (*api.Client, *line) {
	t.Helper()
	l := &line{reply: reply}
	c := transport.Config{Token: canary, Transport: l}
	if tune != nil {
		tune(&c)
	}
	cl, err := api.NewClient(c)
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

const secret = "aW50ZXJhY3Rpb24.secret.of-one-interaction"

func ok(int, asked) (int, http.Header, string, error) { return 200, nil, `{"id":"7"}`, nil }

const canary = "MTIzNDU2Nzg5.canary.token-that-nobody-may-see"

// Tokens of a panel, of a panel that is a follow-up, and of a board.
var (
	own    = discord.RestorePanel(discord.SavedToken{App: 6, Secret: secret})
	follow = discord.RestorePanel(discord.SavedToken{App: 6, Secret: secret, Message: 7, FollowUp: true})
	lent   = discord.RestoreBoard(discord.SavedToken{App: 6, Secret: secret, Message: 7, Channel: 8})
)

// roundTripper is a transport that is a function.
type roundTripper func(*http.Request) (*http.Response, error)

func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }
