package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord/scripted"
)

// line answers requests without a network, so that its time can be virtual.
type line struct {
	mu    sync.Mutex
	seen  []asked
	reply func(n int, a asked) (int, http.Header, string, error)
}

type asked struct {
	at     time.Time
	method string
	path   string
	query  string
	auth   string
	mime   string
	body   string
}

func (l *line) RoundTrip(r *http.Request) (*http.Response, error) {
	a := asked{at: time.Now(), method: r.Method, path: r.URL.Path, query: r.URL.RawQuery, auth: r.Header.Get("Authorization"), mime: r.Header.Get("Content-Type")}
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if int64(len(b)) != r.ContentLength {
			return nil, fmt.Errorf("%d bytes of %d", len(b), r.ContentLength)
		}
		a.body = string(b)
	}
	l.mu.Lock()
	l.seen = append(l.seen, a)
	n := len(l.seen)
	l.mu.Unlock()
	status, h, body, err := l.reply(n, a)
	if err != nil {
		return nil, err
	}
	if h == nil {
		h = http.Header{}
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func headers(kv ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(kv); i += 2 {
		h.Set(kv[i], kv[i+1])
	}
	return h
}

func dialled(t *testing.T, tune func(*Config), reply func(n int, a asked) (int, http.Header, string, error)) (*Client, *line) {
	t.Helper()
	l := &line{reply: reply}
	c := Config{Token: canary, Transport: l}
	if tune != nil {
		tune(&c)
	}
	cl, err := NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	return cl, l
}

var (
	ctx    = context.Background()
	whole  = &Message{Public: true, Content: "hello"}
	asking = &Interaction{ID: 77, App: 6, Token: secret}
)

const secret = "aW50ZXJhY3Rpb24.secret.of-one-interaction"

func ok(int, asked) (int, http.Header, string, error) { return 200, nil, `{"id":"7"}`, nil }

// discordgo repeats a limited request without end and ignores the context.
func TestLimitedIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
			return 429, headers("X-RateLimit-Scope", "user"), `{"retry_after":2,"global":false,"message":"slow"}`, nil
		})
		start := time.Now()
		_, err := c.Post(ctx, 8, whole)
		if d, limited := IsLimited(err); !limited || d != 2*time.Second {
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
		var e *Error
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
			if d, limited := IsLimited(err); !limited || d != time.Hour {
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
		c, l := dialled(t, func(c *Config) { c.MaxTries = 1 }, func(n int, a asked) (int, http.Header, string, error) {
			if n == 1 {
				return 429, headers("X-RateLimit-Global", "true", "X-RateLimit-Scope", "global", "Retry-After", "5"), `{"message":"You are being rate limited.","global":true}`, nil
			}
			return 200, nil, `{"id":"7"}`, nil
		})
		start := time.Now()
		_, err := c.Post(ctx, 8, whole)
		var e *Error
		if !errors.As(err, &e) || !e.Global || e.RetryAfter != 5*time.Second {
			t.Fatalf("error %v", err)
		}
		if _, err := c.Answer(ctx, asking, Update, whole); err != nil || time.Since(start) != 0 {
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

// TestCloudflare: what is refused before it reaches Discord pauses its family of routes.
// One request of another family finds out whether the address is banned. Answers to
// presses go on, unless one was refused too.
func TestCloudflare(t *testing.T) {
	html := func(after string) (int, http.Header, string, error) {
		return 429, headers("Content-Type", "text/html", "Retry-After", after), "<html>error code: 1015</html>", nil
	}
	// banned makes a client for which the routes whose paths contain one of the words are
	// refused in the first 90 seconds.
	banned := func(t *testing.T, words ...string) (*Client, *[]asked) {
		t.Helper()
		began := time.Now()
		var seen []asked
		c, _ := dialled(t, func(c *Config) { c.MaxTries = 1 }, func(_ int, a asked) (int, http.Header, string, error) {
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
		if d, limited := IsLimited(err); !limited || d < least || d > most || strings.Contains(err.Error(), "html") {
			t.Errorf("error %v, want a wait of %v to %v", err, least, most)
		}
	}
	channels := func(c *Client) error { _, err := c.Post(ctx, 8, whole); return err }
	guilds := func(c *Client) error { _, err := c.Channels(ctx, 5); return err }
	presses := func(c *Client) error { _, err := c.Answer(ctx, asking, Update, whole); return err }

	t.Run("a path", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, seen := banned(t, "/channels/8/")
			refused(t, channels(c), 90*time.Second, 90*time.Second)
			for name, do := range map[string]func(*Client) error{"guilds": guilds, "presses": presses} {
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
			c, _ := dialled(t, func(c *Config) { c.MaxTries = 1 }, func(_ int, _ asked) (int, http.Header, string, error) {
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
					if IsForbidden(err) || errors.Is(err, ErrToken) {
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
		if n := most.Load(); n < 2 || n > assumedLimit {
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
		if n := int(c.Sender().Stats().Limited); n > max(assumedLimit-most, 0) {
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

// discordgo repeats only a 502, four times at once.
func TestRetries(t *testing.T) {
	reset := &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	type fail struct {
		status int
		err    error
	}
	calls := map[string]func(*Client) error{
		"post":     func(c *Client) error { _, err := c.Post(ctx, 8, whole); return err },
		"edit":     func(c *Client) error { return c.Edit(ctx, 8, 7, whole) },
		"delete":   func(c *Client) error { return c.Delete(ctx, 8, 7) },
		"thread":   func(c *Client) error { _, err := c.Thread(ctx, 8, 7, "night", SilentDay); return err },
		"commands": func(c *Client) error { return c.SetCommands(ctx, 6, nil) },
		"me":       func(c *Client) error { _, err := c.Me(ctx); return err },
		"original": func(c *Client) error { return c.EditPanel(ctx, own, whole) },
		"remove":   func(c *Client) error { return c.DeletePanel(ctx, own) },
		"edited":   func(c *Client) error { return c.EditPanel(ctx, follow, whole) },
		"removed":  func(c *Client) error { return c.DeletePanel(ctx, follow) },
		"follow":   func(c *Client) error { _, err := c.FollowUp(ctx, asking, whole); return err },
		"board":    func(c *Client) error { return c.EditBoard(ctx, lent, whole) },
		"answer":   func(c *Client) error { _, err := c.Answer(ctx, asking, Reply, whole); return err },
		"modal":    func(c *Client) error { return c.AnswerModal(ctx, asking, Modal{}) },
		"choices":  func(c *Client) error { return c.AnswerChoices(ctx, asking, nil) },
	}
	once := []string{"follow", "answer", "modal", "choices"} // never twice if the first may have arrived
	for name, call := range calls {
		for what, f := range map[string]fail{
			"500": {500, nil}, "502": {502, nil}, "503": {503, nil}, "504": {504, nil}, "reset": {0, reset}, "refused": {0, refused}, "403": {403, nil},
		} {
			t.Run(name+" "+what, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c, l := dialled(t, nil, func(n int, a asked) (int, http.Header, string, error) {
						if n <= 2 {
							return f.status, nil, `{"message":"no","code":50013}`, f.err
						}
						return 200, nil, `{"id":"7","bot":{"id":"5"}}`, nil
					})
					start := time.Now()
					err := call(c)
					twice := what != "403" && (what == "refused" || !slices.Contains(once, name))
					if twice {
						if err != nil || len(l.seen) != 3 {
							t.Fatalf("%d attempts, %v", len(l.seen), err)
						}
						if d := time.Since(start); d < 750*time.Millisecond {
							t.Errorf("all within %v", d)
						}
						if l.seen[0].body != l.seen[2].body {
							t.Errorf("the body changed from %s to %s", l.seen[0].body, l.seen[2].body)
						}
						return
					}
					if err == nil || len(l.seen) != 1 {
						t.Fatalf("%d attempts, %v", len(l.seen), err)
					}
					if MayHaveArrived(err) != (what != "403") {
						t.Errorf("may have arrived: %v", err)
					}
				})
			})
		}
	}
}

// The first attempt deleted the message and only its answer was lost.
func TestDeleteRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := func(n int, _ asked) (int, http.Header, string, error) {
			if n == 1 {
				return 504, nil, "", nil
			}
			return 404, nil, `{"code":10008,"message":"Unknown Message"}`, nil
		}
		c, _ := dialled(t, nil, gone)
		if err := c.Delete(ctx, 8, 7); err != nil {
			t.Error(err)
		}
		if err := c.Delete(ctx, 8, 7); !IsDeleted(err) {
			t.Errorf("a message that was never there: %v", err)
		}
	})
}

// TestPostMayHaveArrived: Discord posts the message of the first attempt, and refuses the
// second. The person who asked is not told that there is no message.
func TestPostMayHaveArrived(t *testing.T) {
	t.Parallel()
	for what, refused := range map[string]string{
		"limited for long": `{"retry_after":600,"global":false}`, "limited": `{"retry_after":1,"global":false}`,
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := dialled(t, nil, func(n int, _ asked) (int, http.Header, string, error) {
					if n == 1 {
						return 502, nil, "", nil
					}
					return 429, headers("X-RateLimit-Scope", "user"), refused, nil
				})
				_, err := c.Post(ctx, 8, whole)
				if _, limited := IsLimited(err); !MayHaveArrived(err) || !limited {
					t.Errorf("a post: %v", err)
				}
				if err := c.Edit(ctx, 8, 7, whole); MayHaveArrived(err) {
					t.Errorf("an edit that was refused each time: %v", err)
				}
			})
		})
	}
}

// TestNonce: a message that names itself is posted under that name, no matter who repeats it.
// Each other one has a name of its own.
func TestNonce(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, ok)
	for _, name := range []string{"a-night", "a-night", "", ""} {
		if _, err := c.Post(ctx, 8, &Message{Public: true, Content: "x", Nonce: name}); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, a := range l.seen {
		var b struct {
			Nonce   string `json:"nonce"`
			Enforce bool   `json:"enforce_nonce"`
		}
		if err := json.Unmarshal([]byte(a.body), &b); err != nil || !b.Enforce {
			t.Errorf("%s: %v", a.body, err)
		}
		names = append(names, b.Nonce)
	}
	if names[0] != "a-night" || names[1] != "a-night" || names[2] == "" || names[2] == names[3] {
		t.Errorf("the names are %q", names)
	}
}

// TestOwnEvents: of the events of a server only the bot's that are not over are listed.
func TestOwnEvents(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		if strings.HasSuffix(a.path, "/applications/@me") {
			return 200, nil, `{"id":"6","bot":{"id":"16","username":"oneiros"}}`, nil
		}
		return 200, nil, `[
			{"id":"5","creator_id":"16","status":1,"scheduled_start_time":"2026-01-02T20:00:00+00:00","entity_metadata":{"location":"here"}},
			{"id":"4","creator_id":"16","status":2,"entity_metadata":null},
			{"id":"3","creator_id":"16","status":3,"entity_metadata":{"location":"here"}},
			{"id":"2","creator_id":"17","status":1,"entity_metadata":{"location":"here"}},
			{"id":"1","creator_id":null,"status":1,"entity_metadata":{"location":"here"}}]`, nil
	})
	list, err := c.OwnEvents(ctx, 9)
	if got := fmt.Sprint(list); err != nil || got != "[{5 here 2026-01-02 20:00:00 +0000 UTC} {4  0001-01-01 00:00:00 +0000 UTC}]" {
		t.Errorf("%s, %v", got, err)
	}
	if a := l.seen[len(l.seen)-1]; a.method != "GET" || a.path != "/api/v10/guilds/9/scheduled-events" {
		t.Errorf("%s %s", a.method, a.path)
	}
}

// TestAccess: what the bot may do in a channel follows from its roles and from the overwrites. A
// thread has what its channel has, and the channels come in the order of Discord's list.
func TestAccess(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		switch {
		case strings.HasSuffix(a.path, "/applications/@me"):
			return 200, nil, `{"id":"6","bot":{"id":"16","username":"oneiros"}}`, nil
		case strings.HasSuffix(a.path, "/guilds/9"):
			return 200, nil, `{"id":"9","system_channel_id":"1","preferred_locale":"ru"}`, nil
		case strings.HasSuffix(a.path, "/guilds/9/channels"):
			return 200, nil, `[{"id":"20","type":4,"position":0},{"id":"22","type":2,"position":0,"parent_id":"20","permission_overwrites":[]},
				{"id":"21","type":0,"position":3,"parent_id":"20","permission_overwrites":[{"id":"9","type":0,"allow":"0","deny":"1024"},{"id":"5","type":0,"allow":"1024","deny":"0"}]},
				{"id":"1","type":0,"position":2,"parent_id":null,"permission_overwrites":[{"id":"9","type":0,"allow":"0","deny":"2048"}]},
				{"id":"2","type":0,"position":1,"permission_overwrites":[{"id":"16","type":1,"allow":"0","deny":"1024"}]}]`, nil
		case strings.HasSuffix(a.path, "/guilds/9/members/16"):
			return 200, nil, `{"roles":["5"]}`, nil
		case strings.HasSuffix(a.path, "/channels/30"):
			return 200, nil, `{"id":"30","type":11,"guild_id":"9","parent_id":"1"}`, nil
		case strings.HasSuffix(a.path, "/channels/31"):
			return 200, nil, `{"id":"31","type":11,"guild_id":"8","parent_id":"1"}`, nil
		case strings.Contains(a.path, "/channels/"):
			return 404, nil, `{"code":10003,"message":"Unknown Channel"}`, nil
		}
		return 200, nil, `[{"id":"9","permissions":"3072"},{"id":"5","permissions":"16384"},{"id":"4","permissions":"8"}]`, nil
	})
	for channel, want := range map[ID]string{1: "true 17408 1024", 2: "true 0 3072", 21: "true 19456 0", 30: "true 17408 1024", 31: "false 0 0", 3: "false 0 0"} {
		all, err := c.Access(ctx, 9, channel)
		at, there := all.Of(channel)
		if got := fmt.Sprint(there, at.Bot, at.Everyone); got != want || err != nil {
			t.Errorf("channel %d: %s, %v, want %s", channel, got, err, want)
		}
	}
	got, err := c.Access(ctx, 9)
	var order []ID
	for _, one := range got.Channels {
		order = append(order, one.ID)
	}
	if got.System != 1 || got.Locale != "ru" || fmt.Sprint(order) != "[2 1 20 21 22]" || err != nil {
		t.Errorf("%+v, %v, in the order %v", got, err, order)
	}
}

