package localcord

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
	globalLimit   = 50    // requests a second of one bot
	invalidLimit  = 10000 // answers of 401, 403 and 429 in ten minutes, then the address is banned
	invalidWindow = 10 * time.Minute
	oldEditLimit  = 30 // a guess: edits in a channel of messages older than an hour, each hour
	newDMLimit    = 10 // a guess: direct channels opened in ten minutes
)

// pace applies the rate limits to a call and writes their headers. The
// endpoints of interactions do not count for the global limit.
func (s *api) pace(w http.ResponseWriter, q *call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls.add(q.route.open, s.now())
	if over := s.faults.Hit("limit_rate", s.faults.On.LimitRate); over {
		scope := s.faults.On.LimitScope
		if scope == "shared" { // others have used it up, so it does not count against the bot
			w.Header().Set("X-RateLimit-Scope", scope)
		} else {
			s.countInvalid()
		}
		return &wire.Refusal{Status: 429, Message: "You are being rate limited.", RetryAfter: s.faults.On.Retry(), Global: scope == "global"}
	}
	if !s.limits {
		return nil
	}
	now := s.now()
	if now.Sub(s.invalid.From) < invalidWindow && s.invalid.Used >= invalidLimit {
		return &wire.Refusal{Status: 429, Message: "You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently.", RetryAfter: invalidWindow - now.Sub(s.invalid.From), Global: true}
	}
	if !q.route.open {
		if left, ok := s.global.Take(globalLimit, time.Second, now); !ok {
			s.countInvalid()
			s.faults.Count("limits")
			s.calls.Refused++
			return &wire.Refusal{Status: 429, Message: "You are being rate limited.", RetryAfter: left, Global: true}
		}
	}
	if q.route.limit == 0 {
		return nil
	}
	major := q.arg["channel"] + q.arg["guild"] + q.arg["token"]
	key := q.route.method + " " + q.route.pattern + " " + major
	b := s.buckets[key]
	if b == nil {
		if len(s.buckets) > 10000 {
			s.dropBuckets(now)
		}
		b = &limit.Bucket{}
		s.buckets[key] = b
	}
	left, ok := b.Take(q.route.limit, q.route.window, now)
	reset := b.From.Add(q.route.window)
	sum := sha256.Sum256([]byte(q.route.method + q.route.pattern))
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(q.route.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(q.route.limit-b.Used))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(reset.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", reset.Sub(now).Seconds()))
	h.Set("X-RateLimit-Bucket", hex.EncodeToString(sum[:16]))
	if !ok {
		s.countInvalid()
		s.faults.Count("limits")
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
func (s *api) Calls() Calls {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

func (s *api) dropBuckets(now time.Time) {
	for k, b := range s.buckets {
		if now.Sub(b.From) > 5*time.Minute {
			delete(s.buckets, k)
		}
	}
}

// countInvalid counts an answer for which Discord bans the address after too many.
func (s *api) countInvalid() {
	now := s.now()
	if now.Sub(s.invalid.From) >= invalidWindow {
		s.invalid = limit.Bucket{From: now}
	}
	s.invalid.Used++
}

// Invalid is how many answers of 401, 403 and 429 the bot got in the last ten
// minutes. Discord allows 10,000.
func (s *api) Invalid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now().Sub(s.invalid.From) >= invalidWindow {
		return 0
	}
	return s.invalid.Used
}

// paceOld refuses an edit when too many old messages of the channel were edited. Discord
// does not say whether that counts edits with the token of an interaction. Here it does.
func (s *changes) paceOld(m *Message) error {
	if !s.limits && s.faults.On.OldEdits == 0 {
		return nil
	}
	now := s.now()
	if now.Sub(m.ID.Time()) < s.faults.On.OldAge() {
		return nil
	}
	limit := oldEditLimit
	if s.faults.On.OldEdits > 0 {
		limit = s.faults.On.OldEdits
	}
	recent := s.oldEdits[m.Channel]
	for len(recent) > 0 && now.Sub(recent[0]) >= time.Hour {
		recent = recent[1:]
	}
	if len(recent) >= limit {
		s.oldEdits[m.Channel] = recent
		e := *wire.ErrTooManyOldEdits
		e.RetryAfter = time.Hour - now.Sub(recent[0])
		return &e
	}
	s.oldEdits[m.Channel] = append(recent, now)
	return nil
}

func (s *channelAPI) paceDMs() error {
	if !s.limits {
		return nil
	}
	now := s.now()
	for len(s.dmTimes) > 0 && now.Sub(s.dmTimes[0]) >= 10*time.Minute {
		s.dmTimes = s.dmTimes[1:]
	}
	if len(s.dmTimes) >= newDMLimit {
		e := *wire.ErrDMsTooFast
		e.RetryAfter = 10*time.Minute - now.Sub(s.dmTimes[0])
		return &e
	}
	s.dmTimes = append(s.dmTimes, now)
	return nil
}
