package store

import (
	"context"
	"sync"
	"time"
)

const (
	// patienceLasts is how long a lost connection is replaced before a press is refused.
	// It is shorter than a heartbeat may be late.
	patienceLasts = time.Second
	// patiencePause is how long to wait before each try but the first.
	patiencePause = 10 * time.Millisecond
)

// patience is what a pool has with a server whose connections break. A pooler, a firewall
// or a server that starts anew may end one at any moment, and the next one works. It
// begins with the first failure and lasts for a second. Only a success gives it back, so
// a longer outage makes no press wait. Any number of goroutines may use it.
type patience struct {
	mu    sync.Mutex
	since time.Time // of the first failure; zero after a success
}

// wait reports whether what failed should be tried again, after a pause.
func (p *patience) wait(ctx context.Context) bool {
	p.mu.Lock()
	now, first := time.Now(), p.since.IsZero()
	if first {
		p.since = now
	}
	left := patienceLasts - now.Sub(p.since)
	p.mu.Unlock()
	if first || left <= 0 {
		return first && ctx.Err() == nil
	}
	select {
	case <-time.After(patiencePause):
		return true
	case <-ctx.Done():
		return false
	}
}

// renew gives the patience back after a success.
func (p *patience) renew() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.since = time.Time{}
}
