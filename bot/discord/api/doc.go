// Package api asks and tells Discord, one method of [Client] for each request.
//
// # Why it stands apart
//
// A method says what Discord is asked, what of the answer is read, and whether the request may
// be sent twice. How it is sent is known by package transport. What is no request is not here:
// the sender ([Client.Sender]) has the limits, the counters and the clock.
//
// # Requests
//
// [Client] reads of an answer only what the caller asked for. A message is always
// whole: an edit says what is to be shown, not what has changed. So an edit may be
// sent twice, and the last one wins.
//
// A message in a channel carries a nonce, by which Discord knows a repeated one. An answer to
// an interaction and a follow-up are sent again only if they cannot have arrived.
//
// A message that one person may read goes only where no other reads it. The client knows which
// messages it has posted for every person, and refuses with [discord.ErrPrivate] before
// anything is sent.
package api
