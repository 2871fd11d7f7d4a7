package gateway

import (
	"context"
	"net/http"
	"time"

	"oneiros/bot/discord/transport"
)

// gatewayBot is the gateway's address, and how many sessions may be begun.
type gatewayBot struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"` // that Discord recommends
	Budget struct {
		Total       int   `json:"total"`
		Remaining   int   `json:"remaining"`
		After       int64 `json:"reset_after"` // milliseconds
		Concurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// reset is in what time the budget is renewed.
func (e *gatewayBot) reset() time.Duration { return time.Duration(e.Budget.After) * time.Millisecond }

// Starts are what Discord says about sessions of the gateway.
type Starts struct {
	Shards      int           // how many it recommends
	Left, Total int           // sessions that may still be begun, and of how many
	Renewed     time.Duration // in what time there are so many again
	Concurrency int           // how many may be begun each five seconds

	told gatewayBot
	at   time.Time // when Discord said it
}

// AskStarts asks how many shards the bot needs, and how many sessions it may begin.
func AskStarts(ctx context.Context, c *transport.Sender) (Starts, error) {
	e, err := askGateway(ctx, c)
	return Starts{
		Shards: max(1, e.Shards), Left: e.Budget.Remaining, Total: e.Budget.Total, Renewed: e.reset(), Concurrency: max(1, e.Budget.Concurrency),
		told: e, at: time.Now(),
	}, err
}

// askGateway asks for the gateway.
func askGateway(ctx context.Context, c *transport.Sender) (gatewayBot, error) {
	var e gatewayBot
	err := c.Do(ctx, &transport.Request{
		Method: http.MethodGet, Route: "GET gateway/bot", Path: "/gateway/bot", Retry: transport.Always, Read: transport.ReadJSON(&e),
	})
	return e, err
}
