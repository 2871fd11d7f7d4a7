package lesson

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/table"
	"oneiros/games/gametest/sample"
	"oneiros/store"
)

// openLessons are lessons over a store of their own, without panels.
func openLessons(t *testing.T) *lessons {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return newLessons(feature.House{Hint: func(context.Context, discord.ID) {}}, s.Lessons())
}

// taught is a match that goes on, in which user 7 plays.
func taught(match string) *table.State {
	return &table.State{ID: match, Phase: table.Live, Game: sample.Game, Players: []table.Player{{User: table.User{ID: 7}}}}
}

// TestLessonsSavedMeanwhile: what becomes known before a page is begun is not taught on
// it, even if that is saved while the page is drawn.
func TestLessonsSavedMeanwhile(t *testing.T) {
	l := openLessons(t)
	at := taught("match")
	l.unsaved[7] = map[thing]bool{{sample.Game.Info().Name, "die"}: true} // their move made it known
	lesson := l.chooser(t.Context(), at, 7)
	l.save(t.Context(), 7)
	if got := lesson([]string{"die", "coin"}); got != "coin" {
		t.Errorf("it teaches %q", got)
	}
}

// TestOthersAreFound: what a person learns at one table finds their panels at the other
// tables of the game, one that is being drawn too, until they move there or it ends.
func TestOthersAreFound(t *testing.T) {
	l := openLessons(t)
	here, there := taught("here"), taught("there")
	check := func(when string, want ...string) {
		t.Helper()
		if got := l.others(here, 7); !slices.Equal(got, want) {
			t.Errorf("%s: others %v, want %v", when, got, want)
		}
	}
	check("before")
	l.chooser(t.Context(), here, 7)
	lesson := l.chooser(t.Context(), there, 7)
	check("while it is drawn", "there")
	lesson([]string{"die"})
	check("when it explains something", "there")
	if got := l.others(there, 7); !slices.Equal(got, []string{"here"}) {
		t.Errorf("from there: others %v", got)
	}
	l.chooser(t.Context(), there, 8) // who only looks on is not taught
	if got := l.others(here, 8); len(got) > 0 {
		t.Errorf("somebody else has %v", got)
	}
	there.Phase, there.Players[0].Auto = table.Over, true // so that no process is told
	l.changed(there)
	check("when it has ended")
}
