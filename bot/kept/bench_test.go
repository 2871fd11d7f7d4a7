package kept_test

import (
	"testing"

	"oneiros/bot/kept"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/text"
)

// BenchmarkMake makes the file of a whole match of each game at its largest table, as the
// first seat saw it.
func BenchmarkMake(b *testing.B) {
	for _, g := range all.Games {
		b.Run(g.Info().Name, func(b *testing.B) {
			r := played(b, g, g.Info().Max, 3)
			m := about(b, g, g.Info().Max, text.Russian, games.Seat(0).Viewer())
			for b.Loop() {
				file, err := kept.Make(m, states(r, len(r.Inputs)))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(file)), "B/file")
				b.ReportMetric(float64(len(r.Inputs)), "inputs")
			}
		})
	}
}
