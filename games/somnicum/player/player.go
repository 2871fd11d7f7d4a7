// Package player is the automatic player of Somnicum, in three strengths.
//
// # Why it stands apart
//
// Whoever tunes it changes neither rules nor pages, and nothing else asks how it thinks. It looks
// ahead, so it plays in positions and imports the rules. It is never given the position of the
// match: package games deals each one again from what the seat knows (see Redeal in package view), so it
// can not cheat.
//
// # How it plays
//
// It thinks in points. It looks at its own turn: every move of a flywheel
// on every level, before that every particle that it could add and every encounter that it
// could play. It knows what sand, its goal and encounters are worth on the average. An easy
// one and a normal one misjudge each course a little, the easy one more. There are dozens of
// courses. So half a point of error is enough for them to take a worse one often.
//
// A strong one also values what its rows promise. After each of the best courses of its
// turn it lets every player take the courses that look best: the others, itself, and the
// others again. Then it compares what it has with what the others have. What they have in
// secret is dealt anew each time.
package player

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
)

// How much a strong player tries.
const (
	candidates = 10 // courses that it looks at
	redeals    = 24 // for each course
	ahead      = 2  // turns of every player, with the course itself
)

// A thought is a position that can be reached in this turn, with how it is reached.
type thought struct {
	move  kit.Move // the next move; none if the course is the next move
	state *rules.State
	desk  *desk
	way   course
	value float32 // as far as this turn
}

