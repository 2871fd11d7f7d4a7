package gateway

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"oneiros/bot/discord"

	"github.com/rs/zerolog"
)

// starts gives the shards of a bot their turns to IDENTIFY. Discord resets the token
// of a bot that sends more of them than its budget of the day. Shards whose numbers
// have the same remainder by max_concurrency keep their distance. So with 16 shards
// and max_concurrency 4, four begin at once.
type starts struct {
	ask      func(context.Context) (gatewayBot, error)
	interval time.Duration // the shortest time between two IDENTIFYs of a bucket
	log      zerolog.Logger
	turns    Turns         // with other processes; nil where there are none
	hold     time.Duration // how long a turn may last

	asking chan struct{} // holds one while a caller asks

	mu      sync.Mutex
	told    gatewayBot   // the last answer; Remaining is counted down since
	at      time.Time    // when that was; zero before it
	last    time.Time    // the last IDENTIFY of any shard
	begun   map[int]bool // the shards that have sent one
	buckets map[int]*startBucket
}

// Turns are the turns to IDENTIFY that the shards of several processes take together.
type Turns interface {
	// TakeTurn takes the turn of a bucket, for no longer than hold. While another process
	// has it, it says how long that may last.
	TakeTurn(ctx context.Context, bucket int, hold time.Duration) (wait time.Duration, err error)
	// PassTurn lets the next one have it after a time.
	PassTurn(ctx context.Context, bucket int, after time.Duration) error
}

// How often the turn is asked for while another process has it, and how long it may take
// to pass it on.
const (
	turnAgain = time.Second
	turnTime  = 5 * time.Second
)

// startBucket are the shards of one remainder by max_concurrency.
type startBucket struct {
	number int
	turn   chan struct{} // holds one while a shard has the turn
	last   time.Time     // their last IDENTIFY; of starts.mu
}

// askAgain is how old an answer of Discord may be, because other processes of the same
// bot spend the same budget.
const (
	askAgain = time.Minute
	askLeast = time.Second // also when the day is just over
)

func newStarts(ask func(context.Context) (gatewayBot, error), interval time.Duration, log zerolog.Logger) *starts {
	return &starts{ask: ask, interval: interval, log: log, asking: make(chan struct{}, 1), begun: map[int]bool{}, buckets: map[int]*startBucket{}}
}

