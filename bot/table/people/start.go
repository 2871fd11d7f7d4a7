package people

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// start begins the match, with the automatic players that it is filled up with.
func (a lobby) start() error {
	if !a.seated {
		return games.Refuse("table.not-seated")
	}
	if err := a.agrees(); err != nil {
		return err
	}
	if err := allReady(a.rec, uint64(a.r.User.ID)); err != nil {
		return err
	}
	if err := a.fill(&a.next); err != nil {
		return err
	}
	if lack := a.now.Game.Info().Min - len(Sitting(&a.next)); lack > 0 {
		return games.Refuse("table.need", lack)
	}
	i := Find(&a.next, a.r.User.ID)
	a.next.Players[i].Press = max(a.next.Players[i].Press, uint64(a.r.Press))
	a.saves, a.then = true, ThenDeal
	return nil
}

// Presses are the presses that go into the seed of a match: of each seat the last
// press of its owner at the lobby, and 0 for an automatic player. For most people it
// is Ready or Start. Who never pressed those has Join, or the press that opened the
// lobby.
func Presses(m *store.Match) []uint64 {
	var list []uint64
	for _, p := range Sitting(m) {
		if p.Auto {
			p.Press = 0
		}
		list = append(list, p.Press)
	}
	return list
}

// Terms names what a lobby has agreed on. A person is ready for what they saw, and begins
// that.
func Terms(o games.Options) string {
	h := fnv.New64a()
	for _, key := range slices.Sorted(maps.Keys(o)) {
		fmt.Fprintf(h, "%q %q\n", key, o[key]) // it never fails
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// agrees refuses a person who agreed to other options than the table has now, unless it was
// that person who chose them.
func (a lobby) agrees() error {
	if a.r.Terms == "" || a.r.User.ID == a.now.Chose || a.r.Terms == Terms(a.rec.Options) {
		return nil
	}
	return games.Refuse("table.terms")
}

// allReady refuses a start by a person who is not the host while others are not
// ready.
func allReady(rec *store.Match, by uint64) error {
	if by == rec.Host {
		return nil
	}
	var missing []ui.Text
	for _, p := range Persons(rec) {
		if !p.Ready && p.User != by {
			missing = append(missing, ui.Text{Args: []any{ui.Name(p.Seat)}})
		}
	}
	if len(missing) > 0 {
		return games.Refuse("table.not-ready", missing)
	}
	return nil
}
