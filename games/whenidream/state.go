package whenidream

import (
	"oneiros/games"
	"time"
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

func (s *set) add(n int) { s[n/64] |= 1 << (n % 64) }

func (s *set) remove(n int) { s[n/64] &^= 1 << (n % 64) }

func (s *set) has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

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

// isDark reports whether right and wrong are still a secret of the spirits.
func (s *State) isDark() bool {
	return s.Phase == Night || s.Phase == Last || s.Phase == Story
}
