package rules_test

import (
	"math/rand/v2"
	"testing"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/player"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
)

// A judge knows the rulebook and nothing of the code that plays by it. It compares the
// position before a move with the one after it.
type judge struct {
	*testing.T
	move   kit.Move
	old, s *rules.State
	seen   map[string]int // how often each rule was looked at
}

// TestJudge replays matches, by chance and by automatic players, before the judge.
func TestJudge(t *testing.T) {
	j := &judge{T: t, seen: map[string]int{}}
	for seed := range uint64(24) {
		seats := 2 + int(seed%3)
		options := games.Options{"gap_is_break": []string{"no", "yes"}[seed/3%2], "clock": "120"}
		j.match(seed, seats, options, seed%4 == 3)
	}
	for _, rule := range []string{
		"price", "gift", "stride", "ends", "stays", "match", "break", "gap", "join", "slot", "edge of a level", "offer", "few", "empty", "next", "two tokens", "one token", "mend", "swap", "drift", "exchange",
	} {
		if j.seen[rule] == 0 {
			t.Errorf("the judge never looked at %q: %v", rule, j.seen)
		}
	}
}

// match plays a match before the judge.
func (j *judge) match(seed uint64, seats int, options games.Options, clever bool) {
	j.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	env := &games.Env{Rand: r}
	s, err := rules.Deal(env, games.Table{Seats: seats, Options: options})
	if err != nil {
		j.Fatal(err)
	}
	for s.Phase != kit.Over {
		legal := s.Moves(s.Turn)
		m := legal[r.IntN(len(legal))]
		if clever {
			m = player.Search(env, games.Normal, s.Turn, func() rules.State { return *somnicumtest.CloneAll(&s) }, legal)
		} else if m.Verb == kit.Spin && r.IntN(3) > 0 {
			m.Steps = 1 + r.IntN(3)
		}
		j.old, j.move = somnicumtest.CloneAll(&s), m
		if err := rules.Play(env, &s, s.Turn, m); err != nil {
			j.Fatalf("seed %d: %s: %v", seed, m, err)
		}
		j.s = &s
		j.whole()
		switch m.Verb {
		case kit.Set:
			j.set()
		case kit.Spin:
			j.spin()
		case kit.Lay:
			j.lay()
		case kit.Add:
			j.add()
		case kit.Play:
			j.play()
		}
		j.turn()
		if j.Failed() {
			j.Fatalf("seed %d, %d seats: %s by %d in round %d\nbefore %+v\nafter %+v", seed, seats, m, j.old.Turn, j.old.Round, j.old.Dreamers[j.old.Turn], s.Dreamers[j.old.Turn])
		}
	}
}

// is compares.
func (j *judge) is(rule string, got, want any) {
	j.Helper()
	j.seen[rule]++
	if got != want {
		j.Errorf("%s: %v, want %v", rule, got, want)
	}
}

// whole counts all components.
func (j *judge) whole() {
	j.Helper()
	cards, tokens, met := len(j.s.Deck)+len(j.s.Removed)+cardsOf(j.s), len(j.s.Bag)+len(j.s.Lost), len(j.s.Stack)+len(j.s.Discards)+len(j.s.Offer)
	if j.s.Now.Taken != 0 {
		cards++
	}
	for _, d := range j.s.Dreamers {
		tokens += len(d.Sand)
		met += len(d.Hand) + len(d.Open)
		for _, row := range d.Rows {
			cards += len(row)
			for _, c := range row {
				tokens += len(c.Added)
			}
		}
	}
	j.is("cards", cards, 88)
	j.is("tokens", tokens, 72)
	j.is("encounters", met, 24)
}

// cardsOf counts the cards of the ring.
func cardsOf(s *rules.State) int { return len(clockwiseFrom(s, 0)) }

// clockwiseFrom lists the cards of the ring from a place on.
func clockwiseFrom(s *rules.State, place int) []kit.Dream {
	var list []kit.Dream
	for i := range s.Ring {
		if d := s.Ring[(place+i)%len(s.Ring)]; d != 0 {
			list = append(list, d)
		}
	}
	return list
}

// nothingBetween reports whether both flywheels stand in one gap of the cards that are
// left.
func nothingBetween(s *rules.State) bool {
	a, b := clockwiseFrom(s, s.Wheels[0]), clockwiseFrom(s, s.Wheels[1])
	return len(a) == 0 || a[0] == b[0]
}

