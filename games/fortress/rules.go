package fortress

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/ui"
)

// rules are the rules; see the package comment.
type rules struct{}

// The measures of the game.
const (
	top      = 10 // the highest floor, where everybody begins
	enough   = 5  // Visions that Sigmund wants
	ahead    = 4  // floors by which William must be above all others
	crowd    = 3  // sleepers in one place that disturb each other
	lastLap  = 20 // after it, it dawns
	strength = 2  // of an attack
)

// How long what lasts, where no option says it.
const (
	hush   = 10 * time.Second // from the passing of an Insight on, before its answer opens
	glance = 60 * time.Second // at least, for an Insight and for the choices out of turn
	spare  = 30 * time.Second // at least, when one's turn goes on after somebody else was asked
	settle = 60 * time.Second // at least, to look at one's role
)

func (rules) Parse(text string) (Move, error) { return Parse(text) }

func (rules) Deal(env *games.Env, t games.Table) (State, error) {
	second := func(key string) time.Duration { return time.Duration(t.Options.Int(key)) * time.Second }
	s := State{
		Novice: t.Options["novice"] == "yes",
		Crowd:  t.Options["crowd"] == "yes",
		Ghosts: t.Options["ghosts"] == "yes",
		Double: Face(t.Options["double"]),
		Think:  second("turn"),
		Chat:   second("talk"),

		Insights: insights(),
		Pile:     visions(),
		Phase:    Dusk,
		Asked:    games.Nobody,
		Active:   games.Nobody,
		Beds:     make([]Bed, t.Seats),
	}
	if s.Think <= 0 || !slices.Contains(faces, s.Double) {
		return s, fmt.Errorf("options are not complete: %v", t.Options)
	}
	var hand []Role
	hand, s.Aside = roles(env.Rand, t.Seats)
	for i, r := range hand {
		s.Beds[i] = Bed{Role: r, Sleep: top}
		s.Harm = append(s.Harm, make([]int, t.Seats))
		s.Care = append(s.Care, make([]int, t.Seats))
	}
	s.First = games.Seat(env.Rand.IntN(t.Seats))
	s.Until = env.At + max(s.Think, settle)
	return s, nil
}

// roles deals the characters of a number of seats, and the one put aside.
func roles(r *rand.Rand, seats int) (hand []Role, aside Role) {
	c := cast[seats]
	for range c.each {
		hand = append(hand, Nightmare, GoodDream)
	}
	shuffle(r, hand)
	if c.aside {
		aside, hand = hand[0], hand[1:]
	}
	box := dreamers(seats)
	shuffle(r, box)
	hand = append(hand, box[:c.dreamers]...)
	shuffle(r, hand)
	return hand, aside
}

