package kit

import "oneiros/games"

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

// Event is news that players may read until their own next move.
type Event struct {
	News
	Round int    `json:"round"`
	Word  string `json:"word,omitempty"` // of a clue
}

// News of which no board tells, because only spirits know it, or because the phase says
// it too.
const (
	Objected NewsKind = "challenge" // Seat challenges the clue Word for card Card; spirits alone know
	Cleared  NewsKind = "cleared"   // the clue Word was found to be allowed; spirits alone know
	Amended  NewsKind = "amended"   // Seat changed on which side card Card lies; spirits alone know
	Retold   NewsKind = "told"      // the dream was told, or the time for it is over
	Ticked   NewsKind = "tick"      // a majority changed the tick of card Card
	Unmasked NewsKind = "roles"     // roles were shown and points counted
	Counted  NewsKind = "counted"   // the round is over, and its points are banked
)

// OfCard reports whether the event stands in the line of its card.
func (e Event) OfCard() bool {
	switch e.Kind {
	case Gave, Passed, Slow, Objected, Cleared, Guessed, Skipped, Replaced:
		return true
	default:
		return false
	}
}
