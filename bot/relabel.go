package bot

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games/text"
)

// relabelPanels has the open panels of somebody drawn in their language.
func relabelPanels(ctx context.Context, s *services, user discord.ID, lang text.Lang) error {
	for _, t := range s.tables.All() {
		if t.Direct() && t.Person() != user {
			continue
		}
		key := panelKey(t, user)
		at, ok := s.reconciler.Address(key)
		if !ok || at.Lang == lang {
			continue
		}
		at.Lang = lang
		s.reconciler.Track(key, at, "")
		if err := s.surfaces.Save(ctx, key, at); err != nil {
			return err
		}
	}
	return nil
}

// personChanged has the panels of somebody drawn again, because something of them was
// changed at another shard: what they know of a game, or their language. The ID 0 may be
// anybody.
func personChanged(b *services, user discord.ID) {
	if user == 0 {
		for _, s := range b.tables.Live() {
			b.reconciler.MarkDirty(s.ID)
		}
		return
	}
	seated := b.tables.Seated(user)
	if len(seated) == 0 {
		return
	}
	b.jobs.spawn(func(ctx context.Context) {
		u, err := b.store.User(ctx, uint64(user))
		if err != nil {
			b.log.Failed(err).Msg("get changed person failed")
			return
		}
		if lang, chosen := text.ParseLang(u.Lang); chosen {
			if err := relabelPanels(ctx, b, user, lang); err != nil {
				b.log.Failed(err).Msg("relabel panels failed")
			}
		}
		for _, s := range seated {
			if s.Phase == table.Live {
				b.reconciler.MarkDirty(s.ID)
			}
		}
	})
}

// redrawServer has everything that the tables of a server show compared with what it should
// show.
func (s *services) redrawServer(guild discord.ID) {
	for _, t := range s.tables.All() {
		if t.Guild == guild {
			s.reconciler.MarkDirty(t.ID)
		}
	}
}
