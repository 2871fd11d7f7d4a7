// Package view says what one viewer knows of a position of When I Dream: the dreamer, a spirit, or the
// public.
//
// # Why it stands apart
//
// Here is all of the game's secrecy. Of builds a View from a position field by field, and what has no
// line here stays unknown. Redeal deals again what a viewer does not know, and Hidden names it, so that
// tests can prove that nothing leaks. A reader who asks who may know what reads this package, and the
// fields of the position.
//
// Whatever shows the game or plays it is given a View and imports this package, never the one with the
// position. So it stands above the rules and below pages, pictures and players.
package view

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
)

// View is what one viewer knows. It is built field by field; a field that the
// viewer may not know is empty.
type View struct {
	Me   games.Seat `json:"me"` // Nobody for the public; a player who left has a seat and the Part Public
	Part kit.Part   `json:"part"`

	// What the table agreed on.
	Voice    bool          `json:"voice"`    // people speak; else they write
	Words    kit.Tongue    `json:"words"`    // language of the elements
	Pack     string        `json:"-"`        // the server's own words; empty for the glossary. Every player may read them
	Faithful bool          `json:"faithful"` // a forbidden clue costs a card; else it is only refused
	Sand     time.Duration `json:"sand"`     // length of a night
	Haste    time.Duration `json:"haste"`    // time for one clue

	// What every player knows of the round.
	Phase   kit.Phase     `json:"phase"`
	Round   int           `json:"round"`   // from 1
	Rounds  int           `json:"rounds"`  // shrinks when a player leaves before sleeping
	Deck    [3]int        `json:"deck"`    // role cards in play, dealt or not: good, bad, tricksters
	Hidden  int           `json:"hidden"`  // how many of them no player was dealt
	Dreamer games.Seat    `json:"dreamer"` // who sleeps this round
	Circle  []kit.Chair   `json:"circle"`  // every seat, in seat order
	Until   time.Duration `json:"until"`   // when the phase ends by itself; 0 in Over
	Mark    int           `json:"mark"`    // seconds of sand at the last mark passed: 60, 30, 10; 0 before the first
	News    kit.News      `json:"news"`    // what happened last, as every player saw it

	// Lately is what has happened since the viewer's own last move, that move first, as
	// far as the viewer noticed it.
	Lately []kit.Event `json:"lately,omitempty"`

	// What every player knows of the night; zero outside Night and Last. Clues of
	// cards that are gone and the dreamer's guesses are in no public view before
	// Check, and on no dreamer's page.
	Card      int           `json:"card"`            // number of the card in play, from 1
	Left      int           `json:"left"`            // cards in the bed, the one in play included
	Turn      int           `json:"turn"`            // number of the turn at this card, from 1
	Giver     games.Seat    `json:"giver"`           // whose clue it is; Nobody outside Night
	TurnUntil time.Duration `json:"turnUntil"`       // when that turn is skipped, or the sand has run out
	Clues     []Hint        `json:"clues,omitempty"` // of the card in play, in order

	// What only spirits know at night.
	Role    kit.Role     `json:"role,omitempty"`    // the viewer's own, from Dusk on
	Element *kit.Element `json:"element,omitempty"` // of the card in play: Night and Last
	Vote    *Vote        `json:"vote,omitempty"`    // an open challenge
	// Cards are those of the round that are out of the bed, Cards[i] the number
	// i+1. Spirits see them from the night on, in silence, with the guess of the last one
	// and of those since their own last move; every spirit from Check on.
	Cards []Card `json:"cards,omitempty"`

	// Memory are the cards that the viewer dreamt of and guessed or skipped, in order:
	// only in the dreamer's view, from Night to Story. A page shows the guess at the card
	// before and no other, because to remember is half of a dreamer's game. An automatic
	// dreamer needs it all.
	Memory []Memory `json:"memory,omitempty"`

	// The day.
	Waits  bool       `json:"waits,omitempty"`  // at Story: the dream is told in writing, and waits for a moderator
	Aloud  bool       `json:"aloud,omitempty"`  // from Check on: the dream was told aloud, or not at all when Story is empty too
	Story  string     `json:"story,omitempty"`  // from Check on: the dream in writing; the dreamer's own while it waits
	Unsaid bool       `json:"unsaid,omitempty"` // from Check on: it was told in writing, and its words are withheld
	Roles  []kit.Role `json:"roles,omitempty"`  // at Dawn, by seat; the dreamer's is empty
	Unseen []kit.Role `json:"unseen,omitempty"` // at Dawn: role cards that no player was dealt
	Score  *kit.Score `json:"score,omitempty"`  // at Dawn: as the cards lie now
	Moved  int        `json:"moved,omitempty"`  // at Dawn: the card that a majority moved; 0 for none

	// The match.
	Dreams  []Dream      `json:"dreams,omitempty"`  // rounds that are finished, in order
	Totals  []kit.Total  `json:"totals,omitempty"`  // when Over, best first
	Winners []games.Seat `json:"winners,omitempty"` // when Over

	// Legal is what the viewer may do now, one move of each form. The Text of a
	// move is only an example of what is accepted.
	Legal []kit.Move `json:"legal,omitempty"`
}

