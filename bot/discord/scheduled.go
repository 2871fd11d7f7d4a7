package discord

import (
	"fmt"
	"time"
)

// PermissionCreateEvents lets the bot create scheduled events, and change and delete its
// own.
const PermissionCreateEvents uint64 = 1 << 44

// The longest texts of a scheduled event, in characters.
const (
	MaxEventName        = 100
	MaxEventDescription = 1000
	MaxEventLocation    = 100
)

// Error codes of scheduled events.
const (
	UnknownEvent  = 10070  // it is not there
	finishedEvent = 180000 // it is over, or was cancelled
)

// IsEventOver reports that a scheduled event was deleted, has ended or was cancelled.
func IsEventOver(err error) bool {
	code := Code(err)
	return code == UnknownEvent || code == finishedEvent
}

// An OwnEvent is a scheduled event of the bot's own in the list of a guild.
type OwnEvent struct {
	ID       ID
	Location string
	Start    time.Time
}

// Timestamp is a moment as people see it in their own time zone.
func Timestamp(at time.Time) string { return fmt.Sprintf("<t:%d:F>", at.Unix()) }

// ScheduledEvent is an event in the list of a guild that takes place somewhere which is no
// voice channel. See docs.discord.com, page Guild Scheduled Event.
type ScheduledEvent struct {
	Name, Description, Location string
	Start, End                  time.Time
	Begun                       bool // it is on; it ends by itself at End
}
