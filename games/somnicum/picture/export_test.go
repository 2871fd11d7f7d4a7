package picture

import (
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// What the tests of a panel ask of its picture.

func Crowd(v view.View) int { return crowd(v) }

func LastingWords(d *view.Dreaming) []ui.Text { return lastingWords(d) }
