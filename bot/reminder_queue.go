package bot

import (
	"container/heap"
	"context"
	"sync"
	"time"

	"oneiros/bot/page"
	"oneiros/bot/table"
)

// reminderWorkers is how many matches have their reminders sent at once. Discord
// takes fifty requests a second of the bot, and boards need them too. A request
// that waits in the client cannot be overtaken, so few wait there.
const reminderWorkers = 8

// choreTime is how long a match waits behind more urgent ones when no player is to be
// reminded in it. Those who fell asleep are looked up then.
const choreTime = time.Minute

// reminderQueue holds the matches whose reminders are to be compared. The match with
// the least time until its deadline comes first.
type reminderQueue struct {
	mu   sync.Mutex
	list reminderHeap
	wake chan struct{} // holds one for each worker
}

func newReminderQueue() *reminderQueue {
	return &reminderQueue{wake: make(chan struct{}, reminderWorkers)}
}

// queued is a match in the queue.
type queued struct {
	match string
	due   time.Time
	place int // in the heap; -1 when it is not there
}

// urgency is when a match has to be looked at.
func urgency(s *table.State, now time.Time) (due time.Time, urgent bool) {
	if deadline := page.Deadline(s); len(s.Awaited) > 0 && !deadline.IsZero() {
		return deadline, true
	}
	return now.Add(choreTime), false
}

// put lets a match wait for its turn. A match that waits already gets its new
// deadline. A chore never moves back.
func (q *reminderQueue) put(e *queued, s *table.State) {
	due, urgent := urgency(s, time.Now())
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case e.place < 0:
		e.due = due
		heap.Push(&q.list, e)
	case urgent || due.Before(e.due):
		e.due = due
		heap.Fix(&q.list, e.place)
	}
	select {
	case q.wake <- struct{}{}:
	default: // all workers will look
	}
}

// take waits for the most urgent match. It returns nil when ctx ends.
func (q *reminderQueue) take(ctx context.Context) *queued {
	for ctx.Err() == nil {
		q.mu.Lock()
		if len(q.list) > 0 {
			defer q.mu.Unlock()
			return heap.Pop(&q.list).(*queued)
		}
		q.mu.Unlock()
		select {
		case <-q.wake:
		case <-ctx.Done():
		}
	}
	return nil
}

// reminderHeap is the queue by due.
type reminderHeap []*queued

func (h reminderHeap) Len() int           { return len(h) }
func (h reminderHeap) Less(i, j int) bool { return h[i].due.Before(h[j].due) }
func (h reminderHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i, j
}

// Push is for package heap.
func (h *reminderHeap) Push(x any) {
	e := x.(*queued)
	e.place = len(*h)
	*h = append(*h, e)
}

// Pop is for package heap.
func (h *reminderHeap) Pop() any {
	last := (*h)[len(*h)-1]
	last.place = -1
	*h = (*h)[:len(*h)-1]
	return last
}
