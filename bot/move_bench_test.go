//go:build unix

package bot

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/dreamrunners"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/store/storetest"
)

// The benchmark of moves, as it is run without flags. At fifty moves a second no board has
// more edits than its limit allows, and the times to read pass, for which no person can move.
// Full load that only the processor limits takes some thousands of tables.
var (
	moveTablesFlag = flag.Int("move-tables", 192, "how many tables BenchmarkMove has")
	moveSpeed      = flag.Int("move-speed", 4, "how many times as fast as the time of day their clocks run")
	moveWarm       = flag.Int("move-warm", 600, "how many moves are made before any is measured")
)

// moveTables is how many tables there are.
func moveTables() int {
	if testing.Short() {
		return 24
	}
	return *moveTablesFlag
}

// moveOptions keep deadlines from playing instead of people.
func moveOptions(g games.Game) games.Options {
	o := gametest.Patient(g.Info(), 24*60*60)
	if g.Info().Name == dreamrunners.Game.Info().Name { // its clocks are none of a player's turn
		o["speed"], o["window"] = "relaxed", "1440"
	}
	return o
}

// BenchmarkMove measures a real move of each game, from the event of the gateway until
// its answer has arrived. The move is saved, and the answer is the page of its player.
// Then the board and the open panels of the others are edited. Discord is in another
// process. It reports the median time at 50 moves a second, the processor time that a
// move costs this process, and both with 16 moves under way. Beside it in the same run
// are the floors: a private page of the bot, and a bare discordgo handler that saves
// nothing. With -short it only shows that it runs.
func BenchmarkMove(b *testing.B) {
	for _, place := range []struct {
		name string
		at   func(b *testing.B) string
	}{
		{"sqlite", func(b *testing.B) string { return filepath.Join(b.TempDir(), "oneiros.db") }},
		{"postgres", func(b *testing.B) string { return storetest.Postgres(b) }},
	} {
		b.Run(place.name, func(b *testing.B) {
			b.Run("bare", benchmarkBare)
			b.Run("rules", func(b *testing.B) {
				h := newMovers(b, all.Games[0], place.at(b))
				custom := page.CustomID{Action: page.Rules, Arg: all.Games[0].Info().Name}.String()
				measurePresses(b, func(int) (time.Duration, error) { return h.apart.Press(1, custom) })
			})
			list := all.Games
			if testing.Short() {
				list = list[:1] // it only shows that it runs
			}
			for _, g := range list {
				b.Run(g.Info().Name, func(b *testing.B) {
					h := newMovers(b, g, place.at(b))
					h.open()
					measurePresses(b, h.move)
					if played := h.played.Load(); played < h.pressed.Load()*9/10 {
						b.Errorf("%d of %d presses played", played, h.pressed.Load())
					}
				})
			}
		})
	}
}

// benchmarkBare measures a bot that does nothing but answer.
func benchmarkBare(b *testing.B) {
	a := startApart(b)
	leave, err := scripted.Bare(a.Base, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := leave(); err != nil {
			b.Error(err)
		}
	})
	measurePresses(b, func(int) (time.Duration, error) { return a.Press(1, "m/abcdefghij/1/d/play 1") })
}

func startApart(b *testing.B) *scripted.Apart {
	b.Helper()
	a, err := scripted.StartApart()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := a.Close(); err != nil {
			b.Error(err)
		}
	})
	return a
}

