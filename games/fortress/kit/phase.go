package kit

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

// LapPlayed is the lap that is played, or that was played last, of those that are counted.
func LapPlayed(in Phase, why string, counted int) int {
	if in == Talk || in == Over && why == WhyDawn {
		return counted - 1 // the next one has not begun
	}
	return max(counted, 1)
}

// The reasons why a match is over.
const (
	WhyWon  = "won"  // a player reached their aim
	WhyDawn = "dawn" // the night was too long
)
