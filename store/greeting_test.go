package store

import (
	"testing"
	"time"

	"oneiros/store/storetest"
)

// TestGreetings: the moment since when servers are greeted is saved once, and the person who
// is in the database by then is known. It only becomes later. A greeting and its message are
// saved together, and what was erased stays erased.
func TestGreetings(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s, ctx := openStore(t, place), t.Context()
		all, now := s.Greetings(), time.UnixMilli(1_790_000_000_000)
		if err := s.SaveGuild(ctx, Guild{ID: 5, Lang: "ru"}); err != nil {
			t.Fatal(err)
		}
		since := func(now, want time.Time) {
			t.Helper()
			if got, err := all.GreetingsSince(ctx, now, 8); err != nil || !got.Equal(want) {
				t.Errorf("since %v, %v, want %v", got, err, want)
			}
		}
		since(now, now)
		since(now.Add(time.Hour), now)
		if err := all.GreetNoneBefore(ctx, now.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		since(now, now)
		if err := all.GreetNoneBefore(ctx, now.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		since(now, now.Add(time.Minute))
		for _, before := range []uint64{5, 8} {
			if g, known, err := all.Greeting(ctx, before); err != nil || !known || g.State != GreetingOver {
				t.Errorf("a server of before: %+v, %v, %v", g, known, err)
			}
		}
		for _, g := range []Greeting{{Guild: 6, At: now, State: GreetingDue}, {Guild: 6, At: now, State: GreetingOver}} {
			if err := all.AddGreeting(ctx, g); err != nil {
				t.Fatal(err)
			}
		}
		if list, err := all.DueGreetings(ctx); err != nil || len(list) != 1 || list[0] != (Greeting{Guild: 6, At: fromMillis(toMillis(now)), State: GreetingDue}) {
			t.Errorf("due are %+v, %v", list, err)
		}
		keep := func(g *Greeting) bool { g.State, g.Lacks = GreetingKept, 1<<52; return true }
		message := Surface{Owner: ServerOwner(6), Kind: "greeting", Channel: 7}
		if g, known, err := all.ChangeGreeting(ctx, 6, keep, message); err != nil || !known || g.Lacks != 1<<52 {
			t.Errorf("kept: %+v, %v, %v", g, known, err)
		}
		if list, err := s.Surfaces().KeptSurfaces(ctx, "greeting"); err != nil || len(list) != 1 {
			t.Errorf("messages: %+v, %v", list, err)
		}
		if err := s.Guilds().EraseGuildNow(ctx, 6); err != nil {
			t.Fatal(err)
		}
		if _, known, err := all.ChangeGreeting(ctx, 6, keep, message); err != nil || known {
			t.Errorf("an erased server is known: %v, %v", known, err)
		}
		if list, err := s.Surfaces().KeptSurfaces(ctx, "greeting"); err != nil || len(list) != 0 {
			t.Errorf("messages of an erased server: %+v, %v", list, err)
		}
		since(now, now.Add(time.Minute))
	})
}
