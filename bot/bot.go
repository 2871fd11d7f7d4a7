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
	"embed"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// Catalogue is what the bot itself says. Its parent is the tables' catalogue,
// and it is the parent of every game's.
var Catalogue = sync.OnceValue(func() *text.Catalogue {
	c, err := text.Load(table.Catalogue(), locale)
	if err != nil {
		panic(err) // embedded: the first test of anything meets it
	}
	return c
})

// Client is what the bot needs of Discord's REST interface; *discord.Client is
// one.
type Client interface {
	screen.Editor
	Answer(ctx context.Context, ix *discord.Interaction, kind discord.AnswerKind, m *discord.Message) (discord.ID, error)
	AnswerModal(ctx context.Context, ix *discord.Interaction, m discord.Modal) error
	AnswerChoices(ctx context.Context, ix *discord.Interaction, list []*discordgo.ApplicationCommandOptionChoice) error
	FollowUp(ctx context.Context, app discord.ID, token string, m *discord.Message) (discord.ID, error)
	Thread(ctx context.Context, channel, message discord.ID, name string) (discord.ID, error)
	SetCommands(ctx context.Context, app discord.ID, list []*discordgo.ApplicationCommand) error
	Member(ctx context.Context, guild, user discord.ID) (bool, error)
	DM(ctx context.Context, user discord.ID) (discord.ID, error)
}

// Gateway is where events come from; *discord.Gateway is one.
type Gateway interface {
	Run(ctx context.Context, handle func(discord.Event)) error
}

// Store is what the bot and its tables need of the store; *store.Store is one.
type Store interface {
	table.Store
	SaveSurface(ctx context.Context, f store.Surface) error
	DeleteSurface(ctx context.Context, match, kind string, user uint64) error
	Surfaces(ctx context.Context, match string) ([]store.Surface, error)
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	SaveGuild(ctx context.Context, g store.Guild) error
	GuildRemoved(ctx context.Context, guild uint64, at time.Time) error
	GuildReturned(ctx context.Context, guild uint64) error
	RemovedGuilds(ctx context.Context) (map[uint64]time.Time, error)
	Guilds(ctx context.Context) ([]uint64, error)
	EraseGuild(ctx context.Context, guild uint64, before time.Time) (bool, error)
	User(ctx context.Context, id uint64) (store.User, error)
	SaveUser(ctx context.Context, u store.User) error
	Inputs(ctx context.Context, match string) ([]games.Input, error)
	AutomaticInputs(ctx context.Context, match string) ([]int, error)
	WatchDisk(told func(err error, since time.Time))
}

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
	conf       Config
	log        zerolog.Logger
	tables     *table.Tables
	reconciler *screen.Reconciler
	bell       *bell
	painter    *screen.Painter
	metrics    *metrics
	inbox      *inbox.Inbox
	responder  *reply.Responder
	later      *errands
	line       line
	guilds     guilds
	jobs       sync.WaitGroup

	games map[string]*game
	order []*game

	told      sync.Map // what was logged once: string -> struct{}
	begun     sync.Map // matches whose players were called: string -> struct{}
	commands  sync.Mutex
	published string // digest of the commands that Discord has

	mu  sync.Mutex
	run context.Context // nil before Run and after it
}

// game is a game with its words.
type game struct {
	games.Game
	info games.Info
	say  *text.Catalogue
}

// sweep is how often everything that is shown is looked at without a reason.
const sweep = 10 * time.Minute

