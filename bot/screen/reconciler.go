package screen

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"oneiros/bot/backoff"
	"oneiros/bot/discord"
	"oneiros/bot/savelog"
)

// Editor is what a reconciler needs of Discord's REST interface.
type Editor interface {
	Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error)
	Edit(ctx context.Context, channel, message discord.ID, m *discord.Message) error
	Delete(ctx context.Context, channel, message discord.ID) error
	OwnMessages(ctx context.Context, channel discord.ID) ([]discord.OwnMessage, error)
	OpenThread(ctx context.Context, thread discord.ID) error
	EditPanel(ctx context.Context, t discord.PanelToken, m *discord.Message) error
	DeletePanel(ctx context.Context, t discord.PanelToken) error
	EditBoard(ctx context.Context, t discord.BoardToken, m *discord.Message) error
}

// Source says what surfaces should show and remembers where they are. Its methods
// are called by many goroutines, never while the reconciler holds a lock.
type Source interface {
	// Draw is what the surface should show now. Nil says that there is nothing to
	// show there: the surface is forgotten, and its message stays. What is not wanted
	// may be undrawn.
	Draw(ctx context.Context, k Key, at Address, wanted Wanted) (*Shown, error)
	// Farewell is the last thing that a panel shows before its token ends.
	Farewell(ctx context.Context, k Key, at Address) (*Shown, error)
	// Save remembers where a surface is.
	Save(ctx context.Context, k Key, at Address) error
	// Forget forgets it.
	Forget(ctx context.Context, k Key) error
	// TokenRefused says that Discord does not accept the token of a board, and why.
	TokenRefused(k Key, err error)
	// EditFailed gets what Discord answered when it did not do an edit.
	EditFailed(k Key, err error)
	// Edited says that a message was edited or posted, and what it shows now.
	Edited(k Key, at Address, digest string)
}

// Reconciler keeps every surface true. It is level-triggered. When something
// changed it asks the source what each surface should show, and edits those that
// show something else. Only the latest state is shown. At most one edit of a
// surface is on its way at a time. So a lost edit, a deleted message and a restart
// all heal in the same way.
//
// A press is answered on its own surface, by the code that handles the press. The
// surface is held meanwhile, so that the answer and an edit do not overtake each
// other. See [Reconciler.Answer].
//
// Where things are: this file has the loop. The file address.go knows the surfaces
// and where they are, and slots.go decides which comes first. The file dirty.go has
// what makes the loop look at a surface again, and spares.go the goroutines that wait
// for work. The file hold.go lets presses be answered, repair.go does one repair, and
// board.go posts new boards. The file borrow.go has the tokens with which boards are
// edited, and known.go says at the end what they show.
type Reconciler struct {
	edit      Editor
	source    Source
	clock     *discord.Clock
	log       savelog.Log
	editSlots *slots // one for each edit that may be on its way, and is not among the bot's fifty requests a second
	patches   *slots // one for each edit of a board that is among them
	drawSlots *slots // one for each page that may be drawn at once, see repair.draw

	mu      sync.Mutex
	run     context.Context // nil before Run and after it
	ended   bool            // Run is over
	all     map[Key]*surface
	byMatch map[string]map[Key]*surface
	boards  channelBoards
	faults  int // edits that failed since the last one that did not
	working int // goroutines that work on surfaces
	spares  spares
	active  sync.WaitGroup
}

// surface is one message. Everything but key and limiter is guarded by
// Reconciler.mu.
type surface struct {
	key     Key
	at      Address
	limiter *rate.Limiter // of edits

	shown    string        // digest of what it shows; empty when that is not known
	rejected string        // digest of a message that Discord refused and would refuse again; shown has it, too
	dirty    bool          // it may have to show something else
	marks    int           // how often something happened that it may have to show
	fresh    int           // the marks that the answer on its way shows; -1 for unknown
	busy     bool          // a goroutine works on it
	quiet    chan struct{} // of one that is untracked: closed once no goroutine works on it
	replaced []Address     // of a panel: where it was while a goroutine worked on it; they are still to be deleted
	holds    int           // presses that are being answered on it
	saving   int           // presses that were answered on it and are not released
	answers  int           // how many have ended that changed it
	version  int           // raised by each answer and each new address
	farewell bool          // a panel that shows its farewell
	failures int           // in a row
	after    time.Time
	pressed  time.Time // when a person last pressed anything of its match
	trouble  error     // why the last edit was forbidden; nil when it was not
	told     bool      // a person was told of the trouble
	refused  time.Time // when the trouble was last met

	buriedBy    int        // messages of others since it was posted
	lastMessage discord.ID // the last of them

	// Of a board.
	repost      bool      // a person asked for it below the other messages
	maybePosted bool      // it may have been posted, and no row notes where
	cannotPost  bool      // the bot may edit it but not post it again
	opened      bool      // its thread was archived and is opened, and it was not edited since
	deletions   int       // of a young board, in a row
	unborrowed  bool      // the next edit does without a borrowed token, because that failed or to try what the bot may do
	unheard     bool      // an edit had no answer, and may still arrive
	confirmAt   time.Time // when it is edited again because of that; zero for never

	// Of a board that is being posted.
	unsent    bool          // nothing was ever sent of it
	notPosted error         // why the last try failed
	turned    chan struct{} // closed when something becomes of it, for those who wait; nil for none
	gone      discord.ID    // the last message of it that was deleted
	strays    []discord.ID  // messages that look like it
}

