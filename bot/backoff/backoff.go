// Package backoff says how long to wait before the next attempt at what failed.
//
// Rejected: a library. Those for retries sleep by themselves and draw their luck from a
// stream for the whole process. Here a loop, a queue or a database waits, and luck has
// names, see bot/chance.
package backoff

import "time"

// After is how long to wait after so many failures in a row: the first wait, doubled by
// each further failure, and at most the longest. Without a failure it is nothing.
func After(failures int, first, longest time.Duration) time.Duration {
	if failures <= 0 {
		return 0
	}
	for ; failures > 1 && first < longest; failures-- {
		first *= 2
	}
	return min(first, longest)
}
