package somnicum

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"oneiros/games"
)

// rules are the rules; see the package comment.
type rules struct{}

// How long what lasts, where no option says it.
const (
	opening = 30 * time.Second // more, for the first flywheels of a match: panels are opened
	least   = 20 * time.Second // left after each step of a turn
)

// startSand is how many tokens each player begins with, in the order of play.
var startSand = [MaxSeats]int{0, 1, 2, 3}

// fairSand is startSand with the option of a fair start, by the number of players. It is
// ours, and no rule of the box: with startSand the first of four players wins twice as often
// as the last. The numbers come from matches of automatic players, see TestFairStart.
var fairSand = [MaxSeats + 1][MaxSeats]int{2: {0, 5}, 3: {0, 3, 8}, 4: {0, 3, 5, 8}}

func (rules) Parse(text string) (Move, error) { return Parse(text) }

func (rules) Deal(env *games.Env, t games.Table) (State, error) {
	s := State{
		GapBreaks: t.Options["gap_is_break"] == "yes",
		Think:     time.Duration(t.Options.Int("clock")) * time.Second,
		Round:     1,
		First:     games.Seat(env.Rand.IntN(t.Seats)), // no bot knows who saw a dream last
		Dreamers:  make([]Dreamer, t.Seats),
	}
	if s.Think < least {
		return s, fmt.Errorf("options are not complete: %v", t.Options)
	}
	for p := Particle(1); p <= particles; p++ {
		s.Bag = append(s.Bag, token(p, false), token(p, false), token(p, true))
	}
	for _, n := range env.Rand.Perm(dreams) {
		s.Deck = append(s.Deck, Dream(n+1))
	}
	for i, c := range boxed.Encounters {
		s.Stack = append(s.Stack, slices.Repeat([]Encounter{Encounter(i)}, c.Copies)...)
	}
	games.Shuffle(env.Rand, s.Stack)
	sand := startSand
	if t.Options["start"] == "fair" {
		sand = fairSand[t.Seats]
	}
	deal := env.Rand.Perm(goals)
	for i := range s.Dreamers {
		d := &s.Dreamers[(int(s.First)+i)%t.Seats]
		d.Goal = Goal(deal[i] + 1)
		d.Sand = s.draw(env, sand[i])
		slices.Sort(d.Sand)
	}
	s.Turn = games.Seat((int(s.First) + t.Seats - 1) % t.Seats)
	s.newRing(env)
	s.Until += opening
	return s, nil
}

// newRing lays a ring out. Whose turn it is places the flywheels.
func (s *State) newRing(env *games.Env) {
	n := ringSize[len(s.Dreamers)]
	s.Ring, s.Deck = slices.Clone(s.Deck[:n]), s.Deck[n:]
	s.Wheels = [2]int{-1, -1}
	s.Phase = Setting
	s.Until = env.At + s.Think
}

// draw takes random tokens out of the bag, as many as there are.
func (s *State) draw(env *games.Env, n int) []Token {
	var list []Token
	for range min(n, len(s.Bag)) {
		i := env.Rand.IntN(len(s.Bag))
		list = append(list, s.Bag[i])
		s.Bag = slices.Delete(s.Bag, i, i+1)
	}
	return list
}

// put puts a token into a sorted list.
func put[T ~int8](list []T, t T) []T {
	at, _ := slices.BinarySearch(list, t)
	return slices.Insert(list, at, t)
}

// remove takes one of several equal elements out of a list. There must be one.
func remove[T comparable](list []T, t T) []T {
	at := slices.Index(list, t)
	return slices.Delete(list, at, at+1)
}

// powers are those of whose turn it is, for this turn.
func (s *State) powers() Powers {
	p := s.Now.Powers
	for _, o := range s.dreamer().Open {
		for _, e := range o.Card().Effects {
			p = p.plus(e.power())
		}
	}
	return p
}

// tell notes an event of this turn.
func (s *State) tell(e Event) {
	e.Turn, e.Seat = s.Count, s.Turn
	s.Story = append(s.Story, e)
}

// next gives the turn to the next player.
func (s *State) next(env *games.Env) {
	s.Turn = games.Seat((int(s.Turn) + 1) % len(s.Dreamers))
	s.Phase, s.Now = Spinning, Doing{}
	s.Until = env.At + s.Think
	old := s.Count - len(s.Dreamers)
	s.Story = slices.DeleteFunc(s.Story, func(e Event) bool { return e.Turn < old })
}

// set places the flywheels.
func (s *State) set(env *games.Env, place int) {
	s.Wheels = [2]int{Black: place, White: (place + opposite[len(s.Dreamers)]) % len(s.Ring)}
	s.tell(Event{Kind: DidSet, Place: place})
	s.next(env)
}