// refusedFor is how long the reconciler waits before it tries by itself what
// Discord forbids. Each refused request counts towards a ban of the address. When a
// permission is granted, Retry is called.
const refusedFor = 10 * time.Minute

// How many edits may be on their way at once. Discord takes a fifth of a second for one.
const (
	freeEdits    = 256 // of those that are not counted: enough for a thousand a second
	countedEdits = 32  // of those that are: more than fifty a second need
)

// maxWorking is how many surfaces are worked on at once that no person looks at. After a start
// thousands have to change. Most of them would only wait, each with a goroutine.
const maxWorking = 1024

// NewReconciler makes a reconciler. It edits nothing before Run. A nil clock is the
// host's.
func NewReconciler(edit Editor, source Source, clock *discord.Clock, log savelog.Log) *Reconciler {
	return &Reconciler{
		edit: edit, source: source, clock: clock, log: log,
		editSlots: newSlots(freeEdits), patches: newSlots(countedEdits), drawSlots: newSlots(runtime.GOMAXPROCS(0)),
		all: map[Key]*surface{}, byMatch: map[string]map[Key]*surface{}, boards: channelBoards{},
		spares: spares{hand: make(chan *surface)},
	}
}

// Run works until ctx ends and then waits for the edits on their way.
func (k *Reconciler) Run(ctx context.Context) {
	k.mu.Lock()
	k.run = ctx
	for _, s := range k.all {
		k.wake(s)
	}
	k.mu.Unlock()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			k.mu.Lock()
			k.run, k.ended = nil, true
			for _, s := range k.all {
				s.turn()
			}
			k.mu.Unlock()
			k.active.Wait()
			return
		case now := <-ticker.C:
			k.tick(now)
		}
	}
}

// tick wakes the panels whose token ends soon and what waits for another try.
func (k *Reconciler) tick(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.all {
		if s.ends(now) {
			s.mark()
		}
		s.confirm(now)
		k.wake(s)
	}
}

// mark says that the surface may have to show something else. Reconciler.mu is held.
func (s *surface) mark() {
	s.dirty = true
	s.marks++
}

// ends reports whether it is time for the panel to show its farewell, or to be
// forgotten.
func (s *surface) ends(now time.Time) bool {
	if s.at.Panel.Zero() {
		return false
	}
	end := s.at.Panel.Expires()
	return !s.farewell && !now.Before(end.Add(-farewellTime)) || !now.Before(end)
}

// wake gives a surface that needs one a goroutine. k.mu is held.
func (k *Reconciler) wake(s *surface) {
	if k.run == nil || !s.dirty || s.busy || s.held() || time.Now().Before(s.after) {
		return
	}
	if k.working >= maxWorking && time.Since(s.pressed) >= lookTime {
		return // the next tick looks again
	}
	s.busy = true
	k.working++
	if k.spares.give(s) {
		return
	}
	ctx := k.run
	k.active.Go(func() {
		for ; s != nil; s = k.spares.await(ctx) {
			k.work(ctx, s)
		}
	})
}

// work repairs one surface until it shows what it should. A panic makes that
// surface wait, and no other.
func (k *Reconciler) work(ctx context.Context, s *surface) {
	defer func() {
		k.mu.Lock()
		k.working--
		k.mu.Unlock()
	}()
	defer func() {
		if p := recover(); p != nil {
			k.log.Error().Str("match", s.key.Match).Str("panic", fmt.Sprintf("%T", p)).Bytes("stack", debug.Stack()).Msg("repair surface panicked")
			k.mu.Lock()
			defer k.mu.Unlock()
			s.notPosted = fmt.Errorf("repair surface panicked with %T", p)
			s.retryLater()
			deleteReplaced(k, s)
			s.rest()
		}
	}()
	for {
		r := s.next(ctx, k)
		if r == nil {
			return
		}
		r.do(ctx)
	}
}

// next begins a repair of a surface. It returns nil, and the surface is not busy,
// when nothing can be done now.
func (s *surface) next(ctx context.Context, k *Reconciler) *repair {
	k.mu.Lock()
	defer k.mu.Unlock()
	deleteReplaced(k, s)
	now := time.Now()
	if k.all[s.key] != s || ctx.Err() != nil || !s.dirty || s.held() || now.Before(s.after) {
		s.rest()
		return nil
	}
	s.dirty = false
	return &repair{
		Reconciler: k, surface: s, at: s.at, shown: s.shown, version: s.version,
		farewell: s.farewell, unsent: s.unsent, ends: s.ends(now), expired: !now.Before(s.at.Panel.Expires()),
	}
}

// rest says that no goroutine works on the surface any more. Reconciler.mu is held.
func (s *surface) rest() {
	s.busy = false
	if s.quiet != nil {
		close(s.quiet)
	}
	s.turn()
}

// retryLater lets a surface wait before the next try: one second, doubled up to one
// minute. Reconciler.mu is held.
func (s *surface) retryLater() {
	s.failures++
	s.dirty, s.shown = true, ""
	s.after = time.Now().Add(backoff.After(s.failures, time.Second, time.Minute))
}
