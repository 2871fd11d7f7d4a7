// Package localcord is a Discord on localhost, in one http.Handler. It has the part
// of the REST API (v9 and v10) that the bot needs. It has the gateway over a real
// websocket, and a small web client. The bot that talks to it is the unchanged bot,
// through discordgo. Only the base URL of the API differs.
//
// # What it promises
//
// It accepts what Discord accepts and refuses what Discord refuses, with Discord's
// status, code and, for 50035, path of errors. Sources are Discord's documentation
// and its published OpenAPI schema. They do not say everything, such as how many
// edits of old messages are too many. There the number is a strict guess, and the
// code says so.
//
// At first there are one server, ten people and a few channels. A server's owner may do
// everything, and all others has the default permissions. The bot has what its
// minimal invite asks for. [control.Control.Deny] takes permissions away.
//
// [Server.NewGuild] makes more servers. Each has its own members, channels, roles and
// commands. A person may be on several of them, and one who is not on a server sees
// nothing of it. What happens on a server is told to its shard, and direct messages to
// shard 0. Rate limits and sessions are counted by the bot's token, however many
// processes use it.
//
// # Who sees what
//
// Every message has an audience. That is the channel, or the two sides of a direct
// channel. For an ephemeral message it is the one person who caused it. Everything
// that people get (state, events, [Person.Messages]) goes through one function that
// checks the audience. The bot gets an ephemeral message only through the token of
// its interaction.
//
// # The local API
//
// The web client uses these endpoints, in JSON. A message has Discord's own shape,
// and "ephemeral_for" where only one person sees it. Errors are {"error": "…"} with a
// status from 400.
//
//	GET  /local/people          {guild, bot, users} as in the state: who can be acted as
//	GET  /local/state?user=ID   {guild:{id,name}, channels:[{id,name,type,parent}], users:[{id,name,color,locale,owner,gone}],
//	                             bot:{id,name,online}, commands:[…], messages:{channel:[…]}}  as that person may see it;
//	                             without a user: guild, users and bot alone
//	GET  /local/events?user=ID&user=…  Server-Sent Events of these people; "for" lists those whom an event is for.
//	                             {"type":"alive"} comes each twenty seconds. The first is {"type":"hello"}, sent when the stream is open:
//	     message_create {channel, message}    message_update {channel, message}    message_delete {channel, message: id}
//	     channel_create {channel: {…}}        channel_update {channel: {…}}        channel_delete {channel: id}
//	     modal {nonce, interaction, channel, custom_id, title, components}   only for the person who asked for it
//	     interaction_ok {nonce, interaction}  interaction_failed {nonce, interaction, reason}   likewise
//	     voice {guild, voices: {user: channel}}  sound {channel, name, emoji, hears: [user]}
//	     typing {channel, user}  bot_status {bot}  commands {commands}  user_update {user}  faults {faults}
//	POST /local/press    {user, channel, message, custom_id, values?, nonce, itself?}  {interaction}  itself: the page plays for the person
//	POST /local/submit   {user, channel, interaction, custom_id, fields:[{custom_id, value | values}], nonce, itself?}  {interaction}
//	POST /local/command  {user, channel, name, sub?, options:{name: value}, nonce}  {interaction}
//	POST /local/complete {user, channel, name, sub?, option, options}               {choices:[{name,value}]}
//	POST /local/say      {user, channel, content}                                   {message}
//	POST /local/direct   {user}                                                     {channel: id}  the conversation with the bot, which is opened if there is none
//	POST /local/voice    {user, channel}                                            {}  into a voice channel, or out of all without a channel
//	POST /local/dismiss  {user, channel, message}                                   {}
//	POST /local/user     {user, name?, locale?}                                     {user}
//	POST /local/leave, /local/ban, /local/return {user}                             {}  off the first server, and back
//	GET  /local/faults   what is switched on, see [Faults] and [world.World.FaultState]; POST sets what it names and does what "do" lists, see setFaults of package page
//
// The guild, "owner" and "gone" are of the first server. The channels are of all servers
// that the person is on.
//
// "sub" is the path below the command: "play", or "group play". A submit names
// the interaction of the modal event. Nobody can guess the address of an attachment,
// and every person who knows it can see the picture.
//
// # Rooms
//
// A reader of one file should need few others. Below are values that know of no Discord: the
// shapes of its JSON (wire), what can go wrong (fault), the journal, the event streams of pages
// (stream), and the sessions of the bot as lists of events (session). Upon them stands the world,
// package world: what is true, what each change does, and who is told of it. It has no network.
// What people press and the bot answers is package interaction.
//
// Three rooms serve them: gateway by websockets, rest by the calls of the bot, and page for the
// people at the web client. What a request to REST can be answered with is a table (endpoint),
// which knows of no server. Package control switches faults and does what a moderator does.
//
// A chain of types, each of which embedded the one below, was what came before. It kept the order,
// but every file could call everything below it, so a reader of one needed all.
//
// Here is what puts them together, listens, and lets a test act as a [Person] on a [Guild].
//
// # For whom it is
//
// It answers under its own name, localhost or an IP address, and not to the pages of
// other sites: see host.go. Every program on the machine may act as any person.
//
// # What is kept
//
// With a Config.Dir, an append-only journal of JSON lines keeps everything but the
// gateway's sessions. A line is written before the answer, so a kill loses nothing
// that was answered. Attachments are files beside the journal. Tokens of interactions
// are kept too, so that an open panel goes on after a restart. It would on Discord,
// which does not restart with the bot.
//
// # Not here
//
// There are no reactions or member lists, of voice channels there are the chat, who is in them and
// the sounds of Discord's own, and no webhooks are there other than those of interactions. The bot
// uses nothing else. There is no
// database, because the journal is simpler than a schema.
package localcord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/chance"
	"oneiros/bot/localcord/control"
	"oneiros/bot/localcord/gateway"
	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/page"
	"oneiros/bot/localcord/rest"
	"oneiros/bot/localcord/world"
)

