package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"oneiros/games"
)

// won counts the matches of a kind of seat, how many of them it won, and its points.
type won struct{ seats, wins, points int }

func (w *won) add(win bool, points int) {
	w.seats++
	w.points += points
	if win {
		w.wins++
	}
}

// share is how often such a seat wins.
func (w won) share() float64 { return float64(w.wins) / float64(w.seats) }

// mean is how many points such a seat has at the end.
func (w won) mean() float64 { return float64(w.points) / float64(w.seats) }

// sure is how many standard errors a bound lies from what was counted: nineteen of
// twenty such bounds have the truth between them.
const sure = 1.96

// String is the share of wins with its bounds, by Wilson's interval of a proportion.
func (w won) String() string {
	n, p := float64(w.seats), w.share()
	middle := (p + sure*sure/(2*n)) / (1 + sure*sure/n)
	wide := sure / (1 + sure*sure/n) * math.Sqrt(p*(1-p)/n+sure*sure/(4*n*n))
	return fmt.Sprintf("%.3f (%.3f to %.3f)", p, middle-wide, middle+wide)
}

// times is how many times as often w wins as below, with the bounds of Katz's interval of
// a ratio. It is empty where either has won nothing, as nothing can be said then.
func (w won) times(below won) string {
	if w.wins == 0 || below.wins == 0 {
		return ""
	}
	ratio := w.share() / below.share()
	wide := sure * math.Sqrt((1-w.share())/float64(w.wins)+(1-below.share())/float64(below.wins))
	return fmt.Sprintf("%.2f (%.2f to %.2f)", ratio, ratio*math.Exp(-wide), ratio*math.Exp(wide))
}

// played is a role in the hands of a player of a strength.
type played struct {
	role string
	how  games.Strength
}

// scoreTable is who won in simulated matches.
type scoreTable struct {
	matches int
	hows    map[games.Strength]*won
	seats   []won
	roles   map[played]*won // of games with roles: how often the aim of the role was reached
	took    map[games.Strength][]time.Duration
}

func newScoreTable(seats int) *scoreTable {
	return &scoreTable{
		hows: map[games.Strength]*won{}, seats: make([]won, seats), roles: map[played]*won{}, took: map[games.Strength][]time.Duration{},
	}
}

// choose has the match choose, and notes how long it took.
func (s *scoreTable) choose(m games.Match, seat games.Seat, how games.Strength) (string, bool) {
	began := time.Now()
	move, ok := m.Choose(seat, how)
	s.took[how] = append(s.took[how], time.Since(began))
	return move, ok
}

// add counts a match that is over, in which seats played so well.
func (s *scoreTable) add(end games.Match, hows []games.Strength) {
	s.matches++
	status := end.Status()
	for i := range s.seats {
		win := slices.Contains(status.Winners, games.Seat(i))
		s.seats[i].add(win, status.Scores[i])
		of(s.hows, hows[i]).add(win, status.Scores[i])
	}
	for _, r := range end.Summary().Roles {
		w := of(s.roles, played{r.Role, hows[r.Seat]})
		w.seats += r.Times
		w.wins += r.Reached
	}
}

// of is the entry of a key, which is made if there is none.
func of[K comparable](all map[K]*won, key K) *won {
	if all[key] == nil {
		all[key] = &won{}
	}
	return all[key]
}

// write writes the table for people to read.
func (s *scoreTable) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(format string, values ...any) { fmt.Fprintf(t, format+"\n", values...) }
	line("%d matches. Bounds are those of 95 of 100 such runs.\n", s.matches)
	line("strength\tseats\twins a seat\ttimes the strength before\tpoints\tms a choice: half\t90 %%\t99 %%")
	var below *won
	for _, how := range games.Strengths {
		of := s.hows[how]
		if of == nil {
			continue
		}
		times := ""
		if below != nil {
			times = of.times(*below)
		}
		below = of
		took := s.took[how]
		slices.Sort(took)
		line("%s\t%d\t%s\t%s\t%.1f\t%s\t%s\t%s", how, of.seats, of, times, of.mean(), quantile(took, 0.5), quantile(took, 0.9), quantile(took, 0.99))
	}
	var all won
	for _, of := range s.seats {
		all.seats += of.seats
		all.wins += of.wins
	}
	line("\nseat\tmatches\twins a match\ttimes an even share\tpoints")
	for i, of := range s.seats {
		even := ""
		if all.wins > 0 {
			even = fmt.Sprintf("%.2f", of.share()/all.share())
		}
		line("%d\t%d\t%s\t%s\t%.1f", i+1, of.seats, of, even, of.mean())
	}
	if len(s.roles) > 0 {
		line("\nrole\tstrength\ttimes played\treached its aim")
	}
	for _, key := range s.roleKeys() {
		of := s.roles[key]
		line("%s\t%s\t%d\t%s", key.role, key.how, of.seats, of)
	}
	return t.Flush()
}

// roleKeys are the roles in the order of their names, each from the weakest player on.
func (s *scoreTable) roleKeys() []played {
	var keys []played
	for key := range s.roles {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b played) int {
		return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.how, b.how))
	})
	return keys
}

// quantile is the time that a part of the sorted times does not exceed, in milliseconds.
func quantile(sorted []time.Duration, part float64) string {
	if len(sorted) == 0 {
		return ""
	}
	at := int(math.Ceil(part*float64(len(sorted)))) - 1
	return strconv.FormatFloat(sorted[max(at, 0)].Seconds()*1000, 'f', 2, 64)
}
