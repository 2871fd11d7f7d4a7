package whenidream

import (
	"encoding/json"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/rules"
)

func TestGame(t *testing.T) {
	o := gametest.Options{Unused: true, Work: 2000, Duels: matches(16, 0), Answers: answers, Rare: []string{
		"dreams.points.whole", // TestDreamIsKept
		"tie.penalties",       // TestTotals
		"why.side",            // TestScoreIsSaidRoleByRole

		// TestReadPack, TestPackIsShown: the suite plays with the glossary
		"option.pack", "option.pack.about", "element.only", "picture.word.only", "picture.pack", "pack.sample", "pack.sample.others",
		"pack.title", "pack.big", "pack.binary", "pack.encoding", "pack.line", "pack.many", "pack.few", "pack.columns", "pack.same-language", "pack.languages",
		"pack.twice", "pack.alike", "pack.other-language", "pack.clue", "pack.others", "pack.empty", "pack.sign", "pack.long", "pack.letters", "pack.mixed", "pack.near",
	}}
	gametest.Run(t, Game, o)
}

// answers are what people write who know the element. They write the element,
// its translation, words like it, and what no clue may look like. The dreamer
// does not know the element, and guesses it now and then.
func answers(m games.Match, v games.Viewer, path string) [][]string {
	form, _, _ := strings.Cut(path, "/")
	var s rules.State
	if err := json.Unmarshal(m.Snapshot().Position, &s); err != nil {
		panic(err)
	}
	switch form {
	case page.FormClue:
		list := [][]string{{"кoт"}, {"два слова"}, {"слово!🐑"}}
		if s.Element != 0 {
			word, _ := judge.Folded(judge.Lexicon().Word(s.Element, s.Words))
			other, _ := judge.Folded(judge.Lexicon().Word(s.Element, s.Words.Other()))
			list = append(list, []string{word}, []string{other}, []string{word + "s"}, []string{word + "а"}, []string{double(word)})
		}
		return append(list, []string{"ВОДА"}, []string{"Water"})
	case page.FormGuess:
		if s.Element != 0 {
			return [][]string{{judge.Lexicon().Element(s.Element, kit.Russian).Word}, {judge.Lexicon().Element(s.Element, kit.English).Word}, {"ничто"}}
		}
	case page.FormStory:
		var all []string
		for _, c := range s.Cards {
			all = append(all, judge.Lexicon().Element(c.Element, s.Words).Word)
		}
		return [][]string{{strings.Join(append(all, "конец"), ", ")}, {"Не помню."}}
	}
	return nil
}

// double writes a word as it is misspelt: it sounds the same.
func double(word string) string {
	r := []rune(word)
	return string(r[:1]) + word
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }

// matches is a number of matches, a small one where the tests are short.
func matches(many, few int) int {
	if gametest.Whole() {
		return many
	}
	return few
}
