package rehearse

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/localcord"
)

// TestHindered: limits, failures of Discord's and a gateway that is lost are waited out and
// noted, and are no difference.
func TestHindered(t *testing.T) {
	for name, c := range map[string]struct {
		faults localcord.Faults
		noted  string
	}{
		"limited":     {localcord.Faults{LimitRate: 0.1, RetryAfter: 700, LimitScope: "shared"}, "429"},
		"failing":     {localcord.Faults{ErrorRate: 0.1}, "50"},
		"duplicating": {localcord.Faults{LostRate: 0.05}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			onStage(t, nil, func(s *stage) {
				s.said = func(line string) {
					if strings.Contains(line, ", board:") {
						s.srv.SetFaults(c.faults)
					}
					if strings.Contains(line, ", limit:") {
						s.srv.SetFaults(localcord.Faults{})
					}
				}
				got, differ := s.rehearse()
				b, err := json.Marshal(got)
				if err != nil {
					t.Fatal(err)
				}
				if _, noted, _ := strings.Cut(string(b), "hindrances"); !strings.Contains(noted, c.noted) {
					t.Errorf("nothing is noted: %s", s.text())
				}
				for _, d := range differ {
					t.Errorf("%v", d)
				}
				s.isClean()
			})
		})
	}
}

// TestLostGateway: a gateway that is lost goes on, and the press that comes then is heard.
func TestLostGateway(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		s.said = func(line string) {
			if strings.Contains(line, ", late:") {
				s.srv.Gateway().CutConnections()
				time.Sleep(5 * time.Second)
			}
		}
		got, differ := s.rehearse()
		if notes := strings.Join(got.step("late").Notes, "\n"); !strings.Contains(notes, "the gateway was lost") || !strings.Contains(notes, "goes on") {
			t.Errorf("noted: %q", notes)
		}
		for _, d := range differ {
			if d.Matters() {
				t.Error(d)
			}
		}
	})
}

// TestNewSession: where a session of the gateway begins anew, events are missing. That is said
// once, and is no difference.
func TestNewSession(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		s.said = func(line string) {
			if strings.Contains(line, ", event:") {
				s.srv.Gateway().InvalidateSessions(false)
				time.AfterFunc(time.Microsecond, s.srv.Gateway().CutConnections)
			}
		}
		got, differ := s.rehearse()
		if !slices.ContainsFunc(got.Steps, func(s *Step) bool { return slices.Contains(s.Notes, noteAnew) }) {
			t.Errorf("it is not noted:\n%s", s.text())
		}
		for _, d := range differ {
			t.Error(d)
		}
	})
}

// TestMissingPermission: a permission that is missing is named, with what the operator does
// about it. The rest goes on.
func TestMissingPermission(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		s.srv.Control().Deny(s.srv.Channel(""), 1<<15) // Attach Files
		got, differ := s.rehearse()
		if !strings.Contains(s.text(), "missing in channel table: Attach Files (needed: to show pictures); grant it under Edit Channel → Permissions") {
			t.Errorf("it says: %s", s.text())
		}
		if got.step("board").State != Failed || got.step("edit").State != Skipped || got.step("event").State != Done {
			t.Errorf("board is %s, edit %s, event %s", got.step("board").State, got.step("edit").State, got.step("event").State)
		}
		if len(differ) == 0 || differ[0].Grade != Fails || !strings.Contains(differ[0].Means, "the bot lacks Send Messages, Embed Links and Attach Files") {
			t.Errorf("differences: %v", differ)
		}
		s.isClean()
	})
}

// TestWithoutThreads: a bot that may open no threads does not hear of it at each place where one
// is missing.
func TestWithoutThreads(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		s.srv.Control().Deny(s.srv.Channel(""), 1<<35)
		_, differ := s.rehearse()
		if len(differ) != 1 || !strings.Contains(differ[0].String(), "the answer (thread: POST /channels/{channel}/messages/{message}/threads)") {
			t.Errorf("differences: %v", differ)
		}
		s.isClean()
	})
}

// TestServers: a bot that is on other servers, too, hears nothing otherwise.
func TestServers(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		s.srv.NewGuild("Elsewhere")
		_, differ := s.rehearse()
		for _, d := range differ {
			t.Error(d)
		}
	})
}

