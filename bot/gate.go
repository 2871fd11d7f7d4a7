package bot

import "context"

// gate lets one goroutine through at a time. It is a channel and no mutex: who waits at it
// gives up when their time ends, and virtual time goes on while they wait. So it stands
// before everything that may take a while.
type gate chan struct{}

func newGate() gate { return make(gate, 1) }

// enter waits until nobody is inside. Without an error, leave has to follow.
func (g gate) enter(ctx context.Context) error {
	select {
	case g <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g gate) leave() { <-g }
