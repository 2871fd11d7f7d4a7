package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
)

// whole returns what is wrong with a position: a card, token or encounter too many or too
// few, or a card without its pair.
func whole(s *rules.State) error {
	var cards [kit.Dreams + 1]int
	var tokens [kit.LastToken + 1]int
	met := make([]int, len(kit.Boxed.Encounters))
	for _, list := range [][]kit.Dream{s.Ring, s.Deck, s.Removed, {s.Now.Taken}} {
		for _, d := range list {
			cards[d]++
		}
	}
	for _, list := range [][]kit.Token{s.Bag, s.Lost} {
		for _, t := range list {
			tokens[t]++
		}
	}
	for _, list := range [][]kit.Encounter{s.Stack, s.Discards, s.Offer} {
		for _, e := range list {
			met[e]++
		}
	}
	breaks := 0
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		for level, row := range d.Rows {
			for j, c := range row {
				cards[c.Dream]++
				for _, t := range c.Added {
					tokens[t]++
				}
				if c.Break == kit.SandBreak || c.Break == kit.BlankBreak {
					breaks++
				}
				if j == 0 && c.Break != kit.NoBreak {
					return fmt.Errorf("seat %d: the first card of level %d has a break", i, level+1)
				}
				if j > 0 && c.Slot <= row[j-1].Slot {
					return fmt.Errorf("seat %d: slots of level %d are not in order", i, level+1)
				}
				if level > 0 && !supported(d.Rows[level-1], c.Slot) {
					return fmt.Errorf("seat %d: card %d of level %d has no pair above it", i, j+1, level+1)
				}
			}
		}
		for _, t := range d.Sand {
			tokens[t]++
		}
		for _, e := range append(slices.Clone(d.Hand), d.Open...) {
			met[e]++
		}
		for _, t := range d.Aside {
			if kit.Count(d.Aside, t) > kit.Count(d.Sand, t) {
				return fmt.Errorf("seat %d: %s is aside and not in the sand", i, t)
			}
		}
	}
	if breaks != len(s.Lost) {
		return fmt.Errorf("%d breaks have a token, and %d tokens are in breaks", breaks, len(s.Lost))
	}
	for d := 1; d <= kit.Dreams; d++ {
		if cards[d] != 1 {
			return fmt.Errorf("%d cards %s", cards[d], kit.Dream(d).Card().Name)
		}
	}
	for p := kit.Particle(1); p <= kit.ParticleKinds; p++ {
		if tokens[kit.TokenOf(p, false)] != 2 || tokens[kit.TokenOf(p, true)] != 1 {
			return fmt.Errorf("%d and %d tokens of %s", tokens[kit.TokenOf(p, false)], tokens[kit.TokenOf(p, true)], p.Name())
		}
	}
	for e, card := range kit.Boxed.Encounters[1:] {
		if met[e+1] != card.Copies {
			return fmt.Errorf("%d of %d cards %s", met[e+1], card.Copies, card.Name)
		}
	}
	return nil
}

// supported reports whether two neighbours with these slots are there, without a break.
func supported(above []kit.Card, slot int) bool {
	for i := 1; i < len(above); i++ {
		if above[i-1].Slot == slot && above[i].Slot == slot+1 {
			return above[i].Break == kit.NoBreak
		}
	}
	return false
}

// swapIn puts an encounter into the hand of whose turn it is, instead of one of the hand.
// The one that it replaces goes where the encounter was.
func swapIn(s *rules.State, e kit.Encounter) bool {
	d := s.Dreamer()
	if slices.Contains(d.Hand, e) {
		return true
	}
	for _, list := range [][]kit.Encounter{s.Stack, s.Discards} {
		if at := slices.Index(list, e); at >= 0 {
			if len(d.Hand) == 0 {
				other := slices.IndexFunc(s.Stack, func(o kit.Encounter) bool { return o != e })
				if other < 0 || len(s.Stack) < 2 {
					return false
				}
				d.Hand = []kit.Encounter{s.Stack[other]}
				s.Stack = slices.Delete(slices.Clone(s.Stack), other, other+1)
				return swapIn(s, e)
			}
			d.Hand[0], list[at] = e, d.Hand[0]
			slices.Sort(d.Hand)
			return true
		}
	}
	return false
}

