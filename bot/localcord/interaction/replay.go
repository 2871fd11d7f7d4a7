package interaction

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"oneiros/bot/localcord/journal"
	"oneiros/bot/localcord/wire"
)

// Keep writes the interactions to the journal whose tokens are still valid, and forgets the others.
func (s *Interactions) Keep() {
	for _, id := range slices.SortedFunc(maps.Keys(s.asked), wire.ID.Compare) {
		if x := s.asked[id]; !x.expired(s.w.Now(), s.w.Faults.On.Life()) {
			s.w.Journal.Put("interaction", id, x)
		} else {
			s.forget(x)
		}
	}
}

// Replay takes a line of the journal about an interaction as it was written.
func (s *Interactions) Replay(l journal.Line) error {
	if l.Drop != "" {
		if x := s.asked[l.ID]; x != nil {
			s.forget(x)
		}
		return nil
	}
	x := &Interaction{done: make(chan struct{})}
	if err := json.Unmarshal(l.V, x); err != nil {
		return err
	}
	s.replayInteraction(x)
	return nil
}

func (s *Interactions) replayInteraction(x *Interaction) {
	if old := s.asked[x.ID]; old != nil {
		delete(s.tokens, old.Token)
	}
	if !x.Acked {
		x.Void = true // its three seconds are over
	}
	close(x.done)
	s.asked[x.ID], s.tokens[x.Token] = x, x
	if n, err := strconv.ParseUint(string(x.ID), 10, 64); err == nil {
		s.presses[x.User] = max(s.presses[x.User], n)
	}
}
