package somnia

import (
	"slices"

	"oneiros/games"
)

// Ending names how a deal ended, as the rulebook does.
type Ending string

// The endings.
const (
	Captive   Ending = "captive"   // Captive of Dream: too many points
	Monopoly  Ending = "monopoly"  // Monopoly: all the points
	String    Ending = "string"    // A Black String: equal points
	Strings   Ending = "strings"   // Two Black Strings: both pairs have equal points
	Solitude  Ending = "solitude"  // Solitude: a player alone beside a pair
	Dreamless Ending = "dreamless" // Dreamless Child: fewer points of two
	Sleepless Ending = "sleepless" // Sleepless Child: no trick
	Between   Ending = "between"   // Between Dream and The Dawn: the middle
	Broken    Ending = "broken"    // not in the rulebook: a revoke cost the last life, and nothing is counted
)

// Endings are all of them.
var Endings = []Ending{Captive, Monopoly, String, Strings, Solitude, Dreamless, Sleepless, Between, Broken}

// The points that are too many: of two and of four, and of three.
const (
	greed      = 86
	greedThree = 100
)

// judge says who loses a deal, as a bit for each seat, and how it ended. Points
// and piles are by seat; a pile is empty when its owner took no trick.
func judge(seats int, p [MaxSeats]int, piles [MaxSeats]Set) (losers uint8, e Ending) {
	switch seats {
	case 2:
		return judgeTwo(p)
	case 3:
		return judgeThree(p, piles)
	default:
		return judgeFour(p)
	}
}

func judgeTwo(p [MaxSeats]int) (uint8, Ending) {
	switch {
	case p[0] >= greed:
		return 0b01, Captive
	case p[1] >= greed:
		return 0b10, Captive
	case p[0] == p[1]:
		return 0b11, String
	case p[0] < p[1]:
		return 0b01, Dreamless
	default:
		return 0b10, Dreamless
	}
}

func judgeThree(p [MaxSeats]int, piles [MaxSeats]Set) (losers uint8, e Ending) {
	for i := range 3 {
		if piles[i] == 0 {
			losers |= 1 << i
		}
	}
	if losers != 0 {
		return losers, Sleepless
	}
	for i := range 3 {
		if p[i] >= greedThree {
			return 1 << i, Captive
		}
	}
	r := ranking(3, p)
	a, b, c := r[0], r[1], r[2]
	switch {
	case p[a] == p[c]:
		return 0b111, String
	case p[a] == p[b]:
		return 1<<a | 1<<b, String
	case p[b] == p[c]:
		return 1<<b | 1<<c, String
	default:
		return 1 << b, Between
	}
}

func judgeFour(p [MaxSeats]int) (uint8, Ending) {
	r := ranking(4, p)
	a, b, c, d := r[0], r[1], r[2], r[3]
	switch {
	case p[a] >= greed && p[b]+p[c]+p[d] == 0:
		return 0b1111 &^ (1 << a), Monopoly
	case p[a] >= greed:
		return 1 << a, Captive
	case p[a] == p[d]:
		return 0b1111, String
	// The rulebook says nothing of three; the same string ties them.
	case p[a] == p[c]:
		return 1<<a | 1<<b | 1<<c, String
	case p[b] == p[d]:
		return 1<<b | 1<<c | 1<<d, String
	case p[a] == p[b] && p[c] == p[d]:
		return 0b1111, Strings
	case p[a] == p[b]:
		return 1 << c, Solitude
	case p[c] == p[d]:
		return 1 << b, Solitude
	default:
		return 1<<b | 1<<c, Between
	}
}

// ranking are the seats, most points first.
func ranking(seats int, p [MaxSeats]int) (r [MaxSeats]int) {
	for i := range seats {
		j := i
		for ; j > 0 && p[r[j-1]] < p[i]; j-- {
			r[j] = r[j-1]
		}
		r[j] = i
	}
	return r
}

// winners are the seats with the most lives, who share the victory.
func winners(lives []int) []games.Seat {
	var list []games.Seat
	for i, n := range lives {
		if n == slices.Max(lives) {
			list = append(list, games.Seat(i))
		}
	}
	return list
}
