// Package bot is Oneiros on Discord: it takes what people press and type to the
// tables, and keeps what they see true.
//
// # One way in
//
// The gateway hands over events one after another and must not be kept, so an
// event is only put into a queue. Workers take interactions out of it; whoever
// sends more than a person can is slowed down before the queue, so that a
// thousand presses a second by one cost the others nothing, and is told so now
// and then. The servers are served in turn, so that a thousand people in one
// cost the others nothing either. A panic costs one interaction: it is logged
// under an incident number, which its presser is shown.
//
// # One answer
//
// Discord wants an answer within three seconds and takes exactly one. A [call] is
// an interaction on its way to that answer. When a table needs longer, the call
// answers for the time being by itself and completes the answer later.
//
// # What a custom id is worth
//
// Nothing. Anybody can send any custom id, so an id says only what is asked for.
// Who asks is said by Discord: whatever is shown is drawn for the presser's own
// seat, and whatever is played is played by it. A copied button is therefore a
// button of one's own, or none.
//
// # Where things are shown
//
// The board is a message of the bot in the channel. A panel is an ephemeral
// answer; each press on it gives it a new token and so another quarter of an
// hour in which it follows the game by itself. Pressing Open on the board opens
// the page in one's panel, because the board belongs to everybody. What a press
// changes is shown in its answer; all other surfaces are the [screen.Reconciler]'s.
//
// # Threads
//
// A table that is to have a thread of its own stands in the channel while it is a
// lobby, where people see it. When it begins, a thread is made of its board's
// message. A thread made of a message has the message's id, so a crash between
// making it and noting it heals by itself.
//
// # Languages
//
// The board speaks the language that the server chose, else the one that the
// server had when the table was opened; everything ephemeral speaks the reader's.
//
// # What Discord refuses
//
// By its code; what has none here is logged and tried again, as 5xx. Requests that
// count towards a ban of the address (401, 403 and 429 that are not shared) are
// counted, shown as a metric, and none are made beyond half of what is allowed.
//
//	10003      the channel is no more: a lobby closes, a match stands until one of its players takes it up elsewhere
//	10008      the message is no more: a board is posted anew, ever later if each new one is deleted; a panel is forgotten
//	10062      the answer came too late: nothing is sent after it; what it changed is on the board and on open panels
//	30046      too many edits of an old message: the board is posted anew, and the former one deleted
//	40060      somebody has answered: as 10062
//	50001      the channel cannot be seen: nothing is tried for ten minutes; who presses is told what is missing and where to grant it; at once when that has changed
//	50007      no direct messages are taken: it is remembered, and a mention in the channel has to do
//	50013      a permission is missing: as 50001; where only posting is forbidden, the board is edited on
//	50027      the interaction's token has ended: the panel is forgotten, and the next press opens another
//	50035      we sent nonsense: whoever pressed is given the number of an incident; a surface is not sent again before it changes
//	50083      the thread is archived: posting the board anew opens it
//	429/user   waited for, a few times, as long as somebody waits for the answer; edits wait in the reconciler
//	429/global all requests wait; answers to interactions have a limit of their own
//	429/shared as 429/user, and not counted
//	5xx        repeated where that does no harm, then by the reconciler after a second, doubling up to a minute
//	401        the token is refused: the program ends and says so
package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
)

// Config is what a bot is made of.
type Config struct {
	Client  Client
	Gateway Gateway
	Store   Store
	Games   []games.Game
	Log     zerolog.Logger
	Metrics prometheus.Registerer // nil for none
	Workers int                   // interactions in hand at once; 0 for 32
	Each    int                   // interactions in a second of one person; 0 for 10, less for any number
	Guilds  []discord.ID          // the servers that may use the bot; none for all
}

// Bot is Oneiros in one process.
type Bot struct {
	*services
	conf      Config
	games     gameList
	inbox     *inbox.Inbox
	responder *reply.Responder
	errands   *errands
	guilds    *guilds
	outage    *outage
	reminders *reminders
	events    *events
	router    *router
}

const (
	workers     = 32
	pictureRoom = 64 << 20         // bytes of pictures that are kept
	sweepEvery  = 10 * time.Minute // how often everything shown is compared without a reason
)

// New makes a bot and takes up all matches of the store. The clocks of the matches
// run from here on.
func New(ctx context.Context, c Config) (*Bot, error) {
	if c.Workers == 0 {
		c.Workers = workers
	}
	list, err := loadGames(c.Games)
	if err != nil {
		return nil, err
	}
	b := build(c, list)
	tables, err := table.Open(ctx, table.Config{Store: c.Store, Games: c.Games, Log: c.Log, Notify: b.events.saved})
	if err != nil {
		return nil, err
	}
	b.tables, b.surfaces.tables, b.outage.tables = tables, tables, tables
	if err := b.recall(ctx); err != nil {
		return nil, errors.Join(err, tables.Close())
	}
	c.Store.WatchDisk(b.outage.disk)
	return b, nil
}

