package discord

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Event is something that the gateway reports. It is an *[Interaction], a [Ready],
// [Resumed], [Disconnected], [GuildJoined], [GuildLeft], [ChannelDeleted],
// [MemberBanned], [MessagesDeleted], [MessageCreated] or [PermissionsChanged].
type Event interface{ event() }

// Ready begins a new session of the gateway. Events before it that were not
// delivered are lost, so surfaces have to be compared.
type Ready struct {
	App    ID
	Bot    User
	Guilds []ID // the bot is in them; GuildJoined follows for each when it is available
}

// Resumed says that the gateway goes on where it was lost. No event is missing.
type Resumed struct{}

// Disconnected says that the gateway was lost. It reconnects by itself.
type Disconnected struct {
	Err   error         // why
	Since time.Time     // when it was last heard
	In    time.Duration // until the next try
}

// GuildJoined says that the bot is in a guild.
type GuildJoined struct {
	ID     ID
	Name   string
	Locale string // the guild's preferred one
	New    bool   // the bot was added just now; false for a known guild that became available
}

// GuildLeft says that the bot was removed from a guild. When it is Unavailable,
// Discord has an outage, and the guild will come back.
type GuildLeft struct {
	ID          ID
	Unavailable bool
}

// ChannelDeleted says that a channel or a thread was deleted.
type ChannelDeleted struct{ Guild, Channel ID }

// MemberBanned says that a person was banned from a guild. Only a bot with a
// privileged intent hears that a person left one.
type MemberBanned struct{ Guild, User ID }

// MessagesDeleted says that messages were deleted.
type MessagesDeleted struct {
	Guild, Channel ID
	Messages       []ID
}

// MessageCreated says that somebody else wrote a message in a channel. It does not
// say what or who.
type MessageCreated struct{ Channel, Message ID }

// PermissionsChanged says that permissions changed in a channel, or on the whole
// server when Channel is 0. Perhaps something is allowed now that was refused.
type PermissionsChanged struct{ Guild, Channel ID }

func (*Interaction) event()       {}
func (Ready) event()              {}
func (Resumed) event()            {}
func (Disconnected) event()       {}
func (GuildJoined) event()        {}
func (GuildLeft) event()          {}
func (ChannelDeleted) event()     {}
func (MemberBanned) event()       {}
func (MessagesDeleted) event()    {}
func (MessageCreated) event()     {}
func (PermissionsChanged) event() {}

// event decodes what the bot wants to know. It runs in discordgo's reading
// goroutine.
func (s *session) event(e *discordgo.Event) {
	g := s.gateway
	g.stats.events.Add(1)
	if s.dropped.Load() {
		return
	}
	defer g.catch() // panics of decoding; deliver catches the handler's
	v, err := s.read(e)
	if err != nil {
		g.stats.unread.Add(1)
		g.log.Error().Str("event", e.Type).Err(err).Msg("decode event failed")
		return
	}
	if v != nil {
		g.deliver(s.handle, v)
	}
}

// deliver calls the handler and catches its panics.
func (g *Gateway) deliver(handle func(Event), e Event) {
	defer g.catch()
	handle(e)
}

// catch ends a panic, counts it and logs it. It is to be deferred.
func (g *Gateway) catch() {
	p := recover()
	if p == nil {
		return
	}
	g.stats.panics.Add(1)
	// The value of a panic may hold anything, unless it is the runtime's.
	what := fmt.Sprintf("%T", p)
	if err, ok := p.(interface {
		error
		RuntimeError()
	}); ok {
		what = err.Error()
	}
	g.log.Error().Str("panic", what).Bytes("stack", debug.Stack()).Msg("handle event panicked")
}

// read decodes an event. It returns nil for an event that the bot does not want.
func (s *session) read(e *discordgo.Event) (Event, error) {
	switch e.Type {
	case "INTERACTION_CREATE", unreadInteraction:
		return s.gateway.readInteraction(e.RawData)
	case "READY":
		return s.readReady(e.RawData)
	case "RESUMED":
		s.gateway.stats.resumes.Add(1)
		return Resumed{}, nil
	case "GUILD_CREATE":
		return s.gateway.readGuildCreate(e.RawData)
	case "GUILD_DELETE":
		return s.gateway.readGuildDelete(e.RawData)
	case "MESSAGE_CREATE", unreadMessage:
		return s.gateway.readMessageCreate(e.RawData)
	case "MESSAGE_DELETE", "MESSAGE_DELETE_BULK":
		return readMessageDelete(e.RawData)
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var d struct {
			ID    ID `json:"id"`
			Guild ID `json:"guild_id"`
		}
		err := json.Unmarshal(e.RawData, &d)
		return ChannelDeleted{Guild: d.Guild, Channel: d.ID}, err
	case "GUILD_BAN_ADD":
		var d struct {
			Guild ID       `json:"guild_id"`
			User  wireUser `json:"user"`
		}
		err := json.Unmarshal(e.RawData, &d)
		return MemberBanned{Guild: d.Guild, User: d.User.ID}, err
	case "CHANNEL_UPDATE", "THREAD_UPDATE":
		var d struct {
			ID    ID `json:"id"`
			Guild ID `json:"guild_id"`
		}
		err := json.Unmarshal(e.RawData, &d)
		return PermissionsChanged{Guild: d.Guild, Channel: d.ID}, err
	case "GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE":
		var d struct {
			Guild ID `json:"guild_id"`
		}
		err := json.Unmarshal(e.RawData, &d)
		return PermissionsChanged{Guild: d.Guild}, err
	}
	return nil, nil
}

