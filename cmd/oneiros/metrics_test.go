package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
)

// TestReady: the bot is ready while it has a session and everything can be saved.
func TestReady(t *testing.T) {
	t.Parallel()
	var ready atomic.Bool
	var trouble error
	mux := http.NewServeMux()
	stop, err := serveMetrics("127.0.0.1:0", mux, prometheus.NewRegistry(), &ready, func() error { return trouble }, &discord.Clock{}, zerolog.Nop())
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
	check(http.StatusServiceUnavailable, "no session with Discord")
	ready.Store(true)
	check(http.StatusOK, "ready")
	trouble = errors.New("secret.db was removed")
	check(http.StatusServiceUnavailable, notSaving)
	trouble = nil
	check(http.StatusOK, "ready")
}
