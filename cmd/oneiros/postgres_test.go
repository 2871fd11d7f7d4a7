package main

import (
	"strings"
	"syscall"
	"testing"

	"oneiros/bot/localcord"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/store/storetest"
)

// TestServerCrash crashes PostgreSQL while a match is on. The table waits and says so,
// a press is refused and not played, and the match goes on by itself.
func TestServerCrash(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	server := storetest.NewServer(t)
	g := newGuild(t, all.Games[0].Info().Min)
	g.path = server.Schema(t)
	g.lenient = true
	g.start()
	g.sit(all.Games[0].Info())
	g.move()
	m, seat, move, ok := g.next(all.Games[0], 0)
	if !ok {
		t.Fatalf("the match is %s", m.Phase)
	}
	_, log, _ := g.saved()
	server.Stop()
	silent := func(text string) bool {
		return strings.Contains(text, "the database does not answer") || strings.Contains(text, "база данных не отвечает")
	}
	onBoard := func(says bool) {
		t.Helper()
		if _, err := g.people[0].See(g.ctx, g.channel, func(m *localcord.Message) bool {
			return !m.Ephemeral() && len(m.Buttons()) > 0 && silent(m.Text()) == says
		}); err != nil {
			t.Fatalf("%v; the bot said:\n%s", err, g.output.String())
		}
	}
	onBoard(true)
	if g.play(g.owner(m, seat), m, seat, move) {
		t.Errorf("a press was played while nothing can be saved: %s", g.last)
	}
	if !silent(g.last) {
		t.Errorf("a press meanwhile: %s", g.last)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	onBoard(false)
	if _, now, _ := g.saved(); len(now) != len(log) {
		t.Errorf("the log has %d inputs, and had %d before", len(now), len(log))
	}
	g.until("no move is played after the outage", g.move)
	if said := g.output.String(); strings.Contains(said, "oneiros@") || strings.Contains(said, `"get `) || strings.Count(said, "stop clocks: save failed") != 1 {
		t.Errorf("the log does not tell the outage once, or tells the address:\n%s", said)
	}
	g.crash()
}

// TestSuspendedOnPostgres suspends the bot, wherever it stands, in the middle of a
// transaction too. Another process takes over; the first one wakes up, writes nothing
// and ends.
func TestSuspendedOnPostgres(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	place := storetest.Postgres(t)
	g := newGuild(t, all.Games[0].Info().Min)
	g.path = place
	g.start()
	g.sit(all.Games[0].Info())
	g.move()
	first, began := g.process, g.began
	if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	g.until("the first does not stop", func() bool { return stopped(t, first.Process.Pid) })
	before := g.connected.Load()
	g.lenient = true // the second says for whom it waits
	g.second()
	g.until("the second does not come", func() bool { return g.connected.Load() > before })
	g.up += g.began.Sub(began)
	g.move()
	_, log, _ := g.saved()
	if err := first.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if code := ended(t, first); code != 1 {
		t.Errorf("the first exits with %d", code)
	}
	if said := g.output.String(); strings.Count(said, "oneiros: another process has taken the database over") != 1 {
		t.Errorf("the two say:\n%s", said)
	}
	if _, now, _ := g.saved(); len(now) != len(log) {
		t.Errorf("the log has %d inputs, and had %d before the first woke up", len(now), len(log))
	}
	g.move()
	g.crash()
}