// measurePresses reports what presses cost.
func measurePresses(b *testing.B, press func(int) (time.Duration, error)) {
	steady, full, warm, rest := 1000, 3000, *moveWarm, 5*time.Second
	if testing.Short() {
		steady, full, warm, rest = 20, 100, 100, 0
	}
	if _, err := scripted.Throughput(warm, 16, press); err != nil { // connections, caches and open panels
		b.Fatal(err)
	}
	var rounds, p50, slow, speed, quick float64
	for b.Loop() {
		rounds++
		time.Sleep(rest) // what the former presses left to be edited
		before := processorTime(b)
		d, err := scripted.Median(steady, 50, press)
		if err != nil {
			b.Fatal(err)
		}
		p50 += float64(d.Microseconds())
		middle := processorTime(b)
		slow += float64((middle - before).Microseconds()) / float64(steady)
		n, err := scripted.Throughput(full, 16, press)
		if err != nil {
			b.Fatal(err)
		}
		speed += n
		quick += float64((processorTime(b) - middle).Microseconds()) / float64(full)
	}
	b.ReportMetric(p50/rounds, "µs-p50")
	b.ReportMetric(slow/rounds, "cpu-µs/press")
	b.ReportMetric(speed/rounds, "presses/s")
	b.ReportMetric(quick/rounds, "cpu-µs/press-full")
	b.ReportMetric(0, "ns/op")
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// movers are people who play one game at many tables.
type movers struct {
	benched
	b     *testing.B
	apart *scripted.Apart
	game  games.Game
	seats int

	free            chan *moverTable // at which no person presses now
	opened          atomic.Int64
	pressed, played atomic.Int64
}

// moverTable is a table with its people, by seat.
type moverTable struct {
	match string
	rand  *rand.Rand
}

func newMovers(b *testing.B, g games.Game, place string) *movers {
	b.Helper()
	a := startApart(b)
	h := &movers{b: b, apart: a, game: g, seats: max(g.Info().Min, 4), free: make(chan *moverTable, moveTables())}
	h.benched = runBench(b, a.Base, place, all.Games, func(c *Config) {
		// No player thinks, so none needs the time to think.
		c.Workers, c.Speed, c.PlaysItself = 64, float64(*moveSpeed), func(discord.ID) bool { return true }
	})
	return h
}

// openTown opens the tables.
func (h *movers) open() {
	for i := range moveTables() {
		t := &moverTable{rand: rand.New(rand.NewPCG(uint64(i), 1))}
		if err := h.start(h.b.Context(), t); err != nil {
			h.b.Fatal(err)
		}
		h.free <- t
	}
}

// start begins a match at a table. Its board has a token.
func (h *movers) start(ctx context.Context, t *moverTable) error {
	n := h.opened.Add(1)
	user := func(seat int) table.User {
		id := discord.ID(n*16) + discord.ID(seat)
		return table.User{ID: id, Name: fmt.Sprint("Anna ", id), Locale: "ru"}
	}
	channel := discord.ID(1000000 + n)
	s, err := h.Tables().Create(ctx, table.New{Guild: 9, Channel: channel, Game: h.game.Info().Name, Host: user(0), Lang: text.Russian, Options: moveOptions(h.game)})
	for i := 1; i < h.seats && err == nil; i++ {
		s, err = h.Tables().Send(ctx, s.ID, table.Action{Kind: table.Join, Seat: games.Nobody, User: user(i)})
	}
	if err == nil {
		s, err = h.Tables().Send(ctx, s.ID, table.Action{Kind: table.Start, User: user(0)})
	}
	if err != nil {
		return fmt.Errorf("start a match: %w", err)
	}
	board := freshID() // an old board would be posted again, and not edited
	h.reconciler.Track(screen.Key{Match: s.ID}, screen.Address{Channel: channel, Message: board, Board: discord.RestoreBoard(discord.SavedToken{
		App: 6, Message: board, Channel: channel, Secret: fmt.Sprint("board-", n), Expires: time.Now().Add(discord.TokenLife),
	})}, "")
	t.match = s.ID
	return nil
}

// freshID is the id of a message that was posted at this moment.
func freshID() discord.ID {
	const discordEpoch = 1420070400000 // in milliseconds
	return discord.ID(time.Now().UnixMilli()-discordEpoch) << 22
}

// move lets a person play at the next table where a person can.
func (h *movers) move(int) (time.Duration, error) {
	for range 100 * moveTables() {
		t := <-h.free
		s, ok := h.Tables().Find(table.OfMatch(t.match))
		if !ok || s.Phase != table.Live {
			if err := h.start(h.b.Context(), t); err != nil {
				return 0, err
			}
			s, _ = h.Tables().Find(table.OfMatch(t.match))
		}
		seat, move, ok := t.choose(s)
		if !ok {
			h.free <- t
			time.Sleep(10 * time.Millisecond) // every person waits for a clock, and looking costs time too
			continue
		}
		n := s.Match.N()
		h.pressed.Add(1)
		took, err := h.apart.Press(uint64(s.Players[seat].ID), fmt.Sprintf("m/%s/%s/d/%s", t.match, strconv.FormatInt(int64(s.Turns[1+seat]), 36), move))
		if now, ok := h.Tables().Find(table.OfMatch(t.match)); ok && now.Match.N() > n {
			h.played.Add(1)
		}
		h.free <- t
		return took, err
	}
	return 0, fmt.Errorf("nobody can move in %s", h.game.Info().Name)
}

// choose chooses one of the moves of a person for whom the table waits.
func (t *moverTable) choose(s *table.State) (games.Seat, string, bool) {
	for _, i := range t.rand.Perm(len(s.Status.Awaits)) {
		seat := s.Status.Awaits[i]
		moves := s.Match.Moves(seat)
		if len(moves) == 0 {
			continue
		}
		move := moves[t.rand.IntN(len(moves))]
		left := t.rand.IntN(40)
		for within := range s.Match.Within(seat, move) {
			move = within
			if left--; left < 0 {
				break
			}
		}
		return seat, move, true
	}
	return 0, "", false
}
