package kit

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"oneiros/games/box"
)

// How many components there are.
const (
	eachPlot      = 8
	ParticleKinds = eachPlot * 3
	Dreams        = 88
	eachDream     = 26 // good dreams of a plot
	Goals         = 8
	encounters    = 24 // cards, of which some have the same text
)

// ParticleCard is a particle in the data.
type ParticleCard struct {
	Name string
	Plot Plot
}

// DreamCard is what is printed on a dream card.
type DreamCard struct {
	Name      string // in the data and in the catalogues
	Plot      Plot   // EveryPlot for a nightmare
	Particles Particles
	Stars     int  // of a good dream
	Eyes      int  // of a nightmare
	Meets     bool // has the symbol of an encounter
}

// Nightmare reports whether the card is a nightmare.
func (c DreamCard) Nightmare() bool { return c.Plot == EveryPlot }

// GoalCard is what is printed on a goal card: a particle of each plot.
type GoalCard struct {
	Name      string
	Particles Particles
}

// EncounterCard is what is printed on an encounter card.
type EncounterCard struct {
	Name    string // in the data and in the catalogues
	Copies  int
	Lasting bool // it stays in play
	Effects []Effect
}

// Components is what is in the box. Numbers begin at 1; element 0 is empty.
type Components struct {
	Particles  [ParticleKinds + 1]ParticleCard
	Dreams     [Dreams + 1]DreamCard
	Goals      [Goals + 1]GoalCard
	Encounters []EncounterCard
}

//go:embed data/box.txt
var boxTXT string

// Boxed is what is in the box.
var Boxed = func() *Components {
	c, err := readBox(boxTXT)
	if err != nil {
		panic(err) // embedded: any test meets it
	}
	return c
}()

// boxReader reads data/box.txt.
type boxReader struct {
	box    Components
	byName map[string]Particle
	names  map[string]box.Names // of particles, dreams, goals and encounters
	on     [ParticleKinds + 1]int
}

// boxLists are the lists, in their order.
var boxLists = []box.List{
	{Name: "particles", Size: ParticleKinds}, {Name: "fairy", Size: eachDream}, {Name: "sea", Size: eachDream}, {Name: "space", Size: eachDream},
	{Name: "nightmares", Size: Dreams - 3*eachDream}, {Name: "goals", Size: Goals}, {Name: "encounters", Size: encounters},
}

// readBox reads and checks what is in the box. Each mistake names its line.
func readBox(text string) (*Components, error) {
	r := &boxReader{byName: map[string]Particle{}, names: map[string]box.Names{"particles": {}, "dreams": {}, "goals": {}, "encounters": {}}}
	r.box.Encounters = make([]EncounterCard, 1)
	return &r.box, box.Read(text, boxLists, r.card)
}

// card reads card n of a list, from 1.
func (r *boxReader) card(list string, n int, l box.Line) (copies int, err error) {
	switch list {
	case "particles":
		return 1, r.particle(n, l)
	case "goals":
		return 1, r.goal(n, l)
	case "encounters":
		return r.encounter(l)
	case "nightmares":
		return 1, r.dream(EveryPlot, n, l)
	default:
		return 1, r.dream(Plot(slices.Index(plotNames[:], list)), n, l)
	}
}

func (r *boxReader) particle(n int, l box.Line) error {
	if len(l.Words) != 2 {
		return l.Wrong("want a plot and a name")
	}
	name, plot := l.Words[1], Plots[(n-1)/eachPlot]
	if err := r.names["particles"].Add(name, l); err != nil {
		return err
	}
	if l.Words[0] != plot.String() {
		return l.Wrong("particle %d is of the plot %s", n, plot)
	}
	r.box.Particles[n] = ParticleCard{name, plot}
	r.byName[name] = Particle(n)
	return nil
}

