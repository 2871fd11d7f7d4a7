package fortress

import (
	"slices"
	"time"

	"oneiros/games"
)

// Phase is where a match stands.
type Phase string

// The phases.
const (
	Dusk Phase = "dusk" // roles are dealt; everybody chooses where to begin
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
	Novice bool          `json:"novice,omitempty"` // the first lap is one Insight each
	Crowd  bool          `json:"crowd,omitempty"`  // three in a place disturb each other
	Ghosts bool          `json:"ghosts,omitempty"` // those awake see all roles
	Double Face          `json:"double"`           // the face that is on the die twice
	Think  time.Duration `json:"think"`            // for a turn
	Chat   time.Duration `json:"chat"`             // between laps

	Beds     []Bed     `json:"beds"`            // by seat
	Aside    Role      `json:"aside,omitempty"` // the card put aside
	Insights []Insight `json:"insights"`        // not drawn yet, in no order
	Spent    []Insight `json:"spent"`           // drawn and discarded
	Pile     []Vision  `json:"pile"`            // not drawn yet, in no order
	Trash    []Vision  `json:"trash"`           // discarded, open

	Phase  Phase         `json:"phase"`
	Until  time.Duration `json:"until,omitempty"` // when the present wait ends by itself
	Rest   time.Duration `json:"rest,omitempty"`  // what was left of the turn when somebody else was asked
	Asked  games.Seat    `json:"asked"`           // whom a turn waits for; else Nobody
	Lap    int           `json:"lap"`             // from 1
	First  games.Seat    `json:"first"`           // who begins a lap
	Active games.Seat    `json:"active"`          // whose turn it is
	Turn   Hand          `json:"turn"`

	Drawn   []Insight `json:"drawn"`             // in the hand of whose turn it is
	Letter  *mail     `json:"letter,omitempty"`  // an Insight on its way
	Offer   []Vision  `json:"offer"`             // two Visions of which one is kept
	Special Vision    `json:"special,omitempty"` // one that asks for a choice
	Spoils  []spoil   `json:"spoils"`            // of those who woke

	News []Event `json:"news"` // of this turn
	Past []Event `json:"past"` // of the turn before

	Passed []Passed     `json:"passed"` // Insights that were answered, in order
	Woken  []Woken      `json:"woken"`  // in order
	Harm   [][]int      `json:"harm"`   // attacks: floors that a seat took from another
	Care   [][]int      `json:"care"`   // heals: floors that a seat gave another
	Win    []games.Seat `json:"win"`    // when over
	Why    string       `json:"why,omitempty"`
}

// Bed is a seat at the table. A player on floor 0 is awake.
type Bed struct {
	Role    Role     `json:"role"`
	Sleep   int      `json:"sleep"`            // floor, 1 to 10; 0 when awake
	Place   Place    `json:"place,omitempty"`  // of the pawn; nothing before it is put, and when awake
	Hidden  bool     `json:"hidden,omitempty"` // the Forest's shelter and ban
	Visions []Vision `json:"visions"`
	Ready   bool     `json:"ready,omitempty"`
}

// Hand is what belongs to one turn alone.
type Hand struct {
	Base    Place        `json:"base,omitempty"` // where it began; nothing where no bonus is given
	Dice    []Face       `json:"dice"`           // as they lie; none before the roll
	Used    []bool       `json:"used"`           // by die
	Done    int          `json:"done,omitempty"` // dice that were used
	Most    int          `json:"most"`           // dice that may be used
	Again   bool         `json:"again,omitempty"`
	Spun    bool         `json:"spun,omitempty"`
	Acted   bool         `json:"acted,omitempty"` // the dice are final
	Drew    []Face       `json:"drew"`            // Insight or Vision, once one was drawn with one die
	Bonus   int          `json:"bonus,omitempty"` // bonuses of attack that were used
	Covered []games.Seat `json:"covered"`         // whose quilts were used
}

// mail is an Insight on its way to somebody.
type mail struct {
	By     games.Seat    `json:"by"`
	To     games.Seat    `json:"to"`
	Card   Insight       `json:"card"`
	Opens  time.Duration `json:"opens"` // not before
	Marked bool          `json:"marked,omitempty"`
	Answer Answer        `json:"answer,omitempty"` // sealed until it opens
}

// Answer is what the receiver of an Insight chose: nothing yet, [Obeyed], or the
// name of a Vision to give.
type Answer string

// Obeyed is the answer of a receiver who had no choice, or chose to lose sleep.
const Obeyed Answer = "obey"

