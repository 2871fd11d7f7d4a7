package rules

import (
	"time"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// State is the position of a match.
type State struct {
	Voice  bool          `json:"voice,omitempty"`  // people talk aloud; else they write
	Novice bool          `json:"novice,omitempty"` // the first lap is one Insight each
	Crowd  bool          `json:"crowd,omitempty"`  // three in a place disturb each other
	Ghosts bool          `json:"ghosts,omitempty"` // those awake see all roles
	Double kit.Face      `json:"double"`           // the face that is on the die twice
	Think  time.Duration `json:"think"`            // for a turn
	Chat   time.Duration `json:"chat"`             // between laps

	Endless bool `json:"endless,omitempty"` // no dawn ends the night

	Beds  Beds     `json:"beds"`            // by seat
	Aside kit.Role `json:"aside,omitempty"` // the card put aside
	Decks

	Phase kit.Phase `json:"phase"`
	Clock
	Lap    int        `json:"lap"`    // from 1
	First  games.Seat `json:"first"`  // who begins a lap
	Active games.Seat `json:"active"` // whose turn it is
	Turn   Hand       `json:"turn"`

	Drawn   []kit.Insight `json:"drawn"`             // in the hand of whose turn it is
	Letter  *Mail         `json:"letter,omitempty"`  // an Insight on its way
	Offer   []kit.Vision  `json:"offer"`             // two Visions of which one is kept
	Special kit.Vision    `json:"special,omitempty"` // one that asks for a choice
	Spoils  []Spoil       `json:"spoils"`            // of those who woke

	Story
	Was    []kit.Was `json:"was"`    // what the last deed changed on the table
	Course [][]int   `json:"course"` // floors by seat, at the end of each lap; the latest [mostCourse]

	Passed []kit.Passed `json:"passed"` // Insights that were answered, in order
	Woken  []kit.Woken  `json:"woken"`  // in order
	Harm   [][]int      `json:"harm"`   // attacks: floors that a seat took from another
	Care   [][]int      `json:"care"`   // heals: floors that a seat gave another
	Win    []games.Seat `json:"win"`    // when over
	Why    string       `json:"why,omitempty"`
}

// Step is what the turn waits for.
func (s *State) Step() kit.Step {
	switch {
	case s.Phase != kit.Play:
		return ""
	case len(s.Spoils) > 0:
		return kit.StepSpoils
	case s.Letter != nil:
		return kit.StepAnswer
	case len(s.Drawn) > 0:
		return kit.StepPass
	case len(s.Offer) > 0:
		return kit.StepKeep
	case s.Special != "":
		return kit.StepChoose
	case s.Beds[s.Active].Place == "":
		return kit.StepPlace
	case len(s.Turn.Dice) == 0:
		return kit.StepRoll
	default:
		return kit.StepAct
	}
}

// Waits is whom the step is for.
func (s *State) Waits() games.Seat {
	switch s.Step() {
	case "":
		return games.Nobody
	case kit.StepSpoils:
		return s.Spoils[0].Pick[0]
	case kit.StepAnswer:
		return s.Letter.To
	default:
		return s.Active
	}
}
