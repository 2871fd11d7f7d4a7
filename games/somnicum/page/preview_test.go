package page

import (
	"testing"

	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/somnicumtest"
)

// BenchmarkPreview is a press on a way to move a flywheel until its answer: the page is
// made, and its picture drawn and encoded.
func BenchmarkPreview(b *testing.B) {
	say := gametest.InRussian(b, words)
	v := somnicumtest.Crowded(kit.MaxSeats)
	v.Me, v.Goal, v.Score = v.Turn, 2, &kit.Score{}
	v.Sand = []kit.Token{kit.TokenOf(1, true), kit.TokenOf(9, false)}
	v.Dreamers[v.Turn].Sand = len(v.Sand)
	for steps := 1; steps <= v.Most(); steps++ {
		v.Legal = append(v.Legal, kit.Move{Verb: kit.Spin, Wheel: kit.White, Steps: steps})
	}
	for b.Loop() {
		p := At(v, "spin/w/4")
		if len(p.Pictures) != 1 {
			b.Fatal("no preview")
		}
		if _, err := paint.Encode(p.Pictures[0].Draw(say)); err != nil {
			b.Fatal(err)
		}
	}
}
