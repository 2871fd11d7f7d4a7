// Package gateway listens to Discord, and keeps listening.
//
// # Why it stands apart
//
// A session lives as long as the bot, and a request for a moment. What is hard about the one,
// such as connections that are silent, sessions that go on elsewhere and the budget of the day,
// has nothing to do with the other. So this package makes one request, for the gateway's
// address, through the sender that all requests have. What arrives becomes a [discord.Event].
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
// shard 0. A [Gateway] runs all shards of a bot. A [Shard] has all that belongs to one
// session, and shares only the budget of IDENTIFYs with the others. So several
// processes can divide the shards among them, and hand one over: a shard that ends
// saves its session, and another process begins where it ended. What they need of a
// database is the three methods of [Sessions].
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
// A session of another process has no READY. So [discord.Restored] tells the bot what READY
// would have, as far as it was saved: the application, and the guilds that are away.
//
// Rejected: to set the session of discordgo's Session by reflection. Rejected: to save
// the sequence with each event, which is a write for each message on a server.
// Rejected: to save the list of guilds. It is 50 kB for a full shard, and only the log
// line for a new server needs it.
// Rejected: a gateway without discordgo. It would be smaller than the wire and the watchdog
// together, but the bot is to run on discordgo.
//
// # Secrets
//
// The id of a session is a secret. A [SavedSession] that is printed shows which shard it is.
package gateway
