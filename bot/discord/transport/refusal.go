package transport

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"oneiros/bot/discord"
)

// notDiscord is the message of what Cloudflare or a proxy refuses, in HTML.
const notDiscord = "refused before it reached Discord"

// highestCode is above all codes of Discord's, which have six digits at most. What is above it is
// none, and may be an id.
const highestCode = 999_999

// refusal reads an answer whose status is not 2xx. What it says is without the secrets.
func refusal(route string, status int, h http.Header, b []byte, secrets ...string) *discord.Error {
	e := &discord.Error{Route: route, Status: status}
	var told struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		RetryAfter float64         `json:"retry_after"`
		Global     bool            `json:"global"`
		Errors     json.RawMessage `json:"errors"`
	}
	isJSON := json.Unmarshal(b, &told) == nil
	if isJSON {
		e.Code, e.Message, e.Global = told.Code, readable(told.Message, secrets...), told.Global
		if e.Code < 0 || e.Code > highestCode {
			e.Code = 0
		}
		e.RetryAfter = time.Duration(told.RetryAfter * float64(time.Second))
		var found []string
		collect(told.Errors, "", &found)
		e.Path = readable(strings.Join(found, ", "), secrets...)
	}
	switch status {
	case http.StatusTooManyRequests:
	case http.StatusUnauthorized, http.StatusForbidden:
		if !isJSON {
			e.Banned, e.Message, e.RetryAfter = true, notDiscord, time.Minute
		}
		return e
	default:
		return e
	}
	e.Scope = h.Get("X-RateLimit-Scope")
	if h.Get("X-RateLimit-Global") != "" {
		e.Global = true
	}
	if e.RetryAfter == 0 {
		e.RetryAfter = seconds(h.Get("Retry-After"))
	}
	if e.RetryAfter == 0 {
		e.RetryAfter = seconds(h.Get("X-RateLimit-Reset-After"))
	}
	if !isJSON {
		e.Message = notDiscord
	}
	// A limit says when it ends. Without that it is a ban.
	if e.Banned = !isJSON || e.RetryAfter <= 0; e.RetryAfter <= 0 {
		e.RetryAfter = time.Minute
	}
	if e.Global && e.Scope == "" {
		e.Scope = "global"
	}
	return e
}

// mostSaid is how many characters of an answer an error repeats.
const mostSaid = 200

// readable is a text of an answer as it may stand in a line on a terminal or in a log: without
// secrets, not long, and quoted where it has line breaks or other characters that are not seen.
func readable(said string, secrets ...string) string {
	for _, s := range secrets {
		if s != "" {
			said = strings.ReplaceAll(said, s, "…")
		}
	}
	if r := []rune(said); len(r) > mostSaid {
		said = string(r[:mostSaid]) + "…"
	}
	if !utf8.ValidString(said) || strings.ContainsFunc(said, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(said)
	}
	return said
}

// collect turns Discord's tree of form errors into paths with codes. It leaves out
// the messages, which may repeat what was sent.
func collect(b json.RawMessage, at string, found *[]string) {
	var tree map[string]json.RawMessage
	if len(*found) >= 5 || len(b) == 0 || json.Unmarshal(b, &tree) != nil {
		return
	}
	keys := make([]string, 0, len(tree))
	for k := range tree {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if k == "_errors" {
			var codes []struct {
				Code string `json:"code"`
			}
			if json.Unmarshal(tree[k], &codes) == nil {
				for _, c := range codes {
					*found = append(*found, at+": "+c.Code)
				}
			}
			continue
		}
		path := k
		if at != "" {
			path = at + "." + k
		}
		collect(tree[k], path, found)
	}
}

// fault is an error of the network without the secrets. It also leaves out the
// address, which may hold a token.
func fault(route string, err error, secrets ...string) *discord.Fault {
	f := &discord.Fault{Route: route, Arrived: true}
	var u *url.Error
	for errors.As(err, &u) {
		err = u.Err
	}
	var op *net.OpError
	var by *ProxyError
	if errors.As(err, &by) || errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect") {
		f.Arrived = false
	}
	f.Err = err
	said := err.Error()
	for _, s := range secrets {
		if s != "" && strings.Contains(said, s) {
			said = strings.ReplaceAll(said, s, "…")
			f.Err = errors.New(said)
		}
	}
	return f
}
