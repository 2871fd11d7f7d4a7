package soak

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"oneiros/bot/localcord"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/screen"
)

// A ledger notes what people pressed and what answer they saw. The press of a move
// is acknowledged when the answer that shows its effect has arrived. That is a page
// of that match without a warning at its beginning. Its turn number is higher than
// the button's. A press in doubt is not counted. So the ledger never blames the bot
// for what no person saw.
type ledger struct {
	mu         sync.Mutex
	sent       int // interactions of any kind
	missing    int // that were not sent, because their message was gone
	unanswered int
	presses    map[localcord.ID]*Press
	deferred   map[string]localcord.ID // by token: the bot asked for more time
	latencies  []time.Duration
	servers    map[string]localcord.ID // by match: where it is shown; "" for direct messages
	strayed    []string                // controls of a match that were shown elsewhere, too
	erased     map[localcord.ID]bool   // people who asked to be erased
}

// A Press is one interaction.
type Press struct {
	match    string // of a move
	turn     int    // on its button
	by       localcord.ID
	in       *room // nil in tests
	answer   *answer
	promised bool      // the bot said that it is thinking
	done     bool      // the bot answered, even if without words or too late
	failed   time.Time // when the person was told that the bot did not answer

	// forgotten: its presser asked to be erased. Then the log keeps the move, but not
	// which press it was.
	forgotten bool
}

// An answer is what a person read as the answer to an interaction.
type answer struct {
	warned bool
	turns  map[string]int // the highest turn number on it, by match
	text   string
}

func newLedger() *ledger {
	return &ledger{presses: map[localcord.ID]*Press{}, deferred: map[string]localcord.ID{}, servers: map[string]localcord.ID{}, erased: map[localcord.ID]bool{}}
}

// press is the entry of an interaction. The caller holds mu.
func (l *ledger) press(id localcord.ID) *Press {
	p := l.presses[id]
	if p == nil {
		p = &Press{}
		l.presses[id] = p
	}
	return p
}

// pressed notes an interaction that a person sent in a room. link is the custom id of the
// control.
func (l *ledger) pressed(r *localcord.Reply, err error, link string, by localcord.ID, in *room) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent++
	p := l.press(r.Interaction)
	p.by, p.in = by, in
	if errors.Is(err, localcord.ErrNoAnswer) {
		l.unanswered++
		p.failed = time.Now()
	}
	if part := strings.Split(link, "/"); len(part) == 4 && part[0] == "b" && part[2] == string(personpage.Erase) && part[3] == "yes" {
		l.erased[by] = true // perhaps: the answer may have been lost
	}
	id, bad := screen.ParseCustomID(link)
	if bad != nil || id.Action != screen.ActionDo && id.Action != screen.ActionFill {
		return
	}
	p.match, p.turn = id.Match, id.Turn
}

// missed counts an interaction that could not be sent.
func (l *ledger) missed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.missing++
}

// Types of interaction callbacks.
const (
	callbackMessage        = 4
	callbackDefer          = 5
	callbackDeferredUpdate = 6
	callbackUpdate         = 7
)

// tap reads one REST call of the bot.
func (l *ledger) tap(r localcord.Request) {
	l.shown(r)
	part := strings.Split(strings.TrimPrefix(r.Path, "/"), "/")
	switch {
	case len(part) < 3:
	case r.Status >= 300:
		l.refused(r, part)
	case part[0] == "interactions":
		l.callback(localcord.ID(part[1]), part[2], r.Body)
	case part[0] == "webhooks":
		l.followUp(r, part[2])
	}
}

