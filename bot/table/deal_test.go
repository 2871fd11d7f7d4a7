package table

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"testing"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// ids are presses of a state as the store has them.
func (s *State) ids() (list []uint64) {
	for _, id := range s.Presses {
		list = append(list, uint64(id))
	}
	return list
}

// committed checks what a table shows of its deal, phase by phase.
func committed(t *testing.T, p *party, s *State, commitment string, presses ...discord.ID) {
	t.Helper()
	rec := p.record(s.ID)
	hash := rec.Secret.Commitment()
	if s.Commitment != commitment || commitment != hex.EncodeToString(hash[:]) {
		t.Errorf("%s: the table shows %s, the lobby showed %s", s.Phase, s.Commitment, commitment)
	}
	if !slices.Equal(s.Presses, presses) {
		t.Errorf("%s: presses %v, want %v", s.Phase, s.Presses, presses)
	}
	if s.Phase == Lobby || s.Phase == Live {
		if s.Secret != (games.Secret{}) || s.Seed != "" {
			t.Errorf("%s: the table tells %x and %s", s.Phase, s.Secret, s.Seed)
		}
		return
	}
	if seed := s.Secret.Seed(s.ids()); s.Secret != rec.Secret || hex.EncodeToString(seed[:]) != s.Seed {
		t.Errorf("the seed %s does not come from the secret and the presses", s.Seed)
	}
}

// TestDealOfPresses deals from the secret of the lobby and from the last press of each
// player, in seat order, also after a kill in the lobby. A substitute changes nothing.
func TestDealOfPresses(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		press := func(match string, u User, k Kind) discord.ID {
			t.Helper()
			id := p.now()
			if _, err := p.tables.Send(t.Context(), match, p.seeing(match, Action{Kind: k, User: u, Press: id, Turn: AnyTurn, Seat: games.Nobody})); err != nil {
				t.Fatal(err)
			}
			return id
		}
		s, err := p.tables.Create(t.Context(), New{Guild: 9, Channel: channel, Game: "walkers", Options: map[string]string{"goal": "1"}, Host: anya, Press: p.now()})
		if err != nil {
			t.Fatal(err)
		}
		first := s.Commitment
		press(s.ID, boris, Join)
		press(s.ID, vera, Join)
		press(s.ID, gleb, Join)
		press(s.ID, boris, Ready)
		p = p.kill()
		press(s.ID, boris, Unready)
		hers := press(s.ID, vera, Ready)
		if again := p.refused(s.ID, Action{Kind: Start, User: vera}, "table.not-ready"); again.Commitment != first {
			t.Error("a refused start changes the commitment")
		}
		press(s.ID, gleb, Leave)
		his := press(s.ID, boris, Ready)
		committed(t, p, p.state(s.ID), first)
		start := press(s.ID, anya, Start)
		committed(t, p, p.state(s.ID), first, start, his, hers)
		press(s.ID, boris, Leave)
		p.to(s.ID, eve, Join, 1)
		p = p.kill()
		committed(t, p, p.state(s.ID), first, start, his, hers)
		p.play(s.ID, anya, "add 1")
		end := p.state(s.ID)
		committed(t, p, end, first, start, his, hers)
		if end.Phase != Over || end.Match.Snapshot().Seed != end.Secret.Seed(end.ids()) {
			t.Errorf("the match is %s and was dealt from another seed", end.Phase)
		}

		// The next lobby has another secret. To play again is one press, and the host need
		// not wait for the others.
		again := press(s.ID, anya, Again)
		next, _ := p.tables.Find(InChannel(channel))
		if next.Phase != Lobby || next.Commitment == first || next.Secret != (games.Secret{}) {
			t.Fatalf("the next lobby is %+v", next)
		}
		theirs := press(s.ID, vera, Again)
		joined := press(next.ID, gleb, Join)
		added := press(next.ID, anya, AddAuto)
		start = press(next.ID, anya, Start)
		live := p.state(next.ID)
		want := make([]discord.ID, len(live.Players))
		for seat, who := range live.Players {
			want[seat] = map[discord.ID]discord.ID{anya.ID: start, vera.ID: theirs, gleb.ID: joined}[who.ID]
		}
		committed(t, p, live, next.Commitment, want...)
		if start == again || start == added || !slices.Contains(want, 0) {
			t.Errorf("presses %v", want)
		}
		committed(t, p, p.do(next.ID, anya, Stop), next.Commitment, want...)
		p.leave()
	})
}

// TestDealOfOnePress: somebody who plays alone opens and starts the table with one
// press. An automatic player has none.
func TestDealOfOnePress(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		id := p.now()
		s, err := p.tables.Create(t.Context(), New{Channel: 100, Game: "walkers", Host: anya, Press: id})
		if err != nil {
			t.Fatal(err)
		}
		live, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Start, User: anya, Fill: 3})
		if err != nil {
			t.Fatal(err)
		}
		committed(t, p, live, s.Commitment, id, 0, 0)
		p.leave()
	})
}

// TestDealOfOldLobby: a lobby of an older version has no secret. It gets one at the
// start. A live match of an older version goes on without.
func TestDealOfOldLobby(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		forget := func(match string) {
			m := p.store.(*memory)
			m.mu.Lock()
			rec := m.matches[match]
			rec.Secret, rec.Presses = games.Secret{}, nil
			m.matches[match] = rec
			m.mu.Unlock()
		}
		s := p.open(nil)
		forget(s.ID)
		p = p.kill()
		if got := p.state(s.ID); got.Commitment != "" {
			t.Errorf("an old lobby shows %s", got.Commitment)
		}
		p.do(s.ID, boris, Join)
		live := p.do(s.ID, anya, Start)
		if len(live.Commitment) != 64 || len(live.Presses) != 2 {
			t.Errorf("an old lobby starts with %q and %v", live.Commitment, live.Presses)
		}
		forget(s.ID)
		p = p.kill()
		if got := p.state(s.ID); got.Commitment != "" || got.Presses != nil || got.SeedHash != live.SeedHash {
			t.Errorf("an old match shows %+v", got)
		}
		if end := p.do(s.ID, anya, Stop); end.Seed == "" || end.Secret != (games.Secret{}) {
			t.Errorf("an old match ends with %+v", end)
		}
		p.leave()
	})
}

// refuseSaves is a store that takes no starts.
type refuseSaves struct{ *memory }

var errNoSave = errors.New("nothing is saved")

func (refuseSaves) SaveMatch(context.Context, store.Match) error { return errNoSave }

// TestDealIsNotTriedTwice: a start that could not be saved leaves the secret as it was.
func TestDealIsNotTriedTwice(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.open(nil)
		p.do(s.ID, boris, Join)
		p.leave()
		broken := gather(t, refuseSaves{m})
		got, err := broken.tables.Send(t.Context(), s.ID, Action{Kind: Start, User: anya, Press: p.now()})
		if err == nil || got.Phase != Lobby || got.Commitment != s.Commitment || got.Presses != nil {
			t.Errorf("%v: %+v", err, got)
		}
		broken.leave()
	})
}
