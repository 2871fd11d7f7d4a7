package somnicum

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"oneiros/games"
)

// The automatic player thinks in points. It looks at its own turn: every move of a flywheel
// on every level, before that every particle that it could add and every encounter that it
// could play. It knows what sand, its goal and encounters are worth on the average. An easy
// one and a normal one misjudge each course a little, the easy one more. There are dozens of
// courses. So half a point of error is enough for them to take a worse one often.
//
// A strong one also values what its rows promise. After each of the best courses of its
// turn it lets every player take the courses that look best: the others, itself, and the
// others again. Then it compares what it has with what the others have. What they have in
// secret is dealt anew each time.

// How much a strong player tries.
const (
	candidates = 10 // courses that it looks at
	redeals    = 24 // for each course
	ahead      = 2  // turns of every player, with the course itself
)

// A thought is a position that can be reached in this turn, with how it is reached.
type thought struct {
	move  Move // the next move; none if the course is the next move
	state *State
	desk  *desk
	way   course
	value float32 // as far as this turn
}

// Search plays a move of the automatic player.
func (rules) Search(env *games.Env, how games.Strength, seat games.Seat, deal func() State, legal []Move) Move {
	s := deal()
	if len(legal) == 1 {
		return legal[0]
	}
	switch p := (player{env: env, how: how, seat: seat, s: &s, deal: deal}); s.phase() {
	case Setting:
		return p.set(legal)
	case Choosing:
		return p.keep(legal)
	default:
		return p.turn(legal)
	}
}

// A player is an automatic player at a move.
type player struct {
	env  *games.Env
	how  games.Strength
	seat games.Seat
	s    *State // redealt for the seat
	deal func() State

	best []thought // the best ones, from the best on
	most int       // how many of them are kept
}

// values are what the player thinks that things are worth.
func (p *player) values() *values {
	switch p.how {
	case games.Easy:
		return &easy
	case games.Strong:
		return &strong
	default:
		return &normal
	}
}

// set places the flywheels where the others get little in their next turns, and the
// player much. An easy one does not care.
func (p *player) set(legal []Move) Move {
	if p.how == games.Easy {
		return legal[p.env.Rand.IntN(len(legal))]
	}
	v, hope := p.values(), p.s.hope()
	best, top := legal[0], float32(-1000)
	for _, m := range legal {
		s := p.s.clone()
		s.set(p.env, m.Place)
		k := s.desk()
		for range len(s.Dreamers) {
			k.take(k.best(v, hope), v, p.env.Rand)
		}
		if got := k.margin(v, int(p.seat), hope); got > top {
			best, top = m, got
		}
	}
	return best
}

// keep keeps an encounter.
func (p *player) keep(legal []Move) Move {
	if p.how == games.Easy {
		return legal[p.env.Rand.IntN(len(legal))]
	}
	d := p.s.dreamer()
	return slices.MaxFunc(legal, func(a, b Move) int {
		return cmp.Compare(outlook{p.s}.held(d, a.Encounter), outlook{p.s}.held(d, b.Encounter))
	})
}

// turn makes the next move of a turn.
func (p *player) turn(legal []Move) Move {
	p.most = 1
	if p.how == games.Strong && p.s.Phase != Closing {
		p.most = candidates
	}
	p.think(Move{}, p.s)
	for _, m := range legal {
		if m.Verb != Add && m.Verb != Play {
			continue
		}
		next := p.s.clone()
		if next.do(p.env, m) != nil || next.Turn != p.seat || next.Phase != p.s.Phase || len(next.Offer) > 0 {
			continue // the turn is over: it is thought of without it
		}
		p.think(m, next)
		if m.Verb == Play {
			p.thenAdd(m, next)
		}
	}
	if p.most > 1 {
		p.compare()
	}
	return p.first(p.best[0], legal)
}

