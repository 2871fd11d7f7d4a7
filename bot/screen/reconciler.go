package screen

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/rs/zerolog"
	"golang.org/x/time/rate"

	"oneiros/bot/discord"
	"oneiros/games/text"
)

// Key names a surface: the board of a match, or the panel of one of its players.
// There is at most one of each.
type Key struct {
	Match string
	User  discord.ID // whose panel; 0 for the board
}

// Board reports whether the surface is the board.
func (k Key) Board() bool { return k.User == 0 }

// Address is where the message of a surface is and which page it shows.
type Address struct {
	Channel, Message discord.ID
	Former           discord.ID // of a board: the message that it replaces and that is yet to be deleted
	App              discord.ID // of a panel
	Press            discord.ID // of a panel: the last interaction that it answered; 0 after a restart
	Token            string     // of a panel: of the last interaction that it answered
	Expires          time.Time  // of a panel: when the token ends
	Path             string     // the page that is open on it
	Lang             text.Lang  // of a panel: its reader's
}

// Editor is what a reconciler needs of Discord's REST interface.
type Editor interface {
	Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error)
	Edit(ctx context.Context, channel, message discord.ID, m *discord.Message) error
	Delete(ctx context.Context, channel, message discord.ID) error
	OwnMessages(ctx context.Context, channel discord.ID) ([]discord.OwnMessage, error)
	EditOriginal(ctx context.Context, app discord.ID, token string, m *discord.Message) error
	DeleteOriginal(ctx context.Context, app discord.ID, token string) error
}

// Source says what surfaces should show and remembers where they are. Its methods
// are called by many goroutines, never while the reconciler holds a lock.
type Source interface {
	// Draw is what the surface should show now. A nil Shown says that there is
	// nothing to show there any more: the surface is forgotten, its message stays.
	Draw(ctx context.Context, k Key, at Address) (*Shown, error)
	// Farewell is the last thing a panel shows before its token ends.
	Farewell(ctx context.Context, k Key, at Address) (*Shown, error)
	// Save remembers where a surface is.
	Save(ctx context.Context, k Key, at Address) error
	// Forget forgets it.
	Forget(ctx context.Context, k Key) error
	// EditFailed is told what Discord answered instead of doing an edit.
	EditFailed(k Key, err error)
	// Edited is told that a message was edited or posted, and what it shows now.
	Edited(k Key, at Address, digest string)
}

// The times of panels. A token lives fifteen minutes; the margin is what a slow
// edit and a clock that differs from Discord's may take.
const (
	TokenLife = 15 * time.Minute
	farewell  = time.Minute
	repeat    = 10 * time.Second // until a former panel that could not be deleted is tried again
)

// When a board that has to change is posted anew instead of being edited.
const (
	BuriedAfter = 50               // after so many messages of others; the board of a match that nobody touches stays where it is
	OldAfter    = 50 * time.Minute // at this age: from one hour on Discord counts the edits
	MinBoardAge = 5 * time.Minute  // but not younger than this for being buried
)

// refused is when what Discord forbids is tried again by itself. Each refused
// request counts towards a ban of the address; a permission that is granted is
// told by an event, or by whoever presses next.
const refused = 10 * time.Minute

// Reconciler keeps every surface true. It is level-triggered: it is told that
// something changed, asks the source what each surface should show, and edits
// those that show something else. The latest wins, what lies between is never
// shown, and at most one edit of a surface is on its way at a time. So a lost
// edit, a deleted message and a restart all heal in the same way.
//
// A press is answered on its own surface, by whoever handles it; meanwhile the
// surface is held, so that the answer and an edit do not overtake each other.
//
// # Posting a board anew
//
// The former board is deleted: it holds nothing that the new one does not, an
// edit to a line that leads on would stay as litter every fifty messages, and it
// is the very edit that Discord counts. That a board is about to be replaced is
// saved before the new one is posted, and where the new one is before the former
// one is deleted. So after a kill at any moment the reconciler knows the former one,
// and looks through the channel for a new one that nobody noted before it posts
// another. Where it may not post it goes on editing the former board.
type Reconciler struct {
	edit   Editor
	source Source
	log    zerolog.Logger
	slots  chan struct{} // one for each edit that may be on its way
	desks  chan struct{} // one for each page that may be drawn at once, see draw

	mu     sync.Mutex
	run    context.Context // nil before Run and after it
	by     map[Key]*surface
	match  map[string]map[Key]*surface
	boards map[discord.ID]map[Key]*surface // by channel
	active sync.WaitGroup
}

