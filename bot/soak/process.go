package soak

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"oneiros/bot/localcord"
)

// A Command makes the command that starts the bot. The bot has to serve /metrics
// at Metrics, and at /surfaces the JSON of [bot.Bot.Inspect]. It has to end with its
// standard input, so that it does not outlive a soak that was killed.
type Command func(Settings) *exec.Cmd

// Settings are what the bot of a soak is told.
type Settings struct {
	Token   string // of the bot
	APIBase string // of Discord
	Store   string // path or address of the database
	Metrics string // address of the metrics
}

// A Bot is the bot of a soak: one process after another on one database.
type Bot struct {
	command  Command
	settings Settings
	log      *os.File // what all processes say

	mu      sync.Mutex // held while a process is started or ended
	running *exec.Cmd  // nil while there is no process
	stdin   io.Closer
	ended   chan struct{} // closed when the process has ended
	failure error         // of a process that ended by itself
	lives   []life
}

// A life is what was measured of one process.
type life struct {
	began   time.Time
	samples []sample
}

// A sample is what a process tells of itself at one moment.
type sample struct {
	at         time.Time
	goroutines float64
	memory     float64 // resident bytes
	tables     float64 // lobbies and live matches
}

// newBot prepares a bot that talks to local and keeps everything in c.Dir, or in
// c.Store.
func newBot(c Config, local *localcord.Server) (*Bot, error) {
	log, err := os.Create(filepath.Join(c.Dir, "bot.log"))
	if err != nil {
		return nil, fmt.Errorf("make the bot's log: %w", err)
	}
	return &Bot{command: c.Command, log: log, settings: Settings{
		Token: local.Token(), APIBase: local.APIBase(), Store: cmp.Or(c.Store, filepath.Join(c.Dir, "oneiros.db")),
	}}, nil
}

// Store is the path or the address of the bot's database.
func (b *Bot) Store() string { return b.settings.Store }

// Said is everything that all processes of the bot have logged.
func (b *Bot) Said() ([]byte, error) { return os.ReadFile(b.log.Name()) }

// Start starts a process and returns at once. [Crowd.Online] waits until the bot
// is connected.
func (b *Bot) Start() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("find a port: %w", err)
	}
	b.settings.Metrics = l.Addr().String()
	if err := l.Close(); err != nil {
		return fmt.Errorf("find a port: %w", err)
	}
	c := b.command(b.settings)
	c.Stdout, c.Stderr = b.log, b.log
	stdin, err := c.StdinPipe()
	if err != nil {
		return fmt.Errorf("start the bot: %w", err)
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("start the bot: %w", err)
	}
	ended := make(chan struct{})
	b.running, b.stdin, b.ended = c, stdin, ended
	b.lives = append(b.lives, life{began: time.Now()})
	go func() {
		err := c.Wait()
		b.mu.Lock()
		if b.running == c {
			b.running = nil
			b.failure = fmt.Errorf("the bot ended by itself: %v; see %s", err, b.log.Name())
		}
		b.mu.Unlock()
		close(ended)
	}()
	return nil
}

// Kill ends the process as a crash does.
func (b *Bot) Kill() error { return b.end((*os.Process).Kill) }

// Stop asks the process to end, and waits until it has.
func (b *Bot) Stop() error {
	return b.end(func(p *os.Process) error { return p.Signal(syscall.SIGTERM) })
}

// Close kills the process, if there is one, and closes the log.
func (b *Bot) Close() error { return errors.Join(b.Kill(), b.log.Close()) }

// end ends the process and waits until it is gone. A process that does not go is
// made to log where its goroutines stand.
func (b *Bot) end(how func(*os.Process) error) error {
	b.mu.Lock()
	c, ended := b.running, b.ended
	b.running = nil
	b.mu.Unlock()
	if c == nil {
		return b.Failure()
	}
	if err := how(c.Process); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("end the bot: %w", err)
	}
	select {
	case <-ended:
		return nil
	case <-time.After(time.Minute):
	}
	if err := c.Process.Signal(syscall.SIGQUIT); err != nil {
		return fmt.Errorf("the bot does not end: %w", err)
	}
	<-ended
	return fmt.Errorf("the bot does not end within a minute; see %s", b.log.Name())
}

// Failure is the error of a process that ended by itself.
func (b *Bot) Failure() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failure
}

// get reads a page beside the metrics of the process.
func (b *Bot) get(ctx context.Context, page string) ([]byte, error) {
	b.mu.Lock()
	addr := b.settings.Metrics
	b.mu.Unlock()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+page, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close() // it was read to its end, or the read has failed
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", page, res.Status)
	}
	return io.ReadAll(res.Body)
}

// measure takes a sample of the process. A process that cannot answer gives none.
func (b *Bot) measure(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	b.mu.Lock()
	which := len(b.lives) - 1
	b.mu.Unlock()
	page, err := b.get(ctx, "/metrics")
	if err != nil || which < 0 {
		return
	}
	s := sample{at: time.Now()}
	for line := range bytes.Lines(page) {
		name, value, ok := strings.Cut(strings.TrimSpace(string(line)), " ")
		v, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil {
			continue
		}
		switch family, _, _ := strings.Cut(name, "{"); family {
		case "go_goroutines":
			s.goroutines = v
		case "process_resident_memory_bytes":
			s.memory = v
		case "oneiros_tables":
			s.tables += v
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if which == len(b.lives)-1 {
		b.lives[which].samples = append(b.lives[which].samples, s)
	}
}

// lastSample is the latest sample of any process.
func (b *Bot) lastSample() sample {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := len(b.lives) - 1; i >= 0; i-- {
		if n := len(b.lives[i].samples); n > 0 {
			return b.lives[i].samples[n-1]
		}
	}
	return sample{}
}

// longestLife is the process that was measured for the longest time, and how many
// processes there were.
func (b *Bot) longestLife() (longest life, of int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.lives {
		if l.measured() > longest.measured() {
			longest = l
		}
	}
	return longest, len(b.lives)
}

// measured is how long a process was measured.
func (l life) measured() time.Duration {
	if len(l.samples) == 0 {
		return 0
	}
	return l.samples[len(l.samples)-1].at.Sub(l.began)
}

// growth compares what a process needed when it had warmed up with what it needed
// in the end. A match that has ended keeps its table for a day, so what is allowed
// grows with the matches.
func (l life) growth(matches int) (goroutines, memory [2]float64, grown string) {
	n := len(l.samples)
	if n < 8 {
		return goroutines, memory, ""
	}
	mean := func(from, to int) (g, m float64) {
		for _, x := range l.samples[from:to] {
			g, m = g+x.goroutines, m+x.memory
		}
		return g / float64(to-from), m / float64(to-from)
	}
	goroutines[0], memory[0] = mean(n/4, n/2)
	goroutines[1], memory[1] = mean(n-n/4, n)
	switch {
	case goroutines[1] > goroutines[0]*1.25+50+float64(matches):
		grown = fmt.Sprintf("goroutines grow from %.0f to %.0f", goroutines[0], goroutines[1])
	case memory[1] > memory[0]*1.5+(32<<20):
		grown = fmt.Sprintf("memory grows from %.0f to %.0f MiB", memory[0]/(1<<20), memory[1]/(1<<20))
	}
	return goroutines, memory, grown
}
