package kit

// Goods is what of a player's things a dream can change.
type Goods struct {
	Calm   int          `json:"calm"`
	Stars  int          `json:"stars"`
	Coins  int          `json:"coins"`
	Keys   int          `json:"keys"`
	Shards [Colours]int `json:"shards"`
}

// Owned is a segment that a player has.
type Owned struct {
	Label   Label   `json:"label"`
	Segment Segment `json:"segment"`
}

// Haul is what was gained.
type Haul struct {
	Shards [Colours]int `json:"shards"`
	Calm   int          `json:"calm,omitempty"`
	Keys   int          `json:"keys"`
	Coins  int          `json:"coins,omitempty"`
}

// Score is what a player has.
type Score struct {
	Stars  int `json:"stars"` // of the star track
	Sets   int `json:"sets"`  // of shards at its top
	Calm   int `json:"calm"`
	Points int `json:"points"` // on segments
	Total  int `json:"total"`  // 0 for a player who woke
}

// Add adds rewards, several times, and returns how many rainbow shards are among them.
func (h *Haul) Add(rewards []Reward, times int) (rainbows int) {
	for _, r := range rewards {
		if c, ok := r.Shard(); ok {
			h.Shards[c] += times
			continue
		}
		switch r {
		case Rainbow:
			rainbows++
		case CalmPoint:
			h.Calm += times
		case Key:
			h.Keys += times
		case Coin:
			h.Coins += times
		}
	}
	return rainbows
}

// Plus adds a haul to another one.
func (h *Haul) Plus(o Haul) {
	for c := range h.Shards {
		h.Shards[c] += o.Shards[c]
	}
	h.Calm += o.Calm
	h.Keys += o.Keys
	h.Coins += o.Coins
}