// add adds a particle to the last card of a row.
func (s *State) add(level int, t, back Token) {
	d := s.dreamer()
	before := d.counted()
	d.take(t)
	count := 0
	if back != 0 {
		d.take(back)
		s.Bag = append(s.Bag, back)
		count = 1
	}
	last := d.Rows.last(level)
	last.Added = append(last.Added, t)
	s.Now.Added++
	s.tell(Event{Kind: DidAdd, Level: level, Token: t, Count: count, Points: d.counted() - before})
}

// take takes a token out of the sand of a player. If it was set aside and no other one
// of its kind is left, it is not aside any more.
func (d *Dreamer) take(t Token) {
	d.Sand = remove(d.Sand, t)
	if count(d.Aside, t) > count(d.Sand, t) {
		d.Aside = remove(d.Aside, t)
	}
}

// count is how many elements of a list are t.
func count[T comparable](list []T, t T) int {
	n := 0
	for _, u := range list {
		if u == t {
			n++
		}
	}
	return n
}

// spin moves a flywheel and takes the card on which it stops.
func (s *State) spin(env *games.Env, w Wheel, steps int) {
	d, powers := s.dreamer(), s.powers()
	price, before := powers.Price(steps), d.counted()
	for _, t := range d.purse()[:price] {
		d.take(t)
		s.Bag = append(s.Bag, t)
	}
	from := s.Wheels[w]
	at := stop(s.Ring, from, steps)
	s.Now.Taken, s.Now.From = s.Ring[at], at
	s.Ring[at], s.Wheels[w] = 0, at
	told := len(s.Story)
	s.tell(Event{Kind: DidSpin, Wheel: w, Steps: steps, From: from + 1, Place: at, Dream: s.Now.Taken, Count: price})
	gift, base := powers.Gift(steps)
	blank := s.gain(env, gift, base)
	s.Story[told].Points = d.counted() - before
	s.Now.Ends = blank && together(s.Ring, s.Wheels)
	s.Phase = Laying
}

// gain gives tokens from the bag to whose turn it is. It reports whether one of the
// first ones has a blank back.
func (s *State) gain(env *games.Env, n, first int) bool {
	if n == 0 {
		return false
	}
	d, blanks, found := s.dreamer(), 0, false
	list := s.draw(env, n)
	for i, t := range list {
		if t.Blank() {
			blanks++
			found = found || i < first
		}
		d.Sand = put(d.Sand, t)
	}
	s.tell(Event{Kind: DidDraw, Count: len(list), Blanks: blanks})
	return found
}

// lay attaches the card that was taken.
func (s *State) lay(env *games.Env, level int, done bool) {
	d, taken := s.dreamer(), s.Now.Taken
	before := d.counted()
	f, _ := d.Rows.fit(level, taken, s.GapBreaks, s.powers().Join > 0)
	b := NoBreak
	if f.Break {
		b = s.newBreak(env)
	}
	d.Rows = d.Rows.with(f, taken, b)
	d.Rows.last(level).Round = s.Round
	s.tell(Event{Kind: DidLay, Level: level, Dream: taken, Break: b, Points: d.counted() - before})
	s.Now.Taken, s.Now.From, s.Now.Done = 0, 0, done
	s.Phase = Closing
	s.meet(env, f.Draws)
	s.close(env)
}

// newBreak draws a token, which no player sees, for a break.
func (s *State) newBreak(env *games.Env) Break {
	list := s.draw(env, 1)
	switch {
	case len(list) == 0:
		return BareBreak
	case list[0].Blank():
		s.Lost = append(s.Lost, list[0])
		return BlankBreak
	default:
		s.Lost = append(s.Lost, list[0])
		return SandBreak
	}
}

// endBreak puts the token of a break back into the bag. Nobody knows the faces of these
// tokens, so any with the same back is as good.
func (s *State) endBreak(env *games.Env, b Break) {
	var like []Token
	for _, t := range s.Lost {
		if b == BlankBreak && t.Blank() || b == SandBreak && !t.Blank() {
			like = append(like, t)
		}
	}
	if len(like) == 0 {
		return
	}
	t := like[env.Rand.IntN(len(like))]
	s.Lost, s.Bag = remove(s.Lost, t), append(s.Bag, t)
}

// meet draws encounters. When the deck has too few, the discards are shuffled under it.
func (s *State) meet(env *games.Env, n int) {
	if len(s.Stack) < n {
		games.Shuffle(env.Rand, s.Discards)
		s.Stack, s.Discards = append(s.Stack, s.Discards...), nil
	}
	if n = min(n, len(s.Stack)); n == 0 {
		return
	}
	list := slices.Clone(s.Stack[:n])
	s.Stack = s.Stack[n:]
	s.tell(Event{Kind: DidMeet, Count: n, Points: 1}) // one is kept, and counts until it is played
	if n == 1 {
		s.dreamer().Hand = put(s.dreamer().Hand, list[0])
		return
	}
	slices.Sort(list)
	s.Offer = list
}

