package notebook

import (
	"context"
	"errors"

	"oneiros/bot/discord"
	"oneiros/bot/reply"
	"oneiros/bot/route"
	"oneiros/bot/screen"
)

// A reader is a person who reads their notebook of a match.
type reader struct {
	match string
	user  discord.ID
}

// An answer is the message that shows a notebook, and the press that it answered last.
type answer struct {
	press, message discord.ID
	token          discord.PanelToken
}

// answer shows a notebook: in place of the message that was pressed, or on one of its own. The
// message that showed it before is deleted.
func (n *notebooks) answer(ctx context.Context, r *route.Request, shown *screen.Shown, here bool) error {
	now := answer{press: r.Interaction.ID, message: r.Interaction.Message.ID}
	here = here && r.OnOwn()
	if here {
		err := r.ShowHere(ctx, shown)
		here = !errors.Is(err, reply.ErrElsewhere)
		if here && err != nil {
			return err
		}
	}
	if !here {
		var sent discord.Sent
		message := *shown.Message
		message.Sent = &sent
		own := *shown
		own.Message = &message
		if err := r.ShowNew(ctx, &own); err != nil {
			return err
		}
		now.message = sent.ID
	}
	now.token = r.Panel()
	former, ok := n.replace(reader{r.Table.ID, r.Interaction.User.ID}, now)
	if !ok || !former.token.Lives(0) {
		return nil
	}
	n.Go(func(ctx context.Context) {
		err := n.client.DeletePanel(ctx, former.token)
		if err != nil && !discord.IsDeleted(err) && !discord.IsExpired(err) {
			n.Refused(err)
			n.Log.Debug().Err(err).Str("match", r.Table.ID).Msg("delete former notebook failed")
		}
	})
	return nil
}

// replace notes where a notebook is shown now. It returns the message that is out of date, if there
// is one: of two answers at once that of the earlier press. What can no longer be deleted is
// forgotten.
func (n *notebooks) replace(of reader, now answer) (former answer, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for key, old := range n.last {
		if key != of && !old.token.Lives(0) {
			delete(n.last, key)
		}
	}
	former, ok = n.last[of]
	if ok && former.press > now.press {
		former, now = now, former
	}
	n.last[of] = now
	return former, ok && former.message != 0 && former.message != now.message
}
