package table

import (
	"errors"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
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

// halted is what a table knows of halts and outages.
type halted struct {
	resumed     time.Time
	outage      time.Duration
	outageWhy   string    // the reason of the halt that it was; empty for a restart
	stoodSince  time.Time // of a restart: the saved moment at which the clock was saved last
	halts       []halt    // why all clocks stand, as far as this table has noticed
	haltedSince time.Time // since when
	haltedWhy   string    // the first of them
}