// Hint is a clue that was given.
type Hint struct {
	Seat games.Seat `json:"seat"`
	Turn int        `json:"turn"`
	Word string     `json:"word,omitempty"` // empty by voice
}

// Card is a card that is out of the bed, or stayed in it when the night ended.
type Card struct {
	Element kit.Element  `json:"element"`
	Side    kit.Side     `json:"side"`
	Skipped bool         `json:"skipped,omitempty"` // blue without a guess
	Guess   string       `json:"guess,omitempty"`   // the dreamer's words; empty by voice and when skipped
	Seat    games.Seat   `json:"seat"`              // of a penalty, who has it; else Nobody
	Told    bool         `json:"told,omitempty"`    // the dream mentions it
	Votes   []games.Seat `json:"votes,omitempty"`   // at Check: who wants the tick changed; at Dawn: who wants the card moved
	Clues   []kit.Heard  `json:"clues,omitempty"`   // in writing: at night of the last one, at Dawn of each
}

// Memory is a card that is gone, as the dreamer met it. It tells nothing of the
// element but what was said.
type Memory struct {
	Card  int         `json:"card"`            // its number, from 1
	Guess string      `json:"guess,omitempty"` // empty when skipped
	Clues []kit.Heard `json:"clues,omitempty"` // at night only
}

// Vote is an open challenge of a clue. Only spirits know of it.
type Vote struct {
	Card    int           `json:"card"` // of the clue; it may be gone meanwhile
	Turn    int           `json:"turn"`
	Giver   games.Seat    `json:"giver"`
	Word    string        `json:"word,omitempty"` // empty by voice
	By      games.Seat    `json:"by"`             // who challenged
	For     int           `json:"for"`            // votes that it is forbidden, the challenger's included
	Against int           `json:"against"`
	Needed  int           `json:"needed"`          // votes that decide, either way
	Voted   bool          `json:"voted,omitempty"` // the viewer has voted
	Until   time.Duration `json:"until"`           // when it lapses
}

// Dream is a finished round, kept as a keepsake.
type Dream struct {
	Dreamer games.Seat `json:"dreamer"`
	Story   string     `json:"story,omitempty"` // empty when told aloud, or not at all, or Unsaid
	Unsaid  bool       `json:"unsaid,omitempty"`
	Cards   []Card     `json:"cards,omitempty"` // in the order played, without guesses
	Score   kit.Score  `json:"score"`           // without lines when the round was broken off
}

// Of builds a view of nothing that v does not know. Players who left see what the public sees.
func Of(s rules.State, v games.Viewer) View {
	w := View{
		Me: games.Nobody, Part: kit.Public,
		Voice: s.Voice, Words: s.Words, Pack: s.Pack, Faithful: s.Faithful, Sand: s.Sand, Haste: s.Haste,
		Phase: s.Phase, Round: s.Round(), Rounds: s.Rounds(), Dreamer: s.Dreamer,
		Circle: s.Chairs, Until: s.Until, Mark: s.Mark, News: s.News,
		Card: s.Card(), Turn: s.Turn, Giver: s.Giver, TurnUntil: s.TurnUntil,
	}
	if s.Phase == kit.Night {
		w.TurnUntil = min(s.TurnUntil, s.Until) // no clue comes after the sand
	}
	w.Hidden = len(s.Unseen)
	for _, list := range [][]kit.Role{s.Roles, s.Unseen} {
		for _, r := range list {
			if i := slices.Index(kit.Roles, r); i >= 0 {
				w.Deck[i]++
			}
		}
	}
	for _, d := range s.Dreams {
		w.Dreams = append(w.Dreams, dreamOf(d, &s.Terms))
	}
	if w.Card > 0 {
		w.Left = kit.BedCards - len(s.Cards)
		for _, c := range s.Clues {
			w.Clues = append(w.Clues, Hint{c.Seat, c.Turn, c.Word})
		}
	}
	if me, seated := v.Seat(); seated {
		w.addSeat(&s, me)
	}
	switch s.Phase {
	case kit.Night, kit.Last, kit.Story:
		switch w.Part {
		case kit.Spirit:
			w.addNight(&s)
		case kit.Dreamer:
			w.addMemory(&s)
			w.Story = s.Story // while it waits for a moderator
		}
		w.Waits = s.Waits
	case kit.Check, kit.Dawn:
		w.addDay(&s)
	case kit.Over:
		w.Totals, w.Winners = rules.Totals(s.Chairs), s.Win
	}
	if w.Part != kit.Public {
		w.addLately(&s)
	}
	return w
}

