package player

import (
	"slices"
	"sync"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// How sure a strong dreamer is before it guesses: at first, and from the third clue
// on. A wrong guess costs nothing but the time for the next card, so a dreamer does
// not listen for long.
const (
	sureAtOnce = 0.5
	sureLater  = 0.3
	patience   = 5 // clues, however unsure it is
)

// dream is the dreamer's move at night.
func (p *player) dream() (kit.Move, bool) {
	guess, writes := p.find(kit.Guess)
	next, mayPass := p.find(kit.Next)
	if !writes {
		if !mayPass {
			return p.legal[0], true // by voice, after the sand
		}
		return next, len(p.Clues) >= 3
	}
	n, sure := p.believe()
	guess.Text = p.lexicon().Word(n, p.Words)
	if p.Phase == kit.Last {
		return guess, true
	}
	heard := len(p.Clues)
	spirits := p.awake()
	if p.Turn > 2*spirits+2 || heard > spirits+2 {
		if sure < 0.02 {
			return next, true
		}
		return guess, true
	}
	switch {
	case heard == 0:
		return guess, false
	case p.how < games.Strong:
		return guess, heard >= min(3, spirits)
	}
	return guess, sure >= sureAtOnce || heard >= 3 && sure >= sureLater || heard >= patience
}

// awake is how many spirits are at the table.
func (p *player) awake() int {
	n := 0
	for i, c := range p.Circle {
		if !c.Gone && games.Seat(i) != p.Dreamer {
			n++
		}
	}
	return n
}

// believe is the element that the dreamer thinks of, and how sure it is.
func (p *player) believe() (n int, sure float64) {
	if p.Pack != "" {
		return believePack(p)
	}
	before := p.expected()
	trust := p.trust(before)
	clues := p.Clues
	if p.how == games.Easy {
		clues = p.remembered(clues)
	}
	s := p.weigh(before, clues, trust)
	n = 1
	for e := 1; e <= judge.Elements; e++ {
		if s[e] > s[n] {
			n = e
		}
	}
	return n, s[n]
}

// remembered are the clues that an easy dreamer has not forgotten: the last one, and
// every other one before it.
func (p *player) remembered(clues []view.Hint) []view.Hint {
	var list []view.Hint
	for i, h := range clues {
		if i == len(clues)-1 || (h.Turn+p.Card+p.Round)%2 == 0 {
			list = append(list, h)
		}
	}
	return list
}

// expected is what the dreamer expects of the next card. What lay in play is hardly
// there again, nor what it guessed this night.
func (p *player) expected() *scores {
	s := new(scores)
	for n := 1; n <= judge.Elements; n++ {
		s[n] = 1
	}
	if p.how == games.Easy {
		return s
	}
	for _, d := range p.Dreams {
		for _, c := range d.Cards {
			s[c.Element.Number] = 0.02
		}
	}
	for _, m := range p.Memory {
		for _, n := range judge.Lexicon().Named(m.Guess) {
			s[n] = min(s[n], 0.15)
		}
	}
	return s
}

// honesty is the chance that a spirit of whom nothing is known leads to the element.
func (p *player) honesty() float64 {
	good, bad, tricky := float64(p.Deck[0]), float64(p.Deck[1]), float64(p.Deck[2])
	if good+bad+tricky == 0 {
		return 0.5
	}
	return min(max((good+tricky/2)/(good+bad+tricky), 0.1), 0.9)
}

// trust is the chance that a clue of each seat leads to the element. A strong dreamer
// learns it from the night so far: who was of one mind with the others?
func (p *player) trust(before *scores) []float64 {
	h := make([]float64, len(p.Circle))
	for i := range h {
		h[i] = p.honesty()
		if p.how == games.Easy {
			h[i] = 0.9
		}
	}
	if p.how != games.Strong {
		return h
	}
	type said struct {
		seat games.Seat
		*opinion
	}
	var cards [][]said
	for _, m := range p.Memory {
		var list []said
		for _, c := range m.Clues {
			list = append(list, said{c.Seat, p.opinion(c.Word)})
		}
		if len(list) > 1 {
			cards = append(cards, list)
		}
	}
	for range 2 {
		honest, of := make([]float64, len(h)), make([]float64, len(h))
		for _, list := range cards {
			s := *before
			for _, c := range list {
				c.apply(&s, h[c.seat])
			}
			s.normalize()
			for _, c := range list {
				of[c.seat]++
				for n := 1; n <= judge.Elements; n++ {
					if s[n] > 1e-4 {
						a := h[c.seat] * c.honest[n]
						honest[c.seat] += s[n] * a / (a + (1-h[c.seat])*c.lie[n])
					}
				}
			}
		}
		for i := range h {
			const doubt = 2 // clues that the role cards weigh as much as
			h[i] = (doubt*p.honesty() + honest[i]) / (doubt + of[i])
		}
	}
	return h
}

// opinion is what a clue says: how strongly it leads to each element when it is
// honest, and how likely it is as a lie where the element is another.
type opinion struct{ honest, lie *scores }

// opinion is what the player thinks of a clue.
func (p *player) opinion(word string) *opinion {
	return opinions.of(thought{word, p.Words, p.how})
}

// thought is everything that an opinion depends on.
type thought struct {
	clue string
	t    kit.Tongue
	how  games.Strength
}

// recent keeps the latest opinions. A player weighs all clues of a night again at
// each move.
type recent struct {
	mu sync.Mutex
	by map[thought]*opinion
}

var opinions = recent{by: map[thought]*opinion{}}

// keptOpinions is how many opinions are kept: seven kilobytes each.
const keptOpinions = 500

// of is the opinion of a clue. No caller may change it.
func (r *recent) of(k thought) *opinion {
	r.mu.Lock()
	o := r.by[k]
	r.mu.Unlock()
	if o != nil {
		return o
	}
	o = k.opinion()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.by) >= keptOpinions {
		clear(r.by)
	}
	r.by[k] = o
	return o
}

