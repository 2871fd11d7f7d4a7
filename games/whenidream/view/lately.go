package view

import (
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
)

// addLately adds what has happened since the viewer's own last move, as far as the viewer
// noticed it.
func (w *View) addLately(s *rules.State) {
	events, _ := s.Lately.Since(w.Me)
	for _, e := range events {
		secret := e.Kind == kit.Objected || e.Kind == kit.Cleared || e.Kind == kit.Amended || s.IsDark() && !w.underMask(e)
		if w.Part == kit.Dreamer && secret {
			continue
		}
		if e.Round < s.Round() && e.Kind != kit.Counted && e.Kind != kit.Departed {
			continue // of a finished round its result is enough
		}
		w.Lately = append(w.Lately, e)
		if e.Kind == kit.Guessed && w.Part == kit.Spirit && e.Round == s.Round() && s.IsDark() {
			w.Cards[e.Card-1].Guess = s.Cards[e.Card-1].Guess
		}
	}
	if n := len(w.Lately); w.Part == kit.Dreamer && n > mostUnderMask {
		w.Lately = w.Lately[n-mostUnderMask:]
	}
}

// mostUnderMask is how many events a dreamer reads. A chronicle forgets when it is full.
// What spirits do in secret fills it sooner, which may not be noticed: so it is less than
// the chronicle holds beside that.
const mostUnderMask = 12

// underMask reports whether a dreamer noticed an event and may read it again. Clues are
// read only as long as their card is in play.
func (w *View) underMask(e kit.Event) bool {
	switch e.Kind {
	case kit.Gave, kit.Passed, kit.Slow:
		return e.Card == w.Card && e.Card > 0
	case kit.Fell, kit.Replaced, kit.Taken, kit.Ran, kit.Woke, kit.Departed:
		return true
	default:
		return false
	}
}
