package store

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/store/storetest"
)

// endedMatch plays a match of two to its end. The first seat wins; the second one is an
// automatic player's if auto is set.
func endedMatch(t *testing.T, s *Store, id string, at time.Time, auto bool) {
	t.Helper()
	m := startMatch(t, s, id, uint64(at.Unix()))
	step := newStep(m, 1, 0, []byte(`{"n":1}`))
	second := Result{Seat: 1, Game: "test", Guild: 1, User: 8, Score: 1}
	if auto {
		second.User, second.Auto = 0, true
	}
	step.End = &End{At: at, Results: []Result{{Game: "test", Guild: 1, User: 7, Score: 3, Won: true}, second}}
	if err := s.Matches().AppendInput(t.Context(), step); err != nil {
		t.Fatal(err)
	}
}

// TestOldSummary: what an older program kept of the best dream is a moment.
func TestOldSummary(t *testing.T) {
	got, err := readSummary([]byte(`{"roles":[{"seat":1,"role":"moth","times":2}],"dream":{"seat":1,"told":3,"cards":4,"round":1}}`))
	want := games.Summary{Roles: []games.RoleCount{{Seat: 1, Role: "moth", Times: 2}}, Moment: &games.Moment{Seat: 1, Numbers: []int{3, 4}}}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
}

// TestSummaries: a match that is over is listed until it is summed up. Then its summary
// stands beside its results, oldest match first.
func TestSummaries(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		startMatch(t, s, "live", 5)
		endedMatch(t, s, "b-first", at, false)
		endedMatch(t, s, "a-second", at.Add(time.Hour), true)
		list := func(after string, limit int) []string {
			t.Helper()
			ids, err := s.Summaries().Unsummed(ctx, after, limit)
			if err != nil {
				t.Fatal(err)
			}
			return ids
		}
		if got := list("", 9); !slices.Equal(got, []string{"a-second", "b-first"}) || !slices.Equal(list("a-second", 9), []string{"b-first"}) || len(list("", 1)) != 1 {
			t.Errorf("to sum up: %q", got)
		}
		sum := games.Summary{Roles: []games.RoleCount{{Seat: 1, Role: "moth", Times: 2, Reached: 1}}, Moment: &games.Moment{Seat: 1, Numbers: []int{3, 4}, Words: "a secret"}}
		for range 2 { // a second process may do it, too
			if err := s.Summaries().SaveSummary(ctx, "b-first", 2, sum); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Summaries().SaveSummary(ctx, "erased", 2, sum); err != nil {
			t.Errorf("a match that is gone: %v", err)
		}
		if got := list("", 9); !slices.Equal(got, []string{"a-second"}) {
			t.Errorf("still to sum up: %q", got)
		}
		kept := sum
		kept.Moment = &games.Moment{Seat: 1, Numbers: []int{3, 4}} // nothing that a person wrote
		want := []Finished{
			{"b-first", "test", at, []Result{{"b-first", 0, "test", 1, 7, 3, true, false, at}, {"b-first", 1, "test", 1, 8, 1, false, false, at}}, kept},
			{"a-second", "test", at.Add(time.Hour), []Result{{"a-second", 0, "test", 1, 7, 3, true, false, at.Add(time.Hour)}, {"a-second", 1, "test", 1, 0, 1, false, true, at.Add(time.Hour)}}, games.Summary{}},
		}
		got, err := s.Summaries().FinishedOn(ctx, 1)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("on the server: %v\n%s", err, d)
		}
		got, err = s.Summaries().FinishedBy(ctx, 8, 1)
		if d := cmp.Diff(want[:1], got); d != "" || err != nil {
			t.Errorf("of a person: %v\n%s", err, d)
		}
		if got, err := s.Summaries().FinishedBy(ctx, 7, 2); err != nil || len(got) != 0 {
			t.Errorf("on another server: %d, %v", len(got), err)
		}
		if got, err := s.Summaries().FinishedAnywhereBy(ctx, 7); err != nil || len(got) != 2 {
			t.Errorf("anywhere: %d, %v", len(got), err)
		}
		if name, _, err := s.Summaries().NameAt(ctx, "b-first", 8); name != "Boris" || err != nil {
			t.Errorf("the name is %q, %v", name, err)
		}
		if name, _, err := s.Summaries().NameAt(ctx, "b-first", 99); name != "" || err != nil {
			t.Errorf("the name of nobody is %q, %v", name, err)
		}
	})
}
