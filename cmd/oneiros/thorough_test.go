package main

import (
	"testing"

	"oneiros/games/gametest"
	"oneiros/games/text"
)

// thorough reports whether a browser plays what takes minutes.
func thorough() bool { return gametest.Thorough() || *toTheEnd }

// inOneLanguage skips a test in all languages but one. The other one says nearly as much,
// so it is left to a release. Some tests have Russian and some English.
func inOneLanguage(t *testing.T, lang, one text.Lang) {
	t.Helper()
	if lang != one && !gametest.Whole() && !*toTheEnd {
		t.Skipf("TEST_WHOLE=1 tests it in the language %s, too", lang)
	}
}
