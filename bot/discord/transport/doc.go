// Package transport sends requests to Discord, and reads whether they were done.
//
// # Why it stands apart
//
// How a request is sent does not depend on what it asks. A [Sender] knows a [Request] by its
// method, its route, what its limit belongs to and whether it may be sent twice. It knows no
// message, but for its files. So a reader who asks why a request waits, was repeated or was not
// sent reads this package alone. The client's requests and the gateway's have one Sender,
// because Discord counts them together.
//
// # Repeating
//
// A request that is as good twice as once is repeated, on 500 and above and when the
// connection ends. Any other is sent again only if it cannot have arrived: see [RetryPolicy].
// A 429 was not executed. It is repeated a few times, each after its wait. A wait that would
// last longer than the context is an error at once.
//
// # Limits
//
// Limits are kept by route and by channel or token, as Discord names them in its
// headers. Several requests of one run side by side as far as the limit allows. A
// limit is forgotten when its window is over, so nothing is left of interactions.
// Answers to interactions have no limit and do not count among the fifty a second.
// Refused requests are counted as Discord counts them, and sending stops before
// Discord bans the address.
//
// Rejected: discordgo's own requests through another transport, because its buckets
// and bodies would stay.
//
// # Ways
//
// Discord is reached only through a proxy in some countries. Requests and the gateway take the
// same way, so [Sender.Ways] is given to the gateway.
//
// # Secrets
//
// The token of an interaction is in the path of half of all requests. Errors name a route by
// its shape and never by its address. They repeat Discord's message, but not the messages of
// form errors, which can repeat what was sent. A [Config] or a [Sender] that is printed shows
// no token.
package transport
