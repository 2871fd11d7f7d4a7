package bot

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
)

// redrawing has what was changed elsewhere drawn again.
type redrawing struct {
	store      SettingsStore
	tables     *table.Tables
	reconciler *screen.Reconciler
	surfaces   *surfaces
	jobs       *jobs
	log        savelog.Log
}

// relabel has the open panels and translations of a person drawn in their language.
func (d *redrawing) relabel(ctx context.Context, user discord.ID, lang text.Lang) error {
	for _, t := range d.tables.Known(table.All()) {
		if t.Direct() && t.Person() != user {
			continue
		}
		for _, key := range []screen.Key{panelKey(t, user), translationKey(t, user)} {
			at, ok := d.reconciler.Address(key)
			if !ok || at.Lang == lang {
				continue
			}
			at.Lang = lang
			d.reconciler.Track(key, at, "")
			if err := d.surfaces.Save(ctx, key, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// person has the panels of a person drawn again, because something of theirs was
// changed at another shard: what they know of a game, or their language. The ID 0 may be
// any person.
func (d *redrawing) person(user discord.ID) {
	if user == 0 {
		for _, s := range d.tables.Known(table.On()) {
			d.reconciler.MarkDirty(s.ID)
		}
		return
	}
	seated := d.tables.Known(table.OfPerson(user))
	if len(seated) == 0 {
		return
	}
	d.jobs.spawn(func(ctx context.Context) {
		u, err := d.store.User(ctx, uint64(user))
		if err != nil {
			d.log.Failed(err).Msg("get changed person failed")
			return
		}
		if lang, chosen := text.ParseLang(u.Lang); chosen {
			if err := d.relabel(ctx, user, lang); err != nil {
				d.log.Failed(err).Msg("relabel panels failed")
			}
		}
		for _, s := range seated {
			if s.Phase == table.Live {
				d.reconciler.MarkDirty(s.ID)
			}
		}
	})
}

// server has everything that the tables of a server show compared with what it should
// show.
func (d *redrawing) server(guild discord.ID) {
	for _, t := range d.tables.Known(table.All()) {
		if t.Guild == guild {
			d.reconciler.MarkDirty(t.ID)
		}
	}
}
