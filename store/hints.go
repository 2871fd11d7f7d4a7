package store

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// hints carries notices between processes that share a database. Nothing depends on
// them: where a database has no LISTEN, processes find out by asking.
type hints struct {
	changed chan struct{} // holds one at most
	people  chan uint64   // whom others changed something of; 0 for any
	stop    context.CancelFunc
	done    chan struct{}
}

// listenAgain is how long a process waits before it listens again after an error.
const listenAgain = 5 * time.Second

// listen begins to listen at an address.
func listen(address string) *hints {
	ctx, stop := context.WithCancel(context.Background())
	h := &hints{changed: make(chan struct{}, 1), people: make(chan uint64, 64), stop: stop, done: make(chan struct{})}
	go func() {
		defer close(h.done)
		for ctx.Err() == nil {
			h.receive(ctx, address)
			select {
			case <-time.After(listenAgain):
			case <-ctx.Done():
			}
		}
	}()
	return h
}

// receive listens until the connection ends. Then a hint may have been lost, so it
// begins with one.
func (h *hints) receive(ctx context.Context, address string) {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return
	}
	defer func() {
		end, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		_ = conn.Close(end) // it only listened
	}()
	if _, err := conn.Exec(ctx, `LISTEN oneiros_shards; LISTEN `+peopleHints); err != nil {
		return
	}
	h.hint()
	h.person(0)
	for {
		n, err := conn.WaitForNotification(ctx)
		switch {
		case err != nil:
			return
		case n.Channel == peopleHints:
			if user, err := strconv.ParseUint(n.Payload, 10, 64); err == nil {
				h.person(user)
			}
		default:
			h.hint()
		}
	}
}

// peopleHints is the channel on which processes tell of people.
const peopleHints = "oneiros_people"

// person tells this process that a person may know more than before.
func (h *hints) person(user uint64) {
	select {
	case h.people <- user:
		return
	default:
	}
	for { // so many at once are as good as all
		select {
		case <-h.people:
			continue
		default:
		}
		select {
		case h.people <- 0:
			return
		default:
		}
	}
}

// tellPerson tells all processes, this one too.
func (h *hints) tellPerson(ctx context.Context, w *writer, user uint64) {
	if h != nil {
		ctx, stop := context.WithTimeout(ctx, time.Second)
		defer stop()
		_, _ = w.db.ExecContext(ctx, `SELECT pg_notify(?, ?)`, peopleHints, strconv.FormatUint(user, 10)) // only a hint
	}
}

// hint tells this process that shards may be free.
func (h *hints) hint() {
	if h == nil {
		return
	}
	select {
	case h.changed <- struct{}{}:
	default: // it knows already
	}
}

// tell tells the other processes.
func (h *hints) tell(w *writer) {
	if h == nil {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	_, _ = w.db.ExecContext(ctx, `SELECT pg_notify('oneiros_shards', '')`) // only a hint
}

func (h *hints) close() {
	if h != nil {
		h.stop()
		<-h.done
	}
}
