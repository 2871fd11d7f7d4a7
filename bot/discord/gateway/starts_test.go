package gateway

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
)

// budgetOf is an answer of Discord.
func budgetOf(total, remaining, concurrency int) (e gatewayBot) {
	e.URL = "wss://gateway.discord.gg"
	e.Budget.Total, e.Budget.Remaining, e.Budget.After, e.Budget.Concurrency = total, remaining, 1_000_000, concurrency
	return e
}

// TestReserve: IDENTIFYs keep their distance, and the last hundred of a day are
// spread over the rest of it.
func TestReserve(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for name, test := range map[string]struct {
			before           bool // an IDENTIFY was sent just now
			total, remaining int
			want             time.Duration
		}{
			"the first":           {false, 1000, 1000, 0},
			"the first of few":    {false, 1000, 3, 0},
			"spent":               {false, 1000, 0, 1000 * time.Second},
			"spent, and the next": {true, 1000, 0, 1000 * time.Second},
			"the next":            {true, 1000, 1000, 5 * time.Second},
			"no budget told":      {true, 0, 0, 5 * time.Second},
			"a hundred left":      {true, 1000, 100, 5 * time.Second},
			"99 left":             {true, 1000, 99, 10 * time.Second},
			"one left":            {true, 1000, 1, 500 * time.Second},
		} {
			s, b := newStarts(nil, 5*time.Second, zerolog.Nop()), &startBucket{}
			s.told, s.at = budgetOf(test.total, test.remaining, 1), time.Now()
			if test.before {
				s.last, b.last, s.begun[0] = time.Now(), time.Now(), true
			}
			got, spent := s.reserve(0, b)
			if got != test.want || spent != (test.total > 0 && test.remaining == 0) {
				t.Errorf("%s: %v, spent %v, want %v", name, got, spent, test.want)
			}
			if left := test.remaining - s.told.Budget.Remaining; (left == 1) != (got == 0) {
				t.Errorf("%s: %d were taken of the budget", name, left)
			}
		}
	})
}

// identified lets shards identify at once, each as soon as it has its turn, and says
// when each of them did.
func identified(t *testing.T, shards int, told gatewayBot) []time.Duration {
	t.Helper()
	s := newStarts(func(context.Context) (gatewayBot, error) { return told, nil }, 5*time.Second, zerolog.Nop())
	begun, at := time.Now(), make([]time.Duration, shards)
	var all sync.WaitGroup
	for n := range shards {
		all.Go(func() {
			turn, err := s.wait(t.Context(), n, func(time.Time) {})
			if err != nil {
				t.Error(err)
				return
			}
			time.Sleep(time.Second) // to connect
			turn.used()
			turn.close()
			at[n] = time.Since(begun)
		})
	}
	all.Wait()
	return at
}

// TestBuckets starts sixteen shards. With max_concurrency 4 the shards 0 to 3 are in
// different buckets, and each bucket has four shards. Those keep five seconds of
// distance between their IDENTIFYs, however long connecting takes.
func TestBuckets(t *testing.T) {
	t.Parallel()
	for concurrency, longest := range map[int]time.Duration{1: 91 * time.Second, 4: 19 * time.Second, 16: time.Second} {
		synctest.Test(t, func(t *testing.T) {
			at := identified(t, 16, budgetOf(1000, 1000, concurrency))
			if got := slices.Max(at); got != longest {
				t.Errorf("max_concurrency %d: %v until all have started, want %v", concurrency, got, longest)
			}
			for bucket := range concurrency {
				var of []time.Duration
				for n := bucket; n < 16; n += concurrency {
					of = append(of, at[n])
				}
				slices.Sort(of)
				for i := 1; i < len(of); i++ {
					if of[i]-of[i-1] < 5*time.Second {
						t.Errorf("max_concurrency %d: bucket %d identified at %v", concurrency, bucket, of)
					}
				}
			}
		})
	}
}

