package bot

import (
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
)

// clockEvery is how often the host's clock is compared with Discord's.
const clockEvery = 10 * time.Second

// clockWatch logs that the host's clock is wrong: once when it is, and once when it
// is right again.
type clockWatch struct {
	clock *discord.Clock
	log   zerolog.Logger
	wrong bool
}

// look compares the clocks. A clock at the border of what is wrong is not logged
// again and again.
func (w *clockWatch) look() {
	ahead, known := w.clock.HostAhead()
	switch {
	case !known:
	case !w.wrong && ahead.Abs() >= discord.WrongClock:
		w.wrong = true
		w.log.Warn().Dur("ahead", ahead).Msg("correct times: " + w.clock.Warning())
	case w.wrong && ahead.Abs() < discord.WrongClock/2:
		w.wrong = false
		w.log.Info().Dur("ahead", ahead).Msg("stop correcting times: the host's clock is right")
	}
}