// TestEveryEncounterEverywhere plays every encounter, with every choice, in every
// position of many matches in which it can be played. The position stays whole, the
// scores agree, and whatever is not listed is refused.
func TestEveryEncounterEverywhere(t *testing.T) {
	matches := uint64(gametest.Times(24, 3, 1))
	played := make([]int, len(kit.Boxed.Encounters))
	refused := make([]int, len(kit.Boxed.Encounters))
	for seed := range matches {
		options := games.Options{"gap_is_break": []string{"no", "yes"}[seed%2], "clock": "120"}
		somnicumtest.Walk(t, seed, 2+int(seed+seed/6)%3, options, func(r *rand.Rand, s *rules.State) {
			if err := whole(s); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if s.Phase == kit.Over || s.Phase == kit.Setting || len(s.Offer) > 0 {
				return
			}
			for e := kit.Encounter(1); int(e) < len(kit.Boxed.Encounters); e++ {
				with := somnicumtest.CloneAll(s)
				if !swapIn(with, e) {
					continue
				}
				list := with.Moves(with.Turn)
				for _, m := range tries(e) {
					legal := slices.Contains(list, m)
					if !legal && !gametest.Whole() && r.IntN(4) > 0 {
						continue // many are refused for one reason
					}
					after := somnicumtest.CloneAll(with)
					err := rules.Play(&games.Env{Rand: r}, after, after.Turn, m)
					if legal != (err == nil) {
						t.Fatalf("seed %d: %s is listed: %v; played: %v", seed, m, legal, err)
					}
					if _, ok := games.Refused(err); err != nil && !ok {
						t.Fatalf("seed %d: %s: %v", seed, m, err)
					}
					if err != nil {
						refused[e]++
						continue
					}
					played[e]++
					if err := check(after, with, e); err != nil {
						t.Fatalf("seed %d: after %s (%s): %v", seed, m, e.Card().Name, err)
					}
				}
			}
		})
	}
	for e, n := range played[1:] {
		if n < 10*int(matches) {
			t.Errorf("%s was played %d times", kit.Boxed.Encounters[e+1].Name, n)
		}
		if refused[e+1] == 0 {
			t.Errorf("%s was never refused", kit.Boxed.Encounters[e+1].Name)
		}
	}
}

// check looks at a position after a player played an encounter.
func check(s *rules.State, before *rules.State, e kit.Encounter) error {
	if err := whole(s); err != nil {
		return err
	}
	if kit.Left(s.Ring) != kit.Left(before.Ring) && s.Round == before.Round {
		return fmt.Errorf("%d cards in the ring, and %d before", kit.Left(s.Ring), kit.Left(before.Ring))
	}
	for i := range s.Dreamers {
		d, was := &s.Dreamers[i], &before.Dreamers[i]
		if n := d.Score().Total; n != plain(d) {
			return fmt.Errorf("seat %d has %d points, want %d", i, n, plain(d))
		}
		if games.Seat(i) != before.Turn && (len(d.Hand) != len(was.Hand) || len(d.Sand) != len(was.Sand) || d.Score() != was.Score()) {
			return fmt.Errorf("seat %d, whose turn it is not, changed", i)
		}
	}
	d := &s.Dreamers[before.Turn]
	if len(d.Hand) != len(before.Dreamers[before.Turn].Hand)-1 {
		return fmt.Errorf("%d encounters in hand", len(d.Hand))
	}
	if in := slices.Contains(d.Open, e); in != e.Card().Lasting {
		return fmt.Errorf("in play: %v", in)
	}
	return nil
}

// tries are moves that play an encounter, with all choices that could be meant and some
// that cannot.
func tries(e kit.Encounter) []kit.Move {
	list := []kit.Move{{Verb: kit.Play, Encounter: e}}
	for a := 1; a <= 4; a++ {
		for b := range 14 {
			list = append(list, kit.Move{Verb: kit.Play, Encounter: e, Choice: kit.Choice{A: a, B: b}})
		}
	}
	return list
}

