// Package inbox admits interactions fairly. It decides which of them wait for a
// worker, in which order they are taken, and which are refused.
//
// Four things protect people from a crowd:
//
//   - A flood limit stops a person who sends more than a person can.
//   - The queue serves the servers in turn. A thousand people in one server cost the
//     other servers nothing.
//   - Interactions have a [Class]. Those of players go first, and some workers take
//     no others. A thousand spectators cost the players of their own server nothing.
//   - No person has more than a few interactions in the queue.
//
// # Refusals
//
// Discord takes an answer within three seconds and no later. Whatever cannot be
// taken in time is refused instead, while there is time to say so. The inbox
// measures how fast spectators are served. From that it knows whose turn would come
// too late, and refuses them at once, at the end of the longest line first. What has
// waited too long all the same is refused too. Refused interactions leave by
// [Inbox.TakeRefused], and no worker waits for them.
//
// The inbox knows only who sent an interaction and where, and the class that it is
// told. What an interaction asks for is read after it was taken.
package inbox

import (
	"sync"
	"time"

	"oneiros/bot/discord"
)

// Class says whose interactions go first.
type Class int

// The classes. The caller knows who has a seat; the inbox does not.
const (
	Spectator Class = iota
	Player
	classes int = iota
)

// Reason says why an interaction is not answered, as a label of a metric.
type Reason string

// The reasons.
const (
	Fast Reason = "fast" // its sender is beyond the flood limit
	Many Reason = "many" // its sender has a few that wait
	Full Reason = "full" // there is no room in the queue, or its turn would come too late
	Late Reason = "late" // it has waited too long
)

// Item is an interaction that was admitted, or that is to be refused.
type Item struct {
	*discord.Interaction
	Refused Reason // empty for one that is to be answered

	class Class
	since time.Time // when it was put into the inbox
}

// Inbox holds the interactions that wait for a worker, and those that are to be
// refused. All of its methods may be called by several goroutines.
type Inbox struct {
	limit *floodLimit
	few   int           // how many of one person may wait; 0 for no limit
	news  chan struct{} // holds one: something may have to be refused

	mu       sync.Mutex
	any      *idle // workers that take everything
	reserved *idle // workers that take only what players send
	queue    queue
	waiting  map[senderKey]int
	refused  []*Item
	looking  bool // the goroutine that refuses looks at the queue again soon
	closed   bool
}

// fewWaiting is how many interactions of one person may wait. A person who presses
// again while three of their presses wait gains nothing by it.
const fewWaiting = 3

// maxRefused is how many interactions may wait to be refused in words. More of them
// could not be refused in time.
const maxRefused = 4096

// New makes an inbox that admits perSecond interactions of one person in a second.
// Zero stands for ten. With a negative number nothing limits one person.
func New(perSecond int) *Inbox {
	in := &Inbox{few: fewWaiting, news: make(chan struct{}, 1), queue: newQueue(), waiting: map[senderKey]int{}}
	switch {
	case perSecond == 0:
		perSecond = defaultPerSecond
	case perSecond < 0:
		in.few = 0
	}
	in.limit = newFloodLimit(perSecond)
	in.any, in.reserved = &idle{cond: sync.NewCond(&in.mu)}, &idle{cond: sync.NewCond(&in.mu)}
	return in
}

// idle are the workers of a kind that wait for something to do. The lock of the
// inbox guards it.
type idle struct {
	cond *sync.Cond
	n    int
}

func (w *idle) wait() {
	w.n++
	w.cond.Wait()
}

// wake wakes one of them and reports whether there is one.
func (w *idle) wake() bool {
	if w.n == 0 {
		return false
	}
	w.n--
	w.cond.Signal()
	return true
}

func (w *idle) wakeAll() {
	w.n = 0
	w.cond.Broadcast()
}

