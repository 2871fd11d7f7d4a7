package rehearse

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A Grade is how much a difference matters.
type Grade int

// The grades of differences.
const (
	Differs   Grade = iota // the bot does not notice it
	Otherwise              // something would look or come otherwise
	Fails                  // the bot would fail
)

// String says what follows.
func (g Grade) String() string {
	return [...]string{"only differs", "something would be otherwise", "the bot would fail"}[g]
}

// A Difference is one way in which what was heard is not what localcord says.
type Difference struct {
	Grade  Grade    `json:"grade"`
	What   string   `json:"what"`   // as in `field "flags" of a message`
	Places []string `json:"places"` // the steps and requests, or events
	Want   string   `json:"want"`
	Got    string   `json:"got"`
	Means  string   `json:"means"` // to a player or an operator
}

// String is the difference in one line.
func (d Difference) String() string {
	at := strings.Join(d.Places[:min(3, len(d.Places))], ", ")
	if more := len(d.Places) - 3; more > 0 {
		at += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s: %s (%s): expected %s, got %s: %s", d.Grade, d.What, at, d.Want, d.Got, d.Means)
}

// Matters reports whether a difference is more than one that the bot does not notice.
func (d Difference) Matters() bool { return d.Grade > Differs }

// differences collects what differs. The same difference at several places is one.
type differences struct {
	list []*Difference
	want *Recording
}

func (d *differences) add(g Grade, what, place, want, got, means string) {
	for _, one := range d.list {
		if one.What == what && one.Want == want && one.Got == got {
			if !slices.Contains(one.Places, place) {
				one.Places = append(one.Places, place)
			}
			if one.Grade < g {
				one.Grade, one.Means = g, means
			}
			return
		}
	}
	d.list = append(d.list, &Difference{Grade: g, What: what, Places: []string{place}, Want: want, Got: got, Means: means})
}

// Compare says in what a recording differs from what localcord says. What matters most comes
// first. Steps that were left out are not compared.
func Compare(want, got *Recording) []Difference {
	d := &differences{want: want}
	for i, s := range got.Steps {
		w := want.step(s.Name)
		if w == nil || w.State == Skipped {
			continue
		}
		d.answers(w, s)
		if s.State == Skipped && len(s.Answers) == 0 {
			continue
		}
		for _, h := range s.Hindrances {
			d.hindrance(h, s.Name)
		}
		d.events(w, s, got.Steps[max(0, i-latest):i], got.Steps[i+1:min(len(got.Steps), i+1+latest)])
	}
	d.buckets(got)
	slices.SortStableFunc(d.list, func(a, b *Difference) int { return cmp.Compare(b.Grade, a.Grade) })
	out := make([]Difference, len(d.list))
	for i, one := range d.list {
		out[i] = *one
	}
	return out
}

// answers compares the answers of a step with those to the same requests. Where more came, as to
// a list in several parts, the last one stands for them. Where a step has another request, that
// of another step does.
func (d *differences) answers(want, got *Step) {
	used := map[string]int{}
	for _, a := range got.Answers {
		of := answersTo(want, a.Endpoint)
		if len(of) == 0 {
			of = d.elsewhere(a)
		}
		place := got.Name + ": " + a.Endpoint
		if len(of) == 0 {
			d.add(Differs, "a request", place, "none", answered(a.Status, a.Code), "localcord was not asked this; the program is another one than the recording's")
			continue
		}
		n := min(used[a.Endpoint], len(of)-1)
		if same := slices.IndexFunc(of, func(w *Answer) bool { return w.Status == a.Status }); got.Name == limitStep && same >= 0 {
			n = same // how many are allowed is another matter
		}
		used[a.Endpoint]++
		d.answer(of[n], a, place)
	}
	if got.State != Done {
		return
	}
	limited := func(a *Answer) bool { return a.Status == 429 }
	if slices.ContainsFunc(want.Answers, limited) && !slices.ContainsFunc(got.Answers, limited) {
		d.add(Differs, "the limit", got.Name, "status 429", "none in as many requests", "the bot learns limits from the headers of each answer")
	}
	for _, e := range slices.Sorted(maps.Keys(endpointsOf(want))) {
		if n := len(answersTo(want, e)); used[e] == 0 && n > 0 {
			d.add(Differs, "a request", got.Name+": "+e, "one", "none", "what came before made it unnecessary")
		}
	}
}

// elsewhere is an answer to such a request in another step, without what follows from that step.
func (d *differences) elsewhere(a *Answer) []*Answer {
	var all []*Answer
	for _, s := range d.want.Steps {
		all = append(all, answersTo(s, a.Endpoint)...)
	}
	like := slices.IndexFunc(all, func(w *Answer) bool { return (w.Status < 300) == (a.Status < 300) })
	if like < 0 {
		return nil
	}
	one := *all[like]
	one.Body = Shape{}
	for path, form := range all[like].Body {
		form = anyPart.ReplaceAllString(form, "id")
		one.Body[path] = strings.ReplaceAll(form, "text as sent", "text")
	}
	return []*Answer{&one}
}

// anyPart is the form of an id that plays a part.
var anyPart = regexp.MustCompile(`id of the [a-z ]*[a-z]`)

func endpointsOf(s *Step) map[string]bool {
	all := map[string]bool{}
	for _, a := range s.Answers {
		all[a.Endpoint] = true
	}
	return all
}

func answersTo(s *Step, endpoint string) (list []*Answer) {
	for _, a := range s.Answers {
		if a.Endpoint == endpoint {
			list = append(list, a)
		}
	}
	return list
}

// answered is a status and a code in words.
func answered(status, code int) string {
	switch {
	case status == 0:
		return "no answer"
	case code != 0:
		return fmt.Sprintf("status %d with code %d", status, code)
	}
	return fmt.Sprintf("status %d", status)
}

// slowAnswer is how many milliseconds an answer or an event may take. Delays below that are no
// difference.
const slowAnswer = 3000

// answer compares an answer with an expected one.
func (d *differences) answer(want, got *Answer, place string) {
	if want.Status != got.Status || want.Code != got.Code {
		g, means := statusMeans(want, got)
		d.add(g, "the answer", place, answered(want.Status, want.Code), answered(got.Status, got.Code), means)
		if (want.Status < 300) != (got.Status < 300) || got.Status == 0 {
			return
		}
	}
	if got.Took > slowAnswer {
		d.add(Otherwise, "the delay of an answer", place, "at most 3 s", fmt.Sprintf("%.1f s", float64(got.Took)/1000), "players wait that long for what they press")
	}
	d.headers(want, got, place)
	where := got.Endpoint
	if got.Status >= 300 {
		where = refusals
	}
	d.shapes(want.Body, got.Body, where, place)
}

// refusals are what answers are about that refuse something.
const refusals = "refusal"

// headers compares the headers that the bot acts on.
func (d *differences) headers(want, got *Answer, place string) {
	for _, h := range headers {
		w, g := want.Headers[h], got.Headers[h]
		if w == g {
			continue
		}
		grade, means := headerMeans(h, w, g)
		d.add(grade, "the header "+h, place, orNone(w), orNone(g), means)
	}
}

func orNone(form string) string {
	if form == "" {
		return "none"
	}
	return form
}

// hindrance compares a limit after which the request was sent again with localcord's. A limit of
// another scope has other headers.
func (d *differences) hindrance(got *Answer, step string) {
	if got.Status != 429 {
		return
	}
	place := step + ": " + got.Endpoint
	for _, s := range d.want.Steps {
		for _, a := range s.Answers {
			if a.Status != got.Status || a.Code != got.Code {
				continue
			}
			if scope := got.Headers["X-Ratelimit-Scope"]; scope != "global" && scope != "shared" && got.Headers["X-Ratelimit-Global"] == "" {
				d.headers(a, got, place)
			}
			d.shapes(a.Body, got.Body, refusals, place)
			return
		}
	}
}

// buckets compares which requests have a limit in common.
func (d *differences) buckets(got *Recording) {
	for _, group := range got.Buckets {
		if !slices.ContainsFunc(d.want.Buckets, func(w []string) bool { return slices.Equal(w, group) }) {
			d.add(Differs, "a limit", strings.Join(group, " and "), "one for each", "one in common", "the bot learns it from the name of the limit, and waits for all of them")
		}
	}
}
