package whenidream

import (
	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// takeStory takes the dream in writing and ticks the cards that it mentions.
func takeStory(env *games.Env, s *State, text string) error {
	text, err := judge.CleanText(text, kit.MaxStory)
	if err != nil {
		return err
	}
	s.Story = text
	tickTold(s, text)
	beginCheck(env, s)
	return nil
}

// tickTold ticks the cards that a dream mentions.
func tickTold(s *State, text string) {
	for i, told := range s.lexicon().Told(text, s.Cards.dreamt()) {
		if c := &s.Cards[i]; c.counts() {
			c.Told = told
		}
	}
}
