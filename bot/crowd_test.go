package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games/gametest"
	"oneiros/store"
)

// slowNotes is a store that takes long to read what happened at a table.
type slowNotes struct {
	table.Matches
	long time.Duration
}

func (s slowNotes) Notes(ctx context.Context, match string) ([]store.Note, error) {
	time.Sleep(s.long)
	return s.Matches.Notes(ctx, match)
}

// TestCrowd lets a thousand people without a seat press at once, each on a button
// whose work is slow. The four at the table press all the while. Discord takes an
// answer within three seconds and no later. Every person at the table is answered, and
// every spectator is answered or refused in words.
func TestCrowd(t *testing.T) {
	gametest.NotShort(t)
	slow := func(c *Config) { c.Each, c.Stores.Matches = 10, slowNotes{c.Stores.Matches, 2 * time.Second} }
	virtual(t, "en-US", slow, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate", "Grace"}
		panels := w.match("", people...)
		time.Sleep(20 * time.Second) // everything has arrived, and no deadline is near
		board, s := w.board(), w.state()
		w.srv.SetFaults(localcord.Faults{Latency: 100})
		const crowd = 1000
		var mu sync.Mutex
		shown, refused, silent := 0, 0, 0
		var all sync.WaitGroup
		for i := range crowd {
			who := w.person(fmt.Sprint("Spectator ", i))
			all.Go(func() {
				r, err := who.Forge(w.ctx, localcord.Forged{Channel: w.here, Message: board.ID, CustomID: page.CustomID{Match: s.ID, Action: page.Log}.String()})
				mu.Lock()
				defer mu.Unlock()
				switch {
				case errors.Is(err, localcord.ErrNoAnswer):
					silent++
				case err != nil:
					t.Error(err)
				case r.Message != nil && has(r.Message, "⚠", "Too many people are pressing"):
					refused++
				case !r.Deferred && (r.Message == nil || !has(r.Message, "what happened at the table")):
					t.Errorf("a spectator is answered with %+v", r)
				default:
					shown++
				}
			})
		}
		for i, who := range people {
			all.Go(func() {
				p := w.person(who)
				time.Sleep(time.Duration(i) * 10 * time.Millisecond)
				_, err := p.Press(w.ctx, panels[who].ID, "Toss for it")
				for n := 0; n < 10 && err == nil; n++ {
					time.Sleep(150 * time.Millisecond)
					_, err = p.Press(w.ctx, board.ID, "My panel")
				}
				if err != nil {
					t.Errorf("%s, who has a seat: %v", who, err)
				}
			})
		}
		all.Go(func() { // the host types as well
			for _, words := range []string{"pause", "resume", "pause"} {
				time.Sleep(400 * time.Millisecond)
				if _, err := w.person("Boris").Command(w.ctx, w.here, typedAs(words), nil); err != nil {
					t.Errorf("the host types %s: %v", words, err)
				}
			}
		})
		all.Wait()
		if silent > 0 || shown < 20 || refused < 500 {
			t.Errorf("of %d spectators %d are answered, %d are refused, and %d see that nothing answers", crowd, shown, refused, silent)
		}
		time.Sleep(10 * time.Second)
		if strings.Contains(w.log.String(), `"level":"error"`) {
			t.Error(w.log)
		}
		t.Logf("%d answered, %d refused", shown, refused)
	})
}
