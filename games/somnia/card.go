package somnia

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
)

// Suit is one of the four suits, or none. The box has four colours without
// names; the names are our own.
type Suit uint8

// The suits.
const (
	Moon Suit = iota
	Fish
	Clover
	Balloon
	NoSuit // none: the Nightmare's before it comes
)

// Suits are the four suits in the order in which hands are sorted.
var Suits = []Suit{Moon, Fish, Clover, Balloon}

const suitLetters = "mfcb"

var suitNames = [...]string{"moon", "fish", "clover", "balloon", ""}

// String is the name of a suit. Without a suit it is "".
func (s Suit) String() string { return suitNames[min(s, NoSuit)] }

// MarshalText writes the name.
func (s Suit) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name.
func (s *Suit) UnmarshalText(text []byte) error {
	for i, name := range suitNames {
		if string(text) == name {
			*s = Suit(i)
			return nil
		}
	}
	return fmt.Errorf("%w: suit %q", errCard, text)
}

// Ranks are from 2 to 10.
const (
	lowest  = 2
	highest = 10
	five    = 5 // the Nightmare's 5 is a 11
	seven   = 7 // the Nightmare's 7 is a 12
)

// Card is sixteen times its suit plus its rank. So a card is the number of its
// bit in a [Set]. The zero Card is none.
type Card uint8

// NoCard is no card.
const NoCard Card = 0

var errCard = errors.New("no card of Somnia")

func card(s Suit, rank int) Card { return Card(int(s)<<4 | rank) }

// Suit is the suit of c.
func (c Card) Suit() Suit {
	if c == NoCard {
		return NoSuit
	}
	return Suit(c >> 4)
}

// Rank is what is printed in the corner of c, 2 to 10.
func (c Card) Rank() int { return int(c & 15) }

// String is the rank and the letter of the suit, such as "7m". Without a card it
// is "".
func (c Card) String() string {
	if c == NoCard {
		return ""
	}
	return strconv.Itoa(c.Rank()) + suitLetters[c.Suit():c.Suit()+1]
}

// MarshalText writes c as String does.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (c *Card) UnmarshalText(text []byte) (err error) {
	if *c = NoCard; len(text) > 0 {
		*c, err = parseCard(string(text))
	}
	return err
}

func parseCard(text string) (Card, error) {
	for _, s := range Suits {
		if n := len(text) - 1; n >= 1 && n <= 2 && text[n] == suitLetters[s] {
			rank, err := strconv.Atoi(text[:n])
			if c := card(s, rank&15); err == nil && rank >= lowest && rank <= highest && c.String() == text {
				return c, nil
			}
		}
	}
	return NoCard, fmt.Errorf("%w: %.8q", errCard, text)
}

// Set is a set of cards: bit n is the card n.
type Set uint64

// lane are the cards of a suit, and bits that no card has. Without a suit it is
// empty.
func lane(s Suit) Set { return 0xffff << (s << 4) }

// rank is the set of the four cards of a rank.
func rank(n int) Set { return 0x0001_0001_0001_0001 << n }

// span is the set of all cards of the ranks from one to another.
func span(from, to int) Set {
	var s Set
	for n := from; n <= to; n++ {
		s |= rank(n)
	}
	return s
}

// deck is the deck for a number of players: two play without the 2, 3 and 4.
func deck(seats int) Set {
	if seats == 2 {
		return span(five, highest)
	}
	return span(lowest, highest)
}

func (s Set) has(c Card) bool { return s>>c&1 != 0 }
func (s Set) with(c Card) Set { return s | 1<<c }
func (s Set) less(c Card) Set { return s &^ (1 << c) }
func (s Set) size() int       { return bits.OnesCount64(uint64(s)) }

// first is the first card of s by suit and rank; s is not empty.
func (s Set) first() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// nth is the card of s after so many others.
func (s Set) nth(n int) Card {
	for ; n > 0; n-- {
		s &= s - 1
	}
	return s.first()
}

// Cards are the cards of s, sorted by suit and rank.
func (s Set) Cards() []Card {
	list := make([]Card, 0, s.size())
	for ; s != 0; s &= s - 1 {
		list = append(list, s.first())
	}
	return list
}

// String is the cards of s with spaces between them.
func (s Set) String() string { return string(s.append(nil)) }

func (s Set) append(b []byte) []byte {
	for i, c := range s.Cards() {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(c.Rank()), 10)
		b = append(b, suitLetters[c.Suit()])
	}
	return b
}

// MarshalText writes s as String does.
func (s Set) MarshalText() ([]byte, error) { return s.append(make([]byte, 0, 3*s.size())), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Set) UnmarshalText(text []byte) error {
	set, err := parseSet(string(text))
	*s = set
	return err
}

func parseSet(text string) (Set, error) {
	var s Set
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] != ' ' {
			n++
		}
		c, err := parseCard(text[:n])
		if err != nil {
			return 0, err
		}
		s = s.with(c)
		text = text[min(n+1, len(text)):]
	}
	return s, nil
}

// strength orders the cards of one suit: the Nightmare's 5 and 7 are above all.
func strength(c Card, nightmare Suit) int {
	if c.Suit() == nightmare {
		switch c.Rank() {
		case five:
			return 11
		case seven:
			return 12
		}
	}
	return c.Rank()
}

// points are what the cards of s are worth.
func points(s Set, nightmare Suit) int {
	n := 10*(s&(rank(6)|rank(10))).size() + 5*(s&rank(9)).size() + 3*(s&rank(8)).size() + 2*(s&rank(seven)).size()
	if s &= lane(nightmare); s != 0 {
		n += 13*(s&rank(five)).size() + 18*(s&rank(seven)).size()
	}
	return n
}
