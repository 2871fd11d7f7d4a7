package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/screen"
)

// A ledger knows what was pressed and what came of it, from the side of those
// who press. A press of a move is acknowledged when the answer that shows its
// effect has arrived: a page of that match on which the turn number is higher
// than on the button, and that begins with no warning. Whatever is in doubt is
// not counted, so the ledger never blames the bot for what nobody saw.
type ledger struct {
	mu        sync.Mutex
	sent      int // interactions of any kind
	missing   int // that could not be sent, because what they were about had gone
	void      int // that nobody answered
	presses   map[localcord.ID]*press
	waiting   map[string]localcord.ID // by token: answered for the time being
	latencies []time.Duration
}

// A press is one interaction.
type press struct {
	match  string // of a move
	turn   int    // on its button
	answer *answer
	done   bool      // the bot answered, be it without words or too late
	void   time.Time // when whoever pressed was told that nobody answers
}

// An answer is what somebody read as the answer to an interaction.
type answer struct {
	warned bool
	turns  map[string]int // the highest turn number on it, by match
	text   string
}

func newLedger() *ledger {
	return &ledger{presses: map[localcord.ID]*press{}, waiting: map[string]localcord.ID{}}
}

func (l *ledger) press(id localcord.ID) *press {
	p := l.presses[id]
	if p == nil {
		p = &press{}
		l.presses[id] = p
	}
	return p
}

// pressed notes what somebody did; link is the id of what was pressed.
func (l *ledger) pressed(r *localcord.Reply, err error, link string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent++
	if errors.Is(err, localcord.ErrNoAnswer) {
		l.void++
		l.press(r.Interaction).void = time.Now()
	}
	id, bad := screen.ParseCustomID(link)
	if bad != nil || id.Verb != screen.VerbDo && id.Verb != screen.VerbFill {
		return
	}
	p := l.press(r.Interaction)
	p.match, p.turn = id.Match, id.Turn
}

func (l *ledger) missed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.missing++
}

// Kinds of answers, as Discord numbers them.
const (
	replied      = 4
	deferred     = 5
	deferUpdated = 6
	updated      = 7
)

// tap reads the calls of the bot.
func (l *ledger) tap(r localcord.Request) {
	part := strings.Split(strings.TrimPrefix(r.Path, "/"), "/")
	if r.Status >= 300 {
		l.refused(r, part)
		return
	}
	switch {
	case part[0] == "interactions" && len(part) > 2:
		var body struct {
			Type int             `json:"type"`
			Data json.RawMessage `json:"data"`
		}
		if json.Unmarshal(r.Body, &body) != nil {
			return // localcord took it, so it is JSON
		}
		id := localcord.ID(part[1])
		took := time.Since(id.Time())
		var a *answer
		if body.Type == replied || body.Type == updated {
			a = readAnswer(body.Data)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.latencies = append(l.latencies, took)
		switch body.Type {
		case deferred, deferUpdated:
			l.waiting[part[2]] = id
			l.press(id).done = body.Type == deferUpdated
		case replied, updated:
			l.press(id).answer, l.press(id).done = a, true
		}
	case part[0] == "webhooks" && len(part) > 2 && r.Method == http.MethodDelete:
		l.mu.Lock()
		defer l.mu.Unlock()
		if id, ok := l.waiting[part[2]]; ok {
			l.press(id).done = true
		}
	case part[0] == "webhooks" && len(part) > 2 && r.Method == http.MethodPatch:
		l.mu.Lock()
		defer l.mu.Unlock()
		// The first edit completes the answer; later ones follow the game.
		if id, ok := l.waiting[part[2]]; ok {
			delete(l.waiting, part[2])
			l.press(id).answer, l.press(id).done = readAnswer(r.Body), true
		}
	}
}

// refused notes an answer that was not taken because its moment had passed. One
// that is refused for now is sent again.
func (l *ledger) refused(r localcord.Request, part []string) {
	if r.Status != http.StatusNotFound || len(part) < 3 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch part[0] {
	case "interactions":
		l.press(localcord.ID(part[1])).done = true
	case "webhooks":
		if id, ok := l.waiting[part[2]]; ok {
			l.press(id).done = true
		}
	}
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

// customIDs are the ids of components, as deep as they stand.
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

// acknowledged says whether somebody saw that the press was played.
func (p *press) acknowledged() bool {
	return p.match != "" && p.answer != nil && !p.answer.warned && p.answer.turns[p.match] > p.turn
}

// tally is what the ledger knows in the end.
type tally struct {
	sent, missing, void int
	p50, p99            time.Duration
	acknowledged        map[uint64]*press // by interaction
}

func (l *ledger) tally() tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := tally{sent: l.sent, missing: l.missing, void: l.void, acknowledged: map[uint64]*press{}}
	for id, p := range l.presses {
		n, err := strconv.ParseUint(string(id), 10, 64)
		if err == nil && p.acknowledged() {
			t.acknowledged[n] = p
		}
	}
	sorted := slices.Sorted(slices.Values(l.latencies))
	if n := len(sorted); n > 0 {
		t.p50, t.p99 = sorted[n/2], sorted[n*99/100]
	}
	return t
}
