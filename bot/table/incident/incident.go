// Package incident catches what a game's rules do wrong, and gives it a number that people and
// the log share. At a table a game's code is called by a [Guard] alone, so no panic
// reaches another table.
package incident

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/rs/zerolog"

	"oneiros/bot/chance"
)

// Panicked is the error of a panic that was logged.
type Panicked struct{ Incident string }

func (p *Panicked) Error() string { return "incident " + p.Incident }

// Fault is an error of a game's rules in a place where they may not refuse.
type Fault struct{ Err error }

func (f *Fault) Error() string { return f.Err.Error() }
func (f *Fault) Unwrap() error { return f.Err }

// A Guard runs code that may call a game's.
type Guard struct {
	Log  zerolog.Logger
	Luck chance.Source // of the numbers of incidents
}

// Do runs code for a match, and turns a panic into a [Panicked].
func (g Guard) Do(match string, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Panicked{LogPanic(g.Log, g.Number(match), match, p)}
		}
	}()
	return do()
}

// Number is the number of the next incident of a match.
func (g Guard) Number(match string) string { return Number(g.Luck, "match", match) }

// Number is the number of the next incident of what is named.
func Number(luck chance.Source, of ...any) string {
	return strings.ToLower(luck.Next("incident", of).Text(8))
}

// LogPanic logs a panic as an incident and returns its number. The deferred function that caught
// the panic calls it. The value that a game panicked with may hold a secret, and so may the
// arguments in a trace. The log has neither.
func LogPanic(log zerolog.Logger, id, match string, p any) string {
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
