package bot

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/chance"
	"oneiros/bot/discord"
	"oneiros/bot/reply"
	"oneiros/games"
)

// jobTime is how long a background job may take.
const jobTime = 30 * time.Second

// lastTime is how long the last step of some work may take: see [ownTime].
const lastTime = 10 * time.Second

// ownTime is the context of a step that has to be done, whatever the steps before it took.
func ownTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), lastTime)
}

// jobs are what no answer waits for. A panic in one of them ends only that job.
type jobs struct {
	log     zerolog.Logger
	metrics *metrics
	luck    chance.Source
	running sync.WaitGroup

	mu  sync.Mutex
	ctx context.Context // nil while the bot does not run
}

// start lets jobs begin until stop.
func (j *jobs) start(ctx context.Context) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ctx = ctx
}

// stop lets no more of them begin, and waits for those that have begun.
func (j *jobs) stop() {
	j.mu.Lock()
	j.ctx = nil
	j.mu.Unlock()
	j.running.Wait()
}

// spawn begins a job and reports whether it did. What has begun is finished when
// the program ends.
func (j *jobs) spawn(do func(context.Context)) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ctx == nil {
		return false
	}
	ctx := context.WithoutCancel(j.ctx)
	j.running.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, jobTime)
		defer cancel()
		j.guard(ctx, do)
	})
	return true
}

// warm makes what the first move of a game would wait for, while its table still fills. A bot
// where no player plays a game keeps nothing of it in memory.
func (j *jobs) warm(g games.Game) { j.spawn(func(context.Context) { g.Warm() }) }

// guard does something that may panic.
func (j *jobs) guard(ctx context.Context, do func(context.Context)) {
	defer func() {
		if what := recover(); what != nil {
			j.incident(what, 0)
		}
	}()
	do(ctx)
}

// incident logs a fault of the bot and returns its number. It is a press that has it, or
// 0.
func (j *jobs) incident(what any, press discord.ID) (number string) {
	return j.incidentOf("", what, press)
}

// incidentOf is incident for a press whose action is known.
func (j *jobs) incidentOf(action string, what any, press discord.ID) (number string) {
	j.metrics.faults.Inc()
	number = j.luck.Next("incident", press, fmt.Sprintf("%T", what)).Text(6)
	reply.Incident(j.log, number, action, what)
	return number
}

// errands are jobs that follow from events. They are done one after the other, in
// the order of the events, however many come at once.
type errands struct {
	mu   sync.Mutex
	list []func(context.Context)
	cut  bool          // the bot ended while one was done
	wake chan struct{} // holds one
}

func newErrands() *errands { return &errands{wake: make(chan struct{}, 1)} }

// add lets an errand wait for its turn.
func (e *errands) add(do func(context.Context)) {
	e.mu.Lock()
	e.list = append(e.list, do)
	e.mu.Unlock()
	select {
	case e.wake <- struct{}{}:
	default: // it was woken before and has not looked yet
	}
}

// do does the errands that wait. Those that the end of ctx meets are cut short.
func (e *errands) do(ctx context.Context, guard func(context.Context, func(context.Context))) {
	for _, do := range e.drain() {
		guard(ctx, do)
		if ctx.Err() != nil {
			e.mu.Lock()
			e.cut = true
			e.mu.Unlock()
		}
	}
}

// done reports whether all errands were done, and none was cut short.
func (e *errands) done() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.list) == 0 && !e.cut
}

// drain takes all errands that wait.
func (e *errands) drain() []func(context.Context) {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := e.list
	e.list = nil
	return list
}
