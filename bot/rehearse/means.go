package rehearse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/localcord/endpoint"
)

// reads are the fields that the bot reads, and what follows where one is not as expected: see
// package discord.
var reads = map[string]map[string]string{
	"message":                {"id": "the bot could not edit or delete what it posted", "channel_id": "the bot would not know where the message is", "attachments": "an edit would lose the picture"},
	heard:                    {"id": "the bot would not notice that its board is buried", "channel_id": "the bot would not notice that its board is buried", "author": "the bot would count its own messages as ones that bury its board"},
	"attachment":             {"id": "an edit would lose the picture", "filename": "an edit would lose the picture's name", "url": "a picture would not be found again"},
	"interaction":            {"id": "no press could be answered", "token": "no press could be answered", "type": "presses, menus and forms would be mixed up", "application_id": "a panel could not be edited", "data": "a press would do nothing", "channel_id": "a press would be taken as one from nowhere", "guild_id": "a press on a server would be taken as a private one", "member": "the presser would not be known", "user": "the presser would not be known in direct messages", "message": "the bot would not know which board was pressed", "channel": "a thread would be taken as a channel", "context": "direct messages would not be recognised", "app_permissions": "missing permissions would not be named to players"},
	"data of an interaction": {"custom_id": "a press would do nothing", "component_type": "a choice would be taken as a press", "values": "a choice would be lost", "components": "what was written into a form would be lost"},
	"user":                   {"id": "players could not be told apart"},
	"member":                 {"user": "players could not be told apart", "permissions": "hosts and moderators would not be recognised", "roles": "roles would not be recognised"},
	"thread":                 {"id": "the bot would not find its thread"},
	"event":                  {"id": "the event of a night could not be moved or deleted", "creator_id": "the bot would not recognise its own events", "status": "the bot would not notice the end of an event", "scheduled_start_time": "the bot would not notice that an event was moved", "guild_id": "the bot would not know of which server an event is"},
	"deletion":               {"id": "the bot would not notice what was deleted", "channel_id": "the bot would not notice where something was deleted", "ids": "the bot would not notice what was deleted"},
	"server":                 {"id": "the bot would not know its servers", "name": "a server would have no name"},
	"role":                   {"id": "permissions would be reckoned wrongly", "permissions": "permissions would be reckoned wrongly"},
	"channel":                {"id": "channels would not be found", "type": "a channel would be taken as one of another kind", "permission_overwrites": "permissions in channels would be reckoned wrongly", "parent_id": "threads would not be recognised"},
	"overwrite":              {"id": "permissions in channels would be reckoned wrongly", "allow": "permissions in channels would be reckoned wrongly", "deny": "permissions in channels would be reckoned wrongly", "type": "permissions in channels would be reckoned wrongly"},
	"READY":                  {"session_id": "a lost gateway could not go on", "user": "the bot would not know itself", "application": "the bot could not answer presses", "guilds": "the bot would not know its servers", "resume_gateway_url": "a lost gateway would go on more slowly"},
	"application":            {"id": "the bot could not register its commands", "bot": "the bot would have to ask who it is"},
	"gateway":                {"url": "the bot could not connect", "shards": "a large bot would be refused", "session_start_limit": "Discord would reset the token after too many starts", "max_concurrency": "a large bot would start slowly", "remaining": "the bot would not wait when its starts are spent", "reset_after": "the bot would not know when it may start again"},
	"partial server":         {"id": "the bot would not know its servers", "permissions": "oneiros check would name the wrong permissions"},
	"direct channel":         {"id": "private messages could not be sent"},
	"voice state":            {"channel_id": "the bot would not know who hears its sounds"},
	"refusal":                {"code": "the bot would not know why something is refused", "retry_after": "the bot would not know how long to wait", "global": "the bot would let all requests wait, or too few"},
	"sound":                  {"sound_id": "no sound could be sent", "name": "the sounds would not be found"},
}

// shows are the fields that people see.
var shows = map[string]string{
	"message":           "content embeds components attachments flags mentions type",
	"embed":             "title description fields image footer color thumbnail",
	"field of an embed": "name value inline",
	"footer":            "text",
	"image":             "url",
	"component":         "type style label custom_id disabled emoji url options components placeholder min_values max_values",
	"option":            "label value description emoji default",
	"attachment":        "description size",
	"thread":            "name type thread_metadata parent_id",
	"state of a thread": "archived locked auto_archive_duration",
	"event":             "name description entity_metadata scheduled_end_time privacy_level entity_type",
	"place of an event": "location",
	"emoji":             "name",
	"interaction":       "locale guild_locale attachment_size_limit",
	"direct channel":    "type",
}

