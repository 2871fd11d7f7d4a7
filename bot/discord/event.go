package discord

import "time"

// Event is something that the gateway reports. It is an *[Interaction], a [Ready],
// [Resumed], [Restored], [Disconnected], [GuildJoined], [GuildLeft], [ChannelDeleted],
// [ThreadArchived], [MemberBanned], [MessagesDeleted], [MessageCreated], [PermissionsChanged],
// [EventChanged], [EventDeleted] or [InterestChanged].
type Event interface{ event() }

// Ready begins a new session of the gateway. Events before it that were not
// delivered are lost, so surfaces have to be compared.
type Ready struct {
	App    ID
	Bot    User
	Guilds []ID // the bot is in them; GuildJoined follows for each when it is available
}

// Resumed says that the gateway goes on where it was lost. No event is missing.
type Resumed struct{}

// Restored says that the session of another process goes on in this one. No event is
// missing, but for interactions that the other process may have handled. The surfaces
// have to be compared, because this process does not know them.
type Restored struct {
	App  ID
	Away []ID // guilds that are not available; GuildJoined follows when one is
}

// Disconnected says that the gateway was lost. It reconnects by itself.
type Disconnected struct {
	Err   error         // why
	Since time.Time     // when it was last heard
	In    time.Duration // until the next try
}

// GuildJoined says that the bot is in a guild.
type GuildJoined struct {
	ID     ID
	Name   string
	Locale string    // the guild's preferred one
	New    bool      // the bot was added just now; false for a known guild that became available
	Joined time.Time // when the bot was added, by Discord's clock
}

// GuildLeft says that the bot was removed from a guild. When it is Unavailable,
// Discord has an outage, and the guild will come back.
type GuildLeft struct {
	ID          ID
	Unavailable bool
}

// ChannelDeleted says that a channel or a thread was deleted.
type ChannelDeleted struct{ Guild, Channel ID }

// ThreadArchived says that a thread is archived. Nothing can be pressed there until it is
// open again.
type ThreadArchived struct {
	Guild, Channel ID
	Locked         bool // only a moderator can open it
}

// MemberBanned says that a person was banned from a guild. Only a bot with a
// privileged intent hears that a person left one.
type MemberBanned struct{ Guild, User ID }

// MessagesDeleted says that messages were deleted.
type MessagesDeleted struct {
	Guild, Channel ID
	Messages       []ID
}

// MessageCreated says that another user wrote a message in a channel. It does not
// say what or who.
type MessageCreated struct{ Channel, Message ID }

// PermissionsChanged says that permissions changed in a channel, or on the whole
// server when Channel is 0. Perhaps something is allowed now that was refused.
type PermissionsChanged struct{ Guild, Channel ID }

// EventChanged says that a scheduled event of a guild looks otherwise. The bot's own edits come
// back like this, too.
type EventChanged struct {
	Guild, Event ID
	Start        time.Time
	Over         bool // it has ended or was cancelled
}

// EventDeleted says that a scheduled event of a guild was deleted, perhaps by the bot.
type EventDeleted struct{ Guild, Event ID }

// InterestChanged says that a person is interested in a scheduled event of a guild, or no longer.
type InterestChanged struct {
	Guild, Event, User ID
	Interested         bool
}

func (*Interaction) event() {}

func (Ready) event() {}

func (Resumed) event() {}

func (Restored) event() {}

func (Disconnected) event() {}

func (GuildJoined) event() {}

func (GuildLeft) event() {}

func (ChannelDeleted) event() {}

func (ThreadArchived) event() {}

func (MemberBanned) event() {}

func (MessagesDeleted) event() {}

func (MessageCreated) event() {}

func (PermissionsChanged) event() {}

func (EventChanged) event() {}

func (EventDeleted) event() {}

func (InterestChanged) event() {}
