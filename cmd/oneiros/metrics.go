package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
)

// A watched gateway notes whether there is a session.
type watched struct {
	*discord.Gateway
	ready *atomic.Bool
}

func (w watched) Run(ctx context.Context, handle func(discord.Event)) error {
	defer w.ready.Store(false)
	return w.Gateway.Run(ctx, func(e discord.Event) {
		switch e.(type) {
		case discord.Ready, discord.Resumed:
			w.ready.Store(true)
		case discord.Disconnected:
			w.ready.Store(false)
		}
		handle(e)
	})
}

// notSaving is what /ready says when nothing can be saved. The log says why.
const notSaving = "nothing can be saved"

// serveMetrics serves /metrics, /live and /ready and what mux already has. While
// trouble returns an error, nothing can be saved and the bot is not ready. With a
// wrong clock the bot is ready, and says so in a second line. The function that it
// returns ends the serving.
func serveMetrics(addr string, mux *http.ServeMux, registry *prometheus.Registry, ready *atomic.Bool, trouble func() error, clock *discord.Clock, log zerolog.Logger) (func(), error) {
	if addr == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, bad("metrics.addr = %q: %w", addr, err)
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /live", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "live") })
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, _ *http.Request) {
		if !ready.Load() {
			http.Error(w, "no session with Discord", http.StatusServiceUnavailable)
			return
		}
		if trouble() != nil {
			http.Error(w, notSaving, http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
		if wrong := clock.Warning(); wrong != "" {
			fmt.Fprintln(w, wrong)
		}
	})
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error().Err(err).Msg("serve metrics failed")
		}
	}()
	return func() {
		if err := s.Close(); err != nil {
			log.Warn().Err(err).Msg("close metrics server failed")
		}
	}, nil
}
