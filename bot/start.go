package bot

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/store"
)

// starting begins matches: it makes their threads and announces them.
type starting struct {
	client     Client
	store      SettingsStore
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	surfaces   *surfaces
	jobs       *jobs
	metrics    *metrics
	log        savelog.Log
	keeper     *surface.Keeper
	clock      *discord.Clock
	panels     *panels
	actions    *actions

	begins sync.Map // matches that have begun, which is told once: string -> struct{}
}

// declared are the commands and controls of starting.
func (st *starting) declared() feature.Feature {
	return feature.Feature{
		Name: "starting",
		Controls: []route.Control{
			{Action: page.Ready, Needs: onTable, Do: st.ready},
			{Action: page.Extend, Needs: onTable, Do: st.extend},
			{Action: page.Start, Needs: onTable, Do: st.start},
			{Action: page.AddAuto, Needs: onTable, Do: st.addAuto},
		},
	}
}

// ready answers Ready, which is switched on and off.
func (st *starting) ready(ctx context.Context, r *route.Request) error {
	kind := table.Ready
	if r.Seated && r.Table.Players[r.Seat].Ready {
		kind = table.Unready
	}
	return st.actions.onBoard(ctx, r, table.Action{Kind: kind, Terms: cmp.Or(r.ID.Arg, r.Table.Terms())})
}

// extend answers Extend, which keeps a lobby open for longer.
func (st *starting) extend(ctx context.Context, r *route.Request) error {
	return st.actions.onBoard(ctx, r, table.Action{Kind: table.Extend})
}

// addAuto answers AddAuto, which seats an automatic player.
func (st *starting) addAuto(ctx context.Context, r *route.Request) error {
	return st.actions.onBoard(ctx, r, table.Action{Kind: table.AddAuto})
}

// start answers Start. It begins the match, makes its thread where one is wanted,
// and calls the players.
func (st *starting) start(ctx context.Context, r *route.Request) error {
	before := r.Table
	if before.Phase == table.Lobby && before.WantsThread {
		if err := route.Permitted(r.Interaction, true); err != nil {
			return err
		}
	}
	arg := page.ParseStartArg(r.ID.Arg)
	start := table.Action{Kind: table.Start, Fill: arg.Fill, People: arg.People, Terms: cmp.Or(arg.Terms, before.Terms())}
	answer := st.actions.onBoard
	if r.Seated && before.Phase == table.Lobby && len(before.People()) == 1 {
		answer = st.alone
	}
	err := answer(ctx, r, start)
	s, ok := st.tables.Find(table.OfMatch(before.ID))
	if !ok || s.Phase != table.Live || before.Phase != table.Lobby {
		return err
	}
	st.begun(s, len(s.People()) == 1) // also when the presser could not be answered
	return err
}

// begun makes the thread of a match that begins, and calls its players, unless a person
// plays alone. Of several presses at one moment the first one does.
func (st *starting) begun(s *table.State, alone bool) {
	if _, begun := st.begins.LoadOrStore(s.ID, struct{}{}); begun {
		return
	}
	st.jobs.spawn(func(ctx context.Context) {
		if s.WantsThread && s.Thread == 0 {
			s = st.makeThread(ctx, s)
		}
		if !alone {
			st.announce(ctx, s)
		}
	})
}

// unfinished reports whether the process before may have been killed while a match began. Of a
// match that a version without announcements began, nothing but the match tells.
func (st *starting) unfinished(s *table.State) bool {
	return s.Phase == table.Live && (s.WantsThread && s.Thread == 0 || st.unannounced(s))
}

// unannounced reports whether players are still to be called, if the match has just begun.
func (st *starting) unannounced(s *table.State) bool {
	_, announced := st.keeper.At(announcementOf(s.ID))
	return !announced && len(s.People()) > 1
}

// resume goes on with the beginning of a match where the process before may have been killed.
// The match does not stay in memory, and matches come one after the other: there may be
// thousands.
func (st *starting) resume(ctx context.Context, match string) {
	list, err := st.tables.Read(ctx, table.OfMatch(match))
	s, ok := list.One()
	switch {
	case err != nil || !ok || s.Phase != table.Live: // the board says why a match is not read
	case st.unannounced(s) && s.Match != nil && s.Match.N() == 0:
		st.begun(s, false)
	case s.WantsThread && s.Thread == 0:
		st.jobs.spawn(func(ctx context.Context) { st.makeThread(ctx, s) })
	}
}

