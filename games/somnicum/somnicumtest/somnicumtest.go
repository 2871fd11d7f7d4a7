// Package somnicumtest seats players at tables of Somnicum, for the tests of its rooms.
//
// The rooms share it, so that each can be tested where it is: with a table that is arranged by
// the names of cards, with matches by chance, or with views as full as they get. It knows the
// rules and the views. It knows no page and no player, so that the tests of both may use it.
package somnicumtest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/view"
)

// agreed is a game that has the options of Somnicum and nothing else.
var agreed = games.Define[rules.State, kit.Move, view.View](games.Info{Options: rules.Options()}, view.Contract{}, nil)

// A Table is a bench that knows the words of the game.
type Table struct {
	*gametest.Bench[rules.State, kit.Move, view.View]
}

// PlainOptions are the options of a table that chooses nothing.
var PlainOptions = games.Options{"gap_is_break": "no", "clock": "120"}

// Sit deals, and places the black flywheel before place 0. It is the turn of seat 0,
// who is the first player.
func Sit(t *testing.T, seats int, options ...string) *Table {
	t.Helper()
	b := &Table{gametest.Sit[rules.State, kit.Move, view.View](t, agreed, view.Contract{}, seats, options...)}
	for b.S.First != 0 {
		b.Deal()
	}
	b.Move("set 0")
	return b
}

// Move makes moves of whose turn it is.
func (b *Table) Move(moves ...string) {
	b.Helper()
	for _, m := range moves {
		b.Play(strconv.Itoa(int(b.S.Turn)) + ": " + m)
	}
}

// RefuseMove makes a move of whose turn it is that must be refused.
func (b *Table) RefuseMove(move, key string) {
	b.Helper()
	b.Refuse(strconv.Itoa(int(b.S.Turn))+": "+move, key)
}

// May reports whether whose turn it is may make a move.
func (b *Table) May(move string) bool { return slices.Contains(b.Moves(b.S.Turn), move) }

// ParticleOf is the particle with a name.
func ParticleOf(t *testing.T, name string) kit.Particle {
	t.Helper()
	for p := kit.Particle(1); p <= kit.ParticleKinds; p++ {
		if p.Name() == name {
			return p
		}
	}
	t.Fatalf("no particle %q", name)
	return 0
}

// set is the particles with these names.
func set(t *testing.T, names string) kit.Particles {
	t.Helper()
	var s kit.Particles
	for _, n := range strings.Fields(names) {
		s = s.With(ParticleOf(t, n))
	}
	return s
}

// DreamOf is the dream with exactly these particles, or the nightmare with a name.
func DreamOf(t *testing.T, names string) kit.Dream {
	t.Helper()
	for d := kit.Dream(1); d <= kit.Dreams; d++ {
		if c := d.Card(); c.Nightmare() && c.Name == names {
			return d
		}
	}
	want := set(t, names)
	for d := kit.Dream(1); d <= kit.Dreams; d++ {
		if d.Card().Particles == want {
			return d
		}
	}
	t.Fatalf("no dream with %q", names)
	return 0
}

// Sand is the tokens with these particles; "b" after a hyphen means a blank back.
func Sand(t *testing.T, names string) []kit.Token {
	t.Helper()
	var list []kit.Token
	for _, n := range strings.Fields(names) {
		name, blank := strings.CutSuffix(n, "-b")
		list = kit.Put(list, kit.TokenOf(ParticleOf(t, name), blank))
	}
	return list
}

// EncounterOf is the encounter with a name.
func EncounterOf(t *testing.T, name string) kit.Encounter {
	t.Helper()
	for e := 1; e < len(kit.Boxed.Encounters); e++ {
		if kit.Boxed.Encounters[e].Name == name {
			return kit.Encounter(e)
		}
	}
	t.Fatalf("no encounter %q", name)
	return 0
}

// Begin begins a turn of a seat.
func (b *Table) Begin(seat games.Seat) {
	b.S.Turn, b.S.Phase, b.S.Now, b.S.Offer = seat, kit.Spinning, kit.Doing{}, nil
}

