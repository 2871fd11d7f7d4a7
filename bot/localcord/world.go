package localcord

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/chance"
	"oneiros/bot/localcord/fault"
	"oneiros/bot/localcord/journal"
	"oneiros/bot/localcord/wire"
)

// A world is the state of the whole Discord: servers, people, channels, messages, and the faults
// that are switched on. Its methods tell no person of a change.
type world struct {
	log    zerolog.Logger
	token  string
	limits bool          // whether rate limits apply
	within time.Duration // Config.Within
	begun  time.Time     // by this host's clock, with its monotonic reading
	skew   atomic.Int64  // Config.Skew
	again  func() error  // Config.Restart
	hello  string        // Config.Welcome
	speed  float64       // Config.Speed
	luck   chance.Source // Config.Chance

	mu        sync.Mutex // guards everything below, and what the other parts hold
	url       string
	journal   *journal.Journal
	uploads   map[ID]*Attachment // files of forms, which are in no message
	blobs     journal.Blobs
	lastID    uint64
	app       ID
	guilds    []*guild // the first one first
	guildByID map[ID]*guild
	bot       User
	people    []*person
	channels  map[ID]*Channel
	order     []ID // of channels
	posts     map[ID][]*Message
	byID      map[ID]*Message
	commands  []*Command
	changed   chan struct{} // closed and replaced by a new one at each change
	faults    fault.Record
	granted   uint64        // permissions of the bot besides those of its invite
	denied    map[ID]uint64 // permissions taken from the bot, by channel or server; "" is everywhere
	closed    bool
	revoked   bool // the token was reset, and the bot has not got the new one
}

// isToken reports whether a token is the bot's. The caller holds mu.
func (s *world) isToken(token string) bool { return token == s.token && !s.revoked }

// now is this moment by Discord's clock. Whatever the bot is shown, and all that is
// compared with an id, is by that clock. It goes on when this host's clock is set.
func (s *world) now() time.Time {
	return s.begun.Round(0).Add(time.Since(s.begun) + time.Duration(s.skew.Load()))
}

// answerWithin is how long the bot has for the answer to an interaction. The
// caller holds mu.
func (s *world) answerWithin() time.Duration { return s.faults.On.Within(s.within) }

func (s *world) keepMessage(m *Message) {
	s.journal.Put("message", m.ID, keptMessage{m, m.AllFiles, m.Interaction})
}

// visibleTo are the messages of a channel that a person may see, oldest first.
func (s *world) visibleTo(user, channel ID) []*Message {
	all := []*Message{}
	for _, m := range s.posts[channel] {
		if s.sees(user, m) {
			all = append(all, m)
		}
	}
	return all
}

// change wakes every person who waits for a change. The caller holds mu.
func (s *world) change() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// secret is 2n hexadecimal digits that no person can guess.
func secret(luck chance.Source, n int) string {
	b := make([]byte, n)
	luck.Read(b)
	return hex.EncodeToString(b)
}

// Wait returns nil once the condition is true. It checks the condition after every
// change, and the condition may call any method of the Server. When the context ends
// first, Wait returns its error.
func (s *world) Wait(ctx context.Context, condition func() bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if condition() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait: %w", context.Cause(ctx))
		}
	}
}

// newID is a snowflake of this moment, greater than all before.
func (s *world) newID() ID {
	n := uint64(s.now().UnixMilli()-wire.Epoch) << 22
	if n <= s.lastID {
		n = s.lastID + 1
	}
	s.lastID = n
	return ID(strconv.FormatUint(n, 10))
}

// place adds a message, or replaces it by its new version.
func (s *world) place(m *Message) {
	all := s.posts[m.Channel]
	if s.byID[m.ID] != nil {
		if i := slices.IndexFunc(all, func(o *Message) bool { return o.ID == m.ID }); i >= 0 {
			all[i] = m
		}
	} else {
		s.posts[m.Channel] = append(all, m)
	}
	s.byID[m.ID] = m
}

func (s *world) remove(id ID) {
	m := s.byID[id]
	if m == nil {
		return
	}
	delete(s.byID, id)
	s.posts[m.Channel] = slices.DeleteFunc(s.posts[m.Channel], func(o *Message) bool { return o.ID == id })
}

func (s *world) removeChannel(id ID) {
	for _, m := range s.posts[id] {
		delete(s.byID, m.ID)
	}
	delete(s.posts, id)
	delete(s.channels, id)
	s.order = slices.DeleteFunc(s.order, func(o ID) bool { return o == id })
}

func (s *world) owners(c *Channel) map[string]ID {
	if c.Type == channelDM {
		return map[string]ID{"0": "0"}
	}
	return map[string]ID{"0": c.Guild}
}
