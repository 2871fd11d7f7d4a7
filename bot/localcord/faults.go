package localcord

import (
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"time"

	"oneiros/bot/localcord/wire"
)

// Faults are what can be wrong with Discord, and the times that tests may want
// shorter. The zero value is a Discord in good health. Shares are from 0 to 1
// and exact: 0.25 is every fourth call, not one in four by chance.
type Faults struct {
	Latency        int     `json:"latency"`         // milliseconds before each REST call is looked at
	ErrorRate      float64 `json:"error_rate"`      // share of calls that get ErrorStatus and do nothing
	ErrorStatus    int     `json:"error_status"`    // 500, 502, 503 or 504; 0 is all of them in turn
	LostRate       float64 `json:"lost_rate"`       // share of calls that are done, and whose answer is lost with the connection
	CutRate        float64 `json:"cut_rate"`        // share of calls whose connection is cut before anything is done
	HangRate       float64 `json:"hang_rate"`       // share of calls that are neither done nor answered for as long as the bot waits
	LimitRate      float64 `json:"limit_rate"`      // share of calls that get 429
	RetryAfter     int     `json:"retry_after"`     // milliseconds that a 429 of LimitRate asks to wait; 0 is 1000
	LimitScope     string  `json:"limit_scope"`     // of such a 429: "user", "global", "shared"; "" is user
	Outage         bool    `json:"outage"`          // REST answers 503, the gateway accepts nobody and hangs up on all
	Silent         bool    `json:"silent"`          // the gateway says nothing at all: no hello, no events, no acks
	Duplicate      bool    `json:"duplicate"`       // each event of the gateway comes twice
	ReconnectFirst int     `json:"reconnect_first"` // so many connections get op 7 as the first packet after they identify or resume
	InvalidFirst   int     `json:"invalid_first"`   // so many get op 9 instead of READY or RESUMED
	ClosedDMs      []ID    `json:"closed_dms"`      // people who cannot be written to; "*" is all
	OldEdits       int     `json:"old_edits"`       // how many edits of old messages a channel takes in an hour; 0 is Discord's
	OldAfter       int     `json:"old_after"`       // milliseconds until a message is old; 0 is an hour, less is at once
	AnswerWithin   int     `json:"answer_within"`   // milliseconds to answer an interaction; 0 is what the server is configured to
	TokenLife      int     `json:"token_life"`      // milliseconds that an interaction's token lives; 0 is 15 minutes
}

func or(ms int, d time.Duration) time.Duration {
	if ms == 0 {
		return d
	}
	return time.Duration(ms) * time.Millisecond
}

func (f *Faults) retryAfter() time.Duration { return or(f.RetryAfter, time.Second) }
func (f *Faults) oldAfter() time.Duration   { return or(f.OldAfter, time.Hour) }
func (f *Faults) tokenLife() time.Duration  { return or(f.TokenLife, 15*time.Minute) }

// answerWithin is how long the bot has for the answer to an interaction. The
// caller holds mu.
func (s *Server) answerWithin() time.Duration { return or(s.faults.AnswerWithin, s.within) }

func (f *Faults) closedDM(id ID) bool {
	return slices.Contains(f.ClosedDMs, id) || slices.Contains(f.ClosedDMs, "*")
}

// Faults are those switched on.
func (s *Server) Faults() Faults {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.faults
	f.ClosedDMs = slices.Clone(f.ClosedDMs)
	return f
}

// SetFaults replaces all switches at once. An outage hangs up on all sessions.
func (s *Server) SetFaults(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
	s.tally = map[string]float64{}
	if f.Outage {
		for l := range s.links {
			l.close(0)
		}
	}
	s.blown()
}