// build wires a bot that has no tables yet. Tables that are opened tell it of their
// changes at once.
func build(c Config, list gameList) *Bot {
	m := newMetrics()
	j := &jobs{log: c.Log, metrics: m}
	pages := page.New(&screen.Painter{Pictures: screen.NewPictures(pictureRoom)}, Catalogue(), list.words())
	shown := &surfaces{store: c.Store, pages: pages, jobs: j, metrics: m, log: c.Log}
	shown.reconciler = screen.NewReconciler(c.Client, shown, c.Log)
	s := &services{
		client: c.Client, store: c.Store, reconciler: shown.reconciler, pages: pages, surfaces: shown, jobs: j, metrics: m, log: c.Log,
	}
	panels := &panels{s}
	starting := &starting{services: s, panels: panels, actions: &actions{s, panels}}
	b := &Bot{services: s, conf: c, games: list, inbox: inbox.New(c.Each), errands: newErrands(), outage: &outage{log: c.Log}, reminders: newReminders(s)}
	b.responder = reply.New(reply.Config{
		Client: c.Client, Log: c.Log, Broke: func(what any) { j.incident(what) }, Failed: m.refused, Go: j.spawn,
	})
	b.guilds = newGuilds(s, b.errands)
	b.router = &router{services: s, responder: b.responder, routes: newRoutes(s, list, starting, b.reminders), allowed: c.Guilds}
	b.events = &events{
		services: s, inbox: b.inbox, errands: b.errands, outage: b.outage, guilds: b.guilds,
		commands: &commands{services: s, games: list}, starting: starting, reminders: b.reminders,
	}
	return b
}

// recall takes up what the store holds besides the matches.
func (b *Bot) recall(ctx context.Context) error {
	if b.conf.Metrics != nil {
		if err := b.metrics.register(b.conf.Metrics, b.client, b.tables); err != nil {
			return err
		}
	}
	sent, err := b.surfaces.recall(ctx)
	if err != nil {
		return err
	}
	for _, row := range sent {
		b.reminders.recall(row)
	}
	return b.guilds.recall(ctx)
}

// Tables are the bot's tables.
func (b *Bot) Tables() *table.Tables { return b.tables }

// Commands are the slash commands that the bot registers.
func (b *Bot) Commands() []*discordgo.ApplicationCommand { return commandDefs(b.games) }

// Inspect draws everything that the tables of this process show, as it should be at
// this moment. A panel that is about to say farewell is left out.
func (b *Bot) Inspect(ctx context.Context) ([]Surface, error) { return b.surfaces.inspect(ctx) }

// Run works until ctx ends or the gateway cannot go on. What is in hand is
// finished first.
func (b *Bot) Run(ctx context.Context) error {
	b.jobs.start(ctx)
	// What came before the end is answered: the workers outlast the gateway.
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { b.reconciler.Run(work) })
	for range b.conf.Workers {
		all.Go(func() { b.answer(work) })
	}
	all.Go(func() { b.doErrands(work) })
	b.outage.gatewayLost(time.Now()) // until the first session
	err := b.conf.Gateway.Run(ctx, b.events.take)
	b.outage.gatewayFound() // what is saved at the end is not an outage
	stop()
	all.Wait()
	b.jobs.stop()
	return err
}

// Close ends all tables once what they have in hand is saved. It does not wait for
// Run, which is to end before.
func (b *Bot) Close() error { return b.tables.Close() }

// patience is how long an interaction may wait for a worker. An older one could
// not be answered in time.
const patience = 2500 * time.Millisecond

// answer takes interactions out of the inbox and answers them.
func (b *Bot) answer(ctx context.Context) {
	for item := b.inbox.Take(ctx); item != nil; item = b.inbox.Take(ctx) {
		if time.Since(item.Received) > patience {
			b.metrics.dropped.WithLabelValues("late").Inc()
			continue
		}
		b.jobs.guard(ctx, func(ctx context.Context) { b.router.handle(ctx, item) })
	}
}

// doErrands does errands in their order, and sweeps now and then.
func (b *Bot) doErrands(ctx context.Context) {
	every := time.NewTicker(sweepEvery)
	defer every.Stop()
	for {
		select {
		case <-b.errands.wake:
			for _, do := range b.errands.drain() {
				b.jobs.guard(ctx, do)
			}
		case <-every.C:
			b.jobs.guard(ctx, b.guilds.eraseRemoved)
			b.reconciler.Sweep() // tables that were cleared away leave nothing behind
			b.reminders.sweep()
			b.responder.Sweep(time.Now())
		case <-ctx.Done():
			return
		}
	}
}