// Passed is an Insight that was answered. All of it but the card is public.
type Passed struct {
	By   games.Seat   `json:"by"`
	To   games.Seat   `json:"to"`
	Card Insight      `json:"card,omitempty"`
	From int          `json:"from"`           // floor before
	Step int          `json:"step,omitempty"` // floors gained, or lost when negative
	Gave Vision       `json:"gave,omitempty"`
	Read []games.Seat `json:"read,omitempty"` // who read it in a diary
}

// Woken is somebody who woke.
type Woken struct {
	Seat games.Seat `json:"seat"`
	By   games.Seat `json:"by"` // Nobody, where they or a crowd did it
	Lap  int        `json:"lap"`
}

// spoil is what somebody who woke leaves behind.
type spoil struct {
	From games.Seat   `json:"from"`
	List []Vision     `json:"list"`
	Pick []games.Seat `json:"pick"` // who picks, in order
}

// Kind tells what an event is.
type Kind string

// The kinds of events, with what is set besides Seat.
const (
	Rolled    Kind = "rolled"
	Rerolled  Kind = "rerolled"
	Spun      Kind = "spun"
	Turned    Kind = "turned"
	Began     Kind = "began"     // What: a place
	Walked    Kind = "walked"    // What: a place
	Crowded   Kind = "crowded"   // N: floors
	Looked    Kind = "looked"    // N: Insights
	Sent      Kind = "sent"      // To
	Quiet     Kind = "quiet"     // of an Insight: nothing happens
	Sank      Kind = "sank"      // N floors, by an Insight
	Rose      Kind = "rose"      // N floors, by an Insight
	Gave      Kind = "gave"      // To, What: a Vision, by an Insight
	Found     Kind = "found"     // What: a Vision
	Kept      Kind = "kept"      // What: a Vision of two
	Stole     Kind = "stole"     // To: from whom; What
	Used      Kind = "used"      // What; To, where there is one
	Struck    Kind = "struck"    // To, N
	Waived    Kind = "waived"    //
	Healed    Kind = "healed"    // To, N
	Lost      Kind = "lost"      // N floors, by a Vision; What
	Gained    Kind = "gained"    // N floors, by a Vision; What
	Presented Kind = "presented" // To, What
	Took      Kind = "took"      // To: from whom; What
	Awoke     Kind = "awoke"     // What: the role
	Slow      Kind = "slow"      // the time is over, the rules play for them
)

// Event is something that everybody saw.
type Event struct {
	Kind Kind       `json:"kind"`
	Seat games.Seat `json:"seat"`
	To   games.Seat `json:"to"`
	N    int        `json:"n,omitempty"`
	What string     `json:"what,omitempty"`
}

// asleep reports whether a seat is in the game.
func (s *State) asleep(seat games.Seat) bool {
	return seat >= 0 && int(seat) < len(s.Beds) && s.Beds[seat].Sleep > 0
}

// sleepers are the seats in the game, from one on, around the table.
func (s *State) sleepers(from games.Seat) []games.Seat {
	var list []games.Seat
	n := len(s.Beds)
	for i := range n {
		if seat := games.Seat((max(int(from), 0) + i) % n); s.asleep(seat) {
			list = append(list, seat)
		}
	}
	return list
}

// has reports whether a Vision lies before a seat.
func (s *State) has(seat games.Seat, v Vision) bool {
	return s.asleep(seat) && slices.Contains(s.Beds[seat].Visions, v)
}

// count is how many of a kind of Vision lie before a seat.
func (s *State) count(seat games.Seat, v Vision) int {
	n := 0
	for _, have := range s.Beds[seat].Visions {
		if have == v {
			n++
		}
	}
	return n
}

// countAt is how many sleep at a place.
func (s *State) countAt(p Place) int {
	n := 0
	for i, b := range s.Beds {
		if s.asleep(games.Seat(i)) && b.Place == p {
			n++
		}
	}
	return n
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

// left are the faces of the dice that are not used.
func (t *Hand) left() []Face {
	var list []Face
	for i, f := range t.Dice {
		if !t.Used[i] {
			list = append(list, f)
		}
	}
	return list
}

// spend uses a die of a face.
func (t *Hand) spend(f Face) {
	for i := range t.Dice {
		if t.Dice[i] == f && !t.Used[i] {
			t.Used[i] = true
			t.Done++
			t.Acted = true
			return
		}
	}
}

// bonuses is how many bonuses of attack the player whose turn it is has left.
func (s *State) bonuses() int {
	n := s.count(s.Active, Wings)
	if s.Turn.Base == City {
		n++
	}
	return max(n-s.Turn.Bonus, 0)
}

// distinct are the kinds of Visions of a list, each once, in its order.
func distinct[T comparable](list []T) []T {
	var out []T
	for _, v := range list {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// without is a list less one of an element.
func without[T comparable](list []T, v T) []T {
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return list
}
