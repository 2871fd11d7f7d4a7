package whenidream

import (
	"slices"
	"time"

	"oneiros/games"
)

// State is the position of a match.
type State struct {
	Voice    bool          `json:"voice,omitempty"`
	Words    Tongue        `json:"words"`
	Faithful bool          `json:"faithful,omitempty"`
	Sand     time.Duration `json:"sand"`  // length of a night
	Haste    time.Duration `json:"haste"` // time for a clue
	Tale     time.Duration `json:"tale"`  // time for the story

	Chairs []Chair `json:"chairs"` // by seat; Ready is of the present phase
	Used   set     `json:"used"`   // elements that lay in play
	Dreams []past  `json:"dreams"` // finished rounds

	Phase   Phase         `json:"phase"`
	Until   time.Duration `json:"until,omitempty"` // when the phase ends by itself
	Dreamer games.Seat    `json:"dreamer"`
	Roles   []Role        `json:"roles"`  // by seat
	Unseen  []Role        `json:"unseen"` // role cards that nobody was dealt
	News    News          `json:"news"`

	Mark      int           `json:"mark,omitempty"`      // the last mark passed, in seconds
	Element   int           `json:"element,omitempty"`   // in play, by number
	Giver     games.Seat    `json:"giver"`               // whose clue it is
	Turn      int           `json:"turn,omitempty"`      // at this card, from 1
	TurnUntil time.Duration `json:"turnUntil,omitempty"` // when it is skipped
	Clues     []given       `json:"clues"`               // of this card
	Vote      *ballot       `json:"vote,omitempty"`      // an open challenge

	Cards []played     `json:"cards"` // out of the bed this round, in order
	Aloud bool         `json:"aloud,omitempty"`
	Story string       `json:"story,omitempty"`
	Wish  []int        `json:"wish"`            // by seat: the card to be moved at dawn, 0 for none
	Moved int          `json:"moved,omitempty"` // the card that was
	Win   []games.Seat `json:"win"`             // when over
}

// set is a set of elements.
type set [Elements/64 + 1]uint64

func (s *set) add(n int)      { s[n/64] |= 1 << (n % 64) }
func (s *set) remove(n int)   { s[n/64] &^= 1 << (n % 64) }
func (s *set) has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

// past is a finished round, written small: it is read and written again at every
// input until the match ends.
type past struct {
	Dreamer  games.Seat   `json:"dreamer"`
	Story    string       `json:"story,omitempty"`
	Elements []int        `json:"elements"`        // of its cards, in order
	Sides    string       `json:"sides"`           // a letter for each
	Fined    []games.Seat `json:"fined,omitempty"` // who has its penalties, in order
	Roles    []Role       `json:"roles,omitempty"` // by seat; none when the round was broken off
}

// pastRound writes the round small. Sides have a letter for each card: y for yellow,
// b for blue, s for skipped, p for a penalty, d for one that stayed in the bed;
// in capitals where the dream mentions the card.
func (s *State) pastRound(counted bool) past {
	d := past{Dreamer: s.Dreamer, Story: s.Story}
	if counted {
		d.Roles = s.Roles
	}
	var sides []byte
	for _, c := range s.Cards {
		d.Elements = append(d.Elements, c.Element)
		letter := byte('y')
		switch {
		case c.Side == Penalty:
			letter = 'p'
			d.Fined = append(d.Fined, c.Seat)
		case c.Side == Bed:
			letter = 'd'
		case c.Skipped:
			letter = 's'
		case c.Side == Blue:
			letter = 'b'
		}
		if c.Told {
			letter -= 'a' - 'A'
		}
		sides = append(sides, letter)
	}
	d.Sides = string(sides)
	return d
}