// TestBudgetIsSpent: three sessions are left for five shards. The others wait until the
// budget is renewed, and say until when.
func TestBudgetIsSpent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun, spent := time.Now(), 0
		s := newStarts(func(context.Context) (gatewayBot, error) {
			e := budgetOf(1000, max(0, 3-spent), 1)
			e.Budget.After = (time.Hour - time.Since(begun)).Milliseconds()
			if time.Since(begun) >= time.Hour {
				e = budgetOf(1000, 1000, 1)
			}
			return e, nil
		}, 5*time.Second, zerolog.Nop())
		var until []time.Time
		for n := range 5 {
			turn, err := s.wait(t.Context(), n, func(at time.Time) {
				if !at.IsZero() {
					until = append(until, at)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			turn.used()
			spent++
			if left, total, _ := s.budget(); n == 0 && (left != 2 || total != 1000) {
				t.Errorf("%d of %d are left", left, total)
			}
		}
		if took := time.Since(begun); took < time.Hour || took > time.Hour+10*time.Second {
			t.Errorf("all five had started after %v", took)
		}
		if len(until) == 0 || !until[len(until)-1].Equal(begun.Add(time.Hour)) {
			t.Errorf("it waits until %v, want %v", until, begun.Add(time.Hour))
		}
	})
}

// TestTurnIsGivenBack: a turn that was not used costs neither budget nor time. Nobody
// waits for ever for the turn of a process that was stopped or met an error.
func TestTurnIsGivenBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var fail error
		s := newStarts(func(context.Context) (gatewayBot, error) { return budgetOf(1000, 7, 1), fail }, 5*time.Second, zerolog.Nop())
		begun := time.Now()
		for range 10 {
			turn, err := s.wait(t.Context(), 0, func(time.Time) {})
			if err != nil {
				t.Fatal(err)
			}
			turn.close()
			turn.close()
			turn.used()
		}
		if left, _, _ := s.budget(); left != 7 || time.Since(begun) > 0 {
			t.Errorf("%d are left after %v", left, time.Since(begun))
		}
		turn, err := s.wait(t.Context(), 0, func(time.Time) {})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if _, err := s.wait(ctx, 1, func(time.Time) {}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a second one has the turn: %v", err)
		}
		turn.close()
		time.Sleep(2 * askAgain)
		fail = errors.New("no answer")
		if _, err := s.wait(t.Context(), 2, func(time.Time) {}); !errors.Is(err, fail) {
			t.Errorf("%v", err)
		}
		fail = nil
		if _, err := s.wait(t.Context(), 2, func(time.Time) {}); err != nil {
			t.Errorf("%v", err)
		}
	})
}

// TestTurnOfOthers: while other processes have the turn, no IDENTIFY is taken from the
// budget, however often the turn is asked for.
func TestTurnOfOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newStarts(func(context.Context) (gatewayBot, error) { return budgetOf(1000, 7, 1), nil }, 5*time.Second, zerolog.Nop())
		s.turns, s.hold = &turns{until: map[int]time.Time{0: time.Now().Add(time.Minute)}}, 35*time.Second
		begun := time.Now()
		turn, err := s.wait(t.Context(), 0, func(time.Time) {})
		if err != nil {
			t.Fatal(err)
		}
		if time.Since(begun) < time.Minute {
			t.Errorf("it has the turn after %v", time.Since(begun))
		}
		if left, _, _ := s.budget(); left != 6 {
			t.Errorf("%d IDENTIFYs are left of 7 while one is taken", left)
		}
		turn.close()
		if left, _, _ := s.budget(); left != 7 {
			t.Errorf("%d IDENTIFYs are left of 7", left)
		}
	})
}