// surface is one message. Everything but key and pace is guarded by Reconciler.mu.
type surface struct {
	key  Key
	at   Address
	pace *rate.Limiter

	shown   string // digest of what it shows; empty when that is not known
	dirty   bool   // it may have to show something else
	busy    bool   // a goroutine works on it
	holds   int    // presses that are being answered on it
	touched int    // raised by each answer and each new address
	asleep  bool   // a panel that has said farewell
	tries   int    // failures in a row
	after   time.Time
	trouble error
	told    bool      // somebody was told of the trouble
	tried   time.Time // when the trouble was last met

	// Of a board.
	said    int        // messages of others since it was posted
	heard   discord.ID // the last of them
	unsure  bool       // it may have been posted without our knowing where
	mute    bool       // it cannot be posted anew
	deleted int        // deletions of a young board in a row
}

// NewReconciler makes a reconciler; it edits nothing before Run.
func NewReconciler(edit Editor, source Source, log zerolog.Logger) *Reconciler {
	return &Reconciler{
		edit: edit, source: source, log: log,
		slots: make(chan struct{}, 32), desks: make(chan struct{}, runtime.GOMAXPROCS(0)),
		by: map[Key]*surface{}, match: map[string]map[Key]*surface{}, boards: map[discord.ID]map[Key]*surface{},
	}
}

// Run works until ctx ends and then waits for the edits on their way.
func (k *Reconciler) Run(ctx context.Context) {
	k.mu.Lock()
	k.run = ctx
	for _, s := range k.by {
		k.wake(s)
	}
	k.mu.Unlock()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			k.mu.Lock()
			k.run = nil
			k.mu.Unlock()
			k.active.Wait()
			return
		case now := <-tick.C:
			k.look(now)
		}
	}
}

// look wakes the panels whose token ends soon and what waits for another try.
func (k *Reconciler) look(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.by {
		if s.ends(now) {
			s.dirty = true
		}
		k.wake(s)
	}
}

// ends reports whether it is time for the panel to say farewell, or to go.
func (s *surface) ends(now time.Time) bool {
	if s.at.Token == "" {
		return false
	}
	return !s.asleep && !now.Before(s.at.Expires.Add(-farewell)) || !now.Before(s.at.Expires)
}

// Track says where a surface is and the digest of what it shows; an empty digest
// says that this is not known, and so it is repaired. A panel that was open in
// another message is deleted: one panel a seat.
func (k *Reconciler) Track(key Key, at Address, shown string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, at, shown)
}

func (k *Reconciler) put(key Key, at Address, shown string) {
	s := k.by[key]
	if s == nil {
		s = &surface{key: key, pace: rate.NewLimiter(rate.Every(time.Second), 3)}
		if !key.Board() {
			s.pace = rate.NewLimiter(rate.Every(400*time.Millisecond), 4)
		}
		k.by[key] = s
		if k.match[key.Match] == nil {
			k.match[key.Match] = map[Key]*surface{}
		}
		k.match[key.Match][key] = s
	} else if at.Press != 0 && at.Press < s.at.Press {
		// Whoever asked for this one has asked for another since, which was
		// answered first: that one stays.
		if other(s.at, at) {
			k.delete(at)
		} else {
			s.shown = "" // in the same message, and nobody knows which arrived last
			s.touched++
		}
		s.dirty = true
		k.wake(s)
		return
	} else if other(s.at, at) {
		k.delete(s.at)
	}
	if key.Board() {
		k.house(s, at.Channel)
		if s.at.Channel != at.Channel || s.at.Message != at.Message {
			s.said, s.heard, s.deleted, s.unsure, s.mute = 0, 0, 0, at.Message == 0, false
		}
	}
	s.at, s.shown, s.asleep, s.tries, s.after, s.trouble = at, shown, false, 0, time.Time{}, nil
	s.touched++
	s.dirty = true
	k.wake(s)
}

