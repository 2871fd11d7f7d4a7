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
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/store"
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
	Shared  bool   // several processes share the database
	Metrics string // address of the metrics
	Relay   string // address by which it reaches Discord; empty for Discord's own
	Program string // another build of the program; empty for this one
}

// A Bot is the bot of a soak: one process after another on one database, or several
// that share it.
type Bot struct {
	command  Command
	settings Settings
	log      *os.File // what all processes say

	mu        sync.Mutex // held while a process is started or ended
	processes []*process
	failure   error // of a process that ended by itself
	left      int   // how often one of several ended after a fault, because it had lost its shards or could not reach Discord
	lives     []*life
}

// A process is one of a bot's processes, and those that followed it after faults.
type process struct {
	database *relay // the way to each server; nil for a single process
	discord  *relay
	through  string // the address of the database by that way
	hurt     bool   // it may end by itself
	metrics  string
	running  *exec.Cmd // nil while there is none
	stdin    io.Closer
	ended    chan struct{} // closed when it has ended
	life     *life
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
	shards     int     // that it serves
}

// newBot prepares a bot that talks to local and keeps everything in c.Dir, or in
// c.Store.
func newBot(c Config, local *localcord.Server) (*Bot, error) {
	log, err := os.Create(filepath.Join(c.Dir, "bot.log"))
	if err != nil {
		return nil, fmt.Errorf("make the bot's log: %w", err)
	}
	b := &Bot{command: c.Command, log: log, settings: Settings{
		Token: local.Token(), APIBase: local.APIBase(), Store: cmp.Or(c.Store, filepath.Join(c.Dir, "oneiros.db")), Shared: c.Processes > 1, Program: c.From,
	}}
	for range max(c.Processes, 1) {
		p := &process{through: b.settings.Store}
		b.processes = append(b.processes, p)
		if !b.settings.Shared {
			continue
		}
		if p.database, p.through, err = databaseRelay(c.Store); err == nil {
			p.discord, err = newRelay("tcp", strings.TrimPrefix(local.URL(), "http://"))
		}
		if err != nil {
			return nil, errors.Join(err, b.Close())
		}
	}
	return b, nil
}

// Store is the path or the address of the bot's database.
func (b *Bot) Store() string { return b.settings.Store }

// Said is everything that all processes of the bot have logged.
func (b *Bot) Said() ([]byte, error) { return os.ReadFile(b.log.Name()) }

// Start starts all processes that do not run, and returns at once. [Crowd.Online] waits
// until the bot is connected.
func (b *Bot) Start() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.processes {
		if p.running != nil {
			continue
		}
		if err := b.start(p); err != nil {
			return err
		}
	}
	return nil
}

// start starts a process. b.mu is held.
func (b *Bot) start(p *process) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("find a port: %w", err)
	}
	settings := b.settings
	settings.Metrics, settings.Store = l.Addr().String(), p.through
	if p.discord != nil {
		settings.Relay = p.discord.address()
	}
	if err := l.Close(); err != nil {
		return fmt.Errorf("find a port: %w", err)
	}
	c := b.command(settings)
	c.Stdout, c.Stderr = b.log, b.log
	stdin, err := c.StdinPipe()
	if err != nil {
		return fmt.Errorf("start the bot: %w", err)
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("start the bot: %w", err)
	}
	ended := make(chan struct{})
	p.metrics, p.running, p.stdin, p.ended, p.life = settings.Metrics, c, stdin, ended, &life{began: time.Now()}
	b.lives = append(b.lives, p.life)
	go func() {
		err := c.Wait()
		defer close(ended)
		b.mu.Lock()
		defer b.mu.Unlock()
		if p.running == c {
			p.running = nil
			if p.hurt {
				b.left++
				return // the others have its shards, and the soak starts it again
			}
			b.failure = fmt.Errorf("the bot ended by itself: %v; see %s", err, b.log.Name())
		}
	}()
	return nil
}

// Kill ends all processes as a crash does.
func (b *Bot) Kill() error { return b.end((*os.Process).Kill, b.processes...) }

// Stop asks all processes to end, and waits until they have.
func (b *Bot) Stop() error {
	return b.end(func(p *os.Process) error { return p.Signal(syscall.SIGTERM) }, b.processes...)
}

// Close kills the processes that there are, and closes the log.
func (b *Bot) Close() error {
	err := b.Kill()
	for _, p := range b.processes {
		for _, r := range []*relay{p.database, p.discord} {
			if r != nil {
				err = errors.Join(err, r.close())
			}
		}
	}
	return errors.Join(err, b.log.Close())
}

// end ends processes and waits until they are gone. One that does not go is made to log
// where its goroutines stand.
func (b *Bot) end(how func(*os.Process) error, list ...*process) error {
	var ending []process
	b.mu.Lock()
	for _, p := range list {
		if p.running != nil {
			ending = append(ending, *p)
			p.running = nil
		}
	}
	b.mu.Unlock()
	if len(ending) == 0 {
		return b.Failure()
	}
	for _, p := range ending {
		if err := how(p.running.Process); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("end the bot: %w", err)
		}
	}
	for _, p := range ending {
		select {
		case <-p.ended:
			continue
		case <-time.After(time.Minute):
		}
		if err := p.running.Process.Signal(syscall.SIGQUIT); err != nil {
			return fmt.Errorf("the bot does not end: %w", err)
		}
		<-p.ended
		return fmt.Errorf("the bot does not end within a minute; see %s", b.log.Name())
	}
	return nil
}

