package transport_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
)

// discordgo repeats a limited request without end and ignores the context.
func TestLimitedIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
			return 429, headers("X-RateLimit-Scope", "user"), `{"retry_after":2,"global":false,"message":"slow"}`, nil
		})
		start := time.Now()
		_, err := c.Post(ctx, 8, whole)
		if d, limited := discord.IsLimited(err); !limited || d != 2*time.Second {
			t.Errorf("error %v", err)
		}
		if len(l.seen) != 4 || time.Since(start) < 6*time.Second {
			t.Errorf("%d attempts in %v", len(l.seen), time.Since(start))
		}
		if s := c.Sender().Stats(); s.Limited != 4 || s.Refused != 4 || s.Retries != 3 {
			t.Errorf("%+v", s)
		}
	})
}

func TestLimitedHonoursContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
			return 429, headers("X-RateLimit-Scope", "user"), `{"retry_after":3}`, nil
		})
		start := time.Now()
		short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		if _, err := c.Post(short, 8, whole); err == nil {
			t.Error("no error")
		}
		if d := time.Since(start); d > 200*time.Millisecond || len(l.seen) != 1 {
			t.Errorf("it took %v and %d attempts", d, len(l.seen))
		}
		// A second request does not wait longer than its context either.
		short, cancel = context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		_, err := c.Post(short, 8, whole)
		var e *discord.Error
		if !errors.As(err, &e) || e.Scope != "local" || e.RetryAfter < 2*time.Second || len(l.seen) != 1 {
			t.Errorf("%v after %d attempts", err, len(l.seen))
		}
		// The end of the context wakes a request that waits.
		start = time.Now()
		waits, stop := context.WithCancel(ctx)
		time.AfterFunc(time.Second, stop)
		if _, err := c.Post(waits, 8, whole); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled with %v", err)
		}
		if d := time.Since(start); d != time.Second {
			t.Errorf("cancelled after %v", d)
		}
		if n := c.Sender().Stats().Buckets; n != 1 {
			t.Errorf("%d limits are kept", n)
		}
	})
}

// A limit that is longer than MaxWait is an error at once, even without a deadline.
func TestLimitedTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
			return 429, nil, `{"retry_after":3600}`, nil
		})
		start := time.Now()
		for range 2 {
			_, err := c.Post(ctx, 8, whole)
			if d, limited := discord.IsLimited(err); !limited || d != time.Hour {
				t.Errorf("error %v", err)
			}
		}
		if len(l.seen) != 1 || time.Since(start) != 0 {
			t.Errorf("%d attempts in %v", len(l.seen), time.Since(start))
		}
	})
}

// The global limit has no Reset-After header. discordgo would go on with all other
// routes.
func TestGlobalLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, func(c *transport.Config) { c.MaxTries = 1 }, func(n int, a asked) (int, http.Header, string, error) {
			if n == 1 {
				return 429, headers("X-RateLimit-Global", "true", "X-RateLimit-Scope", "global", "Retry-After", "5"), `{"message":"You are being rate limited.","global":true}`, nil
			}
			return 200, nil, `{"id":"7"}`, nil
		})
		start := time.Now()
		_, err := c.Post(ctx, 8, whole)
		var e *discord.Error
		if !errors.As(err, &e) || !e.Global || e.RetryAfter != 5*time.Second {
			t.Fatalf("error %v", err)
		}
		if _, err := c.Answer(ctx, asking, discord.Update, whole); err != nil || time.Since(start) != 0 {
			t.Errorf("an answer is exempt: %v after %v", err, time.Since(start))
		}
		if _, err := c.DM(ctx, 12); err != nil {
			t.Error(err)
		}
		if at := l.seen[2].at.Sub(start); at < 5*time.Second {
			t.Errorf("another route went on after %v", at)
		}
	})
}

