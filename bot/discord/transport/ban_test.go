package transport_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/transport"
)

// TestCloudflare: what is refused before it reaches Discord pauses its family of routes.
// One request of another family finds out whether the address is banned. Answers to
// presses go on, unless one was refused too.
func TestCloudflare(t *testing.T) {
	html := func(after string) (int, http.Header, string, error) {
		return 429, headers("Content-Type", "text/html", "Retry-After", after), "<html>error code: 1015</html>", nil
	}
	// banned makes a client for which the routes whose paths contain one of the words are
	// refused in the first 90 seconds.
	banned := func(t *testing.T, words ...string) (*api.Client, *[]asked) {
		t.Helper()
		began := time.Now()
		var seen []asked
		c, _ := dialled(t, func(c *transport.Config) { c.MaxTries = 1 }, func(_ int, a asked) (int, http.Header, string, error) {
			seen = append(seen, a)
			if time.Since(began) < 90*time.Second && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(a.path, w) }) {
				return html("90")
			}
			if a.method == http.MethodGet {
				return 200, nil, `[]`, nil
			}
			return 200, nil, `{"id":"7"}`, nil
		})
		return c, &seen
	}
	refused := func(t *testing.T, err error, least, most time.Duration) {
		t.Helper()
		if d, limited := discord.IsLimited(err); !limited || d < least || d > most || strings.Contains(err.Error(), "html") {
			t.Errorf("error %v, want a wait of %v to %v", err, least, most)
		}
	}
	channels := func(c *api.Client) error { _, err := c.Post(ctx, 8, whole); return err }
	guilds := func(c *api.Client) error { _, err := c.Channels(ctx, 5); return err }
	presses := func(c *api.Client) error { _, err := c.Answer(ctx, asking, discord.Update, whole); return err }

	t.Run("a path", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, seen := banned(t, "/channels/8/")
			refused(t, channels(c), 90*time.Second, 90*time.Second)
			for name, do := range map[string]func(*api.Client) error{"guilds": guilds, "presses": presses} {
				for range 3 {
					if err := do(c); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
			time.Sleep(10 * time.Second)
			refused(t, channels(c), 80*time.Second, 80*time.Second)
			if n := len(*seen); n != 7 {
				t.Errorf("%d requests were sent", n)
			}
			time.Sleep(30 * time.Second)
			if err := channels(c); err != nil { // it waits
				t.Error(err)
			}
		})
	})
	t.Run("the address", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, seen := banned(t, "/channels/", "/guilds/", "/users/")
			refused(t, channels(c), 90*time.Second, 90*time.Second)
			refused(t, guilds(c), 90*time.Second, 90*time.Second) // it finds out
			_, err := c.DM(ctx, 9)
			refused(t, err, 60*time.Second, 90*time.Second)
			for range 3 {
				if err := presses(c); err != nil {
					t.Error(err)
				}
			}
			if s := c.Sender().Stats(); len(*seen) != 6 || s.Refused != 3 {
				t.Errorf("%d requests were sent, and %d were refused", len(*seen), s.Refused)
			}
		})
	})
	t.Run("answers to presses", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, _ := banned(t, "/interactions/")
			refused(t, presses(c), 90*time.Second, 90*time.Second)
			refused(t, presses(c), 90*time.Second, 90*time.Second)
			if err := channels(c); err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("many at the end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			began, sent := time.Now(), 0
			c, _ := dialled(t, func(c *transport.Config) { c.MaxTries = 1 }, func(_ int, _ asked) (int, http.Header, string, error) {
				if time.Since(began) < 90*time.Second {
					sent++
					return html("50")
				}
				return 200, nil, `{"id":"7"}`, nil
			})
			refused(t, channels(c), 50*time.Second, 50*time.Second)
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() { _ = channels(c) })
			}
			all.Wait()
			if sent != 2 {
				t.Errorf("%d of twenty that waited found out that the ban goes on", sent-1)
			}
		})
	})
	t.Run("forbidden", func(t *testing.T) {
		for _, status := range []int{401, 403} {
			synctest.Test(t, func(t *testing.T) {
				sent := 0
				c, _ := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
					if sent++; sent == 1 {
						return status, headers("Content-Type", "text/html"), "<html>error code: 1020</html>", nil
					}
					return 200, nil, `{"id":"7"}`, nil
				})
				short, stop := context.WithTimeout(ctx, 9*time.Second)
				defer stop()
				for n := range 3 {
					within := short
					if n == 0 {
						within = ctx // there is time to wait, and the reason is told at once
					}
					_, err := c.Post(within, 8, whole)
					refused(t, err, time.Minute, time.Minute)
					if discord.IsForbidden(err) || errors.Is(err, discord.ErrToken) {
						t.Errorf("%d is read as Discord's own: %v", status, err)
					}
				}
				if err := presses(c); err != nil || sent != 2 {
					t.Errorf("%d requests were sent, %v", sent, err)
				}
				time.Sleep(time.Minute)
				if err := channels(c); err != nil {
					t.Error(err)
				}
			})
		}
	})
	t.Run("a limit whose end is in a header", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			sent := 0
			c, _ := dialled(t, nil, func(_ int, _ asked) (int, http.Header, string, error) {
				if sent++; sent == 1 {
					return 429, headers("X-RateLimit-Scope", "user", "X-RateLimit-Limit", "5", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "0.3"), `{"message":"You are being rate limited.","retry_after":0.0,"global":false}`, nil
				}
				return 200, nil, `{"id":"7"}`, nil
			})
			began := time.Now()
			if err := channels(c); err != nil || time.Since(began) != 300*time.Millisecond {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		})
	})
	t.Run("in JSON, without an end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			began, sent := time.Now(), 0
			c, _ := dialled(t, nil, func(_ int, _ asked) (int, http.Header, string, error) {
				sent++
				return 429, nil, `{"message":"You are being blocked from accessing our API temporarily","code":0}`, nil
			})
			short, stop := context.WithTimeout(ctx, 9*time.Second)
			defer stop()
			_, err := c.Post(short, 8, whole)
			refused(t, err, time.Minute, time.Minute)
			if sent != 1 {
				t.Errorf("in %v %d requests were sent", time.Since(began), sent)
			}
		})
	})
}

