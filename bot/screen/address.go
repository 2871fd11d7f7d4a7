package screen

import (
	"cmp"
	"context"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"oneiros/bot/discord"
	"oneiros/games/text"
)

// Key names a surface: the board of a match, the panel of one of its players, or the
// translation of the board that one person reads. There is at most one of each.
type Key struct {
	Match       string
	User        discord.ID // who alone sees it; 0 for the board
	Translation bool       // the board in another language, and not a panel; what is said of panels is true of it, too
}

// Board reports whether the surface is the board.
func (k Key) Board() bool { return k.User == 0 }

// other is the key of the other private surface of the same reader.
func (k Key) other() Key {
	k.Translation = !k.Translation
	return k
}

// Address is where the message of a surface is and which page it shows.
type Address struct {
	Channel, Message discord.ID
	Former           discord.ID         // of a board: the message that it replaces, which is still to be deleted
	Board            discord.BoardToken // of a board: what a press on it lent, which may be of another message or have ended
	Press            discord.ID         // of a panel, and of a board that one person has: the last interaction that it answered; 0 after a restart
	Panel            discord.PanelToken // of a panel: of the last interaction that it answered
	Saved            time.Time          // of a panel: when the token ends that was saved of it; zero when it has to be saved
	Path             string             // the page that is open on it
	Lang             text.Lang          // of a panel: its reader's; of a translation: its own
}

// The times of panels.
const (
	farewellTime = time.Minute      // before the token's end: a slow edit and a clock that differs from Discord's take less
	retryTime    = 10 * time.Second // before the next try to delete a former panel, or to edit again after Retry
)

// Track says where a surface is and the digest of what it shows. An empty digest
// says that this is not known: the surface is edited. A panel that was open in
// another message is deleted: one panel a seat.
func (k *Reconciler) Track(key Key, at Address, shown string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.put(key, at, shown); s != nil {
		s.dirty = true
		k.wake(s)
	}
}

// put says where a surface is and what it shows. It is nil for a panel that stays where
// it is, or whose message another surface has. k.mu is held.
func (k *Reconciler) put(key Key, at Address, shown string) *surface {
	s := k.all[key]
	switch {
	case s == nil:
		s = k.add(key)
	case at.Press != 0 && at.Press < s.at.Press:
		ignoreOlder(k, s, at)
		return nil
	case replaces(s.at, at):
		s.replaced = append(s.replaced, s.at)
		if !s.busy {
			deleteReplaced(k, s)
		}
	}
	// A later answer may have put another surface of the same person into the message, as when its
	// buttons are pressed before it is known what it is. An earlier one is not there any more.
	if other := k.all[key.other()]; other != nil && at.Message != 0 && other.at.Message == at.Message {
		if other.at.Press > at.Press {
			k.untrack(key)
			return nil
		}
		k.untrack(other.key)
	}
	moved := s.at.Channel != at.Channel || s.at.Message != at.Message
	if moved {
		s.buriedBy, s.lastMessage = 0, 0
	}
	if key.Board() {
		k.boards.move(s, at.Channel)
		if moved {
			s.deletions, s.maybePosted, s.cannotPost = 0, at.Message == 0, false
		}
		at.Board = later(s.at.Board, at.Board)
	} else if at.Saved.IsZero() && !s.at.needsSaving(at) {
		at.Saved = s.at.Saved
	}
	s.at, s.shown, s.farewell, s.failures, s.after, s.trouble = at, shown, false, 0, time.Time{}, nil
	s.version++
	return s
}

// savedFor is how much earlier the saved token of a panel may end than its own. It matters
// after a restart alone, and only to those who have pressed nothing for ten minutes. With
// a minute most presses of a person would be saved, because they are a round apart.
const savedFor = 4 * time.Minute

// needsSaving reports whether a panel has to be saved, which was saved as was. Each press
// gives it a new token, and for a while the former one edits the same message.
func (was Address) needsSaving(is Address) bool {
	return was.Saved.IsZero() || was.Message == 0 || was.Message != is.Message || was.Channel != is.Channel ||
		was.Path != is.Path || was.Lang != is.Lang || is.Panel.Expires().After(was.Saved.Add(savedFor))
}

// noteSaved notes that a panel was saved as it was.
func (k *Reconciler) noteSaved(key Key, at Address) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.all[key]; s != nil && s.at == at {
		s.at.Saved = at.Panel.Expires()
	}
}

