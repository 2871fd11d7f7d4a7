package main

import (
	"bytes"
	"context"
	"encoding/json"
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

	"github.com/spf13/cobra"

	"oneiros/bot"
	"oneiros/bot/localcord"
)

// soakBot is the bot of a soak: run, and besides it tells at /surfaces what its
// tables should show. It ends with its standard input, so that it does not
// outlive a soak that was killed.
func (p *program) soakBot() *cobra.Command {
	return &cobra.Command{
		Use:    "soak-bot",
		Short:  "The bot of a soak, which starts it",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, log, err := p.load()
			if err != nil {
				return err
			}
			if err := conf.needToken(); err != nil {
				return err
			}
			ctx, stop := context.WithCancel(c.Context())
			defer stop()
			go func() {
				defer stop()
				if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
					log.Error().Err(err).Msg("the soak is not heard any more")
				}
			}()
			return serve(ctx, conf, log, func(b *bot.Bot, mux *http.ServeMux) {
				mux.HandleFunc("GET /surfaces", func(w http.ResponseWriter, r *http.Request) {
					list, err := b.Surfaces(r.Context())
					if err == nil {
						err = json.NewEncoder(w).Encode(list)
					}
					if err != nil {
						log.Error().Err(err).Msg("surfaces not told")
						panic(http.ErrAbortHandler) // half a list must not pass for one
					}
				})
			})
		},
	}
}

// A nursery is the bot of a soak, one process after another on one database.
type nursery struct {
	env   []string
	name  string   // by which the program is called; a test's program goes by it
	log   *os.File // what all of them say
	store string

	mu    sync.Mutex // held while one is started or ended
	live  *exec.Cmd
	hold  io.Closer // its standard input
	addr  string    // of its metrics
	ended chan struct{}
	died  error // of a process that ended by itself

	lives []life
}

// A life is what was measured of one process.
type life struct {
	Began   time.Time
	Samples []sample
}

// A sample is what a process tells of itself at one moment.
type sample struct {
	At         time.Time
	Goroutines float64
	Memory     float64 // resident bytes
	Tables     float64 // lobbies and live matches
}

// newNursery prepares for bots that talk to local and keep everything in a
// folder.
func newNursery(environ []string, local *localcord.Server, dir string) (*nursery, error) {
	log, err := os.Create(filepath.Join(dir, "bot.log"))
	if err != nil {
		return nil, bad("--data %q: %w", dir, errors.Unwrap(err))
	}
	n := &nursery{name: os.Args[0], log: log, store: filepath.Join(dir, "oneiros.db")}
	for _, v := range environ {
		if !strings.HasPrefix(v, prefix) {
			n.env = append(n.env, v)
		}
	}
	n.env = append(n.env,
		variable(tokenKey)+"="+local.Token(), variable("discord.api_base")+"="+local.APIBase(),
		variable("store.path")+"="+n.store, variable("log.level")+"=warn")
	return n, nil
}

// start starts a process. It returns at once; the gateway shows when it is there.
func (n *nursery) start() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("find a port: %w", err)
	}
	n.addr = l.Addr().String()
	if err := l.Close(); err != nil {
		return fmt.Errorf("find a port: %w", err)
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program: %w", err)
	}
	c := &exec.Cmd{Path: exe, Args: []string{n.name, "soak-bot"}, Env: append(n.env, variable("metrics.addr")+"="+n.addr), Stdout: n.log, Stderr: n.log}
	hold, err := c.StdinPipe()
	if err != nil {
		return fmt.Errorf("start the bot: %w", err)
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("start the bot: %w", err)
	}
	ended := make(chan struct{})
	n.live, n.hold, n.ended = c, hold, ended
	n.lives = append(n.lives, life{Began: time.Now()})
	go func() {
		err := c.Wait()
		n.mu.Lock()
		if n.live == c {
			n.live = nil
			n.died = fmt.Errorf("the bot ended by itself: %v; see %s", err, n.log.Name())
		}
		n.mu.Unlock()
		close(ended)
	}()
	return nil
}

// kill ends the process as a crash does.
func (n *nursery) kill() error {
	return n.end(func(p *os.Process) error { return p.Kill() })
}

// end ends the process and waits until it is gone. One that does not go says in
// its log where it stands.
func (n *nursery) end(how func(*os.Process) error) error {
	n.mu.Lock()
	c, ended := n.live, n.ended
	n.live = nil
	n.mu.Unlock()
	if c == nil {
		return n.failure()
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
	return fmt.Errorf("the bot does not end within a minute; see %s", n.log.Name())
}

// failure is that of a process that ended by itself.
func (n *nursery) failure() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.died
}

// ask asks the process for a page beside its metrics.
func (n *nursery) ask(ctx context.Context, page string) ([]byte, error) {
	n.mu.Lock()
	addr := n.addr
	n.mu.Unlock()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+page, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close() // read to its end, or given up
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", page, res.Status)
	}
	return io.ReadAll(res.Body)
}

// measure takes a sample of the process; one that cannot answer now gives none.
func (n *nursery) measure(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	n.mu.Lock()
	which := len(n.lives) - 1
	n.mu.Unlock()
	b, err := n.ask(ctx, "/metrics")
	if err != nil || which < 0 {
		return
	}
	s := sample{At: time.Now()}
	for line := range bytes.Lines(b) {
		name, value, ok := strings.Cut(strings.TrimSpace(string(line)), " ")
		v, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil {
			continue
		}
		switch family, _, _ := strings.Cut(name, "{"); family {
		case "go_goroutines":
			s.Goroutines = v
		case "process_resident_memory_bytes":
			s.Memory = v
		case "oneiros_tables":
			s.Tables += v
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if which == len(n.lives)-1 {
		n.lives[which].Samples = append(n.lives[which].Samples, s)
	}
}
