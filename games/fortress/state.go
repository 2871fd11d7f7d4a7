package fortress

import (
	"time"

	"oneiros/games"
)

// Phase is where a match stands.
type Phase string

// The phases.
const (
	Dusk Phase = "dusk" // roles are dealt; every player chooses where to begin
	Play Phase = "play" // turns
	Talk Phase = "talk" // between two laps, while the table talks
	Over Phase = "over"
)

// Step is what a turn waits for. It follows from the rest of the position.
type Step string

// The steps.
const (
	StepPlace  Step = "place"  // a pawn is to be put, on the first turn of a game with crowds
	StepRoll   Step = "roll"   // dice
	StepAct    Step = "act"    // an action
	StepPass   Step = "pass"   // the player who drew Insights passes one on
	StepAnswer Step = "answer" // its receiver reads it
	StepKeep   Step = "keep"   // one of two Visions
	StepChoose Step = "choose" // what a special Vision asks for
	StepSpoils Step = "spoils" // a Vision of a player who woke
)

// State is the position of a match.
type State struct {
	Voice  bool          `json:"voice,omitempty"`  // people talk aloud; else they write
	Novice bool          `json:"novice,omitempty"` // the first lap is one Insight each
	Crowd  bool          `json:"crowd,omitempty"`  // three in a place disturb each other
	Ghosts bool          `json:"ghosts,omitempty"` // those awake see all roles
	Double Face          `json:"double"`           // the face that is on the die twice
	Think  time.Duration `json:"think"`            // for a turn
	Chat   time.Duration `json:"chat"`             // between laps

	Endless bool `json:"endless,omitempty"` // no dawn ends the night

	Beds  Beds `json:"beds"`            // by seat
	Aside Role `json:"aside,omitempty"` // the card put aside
	Decks

	Phase Phase `json:"phase"`
	Clock
	Lap    int        `json:"lap"`    // from 1
	First  games.Seat `json:"first"`  // who begins a lap
	Active games.Seat `json:"active"` // whose turn it is
	Turn   Hand       `json:"turn"`

	Drawn   []Insight `json:"drawn"`             // in the hand of whose turn it is
	Letter  *mail     `json:"letter,omitempty"`  // an Insight on its way
	Offer   []Vision  `json:"offer"`             // two Visions of which one is kept
	Special Vision    `json:"special,omitempty"` // one that asks for a choice
	Spoils  []spoil   `json:"spoils"`            // of those who woke

	Story
	Was    []Was   `json:"was"`    // what the last deed changed on the table
	Course [][]int `json:"course"` // floors by seat, at the end of each lap; the latest [mostCourse]

	Passed []Passed     `json:"passed"` // Insights that were answered, in order
	Woken  []Woken      `json:"woken"`  // in order
	Harm   [][]int      `json:"harm"`   // attacks: floors that a seat took from another
	Care   [][]int      `json:"care"`   // heals: floors that a seat gave another
	Win    []games.Seat `json:"win"`    // when over
	Why    string       `json:"why,omitempty"`
}

// step is what the turn waits for.
func (s *State) step() Step {
	switch {
	case s.Phase != Play:
		return ""
	case len(s.Spoils) > 0:
		return StepSpoils
	case s.Letter != nil:
		return StepAnswer
	case len(s.Drawn) > 0:
		return StepPass
	case len(s.Offer) > 0:
		return StepKeep
	case s.Special != "":
		return StepChoose
	case s.Beds[s.Active].Place == "":
		return StepPlace
	case len(s.Turn.Dice) == 0:
		return StepRoll
	default:
		return StepAct
	}
}

// waits is whom the step is for.
func (s *State) waits() games.Seat {
	switch s.step() {
	case "":
		return games.Nobody
	case StepSpoils:
		return s.Spoils[0].Pick[0]
	case StepAnswer:
		return s.Letter.To
	default:
		return s.Active
	}
}

// played is the lap that is played, or that was played last, of those that are counted.
func played(in Phase, why string, counted int) int {
	if in == Talk || in == Over && why == whyDawn {
		return counted - 1 // the next one has not begun
	}
	return max(counted, 1)
}
