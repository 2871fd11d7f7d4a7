package rehearse

import (
	"encoding/json"
	"math"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// headers are those of an answer that the bot acts on.
var headers = []string{
	"Content-Type", "Date", "Retry-After", "X-Ratelimit-Bucket", "X-Ratelimit-Global", "X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset",
	"X-Ratelimit-Reset-After", "X-Ratelimit-Scope", inBody,
}

// inBody stands among the headers for the time that the body of a refusal asks to wait.
const inBody = "retry_after of the body"

// highestCode is above all codes of Discord's, which have six digits at most.
const highestCode = 999_999

// shapeAnswer makes the shape of an answer. The lock is held.
func (t *tape) shapeAnswer(one rawAnswer) *Answer {
	a := &Answer{Endpoint: one.endpoint, Status: one.status, Took: int(one.took / time.Millisecond), Headers: map[string]string{}}
	for _, h := range headers {
		if v := one.header.Values(h); len(v) > 0 {
			a.Headers[h] = headerForm(h, v[0])
		}
	}
	if one.status >= 300 {
		var told struct {
			Code  int     `json:"code"`
			After float64 `json:"retry_after"`
		}
		if json.Unmarshal(one.body, &told) == nil {
			a.Code = told.Code
			if a.Code < 0 || a.Code > highestCode { // it is no code, and may be an id
				a.Code = -1
			}
		}
		if wait := wholeWait(one.header); one.status == http.StatusTooManyRequests && math.Abs(told.After-wait.Seconds()) > 1.5 {
			a.Headers[inBody] = "another time than in the headers"
		} else if one.status == http.StatusTooManyRequests {
			a.Headers[inBody] = "the time of the headers"
		}
	}
	if len(one.body) > 0 {
		a.Body = t.shaper.shape(t.ourPart(one), one.status < 300 && theirEndpoints[one.endpoint])
	}
	return a
}

var (
	integer = regexp.MustCompile(`^[0-9]{1,6}$`)
	decimal = regexp.MustCompile(`^[0-9]{1,6}\.[0-9]+$`)
	epoch   = regexp.MustCompile(`^[0-9]{9,11}(\.[0-9]+)?$`)
)

// headerForm is the form of a header, and its value where that is a setting of Discord's.
func headerForm(name, v string) string {
	switch name {
	case "Content-Type":
		if kind, _, err := mime.ParseMediaType(v); err == nil && isIn("application/json text/html text/plain", kind) {
			return kind
		}
		return "text"
	case "Date":
		if _, err := http.ParseTime(v); err == nil {
			return "time of HTTP"
		}
		return "text"
	case "X-Ratelimit-Limit":
		if n, err := strconv.Atoi(v); err == nil && integer.MatchString(v) {
			return "number " + strconv.Itoa(n)
		}
	case "X-Ratelimit-Scope", "X-Ratelimit-Global":
		if isIn("user global shared true false", v) {
			return v
		}
	case "X-Ratelimit-Bucket":
		if v != "" {
			return "name"
		}
	}
	switch {
	case integer.MatchString(v):
		return "number"
	case decimal.MatchString(v):
		return "decimal"
	case epoch.MatchString(v):
		return "seconds since 1970"
	case v == "":
		return "empty text"
	}
	return "text"
}

// listing are the endpoints that list what other people made too, or the bot before.
var listing = map[string]bool{
	"GET /channels/{channel}/messages": true, "GET /guilds/{guild}/scheduled-events": true, "GET /guilds/{guild}/threads/active": true,
}

// ourPart is the body of an answer, without what the rehearsal did not make. The lock is held.
func (t *tape) ourPart(one rawAnswer) []byte {
	if !listing[one.endpoint] || one.status != http.StatusOK {
		return one.body
	}
	var list []json.RawMessage
	if json.Unmarshal(one.body, &list) == nil {
		return t.ours(list)
	}
	var all map[string]json.RawMessage
	if json.Unmarshal(one.body, &all) != nil || json.Unmarshal(all["threads"], &list) != nil {
		return one.body
	}
	all["threads"] = t.ours(list)
	b, err := json.Marshal(all)
	if err != nil { // it was JSON before
		return one.body
	}
	return b
}

func (t *tape) ours(list []json.RawMessage) []byte {
	list = slices.DeleteFunc(list, func(one json.RawMessage) bool {
		var about struct {
			ID string `json:"id"`
		}
		return json.Unmarshal(one, &about) != nil || !t.made[about.ID]
	})
	b, err := json.Marshal(append([]json.RawMessage{}, list...))
	if err != nil { // likewise
		return nil
	}
	return b
}

// isOurs reports whether an event is about something of the rehearsal. The lock is held.
func (t *tape) isOurs(e rawEvent) bool {
	switch e.kind {
	case "READY", "RESUMED":
		return true
	}
	var about map[string]any
	if json.Unmarshal(e.data, &about) != nil {
		return false
	}
	is := func(key, part string) bool {
		id, _ := about[key].(string)
		return id != "" && t.shaper.parts[id] == part
	}
	switch {
	case e.kind == "GUILD_CREATE":
		return is("id", servers)
	case e.kind == "VOICE_STATE_UPDATE":
		return is("user_id", bots)
	case e.kind == "MESSAGE_CREATE" && is("channel_id", channels):
		author, _ := about["author"].(map[string]any)
		id, _ := author["id"].(string)
		return t.shaper.parts[id] == bots
	case e.kind == "INTERACTION_CREATE":
		id, _ := about["id"].(string)
		return t.made[id]
	}
	for key, v := range about {
		if key != "id" && !strings.HasSuffix(key, "_id") {
			continue
		}
		if id, _ := v.(string); t.made[id] {
			return true
		}
	}
	return false
}

// The parts that decide whose something is.
const (
	bots     = "the bot"
	servers  = "the server"
	channels = "the channel"
)
