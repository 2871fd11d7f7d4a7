package rules

import (
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/pack"
)

// State is the position of a match.
type State struct {
	Terms

	Chairs kit.Chairs `json:"chairs"` // by seat; Ready is of the present phase
	Used   Set        `json:"used"`   // elements that lay in play
	Dreams []Past     `json:"dreams"` // finished rounds

	Phase   kit.Phase     `json:"phase"`
	Until   time.Duration `json:"until,omitempty"` // when the phase ends by itself
	Dreamer games.Seat    `json:"dreamer"`
	Roles   []kit.Role    `json:"roles"`  // by seat
	Unseen  []kit.Role    `json:"unseen"` // role cards that no player was dealt
	News    kit.News      `json:"news"`

	Lately games.Chronicle[kit.Event] `json:"lately"`

	inPlay
	Cards Pile `json:"cards"` // out of the bed this round, in order
	telling

	Win []games.Seat `json:"win"` // when over
}

// Terms are what the table agreed on.
type Terms struct {
	Voice    bool          `json:"voice,omitempty"`
	Words    kit.Tongue    `json:"words"`
	Pack     string        `json:"-"` // the text of the server's own words; empty for the glossary
	Faithful bool          `json:"faithful,omitempty"`
	Sand     time.Duration `json:"sand"`  // length of a night
	Haste    time.Duration `json:"haste"` // time for a clue
	Tale     time.Duration `json:"tale"`  // time for the story
}

// byDays reports whether a clue has hours of time. See package pace.
func (t Terms) byDays() bool { return t.Haste >= time.Hour }

// wait is how long something lasts that people are asked for: so long, or as long as a
// turn by days.
func (t Terms) wait(live time.Duration) time.Duration {
	if t.byDays() {
		return t.Haste
	}
	return live
}

// Lexicon is the words that the table plays with.
func (t *Terms) Lexicon() *judge.Glossary { return pack.Glossary(t.Pack) }

// inPlay is the card in play and whose clue it is. By day it is nothing.
type inPlay struct {
	Mark      int           `json:"mark,omitempty"`      // the last mark passed, in seconds
	Element   int           `json:"element,omitempty"`   // in play, by number
	Giver     games.Seat    `json:"giver"`               // whose clue it is
	Turn      int           `json:"turn,omitempty"`      // at this card, from 1
	TurnUntil time.Duration `json:"turnUntil,omitempty"` // when it is skipped
	Left      int           `json:"left,omitempty"`      // by days: how many turns the sand still has after this one
	Clues     []Clue        `json:"clues"`               // of this card
	Vote      *Ballot       `json:"vote,omitempty"`      // an open challenge
}

// nothing is in play by day.
func nothing() inPlay { return inPlay{Giver: games.Nobody} }

// telling is the dream of the round, and what the spirits want changed of it.
type telling struct {
	Aloud  bool   `json:"aloud,omitempty"`
	Story  string `json:"story,omitempty"`
	Waits  bool   `json:"waits,omitempty"`  // for a moderator: the Story is the dreamer's secret
	Unsaid bool   `json:"unsaid,omitempty"` // it was told in writing, and its words are withheld
	Wish   []int  `json:"wish"`             // by seat: the card to be moved at dawn, 0 for none
	Moved  int    `json:"moved,omitempty"`  // the card that was
}

// Clue is a clue.
type Clue struct {
	Seat   games.Seat `json:"seat"`
	Turn   int        `json:"turn"`
	Word   string     `json:"word,omitempty"`
	Judged bool       `json:"judged,omitempty"` // was challenged: no player challenges it again
}

// Card is the number of the card in play; 0 when none is.
func (s *State) Card() int {
	if s.Phase != kit.Night && s.Phase != kit.Last {
		return 0
	}
	return len(s.Cards) + 1
}

// Round is the number of the round, from 1.
func (s *State) Round() int {
	if s.Phase == kit.Over {
		return max(len(s.Dreams), 1)
	}
	return len(s.Dreams) + 1
}

// Rounds is how many rounds there will be, as it looks now.
func (s *State) Rounds() int {
	n := s.Round()
	if s.Phase == kit.Over {
		return n
	}
	for i, c := range s.Chairs {
		if !c.Gone && !c.Slept && games.Seat(i) != s.Dreamer {
			n++
		}
	}
	return n
}

// IsDark reports whether right and wrong are still a secret of the spirits.
func (s *State) IsDark() bool {
	return s.Phase == kit.Night || s.Phase == kit.Last || s.Phase == kit.Story
}
