package localcord

import (
	"oneiros/bot/localcord/fault"
	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/wire"
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

// Faults are what can go wrong here: see [Server.SetFaults].
type Faults = fault.Switches

// Sharding is how Discord wants a bot to divide its servers.
type Sharding = session.Sharding
