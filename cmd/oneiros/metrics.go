package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/zerolog"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/bot/discord/gateway"
)

// A watched gateway notes which shards have a session.
type watched struct {
	*gateway.Gateway

	mu   sync.Mutex
	here map[discord.ShardID]bool
}

func (w *watched) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		clear(w.here)
	}()
	return w.Gateway.Run(ctx, w.watch(handle))
}

// watch notes what happens before it is handled.
func (w *watched) watch(handle func(discord.ShardID, discord.Event)) func(discord.ShardID, discord.Event) {
	return func(shard discord.ShardID, e discord.Event) {
		switch e.(type) {
		case discord.Ready, discord.Resumed, discord.Restored:
			w.set(shard, true)
		case discord.Disconnected:
			w.set(shard, false)
		}
		handle(shard, e)
	}
}

// Shard is the gateway of a single shard, which is watched with the others.
func (w *watched) Shard(id discord.ShardID, sessions gateway.Sessions) bot.Gateway {
	return &watchedShard{w.Gateway.Shard(id, sessions), w, id}
}

type watchedShard struct {
	shard *gateway.Shard
	all   *watched
	id    discord.ShardID
}

func (s *watchedShard) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	defer s.all.set(s.id, false)
	return s.shard.Run(ctx, s.all.watch(handle))
}

// SetVoiceState is that of the shard.
func (s *watchedShard) SetVoiceState(guild, channel discord.ID) error {
	return s.shard.SetVoiceState(guild, channel)
}

func (w *watched) set(shard discord.ShardID, here bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.here == nil {
		w.here = map[discord.ShardID]bool{}
	}
	w.here[shard] = here
}

// missing says which shards have no session, and what they wait for. It is empty when
// all have one. Besides those that run it asks for shards that do not run yet.
func (w *watched) missing(also ...discord.ShardID) string {
	stats := w.Stats()
	for _, id := range also {
		if !slices.ContainsFunc(stats.Shards, func(s gateway.ShardStats) bool { return s.ID == id }) {
			stats.Shards = append(stats.Shards, gateway.ShardStats{ID: id})
		}
	}
	slices.SortFunc(stats.Shards, func(a, b gateway.ShardStats) int { return a.ID.Number - b.ID.Number })
	w.mu.Lock()
	defer w.mu.Unlock()
	return missingShards(stats, w.here)
}

// missingShards says which shards are not here. Of a bot with one shard it does not
// say so.
func missingShards(stats gateway.Stats, here map[discord.ShardID]bool) string {
	var list []string
	var until time.Time
	for _, s := range stats.Shards {
		if !here[s.ID] {
			list = append(list, s.ID.String())
			if s.Until.After(until) {
				until = s.Until
			}
		}
	}
	if len(stats.Shards) > 0 && len(list) == 0 {
		return ""
	}
	text := "no session with Discord"
	if len(stats.Shards) > 0 && stats.Shards[0].ID.Of > 1 {
		text += fmt.Sprintf(": shard %s of %d", strings.Join(list, ", "), stats.Shards[0].ID.Of)
	}
	if !until.IsZero() {
		text += ", because too many were begun today; the next begins at " + until.UTC().Format("2006-01-02 15:04:05 UTC")
	}
	return text
}

// notSaving is what /ready says when nothing can be saved. The log says why.
const notSaving = "nothing can be saved"

// serveMetrics serves /metrics, /live and /ready and what mux already has. While
// missing names shards without a session, or trouble returns an error because nothing
// can be saved, the bot is not ready. With a wrong clock the bot is ready, and says so
// in a second line. The function that it returns ends the serving.
func serveMetrics(addr string, mux *http.ServeMux, registry *prometheus.Registry, missing func() string, trouble func() error, clock *discord.Clock, log zerolog.Logger) (func(), error) {
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
		if gone := missing(); gone != "" {
			http.Error(w, gone, http.StatusServiceUnavailable)
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
