package somnicum

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// How many components there are.
const (
	eachPlot   = 8
	particles  = eachPlot * 3
	dreams     = 88
	eachDream  = 26 // good dreams of a plot
	goals      = 8
	encounters = 24 // cards, of which some have the same text
)

// particleCard is a particle in the data.
type particleCard struct {
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

// components is what is in the box. Numbers begin at 1; element 0 is empty.
type components struct {
	Particles  [particles + 1]particleCard
	Dreams     [dreams + 1]DreamCard
	Goals      [goals + 1]GoalCard
	Encounters []EncounterCard
}

//go:embed data/box.txt
var boxTXT string

// box is what is in the box.
var box = func() *components {
	c, err := readBox(boxTXT)
	if err != nil {
		panic(err) // embedded: any test meets it
	}
	return c
}()

// boxLine is a line of data/box.txt.
type boxLine struct {
	number int // from 1
	words  []string
}

// wrong is a mistake in the line.
func (l boxLine) wrong(format string, args ...any) error {
	return fmt.Errorf("box.txt:%d: %s", l.number, fmt.Sprintf(format, args...))
}

// boxReader reads data/box.txt. It goes on after a mistake, so that all of them are
// told at once.
type boxReader struct {
	box    components
	byName map[string]Particle
	names  map[string]int // the line of each name, by its list and the name
	count  map[string]int // cards of each list
	on     [particles + 1]int
	errs   []error
}

// boxLists are the lists, with how many cards each has, in their order.
var boxLists = []struct {
	name string
	size int
}{
	{"particles", particles}, {"fairy", eachDream}, {"sea", eachDream}, {"space", eachDream},
	{"nightmares", dreams - 3*eachDream}, {"goals", goals}, {"encounters", encounters},
}

// readBox reads and checks what is in the box. Each mistake names its line.
func readBox(text string) (*components, error) {
	r := &boxReader{byName: map[string]Particle{}, names: map[string]int{}, count: map[string]int{}}
	r.box.Encounters = make([]EncounterCard, 1)
	list, at := -1, boxLine{}
	end := func() {
		if list >= 0 && r.count[boxLists[list].name] != boxLists[list].size {
			r.fail(at, "[%s] has %d cards, want %d", boxLists[list].name, r.count[boxLists[list].name], boxLists[list].size)
		}
	}
	for line := range strings.Lines(text) {
		at.number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			end()
			name := strings.Trim(line, "[]")
			if list++; list >= len(boxLists) || boxLists[list].name != name {
				r.fail(at, "[%s] is not expected here", name)
				return nil, errors.Join(r.errs...)
			}
			continue
		}
		at.words = strings.Fields(line)
		if !utf8.ValidString(line) {
			r.fail(at, "not UTF-8")
			continue
		}
		if list < 0 {
			r.fail(at, "no list has begun")
			continue
		}
		if err := r.card(boxLists[list].name, at); err != nil {
			r.errs = append(r.errs, err)
		}
	}
	end()
	if list+1 < len(boxLists) {
		r.fail(at, "[%s] is missing", boxLists[list+1].name)
	}
	if len(r.errs) > 0 {
		return nil, errors.Join(r.errs...)
	}
	return &r.box, nil
}

func (r *boxReader) fail(at boxLine, format string, args ...any) {
	r.errs = append(r.errs, at.wrong(format, args...))
}

// card reads one line of a list.
func (r *boxReader) card(list string, l boxLine) error {
	switch list {
	case "particles":
		return r.particle(l)
	case "goals":
		return r.goal(l)
	case "encounters":
		return r.encounter(l)
	case "nightmares":
		return r.dream(EveryPlot, l)
	default:
		return r.dream(Plot(slices.Index(plotNames[:], list)), l)
	}
}

// name checks a name and counts the card.
func (r *boxReader) name(list, name string, l boxLine) error {
	r.count[list]++
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" || name == "" {
		return l.wrong("the name %q has other signs than a to z and hyphens", name)
	}
	kind := list
	if slices.Contains(plotNames[:], list) || list == "nightmares" {
		kind = "dreams"
	}
	if first, ok := r.names[kind+" "+name]; ok {
		return l.wrong("%q is in line %d too", name, first)
	}
	r.names[kind+" "+name] = l.number
	return nil
}