func TestThreadIsThere(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
		return 400, nil, `{"code":160004,"message":"A thread has already been created for this message"}`, nil
	})
	if id, err := c.Thread(ctx, 8, 7, "night", SilentDay); id != 7 || err != nil {
		t.Errorf("%d, %v", id, err)
	}
}

func TestRefusedToken(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		if a.auth == "" {
			return 401, nil, `{"code":50027,"message":"Invalid Webhook Token"}`, nil
		}
		return 401, nil, `{"code":0,"message":"401: Unauthorized"}`, nil
	})
	err := c.EditPanel(ctx, own, whole)
	if errors.Is(err, ErrToken) || !IsExpired(err) {
		t.Errorf("an interaction's token: %v", err)
	}
	if _, err := c.Post(ctx, 8, whole); !errors.Is(err, ErrToken) {
		t.Errorf("the bot's token: %v", err)
	}
	n := len(l.seen)
	if _, err := c.Post(ctx, 8, whole); !errors.Is(err, ErrToken) || len(l.seen) != n {
		t.Errorf("%d requests with a token that was refused, %v", len(l.seen)-n, err)
	}
}

// After 10,000 refused requests in ten minutes Discord bans the address. At half of
// them the bot stops sending by itself, at three quarters it stops answering people.
func TestHalted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, func(c *Config) { c.MaxRefused = 50 }, func(int, asked) (int, http.Header, string, error) {
			return 403, nil, `{"code":50013,"message":"Missing Permissions"}`, nil
		})
		for range 60 {
			if _, err := c.Post(ctx, 8, whole); err == nil {
				t.Fatal("no error")
			}
		}
		_, err := c.Post(ctx, 8, whole)
		if s := c.Sender().Stats(); !errors.Is(err, ErrHalted) || len(l.seen) != 50 || !s.Halted || s.Refused != 50 {
			t.Errorf("%v after %d requests, %+v", err, len(l.seen), s)
		}
		for range 60 {
			_, err = c.Answer(ctx, asking, Reply, whole)
		}
		if !errors.Is(err, ErrHalted) || len(l.seen) != 75 {
			t.Errorf("answers: %v after %d requests", err, len(l.seen))
		}
		<-time.After(10*time.Minute + 10*time.Second)
		if _, err := c.Post(ctx, 8, whole); !IsForbidden(err) || len(l.seen) != 76 {
			t.Errorf("ten minutes later %v", err)
		}
	})
	c, err := NewClient(Config{Token: canary})
	if err != nil || c.Sender().Config().MaxRefused > 5000 {
		t.Errorf("%d of 10,000 are allowed, %v", c.Sender().Config().MaxRefused, err)
	}
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
		if err := c.Edit(ctx, 8, 9, whole); Code(err) != discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached || len(l.seen) != 1 {
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
				if _, err := c.Post(ctx, ID(i+1), whole); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				if _, err := c.Answer(ctx, asking, Update, whole); err != nil {
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
			ix := &Interaction{ID: ID(from + i), App: 6, Token: fmt.Sprintf("%s-%d", secret, from+i)}
			if _, err := c.Answer(ctx, ix, Update, whole); err != nil {
				t.Fatal(err)
			}
			if err := c.EditPanel(ctx, RestorePanel(SavedToken{App: ix.App, Secret: ix.Token}), whole); err != nil {
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

func TestWithResponse(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		if a.query != "with_response=true" {
			return 204, nil, "", nil
		}
		return 200, nil, `{"interaction":{"id":"77","type":3},"resource":{"type":4,"message":{"id":"99","channel_id":"8","attachments":[{"id":"3","filename":"bed.png","url":"http://x/bed.png"}]}}}`, nil
	})
	if o, err := c.Answer(ctx, asking, Reply, whole); o != (Original{}) || err != nil {
		t.Errorf("%v, %v", o, err)
	}
	if l.seen[0].query != "" || l.seen[0].auth != "" {
		t.Errorf("asked with %q as %q", l.seen[0].query, l.seen[0].auth)
	}
	var sent Sent
	o, err := c.Answer(ctx, asking, ReplyEphemeral, &Message{Public: true, Content: "x", Sent: &sent})
	if o.Panel.Message() != 99 || err != nil {
		t.Errorf("%v, %v", o, err)
	}
	if sent.ID != 99 || sent.Channel != 8 || len(sent.Attachments) != 1 || sent.Attachments[0].ID != 3 || sent.Attachments[0].Name != "bed.png" {
		t.Errorf("%+v", sent)
	}
}

// Half of all requests have a token in their path, and no error shows it.
func TestTokensStaySecret(t *testing.T) {
	t.Parallel()
	leak := func(a asked) error {
		return &url.Error{Op: "Post", URL: "https://discord.com" + a.path, Err: fmt.Errorf("%s as Bot %s", a.path, canary)}
	}
	for name, reply := range map[string]func(int, asked) (int, http.Header, string, error){
		"network": func(_ int, a asked) (int, http.Header, string, error) { return 0, nil, "", leak(a) },
		"dial": func(_ int, a asked) (int, http.Header, string, error) {
			return 0, nil, "", &net.OpError{Op: "dial", Err: leak(a)}
		},
		"form": func(int, asked) (int, http.Header, string, error) {
			return 400, nil, `{"code":50035,"message":"Invalid Form Body","errors":{"data":{"content":{"_errors":[{"code":"BASE_TYPE_BAD_LENGTH","message":"not ` + secret + `"}]}}}}`, nil
		},
		"expired": func(int, asked) (int, http.Header, string, error) { return 404, nil, `{"code":10015}`, nil },
		"limited": func(int, asked) (int, http.Header, string, error) { return 429, nil, `{"retry_after":3600}`, nil },
		"html":    func(int, asked) (int, http.Header, string, error) { return 502, nil, "<html>" + secret, nil },
		"garbage": func(int, asked) (int, http.Header, string, error) { return 200, nil, secret, nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := dialled(t, func(c *Config) { c.MaxTries = 2; c.Backoff = 1000 }, reply)
			short, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			asks := &Message{Public: true, Content: "x", Sent: &Sent{}}
			_, one := c.Answer(short, asking, Reply, asks)
			_, two := c.FollowUp(short, asking, asks)
			_, six := c.Post(short, 8, asks)
			for i, err := range []error{one, two, c.EditPanel(short, own, asks), c.EditBoard(short, lent, asks), six} {
				if err == nil {
					t.Fatalf("call %d: no error", i)
				}
				for _, verb := range []string{"%v", "%+v", "%s", "%q"} {
					if said := fmt.Sprintf(verb, err); strings.Contains(said, secret) || strings.Contains(said, canary) {
						t.Errorf("call %d: a token in %s", i, said)
					}
				}
			}
		})
	}
	ix := &Interaction{ID: 1, Token: secret, Answers: []string{canary}}
	for _, verb := range []string{"%v", "%+v", "%s", "%#v", "%d"} {
		for _, x := range []any{ix, *ix, []*Interaction{ix}, struct{ I Interaction }{*ix}} {
			if said := fmt.Sprintf(verb, x); strings.Contains(said, secret) || strings.Contains(said, canary) {
				t.Errorf("%s: %s", verb, said)
			}
		}
	}
	c, _ := dialled(t, nil, ok)
	conf := c.Sender().Config()
	for _, x := range []any{c, c.Sender(), conf, &conf, []Config{conf}} {
		if said := fmt.Sprintf("%v %+v %#v", x, x, x); strings.Contains(said, canary) {
			t.Errorf("the token is in %s", said)
		}
	}
	if b, err := json.Marshal(ix); err != nil || strings.Contains(string(b), secret) {
		t.Errorf("%s, %v", b, err)
	}
}

