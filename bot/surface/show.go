package surface

import (
	"cmp"
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/store"
)

// show makes a message show what is so, and reports whether it edited one. See hidden for what
// follows from an error.
func (k *Keeper) show(ctx context.Context, m *message) (edited bool, err error) {
	k.mu.Lock()
	anew, asked, at := m.anew, m.asked, m.at()
	m.dirty, m.anew, m.asked, m.wanted = false, false, false, false
	over := m.over
	k.mu.Unlock()
	if over {
		return false, nil
	}
	look, err := k.kinds[m.key.Kind].Look(ctx, m.key, at)
	switch {
	case err != nil:
	case look == nil:
		return false, k.forget(ctx, m)
	case at.State == store.Gone && (look.Remove || look.Last):
		return false, k.forget(ctx, m)
	case look.Wait, at.State == store.Gone && !anew:
		return false, nil
	case look.Event != nil:
		err = k.showEvent(ctx, m, look)
	default:
		edited, err = k.showMessage(ctx, m, look, asked, anew)
	}
	switch {
	case err == nil:
	case look != nil && hides(err):
		m.refused = look.Digest
	default:
		k.mu.Lock()
		m.anew, m.asked = m.anew || anew, m.asked || asked
		k.mu.Unlock()
	}
	return edited, err
}

// hidden decides what it means that a message cannot be shown. One whose channel is gone is
// forgotten. What Discord does not allow is tried again when the message should look otherwise,
// and with the next sweep. Other errors are tried again soon.
func (k *Keeper) hidden(ctx context.Context, m *message, err error) error {
	switch {
	case discord.IsChannelGone(err):
		if lost := k.kinds[m.key.Kind].Lost; lost != nil {
			return lost(ctx, m.key)
		}
		return k.forget(ctx, m)
	case hides(err):
		return nil
	}
	return err
}

// hides reports whether a message cannot be shown until something changes.
func hides(err error) bool {
	return discord.Code(err) == discordgo.ErrCodePerformedOperationOnArchivedThread || discord.IsDeleted(err) || discord.IsForbidden(err) || discord.IsOurs(err) || errors.Is(err, discord.ErrPrivate)
}

// forget forgets a message. One that was asked for meanwhile is to be posted instead.
func (k *Keeper) forget(ctx context.Context, m *message) error {
	k.mu.Lock()
	again := m.wanted
	m.over = !again
	k.mu.Unlock()
	if again {
		return k.intend(ctx, m)
	}
	if err := k.Store.DeleteSurface(ctx, m.key.Owner, m.key.Kind, uint64(m.key.User)); err != nil {
		return err
	}
	k.mu.Lock()
	next := k.seen[m.key]
	k.mu.Unlock()
	if next != nil && next != m { // it is wanted again
		return k.Store.SaveSurface(ctx, next.row)
	}
	return nil
}

// save saves where a message is.
func (k *Keeper) save(ctx context.Context, m *message, state store.State, id discord.ID) error {
	k.mu.Lock()
	row, over := m.row, m.over
	k.mu.Unlock()
	if over { // another one has its place
		return nil
	}
	row.State, row.Message = state, uint64(id)
	if err := k.Store.SaveSurface(ctx, row); err != nil {
		return err
	}
	k.mu.Lock()
	m.row = row
	k.mu.Unlock()
	k.others(m)
	return nil
}

// others has the other messages of an owner compared, which may lead to this one.
func (k *Keeper) others(m *message) {
	for _, other := range k.of(m.key.Owner) {
		if other != m {
			k.Redraw(other.key)
		}
	}
}

