package whenidream

import (
	"slices"
	"time"

	"oneiros/games"
)

// Phase is where a round stands.
type Phase string

// The phases, in order. All but Over belong to a round.
const (
	Dusk  Phase = "dusk"  // roles are dealt; the night begins when every player is ready
	Night Phase = "night" // clues and guesses, while the sand runs
	Last  Phase = "last"  // the sand has run out; the dreamer may make one last guess
	Story Phase = "story" // the dreamer tells the dream, which may wait for a moderator; no player shows the dreamer anything yet
	Check Phase = "check" // the mask is off, cards lie open; the spirits correct the ticks
	Dawn  Phase = "dawn"  // roles lie open and points are counted; one card may still be moved
	Over  Phase = "over"  // every player has slept
)

// Part is what a viewer is in the present round.
type Part string

// The parts.
const (
	Public  Part = "public"  // the board, spectators, and those who left the table
	Dreamer Part = "dreamer" // sleeps with a mask on: knows what the board shows, and no more
	Spirit  Part = "spirit"  // sees the element and the piles
)

// Role is what a spirit wants.
type Role string

// The roles. "No role" is the empty one: the dreamer's, or a secret.
const (
	Good      Role = "good"      // right guesses
	Bad       Role = "bad"       // wrong and skipped ones
	Trickster Role = "trickster" // as many of the one as of the other
)

// Side is where a card came to lie.
type Side string

// The sides of the board, and the two ways for a card to lie on neither.
const (
	Yellow  Side = "yellow"  // guessed
	Blue    Side = "blue"    // guessed wrong, or skipped
	Penalty Side = "penalty" // before the spirit who gave a forbidden clue
	Bed     Side = "bed"     // still in the bed when the night ended
)

// Tongue is the language of a table's elements: "ru" or "en".
type Tongue string

// The tongues.
const (
	Russian Tongue = "ru"
	English Tongue = "en"
)

// View is what one viewer knows. It is built field by field; a field that the
// viewer may not know is empty.
type View struct {
	Me   games.Seat `json:"me"` // Nobody for the public; a player who left has a seat and the Part Public
	Part Part       `json:"part"`

	// What the table agreed on.
	Voice    bool          `json:"voice"`    // people speak; else they write
	Words    Tongue        `json:"words"`    // language of the elements
	Pack     string        `json:"-"`        // the server's own words; empty for the glossary. Every player may read them
	Faithful bool          `json:"faithful"` // a forbidden clue costs a card; else it is only refused
	Sand     time.Duration `json:"sand"`     // length of a night
	Haste    time.Duration `json:"haste"`    // time for one clue

	// What every player knows of the round.
	Phase   Phase         `json:"phase"`
	Round   int           `json:"round"`   // from 1
	Rounds  int           `json:"rounds"`  // shrinks when a player leaves before sleeping
	Deck    [3]int        `json:"deck"`    // role cards in play, dealt or not: good, bad, tricksters
	Hidden  int           `json:"hidden"`  // how many of them no player was dealt
	Dreamer games.Seat    `json:"dreamer"` // who sleeps this round
	Circle  []Chair       `json:"circle"`  // every seat, in seat order
	Until   time.Duration `json:"until"`   // when the phase ends by itself; 0 in Over
	Mark    int           `json:"mark"`    // seconds of sand at the last mark passed: 60, 30, 10; 0 before the first
	News    News          `json:"news"`    // what happened last, as every player saw it

	// Lately is what has happened since the viewer's own last move, that move first, as
	// far as the viewer noticed it.
	Lately []Event `json:"lately,omitempty"`

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
	Role    Role     `json:"role,omitempty"`    // the viewer's own, from Dusk on
	Element *Element `json:"element,omitempty"` // of the card in play: Night and Last
	Vote    *Vote    `json:"vote,omitempty"`    // an open challenge
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
	Waits  bool   `json:"waits,omitempty"`  // at Story: the dream is told in writing, and waits for a moderator
	Aloud  bool   `json:"aloud,omitempty"`  // from Check on: the dream was told aloud, or not at all when Story is empty too
	Story  string `json:"story,omitempty"`  // from Check on: the dream in writing; the dreamer's own while it waits
	Unsaid bool   `json:"unsaid,omitempty"` // from Check on: it was told in writing, and its words are withheld
	Roles  []Role `json:"roles,omitempty"`  // at Dawn, by seat; the dreamer's is empty
	Unseen []Role `json:"unseen,omitempty"` // at Dawn: role cards that no player was dealt
	Score  *Score `json:"score,omitempty"`  // at Dawn: as the cards lie now
	Moved  int    `json:"moved,omitempty"`  // at Dawn: the card that a majority moved; 0 for none

	// The match.
	Dreams  []Dream      `json:"dreams,omitempty"`  // rounds that are finished, in order
	Totals  []Total      `json:"totals,omitempty"`  // when Over, best first
	Winners []games.Seat `json:"winners,omitempty"` // when Over

	// Legal is what the viewer may do now, one move of each form. The Text of a
	// move is only an example of what is accepted.
	Legal []Move `json:"legal,omitempty"`
}

