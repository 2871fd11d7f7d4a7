// Package limit counts what may happen so many times in a window of time.
package limit

import "time"

// A Bucket counts what happens in a window that begins with its first use.
type Bucket struct {
	Used int
	From time.Time
}

// Take counts one use. When the window is full, it returns how long the window lasts.
func (b *Bucket) Take(limit int, window time.Duration, now time.Time) (time.Duration, bool) {
	if now.Sub(b.From) >= window {
		b.Used, b.From = 0, now
	}
	if b.Used >= limit {
		return window - now.Sub(b.From), false
	}
	b.Used++
	return 0, true
}
