package scripted

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// apartVariable is set in a process that is a Discord and nothing else.
const apartVariable = "SCRIPTED_DISCORD"

// Apart is a Discord in a process of its own. So a benchmark measures what the bot
// costs, and not what Discord does.
type Apart struct {
	Base string // the API's address

	process *exec.Cmd
	in      io.WriteCloser
	read    sync.WaitGroup

	mu    sync.Mutex
	last  int
	waits map[int]chan<- string
	ended bool
}

// StartApart starts this program once more. Its main has to call [ServeApart] first.
func StartApart() (*Apart, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	a := &Apart{process: exec.Command(self), waits: map[int]chan<- string{}}
	a.process.Env = append(os.Environ(), apartVariable+"=1")
	a.process.Stderr = os.Stderr
	if a.in, err = a.process.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start a discord: %w", err)
	}
	out, err := a.process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a discord: %w", err)
	}
	if err := a.process.Start(); err != nil {
		return nil, fmt.Errorf("start a discord: %w", err)
	}
	lines := bufio.NewScanner(out)
	if lines.Scan() {
		a.Base = lines.Text()
	}
	a.read.Go(func() { a.deliver(lines) })
	return a, nil
}

// deliver gives each press what the process says of it.
func (a *Apart) deliver(lines *bufio.Scanner) {
	for lines.Scan() {
		number, said, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			continue
		}
		a.mu.Lock()
		wait := a.waits[n]
		delete(a.waits, n)
		a.mu.Unlock()
		if wait != nil {
			wait <- said
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	for _, wait := range a.waits {
		wait <- "the process has ended"
	}
}

// Press presses a button as the person with this id, and returns how long the answer
// took.
func (a *Apart) Press(who uint64, custom string) (time.Duration, error) {
	wait := make(chan string, 1)
	a.mu.Lock()
	if a.ended {
		a.mu.Unlock()
		return 0, errors.New("the process has ended")
	}
	a.last++
	a.waits[a.last] = wait
	_, err := fmt.Fprintf(a.in, "%d %d %s\n", a.last, who, custom)
	a.mu.Unlock()
	if err != nil {
		return 0, fmt.Errorf("press in another process: %w", err)
	}
	said := <-wait
	took, err := strconv.ParseInt(said, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("press in another process: %s", said)
	}
	return time.Duration(took), nil
}

// Close ends the process.
func (a *Apart) Close() error {
	err := a.in.Close()
	a.read.Wait()
	return errors.Join(err, a.process.Wait())
}

// ServeApart is the whole of a process that StartApart has started, and reports whether
// this is one. It reads presses and says how many nanoseconds each answer took.
func ServeApart() bool {
	if os.Getenv(apartVariable) == "" {
		return false
	}
	if err := serveApart(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

func serveApart(in io.Reader, out io.Writer) error {
	s := New()
	s.Gateway = func(c *Conn) {
		// Without its server the bot would wait for it after some seconds.
		if _, err := c.Enter(); err == nil && c.Event("GUILD_CREATE", `{"id":"9","name":"Dreams","preferred_locale":"ru"}`) == nil {
			c.Live()
		}
	}
	base, err := s.Start()
	if err != nil {
		return err
	}
	fmt.Fprintln(out, base)
	var mu sync.Mutex
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var n int
		var who uint64
		line := strings.SplitN(lines.Text(), " ", 3)
		if _, err := fmt.Sscan(strings.Join(line[:2], " "), &n, &who); err != nil {
			return fmt.Errorf("read a press: %w", err)
		}
		go func() {
			said := ""
			if took, err := s.one(who, line[2]); err != nil {
				said = err.Error()
			} else {
				said = strconv.FormatInt(int64(took), 10)
			}
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintln(out, n, said)
		}()
	}
	return s.Close()
}
