// Package gate lets one goroutine through at a time.
package gate

import "context"

// A Gate lets one goroutine through at a time. It is a channel and no mutex: who waits at it
// gives up when their time ends, and virtual time goes on while they wait. So it stands
// before everything that may take a while.
type Gate chan struct{}

// New returns a Gate that no person is inside of.
func New() Gate { return make(Gate, 1) }

// Enter waits until no person is inside. Without an error, Leave has to follow.
func (g Gate) Enter(ctx context.Context) error {
	select {
	case g <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave lets the next one in.
func (g Gate) Leave() { <-g }
