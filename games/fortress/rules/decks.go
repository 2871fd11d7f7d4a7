package rules

import (
	"math/rand/v2"
	"slices"

	"oneiros/games/fortress/kit"
)

// Decks are the cards that no player has. A card is drawn by lot when it comes.
type Decks struct {
	Insights []kit.Insight `json:"insights"` // not drawn yet, in no order
	Spent    []kit.Insight `json:"spent"`    // drawn and discarded
	Pile     []kit.Vision  `json:"pile"`     // not drawn yet, in no order
	Trash    []kit.Vision  `json:"trash"`    // discarded, open
}

// drawInsight takes an Insight out of its deck.
func (d *Decks) drawInsight(r *rand.Rand) kit.Insight { return pick(r, &d.Insights, &d.Spent) }

// drawVision takes a Vision out of its deck. It is nothing where all lie before
// players.
func (d *Decks) drawVision(r *rand.Rand) kit.Vision { return pick(r, &d.Pile, &d.Trash) }

// hasVisions reports whether a Vision can be drawn.
func (d *Decks) hasVisions() bool { return len(d.Pile)+len(d.Trash) > 0 }

// pick takes a card out of a pile. The discarded cards fill an empty pile. It is
// nothing where there is no card at all.
func pick[T ~string](r *rand.Rand, pile, trash *[]T) T {
	if len(*pile) == 0 {
		*pile, *trash = *trash, nil
	}
	if len(*pile) == 0 {
		return ""
	}
	i := r.IntN(len(*pile))
	card := (*pile)[i]
	*pile = slices.Delete(*pile, i, i+1)
	return card
}
