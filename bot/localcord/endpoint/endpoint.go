// Package endpoint is the table of the REST API of Discord, as data: which requests there are, how
// many of them a bot may send, and with which statuses and codes they are answered.
//
// # Why it stands apart
//
// What Discord answers is knowledge, and what localcord does so that it is true here is code.
// The table can be read without that code: by REST, which serves its endpoints, and by a
// rehearsal that compares the true Discord with it. A test of localcord holds each answer that it
// sees against the table.
//
// The table does not say which fields an answer has. Discord publishes that itself, in its
// OpenAPI schema, and a test holds the answers against it.
package endpoint

import (
	"slices"
	"strings"
	"time"

	"oneiros/bot/localcord/wire"
)

// An Endpoint is one kind of request, and what Discord answers to it.
type Endpoint struct {
	Method   string
	Pattern  string // below the version, as in "/channels/{channel}/messages"
	Open     bool   // needs no authorization, and does not count for the global limit
	Limit    int    // calls in each window, a guess where Discord does not say; 0 is no limit
	Window   time.Duration
	Success  []int           // statuses
	Refusals []*wire.Refusal // besides [Every]
}

// Name is what the endpoint is called, as in "GET /channels/{channel}".
func (e *Endpoint) Name() string { return e.Method + " " + e.Pattern }

// Answers reports whether Discord may answer the request with a status, and with a code if it
// refuses.
func (e *Endpoint) Answers(status, code int) bool {
	if status < 300 {
		return slices.Contains(e.Success, status)
	}
	is := func(r *wire.Refusal) bool { return r.Status == status && r.Code == code }
	return slices.ContainsFunc(e.Refusals, is) || slices.ContainsFunc(Every, is)
}

// Every are the refusals that each request can get, whatever it asks for. Those with an Open
// endpoint are never unauthorized.
var Every = []*wire.Refusal{
	wire.ErrUserAgent, wire.ErrAPIVersion, wire.ErrNotFound, wire.ErrMethodNotAllowed, wire.ErrUnauthorized, wire.ErrRateLimited,
	wire.ErrInvalidJSON, wire.ErrTooLarge, wire.ErrUnavailable,
}

// Refusals that endpoints have in common.
var (
	reads = []*wire.Refusal{wire.ErrForm}                                                         // those that read a body or a query
	there = []*wire.Refusal{wire.ErrUnknownChannel, wire.ErrMissingAccess}                        // those of a channel
	has   = []*wire.Refusal{wire.ErrUnknownGuild, wire.ErrMissingAccess}                          // those of a server
	mine  = []*wire.Refusal{wire.ErrNotYourApplication, wire.ErrMissingAccess}                    // those of an application
	hook  = []*wire.Refusal{wire.ErrUnknownWebhook, wire.ErrWebhookToken, wire.ErrUnknownChannel} // those of the token of an interaction
)

// Statuses of success.
var (
	ok      = []int{200}
	created = []int{200, 201} // 200 where it was there already
	gone    = []int{204}
)

const s = time.Second

