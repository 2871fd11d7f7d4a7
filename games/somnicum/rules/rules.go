// Package rules are the rules of Somnicum: its position, the moves of each seat, and what
// follows from a move or from a deadline. The rules in words, with the rulings, are the comment
// of package somnicum.
//
// # Why it stands apart
//
// This is the room that holds the position, and with it every secret: the faces of tokens, the
// goals, the encounters in hand, the decks. A reader who asks what a move does reads it alone.
// It has no words besides the keys of its refusals, and draws nothing.
//
// What a viewer may know of a position is no matter of the rules: package view says it. Nothing
// that shows the game imports this package, so nothing there can look at a secret.
//
// # What is exported
//
// The automatic player looks ahead in positions of its own: it clones one, makes moves, and sees
// what they bring. So it needs [State.Clone], [State.Do] and its parts. Tests arrange a position,
// which is plain data.
package rules

import (
	"fmt"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/somnicum/kit"
)

// How long what lasts, where no option says it.
const (
	opening = 30 * time.Second // more, for the first flywheels of a match: panels are opened
	least   = 20 * time.Second // left after each step of a turn
)

// startSand is how many tokens each player begins with, in the order of play.
var startSand = [kit.MaxSeats]int{0, 1, 2, 3}

// fairSand is startSand with the option of a fair start, by the number of players. It is
// ours, and no rule of the box: with startSand the first of four players wins twice as often
// as the last. The numbers come from matches of automatic players, see TestFairStart.
var fairSand = [kit.MaxSeats + 1][kit.MaxSeats]int{2: {0, 5}, 3: {0, 3, 8}, 4: {0, 3, 5, 8}}

// Options are what a host may choose for a match.
func Options() []games.Option {
	return slices.Concat([]games.Option{
		{Key: "gap_is_break", Choices: []string{"no", "yes"}},
		{Key: "start", Choices: []string{"box", "fair"}},
	}, pace.Options(nil), []games.Option{
		pace.Turn(games.Option{Key: "clock", Min: 30, Max: 600, Default: func(games.Options) string { return "120" }}, 1),
		pace.MoreTime(),
	})
}

