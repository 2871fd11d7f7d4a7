package bot

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"oneiros/bot/discord"
)

// pace slows down whoever sends more than a person can. Typing asks for
// proposals with every letter, so it has a pace of its own.
type pace struct {
	each int // presses in a second; not above 0 for any number

	mu    sync.Mutex
	by    map[paceKey]*paced
	swept time.Time
}

type paceKey struct {
	user   discord.ID
	typing bool
}

type paced struct {
	limit *rate.Limiter
	last  time.Time
	told  time.Time // when they were told last that they are too fast
}

// perSecond is how fast one person may be where nothing else is said: faster
// than anybody reads what their press did. remember is for how long a person is
// known, reminded how long they are not told again that they are too fast.
const (
	perSecond = 10
	remember  = time.Minute
	reminded  = 5 * time.Second
)

func newPace(each int) *pace { return &pace{each: each, by: map[paceKey]*paced{}} }

// allow reports whether an interaction is let in and, of one that is not, whether
// its sender is to be told why. Proposals that do not come need no explanation.
func (p *pace) allow(ix *discord.Interaction, now time.Time) (in, tell bool) {
	if p.each <= 0 {
		return true, false
	}
	k := paceKey{ix.User.ID, ix.Kind == discord.Autocomplete}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.swept) > remember {
		for k, u := range p.by {
			if now.Sub(u.last) > remember {
				delete(p.by, k)
			}
		}
		p.swept = now
	}
	u := p.by[k]
	if u == nil {
		each := p.each
		if k.typing {
			each *= 2
		}
		u = &paced{limit: rate.NewLimiter(rate.Limit(each), 2*each)}
		p.by[k] = u
	}
	u.last = now
	if u.limit.AllowN(now, 1) {
		return true, false
	}
	if k.typing || now.Sub(u.told) < reminded {
		return false, false
	}
	u.told = now
	return false, true
}
