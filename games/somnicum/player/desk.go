package player

import (
	"math/bits"
	"math/rand/v2"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
)

// A desk is a position as the automatic player thinks of it: small, quick to copy, and
// without what it does not look at.
type desk struct {
	ring     [24]kit.Dream
	places   int8
	left     int8
	wheels   [2]int8
	seats    int8
	turn     int8
	bag      int8
	blanks   int8
	gap      bool // a gap is a break
	sleepers [kit.MaxSeats]sleeper
}

// A sleeper is a player at a desk.
type sleeper struct {
	lanes  [kit.Levels]lane
	goal   kit.Particles
	points int16 // of the rows and the goal
	sand   int8
	met    float32 // what encounters are worth that were drawn in thought
	grain  float32 // points that lasting encounters bring for a token
	powers kit.Powers
}

// A lane is a row at a desk.
type lane struct {
	pairs  uint32        // bit N: the cards N and N+1 have no break and no gap between them
	last   kit.Particles // of the last card
	size   int8
	slot   int8 // of the last card
	value  int8 // of the last card: stars without eyes
	broken bool // a break is on the left of the last card
	edge   bool // the last card counts once
}

// printed is what the automatic player wants of a card.
type printed struct {
	set   kit.Particles
	value int8
	meets bool
}

var printedOn = func() (list [kit.Dreams + 1]printed) {
	for d := kit.Dream(1); d <= kit.Dreams; d++ {
		c := d.Card()
		list[d] = printed{c.Particles, int8(c.Stars - c.Eyes), c.Meets}
	}
	return list
}()

// newDesk makes a desk of a position.
func newDesk(s *rules.State) desk {
	k := desk{
		places: int8(len(s.Ring)), left: int8(kit.Left(s.Ring)), wheels: [2]int8{int8(s.Wheels[0]), int8(s.Wheels[1])},
		seats: int8(len(s.Dreamers)), turn: int8(s.Turn), bag: int8(len(s.Bag)), blanks: int8(kit.Blanks(s.Bag)), gap: s.GapBreaks,
	}
	copy(k.ring[:], s.Ring)
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		p := &k.sleepers[i]
		p.goal, p.sand = d.Goal.Card().Particles, int8(len(d.Sand))
		p.points = int16(d.Rows.Score(d.Goal).Total)
		for _, o := range d.Open {
			for _, e := range o.Card().Effects {
				p.powers = p.powers.Plus(e.Power())
				if e.Kind == kit.Points && e.What == kit.SandLeft {
					p.grain += float32(e.N) / float32(e.Per)
				}
			}
		}
		if games.Seat(i) == s.Turn {
			p.powers = p.powers.Plus(s.Now.Powers)
		}
		for level, row := range d.Rows {
			p.lanes[level] = laneOf(&d.Rows, level, row)
		}
	}
	return k
}

// laneOf makes a lane of a row.
func laneOf(rows *kit.Rows, level int, row []kit.Card) lane {
	l := lane{size: int8(len(row)), slot: -1}
	for i, c := range row {
		if i > 0 && kit.Pair(row, i) {
			l.pairs |= 1 << row[i-1].Slot
		}
		if i == len(row)-1 {
			card := c.Dream.Card()
			l.last, l.slot, l.value = c.Particles(), int8(c.Slot), int8(card.Stars-card.Eyes)
			if c.Bright {
				l.value = int8(card.Eyes)
			}
			l.broken, l.edge = c.Break != kit.NoBreak, rows.Edge(level, i)
		}
	}
	return l
}

// room is the slot of the next card on a level, from 0. It is negative for none.
func (p *sleeper) room(level int) int8 {
	l := &p.lanes[level]
	if level == 0 {
		return l.slot + 1
	}
	free := p.lanes[level-1].pairs >> (l.slot + 1) << (l.slot + 1)
	if free == 0 {
		return -1
	}
	return int8(bits.TrailingZeros32(free))
}

// attach attaches a card to a level, from 0, which has room. It returns what that adds
// to the points, and whether it makes a break.
func (p *sleeper) attach(level int, slot int8, c *printed, gap bool) (points int16, breaks bool) {
	l := &p.lanes[level]
	times := int16(level + 1)
	value := int16(c.value)
	points = int16(bits.OnesCount32(uint32(c.set & p.goal)))
	near := slot == l.slot+1
	switch {
	case l.size == 0:
		points += value * times
	case p.powers.Join == 0 && (l.last&c.set == 0 || gap && !near):
		breaks = true
		if !l.edge && (l.size == 1 || l.broken) {
			points -= int16(l.value) * (times - 1)
		}
		points += value
	default:
		if l.edge {
			points += int16(l.value) * (times - 1)
		}
		points += value * times
		if near {
			l.pairs |= 1 << l.slot
		}
	}
	l.last, l.slot, l.value, l.broken, l.edge = c.set, slot, c.value, breaks, breaks
	l.size++
	p.points += points
	return points, breaks
}

// next is the place of the first card clockwise from a place. The ring is not empty.
func (k *desk) next(at int8) int8 {
	for k.ring[at] == 0 {
		if at++; at == k.places {
			at = 0
		}
	}
	return at
}

// empty reports whether nothing is left between the flywheels on one side.
func (k *desk) empty() bool {
	return k.clear(k.wheels[0], k.wheels[1]) || k.clear(k.wheels[1], k.wheels[0])
}

func (k *desk) clear(from, to int8) bool {
	for from != to {
		if k.ring[from] != 0 {
			return false
		}
		if from++; from == k.places {
			from = 0
		}
	}
	return true
}

// A course is what an automatic player may do in a turn.
type course struct {
	wheel int8
	steps int8
	place int8
	level int8 // from 0
	slot  int8
	value float32 // as far as this turn
}

// take makes the turn of a course. It reports whether the round ends.
func (k *desk) take(c course, v *values, r *rand.Rand) bool {
	p := &k.sleepers[k.turn]
	d := k.ring[c.place]
	k.ring[c.place] = 0
	k.wheels[c.wheel] = c.place
	k.left--
	gift, base := p.powers.Gift(int(c.steps))
	price := int8(p.powers.Price(int(c.steps)))
	ends := base > 0 && k.empty() && r.Float64() < kit.ChanceOfBlank(int(k.bag), int(k.blanks), base)
	p.sand -= price
	k.bag += price
	k.drawn(p, int8(gift))
	k.lay(c, d, v)
	return ends || k.left <= k.seats
}

// lay attaches a card as a course says, and gives the turn to the next player.
func (k *desk) lay(c course, d kit.Dream, v *values) {
	p, card := &k.sleepers[k.turn], &printedOn[d]
	if card.meets {
		p.met += v.meet + v.meetLevel*float32(c.level)
	}
	if _, breaks := p.attach(int(c.level), c.slot, card, k.gap); breaks && k.bag > 0 {
		k.bag--
	}
	if k.turn++; k.turn == k.seats {
		k.turn = 0
	}
}

// drawn gives tokens to a player. How many of the bag are blank is kept in proportion.
func (k *desk) drawn(p *sleeper, n int8) {
	n = min(n, k.bag)
	p.sand += n
	if k.bag > 0 {
		k.blanks -= int8(int(n) * int(k.blanks) / int(k.bag))
	}
	k.bag -= n
}