// Search plays a move of the automatic player.
func Search(env *games.Env, how games.Strength, seat games.Seat, deal func() rules.State, legal []kit.Move) kit.Move {
	s := deal()
	if len(legal) == 1 {
		return legal[0]
	}
	switch p := (player{env: env, how: how, seat: seat, s: &s, deal: deal}); s.Stage() {
	case kit.Setting:
		return p.set(legal)
	case kit.Choosing:
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
	s    *rules.State // redealt for the seat
	deal func() rules.State

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
func (p *player) set(legal []kit.Move) kit.Move {
	if p.how == games.Easy {
		return legal[p.env.Rand.IntN(len(legal))]
	}
	v, hope := p.values(), hope(p.s)
	best, top := legal[0], float32(-1000)
	for _, m := range legal {
		s := p.s.Clone()
		s.Set(p.env, m.Place)
		k := newDesk(s)
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
func (p *player) keep(legal []kit.Move) kit.Move {
	if p.how == games.Easy {
		return legal[p.env.Rand.IntN(len(legal))]
	}
	d := p.s.Dreamer()
	return slices.MaxFunc(legal, func(a, b kit.Move) int {
		return cmp.Compare(outlook{p.s}.held(d, a.Encounter), outlook{p.s}.held(d, b.Encounter))
	})
}

// turn makes the next move of a turn.
func (p *player) turn(legal []kit.Move) kit.Move {
	p.most = 1
	if p.how == games.Strong && p.s.Phase != kit.Closing {
		p.most = candidates
	}
	p.think(kit.Move{}, p.s)
	for _, m := range legal {
		if m.Verb != kit.Add && m.Verb != kit.Play {
			continue
		}
		next := p.s.Clone()
		if next.Do(p.env, m) != nil || next.Turn != p.seat || next.Phase != p.s.Phase || len(next.Offer) > 0 {
			continue // the turn is over: it is thought of without it
		}
		p.think(m, next)
		if m.Verb == kit.Play {
			p.thenAdd(m, next)
		}
	}
	if p.most > 1 {
		p.compare()
	}
	return p.first(p.best[0], legal)
}

// thenAdd considers what can be added after an encounter that lets the player add more.
func (p *player) thenAdd(m kit.Move, s *rules.State) {
	if !slices.ContainsFunc(m.Encounter.Card().Effects, func(e kit.Effect) bool { return e.Kind == kit.MoreAdds || e.Kind == kit.Single }) {
		return
	}
	for _, a := range (rules.Lister{State: s}).Adds(nil) {
		next := s.Clone()
		next.Add(a.Level, a.Token, a.Back)
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
func (p *player) first(t thought, legal []kit.Move) kit.Move {
	if t.move != (kit.Move{}) {
		return t.move
	}
	switch p.s.Phase {
	case kit.Spinning:
		return kit.Move{Verb: kit.Spin, Wheel: kit.Wheel(t.way.wheel), Steps: int(t.way.steps)}
	case kit.Laying:
		return kit.Move{Verb: kit.Lay, Level: int(t.way.level) + 1}
	default:
		return legal[0]
	}
}

// think considers what can be done in a position, to which a move has led.
func (p *player) think(m kit.Move, s *rules.State) {
	v, hope := p.values(), hope(s)
	k := newDesk(s)
	own := outlook{s}.hand(v)
	consider := func(c course) {
		p.consider(thought{m, s, &k, c, c.value + own + v.err*float32(p.env.Rand.NormFloat64())})
	}
	switch s.Phase {
	case kit.Spinning:
		k.courses(v, hope, consider)
	case kit.Laying:
		k.levels(v, hope, s.Now.Taken, consider)
	default:
		consider(course{value: v.worth(&k.sleepers[k.turn], hope)})
	}
}

// levels yields every level for a card that was taken.
func (k *desk) levels(v *values, hope float32, d kit.Dream, yield func(c course)) {
	card := &printedOn[d]
	for level := range int8(kit.Levels) {
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
	me, rounds, ends := int(k.turn), kit.Rounds-t.state.Round, false
	if t.state.Phase == kit.Spinning {
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
		return k.margin(v, me, float32(rounds)/kit.Rounds)
	}
	return k.margin(v, me, k.hope(rounds))
}

// hope is how much of the match is left, from 0 to 1, with so many rounds after this one.
func (k *desk) hope(rounds int) float32 {
	return (float32(k.left-k.seats)/float32(k.places) + float32(rounds)) / kit.Rounds
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
type outlook struct{ *rules.State }

// hand is what the encounters of whose turn it is are worth, in hand and in play.
func (s outlook) hand(v *values) float32 {
	d := s.Dreamer()
	sum := float32(len(d.Hand)) * (1 + v.option*hope(s.State))
	for _, o := range d.Open {
		for _, e := range o.Card().Effects {
			sum += s.lasting(d, e)
			if e.Kind == kit.Points && e.What == kit.SandLeft {
				sum -= float32(len(d.Sand)) / float32(e.Per) * float32(e.N) // a desk counts it
			}
		}
	}
	return sum
}

// turns is about how many turns each player still has.
func (s outlook) turns() float32 { return hope(s.State) * 15 }

// lasting is what a lasting effect brings from now on.
func (s outlook) lasting(d *rules.Dreamer, e kit.Effect) float32 {
	n, turns := float32(e.N), s.turns()
	switch e.Kind {
	case kit.FreeSteps:
		return 0.2 * n * turns
	case kit.MoreGift:
		return 0.35 * n * turns
	case kit.Stride:
		return 0.2 * n * turns
	case kit.Single, kit.MoreAdds:
		return 0.2 * turns
	case kit.Join:
		return turns
	case kit.Points:
		more := map[kit.Counted]float32{kit.Nightmares: 0.1, kit.Breaks: 0.25, kit.SandLeft: 0.1}[e.What] * turns
		return (float32(d.Count(e.What)) + more) / float32(e.Per) * n
	default:
		return 0
	}
}

// held is what an encounter is worth to a player who may keep it.
func (s outlook) held(d *rules.Dreamer, e kit.Encounter) float32 {
	var sum float32
	for _, x := range e.Card().Effects {
		switch {
		case e.Card().Lasting:
			sum += s.lasting(d, x)
		case x.Kind == kit.GainSand:
			sum += 0.7 * float32(x.N)
		case x.Kind == kit.Brighten:
			sum += 1 + 2*float32(min(d.Count(kit.Nightmares), 1))
		case x.Kind == kit.Mend:
			sum += 1 + 2*float32(min(d.Count(kit.Breaks), 1))
		default:
			sum += 2
		}
	}
	return max(sum, 1)
}