// readInteraction decodes an interaction, unless it was delivered before.
func (g *Gateway) readInteraction(b []byte) (Event, error) {
	now := time.Now()
	ix, err := decode(b, now)
	if err != nil {
		return nil, err
	}
	g.client.clock.pressed(ix.ID, now)
	if !g.seen.add(ix.ID) {
		g.stats.again.Add(1)
		return nil, nil
	}
	g.stats.interactions.Add(1)
	return ix, nil
}

func (s *session) readReady(b []byte) (Event, error) {
	var d struct {
		Resume string   `json:"resume_gateway_url"`
		User   wireUser `json:"user"`
		App    struct {
			ID ID `json:"id"`
		} `json:"application"`
		Guilds []struct {
			ID ID `json:"id"`
		} `json:"guilds"`
	}
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.resume = cmp.Or(d.Resume, s.first)
	s.mu.Unlock()
	g := s.gateway
	g.bot.Store(uint64(d.User.ID))
	g.stats.identifies.Add(1)
	ready := Ready{App: d.App.ID, Bot: d.User.user("")}
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.guilds)
	for _, x := range d.Guilds {
		ready.Guilds = append(ready.Guilds, x.ID)
		g.guilds[x.ID] = true
	}
	return ready, nil
}

func (g *Gateway) readGuildCreate(b []byte) (Event, error) {
	var d struct {
		ID          ID     `json:"id"`
		Name        string `json:"name"`
		Locale      string `json:"preferred_locale"`
		Unavailable bool   `json:"unavailable"`
	}
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, err
	}
	g.mu.Lock()
	known := g.guilds[d.ID]
	g.guilds[d.ID] = true
	g.mu.Unlock()
	if d.Unavailable {
		return GuildLeft{ID: d.ID, Unavailable: true}, nil
	}
	return GuildJoined{ID: d.ID, Name: d.Name, Locale: d.Locale, New: !known}, nil
}

func (g *Gateway) readGuildDelete(b []byte) (Event, error) {
	var d struct {
		ID          ID   `json:"id"`
		Unavailable bool `json:"unavailable"`
	}
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, err
	}
	if !d.Unavailable {
		g.mu.Lock()
		delete(g.guilds, d.ID)
		g.mu.Unlock()
	}
	return GuildLeft(d), nil
}

// readMessageCreate reads of a message only where it is, and leaves out the bot's
// own.
func (g *Gateway) readMessageCreate(b []byte) (Event, error) {
	var d struct {
		ID      ID `json:"id"`
		Channel ID `json:"channel_id"`
		Author  struct {
			ID ID `json:"id"`
		} `json:"author"`
	}
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, err
	}
	if d.Author.ID == ID(g.bot.Load()) {
		return nil, nil
	}
	return MessageCreated{Channel: d.Channel, Message: d.ID}, nil
}

// readMessageDelete reads one deleted message or several.
func readMessageDelete(b []byte) (Event, error) {
	var d struct {
		ID      ID   `json:"id"`
		IDs     []ID `json:"ids"`
		Channel ID   `json:"channel_id"`
		Guild   ID   `json:"guild_id"`
	}
	err := json.Unmarshal(b, &d)
	if d.ID != 0 {
		d.IDs = append(d.IDs, d.ID)
	}
	return MessagesDeleted{Guild: d.Guild, Channel: d.Channel, Messages: d.IDs}, err
}

// remembered is how many interactions are remembered: more than Discord keeps to
// repeat them to a resumed session.
const remembered = 8192

// recent remembers the last ids. The zero recent remembers none.
type recent struct {
	mu   sync.Mutex
	ids  map[ID]struct{}
	ring []ID
	next int
}

// has reports whether an id was added and is not forgotten.
func (r *recent) has(id ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.ids[id]
	return ok
}

// add reports whether id is new.
func (r *recent) add(id ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.ids[id]; ok {
		return false
	}
	if r.ids == nil {
		r.ids = make(map[ID]struct{}, remembered)
		r.ring = make([]ID, remembered)
	}
	delete(r.ids, r.ring[r.next])
	r.ids[id] = struct{}{}
	r.ring[r.next] = id
	r.next = (r.next + 1) % remembered
	return true
}
