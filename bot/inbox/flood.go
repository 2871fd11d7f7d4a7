package inbox

import (
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"oneiros/bot/discord"
)

const (
	defaultPerSecond = 10              // faster than a person reads what their press did
	forgetAfter      = time.Minute     // how long the limit of a person is kept after their last interaction
	tellEvery        = 5 * time.Second // how often a person is told that they are too fast
)

// floodLimit stops people who send more than a person can. Typing asks for
// suggestions with every letter, so it has a separate limit.
type floodLimit struct {
	perSecond int // at most 0 for no limit

	mu    sync.Mutex
	by    map[senderKey]*sender
	swept time.Time
}

type senderKey struct {
	user   discord.ID
	typing bool
}

func senderOf(ix *discord.Interaction) senderKey {
	return senderKey{ix.User.ID, ix.Type == discordgo.InteractionApplicationCommandAutocomplete}
}

type sender struct {
	limit *rate.Limiter
	last  time.Time
	told  time.Time // when they were last told that they are too fast
}

func newFloodLimit(perSecond int) *floodLimit {
	return &floodLimit{perSecond: perSecond, by: map[senderKey]*sender{}}
}

// allow reports whether an interaction is admitted. Of one that is not, tell
// reports whether its sender should be told. No person is told of suggestions.
func (l *floodLimit) allow(ix *discord.Interaction, now time.Time) (admitted, tell bool) {
	if l.perSecond <= 0 {
		return true, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	k := senderOf(ix)
	s := l.by[k]
	if s == nil {
		each := l.perSecond
		if k.typing {
			each *= 2
		}
		s = &sender{limit: rate.NewLimiter(rate.Limit(each), 2*each)}
		l.by[k] = s
	}
	s.last = now
	if s.limit.AllowN(now, 1) {
		return true, false
	}
	if k.typing || now.Sub(s.told) < tellEvery {
		return false, false
	}
	s.told = now
	return false, true
}

// sweep forgets people who sent nothing for a while. l.mu is held.
func (l *floodLimit) sweep(now time.Time) {
	if now.Sub(l.swept) <= forgetAfter {
		return
	}
	for k, s := range l.by {
		if now.Sub(s.last) > forgetAfter {
			delete(l.by, k)
		}
	}
	l.swept = now
}
