package somnicum

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
)

// A table is a bench that knows the words of the game.
type table struct {
	*gametest.Bench[State, Move, View]
}

// sit deals, and places the black flywheel before place 0. It is the turn of seat 0,
// who is the first player.
func sit(t *testing.T, seats int, options ...string) *table {
	t.Helper()
	b := &table{gametest.Sit[State, Move, View](t, Game, rules{}, seats, options...)}
	for b.S.First != 0 {
		b.Deal()
	}
	b.move("set 0")
	return b
}

// move makes moves of whose turn it is.
func (b *table) move(moves ...string) {
	b.Helper()
	for _, m := range moves {
		b.Play(strconv.Itoa(int(b.S.Turn)) + ": " + m)
	}
}

// refuse makes a move of whose turn it is that must be refused.
func (b *table) refuse(move, key string) {
	b.Helper()
	b.Refuse(strconv.Itoa(int(b.S.Turn))+": "+move, key)
}

// may reports whether whose turn it is may make a move.
func (b *table) may(move string) bool { return slices.Contains(b.Moves(b.S.Turn), move) }

// particleOf is the particle with a name.
func particleOf(t *testing.T, name string) Particle {
	t.Helper()
	for p := Particle(1); p <= particles; p++ {
		if p.Name() == name {
			return p
		}
	}
	t.Fatalf("no particle %q", name)
	return 0
}

// set is the particles with these names.
func set(t *testing.T, names string) Particles {
	t.Helper()
	var s Particles
	for _, n := range strings.Fields(names) {
		s = s.with(particleOf(t, n))
	}
	return s
}

// dreamOf is the dream with exactly these particles, or the nightmare with a name.
func dreamOf(t *testing.T, names string) Dream {
	t.Helper()
	for d := Dream(1); d <= dreams; d++ {
		if c := d.Card(); c.Nightmare() && c.Name == names {
			return d
		}
	}
	want := set(t, names)
	for d := Dream(1); d <= dreams; d++ {
		if d.Card().Particles == want {
			return d
		}
	}
	t.Fatalf("no dream with %q", names)
	return 0
}

// sand is the tokens with these particles; "b" after a hyphen means a blank back.
func sand(t *testing.T, names string) []Token {
	t.Helper()
	var list []Token
	for _, n := range strings.Fields(names) {
		name, blank := strings.CutSuffix(n, "-b")
		list = put(list, token(particleOf(t, name), blank))
	}
	return list
}

// encounterOf is the encounter with a name.
func encounterOf(t *testing.T, name string) Encounter {
	t.Helper()
	for e := 1; e < len(boxed.Encounters); e++ {
		if boxed.Encounters[e].Name == name {
			return Encounter(e)
		}
	}
	t.Fatalf("no encounter %q", name)
	return 0
}

// begin begins a turn of a seat.
func (b *table) begin(seat games.Seat) {
	b.S.Turn, b.S.Phase, b.S.Now, b.S.Offer = seat, Spinning, Doing{}, nil
}

// fill puts cards into the whole ring that are on no table. The flywheels are opposite.
func (b *table) fill() {
	used := map[Dream]bool{}
	for _, d := range b.S.Dreamers {
		for _, row := range d.Rows {
			for _, c := range row {
				used[c.Dream] = true
			}
		}
	}
	d := Dream(dreams)
	for i := range b.S.Ring {
		for used[d] {
			d--
		}
		b.S.Ring[i] = d
		d--
	}
	b.S.Wheels = [2]int{0, opposite[len(b.S.Dreamers)]}
}

// hold gives a seat sand out of the bag, and takes what it had back into the bag.
func (b *table) hold(seat games.Seat, names string) {
	b.Helper()
	d := &b.S.Dreamers[seat]
	b.S.Bag = append(b.S.Bag, d.Sand...)
	d.Sand, d.Aside = nil, nil
	for _, t := range sand(b.T, names) {
		if !slices.Contains(b.S.Bag, t) {
			for i := range b.S.Dreamers {
				if o := &b.S.Dreamers[i]; slices.Contains(o.Sand, t) && games.Seat(i) != seat {
					o.Sand = remove(o.Sand, t)
					b.S.Bag = append(b.S.Bag, t)
					o.Sand, b.S.Bag = put(o.Sand, b.S.Bag[0]), b.S.Bag[1:]
				}
			}
		}
		b.S.Bag = remove(b.S.Bag, t)
		d.Sand = put(d.Sand, t)
	}
}

// build lets a seat take cards and attach them to a level, each by a whole turn of three
// steps. A card is named by its particles.
func (b *table) build(seat games.Seat, level int, cards ...string) {
	b.Helper()
	for _, c := range cards {
		b.begin(seat)
		b.fill()
		b.S.Ring[2] = dreamOf(b.T, c)
		b.move("spin b 3", "lay "+strconv.Itoa(level))
		if len(b.S.Offer) > 0 {
			b.move("keep " + strconv.Itoa(int(b.S.Offer[0])))
		}
		if b.S.Phase == Closing && b.S.Turn == seat {
			b.move("done")
		}
	}
	b.begin(seat)
	b.fill()
}

// give gives a seat an encounter, and nothing else in hand.
func (b *table) give(seat games.Seat, name string) Encounter {
	b.Helper()
	e := encounterOf(b.T, name)
	b.S.Dreamers[seat].Hand = []Encounter{e}
	return e
}

// row is a row of a seat: the slots, with "|" before a card with a break.
func (b *table) row(seat games.Seat, level int) string {
	var words []string
	for _, c := range b.S.Dreamers[seat].Rows[level-1] {
		w := strconv.Itoa(c.Slot)
		if c.Break != NoBreak {
			w = "|" + w
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

// walk plays a match by chance, and shows every position before each move. now is called
// with positions that belong to it.
func walk(t *testing.T, seed uint64, seats int, options games.Options, now func(r *rand.Rand, s *State)) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 77))
	env := &games.Env{Rand: r}
	s, err := rules{}.Deal(env, games.Table{Seats: seats, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	for s.Phase != Over {
		now(r, s.cloneAll())
		legal := s.moves(s.Turn)
		m := legal[r.IntN(len(legal))]
		if m.Verb == Aside || m.Verb == Clear {
			m = legal[0]
		}
		if m.Verb == Spin && m.Steps > 4 && r.IntN(2) == 0 {
			m.Steps = 1 + r.IntN(3)
		}
		if err := (rules{}).Play(env, &s, s.Turn, m); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, m, err)
		}
	}
	now(r, s.cloneAll())
}

// plainOptions are the options of a table that chooses nothing.
var plainOptions = games.Options{"gap_is_break": "no", "clock": "120"}
