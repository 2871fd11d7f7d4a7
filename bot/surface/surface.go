// Package surface keeps messages that must show what is so: the announcement of a night and its
// event, the announcement of a match, the invitation to its lobby, the reminders of its players,
// and whatever else a feature declares. Boards and panels are kept by [screen.Reconciler], which
// edits thousands of them at once.
//
// A message has an owner, a kind and perhaps a person: see [Key]. For one key there is one
// message, for each who asks and however late Discord answers. That it is to be there is
// saved before Discord is asked, and its id is saved afterwards. A process that ends between
// the two leaves a message that is not noted. So the next one looks for it before it posts
// another. Of several that it finds only the newest stays. A message that notifies people is
// not posted again then, also where it is not found: see [Kind.Once].
//
// The keeper is told that something has changed, and asks the kind how the message looks now.
// So a lost edit, a deletion and a restart heal in the same way.
//
// # What is not kept
//
// These messages are sent and forgotten. What they say stays true, and they are never taken back:
//
//   - answers to presses, and a picture that a player shows to all
//   - the message that mentions those who come to a night when it begins; that the table was
//     opened is saved before
//   - the first direct message to a person who chose them
//   - the message of a board that has moved into a thread, which is edited once
package surface

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/due"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/store"
)

// Key names a message. There is at most one of each.
type Key struct {
	Owner store.Owner
	Kind  string
	User  discord.ID // whose it is alone; 0 for all's
}

// A Kind is a kind of message that a feature keeps, or of scheduled event.
type Kind struct {
	Name string // stands in the store for ever
	// Look says how a message looks now. Nil says that its owner is gone: the message is
	// forgotten and stays as it is. An error may be over later.
	Look func(ctx context.Context, k Key, at Place) (*Look, error)
	// Is reports whether one of the bot's messages in the channel is the one of a key.
	Is func(m discord.OwnMessage, k Key) bool
	// Lost is told that the channel of a message is gone, before the message is forgotten.
	Lost func(ctx context.Context, k Key) error
	// Returns says that a message which was deleted is posted again: at once the first time,
	// and later and later when each new one is deleted. Others stay away until
	// [Keeper.Anew].
	Returns bool
	// Once says that a message notifies people, who are not to be notified twice. Where it may
	// have been posted, or was refused, it is never posted again: not after a restart either. It
	// is looked for if there is an Is.
	Once bool
}

// A Look is how a message looks, or an event. It has one of the two.
type Look struct {
	Message *discord.Message
	Event   *discord.ScheduledEvent // in the list of the owner's server
	Digest  string                  // of what it shows
	Wait    bool                    // it is left alone for now
	Ended   bool                    // it is edited and not posted: what it is about is over
	Remove  bool                    // it is taken away, and forgotten
	Last    bool                    // it is forgotten once it looks so
	Anew    bool                    // it is posted anew where it would be edited, which no phone tells of; the one before is deleted
	Within  time.Duration           // it is posted so soon or not at all; 0 for no limit
	Settled bool                    // it is not edited only because what it shows is unknown
}

// Place is where a message is.
type Place struct {
	Channel, Message discord.ID // the id of an event is its Message; 0 until it is posted
	State            store.State
	Path             string // which of its pages it shows
	Lang             string // of its readers
}

// Store is what the keeper needs of the store.
type Store interface {
	KeptSurfaces(ctx context.Context, ofMatches ...string) ([]store.Surface, error)
	SaveSurface(ctx context.Context, f store.Surface) error
	DeleteSurface(ctx context.Context, of store.Owner, kind string, user uint64) error
}

// Client is what the keeper needs of Discord.
type Client interface {
	screen.Poster
	Edit(ctx context.Context, channel, message discord.ID, m *discord.Message) error
	OpenThread(ctx context.Context, thread discord.ID) error
	OwnEvents(ctx context.Context, guild discord.ID) ([]discord.OwnEvent, error)
	SetEvent(ctx context.Context, guild, event discord.ID, e *discord.ScheduledEvent) (discord.ID, error)
}

// Config is what a keeper is made of.
type Config struct {
	Store   Store
	Client  Client
	Log     savelog.Log
	Due     *due.Queue
	Refused func(error)                         // is told what Discord refuses
	Go      func(do func(context.Context)) bool // begins a job; false when the bot ends
}

// Keeper keeps messages true.
type Keeper struct {
	Config
	*shelf
	kinds map[string]Kind
	line  *line
}

const (
	retry     = time.Minute             // when what failed is tried again
	editPause = 1500 * time.Millisecond // between two edits of a message
	backAfter = 10 * time.Second        // when a message that was deleted twice is posted again
)