// TestWithoutOptional: a bot with what its invite asks for makes no event, and cannot delete its
// thread. Both are said, and neither is a difference.
func TestWithoutOptional(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		s.srv.Control().Grant(0)
		got, differ := s.rehearse()
		for _, d := range differ {
			t.Error(d)
		}
		if event, closed := got.step("event"), got.step("close"); event.State != Skipped || closed.State != Skipped || len(got.Left) != 1 {
			t.Errorf("event is %s, close is %s, left is %q", event.State, closed.State, got.Left)
		}
		for _, c := range s.srv.Channels() {
			if n := len(s.person.Messages(c.ID)); n > 0 {
				t.Errorf("%d messages are left in %s", n, c.Name)
			}
		}
	})
}

// TestInterrupt: after Ctrl-C everything that was made is removed, wherever it came.
func TestInterrupt(t *testing.T) {
	for _, at := range []string{", board:", ", thread:", ", event:", ", press:", "  > open the direct", "  pressed"} {
		t.Run(at, func(t *testing.T) {
			onStage(t, nil, func(s *stage) {
				ctx, stop := context.WithCancel(s.t.Context())
				s.said = func(line string) {
					if strings.Contains(line, at) {
						time.AfterFunc(time.Microsecond, stop)
					}
				}
				got, err := Run(ctx, s.options)
				if !errors.Is(err, context.Canceled) || got.step("remove") == nil {
					t.Errorf("it ends with %v:\n%s", err, s.text())
				}
				s.isClean()
			})
		})
	}
}

// TestInterruptPrivate: what only the presser sees is removed, or is named, wherever Ctrl-C comes.
func TestInterruptPrivate(t *testing.T) {
	for name, at := range map[string]struct {
		endpoint, body string
	}{
		"deferred": {callbacks, `"type":5`}, "edited": {panels, "Only you see"}, "followed": {"POST /webhooks/{app}/{token}", "This follows"},
		"form": {callbacks, "The form has come."}, "direct": {posts, "A message to you alone."},
	} {
		t.Run(name, func(t *testing.T) {
			stop := func() {}
			f := &foreign{answer: func(e string, r *reply) {
				if e == at.endpoint && strings.Contains(string(r.asked), at.body) {
					stop()
				}
			}}
			onStage(t, f.wrap, func(s *stage) {
				ctx, cancel := context.WithCancel(s.t.Context())
				stop = cancel
				got, err := Run(ctx, s.options)
				if !errors.Is(err, context.Canceled) || len(got.Left) > 0 {
					t.Errorf("it ends with %v, and leaves %q:\n%s", err, got.Left, s.text())
				}
				s.isClean()
			})
		})
	}
}

// TestRefusedToken: where the token is refused in the middle, the end comes and names what is left.
func TestRefusedToken(t *testing.T) {
	refused := false
	f := &foreign{answer: func(_ string, r *reply) {
		if refused {
			r.status, r.body = http.StatusUnauthorized, map[string]any{"message": "401: Unauthorized", "code": 0}
		}
	}}
	onStage(t, f.wrap, func(s *stage) {
		s.said = func(line string) { refused = refused || strings.Contains(line, ", limit:") }
		got, err := Run(s.t.Context(), s.options)
		if !errors.Is(err, discord.ErrToken) || got.step("limit") == nil || got.step("press") != nil || got.step(lastStep) == nil {
			t.Fatalf("it ends with %v:\n%s", err, s.text())
		}
		if want := []string{"an event of the server", "the thread «oneiros rehearse»", "a message in the channel (2 of them)"}; !slices.Equal(got.Left, want) {
			t.Errorf("it names as left %q", got.Left)
		}
	})
}