// Chair is what every player knows of a seat.
type Chair struct {
	Gone      bool `json:"gone,omitempty"`  // left for good
	Ready     bool `json:"ready,omitempty"` // at Dusk, Check and Dawn
	Slept     bool `json:"slept,omitempty"` // was the dreamer of a finished round
	Points    int  `json:"points"`          // of finished rounds, penalties not yet taken off
	Penalties int  `json:"penalties"`       // penalty cards
}

// Hint is a clue that was given.
type Hint struct {
	Seat games.Seat `json:"seat"`
	Turn int        `json:"turn"`
	Word string     `json:"word,omitempty"` // empty by voice
}

// Element is what a card shows beside the headboard.
type Element struct {
	Number int    `json:"number"`         // in the glossary, or in the pack, from 1
	Word   string `json:"word"`           // in the table's tongue
	Note   string `json:"note,omitempty"` // which of its meanings, in the table's tongue; shown in brackets
	Other  string `json:"other"`          // in the other tongue; empty in a pack of one language
}

// Card is a card that is out of the bed, or stayed in it when the night ended.
type Card struct {
	Element Element      `json:"element"`
	Side    Side         `json:"side"`
	Skipped bool         `json:"skipped,omitempty"` // blue without a guess
	Guess   string       `json:"guess,omitempty"`   // the dreamer's words; empty by voice and when skipped
	Seat    games.Seat   `json:"seat"`              // of a penalty, who has it; else Nobody
	Told    bool         `json:"told,omitempty"`    // the dream mentions it
	Votes   []games.Seat `json:"votes,omitempty"`   // at Check: who wants the tick changed; at Dawn: who wants the card moved
	Clues   []heard      `json:"clues,omitempty"`   // in writing: at night of the last one, at Dawn of each
}

