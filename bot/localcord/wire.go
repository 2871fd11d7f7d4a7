package localcord

import (
	"oneiros/bot/localcord/fault"
	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/rest"
	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// The shapes that people and tests meet are those of the wire.
type (
	ID            = wire.ID
	User          = wire.User
	Message       = wire.Message
	Attachment    = wire.Attachment
	Embed         = wire.Embed
	Component     = wire.Component
	Modal         = wire.Modal
	Choice        = wire.Choice
	Command       = wire.Command
	CommandOption = wire.CommandOption
	Upload        = wire.Upload
)

// What people put into forms, and what no client would send.
type (
	Field    = interaction.Field
	FormFile = interaction.FormFile
	Forged   = interaction.Forged
)

// What the bot sends.
type (
	Request = rest.Request
	Record  = rest.Record
)

// Faults are what can go wrong here: see [Server.SetFaults].
type Faults = fault.Switches

// The states of the world that tests meet.
type (
	Channel    = world.Channel
	Event      = world.Event
	GuildState = world.GuildState
)

// The states of a server.
const (
	GuildAvailable   = world.GuildAvailable
	GuildUnavailable = world.GuildUnavailable // Discord has an outage there
	GuildRemoved     = world.GuildRemoved     // the bot was removed
)

// The states of an event.
const (
	EventScheduled = world.EventScheduled
	EventActive    = world.EventActive
	EventCompleted = world.EventCompleted
	EventCanceled  = world.EventCanceled
)

// ChannelVoice is the type of a voice channel: see [Guild.NewChannelOf].
const ChannelVoice = world.ChannelVoice

// Sharding is how Discord wants a bot to divide its servers.
type Sharding = session.Sharding
