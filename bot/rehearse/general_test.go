package rehearse

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// sample is of how many changes TestGeneral tries one. TEST_WHOLE=1 tries more.
func sample() int {
	if os.Getenv("TEST_WHOLE") != "" {
		return 3
	}
	return 23
}

// changed is a recording of localcord in which one step is another one.
func changed(want *Recording, i int, step *Step) *Recording {
	got := *want
	got.Steps = slices.Clone(want.Steps)
	got.Steps[i] = step
	return &got
}

// TestGeneral changes what localcord says in every place in every way, one at a time: each field
// of each answer and event goes or gets another type, each header goes, each status and code is
// another one, each event is left out, comes twice or comes late. Each change is named with its
// step. No list of differences could do that.
func TestGeneral(t *testing.T) {
	want, err := Expected()
	if err != nil {
		t.Fatal(err)
	}
	n, tried := 0, 0
	named := func(i int, step *Step, what string) {
		t.Helper()
		if n++; n%sample() != 0 {
			return
		}
		tried++
		for _, d := range Compare(want, changed(want, i, step)) {
			if slices.ContainsFunc(d.Places, func(p string) bool { return strings.HasPrefix(p, step.Name) }) {
				return
			}
		}
		t.Errorf("%s: %s is not named", step.Name, what)
	}
	for i, s := range want.Steps {
		eachAnswer(s, func(step *Step, what string) { named(i, step, what) })
		eachEvent(s, func(step *Step, what string) { named(i, step, what) })
	}
	if tried*sample() < 8000 {
		t.Errorf("only %d changes were tried", tried)
	}
}

// shapesOf are a shape without each field, and with another type of it.
func shapesOf(s Shape, do func(Shape, string)) {
	for _, path := range slices.Sorted(maps.Keys(s)) {
		if path == "" || strings.HasSuffix(path, "[]") {
			continue
		}
		other := maps.Clone(s)
		maps.DeleteFunc(other, func(p, _ string) bool { return strings.HasPrefix(p, path+".") || strings.HasPrefix(p, path+"[]") })
		if form := s[path]; !strings.HasSuffix(form, sometimes) {
			gone := maps.Clone(other)
			delete(gone, path)
			do(gone, path+" is gone, and")
		}
		kind := "number"
		switch {
		case strings.HasPrefix(s[path], "number"):
			kind = "text"
		case s[path] == "null": // which may be a number otherwise
			kind = "true"
		}
		if !slices.Contains(forms(s[path]), kind) {
			other[path] = kind
			do(other, path+" is a "+kind+", and")
		}
	}
}

func eachAnswer(s *Step, do func(*Step, string)) {
	for j, a := range s.Answers {
		with := func(change func(*Answer), what string) {
			step, answer := *s, *a
			answer.Headers = maps.Clone(a.Headers)
			change(&answer)
			step.Answers = slices.Clone(s.Answers)
			step.Answers[j] = &answer
			do(&step, a.Endpoint+": "+what)
		}
		shapesOf(a.Body, func(b Shape, what string) { with(func(x *Answer) { x.Body = b }, what) })
		for h := range a.Headers {
			with(func(x *Answer) { delete(x.Headers, h) }, h+" is gone, and")
		}
		if s.Name != limitStep { // how many are allowed is no matter
			with(func(x *Answer) { x.Status++ }, "the status")
			with(func(x *Answer) { x.Status, x.Code, x.Body = 418, 1, nil }, "a refusal")
		}
		if a.Code != 0 {
			with(func(x *Answer) { x.Code++ }, "the code")
		}
		with(func(x *Answer) { x.Took = 4000 }, "the delay")
	}
}

func eachEvent(s *Step, do func(*Step, string)) {
	for j, e := range s.Events {
		with := func(change func(*Step), what string) {
			step := *s
			step.Events = slices.Clone(s.Events)
			change(&step)
			do(&step, e.Type+": "+what)
		}
		shapesOf(e.Body, func(b Shape, what string) {
			with(func(x *Step) { x.Events[j] = &Event{Type: e.Type, Body: b} }, what)
		})
		with(func(x *Step) { x.Events = slices.Delete(x.Events, j, j+1) }, "its absence")
		if s.Name != lastStep {
			with(func(x *Step) { x.Events = slices.Insert(x.Events, j, e) }, "a second one")
		}
		if !theirEvents[e.Type] {
			with(func(x *Step) { x.Events[j] = &Event{Type: e.Type, Body: e.Body, Late: 4000} }, "the delay")
		}
		if k := j + 1; k < len(s.Events) && s.Events[k].Type != e.Type {
			with(func(x *Step) { x.Events[j], x.Events[k] = x.Events[k], x.Events[j] }, "the order")
		}
	}
}