// cards are the cards of a finished round, without guesses.
func (d past) cards() []played {
	var list []played
	fined := d.Fined
	for i, n := range d.Elements {
		c := played{Element: n, Side: Blue, Seat: games.Nobody}
		letter := d.Sides[i]
		if letter >= 'A' && letter <= 'Z' {
			c.Told = true
			letter += 'a' - 'A'
		}
		switch letter {
		case 'y':
			c.Side = Yellow
		case 's':
			c.Skipped = true
		case 'p':
			c.Side, c.Seat, fined = Penalty, fined[0], fined[1:]
		case 'd':
			c.Side = Bed
		}
		list = append(list, c)
	}
	return list
}

// dream is a finished round as everybody may see it.
func (s *State) dream(d past) Dream {
	w := Dream{Dreamer: d.Dreamer, Story: d.Story}
	list := d.cards()
	for _, c := range list {
		w.Cards = append(w.Cards, Card{Element: lexicon().element(c.Element, s.Words), Side: c.Side, Skipped: c.Skipped, Seat: c.Seat, Told: c.Told})
	}
	if d.Roles != nil {
		w.Score = tally(d.Dreamer, d.Roles, list)
	}
	return w
}

// given is a clue.
type given struct {
	Seat   games.Seat `json:"seat"`
	Turn   int        `json:"turn"`
	Word   string     `json:"word,omitempty"`
	Judged bool       `json:"judged,omitempty"` // was challenged: nobody challenges it again
}

// ballot is a challenge that is not decided. It outlives its card, which may be
// guessed meanwhile, so it names what it is about.
type ballot struct {
	Card    int           `json:"card"`           // number of the card in its night
	Turn    int           `json:"turn"`           // of the clue
	Word    string        `json:"word,omitempty"` // the clue; empty by voice
	Giver   games.Seat    `json:"giver"`
	For     []games.Seat  `json:"for"` // the challenger first
	Against []games.Seat  `json:"against"`
	Until   time.Duration `json:"until"`
}

// played is a card that is out of the bed.
type played struct {
	Element int          `json:"element"`
	Side    Side         `json:"side"`
	Skipped bool         `json:"skipped,omitempty"`
	Guess   string       `json:"guess,omitempty"`
	Seat    games.Seat   `json:"seat"` // of a penalty; else Nobody
	Told    bool         `json:"told,omitempty"`
	Votes   []games.Seat `json:"votes,omitempty"` // at Check: who wants the tick changed
}

// counts reports whether the card lies on one of the two sides.
func (p played) counts() bool { return p.Side == Yellow || p.Side == Blue }

// gone reports whether a seat left for good.
func (s *State) gone(seat games.Seat) bool { return s.Chairs[seat].Gone }

// spirit reports whether a seat is at the table and not the dreamer's.
func (s *State) spirit(seat games.Seat) bool {
	return seat != s.Dreamer && seat >= 0 && int(seat) < len(s.Chairs) && !s.gone(seat)
}

