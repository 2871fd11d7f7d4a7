package table

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/chance"
	"oneiros/bot/table/people"
	"oneiros/games"
)

// panicked is the error of a panic that was logged.
type panicked struct{ incident string }

func (p *panicked) Error() string { return "incident " + p.incident }

// fault is an error of a game's rules in a place where they may not refuse.
type fault struct{ err error }

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// guard runs code that may call a game's, and turns a panic into an error.
func (m *match) guard(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicked{logPanic(m.log.Logger, matchIncident(m), m.rec.ID, p)}
		}
	}()
	return do()
}

// incident is the number of the next incident of the match.
func matchIncident(m *match) string { return newIncident(m.luck, "match", m.rec.ID) }

func newIncident(luck chance.Source, of ...any) string {
	return strings.ToLower(luck.Next("incident", of).Text(8))
}

// logPanic logs a panic as an incident and returns its number. The value that a game panicked with
// may hold a secret, and so may the arguments in a trace. The log has neither.
func logPanic(log zerolog.Logger, id, match string, p any) string {
	what := fmt.Sprintf("%T", p)
	if e, ok := p.(runtime.Error); ok {
		// The index that is out of range may be the number of a hidden card.
		what = strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return '#'
			}
			return r
		}, e.Error())
	}
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var at []string
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		at = append(at, fmt.Sprintf("%s:%d", f.Function, f.Line))
	}
	log.Error().Str("match", match).Str("incident", id).Str("panic", what).Strs("at", at).Msg("game panicked")
	return id
}

// pauseOnFault stops the clock after an incident. It holds even when it cannot be
// saved, because the rules that failed would fail again.
func (t *table) pauseOnFault(p *panicked) error {
	refusal := games.Refuse("table.incident", p.incident)
	if t.rec.Paused != "" || t.unread != "" {
		return refusal
	}
	now := time.Now()
	next := people.Clone(t.rec)
	next.Paused, next.Incident = "table.incident", p.incident
	people.TidyMotion(&next)
	if err := t.saveUnseen(next, now); err != nil {
		t.log.Failed(err).Str("match", t.rec.ID).Msg("save pause failed")
		next.Clock = t.clockAt(now)
		t.rec, t.clock.at, t.clock.since = next, next.Clock, now
	}
	t.publish()
	return refusal
}
