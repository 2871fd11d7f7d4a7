package store

import (
	"sync"
	"testing"
	"time"

	"oneiros/store/storetest"
)

// TestLessons: what a person was taught is theirs alone, and of one game.
func TestLessons(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		know := func(user uint64, game, thing string, want bool) {
			t.Helper()
			for range 2 { // from the database, then from the cache
				if l, err := s.Lessons().Lessons(t.Context(), user); err != nil || l.Know(game, thing) != want {
					t.Errorf("user %d knows %s of %s: %v, %v", user, thing, game, !want, err)
				}
			}
		}
		save := func(user uint64, game string, things ...string) {
			t.Helper()
			if err := s.Lessons().SaveLessons(t.Context(), user, game, things...); err != nil {
				t.Fatal(err)
			}
		}
		know(5, "test", "die", false)
		save(5, "test", "die", "card")
		save(5, "test", "die") // a second time does no harm
		know(5, "test", "die", true)
		know(5, "test", "card", true)
		know(5, "test", "coin", false)
		know(5, "other", "die", false)
		know(6, "test", "die", false)
		save(5, "test", "")
		know(5, "test", "coin", true)
		know(5, "other", "coin", false)
	})
}

// TestFinishedTeaches: the person who has finished a match knows the game, and the people of
// a match that goes on do not. An automatic player teaches no person.
func TestFinishedTeaches(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "match", 4)
		know := func(user uint64, want bool) {
			t.Helper()
			if l, err := s.Lessons().Lessons(t.Context(), user); err != nil || l.Know("test", "die") != want {
				t.Errorf("user %d knows it: %v, %v", user, !want, err)
			}
		}
		for _, user := range []uint64{7, 8, 9} {
			know(user, false)
		}
		st := newStep(m, 1, 1, []byte(`{}`))
		st.End = &End{At: m.Created.Add(time.Minute), Expires: m.Created.Add(time.Hour), Results: []Result{
			{Seat: 0, Game: "test", Guild: 1, User: 7}, {Seat: 1, Game: "test", Guild: 1, User: 8, Auto: true},
		}}
		if err := s.Matches().AppendInput(t.Context(), st); err != nil {
			t.Fatal(err)
		}
		know(7, true)
		know(8, false)
		know(9, false)
	})
}

// TestLessonsStayAsRead: lessons that were read do not change when more are saved, and
// those that are read afterwards have them. Several things may be saved at one moment.
func TestLessonsStayAsRead(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		before, err := s.Lessons().Lessons(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		things := []string{"a", "b", "c", "d", "e", "f"}
		for _, thing := range things {
			wait.Go(func() {
				if err := s.Lessons().SaveLessons(t.Context(), 7, "test", thing); err != nil {
					t.Error(err)
				}
				if _, err := s.Lessons().Lessons(t.Context(), 7); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		after, err := s.Lessons().Lessons(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, thing := range things {
			if before.Know("test", thing) || !after.Know("test", thing) {
				t.Errorf("%s is known before: %v, after: %v", thing, before.Know("test", thing), after.Know("test", thing))
			}
		}
	})
}