func TestSpentBucket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := 2
		c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
			if strings.Contains(a.path, "/channels/9/") {
				return 200, nil, `{"id":"7"}`, nil
			}
			left--
			return 200, headers("X-RateLimit-Limit", "2", "X-RateLimit-Remaining", fmt.Sprint(max(left, 0)), "X-RateLimit-Reset-After", "4.5", "X-RateLimit-Bucket", "abc"), `{"id":"7"}`, nil
		})
		start := time.Now()
		for range 3 {
			if _, err := c.Post(ctx, 8, whole); err != nil {
				t.Fatal(err)
			}
		}
		if at := l.seen[1].at.Sub(start); at != 0 {
			t.Errorf("the second waited %v", at)
		}
		if at := l.seen[2].at.Sub(start); at != 4500*time.Millisecond {
			t.Errorf("the third was sent after %v", at)
		}
		mark := time.Now()
		if _, err := c.Post(ctx, 9, whole); err != nil || time.Since(mark) != 0 {
			t.Errorf("another channel waited %v: %v", time.Since(mark), err)
		}
	})
}

func TestSharedBucket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
			return 200, headers("X-RateLimit-Limit", "1", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "2", "X-RateLimit-Bucket", "abc"), `{"id":"7"}`, nil
		})
		// Both routes turn out to have one bucket in each channel.
		if err := errors.Join(c.Edit(ctx, 1, 7, whole), c.Delete(ctx, 2, 7)); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := errors.Join(c.Edit(ctx, 8, 7, whole), c.Delete(ctx, 8, 7)); err != nil {
			t.Fatal(err)
		}
		if at := l.seen[3].at.Sub(start); at != 2*time.Second {
			t.Errorf("the second route was used after %v", at)
		}
	})
}

// discordgo sends one request of a bucket after the other.
func TestBucketSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var flying, most atomic.Int64
		c, _ := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
			most.Store(max(most.Load(), flying.Add(1)))
			<-time.After(100 * time.Millisecond)
			flying.Add(-1)
			return 200, nil, `{"id":"7"}`, nil
		})
		start := time.Now()
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if _, err := c.Post(ctx, 8, whole); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if d := time.Since(start); d > 700*time.Millisecond {
			t.Errorf("20 requests of 100 ms took %v", d)
		}
		if n := most.Load(); n < 2 || n > transport.AssumedLimit {
			t.Errorf("%d were under way at once", n)
		}
		if n := c.Sender().Stats().Buckets; n != 0 {
			t.Errorf("%d limits are kept", n)
		}
	})
}

// Many callers ask at once, and the answers come in any order. No request is refused
// once the limit is known.
func TestBucketNeverRefused(t *testing.T) {
	// 2 is fewer than the client assumes before it knows, 5 is what it assumes.
	for _, most := range []int{2, 5} {
		t.Run(fmt.Sprint(most, " in a window"), func(t *testing.T) { neverRefused(t, most) })
	}
}

func neverRefused(t *testing.T, most int) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var window time.Time
		used := 0
		c, l := dialled(t, nil, func(n int, _ asked) (int, http.Header, string, error) {
			mu.Lock()
			if now := time.Now(); !now.Before(window) {
				window, used = now.Add(time.Second), 0
			}
			used++
			left, after := most-used, time.Until(window).Seconds()
			mu.Unlock()
			<-time.After(time.Duration(n*37%100) * time.Millisecond)
			h := headers("X-RateLimit-Limit", fmt.Sprint(most), "X-RateLimit-Remaining", fmt.Sprint(max(left, 0)), "X-RateLimit-Reset-After", fmt.Sprint(after))
			if left < 0 {
				return 429, h, fmt.Sprintf(`{"retry_after":%f}`, after), nil
			}
			return 200, h, `{"id":"7"}`, nil
		})
		var all sync.WaitGroup
		for range 40 {
			all.Go(func() {
				if _, err := c.Post(ctx, 8, whole); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		// Before the first answer no person knows the limit.
		if n := int(c.Sender().Stats().Limited); n > max(transport.AssumedLimit-most, 0) {
			t.Errorf("%d of %d were refused", n, len(l.seen))
		}
	})
}

