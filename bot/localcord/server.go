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
// minimal invite asks for. [Server.Deny] takes permissions away.
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
//	GET  /local/faults   what is switched on, see [Faults] and faultState; POST sets what it names and does what "do" lists, see setFaults
//
// The guild, "owner" and "gone" are of the first server. The channels are of all servers
// that the person is on.
//
// "sub" is the path below the command: "play", or "group play". A submit names
// the interaction of the modal event. Nobody can guess the address of an attachment,
// and every person who knows it can see the picture.
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
	"oneiros/bot/localcord/journal"
	"oneiros/bot/localcord/limit"
	"oneiros/bot/localcord/session"
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
// It is built of parts. Each part embeds the one below it, so a lower part cannot
// call a higher one. From below, the first are the world, the event streams of the
// web client and the gateway. Then come the changes that both of them tell,
// interactions, commands, channels and the REST API. Above them are the controls of
// faults and the local API. The lock of the world guards them all.
type Server struct {
	localAPI
	names   []string // its own, see isOwnHost
	serving *http.Server
	done    chan struct{} // closed when serving has ended
}

// New is a server with everything that Config.Dir keeps. Errors are about that
// folder.
func New(c Config) (*Server, error) {
	if _, err := webClient(); err != nil {
		return nil, fmt.Errorf("open the web client: %w", err)
	}
	s := &Server{names: ownNames(c.URL, c.Hosts)}
	s.world = world{
		begun: time.Now(), log: c.Log, token: c.Token, limits: c.Limits, within: c.Within, again: c.Restart, hello: c.Welcome, speed: c.Speed, luck: c.Chance, url: strings.TrimRight(c.URL, "/"),
		guildByID: map[ID]*guild{}, channels: map[ID]*Channel{}, posts: map[ID][]*Message{}, byID: map[ID]*Message{}, uploads: map[ID]*Attachment{}, changed: make(chan struct{}),
		denied: map[ID]uint64{},
	}
	s.skew.Store(int64(c.Skew))
	s.beat, s.sessions, s.links = c.Beat, session.New(c.Shards, &s.faults, c.Log), map[*link]struct{}{}
	s.asked, s.tokens, s.presses = map[ID]*interaction{}, map[string]*interaction{}, map[ID]uint64{}
	s.oldEdits = map[ID][]time.Time{}
	s.refusing, s.buckets = map[*route]*refusing{}, map[string]*limit.Bucket{}
	if s.within == 0 {
		s.within = 3 * time.Second
	}
	if s.beat == 0 {
		s.beat = 41250 * time.Millisecond
	}
	if s.token == "" {
		s.token = "local." + secret(s.luck.Of("token"), 24)
	}
	if c.Dir == "" {
		s.blobs = journal.Memory{}
	} else if err := s.load(c.Dir); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.app == "" {
		s.create()
	}
	for _, id := range slices.Clone(s.order) {
		s.archiveQuiet(id)
	}
	if err := s.journal.Failure(); err != nil {
		return nil, err
	}
	return s, nil
}

// Token is the bot token that the server accepts.
func (s *Server) Token() string { return s.token }

// PlaysItself reports whether the web client plays for a person: it made their latest
// interaction.
func (s *Server) PlaysItself(user uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.person(ID(strconv.FormatUint(user, 10)))
	return p != nil && p.itself
}

// URL is where the server is reached, without a slash at its end. It is "" until
// Listen or the first request.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.url
}

// APIBase is the base of the REST API without its version, as in
// "http://127.0.0.1:8080/api": what the bot's discord.api_base wants.
func (s *Server) APIBase() string { return s.URL() + "/api" }

// Bot is the id of the bot's user, which is also that of its application.
func (s *Server) Bot() ID { return s.app }

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
	s.mu.Lock()
	if s.url == "" {
		s.url = "http://" + l.Addr().String()
	}
	url := s.url
	s.serving, s.done = h, make(chan struct{})
	s.mu.Unlock()
	go func() {
		defer close(s.done)
		if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error().Err(err).Msg("serve failed")
		}
	}()
	return url, nil
}

// Close ends every connection and closes the journal. It is safe to call twice.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	for l := range s.links {
		l.Close(0)
	}
	s.streams.End()
	for _, x := range s.asked {
		x.stop()
	}
	h, done := s.serving, s.done
	err := s.journal.Close()
	s.mu.Unlock()
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
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.guarded(w, r, s.serve) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if s.url == "" {
		s.url = "http://" + r.Host
	}
	s.mu.Unlock()
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, "/api/"):
		s.rest(w, r)
	case path == "/gateway" || strings.HasPrefix(path, "/gateway/"):
		s.serveGateway(w, r)
	case strings.HasPrefix(path, "/attachments/"):
		s.serveAttachment(w, r)
	case strings.HasPrefix(path, "/local/"):
		s.serveLocal(w, r)
	case path == "/":
		serveAsset(w, r, "index.html")
	case strings.HasPrefix(path, "/assets/"):
		serveAsset(w, r, strings.TrimPrefix(path, "/assets/"))
	default:
		http.NotFound(w, r)
	}
}

// User is the person with a name. A new person joins the first server when no person has
// it.
func (s *Server) User(name string) *Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.named(name)
	if p == nil {
		p = s.newPerson(s.home(), name)
	}
	return &Person{s, p.ID}
}

// Users are all people, the owner of the servers first.
func (s *Server) Users() []*Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*Person
	for _, p := range s.people {
		all = append(all, &Person{s, p.ID})
	}
	return all
}

// Channel is [Guild.Channel] of the first server.
func (s *Server) Channel(name string) ID { return s.first().Channel(name) }

// Channels are all channels, threads and direct channels of all servers, oldest first.
func (s *Server) Channels() []*Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*Channel
	for _, id := range s.order {
		all = append(all, s.channels[id])
	}
	return all
}

// NewChannel makes a text channel on the first server.
func (s *Server) NewChannel(name string) ID { return s.first().NewChannel(name) }

// NewChannelOf is [Guild.NewChannelOf] of the first server.
func (s *Server) NewChannelOf(kind int, name string) ID { return s.first().NewChannelOf(kind, name) }

// NewThread makes another public thread in a channel.
func (s *Server) NewThread(channel ID, name string) ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &Channel{ID: s.newID(), Type: channelThread, Guild: s.channels[channel].Guild, Parent: channel, Owner: s.app, Name: name, Archive: 1440, ArchiveAt: stamp(s.now())}
	s.newChannel(c)
	return c.ID
}

// Commands are the bot's commands.
func (s *Server) Commands() []*Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands)
}