// TestKilled: a rehearsal that was killed leaves all that it made, also in direct messages. The
// next one finds and removes that.
func TestKilled(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		dead := false
		way := s.options.Discord.Transport
		s.options.Discord.Transport = tripper(func(r *http.Request) (*http.Response, error) {
			if dead {
				return nil, errors.New("killed")
			}
			return way.RoundTrip(r)
		})
		ctx, stop := context.WithCancel(s.t.Context())
		s.said = func(line string) {
			if strings.Contains(line, ", sound:") {
				dead = true
				stop()
			}
		}
		if _, err := Run(ctx, s.options); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if n := len(s.person.Messages(s.person.Direct())); n != 1 {
			t.Fatalf("%d private messages are left", n)
		}
		dead, s.said, s.killed = false, nil, true
		s.options.Presses = false
		time.Sleep(time.Minute)
		_, differ := s.rehearse()
		for _, d := range differ {
			if d.Matters() {
				t.Error(d)
			}
		}
		if !strings.Contains(s.text(), "a message of an earlier rehearsal is there; removing it") {
			t.Errorf("it says:\n%s", s.text())
		}
		s.isClean()
	})
}

// TestKilledInVoice: a bot that is still in the voice channel leaves it first.
func TestKilledInVoice(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		client, err := api.NewClient(s.options.Discord)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Sender().Close()
		c := s.options.Gateway
		c.Sender = client.Sender()
		if c.Told, err = gateway.AskStarts(s.t.Context(), client.Sender()); err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(s.t.Context())
		g, ended := gateway.New(c), make(chan struct{})
		ready := make(chan struct{}, 1)
		go func() {
			defer close(ended)
			_ = g.Run(ctx, func(_ discord.ShardID, e discord.Event) {
				if _, is := e.(discord.GuildJoined); is {
					offer(ready, struct{}{})
				}
			})
		}()
		defer func() { end(); <-ended }()
		<-ready
		if err := g.SetVoiceState(s.options.Guild, s.options.Voice); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		_, differ := s.rehearse()
		for _, d := range differ {
			t.Error(d)
		}
		if !strings.Contains(s.text(), "the bot is in a voice channel, as after a rehearsal that was killed; leaving it") {
			t.Errorf("it says:\n%s", s.text())
		}
		s.isClean()
	})
}

// TestAgainSoon: where a limit of an earlier rehearsal still holds, it is said what is waited for.
func TestAgainSoon(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		s.options.Voice, s.options.Presses = 0, false
		for range 2 {
			_, differ := s.rehearse()
			for _, d := range differ {
				t.Error(d)
			}
		}
		if !strings.Contains(s.text(), "  waiting: Discord's limit lets PATCH /guilds/{guild}/scheduled-events/{event} through again in ") {
			t.Errorf("it says:\n%s", s.text())
		}
	})
}

// TestOthers: another process with the same token is named by what it posts, and by presses of it.
func TestOthers(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		client, err := api.NewClient(s.options.Discord)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Sender().Close()
		s.options.Presses = false
		s.said = func(line string) {
			if strings.Contains(line, ", refusals:") {
				_, err := client.Post(s.t.Context(), s.options.Channel, &discord.Message{Public: true, Content: "A table.", Components: []discord.Row{{discord.Button{CustomID: "sit", Label: "Sit down", Style: 1}}}})
				if err != nil {
					t.Error(err)
				}
				for _, m := range s.person.Messages(s.srv.Channel("")) {
					if m.Button("Sit down") != nil {
						go func() { _, _ = s.person.Press(s.t.Context(), m.ID, "Sit down") }()
					}
				}
			}
		}
		got, differ := s.rehearse()
		for _, d := range differ {
			t.Error(d)
		}
		notes := ""
		for _, one := range got.Steps {
			notes += strings.Join(one.Notes, "\n") + "\n"
		}
		for _, want := range []string{noteOthers, notePressed} {
			if strings.Count(notes, want) != 1 || !strings.Contains(s.text(), "  "+want) {
				t.Errorf("it does not say %q once: %s\n%s", want, notes, s.text())
			}
		}
	})
}