// After 10,000 refused requests in ten minutes Discord bans the address. At half of
// them the bot stops sending by itself, at three quarters it stops answering people.
func TestHalted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, func(c *transport.Config) { c.MaxRefused = 50 }, func(int, asked) (int, http.Header, string, error) {
			return 403, nil, `{"code":50013,"message":"Missing Permissions"}`, nil
		})
		for range 60 {
			if _, err := c.Post(ctx, 8, whole); err == nil {
				t.Fatal("no error")
			}
		}
		_, err := c.Post(ctx, 8, whole)
		if s := c.Sender().Stats(); !errors.Is(err, discord.ErrHalted) || len(l.seen) != 50 || !s.Halted || s.Refused != 50 {
			t.Errorf("%v after %d requests, %+v", err, len(l.seen), s)
		}
		for range 60 {
			_, err = c.Answer(ctx, asking, discord.Reply, whole)
		}
		if !errors.Is(err, discord.ErrHalted) || len(l.seen) != 75 {
			t.Errorf("answers: %v after %d requests", err, len(l.seen))
		}
		<-time.After(10*time.Minute + 10*time.Second)
		if _, err := c.Post(ctx, 8, whole); !discord.IsForbidden(err) || len(l.seen) != 76 {
			t.Errorf("ten minutes later %v", err)
		}
	})
	c, err := api.NewClient(transport.Config{Token: canary})
	if err != nil || c.Sender().Config().MaxRefused > 5000 {
		t.Errorf("%d of 10,000 are allowed, %v", c.Sender().Config().MaxRefused, err)
	}
}
