package somnia

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/ui"
)

// rules are the rules; see the package comment.
type rules struct{}

// How long what lasts, where no option says it.
const (
	beat    = 3 * time.Second  // the least that every turn takes
	dread   = 8 * time.Second  // for seeing that the Nightmare has come
	showing = 5 * time.Second  // for seeing a complete trick
	opening = 30 * time.Second // more, for the first card of a match: panels are opened
	resting = 35 * time.Second // for seeing how a deal ended; so short that no player is called for it
)

// lives is how many life chips every player begins with.
const lives = 3

func (rules) Parse(text string) (Move, error) { return Parse(text) }

func (rules) Deal(env *games.Env, t games.Table) (State, error) {
	s := State{
		Honest: t.Options["table"] == "honest",
		Clock:  time.Duration(t.Options.Int("clock")) * time.Second,
		Lives:  slices.Repeat([]int{lives}, t.Seats),
		Dealer: games.Seat(env.Rand.IntN(t.Seats)), // no bot knows who remembers a dream best
	}
	if s.Clock <= beat {
		return s, fmt.Errorf("options are not complete: %v", t.Options)
	}
	s.Round.Undertrump = t.Options["undertrump"] == "yes"
	s.deal(env)
	s.Until += opening
	return s, nil
}

// deal shuffles and deals, and lets the dealer's left begin.
func (s *State) deal(env *games.Env) {
	n := len(s.Lives)
	s.Deal++
	if len(s.Lately.Read) == 0 { // also in a position that was saved before it had a chronicle
		s.Lately = games.NewChronicle[Event](n)
	}
	s.Ready = make([]bool, n)
	s.Round = Round{Seats: n, Leader: games.Seat((int(s.Dealer) + 1) % n), Nightmare: NoSuit, Undertrump: s.Round.Undertrump}
	cards := deck(n).Cards()
	games.Shuffle(env.Rand, cards)
	hand := len(cards) / n
	if n == 2 {
		hand = handOfTwo
	}
	for i := range n {
		for range hand {
			s.Round.Hands[i] = s.Round.Hands[i].with(cards[0])
			cards = cards[1:]
		}
	}
	s.Round.Stock = cards
	s.Drew, s.Lacks, s.Fines = [MaxSeats]Card{}, [MaxSeats][]Shortage{}, [MaxSeats]int{}
	s.Caller, s.Called, s.Revokes, s.Last = games.Nobody, 0, nil, Swept{Taker: games.Nobody}
	s.News = News{Kind: Dealt, Seat: s.Dealer}
	s.startTurn(env)
}

// handOfTwo is how many cards each of two players holds while there is a stock.
const handOfTwo = 6

// startTurn lets the next player lay a card.
func (s *State) startTurn(env *games.Env) {
	s.Phase, s.Pressed = Turn, NoCard
	s.Until, s.Beat = env.At+s.Clock, env.At+beat
}

// layCard lays the card of whose turn it is. A card against the rules costs a life.
func (s *State) layCard(env *games.Env, c Card, kind NewsKind) {
	seat := s.Round.turn()
	lawful := s.Round.legal(s.Round.Hands[seat]).has(c)
	if lawful {
		s.learnShortage(seat, s.Round.excluded(c))
	}
	s.noteLaid(seat, c)
	called := s.Round.lay(c)
	s.News = News{Kind: kind, Seat: seat, Card: c}
	s.Pressed, s.Beat = NoCard, 0
	if kind == Slow { // a player who is away reads all that went by
		s.tell(Event{Kind: Slow, Number: s.trickNumber(), Seat: seat, Card: c})
	} else {
		s.Lately.Turn(seat)
	}
	if called {
		s.Caller, s.Called = seat, s.trickNumber()
	}
	if !lawful {
		s.tell(Event{Kind: Revoked, Number: s.trickNumber(), Seat: seat, Card: c})
		s.Revokes = append(s.Revokes, seat)
		s.Fines[seat]++
		s.Lives[seat] = max(s.Lives[seat]-1, 0)
	}
	switch {
	case !lawful && s.Lives[seat] == 0:
		s.breakOff()
	case called:
		s.Phase, s.Until = Arrival, env.At+dread
	default:
		s.afterCard(env)
	}
}

