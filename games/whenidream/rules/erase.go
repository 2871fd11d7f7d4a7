package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// Erase returns a move that says nothing of its player and leads to the same: a clue
// that is forbidden if theirs was, a guess that is right if theirs was, and a dream that
// mentions the same cards.
func Erase(was, now State, _ games.Seat, m kit.Move) (kit.Move, error) {
	switch m.Verb {
	case kit.Clue:
		return eraseClue(&was, &now, m)
	case kit.Guess:
		return eraseGuess(&was, m)
	case kit.Tell:
		return eraseStory(&was, &now, m)
	}
	return m, nil
}

// erasedWord is what stands in place of a player's words.
func (t *Terms) erasedWord() string {
	if t.Words == kit.Russian {
		return "стёрто"
	}
	return "erased"
}

var errNoWords = errors.New("no other words do the same")

func eraseClue(was, now *State, m kit.Move) (kit.Move, error) {
	level := func(text string) judge.Level { return was.Lexicon().Judge(text, was.Element, was.Words).Level }
	word, err := judge.CleanClue(m.Text)
	if err != nil {
		return m, err
	}
	if !was.Faithful || level(word) < judge.Forbidden {
		m.Text = fmt.Sprintf("%s-%d", now.erasedWord(), now.Turn)
		if level(m.Text) == judge.Fine {
			return m, nil
		}
		m.Text = now.freeClue()
		return m, nil
	}
	for _, tongue := range []kit.Tongue{was.Words, was.Words.Other()} {
		for _, part := range strings.Fields(was.Lexicon().Word(was.Element, tongue)) {
			said, err := judge.CleanClue(part)
			if err == nil && level(said) == judge.Forbidden && !slices.ContainsFunc(now.Clues, func(c Clue) bool { return judge.Repeats(said, c.Word) }) {
				m.Text = said
				return m, nil
			}
		}
	}
	return m, errNoWords
}

func eraseGuess(was *State, m kit.Move) (kit.Move, error) {
	text, err := judge.CleanText(m.Text, kit.MaxGuess)
	if err != nil {
		return m, err
	}
	right := was.Lexicon().Names(text, was.Element)
	if m.Text = was.erasedWord(); right {
		m.Text = was.Lexicon().Word(was.Element, was.Words)
	}
	if was.Lexicon().Names(m.Text, was.Element) != right {
		return m, errNoWords
	}
	return m, nil
}

func eraseStory(was, now *State, m kit.Move) (kit.Move, error) {
	text, err := judge.CleanText(m.Text, kit.MaxStory)
	if err != nil {
		return m, err
	}
	said, ok := retell(now, was.Lexicon().Told(text, was.Cards.Dreamt()))
	if m.Text = said; !ok {
		return m, errNoWords
	}
	return m, nil
}

// nothingTold is a dream that mentions no card.
const nothingTold = "0"

// retell is a dream that mentions the cards that told names and no others that count. It is
// false if none is found.
func retell(now *State, told []bool) (string, bool) {
	var words []string
	for i, c := range now.Cards {
		if told[i] && c.Counts() {
			words = append(words, strings.ToLower(now.Lexicon().Word(c.Element, now.Words)))
		}
	}
	same := func(text string) bool {
		for i, is := range now.Lexicon().Told(text, now.Cards.Dreamt()) {
			if now.Cards[i].Counts() && is != told[i] {
				return false
			}
		}
		return utf8.RuneCountInString(text) <= kit.MaxStory
	}
	// Words that meet by chance may name another card, so they stand far apart.
	for _, between := range []string{", ", " … 0 0 0 0 … "} {
		text := strings.Join(words, between)
		if len(words) == 0 {
			text = nothingTold
		}
		if text, err := judge.CleanText(text, kit.MaxStory); err == nil && same(text) {
			return text, true
		}
	}
	return "", false
}
