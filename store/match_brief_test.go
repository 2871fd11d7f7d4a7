package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/store/storetest"
)

// TestActiveBriefs: in brief a match is as when it is read, without what is left out.
func TestActiveBriefs(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "match", 5)
		st := newStep(m, 1, 7, []byte("last"))
		st.Position.Due, st.Position.Awaits = time.Minute, 1<<62|5
		if err := s.Matches().AppendInput(t.Context(), st); err != nil {
			t.Fatal(err)
		}
		lobby := Match{ID: "next", Guild: 1, Channel: 6, Game: "test", Phase: Lobby, Created: m.Created.Add(time.Hour)}
		if err := s.Matches().CreateMatch(t.Context(), lobby); err != nil {
			t.Fatal(err)
		}
		for _, f := range []Surface{{Owner: MatchOwner("match"), Kind: Panel, User: 8}, {Owner: MatchOwner("match"), Kind: Board, Message: 4}, {Owner: MatchOwner("next"), Kind: Board, Message: 5}} {
			if err := s.Surfaces().SaveSurface(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Matches().ActiveBriefs(t.Context(), m.Created)
		if err != nil {
			t.Fatal(err)
		}
		var want []Match
		surfaces := map[string][]Surface{}
		for _, id := range []string{"match", "next"} {
			one, err := s.Matches().Match(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			one.Chosen, one.Options, one.Seed, one.SeatOrder, one.Notes = nil, nil, games.Seed{}, nil, nil
			one.Secret, one.Presses = games.Secret{}, nil
			if one.Position != nil {
				one.Position.Turns, one.Position.Data = nil, nil
				if one.Position.Due != time.Minute || one.Position.Awaits != 1<<62|5 {
					t.Errorf("the position is %+v", one.Position)
				}
			}
			want = append(want, one)
			if surfaces[id], err = s.Surfaces().Surfaces(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("in brief:\n%s", d)
		}
		all, err := s.Surfaces().ActiveSurfaces(t.Context(), m.Created)
		if d := cmp.Diff(surfaces, all); d != "" || err != nil {
			t.Errorf("surfaces, %v:\n%s", err, d)
		}
	})
}