// mayEnd says whether a process may end by itself, and what is closed when it has.
func (b *Bot) mayEnd(p *process, may bool) (ended <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p.hurt = may
	return p.ended
}

// pid is the id of a process; 0 when it does not run.
func (b *Bot) pid(p *process) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p.running == nil {
		return 0
	}
	return p.running.Process.Pid
}

// upgrade ends one process after another and starts this build in its place. Each is ready
// before the next one ends. A build that changes the database waits for the end of all the
// others: then they end before any is ready.
func (b *Bot) upgrade(ctx context.Context) error {
	b.mu.Lock()
	b.settings.Program = ""
	b.mu.Unlock()
	has, wants, err := store.SchemaVersion(ctx, b.settings.Store)
	if err != nil {
		return err
	}
	for _, p := range b.processes {
		if err := b.end(func(c *os.Process) error { return c.Signal(syscall.SIGTERM) }, p); err != nil {
			return err
		}
		if err := b.Start(); err != nil {
			return err
		}
		if has != wants {
			continue
		}
		if err := b.awaitReady(ctx, p); err != nil {
			return err
		}
	}
	for _, p := range b.processes {
		if err := b.awaitReady(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// awaitReady waits until a process has all that it should have.
func (b *Bot) awaitReady(ctx context.Context, p *process) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if _, err := p.get(ctx, "/ready"); err == nil {
			return nil
		}
		if err := b.Failure(); err != nil {
			return err
		}
		if !discord.Sleep(ctx, 100*time.Millisecond) {
			return fmt.Errorf("the bot is not ready: %w; see %s", context.Cause(ctx), b.log.Name())
		}
	}
}

// Failure is the error of a process that ended by itself.
func (b *Bot) Failure() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failure
}

// alive are the processes that run.
func (b *Bot) alive() (list []process) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.processes {
		if p.running != nil {
			list = append(list, *p)
		}
	}
	return list
}

// get reads a page beside the metrics of the process.
func (p *process) get(ctx context.Context, page string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.metrics+page, nil)
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

// measure takes a sample of each process. A process that cannot answer gives none.
func (b *Bot) measure(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for _, p := range b.alive() {
		if s, ok := p.sample(ctx); ok {
			b.mu.Lock()
			p.life.samples = append(p.life.samples, s)
			b.mu.Unlock()
		}
	}
}

// sample asks the process how it is.
func (p *process) sample(ctx context.Context) (s sample, ok bool) {
	page, err := p.get(ctx, "/metrics")
	if err != nil {
		return s, false
	}
	s = sample{at: time.Now()}
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
		case "oneiros_gateway_up":
			s.shards++
		}
	}
	return s, true
}

// lastSample is the latest sample of all processes that run together, or else of the
// last one that did.
func (b *Bot) lastSample() (sum sample) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []*life
	for _, p := range b.processes {
		if p.running != nil && len(p.life.samples) > 0 {
			list = append(list, p.life)
		}
	}
	for i := len(b.lives) - 1; i >= 0 && len(list) == 0; i-- {
		if len(b.lives[i].samples) > 0 {
			list = append(list, b.lives[i])
		}
	}
	for _, l := range list {
		s := l.samples[len(l.samples)-1]
		sum = sample{s.at, sum.goroutines + s.goroutines, sum.memory + s.memory, sum.tables + s.tables, sum.shards + s.shards}
	}
	return sum
}

// longestLife is the process that was measured for the longest time, and how many
// processes there were.
func (b *Bot) longestLife() (longest life, of int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.lives {
		if l.measured() > longest.measured() {
			longest = *l
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

// warmUp is how long a process lives at least, of which it can be said whether it grows: caches
// fill in its first half minute.
const warmUp = 2 * time.Minute

// growth compares what a process needed when it had warmed up with what it needed
// in the end. A match that has ended keeps its table for a day, so what is allowed
// grows with the matches. A burst of presses leaves connections open for a minute, so the
// least counts that it needed. One of several processes has more shards now and then.
// Only the times count in which it had as many as most of the time.
func (l life) growth(matches int) (goroutines, memory [2]float64, grown string) {
	samples := l.usual()
	n := len(samples)
	if n < 8 || samples[n-1].at.Sub(samples[0].at) < warmUp {
		return goroutines, memory, ""
	}
	lowest := func(from, to int) (g, m float64) {
		g, m = samples[from].goroutines, samples[from].memory
		for _, x := range samples[from:to] {
			g, m = min(g, x.goroutines), min(m, x.memory)
		}
		return g, m
	}
	goroutines[0], memory[0] = lowest(n/4, n/2)
	goroutines[1], memory[1] = lowest(n-n/4, n)
	switch {
	case goroutines[1] > goroutines[0]*1.25+50+float64(matches):
		grown = fmt.Sprintf("goroutines grow from %.0f to %.0f", goroutines[0], goroutines[1])
	case memory[1] > memory[0]*1.5+(32<<20):
		grown = fmt.Sprintf("memory grows from %.0f to %.0f MiB", memory[0]/(1<<20), memory[1]/(1<<20))
	}
	return goroutines, memory, grown
}

// usual are the samples with the number of shards that the process had most often.
func (l life) usual() []sample {
	times, most := map[int]int{}, 0
	for _, s := range l.samples {
		if times[s.shards]++; times[s.shards] > times[most] {
			most = s.shards
		}
	}
	return slices.DeleteFunc(slices.Clone(l.samples), func(s sample) bool { return s.shards != most })
}
