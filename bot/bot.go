// Package bot is Oneiros on Discord. It takes what people press and type to the
// tables, and keeps what they see up to date.
//
// # From an event to an answer
//
// The gateway delivers events one after another and must not be blocked. [Bot.Run]
// puts each interaction into the [inbox], which admits them fairly: people with a
// seat go first. Every other event becomes an errand, and errands are done in their
// order. Workers take interactions out of the inbox. A [route.Mux] says what a
// command or a custom id needs, and which deed answers it. A deed sends an action to
// a table, draws a [page] of the new State, and answers by a [reply]. Each deed has
// its own file, which declares its commands and its controls. What people do besides
// the moves of a game becomes a feature, with a folder of its own: see package feature.
//
// A panic costs one interaction. It is logged as an incident, and the presser is
// shown the incident's number.
//
// # Files point one way
//
// No file of this package uses a file that uses it. The lowest know only what the
// bot needs of the outside: Client, permissions. Above them are the request
// and the panels, then the deeds, then the routes. New, at the top, connects them.
//
// # Where things are shown
//
// The board is the bot's message in the channel. A panel is a private answer of one
// person. Each press on it brings a new token. With it the bot can edit the panel
// for another quarter of an hour. A page opened from the board appears on the
// presser's panel, because the board belongs to all. What a press changes is
// shown in its answer. The [screen.Reconciler] brings all other messages up to
// date.
//
// A press on the board brings a token, too. It edits the board, and Discord does not
// count that among the bot's fifty requests a second. The panel of such a press is a
// follow-up. Once in a minute a press lends its token to the board. When none lives, the
// board is edited with the bot's token.
//
// # After a start
//
// At its end a bot saves what its boards show. The next one compares that with what they
// should show, and edits those that differ. It edits all boards when it has to begin a
// new session of the gateway: a board may have been deleted, and no event told it. It does
// so after a kill, too, because nothing is saved then. The same holds for a quiet bot,
// which is never told, and for another build, which may draw otherwise.
//
// # Direct messages
//
// A table in direct messages has no server (its id is 0) and one person, who plays
// with automatic players. The board is that person's panel, because no other person reads
// it. It is a private message in a channel. The client sends such a message only where
// [discord.Message].Direct allows it, and only where Discord says that the press was in
// direct messages. The match starts at once. There are no reminders, announcements or
// threads, and no permissions to ask for.
//
// # Threads
//
// A table that wants a thread stands in the channel while it is a lobby, where
// people see it. When the match begins, a thread is made of the board's message. Such
// a thread has the id of the message, so a crash before it was saved does no harm.
//
// Discord archives a thread after a day without a message, or after a week at a table by
// days, and nothing can be pressed there then. While a table is on, or a night is announced
// there, the thread is opened again. That needs no permission where the bot has written. A
// thread that a moderator locked stays closed, and its match waits as for a deleted channel.
//
// # Languages
//
// The board speaks the language that the server chose. Without a choice, it speaks
// the server's language at the opening of the table. Everything private speaks its
// reader's. A reader of another language than the board's opens it in theirs: a translation
// is a private message beside the reader's panel, and kept as that is. It shows what every reader
// sees, and a press on it does what it does on the board.
//
// # Several processes
//
// A very large bot runs as several processes on one PostgreSQL. Each of them is a
// [Cluster], which has a Bot for each of its shards: with the tables of the shard's
// servers, with a store whose writes belong to the shard, and with the shard's session.
// Discord sends the presses on a table to the process that has its shard, so processes
// need not talk to each other. To take a shard over is what a start of a Bot is, and to
// hand it over is what its end is. A process without several of them is one Bot. Shards
// take turns to IDENTIFY through the database, whichever process has them: see
// [oneiros/store].
//
// Rejected: one Bot that takes shards up and puts them away. Each part of it would need
// an end for one shard besides the end for all, and the end for all is well tested.
//
// # What Discord refuses
//
// Errors are told apart by Discord's codes. An error that is not listed here is
// logged, and the request is repeated like one with a 5xx. Some requests count
// towards a ban of the address: 401, 403, and 429 that are not shared. They are
// counted and shown as a metric. At half of what Discord allows the bot stops
// making them.
//
//	10003      the channel was deleted: a lobby closes; a match waits until one of its players moves it to another channel
//	10008      the message was deleted: a board is posted again, later each time it is deleted; a panel is forgotten
//	10062      the answer came too late: nothing more is sent; the board and open panels show what it changed
//	30046      too many edits of an old message: the board is posted again, and the old one is deleted
//	40060      the interaction was answered before: as 10062
//	50001      the bot cannot see the channel: it tries nothing for ten minutes, or until permissions change; the next presser is told what is missing
//	50007      the person takes no direct messages: that is saved, and they are mentioned in the channel instead
//	50013      a permission is missing: as 50001; where only posting is forbidden, the board is still edited
//	50027      the token has ended: the panel is forgotten, and the next press opens another; the board is edited with the bot's token at once
//	50035      the request was malformed, which is our fault: the presser is given an incident's number; a message is not sent again before it changes
//	50083      the thread is archived: it is opened and the board edited; where it cannot be opened, the board is posted again, which opens it
//	429/user   the request waits and is repeated a few times while a presser waits for the answer; edits wait in the reconciler
//	429/global all requests wait; answers to interactions have a limit of their own
//	429/shared as 429/user, and not counted
//	401, 403   in HTML, by Cloudflare or a proxy, or 429 without an end: a ban; its family of routes waits
//	5xx        the request is repeated where that does no harm, then by the reconciler after a second, doubling up to a minute
//	401        the token is wrong: the program ends and says so
package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"oneiros/bot/chance"
	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/inbox"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/games"
)

