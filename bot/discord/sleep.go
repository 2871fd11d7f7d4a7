package discord

import (
	"context"
	"time"
)

// Sleep waits, and reports whether it did so to the end. It ends with the context, too.
func Sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
