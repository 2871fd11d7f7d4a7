package rehearse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// latest is in how many steps an event may come late.
const latest = 4

// types are those of events, in their order.
func types(events []*Event) (list []string) {
	for _, e := range events {
		list = append(list, e.Type)
	}
	return list
}

// events compares the events of a step: which came, in which order, with which fields, how late.
// An event that is missing may have come in one of the steps after it; then it was late.
func (d *differences) events(want, got *Step, before, after []*Step) {
	if got.State == Skipped {
		return // it was left in the middle
	}
	pairs, missing, left := align(want.Events, got.Events)
	for _, p := range pairs {
		g := p.got
		place := got.Name + ": " + g.Type
		if g.Late > slowAnswer && !theirEvents[g.Type] { // a session begins as late as it may
			d.add(Otherwise, "the delay of an event", place, "at most 3 s", fmt.Sprintf("%.1f s", float64(g.Late)/1000), lateMeans(g.Type))
		}
		d.shapes(p.want.Body, g.Body, g.Type, place)
	}
	for _, w := range missing {
		place := got.Name + ": " + w.Type
		switch {
		case got.State != Done:
		case slices.ContainsFunc(after, func(s *Step) bool { return d.surplus(s, w.Type) }):
			d.add(Otherwise, "the delay of an event", place, "in its step", "in a later one", lateMeans(w.Type))
		default:
			grade, means := missingMeans(w.Type)
			d.add(grade, "an event", place, w.Type, "none", means)
		}
	}
	for _, g := range left {
		if got.Name != lastStep && !slices.ContainsFunc(before, func(s *Step) bool { return d.lacked(s, g.Type) }) { // the last step removes what others left
			d.add(Differs, "an event", got.Name+": "+g.Type, "none", g.Type, extraEventMeans(g.Type))
		}
	}
	d.order(want, got)
}

// A pair is an event and what it is compared with.
type pair struct {
	want, got *Event
	at, of    int // their places
	cost      int // how many of their fields differ
}

// align finds for each expected event the one of its type that is most like it.
func align(want, got []*Event) (pairs []pair, missing, left []*Event) {
	var all []pair
	for i, w := range want {
		for j, g := range got {
			if w.Type == g.Type {
				all = append(all, pair{w, g, i, j, cost(w.Body, g.Body)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(a.cost, b.cost) })
	usedWant, usedGot := map[int]bool{}, map[int]bool{}
	for _, p := range all {
		if !usedWant[p.at] && !usedGot[p.of] {
			usedWant[p.at], usedGot[p.of] = true, true
			pairs = append(pairs, p)
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.at, b.at) })
	for i, w := range want {
		if !usedWant[i] {
			missing = append(missing, w)
		}
	}
	for j, g := range got {
		if !usedGot[j] {
			left = append(left, g)
		}
	}
	return pairs, missing, left
}

// cost is in how many paths two shapes differ.
func cost(a, b Shape) (n int) {
	for path, form := range a {
		if b[path] != form {
			n++
		}
	}
	for path := range b {
		if _, both := a[path]; !both {
			n++
		}
	}
	return n
}

// surplus reports whether a step has more events of a type than are expected.
func (d *differences) surplus(s *Step, kind string) bool {
	w := d.want.step(s.Name)
	return w != nil && count(s.Events, kind) > count(w.Events, kind)
}

// lacked reports whether a step has fewer events of a type than are expected.
func (d *differences) lacked(s *Step, kind string) bool {
	w := d.want.step(s.Name)
	return w != nil && s.State == Done && count(s.Events, kind) < count(w.Events, kind)
}

func count(events []*Event, kind string) (n int) {
	for _, e := range events {
		if e.Type == kind {
			n++
		}
	}
	return n
}

// order compares the order of the events that came and were expected.
func (d *differences) order(want, got *Step) {
	w, g := common(types(want.Events), types(got.Events)), common(types(got.Events), types(want.Events))
	if !slices.Equal(w, g) {
		d.add(Differs, "the order of events", got.Name, strings.Join(w, ", "), strings.Join(g, ", "), "the bot takes them in any order, unless a press is among them")
	}
}

// common is a list without what another one has not, or has less often.
func common(list, of []string) (both []string) {
	of = slices.Clone(of)
	for _, one := range list {
		if i := slices.Index(of, one); i >= 0 {
			of = slices.Delete(of, i, i+1)
			both = append(both, one)
		}
	}
	return both
}