// TestTrustedAddresses: the token is sent only to the gateway that the API names and to
// Discord's own, encrypted.
func TestTrustedAddresses(t *testing.T) {
	t.Parallel()
	const own, local = "wss://gateway.discord.gg", "ws://127.0.0.1:4000/gateway"
	for _, c := range []struct {
		address, gateway string
		want             bool
	}{
		{"wss://gateway-us-east1-b.discord.gg", own, true},
		{"wss://gateway-us-east1-b.discord.gg:443/", own, true},
		{"WSS://GATEWAY.discord.GG", own, true},
		{"wss://gateway.discord.gg.evil.example", own, false},
		{"wss://evildiscord.gg", own, false},
		{"wss://discord.gg@evil.example", own, false},
		{"wss://evil.example/.discord.gg", own, false},
		{"wss://evil.example?x=.discord.gg", own, false},
		{"wss://gateway-us-east1-b.discord.gg:4443", own, false},
		{"ws://gateway.discord.gg", own, false},
		{"https://gateway.discord.gg", own, false},
		{"", own, false},
		{"wss://", own, false},
		{"wss:gateway.discord.gg", own, false},
		{"\x00", own, false},
		{"ws://127.0.0.1:4000/gateway/resume", local, true},
		{"ws://127.0.0.1:4001", local, true},
		{"ws://127.0.0.2:4000", local, false},
		{"ws://gateway-us-east1-b.discord.gg", local, false},
		{"wss://gateway-us-east1-b.discord.gg", local, true},
		{"wss://proxy.example/resume", "wss://proxy.example", true},
	} {
		if got := isTrusted(c.address, c.gateway); got != c.want {
			t.Errorf("%q beside %q: %v", c.address, c.gateway, got)
		}
	}
}

// turns are the turns of all processes in one place.
type turns struct {
	mu    sync.Mutex
	until map[int]time.Time
	taken int
}

func (u *turns) TakeTurn(_ context.Context, bucket int, hold time.Duration) (time.Duration, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if wait := time.Until(u.until[bucket]); wait > 0 {
		return wait, nil
	}
	u.until[bucket] = time.Now().Add(hold)
	u.taken++
	return 0, nil
}

func (u *turns) PassTurn(_ context.Context, bucket int, after time.Duration) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.until[bucket] = time.Now().Add(after)
	return nil
}

// TestTurns: the shards of a bucket keep their distance, of whichever process they are,
// and however long it takes from the turn to the IDENTIFY. A turn that was not used
// costs nothing.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := &turns{until: map[int]time.Time{}}
		var mu sync.Mutex
		sent := map[int][]time.Duration{}
		began := time.Now()
		var shards sync.WaitGroup
		for process := range 3 {
			s := newStarts(func(context.Context) (gatewayBot, error) { return budgetOf(1000, 1000, 2), nil }, 5*time.Second, zerolog.Nop())
			s.turns, s.hold = all, 35*time.Second
			for n := process; n < 12; n += 3 {
				shards.Go(func() {
					if n == 4 { // it cannot connect at first
						turn, err := s.wait(t.Context(), n, func(time.Time) {})
						if err != nil {
							t.Error(err)
							return
						}
						turn.close()
					}
					turn, err := s.wait(t.Context(), n, func(time.Time) {})
					if err != nil {
						t.Error(err)
						return
					}
					defer turn.close()
					time.Sleep(time.Duration(n) * 300 * time.Millisecond)
					turn.used()
					mu.Lock()
					sent[n%2] = append(sent[n%2], time.Since(began))
					mu.Unlock()
				})
			}
		}
		shards.Wait()
		for bucket, at := range sent {
			if len(at) != 6 {
				t.Errorf("bucket %d: %v", bucket, at)
			}
			for i := range len(at) - 1 {
				if gap := at[i+1] - at[i]; gap < 5*time.Second || gap > 10*time.Second {
					t.Errorf("bucket %d: %v between two IDENTIFYs", bucket, gap)
				}
			}
		}
		if all.taken != 13 {
			t.Errorf("%d turns were taken", all.taken)
		}
	})
}