// thenAdd considers what can be added after an encounter that lets the player add more.
func (p *player) thenAdd(m Move, s *State) {
	if !slices.ContainsFunc(m.Encounter.Card().Effects, func(e Effect) bool { return e.Kind == MoreAdds || e.Kind == Single }) {
		return
	}
	for _, a := range (options{s}).adds(nil) {
		next := s.clone()
		next.add(a.Level, a.Token, a.Back)
		p.think(m, next)
	}
}

// consider keeps a thought if it is one of the best so far.
func (p *player) consider(t thought) {
	n := len(p.best)
	if n == p.most {
		if t.value <= p.best[n-1].value {
			return
		}
		n--
		p.best = p.best[:n]
	}
	for n > 0 && t.value > p.best[n-1].value {
		n--
	}
	p.best = slices.Insert(p.best, n, t)
}

// first is the first move of a thought.
func (p *player) first(t thought, legal []Move) Move {
	if t.move != (Move{}) {
		return t.move
	}
	switch p.s.Phase {
	case Spinning:
		return Move{Verb: Spin, Wheel: Wheel(t.way.wheel), Steps: int(t.way.steps)}
	case Laying:
		return Move{Verb: Lay, Level: int(t.way.level) + 1}
	default:
		return legal[0]
	}
}

// think considers what can be done in a position, to which a move has led.
func (p *player) think(m Move, s *State) {
	v, hope := p.values(), s.hope()
	k := s.desk()
	own := outlook{s}.hand(v)
	consider := func(c course) {
		p.consider(thought{m, s, &k, c, c.value + own + v.err*float32(p.env.Rand.NormFloat64())})
	}
	switch s.Phase {
	case Spinning:
		k.courses(v, hope, consider)
	case Laying:
		k.levels(v, hope, s.Now.Taken, consider)
	default:
		consider(course{value: v.worth(&k.sleepers[k.turn], hope)})
	}
}

// levels yields every level for a card that was taken.
func (k *desk) levels(v *values, hope float32, d Dream, yield func(c course)) {
	card := &printedOn[d]
	for level := range int8(Levels) {
		slot := k.sleepers[k.turn].room(int(level))
		if slot < 0 {
			continue
		}
		after := k.sleepers[k.turn]
		_, breaks := after.attach(int(level), slot, card, k.gap)
		value := v.worth(&after, hope)
		if card.meets {
			value += v.meet + v.meetLevel*float32(level)
		}
		if breaks {
			value -= v.breaks * hope
		}
		yield(course{level: level, slot: slot, value: value})
	}
}

// compare looks at what the best thoughts leave to the others. It sorts them by what the
// player has then, compared with the others.
func (p *player) compare() {
	v := p.values()
	sums := make([]float32, len(p.best))
	for range redeals {
		other := p.deal()
		seed := p.env.Rand.Uint64()
		for i := range p.best {
			t := &p.best[i]
			k := *t.desk
			for j := range other.Dreamers {
				if games.Seat(j) != p.seat {
					k.sleepers[j].goal = other.Dreamers[j].Goal.Card().Particles
				}
			}
			sums[i] += k.follow(t, v, rand.New(rand.NewPCG(seed, 1))) / redeals
		}
	}
	for i := range p.best {
		t := &p.best[i]
		t.value = sums[i] + outlook{t.state}.hand(v)
	}
	slices.SortStableFunc(p.best, func(a, b thought) int { return cmp.Compare(b.value, a.value) })
}

// follow makes the course of a thought and lets every player take turns after it. It returns
// what the player has then, compared with the others.
func (k *desk) follow(t *thought, v *values, r *rand.Rand) float32 {
	me, rounds, ends := int(k.turn), Rounds-t.state.Round, false
	if t.state.Phase == Spinning {
		ends = k.take(t.way, v, r)
	} else {
		k.lay(t.way, t.state.Now.Taken, v)
		ends = t.state.Now.Ends || k.left <= k.seats
	}
	for range ahead*int(k.seats) - 1 {
		if ends {
			break
		}
		ends = k.take(k.best(v, k.hope(rounds)), v, r)
	}
	if ends {
		return k.margin(v, me, float32(rounds)/Rounds)
	}
	return k.margin(v, me, k.hope(rounds))
}