// Config says what a Server is like. The zero Config is a server in memory,
// without rate limits, that logs nothing.
type Config struct {
	Dir    string         // where it keeps everything; "" is in memory
	Log    zerolog.Logger // refusals and faults; never a token or a text
	Limits bool           // rate limits, as Discord's
	Token  string         // the bot token it accepts; "" makes one up
	URL    string         // where it is reached, "http://127.0.0.1:8080"; "" is learned from Listen or from the first request
	Hosts  []string       // names under which it is reached, besides that of the URL, localhost and IP addresses
	Beat   time.Duration  // the gateway's heartbeat interval; 0 is Discord's 41.25 s
	Within time.Duration  // for the answer to an interaction; 0 is Discord's 3 s
	Skew   time.Duration  // how far Discord's clock is ahead of this host's; less than 0 is behind
	Shards Sharding       // of the gateway
	Chance chance.Source  // of tokens and secrets: the system's

	// Welcome is a command without options that the web client offers as a button where
	// a channel begins: "dream play". It is empty for none.
	Welcome string

	// Speed is how fast the clocks of the bot's matches run, which the web client says where a
	// channel begins. It changes nothing else. 0 and 1 say nothing.
	Speed float64

	// Restart ends the bot and starts it again. It returns when the bot has ended. The
	// web client offers it when it is set.
	Restart func() error
}

// A Server is a Discord. Its methods may be called from any goroutine.
//
// It is built of rooms, see the package comment. The lock of the world guards them all.
type Server struct {
	w       *world.World
	asked   *interaction.Interactions
	gateway *gateway.Gateway
	rest    *rest.API
	control *control.Control
	page    *page.API
	names   hosts // its own
	serving *http.Server
	done    chan struct{} // closed when serving has ended
}

// New is a server with everything that Config.Dir keeps. Errors are about that
// folder.
func New(c Config) (*Server, error) {
	if _, err := webClient(); err != nil {
		return nil, fmt.Errorf("open the web client: %w", err)
	}
	if c.Within == 0 {
		c.Within = 3 * time.Second
	}
	if c.Beat == 0 {
		c.Beat = 41250 * time.Millisecond
	}
	w := world.New(c.Log, c.Chance, c.Token, c.Shards)
	w.Limits, w.URL, w.Restartable = c.Limits, strings.TrimRight(c.URL, "/"), c.Restart != nil
	w.SetSkew(c.Skew)
	s := &Server{w: w, asked: interaction.New(w, c.Within), gateway: gateway.New(w, c.Beat), names: ownNames(c.URL, c.Hosts)}
	s.rest = rest.New(w, s.asked)
	s.control = control.New(w, s.gateway, s.rest)
	s.page = page.New(w, s.asked, s.control, s.gateway, page.Config{Welcome: c.Welcome, Speed: c.Speed, Restart: c.Restart})
	if c.Dir != "" {
		if err := s.load(c.Dir); err != nil {
			return nil, err
		}
	}
	s.w.Lock()
	defer s.w.Unlock()
	if s.w.App == "" {
		s.w.Create()
	}
	for _, ch := range s.w.Channels.All() {
		s.w.Channels.ArchiveQuiet(ch.ID)
	}
	if err := s.w.Journal.Failure(); err != nil {
		return nil, err
	}
	return s, nil
}

// Token is the bot token that the server accepts.
func (s *Server) Token() string { return s.w.Token() }

// PlaysItself reports whether the web client plays for a person: it made their latest
// interaction.
func (s *Server) PlaysItself(user uint64) bool {
	return s.page.PlaysItself(ID(strconv.FormatUint(user, 10)))
}

// URL is where the server is reached, without a slash at its end. It is "" until
// Listen or the first request.
func (s *Server) URL() string {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.URL
}

// APIBase is the base of the REST API without its version, as in
// "http://127.0.0.1:8080/api": what the bot's discord.api_base wants.
func (s *Server) APIBase() string { return s.URL() + "/api" }

// Bot is the id of the bot's user, which is also that of its application.
func (s *Server) Bot() ID { return s.w.App }

