package screen

import (
	"context"
	"slices"
	"sync"
	"time"

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
	App              discord.ID // of a panel
	Token            string     // of a panel: of the last interaction that it answered
	Expires          time.Time  // of a panel: when the token ends
	Path             string     // the page that is open on it
	Lang             text.Lang  // of a panel: its reader's
}

// Editor is what a keeper needs of Discord's REST interface.
type Editor interface {
	Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error)
	Edit(ctx context.Context, channel, message discord.ID, m *discord.Message) error
	Delete(ctx context.Context, channel, message discord.ID) error
	EditOriginal(ctx context.Context, app discord.ID, token string, m *discord.Message) error
	DeleteOriginal(ctx context.Context, app discord.ID, token string) error
}

// Stage says what surfaces should show and remembers where they are. Its methods
// are called by many goroutines, never while the keeper holds a lock.
type Stage interface {
	// Draw is what the surface should show now. A nil Shown says that there is
	// nothing to show there any more: the surface is forgotten, its message stays.
	Draw(ctx context.Context, k Key, at Address) (*Shown, error)
	// Farewell is the last thing a panel shows before its token ends.
	Farewell(ctx context.Context, k Key, at Address) (*Shown, error)
	// Save remembers where a surface is.
	Save(ctx context.Context, k Key, at Address) error
	// Forget forgets it.
	Forget(ctx context.Context, k Key) error
	// Lost is told what Discord answered instead of doing an edit.
	Lost(k Key, err error)
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

// Keeper keeps every surface true. It is level-triggered: it is told that
// something changed, asks the stage what each surface should show, and edits
// those that show something else. The latest wins, what lies between is never
// shown, and at most one edit of a surface is on its way at a time. So a lost
// edit, a deleted message and a restart all heal in the same way.
//
// A press is answered on its own surface, by whoever handles it; meanwhile the
// surface is held, so that the answer and an edit do not overtake each other.
type Keeper struct {
	edit  Editor
	stage Stage
	log   zerolog.Logger
	slots chan struct{} // one for each edit that may be on its way

	mu     sync.Mutex
	run    context.Context // nil before Run and after it
	by     map[Key]*surface
	match  map[string]map[Key]*surface
	active sync.WaitGroup
}

// surface is one message. Everything but key and pace is guarded by Keeper.mu.
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
	told    bool // somebody was told of the trouble
}

// NewKeeper makes a keeper; it edits nothing before Run.
func NewKeeper(edit Editor, stage Stage, log zerolog.Logger) *Keeper {
	return &Keeper{
		edit: edit, stage: stage, log: log,
		slots: make(chan struct{}, 32),
		by:    map[Key]*surface{}, match: map[string]map[Key]*surface{},
	}
}

// Run works until ctx ends and then waits for the edits on their way.
func (k *Keeper) Run(ctx context.Context) {
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
func (k *Keeper) look(now time.Time) {
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

// Put says where a surface is and the digest of what it shows; an empty digest
// says that this is not known, and so it is repaired. A panel that was open in
// another message is deleted: one panel a seat.
func (k *Keeper) Put(key Key, at Address, shown string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, at, shown)
}

func (k *Keeper) put(key Key, at Address, shown string) {
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
	} else if other(s.at, at) {
		k.delete(s.at)
	}
	s.at, s.shown, s.asleep, s.tries, s.after, s.trouble = at, shown, false, 0, time.Time{}, nil
	s.touched++
	s.dirty = true
	k.wake(s)
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
func (k *Keeper) delete(old Address) {
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

// Find is where a surface is.
func (k *Keeper) Find(key Key) (Address, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.by[key]; s != nil {
		return s.at, true
	}
	return Address{}, false
}

// Panels lists whose panels of a match there are.
func (k *Keeper) Panels(match string) []discord.ID {
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

// Let forgets one surface and says where it is. Its message stays as it is, but
// for an edit that may be on its way.
func (k *Keeper) Let(key Key) (Address, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.by[key]
	if s == nil {
		return Address{}, false
	}
	k.drop(key)
	return s.at, true
}

// Mark says that a match changed.
func (k *Keeper) Mark(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.match[match] {
		s.dirty = true
		k.wake(s)
	}
}

// Doubt says that nobody knows what the surfaces of a match show, as after an
// outage: they are edited whatever they should show.
func (k *Keeper) Doubt(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.match[match] {
		s.shown, s.dirty, s.after = "", true, time.Time{}
		k.wake(s)
	}
}

// Sweep looks at every surface again, so that those with nothing to show are
// forgotten.
func (k *Keeper) Sweep() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.by {
		s.dirty = true
		k.wake(s)
	}
}

// Trouble is why the last edit of a surface was refused for good, nil when it
// was not.
func (k *Keeper) Trouble(key Key) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.by[key]; s != nil {
		return s.trouble
	}
	return nil
}

// Told is Trouble for whoever asks first, and nil for all others: one of those
// who press is told, not each of them at each press.
func (k *Keeper) Told(key Key) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.by[key]
	if s == nil || s.told {
		return nil
	}
	s.told = s.trouble != nil
	return s.trouble
}

// Retry forgets the trouble of a surface, because somebody says that it is over.
func (k *Keeper) Retry(key Key) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.by[key]; s != nil && s.trouble != nil {
		s.trouble, s.told, s.shown, s.dirty, s.after, s.tries = nil, false, "", true, time.Time{}, 0
		k.wake(s)
	}
}

// Drop forgets the surfaces of a match; their messages stay as they are.
func (k *Keeper) Drop(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key := range k.match[match] {
		k.drop(key)
	}
}

