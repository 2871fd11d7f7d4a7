package session

import (
	"time"

	"oneiros/bot/localcord/limit"
)

// Sharding is how Discord wants a bot to divide its servers, and how many sessions it
// may begin. The zero Sharding is that of a small bot.
type Sharding struct {
	Recommended    int // shards that GET /gateway/bot recommends; 0 is 1
	Required       int // with fewer shards an IDENTIFY is refused with 4011; 0 is 1
	MaxConcurrency int // buckets of IDENTIFYs, each of them one in five seconds; 0 is 1
	Total          int // IDENTIFYs a day; 0 is 1000. One more resets the token
}

// Shards are how many Discord recommends.
func (c Sharding) Shards() int { return max(1, c.Recommended) }

// Concurrency is how many buckets of IDENTIFYs there are.
func (c Sharding) Concurrency() int { return max(1, c.MaxConcurrency) }

// Day is how many IDENTIFYs a day has.
func (c Sharding) Day() int {
	if c.Total == 0 {
		return 1000
	}
	return c.Total
}

// The times of IDENTIFYs.
const (
	IdentifyEvery = 5 * time.Second // between two IDENTIFYs of a bucket
	identifyDay   = 24 * time.Hour
)

// Starts count the IDENTIFYs of the bot.
type Starts struct {
	Sharding
	Last map[int]time.Time // the last IDENTIFY of each bucket
	day  limit.Bucket
}

// bucket is the bucket of a shard's IDENTIFYs.
func (s *Starts) bucket(shard int) int { return shard % s.Concurrency() }

// TooSoon reports whether a shard has to wait with its IDENTIFY.
func (s *Starts) TooSoon(shard int, now time.Time) bool {
	return now.Sub(s.Last[s.bucket(shard)]) < IdentifyEvery
}

// Begin counts an IDENTIFY of a shard. It reports whether the day has as many.
func (s *Starts) Begin(shard int, now time.Time) bool {
	s.Last[s.bucket(shard)] = now
	_, ok := s.day.Take(s.Day(), identifyDay, now)
	return ok
}

// Left are the IDENTIFYs that are left of the day, and until when that lasts.
func (s *Starts) Left() (int, time.Duration) {
	reset := identifyDay - time.Since(s.day.From)
	if reset <= 0 {
		return s.Day(), identifyDay
	}
	return max(0, s.Day()-s.day.Used), reset
}

// Today are the IDENTIFYs of the last day.
func (s *Starts) Today() int {
	if time.Since(s.day.From) >= identifyDay {
		return 0
	}
	return s.day.Used
}