// alone begins the match of a person who sits among automatic players only. The answer
// is their panel, and no person is called: the only person at the table looks at it.
func (st *starting) alone(ctx context.Context, r *route.Request, start table.Action) error {
	next, err := st.tables.Send(ctx, r.Table.ID, by(r, start))
	if err != nil {
		return st.actions.refusedOnBoard(ctx, r, start, next, err)
	}
	r.About(next)
	return st.panels.show(ctx, r, "")
}

// announce has the players mentioned once, with the button that opens their panels.
func (st *starting) announce(ctx context.Context, s *table.State) {
	err := st.keeper.Keep(ctx, nil, surface.Want{Key: announcementOf(s.ID), Place: surface.Place{Channel: s.CurrentChannel()}})
	if err != nil {
		st.log.Failed(err).Str("match", s.ID).Msg("announce match failed")
	}
}

// announcementOf is the message that mentioned the players of a match when it began.
func announcementOf(match string) surface.Key {
	return surface.Key{Owner: store.MatchOwner(match), Kind: store.Announcement}
}

// announcements are the kind of such messages.
func (st *starting) announcements() surface.Kind {
	return surface.Kind{Name: store.Announcement, Once: true, Look: st.announced, Is: func(m discord.OwnMessage, k surface.Key) bool {
		return slices.Contains(m.CustomIDs, page.BegunID(k.Owner.Match))
	}}
}

// announced is what an announcement shows now. When the match has ended, it loses the button and
// the words that tell all players to press it.
func (st *starting) announced(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	s, ok := st.tables.Known(table.OfMatch(k.Owner.Match)).One()
	on := ok && (s.Phase == table.Lobby || s.Phase == table.Live)
	switch {
	case !ok:
		return nil, nil
	case on && at.State != store.Intended:
		return &surface.Look{Wait: true}, nil
	}
	lang, err := st.surfaces.boardLang(ctx, s)
	if err != nil {
		return nil, err
	}
	if !on {
		return &surface.Look{Message: st.pages.Messages.Ended(s, lang), Digest: "ended", Ended: true, Last: true}, nil
	}
	m := st.pages.Messages.Announcement(s, lang)
	set, err := st.store.Guild(ctx, uint64(s.Guild))
	if err != nil {
		return nil, err
	}
	if now := st.clock.Now(); !s.Hours.Open(now) || set.Home.IsQuiet(now) {
		m.Mentions = discord.Mentions{} // their names stand there, and no person is woken
	}
	return &surface.Look{Message: m, Digest: "begun"}, nil
}

// ended has the announcement of a match that has ended taken back.
func (st *starting) ended(s *table.State) {
	st.begins.Delete(s.ID)
	st.keeper.Redraw(announcementOf(s.ID))
}

// makeThread makes the thread of a match out of its board's message and moves the
// board there. Without a thread the match goes on in the channel.
func (st *starting) makeThread(ctx context.Context, s *table.State) *table.State {
	key := screen.Key{Match: s.ID}
	at, ok := st.reconciler.Address(key)
	if !ok || at.Message == 0 {
		return s
	}
	lang, err := st.surfaces.boardLang(ctx, s)
	if err != nil {
		st.log.Error().Err(err).Str("match", s.ID).Msg("make thread failed")
		return s
	}
	silent := discord.SilentDay
	if s.Turn != 0 {
		silent = discord.SilentWeek // a table by days is silent for longer
	}
	id, err := st.client.Thread(ctx, at.Channel, at.Message, st.pages.Messages.ThreadName(s, lang), silent)
	if err != nil {
		st.metrics.refused(err)
		st.log.Warn().Err(err).Str("match", s.ID).Msg("make thread failed")
		return s
	}
	next, err := st.tables.SetThread(ctx, s.ID, id)
	if err != nil {
		st.log.Failed(err).Str("match", s.ID).Msg("save thread failed")
		return s
	}
	st.reconciler.Suspend(key, func() { // the old message is edited as the board no more
		moved := screen.Address{Channel: id}
		st.reconciler.Track(key, moved, "")
		if err := st.surfaces.Save(ctx, key, moved); err != nil {
			st.log.Failed(err).Str("match", s.ID).Msg("save board address failed")
		}
	})
	if err := st.client.Edit(ctx, at.Channel, at.Message, st.pages.InThread(s, lang).Message); err != nil {
		st.metrics.refused(err)
		st.log.Warn().Err(err).Str("match", s.ID).Msg("edit message of moved board failed")
	}
	return next
}
