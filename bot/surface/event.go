package surface

import (
	"context"
	"fmt"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/store"
)

// showEvent makes an event look as it should.
func (k *Keeper) showEvent(ctx context.Context, m *message, look *Look) error {
	guild := discord.ID(m.key.Owner.Guild)
	if m.row.State == store.Intended {
		if err := k.makeEvent(ctx, m, look); err != nil || m.row.State == store.Intended {
			return err
		}
	}
	if m.shown == look.Digest && !look.Remove {
		return nil
	}
	is := look.Event
	if look.Remove {
		is = nil
	}
	_, err := k.Client.SetEvent(ctx, guild, discord.ID(m.row.Message), is)
	ends := look.Last || look.Remove
	switch refused := isRefusal(err); {
	case err == nil && !ends:
		m.shown = look.Digest
		return nil
	case err == nil, discord.IsEventOver(err), refused && ends && !look.Remove:
		return k.forget(ctx, m)
	case refused:
		k.Refused(err)
		k.Log.Debug().Err(err).Msg("change event failed")
		return nil
	}
	return err
}

// makeEvent makes an event. One that is there already and was not noted is taken instead.
func (k *Keeper) makeEvent(ctx context.Context, m *message, look *Look) (err error) {
	guild := discord.ID(m.key.Owner.Guild)
	if m.posted == 0 && !m.fresh {
		if m.posted, err = findEvent(ctx, k.Client, k.Log, guild, look.Event.Location); err != nil && !isRefusal(err) {
			return err
		}
	}
	if m.posted == 0 {
		if look.Ended || look.Remove {
			return k.forget(ctx, m)
		}
		m.posted, err = k.Client.SetEvent(ctx, guild, 0, look.Event)
		if isRefusal(err) {
			k.Refused(err)
			k.Log.Debug().Err(err).Msg("schedule event failed")
			return k.forget(ctx, m)
		}
		if err != nil {
			m.posted, m.fresh = 0, m.fresh && !discord.MayHaveArrived(err)
			return err
		}
		m.shown = look.Digest
	}
	if err := k.save(ctx, m, store.Sent, m.posted); err != nil {
		return err
	}
	m.posted = 0
	return nil
}

// findEvent looks through the events of a server for one at a location, and returns 0 when
// there is none. Of several only the newest stays.
func findEvent(ctx context.Context, client Client, log savelog.Log, guild discord.ID, at string) (found discord.ID, err error) {
	list, err := client.OwnEvents(ctx, guild)
	if err != nil {
		return 0, fmt.Errorf("list events: %w", err)
	}
	for _, e := range list {
		if e.Location != at {
			continue
		}
		last := max(found, e.ID)
		if old := min(found, e.ID); old != 0 {
			if _, err := client.SetEvent(ctx, guild, old, nil); err != nil {
				log.Debug().Err(err).Msg("delete second event failed")
			}
		}
		found = last
	}
	return found, nil
}
