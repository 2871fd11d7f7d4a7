package transport

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestLimitWithoutNumber: a limit that is not a number, or is zero, changes nothing.
func TestLimitWithoutNumber(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"0", "-1", "many", ""} {
		synctest.Test(t, func(t *testing.T) {
			l := limits{buckets: map[string]*bucket{}, shared: map[string]string{}}
			try := func() string {
				short, stop := context.WithTimeout(t.Context(), time.Second)
				defer stop()
				key, err := l.acquire(short, "r", "8", time.Minute)
				if err != nil {
					t.Fatalf("limit %q: %v", said, err)
				}
				return key
			}
			first := try() // it stays on its way, so the bucket is kept
			l.release(try(), "r", "8", http.Header{"X-Ratelimit-Limit": {said}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"3"}}, nil)
			time.Sleep(3 * time.Second)
			for range assumedLimit - 1 {
				l.release(try(), "r", "8", nil, nil)
			}
			l.release(first, "r", "8", nil, nil)
			if n := l.count(); n != 0 {
				t.Errorf("limit %q: %d buckets are left", said, n)
			}
		})
	}
}
