package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestCalls: whoever was called longest ago comes first, and a server's calls are erased
// with it.
func TestCalls(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		first := Call{Guild: 1, User: 9, Games: []string{"a", "b"}, From: 18, To: 24, Zone: -210, Every: time.Hour}
		second := Call{Guild: 1, User: 8, Every: time.Hour, Called: at}
		if err := s.SaveCalls(ctx, second, first, Call{Guild: 2, User: 8}); err != nil {
			t.Fatal(err)
		}
		list := func(want ...Call) {
			t.Helper()
			got, err := s.Calls().Calls(ctx, 1)
			if d := cmp.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v:\n%s", err, d)
			}
		}
		list(first, second)
		first.Called = at.Add(time.Hour)
		if called, err := s.Calls().SaveCalled(ctx, 1, first.Called, 7, 9); err != nil || !cmp.Equal(called, []uint64{9}) {
			t.Errorf("called are %v, %v; 7 no longer wants to be", called, err)
		}
		list(second, first)
		if c, ok, err := s.Calls().Call(ctx, 1, 9); err != nil || !ok || !cmp.Equal(c, first) {
			t.Errorf("%+v, %v, %v", c, ok, err)
		}
		if c, ok, err := s.Calls().Call(ctx, 1, 7); err != nil || ok || c.User != 7 {
			t.Errorf("of somebody who did not ask: %+v, %v, %v", c, ok, err)
		}
		if err := s.Calls().DeleteCall(ctx, 1, 8); err != nil {
			t.Fatal(err)
		}
		list(first)
		if err := s.Guilds().GuildRemoved(ctx, 1, at); err != nil {
			t.Fatal(err)
		}
		if done, err := s.Guilds().EraseGuild(ctx, 1, at.Add(time.Hour)); err != nil || !done {
			t.Fatal(done, err)
		}
		if got, err := s.Calls().Calls(ctx, 1); err != nil || len(got) != 0 {
			t.Errorf("of an erased server: %v, %v", got, err)
		}
	})
}

// TestWants counts hours in the person's own day.
func TestWants(t *testing.T) {
	at := time.Date(2026, 11, 22, 22, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		call Call
		want bool
	}{
		"always":             {Call{}, true},
		"this game":          {Call{Games: []string{"x"}}, true},
		"another game":       {Call{Games: []string{"y"}}, false},
		"called lately":      {Call{Every: time.Hour, Called: at.Add(-time.Minute)}, false},
		"called long ago":    {Call{Every: time.Hour, Called: at.Add(-time.Hour)}, true},
		"in the evening":     {Call{From: 18, To: 24}, true},
		"in the morning":     {Call{From: 6, To: 10}, false},
		"over midnight":      {Call{From: 21, To: 2}, true},
		"next day elsewhere": {Call{From: 6, To: 10, Zone: 8*60 + 30}, true},
		"evening elsewhere":  {Call{From: 18, To: 24, Zone: -7 * 60}, false},
		"the hour is over":   {Call{From: 20, To: 22}, false},
	} {
		if got := c.call.Wants("x", at); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
