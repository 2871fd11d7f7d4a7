// Package discord says what Discord's things are: ids, messages, interactions, events, the
// tokens and errors that come of them, and how all of these are written.
//
// # Rooms
//
// A reader of one file should need few others. Nearly every package of the bot names a message
// or an id, and few of them talk to Discord. So what is true without a network is here, and
// what needs one stands in three rooms upon it:
//
//   - Package transport sends a request, whatever it asks: limits, bans, proxies, repeating.
//   - Package gateway listens: sessions, shards, and when a session may begin.
//   - Package api asks and tells Discord, one method for each request.
//
// The gateway and the client share one sender, because Discord counts their requests together,
// and neither knows the other. No room here knows one above it. What it needs of one it is
// told as a value: [Clock] hears of answers and presses, and [OriginalOf] of what was answered.
//
// Rejected: the types in a package of their own below this one. All that name them would name
// it, and would gain nothing.
//
// # The border with discordgo
//
// The rest of the bot uses discordgo's words where they say the same. These are
// permission bits, error codes, and types of channels, interactions and options.
// They are also styles of buttons, flags, embeds, commands and choices. Only package
// gateway opens a session, and only package transport sends. These types stay ours:
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
// package gateway saves nothing and presses fifty times a second. There the median
// press takes 468 µs and took 442 µs. Both are less than a tenth, which is not
// worth four hundred lines.
//
// A rehearsal (package rehearse) reads along: Wrap of transport's Config shows it each attempt and
// its answer, and Heard of gateway's Config each event, before anything here decodes them.
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
// hour. An [Interaction] or a token that is printed shows no secret and nothing that a person
// typed, an [Uploaded] no address. An [Error] has nothing in it that was sent.
//
// # Limits of messages
//
// check.go has Discord's limits of messages, once. Pages are cut to them. [Check]
// and the functions beside it know more than Discord's published schema. They are
// for tests; the client does not call them, because Discord checks anyway.
package discord
