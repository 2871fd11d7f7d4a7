package sample

import (
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"oneiros/games"
)

// Rules are the rules of Lullaby. They know no clock, no luck and no people but
// what env gives them and the seats. They refuse, and never panic.
type Rules struct{}

// Deal makes the first position. All its luck comes from env.Rand, so the same
// seed always deals the same.
func (Rules) Deal(env *games.Env, t games.Table) (State, error) {
	s := State{
		Phase: Picking, Round: 1, Rounds: t.Options.Int("rounds"), Pace: time.Minute, Winner: games.Nobody,
		Hands: make([][]int, t.Seats), Picks: make([]int, t.Seats), Shown: make([]int, t.Seats),
		Tucked: make([][]int, t.Seats), Gave: make([][]int, t.Seats), Trades: t.Options["trade"] == "yes",
		Yawned: games.Nobody, Points: make([]int, t.Seats), Gone: make([]bool, t.Seats),
	}
	switch t.Options["pace"] {
	case "brisk":
		s.Pace = 20 * time.Second
	case "patient":
		s.Pace = time.Hour
	}
	for _, c := range env.Rand.Perm(len(Dreams)) {
		s.Deck = append(s.Deck, c+1)
	}
	for i := range s.Hands {
		s.Hands[i], s.Deck = slices.Clone(s.Deck[:s.Rounds+1]), s.Deck[s.Rounds+1:]
		slices.Sort(s.Hands[i])
	}
	s.End = env.At + s.Pace
	return s, nil
}

// Moves lists the legal moves of a seat. There is no current player: every player
// who has moves may move.
func (Rules) Moves(s State, seat games.Seat) iter.Seq[Move] { return slices.Values(Legal(s, seat)) }

// Legal is what a seat may do. Moves, Play and View all use it, so the rules, the
// buttons and the tests agree on what is legal. It depends only on what the seat
// knows, or the number of buttons would tell a secret.
func Legal(s State, seat games.Seat) []Move {
	if s.Gone[seat] {
		return nil
	}
	var list []Move
	switch {
	case s.Phase == Picking && s.Picks[seat] == 0:
		for _, c := range s.Hands[seat] {
			list = append(list, Move{Verb: Play, Card: c})
		}
		for _, c := range s.Hands[seat] {
			if slices.Contains(s.Tucked[seat], c) {
				list = append(list, Move{Verb: Untuck, Card: c})
			} else if len(s.Hands[seat])-len(s.Tucked[seat]) > 1 { // one stays to toss for
				list = append(list, Move{Verb: Tuck, Card: c})
			}
		}
		list = append(list, Move{Verb: Toss})
		if s.Trades && len(s.Gave[seat]) == 0 && len(s.Hands[seat]) > 1 && len(s.Deck) > 1 {
			list = append(list, Move{Verb: Trade})
		}
	case s.Waits != "": // every player waits for a moderator
	case s.Phase == Naming && s.Winner == seat:
		list = append(list, Move{Verb: Name, Text: "sleep"}, Move{Verb: Hush})
	case s.Phase == Naming && s.Yawned == games.Nobody:
		list = append(list, Move{Verb: Yawn})
	}
	return list
}

// Within lists every pair of dreams that a seat may give away.
func (Rules) Within(s State, seat games.Seat, form Move) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if form.Verb != Trade {
			return
		}
		for i, a := range s.Hands[seat] {
			for _, b := range s.Hands[seat][i+1:] {
				if !yield(Move{Verb: Trade, Card: a, With: b}) {
					return
				}
			}
		}
	}
}

// may reports whether a move is legal: it is listed, or of a listed form. It asks
// Legal and Within, so that what is listed and what is accepted are the same.
func (r Rules) may(s State, seat games.Seat, m Move) bool {
	listed := r.Form(m)
	if m.Verb == Name {
		listed.Text = "sleep" // any other text is as legal
	}
	if !slices.Contains(Legal(s, seat), listed) {
		return false
	}
	if m == r.Form(m) {
		return true
	}
	for w := range r.Within(s, seat, listed) {
		if w == m {
			return true
		}
	}
	return false
}

// Play makes a move. It checks everything before it changes anything. The
// position is a copy that belongs to Play, and an error throws it away.
func (r Rules) Play(env *games.Env, s *State, seat games.Seat, m Move) error {
	if !r.may(*s, seat, m) {
		return games.Refuse("refuse.not-now")
	}
	switch m.Verb {
	case Play:
		s.Picks[seat] = m.Card
		s.turn(env.At)
	case Tuck:
		s.Tucked[seat] = append(s.Tucked[seat], m.Card)
		slices.Sort(s.Tucked[seat])
	case Untuck:
		s.Tucked[seat] = without(s.Tucked[seat], m.Card)
	case Toss:
		h := s.Hands[seat]
		for _, c := range s.Tucked[seat] {
			h = without(h, c)
		}
		if len(h) == 0 { // all are tucked since the last round
			h = s.Hands[seat]
		}
		s.Picks[seat] = h[env.Rand.IntN(len(h))]
		s.turn(env.At)
	case Name:
		if err := fit(m.Text); err != nil {
			return err
		}
		s.Names = append(s.Names, m.Text)
		s.begin(env.At)
	case Hush:
		s.begin(env.At)
	case Yawn:
		s.Yawned = seat
		s.Points[seat]++
	case Trade:
		if m == r.Form(m) { // the form means the first pair, which are the two lowest
			m.Card, m.With = s.Hands[seat][0], s.Hands[seat][1]
		}
		s.trade(seat, m.Card, m.With)
	}
	return nil
}

