package store

import (
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
			if g, err := s.Guild(t.Context(), 4); err != nil || !cmp.Equal(g, Guild{ID: 4}) {
				t.Errorf("a server without settings: %v, %v", g, err)
			}
			if u, err := s.User(t.Context(), 5); err != nil || u != (User{ID: 5}) {
				t.Errorf("a person without settings: %v, %v", u, err)
			}
		}
		homes := map[string]Home{"ru": {
			Openers: 1 << 62, Channels: []uint64{7, 8}, Threads: true, Quiet: &Quiet{22, 8, 180}, Options: map[string]map[string]string{"somnia": {"clock": "60"}},
		}}
		for _, lang := range []string{"en", "ru"} {
			want := User{ID: 5, Lang: lang}
			if lang == "ru" {
				want = User{5, lang, RemindByDM, 77, time.UnixMilli(1_700_000_000_123), true, time.UnixMilli(1_800_000_000_456)}
			}
			if err := s.SaveGuild(t.Context(), Guild{4, lang, lang == "ru", lang == "en", homes[lang]}); err != nil {
				t.Fatal(err)
			}
			if err := s.SaveUser(t.Context(), want); err != nil {
				t.Fatal(err)
			}
			if g, err := s.Guild(t.Context(), 4); err != nil || !cmp.Equal(g, Guild{4, lang, lang == "ru", lang == "en", homes[lang]}) {
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
