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
	list    []*Difference
	want    *Recording
	partial bool            // a step before was not done, so a list may hold less
	refused map[string]bool // endpoints for which the bot lacks a permission, as was said
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
	d := &differences{want: want, refused: map[string]bool{}}
	for _, s := range got.Steps {
		w := want.step(s.Name)
		if w == nil || w.State == Skipped {
			continue
		}
		d.answers(w, s)
		d.partial = d.partial || s.State != Done
		for _, h := range s.Hindrances {
			d.hindrance(h, s.Name)
		}
	}
	d.events(got)
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
		w := *of[n]
		if onlyRefused(want, got, a.Endpoint) {
			w.Headers = a.Headers // that it is refused is the difference
		}
		d.answer(&w, a, place)
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

// listed are words in a sentence, as in "A, B and C".
func listed(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func endpointsOf(s *Step) map[string]bool {
	all := map[string]bool{}
	for _, a := range s.Answers {
		all[a.Endpoint] = true
	}
	return all
}

// onlyRefused reports whether a step got nothing but refusals where localcord answers.
func onlyRefused(want, got *Step, endpoint string) bool {
	succeeds := func(a *Answer) bool { return a.Status < 300 }
	return slices.ContainsFunc(answersTo(want, endpoint), succeeds) && !slices.ContainsFunc(answersTo(got, endpoint), succeeds)
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
	if got.Status == 429 && isGlobal(got) && want.Status < 500 {
		d.add(Differs, "the limit", place, "one of such requests", "a global one", "the bot lets all requests wait")
		d.globally(got, place)
		return
	}
	if want.Status != got.Status || want.Code != got.Code {
		if d.lacks(want, got) {
			return
		}
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

// lacks reports whether an answer follows from a permission that is missing, and of which an
// answer before has told.
func (d *differences) lacks(want, got *Answer) bool {
	if got.Status != 403 || got.Code != 50013 && got.Code != 50001 {
		return false
	}
	if d.refused[got.Endpoint] {
		return true
	}
	d.refused[got.Endpoint] = want.Status < 300
	return false
}

// refusals are what answers are about that refuse something.
const refusals = "refusal"

// headers compares the headers that the bot acts on.
func (d *differences) headers(want, got *Answer, place string) {
	var gone, more []string // of limits
	for _, h := range headers {
		w, g := want.Headers[h], got.Headers[h]
		switch {
		case w == g:
		case strings.HasPrefix(h, "X-Ratelimit-") && g == "":
			gone = append(gone, h)
		case strings.HasPrefix(h, "X-Ratelimit-") && w == "":
			more = append(more, h)
		default:
			d.header(h, w, g, place)
		}
	}
	d.several(gone, want, got, place)
	d.several(more, want, got, place)
}

func (d *differences) header(h, want, got, place string) {
	grade, means := headerMeans(h, want, got)
	d.add(grade, "the header "+h, place, orNone(want), orNone(got), means)
}

// several compares headers of a limit that are all there, or all are not. They are one difference.
func (d *differences) several(list []string, want, got *Answer, place string) {
	if len(list) < 2 {
		for _, h := range list {
			d.header(h, want.Headers[h], got.Headers[h], place)
		}
		return
	}
	grade, means := Differs, ""
	for _, h := range list {
		if g, m := headerMeans(h, want.Headers[h], got.Headers[h]); g > grade || means == "" {
			grade, means = g, m
		}
	}
	w, g := "all of them", "none"
	if want.Headers[list[0]] == "" {
		w, g = g, w
	}
	d.add(grade, "the headers "+strings.Join(list, ", "), place, w, g, means)
}

// isGlobal reports whether a limit is one of all requests.
func isGlobal(a *Answer) bool {
	return a.Headers["X-Ratelimit-Global"] != "" || a.Headers["X-Ratelimit-Scope"] == "global" || a.Body["global"] == "true"
}

// globally compares what a global limit has in common with another one: how long to wait.
func (d *differences) globally(got *Answer, place string) {
	if g := got.Headers[inBody]; g != "the time of the headers" {
		d.header(inBody, "the time of the headers", g, place)
	}
	if g := got.Body["retry_after"]; g != "number" {
		grade, means := formMeans("refusal", "retry_after", "number", orNone(g))
		d.add(grade, ofKind("refusal", "retry_after"), place, "number", orNone(g), means)
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
	if isGlobal(got) {
		d.globally(got, place)
		return
	}
	for _, s := range d.want.Steps {
		for _, a := range s.Answers {
			if a.Status != got.Status || a.Code != got.Code {
				continue
			}
			if got.Headers["X-Ratelimit-Scope"] != "shared" {
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
			d.add(Differs, "a limit", listed(group), "one for each", "one in common", "the bot learns it from the name of the limit, and waits for all of them")
		}
	}
}
