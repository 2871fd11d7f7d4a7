package gateway

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"
)

// TestLateHeartbeat: discordgo's first heartbeat may come behind the end of its connection.
// That is no error. A heartbeat that fails for another reason is.
func TestLateHeartbeat(t *testing.T) {
	before := logger.Load()
	defer logger.Store(before)
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"behind a close frame":   {websocket.ErrCloseSent, ""},
		"on a closed connection": {&net.OpError{Op: "write", Err: net.ErrClosed}, ""},
		"its connection ended":   {fmt.Errorf("write: %w", &ending{}), ""},
		"another":                {errors.New("token-of-a-payload"), "error sending heartbeat to gateway"},
		"of the network":         {&net.OpError{Op: "write", Err: errors.New("no route")}, "no route"},
	} {
		var b bytes.Buffer
		log := zerolog.New(&b)
		logger.Store(&log)
		logDiscordgo(discordgo.LogError, 0, "error sending heartbeat to gateway %s, %s", "wss://gateway", c.err)
		if got := b.String(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) || strings.Contains(got, "token-of") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
