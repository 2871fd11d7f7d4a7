package bot

import (
	"context"
	"errors"
	"time"

	"golang.org/x/time/rate"

	"oneiros/bot/chance"
	"oneiros/bot/discord"
	"oneiros/bot/due"
	"oneiros/bot/feature"
	"oneiros/bot/gate"
	"oneiros/bot/inbox"
	"oneiros/bot/need"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/store"
)

// parts are what a bot is made of. They are given out here, to each deed those that it works
// with, and nothing else holds them.
type parts struct {
	client     Client
	store      SettingsStore
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	surfaces   *surfaces
	jobs       *jobs
	due        *due.Queue
	metrics    *metrics
	log        savelog.Log
	keeper     *surface.Keeper // the messages of features
	chosen     feature.Choices // in the settings of features
	audits     *audits
	luck       chance.Source
	clock      *discord.Clock                                                        // by which it is decided what is due of what is saved; nil for the host's
	admit      func(context.Context, feature.Asked) error                            // asks all features whether a person may come to a table
	together   func(context.Context, discord.ID, []discord.ID) ([]discord.ID, error) // asks all features who of some people may be called to one table
	text       func(context.Context, feature.Written) error                          // asks all features whether words may be shown
	waits      func(context.Context, feature.Written) (bool, error)                  // asks all features whether words wait for a moderator
	hint       func(context.Context, discord.ID)                                     // tells all shards that something of a person was changed
}

// redrawing makes what draws again what was changed elsewhere.
func (s *parts) redrawing() *redrawing {
	return &redrawing{store: s.store, tables: s.tables, reconciler: s.reconciler, surfaces: s.surfaces, jobs: s.jobs, log: s.log}
}

// gather makes the parts. The tables are not open yet, and tell the bot of their changes.
func gather(c Config, list gameList, b *Bot) *parts {
	with := c.shared
	if with == nil {
		with = newShared(c.Log)
	}
	m, log, pictures := with.metrics, with.log, with.pictures
	if c.pictures != nil {
		pictures = c.pictures
	}
	j := &jobs{log: c.Log, metrics: m, luck: c.Chance}
	tables := table.Make(table.Config{
		Stores: c.Stores.Tables(), Games: c.Games, Log: log, Clock: c.Clock, Speed: c.Speed, PlaysItself: c.PlaysItself, Chance: c.Chance,
		Notify: func(s *table.State) { b.events.saved(s) }, Returned: b.returned,
	})
	pages := page.New(&screen.Painter{Pictures: pictures}, words.Catalogue(), list.words(), c.Clock)
	shown := &surfaces{client: c.Client, store: c.Stores.surfaces(), tables: tables, pages: pages, jobs: j, metrics: m, log: log, build: " " + c.Build}
	shown.reconciler = screen.NewReconciler(c.Client, shown, c.Clock, log)
	s := &parts{
		client: c.Client, store: c.Stores.Settings, tables: tables, reconciler: shown.reconciler, pages: pages, surfaces: shown, jobs: j, due: due.New(j.spawn), metrics: m, log: log, luck: c.Chance, clock: c.Clock, hint: with.hint,
		admit: func(ctx context.Context, a feature.Asked) error { return feature.Admit(ctx, shown.features, a) },
		together: func(ctx context.Context, guild discord.ID, people []discord.ID) ([]discord.ID, error) {
			return feature.Together(ctx, shown.features, guild, people)
		},
		text: func(ctx context.Context, w feature.Written) error { return feature.Text(ctx, shown.features, w) },
		waits: func(ctx context.Context, w feature.Written) (bool, error) {
			return feature.Waits(ctx, shown.features, w)
		},
	}
	if c.Stores.Features.Rows != nil { // who asks for the commands alone has none
		s.chosen = feature.Choices{Servers: c.Stores.Features.Rows(store.ServerChoices), People: c.Stores.Features.Rows(store.PersonChoices), Changed: func(of feature.Owner, owner discord.ID) {
			if of == feature.Server {
				s.redrawing().server(owner)
			} else {
				s.redrawing().person(owner)
			}
		}}
	}
	s.audits = &audits{surfaces: shown, pages: pages, log: log}
	s.keeper = surface.New(surface.Config{Store: c.Stores.Kept, Client: c.Client, Log: log, Due: s.due, Refused: m.refused, Go: j.spawn})
	return s
}

// New makes a bot and takes up all matches of the store. The clocks of the matches
// run from here on.
func New(ctx context.Context, c Config) (*Bot, error) {
	if c.Workers == 0 {
		c.Workers = defaultWorkers
	}
	list, err := loadGames(c.Games)
	if err != nil {
		return nil, err
	}
	b := build(c, list)
	if err := b.tables.Open(ctx); err != nil {
		return nil, err
	}
	if err := b.recall(ctx); err != nil {
		return nil, errors.Join(err, b.tables.Close())
	}
	c.Stores.Disk.WatchDisk(b.outage.disk)
	return b, nil
}