// shown notes on which server a match is shown. What belongs to it is never shown on
// another one, nor in direct messages.
func (l *ledger) shown(r localcord.Request) {
	if r.Channel == "" {
		return
	}
	var body struct {
		Components json.RawMessage `json:"components"`
		Data       struct {
			CustomID   string          `json:"custom_id"`
			Components json.RawMessage `json:"components"`
		} `json:"data"`
	}
	if json.Unmarshal(r.Body, &body) != nil {
		return // a call without a body
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range slices.Concat(customIDs(body.Components), customIDs(body.Data.Components), []string{body.Data.CustomID}) {
		part := strings.SplitN(id, "/", 3)
		if len(part) < 3 || !screen.IsMatch(part[1]) {
			continue
		}
		if server, known := l.servers[part[1]]; !known {
			l.servers[part[1]] = r.Guild
		} else if server != r.Guild {
			l.strayed = append(l.strayed, fmt.Sprintf("%s of server %q was shown on server %q: %s %s", id, server, r.Guild, r.Method, r.Path))
		}
	}
}

// callback notes the first answer to an interaction.
func (l *ledger) callback(id localcord.ID, token string, b []byte) {
	var body struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if json.Unmarshal(b, &body) != nil {
		return // localcord took it, so it is JSON
	}
	took := time.Since(id.Time())
	l.mu.Lock()
	defer l.mu.Unlock()
	l.latencies = append(l.latencies, took)
	switch body.Type {
	case callbackDefer, callbackDeferredUpdate:
		l.deferred[token] = id
		l.press(id).done = body.Type == callbackDeferredUpdate
		l.press(id).promised = body.Type == callbackDefer
	case callbackMessage, callbackUpdate:
		l.press(id).answer, l.press(id).done = readAnswer(body.Data), true
	}
}

// followUp notes what completes a deferred answer: the first edit, a follow-up beside the
// board, or a deletion. Later edits follow the game, and so do all edits of the board.
func (l *ledger) followUp(r localcord.Request, token string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id, ok := l.deferred[token]
	switch {
	case !ok || r.Method == http.MethodPatch && r.Everyone:
	case r.Method == http.MethodDelete:
		l.press(id).done = true
	case r.Method == http.MethodPatch || r.Method == http.MethodPost:
		delete(l.deferred, token)
		l.press(id).answer, l.press(id).done = readAnswer(r.Body), true
	}
}

// refused notes an answer that came too late. An answer that is refused for
// another reason is sent again.
func (l *ledger) refused(r localcord.Request, part []string) {
	if r.Status != http.StatusNotFound {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch part[0] {
	case "interactions":
		l.press(localcord.ID(part[1])).done = true
	case "webhooks":
		if id, ok := l.deferred[part[2]]; ok {
			l.press(id).done = true
		}
	}
}

// answeredWell reports whether the bot answered in words, and not with a refusal.
func (l *ledger) answeredWell(id localcord.ID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.presses[id]
	return p != nil && p.answer != nil && !p.answer.warned
}

// hasPlayed reports whether the press was a move that was played.
func (l *ledger) hasPlayed(id localcord.ID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.presses[id]
	return p != nil && p.acknowledged()
}

// readAnswer reads the message that an answer shows.
func readAnswer(b []byte) *answer {
	var m struct {
		Embeds []struct {
			Title       string `json:"title"`
			Description string `json:"description"`
		} `json:"embeds"`
		Components json.RawMessage `json:"components"`
	}
	a := &answer{turns: map[string]int{}}
	if json.Unmarshal(b, &m) != nil {
		return a
	}
	for _, e := range m.Embeds {
		a.warned = a.warned || strings.HasPrefix(e.Description, "⚠")
		a.text += e.Title + "\n" + e.Description + "\n"
	}
	for _, id := range customIDs(m.Components) {
		if at, err := screen.ParseCustomID(id); err == nil {
			a.turns[at.Match] = max(a.turns[at.Match], at.Turn)
		}
	}
	return a
}

// customIDs are the custom ids of components and of those inside them.
func customIDs(b json.RawMessage) []string {
	var list []struct {
		CustomID   string          `json:"custom_id"`
		Components json.RawMessage `json:"components"`
	}
	if len(b) == 0 || json.Unmarshal(b, &list) != nil {
		return nil
	}
	var ids []string
	for _, c := range list {
		if c.CustomID != "" {
			ids = append(ids, c.CustomID)
		}
		ids = append(ids, customIDs(c.Components)...)
	}
	return ids
}

// acknowledged reports whether a person saw that the press was played.
func (p *Press) acknowledged() bool {
	return p.match != "" && p.answer != nil && !p.answer.warned && p.answer.turns[p.match] > p.turn
}

// A Tally is what people have seen up to one moment.
type Tally struct {
	Sent, Missing, Unanswered int
	P50, P99                  time.Duration     // of the time to the first answer
	Acknowledged              map[uint64]*Press // moves, by interaction
	Strayed                   []string          // what was shown on a server to which it does not belong

	silent []silence // presses that no person answered
}

// A silence is a press that got no answer, or only the promise of one.
type silence struct {
	press    localcord.ID
	in       *room
	from, to time.Time // of the press, and when an answer was no longer possible or awaited
}

// promiseTime is how long an answer may take that the bot has promised.
const promiseTime = 15 * time.Second

func (l *ledger) tally() Tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := Tally{Sent: l.sent, Missing: l.missing, Unanswered: l.unanswered, Acknowledged: map[uint64]*Press{}, Strayed: slices.Clone(l.strayed)}
	for id, p := range l.presses {
		n, err := strconv.ParseUint(string(id), 10, 64)
		if err == nil && p.acknowledged() {
			p.forgotten = l.erased[p.by]
			t.Acknowledged[n] = p
		}
		switch made := id.Time(); {
		case !p.failed.IsZero():
			t.silent = append(t.silent, silence{id, p.in, made, p.failed})
		case p.promised && !p.done && time.Since(made) > promiseTime:
			t.silent = append(t.silent, silence{id, p.in, made, made.Add(promiseTime)})
		}
	}
	sorted := slices.Sorted(slices.Values(l.latencies))
	if n := len(sorted); n > 0 {
		t.P50, t.P99 = sorted[n/2], sorted[n*99/100]
	}
	return t
}

// answered is [Crowd.Answered].
func (l *ledger) answered(id uint64, before time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.presses[localcord.ID(strconv.FormatUint(id, 10))]
	return p != nil && (p.done || !p.failed.IsZero() && p.failed.Before(before))
}
