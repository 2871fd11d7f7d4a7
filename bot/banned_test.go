package bot

import (
	"testing"
	"time"
)

// TestBlocked: Cloudflare refuses the post of a board in Discord's place. The presser is not
// told of a permission that is missing, the table stays, and its board is posted later.
func TestBlocked(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.refuses("POST /channels/{channel}/messages", 1020, 1)
		r := w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		if r.Message == nil || has(r.Message, "Discord does not let the bot write") {
			t.Errorf("the presser is told:\n%s", r.Message.Text())
		}
		if n := len(w.bot.tables.Live()); n != 1 {
			t.Fatalf("there are %d tables", n)
		}
		time.Sleep(3 * time.Minute)
		w.own("Eve", w.board(), "join")
		if n := len(w.state().Players); n != 2 {
			t.Errorf("%d people sit there", n)
		}
	})
}
