package timing

import (
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
)

// Dates are the moments of Discord's clock at which something ends: a lobby, a vote, a
// holiday. They are saved so. The clock is nil for the host's.
type Dates struct{ *discord.Clock }

// askClock is how long what has a saved moment waits when Discord's clock is not known yet.
const askClock = 5 * time.Second

// Comes is when a saved moment has to be looked at.
func (by Dates) Comes(saved, now time.Time) time.Time {
	if !by.Known() {
		return now.Add(askClock)
	}
	return by.Here(saved)
}

// Moment is a moment of this process by both clocks.
func (by Dates) Moment(at time.Time) people.Moment {
	return people.Moment{Here: at, Discord: by.Saved(at)}
}

// Passed reports whether there is a saved moment and Discord's clock has passed it. Before
// that clock is known nothing has passed, because nothing that ends comes back.
func (by Dates) Passed(saved, now time.Time) bool {
	return !saved.IsZero() && by.Known() && !now.Before(by.Here(saved))
}