func (k *Keeper) drop(key Key) {
	delete(k.by, key)
	delete(k.match[key.Match], key)
	if len(k.match[key.Match]) == 0 {
		delete(k.match, key.Match)
	}
}

// Hold keeps the keeper from editing a surface while a press on it is answered.
// Exactly one of the functions that it returns must be called, once: done with
// where the surface is now and the digest of the answer, or none when the answer
// changed nothing there.
func (k *Keeper) Hold(key Key) (done func(at Address, shown string), none func()) {
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
			if crowd || !alone {
				shown = ""
			}
			k.put(key, at, shown)
		})
	}
	none = func() { end(func(bool) {}) }
	return done, none
}

// wake starts a goroutine for a surface that needs one. k.mu is held.
func (k *Keeper) wake(s *surface) {
	if k.run == nil || !s.dirty || s.busy || s.holds > 0 || time.Now().Before(s.after) {
		return
	}
	s.busy = true
	ctx := k.run
	k.active.Go(func() { k.work(ctx, s) })
}

// work edits one surface until it shows what it should.
func (k *Keeper) work(ctx context.Context, s *surface) {
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

func (k *Keeper) draw(ctx context.Context, key Key, at Address, ends bool) (*Shown, error) {
	if ends {
		return k.stage.Farewell(ctx, key, at)
	}
	return k.stage.Draw(ctx, key, at)
}

// settle changes a surface unless an answer to a press has changed it meanwhile:
// then what it shows is not known any more, and it is looked at again.
func (k *Keeper) settle(s *surface, touched int, change func()) {
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
func (k *Keeper) later(s *surface) {
	s.tries++
	s.dirty, s.shown = true, ""
	s.after = time.Now().Add(min(time.Second<<min(s.tries-1, 6), time.Minute))
}

func (k *Keeper) forget(ctx context.Context, s *surface, touched int) {
	forgotten := false
	k.settle(s, touched, func() {
		if k.by[s.key] == s && s.holds == 0 {
			k.drop(s.key)
			forgotten = true
		}
	})
	if forgotten {
		if err := k.stage.Forget(ctx, s.key); err != nil {
			k.log.Error().Err(err).Str("match", s.key.Match).Msg("surface not forgotten")
		}
	}
}

// show edits the message of a surface, or posts it anew where that is the cure.
func (k *Keeper) show(ctx context.Context, s *surface, at Address, want *Shown, touched int, ends bool) {
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
		if at.Message == 0 {
			err = &discord.Error{Code: discord.UnknownMessage}
		} else {
			err = k.edit.Edit(ctx, at.Channel, at.Message, want.Message)
		}
	} else {
		err = k.edit.EditOriginal(ctx, at.App, at.Token, want.Message)
	}
	if err == nil {
		k.stage.Edited(s.key, at, want.Digest)
		k.settle(s, touched, func() {
			s.shown, s.asleep, s.tries, s.after, s.trouble, s.told = want.Digest, ends, 0, time.Time{}, nil, false
		})
		return
	}
	switch code := discord.Code(err); {
	case !s.key.Board() && gone(err):
		k.forget(ctx, s, touched)
	case s.key.Board() && (code == discord.UnknownMessage || code == discord.TooManyEdits):
		k.repost(ctx, s, at, want, touched, code == discord.TooManyEdits)
	case forbidden(err):
		k.stage.Lost(s.key, err)
		k.settle(s, touched, func() {
			// Each refused request counts towards a ban of the address, so it is
			// tried again rarely, and at once when somebody presses.
			s.trouble, s.tries = err, 6
			k.later(s)
		})
	case code == discord.InvalidForm:
		k.stage.Lost(s.key, err)
		k.log.Error().Err(err).Str("match", s.key.Match).Bool("board", s.key.Board()).Msg("Discord refuses a message of ours")
		k.settle(s, touched, func() { s.shown = want.Digest }) // the same again would be refused again
	default:
		k.stage.Lost(s.key, err)
		k.log.Warn().Err(err).Str("match", s.key.Match).Msg("edit failed")
		k.settle(s, touched, func() { k.later(s) })
	}
}

// repost posts a board that was deleted, or that is too old to be edited.
func (k *Keeper) repost(ctx context.Context, s *surface, at Address, want *Shown, touched int, remove bool) {
	id, err := k.edit.Post(ctx, at.Channel, want.Message)
	if err != nil {
		k.stage.Lost(s.key, err)
		k.log.Warn().Err(err).Str("match", s.key.Match).Msg("board not posted anew")
		k.settle(s, touched, func() {
			if forbidden(err) {
				s.trouble, s.tries = err, 6
			}
			k.later(s)
		})
		return
	}
	old := at.Message
	at.Message = id
	if err := k.stage.Save(ctx, s.key, at); err != nil {
		k.log.Error().Err(err).Str("match", s.key.Match).Msg("board's address not saved")
	}
	k.stage.Edited(s.key, at, want.Digest)
	k.mu.Lock()
	s.at.Message, s.at.Channel = at.Message, at.Channel
	if s.touched == touched {
		s.shown, s.tries, s.after, s.trouble = want.Digest, 0, time.Time{}, nil
	} else {
		s.shown, s.dirty = "", true
	}
	k.mu.Unlock()
	if remove {
		if err := k.edit.Delete(ctx, at.Channel, old); err != nil && !gone(err) {
			k.log.Debug().Err(err).Msg("former board stays")
		}
	}
}

// gone reports whether an error says that the message or its token is no more.
func gone(err error) bool { return discord.IsExpired(err) || discord.IsGone(err) }

// forbidden reports whether an error says that somebody has to change something
// on the server first.
func forbidden(err error) bool {
	return discord.IsForbidden(err) || discord.Code(err) == discord.UnknownChannel
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