// Deny takes permissions from the bot in a channel, "" everywhere; 0 gives all
// of its invite back. The bot is told that something changed, not what.
func (s *Server) Deny(channel ID, permissions uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.denied[channel] = permissions; permissions == 0 {
		delete(s.denied, channel)
	}
	if c := s.channels[channel]; c != nil {
		kind := "CHANNEL_UPDATE"
		if c.thread() {
			kind = "THREAD_UPDATE"
		}
		s.dispatch(intentGuilds, true, kind, s.channelWire(c))
	} else if channel == "" {
		s.dispatch(intentGuilds, true, "GUILD_ROLE_UPDATE", map[string]any{"guild_id": s.guild, "role": map[string]any{"id": s.guild}})
	}
	s.blown()
}

// Denied are the permissions taken from the bot, by channel.
func (s *Server) Denied() map[ID]uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.denied)
}

// Calm switches every fault off and gives the bot the server and all permissions
// back.
func (s *Server) Calm() {
	s.SetFaults(Faults{})
	s.SetGuild(Here)
	for channel := range s.Denied() {
		s.Deny(channel, 0)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.refusing)
	s.blown()
}

// Befallen is how many calls and events so far suffered each fault, by the name
// that it has in [Faults]; "limits" are the calls beyond the rate limits.
func (s *Server) Befallen() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.befallen)
}

// SetLocale sets the server's language, a locale of Discord's as in "ru".
func (s *Server) SetLocale(locale string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.locale = locale
	s.journal.put("world", "", keptWorld{s.app, s.guild, s.locale})
	s.dispatch(1, true, "GUILD_UPDATE", s.guildWire())
}

// Refuse answers the next so many calls of a route, as "PATCH
// /channels/{channel}/messages/{message}", with the refusal that has a code, and
// does nothing else; 401 is the refusal of a token. 0 times end it.
func (s *Server) Refuse(route string, code, times int) error {
	e := wire.RefusalByCode(code)
	if e == nil {
		return fmt.Errorf("refuse %s: there is no refusal with code %d", route, code)
	}
	for _, r := range routes {
		if r.method+" "+r.pattern == route {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.refusing[r] = &refusing{e, times}
			return nil
		}
	}
	return fmt.Errorf("refuse %s: there is no such route", route)
}

// refusing is what a route is answered with, and how often yet.
type refusing struct {
	with *wire.Refusal
	left int
}

// refuse is what a call is answered with instead of being done, if it is.
func (s *Server) refuse(q *call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.refusing[q.route]
	if f == nil || f.left <= 0 {
		return nil
	}
	f.left--
	s.tap(q, 0, nil, f.with)
	return f.with
}

// SetGuild says what becomes of the server for the bot: Here, Away in an outage,
// or Removed, and tells it. Before GUILD_CREATE nothing of the server can be
// reached.
func (s *Server) SetGuild(is Presence) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.presence
	if s.presence = is; is == was {
		return
	}
	defer s.blown()
	switch is {
	case Here:
		s.dispatch(intentGuilds, true, "GUILD_CREATE", s.guildWhole())
	case Away:
		s.dispatch(intentGuilds, true, "GUILD_DELETE", map[string]any{"id": s.guild, "unavailable": true})
	case Removed:
		s.dispatch(intentGuilds, true, "GUILD_DELETE", map[string]any{"id": s.guild})
	}
	s.change()
}

// Presence is whether the bot has the server.
type Presence int

// The presences.
const (
	Here    Presence = iota
	Away             // Discord has an outage there
	Removed          // the bot was removed
)

// Reconnect sends op 7 to every session: the bot is to come back and resume.
func (s *Server) Reconnect() { s.toAll(packet{Op: 7}) }

// Invalidate ends every session with op 9. If resumable, the bot may resume.
func (s *Server) Invalidate(resumable bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, g := range s.sessions {
		g.say(packet{Op: 9, D: resumable})
		g.conn, g.left = nil, time.Now()
		if !resumable {
			delete(s.sessions, id)
		}
	}
	s.online()
}

// Drop cuts every connection of the gateway without a word. The sessions can
// be resumed.
func (s *Server) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions {
		g.hang(0)
	}
}

