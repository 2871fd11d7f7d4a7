package kit

import (
	"testing"

	"oneiros/games/gametest"
)

// TestBox looks at what is in the box as a whole.
func TestBox(t *testing.T) {
	var stars, meets int
	var on [ParticleKinds + 1]int
	for d := Dream(1); d <= Dreams; d++ {
		c := d.Card()
		stars += c.Stars
		if c.Meets {
			meets++
		}
		for _, p := range c.Particles.List() {
			on[p]++
			if !c.Plot.Covers(p.Plot()) {
				t.Errorf("%s has %s of another plot", c.Name, p.Name())
			}
		}
	}
	if meets != 24 {
		t.Errorf("%d cards have the symbol of an encounter, want 24", meets)
	}
	for p := Particle(1); p <= ParticleKinds; p++ {
		if on[p] < 7 || on[p] > 11 {
			t.Errorf("%s is on %d cards", p.Name(), on[p])
		}
	}
	all := 0
	for _, e := range Boxed.Encounters[1:] {
		all += e.Copies
	}
	if all != encounters {
		t.Errorf("%d encounters, want %d", all, encounters)
	}
	for d := Dream(1); d <= Dreams; d++ {
		for o := d + 1; o <= Dreams; o++ {
			if d.Card().Particles == o.Card().Particles {
				t.Errorf("%s and %s have the same particles", d.Card().Name, o.Card().Name)
			}
		}
	}
}

// TestPlantedMistakes: each mistake in the data is found, and its line is named.
func TestPlantedMistakes(t *testing.T) {
	gametest.Mistakes(t, boxTXT, tryBox, [][3]string{
		{"fairy dragon", "sea dragon", "particle 1 is of the plot fairy"},
		{"fairy tower", "fairy dragon", `"dragon" is in line`},
		{"fairy tower", "fairy", "want a plot and a name"},
		{"fairy tower", "fairy Tower", "has other signs than"},
		{"dragon-counts-the-windows", "dragon-counts-the-windows 1 dragon towers", `no particle is called "towers"`},
		{"dragon-counts-the-windows", "dragon-counts-the-windows 1 dragon whale", "one to three particles of its plot, fairy"},
		{"dragon-counts-the-windows", "dragon-counts-the-windows 1 dragon dragon", "dragon stands there twice"},
		{"dragon-counts-the-windows", "dragon-counts-the-windows 1", "want a name, a number and particles"},
		{"dragon-counts-the-windows", "dragon-counts-the-windows 0 dragon tower", `"0" is no number from 1 to 3`},
		{"dragon-counts-the-windows", "dragon-counts-the-windows one dragon tower", `"one" is no number`},
		{"dragon-counts-the-windows", "dragon-counts-the-windows 1 dragon tower key rose", "one to three particles"},
		{"dragon-counts-the-windows", "paper-crown 1 dragon tower", "is in line"},
		{"falling", "falling 1 crown key mermaid whale cloud", "two particles of each plot"},
		{"falling", "falling 1 crown key mermaid whale cloud cat", "two particles of each plot"},
		{"falling", "falling 1? crown key mermaid whale cloud astronaut", "a nightmare draws no encounter"},
		{"great-commotion", "great-commotion dragon octopus", "a particle of each plot"},
		{"great-commotion", "great-commotion dragon tower cloud", "a particle of each plot"},
		{"view-from-the-balcony", "view-from-the-balcony dragon mermaid moon", "dragon is on the goal in line"},
		{"tame-wind", "tame-wind 1 lasting", "want a name, how many copies"},
		{"tame-wind", "tame-wind x lasting free 2", `"x" is no number of copies`},
		{"tame-wind", "tame-wind 1 forever free 2", `"forever" is neither once nor lasting`},
		{"tame-wind", "tame-wind 1 lasting fly 2", `the effect "fly 2" is not known`},
		{"tame-wind", "tame-wind 1 lasting free", "wants one number"},
		{"tame-wind", "tame-wind 1 lasting free 0", "has a number that is not 1 to 9"},
		{"tame-wind", "tame-wind 1 lasting single 2", "wants no number"},
		{"tame-wind", "tame-wind 1 lasting free 2,", "is empty"},
		{"tame-wind", "tame-wind 1 lasting mend", "is for cards that are played once"},
		{"golden-glue", "golden-glue 1 once points breaks 1 per 1", "is for lasting cards"},
		{"golden-glue", "golden-glue 1 lasting points sheep 1 per 1", "counts something unknown"},
		{"golden-glue", "golden-glue 1 lasting points breaks 1 per 0", "has a number that is not 1 to 9"},
		{"golden-glue", "golden-glue 1 lasting points breaks 1", "is not written points"},
		{"mirror-lift", "mirror-lift 2 once swap, mend", "two effects ask their player"},
		{"[sea]", "[ocean]", "[ocean] is not expected here"},
		{"[particles]", "", "no list has begun"},
	})
}

func tryBox(text string) error {
	_, err := readBox(text)
	return err
}

// TestMissingAndExtraCards: a list that is too short or too long is found at its end.
func TestMissingAndExtraCards(t *testing.T) {
	gametest.Cards(t, boxTXT, tryBox, map[string][2]string{
		"fairy unicorn":             {"[particles] has 23 cards, want 24", "[particles] has 25 cards, want 24"},
		"unicorn-at-the-window":     {"[fairy] has 25 cards, want 26", "[fairy] has 27 cards, want 26"},
		"treasure-on-a-short-leash": {"[sea] has 25 cards, want 26", "[sea] has 27 cards, want 26"},
		"wrong-galaxy":              {"[space] has 25 cards, want 26", "[space] has 27 cards, want 26"},
		"everybody-knows-but-you":   {"[nightmares] has 9 cards, want 10", "[nightmares] has 11 cards, want 10"},
		"good-travelling-company":   {"[goals] has 7 cards, want 8", "[goals] has 9 cards, want 8"},
		"pocket-of-the-sandman":     {"[encounters] has 22 cards, want 24", "[encounters] has 25 cards, want 24"},
	})
}