// build wires a bot whose tables are not open yet.
func build(c Config, list gameList) *Bot {
	b := &Bot{conf: c, games: list, inbox: inbox.New(c.Each), errands: newErrands()}
	s := gather(c, list, b)
	b.client, b.tables, b.reconciler, b.surfaces, b.jobs, b.metrics, b.log, b.keeper = s.client, s.tables, s.reconciler, s.surfaces, s.jobs, s.metrics, s.log, s.keeper
	b.outage, b.clock = newOutage(s.tables, s.log, c.shared != nil), &clockWatch{clock: c.Clock, log: c.Log}
	b.responder = reply.New(reply.Config{
		Client: c.Client, Clock: c.Clock, Log: c.Log, Broke: func(what any) { s.jobs.incident(what, 0) }, Failed: s.metrics.refused, Go: s.jobs.spawn,
	})
	b.redrawing = s.redrawing()
	b.reminders = &reminders{
		client: s.client, store: s.store, tables: s.tables, reconciler: s.reconciler, pages: s.pages, surfaces: s.surfaces, jobs: s.jobs, due: s.due, metrics: s.metrics, log: s.log, keeper: s.keeper, clock: s.clock,
		newDMs: rate.NewLimiter(rate.Every(newDMEvery), newDMsAtOnce), queue: newReminderQueue(), by: map[string]*matchReminders{},
	}
	tidings := &tidings{reminders: b.reminders, seen: map[string]standing{}, told: map[surface.Key]bool{}}
	b.forming = &forming{
		client: s.client, tables: s.tables, pages: s.pages, surfaces: s.surfaces, due: s.due, metrics: s.metrics, log: s.log, keeper: s.keeper, clock: s.clock, admit: s.admit, together: s.together,
		store: c.Stores.forming(),
	}
	b.guilds = &guilds{tables: s.tables, reconciler: s.reconciler, log: s.log, clock: s.clock, store: c.Stores.Guilds, errands: b.errands, away: map[discord.ID]bool{}, awaited: map[discord.ID]int{}}
	panels := &panels{client: s.client, tables: s.tables, reconciler: s.reconciler, pages: s.pages, surfaces: s.surfaces, jobs: s.jobs, metrics: s.metrics, log: s.log}
	b.erasing = &erasing{
		client: s.client, tables: s.tables, reconciler: s.reconciler, pages: s.pages, surfaces: s.surfaces, jobs: s.jobs, metrics: s.metrics, log: s.log, keeper: s.keeper,
		panels: panels, store: c.Stores.erasing(), guilds: b.guilds, keeps: c.Keeps, one: gate.New(), bytes: gate.New(),
	}
	b.sweeps = &sweeps{log: s.log, clock: s.clock, store: c.Stores.Sweeps}
	starting := &starting{
		client: s.client, store: s.store, tables: s.tables, reconciler: s.reconciler, pages: s.pages, surfaces: s.surfaces, jobs: s.jobs, metrics: s.metrics, log: s.log, keeper: s.keeper, clock: s.clock,
		panels: panels, actions: &actions{tables: s.tables, reconciler: s.reconciler, surfaces: s.surfaces, metrics: s.metrics, panels: panels, audits: s.audits},
	}
	mux, opening := core(s, c.Stores, list, starting, b.forming, c.Guilds)
	s.surfaces.features = allFeatures(s, c, opening, owned{b.erasing, c.Stores.Surfaces, b.reminders, b.redrawing})
	s.keeper.Add(starting.announcements(), b.forming.invitations(), b.reminders.kind())
	s.keeper.Add(tidings.kinds()...)
	choosing := choosing{surfaces: s.surfaces, chosen: s.chosen, audits: s.audits}
	for _, f := range s.surfaces.features {
		s.keeper.Add(f.Messages...)
		mux.Add(f.Words, f.Commands, append(choosing.controls(f), f.Controls...))
	}
	b.router = &router{
		store: s.store, tables: s.tables, pages: s.pages, surfaces: s.surfaces, jobs: s.jobs, metrics: s.metrics, log: s.log,
		responder: b.responder, mux: mux, allowed: c.Guilds,
	}
	b.works = &works{surfaces: s.surfaces, jobs: s.jobs, log: s.log, follows: c.follows}
	b.workers = &workers{jobs: s.jobs, metrics: s.metrics, inbox: b.inbox, router: b.router}
	b.events = &events{
		tables: s.tables, reconciler: s.reconciler, surfaces: s.surfaces, jobs: s.jobs, metrics: s.metrics, log: s.log, keeper: s.keeper,
		inbox: b.inbox, errands: b.errands, outage: b.outage, guilds: b.guilds,
		commands: &commands{client: s.client, metrics: s.metrics, log: s.log, games: list, mux: mux, turn: gate.New()}, starting: starting, reminders: b.reminders, tidings: tidings, quiet: c.Quiet,
		forming: b.forming,
	}
	return b
}

