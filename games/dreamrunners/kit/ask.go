package kit

// AskKind is what is to be chosen.
type AskKind string

// The kinds of choices.
const (
	AskColour AskKind = "colour" // of a rainbow shard
	AskOrder  AskKind = "order"  // which rewards of intertwined dreams one takes first
	AskChests AskKind = "chests" // which chest is opened first
	AskVictim AskKind = "victim" // which segment the bat takes
)

// Ask is a choice that remains when the sand has run out.
type Ask struct {
	Kind    AskKind  `json:"kind"`
	Square  int      `json:"square"`          // of the tile, not turned
	Chest   Chest    `json:"chest,omitempty"` // of a rainbow in a chest
	Times   int      `json:"times,omitempty"` // of a rainbow: how many shards
	Options []Option `json:"options"`
	Answer  int      `json:"answer"` // among the options
	Chosen  bool     `json:"chosen"` // by the player
}

// Option is one answer. Only the field of its kind is set.
type Option struct {
	Colour  Colour   `json:"colour,omitempty"`
	Rewards []Reward `json:"rewards,omitempty"` // of intertwined dreams, in the order of taking
	Squares []int    `json:"squares,omitempty"` // of chests, in the order of opening
	Label   Label    `json:"label,omitempty"`   // of the victim
}

// EveryColour are the answers for a rainbow shard.
func EveryColour() []Option {
	var list []Option
	for c := range Colour(Colours) {
		list = append(list, Option{Colour: c})
	}
	return list
}