// New makes a bot and takes up all matches of the store. The clocks of the
// matches run from here on.
func New(ctx context.Context, c Config) (*Bot, error) {
	if c.Workers == 0 {
		c.Workers = 32
	}
	b := &Bot{
		conf: c, log: c.Log,
		painter: &screen.Painter{Pictures: screen.NewPictures(64 << 20)},
		inbox:   inbox.New(c.Each),
		later:   newErrands(),
		guilds:  guilds{away: map[discord.ID]bool{}, awaited: map[discord.ID]struct{}{}},
		games:   map[string]*game{},
	}
	for _, g := range c.Games {
		info := g.Info()
		say, err := text.Load(Catalogue(), info.Locale)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", info.Name, err)
		}
		b.games[info.Name] = &game{g, info, say}
		b.order = append(b.order, b.games[info.Name])
	}
	b.reconciler = screen.NewReconciler(c.Client, stage{b}, c.Log)
	b.bell = newBell(b)
	b.metrics = newMetrics()
	b.responder = reply.New(reply.Config{Client: c.Client, Log: c.Log, Broke: func(what any) { b.incident(what) }, Failed: b.metrics.refused, Go: b.spawn})
	var err error
	if b.tables, err = table.Open(ctx, table.Config{Store: c.Store, Games: c.Games, Log: c.Log, Notify: b.notify}); err != nil {
		return nil, err
	}
	if c.Metrics != nil {
		if err := b.metrics.register(c.Metrics, b); err != nil {
			return nil, errors.Join(err, b.tables.Close())
		}
	}
	if err := b.recall(ctx); err != nil {
		return nil, errors.Join(err, b.tables.Close())
	}
	if err := b.recallGuilds(ctx); err != nil {
		return nil, errors.Join(err, b.tables.Close())
	}
	c.Store.WatchDisk(b.saving)
	return b, nil
}

// saving is told when nothing can be saved any more, and that it can again.
func (b *Bot) saving(err error, since time.Time) {
	if err != nil {
		b.log.Error().Err(err).Msg("nothing can be saved; all tables wait")
		b.tables.Halt(table.HaltDisk, since)
		return
	}
	b.log.Warn().Msg("everything can be saved again; the tables go on")
	b.tables.Unhalt(table.HaltDisk)
}

// Tables are the bot's tables.
func (b *Bot) Tables() *table.Tables { return b.tables }

// notify is told each saved change of a table, by its goroutine.
func (b *Bot) notify(s *table.State) {
	b.reconciler.MarkDirty(s.ID)
	b.bell.ring(s)
	if s.Phase == table.Over || s.Phase == table.Void {
		b.begun.Delete(s.ID)
		b.spawn(func(ctx context.Context) { b.recant(ctx, s) })
	}
}

// Run works until ctx ends or the gateway cannot go on. What is in hand is
// finished first.
func (b *Bot) Run(ctx context.Context) error {
	b.mu.Lock()
	b.run = ctx
	b.mu.Unlock()
	// What came before the end is answered: the workers outlast the gateway.
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { b.reconciler.Run(work) })
	for range b.conf.Workers {
		all.Go(func() { b.work(work) })
	}
	all.Go(func() {
		every := time.NewTicker(sweep)
		defer every.Stop()
		for {
			select {
			case <-b.later.wake:
				for _, do := range b.later.take() {
					b.guard(work, do)
				}
			case <-every.C:
				b.guard(work, b.erase)
				b.reconciler.Sweep() // tables that were cleared away leave nothing behind
				b.bell.sweep()
				b.responder.Sweep(time.Now())
			case <-work.Done():
				return
			}
		}
	})
	b.lost(time.Now()) // until the first session
	err := b.conf.Gateway.Run(ctx, b.take)
	b.found() // what is saved at the end is not an outage
	stop()
	all.Wait()
	b.mu.Lock()
	b.run = nil
	b.mu.Unlock()
	b.jobs.Wait()
	return err
}

// Close ends all tables once what they have in hand is saved. Whatever Run still
// has in hand then is not done any more.
func (b *Bot) Close() error { return b.tables.Close() }

// spawn does something that an answer need not wait for, and reports whether it
// will: not before Run and after it.
func (b *Bot) spawn(do func(context.Context)) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.run == nil {
		return false
	}
	// What was begun is finished, also when the program ends.
	ctx := context.WithoutCancel(b.run)
	b.jobs.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		b.guard(ctx, do)
	})
	return true
}

// guard does something that may panic.
func (b *Bot) guard(ctx context.Context, do func(context.Context)) {
	defer func() {
		if r := recover(); r != nil {
			b.incident(r)
		}
	}()
	do(ctx)
}