// New makes a keeper, which keeps nothing yet.
func New(c Config) *Keeper {
	k := &Keeper{Config: c, shelf: newShelf(), kinds: map[string]Kind{}}
	k.line = &line{start: c.Go, due: c.Due, repair: k.repair, left: func(m *message) { k.disown(m, false) }}
	return k
}

// Add adds kinds. It is called before everything else. Two kinds of one name are a fault of
// the program.
func (k *Keeper) Add(kinds ...Kind) {
	for _, kind := range kinds {
		if _, there := k.kinds[kind.Name]; there || kind.Name == "" || kind.Look == nil {
			panic("keep messages of kind " + kind.Name + ": it has no Look, or another one has its name")
		}
		k.kinds[kind.Name] = kind
	}
}

// message is one that is kept. One goroutine at a time owns it. Only the owner posts, edits
// and deletes. A change meanwhile makes the owner look once more.
type message struct {
	key Key

	// These are guarded by Keeper.mu.
	row       store.Surface
	owned     bool // by a goroutine, or by a timer that gives it to one
	dirty     bool // something has changed since its owner looked
	asked     bool // by name, and not only to compare
	anew      bool // it is posted again if it was deleted
	wanted    bool // it was asked for since its owner looked
	over      bool // nothing is kept of it
	young     bool // no sweep has met it
	deletions int  // in a row

	// These belong to the owner.
	failures int              // in a row
	shown    string           // digest of what it shows; empty when that is not known
	refused  string           // digest of what Discord did not let it show
	posted   discord.ID       // its id, until that is saved
	former   discord.ID       // the one that was deleted
	once     *discord.Message // that of its [Want]
	fresh    bool             // none can be there that is not noted
}

// Recall takes up the messages of the store. Nothing else is called before.
func (k *Keeper) Recall(ctx context.Context) error {
	rows, err := k.rows(ctx)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, row := range rows {
		if _, known := k.kinds[row.Kind]; known { // else it is of a feature that is not there
			k.put(&message{key: Key{row.Owner, row.Kind, discord.ID(row.User)}, row: row})
		}
	}
	return nil
}

// rows are what the store has of the messages of all kinds.
func (k *Keeper) rows(ctx context.Context) ([]store.Surface, error) {
	return k.Store.KeptSurfaces(ctx, slices.Collect(maps.Keys(k.kinds))...)
}

// Begin compares each message with what it should show.
func (k *Keeper) Begin() {
	for _, key := range k.keys() {
		k.redraw(key, false, false)
	}
}

// Sweep compares every message with what it should show. What was erased in the store is
// forgotten.
func (k *Keeper) Sweep(ctx context.Context) {
	rows, err := k.rows(ctx)
	if err != nil {
		k.Log.Failed(err).Msg("read kept messages failed")
		return
	}
	there := map[Key]bool{}
	for _, row := range rows {
		there[Key{row.Owner, row.Kind, discord.ID(row.User)}] = true
	}
	k.mu.Lock()
	for key, m := range k.seen {
		if !there[key] && !m.owned && !m.young {
			k.drop(m)
		}
		m.young = false
	}
	k.mu.Unlock()
	k.Begin()
}

// At is where a message is that is kept.
func (k *Keeper) At(key Key) (Place, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	m := k.seen[key]
	if m == nil {
		return Place{}, false
	}
	return m.at(), true
}

func (m *message) at() Place {
	return Place{discord.ID(m.row.Channel), discord.ID(m.row.Message), m.row.State, m.row.Path, m.row.Lang}
}

// Want is a message that is to be there.
type Want struct {
	Key
	Place                    // of which the Channel, Path and Lang count
	Message *discord.Message // of a kind that is sent once: what is posted where the [Look] has none
}

func (w Want) row() store.Surface {
	return store.Surface{Owner: w.Owner, Kind: w.Kind, User: uint64(w.User), State: store.Intended, Channel: uint64(w.Channel), Path: w.Path, Lang: w.Lang}
}

// Save saves what messages show, with the rows that say that they are to be there.
type Save func(rows []store.Surface) error

// Post posts messages of which none is there, as those of a new owner. A nil save saves the rows
// alone. The error is the first one of save and of posting the first message, which the keeper
// goes on trying. The others are not waited for.
func (k *Keeper) Post(ctx context.Context, save Save, wants ...Want) error {
	list, err := k.saveNew(ctx, save, wants)
	if err != nil {
		return err
	}
	for _, m := range list {
		m.fresh = true
	}
	if _, err = k.show(ctx, list[0]); err != nil {
		k.Refused(err)
	}
	if err != nil { // not at once: where Discord refuses it, the caller may end what it is about
		k.line.later(list[0])
		list = list[1:]
	}
	for _, m := range list {
		k.line.add(m)
	}
	return err
}

