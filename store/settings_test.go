package store

import (
	"testing"
	"time"

	"oneiros/store/storetest"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		for range 2 { // from the database, then from the cache
			if g, err := s.Guild(t.Context(), 4); err != nil || g != (Guild{ID: 4}) {
				t.Errorf("a server without settings: %v, %v", g, err)
			}
			if u, err := s.User(t.Context(), 5); err != nil || u != (User{ID: 5}) {
				t.Errorf("a person without settings: %v, %v", u, err)
			}
		}
		for _, lang := range []string{"en", "ru"} {
			want := User{ID: 5, Lang: lang}
			if lang == "ru" {
				want = User{5, lang, RemindByDM, 77, time.UnixMilli(1_700_000_000_123), true, time.UnixMilli(1_800_000_000_456)}
			}
			if err := s.SaveGuild(t.Context(), Guild{4, lang, lang == "ru", lang == "en"}); err != nil {
				t.Fatal(err)
			}
			if err := s.SaveUser(t.Context(), want); err != nil {
				t.Fatal(err)
			}
			if g, err := s.Guild(t.Context(), 4); err != nil || g != (Guild{4, lang, lang == "ru", lang == "en"}) {
				t.Errorf("the settings of the server: %v, %v", g, err)
			}
			if u, err := s.User(t.Context(), 5); err != nil || u != want {
				t.Errorf("the settings of the person: %v, %v", u, err)
			}
			if u, err := s.User(t.Context(), 6); err != nil || u != (User{ID: 6}) {
				t.Errorf("another person has the settings %v, %v", u, err)
			}
		}
	})
}
