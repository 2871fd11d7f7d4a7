package rules

import (
	"cmp"
	"slices"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
)

// Score is what a player has.
func (d *Dreamer) Score() kit.Score {
	s := kit.Score{Stars: kit.StarTrack[d.Stars], Calm: d.Calm}
	if d.Stars == kit.Top {
		s.Sets = kit.SetPoints * slices.Min(d.Shards[:])
	}
	for _, o := range d.Segments {
		s.Points += o.Segment.Card().Points
	}
	if d.Woke == 0 {
		s.Total = s.Stars + s.Sets + s.Calm + s.Points
	}
	return s
}

// Winners are those with the most points, and of them those with the most coins. Nobody
// wins when all have woken.
func (s *State) Winners() []games.Seat {
	var best []games.Seat
	for _, i := range s.asleep() {
		order := 0
		if len(best) > 0 {
			a, b := &s.Dreamers[i], &s.Dreamers[best[0]]
			order = cmp.Or(cmp.Compare(a.Score().Total, b.Score().Total), cmp.Compare(a.Coins, b.Coins))
		}
		switch {
		case order > 0 || len(best) == 0:
			best = []games.Seat{i}
		case order == 0:
			best = append(best, i)
		}
	}
	return best
}