// house notes in which channel a board is. k.mu is held.
func (k *Reconciler) house(s *surface, channel discord.ID) {
	if old := k.boards[s.at.Channel]; old != nil {
		delete(old, s.key)
		if len(old) == 0 {
			delete(k.boards, s.at.Channel)
		}
	}
	if channel == 0 {
		return
	}
	if k.boards[channel] == nil {
		k.boards[channel] = map[Key]*surface{}
	}
	k.boards[channel][s.key] = s
}

// MessageCreated says that somebody else wrote a message in a channel.
func (k *Reconciler) MessageCreated(channel, message discord.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.boards[channel] {
		if s.at.Message != 0 && message > max(s.at.Message, s.heard) {
			s.said++
			s.heard = message
		}
	}
}

// Board is the board that a message of a channel is, if it is one.
func (k *Reconciler) Board(channel, message discord.ID) (Key, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key, s := range k.boards[channel] {
		if message != 0 && s.at.Message == message {
			return key, true
		}
	}
	return Key{}, false
}

// MessageDeleted says that the message of a board was deleted. It is posted anew: at once
// the first time, and ever later when somebody deletes each new one.
func (k *Reconciler) MessageDeleted(key Key, message discord.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.by[key]; s != nil && message != 0 && s.at.Message == message {
		k.gone(s)
		k.wake(s)
	}
}

// gone is Gone. k.mu is held.
func (k *Reconciler) gone(s *surface) {
	wait := time.Duration(0)
	if time.Since(s.at.Message.Time()) > 10*time.Minute {
		s.deleted = 0
	}
	if s.deleted > 0 {
		wait = min(10*time.Second<<(s.deleted-1), 10*time.Minute)
	}
	s.deleted = min(s.deleted+1, 8)
	s.at.Message, s.unsure, s.shown, s.dirty, s.said = 0, false, "", true, 0
	s.touched++
	if wait > 0 {
		s.after = time.Now().Add(wait)
	}
}

// stale reports whether a board is posted anew when it has to change. k.mu is
// held.
func (s *surface) stale(now time.Time) bool {
	if !s.key.Board() || s.at.Message == 0 || s.mute {
		return false
	}
	age := now.Sub(s.at.Message.Time())
	return age >= OldAfter || s.said >= BuriedAfter && age >= MinBoardAge
}

// other reports whether a panel is in another message now than it was, and the
// former one can still be deleted. A panel whose message Discord did not tell is
// taken for the one that is pressed next.
func other(was, is Address) bool {
	return was.Token != "" && was.Token != is.Token && time.Now().Before(was.Expires) &&
		(is.Message == 0 || was.Message != 0 && was.Message != is.Message)
}

// delete deletes a panel that another one replaces, and tries once more when that
// fails. It is a courtesy: what cannot be deleted is only old, and its buttons say
// so.
func (k *Reconciler) delete(old Address) {
	if k.run == nil {
		return
	}
	ctx := k.run
	k.active.Go(func() {
		for again := true; ; again = false {
			try, cancel := context.WithTimeout(ctx, 15*time.Second)
			err := k.edit.DeleteOriginal(try, old.App, old.Token)
			cancel()
			if err == nil || gone(err) {
				return
			}
			if !again || !sleep(ctx, repeat) {
				k.log.Debug().Err(err).Msg("former panel stays")
				return
			}
		}
	})
}

