package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Greet connects to the gateway as a session does, hears its hello and leaves. It begins
// no session, so nothing of the day's budget is spent. The gateway is the one that s
// names, and where that is told. Its error says how far the way goes: it is a
// [*transport.ProxyError], a [*transport.TLSError], one of the network, or one of the
// gateway's answer.
func Greet(ctx context.Context, c *transport.Sender, s Starts) (at string, err error) {
	u, err := url.Parse(s.told.URL)
	if err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" {
		return "", fmt.Errorf("the gateway's address %q is no ws or wss address", s.told.URL)
	}
	at = u.Scheme + "://" + u.Host
	ctx, cancel := context.WithTimeout(ctx, transport.ConnectTime)
	defer cancel()
	plain, secure := c.Ways(c.Config().Dial)
	d := &websocket.Dialer{NetDialContext: plain, NetDialTLSContext: secure}
	ask := strings.TrimRight(s.told.URL, "/") + "/?v=" + discordgo.APIVersion + "&encoding=json"
	ws, answer, err := d.DialContext(ctx, ask, http.Header{"User-Agent": {c.Config().Agent}})
	if errors.Is(err, websocket.ErrBadHandshake) && answer != nil {
		return at, fmt.Errorf("it answers %d %s instead of opening a websocket", answer.StatusCode, http.StatusText(answer.StatusCode))
	}
	if err != nil {
		return at, err
	}
	defer ws.Close()
	ws.SetReadLimit(maxHello)
	if end, ok := ctx.Deadline(); ok {
		if err := ws.SetReadDeadline(end); err != nil {
			return at, err
		}
	}
	_, b, err := ws.ReadMessage()
	var closed *websocket.CloseError
	if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure { // which stands for no close frame
		return at, fmt.Errorf("it closes the websocket with code %d instead of saying hello", closed.Code)
	}
	if err != nil {
		return at, fmt.Errorf("the websocket is open and no hello comes: %w", err)
	}
	var hello struct {
		Op int `json:"op"`
	}
	if err := json.Unmarshal(b, &hello); err != nil || hello.Op != opHello {
		return at, errors.New("the websocket is open, and its first words are no hello")
	}
	return at, nil
}

const (
	opHello  = 10
	maxHello = 64 << 10
)