// consequence is how much a field matters, and what for.
func consequence(kind, field string) (Grade, string) {
	field = strings.TrimSuffix(field, " (each)")
	if means := reads[kind][field]; means != "" {
		return Fails, means
	}
	if isIn(shows[kind], field) {
		return Otherwise, "people would see it otherwise, or the bot would keep showing what is old"
	}
	return Differs, "the bot does not read it"
}

// absentMeans is what the absence of a field means.
func absentMeans(kind, field string) (Grade, string) {
	grade, means := consequence(kind, field)
	if isOptional(kind, field) {
		means += "; Discord's documents make it optional"
	}
	return grade, means
}

// formMeans is what another form of a field means.
func formMeans(kind, field, want, got string) (Grade, string) {
	grade, means := consequence(kind, field)
	switch {
	case isSecret(kind, field, want) && strings.HasPrefix(got, "number ") && !isSecret(kind, field, got):
		return Fails, "private answers would be seen by everybody"
	case kind == "message" && field == "attachments" && isMore(want, got):
		return Otherwise, "a picture that stands in the message would be shown once more below it, as a file"
	case field == "" && strings.HasPrefix(want, "list") && strings.HasPrefix(got, "list"):
		return Otherwise, "what the bot looks for there may be missing, or come in another order"
	case field == "":
		return Fails, "the bot could not read it"
	case got == "null" && isNullable(kind, field) && grade == Differs:
		return grade, means + "; Discord's documents let it be null"
	case grade == Fails && isText(want) && isText(got) && got != "empty text" && !strings.HasPrefix(want, "id"):
		return Otherwise, means + ", if its value is another one"
	}
	return grade, means
}

// isSecret reports whether a form is of the flags of a message that only the presser sees.
func isSecret(kind, field, form string) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(form, "number "))
	return err == nil && sameAs(kind) == "message" && field == "flags" && n&int(discordgo.MessageFlagsEphemeral) != 0
}

// isMore reports whether a list is longer than another one.
func isMore(want, got string) bool {
	var w, g int
	_, err := fmt.Sscanf(want+" "+got, "list of %d list of %d", &w, &g)
	return err == nil && g > w
}

// actsOn are the codes of refusals that the bot acts on: see errors.go of package discord.
var actsOn = map[int]string{
	10003: "a deleted channel would not be noticed", 10004: "a lost server would not be noticed", 10007: "a person who left would be taken as a member",
	10008: "a deleted board would not be noticed, and not be posted again", 10013: "an unknown person would be taken as a member",
	10015: "an expired panel would be edited again and again", 10062: "a press that came too late would be taken as a fault", 10065: "the bot would not know who hears its sounds",
	10070: "a deleted event would not be made again", 30046: "edits of old boards would be sent again and again", 40060: "an answer that has arrived would be taken as a fault",
	50001: "a channel without permissions would be taken as a fault", 50006: "a wrong message would be sent again", 50007: "closed direct messages would be taken as a fault",
	50013: "missing permissions would not be named", 50027: "an expired panel would be edited again and again", 50035: "a wrong message would be sent again",
	50083: "an archived thread would not be opened", 160004: "a table would not find its thread", 160005: "a locked thread would be taken as a fault", 180000: "an event that is over would be taken as a fault",
}

// permissionOf names the permission that a refused request needs.
var permissionOf = map[string]string{
	"POST /channels/{channel}/messages":                   "Send Messages, Embed Links and Attach Files (in a thread Send Messages in Threads)",
	"PATCH /channels/{channel}/messages/{message}":        "View Channel",
	"GET /channels/{channel}/messages":                    "View Channel and Read Message History",
	"GET /channels/{channel}/messages/{message}":          "View Channel and Read Message History",
	"POST /channels/{channel}/messages/{message}/threads": "Create Public Threads",
	"POST /guilds/{guild}/scheduled-events":               "Create Events",
	"DELETE /channels/{channel}":                          "Manage Threads",
	"POST /channels/{channel}/send-soundboard-sound":      "Speak and Use Soundboard",
}

