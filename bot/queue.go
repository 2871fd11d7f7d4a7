package bot

import (
	"context"
	"sync"

	"oneiros/bot/discord"
)

// queued is how many interactions may wait for a worker. More than this cannot
// be answered within three seconds anyway. Of one server at most half as many
// wait, so that a crowd in one leaves room for the others.
const queued = 1024

// queue is where interactions wait for a worker: those of one server in their
// order, the servers in turn. So a server in which thousands press at once slows
// down itself and delays another's press by no more than one of its own. In
// direct messages each person is a server of their own.
type queue struct {
	ready chan struct{} // holds as many as wait

	mu    sync.Mutex
	lines map[lineKey][]*job
	turn  []lineKey // of lines that are not empty, the next one first
}

type lineKey struct{ guild, user discord.ID }

// job is an interaction that is to be answered.
type job struct {
	*discord.Interaction
	hasty bool // it is only to be told that it came too fast
}

func newQueue() *queue {
	return &queue{ready: make(chan struct{}, queued), lines: map[lineKey][]*job{}}
}

// put lets an interaction wait, and reports whether there was room. It does not
// block.
func (q *queue) put(j *job) bool {
	k := lineKey{guild: j.Guild}
	if k.guild == 0 {
		k.user = j.User.ID
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	line := q.lines[k]
	if len(line) >= queued/2 {
		return false
	}
	select {
	case q.ready <- struct{}{}:
	default:
		return false
	}
	if len(line) == 0 {
		q.turn = append(q.turn, k)
	}
	q.lines[k] = append(line, j)
	return true
}

// take waits for the next interaction; nil when ctx has ended and none waits.
func (q *queue) take(ctx context.Context) *job {
	select {
	case <-q.ready:
	default:
		select {
		case <-q.ready:
		case <-ctx.Done():
			return nil
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	k := q.turn[0]
	q.turn = q.turn[1:]
	line := q.lines[k]
	j := line[0]
	if line = line[1:]; len(line) > 0 {
		q.lines[k] = line
		q.turn = append(q.turn, k)
	} else {
		delete(q.lines, k)
	}
	return j
}