func (k *Keeper) showMessage(ctx context.Context, m *message, look *Look, asked, anew bool) (edited bool, err error) {
	channel, id := discord.ID(m.row.Channel), discord.ID(m.row.Message)
	switch {
	case m.row.State == store.Gone:
		return false, k.again(ctx, m, look)
	case m.row.State == store.Intended:
		return false, k.post(ctx, m, look)
	case look.Remove:
		if err := k.Client.Delete(ctx, channel, id); err != nil && !hides(err) {
			return false, err
		}
		return false, k.forget(ctx, m)
	case look.Anew && m.shown != look.Digest:
		if err := k.Client.Delete(ctx, channel, id); err != nil && !hides(err) {
			return false, err
		}
		return false, k.again(ctx, m, look)
	case m.shown == look.Digest && !anew, m.shown == "" && look.Settled && !asked, m.refused == look.Digest && asked && !anew:
		return false, nil
	}
	err = k.Client.Edit(ctx, channel, id, look.Message)
	if !look.Ended && discord.Code(err) == discordgo.ErrCodePerformedOperationOnArchivedThread {
		if err = k.Client.OpenThread(ctx, channel); err == nil {
			err = k.Client.Edit(ctx, channel, id, look.Message)
		}
	}
	switch {
	case look.Last && (err == nil || discord.IsDeleted(err)):
		return true, k.forget(ctx, m)
	case err == nil:
		m.shown = look.Digest
		return true, nil
	case !discord.IsDeleted(err) || discord.IsChannelGone(err):
		return false, err
	case anew || k.kinds[m.key.Kind].Returns:
		return false, k.again(ctx, m, look)
	}
	return false, k.save(ctx, m, store.Gone, id)
}

// again posts a message in place of one that was deleted.
func (k *Keeper) again(ctx context.Context, m *message, look *Look) error {
	if err := k.intend(ctx, m); err != nil {
		return err
	}
	return k.post(ctx, m, look)
}

// intend saves that a message is to be posted in place of one that is gone.
func (k *Keeper) intend(ctx context.Context, m *message) error {
	m.former, m.fresh, m.posted, m.shown = discord.ID(m.row.Message), true, 0, ""
	return k.save(ctx, m, store.Intended, 0)
}

// post posts a message. One that is there already and was not noted is taken instead, also if
// what it is about is over.
func (k *Keeper) post(ctx context.Context, m *message, look *Look) (err error) {
	once := screen.Once{
		Channel: discord.ID(m.row.Channel), Name: screen.OnceName(m.key.Kind, " ", m.key.Owner.ID, " ", m.key.User, " ", m.former, m.row.Path),
		Is: func(is discord.OwnMessage) bool { return k.kinds[m.key.Kind].Is(is, m.key) },
	}
	kind := k.kinds[m.key.Kind]
	if m.posted == 0 && !m.fresh && kind.Is != nil {
		if m.posted, err = once.Find(ctx, k.Client); err != nil {
			return err
		}
	}
	if m.posted == 0 {
		switch {
		case look.Remove, look.Last:
			return k.forget(ctx, m)
		case look.Ended:
			return nil
		case kind.Once && !m.fresh:
			return k.save(ctx, m, store.Gone, 0)
		}
		in, cancel := context.WithCancel(ctx)
		if look.Within > 0 {
			k.Due.After(look.Within, func(context.Context) { cancel() })
		}
		m.posted, err = once.Post(in, k.Client, cmp.Or(look.Message, m.once))
		cancel()
		if err != nil {
			m.posted, m.fresh = 0, m.fresh && !discord.MayHaveArrived(err)
			if kind.Once && isRefusal(err) {
				return errors.Join(err, k.save(ctx, m, store.Gone, 0))
			}
			return err
		}
		if m.fresh { // else Discord may have answered with what was posted before
			m.shown = look.Digest
		}
	}
	if err := k.save(ctx, m, store.Sent, m.posted); err != nil {
		return err
	}
	if m.posted = 0; m.shown == "" {
		k.Redraw(m.key) // by its owner, which is the caller
	}
	return nil
}

// isRefusal reports whether Discord has refused a request and would refuse it again, until
// something changes.
func isRefusal(err error) bool {
	_, limited := discord.IsLimited(err)
	return (discord.Code(err) != 0 || discord.IsForbidden(err)) && !limited && !discord.MayHaveArrived(err)
}