func (j *judge) set() {
	j.Helper()
	black, white := clockwiseFrom(j.s, j.s.Wheels[0]), clockwiseFrom(j.s, j.s.Wheels[1])
	j.is("arc", black[map[int]int{2: 8, 3: 10, 4: 12}[len(j.s.Dreamers)]], white[0])
}

// power adds up what the open cards and this turn's cards of who moved say of a kind.
func (j *judge) power(kind kit.EffectKind, now int) int {
	for _, o := range j.old.Dreamers[j.old.Turn].Open {
		for _, e := range o.Card().Effects {
			if e.Kind == kind {
				now += e.N
			}
		}
	}
	return now
}

func (j *judge) spin() {
	j.Helper()
	n, before := j.move.Steps, j.old.Now.Powers
	cards := clockwiseFrom(j.old, j.old.Wheels[j.move.Wheel])
	j.is("taken", j.s.Now.Taken, cards[n-1])
	price := max(0, n-3-j.power(kit.FreeSteps, before.Free))
	var gift, counts int
	switch n {
	case 1, 2:
		counts = 3 - n
		gift = counts + j.power(kit.MoreGift, before.More)
		j.seen["gift"]++
	case 3:
		gift = j.power(kit.Stride, before.Stride)
		j.seen["stride"] += gift
	}
	if price > 0 {
		j.seen["price"]++
	}
	had := len(j.old.Dreamers[j.old.Turn].Sand)
	if price > had {
		j.Errorf("%d steps cost %d of %d tokens", n, price, had)
	}
	gift = min(gift, len(j.old.Bag)+price)
	j.is("sand", len(j.s.Dreamers[j.old.Turn].Sand), had-price+gift)
	last := j.s.Story[len(j.s.Story)-1]
	drew := last.Kind == kit.DidDraw && last.Blanks > 0
	switch {
	case !nothingBetween(j.s) || counts == 0 || !drew:
		j.is("stays", j.s.Now.Ends, false)
	case gift <= counts:
		j.is("ends", j.s.Now.Ends, true)
	}
}

// room is where the rulebook lets a card go: under the next pair without a break.
func room(rows kit.Rows, level int) int {
	row := rows[level-1]
	from := 0
	if len(row) > 0 {
		from = row[len(row)-1].Slot + 1
	}
	if level == 1 {
		return from
	}
	at := map[int]kit.Card{}
	for _, c := range rows[level-2] {
		at[c.Slot] = c
	}
	for slot := from; slot < 40; slot++ {
		_, left := at[slot]
		right, both := at[slot+1]
		if left && both && right.Break == kit.NoBreak {
			return slot
		}
	}
	return -1
}

func (j *judge) lay() {
	j.Helper()
	level := j.move.Level
	before, after := j.old.Dreamers[j.old.Turn], j.s.Dreamers[j.old.Turn]
	old, row := before.Rows[level-1], after.Rows[level-1]
	if len(row) != len(old)+1 || row[len(old)].Dream != j.old.Now.Taken {
		j.Errorf("the card is not at the end of level %d", level)
		return
	}
	c := row[len(old)]
	j.is("slot", c.Slot, room(before.Rows, level))
	breaks := false
	if len(old) > 0 {
		left, rule := old[len(old)-1], "match"
		breaks = left.Particles()&c.Dream.Card().Particles == 0
		if c.Slot > left.Slot+1 {
			rule = "gap"
			breaks = breaks || j.old.GapBreaks
		}
		if breaks {
			rule = "break"
		}
		if j.power(kit.Join, j.old.Now.Powers.Join) > 0 && breaks {
			breaks, rule = false, "join"
		}
		j.seen[rule]++
	}
	j.is("broken", c.Break != kit.NoBreak, breaks)
	if level > 1 && after.Rows.Edge(level-1, len(old)) {
		j.seen["edge of a level"]++
	}
	met := 0
	if c.Dream.Card().Meets {
		met = level
	}
	got := len(after.Hand) - len(before.Hand)
	switch {
	case met > 1 && len(j.old.Stack)+len(j.old.Discards) > 1:
		j.is("offer", got+min(len(j.s.Offer), met), min(met, len(j.old.Stack)+len(j.old.Discards)))
	case met == 1 && len(j.old.Stack)+len(j.old.Discards) > 0:
		j.is("one encounter", got, 1)
	case met == 0:
		j.is("no encounter", got+len(j.s.Offer), 0)
	}
}

