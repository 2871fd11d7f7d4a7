package localcord

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"time"
)

// A refusal is an error as Discord answers it.
type refusal struct {
	status int
	code   int
	text   string
	form   *form         // of 50035
	after  time.Duration // of 429
	global bool
}

func (e *refusal) Error() string { return fmt.Sprintf("%d %d: %s", e.status, e.code, e.text) }

// The refusals, from Discord's table of JSON error codes.
var (
	errUnauthorized = &refusal{status: 401, text: "401: Unauthorized"}
	errNotFound     = &refusal{status: 404, text: "404: Not Found"}
	errMethod       = &refusal{status: 405, text: "405: Method Not Allowed"}
	errChannel      = &refusal{status: 404, code: 10003, text: "Unknown Channel"}
	errGuild        = &refusal{status: 404, code: 10004, text: "Unknown Guild"}
	errMessage      = &refusal{status: 404, code: 10008, text: "Unknown Message"}
	errMember       = &refusal{status: 404, code: 10007, text: "Unknown Member"}
	errUser         = &refusal{status: 404, code: 10013, text: "Unknown User"}
	errWebhook      = &refusal{status: 404, code: 10015, text: "Unknown Webhook"}
	errInteraction  = &refusal{status: 404, code: 10062, text: "Unknown interaction"}
	errCommand      = &refusal{status: 404, code: 10063, text: "Unknown application command"}
	errNotYours     = &refusal{status: 403, code: 20012, text: "You are not authorized to perform this action on this application"}
	errTooManyCmds  = &refusal{status: 400, code: 30032, text: "Maximum number of application commands reached (100)"}
	errOldEdits     = &refusal{status: 429, code: 30046, text: "Maximum number of edits to messages older than 1 hour reached. Try again later"}
	errDMsTooFast   = &refusal{status: 429, code: 40003, text: "You are opening direct messages too fast"}
	errTooLarge     = &refusal{status: 413, code: 40005, text: "Request entity too large"}
	errAnswered     = &refusal{status: 400, code: 40060, text: "Interaction has already been acknowledged."}
	errAgent        = &refusal{status: 403, code: 40333, text: "internal network error"}
	errAccess       = &refusal{status: 403, code: 50001, text: "Missing Access"}
	errAuthor       = &refusal{status: 403, code: 50005, text: "Cannot edit a message authored by another user"}
	errEmpty        = &refusal{status: 400, code: 50006, text: "Cannot send an empty message"}
	errClosedDM     = &refusal{status: 403, code: 50007, text: "Cannot send messages to this user"}
	errPermissions  = &refusal{status: 403, code: 50013, text: "Missing Permissions"}
	errChannelType  = &refusal{status: 400, code: 50024, text: "Cannot execute action on this channel type"}
	errWebhookToken = &refusal{status: 401, code: 50027, text: "Invalid Webhook Token"}
	errDMUser       = &refusal{status: 400, code: 50033, text: "Invalid Recipient(s)"}
	errVersion      = &refusal{status: 400, code: 50041, text: "Invalid API version provided"}
	errArchived     = &refusal{status: 400, code: 50083, text: "Thread is archived"}
	errJSON         = &refusal{status: 400, code: 50109, text: "The request body contains invalid JSON."}
	errThreadExists = &refusal{status: 400, code: 160004, text: "A thread has already been created for this message"}
	errLocked       = &refusal{status: 403, code: 160005, text: "Thread is locked"}
)

// codes are the refusals that Server.Refuse can be asked for beside those that
// have a name above.
var codes = []*refusal{
	errChannel, errGuild, errMessage, errUser, errWebhook, errInteraction, errNotYours, errOldEdits, errDMsTooFast, errTooLarge,
	errAnswered, errAccess, errAuthor, errEmpty, errClosedDM, errPermissions, errChannelType, errWebhookToken, errArchived, errJSON,
	errThreadExists, errLocked,
	{status: 400, code: 50035, text: "Invalid Form Body", form: &form{at: map[string][]problem{"embeds\x000\x00description": {{"BASE_TYPE_MAX_LENGTH", "Must be 4096 or fewer in length."}}}}},
	{status: 400, code: 160006, text: "Maximum number of active threads reached"},
}

// refusalOf is the refusal with a code; 401 is that of a token. nil when there is
// none.
func refusalOf(code int) *refusal {
	if code == errUnauthorized.status {
		return errUnauthorized
	}
	for _, e := range codes {
		if e.code == code {
			e := *e
			if e.status == 429 {
				e.after = time.Hour
			}
			return &e
		}
	}
	return nil
}

// body is the refusal in JSON.
func (e *refusal) body() map[string]any {
	body := map[string]any{"message": e.text, "code": e.code}
	if e.form != nil {
		body["errors"] = e.form.tree()
	}
	if e.status == 429 {
		body["retry_after"] = e.after.Seconds()
		body["global"] = e.global
		if e.code == 0 {
			delete(body, "code")
		}
	}
	return body
}

// write sends the refusal.
func (e *refusal) write(w http.ResponseWriter) {
	if e.status == 429 {
		h := w.Header()
		h.Set("Retry-After", strconv.Itoa(int(e.after.Seconds()+0.999)))
		if e.global {
			h.Set("X-RateLimit-Global", "true")
			h.Set("X-RateLimit-Scope", "global")
		} else if h.Get("X-RateLimit-Scope") == "" {
			h.Set("X-RateLimit-Scope", "user")
		}
	}
	send(w, e.status, e.body())
}

// send answers with JSON.
func send(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil { // our own maps and structs: cannot be
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(b) // whoever has gone does not read
}

// A form collects what is wrong with a body, by path: the errors of 50035.
type form struct {
	at map[string][]problem
}

type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *form) add(path, code, text string, args ...any) {
	if f.at == nil {
		f.at = map[string][]problem{}
	}
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	f.at[path] = append(f.at[path], problem{code, text})
}

// err is the refusal for what was collected, nil for nothing.
func (f *form) err() error {
	if len(f.at) == 0 {
		return nil
	}
	return &refusal{status: 400, code: 50035, text: "Invalid Form Body", form: f}
}

// tree is the nested object in which Discord writes the paths.
func (f *form) tree() map[string]any {
	root := map[string]any{}
	paths := make([]string, 0, len(f.at))
	for p := range f.at {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for _, p := range paths {
		at := root
		if p != "" {
			for _, k := range strings.Split(p, "\x00") {
				next, ok := at[k].(map[string]any)
				if !ok {
					next = map[string]any{}
					at[k] = next
				}
				at = next
			}
		}
		at["_errors"] = f.at[p]
	}
	return root
}
