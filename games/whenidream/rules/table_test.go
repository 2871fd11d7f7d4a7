package rules_test

import (
	"testing"

	"oneiros/games/whenidream/whenidreamtest"
)

// table plays the rules, as "2: clue 1 \"вода\"".
type table struct{ *whenidreamtest.Table }

func sit(t *testing.T, seats int, options ...string) *table {
	t.Helper()
	return &table{whenidreamtest.Sit(t, seats, options...)}
}

func nightfall(t *testing.T, seats int, options ...string) *table {
	t.Helper()
	return &table{whenidreamtest.Nightfall(t, seats, options...)}
}

func laid(t *testing.T, seats int, sides string, options ...string) *table {
	t.Helper()
	return &table{whenidreamtest.Laid(t, seats, sides, options...)}
}
