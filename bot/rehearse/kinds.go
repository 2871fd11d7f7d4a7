package rehearse

import "strings"

// theirEndpoints answer with what the server and its people decide.
var theirEndpoints = map[string]bool{
	"GET /gateway/bot": true, "GET /users/@me": true, "GET /applications/@me": true, "GET /users/@me/guilds": true, "POST /users/@me/channels": true,
	"GET /guilds/{guild}": true, "GET /guilds/{guild}/channels": true, "GET /guilds/{guild}/roles": true, "GET /guilds/{guild}/members/{user}": true,
	"GET /channels/{channel}": true, "GET /applications/{app}/commands": true, "GET /soundboard-default-sounds": true,
}

// theirEvents hold what the server and its people decide.
var theirEvents = map[string]bool{"READY": true, "RESUMED": true, "GUILD_CREATE": true}

// kinds are what answers and events are about.
var kinds = map[string]string{
	"GET /gateway/bot": "gateway", "GET /users/@me": "user", "GET /applications/@me": "application", "GET /users/@me/guilds": "partial server",
	"POST /users/@me/channels": "direct channel", "GET /guilds/{guild}": "server", "GET /guilds/{guild}/channels": "channel", "GET /guilds/{guild}/roles": "role",
	"GET /guilds/{guild}/members/{user}": "member", "GET /channels/{channel}": "channel", "GET /soundboard-default-sounds": "sound",
	"GET /applications/{app}/commands":        "command",
	"GET /guilds/{guild}/voice-states/{user}": "voice state", "GET /guilds/{guild}/threads/active": "list of threads",
	"POST /interactions/{id}/{token}/callback": "answer", "PATCH /channels/{channel}": "thread", "DELETE /channels/{channel}": "thread",
	"POST /channels/{channel}/messages/{message}/threads": "thread",

	refusals: "refusal",

	"READY": "READY", "GUILD_CREATE": "server", "INTERACTION_CREATE": "interaction", "THREAD_CREATE": "thread", "THREAD_UPDATE": "thread", "THREAD_DELETE": "deletion",
	"MESSAGE_CREATE": heard, "MESSAGE_UPDATE": heard, "MESSAGE_DELETE": "deletion", "VOICE_STATE_UPDATE": "voice state",
	"GUILD_SCHEDULED_EVENT_CREATE": "event", "GUILD_SCHEDULED_EVENT_UPDATE": "event", "GUILD_SCHEDULED_EVENT_DELETE": "event",
}

// heard is what the gateway tells of a message. Of that the bot reads less than of an answer.
const heard = "message in an event"

// kindsBelow are what the fields of answers and events hold.
var kindsBelow = map[string]string{
	"author": "user", "user": "user", "creator": "user", "owner": "user", "recipients": "user", "bot": "user", "mentions": "user", "member": "member", "members": "member",
	"attachments": "attachment", "embeds": "embed", "footer": "footer", "image": "image", "thumbnail": "image", "components": "component", "options": "option",
	"message": "message", "referenced_message": "message", "channel": "channel", "channels": "channel", "threads": "thread", "thread": "thread",
	"thread_metadata": "state of a thread", "guild": "server", "roles": "role", "interaction_metadata": "interaction metadata", "data": "data of an interaction",
	"session_start_limit": "gateway", "voice_states": "voice state", "errors": "form errors", "entity_metadata": "place of an event", "interaction": "answered interaction",
	"component": "component", "emoji": "emoji", "team": "team", "fields": "field of an embed", "guilds": "partial server", "permission_overwrites": "overwrite", "colors": "colours", "tags": "tags",
}

// kindOf is what the object is about that a field belongs to, and the name of the field.
func kindOf(where, path string) (kind, field string) {
	kind = kinds[where]
	switch {
	case kind != "":
	case strings.Contains(where, "/messages") || strings.Contains(where, "/webhooks/"):
		kind = "message"
	case strings.Contains(where, "scheduled-events"):
		kind = "event"
	default:
		kind = "answer"
	}
	parts := strings.Split(path, ".")
	for _, p := range parts[:len(parts)-1] {
		name := strings.ReplaceAll(p, "[]", "")
		if below := kindsBelow[name]; below != "" {
			kind = below
		} else if name != "" {
			kind = name + " of a " + strings.TrimPrefix(kind, "a ")
		}
	}
	last := parts[len(parts)-1]
	field = strings.ReplaceAll(last, "[]", "")
	if strings.HasSuffix(last, "[]") && field != "" {
		field += " (each)"
	}
	return kind, field
}