// gateway is what Discord says about the gateway. It asks again when that is old.
func (s *starts) gateway(ctx context.Context) (gatewayBot, error) {
	select {
	case s.asking <- struct{}{}:
		defer func() { <-s.asking }()
	case <-ctx.Done():
		return gatewayBot{}, ctx.Err()
	}
	s.mu.Lock()
	told, life := s.told, askAgain
	if told.Budget.Total > 0 {
		life = max(askLeast, min(life, told.reset()))
	}
	fresh := !s.at.IsZero() && time.Since(s.at) < life
	s.mu.Unlock()
	if fresh {
		return told, nil
	}
	told, err := s.ask(ctx)
	if err != nil {
		return gatewayBot{}, fmt.Errorf("ask for the gateway: %w", err)
	}
	if told.URL == "" {
		return gatewayBot{}, errors.New("ask for the gateway: the answer has no address")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told, s.at = told, time.Now()
	return told, nil
}

// known is what Discord has ever said about the gateway. It asks when that is nothing. It
// is enough for a session that goes on, which takes nothing of the budget.
func (s *starts) known(ctx context.Context) (gatewayBot, error) {
	s.mu.Lock()
	told := s.told
	s.mu.Unlock()
	if told.URL != "" {
		return told, nil
	}
	return s.gateway(ctx)
}

// budget is how many IDENTIFYs are left of how many, and when the day begins anew. It
// is zero before Discord has said it.
func (s *starts) budget() (left, total int, renewed time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at.IsZero() || s.told.Budget.Total <= 0 {
		return 0, 0, time.Time{}
	}
	return s.told.Budget.Remaining, s.told.Budget.Total, s.at.Add(s.told.reset())
}

// wait waits for the turn of a shard to IDENTIFY. until is told to when it waits for
// the budget; the zero time ends that.
func (s *starts) wait(ctx context.Context, shard int, until func(time.Time)) (*start, error) {
	defer until(time.Time{})
	told, err := s.gateway(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	number := shard % max(1, told.Budget.Concurrency)
	b := s.buckets[number]
	if b == nil {
		b = &startBucket{number: number, turn: make(chan struct{}, 1)}
		s.buckets[number] = b
	}
	s.mu.Unlock()
	select {
	case b.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for {
		told, err := s.gateway(ctx)
		if err != nil {
			<-b.turn
			return nil, err
		}
		wait, spent := s.reserve(shard, b)
		if wait <= 0 {
			if wait, err = s.takeTurn(ctx, b); err != nil {
				<-b.turn
				return nil, err
			}
			if wait <= 0 {
				return &start{starts: s, shard: shard, bucket: b, address: told.URL}, nil
			}
		}
		if wait > s.interval {
			end := time.Now().Add(wait)
			until(end)
			if spent {
				s.log.Error().Int("shard", shard).Time("until", end).Msg("identify delayed: the budget of sessions is spent")
			} else {
				s.log.Warn().Int("shard", shard).Time("until", end).Msg("identify delayed: few sessions are left")
			}
		}
		if !discord.Sleep(ctx, wait) {
			<-b.turn
			return nil, ctx.Err()
		}
	}
}

// takeTurn takes the turn among all processes, or says when to ask again. Then the
// IDENTIFY goes back to the budget.
func (s *starts) takeTurn(ctx context.Context, b *startBucket) (wait time.Duration, err error) {
	if s.turns == nil {
		return 0, nil
	}
	if wait, err = s.turns.TakeTurn(ctx, b.number, s.hold); err == nil && wait <= 0 {
		return 0, nil
	}
	s.mu.Lock()
	s.told.Budget.Remaining++
	s.mu.Unlock()
	return min(wait, turnAgain), err
}

// reserve takes one IDENTIFY of the budget when a bucket may send it now. Otherwise it
// says how long that takes, and whether none is left. The last hundred of a day are
// spread over the time that is left, but for a shard that did not begin yet.
func (s *starts) reserve(shard int, b *startBucket) (wait time.Duration, spent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	budget := &s.told.Budget
	if !b.last.IsZero() {
		wait = time.Until(b.last.Add(s.interval))
	}
	if budget.Total > 0 {
		if budget.Remaining <= 0 {
			return max(time.Until(s.at.Add(s.told.reset())), askLeast), true
		}
		if budget.Remaining < 100 && s.begun[shard] {
			wait = max(wait, time.Until(s.last.Add(s.told.reset()/time.Duration(budget.Remaining+1))))
		}
	}
	if wait <= 0 {
		budget.Remaining--
	}
	return wait, false
}

// start is the turn of one shard to IDENTIFY.
type start struct {
	starts  *starts
	shard   int
	bucket  *startBucket
	address string // of the gateway
	once    sync.Once
	sent    time.Time // of starts.mu; zero before used
}

// used notes that the IDENTIFY is sent now, and gives the turn to the next shard of this
// process.
func (t *start) used() {
	t.once.Do(func() {
		t.starts.mu.Lock()
		now := time.Now()
		t.bucket.last, t.starts.last, t.starts.begun[t.shard], t.sent = now, now, true, now
		t.starts.mu.Unlock()
		<-t.bucket.turn
	})
}

// close gives back a turn that was not used, and lets other processes have their turn.
// It is called always.
func (t *start) close() {
	t.once.Do(func() {
		t.starts.mu.Lock()
		t.starts.told.Budget.Remaining++
		t.starts.mu.Unlock()
		<-t.bucket.turn
	})
	if t.starts.turns == nil {
		return
	}
	t.starts.mu.Lock()
	var after time.Duration
	if !t.sent.IsZero() {
		after = max(0, t.starts.interval-time.Since(t.sent))
	}
	t.starts.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), turnTime)
	defer cancel()
	if err := t.starts.turns.PassTurn(ctx, t.bucket.number, after); err != nil {
		t.starts.log.Warn().Err(err).Msg("pass turn failed") // it ends by itself
	}
}
