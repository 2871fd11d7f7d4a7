// Package rules are the rules of Dream Runners: its position, the moves of each seat, and what
// follows from a move or from a deadline. The rules in words, with the rulings, are the comment
// of package dreamrunners.
//
// # Why it stands apart
//
// This is the one room that holds the position, and with it every secret: what each player
// builds and chooses, the dreams to come, the chests. A reader who asks what a move does reads
// it alone. It has no words besides the keys of its refusals, and draws nothing.
//
// What a viewer may know of a position is no matter of the rules: package view says it. Nothing
// that shows or plays imports this package, so nothing there can look at a secret.
//
// The rules are one thing. What is dealt out depends on what was chosen (asks.go), and what is
// to be chosen on what will be dealt out (dealing.go).
//
// # For tests
//
// A position is plain data, and tests arrange it. A segment more is given by [Dreamer.Gain].
package rules

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/pace"
)

// How long people have in a live match. In a relaxed one it is a part of the window, if
// that is longer.
const (
	chooseTime = 45 * time.Second
	shopTime   = 30 * time.Second
	readTime   = 30 * time.Second // from the results on
	leastTime  = 10 * time.Second // at least, after another player did something
)

// long is a time of a live match, or a part of the window of a relaxed one.
func (s *State) long(live time.Duration, part time.Duration) time.Duration {
	if s.Relaxed {
		return max(live, s.Window/part)
	}
	return live
}

// Options are what a host may choose for a match.
func Options() []games.Option {
	return []games.Option{
		{Key: "speed", Choices: []string{"live", "relaxed"}},
		{Key: "sand", Min: 15, Max: 300, Default: func(games.Options) string { return "60" }},
		{Key: "start", Min: 30, Max: 600, Default: func(games.Options) string { return "180" }},
		{Key: "window", Min: 1, Max: 1440, Default: func(games.Options) string { return "5" }},
		pace.MoreTime(),
		{Key: "beginner", Choices: []string{"no", "yes"}},
		{Key: "tile_rotation", Choices: []string{"no", "yes"}},
	}
}

// Deal makes a match: the dreams of each level, the stacks of segments and chests, and a set of
// start segments for every player.
func Deal(env *games.Env, t games.Table) (State, error) {
	s := State{
		Relaxed: t.Options["speed"] == "relaxed", Turned: t.Options["tile_rotation"] == "yes", Beginner: t.Options["beginner"] == "yes",
		Sand:   time.Duration(t.Options.Int("sand")) * time.Second,
		Start:  time.Duration(t.Options.Int("start")) * time.Second,
		Window: time.Duration(t.Options.Int("window")) * time.Minute,
		Leader: games.Seat(env.Rand.IntN(t.Seats)), Shopper: games.Nobody,
		Last: kit.Reveal{First: games.Nobody, Leader: games.Nobody},
	}
	for level := 1; level <= kit.Levels; level++ {
		list := kit.TilesOf(level, s.Beginner)
		games.Shuffle(env.Rand, list)
		s.Deck = append(s.Deck, list[:kit.Rounds/kit.Levels]...)
	}
	for n := range kit.EachNeutral * kit.Shapes {
		g := kit.Segment(kit.Sets*kit.Shapes + n + 1)
		s.Stacks[g.Card().Shape] = append(s.Stacks[g.Card().Shape], g)
	}
	for i := range s.Stacks {
		games.Shuffle(env.Rand, s.Stacks[i])
		s.refill(i)
	}
	for n := range kit.Chests {
		c := kit.Chest(n + 1)
		s.Chests[c.Card().Locks-1] = append(s.Chests[c.Card().Locks-1], c)
	}
	for i := range s.Chests {
		games.Shuffle(env.Rand, s.Chests[i])
	}
	for _, set := range env.Rand.Perm(kit.Sets)[:t.Seats] {
		d := Dreamer{Set: set + 1, Calm: kit.StartCalm, Coins: kit.StartCoin}
		for shape := kit.Shape(kit.Shapes - 1); shape >= 0; shape-- {
			d.Gain(kit.StartSegment(set, shape))
		}
		s.Dreamers = append(s.Dreamers, d)
	}
	s.Told = games.NewChronicle[kit.Event](t.Seats)
	s.Way = make([][]int, t.Seats)
	noteWay(&s)
	s.flip(env)
	return s, nil
}

// noteWay notes the points of those who sleep, and of those who woke in this round.
func noteWay(s *State) {
	if len(s.Way) == 0 {
		return // of a match that began without
	}
	for i := range s.Dreamers {
		if d := &s.Dreamers[i]; d.Woke == 0 || d.Woke == s.Round {
			s.Way[i] = append(s.Way[i], d.Score().Total)
		}
	}
}

// announce tells every player what happened.
func announce(s *State, kind kit.EventKind, seat games.Seat, g kit.Segment) {
	s.Told.Tell(kit.Event{Kind: kind, Seat: seat, Segment: g})
}

