// Package view says what one viewer knows of a position of Dream Fortress: a seat, or the public.
//
// # Why it stands apart
//
// Here is all of the game's secrecy. [Of] builds a [View] from a position field by field, and
// what has no line here stays unknown. [Redeal] deals again what a viewer does not know, and
// [Hidden] names it, so that tests can prove that nothing leaks. A reader who asks who may know
// what reads this package, and the fields of the position.
//
// Whatever shows the game or plays it is given a View and imports this package, never the one with
// the position. So it stands above the rules and below pages, pictures and players.
//
// What follows from a View alone is asked of it here too: what Insights tell of a group, how many
// of a team still sleep. Pages and players then cannot come to different answers.
package view

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
)

// View is what one viewer knows. It is built field by field; a field that the
// viewer may not know is empty.
type View struct {
	Me games.Seat `json:"me"` // Nobody for the public

	// What the table agreed on.
	Voice  bool     `json:"voice"` // people talk aloud; else they write
	Novice bool     `json:"novice"`
	Crowd  bool     `json:"crowd"`
	Ghosts bool     `json:"ghosts"`
	Double kit.Face `json:"double"`

	Endless bool `json:"endless,omitempty"` // no dawn ends the night

	// What every player sees.
	Phase   kit.Phase     `json:"phase"`
	Step    kit.Step      `json:"step"`
	Until   time.Duration `json:"until"` // when the present wait ends by itself; 0 in Over
	Lap     int           `json:"lap"`   // from 1; 0 at Dusk
	First   games.Seat    `json:"first"`
	Active  games.Seat    `json:"active"` // whose turn it is; Nobody at Dusk
	Waits   games.Seat    `json:"waits"`  // whom the turn waits for; else Nobody
	Pawns   []Pawn        `json:"pawns"`  // by seat
	Base    kit.Place     `json:"base"`   // whose bonus the turn has
	Dice    []kit.Face    `json:"dice"`
	Used    []bool        `json:"used"` // by die
	Done    int           `json:"done"`
	Most    int           `json:"most"`
	Bonus   int           `json:"bonus"`             // bonuses of attack that are left
	Covered []games.Seat  `json:"covered,omitempty"` // whose quilts met an attack of this turn
	Offer   []kit.Vision  `json:"offer,omitempty"`   // two Visions of which one is kept
	Choice  kit.Vision    `json:"choice,omitempty"`  // a special Vision that asks for a choice
	Spoils  *Spoils       `json:"spoils,omitempty"`  // of a player who woke, to pick from
	Letter  *Mail         `json:"letter,omitempty"`  // an Insight on its way
	Drawn   int           `json:"drawn"`             // Insights in the hand of whose turn it is
	Decks   [4]int        `json:"decks"`             // cards: Insights, discarded ones, Visions, discarded ones
	News    []kit.Event   `json:"news,omitempty"`    // of this turn
	Past    []kit.Event   `json:"past,omitempty"`    // of the turn before
	Was     []kit.Was     `json:"was,omitempty"`     // what the last deed changed
	Laps    []kit.Lap     `json:"laps,omitempty"`    // what happened in the latest laps
	Course  [][]int       `json:"course,omitempty"`  // when Over: floors by seat, at the end of each lap
	Passed  []Note        `json:"passed,omitempty"`  // Insights that were answered
	Woken   []kit.Woken   `json:"woken,omitempty"`   // in order
	Woke    []kit.Event   `json:"woke,omitempty"`    // the deeds that woke them, as far as they are known
	Harm    [][]int       `json:"harm"`              // attacks: floors that a seat took from another
	Care    [][]int       `json:"care"`              // heals: floors that a seat gave another
	Open    []kit.Move    `json:"open,omitempty"`    // what the awaited player may do, where that is no secret
	Win     []games.Seat  `json:"win,omitempty"`     // when Over
	Why     string        `json:"why,omitempty"`     // when Over

	// What not every player knows.
	Role  kit.Role      `json:"role,omitempty"`  // the viewer's own
	Since []kit.Event   `json:"since,omitempty"` // what happened since the viewer's own last turn; of those awake, in a lap
	Aside kit.Role      `json:"aside,omitempty"` // the card put aside: when Over, and for whom the table lets see it
	Hand  []kit.Insight `json:"hand,omitempty"`  // what the viewer drew
	Legal []kit.Move    `json:"legal,omitempty"` // the viewer's own moves
}

// Pawn is a seat as a viewer knows it.
type Pawn struct {
	Sleep   int          `json:"sleep"`            // floor; 0 when awake
	Place   kit.Place    `json:"place,omitempty"`  // nothing where there is no pawn
	Hidden  bool         `json:"hidden,omitempty"` // by the Forest
	Visions []kit.Vision `json:"visions,omitempty"`
	Ready   bool         `json:"ready,omitempty"`
	Role    kit.Role     `json:"role,omitempty"` // the viewer's own, of those awake, and of all when Over
}

// Spoils are the Visions of a player who woke.
type Spoils struct {
	From games.Seat   `json:"from"`
	List []kit.Vision `json:"list"`
}

// Mail is an Insight on its way.
type Mail struct {
	By     games.Seat    `json:"by"`
	To     games.Seat    `json:"to"`
	Opens  time.Duration `json:"opens"`            // no answer opens before
	Marked bool          `json:"marked"`           // that moment has passed
	Card   kit.Insight   `json:"card,omitempty"`   // for both of them
	About  bool          `json:"about,omitempty"`  // for the receiver: it is about them
	Answer kit.Answer    `json:"answer,omitempty"` // for the receiver: what they sealed
}

