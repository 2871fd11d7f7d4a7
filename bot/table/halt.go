package table

import (
	"errors"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/store"
)

// Why all clocks may stand.
const (
	HaltGateway = "table.halt.gateway" // nothing reaches us from Discord
	HaltDisk    = "table.halt.disk"    // nothing can be saved in the file
	HaltServer  = "table.halt.server"  // nothing can be saved in PostgreSQL
	HaltMoved   = "table.halt.moved"   // the database file was removed or replaced
	HaltGuild   = "table.halt.guild"   // the server cannot be reached
)

// HaltOf is the reason to halt for an error of the store because of which nothing can be
// saved.
func HaltOf(err error) string {
	switch {
	case errors.Is(err, store.ErrMoved):
		return HaltMoved
	case store.FromServer(err):
		return HaltServer
	}
	return HaltDisk
}

// halt is a reason why all clocks stand, or those of one server or one shard.
type halt struct {
	reason string
	since  time.Time
	guild  discord.ID      // 0 for all
	shard  discord.ShardID // zero for all
}

// halts are the reasons why clocks stand. Any number of goroutines may use them.
type halts struct {
	mu     sync.Mutex
	list   []halt
	signal func() // tells all tables that the list changed
}

// of are the halts that hold for a server.
func (h *halts) of(guild uint64) []halt {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(h.list), func(o halt) bool {
		return o.guild != 0 && uint64(o.guild) != guild || o.shard.Of != 0 && !o.shard.Has(discord.ID(guild))
	})
}

// Halt stops all match clocks until Unhalt is called with the same reason, a key of
// this package's catalogue. Since the given moment nobody could be expected to
// play. The clocks go back to it, though never behind an input. Deadlines that were
// missed after it do not count. Later calls with the same reason change nothing. A
// halt is not saved: a restart ends it.
func (h *halts) Halt(reason string, since time.Time) { h.add(halt{reason: reason, since: since}) }

// HaltGuild is Halt for the tables of one server.
func (h *halts) HaltGuild(guild discord.ID, reason string, since time.Time) {
	h.add(halt{reason: reason, since: since, guild: guild})
}

// HaltShard is Halt for the tables whose presses come by one shard.
func (h *halts) HaltShard(shard discord.ShardID, reason string, since time.Time) {
	h.add(halt{reason: reason, since: since, shard: shard})
}

func (h *halts) add(why halt) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if slices.ContainsFunc(h.list, why.isSame) {
		return
	}
	h.list = append(h.list, why)
	h.signal()
}

// Unhalt takes a reason away. When none is left, the clocks go on.
func (h *halts) Unhalt(reason string) { h.remove(halt{reason: reason}) }

// UnhaltGuild is Unhalt for the tables of one server.
func (h *halts) UnhaltGuild(guild discord.ID, reason string) {
	h.remove(halt{reason: reason, guild: guild})
}

// UnhaltShard is Unhalt for the tables of one shard.
func (h *halts) UnhaltShard(shard discord.ShardID, reason string) {
	h.remove(halt{reason: reason, shard: shard})
}

// isSame reports whether two halts have the same reason and hold for the same tables.
func (h halt) isSame(o halt) bool {
	return h.reason == o.reason && h.guild == o.guild && h.shard == o.shard
}

func (h *halts) remove(why halt) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := len(h.list)
	h.list = slices.DeleteFunc(h.list, why.isSame)
	if len(h.list) < before {
		h.signal()
	}
}

// applyHalts stops or starts the clock as the halts say.
func (t *table) applyHalts() {
	list := t.tables.halts.of(t.Rec.Guild)
	if slices.Equal(list, t.halts) {
		return
	}
	now := time.Now()
	t.Alone().Resume(now)
	ran, at, free := t.Clock().Running(), t.Clock().At(now), len(t.halts) == 0
	t.halts, t.Halted = list, len(list) > 0
	if !free && len(list) > 0 { // one more reason, or one fewer
		t.publish()
		return
	}
	t.Absent().Excuse()
	if free {
		first := slices.MinFunc(list, func(a, b halt) int { return a.since.Compare(b.since) })
		t.haltedSince, t.haltedWhy = first.since, first.reason
	}
	if free && ran {
		t.stopClock(at, now)
		return
	}
	t.Clock().StandAt(at, now)
	if t.Clock().Running() { // it goes on, and people are told for how long it stood
		t.resumed, t.outage, t.outageWhy, t.stoodSince = now, now.Sub(t.haltedSince), t.haltedWhy, time.Time{}
	}
	t.publish()
}

// stopClock stops a clock that has run until at. It goes back to the moment since
// which nobody could play, and what was missed after that does not count.
func (t *table) stopClock(at time.Duration, now time.Time) {
	next := t.Clock().StopSince(t.haltedSince, at, now)
	if next.Phase == Live {
		people.Tidy(&next, t.Dates.Moment(now))
	}
	if err := t.save(next, now); err != nil {
		// The full disk may be why the clocks stand. It is saved with the next input.
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("save stopped clock failed")
		t.Rec, t.dirty = next, true
		t.publish()
	}
}