// Gain gives a segment to a player, under a name of its own.
func (d *Dreamer) Gain(g kit.Segment) {
	shape := g.Card().Shape
	d.Named[shape]++
	d.Segments = append(d.Segments, kit.Owned{Label: kit.LabelOf(shape, d.Named[shape]), Segment: g})
}

// Owned is the segment that a player calls by a name. It is 0 if there is none.
func (d *Dreamer) Owned(l kit.Label) kit.Segment {
	for _, o := range d.Segments {
		if o.Label == l {
			return o.Segment
		}
	}
	return 0
}

// Turns is by how many quarter turns a seat sees the tile.
func (s *State) Turns(seat int) int {
	switch {
	case !s.Turned:
		return 0
	case len(s.Dreamers) == 2:
		return 2 * seat
	default:
		return seat
	}
}

// flip opens the next dream.
func (s *State) flip(env *games.Env) {
	if s.Tile != 0 {
		s.Past = append(s.Past, s.Tile)
	}
	s.Round++
	s.Tile, s.Deck = s.Deck[0], s.Deck[1:]
	s.Phase, s.First, s.Running, s.Shopper = kit.Building, games.Nobody, false, games.Nobody
	s.Until = env.At + s.Start
	if s.Relaxed {
		s.Until = env.At + s.Window
	}
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		d.Done, d.Shopped, d.Bought = false, false, false
		d.Draft, d.Asks, d.Presses, d.Luck = nil, nil, 0, env.Rand.Uint32()
	}
}