// Fill puts cards into the whole ring that are on no table. The flywheels are opposite.
func (b *Table) Fill() {
	used := map[kit.Dream]bool{}
	for _, d := range b.S.Dreamers {
		for _, row := range d.Rows {
			for _, c := range row {
				used[c.Dream] = true
			}
		}
	}
	d := kit.Dream(kit.Dreams)
	for i := range b.S.Ring {
		for used[d] {
			d--
		}
		b.S.Ring[i] = d
		d--
	}
	b.S.Wheels = [2]int{0, kit.Opposite[len(b.S.Dreamers)]}
}

// Hold gives a seat sand out of the bag, and takes what it had back into the bag.
func (b *Table) Hold(seat games.Seat, names string) {
	b.Helper()
	d := &b.S.Dreamers[seat]
	b.S.Bag = append(b.S.Bag, d.Sand...)
	d.Sand, d.Aside = nil, nil
	for _, t := range Sand(b.T, names) {
		if !slices.Contains(b.S.Bag, t) {
			for i := range b.S.Dreamers {
				if o := &b.S.Dreamers[i]; slices.Contains(o.Sand, t) && games.Seat(i) != seat {
					o.Sand = kit.Remove(o.Sand, t)
					b.S.Bag = append(b.S.Bag, t)
					o.Sand, b.S.Bag = kit.Put(o.Sand, b.S.Bag[0]), b.S.Bag[1:]
				}
			}
		}
		b.S.Bag = kit.Remove(b.S.Bag, t)
		d.Sand = kit.Put(d.Sand, t)
	}
}

// Build lets a seat take cards and attach them to a level, each by a whole turn of three
// steps. A card is named by its particles.
func (b *Table) Build(seat games.Seat, level int, cards ...string) {
	b.Helper()
	for _, c := range cards {
		b.Begin(seat)
		b.Fill()
		b.S.Ring[2] = DreamOf(b.T, c)
		b.Move("spin b 3", "lay "+strconv.Itoa(level))
		if len(b.S.Offer) > 0 {
			b.Move("keep " + strconv.Itoa(int(b.S.Offer[0])))
		}
		if b.S.Phase == kit.Closing && b.S.Turn == seat {
			b.Move("done")
		}
	}
	b.Begin(seat)
	b.Fill()
}

// Give gives a seat an encounter, and nothing else in hand.
func (b *Table) Give(seat games.Seat, name string) kit.Encounter {
	b.Helper()
	e := EncounterOf(b.T, name)
	b.S.Dreamers[seat].Hand = []kit.Encounter{e}
	return e
}

// Row is a row of a seat: the slots, with "|" before a card with a break.
func (b *Table) Row(seat games.Seat, level int) string {
	var words []string
	for _, c := range b.S.Dreamers[seat].Rows[level-1] {
		w := strconv.Itoa(c.Slot)
		if c.Break != kit.NoBreak {
			w = "|" + w
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

// Walk plays a match by chance, and shows every position before each move. now is called
// with positions that belong to it.
func Walk(t *testing.T, seed uint64, seats int, options games.Options, now func(r *rand.Rand, s *rules.State)) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 77))
	env := &games.Env{Rand: r}
	s, err := rules.Deal(env, games.Table{Seats: seats, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	for s.Phase != kit.Over {
		now(r, CloneAll(&s))
		legal := s.Moves(s.Turn)
		m := legal[r.IntN(len(legal))]
		if m.Verb == kit.Aside || m.Verb == kit.Clear {
			m = legal[0]
		}
		if m.Verb == kit.Spin && m.Steps > 4 && r.IntN(2) == 0 {
			m.Steps = 1 + r.IntN(3)
		}
		if err := rules.Play(env, &s, s.Turn, m); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, m, err)
		}
	}
	now(r, CloneAll(&s))
}

// CloneAll is a copy that shares nothing.
func CloneAll(s *rules.State) *rules.State {
	c := s.Clone()
	turn := c.Turn
	for i := range c.Dreamers {
		c.Turn = games.Seat(i)
		c = c.Clone()
	}
	c.Turn = turn
	c.Deck = slices.Clone(c.Deck)
	return c
}
