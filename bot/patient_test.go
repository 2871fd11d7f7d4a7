package bot

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
)

// TestAloneTakesTheirTime: for a person who plays alone the clock stands before each step
// of each game, also after the program was killed or ended. The message says so from the
// start of the step and shows no time.
func TestAloneTakesTheirTime(t *testing.T) {
	gametest.NotShort(t)
	for _, game := range all.Games {
		name := game.Info().Name
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{game} }, func(t *testing.T, w *town) {
				w.solo("Boris", "")
				inSand, stood, shown := 0, 0, ""
				for step := 0; stood < 6; step++ {
					s := w.state()
					if s.Phase != table.Live || step == 3000 {
						t.Fatalf("after %d waits: %v, %+v", stood, s.Phase, s.Status)
					}
					if !s.Patient {
						if s.Status.Sand && slices.Equal(s.Status.Awaits, []games.Seat{0}) {
							inSand++
						}
						<-time.After(time.Second)
						continue
					}
					synctest.Wait()
					looks := func(when string) {
						t.Helper()
						<-time.After(5 * time.Second) // a message is not edited at once
						var m *localcord.Message
						if err := w.srv.Wait(w.ctx, func() bool {
							m = w.alone("Boris")
							shown = m.Text()
							return has(m, "the clock is stopped while you think")
						}); err != nil {
							t.Fatalf("%s, wait %d: the sentence is not there:\n%s", when, stood, shown)
						}
						if strings.Contains(shown, "The bot was away") {
							t.Errorf("%s, wait %d: it is told of an outage in which the clock would have stood:\n%s", when, stood, shown)
						}
						if strings.Contains(shown, "<t:") {
							t.Errorf("%s, wait %d: a time is shown:\n%s", when, stood, shown)
						}
					}
					if s = w.state(); !s.Patient { // an automatic player was about to act by itself
						continue
					}
					n, left := s.Match.N(), s.Left(s.Status.Due, time.Now())
					looks("at first")
					switch stood % 3 {
					case 1:
						w.killed()
						<-time.After(27 * time.Second)
						w.start()
						looks("after a kill")
					case 2:
						w.stop()
						<-time.After(time.Hour)
						w.start()
						looks("after an end")
					}
					<-time.After(10 * time.Minute)
					if s = w.state(); s.Match.N() != n || !s.Patient || s.Players[0].Missed > 0 {
						t.Fatalf("wait %d: it did not wait: input %d after %d, patient %t, %d missed", stood, s.Match.N(), n, s.Patient, s.Players[0].Missed)
					}
					if now := s.Left(s.Status.Due, time.Now()); now < left-5*time.Second {
						t.Errorf("wait %d: of %v are left %v", stood, left, now)
					}
					stood++
					move, ok := s.Match.Choose(0, games.Normal)
					if !ok {
						t.Fatalf("wait %d: there is no move: %+v", stood, s.Status)
					}
					if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Play, User: s.Players[0].User, Press: discord.IDAt(time.Now()), Move: move, Turn: table.AnyTurn}); err != nil {
						if _, refused := games.Refused(err); !refused {
							t.Fatal(err)
						}
					}
				}
				t.Logf("%d seconds of sand", inSand)
			})
		})
	}
}
