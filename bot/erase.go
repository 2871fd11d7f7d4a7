package bot

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/gate"
	"oneiros/bot/page"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/store"
)

// Retention is how long what is over is kept. Zero is for ever.
type Retention struct {
	Logs    time.Duration // of a match: its moves, and what happened at its table
	Results time.Duration // the match itself: who played, and how it ended
}

// ErasureStore erases people and what is old.
type ErasureStore interface {
	RequestErasure(ctx context.Context, user uint64, at time.Time) error
	Erasures(ctx context.Context) ([]uint64, error)
	MatchesOf(ctx context.Context, user uint64) ([]string, error)
	FinishErasure(ctx context.Context, user uint64, at time.Time) (bool, error)
	RemoveBytes(ctx context.Context) (bool, error)
	EraseOld(ctx context.Context, now time.Time, results time.Duration) error
	EraseOldLogs(ctx context.Context, since, before, now time.Time) (int, error)
	EraseOldMatches(ctx context.Context, before, now time.Time) (int, error)
}

// erasingStore is what erasing calls of the store.
type erasingStore interface {
	ErasureStore
	EraseGuildNow(ctx context.Context, guild uint64) error
}

// erasing erases people and servers. What a person asked for is noted in the store
// first. So it is finished after a crash, and other processes erase what is at their
// tables.
type erasing struct {
	client     Client
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	surfaces   *surfaces
	jobs       *jobs
	metrics    *metrics
	log        savelog.Log
	keeper     *surface.Keeper
	store      erasingStore
	keeps      Retention
	panels     *panels
	guilds     *guilds

	one   gate.Gate       // while a person is erased
	bytes gate.Gate       // while bytes are removed
	again time.Time       // when bytes may be removed again
	run   context.Context // ends when the bot begins to end; nil until it runs

	sweeping sync.Mutex
	swept    time.Time // the logs of matches that ended before it are erased
}

// eraseEvery is how often a process looks for people whose erasing another one noted.
const eraseEvery = time.Minute

// Erase notes that a person is to be erased, tells the features, and erases them. It reports
// whether nothing is left of them.
func (e *erasing) Erase(ctx context.Context, user discord.ID) (bool, error) {
	var erased []func()
	for _, f := range e.surfaces.features {
		if f.Erasing != nil {
			erased = append(erased, f.Erasing(ctx, user))
		}
	}
	if err := e.store.RequestErasure(ctx, uint64(user), time.Now()); err != nil {
		return false, err
	}
	done, err := e.erase(ctx, user)
	if err != nil {
		e.log.Failed(err).Msg("erase person failed")
	}
	for _, do := range erased {
		do()
	}
	e.jobs.spawn(e.removeBytes)
	return done && err == nil, nil
}

// erase erases a person from the matches of this process. It reports whether nothing of
// them is left in any.
func (e *erasing) erase(ctx context.Context, user discord.ID) (bool, error) {
	if err := e.one.Enter(ctx); err != nil {
		return false, err
	}
	defer e.one.Leave()
	e.closeTranslations(ctx, user)
	ids, err := e.store.MatchesOf(ctx, uint64(user))
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		if s, ok := e.tables.Find(table.OfMatch(id)); ok {
			e.closePanel(s, user)
		}
		if err := e.tables.Erase(ctx, id, user); err != nil {
			return false, err
		}
	}
	return e.store.FinishErasure(ctx, uint64(user), time.Now())
}

// closeTranslations closes the boards that a person reads in another language. Where they have no
// seat, nothing of the match has to change.
func (e *erasing) closeTranslations(ctx context.Context, user discord.ID) {
	for _, s := range e.tables.Known(table.All()) {
		key := translationKey(s, user)
		if at, quiet, open := e.reconciler.Untrack(key); open {
			e.panels.forget(ctx, key)
			e.panels.closeBeside(key, at, quiet)
		}
	}
}

// closePanel closes the panel of a person at a table, and their translation of its board. The one message of a table in
// direct messages stays there, as Discord keeps it.
func (e *erasing) closePanel(s *table.State, user discord.ID) {
	if s.Direct() {
		e.reconciler.UntrackMatch(s.ID)
		return
	}
	for _, key := range []screen.Key{panelKey(s, user), translationKey(s, user)} {
		if at, quiet, open := e.reconciler.Untrack(key); open {
			e.panels.closeBeside(key, at, quiet)
		}
	}
}

// goOn erases those who asked for it and is not erased yet.
func (e *erasing) goOn(ctx context.Context) {
	list, err := e.store.Erasures(ctx)
	if err != nil {
		e.log.Failed(err).Msg("list erasures failed")
		return
	}
	for _, user := range list {
		if _, err := e.erase(ctx, discord.ID(user)); err != nil {
			e.log.Failed(err).Msg("erase person failed")
		}
	}
	e.removeBytes(ctx)
}

// bytesPause is how much longer the next removing of bytes waits than the last one took.
// On SQLite nothing is saved meanwhile, so it may take a thousandth of the time.
const bytesPause = 1000

// bytesFailed is how long removing waits at least after it has failed.
const bytesFailed = 10 * time.Minute

