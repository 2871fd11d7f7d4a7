package bot

import (
	"time"

	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/store"
)

// Stores are the stores of a database, one for each kind of thing that is kept. Each part of
// the bot is given those that it calls, and says by an interface of its own what it calls of
// them. Here they are handed out, and nothing else has all of them.
type Stores struct {
	Matches  table.Matches
	Removals table.Removals
	Surfaces SurfaceStore
	Boards   BoardStore
	Kept     surface.Store // messages that must show what is so
	Settings SettingsStore
	Guilds   GuildStore
	Erasures ErasureStore
	Sweeps   SweepStore
	Calls    CallStore
	Sessions SessionStore
	Disk     Disk
	Features FeatureStores
}

// Disk tells when nothing can be saved.
type Disk interface {
	WatchDisk(told func(err error, since time.Time))
}

// StoresOf are the stores of an open database, or of a shard of it: see [store.Shards].
func StoresOf(s *store.Store) Stores {
	return Stores{
		Matches: s.Matches(), Removals: s.Matches(), Surfaces: s.Surfaces(), Boards: s.Boards(), Kept: s.Surfaces(), Settings: s.Settings(), Guilds: s.Guilds(), Erasures: s.Erasures(),
		Sweeps: s.Sweeps(), Calls: s.Calls(), Sessions: s.Sessions(), Disk: s, Features: featureStoresOf(s),
	}
}

// Tables are what tables need of the stores.
func (s Stores) Tables() table.Stores {
	return table.Stores{Matches: s.Matches, Removals: s.Removals, Surfaces: s.Surfaces, Settings: s.Settings}
}

// erasing, and the methods below, are what parts of the bot need of several stores.
func (s Stores) erasing() erasingStore {
	return struct {
		ErasureStore
		GuildStore
	}{s.Erasures, s.Guilds}
}

func (s Stores) forming() formingStore {
	return struct {
		SettingsStore
		CallStore
		table.Matches
	}{s.Settings, s.Calls, s.Matches}
}

func (s Stores) surfaces() surfacesStore {
	return struct {
		SettingsStore
		SurfaceStore
		BoardStore
	}{s.Settings, s.Surfaces, s.Boards}
}