func TestFormErrorSaysWhere(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
		return 400, nil, `{"code":50035,"message":"Invalid Form Body","errors":{"components":{"0":{"components":{"1":{"custom_id":{"_errors":[{"code":"COMPONENT_CUSTOM_ID_DUPLICATED","message":"it is there"}]}}}}}}}`, nil
	})
	_, err := c.Post(ctx, 8, whole)
	want := "POST channels/messages: 400 Bad Request, code 50035: Invalid Form Body (components.0.components.1.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED)"
	if err == nil || err.Error() != want || Code(err) != discordgo.ErrCodeInvalidFormBody {
		t.Errorf("%v", err)
	}
}

// A file is sent beside the message at each try.
func TestFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, func(n int, _ asked) (int, http.Header, string, error) {
			if n == 1 {
				return 503, nil, "", nil
			}
			return 200, nil, `{"id":"7"}`, nil
		})
		m := &Message{Public: true,
			Embeds:      []*discordgo.MessageEmbed{{Image: &discordgo.MessageEmbedImage{URL: "attachment://bed.png"}}},
			Attachments: []Attachment{{ID: 44, Name: "kept.png", Alt: "what it was"}},
			Files:       []File{{Name: "bed.png", Alt: `Кровать "с" картами`, Data: []byte("\x89PNG")}, {Name: "a\"b\r\n.txt", Data: []byte("text")}},
		}
		if err := c.EditPanel(ctx, own, m); err != nil {
			t.Fatal(err)
		}
		a := l.seen[1]
		kind, params, err := mime.ParseMediaType(a.mime)
		if err != nil || kind != "multipart/form-data" {
			t.Fatalf("%s, %v", a.mime, err)
		}
		form, err := multipart.NewReader(strings.NewReader(a.body), params["boundary"]).ReadForm(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		var payload struct {
			Attachments []map[string]string `json:"attachments"`
		}
		if err := json.Unmarshal([]byte(form.Value["payload_json"][0]), &payload); err != nil {
			t.Fatal(err)
		}
		want := `[map[description:what it was filename:kept.png id:44] map[description:Кровать "с" картами filename:bed.png id:0] map[filename:a"b` + "\r\n" + `.txt id:1]]`
		if got := fmt.Sprint(payload.Attachments); got != want {
			t.Errorf("attachments %s, want %s", got, want)
		}
		for key, data := range map[string]string{"files[0]": "\x89PNG", "files[1]": "text"} {
			f, err := form.File[key][0].Open()
			if err != nil {
				t.Fatal(err)
			}
			if b, err := io.ReadAll(f); err != nil || string(b) != data {
				t.Errorf("%s: %q, %v", key, b, err)
			}
		}
	})
}