// addSeat adds what a player at the table knows of themselves.
func (w *View) addSeat(s *rules.State, me games.Seat) {
	w.Me = me
	w.Legal = s.Moves(me)
	switch {
	case s.Chairs.Gone(me) || s.Phase == kit.Over:
	case me == s.Dreamer:
		w.Part = kit.Dreamer
	default:
		w.Part = kit.Spirit
		w.Role = s.Roles[me]
	}
}

// addNight adds what the spirits see: the element, the piles, what was said of the card
// before, and an open challenge.
func (w *View) addNight(s *rules.State) {
	if w.Card > 0 {
		e := s.Lexicon().Element(s.Element, s.Words)
		w.Element = &e
		if v := s.Vote; v != nil {
			w.Vote = voteOf(v, w.Me, s.Chairs.Voters(v.Giver, s.Dreamer))
		}
	}
	for i, c := range s.Cards {
		card := Card{Element: s.Lexicon().Element(c.Element, s.Words), Side: c.Side, Skipped: c.Skipped, Seat: c.Seat}
		if i == len(s.Cards)-1 {
			if card.Guess = c.Guess; s.Phase != kit.Story {
				card.Clues = c.Clues
			}
		}
		if s.Phase == kit.Story {
			card.Told = c.Told
		}
		w.Cards = append(w.Cards, card)
	}
}

// addMemory adds what the dreamer heard and guessed. A card that became a penalty
// was taken away.
func (w *View) addMemory(s *rules.State) {
	if s.Voice {
		return
	}
	for i, c := range s.Cards {
		if c.Counts() {
			m := Memory{Card: i + 1, Guess: c.Guess}
			if s.Phase != kit.Story {
				m.Clues = c.Clues
			}
			w.Memory = append(w.Memory, m)
		}
	}
}

// addDay adds what every player sees when the mask is off: the cards and the
// dream. At Dawn it adds the roles, the score and who gave which clue.
func (w *View) addDay(s *rules.State) {
	for i, c := range s.Cards {
		card := Card{Element: s.Lexicon().Element(c.Element, s.Words), Side: c.Side, Skipped: c.Skipped, Guess: c.Guess, Seat: c.Seat, Told: c.Told, Votes: c.Votes}
		if s.Phase == kit.Dawn {
			card.Votes, card.Clues = s.Wishers(i+1), c.Clues
		}
		w.Cards = append(w.Cards, card)
	}
	w.Aloud, w.Story, w.Unsaid = s.Aloud, s.Story, s.Unsaid
	if s.Phase == kit.Dawn {
		c := rules.Tally(s.Dreamer, s.Roles, s.Cards)
		w.Roles, w.Unseen, w.Score, w.Moved = s.Roles, s.Unseen, &c, s.Moved
	}
}

// dreamOf is a finished round as every player may see it.
func dreamOf(d rules.Past, t *rules.Terms) Dream {
	w := Dream{Dreamer: d.Dreamer, Story: d.Story, Unsaid: d.Unsaid}
	list := d.Cards()
	if len(list) > 0 {
		w.Cards = make([]Card, 0, len(list))
	}
	for _, c := range list {
		w.Cards = append(w.Cards, Card{Element: t.Lexicon().Element(c.Element, t.Words), Side: c.Side, Skipped: c.Skipped, Seat: c.Seat, Told: c.Told})
	}
	if d.Roles != nil {
		w.Score = rules.Tally(d.Dreamer, d.Roles, list)
	}
	return w
}

// voteOf is what a spirit knows of an open challenge: the counts, and not who voted.
func voteOf(v *rules.Ballot, me games.Seat, voters int) *Vote {
	return &Vote{
		Card: v.Card, Turn: v.Turn, Word: v.Word, Giver: v.Giver, By: v.For[0], For: len(v.For), Against: len(v.Against),
		Needed: kit.Majority(voters), Voted: v.Voted(me), Until: v.Until,
	}
}
