package rules

import (
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// vetting is how long a told dream waits for a moderator. By days it is a turn.
const vetting = 3 * time.Minute

// Holds reports whether a move is a dream in writing: the one long text of the game, which
// every player reads.
func Holds(m kit.Move) bool { return m.Verb == kit.Tell }

// Hold takes the dream in writing, and no other player sees it yet. Which cards it mentions is
// found out when the wait ends: before, the ticks would tell of it.
func Hold(env *games.Env, s *State, seat games.Seat, m kit.Move) error {
	if !isLegal(s, seat, m) {
		return explain(s, seat, m)
	}
	text, err := judge.CleanText(m.Text, kit.MaxStory)
	if err != nil {
		return err
	}
	noteTurn(s, seat, m)
	s.Story, s.Waits, s.Until = text, true, env.At+s.wait(vetting)
	return nil
}

// Held is the dream that waits for a moderator, and whether one does.
func Held(s State) (games.Held, bool) {
	return games.Held{Seat: s.Dreamer, Words: s.Story}, s.Waits
}

// Release shows the dream, or goes on without its words.
func Release(env *games.Env, s *State, shown bool) error {
	if shown {
		s.Waits = false
		tickTold(s, s.Story)
	} else {
		withhold(s)
	}
	beginCheck(env, s)
	s.settle(env)
	return nil
}

// Unsaid is what stands in place of a dream that was withheld.
func Unsaid(s State) kit.Move { return kit.Move{Verb: kit.Tell, Text: unsaid(&s)} }

// withhold takes the words of a dream that waits. It counts as told, with the cards that the
// judge found in it: a moderator who does not let the words be read takes no points, and
// gives none.
func withhold(s *State) {
	tickTold(s, unsaid(s))
	s.Story, s.Waits, s.Unsaid = "", false, true
}

// unsaid is a dream in other words, which mentions the same cards as the one that waits. A
// dream of which there is no such one counts as if it mentioned none.
func unsaid(s *State) string {
	text, ok := retell(s, s.Lexicon().Told(s.Story, s.Cards.Dreamt()))
	if !ok {
		return nothingTold
	}
	return text
}
