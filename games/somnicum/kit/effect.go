package kit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// EffectKind is what an effect does.
type EffectKind string

// The kinds of effects. The first ones happen at once. The next ones change the present
// turn, or every turn of the owner of a lasting card. The last one counts at the end.
const (
	GainSand EffectKind = "sand"     // N tokens from the bag
	Mend     EffectKind = "mend"     // a break of one's own is removed
	Swap     EffectKind = "swap"     // the last cards of two rows change places, and are compared anew
	Exchange EffectKind = "exchange" // the card taken and its neighbour in the ring change places
	Brighten EffectKind = "brighten" // the eyes of a nightmare of one's own become stars
	Drift    EffectKind = "drift"    // a flywheel moves 1 to N cards

	FreeSteps EffectKind = "free"
	MoreGift  EffectKind = "gift"
	Stride    EffectKind = "stride"
	MoreAdds  EffectKind = "add"
	Single    EffectKind = "single"
	Join      EffectKind = "join"

	Points EffectKind = "points" // N for each Per of What
)

// Counted is what [Points] count in the dream of their owner.
type Counted string

// What can be counted.
const (
	Nightmares Counted = "nightmares"
	Breaks     Counted = "breaks"
	SandLeft   Counted = "sand" // tokens in reserve
)

// Effect is one effect of an encounter.
type Effect struct {
	Kind EffectKind
	N    int     // 1 where the data has no number
	What Counted // of Points
	Per  int     // of Points
}

// The kinds of each sort, and which of them have a number.
var (
	Instant  = []EffectKind{GainSand, Mend, Swap, Exchange, Brighten, Drift}
	powers   = []EffectKind{FreeSteps, MoreGift, Stride, MoreAdds, Single, Join}
	Numbered = []EffectKind{GainSand, Drift, FreeSteps, MoreGift, Stride, MoreAdds}
	asking   = []EffectKind{Mend, Swap, Exchange, Brighten, Drift}
	counted  = []Counted{Nightmares, Breaks, SandLeft}
)

// Asks reports whether the effect needs a choice of its player.
func (e Effect) Asks() bool { return slices.Contains(asking, e.Kind) }

// OfDream reports whether the effect asks for a card or a row of one's own dream.
func (e Effect) OfDream() bool { return e.Kind == Mend || e.Kind == Swap || e.Kind == Brighten }

// mostOfEffect bounds the numbers of effects.
const mostOfEffect = 9

// parseEffect reads an effect, such as "sand 3" or "points breaks 1 per 2".
func parseEffect(words []string, lasting bool) (Effect, error) {
	text := strings.Join(words, " ")
	bad := func(why string) (Effect, error) { return Effect{}, fmt.Errorf("the effect %q %s", text, why) }
	if len(words) == 0 {
		return bad("is empty")
	}
	e := Effect{Kind: EffectKind(words[0]), N: 1}
	number := func(word string) int {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > mostOfEffect {
			return 0
		}
		return n
	}
	switch {
	case e.Kind == Points:
		if len(words) != 5 || words[3] != "per" {
			return bad("is not written points WHAT N per M")
		}
		e.What, e.N, e.Per = Counted(words[1]), number(words[2]), number(words[4])
		if !slices.Contains(counted, e.What) {
			return bad("counts something unknown")
		}
		if e.N == 0 || e.Per == 0 {
			return bad("has a number that is not 1 to 9")
		}
		if !lasting {
			return bad("is for lasting cards")
		}
	case !slices.Contains(Instant, e.Kind) && !slices.Contains(powers, e.Kind):
		return bad("is not known")
	case lasting && e.Asks():
		return bad("is for cards that are played once")
	case slices.Contains(Numbered, e.Kind):
		if len(words) != 2 {
			return bad("wants one number")
		}
		if e.N = number(words[1]); e.N == 0 {
			return bad("has a number that is not 1 to 9")
		}
	case len(words) != 1:
		return bad("wants no number")
	}
	return e, nil
}

// Power is the part of an effect that changes turns.
func (e Effect) Power() Powers {
	switch e.Kind {
	case FreeSteps:
		return Powers{Free: e.N}
	case MoreGift:
		return Powers{More: e.N}
	case Stride:
		return Powers{Stride: e.N}
	case MoreAdds:
		return Powers{Add: e.N}
	case Single:
		return Powers{Single: e.N}
	case Join:
		return Powers{Join: e.N}
	default:
		return Powers{}
	}
}

// Plus adds powers up.
func (p Powers) Plus(q Powers) Powers {
	return Powers{p.Free + q.Free, p.More + q.More, p.Stride + q.Stride, p.Add + q.Add, p.Single + q.Single, p.Join + q.Join}
}
