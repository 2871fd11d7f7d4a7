package rehearse

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/discord/transport"
	"oneiros/bot/need"
)

// Options say what is rehearsed where.
type Options struct {
	Discord transport.Config // how Discord is reached, and as whom
	Gateway gateway.Config   // its client is made of Discord
	Of      string           // what Discord is here: see [Recording]
	Program string           // the version of the program

	Guild, Channel discord.ID
	Voice          discord.ID // a voice channel; 0 for no sounds
	Needs          []need.Set // what the bot needs of Discord

	Presses bool            // the operator can press
	Wait    time.Duration   // for one press; 90 s
	Skip    <-chan struct{} // receives when the operator skips a wait; nil for never
	Say     func(string)    // prints a line of progress
}

// A Mistake is a setting that cannot be rehearsed with, such as a channel of another server.
type Mistake struct{ Text string }

// Error says what is wrong, and what to do about it.
func (m *Mistake) Error() string { return m.Text }

// Times of a rehearsal.
const (
	pressTime   = 90 * time.Second
	cleanTime   = 30 * time.Second
	readyTime   = 30 * time.Second
	eventTime   = 5 * time.Second        // for an event that localcord sends
	silenceTime = 300 * time.Millisecond // after the last one
	lateAnswer  = 3500 * time.Millisecond
)

// A run is a rehearsal that is on.
type run struct {
	Options
	want     *Recording
	tape     *tape
	client   *api.Client
	gateway  *gateway.Gateway
	lost     chan error  // how the gateway ended
	begun    atomic.Bool // a session of the gateway
	presses  *presses
	cleaning *cleaning
	starts   gateway.Starts
	app      discord.App
	rights   uint64 // of the bot, in the channel
	voice    uint64 // in the voice channel

	board, upload, thread, event discord.ID
	private                      private
	entered                      time.Time // the voice channel
	found                        []string
	elsewhere                    bool // a press came that is not ours, as was said
}

// Run rehearses. It returns what was heard, also beside an error: a [Mistake], a refused token, or
// that of ctx. What was made is removed in every case.
func Run(ctx context.Context, o Options) (*Recording, error) {
	want, err := Expected()
	if err != nil {
		return nil, err
	}
	r := &run{Options: o, want: want, tape: newTape(), lost: make(chan error, 1)}
	r.cleaning = &cleaning{run: r}
	r.Discord.Wrap = r.tape.wrap
	if r.client, err = api.NewClient(r.Discord); err != nil {
		return nil, err
	}
	defer r.client.Sender().Close()
	r.presses = newPresses(o, r.client, r.tape)
	_, path, _ := strings.Cut(strings.TrimRight(r.Discord.Base, "/"), "://")
	if i := strings.Index(path, "/"); i >= 0 {
		r.tape.prefix = path[i:]
	}
	got := &Recording{Of: o.Of, Program: o.Program}
	err = r.all(ctx, got)
	got.Found, got.Left, got.Buckets = r.found, r.cleaning.names(), r.tape.groups()
	r.tape.hideNames(got, want)
	return got, err
}

// all runs the steps. The gateway listens from the step in which it connects.
func (r *run) all(ctx context.Context, got *Recording) error {
	listening, end := context.WithCancel(context.WithoutCancel(ctx))
	defer func() {
		end()
		if r.gateway != nil {
			<-r.lost
		}
		r.presses.late.Wait()
	}()
	var refused error
	ended := map[string]string{}
	for i, s := range script {
		if s.name == lastStep {
			break
		}
		if ctx.Err() != nil {
			break
		}
		one, err := r.step(ctx, listening, i, s, ended)
		ended[s.name] = one.State
		got.Steps = append(got.Steps, one)
		if mistake := new(Mistake); errors.As(err, &mistake) {
			return err
		}
		if errors.Is(err, discord.ErrToken) {
			if refused = err; r.rights == 0 {
				return err // nothing was made
			}
			r.Say("the token is refused from now on; naming what is left")
			break
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanTime)
	defer cancel()
	if ctx.Err() != nil {
		r.Say(fmt.Sprintf("interrupted; removing what was made, for at most %v", cleanTime))
	}
	one, err := r.step(last, listening, len(script)-1, script[len(script)-1], ended)
	got.Steps = append(got.Steps, one)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, discord.ErrToken) {
		refused = err
	}
	return refused
}

