package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// hints carries notices between processes that share a database. Nothing depends on
// them: where a database has no LISTEN, processes find out by asking.
type hints struct {
	changed chan struct{} // holds one at most
	stop    context.CancelFunc
	done    chan struct{}
}

// listenAgain is how long a process waits before it listens again after an error.
const listenAgain = 5 * time.Second

// listen begins to listen at an address.
func listen(address string) *hints {
	ctx, stop := context.WithCancel(context.Background())
	h := &hints{changed: make(chan struct{}, 1), stop: stop, done: make(chan struct{})}
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
	if _, err := conn.Exec(ctx, `LISTEN oneiros_shards`); err != nil {
		return
	}
	for {
		h.hint()
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return
		}
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
