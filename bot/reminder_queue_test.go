package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/bubbletest"
	"oneiros/bot/table"
	"oneiros/games"
)

// awaiting is a live match that reminds a person, so long before its deadline. 0 is
// a match in which no person is to be reminded.
func awaiting(id string, left time.Duration) *table.State {
	s := &table.State{ID: id, Phase: table.Live, Running: true, Since: time.Now()}
	if left > 0 {
		s.Awaited, s.Status.Due = []games.Seat{0}, left
	}
	return s
}

// TestReminderQueue: the match with the least time left comes first, chores come
// after a minute, and a match is in the queue once.
func TestReminderQueue(t *testing.T) {
	bubbletest.Test(t, func(t *testing.T) {
		q := newReminderQueue()
		entries := map[string]*queued{}
		put := func(id string, left time.Duration) {
			if entries[id] == nil {
				entries[id] = &queued{match: id, place: -1}
			}
			q.put(entries[id], awaiting(id, left))
		}
		var want []string
		order := rand.New(rand.NewPCG(1, 2)).Perm(200)
		for i := range 200 {
			want = append(want, fmt.Sprint(i))
			put(fmt.Sprint(order[i]), time.Second*time.Duration(order[i])+time.Second/2)
		}
		put("chore", 0)
		want = slices.Insert(want, 60, "chore") // it comes when a minute has passed
		put("5", 500*time.Second)               // its deadline has moved
		want = append(slices.DeleteFunc(want, func(id string) bool { return id == "5" }), "5")
		put("7", 0) // and 7 is a chore now, but does not move back
		time.Sleep(30 * time.Second)
		put("chore", 0)
		var got []string
		for range want {
			got = append(got, q.take(t.Context()).match)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the order is %v", got)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		if e := q.take(ctx); e != nil {
			t.Errorf("%s is in the queue twice", e.match)
		}
	})
}

// crowdedClient is a client that has spent its fifty requests a second on others.
type crowdedClient struct {
	Client
	mu    sync.Mutex
	until time.Time
}

func (c *crowdedClient) crowd(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = time.Now().Add(d)
}

func (c *crowdedClient) admit() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().Before(c.until) {
		return &discord.Error{Status: http.StatusTooManyRequests, Scope: "local", Global: true, Message: "fifty requests a second are used up", RetryAfter: time.Second}
	}
	return nil
}

func (c *crowdedClient) Member(ctx context.Context, guild, user discord.ID) (bool, error) {
	if err := c.admit(); err != nil {
		return false, err
	}
	return c.Client.Member(ctx, guild, user)
}

func (c *crowdedClient) Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error) {
	if err := c.admit(); err != nil {
		return 0, err
	}
	return c.Client.Post(ctx, channel, m)
}

// TestRemindersWait: a reminder that Discord's limits keep back is sent when there is
// room again, once. It is not sent when the table no longer waits.
func TestRemindersWait(t *testing.T) {
	for name, test := range map[string]struct {
		crowded time.Duration
		want    int
	}{
		"room in time": {15 * time.Second, 2},
		"too late":     {45 * time.Second, 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := &crowdedClient{}
			virtual(t, "en-US", func(conf *Config) { c.Client = conf.Client; conf.Client = c }, func(t *testing.T, w *town) {
				panels := w.match("rounds:3", "Boris", "Eve", "Kate")
				w.press("Kate", panels["Kate"], "Toss for it")
				time.Sleep(10 * time.Second)
				c.crowd(10*time.Second + test.crowded) // half of the time is over in ten seconds and more
				time.Sleep(28 * time.Second)
				if n := len(w.mentions()); n > 0 && test.want == 0 {
					t.Errorf("%d mentions although nothing can be sent", n)
				}
				if test.want == 0 {
					for _, who := range []string{"Boris", "Eve"} {
						w.press(who, w.now(who, panels[who]), "Toss for it")
					}
				}
				time.Sleep(time.Until(c.until) + 7*time.Second)
				if n := len(w.mentions()); n != test.want {
					t.Errorf("%d mentions, want %d\n%s", n, test.want, w.log)
				}
				if log := w.log.String(); strings.Contains(log, "send reminder failed") {
					t.Errorf("a reminder was given up:\n%s", log)
				}
			})
		})
	}
}

// TestRemindersOfClearedTable: a reminder whose table was cleared away is dropped.
// Otherwise the bot would look for that table for ever.
func TestRemindersOfClearedTable(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		s := w.state()
		time.Sleep(s.Left(s.Status.Due, time.Now())/2 + 5*time.Second)
		reminder := reminderTo(s.ID, mustID(t, w.person("Eve")))
		if at, kept := w.bot.keeper.At(reminder); !kept || at.Message == 0 {
			t.Fatalf("Eve is not reminded: %+v", at)
		}
		if err := w.bot.conf.Stores.Removals.EraseMatch(w.ctx, s.ID); err != nil {
			t.Fatal(err)
		}
		if err := w.bot.tables.Clear(w.ctx, s.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(sweepEvery + time.Minute)
		m := w.bot.reminders
		m.mu.Lock()
		defer m.mu.Unlock()
		if _, kept := w.bot.keeper.At(reminder); kept || len(m.by) != 0 {
			t.Errorf("%d matches have reminders, and that of Eve is kept: %t", len(m.by), kept)
		}
	})
}
