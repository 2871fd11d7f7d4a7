package rehearse

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// cleaning removes what rehearsals made, and remembers what it could not remove.
type cleaning struct {
	run  *run
	left []string
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
		r.cleaning.noted("a message in the channel", r.client.Delete(ctx, r.Channel, m.id))
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
		c.noted("a message in your direct messages", c.run.client.Delete(ctx, at, m.id))
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
			c.noted("an event of the server", err)
		}
	}
	return err
}

// noted notes what could not be removed, to name it to the operator.
func (c *cleaning) noted(what string, err error) {
	if err == nil || discord.IsDeleted(err) {
		return
	}
	c.left = append(c.left, what)
	c.run.Say("  could not remove " + what + ": " + kindOfError(err))
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
		c.noted("the thread «"+mark+"»", err)
		return
	}
	inside, err := c.marked(context.WithValue(ctx, tapeKey{}, untaped), id)
	for _, m := range inside {
		c.noted("a message in a thread", c.run.client.Delete(ctx, id, m.id))
	}
	if err = errors.Join(err, c.run.asked(ctx, http.MethodPatch, at, object{"archived": true}, nil)); err != nil {
		c.run.Say("  the thread could not be archived: " + kindOfError(err))
	}
	c.left = append(c.left, "the thread «"+mark+"», which only a moderator can delete: the bot lacks Manage Threads, and does not need it otherwise")
}

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
	whole := !r.private.panel.Zero() && r.private.message != 0
	if !r.private.panel.Zero() {
		if err := r.client.DeletePanel(ctx, r.private.panel); err != nil {
			return err
		}
		r.private.panel = discord.PanelToken{}
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

// removeMade removes what this rehearsal made and has not removed yet. Then it looks once more,
// because a request that was interrupted may have made something.
func removeMade(ctx context.Context, r *run) error {
	if !r.entered.IsZero() {
		if err := r.gateway.SetVoiceState(r.Guild, 0); err != nil {
			r.Say("  the voice channel is left when the gateway closes")
		}
	}
	if !r.private.panel.Zero() {
		if err := r.client.DeletePanel(ctx, r.private.panel); err != nil {
			r.Say("  the answer that only you see stays until you dismiss it")
		}
	}
	if r.private.message != 0 {
		r.cleaning.noted("a message in your direct messages", r.client.Delete(ctx, r.private.channel, r.private.message))
	}
	if r.event != 0 {
		r.cleaning.noted("an event of the server", removeEvent(ctx, r))
	}
	if r.thread != 0 {
		r.cleaning.thread(ctx, r.thread)
	}
	for _, id := range []discord.ID{r.upload, r.board} {
		if id != 0 {
			r.cleaning.noted("a message in the channel", r.client.Delete(ctx, r.Channel, id))
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