// Address is where a surface is.
func (k *Reconciler) Address(key Key) (Address, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.by[key]; s != nil {
		return s.at, true
	}
	return Address{}, false
}

// Panels lists whose panels of a match there are.
func (k *Reconciler) Panels(match string) []discord.ID {
	k.mu.Lock()
	defer k.mu.Unlock()
	var list []discord.ID
	for key := range k.match[match] {
		if !key.Board() {
			list = append(list, key.User)
		}
	}
	slices.Sort(list)
	return list
}

// Untrack forgets one surface and says where it is. Its message stays as it is, but
// for an edit that may be on its way.
func (k *Reconciler) Untrack(key Key) (Address, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.by[key]
	if s == nil {
		return Address{}, false
	}
	k.drop(key)
	return s.at, true
}

// MarkDirty says that a match changed.
func (k *Reconciler) MarkDirty(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.match[match] {
		s.dirty = true
		k.wake(s)
	}
}

// Recheck says that nobody knows what the surfaces of a match show, as after an
// outage: they are edited whatever they should show.
func (k *Reconciler) Recheck(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.match[match] {
		s.shown, s.dirty, s.after = "", true, time.Time{}
		k.wake(s)
	}
}

// Suspend leaves the surfaces of a match alone until they are doubted: Discord would
// refuse every edit.
func (k *Reconciler) Suspend(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.match[match] {
		s.after = time.Now().Add(365 * 24 * time.Hour)
	}
}

// Sweep looks at every surface again, so that those with nothing to show are
// forgotten.
func (k *Reconciler) Sweep() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.by {
		s.dirty = true
		k.wake(s)
	}
}

// Trouble is why the last edit of a surface was refused for good, nil when it
// was not.
func (k *Reconciler) Trouble(key Key) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.by[key]; s != nil {
		return s.trouble
	}
	return nil
}

// TakeTrouble is Trouble for whoever asks first, and nil for all others: one of those
// who press is told, not each of them at each press.
func (k *Reconciler) TakeTrouble(key Key) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.by[key]
	if s == nil || s.told {
		return nil
	}
	s.told = s.trouble != nil
	return s.trouble
}

// Retry tries a surface that is in trouble again, because somebody says that it is
// over, but not twice within ten seconds: Discord may say otherwise.
func (k *Reconciler) Retry(key Key) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.by[key]
	if s == nil || s.trouble == nil {
		return
	}
	s.shown, s.dirty, s.tries, s.mute = "", true, 0, false
	s.after = s.tried.Add(repeat)
	k.wake(s)
}

// UntrackMatch forgets the surfaces of a match; their messages stay as they are.
func (k *Reconciler) UntrackMatch(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key := range k.match[match] {
		k.drop(key)
	}
}

func (k *Reconciler) drop(key Key) {
	if s := k.by[key]; s != nil && key.Board() {
		k.house(s, 0)
	}
	delete(k.by, key)
	delete(k.match[key.Match], key)
	if len(k.match[key.Match]) == 0 {
		delete(k.match, key.Match)
	}
}

// Hold keeps the reconciler from editing a surface while a press on it is answered.
// Exactly one of the functions that it returns must be called, once: done with
// where the surface is now and the digest of the answer, or none when the answer
// changed nothing there.
func (k *Reconciler) Hold(key Key) (done func(at Address, shown string), none func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.by[key]
	if s != nil {
		s.holds++
		s.touched++
		if s.busy || s.holds > 1 {
			s.shown = "" // two are under way, and nobody knows which arrives last
		}
	}
	end := func(then func(alone bool)) {
		k.mu.Lock()
		defer k.mu.Unlock()
		alone := true
		if s != nil {
			s.holds--
			alone = s.holds == 0 && !s.busy
		}
		then(alone)
		if s := k.by[key]; s != nil {
			s.dirty = true
			k.wake(s)
		}
	}
	crowd := s != nil && (s.busy || s.holds > 1)
	done = func(at Address, shown string) {
		end(func(alone bool) {
			now := k.by[key]
			if crowd || !alone {
				shown = ""
			}
			if key.Board() && now != nil && (now.at.Channel != at.Channel || now.at.Message != at.Message) {
				at, shown = now.at, "" // it was posted anew meanwhile
			}
			if key.Board() && now != nil && now.stale(time.Now()) {
				shown = "" // what was answered on an old board is shown on a new one
			}
			k.put(key, at, shown)
		})
	}
	none = func() { end(func(bool) {}) }
	return done, none
}

