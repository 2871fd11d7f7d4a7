// Package feature says what a feature of the bot is: what people do besides the moves of a
// game.
//
// A feature is one folder and one line in features.go of package bot, as a game is. Its
// folder has its deeds, its pages (a package of their own below it, so that imports show that
// they are pure) and its tests. It declares in small interfaces what it calls of the store
// and of Discord, and is given what fits. It imports no other feature. [Feature] says, in one
// place, all that it takes part in.
//
// # What the contract was held against
//
// The next features were written on paper against it first. What one of them needs that no
// field has today is named here. It becomes a field with the first feature that uses it, and
// never a list of features somewhere else:
//
//   - Nights that come back, with a queue: tables of its own, moments that are due, a lobby
//     opened for it by the room that opens tables, and messages whose owner is a night.
//     Messages.
//   - Bars and private tables: they say who may come to a table, which Admit is for. What
//     they add to the lobby is a link. Links.
//   - A filter of words: it is asked about words of a player before a move takes them, which
//     Text is for.
//   - An audit: it is told of the actions that features declare, by whom they were done, and how
//     they are undone, which Audit and Audited are for.
//   - More time: an option of the record. It is an option of tables, and no feature.
//   - Notes of a seat: a table of its own, a Link on the panel of their owner, and Notebook for
//     what stands on it.
//   - A board in one's own language: an ephemeral message of a match and a person. Messages.
//   - A sound in the voice channel: permissions, each saved change of a table, and a voice state of
//     the gateway. Permissions, Changed and House.SetVoice.
//   - A dream of the day: once per bot, or once per shard, a worker; a message without a
//     match. It is a Work PerBot. Messages.
//
// None of them needs a list of features in another place than features.go.
//
// # Who comes to a table
//
// A person opens a table, joins it, sits down at it, or is called to it. All features are asked
// before, in the order of features.go: see [Admit]. These ask:
//
//   - the room that opens tables: play, play again, and a night that begins
//   - joining, and taking a free seat
//   - a lobby that calls people. It asks, too, who of them gives way to whom: see [Together].
//   - a night that is announced, a person who says that they come, and the night again when
//     it begins
//
// The presser is shown the first refusal. Nobody is told who was not called. The announcement
// of a night does not name whom it leaves out.
//
// A presser who joins, sits down or says that they come may be warned instead: see [Warn].
// They alone see the page, and go on or leave it. That button is the same control again, with
// what it confirms, so it works after a restart, and what they are warned of is asked afresh.
// A person who said before that they come to a night is not stopped by a warning when it begins.
//
// Who opens tables, and where, is asked before: see [MayOpen]. It needs the roles of the
// presser, so where no press opens a table, it is not asked. What a table refuses by itself
// comes after, such as whom it put out. A person who sits at a table is not asked about. To
// put a player out is another deed.
//
// # What people write
//
// Before words of a person are kept that others may read, all features are asked in the same
// order: see [Text]. These ask:
//
//   - a move: the answers of its form, what its command was given, or the words of a forged
//     control
//   - the name of a preset
//   - a pack of words, from a file, a form, or another server by its code: the title, and the
//     entries
//
// A feature that shows words of its own asks, too. A refused move is answered like one that the
// rules refuse, and the form can be opened again. A move that comes too late is told only that.
//
// Nothing is asked about the names of people, which are Discord's, or about what no person reads as
// it was written: options, and the moment of a night. What was kept is not asked about again.
//
// Words of a move may also wait until a moderator has read them: see [Waits]. The match holds
// them meanwhile, and no feature does.
//
// # What an audit log shows
//
// A feature declares the actions that the managers of a server may want to look up later, such
// as a changed setting: see [AuditAction]. So does the core: to stop a table, and to remove a
// player. Once one is done, House.Audit is told of it. It tells the feature that keeps the log.
//
// An entry is saved after what it records, and in a transaction of its own: the stores of
// tables, settings and features know nothing of each other. A process that is killed between
// the two loses the entry, and never the action. So an Undo compares what is there now, and
// does not believe the log.
//
// What a table decides by a vote is no action of a person, and is not told.
//
// # Messages that are kept
//
// A feature declares the kinds of message, and of scheduled event, that must show what is so:
// see package surface. It says what a message shows now, and tells House.Messages what has
// changed. That a message is to be there is saved before it is posted, so nothing is lost or
// posted twice by a crash. Its owner is a night, a server, a day. It is erased with the owner's
// server, and with the person whose it is alone. Messages whose owner is a match are the core's:
// its board and panels, its announcement, the invitation to its lobby, and reminders. A kind
// whose messages notify people says so: they are sent once.
//
// # What the bot needs of Discord
//
// A feature declares the permissions and intents that it needs besides those of the core, each
// with what it is for: see package need. The invite asks for what is not optional, the check
// names what is missing, and IDENTIFY has the intents. Without an optional permission the
// feature goes on: it asks Discord for nothing that it would refuse. Where the permission names
// words for it, a page of the feature says them.
//
// # The twenty-sixth sub-command
//
// See package route: it is refused when the program starts. A feature may have a root of its
// own.
package feature

