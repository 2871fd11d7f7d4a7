package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	err = p.play(ctx, "127.0.0.1:0", data)
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

// The bot of the playground runs again as often as somebody asks. It never runs
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