// Deal makes a match: the decks, the tokens, a goal for every player, and the first ring.
func Deal(env *games.Env, t games.Table) (State, error) {
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
	for p := kit.Particle(1); p <= kit.ParticleKinds; p++ {
		s.Bag = append(s.Bag, kit.TokenOf(p, false), kit.TokenOf(p, false), kit.TokenOf(p, true))
	}
	for _, n := range env.Rand.Perm(kit.Dreams) {
		s.Deck = append(s.Deck, kit.Dream(n+1))
	}
	for i, c := range kit.Boxed.Encounters {
		s.Stack = append(s.Stack, slices.Repeat([]kit.Encounter{kit.Encounter(i)}, c.Copies)...)
	}
	games.Shuffle(env.Rand, s.Stack)
	sand := startSand
	if t.Options["start"] == "fair" {
		sand = fairSand[t.Seats]
	}
	deal := env.Rand.Perm(kit.Goals)
	for i := range s.Dreamers {
		d := &s.Dreamers[(int(s.First)+i)%t.Seats]
		d.Goal = kit.Goal(deal[i] + 1)
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
	n := kit.RingSize[len(s.Dreamers)]
	s.Ring, s.Deck = slices.Clone(s.Deck[:n]), s.Deck[n:]
	s.Wheels = [2]int{-1, -1}
	s.Phase = kit.Setting
	s.Until = env.At + s.Think
}

// draw takes random tokens out of the bag, as many as there are.
func (s *State) draw(env *games.Env, n int) []kit.Token {
	var list []kit.Token
	for range min(n, len(s.Bag)) {
		i := env.Rand.IntN(len(s.Bag))
		list = append(list, s.Bag[i])
		s.Bag = slices.Delete(s.Bag, i, i+1)
	}
	return list
}

// Powers are those of whose turn it is, for this turn.
func (s *State) Powers() kit.Powers {
	p := s.Now.Powers
	for _, o := range s.Dreamer().Open {
		for _, e := range o.Card().Effects {
			p = p.Plus(e.Power())
		}
	}
	return p
}

// tell notes an event of this turn.
func (s *State) tell(e kit.Event) {
	e.Turn, e.Seat = s.Count, s.Turn
	s.Story = append(s.Story, e)
}

// next gives the turn to the next player.
func (s *State) next(env *games.Env) {
	s.Turn = games.Seat((int(s.Turn) + 1) % len(s.Dreamers))
	s.Phase, s.Now = kit.Spinning, kit.Doing{}
	s.Until = env.At + s.Think
	old := s.Count - len(s.Dreamers)
	s.Story = slices.DeleteFunc(s.Story, func(e kit.Event) bool { return e.Turn < old })
}

// Set places the flywheels.
func (s *State) Set(env *games.Env, place int) {
	s.Wheels = [2]int{kit.Black: place, kit.White: (place + kit.Opposite[len(s.Dreamers)]) % len(s.Ring)}
	s.tell(kit.Event{Kind: kit.DidSet, Place: place})
	s.next(env)
}

// Add adds a particle to the last card of a row.
func (s *State) Add(level int, t, back kit.Token) {
	d := s.Dreamer()
	before := d.counted()
	d.take(t)
	count := 0
	if back != 0 {
		d.take(back)
		s.Bag = append(s.Bag, back)
		count = 1
	}
	last := d.Rows.Last(level)
	last.Added = append(last.Added, t)
	s.Now.Added++
	s.tell(kit.Event{Kind: kit.DidAdd, Level: level, Token: t, Count: count, Points: d.counted() - before})
}

// take takes a token out of the sand of a player. If it was set aside and no other one
// of its kind is left, it is not aside any more.
func (d *Dreamer) take(t kit.Token) {
	d.Sand = kit.Remove(d.Sand, t)
	if kit.Count(d.Aside, t) > kit.Count(d.Sand, t) {
		d.Aside = kit.Remove(d.Aside, t)
	}
}

// spin moves a flywheel and takes the card on which it stops.
func (s *State) spin(env *games.Env, w kit.Wheel, steps int) {
	d, powers := s.Dreamer(), s.Powers()
	price, before := powers.Price(steps), d.counted()
	for _, t := range d.Purse()[:price] {
		d.take(t)
		s.Bag = append(s.Bag, t)
	}
	from := s.Wheels[w]
	at := kit.Stop(s.Ring, from, steps)
	s.Now.Taken, s.Now.From = s.Ring[at], at
	s.Ring[at], s.Wheels[w] = 0, at
	told := len(s.Story)
	s.tell(kit.Event{Kind: kit.DidSpin, Wheel: w, Steps: steps, From: from + 1, Place: at, Dream: s.Now.Taken, Count: price})
	gift, base := powers.Gift(steps)
	blank := s.gain(env, gift, base)
	s.Story[told].Points = d.counted() - before
	s.Now.Ends = blank && kit.Together(s.Ring, s.Wheels)
	s.Phase = kit.Laying
}

// gain gives tokens from the bag to whose turn it is. It reports whether one of the
// first ones has a blank back.
func (s *State) gain(env *games.Env, n, first int) bool {
	if n == 0 {
		return false
	}
	d, blanks, found := s.Dreamer(), 0, false
	list := s.draw(env, n)
	for i, t := range list {
		if t.Blank() {
			blanks++
			found = found || i < first
		}
		d.Sand = kit.Put(d.Sand, t)
	}
	s.tell(kit.Event{Kind: kit.DidDraw, Count: len(list), Blanks: blanks})
	return found
}

// lay attaches the card that was taken.
func (s *State) lay(env *games.Env, level int, done bool) {
	d, taken := s.Dreamer(), s.Now.Taken
	before := d.counted()
	f, _ := d.Rows.Fit(level, taken, s.GapBreaks, s.Powers().Join > 0)
	b := kit.NoBreak
	if f.Break {
		b = s.newBreak(env)
	}
	d.Rows = d.Rows.With(f, taken, b)
	d.Rows.Last(level).Round = s.Round
	s.tell(kit.Event{Kind: kit.DidLay, Level: level, Dream: taken, Break: b, Points: d.counted() - before})
	s.Now.Taken, s.Now.From, s.Now.Done = 0, 0, done
	s.Phase = kit.Closing
	s.meet(env, f.Draws)
	s.close(env)
}

// newBreak draws a token, which no player sees, for a break.
func (s *State) newBreak(env *games.Env) kit.Break {
	list := s.draw(env, 1)
	switch {
	case len(list) == 0:
		return kit.BareBreak
	case list[0].Blank():
		s.Lost = append(s.Lost, list[0])
		return kit.BlankBreak
	default:
		s.Lost = append(s.Lost, list[0])
		return kit.SandBreak
	}
}

// endBreak puts the token of a break back into the bag. Nobody knows the faces of these
// tokens, so any with the same back is as good.
func (s *State) endBreak(env *games.Env, b kit.Break) {
	var like []kit.Token
	for _, t := range s.Lost {
		if b == kit.BlankBreak && t.Blank() || b == kit.SandBreak && !t.Blank() {
			like = append(like, t)
		}
	}
	if len(like) == 0 {
		return
	}
	t := like[env.Rand.IntN(len(like))]
	s.Lost, s.Bag = kit.Remove(s.Lost, t), append(s.Bag, t)
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
	s.tell(kit.Event{Kind: kit.DidMeet, Count: n, Points: 1}) // one is kept, and counts until it is played
	if n == 1 {
		s.Dreamer().Hand = kit.Put(s.Dreamer().Hand, list[0])
		return
	}
	slices.Sort(list)
	s.Offer = list
}

// keep keeps one of the encounters drawn, and discards the others.
func (s *State) keep(env *games.Env, e kit.Encounter) {
	s.Dreamer().Hand = kit.Put(s.Dreamer().Hand, e)
	s.Discards = append(s.Discards, kit.Remove(s.Offer, e)...)
	s.Offer = nil
	s.close(env)
}

// close ends a turn in which nothing is left to do. A player with encounters in hand
// ends it by a move: whether they can be played is no player else's business.
func (s *State) close(env *games.Env) {
	if s.Phase == kit.Closing && len(s.Offer) == 0 && (s.Now.Done || len(s.Dreamer().Hand) == 0) {
		s.endTurn(env)
	}
}

// endTurn ends the turn, and the round where a condition is met.
func (s *State) endTurn(env *games.Env) {
	s.Dreamer().Aside = nil
	s.Count++
	few := kit.Left(s.Ring) <= len(s.Dreamers)
	if !few && !s.Now.Ends {
		s.next(env)
		return
	}
	e := kit.Ending{Why: kit.EmptyPath, Seat: s.Turn, Turns: s.Count, Left: kit.Left(s.Ring)}
	if few {
		e.Why = kit.FewCards
	}
	for _, past := range s.Ended {
		e.Turns -= past.Turns
	}
	for i := range s.Dreamers {
		e.Points = append(e.Points, s.Dreamers[i].counted())
	}
	s.Ended = append(s.Ended, e)
	s.Count--
	s.tell(kit.Event{Kind: kit.DidEnd})
	s.Count++
	s.Now = kit.Doing{}
	if s.Round == kit.Rounds {
		s.Phase, s.Until = kit.Over, 0
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

// Play makes a move, or says why it is refused.
func Play(env *games.Env, s *State, seat games.Seat, m kit.Move) error {
	if !slices.Contains(s.Moves(seat), m) {
		return s.explain(seat, m)
	}
	return s.Do(env, m)
}

// Do makes a legal move of whose turn it is.
func (s *State) Do(env *games.Env, m kit.Move) error {
	switch m.Verb {
	case kit.Aside:
		s.Dreamer().Aside = append(s.Dreamer().Aside, m.Token)
		return nil
	case kit.Clear:
		s.Dreamer().Aside = nil
		return nil
	}
	turn := s.Count
	switch m.Verb {
	case kit.Set:
		s.Set(env, m.Place)
	case kit.Add:
		s.Add(m.Level, m.Token, m.Back)
	case kit.Spin:
		s.spin(env, m.Wheel, m.Steps)
	case kit.Lay:
		s.lay(env, m.Level, m.Done)
	case kit.Keep:
		s.keep(env, m.Encounter)
	case kit.Play:
		encountering{s}.play(env, m.Encounter, m.Choice)
	case kit.Done:
		s.endTurn(env)
	}
	if s.Phase != kit.Over && s.Count == turn {
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
func Drafts(m kit.Move) bool { return m.Verb == kit.Aside || m.Verb == kit.Clear }

// Expire does the rest of a turn whose time is over: three steps of any flywheel
// without a new particle, the first level, and any of the encounters.
func Expire(env *games.Env, s *State) error {
	s.tell(kit.Event{Kind: kit.WasSlow})
	if s.Phase == kit.Setting {
		s.Set(env, env.Rand.IntN(len(s.Ring)))
		return nil
	}
	if s.Phase == kit.Spinning {
		s.spin(env, kit.Wheels[env.Rand.IntN(len(kit.Wheels))], min(kit.UnpaidSteps, kit.Left(s.Ring)))
	}
	turn := s.Count
	if s.Phase == kit.Laying {
		s.lay(env, 1, true)
	}
	if len(s.Offer) > 0 {
		s.Now.Done = true
		s.keep(env, s.Offer[env.Rand.IntN(len(s.Offer))])
	}
	if s.Count == turn && s.Phase == kit.Closing {
		s.endTurn(env)
	}
	return nil
}

// Status is who is awaited, and who has won.
func Status(s State) games.Status {
	if s.Phase != kit.Over {
		return games.Status{Awaits: []games.Seat{s.Turn}, Due: s.Until, Chapter: s.Round}
	}
	st := games.Status{Over: true, Chapter: s.Round, Winners: Winners(s.Dreamers)}
	for i := range s.Dreamers {
		st.Scores = append(st.Scores, s.Dreamers[i].Score().Total)
	}
	return st
}