// Real connections are kept and used again, and a reset is a fault without the
// address.
func TestConnections(t *testing.T) {
	t.Parallel()
	var opened atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/v10/interactions/66/") {
			panic(http.ErrAbortHandler) // the connection is cut
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	c, err := NewClient(Config{Token: canary, Base: server.URL + "/api/v10/"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Sender().Close()
	for range 30 {
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				if _, err := c.Answer(ctx, asking, Update, whole); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	// Some are opened while others are in use. discordgo's transport keeps two.
	if n := opened.Load(); n > 100 {
		t.Errorf("%d connections for 32 at once", n)
	}
	requests := c.Sender().Stats().Requests
	_, err = c.Answer(ctx, &Interaction{ID: 66, Token: secret}, Update, whole)
	var f *Fault
	if !errors.As(err, &f) || !MayHaveArrived(err) || strings.Contains(err.Error(), secret) {
		t.Errorf("a cut connection: %v", err)
	}
	if n := c.Sender().Stats().Requests - requests; n != 1 {
		t.Errorf("it was sent %d times", n)
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	hang := make(chan struct{})
	s.API = func(_ http.ResponseWriter, r *http.Request, _ []byte) bool {
		<-hang
		return false
	}
	base, err := s.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		close(hang)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	c, err := NewClient(Config{Token: canary, Base: base, Timeout: 500 * time.Millisecond, MaxTries: 2, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Sender().Close()
	err = c.EditPanel(ctx, own, whole)
	var f *Fault
	if !errors.As(err, &f) || !f.Arrived || c.Sender().Stats().Requests != 2 {
		t.Errorf("%v after %d requests", err, c.Sender().Stats().Requests)
	}
}

func TestMe(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		if a.path == "/api/v10/applications/@me" {
			return 200, nil, `{"id":"6","name":"Oneiros"}`, nil
		}
		return 200, nil, `{"id":"5","username":"oneiros","global_name":null,"bot":true}`, nil
	})
	me, err := c.Me(ctx)
	if want := (App{ID: 6, User: User{ID: 5, Name: "oneiros", Username: "oneiros", Bot: true}}); me != want || err != nil {
		t.Errorf("%+v, %v", me, err)
	}
}

func TestGuildsArePaged(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, nil, func(n int, a asked) (int, http.Header, string, error) {
		if want := fmt.Sprintf("limit=200&after=%d", (n-1)*200); a.query != want {
			t.Errorf("asked with %s, want %s", a.query, want)
		}
		var some []string
		for i := range []int{200, 3}[n-1] {
			some = append(some, fmt.Sprintf(`{"id":"%d","name":"g","permissions":"2147483648"}`, (n-1)*200+i+1))
		}
		return 200, nil, "[" + strings.Join(some, ",") + "]", nil
	})
	all, err := c.Guilds(ctx)
	if err != nil || len(all) != 203 || all[202] != (Guild{203, "g", 1 << 31}) {
		t.Errorf("%d guilds, %v", len(all), err)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	for _, c := range []Config{
		{}, {Token: "two words"}, {Token: "x\ny"},
		{Token: "x", Base: "discord.com"}, {Token: "x", Base: "ftp://discord.com"}, {Token: "x", Base: "http://me:pass@discord.com"},
		{Token: "x", Base: "http://discord.com?x=1"}, {Token: "x", Base: "http://"},
	} {
		if _, err := NewClient(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	c, err := NewClient(Config{Token: " Bot abc.def\n"})
	if err != nil || c.sender.auth[0] != "Bot abc.def" {
		t.Errorf("%v, %v", c, err)
	}
}

// TestMember asks for a member, a former member and a user who does not exist.
func TestMember(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, func(_ int, a asked) (int, http.Header, string, error) {
		switch {
		case strings.HasSuffix(a.path, "/guilds/9/members/1"):
			return 200, nil, `{"user":{"id":"1"}}`, nil
		case strings.HasSuffix(a.path, "/2"):
			return 404, nil, `{"code":10007,"message":"Unknown Member"}`, nil
		case strings.HasSuffix(a.path, "/3"):
			return 404, nil, `{"code":10013,"message":"Unknown User"}`, nil
		}
		return 403, nil, `{"code":50001,"message":"Missing Access"}`, nil
	})
	for user, want := range map[ID]bool{1: true, 2: false, 3: false} {
		if got, err := c.Member(ctx, 9, user); got != want || err != nil {
			t.Errorf("%d: %v, %v", user, got, err)
		}
	}
	if _, err := c.Member(ctx, 9, 4); Code(err) != discordgo.ErrCodeMissingAccess {
		t.Errorf("what Discord does not say: %v", err)
	}
	if len(l.seen) != 4 || l.seen[0].method != "GET" {
		t.Errorf("%+v", l.seen)
	}
}

// TestAnswerKinds: each kind of answer is the response type that Discord knows, and
// an ephemeral one says so.
func TestAnswerKinds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, l := dialled(t, nil, ok)
		ix := &Interaction{ID: 5, App: 6, Token: secret}
		for kind, want := range map[AnswerKind]string{
			Reply:          `{"type":4,"data":{"content":"x","embeds":[],"components":[],"allowed_mentions":{"parse":[]}}}`,
			ReplyEphemeral: `{"type":4,"data":{"content":"x","embeds":[],"components":[],"allowed_mentions":{"parse":[]},"flags":64}}`,
			Update:         `{"type":7,"data":{"content":"x","embeds":[],"components":[],"allowed_mentions":{"parse":[]},"attachments":[]}}`,
			Defer:          `{"type":5}`,
			DeferEphemeral: `{"type":5,"data":{"flags":64}}`,
			DeferUpdate:    `{"type":6}`,
		} {
			m := &Message{Public: true, Content: "x"}
			if kind >= Defer {
				m = nil
			}
			if _, err := c.Answer(ctx, ix, kind, m); err != nil {
				t.Fatal(err)
			}
			if a := l.seen[len(l.seen)-1]; a.body != want || a.method != "POST" || a.auth != "" || !strings.HasSuffix(a.path, "/interactions/5/"+secret+"/callback") {
				t.Errorf("kind %d: %s %s %s", kind, a.method, a.path, a.body)
			}
		}
		if _, err := c.Answer(ctx, ix, 99, nil); err == nil {
			t.Error("a kind that does not exist is answered")
		}
		if err := c.AnswerModal(ctx, ix, Modal{CustomID: "f", Title: "t"}); err != nil || l.seen[len(l.seen)-1].body != `{"type":9,"data":{"custom_id":"f","title":"t","components":[]}}` {
			t.Errorf("%v: %s", err, l.seen[len(l.seen)-1].body)
		}
		many := make([]*discordgo.ApplicationCommandOptionChoice, 26)
		for i := range many {
			many[i] = &discordgo.ApplicationCommandOptionChoice{Name: "n", Value: "v"}
		}
		if err := c.AnswerChoices(ctx, ix, many); err != nil || strings.Count(l.seen[len(l.seen)-1].body, `"name":"n"`) != 25 {
			t.Errorf("%v: %s", err, l.seen[len(l.seen)-1].body)
		}
	})
}

// TestLimitWithoutNumber: a limit that is not a number, or is zero, changes nothing.
func TestLimitWithoutNumber(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"0", "-1", "many", ""} {
		synctest.Test(t, func(t *testing.T) {
			l := limits{buckets: map[string]*bucket{}, shared: map[string]string{}}
			try := func() string {
				short, stop := context.WithTimeout(ctx, time.Second)
				defer stop()
				key, err := l.acquire(short, "r", "8", time.Minute)
				if err != nil {
					t.Fatalf("limit %q: %v", said, err)
				}
				return key
			}
			first := try() // it stays on its way, so the bucket is kept
			l.release(try(), "r", "8", headers("X-RateLimit-Limit", said, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "3"), nil)
			time.Sleep(3 * time.Second)
			for range assumedLimit - 1 {
				l.release(try(), "r", "8", nil, nil)
			}
			l.release(first, "r", "8", nil, nil)
			if n := l.count(); n != 0 {
				t.Errorf("limit %q: %d buckets are left", said, n)
			}
		})
	}
}

// TestOwnMessages: of a channel's messages only the bot's are listed, and the bot asks
// once who it is.
func TestOwnMessages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		down := true
		c, l := dialled(t, func(c *Config) { c.MaxTries = 1 }, func(_ int, a asked) (int, http.Header, string, error) {
			switch {
			case down:
				return 403, nil, `{"code":50001}`, nil
			case strings.HasSuffix(a.path, "/applications/@me"):
				return 200, nil, `{"id":"6","bot":{"id":"16","username":"oneiros"}}`, nil
			}
			return 200, nil, `[
				{"id":"5","author":{"id":"16"},"embeds":[{},{}],"components":[{"components":[{"custom_id":"b/abcdefghij/panel/"},{"custom_id":"x"}]},{"components":[{"custom_id":"y"}]}]},
				{"id":"4","author":{"id":"17"},"embeds":[{}],"components":[]},
				{"id":"3","author":{"id":"16"}}]`, nil
		})
		if _, err := c.OwnMessages(ctx, 8); Code(err) != discordgo.ErrCodeMissingAccess || len(l.seen) != 1 {
			t.Errorf("nobody told who the bot is: %v after %d requests", err, len(l.seen))
		}
		down = false
		for range 2 {
			list, err := c.OwnMessages(ctx, 8)
			if got := fmt.Sprint(list); err != nil || got != "[{5 2 [b/abcdefghij/panel/ x y]} {3 0 []}]" {
				t.Fatalf("%s, %v", got, err)
			}
			if !list[0].About("abcdefghij") || list[0].About("b") || list[0].About("panel") || list[1].About("") {
				t.Error("which match it is about is not in the second part of an id")
			}
		}
		if n := len(l.seen); n != 4 {
			t.Errorf("%d requests, want 4", n)
		}
		if a := l.seen[3]; a.path != "/api/v10/channels/8/messages" || a.query != "limit=100" {
			t.Errorf("%s?%s", a.path, a.query)
		}
		down = true
		if _, err := c.OwnMessages(ctx, 8); Code(err) != discordgo.ErrCodeMissingAccess {
			t.Errorf("the channel is closed: %v", err)
		}
	})
}

