package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"oneiros/bot/localcord/limit"
	"oneiros/bot/localcord/wire"
)

// Rate limits. Where Discord gives no number, it is a strict guess.
const (
	GlobalLimit   = 50    // requests a second of one bot
	InvalidLimit  = 10000 // answers of 401, 403 and 429 in ten minutes, then the address is banned
	invalidWindow = 10 * time.Minute
	newDMLimit    = 10 // a guess: direct channels opened in ten minutes
)

// Spent counts what all calls of the bot have in common.
type Spent struct {
	Global  limit.Bucket // all calls in a second
	Invalid limit.Bucket // answers with 401, 403 and 429
}

// pace applies the rate limits to a call and writes their headers. The
// endpoints of interactions do not count for the global limit.
func (s *API) pace(w http.ResponseWriter, q *call) error {
	s.w.Lock()
	defer s.w.Unlock()
	s.calls.add(q.to.Open, s.w.Now())
	if over := s.w.Faults.Hit("limit_rate", s.w.Faults.On.LimitRate); over {
		scope := s.w.Faults.On.LimitScope
		if scope == "shared" { // others have used it up, so it does not count against the bot
			w.Header().Set("X-RateLimit-Scope", scope)
		} else {
			s.countInvalid()
		}
		return &wire.Refusal{Status: 429, Message: "You are being rate limited.", RetryAfter: s.w.Faults.On.Retry(), Global: scope == "global"}
	}
	if !s.w.Limits {
		return nil
	}
	now := s.w.Now()
	if now.Sub(s.Spent.Invalid.From) < invalidWindow && s.Spent.Invalid.Used >= InvalidLimit {
		return &wire.Refusal{Status: 429, Message: "You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently.", RetryAfter: invalidWindow - now.Sub(s.Spent.Invalid.From), Global: true}
	}
	if !q.to.Open {
		if left, ok := s.Spent.Global.Take(GlobalLimit, time.Second, now); !ok {
			s.countInvalid()
			s.w.Faults.Count("limits")
			s.calls.Refused++
			return &wire.Refusal{Status: 429, Message: "You are being rate limited.", RetryAfter: left, Global: true}
		}
	}
	if q.to.Limit == 0 {
		return nil
	}
	major := q.arg["channel"] + q.arg["guild"] + q.arg["token"]
	key := q.to.Method + " " + q.to.Pattern + " " + major
	b := s.buckets[key]
	if b == nil {
		if len(s.buckets) > 10000 {
			s.dropBuckets(now)
		}
		b = &limit.Bucket{}
		s.buckets[key] = b
	}
	left, ok := b.Take(q.to.Limit, q.to.Window, now)
	reset := b.From.Add(q.to.Window)
	sum := sha256.Sum256([]byte(q.to.Method + q.to.Pattern))
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(q.to.Limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(q.to.Limit-b.Used))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(reset.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", reset.Sub(now).Seconds()))
	h.Set("X-RateLimit-Bucket", hex.EncodeToString(sum[:16]))
	if !ok {
		s.countInvalid()
		s.w.Faults.Count("limits")
		return &wire.Refusal{Status: 429, Message: "You are being rate limited.", RetryAfter: left}
	}
	return nil
}

// Calls are how many calls the bot has sent.
type Calls struct {
	Counted int // among its fifty requests a second, of all its processes together
	Exempt  int // not among them: those with the token of an interaction
	Most    int // of the counted, in one second
	Refused int // of the counted, because they were beyond the fifty

	second int64 // the last one in which calls were counted
	within int   // of the counted, in that second
}

func (c *Calls) add(exempt bool, now time.Time) {
	if exempt {
		c.Exempt++
		return
	}
	if c.Counted++; now.Unix() != c.second {
		c.second, c.within = now.Unix(), 0
	}
	c.within++
	c.Most = max(c.Most, c.within)
}

// Calls are how many calls the bot has sent so far.
func (s *API) Calls() Calls {
	s.w.Lock()
	defer s.w.Unlock()
	return s.calls
}

func (s *API) dropBuckets(now time.Time) {
	for k, b := range s.buckets {
		if now.Sub(b.From) > 5*time.Minute {
			delete(s.buckets, k)
		}
	}
}

// countInvalid counts an answer for which Discord bans the address after too many.
func (s *API) countInvalid() {
	now := s.w.Now()
	if now.Sub(s.Spent.Invalid.From) >= invalidWindow {
		s.Spent.Invalid = limit.Bucket{From: now}
	}
	s.Spent.Invalid.Used++
}

// Invalid is how many answers of 401, 403 and 429 the bot got in the last ten
// minutes. Discord allows 10,000.
func (s *API) Invalid() int {
	s.w.Lock()
	defer s.w.Unlock()
	if s.w.Now().Sub(s.Spent.Invalid.From) >= invalidWindow {
		return 0
	}
	return s.Spent.Invalid.Used
}
