package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrShardCount: the others have divided the servers into another number of shards.
var ErrShardCount = errors.New("the processes that share the database have another number of shards")

// Shards divides the shards of the gateway among the processes that share a database.
// A process that has a database alone may take all of them.
//
// A process keeps its shards as long as the others do not take it for dead. They do so
// by the clock of the database, five seconds after its last heartbeat. Every
// transaction of a process locks its row of processes. So no process can take a shard away
// in the middle of one, and a process that was suspended writes nothing afterwards.
type Shards struct{ s *Store }

// NewShards returns the shards of a store.
func NewShards(s *Store) *Shards { return &Shards{s} }

// Store returns a store whose writes belong to a shard. When the process has lost the
// shard, or has it anew under another epoch, each of them is [ErrShardLost] and
// nothing is saved. Its lists have only the servers of the shard, as far as they are
// about what a process does by itself. It needs no Close.
func (h *Shards) Store(held Held) *Store {
	of := *h.s
	of.shard = &held
	return &of
}

// Changed receives after another process may have left shards. It is a hint: a process
// asks from time to time all the same, with Claim. It is nil without other processes.
func (h *Shards) Changed() <-chan struct{} {
	if h.s.writer.hints == nil {
		return nil
	}
	return h.s.writer.hints.changed
}

// TellPerson tells all processes, this one too, that something of a person was changed
// which their other tables show. It is a hint, and may be lost with a connection.
func (h *Shards) TellPerson(ctx context.Context, user uint64) {
	h.s.writer.hints.tellPerson(ctx, h.s.writer, user)
}

// People receives whom TellPerson told of; 0 when it may have been any. It is nil
// without other processes.
func (h *Shards) People() <-chan uint64 {
	if h.s.writer.hints == nil {
		return nil
	}
	return h.s.writer.hints.people
}

// Claim takes shards that no process has, at most so many, until this process has its share of
// them. It returns all that it has now. If these are more than its share, because processes
// have joined, it should put tables away and call Release.
//
// of is the number of all shards. While a process has a shard of another number, the
// error is [ErrShardCount].
func (h *Shards) Claim(ctx context.Context, of, most int) (held []Held, share int, err error) {
	claimed := false
	err = h.s.writer.write(ctx, func(t tx) error {
		held, share, claimed, err = t.claim(of, most)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("claim shards: %w", err)
	}
	if claimed {
		h.s.writer.hints.tell(h.s.writer)
	}
	return held, share, nil
}

func (t tx) claim(of, most int) (held []Held, share int, claimed bool, err error) {
	ctx, me := context.Background(), t.w.leaseID
	t.w.owned = nil
	// An owner has its row of processes before it has a shard, and never makes one again.
	// So the shards are read first: an owner without a row is gone for good.
	rows, err := readShards(ctx, t)
	if err != nil {
		return nil, 0, false, err
	}
	live, err := liveProcesses(ctx, t)
	if err != nil {
		return nil, 0, false, err
	}
	staying, err := stayingProcesses(ctx, t)
	if err != nil {
		return nil, 0, false, err
	}
	if err := resizeShards(t, rows, live, of); err != nil {
		return nil, 0, false, err
	}
	byShard := map[int]shardRow{}
	for _, r := range rows {
		byShard[r.shard] = r
		if r.owner == me && r.shard < of {
			held = append(held, Held{r.shard, r.epoch})
		}
	}
	has := map[string]int{}
	for _, r := range rows {
		if r.shard < of {
			has[r.owner]++
		}
	}
	share = shareOf(of, staying, me, has)
	for n := 0; n < of && len(held) < share && most > 0; n++ {
		r, known := byShard[n]
		if known && slices.Contains(live, r.owner) {
			continue
		}
		taken, err := takeShard(t, n, of, r, known)
		if err != nil {
			return nil, 0, false, err
		}
		if taken {
			held, claimed = append(held, Held{n, r.epoch + 1}), true
			most--
		}
	}
	slices.SortFunc(held, func(a, b Held) int { return a.Shard - b.Shard })
	return held, share, claimed, nil
}

// resizeShards notes in all rows how many shards there are now. It refuses while a process
// lives that has another number.
func resizeShards(t tx, rows []shardRow, live []string, of int) error {
	for _, r := range rows {
		if r.shards == of {
			continue
		}
		if slices.Contains(live, r.owner) {
			return ErrShardCount
		}
		if _, err := t.exec(`UPDATE shards SET shards = ? WHERE shard = ? AND owner = ? AND epoch = ?`, of, r.shard, r.owner, r.epoch); err != nil {
			return err
		}
	}
	return nil
}

// takeShard takes a shard that no live process has. It reports whether no other process was
// faster: two may claim it at the same moment, and the second one finds it changed.
func takeShard(t tx, n, of int, r shardRow, known bool) (bool, error) {
	if !known {
		if _, err := t.exec(`INSERT INTO shards (shard, shards, owner, epoch) VALUES (?, ?, '', 0) ON CONFLICT (shard) DO NOTHING`, n, of); err != nil {
			return false, err
		}
	}
	changed, err := t.exec(`UPDATE shards SET owner = ?, epoch = epoch + 1 WHERE shard = ? AND owner = ? AND epoch = ?`, t.w.leaseID, n, r.owner, r.epoch)
	return changed == 1, err
}

// shareOf is how many of all shards a process should have: as many as each other one.
// What is left over stays with those that have most, so that no shard is handed over
// without need. One that leaves should have none.
func shareOf(of int, staying []string, me string, has map[string]int) int {
	staying = slices.Clone(staying)
	slices.SortStableFunc(staying, func(a, b string) int { return has[b] - has[a] })
	mine := slices.Index(staying, me)
	if mine < 0 {
		return 0
	}
	share := of / len(staying)
	if mine < of%len(staying) {
		share++
	}
	return share
}

// Leave tells the other processes that this one gives all its shards back. So they take
// each of them once it is released, and do not wait until the process has ended.
func (h *Shards) Leave(ctx context.Context) error {
	err := h.s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`UPDATE processes SET leaving = 1 WHERE id = ?`, t.w.leaseID)
		return err
	})
	if err != nil {
		return fmt.Errorf("leave the shards: %w", err)
	}
	h.s.writer.hints.tell(h.s.writer)
	return nil
}

