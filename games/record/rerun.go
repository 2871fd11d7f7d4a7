package record

import (
	"context"
	"iter"

	"oneiros/games"
)

// A Rerun plays the log of a match again, by the rules of this program.
type Rerun struct {
	Game games.Game
	Of   games.Match                              // where the log leads
	Log  []games.Input                            // all inputs of the match until then
	See  func(before games.Match, in games.Input) // if not nil, called before each input is played

	differs bool
}

// States yields the match after the deal and after each input. The error of an input that the
// rules refuse comes last.
func (p *Rerun) States(ctx context.Context) iter.Seq2[games.Match, error] {
	return func(yield func(games.Match, error) bool) {
		end := p.Of.Snapshot()
		m, err := p.Game.Deal(end.Seed, games.Table{Seats: end.Seats, Options: end.Options})
		for n := 0; err == nil && yield(m, nil); n++ {
			if err = ctx.Err(); err != nil {
				break
			}
			if n == len(p.Log) {
				p.differs = !SameDeeds(p.Game, m.Snapshot(), p.Of.Snapshot())
				return
			}
			if p.See != nil {
				p.See(m, p.Log[n])
			}
			if m, err = m.Do(p.Log[n]); err != nil {
				p.differs = true
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// Differs reports whether the log led elsewhere, once all states were seen. Another version of the
// rules wrote it then.
func (p *Rerun) Differs() bool { return p.differs }