// Memory is a card that is gone, as the dreamer met it. It tells nothing of the
// element but what was said.
type Memory struct {
	Card  int     `json:"card"`            // its number, from 1
	Guess string  `json:"guess,omitempty"` // empty when skipped
	Clues []heard `json:"clues,omitempty"` // at night only
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

// NewsKind is what happened.
type NewsKind string

// The kinds of news. Of a guess no viewer learns here whether it was right.
const (
	Nothing   NewsKind = ""
	NewRound  NewsKind = "round"    // a round began
	Fell      NewsKind = "fell"     // the night began
	Gave      NewsKind = "clue"     // Seat gave a clue
	Passed    NewsKind = "pass"     // Seat passed
	Slow      NewsKind = "slow"     // Seat's time for a clue ran out
	Guessed   NewsKind = "guess"    // the dreamer guessed card Card
	Skipped   NewsKind = "next"     // the dreamer skipped card Card
	Replaced  NewsKind = "replaced" // card Card was replaced: Seat gave a forbidden clue
	Taken     NewsKind = "taken"    // card Card, which was gone, was taken out: Seat had given a forbidden clue
	Ran       NewsKind = "sand"     // the sand ran out
	Woke      NewsKind = "wake"     // the night is over
	Recounted NewsKind = "moved"    // card Card was moved to the other side
	Departed  NewsKind = "left"     // Seat left the table
)

// News is what happened last.
type News struct {
	Kind NewsKind   `json:"kind,omitempty"`
	Seat games.Seat `json:"seat"` // Nobody where the kind names none
	Card int        `json:"card,omitempty"`
}

// Score is how a round counts.
type Score struct {
	Yellow int    `json:"yellow"`
	Blue   int    `json:"blue"`
	Bonus  bool   `json:"bonus,omitempty"` // the dream mentions every yellow card, and there is one
	Lines  []Line `json:"lines"`           // the dreamer's, then the spirits' from the dreamer's left on
}

// Line is one seat's points of a round.
type Line struct {
	Seat   games.Seat `json:"seat"`
	Role   Role       `json:"role,omitempty"` // empty for the dreamer
	Cards  int        `json:"cards"`          // points for cards
	Extra  int        `json:"extra"`          // 2 for a whole dream or a balanced one, else 0
	Points int        `json:"points"`         // Cards + Extra
}

// Dream is a finished round, kept as a keepsake.
type Dream struct {
	Dreamer games.Seat `json:"dreamer"`
	Story   string     `json:"story,omitempty"` // empty when told aloud, or not at all, or Unsaid
	Unsaid  bool       `json:"unsaid,omitempty"`
	Cards   []Card     `json:"cards,omitempty"` // in the order played, without guesses
	Score   Score      `json:"score"`           // without lines when the round was broken off
}

// Total is one seat's result.
type Total struct {
	Seat      games.Seat `json:"seat"`
	Points    int        `json:"points"`    // of all rounds
	Penalties int        `json:"penalties"` // taken off
	Score     int        `json:"score"`     // Points - Penalties
	Gone      bool       `json:"gone,omitempty"`
}

// Can is the first legal move with a verb, and whether there is one.
func (v View) Can(verb Verb) (Move, bool) {
	for _, m := range v.Legal {
		if m.Verb == verb {
			return m, true
		}
	}
	return Move{}, false
}

// View is built from nothing that v does not know. Players who left see what the
// public sees.
func (rules) View(s State, v games.Viewer) View {
	w := View{
		Me: games.Nobody, Part: Public,
		Voice: s.Voice, Words: s.Words, Pack: s.Pack, Faithful: s.Faithful, Sand: s.Sand, Haste: s.Haste,
		Phase: s.Phase, Round: s.round(), Rounds: s.rounds(), Dreamer: s.Dreamer,
		Circle: s.Chairs, Until: s.Until, Mark: s.Mark, News: s.News,
		Card: s.card(), Turn: s.Turn, Giver: s.Giver, TurnUntil: s.TurnUntil,
	}
	if s.Phase == Night {
		w.TurnUntil = min(s.TurnUntil, s.Until) // no clue comes after the sand
	}
	w.Hidden = len(s.Unseen)
	for _, list := range [][]Role{s.Roles, s.Unseen} {
		for _, r := range list {
			if i := slices.Index(roleKinds, r); i >= 0 {
				w.Deck[i]++
			}
		}
	}
	for _, d := range s.Dreams {
		w.Dreams = append(w.Dreams, d.dream(&s.terms))
	}
	if w.Card > 0 {
		w.Left = bedCards - len(s.Cards)
		for _, c := range s.Clues {
			w.Clues = append(w.Clues, Hint{c.Seat, c.Turn, c.Word})
		}
	}
	if me, seated := v.Seat(); seated {
		w.addSeat(&s, me)
	}
	switch s.Phase {
	case Night, Last, Story:
		switch w.Part {
		case Spirit:
			w.addNight(&s)
		case Dreamer:
			w.addMemory(&s)
			w.Story = s.Story // while it waits for a moderator
		}
		w.Waits = s.Waits
	case Check, Dawn:
		w.addDay(&s)
	case Over:
		w.Totals, w.Winners = s.Chairs.totals(), s.Win
	}
	if w.Part != Public {
		w.addLately(&s)
	}
	return w
}

// addSeat adds what a player at the table knows of themselves.
func (w *View) addSeat(s *State, me games.Seat) {
	w.Me = me
	w.Legal = s.moves(me)
	switch {
	case s.Chairs.gone(me) || s.Phase == Over:
	case me == s.Dreamer:
		w.Part = Dreamer
	default:
		w.Part = Spirit
		w.Role = s.Roles[me]
	}
}

// addNight adds what the spirits see: the element, the piles, what was said of the card
// before, and an open challenge.
func (w *View) addNight(s *State) {
	if w.Card > 0 {
		e := s.lexicon().element(s.Element, s.Words)
		w.Element = &e
		if v := s.Vote; v != nil {
			w.Vote = v.view(w.Me, s.Chairs.voters(v.Giver, s.Dreamer))
		}
	}
	for i, c := range s.Cards {
		card := Card{Element: s.lexicon().element(c.Element, s.Words), Side: c.Side, Skipped: c.Skipped, Seat: c.Seat}
		if i == len(s.Cards)-1 {
			if card.Guess = c.Guess; s.Phase != Story {
				card.Clues = c.Clues
			}
		}
		if s.Phase == Story {
			card.Told = c.Told
		}
		w.Cards = append(w.Cards, card)
	}
}

// addMemory adds what the dreamer heard and guessed. A card that became a penalty
// was taken away.
func (w *View) addMemory(s *State) {
	if s.Voice {
		return
	}
	for i, c := range s.Cards {
		if c.counts() {
			m := Memory{Card: i + 1, Guess: c.Guess}
			if s.Phase != Story {
				m.Clues = c.Clues
			}
			w.Memory = append(w.Memory, m)
		}
	}
}

// addDay adds what every player sees when the mask is off: the cards and the
// dream. At Dawn it adds the roles, the score and who gave which clue.
func (w *View) addDay(s *State) {
	for i, c := range s.Cards {
		card := Card{Element: s.lexicon().element(c.Element, s.Words), Side: c.Side, Skipped: c.Skipped, Guess: c.Guess, Seat: c.Seat, Told: c.Told, Votes: c.Votes}
		if s.Phase == Dawn {
			card.Votes, card.Clues = s.wishers(i+1), c.Clues
		}
		w.Cards = append(w.Cards, card)
	}
	w.Aloud, w.Story, w.Unsaid = s.Aloud, s.Story, s.Unsaid
	if s.Phase == Dawn {
		c := tally(s.Dreamer, s.Roles, s.Cards)
		w.Roles, w.Unseen, w.Score, w.Moved = s.Roles, s.Unseen, &c, s.Moved
	}
}
