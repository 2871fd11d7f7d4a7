// Package inbox admits interactions fairly. It decides which of them wait for a
// worker, and in which order they are taken.
//
// Two things protect the others from a crowd. A flood limit before the queue stops
// a person who sends more than a person can. So a thousand presses a second by one
// person cost the others nothing. The queue serves the servers in turn. So a
// thousand people in one server cost the other servers nothing.
//
// The inbox knows only who sent an interaction and where. What it asks for is read
// after it was taken.
package inbox

import (
	"time"

	"oneiros/bot/discord"
)

// Reason says why an interaction was dropped, as a label of a metric.
type Reason string

// The reasons.
const (
	Fast Reason = "fast" // its sender is beyond the flood limit
	Full Reason = "full" // there is no room in the queue
)

// Inbox holds the interactions that wait for a worker.
type Inbox struct {
	*queue
	limit *floodLimit
}

// New makes an inbox that admits perSecond interactions of one person in a second.
// Zero stands for ten, and a negative number for no limit.
func New(perSecond int) *Inbox {
	if perSecond == 0 {
		perSecond = defaultPerSecond
	}
	return &Inbox{queue: newQueue(), limit: newFloodLimit(perSecond)}
}

// Put lets an interaction wait. It returns why it was dropped, or "" when it was
// not. Now and then it still queues a dropped one, as TooFast, so that its sender
// is told. It does not block.
func (in *Inbox) Put(ix *discord.Interaction, now time.Time) (dropped Reason) {
	admitted, tell := in.limit.allow(ix, now)
	switch {
	case admitted && !in.put(&Item{Interaction: ix}):
		return Full
	case admitted:
		return ""
	case tell:
		in.put(&Item{Interaction: ix, TooFast: true})
	}
	return Fast
}