// wake starts a goroutine for a surface that needs one. k.mu is held.
func (k *Reconciler) wake(s *surface) {
	if k.run == nil || !s.dirty || s.busy || s.holds > 0 || time.Now().Before(s.after) {
		return
	}
	s.busy = true
	ctx := k.run
	k.active.Go(func() { k.work(ctx, s) })
}

// work edits one surface until it shows what it should. What panics costs that
// surface a while, and no other.
func (k *Reconciler) work(ctx context.Context, s *surface) {
	defer func() {
		if p := recover(); p != nil {
			k.log.Error().Str("match", s.key.Match).Str("panic", fmt.Sprintf("%T", p)).Bytes("stack", debug.Stack()).Msg("a surface panicked")
			k.mu.Lock()
			defer k.mu.Unlock()
			s.busy = false
			k.later(s)
		}
	}()
	for {
		k.mu.Lock()
		now := time.Now()
		if k.by[s.key] != s || ctx.Err() != nil || !s.dirty || s.holds > 0 || now.Before(s.after) {
			s.busy = false
			k.mu.Unlock()
			return
		}
		s.dirty = false
		at, shown, touched := s.at, s.shown, s.touched
		asleep, ends := s.asleep, s.ends(now)
		k.mu.Unlock()

		if ends && asleep || ends && !now.Before(at.Expires) {
			k.forget(ctx, s, touched)
			continue
		}
		if asleep {
			continue // what it says stays true
		}
		if at.Former != 0 && at.Message != 0 {
			k.retire(ctx, s, at)
		}
		want, err := k.draw(ctx, s.key, at, ends)
		if err == nil && want != nil && want.Digest != shown {
			if wait := s.pace.Reserve().Delay(); wait > 0 {
				if !sleep(ctx, wait) {
					k.settle(s, touched, func() { s.dirty = true })
					continue
				}
				k.mu.Lock()
				changed := s.touched != touched
				if changed {
					s.dirty = true
				}
				k.mu.Unlock()
				if changed {
					continue // a press was answered here meanwhile
				}
				want, err = k.draw(ctx, s.key, at, ends) // what has come since goes with it
			}
		}
		switch {
		case err != nil:
			k.log.Error().Err(err).Str("match", s.key.Match).Bool("board", s.key.Board()).Msg("surface not drawn")
			k.settle(s, touched, func() { k.later(s) })
		case want == nil:
			k.forget(ctx, s, touched)
		case want.Digest == shown:
		default:
			k.show(ctx, s, at, want, touched, ends)
		}
	}
}

// draw draws what a surface should show. After a restart that is every surface
// there is: few are drawn at once, so that whoever presses does not wait for the
// pictures of all the others.
func (k *Reconciler) draw(ctx context.Context, key Key, at Address, ends bool) (*Shown, error) {
	k.desks <- struct{}{}
	defer func() { <-k.desks }()
	if ends {
		return k.source.Farewell(ctx, key, at)
	}
	return k.source.Draw(ctx, key, at)
}

// settle changes a surface unless an answer to a press has changed it meanwhile:
// then what it shows is not known any more, and it is looked at again.
func (k *Reconciler) settle(s *surface, touched int, change func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s.touched != touched {
		s.shown, s.dirty = "", true
		return
	}
	change()
}

// later lets a surface wait before the next try: one second, doubling up to one
// minute. k.mu is held.
func (k *Reconciler) later(s *surface) {
	s.tries++
	s.dirty, s.shown = true, ""
	s.after = time.Now().Add(min(time.Second<<min(s.tries-1, 6), time.Minute))
}

