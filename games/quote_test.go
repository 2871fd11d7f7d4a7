package games_test

import (
	"slices"
	"testing"

	"oneiros/games"
)

func TestQuoted(t *testing.T) {
	for move, want := range map[string][]string{
		"":                       nil,
		"play 7c":                nil,
		`clue "open sea" 2`:      {"open sea"},
		`tell "a \"b\"" "вечер"`: {`a "b"`, "вечер"},
		`say ""`:                 {""},
		`say "never ends`:        nil,
		`say "one" "and`:         {"one"},
	} {
		if got := games.Quoted(move); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", move, got, want)
		}
	}
}