// Table are all endpoints.
var Table = []*Endpoint{
	{Method: "GET", Pattern: "/gateway", Open: true, Limit: 50, Window: s, Success: ok},
	{Method: "GET", Pattern: "/gateway/bot", Limit: 2, Window: 5 * s, Success: ok},
	{Method: "GET", Pattern: "/users/@me", Limit: 30, Window: 30 * s, Success: ok},
	{Method: "GET", Pattern: "/applications/@me", Limit: 30, Window: 30 * s, Success: ok},
	{Method: "GET", Pattern: "/oauth2/applications/@me", Limit: 30, Window: 30 * s, Success: ok},
	{Method: "POST", Pattern: "/users/@me/channels", Limit: 10, Window: 10 * s, Success: ok, Refusals: slices.Concat(reads, []*wire.Refusal{wire.ErrRecipient, wire.ErrDMsTooFast})},
	{Method: "GET", Pattern: "/users/{user}", Limit: 30, Window: 30 * s, Success: ok, Refusals: []*wire.Refusal{wire.ErrUnknownUser}},
	{Method: "GET", Pattern: "/users/@me/guilds", Limit: 1, Window: s, Success: ok, Refusals: reads},

	{Method: "GET", Pattern: "/applications/{app}/commands", Limit: 50, Window: 20 * s, Success: ok, Refusals: mine},
	{Method: "PUT", Pattern: "/applications/{app}/commands", Limit: 5, Window: 20 * s, Success: ok, Refusals: slices.Concat(mine, reads, []*wire.Refusal{wire.ErrTooManyCommands})},
	{Method: "POST", Pattern: "/applications/{app}/commands", Limit: 5, Window: 20 * s, Success: created, Refusals: slices.Concat(mine, reads, []*wire.Refusal{wire.ErrTooManyCommands})},
	{Method: "GET", Pattern: "/applications/{app}/commands/{command}", Limit: 50, Window: 20 * s, Success: ok, Refusals: slices.Concat(mine, []*wire.Refusal{wire.ErrUnknownCommand})},
	{Method: "PATCH", Pattern: "/applications/{app}/commands/{command}", Limit: 5, Window: 20 * s, Success: ok, Refusals: slices.Concat(mine, reads, []*wire.Refusal{wire.ErrUnknownCommand})},
	{Method: "DELETE", Pattern: "/applications/{app}/commands/{command}", Limit: 5, Window: 20 * s, Success: gone, Refusals: slices.Concat(mine, []*wire.Refusal{wire.ErrUnknownCommand})},
	{Method: "GET", Pattern: "/applications/{app}/guilds/{guild}/commands", Limit: 50, Window: 20 * s, Success: ok, Refusals: mine},
	{Method: "PUT", Pattern: "/applications/{app}/guilds/{guild}/commands", Limit: 5, Window: 20 * s, Success: ok, Refusals: slices.Concat(mine, reads, []*wire.Refusal{wire.ErrTooManyCommands})},
	{Method: "POST", Pattern: "/applications/{app}/guilds/{guild}/commands", Limit: 5, Window: 20 * s, Success: created, Refusals: slices.Concat(mine, reads, []*wire.Refusal{wire.ErrTooManyCommands})},
	{Method: "GET", Pattern: "/applications/{app}/guilds/{guild}/commands/{command}", Limit: 50, Window: 20 * s, Success: ok, Refusals: slices.Concat(mine, []*wire.Refusal{wire.ErrUnknownCommand})},
	{Method: "PATCH", Pattern: "/applications/{app}/guilds/{guild}/commands/{command}", Limit: 5, Window: 20 * s, Success: ok, Refusals: slices.Concat(mine, reads, []*wire.Refusal{wire.ErrUnknownCommand})},
	{Method: "DELETE", Pattern: "/applications/{app}/guilds/{guild}/commands/{command}", Limit: 5, Window: 20 * s, Success: gone, Refusals: slices.Concat(mine, []*wire.Refusal{wire.ErrUnknownCommand})},

	{Method: "POST", Pattern: "/interactions/{id}/{token}/callback", Open: true, Success: []int{200, 204}, Refusals: slices.Concat(reads, []*wire.Refusal{wire.ErrUnknownInteraction, wire.ErrAlreadyAcknowledged, wire.ErrUnknownChannel, wire.ErrUnknownMessage, wire.ErrEmptyMessage, wire.ErrThreadArchived})},
	{Method: "POST", Pattern: "/webhooks/{app}/{token}", Open: true, Limit: 5, Window: 2 * s, Success: ok, Refusals: slices.Concat(hook, reads, []*wire.Refusal{wire.ErrEmptyMessage})},
	{Method: "GET", Pattern: "/webhooks/{app}/{token}/messages/{message}", Open: true, Limit: 5, Window: 2 * s, Success: ok, Refusals: slices.Concat(hook, []*wire.Refusal{wire.ErrUnknownMessage})},
	{Method: "PATCH", Pattern: "/webhooks/{app}/{token}/messages/{message}", Open: true, Limit: 5, Window: 2 * s, Success: ok, Refusals: slices.Concat(hook, reads, []*wire.Refusal{wire.ErrUnknownMessage, wire.ErrTooManyOldEdits, wire.ErrEmptyMessage})},
	{Method: "DELETE", Pattern: "/webhooks/{app}/{token}/messages/{message}", Open: true, Limit: 5, Window: 2 * s, Success: gone, Refusals: slices.Concat(hook, []*wire.Refusal{wire.ErrUnknownMessage})},

	{Method: "GET", Pattern: "/channels/{channel}", Limit: 30, Window: 30 * s, Success: ok, Refusals: there},
	{Method: "PATCH", Pattern: "/channels/{channel}", Limit: 5, Window: 15 * s, Success: ok, Refusals: slices.Concat(there, reads, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrDMChannel, wire.ErrThreadArchived})},
	{Method: "DELETE", Pattern: "/channels/{channel}", Limit: 5, Window: 15 * s, Success: ok, Refusals: slices.Concat(there, []*wire.Refusal{wire.ErrMissingPermissions})},
	{Method: "GET", Pattern: "/channels/{channel}/messages", Limit: 5, Window: 5 * s, Success: ok, Refusals: slices.Concat(there, reads)},
	{Method: "POST", Pattern: "/channels/{channel}/messages", Limit: 5, Window: 5 * s, Success: ok, Refusals: slices.Concat(there, reads, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrChannelType, wire.ErrNoGuildShared, wire.ErrCannotSendToUser, wire.ErrThreadLocked, wire.ErrEmptyMessage})},
	{Method: "GET", Pattern: "/channels/{channel}/messages/{message}", Limit: 5, Window: 5 * s, Success: ok, Refusals: slices.Concat(there, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrUnknownMessage})},
	{Method: "PATCH", Pattern: "/channels/{channel}/messages/{message}", Limit: 5, Window: 5 * s, Success: ok, Refusals: slices.Concat(there, reads, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrUnknownMessage, wire.ErrOtherAuthor, wire.ErrThreadArchived, wire.ErrThreadLocked, wire.ErrTooManyOldEdits, wire.ErrEmptyMessage})},
	{Method: "DELETE", Pattern: "/channels/{channel}/messages/{message}", Limit: 5, Window: s, Success: gone, Refusals: slices.Concat(there, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrUnknownMessage, wire.ErrDMChannel})},
	{Method: "POST", Pattern: "/channels/{channel}/messages/{message}/threads", Limit: 50, Window: 300 * s, Success: []int{201}, Refusals: slices.Concat(there, reads, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrUnknownMessage, wire.ErrChannelType, wire.ErrThreadExists})},
	{Method: "POST", Pattern: "/channels/{channel}/threads", Limit: 50, Window: 300 * s, Success: []int{201}, Refusals: slices.Concat(there, reads, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrUnknownMessage, wire.ErrChannelType, wire.ErrThreadExists})},
	{Method: "PUT", Pattern: "/channels/{channel}/thread-members/{user}", Limit: 5, Window: 5 * s, Success: gone, Refusals: slices.Concat(there, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrChannelType, wire.ErrUnknownUser})},
	{Method: "POST", Pattern: "/channels/{channel}/typing", Limit: 5, Window: 5 * s, Success: gone, Refusals: slices.Concat(there, []*wire.Refusal{wire.ErrMissingPermissions})},

	{Method: "GET", Pattern: "/guilds/{guild}", Limit: 30, Window: 30 * s, Success: ok, Refusals: has},
	{Method: "GET", Pattern: "/guilds/{guild}/channels", Limit: 30, Window: 30 * s, Success: ok, Refusals: has},
	{Method: "GET", Pattern: "/guilds/{guild}/roles", Limit: 30, Window: 30 * s, Success: ok, Refusals: has},
	{Method: "GET", Pattern: "/guilds/{guild}/threads/active", Limit: 30, Window: 30 * s, Success: ok, Refusals: has},
	{Method: "GET", Pattern: "/guilds/{guild}/scheduled-events", Limit: 10, Window: 10 * s, Success: ok, Refusals: has},
	{Method: "POST", Pattern: "/guilds/{guild}/scheduled-events", Limit: 5, Window: 60 * s, Success: ok, Refusals: slices.Concat(has, reads, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrChannelType, wire.ErrTooManyEvents})},
	{Method: "PATCH", Pattern: "/guilds/{guild}/scheduled-events/{event}", Limit: 5, Window: 60 * s, Success: ok, Refusals: slices.Concat(has, reads, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrUnknownEvent, wire.ErrEventOver})},
	{Method: "DELETE", Pattern: "/guilds/{guild}/scheduled-events/{event}", Limit: 5, Window: 60 * s, Success: gone, Refusals: slices.Concat(has, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrUnknownEvent})},
	{Method: "GET", Pattern: "/guilds/{guild}/voice-states/{user}", Limit: 10, Window: 10 * s, Success: ok, Refusals: slices.Concat(has, []*wire.Refusal{wire.ErrUnknownVoiceState})},
	{Method: "GET", Pattern: "/soundboard-default-sounds", Limit: 10, Window: 10 * s, Success: ok},
	{Method: "POST", Pattern: "/channels/{channel}/send-soundboard-sound", Limit: 5, Window: 5 * s, Success: gone, Refusals: slices.Concat(there, reads, []*wire.Refusal{wire.ErrMissingPermissions, wire.ErrChannelType, wire.ErrUnknownSound, wire.ErrNotInVoice})},
	{Method: "GET", Pattern: "/guilds/{guild}/members/{user}", Limit: 5, Window: s, Success: ok, Refusals: slices.Concat(has, []*wire.Refusal{wire.ErrUnknownUser, wire.ErrUnknownMember})},
}

// Find finds the endpoint of a path, and the words of the path for which it has names. known
// reports whether the path exists, maybe for another method.
func Find(method, path string) (e *Endpoint, arg map[string]string, known bool) {
	words := strings.Split(strings.TrimPrefix(path, "/"), "/")
next:
	for _, r := range Table {
		pattern := strings.Split(r.Pattern, "/")[1:]
		if len(words) != len(pattern) {
			continue
		}
		arg := map[string]string{}
		for i, w := range pattern {
			if name, ok := strings.CutPrefix(w, "{"); ok {
				arg[strings.TrimSuffix(name, "}")] = words[i]
			} else if w != words[i] {
				continue next
			}
		}
		if r.Method == method {
			return r, arg, true
		}
		known = true
	}
	return nil, nil, known
}
