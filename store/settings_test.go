package store

import (
	"testing"
	"time"
)

func TestSettings(t *testing.T) {
	s := newStore(t)
	if g, err := s.Guild(t.Context(), 4); err != nil || g != (Guild{ID: 4}) {
		t.Errorf("a server that chose nothing: %v, %v", g, err)
	}
	if u, err := s.User(t.Context(), 5); err != nil || u != (User{ID: 5}) {
		t.Errorf("a person who chose nothing: %v, %v", u, err)
	}
	for _, l := range []string{"en", "ru"} {
		if err := s.SaveGuild(t.Context(), Guild{4, l}); err != nil {
			t.Fatal(err)
		}
		if err := s.SaveUser(t.Context(), User{ID: 5, Lang: l}); err != nil {
			t.Fatal(err)
		}
	}
	if g, err := s.Guild(t.Context(), 4); err != nil || g.Lang != "ru" {
		t.Errorf("the server's language: %v, %v", g, err)
	}
	if u, err := s.User(t.Context(), 5); err != nil || u.Lang != "ru" {
		t.Errorf("the person's language: %v, %v", u, err)
	}
	u := User{5, "en", RemindByDM, 77, time.UnixMilli(1_700_000_000_123)}
	if err := s.SaveUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if got, err := s.User(t.Context(), 5); err != nil || !got.DMClosed.Equal(u.DMClosed) || got.Remind != u.Remind || got.DMChannel != u.DMChannel {
		t.Errorf("the person's reminders: %v, %v", got, err)
	}
}
