package reply

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/rs/zerolog"
)

// Incident logs a fault of the bot, which is an error or the value of a panic, with
// the number that the presser is shown. The action is what was asked for, as far as it is
// known; it holds nothing that people typed. The value of a panic is not logged, because it
// may hold secrets.
func Incident(log zerolog.Logger, number, action string, what any) {
	e := log.Error().Str("incident", number)
	if action != "" {
		e = e.Str("action", action)
	}
	if err, ok := what.(error); ok && !isPanic(err) {
		e = e.Err(err)
	} else {
		e = e.Str("panic", fmt.Sprintf("%T", what)).Str("stack", codeLines(string(debug.Stack())))
	}
	e.Msg("handle event failed")
}

// isPanic reports whether an error is the runtime's own.
func isPanic(err error) bool {
	_, ok := err.(interface{ RuntimeError() })
	return ok
}

// codeLines are the lines of a stack that name our code, without the arguments of
// the calls.
func codeLines(stack string) string {
	var list []string
	for _, l := range strings.Split(stack, "\n") {
		if at, ok := strings.CutPrefix(l, "\t"); ok && strings.Contains(at, "oneiros") {
			at, _, _ = strings.Cut(at, " ")
			if i := strings.LastIndex(at, "oneiros/"); i >= 0 {
				at = at[i:]
			}
			list = append(list, at)
		}
	}
	return strings.Join(list[:min(len(list), 12)], " ")
}
