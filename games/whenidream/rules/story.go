package rules

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
	for i, told := range s.Lexicon().Told(text, s.Cards.Dreamt()) {
		if c := &s.Cards[i]; c.Counts() {
			c.Told = told
		}
	}
}
