package rehearse

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// heardIn are the events of a step, and which of them fit.
type heardIn struct {
	want, got     *Step
	missing, left []*Event
}

// events compares the events of all steps: which came, in which order, with which fields, how late.
// An event that is missing in its step may have come in a later one, and one that is left may have
// come a second time.
func (d *differences) events(got *Recording) {
	var all []*heardIn
	for _, s := range got.Steps {
		w := d.want.step(s.Name)
		if w == nil || w.State == Skipped {
			continue
		}
		h := &heardIn{want: w, got: s}
		var pairs []pair
		pairs, h.missing, h.left = align(w.Events, s.Events)
		if s.State != Skipped { // else it was left in the middle
			for _, p := range pairs {
				d.paired(p, s.Name)
			}
			d.order(pairs, s.Name)
		}
		all = append(all, h)
	}
	gaps := gapsOf(got.Steps)
	for i, h := range all {
		for _, w := range h.missing {
			d.missed(w, h, all[i+1:], gaps)
		}
	}
	for i, h := range all {
		for _, g := range h.left {
			d.extra(g, h, all[:i+1], gaps)
		}
	}
}

// paired compares an event with that for which it stands.
func (d *differences) paired(p pair, step string) {
	g, place := p.got, step+": "+p.got.Type
	if g.Late > slowAnswer && !theirEvents[g.Type] { // a session begins as late as it may
		d.add(Otherwise, "the delay of an event", place, "at most 3 s", fmt.Sprintf("%.1f s", float64(g.Late)/1000), lateMeans(g.Type))
	}
	d.shapes(p.want.Body, g.Body, g.Type, place)
}

// missed says that an event did not come in its step, unless the gateway had a gap.
func (d *differences) missed(w *Event, in *heardIn, after []*heardIn, gaps map[string]bool) {
	place := in.got.Name + ": " + w.Type
	for _, h := range after[:reach(w, after)] {
		if i := slices.IndexFunc(h.left, func(g *Event) bool { return g.Type == w.Type && mayStandFor(w, g) }); i >= 0 {
			g := h.left[i]
			h.left = slices.Delete(h.left, i, i+1)
			if in.got.State == Done {
				d.add(Otherwise, "the delay of an event", place, "in its step", "in a later one", lateMeans(w.Type))
				d.shapes(w.Body, g.Body, g.Type, place)
			}
			return
		}
	}
	if in.got.State == Done && !gaps[in.got.Name] {
		grade, means := missingMeans(w.Type)
		d.add(grade, "an event", place, w.Type, "none", means)
	}
}

// latest is in how many steps an event may come late that does not say what it is about.
const latest = 4

// reach is in how many of the next steps an event is looked for that was missing.
func reach(w *Event, after []*heardIn) int {
	if strings.HasPrefix(w.Body["id"], "id of ") {
		return len(after)
	}
	return min(latest, len(after))
}

// about is as much of an event's shape as says what it is about.
func (s *shaper) about(data []byte) *Event {
	var about struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(data, &about) != nil || about.ID == "" {
		return &Event{}
	}
	return &Event{Body: Shape{"id": s.text("id", about.ID, true)}}
}

// mayStandFor reports whether an event may be of the same thing as another one.
func mayStandFor(want, got *Event) bool {
	w, g := want.Body["id"], got.Body["id"]
	return w == g || !strings.HasPrefix(w, "id of ") || !strings.HasPrefix(g, "id of ")
}

// gapsOf are the steps in which events may be missing, because a session of the gateway was lost
// and another one began.
func gapsOf(steps []*Step) map[string]bool {
	gaps, from := map[string]bool{}, -1
	mark := func(first, last int) {
		for _, s := range steps[first : last+1] {
			gaps[s.Name] = true
		}
	}
	for i, s := range steps {
		for _, n := range s.Notes {
			switch {
			case strings.HasPrefix(n, noteLost) && from < 0:
				from = i
			case n == noteResumed:
				from = -1
			case n == noteAnew && from < 0:
				mark(i, i)
			case n == noteAnew:
				mark(from, i)
				from = -1
			}
		}
	}
	if from >= 0 {
		mark(from, len(steps)-1)
	}
	return gaps
}

// extra says that an event came that localcord does not send, or that it came twice.
func (d *differences) extra(g *Event, in *heardIn, until []*heardIn, gaps map[string]bool) {
	if in.got.State == Skipped || in.got.Name == lastStep || theirEvents[g.Type] && gaps[in.got.Name] { // the last step removes what others left
		return
	}
	place := in.got.Name + ": " + g.Type
	for _, h := range until[max(0, len(until)-2):] { // what is doubled comes soon
		if slices.ContainsFunc(h.got.Events, func(e *Event) bool { return e != g && e.Type == g.Type && cost(e.Body, g.Body) == 0 }) {
			grade, means := twiceMeans(g.Type)
			d.add(grade, "an event", place, "once", "twice", means)
			return
		}
	}
	d.add(Differs, "an event", place, "none", g.Type, extraEventMeans(g.Type))
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
			if w.Type == g.Type && mayStandFor(w, g) {
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

// order compares the order of the events that came and were expected.
func (d *differences) order(pairs []pair, step string) {
	came := slices.Clone(pairs)
	slices.SortFunc(came, func(a, b pair) int { return cmp.Compare(a.of, b.of) })
	var w, g []string
	for i, p := range pairs {
		w, g = append(w, p.want.Type), append(g, came[i].got.Type)
	}
	if !slices.Equal(w, g) {
		d.add(Differs, "the order of events", step, strings.Join(w, ", "), strings.Join(g, ", "), "the bot takes them in any order, unless a press is among them")
	}
}

// twiceMeans is what an event means that comes a second time.
func twiceMeans(kind string) (Grade, string) {
	if kind == "INTERACTION_CREATE" {
		return Otherwise, "the bot would answer a press twice, and Discord refuse the second answer"
	}
	return Differs, "the bot does again what it did, which changes nothing"
}