func (k *Reconciler) forget(ctx context.Context, s *surface, touched int) {
	forgotten := false
	k.settle(s, touched, func() {
		if k.by[s.key] == s && s.holds == 0 {
			k.drop(s.key)
			forgotten = true
		}
	})
	if forgotten {
		if err := k.source.Forget(ctx, s.key); err != nil {
			k.log.Error().Err(err).Str("match", s.key.Match).Msg("surface not forgotten")
		}
	}
}

// show edits the message of a surface, or posts it anew where that is the cure.
func (k *Reconciler) show(ctx context.Context, s *surface, at Address, want *Shown, touched int, ends bool) {
	select {
	case k.slots <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-k.slots }()
	// An edit on its way at the end of the program is let arrive.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()

	var err error
	if s.key.Board() {
		k.mu.Lock()
		stale := s.stale(time.Now())
		k.mu.Unlock()
		if at.Message == 0 || stale {
			k.renew(ctx, s, at, want, touched)
			return
		}
		err = k.edit.Edit(ctx, at.Channel, at.Message, want.Message)
	} else {
		err = k.edit.EditOriginal(ctx, at.App, at.Token, want.Message)
	}
	if err == nil {
		k.source.Edited(s.key, at, want.Digest)
		k.settle(s, touched, func() {
			s.shown, s.asleep, s.tries, s.after = want.Digest, ends, 0, time.Time{}
			if !s.mute {
				s.trouble, s.told = nil, false
			}
		})
		return
	}
	switch code := discord.Code(err); {
	case !s.key.Board() && gone(err):
		k.forget(ctx, s, touched)
	case s.key.Board() && code == discordgo.ErrCodeUnknownMessage:
		k.mu.Lock()
		if s.at.Message == at.Message {
			k.gone(s)
		}
		k.mu.Unlock()
	case s.key.Board() && (code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached || code == discordgo.ErrCodePerformedOperationOnArchivedThread):
		// A message that is posted opens an archived thread again.
		k.renew(ctx, s, at, want, touched)
	case forbidden(err):
		k.refuse(s, touched, err)
	case discord.IsOurs(err):
		k.source.EditFailed(s.key, err)
		k.log.Error().Err(err).Str("match", s.key.Match).Bool("board", s.key.Board()).Msg("Discord refuses a message of ours")
		k.settle(s, touched, func() { s.shown = want.Digest }) // the same again would be refused again
	default:
		k.source.EditFailed(s.key, err)
		k.log.Warn().Err(err).Str("match", s.key.Match).Msg("edit failed")
		k.settle(s, touched, func() { k.later(s) })
	}
}

// refuse notes that Discord forbids a surface.
func (k *Reconciler) refuse(s *surface, touched int, err error) {
	k.source.EditFailed(s.key, err)
	k.settle(s, touched, func() {
		k.later(s)
		s.trouble, s.tried, s.after = err, time.Now(), time.Now().Add(refused)
	})
}

