package audit

import (
	"cmp"
	"context"

	"oneiros/bot/discord"
	"oneiros/games/text"
)

// post has an entry posted behind those of its server that wait.
func (a *audit) post(p posting) {
	guild := discord.ID(p.Guild)
	a.mu.Lock()
	_, posts := a.waiting[guild]
	a.waiting[guild] = append(a.waiting[guild], p)
	a.mu.Unlock()
	if posts || a.Go(func(ctx context.Context) { a.postAll(ctx, guild) }) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, guild) // the bot ends
}

// postAll posts what waits on a server. After a panic, which the job logs, that is in the log alone.
func (a *audit) postAll(ctx context.Context, guild discord.ID) {
	done := false
	defer func() {
		if !done {
			a.mu.Lock()
			defer a.mu.Unlock()
			delete(a.waiting, guild)
		}
	}()
	for {
		a.mu.Lock()
		list := a.waiting[guild]
		if done = len(list) == 0; done {
			delete(a.waiting, guild)
			a.mu.Unlock()
			return
		}
		a.waiting[guild] = list[1:]
		a.mu.Unlock()
		a.postOne(ctx, guild, list[0])
	}
}

// postOne posts an entry to the channel that its server chose. That it is not the channel any
// more stands there, too: who silences the log is seen.
func (a *audit) postOne(ctx context.Context, guild discord.ID, p posting) {
	value, err := a.Chosen.Of(ctx, a.channel, guild)
	if err != nil {
		a.Log.Failed(err).Msg("read channel of audit log failed")
		return
	}
	if p.Key == a.channel.Name && p.Old != value {
		a.postTo(ctx, guild, p.Old, p)
	}
	if err := a.postTo(ctx, guild, value, p); discord.IsForbidden(err) || discord.IsDeleted(err) {
		a.found(guild, channelOf(value))
	} else if err == nil {
		a.found(guild, 0)
	}
}

// channelOf is a channel as a setting has it; 0 for none.
func channelOf(value string) discord.ID {
	channel, err := discord.ParseID(value)
	if err != nil {
		return 0
	}
	return channel
}

// postTo posts an entry to a channel, if there is one. It returns what Discord refuses.
func (a *audit) postTo(ctx context.Context, guild discord.ID, value string, p posting) error {
	channel := channelOf(value)
	if channel == 0 {
		return nil
	}
	set, err := a.store.Guild(ctx, uint64(guild))
	if err != nil {
		a.Log.Failed(err).Msg("read settings of server failed")
		return err
	}
	lang, ok := text.ParseLang(set.Lang)
	if !ok {
		lang = cmp.Or(p.lang, text.English)
	}
	shown, err := a.pages.Posted(lang, a.shown(p.AuditEntry, lang))
	if err != nil {
		a.Log.Failed(err).Msg("draw audit log entry failed")
		return err
	}
	a.Drawn(shown)
	if _, err = a.client.Post(ctx, channel, shown.Message); err != nil {
		a.Refused(err)
		a.Log.Debug().Err(err).Msg("post audit log entry failed")
	}
	return err
}
