package whenidream

import (
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
	"oneiros/games/whenidream/view"
)

// The broken games of this test let others learn something of a dream that waits.
type (
	showsWaiting struct{ contract } // to every player
	ticksWaiting struct{ contract } // by its ticks
	keepsWords   struct{ contract } // after they were withheld
)

func (r showsWaiting) View(s rules.State, v games.Viewer) view.View {
	w := r.contract.View(s, v)
	w.Story = s.Story
	return w
}

func (r ticksWaiting) View(s rules.State, v games.Viewer) view.View {
	w := r.contract.View(s, v)
	if s.Waits {
		for i, told := range s.Lexicon().Told(s.Story, s.Cards.Dreamt()) {
			if i < len(w.Cards) {
				w.Cards[i].Told = told
			}
		}
	}
	return w
}

func (r keepsWords) Release(env *games.Env, s *rules.State, shown bool) error {
	was := s.Story
	err := r.contract.Release(env, s, shown)
	s.Story = was
	return err
}

func (r keepsWords) Expire(env *games.Env, s *rules.State) error {
	if s.Waits {
		return r.Release(env, s, false)
	}
	return r.contract.Expire(env, s)
}

// TestSuiteFindsLeaks: the suite of all games finds what a dream that waits must not tell.
func TestSuiteFindsLeaks(t *testing.T) {
	for name, broken := range map[string]struct {
		rules games.Rules[rules.State, kit.Move, view.View]
		by    gametest.Property
	}{
		"shown":  {showsWaiting{}, gametest.Twins},
		"ticked": {ticksWaiting{}, gametest.Twins},
		"kept":   {keepsWords{}, gametest.Holding},
	} {
		game := games.Define(Game.Info(), broken.rules, presenter{})
		found := gametest.Failures(gametest.Check(game, gametest.Options{Seats: []int{4}, Work: 150, Matches: 1}))
		if !slices.ContainsFunc(found, func(f *gametest.Failure) bool { return f.Property == broken.by }) {
			t.Errorf("%s: not found by %s, but %v", name, broken.by, found)
		}
	}
}