// fit refuses a text that is no name.
func fit(name string) error {
	if n := utf8.RuneCountInString(name); n > MaxName {
		return games.Refuse("refuse.long", n, MaxName)
	}
	if strings.TrimSpace(name) == "" {
		return games.Refuse("refuse.empty")
	}
	return nil
}

// trade gives two dreams away for two from the deck.
func (s *State) trade(seat games.Seat, a, b int) {
	s.Gave[seat] = []int{a, b}
	for _, c := range s.Gave[seat] {
		s.Hands[seat], s.Tucked[seat] = without(s.Hands[seat], c), without(s.Tucked[seat], c)
	}
	s.Hands[seat] = append(s.Hands[seat], s.Deck[:2]...)
	slices.Sort(s.Hands[seat])
	s.Deck = s.Deck[2:]
}

// without is a list without a card.
func without(list []int, card int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(c int) bool { return c == card })
}

// Drafts reports that tucking concerns no other player: a player may tuck several
// dreams from one picture.
func (Rules) Drafts(m Move) bool { return m.Verb == Tuck || m.Verb == Untuck }

// Racing reports that the first yawn is still to come.
func (Rules) Racing(public View) bool {
	return public.Phase == Naming && !public.Waits && public.Yawned == games.Nobody
}

// Races reports that a yawn races, and what ends the round before any player yawned.
func (Rules) Races(_ View, m Move) bool {
	return m.Verb == Yawn || m.Verb == Name || m.Verb == Hush
}

// turn shows the dreams once every player has picked, and gives the point.
func (s *State) turn(at time.Duration) {
	if slices.Contains(s.Picks, 0) {
		return
	}
	s.Phase, s.Marked, s.End = Naming, false, 0
	copy(s.Shown, s.Picks)
	for i, c := range s.Picks {
		s.Hands[i], s.Tucked[i], s.Picks[i] = without(s.Hands[i], c), without(s.Tucked[i], c), 0
	}
	s.Winner = games.Seat(slices.Index(s.Shown, slices.Max(s.Shown)))
	s.Points[s.Winner]++
	if s.Gone[s.Winner] {
		s.begin(at)
	}
}

// begin begins the next round, or ends the match.
func (s *State) begin(at time.Duration) {
	if s.Round == s.Rounds || !slices.Contains(s.Gone, false) {
		s.Phase, s.End, s.Marked = Over, 0, false
		return
	}
	s.Round++
	s.Yawned = games.Nobody
	s.Phase, s.End = Picking, at+s.Pace
	s.lowest(func(seat int) bool { return s.Gone[seat] })
}

// lowest plays the lowest dream of each of these seats that did not choose.
func (s *State) lowest(whose func(seat int) bool) {
	for i, c := range s.Picks {
		if c == 0 && whose(i) {
			s.Picks[i] = s.Hands[i][0]
		}
	}
}

// Expire is called at the deadline that Status gave. The first one is only a
// warning; at the second, the lowest dream of every player who waited is played.
func (r Rules) Expire(env *games.Env, s *State) error {
	if s.Waits != "" {
		return r.Release(env, s, false)
	}
	if env.At < s.End {
		s.Marked = true
		return nil
	}
	s.lowest(func(int) bool { return true })
	s.turn(env.At)
	return nil
}

// Leave goes on without a player who is gone for good. Nothing may wait for the
// seat from then on.
func (Rules) Leave(env *games.Env, s *State, seat games.Seat) error {
	if s.Gone[seat] {
		return games.Refuse("refuse.not-now")
	}
	s.Gone[seat] = true
	if s.Winner == seat {
		s.Waits = ""
	}
	switch {
	case !slices.Contains(s.Gone, false):
		s.Phase, s.End, s.Marked = Over, 0, false
	case s.Phase == Picking:
		s.lowest(func(i int) bool { return s.Gone[i] })
		s.turn(env.At)
	case s.Phase == Naming && s.Winner == seat:
		s.begin(env.At)
	}
	return nil
}

// Status says whom the table awaits, until when, and who won. All of it is
// public, so nothing secret may decide it.
func (Rules) Status(s State) games.Status {
	switch s.Phase {
	case Picking:
		st := games.Status{Due: s.End, Chapter: s.Round, Cue: games.Cue{Kind: "round", N: s.Round}}
		if !s.Marked {
			st.Due, st.Ends = s.End-mark, s.End
		}
		for i, c := range s.Picks {
			if c == 0 {
				st.Awaits = append(st.Awaits, games.Seat(i))
			}
		}
		return st
	case Naming:
		if s.Waits != "" { // a moderator need not sit here
			return games.Status{Due: s.End, Chapter: s.Round, Break: true}
		}
		// A name is worth waiting for. Every other game should have a deadline here.
		return games.Status{Awaits: []games.Seat{s.Winner}, Untimed: true, Chapter: s.Round}
	}
	st := games.Status{Over: true, Chapter: s.Round, Scores: s.Points}
	for i, n := range s.Points {
		if n == slices.Max(s.Points) && n > 0 {
			st.Winners = append(st.Winners, games.Seat(i))
		}
	}
	return st
}