// afterCard goes on after a card: with the next one, or by showing the trick.
func (s *State) afterCard(env *games.Env) {
	if !s.Round.full() {
		s.startTurn(env)
		return
	}
	s.Phase, s.Until = Taken, env.At+showing
}

// endTrick clears the trick away and goes on with the next one, or counts.
func (s *State) endTrick(env *games.Env) {
	r := &s.Round
	taker := r.player(r.ahead())
	s.Last = Swept{Taker: taker, Leader: r.Leader, Cards: slices.Clone(r.Trick[:r.Laid]), Points: points(r.middle(), r.Nightmare)}
	s.tell(Event{Kind: Took, Number: s.trickNumber(), Seat: taker, Trick: s.Last})
	s.Revokes = nil
	before, drawn := r.Hands, len(r.Stock) > 0
	r.sweep()
	for i := 0; drawn && i < r.Seats; i++ {
		s.Drew[i] = (r.Hands[i] &^ before[i]).first()
		s.noteDrawn(games.Seat(i))
	}
	s.News = News{Kind: Took, Seat: taker}
	if r.done() {
		s.endDeal(env)
		return
	}
	s.startTurn(env)
}

// endDeal ends a deal, and the match when a player has no life left.
func (s *State) endDeal(env *games.Env) {
	p := s.Round.points()
	losers, ending := judge(s.Round.Seats, p, s.Round.Piles)
	d := s.result(ending)
	for i := range s.Lives {
		if losers>>i&1 != 0 {
			d.Losers = append(d.Losers, games.Seat(i))
			s.Lives[i] = max(s.Lives[i]-1, 0)
		}
	}
	s.Past = append(s.Past, d)
	s.News = News{Kind: Counted, Seat: games.Nobody}
	s.tell(Event{Kind: Counted, Seat: games.Nobody})
	s.Phase, s.Until = Dawn, env.At+resting
	s.Drew, s.Lacks = [MaxSeats]Card{}, [MaxSeats][]Shortage{}
	if slices.Contains(s.Lives, 0) {
		s.Phase, s.Until = Over, 0
	}
}

// result is how the deal ends, without those who lose a life for it.
func (s *State) result(e Ending) Result {
	p := s.Round.points()
	d := Result{Ending: e, Nightmare: s.Round.Nightmare, Points: p[:s.Round.Seats:s.Round.Seats]}
	for i, n := range s.Fines {
		for range n {
			d.Fined = append(d.Fined, games.Seat(i))
		}
	}
	return d
}

// breakOff ends the match in the middle of a deal, which is not counted: a revoke
// cost the last life.
func (s *State) breakOff() {
	s.Past = append(s.Past, s.result(Broken))
	s.tell(Event{Kind: Counted, Seat: games.Nobody})
	s.Phase, s.Until = Over, 0
}

// nextDeal begins the next deal. The player to the left of the dealer deals.
func (s *State) nextDeal(env *games.Env) {
	s.Dealer = games.Seat((int(s.Dealer) + 1) % len(s.Lives))
	s.deal(env)
}

func (rules) Moves(s State, seat games.Seat) iter.Seq[Move] { return slices.Values(s.moves(seat)) }

// moves is what a seat may do. A player who has chosen a card waits for the
// beat, as for a card that lies face down.
func (s *State) moves(seat games.Seat) []Move {
	if seat < 0 || int(seat) >= len(s.Lives) {
		return nil
	}
	switch {
	case s.Phase == Dawn && !s.Ready[seat]:
		return []Move{{Verb: Ready, Deal: s.Deal}}
	case s.Phase != Turn || s.Round.turn() != seat || s.Pressed != NoCard:
		return nil
	}
	hand := s.Round.Hands[seat]
	if !s.Honest {
		hand = s.Round.legal(hand)
	}
	var list []Move
	for _, c := range hand.Cards() {
		list = append(list, Move{Verb: Play, Card: c})
	}
	return list
}

