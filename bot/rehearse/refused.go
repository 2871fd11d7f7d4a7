package rehearse

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/discord"
)

// nowhere is an id that nothing has.
const nowhere = "100000000000000001"

// wrongToken has the length of an interaction's token, and is none.
var wrongToken = strings.Repeat("x", 180)

// beRefused asks for what does not exist and what has a wrong form. The bot acts on the codes of
// these refusals.
func beRefused(ctx context.Context, r *run) error {
	here, guild := "/channels/"+r.Channel.String()+"/messages", "/guilds/"+r.Guild.String()
	text := object{"content": "This is refused.", "allowed_mentions": object{"parse": []string{}}}
	for _, one := range []struct {
		method, path string
		body         any
	}{
		{http.MethodGet, here + "/" + nowhere, nil},
		{http.MethodPatch, here + "/" + nowhere, text},
		{http.MethodDelete, here + "/" + nowhere, nil},
		{http.MethodGet, "/channels/" + nowhere, nil},
		{http.MethodPost, here, object{"content": ""}},
		{http.MethodPost, here, object{"content": strings.Repeat("x", 2001)}},
		{http.MethodPost, here, object{"content": "x", "components": []object{{"type": 1, "components": []object{{"type": 2, "style": 1, "label": strings.Repeat("x", 81), "custom_id": customPrefix + "long"}}}}}},
		{http.MethodPost, here, object{"embeds": []object{{"description": strings.Repeat("x", 4097)}}}},
		{http.MethodPost, here, object{"content": "x", "components": []object{{"type": 1, "components": slices.Repeat([]object{{"type": 2, "style": 1, "label": "x", "custom_id": customPrefix + "twice"}}, 2)}}}},
		{http.MethodGet, guild + "/members/" + nowhere, nil},
		{http.MethodPost, "/interactions/" + nowhere + "/" + wrongToken + "/callback", object{"type": 6}},
		{http.MethodPatch, "/webhooks/" + r.app.ID.String() + "/" + wrongToken + "/messages/@original", text},
		{http.MethodPost, "/users/@me/channels", object{"recipient_id": nowhere}},
		{http.MethodPost, here + "/" + nowhere + "/threads", object{"name": mark}},
	} {
		if _, err := r.tried(ctx, one.method, one.path, one.body, nil); err != nil {
			return err
		}
	}
	return nil
}

// mostRequests is how many requests look for a limit.
const mostRequests = 12

// beLimited reads the board until Discord says that this was too often, and once more after the
// time that it said.
func beLimited(ctx context.Context, r *run) error {
	path := "/channels/" + r.Channel.String() + "/messages/" + r.board.String()
	for range mostRequests {
		status, err := r.ask(context.WithValue(ctx, tapeKey{}, deliberate), http.MethodGet, path, nil, nil)
		if err != nil {
			return err
		}
		if status != http.StatusTooManyRequests {
			continue
		}
		wait := r.tape.retryAfter()
		r.finds("after a limit Discord asks to wait %v", wait.Round(100*time.Millisecond))
		if !discord.Sleep(ctx, wait+100*time.Millisecond) {
			return ctx.Err()
		}
		return r.asked(ctx, http.MethodGet, path, nil, nil)
	}
	r.finds("no limit in %d requests for a message", mostRequests)
	return nil
}

// retryAfter is how long the last answer asks to wait.
func (t *tape) retryAfter() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.answers) == 0 {
		return time.Second
	}
	return waitOf(t.answers[len(t.answers)-1].header)
}

// waitOf is how long headers ask to wait, and no longer than a rehearsal can.
func waitOf(h http.Header) time.Duration { return min(wholeWait(h), 15*time.Second) }

// wholeWait is how long headers ask to wait.
func wholeWait(h http.Header) time.Duration {
	for _, name := range []string{"X-Ratelimit-Reset-After", "Retry-After"} {
		if s, err := strconv.ParseFloat(h.Get(name), 64); err == nil && s >= 0 {
			return time.Duration(min(s, 24*3600) * float64(time.Second))
		}
	}
	return time.Second
}
