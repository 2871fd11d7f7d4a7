// Package discord is Discord as the bot needs it: a gateway that keeps itself
// alive, and requests that may be trusted with a player's press.
//
// # discordgo, made safe
//
// The gateway runs on discordgo v0.29.0, whose faults were measured: a deadlock
// when op 7 is the first packet, no read deadline, an IDENTIFY for every op 9
// without end, close codes ignored, a goroutine without recover for each event,
// 129 MB of state at 2,500 servers, and, in its requests, two leaked buckets an
// interaction, unlimited repetition of a 429 that does not look at the context,
// one request of a bucket at a time, version 9 of the API. What is done about
// it, from below to above:
//
//   - The wire is the connection under discordgo's websocket. It has the read
//     deadline, and it reads the small frames itself: on op 7, op 9 and a close
//     frame it ends the connection before discordgo sees them, so that discordgo
//     meets nothing but connections that end, which it survives. It ends them
//     without a close frame: 1000 would throw away a session to be resumed.
//   - Run connects again by itself. discordgo's own reconnecting is off. The
//     close code decides: 4004 and 4010 to 4014 end Run, 4007 and 4009 begin a
//     new session, everything else resumes.
//   - discordgo resumes within one Session only, at the address it was first
//     given. So a Session lives as long as Discord's session does, and is told
//     the address of READY by a trick: it asks for the gateway's address only
//     when dialling has failed, so the first dial to an old address fails at
//     once. After three connections in a row that fail, or when the watchdog
//     gives a Session up, a new one identifies.
//   - A heartbeat that is not answered ends the connection, whatever else arrives
//     on it, and so does a request that was refused for the bot's token: the
//     gateway would otherwise keep a bot that can say nothing.
//   - Messages of others are heard of by the unprivileged intent, so that boards
//     know what buries them and that they were deleted; asking for the channel's
//     messages instead would tell neither in time. Of them only where and which is
//     read.
//   - The watchdog is for the faults nobody knows yet: a Session that does not
//     come back from Open, holds its lock, does not notice its end, or reads
//     nothing, is left to itself and replaced. What it holds is lost; that is
//     kilobytes, and rare.
//   - Closing costs a second, which discordgo sleeps with its lock held, so a
//     resumed session is a second late; of the three that a press has. Proxies
//     of the environment are for requests only: the wire dials directly.
//   - IDENTIFYs are kept apart, and as many as Discord's answer to GET
//     /gateway/bot allows: who overdraws the budget loses the token.
//   - A resumed session may repeat events. Interactions are remembered by id,
//     the last 8,192, and handled once.
//   - Interactions are decoded from the raw event, with only what the bot uses,
//     so no new kind of component breaks a press. discordgo decodes them too and
//     may fail at it; that is not asked.
//   - State is off, events are synchronous, the handler is called under recover
//     and must only enqueue.
//   - discordgo makes no request at all: the one that it would make, for the
//     gateway's address, is answered in place. So its global endpoint variables
//     stay as they are, and several bots with several addresses of the API live
//     in one process. Only its APIVersion and its Logger are set, once, before
//     anything runs. The logger passes on what discordgo complains about and
//     none of the payloads and tokens it complains with.
//
// # Requests
//
// [Client] writes bodies by hand and reads of answers only what was asked for.
// A message is always whole: an edit says what is to be shown, never what has
// changed, so the same edit may be sent twice, and the last one wins.
//
// What may be repeated is repeated: whatever is as good twice as once, on 500
// and above and when the connection ends. A message in a channel carries a nonce
// by which Discord knows a repeated one. An answer to an interaction and a
// follow-up are sent again only if they cannot have arrived. A 429 was not
// executed, so it is repeated after its time, a few times, and never against the
// context: a wait that would outlast it is an error at once.
//
// Limits are kept by route and by channel or token, as Discord names them in its
// headers, and several requests of one run side by side as far as the limit
// allows. A limit whose window is over says nothing and is forgotten, those of
// an interaction's token too; so nothing is left of interactions. Answers to
// interactions have no limit and no part in the fifty a second. Refused requests
// are counted as Discord counts them, and sending stops before Discord bans the
// address.
//
// Rejected: tuning discordgo's own requests through its transport, which leaves
// the buckets and the bodies; a gateway of our own, which would be smaller than
// the wire and the watchdog together, but the bot is to run on discordgo.
//
// # Secrets
//
// An interaction's token lets anybody speak in the bot's name for a quarter of
// an hour, and it is in the path of half of all requests. Errors name a route by
// its shape and never the address; they pass on Discord's message but not the
// messages of form errors, which can repeat what was sent. Printing a Config, a
// Client or an Interaction prints neither a token nor what anybody typed.
//
// # Checking
//
// [Check] and its sisters know Discord's limits, also those that its published
// schema lacks. They are for tests and for builders of messages; the client does
// not call them, since Discord checks anyway.
package discord