// Put lets an interaction wait for a worker, or for its refusal. It does not block.
// It returns why an interaction was dropped without a word, or "" when it was not.
// That is done only with what is sent beyond the flood limit, most of the time, and
// with more than could be refused in time.
func (in *Inbox) Put(ix *discord.Interaction, class Class, now time.Time) (dropped Reason) {
	item := &Item{Interaction: ix, class: class, since: now}
	admitted, tell := in.limit.allow(ix, now)
	in.mu.Lock()
	defer in.mu.Unlock()
	who := senderOf(ix)
	switch {
	case !admitted && !tell:
		return Fast
	case !admitted:
		return in.refuse(item, Fast)
	case in.few > 0 && in.waiting[who] >= in.few:
		return in.refuse(item, Many)
	case !in.queue.put(item):
		return in.refuse(item, Full)
	}
	in.waiting[who]++
	if in.any.wake() || class == Player && in.reserved.wake() {
		return "" // a worker takes it at once
	}
	in.refuseHopeless(now)
	if !in.looking {
		in.tell()
	}
	return ""
}

// Take waits for the next interaction to answer. It returns nil once the inbox is
// closed and empty.
func (in *Inbox) Take() *Item { return in.take(in.any, in.queue.next) }

// TakePlayer is Take for what players sent.
func (in *Inbox) TakePlayer() *Item {
	return in.take(in.reserved, func(now time.Time) *Item { return in.queue.of(Player).take(now) })
}

func (in *Inbox) take(workers *idle, next func(now time.Time) *Item) *Item {
	in.mu.Lock()
	defer in.mu.Unlock()
	for {
		now := time.Now()
		in.refuseLate(now)
		if item := next(now); item != nil {
			in.left(item)
			return item
		}
		if in.closed {
			return nil
		}
		workers.wait()
	}
}

// TakeRefused waits for the next interaction to refuse. It returns nil once the
// inbox is closed and empty. One goroutine calls it.
func (in *Inbox) TakeRefused() *Item {
	for {
		item, again, done := in.nextRefused(time.Now())
		if item != nil || done {
			return item
		}
		if again == 0 {
			<-in.news
			continue
		}
		select {
		case <-in.news:
		case <-time.After(again):
		}
	}
}

// nextRefused is the next interaction to refuse. Without one it tells when to look
// again, if there is such a time, and whether the inbox is closed and empty.
func (in *Inbox) nextRefused(now time.Time) (item *Item, again time.Duration, done bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.refuseLate(now)
	in.refuseHopeless(now)
	if len(in.refused) > 0 {
		item, in.refused = in.refused[0], in.refused[1:]
		return item, 0, false
	}
	if in.looking = !in.queue.empty(); in.looking {
		return nil, measureEvery, false
	}
	return nil, 0, in.closed
}

// Close says that nothing more is put into the inbox. What waits is still taken.
func (in *Inbox) Close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	in.any.wakeAll()
	in.reserved.wakeAll()
	in.tell()
}

// refuseLate refuses what has waited too long. in.mu is held.
func (in *Inbox) refuseLate(now time.Time) {
	for item := in.queue.late(now); item != nil; item = in.queue.late(now) {
		in.left(item)
		in.refuse(item, Late)
	}
}

// refuseHopeless refuses spectators whose turn would come too late. in.mu is held.
func (in *Inbox) refuseHopeless(now time.Time) {
	for item := in.queue.hopeless(now); item != nil; item = in.queue.hopeless(now) {
		in.left(item)
		in.refuse(item, Full)
	}
}

// left notes that an item left the queue. in.mu is held.
func (in *Inbox) left(item *Item) {
	who := senderOf(item.Interaction)
	if in.waiting[who]--; in.waiting[who] <= 0 {
		delete(in.waiting, who)
	}
}

// refuse lets an item wait for its refusal. Without room for that it is dropped.
// in.mu is held.
func (in *Inbox) refuse(item *Item, why Reason) (dropped Reason) {
	if len(in.refused) >= maxRefused {
		return why
	}
	item.Refused = why
	in.refused = append(in.refused, item)
	in.tell()
	return ""
}

// tell wakes the goroutine that refuses.
func (in *Inbox) tell() {
	select {
	case in.news <- struct{}{}:
	default: // it was told before and has not looked yet
	}
}