// core leads to what people do at tables, and to what is no feature yet. Each deed declares
// its commands and controls as a feature does.
func core(s *parts, from Stores, list gameList, starting *starting, forming *forming, allowed []discord.ID) (*route.Mux, *opening) {
	panels, actions := starting.panels, starting.actions
	opening := &opening{
		client: s.client, store: s.store, tables: s.tables, reconciler: s.reconciler, pages: s.pages, surfaces: s.surfaces, metrics: s.metrics, log: s.log, clock: s.clock, admit: s.admit,
		calls: from.Calls, games: list, starting: starting, panels: panels, forming: forming, jobs: s.jobs, allowed: allowed,
	}
	elsewhere := &elsewhere{tables: s.tables, pages: s.pages, panels: panels}
	back := &returning{tables: s.tables, log: s.log, inputs: from.Matches, actions: actions}
	playing := &playing{tables: s.tables, reconciler: s.reconciler, pages: s.pages, surfaces: s.surfaces, text: s.text, waits: s.waits, panels: panels, actions: actions, back: back}
	m := route.NewMux()
	s.audits.core = []feature.Feature{
		opening.declared(), panels.declared(), (&translations{s.tables, s.reconciler, s.surfaces, panels}).declared(), starting.declared(), newOptions(s, from, panels).declared(),
		(&joining{tables: s.tables, reconciler: s.reconciler, admit: s.admit, panels: panels, actions: actions, opening: opening}).declared(),
		(&leaving{tables: s.tables, reconciler: s.reconciler, pages: s.pages, panels: panels, actions: actions, elsewhere: elsewhere}).declared(),
		playing.declared(), back.declared(),
		(&pausing{tables: s.tables, reconciler: s.reconciler, surfaces: s.surfaces, panels: panels, actions: actions}).declared(elsewhere),
		(&pacing{actions}).declared(),
		(&voting{reconciler: s.reconciler, actions: actions}).declared(), (&stopping{panels, actions}).declared(elsewhere),
		(&kicking{panels, actions}).declared(elsewhere), (&hosting{actions}).declared(elsewhere),
		(&logs{tables: s.tables, pages: s.pages, surfaces: s.surfaces, panels: panels}).declared(), (&rules{tables: s.tables, pages: s.pages, games: list, panels: panels}).declared(),
		choosing{surfaces: s.surfaces, chosen: s.chosen, audits: s.audits}.declared(),
	}
	m.Add(nil, nil, []route.Control{{Action: page.Reopen, Needs: anywhere, Do: reopen}})
	for _, deed := range s.audits.core {
		m.Add(deed.Words, deed.Commands, deed.Controls)
	}
	m.AddGameCommands(playing.command, route.TablePlayed)
	for action, do := range map[screen.Action]route.Handler{
		screen.ActionOpen: playing.open, screen.ActionAsk: playing.ask, screen.ActionDo: playing.move, screen.ActionFill: playing.fill, screen.ActionNone: playing.off,
	} {
		m.AddGame(action, playing.inMatch(do), onTable...)
	}
	return m, opening
}

// newOptions makes the options of lobbies.
func newOptions(s *parts, from Stores, panels *panels) *options {
	return &options{tables: s.tables, pages: s.pages, surfaces: s.surfaces, metrics: s.metrics, calls: from.Calls, packs: from.Features.Packs, panels: panels}
}

// allFeatures are the features and those of the configuration.
func allFeatures(s *parts, c Config, opening *opening, owned owned) []feature.Feature {
	choosing := choosing{surfaces: s.surfaces, chosen: s.chosen, audits: s.audits}
	h := feature.House{
		Games: c.Games, Kit: s.pages.Kit(), Words: says(), Log: s.log, Luck: s.luck, Clock: s.clock, Now: time.Now, Due: s.due, Chosen: s.chosen,
		Panel: opening.panels.show, Messages: s.keeper, Options: newOptions(s, c.Stores, opening.panels).said, Choices: choosing.choices, Choose: choosing.chooseAll,
		Audit: s.audits.tell, AuditActions: s.audits.actions,
		Offers: s.surfaces.offers, Kept: func() []feature.KeptOf { return keptOf(s.surfaces.features) }, Links: c.Links,
		Allowed: c.Guilds, Needs: func() []need.Set { return feature.Needs(s.surfaces.features) }, Usable: func(ctx context.Context, guild, channel discord.ID, use feature.ChannelUse) error {
			return feature.Usable(ctx, s.client, guild, channel, use)
		},
		Redraw: s.reconciler.MarkDirty, RedrawServer: s.redrawing().server,
		Send: func(ctx context.Context, r *route.Request, a table.Action) (*table.State, error) {
			return s.tables.Send(ctx, r.Table.ID, by(r, a))
		},
		SetVoice: func(guild, channel discord.ID) error { return c.Gateway.SetVoiceState(guild, channel) },
		Hint:     s.hint, Drawn: s.surfaces.logCuts, Refused: s.metrics.refused, Counted: s.metrics.countRefusal, Go: s.jobs.spawn, Admit: s.admit, Text: s.text,
	}
	list := features(h, c.Stores.Features, s.client, opening, owned, c.NoGreeting)
	for _, other := range c.Features {
		list = append(list, other(h))
	}
	return list
}