// opinion works it out. A lie is a clue of a neighbour, or any word.
func (k thought) opinion() *opinion {
	l := knowledge()
	o := &opinion{honest: l.leads(k.clue, k.t, k.how), lie: new(scores)}
	for n := range o.lie {
		o.lie[n] = byLie + likelyLie*byChance
	}
	for f, x := range o.honest {
		if x > byChance {
			for _, n := range l.reached[f] {
				o.lie[n] += likelyLie * (x - byChance) * l.near[n][f] / l.company[n]
			}
		}
	}
	return o
}

// How likely a lie is: it leads to a neighbour, or is any word.
const (
	likelyLie = 0.5
	byLie     = 0.0025
)

// apply weighs a clue of a spirit whose chance of being honest is given.
func (o *opinion) apply(s *scores, honest float64) {
	for n := 1; n <= judge.Elements; n++ {
		s[n] *= honest*o.honest[n] + (1-honest)*o.lie[n]
	}
}

// weigh is how likely every element is after some clues.
func (p *player) weigh(before *scores, clues []view.Hint, trust []float64) *scores {
	s := *before
	for _, h := range clues {
		p.opinion(h.Word).apply(&s, trust[h.Seat])
	}
	s.normalize()
	return &s
}

// normalize makes the scores add up to one.
func (s *scores) normalize() {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	if sum == 0 {
		return
	}
	for n := range s {
		s[n] /= sum
	}
}

// recalled are the elements of the night that the dreamer remembers, by number, the
// first guess first.
func (p *player) recalled() []int {
	var list []int
	for _, m := range p.Memory {
		named := p.lexicon().Named(m.Guess)
		if len(named) == 0 || slices.Contains(list, named[0]) {
			continue
		}
		switch {
		case p.how == games.Easy && p.rand.IntN(2) == 0, p.how == games.Normal && p.rand.IntN(8) == 0:
			continue // it forgot
		}
		list = append(list, named[0])
	}
	return list
}
