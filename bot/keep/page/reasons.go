package page

import (
	"slices"
	"unicode/utf8"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// Reasons are why the automatic players of a match made their last moves that they had a reason
// for. They tell hidden thoughts, so they are told of a match that is over alone.
type Reasons struct {
	table     *table.State
	automatic []int // the numbers of the inputs that no person made, in order
	last      []reason
}

// reason is a move and the match before it.
type reason struct {
	before games.Match
	move   string
	why    []ui.Text
}

// NewReasons has no reasons yet: see [Reasons.See].
func NewReasons(s *table.State, automatic []int) *Reasons {
	return &Reasons{table: s, automatic: automatic, last: make([]reason, len(s.Players))}
}

// See looks at an input and at the match before it.
func (r *Reasons) See(m games.Match, in games.Input) {
	if !in.Kind.IsMove() || in.Seat < 0 || int(in.Seat) >= len(r.last) || !r.table.Players[in.Seat].Auto {
		return
	}
	if _, ok := slices.BinarySearch(r.automatic, in.N); !ok {
		return // of a player whose seat it was before
	}
	if why := r.table.Game.Why(m, in.Seat, in.Move); len(why) > 0 {
		r.last[in.Seat] = reason{m, in.Move, why}
	}
}

// withLines is the content of a message with as many whole lines below it as it has room for. Nine
// players may have names of 32 characters, each of which needs a backslash.
func withLines(content string, f *screen.Frame, lines []ui.Text) string {
	for _, l := range lines {
		longer := content + "\n" + kit.Rich(f, l)
		if utf8.RuneCountInString(longer) > discord.MaxContent {
			break
		}
		content = longer
	}
	return content
}

// lines are a line for each automatic player who had a reason, below a heading. Without any
// there is no line.
func (r *Reasons) lines() []ui.Text {
	var lines []ui.Text
	if r.table.Phase != table.Over {
		return nil
	}
	for i, last := range r.last {
		if len(last.why) == 0 {
			continue
		}
		if label := kit.MoveLabel(last.before, games.Seat(i), last.move); !label.IsZero() {
			lines = append(lines, ui.T("bot.keep.reason", ui.Name(i), label, last.why[0]))
		}
	}
	if len(lines) > 0 {
		lines = slices.Insert(lines, 0, ui.T("bot.keep.reasons"))
	}
	return lines
}