func (j *judge) add() {
	j.Helper()
	before, after := j.old.Dreamers[j.old.Turn], j.s.Dreamers[j.old.Turn]
	row := before.Rows[j.move.Level-1]
	last := row[len(row)-1]
	p := j.move.Token.Particle()
	foreign := last.Dream.Card().Plot != p.Plot() && !last.Dream.Card().Nightmare() && j.power(kit.Single, j.old.Now.Powers.Single) == 0
	spent, back := 1, 0
	if foreign {
		spent, back = 2, 1
		j.is("two tokens", j.move.Back.Particle(), p)
	} else {
		j.is("one token", j.move.Back, kit.Token(0))
	}
	j.is("sand", len(after.Sand), len(before.Sand)-spent)
	j.is("bag", len(j.s.Bag), len(j.old.Bag)+back)
	j.is("new", last.Particles().Has(p), false)
	if j.old.Now.Added > j.power(kit.MoreAdds, j.old.Now.Powers.Add) {
		j.Errorf("%d particles were added before", j.old.Now.Added)
	}
}

func (j *judge) play() {
	j.Helper()
	me := j.old.Turn
	before, after := j.old.Dreamers[me], j.s.Dreamers[me]
	j.is("hand", len(after.Hand), len(before.Hand)-1)
	for _, x := range j.move.Encounter.Card().Effects {
		switch x.Kind {
		case kit.Mend:
			j.is("mend", after.Rows[j.move.Choice.A-1][j.move.Choice.B-1].Break, kit.NoBreak)
		case kit.Swap:
			a, b := j.move.Choice.A-1, j.move.Choice.B-1
			old := [2]kit.Card{before.Rows[a][len(before.Rows[a])-1], before.Rows[b][len(before.Rows[b])-1]}
			j.is("swap", [2]kit.Dream{after.Rows[a][len(after.Rows[a])-1].Dream, after.Rows[b][len(after.Rows[b])-1].Dream}, [2]kit.Dream{old[1].Dream, old[0].Dream})
		case kit.Drift:
			w := j.move.Choice.A - 1
			cards := clockwiseFrom(j.old, j.old.Wheels[w])
			j.is("drift", clockwiseFrom(j.s, j.s.Wheels[w])[0], cards[j.move.Choice.B%len(cards)])
		case kit.Exchange:
			if j.s.Turn == me && j.s.Phase == kit.Laying {
				j.is("exchange", cardsOf(j.s), cardsOf(j.old))
			}
		}
	}
	// Every card of a lower level hangs under a pair without a break.
	for level := 1; level < kit.Levels; level++ {
		at := map[int]kit.Card{}
		for _, c := range after.Rows[level-1] {
			at[c.Slot] = c
		}
		for _, c := range after.Rows[level] {
			if right, ok := at[c.Slot+1]; !ok || right.Break != kit.NoBreak {
				j.Errorf("level %d: slot %d hangs under nothing", level+1, c.Slot)
			}
		}
	}
}

// turn looks at who goes on, and at the end of rounds.
func (j *judge) turn() {
	j.Helper()
	me, seats := j.old.Turn, games.Seat(len(j.s.Dreamers))
	if j.s.Count == j.old.Count {
		if j.move.Verb == kit.Set {
			j.is("first", j.s.Turn, (me+1)%seats)
		}
		return
	}
	ring, ends := cardsOf(j.old), j.old.Now.Ends || j.s.Now.Ends
	over := j.s.Phase == kit.Over || j.s.Phase == kit.Setting
	switch {
	case ring == int(seats) || ends:
		j.is(map[bool]string{true: "few", false: "empty"}[ring == int(seats)], over, true)
		j.is("who ended it places", j.s.Turn, me)
		if j.s.Phase == kit.Setting {
			j.is("ring", cardsOf(j.s), map[games.Seat]int{2: 16, 3: 21, 4: 24}[seats])
			j.is("round", j.s.Round, j.old.Round+1)
		}
	default:
		j.is("next", j.s.Turn, (me+1)%seats)
		j.is("goes on", over, false)
	}
}