// TestShare: however shards are divided, all processes together send at most fifty
// requests in a second, and each can send something. One process leaves room for those that
// are brought together on their way.
func TestShare(t *testing.T) {
	t.Parallel()
	for _, of := range []int{1, 2, 3, 16, 40} {
		for processes := 1; processes <= of; processes++ {
			sum, most := 0.0, 0.0
			for i := range processes {
				shards := of / processes
				if i < of%processes {
					shards++
				}
				each, burst := share(shards, of)
				if each < 0.25 || burst < 1 {
					t.Errorf("%d of %d shards: %v a second, %d at once", shards, of, each, burst)
				}
				sum += float64(each) + float64(burst)
				most = max(most, float64(each))
			}
			if sum > perSecond+1e-9 || processes == 1 && most != 40 {
				t.Errorf("%d processes with %d shards send %v in a second, one of them %v", processes, of, sum, most)
			}
		}
	}
	c, err := NewClient(Config{Token: canary, Follows: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		shards, of int
		limit      float64
		burst      int
	}{{20, 40, 21, 2}, {0, 40, 0.25, 1}, {40, 40, 40, 5}, {0, 0, 40, 5}} {
		c.Sender().SetShare(p.shards, p.of)
		if left := c.sender.limiter.Tokens(); left >= 1 {
			t.Errorf("it begins with %v requests at once, although the process before it may have sent some", left)
		}
		if limit, burst := float64(c.sender.limiter.Limit()), c.sender.limiter.Burst(); limit != p.limit || burst != p.burst {
			t.Errorf("with %d of %d shards: %v a second, %d at once", p.shards, p.of, limit, burst)
		}
	}
}

// TestSilenced: a process that may have been taken for dead sends nothing, or only
// answers to presses. A request waits some seconds until it may be sent again.
func TestSilenced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all, answers bool
		var from time.Time // when it may send all again; zero for never
		c, l := dialled(t, func(c *Config) {
			c.May = func(answer bool) bool { return all || answer && answers || !from.IsZero() && !time.Now().Before(from) }
		}, func(int, asked) (int, http.Header, string, error) {
			return 200, nil, `{"id":"1"}`, nil
		})
		for _, all = range []bool{true, false} {
			for _, answers = range []bool{true, false} {
				before := len(l.seen)
				_, posted := c.Post(ctx, 8, whole)
				edited := c.EditPanel(ctx, own, whole)
				_, answered := c.Answer(ctx, asking, Reply, whole)
				if errors.Is(posted, ErrSilenced) == all || errors.Is(edited, ErrSilenced) == all || errors.Is(answered, ErrSilenced) == (all || answers) {
					t.Errorf("all %v, answers %v: %v, %v, %v", all, answers, posted, edited, answered)
				}
				want := 0
				if all {
					want = 3
				} else if answers {
					want = 1
				}
				if n := len(l.seen) - before; n != want {
					t.Errorf("all %v, answers %v: %d requests, want %d", all, answers, n, want)
				}
			}
		}
		all, answers = false, false
		began := time.Now()
		from = began.Add(time.Second)
		if _, err := c.Post(ctx, 8, whole); err != nil || time.Since(began) > 1100*time.Millisecond {
			t.Errorf("silent for a second, it ends after %v: %v", time.Since(began), err)
		}
	})
}

// TestUntil: a client that has an end sends nothing after it, and breaks off what is
// under way. The client that it is made of works on.
func TestUntil(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, sent, gone := time.Minute, 0, make(chan error, 1)
		c, err := NewClient(Config{Token: canary, Timeout: time.Hour, Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			sent++
			if !Sleep(r.Context(), slow) {
				return nil, r.Context().Err()
			}
			return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(`{"id":"7"}`))}, nil
		})})
		if err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		part := c.Until(ctx)
		go func() {
			_, err := part.Post(t.Context(), 8, whole)
			gone <- err
		}()
		time.Sleep(time.Second)
		began := time.Now()
		end()
		if err := <-gone; !errors.Is(err, context.Canceled) || time.Since(began) > 0 {
			t.Errorf("what was under way ends after %v with %v", time.Since(began), err)
		}
		slow = 0
		for range 100 {
			if _, err := part.Post(t.Context(), 8, whole); !errors.Is(err, ErrSilenced) && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		if sent != 1 {
			t.Errorf("%d requests were sent", sent)
		}
		if _, err := c.Post(t.Context(), 8, whole); err != nil {
			t.Error(err)
		}
	})
}