// TestDrift: a flywheel moves past some cards, and takes none.
func TestDrift(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	e := b.Give(0, "draught-from-nowhere")
	b.S.Ring[1] = 0
	b.Move(fmt.Sprintf("play %d 1 2", e))
	b.Is("flywheel", b.S.Wheels, [2]int{3, 8})
	b.Is("cards", kit.Left(b.S.Ring), 15)
	e = b.Give(0, "draught-from-nowhere")
	b.Move(fmt.Sprintf("play %d 2 3", e))
	b.Is("the other flywheel", b.S.Wheels, [2]int{3, 11})
}

// TestPowersLastATurn: what an encounter that is played once allows ends with the turn.
func TestPowersLastATurn(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Hold(0, "")
	e := b.Give(0, "seven-league-slippers")
	b.S.Bag = nil
	b.Move(fmt.Sprintf("play %d", e))
	b.Is("eight steps", b.May("spin b 8"), true)
	b.Is("nine steps", b.May("spin b 9"), false)
	b.S.Ring[7] = somnicumtest.DreamOf(t, "dragon tower")
	b.Move("spin b 8", "lay 1")
	b.Is("turn", b.S.Turn, games.Seat(1))
	b.Is("powers of the next player", b.S.Powers(), kit.Powers{})
	b.Begin(0)
	b.S.Dreamers[0].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "tame-wind")}
	b.Is("every turn", b.S.Powers(), kit.Powers{Free: 2})
	b.Begin(1)
	b.Is("of its owner", b.S.Powers(), kit.Powers{})
}

// TestJoin: the card makes no break, whatever is on it.
func TestJoin(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	e := b.Give(0, "bridge-of-moonlight")
	b.S.Ring[2] = somnicumtest.DreamOf(t, "key")
	b.Move("spin b 3", fmt.Sprintf("play %d", e), "lay 1")
	b.Is("row", b.Row(0, 1), "0 1")
}

// TestMend: a break is gone, its token is in the bag, and the pair holds a card.
func TestMend(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "key")
	e := b.Give(0, "darning-spider")
	bag := len(b.S.Bag)
	b.Move(fmt.Sprintf("play %d 1 2", e))
	b.Is("row", b.Row(0, 1), "0 1")
	b.Is("tokens", len(b.S.Bag)+len(b.S.Dreamers[0].Sand), bag+1)
	b.Is("lost", len(b.S.Lost), 0)
	_, ok := b.S.Dreamers[0].Rows.Slot(2)
	b.Is("room below", ok, true)
}

// TestBrighten: eyes become stars, and the nightmare stays one.
func TestBrighten(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "teeth-of-chalk")
	b.Is("before", b.S.Dreamers[0].Rows.Score(0).Eyes, 2)
	e := b.Give(0, "night-lamp")
	stars := b.S.Dreamers[0].Rows.Score(0).Levels[0]
	b.Move(fmt.Sprintf("play %d 1 2", e))
	score := b.S.Dreamers[0].Rows.Score(0)
	b.Is("eyes", score.Eyes, 0)
	b.Is("stars", score.Levels[0], stars+2)
	b.Is("nightmares", b.S.Dreamers[0].Count(kit.Nightmares), 1)
}

// TestSingle: one token is enough for another plot.
func TestSingle(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon")
	b.Hold(0, "whale")
	b.S.Dreamers[0].Open = []kit.Encounter{somnicumtest.EncounterOf(t, "interpreter-of-dreams")}
	b.Move("add 1 12s")
	b.Is("sand", len(b.S.Dreamers[0].Sand), 0)
}

// TestPoints: lasting encounters count at the end.
func TestPoints(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Build(0, 1, "dragon", "key", "moon", "pearl", "falling")
	d := &b.S.Dreamers[0]
	d.Hand = nil
	b.Is("breaks", d.Count(kit.Breaks), 4)
	for name, want := range map[string]int{"golden-glue": 1, "plush-guard": 2, "owl-money-box": 2} {
		b.Hold(0, "dragon tower crown cat key rose lantern")
		d.Open = []kit.Encounter{somnicumtest.EncounterOf(t, name)}
		b.Is(name, d.Score().Open, want)
		b.Is(name+" counted apart", d.Score().Total, plain(d))
	}
}