// removeBytes removes what erased rows left in the database. However long that takes, it
// ends with the bot.
func (e *erasing) removeBytes(ctx context.Context) {
	if e.bytes.Enter(ctx) != nil {
		return // another person removes them
	}
	defer e.bytes.Leave()
	if time.Now().Before(e.again) {
		return
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	if e.run != nil {
		defer context.AfterFunc(e.run, stop)()
	}
	e.removeNow(ctx)
}

// lastBytes is how long the end of the bot may remove bytes.
const lastBytes = 2 * time.Second

// end removes what is still due. It is called when the bot has ended: a bot that is not
// started again would keep it for ever. What takes too long is due at the next start.
func (e *erasing) end(ctx context.Context) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), lastBytes)
	defer stop()
	if e.bytes.Enter(ctx) == nil {
		defer e.bytes.Leave()
		e.removeNow(ctx)
	}
}

func (e *erasing) removeNow(ctx context.Context) {
	begun := time.Now()
	removed, err := e.store.RemoveBytes(ctx)
	took := time.Since(begun)
	if removed { // or tried: what fails after a long time is not tried again at once
		e.again = time.Now().Add(bytesPause * took)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		e.log.Warn().Dur("took", took).Msg("remove erased bytes at the next start: the bot ends")
	case err != nil:
		e.again = time.Now().Add(max(bytesPause*took, bytesFailed))
		e.log.Error().Err(err).Msg("remove erased bytes failed; they stay due") // the watch of the disk knows nothing of it
	case removed:
		e.log.Info().Dur("took", took).Msg("remove erased bytes done")
	}
}

// TablesOn counts the tables of a server that are on.
func (e *erasing) TablesOn(guild discord.ID) int { return len(e.on(guild)) }

func (e *erasing) on(guild discord.ID) []*table.State {
	return slices.DeleteFunc(e.tables.Known(table.On()), func(s *table.State) bool { return s.Guild != guild })
}

// EraseServer ends the tables of a server and erases it.
func (e *erasing) EraseServer(ctx context.Context, guild discord.ID, by table.User) error {
	for _, f := range e.surfaces.features {
		if f.ErasingServer == nil {
			continue
		}
		if err := f.ErasingServer(ctx, guild); err != nil {
			return fmt.Errorf("feature %s: erase a server: %w", f.Name, err)
		}
	}
	for _, s := range e.on(guild) {
		if _, err := e.tables.Send(ctx, s.ID, table.Action{Kind: table.Stop, User: by, Moderator: true, Asked: table.Whatever}); err != nil {
			return err
		}
	}
	e.endSurfaces(ctx, guild)
	if err := e.store.EraseGuildNow(ctx, uint64(guild)); err != nil {
		return err
	}
	e.keeper.RedrawServer(guild)
	e.log.Info().Uint64("guild", uint64(guild)).Msg("erase server done")
	e.guilds.forget(ctx, guild)
	e.jobs.spawn(e.removeBytes)
	return nil
}

// endSurfaces takes the buttons off the boards of a server that is erased, and closes its
// panels: they would lead nowhere. Nothing is saved of them any more.
func (e *erasing) endSurfaces(ctx context.Context, guild discord.ID) {
	for _, s := range e.tables.Known(table.All()) {
		if s.Guild != guild {
			continue
		}
		board, quiet, posted := e.reconciler.Untrack(screen.Key{Match: s.ID})
		for _, k := range e.reconciler.Private(s.ID) {
			e.closePanel(s, k.User)
		}
		e.reconciler.UntrackMatch(s.ID)
		lang, err := e.surfaces.boardLang(ctx, s)
		if err != nil || !posted || board.Message == 0 {
			continue
		}
		m := e.pages.Messages.Gone(s, lang)
		e.jobs.spawn(func(ctx context.Context) {
			select {
			case <-quiet:
			case <-ctx.Done():
			}
			if err := e.client.Edit(ctx, board.Channel, board.Message, m); err != nil && !discord.IsDeleted(err) {
				e.metrics.refused(err)
				e.log.Debug().Err(err).Msg("edit board of erased server failed")
			}
		})
	}
}

// sweep erases what was kept long enough at a moment of Discord's clock. After an upgrade
// that may be all matches of years. What it has no time for is erased in its next turn.
func (e *erasing) sweep(ctx context.Context, now time.Time) {
	if !e.sweeping.TryLock() {
		return // the last one goes on
	}
	defer e.sweeping.Unlock()
	if err := e.store.EraseOld(ctx, now, e.keeps.Results); err != nil && ctx.Err() == nil {
		e.log.Failed(err).Msg("erase old rows failed")
	}
	if before := now.Add(-e.keeps.Logs); e.keeps.Logs > 0 {
		if e.sweepAll(ctx, "logs", func() (int, error) { return e.store.EraseOldLogs(ctx, e.swept, before, now) }) {
			e.swept = before.Add(-store.SumTime)
		}
	}
	if before := now.Add(-e.keeps.Results); e.keeps.Results > 0 {
		e.sweepAll(ctx, "matches", func() (int, error) { return e.store.EraseOldMatches(ctx, before, now) })
	}
}

// sweepPause is how long sweeping waits after each group, so that presses come first.
const sweepPause = 100 * time.Millisecond

// sweepAll erases until nothing is left, and reports whether that is so.
func (e *erasing) sweepAll(ctx context.Context, what string, erase func() (int, error)) bool {
	all := 0
	defer func() {
		if all > 0 {
			e.log.Info().Str("what", what).Int("matches", all).Msg("erase old matches done")
		}
	}()
	for ctx.Err() == nil {
		n, err := erase()
		if err != nil && ctx.Err() == nil {
			e.log.Failed(err).Str("what", what).Msg("erase old matches failed")
		}
		if err != nil {
			return false
		}
		if n == 0 {
			return true
		}
		all += n
		if !discord.Sleep(ctx, sweepPause) {
			return false
		}
	}
	return false
}