// Guild is the id of the first server.
func (s *Server) Guild() ID { return s.first().id }

// Listen serves on an address, as in "127.0.0.1:0", until Close, and returns
// where: the URL with the true port.
func (s *Server) Listen(addr string) (string, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return "", fmt.Errorf("listen on %s: %w", addr, err)
	}
	h := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	s.w.Lock()
	if s.w.URL == "" {
		s.w.URL = "http://" + l.Addr().String()
	}
	url := s.w.URL
	s.serving, s.done = h, make(chan struct{})
	s.w.Unlock()
	go func() {
		defer close(s.done)
		if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.w.Log.Error().Err(err).Msg("serve failed")
		}
	}()
	return url, nil
}

// Close ends every connection and closes the journal. It is safe to call twice.
func (s *Server) Close() error {
	s.w.Lock()
	if s.w.Closed {
		s.w.Unlock()
		return nil
	}
	s.w.Closed = true
	s.gateway.Sever()
	s.w.Streams.End()
	s.asked.Stop()
	h, done := s.serving, s.done
	err := s.w.Journal.Close()
	s.w.Unlock()
	if h != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if h.Shutdown(ctx) != nil {
			err = errors.Join(err, h.Close())
		}
		<-done
	}
	return err
}

// ServeHTTP serves the REST API, the gateway, attachments, the local API and
// the web client, to no person but the bot and the client.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.names.guarded(w, r, s.serve) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.w.Lock()
	if s.w.URL == "" {
		s.w.URL = "http://" + r.Host
	}
	s.w.Unlock()
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, "/api/"):
		s.rest.ServeHTTP(w, r)
	case path == "/gateway" || strings.HasPrefix(path, "/gateway/"):
		s.gateway.ServeHTTP(w, r)
	case strings.HasPrefix(path, "/attachments/"):
		s.rest.ServeAttachment(w, r)
	case strings.HasPrefix(path, "/local/"):
		s.page.ServeHTTP(w, r)
	case path == "/":
		serveAsset(w, r, "index.html")
	case strings.HasPrefix(path, "/assets/"):
		serveAsset(w, r, strings.TrimPrefix(path, "/assets/"))
	default:
		http.NotFound(w, r)
	}
}

// Gateway is what the bot is connected to.
func (s *Server) Gateway() *gateway.Gateway { return s.gateway }

// REST is what the bot sends its calls to.
func (s *Server) REST() *rest.API { return s.rest }

// Control switches faults on and off, and does what a moderator could do.
func (s *Server) Control() *control.Control { return s.control }

// SetFaults is [control.Control.SetFaults].
func (s *Server) SetFaults(f Faults) { s.control.SetFaults(f) }

// SetSkew sets how far Discord's clock is ahead of this host's, as [Config.Skew] does at
// the start. So the host's clock steps.
func (s *Server) SetSkew(ahead time.Duration) { s.w.SetSkew(ahead) }

// Wait returns nil once the condition is true. It checks the condition after every
// change, and the condition may call any method of the Server. When the context ends
// first, Wait returns its error.
func (s *Server) Wait(ctx context.Context, condition func() bool) error {
	return s.w.Wait(ctx, condition)
}

// User is the person with a name. A new person joins the first server when no person has
// it.
func (s *Server) User(name string) *Person {
	s.w.Lock()
	defer s.w.Unlock()
	p := s.w.People.Named(name)
	if p == nil {
		p = s.w.People.New(s.w.Guilds.Home(), name)
	}
	return &Person{s, p.ID}
}

// Users are all people, the owner of the servers first.
func (s *Server) Users() []*Person {
	s.w.Lock()
	defer s.w.Unlock()
	var all []*Person
	for _, p := range s.w.People.All() {
		all = append(all, &Person{s, p.ID})
	}
	return all
}

// Channel is [Guild.Channel] of the first server.
func (s *Server) Channel(name string) ID { return s.first().Channel(name) }

// Channels are all channels, threads and direct channels of all servers, oldest first.
func (s *Server) Channels() []*Channel {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Channels.All()
}

// NewChannel makes a text channel on the first server.
func (s *Server) NewChannel(name string) ID { return s.first().NewChannel(name) }

// NewChannelOf is [Guild.NewChannelOf] of the first server.
func (s *Server) NewChannelOf(kind int, name string) ID { return s.first().NewChannelOf(kind, name) }

// NewThread makes another public thread in a channel.
func (s *Server) NewThread(channel ID, name string) ID {
	s.w.Lock()
	defer s.w.Unlock()
	c := &Channel{ID: s.w.NewID(), Type: world.ChannelThread, Guild: s.w.Channels.Find(channel).Guild, Parent: channel, Owner: s.w.App, Name: name, Archive: 1440, ArchiveAt: world.Stamp(s.w.Now())}
	s.w.Channels.Add(c)
	return c.ID
}

// Commands are the bot's commands.
func (s *Server) Commands() []*Command {
	s.w.Lock()
	defer s.w.Unlock()
	return slices.Clone(s.w.Commands.All())
}