// Config is what a bot is made of.
type Config struct {
	Client     Client
	Gateway    Gateway
	Clock      *discord.Clock // the client's; nil takes the host's for right
	Stores     Stores
	Games      []games.Game
	Log        zerolog.Logger
	Metrics    prometheus.Registerer // nil for none
	Workers    int                   // interactions that are answered at once; 0 for 32
	Each       int                   // interactions of one person in a second; 0 for 10, negative for no limit
	Speed      float64               // how many times as fast as the time of day match clocks run while no person is asked, or below 1 always; 0 for 1
	Guilds     []discord.ID          // the servers that may use the bot; none for all
	Links      page.Links            // the operator's documents
	Keeps      Retention             // how long what is over is kept
	Build      string                // names the program: another one may draw the same picture otherwise
	Chance     chance.Source         // of ids, secrets and codes: the system's
	NoGreeting bool                  // servers to which the bot is added hear nothing of it
	Quiet      bool                  // the gateway tells of no messages on servers; presses tell which message is the last of their channel

	Features []func(feature.House) feature.Feature // besides the bot's own

	// PlaysItself reports whether a program presses for a person, who needs no time of
	// their own then. It may be nil.
	PlaysItself func(discord.ID) bool

	shared   *shared          // with the bots of other shards in this process; nil for a bot with all shards
	follows  bool             // another bot of shared does what is done once
	pictures *screen.Pictures // nil for those of shared; a test that looks at none has them unpainted
}

// shared is what the bots of one process have together.
type shared struct {
	metrics  *metrics
	pictures *screen.Pictures
	log      savelog.Log
	hint     func(context.Context, discord.ID) // see parts
}

func newShared(log zerolog.Logger) *shared {
	return &shared{metrics: newMetrics(), pictures: screen.NewPictures(pictureRoom), log: savelog.New(log), hint: func(context.Context, discord.ID) {}}
}

// Bot is Oneiros in one process, or one shard of it: see [Cluster].
type Bot struct {
	client     Client
	tables     *table.Tables
	reconciler *screen.Reconciler
	surfaces   *surfaces
	jobs       *jobs
	metrics    *metrics
	log        savelog.Log
	keeper     *surface.Keeper
	conf       Config
	games      gameList
	inbox      *inbox.Inbox
	responder  *reply.Responder
	errands    *errands
	guilds     *guilds
	erasing    *erasing
	sweeps     *sweeps
	outage     *outage
	clock      *clockWatch
	reminders  *reminders
	forming    *forming
	redrawing  *redrawing
	works      *works
	events     *events
	router     *router
	workers    *workers
}

const pictureRoom = 24 << 20 // bytes of pictures that are kept: four hundred boards

