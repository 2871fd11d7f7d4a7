package whenidream

import (
	"oneiros/games"
	"slices"
)

// takeStory takes the dream in writing and ticks the cards that it mentions.
func takeStory(env *games.Env, s *State, text string) error {
	text, err := cleanText(text, MaxStory)
	if err != nil {
		return err
	}
	s.Story = text
	list := storyWords(text)
	for i := range s.Cards {
		if c := &s.Cards[i]; c.counts() {
			c.Told = lexicon().mentions(list, c.Element, c.Guess)
		}
	}
	s.enterPhase(Check, env.At+checking)
	return nil
}

// mentions reports whether a story mentions an element. All stems of one of its
// words must stand close together, in any order and form. The guess counts as
// one of its words, since the dreamer knows the card by it.
func (g *glossary) mentions(story []word, n int, guess string) bool {
	for _, f := range g.entries[n].all {
		if near(story, f.words) {
			return true
		}
	}
	f := newPhrase(n, guess)
	return f.whole != "" && near(story, f.words)
}

// near reports whether all of some words stand close together in a text.
func near(text, words []word) bool {
	span := len(words)
	if span > 1 {
		span += 2
	}
	for i := range text {
		part := text[i:min(i+span, len(text))]
		if !slices.ContainsFunc(words, part[0].same) {
			continue
		}
		all := true
		for _, w := range words {
			all = all && slices.ContainsFunc(part, w.same)
		}
		if all {
			return true
		}
	}
	return false
}

// storyWords are the words of a story, in order.
func storyWords(story string) []word {
	var list []word
	for _, t := range content(tokens(story)) {
		list = append(list, newWord(t))
	}
	return list
}