// OthersStay reports whether there is another process that could take shards.
func (h *Shards) OthersStay(ctx context.Context) (bool, error) {
	var n int
	clock := h.s.writer.clock()
	if err := h.s.reads.GetContext(ctx, &n, `SELECT count(*) FROM processes WHERE id <> ? AND leaving = 0 AND until >= `+clock, h.s.writer.leaseID); err != nil {
		return false, fmt.Errorf("ask who stays: %w", classify(err))
	}
	return n > 0, nil
}

// Hear notes how long ago Discord said something to this process.
func (h *Shards) Hear(ctx context.Context, ago time.Duration) error {
	err := h.s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`UPDATE processes SET heard = `+t.w.clock()+` - ? WHERE id = ?`, ago.Milliseconds(), t.w.leaseID)
		return err
	})
	if err != nil {
		return fmt.Errorf("note that Discord is heard: %w", err)
	}
	return nil
}

// OthersHear reports whether Discord said something to another process within a time.
func (h *Shards) OthersHear(ctx context.Context, within time.Duration) (bool, error) {
	var n int
	clock := h.s.writer.clock()
	if err := h.s.reads.GetContext(ctx, &n, `SELECT count(*) FROM processes WHERE id <> ? AND leaving = 0 AND heard >= `+clock+` - ? AND until >= `+clock, h.s.writer.leaseID, within.Milliseconds()); err != nil {
		return false, fmt.Errorf("ask who hears Discord: %w", classify(err))
	}
	return n > 0, nil
}

