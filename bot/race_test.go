package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/games"
)

// slowGateway is a gateway that hands over late what one person does.
type slowGateway struct {
	Gateway
	mu  sync.Mutex
	who string // the person
	by  time.Duration
}

// stand puts the gateway before that of a bot.
func (g *slowGateway) stand(c *Config) {
	g.Gateway = c.Gateway
	c.Gateway = g
	g.delay("", 0)
}

// delay says whose presses come late, and by how much.
func (g *slowGateway) delay(who string, by time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.who, g.by = who, by
}

func (g *slowGateway) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	var one sync.Mutex // events come one after another
	return g.Gateway.Run(ctx, func(shard discord.ShardID, e discord.Event) {
		g.mu.Lock()
		by := g.by
		ix, ok := e.(*discord.Interaction)
		late := ok && ix.User.Name == g.who
		g.mu.Unlock()
		hand := func() {
			one.Lock()
			defer one.Unlock()
			handle(shard, e)
		}
		if !late {
			hand()
			return
		}
		go func() {
			time.Sleep(by)
			ix.Received = time.Now()
			hand()
		}()
	})
}

// TestFirstPressWins lets two people yawn at nearly the same moment. The press of
// the first person reaches the bot last. The first person still gets the point, and
// the other is told so at once.
func TestFirstPressWins(t *testing.T) {
	way := &slowGateway{}
	virtual(t, "en-US", way.stand, func(t *testing.T, w *town) { firstPressWins(t, w, way) })
}

func firstPressWins(t *testing.T, w *town, way *slowGateway) {
	people := []string{"Boris", "Eve", "Grace"}
	panels := w.match("rounds:2", people...)
	for _, who := range people {
		synctest.Wait()
		w.press(who, panels[who], "Toss for it")
	}
	time.Sleep(5 * time.Second) // the panels follow
	synctest.Wait()
	winner := w.state().Status.Awaits[0]
	others := slices.Delete(slices.Clone(people), int(winner), int(winner)+1)
	way.delay(others[0], 200*time.Millisecond)
	began := time.Now()
	var wait sync.WaitGroup
	took := make([]time.Duration, 2)
	for i, who := range others {
		wait.Go(func() {
			w.press(who, w.panelOf(who), "Yawn")
			took[i] = time.Since(began)
		})
		time.Sleep(30 * time.Millisecond)
	}
	wait.Wait()
	view, err := w.state().Match.View(games.Viewer{})
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(`"yawned":%d`, slices.Index(people, others[0])); !strings.Contains(string(view), want) {
		t.Errorf("%s pressed first, and the view is %s", others[0], view)
	}
	for i, d := range took {
		if d > time.Second {
			t.Errorf("%s was answered after %v", others[i], d)
		}
	}
	if log := w.log.String(); strings.Contains(log, `"level":"error"`) {
		t.Error(log)
	}
}

// TestPressedWhileDeleted: what was pressed is deleted before the press reaches the bot.
// People press twice before the first answer comes, and moderators tidy up. The move
// counts, and its presser is answered.
func TestPressedWhileDeleted(t *testing.T) {
	way := &slowGateway{}
	virtual(t, "en-US", way.stand, func(t *testing.T, w *town) {
		late := func(who string, on *localcord.Message, button string) *localcord.Reply {
			t.Helper()
			way.delay(who, 200*time.Millisecond)
			defer way.delay("", 0)
			time.AfterFunc(100*time.Millisecond, func() {
				if err := w.srv.Control().DeleteMessage(on.ID); err != nil {
					t.Error(err)
				}
			})
			return w.press(who, on, button)
		}
		panels := w.match("", "Boris", "Eve")
		s := w.state()
		got := late("Boris", panels["Boris"], "Scores")
		if got.Message == nil || got.Message.ID == panels["Boris"].ID {
			t.Errorf("Boris was answered with %+v", got)
		}
		if got := late("Eve", panels["Eve"], "Toss for it"); got.Message == nil || w.state().Match.N() != s.Match.N()+1 {
			t.Errorf("Eve was answered with %+v, and the match has %d inputs", got, w.state().Match.N())
		}
		if n := len(w.person("Eve").Panels(w.here)); n != 1 {
			t.Errorf("Eve has %d panels", n)
		}
		// Another press finds the new panel.
		w.press("Boris", w.panelOf("Boris"), "Back")

		w.here = w.srv.NewChannel("another")
		w.does(w.person("Kate").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		late("Grace", w.board(), "Join")
		if s := w.state(); len(s.Players) != 2 {
			t.Errorf("%d people are at the table", len(s.Players))
		}
		w.sees("Grace", w.here, "Grace") // the board was posted again

		w.here = w.writes("Eve")
		late("Eve", w.solo("Eve", ""), "Scores")
		w.alone("Eve") // there is one again
		if log := w.log.String(); strings.Contains(log, `"level":"error"`) {
			t.Error(log)
		}
	})
}
