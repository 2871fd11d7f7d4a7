package bot

import (
	"errors"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/bot/table"
	"oneiros/store"
)

// blackout is how long the gateway, or a server, may be away before clocks stop.
// They stop as of the moment at which it was lost.
const blackout = 10 * time.Second

// outage stops the clocks of tables whose shard of the gateway is lost, and those of
// all tables while nothing can be saved.
type outage struct {
	tables *table.Tables
	log    savelog.Log
	one    bool // this bot has one shard, and others are those of other bots

	mu   sync.Mutex
	all  *lostShard                     // from the start until it is known which shards there are
	lost map[discord.ShardID]*lostShard // which came and went, or did not come yet
}

// lostShard is how long a shard is lost.
type lostShard struct {
	since time.Time
	timer *time.Timer // until that is too long ago
}

func newOutage(tables *table.Tables, log savelog.Log, one bool) *outage {
	return &outage{tables: tables, log: log, one: one, lost: map[discord.ShardID]*lostShard{}}
}

// begin notes that no shard is there yet, nor known.
func (o *outage) begin(now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all = o.count(discord.ShardID{}, now)
}

// end notes that no process listens any more, which is no outage.
func (o *outage) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.all != nil {
		o.all.timer.Stop()
		o.all = nil
	}
	o.tables.Unhalt(table.HaltGateway)
	for shard, l := range o.lost {
		o.release(shard, l)
	}
}

// shardLost notes that a shard is not there since a moment.
func (o *outage) shardLost(shard discord.ShardID, since time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.all == nil && o.lost[shard] == nil {
		o.lost[shard] = o.count(shard, since)
	}
}

// shardFound notes that something came by a shard. It is called before that is
// handled, so a press that was delivered late meets a clock that runs. The first one
// says how many shards there are: the others are still to come.
func (o *outage) shardFound(shard discord.ShardID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.all != nil {
		others := shard.Of
		if o.one {
			others = 0
		}
		for n := range others {
			if other := (discord.ShardID{Number: n, Of: shard.Of}); other != shard {
				o.lost[other] = o.count(other, o.all.since)
			}
		}
		o.all.timer.Stop()
		o.all = nil
		o.tables.Unhalt(table.HaltGateway)
	}
	if l := o.lost[shard]; l != nil {
		o.release(shard, l)
	}
}

// count stops the clocks of a shard once it is lost for too long. The zero shard is
// all of them. o.mu is held.
func (o *outage) count(shard discord.ShardID, since time.Time) *lostShard {
	l := &lostShard{since: since}
	if left := time.Until(since.Add(blackout)); left > 0 {
		l.timer = time.AfterFunc(left, func() {
			o.mu.Lock()
			defer o.mu.Unlock()
			if o.all == l || o.lost[shard] == l {
				o.halt(shard, since)
			}
		})
		return l
	}
	l.timer = time.NewTimer(0)
	o.halt(shard, since)
	return l
}

// halt stops the clocks of a shard. o.mu is held.
func (o *outage) halt(shard discord.ShardID, since time.Time) {
	e := o.log.Warn().Time("since", since)
	if shard.Of > 1 {
		e = e.Int("shard", shard.Number)
	}
	e.Msg("stop clocks: gateway lost")
	if shard.Of == 0 {
		o.tables.Halt(table.HaltGateway, since)
	} else {
		o.tables.HaltShard(shard, table.HaltGateway, since)
	}
}

// release lets the clocks of a shard go on. o.mu is held.
func (o *outage) release(shard discord.ShardID, l *lostShard) {
	l.timer.Stop()
	delete(o.lost, shard)
	o.tables.UnhaltShard(shard, table.HaltGateway)
}

// disk is told when nothing can be saved, and since when; and, without an error,
// that saving works again. Where a process has several bots, it is logged once for all
// of them.
func (o *outage) disk(err error, since time.Time) {
	if !o.one {
		logDisk(o.log, err)
	}
	why := ""
	if err != nil {
		why = table.HaltOf(err)
		o.tables.Halt(why, since)
	}
	for _, other := range []string{table.HaltDisk, table.HaltServer, table.HaltMoved} {
		if other != why {
			o.tables.Unhalt(other)
		}
	}
}

// logDisk logs that nothing can be saved, or that saving works again. Meanwhile no save
// that fails is logged, only their number at the end.
func logDisk(log savelog.Log, err error) {
	var moved *store.MovedError
	switch {
	case err == nil:
		log.Warn().Int64("failed", log.Skipped()).Msg("start clocks: save works again")
	case errors.As(err, &moved):
		log.Error().Str("file", moved.Path).Str("todo", movedTodo).Msg("stop clocks: database file removed or replaced")
	default:
		log.Error().Err(err).Msg("stop clocks: save failed")
	}
}

// movedTodo tells the operator what to do about a database file that has no name.
const movedTodo = "put the file back under its name; if it was deleted or replaced, stop the bot: it saves everything to a file beside it that ends in .rescued, for oneiros restore"