// add makes a surface. k.mu is held.
func (k *Reconciler) add(key Key) *surface {
	s := &surface{key: key, limiter: rate.NewLimiter(rate.Every(time.Second), 3)}
	if !key.Board() {
		s.limiter = rate.NewLimiter(rate.Every(400*time.Millisecond), 4)
	}
	k.all[key] = s
	if k.byMatch[key.Match] == nil {
		k.byMatch[key.Match] = map[Key]*surface{}
	}
	k.byMatch[key.Match][key] = s
	return s
}

// ignoreOlder keeps a surface where and as it is, because at answered an earlier press
// of the same person. k.mu is held.
func ignoreOlder(k *Reconciler, s *surface, at Address) {
	if replaces(s.at, at) {
		deletePanel(k, at)
	} else {
		s.shown = "" // in the same message, and it is not known which answer arrived last
		s.version++
	}
	s.dirty = true
	k.wake(s)
}

// replaces reports whether a panel is now in another message, while the former
// message can still be deleted. A panel of unknown message is taken for the panel
// that is pressed next.
func replaces(was, is Address) bool {
	return was.Panel.Lives(0) && was.Panel != is.Panel &&
		(is.Message == 0 || was.Message != 0 && was.Message != is.Message)
}

// deleteReplaced deletes the panels that the surface was. While a goroutine works on it, an edit
// of them may be on its way, which would find nothing to edit. k.mu is held.
func deleteReplaced(k *Reconciler, s *surface) {
	for _, at := range s.replaced {
		deletePanel(k, at)
	}
	s.replaced = nil
}

// deletePanel deletes a panel that another one replaces, and tries once more when
// that fails. A panel that stays is only old, and its buttons say so. k.mu is held.
func deletePanel(k *Reconciler, old Address) {
	if k.run == nil {
		return
	}
	ctx := k.run
	k.active.Go(func() {
		for again := true; ; again = false {
			try, cancel := context.WithTimeout(ctx, 15*time.Second)
			err := k.edit.DeletePanel(try, old.Panel)
			cancel()
			if err == nil || unreachable(err) {
				return
			}
			if !again || !discord.Sleep(ctx, retryTime) {
				k.log.Debug().Err(err).Msg("delete former panel failed")
				return
			}
		}
	})
}

// channelBoards are the boards of each channel.
type channelBoards map[discord.ID]map[Key]*surface

// move notes that a board is in a channel from now on; 0 for none.
func (b channelBoards) move(s *surface, channel discord.ID) {
	if old := b[s.at.Channel]; old != nil {
		delete(old, s.key)
		if len(old) == 0 {
			delete(b, s.at.Channel)
		}
	}
	if channel == 0 {
		return
	}
	if b[channel] == nil {
		b[channel] = map[Key]*surface{}
	}
	b[channel][s.key] = s
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

// Address is where a surface is.
func (k *Reconciler) Address(key Key) (Address, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.all[key]; s != nil {
		return s.at, true
	}
	return Address{}, false
}

// Private lists the panels of a match and the translations of its board, by their readers.
func (k *Reconciler) Private(match string) (list []Key) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key := range k.byMatch[match] {
		if !key.Board() {
			list = append(list, key)
		}
	}
	slices.SortFunc(list, func(a, b Key) int { return cmp.Compare(a.User, b.User) })
	return list
}

// Untrack forgets one surface and says where it is. Its message stays as it is. An edit
// may be on its way: quiet is closed once none is, so that what the caller shows there
// last stays.
func (k *Reconciler) Untrack(key Key) (at Address, quiet <-chan struct{}, tracked bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.all[key]
	if s == nil {
		return Address{}, nil, false
	}
	k.untrack(key)
	s.quiet = make(chan struct{})
	if !s.busy {
		close(s.quiet)
	}
	return s.at, s.quiet, true
}

// UntrackMatch forgets the surfaces of a match. Their messages stay as they are.
func (k *Reconciler) UntrackMatch(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key := range k.byMatch[match] {
		k.untrack(key)
	}
}

// untrack forgets a surface. k.mu is held.
func (k *Reconciler) untrack(key Key) {
	if s := k.all[key]; s != nil {
		s.version++ // a repair that only waits goes no further
		if key.Board() {
			k.boards.move(s, 0)
		}
		defer s.turn()
	}
	delete(k.all, key)
	delete(k.byMatch[key.Match], key)
	if len(k.byMatch[key.Match]) == 0 {
		delete(k.byMatch, key.Match)
	}
}
