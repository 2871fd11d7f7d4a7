package greeting

import (
	"context"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
)

// news is that something is to be done about a server, or that a session has begun.
type news struct {
	guild  discord.ID    // 0 for a session
	joined time.Time     // when the bot was added to it, or when the session began; zero where that does not matter
	before *[]discord.ID // to which servers the bot was added before the session; nil where that is not known
}

// line are the news that wait, none of them twice.
type line struct {
	wake chan struct{}

	mu   sync.Mutex
	list []news
}

func newLine() *line { return &line{wake: make(chan struct{}, 1)} }

// add has news wait, behind the others.
func (l *line) add(n news) {
	l.mu.Lock()
	if !slices.Contains(l.list, n) {
		l.list = append(l.list, n)
	}
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// next takes the first news, for which it waits. It is false when ctx ends.
func (l *line) next(ctx context.Context) (news, bool) {
	for {
		l.mu.Lock()
		if len(l.list) > 0 && ctx.Err() == nil {
			n := l.list[0]
			l.list = l.list[1:]
			l.mu.Unlock()
			return n, true
		}
		l.mu.Unlock()
		select {
		case <-l.wake:
		case <-ctx.Done():
			return news{}, false
		}
	}
}