import (
	"context"
	"slices"
	"time"

	"oneiros/bot/chance"
	"oneiros/bot/discord"
	"oneiros/bot/due"
	"oneiros/bot/need"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A House is what every feature is given. What it calls of the store and of Discord it
// declares by itself and is given besides.
type House struct {
	Games    []games.Game
	Kit      page.Kit    // draws its pages
	Words    route.Words // of the bot, for the options of commands
	Log      savelog.Log
	Luck     chance.Source
	Clock    *discord.Clock // Discord's, by which what is saved is dated; nil for the host's
	Now      func() time.Time
	Due      *due.Queue
	Chosen   Choices
	Panel    Panel
	Messages *surface.Keeper // of all features
	Options  ShowOptions
	Choices  func(ctx context.Context, of Owner, owner discord.ID) ([]page.Choice, error) // the settings of all features, as an owner has them now
	// Choose saves what a presser chooses in settings of their server, by their names, and tells the audit
	// log. First all values are checked, and a refusal names its setting. Then it does something else,
	// whose error ends it. So either all is saved or nothing, unless the store fails.
	Choose func(ctx context.Context, r *route.Request, chosen map[string]string, before func() error) error

	Audit        func(ctx context.Context, e AuditEntry) // tells the audit log of what was done; the action stands whatever becomes of the entry
	AuditActions func() []AuditActionOf                  // of the core and of all features

	Offers  func(ctx context.Context, at page.Place, s *table.State, to page.Reader) []page.Offer // of all features at a place
	Kept    func() []KeptOf                                                                       // what all features say of a person's file
	Links   page.Links
	Allowed []discord.ID                                                               // the servers that may use the bot; none for all
	Needs   func() []need.Set                                                          // of the core and of all features
	Usable  func(ctx context.Context, guild, channel discord.ID, use ChannelUse) error // refuses a channel that the bot cannot use: see [Usable]

	Redraw       func(match string)     // has everything that a table shows compared with what it should show
	RedrawServer func(guild discord.ID) // likewise all tables of a server

	// Send sends what a presser does to the table of the request. It returns a refusal, or a fault.
	Send func(ctx context.Context, r *route.Request, a table.Action) (*table.State, error)

	// SetVoice brings the bot into a voice channel of a server, or out of all with the channel 0. It
	// neither hears nor says anything there. Discord does not answer: REST tells where the bot is. The
	// error is [discord.ErrNotConnected] when the gateway is away, and then nothing is sent later.
	SetVoice func(guild, channel discord.ID) error

	Hint    func(ctx context.Context, user discord.ID) // has other shards draw the panels of a person again
	Drawn   func(*screen.Shown)                        // is told of each page that is sent without a press, as Drawn of a request
	Refused func(error)                                // is told what Discord refuses, which is counted
	Counted func(key string)                           // counts a refusal that the feature says on a page of its own
	Go      func(do func(context.Context)) bool        // begins a job; false when the bot ends
	Admit   func(ctx context.Context, a Asked) error   // asks all features; who brings people to tables asks it first
	Text    func(ctx context.Context, w Written) error // asks all features; who shows words of people asks it before they are kept
}

// Panel answers a request with the presser's own page of its table, at a path of the game's,
// with notices over it.
type Panel func(ctx context.Context, r *route.Request, path string, notices ...ui.Text) error

// ShowOptions answers the host of a lobby with the page of what the table agrees on, below what
// came of the last press.
type ShowOptions func(ctx context.Context, r *route.Request, said ui.Text) error

// ShowSettings answers a presser with the settings of an owner, after a press on that of a
// feature. It says whether something was saved.
type ShowSettings func(ctx context.Context, r *route.Request, saved bool) error

// A Feature is what people can do, and what the bot does for it. It is a struct and not a
// set of interfaces that are found by assertion: what a feature takes part in is read in one
// place, and nothing that wraps it loses a part.
type Feature struct {
	Name     string          // for logs and tests; of lower-case letters
	Words    *text.Catalogue // in which its commands are named and its refusals said; nil for those of the bot
	Commands []route.Command
	Controls []route.Control
	Settings []Setting
	Links    []Link         // on the pages of others
	Messages []surface.Kind // that it keeps true; House.Messages posts and edits them

	Intents     []need.Intent     // of the gateway, that it hears besides those of need.Core
	Permissions []need.Permission // that the bot needs for it, besides those of need.Core

	// Admit says whether a person may open a table, join it, sit down at it or be called to it.
	// It returns a refusal, which that person is shown, a warning, which they may go past, or a
	// fault. See [Admit] and [Warn].
	Admit func(ctx context.Context, a Asked) error
	// GivesWay says which of some people, who want to be called to one table, give way to which
	// others of them. See [Together].
	GivesWay func(ctx context.Context, guild discord.ID, people []discord.ID) (map[discord.ID][]discord.ID, error)
	// Text says whether words of a person may be shown to others. It returns a refusal, which
	// that person alone is shown, or a fault, which is logged and so repeats no words. A match
	// goes on meanwhile. See [Text].
	Text func(ctx context.Context, w Written) error

	// Waits says whether words of a move wait until a moderator has read them, where the game
	// of the table lets them. It is asked after Text. The person who lets them wait lets
	// moderators decide, too: with House.Send. See [Waits].
	Waits func(ctx context.Context, w Written) (bool, error)

	// SettingsOf are the pages that show the settings of all features: one feature has that of
	// servers, and one that of people.
	SettingsOf map[Owner]ShowSettings
	// MayOpen is asked before a presser opens a table, or the next one of a match, where they
	// are. It knows what Discord says of them, such as their roles. Where they may not, it
	// answers them with a page of its own. Admit is asked afterwards. See [MayOpen].
	MayOpen func(ctx context.Context, r *route.Request) (answered bool, err error)
	// Proposes are options for a table that a person opens. They count where nothing else was
	// chosen, and where the game has them. See [Propose].
	Proposes func(ctx context.Context, o Opening) (map[string]string, error)
	// Wishes are tables that people wish by a name. See [Wish].
	Wishes Wishes

	Kept []Kept // rows of a person's file that the page "What is stored about me" counts

	Audit []AuditAction // what it does that the audit log of a server shows
	// Audited keeps an entry of the audit log. One feature has it.
	Audited func(ctx context.Context, e AuditEntry) error

	Work    []Work             // what it does by itself as long as the bot runs
	Changed func(*table.State) // is told of each saved change of a table; it must not wait

	// Notebook is what a person wrote about others at a table, for their own panels; nil for
	// nothing. It stands beside the targets of moves: see [games.Deducer]. One feature has it, and
	// has a panel drawn again when its owner has written something.
	Notebook func(ctx context.Context, s *table.State, user discord.ID) games.Notebook
	// Moved is told that a person has made a move, before they are answered. It reports whether
	// something else stands on their panel now.
	Moved func(ctx context.Context, s *table.State, mover discord.ID) bool
	// Hear is told of each event of the gateway but interactions and new messages, in their
	// order. Later events wait for it, so requests to Discord are jobs: see House.Go.
	Hear func(context.Context, discord.Event)
	// Erasing is told that a person is to be erased. What it returns is done afterwards, when no
	// message may show that person. Another process may erase a person, too: the messages that
	// are kept are compared now and then.
	Erasing func(ctx context.Context, user discord.ID) (erased func())
	// ErasingServer is told that a server is to be erased on which the bot stays. An error keeps
	// the server as it is.
	ErasingServer func(ctx context.Context, guild discord.ID) error
}

// A Link is what a feature offers on a page of others: a button that leads to what the feature
// does, and on a panel or in a lobby perhaps a line to which the button belongs. One of its controls answers
// the button. A feature has a Link for each place where it offers something.
//
// Every person sees the board of a table that forms or has ended, and the message that calls people
// to it. Each other page is seen by its reader alone. See [page.Place] for where a Link stands, and
// [page.Place.Room] for how many have room there. Those of features that come later in the list are
// left out where there is none.
type Link struct {
	On page.Place
	// Offer returns what stands there now, or nil for nothing. The page is about to be drawn. The
	// table is nil on a page of none.
	//
	// A page is drawn again at any time, and compared with what is shown. So what is offered
	// depends on the State, the reader and their language alone: see [Pure]. It may depend on what
	// was chosen in settings, too: what shows it is drawn again when a choice is saved. A lesson
	// depends on more, so its feature calls House.Redraw when that changes. What every person sees
	// holds no secret of the State.
	Offer func(ctx context.Context, s *table.State, to page.Reader) page.Offer
}

// Pure is a Link that depends on the State, the reader and their language.
func Pure(on page.Place, offer func(s *table.State, to page.Reader) page.Offer) Link {
	return Link{on, func(_ context.Context, s *table.State, to page.Reader) page.Offer { return offer(s, to) }}
}

// A Work is what a feature does by itself, besides what it is asked. It is done beside all
// presses, so it lets them go first.
type Work struct {
	Name string // for logs
	Each Each
	// Do works until ctx ends, which is when the last press is answered. It returns soon then, and
	// nothing is saved behind it: the bot waits ten seconds, and says which work has not ended. What is
	// cut short goes on at the next start. A panic ends it until then, and is an incident.
	Do func(ctx context.Context)
}

// Each says how often a work is done at one moment.
type Each int

// How often a work is done.
const (
	// PerShard is once for the servers of each shard. A bot in one process that is no cluster does
	// it once for all.
	PerShard Each = iota
	// PerBot is once, in whichever process: by the bot of shard 0. No process begins it before
	// that shard is released, or its owner is taken for dead. What such an owner saves then is
	// refused by the store.
	PerBot
)

// A Setting is a choice about a feature that a server or a person makes on their page of
// settings. Who manages a server makes the server's. A person's page has room for two of all
// features. The house keeps what they chose by the name of the choice, which stays. The first
// of its values is that of who chose nothing; of a channel, none is. See [Choices].
type Setting struct {
	page.Choice
	Of Owner
	// Guards says that each of its values guards people more than those before it. Undo asks before
	// one is put back that guards less.
	Guards bool
	// Check refuses a value that the setting has, before it is saved; nil takes all of them.
	Check func(ctx context.Context, r *route.Request, value string) error
}

// Takes reports whether a value, which is hostile, is one of the setting.
func (s Setting) Takes(value string) bool {
	if s.Channel && value != "" {
		_, err := discord.ParseID(value)
		return err == nil
	}
	return s.Channel || slices.Contains(s.Values, value)
}

// None is the value of an owner who chose nothing.
func (s Setting) None() string {
	if s.Channel {
		return ""
	}
	return s.Values[0]
}

// Owner is whose a setting is.
type Owner int

// The owners of settings.
const (
	Server Owner = iota
	Person
)

// Kept is what the page "What is stored about me" says of some rows.
type Kept struct {
	Rows string // as their table names them in the file: see [store.Export]
	Key  string // of the words that say how many there are
}

// KeptOf is what a feature says of some rows, with its words; nil for those of the bot.
type KeptOf struct {
	Kept
	Words *text.Catalogue
}

// Game is the game of a name, or nil.
func (h House) Game(name string) games.Game {
	for _, g := range h.Games {
		if g.Info().Name == name {
			return g
		}
	}
	return nil
}

// Needs are what the core needs of Discord, and then what each feature does that needs something.
func Needs(features []Feature) []need.Set {
	list := []need.Set{need.Core}
	for _, of := range features {
		if len(of.Intents)+len(of.Permissions) > 0 {
			list = append(list, need.Set{Owner: of.Name, Words: of.Words, Intents: of.Intents, Permissions: of.Permissions})
		}
	}
	return list
}