// Keep has messages be there from now on. Those that are kept already are only redrawn, and save
// gets no rows of them. A nil save saves the rows alone.
func (k *Keeper) Keep(ctx context.Context, save Save, wants ...Want) error {
	var unknown []Want
	for _, w := range wants {
		if k.wantAgain(w.Key) {
			defer k.Redraw(w.Key)
		} else {
			unknown = append(unknown, w)
		}
	}
	list, err := k.saveNew(ctx, save, unknown)
	for _, m := range list {
		k.line.add(m)
	}
	return err
}

// saveNew saves messages that are not kept, and returns them. The caller owns them.
func (k *Keeper) saveNew(ctx context.Context, save Save, wants []Want) (list []*message, err error) {
	var rows []store.Surface
	k.mu.Lock()
	for _, w := range wants { // before they are saved, so that nothing else posts them
		m := &message{key: w.Key, row: w.row(), owned: true, young: true, once: w.Message, fresh: k.kinds[w.Kind].Once}
		k.put(m)
		rows, list = append(rows, m.row), append(list, m)
	}
	k.mu.Unlock()
	if save != nil {
		err = save(rows)
	} else {
		for _, row := range rows {
			err = errors.Join(err, k.Store.SaveSurface(ctx, row))
		}
	}
	if err == nil {
		return list, nil
	}
	for _, m := range list {
		k.end(m)
		k.disown(m, false)
	}
	return nil, err
}

// Redraw has a message show what is so now. It does not wait. Of several changes at once the
// last one is shown.
func (k *Keeper) Redraw(key Key) { k.redraw(key, true, false) }

// Anew is Redraw for a message that is posted again if it was deleted.
func (k *Keeper) Anew(key Key) { k.redraw(key, true, true) }

func (k *Keeper) redraw(key Key, asked, anew bool) {
	k.mu.Lock()
	m := k.seen[key]
	if m == nil {
		k.mu.Unlock()
		return
	}
	m.asked, m.anew = m.asked || asked, m.anew || anew
	owned := m.owned
	if m.dirty = owned; !owned {
		m.owned = true
	}
	k.mu.Unlock()
	if !owned {
		k.line.add(m)
	}
}

// RedrawOf is Redraw for all messages of an owner that are of a kind.
func (k *Keeper) RedrawOf(of store.Owner, kind string) {
	for _, m := range k.of(of) {
		if m.key.Kind == kind {
			k.Redraw(m.key)
		}
	}
}

// RedrawServer is Redraw for all messages that a server owns, such as one that was erased.
func (k *Keeper) RedrawServer(guild discord.ID) {
	for _, key := range k.keys() {
		if key.Owner.Guild == uint64(guild) {
			k.Redraw(key)
		}
	}
}

// Hear is told of events of the gateway: a message that was deleted is posted again, if its
// kind says so.
func (k *Keeper) Hear(e discord.Event) {
	deleted, ok := e.(discord.MessagesDeleted)
	if !ok {
		return
	}
	for _, id := range deleted.Messages {
		key, wait, ok := k.deleted(deleted.Channel, id, func(kind string) bool { return k.kinds[kind].Returns })
		if ok {
			k.Due.After(wait, func(context.Context) { k.Anew(key) })
		}
	}
}

// repair makes a message show what is so. After a failure it is due again, for which the end
// of the bot does not wait.
func (k *Keeper) repair(ctx context.Context, m *message) {
	failed := true // also by a panic, which the job logs
	defer func() {
		if failed {
			k.line.later(m)
		}
	}()
	for {
		edited, err := k.show(ctx, m)
		if err != nil {
			k.Refused(err)
			log := k.Log.Debug()
			if k.kinds[m.key.Kind].Once && isRefusal(err) { // people are not told, and will not be
				log = k.Log.Warn()
			}
			log.Err(err).Str("kind", m.key.Kind).Str("match", m.key.Owner.Match).Msg("show kept message failed")
			if err = k.hidden(ctx, m, err); err != nil {
				return
			}
		}
		m.failures = 0
		if k.disown(m, true) {
			failed = false
			return
		}
		if edited && !discord.Sleep(ctx, editPause) {
			failed = false
			k.line.add(m)
			return
		}
	}
}