// errSkip is why a step was left out.
type errSkip string

func (e errSkip) Error() string { return string(e) }

// step runs one step and makes its shapes.
func (r *run) step(ctx, listening context.Context, n int, s scriptStep, ended map[string]string) (*Step, error) {
	r.tape.begin()
	since := time.Now()
	err := r.mayRun(s, ended)
	if err == nil {
		r.Say(fmt.Sprintf("step %d of %d, %s: %s", n+1, len(script), s.name, s.says))
		end := func() {}
		if !s.presses && !s.voice { // those say what they wait for
			end = watch(r)
		}
		if s.listens {
			err = r.listen(ctx, listening)
		} else {
			err = s.do(ctx, r)
		}
		end()
	}
	var skip errSkip
	skipped := errors.As(err, &skip)
	if !skipped || r.hasAnswers() {
		r.tape.await(ctx, r.expects(s.name), eventTime, silenceTime)
	}
	one := r.tape.end(s.name, err != nil && !skipped)
	if slices.Contains(one.Notes, noteOthers) {
		r.Say("  " + noteOthers)
	}
	switch {
	case skipped:
		one.State, one.Why = Skipped, string(skip)
		r.Say(fmt.Sprintf("  %s is skipped: %s", s.name, one.Why))
	case err != nil:
		one.State, one.Why = Failed, kindOfError(err)
		r.Say(fmt.Sprintf("  %s failed: %v", s.name, err))
	default:
		one.State = Done
		r.Say(fmt.Sprintf("  done in %.1f s: %d answers, %d events%s", time.Since(since).Seconds(), len(one.Answers), len(one.Events), hindered(one)))
	}
	return one, err
}

func hindered(s *Step) string {
	if n := len(s.Hindrances) + len(s.Notes); n > 0 {
		return fmt.Sprintf(", hindered %d times", n)
	}
	return ""
}

func (r *run) hasAnswers() bool {
	r.tape.mu.Lock()
	defer r.tape.mu.Unlock()
	return len(r.tape.answers) > 0
}

// mayRun is why a step is left out, if it is.
func (r *run) mayRun(s scriptStep, ended map[string]string) error {
	for _, before := range s.needs {
		if ended[before] != Done {
			return errSkip("it needs the step " + before)
		}
	}
	switch {
	case s.presses && !r.Presses:
		return errSkip("without presses")
	case s.voice && r.Voice == 0:
		return errSkip("without a voice channel; --voice names one")
	}
	return nil
}

// expects are the events that localcord sends in a step.
func (r *run) expects(name string) []*Event {
	if s := r.want.step(name); s != nil {
		return s.Events
	}
	return nil
}

// kindOfError says what kind of error it is, without anything that may name a person.
func kindOfError(err error) string {
	var e *discord.Error
	var f *discord.Fault
	switch {
	case errors.Is(err, discord.ErrToken):
		return "the token is refused"
	case errors.As(err, &e):
		return fmt.Sprintf("it was refused with status %d, code %d", e.Status, e.Code)
	case errors.Is(err, context.DeadlineExceeded):
		return "it took too long"
	case errors.Is(err, context.Canceled):
		return "it was interrupted"
	case errors.As(err, &f):
		return "no answer came, or one that cannot be read"
	case errors.As(err, new(*Mistake)):
		return "a setting is wrong"
	case errors.Is(err, errNoServer), errors.Is(err, errNoGateway), errors.Is(err, errNoID), errors.Is(err, errUnread), errors.Is(err, discord.ErrNotConnected), errors.As(err, new(*gateway.CloseError)):
		return err.Error()
	}
	return fmt.Sprintf("the program does not go on (%T)", err)
}

