package rehearse

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// cleaning removes what rehearsals made, and remembers what it could not remove.
type cleaning struct {
	run  *run
	left []leaving
}

// A leaving is what could not be removed.
type leaving struct {
	id   string // of what it is, so that it is named once
	what string
}

// names say what is left. What has the same name is counted.
func (c *cleaning) names() (list []string) {
	count := map[string]int{}
	for _, l := range c.left {
		if count[l.what]++; count[l.what] == 1 {
			list = append(list, l.what)
		}
	}
	for i, what := range list {
		if n := count[what]; n > 1 {
			list[i] = fmt.Sprintf("%s (%d of them)", what, n)
		}
	}
	return list
}

// A marked message is one of a rehearsal.
type marked struct {
	id      discord.ID
	presser discord.ID // whose direct messages have to be cleaned, too; 0 for none
	thread  bool
}

// marked lists the messages of a channel that a rehearsal of this bot made.
func (c *cleaning) marked(ctx context.Context, at discord.ID) (list []marked, err error) {
	var all []struct {
		ID     discord.ID `json:"id"`
		Author struct {
			ID discord.ID `json:"id"`
		} `json:"author"`
		Flags  discordgo.MessageFlags `json:"flags"`
		Embeds []struct {
			Footer struct {
				Text string `json:"text"`
			} `json:"footer"`
		} `json:"embeds"`
	}
	if err := c.run.asked(ctx, http.MethodGet, "/channels/"+at.String()+"/messages?limit=100", nil, &all); err != nil {
		return nil, err
	}
	for _, m := range all {
		if m.Author.ID != c.run.app.User.ID {
			continue
		}
		for _, e := range m.Embeds {
			rest, is := strings.CutPrefix(e.Footer.Text, mark)
			if !is {
				continue
			}
			one := marked{id: m.ID, thread: m.Flags&discordgo.MessageFlagsHasThread != 0}
			if id, err := discord.ParseID(strings.TrimSpace(rest)); err == nil {
				one.presser = id
			}
			list = append(list, one)
			break
		}
	}
	return list, nil
}

// cleanBefore removes what an earlier rehearsal left, and has the bot leave the voice channel.
func cleanBefore(ctx context.Context, r *run) error {
	return errors.Join(r.leaveEarlier(ctx), removeLeftovers(ctx, r))
}

// removeLeftovers removes what an earlier rehearsal left in the channel and on the server.
func removeLeftovers(ctx context.Context, r *run) error {
	messages, err := r.cleaning.marked(ctx, r.Channel)
	for _, m := range messages {
		r.Say("  a message of an earlier rehearsal is there; removing it")
		if m.presser != 0 {
			err = errors.Join(err, r.cleaning.private(ctx, m.presser))
		}
		if m.thread {
			r.cleaning.thread(ctx, m.id)
		}
		r.cleaning.noted(m.id, "a message in the channel", r.client.Delete(ctx, r.Channel, m.id))
	}
	return errors.Join(err, r.cleaning.threads(ctx), r.cleaning.events(ctx))
}

// private removes what is in the direct messages of a presser.
func (c *cleaning) private(ctx context.Context, presser discord.ID) error {
	at, err := c.run.client.DM(ctx, presser)
	if err != nil {
		return err
	}
	messages, err := c.marked(context.WithValue(ctx, tapeKey{}, untaped), at)
	for _, m := range messages {
		c.noted(m.id, "a message in your direct messages", c.run.client.Delete(ctx, at, m.id))
	}
	return err
}

// threads removes the threads of earlier rehearsals.
func (c *cleaning) threads(ctx context.Context) error {
	var active struct {
		Threads []struct {
			ID     discord.ID `json:"id"`
			Owner  discord.ID `json:"owner_id"`
			Parent discord.ID `json:"parent_id"`
			Name   string     `json:"name"`
		} `json:"threads"`
	}
	err := c.run.asked(ctx, http.MethodGet, "/guilds/"+c.run.Guild.String()+"/threads/active", nil, &active)
	for _, t := range active.Threads {
		if t.Owner == c.run.app.User.ID && t.Parent == c.run.Channel && t.Name == mark {
			c.thread(ctx, t.ID)
		}
	}
	return err
}

// events removes the events of earlier rehearsals, also those that are over.
func (c *cleaning) events(ctx context.Context) error {
	var all []struct {
		ID      discord.ID `json:"id"`
		Creator discord.ID `json:"creator_id"`
		Place   struct {
			Location string `json:"location"`
		} `json:"entity_metadata"`
	}
	err := c.run.asked(ctx, http.MethodGet, "/guilds/"+c.run.Guild.String()+"/scheduled-events", nil, &all)
	for _, e := range all {
		if e.Creator == c.run.app.User.ID && e.Place.Location == mark {
			_, err := c.run.client.SetEvent(ctx, c.run.Guild, e.ID, nil)
			c.noted(e.ID, "an event of the server", err)
		}
	}
	return err
}