// keep keeps one of the encounters drawn, and discards the others.
func (s *State) keep(env *games.Env, e Encounter) {
	s.dreamer().Hand = put(s.dreamer().Hand, e)
	s.Discards = append(s.Discards, remove(s.Offer, e)...)
	s.Offer = nil
	s.close(env)
}

// close ends a turn in which nothing is left to do. A player with encounters in hand
// ends it by a move: whether they can be played is no player else's business.
func (s *State) close(env *games.Env) {
	if s.Phase == Closing && len(s.Offer) == 0 && (s.Now.Done || len(s.dreamer().Hand) == 0) {
		s.endTurn(env)
	}
}

// endTurn ends the turn, and the round where a condition is met.
func (s *State) endTurn(env *games.Env) {
	s.dreamer().Aside = nil
	s.Count++
	few := left(s.Ring) <= len(s.Dreamers)
	if !few && !s.Now.Ends {
		s.next(env)
		return
	}
	e := Ending{Why: EmptyPath, Seat: s.Turn, Turns: s.Count, Left: left(s.Ring)}
	if few {
		e.Why = FewCards
	}
	for _, past := range s.Ended {
		e.Turns -= past.Turns
	}
	for i := range s.Dreamers {
		e.Points = append(e.Points, s.Dreamers[i].counted())
	}
	s.Ended = append(s.Ended, e)
	s.Count--
	s.tell(Event{Kind: DidEnd})
	s.Count++
	s.Now = Doing{}
	if s.Round == Rounds {
		s.Phase, s.Until = Over, 0
		return
	}
	s.Round++
	for _, d := range s.Ring {
		if d != 0 {
			s.Removed = append(s.Removed, d)
		}
	}
	s.newRing(env)
}

func (rules) Moves(s State, seat games.Seat) iter.Seq[Move] { return slices.Values(s.moves(seat)) }

func (rules) Play(env *games.Env, s *State, seat games.Seat, m Move) error {
	if !slices.Contains(s.moves(seat), m) {
		return s.explain(seat, m)
	}
	return s.do(env, m)
}

// do makes a legal move of whose turn it is.
func (s *State) do(env *games.Env, m Move) error {
	switch m.Verb {
	case Aside:
		s.dreamer().Aside = append(s.dreamer().Aside, m.Token)
		return nil
	case Clear:
		s.dreamer().Aside = nil
		return nil
	}
	turn := s.Count
	switch m.Verb {
	case Set:
		s.set(env, m.Place)
	case Add:
		s.add(m.Level, m.Token, m.Back)
	case Spin:
		s.spin(env, m.Wheel, m.Steps)
	case Lay:
		s.lay(env, m.Level, m.Done)
	case Keep:
		s.keep(env, m.Encounter)
	case Play:
		encountering{s}.play(env, m.Encounter, m.Choice)
	case Done:
		s.endTurn(env)
	}
	if s.Phase != Over && s.Count == turn {
		s.Until = max(s.Until, env.At+s.least())
	}
	return nil
}

// least is what is left of a turn after each step of it. By days, people do not look
// again within seconds.
func (s *State) least() time.Duration {
	if s.Think >= time.Hour {
		return s.Think / 4
	}
	return least
}

// Drafts reports that setting tokens aside concerns no other player.
func (rules) Drafts(m Move) bool { return m.Verb == Aside || m.Verb == Clear }

// Expire does the rest of a turn whose time is over: three steps of any flywheel
// without a new particle, the first level, and any of the encounters.
func (rules) Expire(env *games.Env, s *State) error {
	s.tell(Event{Kind: WasSlow})
	if s.Phase == Setting {
		s.set(env, env.Rand.IntN(len(s.Ring)))
		return nil
	}
	if s.Phase == Spinning {
		s.spin(env, wheels[env.Rand.IntN(len(wheels))], min(freeSteps, left(s.Ring)))
	}
	turn := s.Count
	if s.Phase == Laying {
		s.lay(env, 1, true)
	}
	if len(s.Offer) > 0 {
		s.Now.Done = true
		s.keep(env, s.Offer[env.Rand.IntN(len(s.Offer))])
	}
	if s.Count == turn && s.Phase == Closing {
		s.endTurn(env)
	}
	return nil
}

func (rules) Status(s State) games.Status {
	if s.Phase != Over {
		return games.Status{Awaits: []games.Seat{s.Turn}, Due: s.Until, Chapter: s.Round}
	}
	st := games.Status{Over: true, Chapter: s.Round, Winners: winners(s.Dreamers)}
	for i := range s.Dreamers {
		st.Scores = append(st.Scores, s.Dreamers[i].score().Total)
	}
	return st
}
