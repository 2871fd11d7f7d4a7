package table

import (
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
)

// match is what a table knows of its match.
type match struct {
	timing.Match

	dirty    bool // the record has a change that the store did not take; it is saved with the next input
	damaged  bool // then it is unread, and can only be stopped
	outdated bool // older rules wrote it and nothing reads them

	// chose is the person who last chose an option in the lobby, since it was read.
	chose discord.ID

	// erased are the people who were erased from it and may not come back while it lasts;
	// true if they were kicked. It is not saved.
	erased map[discord.ID]bool

	// asked is the input after which the store was asked who is on holiday, plus one.
	asked int

	halted
}

// now is what is so at a moment among people, besides the record.
func (m *match) now(at time.Time) people.Now {
	now := m.Now(at)
	now.Chose, now.Erased = m.chose, m.erased
	return now
}
