package screen

import (
	"context"
	"sync/atomic"
)

// mostSpare is how many goroutines wait for the next surface instead of ending. A new one
// begins with a small stack, and drawing a page makes it grow five times.
const mostSpare = 16

// spares are goroutines that have nothing to do.
type spares struct {
	waiting atomic.Int32
	hand    chan *surface
}

// give gives a surface to one of them, and reports whether there was one.
func (p *spares) give(s *surface) bool {
	select {
	case p.hand <- s:
		return true
	default:
		return false
	}
}

// await waits for a surface. It is nil when the goroutine has to end.
func (p *spares) await(ctx context.Context) *surface {
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > mostSpare {
		return nil
	}
	select {
	case s := <-p.hand:
		return s
	case <-ctx.Done():
		return nil
	}
}