// Stall lets every connection of the gateway stay open and say nothing more, as
// when a network loses packets without a word. Connections made later are well.
func (s *Server) Stall() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.links {
		l.stalled.Store(true)
	}
}

// Hang closes every connection of the gateway with a code, as 4000 or 4004.
func (s *Server) Hang(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions {
		g.hang(code)
	}
}

func (s *Server) toAll(p packet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.sessions {
		g.say(p)
	}
}

// DeleteMessage deletes a message as a moderator would.
func (s *Server) DeleteMessage(id ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.byID[id]
	if m == nil {
		return fmt.Errorf("delete message %s: %w", id, wire.ErrUnknownMessage)
	}
	s.drop(m)
	return s.journal.failure()
}

// DeleteChannel deletes a channel, with its threads, as a moderator would.
func (s *Server) DeleteChannel(id ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[id]
	if c == nil {
		return fmt.Errorf("delete channel %s: %w", id, wire.ErrUnknownChannel)
	}
	s.dropChannel(c)
	return s.journal.failure()
}

// ArchiveThread archives a thread, or wakes it.
func (s *Server) ArchiveThread(id ID, archived, locked bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[id]
	if c == nil || !c.thread() {
		return fmt.Errorf("archive thread %s: %w", id, wire.ErrUnknownChannel)
	}
	next := *c
	next.Archived, next.Locked, next.ArchiveAt = archived, locked, stamp(time.Now())
	s.saveChannel(&next, true)
	return s.journal.failure()
}

// share says whether this call is one of the share that something befalls.
// The caller holds mu.
func (s *Server) share(name string, rate float64) bool {
	if rate <= 0 {
		return false
	}
	s.tally[name] += rate
	if s.tally[name] < 1-1e-9 {
		return false
	}
	s.tally[name]--
	s.befallen[name]++
	return true
}

// trouble lets a call suffer what is switched on; ok is false when that was
// its end, lose says that its answer will be lost.
func (s *Server) trouble(w http.ResponseWriter, r *http.Request) (lose, ok bool) {
	s.mu.Lock()
	f := s.faults
	cut, fail := s.share("cut_rate", f.CutRate), s.share("error_rate", f.ErrorRate)
	lose = s.share("lost_rate", f.LostRate)
	hang := s.share("hang_rate", f.HangRate)
	if f.Latency > 0 {
		s.befallen["latency"]++
	}
	if f.Outage {
		s.befallen["outage"]++
	}
	status := f.ErrorStatus
	if fail && status == 0 {
		turns := []int{500, 502, 503, 504}
		s.tally["turn"]++
		status = turns[int(s.tally["turn"])%4]
	}
	s.mu.Unlock()
	wait(r.Context(), time.Duration(f.Latency)*time.Millisecond)
	switch {
	case hang:
		// net/http notices that the bot has gone only once the body was read.
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			<-r.Context().Done()
		}
		hangUp(w)
		return false, false
	case cut:
		hangUp(w)
		return false, false
	case f.Outage:
		status, fail = 503, true
	}
	if !fail {
		return lose, true
	}
	if status == 500 {
		wire.SendJSON(w, 500, map[string]any{"message": "500: Internal Server Error", "code": 0})
		return false, false
	}
	w.Header().Set("Content-Type", "text/html") // a proxy in front of Discord answers these, and does not speak JSON
	w.WriteHeader(status)
	fmt.Fprintf(w, "<html><head><title>%d</title></head><body>upstream</body></html>", status) // whoever has gone does not read
	return false, false
}

// hangUp cuts the connection of a request without an answer.
func hangUp(w http.ResponseWriter) {
	h, ok := w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler) // what net/http offers for the same where there is no connection of one's own
	}
	c, _, err := h.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if t, ok := c.(*net.TCPConn); ok {
		t.SetLinger(0) // a reset, not an end; without it the end is as good
	}
	c.Close()
}
