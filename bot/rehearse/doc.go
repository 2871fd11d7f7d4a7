// Package rehearse finds out whether Discord answers as its stand-in does.
//
// Everything that the project claims about Discord was measured against localcord and against
// published documents. Nothing of that reaches Discord. An operator does: a rehearsal does once,
// on a server of theirs, all that the bot does, and compares each answer with localcord's.
//
// # How it works
//
//   - A script is a list of steps. Each sends a few requests through the bot's own client
//     and gateway (package discord, on discordgo), so that these are on the way too.
//   - A tape stands around the client's transport and beside the gateway. It keeps each answer
//     and each event of a step, and turns them into shapes: see [Answer] and [Event].
//   - What is expected is a [Recording] of the same script against localcord, which a test makes
//     anew: see [Expected]. The table of package endpoint says what may also be answered.
//   - [Compare] names each [Difference], and what it means to a player or an operator.
//
// The comparison knows no list of differences. It compares statuses, codes, the form of headers, the
// fields at each path with the JSON type and the form of their values, the events, their order and
// their delay. Tables say only what a difference means and which fields Discord's documents make
// optional.
//
// # Secrets
//
// A shape has no text, name, id or token. A string is named by its form: an id, a time, an
// address, as it was sent, or a text. An id that the rehearsal knows is named by its part, as in
// "id of the board". Numbers and booleans stand in a shape only where the rehearsal decides
// them, such as the flags of its own message.
//
// # Cleaning
//
// Everything that is made has a [mark] in a place that Discord shows again: the footer of an
// embed, the name of a thread, the place of an event. The end of a rehearsal removes it, also
// after a failure or an interrupt. The beginning of the next one finds what a killed one left.
// An operator's private channel is not listed anywhere, so the board's footer says whose it is.
package rehearse
