package player

import (
	"math/bits"

	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
)

// values are what an automatic player thinks that things are worth, in points.
type values struct {
	sand      float32 // a token
	enough    int8    // tokens after which one is worth a third
	meet      float32 // drawing an encounter
	meetLevel float32 // for each level more
	breaks    float32 // a break, beside what it takes from the points
	pair      float32 // a free pair under which a card can go, times its level
	image     float32 // a particle on a last card
	option    float32 // that an encounter in hand may be played later
	err       float32 // by how much a course is misjudged: a standard deviation
	envy      float32 // what a point of the others on the average takes away
}

// The values of each strength. The errors are such that each wins two to three times as
// often as the one below.
var (
	easy   = misjudged(normal, 0.5)
	normal = values{sand: 0.35, enough: 6, meet: 1.2, meetLevel: 0.3, breaks: 0.6, option: 0.4, err: 0.2, envy: 0.5}
	strong = values{sand: 0.4, enough: 6, meet: 1.4, meetLevel: 0.4, breaks: 0.5, pair: 1.8, image: 0.15, option: 0.4, envy: 0.5}
)

// misjudged are values with another error.
func misjudged(v values, err float32) values {
	v.err = err
	return v
}

// purse is what a number of tokens is worth.
func (v *values) purse(n int8) float32 {
	if n <= v.enough {
		return v.sand * float32(n)
	}
	return v.sand * (float32(v.enough) + float32(n-v.enough)/3)
}

// shape is what rows promise beyond their points. hope is how much of the match is left,
// from 0 to 1.
func (v *values) shape(p *sleeper, hope float32) float32 {
	if v.pair == 0 && v.image == 0 {
		return 0
	}
	var sum float32
	for level := range p.lanes {
		l := &p.lanes[level]
		sum += v.image * float32(min(bits.OnesCount32(uint32(l.last)), 4))
		if level+1 < kit.Levels {
			free := bits.OnesCount32(l.pairs >> (p.lanes[level+1].slot + 1))
			sum += v.pair * float32(level+1) * float32(min(free, 3))
		}
	}
	return sum * hope
}

// worth is what a player has and may hope for.
func (v *values) worth(p *sleeper, hope float32) float32 {
	return float32(p.points) + p.met + p.grain*float32(p.sand) + v.purse(p.sand)*(0.15+0.85*hope) + v.shape(p, hope)
}

// hope is how much of the match is left, from 0 to 1.
func hope(s *rules.State) float32 {
	all := kit.RingSize[len(s.Dreamers)]
	return (float32(kit.Left(s.Ring)-len(s.Dreamers))/float32(all) + float32(kit.Rounds-s.Round)) / kit.Rounds
}

// best is the best course of whose turn it is. It sees its own turn only.
func (k *desk) best(v *values, hope float32) course {
	top := course{value: -1000}
	k.courses(v, hope, func(c course) {
		if c.value > top.value {
			top = c
		}
	})
	return top
}

// courses yields every course of whose turn it is, each with the worth of the player
// after it.
func (k *desk) courses(v *values, hope float32, yield func(c course)) {
	p := &k.sleepers[k.turn]
	var slots [kit.Levels]int8
	for level := range slots {
		slots[level] = p.room(level)
	}
	most := min(k.left, int8(kit.UnpaidSteps+p.powers.Free)+p.sand)
	for w := range k.wheels {
		at := k.wheels[w]
		for steps := int8(1); steps <= most; steps++ {
			at = k.next(at)
			gift, _ := p.powers.Gift(int(steps))
			price := int8(p.powers.Price(int(steps)))
			card := &printedOn[k.ring[at]]
			for level, slot := range slots {
				if slot < 0 {
					continue
				}
				after := *p
				after.sand += min(int8(gift), k.bag) - price
				_, breaks := after.attach(level, slot, card, k.gap)
				value := v.worth(&after, hope)
				if card.meets {
					value += v.meet + v.meetLevel*float32(level)
				}
				if breaks {
					value -= v.breaks * hope
				}
				yield(course{int8(w), steps, at, int8(level), slot, value})
			}
			if at++; at == k.places {
				at = 0
			}
		}
	}
}