// Note is an Insight that was answered. The card is for who read it.
type Note struct {
	By   games.Seat  `json:"by"`
	To   games.Seat  `json:"to"`
	From int         `json:"from"`           // floor before
	Step int         `json:"step,omitempty"` // floors gained, or lost when negative
	Gave kit.Vision  `json:"gave,omitempty"`
	Card kit.Insight `json:"card,omitempty"`
}

// seesAllRoles reports whether a viewer may see all roles.
func seesAllRoles(s *rules.State, v games.Viewer) bool {
	if s.Phase == kit.Over {
		return true
	}
	seat, seated := v.Seat()
	return seated && s.Ghosts && int(seat) < len(s.Beds) && !s.Beds.Asleep(seat)
}

// Of is what v knows, and nothing else.
func Of(s rules.State, v games.Viewer) View {
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	step := s.Step()
	w := View{
		Me: me, Voice: s.Voice, Novice: s.Novice, Crowd: s.Crowd, Ghosts: s.Ghosts, Double: s.Double, Endless: s.Endless,
		Phase: s.Phase, Step: step, Until: s.Until, Lap: s.Lap, First: s.First, Active: s.Active, Waits: s.Waits(),
		Base: s.Turn.Base, Dice: s.Turn.Dice, Used: s.Turn.Used, Done: s.Turn.Done, Most: s.Turn.Most,
		Offer: s.Offer, Choice: s.Special, Drawn: len(s.Drawn),
		Decks: [4]int{len(s.Insights), len(s.Spent), len(s.Pile), len(s.Trash)},
		News:  s.News, Past: s.Past, Laps: s.Laps, Was: s.Was, Woken: s.Woken, Woke: s.Woke, Harm: s.Harm, Care: s.Care,
		Win: s.Win, Why: s.Why,
	}
	if s.Phase == kit.Over {
		w.Course = s.Course
	}
	all := seesAllRoles(&s, v)
	for i, b := range s.Beds {
		p := Pawn{Sleep: b.Sleep, Place: b.Place, Hidden: b.Hidden, Visions: b.Visions, Ready: b.Ready}
		if all || b.Sleep == 0 || games.Seat(i) == me {
			p.Role = b.Role
		}
		w.Pawns = append(w.Pawns, p)
	}
	if all {
		w.Aside = s.Aside
	}
	if s.Active != games.Nobody {
		w.Bonus, w.Covered = s.Bonuses(), s.Turn.Covered
	}
	if step == kit.StepSpoils {
		w.Spoils = &Spoils{From: s.Spoils[0].From, List: s.Spoils[0].List}
	}
	if l := s.Letter; l != nil {
		w.Letter = &Mail{By: l.By, To: l.To, Opens: l.Opens, Marked: l.Marked}
		if me == l.By || me == l.To {
			w.Letter.Card = l.Card
		}
		if me == l.To {
			w.Letter.About, w.Letter.Answer = l.Card.Concerns(s.Beds[l.To].Role), l.Answer
		}
	}
	for i := range s.Passed {
		p := &s.Passed[i]
		n := Note{By: p.By, To: p.To, From: p.From, Step: p.Step, Gave: p.Gave}
		if s.Phase == kit.Over || me != games.Nobody && p.Knows(me) {
			n.Card = p.Card
		}
		w.Passed = append(w.Passed, n)
	}
	switch s.Phase {
	case kit.Dusk:
		if s.Crowd {
			w.Open = []kit.Move{{Verb: kit.Ready, Seat: games.Nobody}}
		} else {
			w.Open = rules.Puts()
		}
	case kit.Talk:
		w.Open = []kit.Move{{Verb: kit.Ready, Seat: games.Nobody, N: s.Lap}}
	}
	if s.Phase == kit.Play && step != kit.StepPass && step != kit.StepAnswer {
		w.Open = s.Moves(s.Waits())
	}
	if me != games.Nobody && int(me) < len(s.Beds) {
		w.Role = s.Beds[me].Role
		w.Since, _ = s.Lately.Since(me)
		w.Legal = s.Moves(me)
		if me == s.Active && step == kit.StepPass {
			w.Hand = s.Drawn
		}
	}
	return w
}

// Before is how a seat lay before the last deed, and whether that changed it.
func (v View) Before(seat int) (kit.Was, bool) {
	if i := slices.IndexFunc(v.Was, func(w kit.Was) bool { return int(w.Seat) == seat }); i >= 0 {
		return v.Was[i], true
	}
	return kit.Was{}, false
}

// Lost reports whether a die is left over: all actions of the turn are made.
func (v View) Lost(die int) bool { return !v.Used[die] && v.Done >= v.Most }

// Played is the lap that is played, or that was played last.
func (v View) Played() int { return kit.LapPlayed(v.Phase, v.Why, v.Lap) }

// RightOf is the neighbour to the right, who plays before a seat.
func (v View) RightOf(seat games.Seat) games.Seat {
	return games.Seat((int(seat) + len(v.Pawns) - 1) % len(v.Pawns))
}

// Asleep is how many still sleep.
func (v View) Asleep() int {
	n := 0
	for _, p := range v.Pawns {
		if p.Sleep > 0 {
			n++
		}
	}
	return n
}

// Lead is by how many floors a seat sleeps deeper than all others. It is negative where
// another sleeps deeper.
func (v View) Lead(seat games.Seat) int {
	most := 0
	for i, p := range v.Pawns {
		if games.Seat(i) != seat {
			most = max(most, p.Sleep)
		}
	}
	return v.Pawns[seat].Sleep - most
}
