package bot

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/discord/transport"
	"oneiros/bot/table"
	"oneiros/games/all"
	"oneiros/games/text"
	"oneiros/store"
	"oneiros/store/storetest"
)

// readyVar is the environment variable that makes this binary a bot that starts once, on
// the database that it names.
const readyVar = "ONEIROS_BENCH_READY"

var readyMatches = flag.Int("ready-matches", 10_000, "how many live matches BenchmarkReady has")

// readiness is what a start costs.
type readiness struct {
	Ready   float64 // seconds until presses are answered
	Heap    float64 // MB that are used then
	RSS     float64 // MB of memory then
	Highest float64 // MB of memory, the most in the time after that
	Later   float64 // MB of memory at the end of that time
}

// BenchmarkReady measures a start with thousands of live matches of all games, each with a
// board and two panels: how long it takes until presses are answered, and the memory of
// the process. It starts a process of its own for each round, on both databases.
func BenchmarkReady(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchmarkReady(b, filepath.Join(b.TempDir(), "oneiros.db")) })
	b.Run("postgres", func(b *testing.B) { benchmarkReady(b, storetest.Postgres(b)) })
}

func benchmarkReady(b *testing.B, place string) {
	fillReady(b, place)
	var sum readiness
	rounds := 0.0
	for b.Loop() {
		cmd := exec.CommandContext(b.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), readyVar+"="+place, "GOGC=100") // as the program has it
		out, err := cmd.Output()
		var r readiness
		if err == nil {
			err = json.Unmarshal(out, &r)
		}
		if err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		sum.Ready, sum.Heap, sum.RSS, sum.Highest, sum.Later, rounds = sum.Ready+r.Ready, sum.Heap+r.Heap, sum.RSS+r.RSS, max(sum.Highest, r.Highest), sum.Later+r.Later, rounds+1
	}
	b.ReportMetric(sum.Ready/rounds, "s-ready")
	b.ReportMetric(sum.Heap/rounds, "MB-heap")
	b.ReportMetric(sum.RSS/rounds, "MB-rss")
	b.ReportMetric(sum.Highest, "MB-highest")
	b.ReportMetric(sum.Later/rounds, "MB-later")
	b.ReportMetric(0, "ns/op")
}

// fillReady makes a database with live matches of all games.
func fillReady(b *testing.B, place string) {
	b.Helper()
	db, err := store.Open(b.Context(), place)
	if err != nil {
		b.Fatal(err)
	}
	h, err := table.Open(b.Context(), table.Config{Stores: StoresOf(db).Tables(), Games: all.Games})
	if err != nil {
		b.Fatal(err)
	}
	var first []store.Match // of each game
	for i := range all.Games[:min(len(all.Games), *readyMatches)] {
		m, err := firstMatch(b.Context(), db, h, i)
		if err != nil {
			b.Fatal(err)
		}
		first = append(first, m)
	}
	if err := h.Close(); err != nil {
		b.Fatal(err)
	}
	var makers sync.WaitGroup
	for k := range 64 {
		makers.Go(func() {
			for i := len(first) + k; i < *readyMatches; i += 64 {
				if err := copyMatch(b.Context(), db, first[i%len(first)], i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	makers.Wait()
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
}

// firstMatch is a match of a game that has begun.
func firstMatch(ctx context.Context, db *store.Store, h *table.Tables, i int) (store.Match, error) {
	g := all.Games[i]
	user := func(seat int) table.User {
		return table.User{ID: discord.ID(100 + 10*i + seat), Name: "Anna", Locale: "ru"}
	}
	s, err := h.Create(ctx, table.New{Guild: 9, Channel: discord.ID(1 + i), Game: g.Info().Name, Host: user(0), Lang: text.Russian})
	for seat := 1; err == nil && seat < min(max(g.Info().Min, 4), g.Info().Max); seat++ {
		_, err = h.Send(ctx, s.ID, table.Action{Kind: table.Join, User: user(seat)})
		if err == nil {
			_, err = h.Send(ctx, s.ID, table.Action{Kind: table.Ready, User: user(seat)})
		}
	}
	if err == nil {
		s, err = h.Send(ctx, s.ID, table.Action{Kind: table.Start, User: user(0)})
	}
	if err != nil {
		return store.Match{}, err
	}
	return db.Matches().Match(ctx, s.ID)
}

// copyMatch makes a match like another one, with other people, in another channel.
func copyMatch(ctx context.Context, db *store.Store, m store.Match, i int) error {
	m.ID, m.Channel, m.Rev, m.Notes = fmt.Sprintf("match%05d", i), uint64(1000+i), 0, nil
	m.Players = slices.Clone(m.Players)
	for k := range m.Players {
		p := &m.Players[k]
		p.User, p.Name = uint64(1_000_000+10*i+k), "Anna "+strconv.Itoa(10*i+k)
	}
	m.Host = m.Players[0].User
	if err := db.Matches().CreateMatch(ctx, m); err != nil {
		return err
	}
	if err := db.Matches().SaveMatch(ctx, m); err != nil {
		return err
	}
	err := db.Surfaces().SaveSurface(ctx, store.Surface{Owner: store.MatchOwner(m.ID), Kind: store.Board, Channel: m.Channel, Message: uint64(100_000_000 + i)})
	if err == nil {
		err = db.Surfaces().SaveSurface(ctx, store.Surface{Owner: store.MatchOwner(m.ID), Kind: store.Announcement, Channel: m.Channel, Message: uint64(300_000_000 + i), State: store.Sent})
	}
	for k := range 2 {
		if err == nil {
			err = db.Surfaces().SaveSurface(ctx, store.Surface{
				Owner: store.MatchOwner(m.ID), Kind: store.Panel, User: m.Players[k].User, Channel: m.Channel, Message: uint64(200_000_000 + 10*i + k),
				App: 77, Token: strings.Repeat("t", 160), Expires: time.Now().Add(15 * time.Minute), Lang: "ru",
			})
		}
	}
	return err
}

// startOnce starts a bot on a database, writes what that costs, and ends.
func startOnce(path string) error {
	server := scripted.New()
	base, err := server.Start()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	began := time.Now()
	db, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	client, err := api.NewClient(transport.Config{Token: "bench", Base: base})
	if err != nil {
		return err
	}
	w, err := New(ctx, Config{
		Client: client, Gateway: gateway.New(gateway.Config{Sender: client.Sender(), Intents: intents()}), Stores: StoresOf(db), Games: all.Games, Log: zerolog.Nop(),
	})
	if err != nil {
		return err
	}
	r := readiness{Ready: time.Since(began).Seconds(), RSS: memoryOf("VmRSS")}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	r.Heap = float64(m.HeapInuse) / 1e6
	ran := make(chan error, 1)
	go func() { ran <- w.Run(ctx) }()
	time.Sleep(20 * time.Second) // boards are looked at
	r.Highest, r.Later = memoryOf("VmHWM"), memoryOf("VmRSS")
	stop()
	if err := errors.Join(<-ran, w.Close(), db.Close()); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// memoryOf is a value of this process's status, in MB; 0 where the system has none.
func memoryOf(name string) float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kB float64
		if _, err := fmt.Sscanf(line, name+": %f kB", &kB); err == nil {
			return kB / 1e3
		}
	}
	return 0
}
