package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oneiros/store"
)

// A second playground on a data folder is refused before it touches anything:
// what the first one keeps there stays.
func TestTwoPlaygrounds(t *testing.T) {
	data := t.TempDir()
	first, err := store.Open(t.Context(), filepath.Join(data, "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := first.Close(); err != nil {
			t.Error(err)
		}
	}()
	kept := filepath.Join(data, "journal.jsonl")
	if err := os.WriteFile(kept, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(kept)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	p := &program{out: &out, errs: &out}
	err = p.play(ctx, "127.0.0.1:0", data, 1)
	if err == nil || !errors.As(err, new(badInput)) || !strings.Contains(err.Error(), "end it first, or choose another folder") || !strings.Contains(err.Error(), data) {
		t.Errorf("a second playground: %v", err)
	}
	if out.Len() > 0 {
		t.Errorf("it says %q", out.String())
	}
	if after, err := os.Stat(kept); err != nil || !os.SameFile(before, after) {
		t.Errorf("the messages of the first are another file now: %v", err)
	}
}

// The bot of the playground runs again as often as a person asks. It never runs
// twice at once, and not after it failed.
func TestRounds(t *testing.T) {
	again := make(chan chan struct{})
	began := make(chan struct{})
	broken := errors.New("broken")
	running, runs := 0, 0
	done := make(chan error)
	go func() {
		done <- rounds(t.Context(), again, func(ctx context.Context) error {
			if running++; running != 1 {
				t.Errorf("%d at once", running)
			}
			runs++
			n := runs
			began <- struct{}{}
			if n == 3 {
				return broken
			}
			<-ctx.Done()
			running--
			return nil
		})
	}()
	<-began
	for range 2 {
		asked := make(chan struct{})
		again <- asked
		<-asked
		<-began
	}
	if err := <-done; !errors.Is(err, broken) || runs != 3 {
		t.Errorf("after %d rounds %v", runs, err)
	}
}

// The playground answers under its own address and under the name in --addr. It does
// not answer to a foreign name that leads to this machine, nor to another site.
func TestPlaygroundHost(t *testing.T) {
	out := &transcript{}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	p := &program{out: out, errs: out, environ: []string{}}
	go func() { ended <- p.play(ctx, "localhost:0", t.TempDir(), 1) }()
	url := out.after(t, ended, "The playground is open: ")
	for _, c := range []struct {
		host, origin string
		status       int
	}{
		{"", "", 200}, {"localhost:1", "", 200}, {"evil.example", "", 421}, {"evil.example", "http://evil.example", 421}, {"", "http://evil.example", 403},
	} {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/local/people", nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Host = c.host; c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("as %q from %q: %d, want %d", c.host, c.origin, resp.StatusCode, c.status)
		}
	}
	stop() // perhaps while the bot is still loading its tables
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// after waits for the word that follows a text.
func (s *transcript) after(t *testing.T, ended <-chan error, text string) string {
	t.Helper()
	late := time.After(endurance)
	for {
		said := s.String()
		if _, rest, ok := strings.Cut(said, text); ok && strings.Contains(rest, "\n") {
			return strings.Fields(rest)[0]
		}
		select {
		case err := <-ended:
			t.Fatalf("the playground ended: %v\n%s", err, said)
		case <-late:
			t.Fatalf("it does not say %q:\n%s", text, said)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestPlayground starts the playground as a newcomer does, by a command. It says where it
// is, serves its page, and ends with an interrupt.
func TestPlayground(t *testing.T) {
	t.Parallel()
	process := exec.Command("oneiros", "playground", "--addr", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "data"))
	said, ended := &transcript{}, make(chan error, 1)
	process.Stdout, process.Stderr = said, said
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- process.Wait() }()
	t.Cleanup(func() { _ = process.Process.Kill() }) // it has ended, unless the test failed
	res, err := http.Get(said.after(t, ended, "The playground is open: "))
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil || res.StatusCode != http.StatusOK || !bytes.Contains(page, []byte("/assets/app.js")) {
		t.Errorf("its page: %s, %v\n%s", res.Status, err, page)
	}
	if err := process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ends with %v:\n%s", err, said)
		}
	case <-time.After(endurance):
		t.Errorf("it does not end:\n%s", said)
	}
}