type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// TestNoHands: steps without a press are said to be skipped, and not passed.
func TestNoHands(t *testing.T) {
	for name, prepare := range map[string]func(*stage){
		"without presses": func(s *stage) { s.options.Presses = false },
		"no press came in 1m0s": func(s *stage) {
			s.options.Wait = time.Minute
			say := s.options.Say
			s.options.Say = func(line string) { say(strings.Replace(line, ">", "waits:", 1)) }
		},
		"the operator skipped it": func(s *stage) {
			skip := make(chan struct{})
			s.options.Skip = skip
			say := s.options.Say
			s.options.Say = func(line string) {
				say(strings.Replace(line, ">", "waits:", 1))
				if strings.Contains(line, "  > ") {
					go func() { skip <- struct{}{} }()
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			onStage(t, nil, func(s *stage) {
				prepare(s)
				got, differ := s.rehearse()
				for _, step := range []string{"press", "late"} {
					if one := got.step(step); one.State != Skipped || one.Why != name {
						t.Errorf("%s is %s: %s", step, one.State, one.Why)
					}
				}
				if one := got.step("menu"); one.State != Skipped {
					t.Errorf("menu is %s", one.State)
				}
				for _, d := range differ {
					t.Error(d)
				}
				s.isClean()
			})
		})
	}
}

// TestMistakes: each setting that cannot be rehearsed with is named, and nothing is posted.
func TestMistakes(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		other, good := s.srv.NewGuild("Elsewhere"), s.options
		hidden := s.srv.NewChannel("hidden")
		s.srv.Control().Deny(hidden, 1<<10)
		for name, c := range map[string]struct {
			change func(*Options)
			want   string
		}{
			"another server":            {func(o *Options) { o.Guild++ }, "the bot is not on this server"},
			"channel of another server": {func(o *Options) { o.Channel = id(t, other.Channel("")) }, "this channel is of another server"},
			"a forum":                   {func(o *Options) { o.Channel = id(t, s.srv.NewChannelOf(15, "forum")) }, "this is a forum"},
			"a voice channel":           {func(o *Options) { o.Channel = o.Voice }, "this is a voice channel"},
			"a thread":                  {func(o *Options) { o.Channel = id(t, s.srv.NewThread(s.srv.Channel(""), "night")) }, "this is a thread"},
			"no channel":                {func(o *Options) { o.Channel = 100000000000000001 }, "there is no such channel"},
			"no voice channel":          {func(o *Options) { o.Voice = o.Channel }, "this is no voice channel"},
			"a token":                   {func(o *Options) { o.Discord.Token = "wrong" }, discord.ErrToken.Error()},
		} {
			s.options = good
			c.change(&s.options)
			_, err := Run(s.t.Context(), s.options)
			if mistake := new(Mistake); err == nil || !errors.As(err, &mistake) && !errors.Is(err, discord.ErrToken) {
				t.Errorf("%s: %v", name, err)
			} else if !strings.Contains(err.Error()+discord.ErrToken.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		s.options = good
		for _, m := range s.person.Messages(s.srv.Channel("")) {
			t.Errorf("posted: %s", m.Text())
		}
	})
}

// TestSecrets: a recording has no token, name, text or id, also where the server and its people
// have names that are easily found.
func TestSecrets(t *testing.T) {
	f := &foreign{answer: func(_ string, r *reply) {
		if r.object() != nil && r.status == 200 {
			r.object()["kate"], r.object()["points_of_canary"] = 3, map[string]any{"canary": 1}
			r.object()["a secret of Kate"], r.object()["secret_text"] = "canary one", []any{"canary two", map[string]any{"123456789012345678": "canary three"}}
		}
	}}
	onStage(t, f.wrap, func(s *stage) {
		if err := s.person.Rename("Canary four"); err != nil {
			t.Fatal(err)
		}
		s.srv.NewChannel("canary-five")
		got, differ := s.rehearse()
		b, err := json.Marshal(Report{Recording: got, Differences: differ})
		if err != nil {
			t.Fatal(err)
		}
		said := strings.ToLower(string(b))
		if len(said) < 10000 || len(differ) == 0 {
			t.Errorf("the report is short: %s", said)
		}
		for _, secret := range []string{
			"canary", "kate", "private matter", strings.ToLower(s.srv.Token()), string(s.srv.Guild()), string(s.srv.Channel("")), string(s.srv.Bot()), string(s.person.ID()),
			"discord.invalid", "123456789012345678",
		} {
			if i := strings.Index(said, secret); i >= 0 {
				t.Errorf("the report has %q: …%s…", secret, said[max(0, i-80):min(len(said), i+80)])
			}
		}
		for _, w := range strings.FieldsFunc(said, func(r rune) bool { return r < '0' || r > '9' }) {
			if len(w) > 9 && w != nowhere {
				t.Errorf("the report has the number %s", w)
			}
		}
	})
}
