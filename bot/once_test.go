package bot

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// crowdOnce is how many people do the same at one moment.
const crowdOnce = 50

// onceAct is something that is posted or saved once, or a certain number of times, however
// many people ask for it at one moment.
type onceAct struct {
	// prepare brings a town to the moment before. It returns what one of the fifty does.
	prepare func(w *town) func(i int, who *localcord.Person) (*localcord.Reply, error)
	// wait is how long after the moment everything has come; 0 for ten seconds.
	wait time.Duration
	// count is what there is then, by its name.
	count func(w *town) map[string]int
	want  map[string]int
}

// oncePlay types a command that opens a table.
func oncePlay(w *town) func(int, *localcord.Person) (*localcord.Reply, error) {
	return func(_ int, who *localcord.Person) (*localcord.Reply, error) {
		return who.Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"})
	}
}

// onceBoards counts the messages that are the board of an open table, and the open tables.
func onceBoards(w *town) map[string]int {
	n := map[string]int{}
	for _, s := range w.bot.tables.All() {
		if s.Phase == table.Lobby || s.Phase == table.Live {
			n["tables"]++
			n["boards"] += len(w.boards(localcord.ID(s.CurrentChannel().String()), s.ID))
		}
	}
	return n
}

// onceActs are all acts of the bot that post or save something once. A new one is one
// entry here.
var onceActs = map[string]onceAct{
	"play": {
		prepare: oncePlay,
		count:   onceBoards, want: map[string]int{"tables": 1, "boards": 1},
	},
	"play again": {
		prepare: func(w *town) func(int, *localcord.Person) (*localcord.Reply, error) {
			over := w.ended("Boris", "Eve")
			return func(_ int, who *localcord.Person) (*localcord.Reply, error) {
				return who.Press(w.ctx, over.ID, "Play again")
			}
		},
		count: onceBoards, want: map[string]int{"tables": 1, "boards": 1},
	},
}

// ended plays a match to its end, and returns its board with the button for another one.
func (w *town) ended(people ...string) *localcord.Message {
	w.t.Helper()
	w.play(people, w.match("rounds:1", people...))
	time.Sleep(5 * time.Second)
	return w.board()
}

// TestOnce: fifty people do the same at one moment, and Discord answers a second late. What
// is posted or saved once is there once.
func TestOnce(t *testing.T) {
	for name, act := range onceActs {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				do := act.prepare(w)
				time.Sleep(5 * time.Second) // nothing else is on its way
				w.slow(time.Second)
				var all sync.WaitGroup
				for i := range crowdOnce {
					who := w.person(fmt.Sprint("Player ", i))
					all.Go(func() {
						if _, err := do(i, who); err != nil {
							t.Errorf("%d of %d: %v", i, crowdOnce, err)
						}
					})
				}
				all.Wait()
				wait := act.wait
				if wait == 0 {
					wait = 10 * time.Second
				}
				time.Sleep(wait)
				w.srv.SetFaults(localcord.Faults{})
				time.Sleep(5 * time.Second)
				synctest.Wait()
				n := act.count(w)
				for what, want := range act.want {
					if n[what] != want {
						t.Errorf("%d %s, want %d", n[what], what, want)
					}
				}
			})
		})
	}
}
