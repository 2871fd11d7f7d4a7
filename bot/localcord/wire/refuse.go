package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"time"
)

// A Refusal is an error as Discord answers it.
type Refusal struct {
	Status     int
	Code       int
	Message    string
	form       *Form         // of 50035
	RetryAfter time.Duration // of 429
	Global     bool
	html       bool // by Cloudflare, in front of Discord
}

func (e *Refusal) Error() string { return fmt.Sprintf("%d %d: %s", e.Status, e.Code, e.Message) }

// Refusals from Discord's table of JSON error codes.
var (
	ErrUnavailable         = &Refusal{Status: 503, Message: "503: Service Unavailable"}
	ErrRateLimited         = &Refusal{Status: 429, Message: "You are being rate limited."}
	ErrForm                = &Refusal{Status: 400, Code: 50035, Message: "Invalid Form Body"} // with the problems of its fields
	ErrUnauthorized        = &Refusal{Status: 401, Message: "401: Unauthorized"}
	ErrNotFound            = &Refusal{Status: 404, Message: "404: Not Found"}
	ErrMethodNotAllowed    = &Refusal{Status: 405, Message: "405: Method Not Allowed"}
	ErrUnknownChannel      = &Refusal{Status: 404, Code: 10003, Message: "Unknown Channel"}
	ErrUnknownGuild        = &Refusal{Status: 404, Code: 10004, Message: "Unknown Guild"}
	ErrUnknownMessage      = &Refusal{Status: 404, Code: 10008, Message: "Unknown Message"}
	ErrUnknownMember       = &Refusal{Status: 404, Code: 10007, Message: "Unknown Member"}
	ErrUnknownUser         = &Refusal{Status: 404, Code: 10013, Message: "Unknown User"}
	ErrUnknownWebhook      = &Refusal{Status: 404, Code: 10015, Message: "Unknown Webhook"}
	ErrUnknownInteraction  = &Refusal{Status: 404, Code: 10062, Message: "Unknown interaction"}
	ErrUnknownCommand      = &Refusal{Status: 404, Code: 10063, Message: "Unknown application command"}
	ErrNotYourApplication  = &Refusal{Status: 403, Code: 20012, Message: "You are not authorized to perform this action on this application"}
	ErrTooManyCommands     = &Refusal{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (100)"}
	ErrTooManyOldEdits     = &Refusal{Status: 429, Code: 30046, Message: "Maximum number of edits to messages older than 1 hour reached. Try again later"}
	ErrDMsTooFast          = &Refusal{Status: 429, Code: 40003, Message: "You are opening direct messages too fast"}
	ErrTooLarge            = &Refusal{Status: 413, Code: 40005, Message: "Request entity too large"}
	ErrAlreadyAcknowledged = &Refusal{Status: 400, Code: 40060, Message: "Interaction has already been acknowledged."}
	ErrUserAgent           = &Refusal{Status: 403, Code: 40333, Message: "internal network error"}
	ErrMissingAccess       = &Refusal{Status: 403, Code: 50001, Message: "Missing Access"}
	ErrOtherAuthor         = &Refusal{Status: 403, Code: 50005, Message: "Cannot edit a message authored by another user"}
	ErrEmptyMessage        = &Refusal{Status: 400, Code: 50006, Message: "Cannot send an empty message"}
	ErrCannotSendToUser    = &Refusal{Status: 403, Code: 50007, Message: "Cannot send messages to this user"}
	ErrDMChannel           = &Refusal{Status: 403, Code: 50003, Message: "Cannot execute action on a DM channel"}
	ErrNoGuildShared       = &Refusal{Status: 403, Code: 50278, Message: "Cannot send messages to this user due to having no mutual guilds"}
	ErrMissingPermissions  = &Refusal{Status: 403, Code: 50013, Message: "Missing Permissions"}
	ErrChannelType         = &Refusal{Status: 400, Code: 50024, Message: "Cannot execute action on this channel type"}
	ErrWebhookToken        = &Refusal{Status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	ErrRecipient           = &Refusal{Status: 400, Code: 50033, Message: "Invalid Recipient(s)"}
	ErrAPIVersion          = &Refusal{Status: 400, Code: 50041, Message: "Invalid API version provided"}
	ErrThreadArchived      = &Refusal{Status: 400, Code: 50083, Message: "Thread is archived"}
	ErrInvalidJSON         = &Refusal{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
	ErrUnknownVoiceState   = &Refusal{Status: 404, Code: 10065, Message: "Unknown Voice State"}
	ErrUnknownSound        = &Refusal{Status: 404, Code: 10097, Message: "Unknown sound"}
	ErrNotInVoice          = &Refusal{Status: 400, Code: 50167, Message: "User must be connected to a voice channel"}
	ErrUnknownEvent        = &Refusal{Status: 404, Code: 10070, Message: "Unknown Guild Scheduled Event"}
	ErrTooManyEvents       = &Refusal{Status: 400, Code: 30038, Message: "Maximum number of uncompleted guild scheduled events reached (100)"}
	ErrEventOver           = &Refusal{Status: 400, Code: 180000, Message: "Cannot update a finished event"}
	ErrThreadExists        = &Refusal{Status: 400, Code: 160004, Message: "A thread has already been created for this message"}
	ErrThreadLocked        = &Refusal{Status: 403, Code: 160005, Message: "Thread is locked"}
)

// byCode are the refusals that RefusalByCode knows.
var byCode = []*Refusal{
	ErrUnknownChannel, ErrUnknownGuild, ErrUnknownMessage, ErrUnknownUser, ErrUnknownWebhook, ErrUnknownInteraction, ErrNotYourApplication, ErrTooManyOldEdits, ErrDMsTooFast, ErrTooLarge,
	ErrAlreadyAcknowledged, ErrMissingAccess, ErrOtherAuthor, ErrEmptyMessage, ErrCannotSendToUser, ErrNoGuildShared, ErrMissingPermissions, ErrChannelType, ErrWebhookToken, ErrThreadArchived, ErrInvalidJSON,
	ErrThreadExists, ErrThreadLocked, ErrUnknownVoiceState, ErrUnknownSound, ErrNotInVoice,
	{Status: 400, Code: 50035, Message: "Invalid Form Body", form: &Form{Problems: map[string][]problem{"embeds\x000\x00description": {{"BASE_TYPE_MAX_LENGTH", "Must be 4096 or fewer in length."}}}}},
	{Status: 400, Code: 160006, Message: "Maximum number of active threads reached"},
	{Status: 429, Code: 1015, Message: "You are being rate limited", html: true},
	{Status: 403, Code: 1020, Message: "Access denied", html: true},
}

// RefusalByCode is the refusal with an error code; 401 is the refusal of a token, and 1015
// and 1020 are Cloudflare's. It is nil when there is none.
func RefusalByCode(code int) *Refusal {
	if code == ErrUnauthorized.Status {
		return ErrUnauthorized
	}
	for _, e := range byCode {
		if e.Code == code {
			e := *e
			if e.Status == 429 {
				e.RetryAfter = time.Hour
			}
			return &e
		}
	}
	return nil
}

// Body is what the JSON of the refusal holds.
func (e *Refusal) Body() map[string]any {
	body := map[string]any{"message": e.Message, "code": e.Code}
	if e.form != nil {
		body["errors"] = e.form.Tree()
	}
	if e.Status == 429 {
		body["retry_after"] = e.RetryAfter.Seconds()
		body["global"] = e.Global
		if e.Code == 0 {
			delete(body, "code")
		}
	}
	return body
}

// Write sends the refusal.
func (e *Refusal) Write(w http.ResponseWriter) {
	if e.Status == 429 {
		h := w.Header()
		h.Set("Retry-After", strconv.Itoa(int(e.RetryAfter.Seconds()+0.999)))
		if e.Global {
			h.Set("X-RateLimit-Global", "true")
			h.Set("X-RateLimit-Scope", "global")
		} else if h.Get("X-RateLimit-Scope") == "" {
			h.Set("X-RateLimit-Scope", "user")
		}
	}
	if e.html {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(e.Status)
		fmt.Fprintf(w, "<html><head><title>%s</title></head><body>error code: %d</body></html>", e.Message, e.Code) // an error means that the client has gone
		return
	}
	SendJSON(w, e.Status, e.Body())
}

// SendJSON answers a request with JSON.
func SendJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil { // never: v is made of our own maps and structs
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(b) // an error means that the client has gone
}

// A Form collects the problems of a body by path: the errors of 50035.
type Form struct {
	Problems map[string][]problem
}

// A problem is one error of a field.
type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Add notes a problem at a path.
func (f *Form) Add(path, code, text string, args ...any) {
	if f.Problems == nil {
		f.Problems = map[string][]problem{}
	}
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	f.Problems[path] = append(f.Problems[path], problem{code, text})
}

// Err is the refusal that lists all problems; nil when there are none.
func (f *Form) Err() error {
	if len(f.Problems) == 0 {
		return nil
	}
	e := *ErrForm
	e.form = f
	return &e
}

// Tree nests the problems as Discord does: an object for each key of a path.
func (f *Form) Tree() map[string]any {
	root := map[string]any{}
	paths := make([]string, 0, len(f.Problems))
	for p := range f.Problems {
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
		at["_errors"] = f.Problems[p]
	}
	return root
}
