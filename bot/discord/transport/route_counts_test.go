package transport_test

import (
	"net/http"
	"slices"
	"testing"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"
)

// TestRoutes: each attempt is counted by its route, which names no channel and no token.
// Those with an interaction's token are not among the fifty a second.
func TestRoutes(t *testing.T) {
	t.Parallel()
	c, _ := dialled(t, func(c *transport.Config) { c.Backoff = 1 }, func(n int, _ asked) (int, http.Header, string, error) {
		if n == 1 {
			return 503, nil, "{}", nil
		}
		return 200, nil, `{"id":"7"}`, nil
	})
	if err := c.Edit(ctx, 8, 9, whole); err != nil {
		t.Fatal(err)
	}
	if err := c.EditBoard(ctx, lent, whole); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Answer(ctx, asking, discord.Update, whole); err != nil {
		t.Fatal(err)
	}
	want := []transport.RouteStats{{"PATCH channels/messages/ID", true, 2}, {"PATCH webhooks/messages/@original", false, 1}, {"POST interactions/callback", false, 1}}
	if got := c.Sender().Stats().Routes; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}