// statusMeans is what another status or code means.
func statusMeans(want, got *Answer) (Grade, string) {
	switch {
	case got.Status == 0:
		return Fails, "no answer came; the bot sends the request again, and then gives up"
	case got.Status == 429:
		return Otherwise, "the request stayed limited, also after waiting; the bot would be late"
	case got.Status >= 500:
		return Otherwise, "Discord had a failure, also after trying again; the bot goes on when that is over"
	case want.Status < 300 && got.Status < 300:
		return Differs, "the bot takes both as success"
	case want.Status < 300 && (got.Code == 50013 || got.Code == 50001):
		name := permissionOf[got.Endpoint]
		if name == "" {
			name = "a permission"
		}
		if strings.Contains(name, " and ") {
			name += ", or one of them"
		}
		return Fails, "the bot lacks " + name + "; grant it under Edit Channel → Permissions"
	case want.Status < 300 && got.Code == 50007:
		return Otherwise, "the presser does not accept direct messages from members of this server; allow them in Discord's settings and rehearse again"
	case want.Status < 300 && got.Code == 40060:
		return Fails, "another process answered this press first: a bot with this token runs somewhere; end it and rehearse again"
	case want.Status < 300:
		return Fails, "this is refused" + inTable(got)
	case got.Status < 300 && want.Status == 429:
		return Differs, "the limit is another one than localcord's"
	case got.Status < 300:
		return Otherwise, "localcord refuses this, so no test has seen what follows"
	}
	if means := actsOn[want.Code]; means != "" && want.Code != got.Code {
		return Fails, means + inTable(got)
	}
	return Otherwise, "the refusal is another one" + inTable(got)
}

// inTable says whether localcord refuses such requests like this, too.
func inTable(a *Answer) string {
	for _, e := range endpoint.Table {
		if e.Name() == a.Endpoint && e.Answers(a.Status, a.Code) {
			return "; localcord's table has this refusal, for another reason"
		}
	}
	return "; localcord's table has no such refusal"
}

// headerMeans is what another form of a header means.
func headerMeans(name, want, got string) (Grade, string) {
	if isNumber(want) && isNumber(got) {
		return Differs, "the bot reads both forms"
	}
	switch name {
	case "Content-Type":
		return Differs, "the bot reads the body whatever its type"
	case "Date":
		return Otherwise, "the bot learns Discord's time from it; with a wrong clock its panels would end too early or too late"
	case "X-Ratelimit-Limit":
		if strings.HasPrefix(want, "number ") && strings.HasPrefix(got, "number ") {
			return Differs, "the bot learns the limit from each answer; the tests would be truer with this one"
		}
	case "X-Ratelimit-Scope":
		return Otherwise, "the bot counts refusals by it; after too many it stops sending"
	case "X-Ratelimit-Global":
		return Otherwise, "the bot lets all requests wait, or only some"
	case inBody:
		return Fails, "the bot would wait too long, or be refused again"
	case "Retry-After":
		return Otherwise, "the bot waits as long as the body says instead"
	case "X-Ratelimit-Reset":
		return Differs, "the bot reads X-RateLimit-Reset-After"
	}
	if got == "" && want != "" {
		return Otherwise, "the bot would not know the limit; it sends five at once and waits for a refusal"
	}
	if want == "" {
		return Differs, "localcord says no limit here, and the bot learns it"
	}
	return Otherwise, "the bot may not read the limit, and is refused more often"
}

func isNumber(form string) bool {
	return form == "number" || form == "decimal" || form == "seconds since 1970"
}

// missingMeans is what the absence of an event means.
func missingMeans(kind string) (Grade, string) {
	switch kind {
	case "READY", "GUILD_CREATE", "INTERACTION_CREATE":
		return Fails, "the bot would not work without it"
	case "MESSAGE_DELETE":
		return Otherwise, "a deleted board would be posted again only at the next edit"
	case "THREAD_UPDATE", "THREAD_DELETE":
		return Otherwise, "the bot would notice an archived thread only when it writes there"
	case "GUILD_SCHEDULED_EVENT_UPDATE", "GUILD_SCHEDULED_EVENT_DELETE":
		return Otherwise, "the bot would not notice that an event was moved or deleted"
	}
	return Differs, "the bot does not wait for it"
}

// extraEventMeans is what an event means that localcord does not send.
func extraEventMeans(kind string) string {
	switch kind {
	case "MESSAGE_CREATE":
		return "the bot counts messages that bury its boards, and leaves out its own"
	case "READY", "RESUMED":
		return "the gateway was lost; a part of the events may be missing"
	}
	return "the bot takes no notice, unless it is one of those that it hears"
}

// lateMeans is what the delay of an event means.
func lateMeans(kind string) string {
	if kind == "INTERACTION_CREATE" {
		return "a press has to be answered within three seconds, so this one would often fail"
	}
	return "boards would be mended that much later"
}
