package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

func TestSurfaces(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		startMatch(t, s, "match", 5)
		board := Surface{Owner: MatchOwner("match"), Kind: Board, State: Sent, Channel: 5, Message: 50, Digest: "d1", Lang: "ru"}
		panel := Surface{Owner: MatchOwner("match"), Kind: Panel, User: 7, State: Sent, Channel: 5, Message: 51, App: 3, Token: "t0", Expires: time.UnixMilli(1_790_000_900_000), Path: "help", Lang: "en", FollowUp: true}
		token := Surface{Owner: MatchOwner("match"), Kind: BoardToken, State: Sent, Channel: 5, Message: 50, App: 3, Token: "t2", Expires: time.UnixMilli(1_790_000_900_000)}
		for _, f := range []Surface{panel, board, token, {Owner: MatchOwner("match"), Kind: Panel, User: 8}} {
			if err := s.Surfaces().SaveSurface(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		board.Message, panel.Token, panel.Path = 60, "t1", ""
		for _, f := range []Surface{panel, board} {
			if err := s.Surfaces().SaveSurface(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // the second time there is none
			if err := s.Surfaces().DeleteSurface(t.Context(), MatchOwner("match"), Panel, 8); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Surfaces().Surfaces(t.Context(), "match")
		if d := cmp.Diff([]Surface{board, token, panel}, got); d != "" || err != nil {
			t.Errorf("surfaces, %v:\n%s", err, d)
		}
		if err := s.Surfaces().DeleteSurfaces(t.Context(), "match"); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Surfaces().Surfaces(t.Context(), "match"); len(got) != 0 || err != nil {
			t.Errorf("after the deletion: %v, %v", got, err)
		}
		if _, err := s.Matches().Match(t.Context(), "match"); err != nil {
			t.Errorf("the match was deleted with its surfaces: %v", err)
		}
	})
}
