package table

import (
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/bot/table/incident"
	"oneiros/games"
	"oneiros/store"
)

// match is what a table knows of its match. Its methods save nothing and show
// nothing.
type match struct {
	game  games.Game
	tempo games.Tempo // with the table's own where the game has none
	log   savelog.Log
	safe  incident.Guard

	ends endings

	playsItself func(discord.ID) bool // see Config; nil for none

	rec   store.Match // as it is saved; of the position only the numbers
	dirty bool        // the record has a change that the store did not take; it is saved with the next input
	pos   position
	clock matchClock
	away  attendance

	patience patience

	unread   string // incident, when the match cannot be read
	damaged  bool   // then it is unread, and can only be stopped
	outdated bool   // older rules wrote it and nothing reads them

	// chose is the person who last chose an option in the lobby, since it was read.
	chose discord.ID

	// erased are the people who were erased from it and may not come back while it lasts;
	// true if they were kicked. It is not saved.
	erased map[discord.ID]bool

	halted
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

// guard runs code that may call a game's, and turns a panic into an error.
func (m *match) guard(do func() error) error { return m.safe.Do(m.rec.ID, do) }

// number is the number of the next incident of the match.
func (m *match) number() string { return m.safe.Number(m.rec.ID) }
