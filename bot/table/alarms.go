package table

import (
	"container/heap"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// alarms are the tables that are put away and have something to do at a moment. They are
// taken up then. Any number of goroutines may use them.
type alarms struct {
	mu      sync.Mutex
	list    alarmHeap
	changed chan struct{} // holds one: the first of them changed
	halted  chan struct{} // holds one: the halts changed
}

func newAlarms() *alarms {
	return &alarms{changed: make(chan struct{}, 1), halted: make(chan struct{}, 1)}
}

// tell puts a signal into a channel that holds one.
func tell(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default: // it was told before and has not looked yet
	}
}

// set has an entry taken up at a moment.
func (a *alarms) set(e *entry, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e.at = at
	if e.place < 0 {
		heap.Push(&a.list, e)
	} else {
		heap.Fix(&a.list, e.place)
	}
	if e.place == 0 {
		tell(a.changed)
	}
}

// remove has an entry not taken up.
func (a *alarms) remove(e *entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if e.place >= 0 {
		heap.Remove(&a.list, e.place)
	}
}

// next takes the first entry whose moment has come. Otherwise it says how long that takes.
func (a *alarms) next(now time.Time) (e *entry, wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case len(a.list) == 0:
		return nil, time.Hour
	case a.list[0].at.After(now):
		return nil, a.list[0].at.Sub(now)
	}
	return heap.Pop(&a.list).(*entry), 0
}

// waker takes tables up that are put away.
type waker struct{ *Tables }

// takeUp takes up tables whose moment has come, until the tables are closed. Few are
// read at once, so that people who press do not wait for them.
func (h waker) takeUp() {
	due := make(chan *entry)
	var readers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		readers.Go(func() {
			for e := range due {
				h.alarmOf(e)
			}
		})
	}
	defer readers.Wait()
	defer close(due)
	timer := time.NewTimer(0)
	defer timer.Stop()
	news := time.NewTimer(NewsTime)
	defer news.Stop()
	for {
		e, wait := h.alarms.next(time.Now())
		if e != nil {
			select {
			case due <- e:
				continue
			case <-h.quit:
				return
			}
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-h.alarms.changed:
		case <-h.alarms.halted:
			h.takeUpHalted()
		case <-news.C:
			h.endNews()
		case <-h.quit:
			return
		}
	}
}

// alarmOf takes up a table whose moment has come. What cannot be read is tried again.
func (h waker) alarmOf(e *entry) {
	ctx, cancel := context.WithTimeout(context.Background(), readTime)
	defer cancel()
	_, err := h.awake(ctx, e)
	select {
	case <-h.quit:
		return
	case <-e.removed:
		return
	default:
	}
	if err == nil {
		return
	}
	h.conf.Log.Failed(err).Str("match", e.id).Msg("read match failed")
	e.taking.Lock()
	defer e.taking.Unlock()
	if e.runs == nil {
		e.kept.retry.later(time.Now())
		h.alarms.set(e, e.kept.retry.at)
	}
}

// takeUpHalted has all tables taken up whose clock has to stop or to go on. They are put
// away again when that is saved.
func (h waker) takeUpHalted() {
	now := time.Now()
	for _, e := range h.entries() {
		if s := e.state.Load(); !s.Brief || s.Phase != Live {
			continue
		}
		e.taking.Lock()
		if e.runs == nil && !slices.Equal(h.halts.of(uint64(e.state.Load().Guild)), e.kept.halts) {
			h.alarms.set(e, now)
		}
		e.taking.Unlock()
	}
}

// endNews shows the tables that nobody has touched since the start without the news that
// the bot was away.
func (h waker) endNews() {
	for _, e := range h.entries() {
		e.taking.Lock()
		s := e.state.Load()
		if news := e.runs == nil && s.Brief && s.Outage > 0; news {
			old := *s
			old.Outage = 0
			e.state.Store(&old)
			e.kept.outage = 0
			if h.conf.Notify != nil {
				h.conf.Notify(&old)
			}
		}
		e.taking.Unlock()
	}
}

// alarmHeap is the list of alarms, the first one first.
type alarmHeap []*entry

func (h alarmHeap) Len() int           { return len(h) }
func (h alarmHeap) Less(i, j int) bool { return h[i].at.Before(h[j].at) }
func (h alarmHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i, j
}

// Push is for package heap.
func (h *alarmHeap) Push(x any) {
	e := x.(*entry)
	e.place = len(*h)
	*h = append(*h, e)
}

// Pop is for package heap.
func (h *alarmHeap) Pop() any {
	last := (*h)[len(*h)-1]
	(*h)[len(*h)-1] = nil
	last.place = -1
	*h = (*h)[:len(*h)-1]
	return last
}