// noted notes what could not be removed, to name it to the operator. What is removed after all is
// named no more.
func (c *cleaning) noted(id fmt.Stringer, what string, err error) {
	at := slices.IndexFunc(c.left, func(l leaving) bool { return l.id == id.String() })
	switch {
	case err == nil || discord.IsDeleted(err):
		if at >= 0 {
			c.left = slices.Delete(c.left, at, at+1)
		}
	case at < 0:
		c.left = append(c.left, leaving{id.String(), what})
		c.run.Say("  could not remove " + what + ": " + kindOfError(err))
	}
}

// thread deletes a thread. Without the permission for that, it archives the thread.
func (c *cleaning) thread(ctx context.Context, id discord.ID) {
	at := "/channels/" + id.String()
	if c.run.has(discordgo.PermissionManageThreads) {
		var e *discord.Error
		err := c.run.asked(ctx, http.MethodDelete, at, nil, nil)
		if errors.As(err, &e) && e.Status == http.StatusNotFound {
			err = nil
		}
		c.noted(threadKey(id), "the thread «"+mark+"»", err)
		return
	}
	inside, err := c.marked(context.WithValue(ctx, tapeKey{}, untaped), id)
	for _, m := range inside {
		c.noted(m.id, "a message in a thread", c.run.client.Delete(ctx, id, m.id))
	}
	if err = errors.Join(err, c.run.asked(ctx, http.MethodPatch, at, object{"archived": true}, nil)); err != nil {
		c.run.Say("  the thread could not be archived: " + kindOfError(err))
	}
	what := "the thread «" + mark + "», which only a moderator can delete: the bot lacks Manage Threads, and does not need it otherwise"
	if key := (leaving{threadKey(id).String(), what}); !slices.Contains(c.left, key) {
		c.left = append(c.left, key)
	}
}

// A threadKey tells a thread from its message, which has the same id.
type threadKey discord.ID

func (k threadKey) String() string { return "thread " + discord.ID(k).String() }

// errLeft is why a thread is not deleted.
const errLeft = errSkip("the thread is archived and not deleted: the bot lacks Manage Threads, and does not need it otherwise")

// removeOwnThread removes the thread of this rehearsal.
func removeOwnThread(ctx context.Context, r *run) error {
	id := r.thread
	r.thread = 0
	r.cleaning.thread(ctx, id)
	if !r.has(discordgo.PermissionManageThreads) {
		return errLeft
	}
	return nil
}

// removeEvent removes the event of this rehearsal.
func removeEvent(ctx context.Context, r *run) error {
	_, err := r.client.SetEvent(ctx, r.Guild, r.event, nil)
	if err == nil {
		r.event = 0
	}
	return err
}

// removeOwnPrivate removes what only the presser sees.
func removeOwnPrivate(ctx context.Context, r *run) error {
	whole := len(r.private.panels) > 0 && r.private.message != 0
	for len(r.private.panels) > 0 {
		if err := r.private.close(ctx, r.client, r.private.panels[0]); err != nil {
			return err
		}
	}
	if r.private.message != 0 {
		if err := r.client.Delete(ctx, r.private.channel, r.private.message); err != nil {
			return err
		}
		r.private.message = 0
	}
	if !whole {
		return errSkip("not all that is private was made; what was is removed")
	}
	return nil
}

// privateLeft names what only the presser sees, and what to do about it.
const privateLeft = "an answer that only you see; dismiss it"

// A privateKey is the number of such an answer, which may have no id.
type privateKey int

func (k privateKey) String() string { return fmt.Sprint("private ", int(k)) }

// removeMade removes what this rehearsal made and has not removed yet. Then it looks once more,
// because a request that was interrupted may have made something.
func removeMade(ctx context.Context, r *run) error {
	if !r.entered.IsZero() {
		if err := r.gateway.SetVoiceState(r.Guild, 0); err != nil {
			r.Say("  the voice channel is left when the gateway closes")
		}
	}
	for i, t := range slices.Clone(r.private.panels) {
		r.cleaning.noted(privateKey(i), privateLeft, r.private.close(ctx, r.client, t))
	}
	for i := range r.private.unknown {
		r.cleaning.noted(privateKey(-1-i), privateLeft, errNoID)
	}
	if r.private.message != 0 {
		r.cleaning.noted(r.private.message, "a message in your direct messages", r.client.Delete(ctx, r.private.channel, r.private.message))
	}
	if r.event != 0 {
		r.cleaning.noted(r.event, "an event of the server", removeEvent(ctx, r))
	}
	if r.thread != 0 {
		r.cleaning.thread(ctx, r.thread)
	}
	for _, id := range []discord.ID{r.upload, r.board} {
		if id != 0 {
			r.cleaning.noted(id, "a message in the channel", r.client.Delete(ctx, r.Channel, id))
		}
	}
	if r.rights == 0 {
		return errSkip("nothing was made")
	}
	if err := removeLeftovers(ctx, r); err != nil {
		return err
	}
	if r.upload == 0 || r.board == 0 {
		return errSkip("not all was made; what was is removed")
	}
	return nil
}
