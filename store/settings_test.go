package store

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		for range 2 { // from the database, then from the cache
			if g, err := s.Settings().Guild(t.Context(), 4); err != nil || !cmp.Equal(g, Guild{ID: 4}) {
				t.Errorf("a server without settings: %v, %v", g, err)
			}
			if u, err := s.Settings().User(t.Context(), 5); err != nil || u != (User{ID: 5}) {
				t.Errorf("a person without settings: %v, %v", u, err)
			}
		}
		homes := map[string]Home{"ru": {
			Openers: 1 << 62, Channels: []uint64{7, 8}, Threads: true, Quiet: &Quiet{From: 22, To: 8, Zone: 180}, Options: map[string]map[string]string{"somnia": {"clock": "60"}},
		}}
		for _, lang := range []string{"en", "ru"} {
			want := User{ID: 5, Lang: lang}
			if lang == "ru" {
				want = User{5, lang, RemindByDM, 77, time.UnixMilli(1_700_000_000_123), time.UnixMilli(1_800_000_000_456)}
			}
			if err := s.SaveGuild(t.Context(), Guild{4, lang, lang == "ru", homes[lang]}); err != nil {
				t.Fatal(err)
			}
			if err := s.SaveUser(t.Context(), want); err != nil {
				t.Fatal(err)
			}
			if g, err := s.Settings().Guild(t.Context(), 4); err != nil || !cmp.Equal(g, Guild{4, lang, lang == "ru", homes[lang]}) {
				t.Errorf("the settings of the server: %v, %v", g, err)
			}
			if u, err := s.Settings().User(t.Context(), 5); err != nil || u != want {
				t.Errorf("the settings of the person: %v, %v", u, err)
			}
			if u, err := s.Settings().User(t.Context(), 6); err != nil || u != (User{ID: 6}) {
				t.Errorf("another person has the settings %v, %v", u, err)
			}
		}
	})
}

// TestChangesTogether: of many changes at one moment none is lost: of a server and of a wish
// in one process, and of a person also in two.
func TestChangesTogether(t *testing.T) {
	t.Parallel()
	together := func(t *testing.T, one, other *Store) {
		t.Helper()
		if _, err := one.Settings().ChangeUser(t.Context(), 7, func(u *User) { u.DMChannel = 0 }); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range 10 {
			by := []*Store{one, other}[i%2]
			all.Go(func() {
				for range 20 { // one after the other, so that transactions of both meet
					if _, err := by.Settings().ChangeUser(t.Context(), 7, func(u *User) { u.DMChannel++ }); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if u, err := one.Settings().User(t.Context(), 7); err != nil || u.DMChannel != 200 {
			t.Errorf("of the person there is %+v, %v", u, err)
		}
	}
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		together(t, s, s)
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if _, err := s.Settings().ChangeGuild(t.Context(), 1, func(g *Guild) bool { g.Home.Openers++; return true }); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				if _, on, err := s.Calls().ChangeCall(t.Context(), 1, 7, func(c *Call, _ bool) bool { c.From++; return true }); err != nil || !on {
					t.Error(on, err)
				}
			})
		}
		all.Wait()
		g, err := s.Settings().Guild(t.Context(), 1)
		c, on, err2 := s.Calls().Call(t.Context(), 1, 7)
		if err != nil || err2 != nil || g.Home.Openers != 50 || c.From != 50 || !on {
			t.Errorf("there are %+v and %+v, %v, %v", g, c, err, err2)
		}
		if _, on, err := s.Calls().ChangeCall(t.Context(), 1, 8, func(*Call, bool) bool { return false }); on || err != nil {
			t.Errorf("no wish: %v, %v", on, err)
		}
		if list, err := s.Calls().Calls(t.Context(), 1); err != nil || len(list) != 1 {
			t.Errorf("the wishes are %+v, %v", list, err)
		}
	})
	t.Run("processes", func(t *testing.T) {
		place := postgres(t)
		one, other := shareOpen(t, place, alive), shareOpen(t, place, alive)
		together(t, one, other)
		if err := errors.Join(one.Close(), other.Close()); err != nil {
			t.Error(err)
		}
	})
}
