// Package world is a Discord without a network: its servers, channels, people, messages, commands,
// scheduled events and voice channels, what is true of them, and how it changes.
//
// # Why it stands apart
//
// What a message becomes, who sees it and what the bot is told of it follows from the world
// alone. So nothing here reads a request, writes a response or holds a websocket. REST, the
// gateway, the page of the web client and tests all change the same world by the same methods,
// so each change is told in one way, for all of them.
//
// A change happens in one order: it is written to the journal, then the pages of people are
// told, then the sessions of the bot, and then those who wait are woken. All of these are values
// below the world ([journal.Journal], [stream.Streams], [session.Sessions]), so a reader of a
// change sees what becomes of it.
//
// # Topics
//
// A [World] is asked by topic: its [Guilds], [People], [Channels], [Messages], [Commands],
// [Events], [Files], what the bot may do ([Permissions]), and the [Voice] of a server. Each
// topic finds its things with Find.
//
// # The lock
//
// A World has one lock, which guards all of it and all that is built on it: see [World.Lock].
// No method takes it but Wait and the timer of quiet threads.
//
// # Who sees what
//
// [Messages.Sees] decides who sees a message, and no other function does. What is told to pages
// is told by it, too.
package world

import (
	"context"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/chance"
	"oneiros/bot/localcord/fault"
	"oneiros/bot/localcord/journal"
	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// A World is the state of the whole Discord and what happens to it, by topic. The faults that are
// switched on are a part of it.
type World struct {
	Log    zerolog.Logger
	Limits bool          // whether rate limits apply
	Luck   chance.Source // of tokens and secrets

	// Restartable says that the web client can restart the bot.
	Restartable bool

	Guilds      Guilds
	People      People
	Channels    Channels
	Messages    Messages
	Commands    Commands
	Events      Events
	Files       Files
	Permissions Permissions

	Sessions *session.Sessions // which the bot is told by
	Streams  stream.Streams    // which web clients are told by
	Journal  *journal.Journal  // nil where nothing is kept
	Faults   fault.Record

	URL    string // where it is reached
	App    wire.ID
	Bot    wire.User
	Closed bool // it has stopped

	begun time.Time    // by this host's clock, with its monotonic reading
	skew  atomic.Int64 // how far Discord's clock is ahead

	mu      sync.Mutex // guards all that can change
	token   string
	revoked bool // the token was reset, and the bot has not got the new one
	lastID  uint64
	changed chan struct{} // closed and replaced by a new one at each change
}

// New is a world without anything. The token is the bot's; "" makes one up.
func New(log zerolog.Logger, luck chance.Source, token string, c session.Sharding) *World {
	w := &World{Log: log, Luck: luck, begun: time.Now(), token: token, changed: make(chan struct{})}
	w.Guilds = Guilds{w: w, byID: map[wire.ID]*Guild{}}
	w.People = People{w: w}
	w.Channels = Channels{w: w, byID: map[wire.ID]*Channel{}}
	w.Messages = Messages{w: w, byID: map[wire.ID]*wire.Message{}, posts: map[wire.ID][]*wire.Message{}, oldEdits: map[wire.ID][]time.Time{}}
	w.Commands, w.Events = Commands{w: w}, Events{w}
	w.Files = Files{w: w, Blobs: journal.Memory{}, uploads: map[wire.ID]*wire.Attachment{}}
	w.Permissions = Permissions{w: w, denied: map[wire.ID]uint64{}}
	w.Sessions = session.New(c, &w.Faults, log)
	if w.token == "" {
		w.token = "local." + Secret(luck.Of("token"), 24)
	}
	return w
}

// Lock takes the one lock of this Discord. Whatever is asked of a World or told it needs the
// lock, but for Now, Wait, SetSkew, Token and Lock.
func (s *World) Lock() { s.mu.Lock() }

// Unlock gives the lock back.
func (s *World) Unlock() { s.mu.Unlock() }

// Token is the bot token that the server accepts.
func (s *World) Token() string { return s.token }

// IsToken reports whether a token is the bot's.
func (s *World) IsToken(token string) bool { return token == s.token && !s.revoked }

// Revoke resets the token: what the bot has is no longer valid.
func (s *World) Revoke() { s.revoked = true }

// SetSkew sets how far Discord's clock is ahead of this host's.
func (s *World) SetSkew(ahead time.Duration) { s.skew.Store(int64(ahead)) }

// Secret is 2n hexadecimal digits that no person can guess.
func Secret(luck chance.Source, n int) string {
	b := make([]byte, n)
	luck.Read(b)
	return hex.EncodeToString(b)
}

// Now is this moment by Discord's clock. Whatever the bot is shown, and all that is
// compared with an id, is by that clock. It goes on when this host's clock is set.
func (s *World) Now() time.Time {
	return s.begun.Round(0).Add(time.Since(s.begun) + time.Duration(s.skew.Load()))
}

// Wake wakes every person who waits for a change.
func (s *World) Wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Wait returns nil once the condition is true. It checks the condition after every
// change, and the condition may call any method of the Server. When the context ends
// first, Wait returns its error.
func (s *World) Wait(ctx context.Context, condition func() bool) error {
	for {
		s.Lock()
		changed := s.changed
		s.Unlock()
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

// NewID is a snowflake of this moment, greater than all before.
func (s *World) NewID() wire.ID {
	n := uint64(s.Now().UnixMilli()-wire.Epoch) << 22
	if n <= s.lastID {
		n = s.lastID + 1
	}
	s.lastID = n
	return wire.ID(strconv.FormatUint(n, 10))
}

// Socket is the address of the gateway's host.
func (s *World) Socket() string { return "ws" + strings.TrimPrefix(s.URL, "http") }
