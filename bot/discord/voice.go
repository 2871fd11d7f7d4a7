package discord

import (
	"errors"
)

// PermissionUseSoundboard lets the bot send sounds in a voice channel.
const PermissionUseSoundboard uint64 = 1 << 42

// A Sound can be sent in a voice channel.
type Sound struct {
	ID   ID     `json:"sound_id"`
	Name string `json:"name"`
}

// ErrNotConnected says that nothing can be sent to the gateway now.
var ErrNotConnected = errors.New("the gateway is not connected")