// asleep are the seats that have not woken, in seat order.
func (s *State) asleep() []games.Seat {
	var list []games.Seat
	for i := range s.Dreamers {
		if s.Dreamers[i].Woke == 0 {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// all reports whether something is true of every player who has not woken.
func (s *State) all(is func(d *Dreamer) bool) bool {
	return !slices.ContainsFunc(s.asleep(), func(i games.Seat) bool { return !is(&s.Dreamers[i]) })
}

// order are the seats that have not woken, clockwise from the leader.
func (s *State) order() []games.Seat {
	list := s.asleep()
	i, _ := slices.BinarySearch(list, s.Leader)
	return append(slices.Clone(list[i:]), list[:i]...)
}

// Play makes a move.
func Play(env *games.Env, s *State, seat games.Seat, m kit.Move) error {
	if s.Phase == kit.Building && env.At >= s.Until {
		return games.Refuse("refuse.late")
	}
	if !s.listed(seat, m) {
		return s.explain(seat, m)
	}
	d := &s.Dreamers[seat]
	switch m.Verb {
	case kit.Place, kit.Take, kit.Clear, kit.Build:
		return d.draft(m)
	case kit.Pick:
		a := &d.Asks[m.Ask-1]
		a.Answer, a.Chosen = m.Option-1, true
		if a.Kind == kit.AskChests {
			s.open(seat, a.Options[a.Answer].Squares)
		}
		s.balance(seat)
	case kit.Done:
		s.done(env, seat)
	case kit.More:
		d.Done = false
	case kit.Buy:
		s.buy(env, seat, m.Shape)
	case kit.Calm:
		announce(s, kit.EventCalm, seat, 0)
		d.Coins -= kit.CalmPrice
		d.Calm = min(d.Calm+1, kit.MaxCalm)
		s.browse(env, d)
	}
	return nil
}

// done says that a player is ready.
func (s *State) done(env *games.Env, seat games.Seat) {
	d := &s.Dreamers[seat]
	d.Done = true
	switch s.Phase {
	case kit.Building:
		kind := kit.EventReady
		if s.First == games.Nobody && !s.Running {
			kind, s.First, s.Leader = kit.EventFirst, seat, seat
			d.Coins++
			if !s.Relaxed {
				s.Running, s.Until = true, env.At+s.Sand
			}
		}
		announce(s, kind, seat, 0)
		if s.all(func(d *Dreamer) bool { return d.Done }) {
			s.freeze(env)
		}
	case kit.Choosing:
		if s.all(func(d *Dreamer) bool { return d.Done || len(d.Asks) == 0 }) {
			s.reveal(env)
		}
	case kit.Between:
		d.Shopped = true
		if seat == s.Shopper {
			s.shop(env)
		} else {
			s.rest(env)
		}
	}
}

// freeze ends the building. Where a player has to choose something, it is chosen first.
func (s *State) freeze(env *games.Env) {
	s.Running = false
	asked := false
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		s.Told.Turn(games.Seat(i))
		d.Done, d.Was = false, kit.Goods{Calm: d.Calm, Stars: d.Stars, Coins: d.Coins, Keys: d.Keys, Shards: d.Shards}
		if d.Woke == 0 {
			d.Asks = s.Asks(env, games.Seat(i))
			asked = asked || len(d.Asks) > 0
		}
	}
	if !asked {
		s.reveal(env)
		return
	}
	s.Phase, s.Until = kit.Choosing, env.At+s.long(chooseTime, 2)
}

// reveal shows what every player built, and deals out what it brings.
func (s *State) reveal(env *games.Env) {
	s.Phase, s.Shown, s.Shopper = kit.Between, env.At, games.Nobody
	for _, i := range s.asleep() {
		for _, a := range s.Dreamers[i].Asks {
			if a.Kind == kit.AskChests && !a.Chosen { // without a word, in reading order
				s.open(i, a.Options[a.Answer].Squares)
				s.balance(i)
			}
		}
	}
	s.deal()
	announce(s, kit.EventDream, games.Nobody, 0)
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		d.Draft, d.Asks, d.Presses, d.Done = nil, nil, 0, false
	}
	switch left := s.asleep(); {
	case len(left) < 2:
		s.Phase, s.Until = kit.Over, 0
		noteWay(s)
		return
	case s.Dreamers[s.Leader].Woke != 0:
		for s.Dreamers[s.Leader].Woke != 0 {
			s.Leader = games.Seat((int(s.Leader) + 1) % len(s.Dreamers))
		}
	}
	s.shop(env)
}

// shop lets the next one buy who can pay anything. After the last one every player reads on.
func (s *State) shop(env *games.Env) {
	s.Shopper = games.Nobody
	for _, i := range s.order() {
		d := &s.Dreamers[i]
		switch {
		case d.Shopped:
		case d.Coins < kit.CalmPrice:
			d.Shopped = true
		default:
			s.Shopper, s.Until = i, env.At+s.long(shopTime, 4)
			return
		}
	}
	s.Until = max(s.Shown+s.long(readTime, 2), env.At+leastTime)
	s.rest(env)
}

// rest ends the round when every player is ready.
func (s *State) rest(env *games.Env) {
	if !s.all(func(d *Dreamer) bool { return d.Done }) {
		return
	}
	s.endRound(env)
}

func (s *State) endRound(env *games.Env) {
	noteWay(s)
	if s.Round == kit.Rounds {
		s.Phase, s.Until, s.Shopper = kit.Over, 0, games.Nobody
		return
	}
	s.flip(env)
}

// refill turns the next segment of a shape face up, if there is one.
func (s *State) refill(shape int) {
	s.Shop[shape] = 0
	if stack := s.Stacks[shape]; len(stack) > 0 {
		s.Shop[shape], s.Stacks[shape] = stack[0], stack[1:]
	}
}

// buy sells the segment of a shape that lies face up.
func (s *State) buy(env *games.Env, seat games.Seat, shape kit.Shape) {
	d, g := &s.Dreamers[seat], s.Shop[shape]
	announce(s, kit.EventBuy, seat, g)
	s.refill(int(shape))
	d.Gain(g)
	d.Coins += g.Card().Coins - kit.Price
	d.Bought = true
	s.browse(env, d)
}

// browse goes on with the turn in the shop, unless nothing can be paid any more.
func (s *State) browse(env *games.Env, d *Dreamer) {
	if d.Coins < kit.CalmPrice {
		d.Shopped, d.Done = true, true
		s.shop(env)
		return
	}
	s.Until = max(s.Until, env.At+leastTime)
}

// Expire goes on where a time is over.
func Expire(env *games.Env, s *State) error {
	switch {
	case s.Phase == kit.Building && !s.Relaxed && !s.Running:
		s.Running, s.Until = true, env.At+s.Sand
		announce(s, kit.EventSand, games.Nobody, 0)
	case s.Phase == kit.Building:
		s.freeze(env)
	case s.Phase == kit.Choosing:
		s.reveal(env)
	case s.Shopper != games.Nobody:
		s.Dreamers[s.Shopper].Shopped = true
		s.shop(env)
	default:
		s.endRound(env)
	}
	return nil
}

// Drafts reports that what a player builds, or chooses in secret, concerns no other player.
func Drafts(m kit.Move) bool {
	switch m.Verb {
	case kit.Place, kit.Take, kit.Clear, kit.Build, kit.Pick:
		return true
	default:
		return false
	}
}

// Status is who is awaited, and who has won. While some have something to choose every player is
// awaited who has not woken: whom else would tell what they built.
func Status(s State) games.Status {
	st := games.Status{Due: s.Until, Chapter: s.Round}
	switch s.Phase {
	case kit.Building:
		st.Awaits, st.Sand = s.waiting(), !s.Relaxed
	case kit.Choosing: // who has to choose tells what they built
		st.Awaits, st.Break = s.asleep(), true
	case kit.Between:
		if s.Shopper != games.Nobody {
			st.Awaits = []games.Seat{s.Shopper}
			break
		}
		st.Awaits, st.Break = s.waiting(), true
	default:
		st = games.Status{Over: true, Chapter: s.Round, Winners: s.Winners()}
		for i := range s.Dreamers {
			st.Scores = append(st.Scores, s.Dreamers[i].Score().Total)
		}
		return st
	}
	for i := range s.Dreamers {
		if s.Dreamers[i].Woke != 0 {
			st.Out = append(st.Out, games.Seat(i))
		}
	}
	return st
}

// waiting are the seats that are not ready.
func (s *State) waiting() []games.Seat {
	return slices.DeleteFunc(s.asleep(), func(i games.Seat) bool { return s.Dreamers[i].Done })
}
