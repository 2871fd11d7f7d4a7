package transport_test

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
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/discord/transport"
)

// discordgo repeats only a 502, four times at once.
func TestRetries(t *testing.T) {
	reset := &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	type fail struct {
		status int
		err    error
	}
	calls := map[string]func(*api.Client) error{
		"post":     func(c *api.Client) error { _, err := c.Post(ctx, 8, whole); return err },
		"edit":     func(c *api.Client) error { return c.Edit(ctx, 8, 7, whole) },
		"delete":   func(c *api.Client) error { return c.Delete(ctx, 8, 7) },
		"thread":   func(c *api.Client) error { _, err := c.Thread(ctx, 8, 7, "night", discord.SilentDay); return err },
		"commands": func(c *api.Client) error { return c.SetCommands(ctx, 6, nil) },
		"me":       func(c *api.Client) error { _, err := c.Me(ctx); return err },
		"original": func(c *api.Client) error { return c.EditPanel(ctx, own, whole) },
		"remove":   func(c *api.Client) error { return c.DeletePanel(ctx, own) },
		"edited":   func(c *api.Client) error { return c.EditPanel(ctx, follow, whole) },
		"removed":  func(c *api.Client) error { return c.DeletePanel(ctx, follow) },
		"follow":   func(c *api.Client) error { _, err := c.FollowUp(ctx, asking, whole); return err },
		"board":    func(c *api.Client) error { return c.EditBoard(ctx, lent, whole) },
		"answer":   func(c *api.Client) error { _, err := c.Answer(ctx, asking, discord.Reply, whole); return err },
		"modal":    func(c *api.Client) error { return c.AnswerModal(ctx, asking, discord.Modal{}) },
		"choices":  func(c *api.Client) error { return c.AnswerChoices(ctx, asking, nil) },
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
					if discord.MayHaveArrived(err) != (what != "403") {
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
		if err := c.Delete(ctx, 8, 7); !discord.IsDeleted(err) {
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
				if _, limited := discord.IsLimited(err); !discord.MayHaveArrived(err) || !limited {
					t.Errorf("a post: %v", err)
				}
				if err := c.Edit(ctx, 8, 7, whole); discord.MayHaveArrived(err) {
					t.Errorf("an edit that was refused each time: %v", err)
				}
			})
		})
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
	if errors.Is(err, discord.ErrToken) || !discord.IsExpired(err) {
		t.Errorf("an interaction's token: %v", err)
	}
	if _, err := c.Post(ctx, 8, whole); !errors.Is(err, discord.ErrToken) {
		t.Errorf("the bot's token: %v", err)
	}
	n := len(l.seen)
	if _, err := c.Post(ctx, 8, whole); !errors.Is(err, discord.ErrToken) || len(l.seen) != n {
		t.Errorf("%d requests with a token that was refused, %v", len(l.seen)-n, err)
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
			c, _ := dialled(t, func(c *transport.Config) { c.MaxTries = 2; c.Backoff = 1000 }, reply)
			short, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			asks := &discord.Message{Public: true, Content: "x", Sent: &discord.Sent{}}
			_, one := c.Answer(short, asking, discord.Reply, asks)
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
	ix := &discord.Interaction{ID: 1, Token: secret, Answers: []string{canary}}
	for _, verb := range []string{"%v", "%+v", "%s", "%#v", "%d"} {
		for _, x := range []any{ix, *ix, []*discord.Interaction{ix}, struct{ I discord.Interaction }{*ix}} {
			if said := fmt.Sprintf(verb, x); strings.Contains(said, secret) || strings.Contains(said, canary) {
				t.Errorf("%s: %s", verb, said)
			}
		}
	}
	c, _ := dialled(t, nil, ok)
	conf := c.Sender().Config()
	for _, x := range []any{c, c.Sender(), conf, &conf, []transport.Config{conf}} {
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
	if err == nil || err.Error() != want || discord.Code(err) != discordgo.ErrCodeInvalidFormBody {
		t.Errorf("%v", err)
	}
}

// What a refusal says may come from another machine than Discord: it is one line, without the
// token, and not long.
func TestRefusalIsReadable(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		`\u001b[31mred\nand a line`:     `"\x1b[31mred\nand a line"`,
		`right \u202e left`:             `"right \u202e left"`,
		`not Bot ` + canary:             "not Bot …",
		strings.Repeat("long", 1000):    strings.Repeat("long", 50) + "…",
		`Запрещено «здесь»: 401, Emoji`: `Запрещено «здесь»: 401, Emoji`,
	} {
		c, _ := dialled(t, nil, func(int, asked) (int, http.Header, string, error) {
			return 400, nil, `{"code":50035,"message":"` + message + `","errors":{"a\nb":{"_errors":[{"code":"C\u0007D"}]}}}`, nil
		})
		_, err := c.Post(ctx, 8, whole)
		if full := "POST channels/messages: 400 Bad Request, code 50035: " + want + ` ("a\nb: C\aD")`; err == nil || err.Error() != full {
			t.Errorf("%v\nwant %s", err, full)
		}
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
		m := &discord.Message{Public: true,
			Embeds:      []*discordgo.MessageEmbed{{Image: &discordgo.MessageEmbedImage{URL: "attachment://bed.png"}}},
			Attachments: []discord.Attachment{{ID: 44, Name: "kept.png", Alt: "what it was"}},
			Files:       []discord.File{{Name: "bed.png", Alt: `Кровать "с" картами`, Data: []byte("\x89PNG")}, {Name: "a\"b\r\n.txt", Data: []byte("text")}},
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
	c, err := api.NewClient(transport.Config{Token: canary, Base: server.URL + "/api/v10/"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Sender().Close()
	for range 30 {
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				if _, err := c.Answer(ctx, asking, discord.Update, whole); err != nil {
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
	_, err = c.Answer(ctx, &discord.Interaction{ID: 66, Token: secret}, discord.Update, whole)
	var f *discord.Fault
	if !errors.As(err, &f) || !discord.MayHaveArrived(err) || strings.Contains(err.Error(), secret) {
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
	c, err := api.NewClient(transport.Config{Token: canary, Base: base, Timeout: 500 * time.Millisecond, MaxTries: 2, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Sender().Close()
	err = c.EditPanel(ctx, own, whole)
	var f *discord.Fault
	if !errors.As(err, &f) || !f.Arrived || c.Sender().Stats().Requests != 2 {
		t.Errorf("%v after %d requests", err, c.Sender().Stats().Requests)
	}
}

// TestSilenced: a process that may have been taken for dead sends nothing, or only
// answers to presses. A request waits some seconds until it may be sent again.
func TestSilenced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all, answers bool
		var from time.Time // when it may send all again; zero for never
		c, l := dialled(t, func(c *transport.Config) {
			c.May = func(answer bool) bool { return all || answer && answers || !from.IsZero() && !time.Now().Before(from) }
		}, func(int, asked) (int, http.Header, string, error) {
			return 200, nil, `{"id":"1"}`, nil
		})
		for _, all = range []bool{true, false} {
			for _, answers = range []bool{true, false} {
				before := len(l.seen)
				_, posted := c.Post(ctx, 8, whole)
				edited := c.EditPanel(ctx, own, whole)
				_, answered := c.Answer(ctx, asking, discord.Reply, whole)
				if errors.Is(posted, discord.ErrSilenced) == all || errors.Is(edited, discord.ErrSilenced) == all || errors.Is(answered, discord.ErrSilenced) == (all || answers) {
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
		c, err := api.NewClient(transport.Config{Token: canary, Timeout: time.Hour, Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			sent++
			if !discord.Sleep(r.Context(), slow) {
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
			if _, err := part.Post(t.Context(), 8, whole); !errors.Is(err, discord.ErrSilenced) && !errors.Is(err, context.Canceled) {
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
