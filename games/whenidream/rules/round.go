package rules

import (
	"fmt"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// Deal makes a match: it takes the options and begins the first round.
func Deal(env *games.Env, t games.Table) (State, error) {
	second := func(key string) time.Duration { return time.Duration(t.Options.Int(key)) * time.Second }
	s := State{
		Terms: Terms{
			Voice:    t.Options["mode"] == "voice",
			Words:    kit.Tongue(t.Options["words"]),
			Faithful: t.Options["law"] == "faithful",
			Sand:     second("night"),
			Haste:    second("clue"),
			Tale:     second("story"),
		},
		Chairs: make(kit.Chairs, t.Seats),
	}
	if err := s.takePack(t.Options["pack"]); err != nil {
		return s, err
	}
	s.Used = newSet(s.Lexicon().Size())
	if s.Sand <= 0 || s.Haste <= 0 || s.Tale <= 0 || s.Words != kit.Russian && s.Words != kit.English {
		return s, fmt.Errorf("options are not complete: %v", t.Options)
	}
	s.beginRound(env, games.Seat(env.Rand.IntN(t.Seats)))
	return s, nil
}

// beginRound begins a round.
func (s *State) beginRound(env *games.Env, dreamer games.Seat) {
	s.Dreamer = dreamer
	if len(s.Lately.Read) != len(s.Chairs) { // a match that an older version dealt has none
		s.Lately = games.NewChronicle[kit.Event](len(s.Chairs))
	}
	s.Cards, s.inPlay = nil, nothing()
	s.telling = telling{Wish: make([]int, len(s.Chairs))}
	s.Roles = make([]kit.Role, len(s.Chairs))
	var deck []kit.Role
	for i, role := range kit.Roles {
		for range kit.RoleCards[max(s.Chairs.Present(), 4)][i] {
			deck = append(deck, role)
		}
	}
	games.Shuffle(env.Rand, deck)
	for _, seat := range s.Chairs.Spirits(dreamer) {
		s.Roles[seat], deck = deck[0], deck[1:]
	}
	s.Unseen = deck
	s.News = kit.News{Kind: kit.NewRound, Seat: dreamer}
	wait := duskText
	if s.Voice {
		wait = duskVoice
	}
	s.enterPhase(kit.Dusk, env.At+wait)
}

// enterPhase begins a phase, for which no player is ready yet.
func (s *State) enterPhase(p kit.Phase, until time.Duration) {
	s.Phase, s.Until = p, until
	for i := range s.Chairs {
		s.Chairs[i].Ready = false
	}
}

// endRound banks the round and begins the next, or ends the match. A round that
// the dreamer left before anything was dreamt counts for no player.
func (s *State) endRound(env *games.Env, counted bool) {
	if counted {
		for _, l := range Tally(s.Dreamer, s.Roles, s.Cards).Lines {
			s.Chairs[l.Seat].Points += l.Points
		}
	}
	s.note(kit.News{Kind: kit.Counted, Seat: s.Dreamer}, "")
	s.Dreams = append(s.Dreams, newPast(s, counted))
	s.Chairs[s.Dreamer].Slept = true
	if next := s.Chairs.NextDreamer(s.Dreamer); next != games.Nobody {
		s.beginRound(env, next)
		return
	}
	s.EndMatch()
}

// EndMatch ends the match with the points that are banked.
func (s *State) EndMatch() {
	s.enterPhase(kit.Over, 0)
	s.Win = winners(Totals(s.Chairs))
	s.Roles, s.Unseen, s.inPlay = nil, nil, nothing()
	s.Cards, s.telling = nil, telling{}
}
