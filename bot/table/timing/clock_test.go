package timing

import (
	"testing"
	"time"
)

// FuzzSpeed: the time that a clock takes is never too short, nor longer than it must be.
func FuzzSpeed(f *testing.F) {
	for _, s := range []float64{0.01, 0.1, 0.3, 1, 2.5, 100} {
		for _, d := range []time.Duration{0, 1, time.Minute, 1<<40 + 1, never} {
			f.Add(s, int64(d))
		}
	}
	f.Fuzz(func(t *testing.T, by float64, d int64) {
		s, want := speed(by), time.Duration(d)
		if !(by >= 0.01 && by <= 100) || want < 0 || want > never {
			t.Skip()
		}
		switch took := s.time(want); {
		case took < 0 || took > never:
			t.Errorf("%v at %v takes %v", want, by, took)
		case took < never && s.clock(took) < want:
			t.Errorf("%v at %v: the clock is at %v after %v", want, by, s.clock(took), took)
		}
	})
}
