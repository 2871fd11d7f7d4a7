package bot

import (
	"errors"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
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
		if n := len(w.bot.tables.Known(table.On())); n != 1 {
			t.Fatalf("there are %d tables", n)
		}
		time.Sleep(3 * time.Minute)
		w.own("Eve", w.board(), "join")
		if n := len(w.state().Players); n != 2 {
			t.Errorf("%d people sit there", n)
		}
	})
}

// TestFollowUpsBanned: follow-ups are banned. A press on the board gets its panel as the
// answer itself, and none is answered with nothing but the first, which found it out.
func TestFollowUpsBanned(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		w.refuses("POST /webhooks/{app}/{token}", 1015, 1)
		id := page.CustomID{Match: w.state().ID, Action: page.Panel}.String()
		for n := range 3 {
			time.Sleep(2 * time.Minute) // so that the board would borrow the press
			r, err := w.person("Eve").Press(w.ctx, w.board().ID, id)
			if n > 0 && (err != nil || r.Message == nil || !r.Message.Ephemeral()) {
				t.Errorf("press %d is answered with %+v, %v", n, r, err)
			}
		}
	})
}

// TestAnswersBanned: answers to presses are banned for an hour. The log says it once, and not
// for each press. Afterwards people are answered.
func TestAnswersBanned(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		w.refuses(answering, 1015, 1)
		id := page.CustomID{Match: w.state().ID, Action: page.Panel}.String()
		for range 5 {
			if _, err := w.person("Eve").Press(w.ctx, w.board().ID, id); !errors.Is(err, localcord.ErrNoAnswer) {
				t.Errorf("the press ends with %v", err)
			}
		}
		if n := strings.Count(w.log.String(), "answer interaction failed"); n != 1 {
			t.Errorf("the log says it %d times\n%s", n, w.log)
		}
		time.Sleep(time.Hour)
		if r, err := w.person("Eve").Press(w.ctx, w.board().ID, id); err != nil || r.Message == nil {
			t.Errorf("after the ban: %+v, %v", r, err)
		}
	})
}