// Release gives shards back, so that another process can take them at once. Their
// sessions of the gateway stay saved, and the next owner goes on with them.
func (h *Shards) Release(ctx context.Context, shards ...Held) error {
	err := h.s.writer.write(ctx, func(t tx) error {
		t.w.owned = nil
		for _, held := range shards {
			if _, err := t.exec(`UPDATE shards SET owner = '' WHERE shard = ? AND owner = ? AND epoch = ?`, held.Shard, t.w.leaseID, held.Epoch); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("release shards: %w", err)
	}
	h.s.writer.hints.tell(h.s.writer)
	return nil
}

// ShardOwner tells who has a shard.
type ShardOwner struct {
	Shard  int
	Of     int // how many shards there are
	Epoch  int64
	Owned  bool   // whether a process has it
	Holder Holder // zero if no process has it
}

// Owners lists all shards. It is empty where shards were never divided. It works on a
// store that was opened for reading, too.
func (h *Shards) Owners(ctx context.Context) ([]ShardOwner, error) {
	var rows []struct {
		Shard  int     `db:"shard"`
		Shards int     `db:"shards"`
		Epoch  int64   `db:"epoch"`
		Host   *string `db:"host"`
		PID    *int    `db:"pid"`
		Since  *int64  `db:"since"`
	}
	if err := h.s.reads.SelectContext(ctx, &rows, `SELECT s.shard, s.shards, s.epoch, p.host, p.pid, p.since FROM shards s
		LEFT JOIN processes p ON p.id = s.owner WHERE s.shard < s.shards ORDER BY s.shard`); err != nil {
		return nil, fmt.Errorf("list the shards: %w", classify(err))
	}
	list := make([]ShardOwner, len(rows))
	for i, r := range rows {
		list[i] = ShardOwner{Shard: r.Shard, Of: r.Shards, Epoch: r.Epoch}
		if r.Host != nil {
			list[i].Owned, list[i].Holder = true, Holder{*r.Host, *r.PID, fromMillis(*r.Since)}
		}
	}
	return list, nil
}

// Processes tells how many processes share the database at present.
func (h *Shards) Processes(ctx context.Context) (int, error) {
	ids, err := liveProcesses(ctx, h.s.reads)
	if err != nil {
		return 0, fmt.Errorf("list the processes: %w", err)
	}
	return len(ids), nil
}

// passedFor is at most how long a turn that was passed on keeps the others away: as long as
// Discord wants between two IDENTIFYs. A turn that lasts longer is in the hands of another
// process.
const passedFor = 5 * time.Second

// TakeTurn takes the turn to IDENTIFY of a bucket, for no longer than hold. While another
// shard has it, it says how long that may last. A process that is gone has no turn
// in its hands. The others find that out some seconds later, which keeps the distance.
func (h *Shards) TakeTurn(ctx context.Context, bucket int, hold time.Duration) (wait time.Duration, err error) {
	clock := h.s.writer.clock()
	err = h.s.writer.write(ctx, func(t tx) error {
		if _, err := t.exec(`INSERT INTO identify_turns (bucket, holder, until) VALUES (?, '', 0) ON CONFLICT (bucket) DO NOTHING`, bucket); err != nil {
			return err
		}
		taken, err := t.exec(`UPDATE identify_turns SET holder = ?, until = `+clock+` + ? WHERE bucket = ? AND (until <= `+clock+` OR until > `+clock+` + ? AND holder NOT IN (SELECT id FROM processes))`,
			t.w.leaseID, hold.Milliseconds(), bucket, passedFor.Milliseconds())
		if err != nil || taken == 1 {
			wait = 0
			return err
		}
		var left int64
		if err := t.QueryRowContext(context.Background(), fmt.Sprintf(`SELECT until - %s FROM identify_turns WHERE bucket = %d`, clock, bucket)).Scan(&left); err != nil {
			return classify(err)
		}
		wait = time.Duration(max(left, 1)) * time.Millisecond
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("take the turn of bucket %d: %w", bucket, err)
	}
	return wait, nil
}

// PassTurn lets the next shard of a bucket have the turn after a time.
func (h *Shards) PassTurn(ctx context.Context, bucket int, after time.Duration) error {
	clock := h.s.writer.clock()
	err := h.s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`UPDATE identify_turns SET until = `+clock+` + ? WHERE bucket = ? AND holder = ?`, after.Milliseconds(), bucket, t.w.leaseID)
		return err
	})
	if err != nil {
		return fmt.Errorf("pass the turn of bucket %d: %w", bucket, err)
	}
	return nil
}
