package main

import (
	"testing"

	"oneiros/games/gametest"
	"oneiros/games/text"
)

// thorough reports whether a browser plays in both languages, and what takes minutes.
func thorough() bool { return gametest.Thorough() || *toTheEnd }

// inOneLanguage skips a test in all languages but one, where not everything is tested.
func inOneLanguage(t *testing.T, lang, one text.Lang) {
	t.Helper()
	if lang != one && !thorough() {
		t.Skipf("CI=1 tests it in the language %s, too", lang)
	}
}
