// Package discord connects the bot to Discord. It has a gateway that keeps itself
// alive, and requests that a player's press can rely on.
//
// # The border with discordgo
//
// The rest of the bot uses discordgo's words where they say the same. These are
// permission bits, error codes, and types of channels, interactions and options.
// They are also styles of buttons, flags, embeds, commands and choices. Only this
// package opens a session and sends. These types stay ours:
//
//   - [ID]: a number that can be compared and that says when it was made.
//     discordgo's ids are strings.
//   - [Message]: discordgo has five types for one message, by where it goes. Some
//     lack flags, and some turn an empty list into null. An edit with a member left
//     out keeps the old one. Ours is one and always whole.
//   - [Button], [Menu], [Input], [Row], [Modal]: discordgo's components have a
//     MarshalJSON each. A page of fifteen buttons takes 31 µs with them and 13 µs
//     with plain structs. It has no label (type 18), which Discord wants around
//     each input of a modal.
//   - [Attachment], [File], [Mentions]: discordgo's attachment has no description.
//     Its file can be read only once, so it cannot be sent again. Its mentions turn
//     “nobody” into null.
//   - [Interaction], [User], [Command]: discordgo cannot decode an interaction with
//     a component that it does not know (types 18, 21, 22). It leaves out the limit
//     of files, the channel's parent and the answers of such a modal.
//   - The events: discordgo's hold whole guilds and messages.
//
// Bodies are written with json.Marshal. They were written by hand once. The page of
// fifteen buttons took 14 µs by hand and takes 13 µs now. In BenchmarkPress of
// package bot, a run takes three percent more processor time. BenchmarkPress of
// this package saves nothing and presses fifty times a second. There the median
// press takes 468 µs and took 442 µs. Both are less than a tenth, which is not
// worth four hundred lines.
//
// # discordgo, made safe
//
// The gateway runs on discordgo v0.29.0. Its faults were measured. It deadlocks
// when op 7 is the first packet. It has no read deadline. It answers every op 9
// with an IDENTIFY, without end. It ignores close codes. It starts a goroutine for
// each event and does not recover. Its state takes 129 MB at 2,500 servers. Its
// requests leak two buckets an interaction. They repeat a 429 without limit and
// without looking at the context. They send one request of a bucket at a time, and
// use version 9 of the API. This is what the package does about it, from the bottom
// up:
//
//   - The wire is the connection under discordgo's websocket. It has the read
//     deadline. It reads the small frames itself. On op 7, op 9 and a close frame
//     it ends the connection before discordgo sees them. So discordgo only meets
//     connections that end, which it survives. The wire sends no close frame: code
//     1000 would end a session that is to be resumed.
//   - Run connects again. discordgo's own reconnecting is off. The close code
//     decides. 4004 and 4010 to 4014 end Run. 4007 and 4009 begin a new session,
//     and everything else resumes.
//   - Each connection has a Session of discordgo of its own. Of one that is opened
//     again, the goroutines of two connections race, and discordgo keeps the address
//     that it first got. The next connection goes to the address of READY. When that
//     does not answer three times, the session goes on at the gateway's. After three
//     connections in a row that ended on a RESUME, or when a Session is stuck, a new
//     session identifies.
//   - discordgo cannot be told of a session that another connection began. So the wire
//     sends our own RESUME in place of discordgo's first packet.
//   - A heartbeat without an answer ends the connection, even if other events
//     arrive. A request that was refused because of the token ends it too. The
//     gateway would otherwise keep a bot that cannot answer.
//   - The unprivileged intents for messages tell the bot which messages bury its
//     boards, and that boards were deleted. A gateway may do without those of
//     servers. To ask for a channel's messages instead would be too late for both. Only
//     where a message is and its id are read, though Discord sends the content of direct
//     messages.
//   - The watchdog is for faults that are not known yet. It replaces a Session that
//     does not come back from Open or that holds its lock. It also replaces one
//     that does not notice its end, or reads nothing. The memory of the old one is
//     lost: kilobytes, and rarely.
//   - discordgo sleeps a second when it closes, with its lock held. So a resumed
//     session is a second late, of the three that a press has.
//   - The websocket's dialer knows proxies only where it encrypts by itself, and then the
//     wire could not read. So the wire's connection is made here: the way through the
//     proxy, TLS, the wire. Requests take the same way.
//   - There is a time between two IDENTIFYs of a bucket, and not more of them than GET
//     /gateway/bot allows. Discord resets the token of a bot that sends more.
//   - A resumed session may repeat events. The last 8,192 interactions are
//     remembered by id, and each is handled once.
//   - Interactions are decoded from the raw event, and only what the bot uses. So a
//     new type of component breaks no press. discordgo decodes them too; whether it
//     fails does not matter.
//   - State is off, and events are synchronous. A panic of the handler is caught.
//     The handler must only enqueue.
//   - discordgo sends no request. The one that it wants to send, for the gateway's
//     address, is answered in place. So its global endpoint variables stay as they
//     are. Several bots with several addresses of the API can live in one process.
//     Only its APIVersion and its Logger are set, once, before anything runs. The
//     logger passes on what discordgo complains about, without payloads and tokens.
//
// # Shards
//
// Discord sends the events of a guild to shard (id >> 22) % n, and direct messages to
// shard 0. A [gateway.Gateway] runs all shards of a bot. A [gateway.Shard] has all that belongs to one
// session, and shares only the budget of IDENTIFYs with the others. So several
// processes can divide the shards among them, and hand one over: a shard that ends
// saves its session, and another process begins where it ended. What they need of a
// database is the three methods of [gateway.Sessions].
//
// A saved session is the session's id, the sequence of the last event that was handled,
// and the address to resume at. It is saved when it begins, then every ten seconds while
// events arrive, and at the end. The end sends no close frame then. The id is a secret,
// like the tokens of panels, and is kept with them. Nothing that is saved is trusted:
//
//   - The address has to be Discord's, or that of the gateway that the API names. A
//     forged one would get the bot's token.
//   - The session has to be of the same token, shard and count of shards, and not older
//     than some minutes.
//   - After a crash the process may have handled more than was saved. Discord repeats
//     that. Interactions among it are left out, because a press that counts twice is
//     worse than one that has to be made again. Everything else may be told twice.
//
// A session of another process has no READY. So [Restored] tells the bot what READY
// would have, as far as it was saved: the application, and the guilds that are away.
//
// Rejected: to set the session of discordgo's Session by reflection. Rejected: to save
// the sequence with each event, which is a write for each message on a server.
// Rejected: to save the list of guilds. It is 50 kB for a full shard, and only the log
// line for a new server needs it.
//
// # Requests
//
// [api.Client] reads of an answer only what the caller asked for. A message is always
// whole: an edit says what is to be shown, not what has changed. So an edit may be
// sent twice, and the last one wins.
//
// A request that is as good twice as once is repeated, on 500 and above and when
// the connection ends. A message in a channel carries a nonce, by which Discord
// knows a repeated one. An answer to an interaction and a follow-up are sent again
// only if they cannot have arrived. A 429 was not executed. It is repeated a few
// times, each after its wait. A wait that would last longer than the context is an
// error at once.
//
// Limits are kept by route and by channel or token, as Discord names them in its
// headers. Several requests of one run side by side as far as the limit allows. A
// limit is forgotten when its window is over, so nothing is left of interactions.
// Answers to interactions have no limit and do not count among the fifty a second.
// Refused requests are counted as Discord counts them, and sending stops before
// Discord bans the address.
//
// Rejected: discordgo's own requests through another transport, because its buckets
// and bodies would stay. Also rejected: a gateway without discordgo. It would be
// smaller than the wire and the watchdog together, but the bot is to run on
// discordgo.
//
// # Tokens of interactions
//
// An interaction's token edits the message that answered it, or the message that was
// pressed. It depends on the answer. The one may be private and the other is read by
// every person, so they are two types: [PanelToken] and [BoardToken].
//
// # Secrets
//
// With an interaction's token any holder can write as the bot for a quarter of an
// hour. The token is in the path of half of all requests. Errors name a route by
// its shape and never by its address. They repeat Discord's message, but not the
// messages of form errors, which can repeat what was sent. A Config, a Client or an
// Interaction that is printed shows no token and nothing that a person typed.
//
// # Limits of messages
//
// check.go has Discord's limits of messages, once. Pages are cut to them. [Check]
// and the functions beside it know more than Discord's published schema. They are
// for tests; the client does not call them, because Discord checks anyway.
package discord