// listen connects to the gateway, and waits until the server is there.
func (r *run) listen(ctx, listening context.Context) error {
	c := r.Gateway
	c.Sender, c.Told = r.client.Sender(), r.starts
	joined, ready := make(chan discord.ID, 1), make(chan struct{}, 1)
	c.Heard = r.tape.heard
	r.gateway = gateway.New(c)
	go func() {
		r.lost <- r.gateway.Run(listening, func(_ discord.ShardID, e discord.Event) { r.handle(e, joined, ready) })
		close(r.lost)
	}()
	late := time.NewTimer(readyTime)
	defer late.Stop()
	begun := false
	for {
		select {
		case err := <-r.lost:
			if err == nil {
				err = ctx.Err()
			}
			return err
		case <-ready:
			begun = true
		case <-joined:
			return nil
		case <-late.C:
			if begun {
				return errNoServer
			}
			return errNoGateway
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

var (
	errNoServer  = errors.New("the gateway does not tell of the server")
	errNoID      = errors.New("the answer does not name what was made")
	errNoGateway = errors.New("the gateway does not begin a session")
)

// What is noted of the gateway.
const (
	noteLost    = "the gateway was lost"
	noteAnew    = "the gateway began a new session, so events may be missing"
	noteResumed = "the gateway goes on where it was lost"
)

// handle takes an event. It must not block.
func (r *run) handle(e discord.Event, joined chan<- discord.ID, ready chan<- struct{}) {
	switch e := e.(type) {
	case *discord.Interaction:
		if custom, is := strings.CutPrefix(e.CustomID, customPrefix); is {
			r.presses.take(custom, e)
		} else {
			pressedElsewhere(r)
		}
	case discord.Ready:
		if r.begun.Swap(true) {
			r.tape.note(noteAnew)
		}
		offer(ready, struct{}{})
	case discord.GuildJoined:
		if e.ID == r.Guild {
			offer(joined, e.ID)
		}
	case discord.Disconnected:
		r.tape.note(noteLost+" and connects again in %v", e.In.Round(100*time.Millisecond))
	case discord.Resumed:
		r.tape.note(noteResumed)
	}
}

func offer[T any](to chan<- T, v T) {
	select {
	case to <- v:
	default:
	}
}

// ask sends a request for which the client has no method, once and within its limit. It reads
// the answer into v unless that is nil.
func (r *run) ask(ctx context.Context, method, path string, body, v any) (int, error) {
	if ctx.Value(tapeKey{}) != deliberate && !discord.Sleep(ctx, r.tape.left(method, path)) {
		return 0, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var b []byte
	if body != nil {
		var err error
		if b, err = json.Marshal(body); err != nil {
			return 0, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(r.Discord.Base, "/")+path, bytes.NewReader(b))
	if err != nil {
		return 0, err
	}
	req.Header.Set("User-Agent", r.Discord.Agent)
	if !strings.HasPrefix(path, "/webhooks/") && !strings.HasPrefix(path, "/interactions/") {
		req.Header.Set("Authorization", "Bot "+strings.TrimPrefix(strings.TrimSpace(r.Discord.Token), "Bot "))
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := r.tape.RoundTrip(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if v != nil && resp.StatusCode < 300 {
		err = json.NewDecoder(resp.Body).Decode(v)
	}
	return resp.StatusCode, err
}

// tried is ask, again after a limit or a failure of Discord's, as the client does it. It returns
// the last status, also of a refusal.
func (r *run) tried(ctx context.Context, method, path string, body, v any) (int, error) {
	for try := 1; ; try++ {
		status, err := r.ask(ctx, method, path, body, v)
		hindered := err != nil || status == http.StatusTooManyRequests || status >= 500
		if try == 4 || !hindered {
			return status, err
		}
		wait := time.Duration(try) * time.Second
		if status == http.StatusTooManyRequests {
			wait = r.tape.retryAfter()
		}
		if !discord.Sleep(ctx, wait) {
			return status, ctx.Err()
		}
	}
}

// asked is tried, and a refusal is an error.
func (r *run) asked(ctx context.Context, method, path string, body, v any) error {
	status, err := r.tried(ctx, method, path, body, v)
	if err == nil && status >= 300 {
		err = &discord.Error{Route: method + " (asked)", Status: status}
	}
	return err
}

// has reports whether the bot has a permission in the channel.
func (r *run) has(bit uint64) bool { return r.rights&(bit|discordgo.PermissionAdministrator) != 0 }

// finds writes down what no document says.
func (r *run) finds(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if !slices.Contains(r.found, line) {
		r.found = append(r.found, line)
		r.Say("  found: " + line)
	}
}