func (rules) Play(env *games.Env, s *State, seat games.Seat, m Move) error {
	if !slices.Contains(s.moves(seat), m) {
		return s.explain(seat, m)
	}
	switch {
	case m.Verb == Ready:
		s.Ready[seat] = true
		if !slices.Contains(s.Ready, false) {
			s.nextDeal(env)
		}
	case env.At < s.Beat:
		s.Pressed = m.Card
	default:
		s.layCard(env, m.Card, Laid)
	}
	return nil
}

// explain says why a move is not legal. It knows no more than its reader does.
func (s *State) explain(seat games.Seat, m Move) error {
	if m.Verb != Play || s.Phase != Turn {
		return games.Refuse("refuse.not-now")
	}
	r := &s.Round
	switch hand := r.Hands[seat]; {
	case r.turn() != seat:
		return games.Refuse("refuse.turn", ui.Name(r.turn()))
	case s.Pressed != NoCard:
		return games.Refuse("refuse.pressed")
	case !hand.has(m.Card):
		return games.Refuse("refuse.no-card")
	case m.Card.Suit() == r.Nightmare && r.Trick[0].Suit() != r.Nightmare && r.Undertrump:
		return games.Refuse("refuse.low.follow")
	case m.Card.Suit() == r.Nightmare && r.Trick[0].Suit() != r.Nightmare:
		return games.Refuse("refuse.low")
	default:
		return games.Refuse("refuse.follow", suit(r.Trick[0].Suit()))
	}
}

// fallback is the card laid for a player whose time is over. It is the card
// worth the least, and among equals the weakest. It follows suit where it can.
// The 12 of the Nightmare never has to be played.
func (s *State) fallback() Card {
	r := &s.Round
	may := r.legal(r.Hands[r.turn()])
	if r.Laid > 0 {
		follow := may & lane(r.Trick[0].Suit())
		if follow&^(rank(seven)&lane(r.Nightmare)) != 0 {
			may = follow
		}
	}
	return slices.MinFunc(may.Cards(), func(a, b Card) int {
		if d := points(Set(0).with(a), r.Nightmare) - points(Set(0).with(b), r.Nightmare); d != 0 {
			return d
		}
		return strength(a, r.Nightmare) - strength(b, r.Nightmare)
	})
}

// Expire does what the clock makes due. Everything it begins is timed from now.
func (rules) Expire(env *games.Env, s *State) error {
	switch s.Phase {
	case Turn:
		s.Beat = 0
		switch {
		case s.Pressed != NoCard:
			s.layCard(env, s.Pressed, Laid)
		case env.At >= s.Until:
			s.layCard(env, s.fallback(), Slow)
		}
	case Arrival:
		s.afterCard(env)
	case Taken:
		s.endTrick(env)
	case Dawn:
		s.nextDeal(env)
	}
	return nil
}

// Idle reports whether no player has chosen a card that is laid at the beat.
func (rules) Idle(s State) bool { return s.Phase != Turn || s.Pressed == NoCard }

func (rules) Status(s State) games.Status {
	st := games.Status{Due: s.Until, Chapter: s.Deal}
	switch s.Phase {
	case Turn:
		st.Awaits, st.Beat = []games.Seat{s.Round.turn()}, s.Beat
	case Dawn:
		st.Break = true
		for i, r := range s.Ready {
			if !r {
				st.Awaits = append(st.Awaits, games.Seat(i))
			}
		}
	case Over:
		st.Over, st.Scores, st.Winners = true, s.Lives, winners(s.Lives)
	}
	return st
}