func shuffle[T any](r *rand.Rand, list []T) {
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

func (rules) Moves(s State, seat games.Seat) iter.Seq[Move] { return slices.Values(s.moves(seat)) }

// moves is the one definition of what is legal. It depends on nothing but what
// the seat knows.
func (s *State) moves(seat games.Seat) []Move {
	if !s.asleep(seat) {
		return nil
	}
	switch s.Phase {
	case Dusk:
		switch {
		case s.Beds[seat].Ready:
			return nil
		case s.Crowd:
			return []Move{{Verb: Ready, Seat: games.Nobody}}
		default:
			return puts()
		}
	case Talk:
		if !s.Beds[seat].Ready {
			return []Move{{Verb: Ready, Seat: games.Nobody, N: s.Lap}}
		}
		return nil
	}
	if s.waits() != seat {
		return nil
	}
	switch s.step() {
	case StepPlace:
		return puts()
	case StepRoll:
		return append([]Move{move(Roll)}, s.oneShots()...)
	case StepAct:
		return s.actions()
	case StepPass:
		return s.passes()
	case StepAnswer:
		return s.answers()
	case StepKeep:
		return each(Keep, distinct(s.Offer))
	case StepChoose:
		return s.choices()
	default: // StepSpoils
		return each(Take, distinct(s.Spoils[0].List))
	}
}

// puts are the places of a pawn.
func puts() []Move {
	var list []Move
	for _, p := range places {
		list = append(list, Move{Verb: Put, Seat: games.Nobody, Place: p})
	}
	return list
}

// each is a verb with each of some Visions.
func each(v Verb, cards []Vision) []Move {
	var list []Move
	for _, c := range cards {
		list = append(list, Move{Verb: v, Seat: games.Nobody, Vision: c})
	}
	return list
}

// at is a verb at each of some seats.
func at(v Verb, seats []games.Seat) []Move {
	var list []Move
	for _, seat := range seats {
		list = append(list, Move{Verb: v, Seat: seat})
	}
	return list
}

// others are the sleepers but whoever's turn it is, from the left on.
func (s *State) others() []games.Seat {
	return slices.DeleteFunc(s.sleepers(s.Active+1), func(seat games.Seat) bool { return seat == s.Active })
}

// recipients are those who can be passed an Insight.
func (s *State) recipients() []games.Seat {
	return slices.DeleteFunc(s.others(), func(seat games.Seat) bool { return s.Beds[seat].Hidden })
}

// targets are those who can be attacked.
func (s *State) targets() []games.Seat {
	reach := 0
	if s.has(s.Active, Thread) {
		reach = 1
	}
	mine := s.Beds[s.Active].Place
	return slices.DeleteFunc(s.others(), func(seat games.Seat) bool { return apart(mine, s.Beds[seat].Place) > reach })
}

// healable are those who can be healed.
func (s *State) healable() []games.Seat {
	list := s.others()
	if s.has(s.Active, Cocoa) {
		list = append(list, s.Active)
	}
	return slices.DeleteFunc(list, func(seat games.Seat) bool { return s.Beds[seat].Sleep >= top })
}

// reachable are the places that a move leads to.
func (s *State) reachable() []Place {
	reach := 1
	if s.has(s.Active, Boots) {
		reach = 2
	}
	mine := s.Beds[s.Active].Place
	return slices.DeleteFunc(slices.Clone(places), func(p Place) bool { return p == mine || apart(mine, p) > reach })
}

// loot are the Visions before others, as moves.
func (s *State) loot(v Verb) []Move {
	var list []Move
	for _, seat := range s.others() {
		for _, c := range distinct(s.Beds[seat].Visions) {
			if v == Use {
				list = append(list, Move{Verb: Use, Vision: Magpie, Seat: seat, Loot: c})
			} else {
				list = append(list, Move{Verb: v, Seat: seat, Vision: c})
			}
		}
	}
	return list
}

// possible reports whether the action of a face is possible now, with one die.
func (s *State) possible(f Face) bool {
	switch f {
	case FaceInsight:
		return !s.Beds[s.Active].Hidden && len(s.recipients()) > 0
	case FaceVision:
		return len(s.Pile)+len(s.Trash) > 0 || s.Turn.Base == Shop && len(s.loot(Steal)) > 0
	case FaceAttack:
		return len(s.targets()) > 0
	case FaceHeal:
		return len(s.healable()) > 0
	default:
		return true
	}
}

// draws reports whether two dice of a face are one action.
func draws(f Face) bool { return f == FaceInsight || f == FaceVision }

// usableDice are the faces whose action may be made now with one die, and those of
// which two dice may be taken at once.
func (s *State) usableDice() (one, two []Face) {
	t := &s.Turn
	need := t.Most - t.Done
	left := t.left()
	if need <= 0 || len(left) == 0 {
		return nil, nil
	}
	// A face of which one die was drawn with is spent: two of it would have been
	// one action.
	able := func(f Face) bool { return !slices.Contains(t.Drew, f) && s.possible(f) }
	for i, f := range left {
		if !able(f) {
			continue
		}
		for _, g := range left[i+1:] {
			if need < 2 || !able(g) {
				continue
			}
			if f == g && draws(f) {
				two = append(two, f)
				continue
			}
			one = append(one, f, g)
		}
	}
	if len(one) == 0 && len(two) == 0 {
		for _, f := range left {
			if able(f) {
				one = append(one, f)
			}
		}
	}
	order := func(list []Face) []Face {
		list = distinct(list)
		slices.SortFunc(list, func(a, b Face) int { return slices.Index(faces, a) - slices.Index(faces, b) })
		return list
	}
	return order(one), order(two)
}

// actions are the moves of whoever's turn it is, once the dice lie.
func (s *State) actions() []Move {
	t := &s.Turn
	var list []Move
	if !t.Acted {
		if t.Base == House && !t.Again {
			list = append(list, move(Reroll))
		}
		if s.has(s.Active, Button) && !t.Spun {
			for _, f := range distinct(t.Dice) {
				list = append(list, Move{Verb: Spin, Seat: games.Nobody, Face: f})
			}
		}
		if len(t.Dice) == 3 && t.Dice[0] == t.Dice[1] && t.Dice[1] == t.Dice[2] {
			for _, f := range faces {
				if f != t.Dice[0] {
					list = append(list, Move{Verb: Turn, Seat: games.Nobody, Face: f})
				}
			}
		}
	}
	one, two := s.usableDice()
	for _, f := range faces {
		single, double := slices.Contains(one, f), slices.Contains(two, f)
		switch {
		case f == FaceInsight || f == FaceVision:
			verb := Look
			if f == FaceVision {
				verb = Draw
			}
			if verb == Look || len(s.Pile)+len(s.Trash) > 0 {
				if single {
					list = append(list, Move{Verb: verb, Seat: games.Nobody, N: 1})
				}
				if double {
					list = append(list, Move{Verb: verb, Seat: games.Nobody, N: 2})
				}
			}
			if verb == Draw && (single || double) && t.Base == Shop {
				list = append(list, s.loot(Steal)...)
			}
		case !single:
		case f == FaceMove:
			for _, p := range s.reachable() {
				list = append(list, Move{Verb: Walk, Seat: games.Nobody, Place: p})
			}
		case f == FaceAttack:
			for _, seat := range s.targets() {
				for n := s.bonuses(); n >= 0; n-- {
					list = append(list, Move{Verb: Attack, Seat: seat, N: n})
				}
			}
			list = append(list, move(Waive))
		case f == FaceHeal:
			list = append(list, at(Heal, s.healable())...)
		}
	}
	list = append(list, s.oneShots()...)
	if len(one) == 0 && len(two) == 0 {
		list = append(list, move(End))
	}
	return list
}

// oneShots are the one-shot Visions that whoever's turn it is may use now.
func (s *State) oneShots() []Move {
	var list []Move
	use := func(v Vision, seats ...games.Seat) {
		for _, seat := range seats {
			list = append(list, Move{Verb: Use, Vision: v, Seat: seat})
		}
	}
	for _, v := range distinct(s.Beds[s.Active].Visions) {
		switch v {
		case Rooster:
			use(v, s.others()...)
		case Lullaby:
			use(v, slices.DeleteFunc(s.sleepers(s.Active), func(seat games.Seat) bool { return s.Beds[seat].Sleep >= top })...)
		case Magpie:
			list = append(list, s.loot(Use)...)
		case Door:
			for _, p := range places {
				if p != s.Beds[s.Active].Place {
					list = append(list, Move{Verb: Use, Vision: v, Seat: games.Nobody, Place: p})
				}
			}
		case Mirror:
			for _, seat := range s.others() {
				if p := s.Beds[seat].Place; p != "" && p != s.Beds[s.Active].Place {
					use(v, seat)
				}
			}
		case Hourglass:
			if t := &s.Turn; len(t.Dice) == 3 && t.Most == 2 && s.thirdDieHelps() {
				use(v, games.Nobody)
			}
		case Diary:
			if s.latestUnread() >= 0 {
				use(v, games.Nobody)
			}
		}
	}
	return list
}

// thirdDieHelps reports whether a third die would be of use now.
func (s *State) thirdDieHelps() bool {
	t := &s.Turn
	if t.Done < t.Most {
		return true
	}
	return slices.ContainsFunc(t.left(), func(f Face) bool { return !slices.Contains(t.Drew, f) && s.possible(f) })
}

// latestUnread is the latest Insight that whoever's turn it is has not read; -1 for
// none.
func (s *State) latestUnread() int {
	for i := len(s.Passed) - 1; i >= 0; i-- {
		if !s.Passed[i].knows(s.Active) {
			return i
		}
	}
	return -1
}

// knows reports whether a seat has read the card.
func (p *Passed) knows(seat games.Seat) bool {
	return p.By == seat || p.To == seat || slices.Contains(p.Read, seat)
}

// passes are the ways to pass an Insight on.
func (s *State) passes() []Move {
	var list []Move
	for i := range s.Drawn {
		for _, seat := range s.recipients() {
			list = append(list, Move{Verb: Pass, Seat: seat, N: i + 1})
		}
	}
	return list
}

// about reports whether the Insight on its way is about its receiver.
func (s *State) about() bool {
	return s.Letter.Card.About()&s.Beds[s.Letter.To].Role.Group() != 0
}

// answers are the ways to answer an Insight: one, or a choice.
func (s *State) answers() []Move {
	list := []Move{move(Obey)}
	if s.about() && s.Letter.Card.Effect() == Toll {
		list = append(list, each(Give, distinct(s.Beds[s.Letter.To].Visions))...)
	}
	return list
}

// choices are what a special Vision lets its finder choose among.
func (s *State) choices() []Move {
	if s.Special != Gift {
		return at(Target, s.extreme(s.Special))
	}
	var list []Move
	for _, seat := range s.others() {
		for _, v := range distinct(s.Beds[s.Active].Visions) {
			list = append(list, Move{Verb: Present, Seat: seat, Vision: v})
		}
	}
	return list
}

// extreme are the deepest sleepers, of a draught, or the lightest, of a bear.
func (s *State) extreme(v Vision) []games.Seat {
	var list []games.Seat
	for _, seat := range s.sleepers(s.Active) {
		if len(list) > 0 {
			best, this := s.Beds[list[0]].Sleep, s.Beds[seat].Sleep
			if v == Bear {
				best, this = -best, -this
			}
			if this < best {
				continue
			}
			if this > best {
				list = nil
			}
		}
		list = append(list, seat)
	}
	return list
}

func (rules) Play(env *games.Env, s *State, seat games.Seat, m Move) error {
	if !slices.Contains(s.moves(seat), m) {
		return s.explain(seat, m)
	}
	s.play(env, seat, m)
	s.settle(env)
	return nil
}

// explain says why a move is not legal. It knows no more than whoever reads it.
func (s *State) explain(seat games.Seat, m Move) error {
	switch {
	case !s.asleep(seat):
		return games.Refuse("refuse.awake")
	case m.Verb == Obey || m.Verb == Give:
		if s.step() == StepAnswer && s.Letter.To == seat {
			return games.Refuse("refuse.choice")
		}
	case s.Phase == Play && s.waits() != seat:
		return games.Refuse("refuse.turn", ui.Name(s.waits()))
	case s.step() == StepAct:
		switch m.Verb {
		case Look, Draw, Steal, Walk, Attack, Waive, Heal:
			return games.Refuse("refuse.dice")
		case End:
			return games.Refuse("refuse.end")
		}
	}
	return games.Refuse("refuse.not-now")
}

// play makes a move that is legal.
func (s *State) play(env *games.Env, seat games.Seat, m Move) {
	t := &s.Turn
	switch m.Verb {
	case Put:
		s.Beds[seat].Place = m.Place
		s.report(Event{Kind: Began, Seat: seat, To: games.Nobody, What: string(m.Place)})
		if s.Phase == Dusk {
			s.Beds[seat].Ready = true
		} else {
			s.applyPlace(env)
		}
	case Ready:
		s.Beds[seat].Ready = true
	case Roll:
		s.rollDice(env)
		s.reportActive(Rolled)
	case Reroll:
		s.rollDice(env)
		t.Again = true
		s.reportActive(Rerolled)
	case Spin:
		t.Dice[slices.Index(t.Dice, m.Face)] = s.rollDie(env)
		t.Spun = true
		s.reportActive(Spun)
	case Turn:
		t.Dice[0], t.Again = m.Face, true // the House's second roll comes before
		s.reportActive(Turned)
	case Look:
		s.spend(FaceInsight, m.N)
		s.drawInsights(env, m.N)
	case Draw:
		s.spend(FaceVision, m.N)
		s.drawVisions(env, m.N)
	case Steal:
		n := 1
		if one, _ := s.usableDice(); !slices.Contains(one, FaceVision) {
			n = 2
		}
		s.spend(FaceVision, n)
		s.stealVision(m.Seat, m.Vision)
	case Walk:
		t.spend(FaceMove)
		s.Beds[seat].Place = m.Place
		s.report(Event{Kind: Walked, Seat: seat, To: games.Nobody, What: string(m.Place)})
	case Attack:
		t.spend(FaceAttack)
		t.Bonus += m.N
		s.attack(m.Seat, strength+m.N)
	case Waive:
		t.spend(FaceAttack)
		s.reportActive(Waived)
	case Heal:
		t.spend(FaceHeal)
		s.Care[seat][m.Seat]++
		s.Beds[m.Seat].Sleep++
		s.report(Event{Kind: Healed, Seat: seat, To: m.Seat, N: 1})
	case Use:
		s.useVision(m)
	case End:
		t.Most = t.Done
		s.endTurn(env)
	case Pass:
		card := s.Drawn[m.N-1]
		for i, c := range s.Drawn {
			if i != m.N-1 {
				s.Spent = append(s.Spent, c)
			}
		}
		s.Drawn = nil
		s.Letter = &mail{By: seat, To: m.Seat, Card: card, Opens: env.At + hush}
		s.report(Event{Kind: Sent, Seat: seat, To: m.Seat})
	case Obey, Give:
		s.Letter.Answer = Obeyed
		if m.Verb == Give {
			s.Letter.Answer = Answer(m.Vision)
		}
		if s.Letter.Marked {
			s.openAnswer()
		}
	case Keep:
		s.Trash = append(s.Trash, without(s.Offer, m.Vision)...)
		s.Offer = nil
		s.report(Event{Kind: Kept, Seat: seat, To: games.Nobody, What: string(m.Vision)})
		s.receiveVision(m.Vision)
	case Present:
		s.Special = ""
		s.giveVision(seat, m.Seat, m.Vision)
		s.report(Event{Kind: Presented, Seat: seat, To: m.Seat, What: string(m.Vision)})
	case Target:
		v := s.Special
		s.Special = ""
		s.applySpecial(v, m.Seat)
	case Take:
		s.chooseSpoil(m.Vision)
	}
}

// settle does what the last input made due: victories, ends of phases and turns,
// and whom the table waits for next.
func (s *State) settle(env *games.Env) {
	s.checkVictory()
	switch s.Phase {
	case Dusk:
		for _, b := range s.Beds {
			if !b.Ready {
				return
			}
		}
		s.startFirstLap(env)
	case Talk:
		n, all := 0, s.sleepers(0)
		for _, seat := range all {
			if s.Beds[seat].Ready {
				n++
			}
		}
		if n*2 <= len(all) {
			return
		}
		s.endTalk(env)
	}
	// A crowd's harm at the beginning of a turn, and what it leaves behind, may
	// decide the match.
	s.checkVictory()
	for s.Phase == Play && s.turnIsOver() {
		s.endTurn(env)
		s.checkVictory()
	}
	s.setClock(env)
}

// turnIsOver reports whether the turn has nothing more to ask.
func (s *State) turnIsOver() bool {
	switch s.step() {
	case StepSpoils, StepAnswer, StepPass, StepKeep, StepChoose:
		return false
	case StepPlace, StepRoll:
		return !s.asleep(s.Active)
	}
	if !s.asleep(s.Active) {
		return true
	}
	one, two := s.usableDice()
	if len(one)+len(two) > 0 {
		return false
	}
	// One-shot Visions may be used as long as the turn lasts; without them, and
	// with nothing that could change the dice, it is over.
	return len(s.actions()) == 1
}

// setClock sets the clock of whoever is asked next.
func (s *State) setClock(env *games.Env) {
	who := s.waits()
	if s.Phase != Play || who == s.Asked {
		return
	}
	switch {
	case who != s.Active && s.Asked == s.Active:
		s.Rest = s.Until - env.At
		fallthrough
	case who != s.Active:
		s.Until = env.At + max(glance, s.Think/2)
	default:
		s.Until = env.At + max(s.Rest, min(spare, s.Think))
	}
	s.Asked = who
}

// Expire does what the clock makes due: it passes the mark of an Insight, or
// plays the safe default of whoever the table waits for.
func (rules) Expire(env *games.Env, s *State) error {
	switch s.Phase {
	case Dusk:
		for i := range s.Beds {
			b := &s.Beds[i]
			if !b.Ready && !s.Crowd {
				b.Place = places[env.Rand.IntN(len(places))]
			}
			b.Ready = true
		}
		s.settle(env)
		return nil
	case Talk:
		s.endTalk(env)
		s.settle(env)
		return nil
	}
	if l := s.Letter; s.step() == StepAnswer && !l.Marked {
		l.Marked = true
		if l.Answer != "" {
			s.openAnswer()
			s.settle(env)
			return nil
		}
		if env.At < s.Until {
			return nil
		}
	}
	who, lap, active := s.waits(), s.Lap, s.Active
	s.report(Event{Kind: Slow, Seat: who, To: games.Nobody})
	s.Until = env.At
	for range 100 {
		m, ok := s.fallback(who)
		if !ok || s.Phase != Play || s.Active != active || s.Lap != lap {
			break
		}
		s.play(env, who, m)
		s.settle(env)
	}
	if s.Phase == Play && s.waits() == who && s.Until <= env.At {
		s.Until = env.At + s.Think // only when a hundred moves were not enough
	}
	return nil
}

// fallback is the safe default of a seat: no attack, nothing used up, and what
// is drawn goes to the left.
func (s *State) fallback(seat games.Seat) (Move, bool) {
	rank := func(m Move) int {
		switch m.Verb {
		case Heal:
			return s.Beds[m.Seat].Sleep - 100
		case Walk:
			return 1
		case Draw:
			return 1 + m.N
		case Look:
			return 3 + m.N
		case Waive:
			return 6
		case End:
			return 7
		case Use, Spin, Turn, Reroll, Attack:
			return 100
		case Steal:
			return 9
		default: // the first that is listed
			return 0
		}
	}
	list := s.moves(seat)
	if len(list) == 0 {
		return Move{}, false
	}
	return slices.MinFunc(list, func(a, b Move) int { return rank(a) - rank(b) }), true
}

func (rules) Status(s State) games.Status {
	st := games.Status{Due: s.Until}
	switch s.Phase {
	case Over:
		st = games.Status{Over: true, Winners: s.Win, Scores: make([]int, len(s.Beds))}
		for _, seat := range s.Win {
			st.Scores[seat] = 1
		}
	case Play:
		st.Awaits = []games.Seat{s.waits()}
		if l := s.Letter; s.step() == StepAnswer && !l.Marked {
			st.Due = min(st.Due, l.Opens)
		}
	default:
		st.Break = s.Phase == Talk || s.Crowd // nobody has a pawn to put
		for i := range s.Beds {
			if seat := games.Seat(i); s.asleep(seat) && !s.Beds[i].Ready {
				st.Awaits = append(st.Awaits, seat)
			}
		}
	}
	return st
}