// patience is how long an interaction may wait for a worker. An older one could
// not be answered any more.
const patience = 2500 * time.Millisecond

func (b *Bot) work(ctx context.Context) {
	for item := b.inbox.Take(ctx); item != nil; item = b.inbox.Take(ctx) {
		if time.Since(item.Received) > patience {
			b.metrics.dropped.WithLabelValues("late").Inc()
			continue
		}
		b.guard(ctx, func(ctx context.Context) { b.handle(ctx, item) })
	}
}

// recall puts all surfaces of the store under the reconciler's care.
func (b *Bot) recall(ctx context.Context) error {
	for _, s := range b.tables.All() {
		list, err := b.conf.Store.Surfaces(ctx, s.ID)
		if err != nil {
			return err
		}
		board := false
		for _, f := range list {
			if f.Kind == store.Announcement || f.Kind == store.OldBoard {
				continue // nobody edits the one before the match has ended, or the other ever
			}
			if f.Kind == store.Reminder {
				b.bell.recall(f)
				continue
			}
			at := screen.Address{
				Channel: discord.ID(f.Channel), Message: discord.ID(f.Message), App: discord.ID(f.App),
				Token: f.Token, Expires: f.Expires, Path: f.Path, Lang: text.Lang(f.Lang),
			}
			if f.Kind == store.Board {
				board = true
				if at.Channel != s.CurrentChannel() && (s.Phase == table.Lobby || s.Phase == table.Live) {
					at, f.Message, f.Digest = screen.Address{Channel: s.CurrentChannel()}, 0, "" // it moved, and nobody noted it
				}
				if i := slices.IndexFunc(list, func(f store.Surface) bool { return f.Kind == store.OldBoard }); i >= 0 && list[i].Message != f.Message {
					at.Former = discord.ID(list[i].Message)
				}
			}
			b.reconciler.Track(screen.Key{Match: s.ID, User: discord.ID(f.User)}, at, f.Digest)
		}
		if !board && (s.Phase == table.Lobby || s.Phase == table.Live) && !s.ChannelDeleted {
			b.reconciler.Track(screen.Key{Match: s.ID}, screen.Address{Channel: s.CurrentChannel()}, "")
		}
	}
	return nil
}

// save keeps where a surface is.
func (b *Bot) save(ctx context.Context, k screen.Key, at screen.Address) error {
	return b.keep(ctx, k, at, "")
}

// keep keeps where a surface is and what it shows, when that will not change any
// more.
func (b *Bot) keep(ctx context.Context, k screen.Key, at screen.Address, digest string) error {
	f := store.Surface{
		Match: k.Match, Kind: store.Board, User: uint64(k.User), Seat: int(games.Nobody),
		Channel: uint64(at.Channel), Message: uint64(at.Message), App: uint64(at.App),
		Token: at.Token, Expires: at.Expires, Path: at.Path, Lang: string(at.Lang), Digest: digest,
	}
	if !k.Board() {
		f.Kind = store.Panel
		if s, ok := b.tables.Find(k.Match); ok {
			if seat, ok := s.Seat(k.User); ok {
				f.Seat = int(seat)
			}
		}
	}
	if !k.Board() {
		return b.conf.Store.SaveSurface(ctx, f)
	}
	// In this order: that there is a former board is known before there is another.
	if at.Former != 0 {
		old := store.Surface{Match: k.Match, Kind: store.OldBoard, Seat: int(games.Nobody), Channel: f.Channel, Message: uint64(at.Former)}
		if err := b.conf.Store.SaveSurface(ctx, old); err != nil {
			return err
		}
		return b.conf.Store.SaveSurface(ctx, f)
	}
	if err := b.conf.Store.SaveSurface(ctx, f); err != nil {
		return err
	}
	return b.conf.Store.DeleteSurface(ctx, k.Match, store.OldBoard, 0)
}

// once reports whether it is called with a key for the first time.
func (b *Bot) once(key string) bool {
	_, told := b.told.LoadOrStore(key, struct{}{})
	return !told
}