// returned gives a person who came back from a holiday their seats at other tables.
func (b *Bot) returned(user discord.ID) {
	b.jobs.spawn(func(ctx context.Context) {
		if err := table.SetHoliday(ctx, b.tables, user, time.Time{}); err != nil {
			b.log.Failed(err).Msg("give seats back after holiday failed")
		}
	})
}

// recall takes up what the store holds besides the matches.
func (b *Bot) recall(ctx context.Context) error {
	if b.conf.Metrics != nil {
		if err := b.metrics.register(b.conf.Metrics, b.client, b.conf.Gateway, b.conf.Clock, func() []*table.State { return b.tables.Known(table.On()) }); err != nil {
			return err
		}
	}
	return errors.Join(b.surfaces.recall(ctx), b.keeper.Recall(ctx), b.guilds.recall(ctx))
}

// Tables are the bot's tables.
func (b *Bot) Tables() *table.Tables { return b.tables }

// Commands are the slash commands that the bot registers.
func (b *Bot) Commands() []*discordgo.ApplicationCommand { return commandDefs(b.games, b.router.mux) }

// Inspect draws everything that the tables of this process show, as it should be at
// this moment. A panel that is about to say farewell is left out.
func (b *Bot) Inspect(ctx context.Context) ([]Surface, error) { return b.surfaces.inspect(ctx) }

// Run works until ctx ends or the gateway fails for good. It finishes what it has
// begun before it returns.
func (b *Bot) Run(ctx context.Context) error {
	b.erasing.run = ctx
	b.jobs.start(ctx)
	live := map[string]games.Game{}
	for _, s := range b.tables.Known(table.On()) {
		live[s.Game.Info().Name] = s.Game
	}
	for _, g := range live {
		b.jobs.warm(g)
	}
	b.keeper.Begin()
	b.forming.begin()
	// What came before the end is answered: the workers outlast the gateway.
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { b.reconciler.Run(work) })
	all.Go(func() { b.workers.run(work, b.conf.Workers) })
	all.Go(func() { b.doErrands(work) })
	all.Go(func() { b.works.run(work) })
	for range reminderWorkers {
		all.Go(func() { b.reminders.run(work) })
	}
	b.outage.begin(time.Now())
	err := b.conf.Gateway.Run(ctx, b.events.dispatch)
	b.outage.end() // what is saved at the end is not an outage
	b.inbox.Close()
	stop()
	all.Wait()
	b.jobs.stop()
	b.erasing.end(ctx)
	// Otherwise a board may have been deleted, and no event noted it.
	if b.errands.done() && !b.conf.Quiet {
		b.surfaces.saveKnown(ctx)
	}
	return err
}

// Close ends all tables once their changes are saved. It is called after Run has
// returned.
func (b *Bot) Close() error { return b.tables.Close() }

// doErrands does errands in their order, and sweeps now and then.
func (b *Bot) doErrands(ctx context.Context) {
	every, compare, erase := time.NewTicker(sweepEvery), time.NewTicker(clockEvery), time.NewTicker(eraseEvery)
	b.jobs.spawn(b.erasing.goOn)
	defer every.Stop()
	defer erase.Stop()
	defer compare.Stop()
	for {
		select {
		case <-b.errands.wake:
			b.errands.do(ctx, b.jobs.guard)
		case <-every.C:
			b.jobs.guard(ctx, b.sweep)
			b.reconciler.Sweep(b.surfaces.unread) // tables that were cleared away leave nothing behind
			b.reminders.sweep()
			b.responder.Sweep(time.Now())
		case <-compare.C:
			b.clock.look()
		case <-erase.C:
			b.jobs.spawn(b.erasing.goOn)
			b.forming.sweep()
		case <-ctx.Done():
			return
		}
	}
}

// sweep erases what was kept long enough, if that may be now, and compares the messages that
// are kept with what is so.
func (b *Bot) sweep(ctx context.Context) {
	if now, ok := b.sweeps.begin(ctx); ok {
		b.guilds.eraseRemoved(ctx, now)
		b.jobs.spawn(func(ctx context.Context) { b.erasing.sweep(ctx, now) })
	}
	b.jobs.spawn(b.keeper.Sweep)
}
