package gametest

import (
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest/sample"
)

// racesAlways says that a race is on in positions in which no player can race.
type racesAlways struct{ rules }

func (racesAlways) Racing(view) bool { return true }

// racesNever says that no race is ever on.
type racesNever struct{ rules }

func (racesNever) Racing(view) bool { return false }

// draftsNothing calls no move a draft.
type draftsNothing struct{ rules }

func (draftsNothing) Drafts(move) bool { return false }

// draftsPicks calls the choice of a dream a draft, which every player sees happen.
type draftsPicks struct{ rules }

func (draftsPicks) Drafts(m move) bool { return m.Verb == sample.Play }

// tellsTucks shows every player how much is tucked, which is the drafter's alone.
type tellsTucks struct{ rules }

func (r tellsTucks) View(s state, v games.Viewer) view {
	w := r.rules.View(s, v)
	for i, tucked := range s.Tucked {
		w.Sizes[i] += 10 * len(tucked)
	}
	return w
}

// awaitsTidy does not await people who tuck.
type awaitsTidy struct{ rules }

func (r awaitsTidy) Status(s state) games.Status {
	st := r.rules.Status(s)
	if s.Phase == sample.Picking {
		st.Awaits = slices.DeleteFunc(st.Awaits, func(seat games.Seat) bool { return len(s.Tucked[seat]) > 0 })
	}
	return st
}

// TestRacesAndDrafts plants faults in what races and in what drafts.
func TestRacesAndDrafts(t *testing.T) {
	for name, f := range map[string]struct {
		by   Property
		game games.Game
	}{
		"a race in which nobody can race":     {Racing, of(racesAlways{}, pages{})},
		"a race that never comes":             {Exercised, of(racesNever{}, pages{})},
		"a draft that never comes":            {Exercised, of(draftsNothing{}, pages{})},
		"a draft that everybody sees":         {Drafting, of(draftsPicks{}, pages{})},
		"a draft whose size everybody sees":   {Drafting, of(tellsTucks{}, pages{})},
		"a draft that changes who is awaited": {Drafting, of(awaitsTidy{}, pages{})},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(2) {
				err := Check(f.game, Options{Seed: seed, Seats: []int{2}, Work: 100, Bound: 400, until: f.by, blind: true})
				if !slices.ContainsFunc(Failures(err), func(x *Failure) bool { return x.Property == f.by }) {
					t.Errorf("seed %d: not found by %s, but: %v", seed, f.by, err)
				}
			}
		})
	}
}
