package kit

import (
	"slices"
	"strings"
)

// Group is a set of groups of characters. Most sets have one group.
type Group uint8

// The groups.
const (
	Nightmares Group = 1 << iota
	GoodDreams
	Dreamers
)

// Groups are the single groups, in order.
var Groups = []Group{Nightmares, GoodDreams, Dreamers}

// AllGroups are all groups.
const AllGroups = Nightmares | GoodDreams | Dreamers

// Index is the place of a single group in [Groups].
func (g Group) Index() int { return max(slices.Index(Groups, g), 0) }

// GroupLetters are the letters of the groups in the names of cards.
const GroupLetters = "NGD"

// Role is a character. No role is the empty one: a secret.
type Role string

// The roles. The last four are the Dreamers.
const (
	Nightmare Role = "nightmare"
	GoodDream Role = "gooddream"
	Alice     Role = "alice"
	Sigmund   Role = "sigmund"
	William   Role = "william"
	Janitor   Role = "janitor"
)

// Group is the group of a role.
func (r Role) Group() Group {
	switch r {
	case Nightmare:
		return Nightmares
	case GoodDream:
		return GoodDreams
	default:
		return Dreamers
	}
}

// DreamersFor are the Dreamers that a number of seats may meet.
func DreamersFor(seats int) []Role {
	if seats < 7 {
		return []Role{Sigmund, William, Janitor}
	}
	return []Role{Alice, Sigmund, William, Janitor}
}

// Cast is, for each number of seats, how many Dreamers and how many of each team
// play. Aside says that one card of the teams is put aside unseen.
var Cast = map[int]struct {
	Dreamers, Each int
	Aside          bool
}{4: {1, 2, true}, 5: {1, 2, false}, 6: {1, 3, true}, 7: {1, 3, false}, 8: {2, 3, false}, 9: {3, 3, false}}

// Face is a face of the dice.
type Face string

// The faces.
const (
	FaceInsight Face = "insight"
	FaceVision  Face = "vision"
	FaceMove    Face = "move"
	FaceAttack  Face = "attack"
	FaceHeal    Face = "heal"
)

// Faces are the faces, in the order in which they are listed.
var Faces = []Face{FaceInsight, FaceVision, FaceMove, FaceAttack, FaceHeal}

// Place is a location.
type Place string

// The places.
const (
	City   Place = "city"   // adds one to an attack
	Forest Place = "forest" // hides from Insights, and forbids them
	Shop   Place = "shop"   // steals Visions
	House  Place = "house"  // rolls again
)

// Places are the places, in the order of their ring.
var Places = []Place{City, Forest, Shop, House}

// Apart is how many steps lie between two places. It is 9 where one of them is no
// place.
func Apart(a, b Place) int {
	i, j := -1, -1
	for k, p := range Places {
		if p == a {
			i = k
		}
		if p == b {
			j = k
		}
	}
	if i < 0 || j < 0 {
		return 9
	}
	return min((i-j+4)%4, (j-i+4)%4)
}

// Insight is an Insight card: what it does, and to which groups, as "lose1 N".
type Insight string

// What an Insight does to whom it is about.
const (
	Lose1 = "lose1" // one floor down
	Lose2 = "lose2" // two floors down
	Gain1 = "gain1" // one floor up; one down from the highest
	Toll  = "toll"  // give the passer a Vision, or one floor down
)

// Effect is what it does.
func (c Insight) Effect() string { e, _, _ := strings.Cut(string(c), " "); return e }

// About are the groups that it is about.
func (c Insight) About() Group {
	_, who, _ := strings.Cut(string(c), " ")
	var g Group
	for i, l := range GroupLetters {
		if strings.ContainsRune(who, l) {
			g |= 1 << i
		}
	}
	return g
}

// insightDeck is the deck of Insights: the same for each group.
var insightDeck = []struct {
	card Insight
	n    int
}{
	{Lose1 + " N", 2}, {Lose1 + " G", 2}, {Lose1 + " D", 2},
	{Lose2 + " N", 1}, {Lose2 + " G", 1}, {Lose2 + " D", 1},
	{Gain1 + " N", 1}, {Gain1 + " G", 1}, {Gain1 + " D", 1},
	{Toll + " N", 2}, {Toll + " G", 2}, {Toll + " D", 2},
	{Toll + " NG", 2}, {Toll + " ND", 2}, {Toll + " GD", 2},
}

// Insights are a whole deck of Insights.
func Insights() []Insight {
	var deck []Insight
	for _, c := range insightDeck {
		for range c.n {
			deck = append(deck, c.card)
		}
	}
	return deck
}

// Vision is a kind of Vision card.
type Vision string

// The Visions.
const (
	Wings     Vision = "wings"     // permanent: +1 to one attack a turn
	Thread    Vision = "thread"    // permanent: attacks reach a place further
	Quilt     Vision = "quilt"     // permanent: the first attack of a turn on its holder is one weaker
	Letter    Vision = "letter"    // permanent: picks second among the Visions of a player who wakes
	Tale      Vision = "tale"      // permanent: no harm by crowds and special Visions
	Boots     Vision = "boots"     // permanent: a move may be of two steps
	Button    Vision = "button"    // permanent: one die may be rolled again
	Cocoa     Vision = "cocoa"     // permanent: one may heal oneself
	Rooster   Vision = "rooster"   // once: any player two floors down
	Lullaby   Vision = "lullaby"   // once: any player two floors up
	Magpie    Vision = "magpie"    // once: steals a Vision
	Door      Vision = "door"      // once: to any place
	Mirror    Vision = "mirror"    // once: changes places with any player
	Hourglass Vision = "hourglass" // once: the third die counts too
	Diary     Vision = "diary"     // once: reads the latest Insight of others
	Alarm     Vision = "alarm"     // special: every player in the place one floor down
	Hush      Vision = "hush"      // special: every player in the place one floor up
	Gift      Vision = "gift"      // special: gives a Vision away
	Draught   Vision = "draught"   // special: the deepest sleeper two floors down
	Bear      Vision = "bear"      // special: the lightest sleeper two floors up
)

// Lasting tells how long a Vision lasts.
type Lasting string

// The ways.
const (
	Permanent Lasting = "permanent"
	Once      Lasting = "once"
	Special   Lasting = "special"
)

// VisionDeck is the deck of Visions, in the order in which they are listed.
var VisionDeck = []struct {
	Card  Vision
	N     int
	Lasts Lasting
}{
	{Wings, 3, Permanent}, {Thread, 2, Permanent}, {Quilt, 2, Permanent}, {Letter, 1, Permanent},
	{Tale, 1, Permanent}, {Boots, 1, Permanent}, {Button, 1, Permanent}, {Cocoa, 1, Permanent},
	{Rooster, 2, Once}, {Lullaby, 3, Once}, {Magpie, 2, Once}, {Door, 2, Once},
	{Mirror, 1, Once}, {Hourglass, 1, Once}, {Diary, 1, Once},
	{Alarm, 2, Special}, {Hush, 1, Special}, {Gift, 1, Special}, {Draught, 1, Special}, {Bear, 1, Special},
}

// Lasts tells how long v lasts. It is empty if v is no Vision.
func (v Vision) Lasts() Lasting {
	for _, c := range VisionDeck {
		if c.Card == v {
			return c.Lasts
		}
	}
	return ""
}

// Visions are a whole deck of Visions.
func Visions() []Vision {
	var deck []Vision
	for _, c := range VisionDeck {
		for range c.N {
			deck = append(deck, c.Card)
		}
	}
	return deck
}
