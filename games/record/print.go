package record

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"oneiros/games"
)

// Print writes the inputs of a match and its result as text. Each line has the
// number, the match clock, the seat and the move. Print needs no rules and checks
// nothing.
func Print(w io.Writer, r *Record) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, version %d, %d seats\n", r.Game, r.Version, r.Seats)
	fmt.Fprintf(&b, "seed %x\nhash %x\n", r.Seed, r.Hash)
	if d := r.Draw; d != nil {
		fmt.Fprintf(&b, "commitment %x\nsecret %s\n", d.Commitment, d.Secret.Hex())
		for seat, id := range d.Presses {
			fmt.Fprintf(&b, "press of seat %d  %d\n", seat, id)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(r.Options)) {
		v, _, cut := strings.Cut(r.Options[k], "\n")
		if cut {
			v += " …" // a server's own text, whose first line is its title
		}
		fmt.Fprintf(&b, "option %s = %s\n", k, v)
	}
	for _, in := range r.Inputs {
		fmt.Fprintf(&b, "%5d  %s  ", in.N, Clock(in.At))
		switch in.Kind {
		case games.KindPlay:
			fmt.Fprintf(&b, "seat %d  %s%s\n", in.Seat, in.Move, erased(r, in.N))
		case games.KindHold:
			fmt.Fprintf(&b, "seat %d  %s  (waits for a moderator)%s\n", in.Seat, in.Move, erased(r, in.N))
		case games.KindShow:
			fmt.Fprintf(&b, "moderator: shown\n")
		case games.KindWithhold:
			fmt.Fprintf(&b, "moderator: not shown\n")
		case games.KindLeave:
			fmt.Fprintf(&b, "seat %d  leaves\n", in.Seat)
		default:
			fmt.Fprintf(&b, "deadline\n")
		}
	}
	switch {
	case !r.Result.Over:
		fmt.Fprintf(&b, "not over\n")
	case len(r.Result.Winners) == 0:
		fmt.Fprintf(&b, "over, nobody won, scores %v\n", r.Result.Scores)
	default:
		fmt.Fprintf(&b, "over, won by seats %v, scores %v\n", r.Result.Winners, r.Result.Scores)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("print record: %w", err)
	}
	return nil
}

// erased marks a move that lost the words of its player.
func erased(r *Record, n int) string {
	if slices.Contains(r.Erased, n) {
		return "  (other words stand here: its own were erased)"
	}
	return ""
}

// Clock formats a match clock as hours, minutes, seconds and tenths.
func Clock(d time.Duration) string {
	return fmt.Sprintf("%d:%02d:%02d.%d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60, d.Milliseconds()/100%10)
}