// spirits are the seats of all spirits, in seat order.
func (s *State) spirits() []games.Seat {
	var list []games.Seat
	for i := range s.Chairs {
		if s.spirit(games.Seat(i)) {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// present is how many are still at the table.
func (s *State) present() int {
	n := 0
	for _, c := range s.Chairs {
		if !c.Gone {
			n++
		}
	}
	return n
}

// leftOf is the next spirit to the left of a seat, that seat itself at last.
func (s *State) leftOf(of games.Seat) games.Seat {
	n := len(s.Chairs)
	for i := 1; i <= n; i++ {
		if seat := games.Seat((int(of) + i) % n); s.spirit(seat) {
			return seat
		}
	}
	return games.Nobody
}

// card is the number of the card in play; 0 when none is.
func (s *State) card() int {
	if s.Phase != Night && s.Phase != Last {
		return 0
	}
	return len(s.Cards) + 1
}

// round is the number of the round, from 1.
func (s *State) round() int {
	if s.Phase == Over {
		return max(len(s.Dreams), 1)
	}
	return len(s.Dreams) + 1
}

// rounds is how many rounds there will be, as it looks now.
func (s *State) rounds() int {
	n := s.round()
	if s.Phase == Over {
		return n
	}
	for i, c := range s.Chairs {
		if !c.Gone && !c.Slept && games.Seat(i) != s.Dreamer {
			n++
		}
	}
	return n
}

// judgeable is the clue that may be challenged: the last one of the card. By
// voice it is also the word of the turn that nobody has pressed on for yet.
func (s *State) judgeable() []given {
	var list []given
	if n := len(s.Clues); n > 0 && !s.Clues[n-1].Judged {
		list = append(list, s.Clues[n-1])
	}
	if s.Voice && s.Phase == Night && s.Giver != games.Nobody {
		list = append(list, given{Seat: s.Giver, Turn: s.Turn})
	}
	return list
}

// voters are the spirits who may vote on a clue: all but its giver.
func (s *State) voters(giver games.Seat) int {
	n := 0
	for _, seat := range s.spirits() {
		if seat != giver {
			n++
		}
	}
	return n
}

// majority is how many of n are more than half.
func majority(n int) int { return n/2 + 1 }

func (v *ballot) voted(seat games.Seat) bool {
	return slices.Contains(v.For, seat) || slices.Contains(v.Against, seat)
}

// isDark reports whether right and wrong are still a secret of the spirits.
func (s *State) isDark() bool {
	return s.Phase == Night || s.Phase == Last || s.Phase == Story
}

// score counts the round as the cards lie.
func (s *State) score() Score { return tally(s.Dreamer, s.Roles, s.Cards) }

// tally is the score of a round. A seat without a role left before it.
func tally(dreamer games.Seat, roles []Role, cards []played) Score {
	var c Score
	whole := true
	for _, p := range cards {
		switch p.Side {
		case Yellow:
			c.Yellow++
			whole = whole && p.Told
		case Blue:
			c.Blue++
		}
	}
	c.Bonus = whole && c.Yellow > 0
	n := len(roles)
	for i := range n {
		seat := games.Seat((int(dreamer) + i) % n)
		role := roles[seat]
		if role == "" && seat != dreamer {
			continue
		}
		l := Line{Seat: seat, Role: role}
		switch role {
		case Good:
			l.Cards = c.Yellow
		case Bad:
			l.Cards = c.Blue
		case Trickster:
			l.Cards, l.Extra = balance(c.Yellow, c.Blue)
		default:
			l.Cards = c.Yellow
			if c.Bonus {
				l.Extra = 2
			}
		}
		l.Points = l.Cards + l.Extra
		c.Lines = append(c.Lines, l)
	}
	return c
}

// balance is what a Trickster's balance is worth: one side and two more when the sides are
// equal, the higher one when they differ by one, else the lower one.
func balance(yellow, blue int) (cards, extra int) {
	switch max(yellow, blue) - min(yellow, blue) {
	case 0:
		return yellow, 2
	case 1:
		return max(yellow, blue), 0
	default:
		return min(yellow, blue), 0
	}
}

// totals are the results, best first: more points, then fewer penalty cards.
// Whoever left comes after everybody who stayed.
func (s *State) totals() []Total {
	var list []Total
	for i, c := range s.Chairs {
		list = append(list, Total{games.Seat(i), c.Points, c.Penalties, c.Points - c.Penalties, c.Gone})
	}
	slices.SortStableFunc(list, func(a, b Total) int {
		if a.Gone != b.Gone {
			if a.Gone {
				return 1
			}
			return -1
		}
		if a.Score != b.Score {
			return b.Score - a.Score
		}
		return a.Penalties - b.Penalties
	})
	return list
}

// winners share the victory: nobody who stayed has more points, nor as many with
// fewer penalty cards.
func winners(totals []Total) []games.Seat {
	var list []games.Seat
	for _, t := range totals {
		if best := totals[0]; !t.Gone && t.Score == best.Score && t.Penalties == best.Penalties {
			list = append(list, t.Seat)
		}
	}
	slices.Sort(list)
	return list
}
