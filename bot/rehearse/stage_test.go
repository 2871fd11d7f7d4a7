package rehearse

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/chance/chancetest"
	"oneiros/bot/discord"
	"oneiros/bot/discord/bubbletest"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/discord/transport"
	"oneiros/bot/localcord"
	"oneiros/bot/need"
)

// A stage is a localcord with a person who presses, in virtual time.
type stage struct {
	t       *testing.T
	srv     *localcord.Server
	at      *bubbletest.Pipes
	options Options
	person  *localcord.Person

	mu     sync.Mutex
	lines  []string
	asks   chan string
	killed bool // so an ephemeral message stays: its token is lost
	// said is called with each line of progress, before a person acts on it.
	said func(string)
}

// optional are permissions that the invite does not ask for: to manage threads, and to create
// events.
const optional = 1<<34 | 1<<44

// onStage runs a test on a stage. wrap may stand in front of localcord; nil for nothing.
func onStage(t *testing.T, wrap func(http.Handler) http.Handler, test func(*stage)) {
	t.Helper()
	bubbletest.Test(t, func(t *testing.T) {
		chancetest.Begin(t)
		srv, err := localcord.New(localcord.Config{URL: "http://discord.invalid", Limits: true, Chance: chancetest.Source(t).Of("Discord")})
		if err != nil {
			t.Fatal(err)
		}
		srv.Control().Grant(optional)
		s := &stage{t: t, srv: srv, at: bubbletest.NewPipes(), person: srv.User("Kate"), asks: make(chan string, 16)}
		room := srv.NewChannelOf(localcord.ChannelVoice, "voice")
		handler := http.Handler(srv)
		if wrap != nil {
			handler = wrap(srv)
		}
		serve := &http.Server{Handler: handler}
		served := make(chan error, 1)
		go func() { served <- serve.Serve(s.at) }()
		way := &http.Transport{DialContext: s.at.Dial, MaxIdleConnsPerHost: 8}
		s.options = Options{
			Discord: transport.Config{Token: srv.Token(), Base: srv.APIBase() + "/v10", Agent: "DiscordBot (https://example.invalid, 1)", Chance: chancetest.Source(t).Of("client"), Transport: way},
			Gateway: gateway.Config{Log: zerolog.Nop(), Intents: need.Intents([]need.Set{need.Core}, false) | 1<<16, Dial: s.at.Dial},
			Of:      "localcord", Guild: id(t, srv.Guild()), Channel: id(t, srv.Channel("")), Voice: id(t, room), Needs: []need.Set{need.Core}, Presses: true, Say: s.say,
		}
		ended := make(chan struct{})
		go func() { defer close(ended); s.act() }()
		test(s)
		close(s.asks)
		<-ended
		way.CloseIdleConnections()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if err := serve.Close(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute) // discordgo takes a second to close, and says nothing when it has
		if err := <-served; !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
}

func id(t *testing.T, of localcord.ID) discord.ID {
	t.Helper()
	n, err := discord.ParseID(string(of))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// say takes a line of progress, and has the person act on it.
func (s *stage) say(line string) {
	s.mu.Lock()
	s.lines = append(s.lines, line)
	s.mu.Unlock()
	if s.said != nil {
		s.said(line)
	}
	if strings.HasPrefix(line, "  > ") {
		s.asks <- line
	}
}

// text is all that was said.
func (s *stage) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.lines, "\n")
}

// act presses what the lines ask for.
func (s *stage) act() {
	here, ctx := s.srv.Channel(""), context.Background()
	var form *localcord.Modal
	for line := range s.asks {
		var err error
		var reply *localcord.Reply
		switch {
		case strings.Contains(line, "first"):
			_, err = s.person.Press(ctx, s.board(), "Press me first")
		case strings.Contains(line, "second"):
			_, err = s.person.Press(ctx, s.board(), "Press me second")
		case strings.Contains(line, "menu"):
			if reply, err = s.person.Choose(ctx, s.person.Panels(here)[0].ID, "", "The moon"); err == nil {
				form = reply.Modal
			}
		case strings.Contains(line, "form"):
			_, err = s.person.Submit(ctx, form, "The moon is a private matter")
		default:
			_, err = s.person.Press(ctx, s.person.Last(s.person.Direct()).ID, "third")
		}
		if err != nil && !errors.Is(err, localcord.ErrNoAnswer) {
			s.t.Logf("%s: %v", line, err)
		}
	}
}

// board is the message with the buttons.
func (s *stage) board() localcord.ID {
	for _, m := range s.person.Messages(s.srv.Channel("")) {
		if m.Button("Press me first") != nil {
			return m.ID
		}
	}
	return ""
}

// rehearse runs a rehearsal that has to come to its end, and compares it.
func (s *stage) rehearse() (*Recording, []Difference) {
	s.t.Helper()
	got, err := Run(s.t.Context(), s.options)
	if err != nil {
		s.t.Fatalf("%v\n%s", err, s.text())
	}
	want, err := Expected()
	if err != nil {
		s.t.Fatal(err)
	}
	return got, Compare(want, got)
}

// isClean fails the test where something of a rehearsal is left.
func (s *stage) isClean() {
	s.t.Helper()
	for _, c := range s.srv.Channels() {
		if c.Name == mark {
			s.t.Errorf("a thread is left")
		}
		for _, m := range s.person.Messages(c.ID) {
			if !m.Ephemeral() || !s.killed {
				s.t.Errorf("a message is left: %s", m.Text())
			}
		}
	}
	if n := len(s.srv.Control().Events(s.srv.Guild())); n > 0 {
		s.t.Errorf("%d events are left", n)
	}
	if at := s.srv.Guilds()[0].Voice().Bot(); at != "" {
		s.t.Error("the bot is still in the voice channel")
	}
}