// A limit that others used up does not count among our refused requests.
func TestSharedScope(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := dialled(t, nil, func(n int, _ asked) (int, http.Header, string, error) {
			if n == 1 {
				return 429, headers("X-RateLimit-Scope", "shared"), `{"retry_after":1.5}`, nil
			}
			return 200, nil, `{"id":"7"}`, nil
		})
		if _, err := c.Post(ctx, 8, whole); err != nil {
			t.Error(err)
		}
		if s := c.Sender().Stats(); s.Refused != 0 || s.Limited != 1 {
			t.Errorf("%+v", s)
		}
	})
}

// Too many edits of old messages are a 429, but it does not help to wait. The
// channel's young messages can still be edited.
func TestOldEditsBlockNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, func(n int, _ asked) (int, http.Header, string, error) {
			if n == 1 {
				return 429, headers("X-RateLimit-Scope", "user"), `{"code":30046,"retry_after":20,"message":"Maximum number of edits to messages older than 1 hour reached"}`, nil
			}
			return 200, nil, `{"id":"7"}`, nil
		})
		start := time.Now()
		if err := c.Edit(ctx, 8, 9, whole); discord.Code(err) != discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached || len(l.seen) != 1 {
			t.Errorf("%v after %d attempts", err, len(l.seen))
		}
		if err := c.Edit(ctx, 8, 10, whole); err != nil || time.Since(start) > time.Second {
			t.Errorf("another message of the channel: %v after %v", err, time.Since(start))
		}
	})
}

// A bot may send fifty requests in any second.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, ok)
		var all sync.WaitGroup
		for i := range 300 {
			all.Go(func() {
				if _, err := c.Post(ctx, discord.ID(i+1), whole); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				if _, err := c.Answer(ctx, asking, discord.Update, whole); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		var posts, answers []time.Time
		for _, a := range l.seen {
			if a.auth == "" {
				answers = append(answers, a.at)
			} else {
				posts = append(posts, a.at)
			}
		}
		slices.SortFunc(posts, time.Time.Compare)
		for i := 50; i < len(posts); i++ {
			if d := posts[i].Sub(posts[i-50]); d < time.Second {
				t.Fatalf("51 requests within %v", d)
			}
		}
		slices.SortFunc(answers, time.Time.Compare)
		if d := answers[len(answers)-1].Sub(answers[0]); d != 0 {
			t.Errorf("answers were held back for %v", d)
		}
	})
}

// discordgo keeps two buckets of every interaction for ever: 942 bytes each.
func TestNoLeak(t *testing.T) {
	var left atomic.Int64
	c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		if left.Add(1); strings.HasSuffix(a.path, "/callback") {
			return 204, nil, "", nil
		}
		return 200, headers("X-RateLimit-Limit", "5", "X-RateLimit-Remaining", "4", "X-RateLimit-Reset-After", "0.001", "X-RateLimit-Bucket", "hook"), "{}", nil
	})
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	play := func(from int) {
		for i := range 20000 {
			ix := &discord.Interaction{ID: discord.ID(from + i), App: 6, Token: fmt.Sprintf("%s-%d", secret, from+i)}
			if _, err := c.Answer(ctx, ix, discord.Update, whole); err != nil {
				t.Fatal(err)
			}
			if err := c.EditPanel(ctx, discord.RestorePanel(discord.SavedToken{App: ix.App, Secret: ix.Token}), whole); err != nil {
				t.Fatal(err)
			}
			l.mu.Lock()
			l.seen = l.seen[:0]
			l.mu.Unlock()
		}
	}
	play(1)
	c.Sender().Stats()
	before := heap()
	play(100000)
	<-time.After(2 * time.Millisecond) // the last limit ends
	if n := c.Sender().Stats().Buckets; n != 0 {
		t.Errorf("%d limits are kept", n)
	}
	if after := heap(); after > before+1<<20 {
		t.Errorf("20,000 interactions left %d bytes", after-before)
	}
	if n := left.Load(); n != 80000 {
		t.Errorf("%d requests", n)
	}
}