// set reads the names of particles.
func (r *boxReader) set(l box.Line, names []string) (Particles, error) {
	var set Particles
	for _, name := range names {
		p, ok := r.byName[name]
		if !ok {
			return 0, l.Wrong("no particle is called %q", name)
		}
		if set.Has(p) {
			return 0, l.Wrong("%s stands there twice", name)
		}
		set = set.With(p)
	}
	return set, nil
}

// of is how many particles of a plot the set has.
func (r *boxReader) of(set Particles, plot Plot) int {
	n := 0
	for _, p := range set.List() {
		if r.box.Particles[p].Plot == plot {
			n++
		}
	}
	return n
}

func (r *boxReader) dream(plot Plot, n int, l box.Line) error {
	if err := r.names["dreams"].Add(l.Words[0], l); err != nil {
		return err
	}
	if len(l.Words) < 3 {
		return l.Wrong("want a name, a number and particles")
	}
	c := DreamCard{Name: l.Words[0], Plot: plot}
	number, meets := strings.CutSuffix(l.Words[1], "?")
	value, err := strconv.Atoi(number)
	if err != nil || value < 1 || value > 3 {
		return l.Wrong("%q is no number from 1 to 3", l.Words[1])
	}
	c.Stars, c.Meets = value, meets
	if c.Particles, err = r.set(l, l.Words[2:]); err != nil {
		return err
	}
	size := len(l.Words) - 2
	if plot == EveryPlot {
		c.Stars, c.Eyes = 0, value
		for _, p := range Plots {
			if r.of(c.Particles, p) != 2 || size != 6 {
				return l.Wrong("a nightmare has two particles of each plot")
			}
		}
		if meets {
			return l.Wrong("a nightmare draws no encounter")
		}
	} else if size > 3 || r.of(c.Particles, plot) != size {
		return l.Wrong("a dream has one to three particles of its plot, %s", plot)
	}
	r.box.Dreams[eachDream*int(plot-Fairy)+n] = c
	return nil
}

func (r *boxReader) goal(n int, l box.Line) error {
	if err := r.names["goals"].Add(l.Words[0], l); err != nil {
		return err
	}
	set, err := r.set(l, l.Words[1:])
	if err != nil {
		return err
	}
	for _, p := range Plots {
		if r.of(set, p) != 1 || len(l.Words) != 4 {
			return l.Wrong("a goal has a particle of each plot")
		}
	}
	for _, p := range set.List() {
		if r.on[p] != 0 {
			return l.Wrong("%s is on the goal in line %d too", r.box.Particles[p].Name, r.on[p])
		}
		r.on[p] = l.Number
	}
	r.box.Goals[n] = GoalCard{l.Words[0], set}
	return nil
}

func (r *boxReader) encounter(l box.Line) (copies int, err error) {
	if len(l.Words) < 4 {
		return 1, l.Wrong("want a name, how many copies, once or lasting, and effects")
	}
	if err := r.names["encounters"].Add(l.Words[0], l); err != nil {
		return 1, err
	}
	c := EncounterCard{Name: l.Words[0], Lasting: l.Words[2] == "lasting"}
	if !c.Lasting && l.Words[2] != "once" {
		return c.Copies, l.Wrong("%q is neither once nor lasting", l.Words[2])
	}
	if c.Copies, err = strconv.Atoi(l.Words[1]); err != nil || c.Copies < 1 {
		return c.Copies, l.Wrong("%q is no number of copies", l.Words[1])
	}
	asks := 0
	for effect := range strings.SplitSeq(strings.Join(l.Words[3:], " "), ",") {
		e, err := parseEffect(strings.Fields(effect), c.Lasting)
		if err != nil {
			return c.Copies, l.Wrong("%v", err)
		}
		if e.Asks() {
			asks++
		}
		c.Effects = append(c.Effects, e)
	}
	if asks > 1 {
		return c.Copies, l.Wrong("two effects ask their player for something")
	}
	r.box.Encounters = append(r.box.Encounters, c)
	return c.Copies, nil
}
