package screen

import (
	"time"

	"oneiros/bot/discord"
)

// KnownBoard is what a board shows for certain.
type KnownBoard struct {
	Match   string
	Message discord.ID
	Digest  string
}

// KnownBoards lists the boards of which it is known what they show. It is called after Run
// has returned, when no press is answered, so that it stays true. The next process gives
// the digests to Track, and edits none of these boards without a reason.
func KnownBoards(k *Reconciler) (list []KnownBoard) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	for key, s := range k.all {
		if key.Board() && s.known(now) {
			list = append(list, KnownBoard{key.Match, s.at.Message, s.shown})
		}
	}
	return list
}

// known reports whether it is certain what the board shows. An edit that may still arrive
// makes that uncertain. So does an answer to a press that failed, which leaves the board
// dirty. A board that Discord did not let edit is to be tried again. Reconciler.mu is
// held.
func (s *surface) known(now time.Time) bool {
	return s.at.Message != 0 && s.at.Former == 0 && s.shown != "" && s.shown != s.rejected &&
		!s.dirty && !s.busy && !s.held() && !s.unheard && s.confirmAt.IsZero() &&
		!s.maybePosted && s.trouble == nil && !now.Before(s.after)
}
