package backoff

import (
	"math"
	"testing"
	"time"
)

func TestAfter(t *testing.T) {
	for _, c := range []struct {
		failures       int
		first, longest time.Duration
		want           time.Duration
	}{
		{0, time.Second, time.Minute, 0},
		{1, time.Second, time.Minute, time.Second},
		{2, time.Second, time.Minute, 2 * time.Second},
		{6, time.Second, time.Minute, 32 * time.Second},
		{7, time.Second, time.Minute, time.Minute},
		{math.MaxInt, time.Second, time.Minute, time.Minute},
		{1, time.Hour, time.Minute, time.Minute},
	} {
		if got := After(c.failures, c.first, c.longest); got != c.want {
			t.Errorf("%d failures, from %v to %v: %v, not %v", c.failures, c.first, c.longest, got, c.want)
		}
	}
}
