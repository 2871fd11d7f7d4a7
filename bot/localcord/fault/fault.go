// Package fault holds what can go wrong at Discord: the switches, and how often each has hit.
//
// It is the ground of the other rooms of localcord. The gateway, REST and the world ask it, and
// it asks none of them. The lock of the world guards it.
package fault

import (
	"maps"
	"slices"
	"time"

	"oneiros/bot/localcord/wire"
)

// Switches are what can go wrong at Discord, and the times that tests may want to
// shorten. The zero value is a healthy Discord. Shares are from 0 to 1 and exact:
// 0.25 is every fourth call.
type Switches struct {
	Latency         int       `json:"latency"`          // milliseconds before each REST call begins
	ErrorRate       float64   `json:"error_rate"`       // share of calls that get ErrorStatus and do nothing
	ErrorStatus     int       `json:"error_status"`     // 500, 502, 503 or 504; 0 is all of them in turn
	LostRate        float64   `json:"lost_rate"`        // share of calls that are done, and whose answer is lost with the connection
	CutRate         float64   `json:"cut_rate"`         // share of calls whose connection is cut before anything is done
	UnansweredRate  float64   `json:"unanswered_rate"`  // share of calls that are neither done nor answered for as long as the bot waits
	LimitRate       float64   `json:"limit_rate"`       // share of calls that get 429
	RetryAfter      int       `json:"retry_after"`      // milliseconds that a 429 of LimitRate asks to wait; 0 is 1000
	LimitScope      string    `json:"limit_scope"`      // of such a 429: "user", "global", "shared"; "" is user
	Outage          bool      `json:"outage"`           // REST answers 503, and the gateway closes all connections and takes no new ones
	Silent          bool      `json:"silent"`           // the gateway says nothing at all: no hello, no events, no acks
	Duplicate       bool      `json:"duplicate"`        // each event of the gateway comes twice
	ReconnectFirst  int       `json:"reconnect_first"`  // so many connections get op 7 as the first packet after they identify or resume
	InvalidFirst    int       `json:"invalid_first"`    // so many get op 9 instead of READY or RESUMED
	ClosedDMs       []wire.ID `json:"closed_dms"`       // people who cannot be written to; "*" is all
	OldEdits        int       `json:"old_edits"`        // how many edits of old messages a channel takes in an hour; 0 is Discord's
	OldAfter        int       `json:"old_after"`        // milliseconds until a message is old; 0 is an hour, less is at once
	AnswerWithin    int       `json:"answer_within"`    // milliseconds to answer an interaction; 0 is what the server is configured to
	TokenLife       int       `json:"token_life"`       // milliseconds that an interaction's token lives; 0 is 15 minutes
	VoiceUnanswered bool      `json:"voice_unanswered"` // op 4 of the gateway does nothing
	SoundRefused    bool      `json:"sound_refused"`    // sounds get 50167: the bot is not connected to the voice channel
	DownShards      []int     `json:"down_shards"`      // the gateway cuts the connections of these shards and takes no new ones
}

// or is a time in milliseconds, and d for 0.
func or(ms int, d time.Duration) time.Duration {
	if ms == 0 {
		return d
	}
	return time.Duration(ms) * time.Millisecond
}

// Retry is how long a 429 of LimitRate asks to wait.
func (f *Switches) Retry() time.Duration { return or(f.RetryAfter, time.Second) }

// OldAge is the age from which a message is old.
func (f *Switches) OldAge() time.Duration { return or(f.OldAfter, time.Hour) }

// Life is how long the token of an interaction is valid.
func (f *Switches) Life() time.Duration { return or(f.TokenLife, 15*time.Minute) }

// Within is how long the bot has for the answer to an interaction, where it usually has d.
func (f *Switches) Within(d time.Duration) time.Duration { return or(f.AnswerWithin, d) }

// Closed reports whether a person cannot be written to.
func (f *Switches) Closed(person wire.ID) bool {
	return slices.Contains(f.ClosedDMs, person) || slices.Contains(f.ClosedDMs, "*")
}

// Down reports whether the gateway keeps a shard away.
func (f *Switches) Down(shard int) bool { return slices.Contains(f.DownShards, shard) }

// A Record says which switches are on, and counts what they have hit.
type Record struct {
	On     Switches
	shares map[string]float64 // how far each share has filled up
	counts map[string]int     // how many calls and events suffered each fault
}

// Set replaces all switches at once. The counts go on.
func (r *Record) Set(f Switches) { r.On, r.shares = f, nil }

// Hit reports whether this call is one of the share of calls that a fault hits, and counts it.
func (r *Record) Hit(name string, share float64) bool {
	if share <= 0 {
		return false
	}
	if r.fill(name, share) < 1-1e-9 {
		return false
	}
	r.shares[name]--
	r.Count(name)
	return true
}

// fill adds to how far a share has filled up.
func (r *Record) fill(name string, by float64) float64 {
	if r.shares == nil {
		r.shares = map[string]float64{}
	}
	r.shares[name] += by
	return r.shares[name]
}

// Count counts what suffered a fault.
func (r *Record) Count(name string) {
	if r.counts == nil {
		r.counts = map[string]int{}
	}
	r.counts[name]++
}

// Status is the status of the next call that fails: the one that is set, or the next in turn.
func (r *Record) Status() int {
	if r.On.ErrorStatus != 0 {
		return r.On.ErrorStatus
	}
	return []int{500, 502, 503, 504}[int(r.fill("turn", 1))%4]
}

// Counts are how many calls and events each fault has hit, by its name in [Switches].
func (r *Record) Counts() map[string]int {
	if r.counts == nil {
		return map[string]int{}
	}
	return maps.Clone(r.counts)
}
