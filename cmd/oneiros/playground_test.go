package main

import (
	"context"
	"errors"
	"testing"
)

// The bot of the playground is run again as often as somebody asks, never twice
// at once, and not after it failed.
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