// hope is how much of the match is left, from 0 to 1, with so many rounds after this one.
func (k *desk) hope(rounds int) float32 {
	return (float32(k.left-k.seats)/float32(k.places) + float32(rounds)) / Rounds
}

// margin is what a player has, compared with what the others have on the average.
func (k *desk) margin(v *values, me int, hope float32) float32 {
	var mine, others float32
	for i := range k.seats {
		w := v.worth(&k.sleepers[i], hope)
		if int(i) == me {
			mine = w
		} else {
			others += w
		}
	}
	return mine - v.envy*others/float32(k.seats-1)
}

// An outlook is what a position promises to whose turn it is.
type outlook struct{ *State }

// hand is what the encounters of whose turn it is are worth, in hand and in play.
func (s outlook) hand(v *values) float32 {
	d := s.dreamer()
	sum := float32(len(d.Hand)) * (1 + v.option*s.hope())
	for _, o := range d.Open {
		for _, e := range o.Card().Effects {
			sum += s.lasting(d, e)
			if e.Kind == Points && e.What == SandLeft {
				sum -= float32(len(d.Sand)) / float32(e.Per) * float32(e.N) // a desk counts it
			}
		}
	}
	return sum
}

// turns is about how many turns each player still has.
func (s outlook) turns() float32 { return s.hope() * 15 }

// lasting is what a lasting effect brings from now on.
func (s outlook) lasting(d *Dreamer, e Effect) float32 {
	n, turns := float32(e.N), s.turns()
	switch e.Kind {
	case FreeSteps:
		return 0.2 * n * turns
	case MoreGift:
		return 0.35 * n * turns
	case Stride:
		return 0.2 * n * turns
	case Single, MoreAdds:
		return 0.2 * turns
	case Join:
		return turns
	case Points:
		more := map[Counted]float32{Nightmares: 0.1, Breaks: 0.25, SandLeft: 0.1}[e.What] * turns
		return (float32(d.count(e.What)) + more) / float32(e.Per) * n
	default:
		return 0
	}
}

// held is what an encounter is worth to a player who may keep it.
func (s outlook) held(d *Dreamer, e Encounter) float32 {
	var sum float32
	for _, x := range e.Card().Effects {
		switch {
		case e.Card().Lasting:
			sum += s.lasting(d, x)
		case x.Kind == GainSand:
			sum += 0.7 * float32(x.N)
		case x.Kind == Brighten:
			sum += 1 + 2*float32(min(d.count(Nightmares), 1))
		case x.Kind == Mend:
			sum += 1 + 2*float32(min(d.count(Breaks), 1))
		default:
			sum += 2
		}
	}
	return max(sum, 1)
}

// clone is a copy that shares nothing that moves change.
func (s *State) clone() *State {
	c := *s
	c.Ring, c.Bag, c.Lost = slices.Clone(s.Ring), slices.Clone(s.Bag), slices.Clone(s.Lost)
	c.Stack, c.Discards, c.Offer = slices.Clone(s.Stack), slices.Clone(s.Discards), slices.Clone(s.Offer)
	c.Dreamers = slices.Clone(s.Dreamers)
	c.Story = slices.Clip(s.Story)
	d := c.dreamer()
	d.Sand, d.Aside, d.Hand, d.Open = slices.Clone(d.Sand), slices.Clone(d.Aside), slices.Clone(d.Hand), slices.Clone(d.Open)
	for i := range d.Rows {
		d.Rows[i] = slices.Clone(d.Rows[i])
		for j := range d.Rows[i] {
			d.Rows[i][j].Added = slices.Clip(d.Rows[i][j].Added)
		}
	}
	return &c
}