func (r *boxReader) particle(l boxLine) error {
	if len(l.words) != 2 {
		return l.wrong("want a plot and a name")
	}
	n := r.count["particles"] + 1
	if err := r.name("particles", l.words[1], l); err != nil {
		return err
	}
	if n > particles {
		return nil // told at the end of the list
	}
	plot := plots[(n-1)/eachPlot]
	if l.words[0] != plot.String() {
		return l.wrong("particle %d is of the plot %s", n, plot)
	}
	r.box.Particles[n] = particleCard{l.words[1], plot}
	r.byName[l.words[1]] = Particle(n)
	return nil
}

// set reads the names of particles.
func (r *boxReader) set(l boxLine, names []string) (Particles, error) {
	var set Particles
	for _, name := range names {
		p, ok := r.byName[name]
		if !ok {
			return 0, l.wrong("no particle is called %q", name)
		}
		if set.Has(p) {
			return 0, l.wrong("%s stands there twice", name)
		}
		set = set.with(p)
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

func (r *boxReader) dream(plot Plot, l boxLine) error {
	list := plot.String()
	if plot == EveryPlot {
		list = "nightmares"
	}
	if err := r.name(list, l.words[0], l); err != nil {
		return err
	}
	if len(l.words) < 3 {
		return l.wrong("want a name, a number and particles")
	}
	c := DreamCard{Name: l.words[0], Plot: plot}
	number, meets := strings.CutSuffix(l.words[1], "?")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > 3 {
		return l.wrong("%q is no number from 1 to 3", l.words[1])
	}
	c.Stars, c.Meets = n, meets
	if c.Particles, err = r.set(l, l.words[2:]); err != nil {
		return err
	}
	size := len(l.words) - 2
	if plot == EveryPlot {
		c.Stars, c.Eyes = 0, n
		for _, p := range plots {
			if r.of(c.Particles, p) != 2 || size != 6 {
				return l.wrong("a nightmare has two particles of each plot")
			}
		}
		if meets {
			return l.wrong("a nightmare draws no encounter")
		}
	} else if size > 3 || r.of(c.Particles, plot) != size {
		return l.wrong("a dream has one to three particles of its plot, %s", plot)
	}
	if at := r.number(plot) + r.count[list]; at <= dreams {
		r.box.Dreams[at] = c
	}
	return nil
}

// number is how many dreams come before those of a plot.
func (r *boxReader) number(plot Plot) int { return eachDream * int(plot-Fairy) }

func (r *boxReader) goal(l boxLine) error {
	if err := r.name("goals", l.words[0], l); err != nil {
		return err
	}
	set, err := r.set(l, l.words[1:])
	if err != nil {
		return err
	}
	for _, p := range plots {
		if r.of(set, p) != 1 || len(l.words) != 4 {
			return l.wrong("a goal has a particle of each plot")
		}
	}
	for _, p := range set.List() {
		if r.on[p] != 0 {
			return l.wrong("%s is on the goal in line %d too", r.box.Particles[p].Name, r.on[p])
		}
		r.on[p] = l.number
	}
	if n := r.count["goals"]; n <= goals {
		r.box.Goals[n] = GoalCard{l.words[0], set}
	}
	return nil
}

func (r *boxReader) encounter(l boxLine) error {
	if len(l.words) < 4 {
		return l.wrong("want a name, how many copies, once or lasting, and effects")
	}
	if err := r.name("encounters", l.words[0], l); err != nil {
		return err
	}
	c := EncounterCard{Name: l.words[0], Lasting: l.words[2] == "lasting"}
	if !c.Lasting && l.words[2] != "once" {
		return l.wrong("%q is neither once nor lasting", l.words[2])
	}
	var err error
	if c.Copies, err = strconv.Atoi(l.words[1]); err != nil || c.Copies < 1 {
		return l.wrong("%q is no number of copies", l.words[1])
	}
	r.count["encounters"] += c.Copies - 1
	asks := 0
	for effect := range strings.SplitSeq(strings.Join(l.words[3:], " "), ",") {
		e, err := parseEffect(strings.Fields(effect), c.Lasting)
		if err != nil {
			return l.wrong("%v", err)
		}
		if e.Asks() {
			asks++
		}
		c.Effects = append(c.Effects, e)
	}
	if asks > 1 {
		return l.wrong("two effects ask their player for something")
	}
	r.box.Encounters = append(r.box.Encounters, c)
	return nil
}
