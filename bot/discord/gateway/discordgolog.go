package gateway

import (
	"errors"
	"net"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"
)

// logger is where discordgo's own log goes: to the gateway that ran last. It is one
// variable because discordgo's is.
var logger atomic.Pointer[zerolog.Logger]

// discordgo keeps the version of the API and its logger in package variables. They
// are set before anything runs, and never again.
func init() {
	discordgo.APIVersion = "10"
	discordgo.Logger = logDiscordgo
}

// logDiscordgo logs what discordgo says. Its arguments may be payloads and tokens,
// so only errors of the network are passed on.
func logDiscordgo(level, _ int, format string, args ...any) {
	log := logger.Load()
	if log == nil {
		return
	}
	// What discordgo cannot decode does not matter: the gateway decodes by itself.
	if level > discordgo.LogWarning || strings.HasPrefix(format, "error unmarshalling") || strings.HasPrefix(format, "unknown ") {
		return
	}
	// A session that goes on begins with what was missed.
	if strings.HasPrefix(format, "Expected READY/RESUMED") {
		return
	}
	var cause error
	for _, a := range args {
		err, ok := a.(error)
		if !ok {
			continue
		}
		if _, ok := errors.AsType[*ending](err); ok {
			return // Run logs why a connection ended
		}
		if errors.Is(err, websocket.ErrCloseSent) || errors.Is(err, net.ErrClosed) {
			return // its first heartbeat is sent beside everything else, and comes behind our own end
		}
		if _, ok := errors.AsType[net.Error](err); ok {
			cause = err
		}
	}
	text, _, _ := strings.Cut(format, "%")
	event := log.Warn()
	if level == discordgo.LogError {
		event = log.Error()
	}
	event.Err(cause).Str("from", "discordgo").Msg(strings.TrimRight(text, " ,:\n\t"))
}
