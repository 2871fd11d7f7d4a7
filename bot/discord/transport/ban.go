package transport

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"oneiros/bot/discord"
)

// banProbe is how long requests of other families wait for one of them to find out
// whether the whole address is banned, when the last one could not tell.
const banProbe = time.Minute

// bans are refusals that name no limit of Discord, such as those of Cloudflare, which
// answers in HTML. One may be about a path or about the whole address, and does not say
// which. So its family of routes waits for as long as it says. One request of another
// family finds out whether that one is refused too. Answers to presses do not wait for
// it: Discord waits only three seconds for them.
type bans struct {
	mu       sync.Mutex
	families map[string]*ban
	others   probe // of all families that were not refused
	known    bool  // that they are not banned: one got through since the last refusal
}

// A ban is what is known of a family that was refused.
type ban struct {
	until time.Time
	probe probe // whether it has ended
}

// A probe is one request by which others find out whether they may go on.
type probe struct {
	last  time.Time     // when it was sent
	ended chan struct{} // while it is under way; nil otherwise
}

// family is the first part of a route's path, such as "channels".
func (r *Request) family() string {
	_, path, _ := strings.Cut(r.Route, " ")
	family, _, _ := strings.Cut(path, "/")
	return family
}

// left is how long a request has to wait, or what it has to wait for. Both are zero where
// it may be sent. It is the probe of the others then, if they need one.
func (b *bans) left(r *Request) (d time.Duration, ended <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.families) == 0 {
		return 0, nil
	}
	now, p, next := time.Now(), &b.others, time.Time{}
	if own := b.families[r.family()]; own != nil {
		p, next = &own.probe, own.until
	} else if b.known || r.ByToken {
		return 0, nil
	} else if !p.last.IsZero() {
		next = p.last.Add(banProbe)
	}
	switch {
	case p.ended != nil:
		return 0, p.ended
	case now.Before(next):
		return next.Sub(now), nil
	}
	p.last, p.ended = now, make(chan struct{})
	return 0, nil
}

// note takes how an attempt ended. e is nil for an answer that is no refusal, and none
// says that there was no answer.
func (b *bans) note(r *Request, e *discord.Error, none bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	banned := e != nil && e.Banned
	if len(b.families) == 0 && !banned {
		return
	}
	name := r.family()
	own := b.families[name]
	switch {
	case banned && own == nil:
		own = &ban{}
		if b.families == nil {
			b.families = map[string]*ban{}
		}
		b.families[name] = own
		b.known = false
		fallthrough
	case banned:
		if until := time.Now().Add(e.RetryAfter); until.After(own.until) {
			own.until = until
		}
	case none:
	case own != nil && own.probe.ended != nil:
		delete(b.families, name)
	case own == nil && !r.ByToken:
		b.known = true
	}
	if own != nil {
		own.probe.end()
	}
	if !r.ByToken {
		b.others.end()
	}
	if len(b.families) == 0 {
		b.others, b.known = probe{}, false
	}
}

// holds reports whether a family waits because it was refused.
func (b *bans) holds(family string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	own := b.families[family]
	return own != nil && time.Now().Before(own.until)
}

// MayFollowUp reports whether no ban holds back what is sent after the first answer to an
// interaction.
func (c *shared) MayFollowUp() bool { return !c.bans.holds("webhooks") }

// end lets those go on that wait for the probe.
func (p *probe) end() {
	if p.ended != nil {
		close(p.ended)
		p.ended = nil
	}
}

// awaitBans waits until no ban keeps a request. What would last too long is an error at
// once.
func (c *shared) awaitBans(ctx context.Context, r *Request) error {
	for {
		d, ended := c.bans.left(r)
		switch {
		case ended != nil:
			select {
			case <-ended:
			case <-ctx.Done():
			}
		case d <= 0:
			return nil
		case d > c.config.MaxWait || !sleepBefore(ctx, d):
			if err := ctx.Err(); err != nil {
				return &discord.Fault{Route: r.Route, Err: err}
			}
			return &discord.Error{Route: r.Route, Status: http.StatusTooManyRequests, Scope: "local", Banned: true,
				Message: "the address may be banned", RetryAfter: d}
		}
		if err := ctx.Err(); err != nil {
			return &discord.Fault{Route: r.Route, Err: err}
		}
	}
}
