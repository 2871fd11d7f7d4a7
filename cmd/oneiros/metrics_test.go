package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/discord/gateway"
)

// TestReady: the bot is ready while it has a session and everything can be saved.
func TestReady(t *testing.T) {
	t.Parallel()
	gone := "no session with Discord: shard 3 of 40"
	var trouble error
	mux := http.NewServeMux()
	stop, err := serveMetrics("127.0.0.1:0", mux, prometheus.NewRegistry(), func() string { return gone }, func() error { return trouble }, &discord.Clock{}, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	check := func(code int, text string) {
		t.Helper()
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/ready", nil))
		if w.Code != code || strings.TrimSpace(w.Body.String()) != text {
			t.Errorf("/ready says %d %q, want %d %q", w.Code, w.Body.String(), code, text)
		}
	}
	check(http.StatusServiceUnavailable, gone)
	gone = ""
	check(http.StatusOK, "ready")
	trouble = errors.New("secret.db was removed")
	check(http.StatusServiceUnavailable, notSaving)
	trouble = nil
	check(http.StatusOK, "ready")
}

// TestMissingShards: it is said which shards have no session, and until when they wait.
func TestMissingShards(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	shards := func(n int, until time.Time) (s gateway.Stats) {
		for i := range n {
			s.Shards = append(s.Shards, gateway.ShardStats{ID: discord.ShardID{Number: i, Of: n}})
		}
		if n > 0 {
			s.Shards[n-1].Until = until
		}
		return s
	}
	for _, c := range []struct {
		stats gateway.Stats
		here  []int
		want  string
	}{
		{shards(0, time.Time{}), nil, "no session with Discord"},
		{shards(1, time.Time{}), nil, "no session with Discord"},
		{shards(1, time.Time{}), []int{0}, ""},
		{shards(1, until), nil, "no session with Discord, because too many were begun today; the next begins at 2026-01-02 03:04:05 UTC"},
		{shards(4, time.Time{}), []int{0, 2}, "no session with Discord: shard 1, 3 of 4"},
		{shards(4, until), []int{0, 1, 2}, "no session with Discord: shard 3 of 4, because too many were begun today; the next begins at 2026-01-02 03:04:05 UTC"},
		{shards(4, time.Time{}), []int{0, 1, 2, 3}, ""},
	} {
		here := map[discord.ShardID]bool{{Number: 0, Of: 99}: true}
		for _, n := range c.here {
			here[discord.ShardID{Number: n, Of: len(c.stats.Shards)}] = true
		}
		if got := missingShards(c.stats, here); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
