package whenidream

// addLately adds what has happened since the viewer's own last move, as far as the viewer
// noticed it.
func (w *View) addLately(s *State) {
	events, _ := s.Lately.Since(w.Me)
	for _, e := range events {
		secret := e.Kind == Objected || e.Kind == Cleared || e.Kind == Amended || s.isDark() && !w.underMask(e)
		if w.Part == Dreamer && secret {
			continue
		}
		if e.Round < s.round() && e.Kind != Counted && e.Kind != Departed {
			continue // of a finished round its result is enough
		}
		w.Lately = append(w.Lately, e)
		if e.Kind == Guessed && w.Part == Spirit && e.Round == s.round() && s.isDark() {
			w.Cards[e.Card-1].Guess = s.Cards[e.Card-1].Guess
		}
	}
	if n := len(w.Lately); w.Part == Dreamer && n > mostUnderMask {
		w.Lately = w.Lately[n-mostUnderMask:]
	}
}

// mostUnderMask is how many events a dreamer reads. A chronicle forgets when it is full.
// What spirits do in secret fills it sooner, which may not be noticed: so it is less than
// the chronicle holds beside that.
const mostUnderMask = 12

// underMask reports whether a dreamer noticed an event and may read it again. Clues are
// read only as long as their card is in play.
func (w *View) underMask(e Event) bool {
	switch e.Kind {
	case Gave, Passed, Slow:
		return e.Card == w.Card && e.Card > 0
	case Fell, Replaced, Taken, Ran, Woke, Departed:
		return true
	default:
		return false
	}
}
