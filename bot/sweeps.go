package bot

import (
	"cmp"
	"context"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/store"
)

// SweepStore saves when something was erased last.
type SweepStore interface {
	LastSweep(ctx context.Context) (store.Sweep, error)
	SaveSweep(ctx context.Context, last store.Sweep) error
}

// sweeps decide when what was kept long enough may be erased. What is erased does not come
// back, so no clock that is wrong for a while may erase anything:
//
//   - Nothing is erased while the host's clock is known to be wrong, or not known yet.
//   - The moment of a sweep is Discord's.
//   - Each sweep is saved. The next one comes minutes later, so what falls due between them
//     is little. When a day or more has passed since, either nothing ran meanwhile or a
//     clock has jumped. Then a sweep would erase all that fell due in between, so it says so
//     and waits until processes have run for a day. An operator has that long to set a
//     clock, or to stop the bot.
//
// The wait is counted in sweeps that were put off. So no clock shortens it, and a restart
// does not begin it again. A database in which no sweep was ever saved does not wait.
type sweeps struct {
	log   savelog.Log
	clock *discord.Clock
	store SweepStore
	told  bool // that nothing is erased by this clock
}

const (
	sweepEvery = 10 * time.Minute                 // how often what is due is erased, and what is shown of matches in memory is compared without a reason
	sweepReach = 24 * time.Hour                   // from the last sweep, without a wait
	sweepsHeld = int(24 * time.Hour / sweepEvery) // how many sweeps are put off then
)

// begin reports whether a sweep may begin, and at which moment.
func (s *sweeps) begin(ctx context.Context) (now time.Time, ok bool) {
	if !s.clock.Right() {
		if !s.told {
			s.told = true
			s.log.Warn().Msg("put off erasing: " + cmp.Or(s.clock.Warning(), "Discord has not said what time it is"))
		}
		return time.Time{}, false
	}
	s.told = false
	now = s.clock.Now()
	last, err := s.store.LastSweep(ctx)
	if err != nil {
		s.log.Failed(err).Msg("read last sweep failed")
		return time.Time{}, false
	}
	ok = last.At.IsZero() || now.Sub(last.At) <= sweepReach || last.Held >= sweepsHeld
	next := store.Sweep{At: now}
	if !ok {
		next = store.Sweep{At: last.At, Held: last.Held + 1}
	}
	if err := s.store.SaveSweep(ctx, next); err != nil {
		s.log.Failed(err).Msg("save last sweep failed")
		return time.Time{}, false
	}
	if next.Held == 1 {
		s.log.Warn().Time("last", last.At).Time("now", now).Msg("put off erasing for a day: the last time was long ago, or a clock has jumped")
	}
	return now, ok
}