// renew posts a board anew, in place of the message that it has, if it has one.
func (k *Reconciler) renew(ctx context.Context, s *surface, at Address, want *Shown, touched int) {
	if at.Former != 0 && at.Message != 0 {
		k.retire(ctx, s, at)
	}
	was := at
	if at.Message != 0 {
		at.Former, at.Message = at.Message, 0
	}
	k.move(s, at)
	if err := k.source.Save(ctx, s.key, at); err != nil {
		k.log.Error().Err(err).Str("match", s.key.Match).Msg("board's address not saved")
		k.move(s, was)
		k.settle(s, touched, func() { k.later(s) })
		return
	}
	id, err := k.post(ctx, s, at, want)
	if err != nil {
		k.log.Warn().Err(err).Str("match", s.key.Match).Msg("board not posted anew")
		if was.Message != 0 { // it goes on as long as it can be edited
			k.move(s, was)
			if err := k.source.Save(ctx, s.key, was); err != nil {
				k.log.Error().Err(err).Str("match", s.key.Match).Msg("board's address not saved")
			}
			k.mu.Lock()
			s.mute = forbidden(err)
			k.mu.Unlock()
		}
		if forbidden(err) {
			k.refuse(s, touched, err)
			if was.Message != 0 && discord.Code(err) != discordgo.ErrCodeUnknownChannel {
				k.settle(s, touched, func() { s.after = time.Time{} })
			}
			return
		}
		k.source.EditFailed(s.key, err)
		k.settle(s, touched, func() { k.later(s) })
		return
	}
	at.Message = id
	if err := k.source.Save(ctx, s.key, at); err != nil {
		k.log.Error().Err(err).Str("match", s.key.Match).Msg("board's address not saved")
	}
	k.source.Edited(s.key, at, want.Digest)
	k.mu.Lock()
	s.at.Message, s.at.Channel, s.at.Former = at.Message, at.Channel, at.Former
	s.said, s.heard, s.unsure, s.mute = 0, 0, false, false
	if s.touched == touched {
		s.shown, s.tries, s.after, s.trouble, s.told = want.Digest, 0, time.Time{}, nil, false
	} else {
		s.shown, s.dirty = "", true
	}
	k.mu.Unlock()
	if at.Former != 0 {
		k.retire(ctx, s, at)
	}
}

// move says in memory where a board is, unless somebody moved it elsewhere.
func (k *Reconciler) move(s *surface, at Address) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s.at.Channel == at.Channel {
		s.at.Message, s.at.Former = at.Message, at.Former
	}
}

// post puts a board into its channel. One that stands there already, because
// nobody had the time to note where, is taken for it.
func (k *Reconciler) post(ctx context.Context, s *surface, at Address, want *Shown) (discord.ID, error) {
	k.mu.Lock()
	unsure := s.unsure
	k.mu.Unlock()
	if unsure {
		list, err := k.edit.OwnMessages(ctx, at.Channel)
		if err != nil {
			return 0, err
		}
		board := discord.ID(0)
		for _, m := range list {
			if m.ID == at.Former || m.Embeds == 0 || !m.About(s.key.Match) {
				continue
			}
			last := max(board, m.ID)
			if old := min(board, m.ID); old != 0 {
				if err := k.edit.Delete(ctx, at.Channel, old); err != nil && !gone(err) {
					k.log.Debug().Err(err).Msg("another board stays")
				}
			}
			board = last
		}
		if board != 0 {
			return board, k.edit.Edit(ctx, at.Channel, board, want.Message)
		}
	}
	id, err := k.edit.Post(ctx, at.Channel, want.Message)
	k.mu.Lock()
	s.unsure = err != nil && discord.MayHaveArrived(err)
	k.mu.Unlock()
	return id, err
}

// retire deletes the former board.
func (k *Reconciler) retire(ctx context.Context, s *surface, at Address) {
	if at.Former != at.Message {
		if err := k.edit.Delete(ctx, at.Channel, at.Former); err != nil && !gone(err) {
			k.log.Debug().Err(err).Msg("former board stays")
			if !forbidden(err) {
				return // it is tried again with the next change
			}
		}
	}
	k.mu.Lock()
	if s.at.Former == at.Former {
		s.at.Former = 0
	}
	now := s.at
	k.mu.Unlock()
	if err := k.source.Save(ctx, s.key, now); err != nil {
		k.log.Error().Err(err).Str("match", s.key.Match).Msg("board's address not saved")
	}
}

// gone reports whether an error says that the message or its token is no more.
func gone(err error) bool { return discord.IsExpired(err) || discord.IsDeleted(err) }

// forbidden reports whether an error says that somebody has to change something
// on the server first.
func forbidden(err error) bool {
	return discord.IsForbidden(err) || discord.Code(err) == discordgo.ErrCodeUnknownChannel
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
