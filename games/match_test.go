package games_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest/sample"
)

// deal deals the sample game.
func deal(t testing.TB, seats int) games.Match {
	t.Helper()
	g := sample.Game
	o, err := g.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.Deal(games.Seed{1}, games.Table{Seats: seats, Options: o})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// next is the next input of a match, a move of a seat.
func next(m games.Match, s games.Seat, move string) games.Input {
	return games.Input{N: m.N() + 1, At: m.At(), Kind: games.KindPlay, Seat: s, Move: move}
}

func do(t testing.TB, m games.Match, in games.Input) games.Match {
	t.Helper()
	after, err := m.Do(in)
	if err != nil {
		t.Fatalf("%+v: %v", in, err)
	}
	return after
}

func TestDo(t *testing.T) {
	m := deal(t, 3)
	before := bytes.Clone(m.Snapshot().Position)
	in := next(m, 1, m.Moves(1)[0])
	in.At = 7 * time.Second
	after := do(t, m, in)
	if after.N() != 1 || after.At() != 7*time.Second || after.Seats() != 3 {
		t.Errorf("input %d at %v with %d seats", after.N(), after.At(), after.Seats())
	}
	if !bytes.Equal(before, m.Snapshot().Position) || m.N() != 0 {
		t.Error("the match before changed")
	}
	if bytes.Equal(before, after.Snapshot().Position) {
		t.Error("nothing happened")
	}
	if slices.Contains(after.Status().Awaits, 1) {
		t.Error("seat 1 is still awaited")
	}
}

func TestDoRefuses(t *testing.T) {
	m := deal(t, 3)
	in := func(change func(*games.Input)) games.Input {
		i := next(m, 0, m.Moves(0)[0])
		change(&i)
		return i
	}
	late := do(t, m, in(func(i *games.Input) { i.At = time.Minute }))
	for name, test := range map[string]struct {
		m       games.Match
		in      games.Input
		refusal string // the key; nothing for a fault
	}{
		"ErrNumber":     {m, in(func(i *games.Input) { i.N = 2 }), ""},
		"ErrSameNumber": {late, in(func(i *games.Input) { i.N = 1 }), ""},
		"ErrClockBack":  {late, in(func(i *games.Input) { i.N = 2; i.At = time.Second }), ""},
		"ErrNoSeat":     {m, in(func(i *games.Input) { i.Seat = 3 }), ""},
		"ErrNobody":     {m, in(func(i *games.Input) { i.Seat = games.Nobody }), ""},
		"ErrKind":       {m, in(func(i *games.Input) { i.Kind = "cheat" }), ""},
		"ErrEarly":      {m, in(func(i *games.Input) { i.Kind = games.KindExpire; i.At = time.Second }), ""},
		"ErrNotation":   {m, in(func(i *games.Input) { i.Move = "fly" }), "refuse.notation"},
		"ErrNotNow":     {m, in(func(i *games.Input) { i.Move = "hush" }), "refuse.not-now"},
	} {
		t.Run(name, func(t *testing.T) {
			before := bytes.Clone(test.m.Snapshot().Position)
			_, err := test.m.Do(test.in)
			if err == nil {
				t.Fatal("accepted")
			}
			why, refused := games.Refused(err)
			if refused != (test.refusal != "") || why.Key != test.refusal {
				t.Errorf("error %v, want the refusal %q", err, test.refusal)
			}
			if !bytes.Equal(before, test.m.Snapshot().Position) {
				t.Error("a refusal changed the position")
			}
		})
	}
}

// TestDoOver: a match that is over refuses everything, deadlines too.
func TestDoOver(t *testing.T) {
	m := deal(t, 2)
	for !m.Status().Over {
		for s := range m.Seats() {
			if l := m.Moves(games.Seat(s)); len(l) > 0 {
				m = do(t, m, next(m, games.Seat(s), l[0]))
				break
			}
		}
	}
	for _, kind := range []games.Kind{games.KindPlay, games.KindLeave} {
		in := next(m, 0, "toss")
		in.Kind = kind
		_, err := m.Do(in)
		if why, ok := games.Refused(err); !ok || why.Key != "refuse.over" {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestExpireAndLeave(t *testing.T) {
	m := deal(t, 3)
	due := m.Status().Due
	m = do(t, m, games.Input{N: 1, At: due, Kind: games.KindExpire, Seat: games.Nobody})
	if now := m.Status().Due; now <= due {
		t.Errorf("due at %v after %v", now, due)
	}
	m = do(t, m, games.Input{N: 2, At: due, Kind: games.KindLeave, Seat: 2})
	if len(m.Moves(2)) != 0 || slices.Contains(m.Status().Awaits, 2) {
		t.Error("seat 2 is gone and awaited")
	}
}

func TestDealRefuses(t *testing.T) {
	g := sample.Game
	for _, n := range []int{-1, 0, 1, 5} {
		_, err := g.Deal(games.Seed{}, games.Table{Seats: n})
		if why, ok := games.Refused(err); !ok || why.Key != "refuse.seats" {
			t.Errorf("%d seats: %v", n, err)
		}
	}
}

func TestLoad(t *testing.T) {
	m := deal(t, 3)
	m = do(t, m, next(m, 0, m.Moves(0)[1]))
	b, err := json.Marshal(m.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	var s games.Snapshot
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	again, err := sample.Game.Load(s)
	if err != nil {
		t.Fatal(err)
	}
	a, c := do(t, m, next(m, 1, "toss")), do(t, again, next(again, 1, "toss"))
	if !bytes.Equal(a.Snapshot().Position, c.Snapshot().Position) {
		t.Error("the match goes on otherwise after a restart")
	}
	for name, change := range map[string]func(*games.Snapshot){
		"ErrGame":     func(s *games.Snapshot) { s.Game = "chess" },
		"ErrSeats":    func(s *games.Snapshot) { s.Seats = 9 },
		"ErrPosition": func(s *games.Snapshot) { s.Position = []byte(`{"moon":1}`) },
		"ErrJSON":     func(s *games.Snapshot) { s.Position = s.Position[:9] },
		"ErrOlder":    func(s *games.Snapshot) { s.Version = 0 },
		"ErrNewer":    func(s *games.Snapshot) { s.Version++ },
	} {
		t.Run(name, func(t *testing.T) {
			bad := s
			change(&bad)
			_, err := sample.Game.Load(bad)
			if err == nil || errors.Is(err, games.ErrVersion) != (bad.Version != s.Version) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// newer is the sample game after its positions changed; it reads the old ones.
type newer struct{ sample.Rules }

func (newer) Upgrade(version int, position []byte) (sample.State, error) {
	var s sample.State
	if version != sample.Info().Version {
		return s, errors.New("never was")
	}
	if err := json.Unmarshal(position, &s); err != nil {
		return s, err
	}
	s.Pace = 5 * time.Minute
	return s, nil
}

func TestUpgrade(t *testing.T) {
	info := sample.Info()
	info.Version++
	g := games.Define(info, newer{}, sample.Pages{})
	m, err := g.Load(deal(t, 2).Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Snapshot(); s.Version != info.Version || !strings.Contains(string(s.Position), "300000000000") {
		t.Errorf("snapshot %+v, position %s", s, s.Position)
	}
	old := deal(t, 2).Snapshot()
	old.Version = 0
	if _, err := g.Load(old); err == nil || errors.Is(err, games.ErrVersion) {
		t.Errorf("error %v of the upgrade is hidden", err)
	}
	newest := deal(t, 2).Snapshot()
	newest.Version = info.Version + 1
	if _, err := g.Load(newest); !errors.Is(err, games.ErrVersion) {
		t.Errorf("a position of rules that are newer: %v", err)
	}
	damaged := deal(t, 2).Snapshot()
	damaged.Position = bytes.Replace(damaged.Position, []byte(`"round":`), []byte(`"round":"moon",`), 1)
	if _, err := g.Load(damaged); err == nil || errors.Is(err, games.ErrVersion) {
		t.Errorf("a damaged position: %v", err)
	}
	for tries := 0; !m.Status().Over; tries++ {
		if tries == 100 {
			t.Fatal("a match that was upgraded does not end")
		}
		for seat := range games.Seat(m.Seats()) {
			if move, ok := m.Choose(seat, games.Normal); ok {
				m = do(t, m, next(m, seat, move))
				break
			}
		}
	}
	if again, err := g.Load(m.Snapshot()); err != nil || !again.Status().Over {
		t.Errorf("the end is not read: %v", err)
	}
}

// searching looks at positions, not at a view.
type searching struct{ sample.Rules }

func (searching) Choose(*games.Env, games.Strength, sample.View, []sample.Move) sample.Move {
	panic("a searcher is asked as a player")
}

// dealtTo is told what the searcher is dealt.
var dealtTo = func(sample.State) {}

func (searching) Search(env *games.Env, _ games.Strength, seat games.Seat, deal func() sample.State, legal []sample.Move) sample.Move {
	for range 20 {
		dealtTo(deal())
	}
	return legal[env.Rand.IntN(len(legal))]
}

// TestSearcherIsDealtTwins: a searcher sees its own hand. Of other hands it sees
// what could be there, never what is there. It plays the same each time.
func TestSearcherIsDealtTwins(t *testing.T) {
	g := games.Define(sample.Info(), searching{}, sample.Pages{})
	m, err := g.Load(deal(t, 3).Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	if !g.Plays() {
		t.Error("a searcher does not play")
	}
	var truth sample.State
	if err := json.Unmarshal(m.Snapshot().Position, &truth); err != nil {
		t.Fatal(err)
	}
	positions, same := 0, 0
	decks := map[string]bool{}
	dealtTo = func(s sample.State) {
		positions++
		if !slices.Equal(s.Hands[1], truth.Hands[1]) {
			t.Errorf("the searcher's own hand is %v, it was %v", s.Hands[1], truth.Hands[1])
		}
		if slices.Equal(s.Hands[0], truth.Hands[0]) && slices.Equal(s.Hands[2], truth.Hands[2]) {
			same++
		}
		decks[fmt.Sprint(s.Hands, s.Deck)] = true
		s.Hands[1][0] = 99 // this position is a copy: no player sees a change of it
	}
	defer func() { dealtTo = func(sample.State) {} }()
	move, ok := m.Choose(1, games.Normal)
	if !ok || !slices.Contains(m.Moves(1), move) {
		t.Errorf("chosen %q", move)
	}
	if positions != 20 || same > 2 || len(decks) < 18 {
		t.Errorf("%d positions, %d different, %d with the hands in play", positions, len(decks), same)
	}
	if again, _ := m.Choose(1, games.Normal); again != move {
		t.Errorf("chosen %q, and then %q", move, again)
	}
}

// TestConcurrent: any number of goroutines may read one match. It is for -race.
func TestConcurrent(t *testing.T) {
	m := deal(t, 3)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			seat := games.Seat(i % 3)
			m.Status()
			m.Pages(seat.Viewer())("")
			m.Choose(seat, games.Normal)
			if _, err := m.View(seat.Viewer()); err != nil {
				t.Error(err)
			}
			if _, err := m.Do(next(m, seat, m.Moves(seat)[0])); err != nil {
				t.Error(err)
			}
			if _, err := m.Redeal(seat.Viewer(), games.Seed{}.Rand(i)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

// TestStrangers: a viewer who asks for a seat that does not exist sees the board.
func TestStrangers(t *testing.T) {
	m := deal(t, 2)
	board, err := m.View(games.Viewer{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []games.Seat{games.Nobody, -7, 2, 99} {
		v, err := m.View(s.Viewer())
		if err != nil || !bytes.Equal(v, board) {
			t.Errorf("seat %d sees %s, %v", s, v, err)
		}
		if l := m.Moves(s); len(l) > 0 {
			t.Errorf("seat %d may %v", s, l)
		}
	}
}

// waiting lets the others go on unless it is strong.
type waiting struct{ sample.Rules }

func (waiting) Waits(how games.Strength, _ sample.View, _ []sample.Move) bool {
	return how != games.Strong
}

// warming counts how often it is warmed.
type warming struct {
	sample.Rules
	times *int
}

func (w warming) Warm() { *w.times++ }

// TestWarmer warms a game that has something to make, and one that has nothing.
func TestWarmer(t *testing.T) {
	times := 0
	games.Define(sample.Info(), warming{times: &times}, sample.Pages{}).Warm()
	sample.Game.Warm()
	if times != 1 {
		t.Errorf("it was warmed %d times", times)
	}
}

// TestWaiter asks a player that may wait. It does not where the table awaits it, and
// always where it has no moves.
func TestWaiter(t *testing.T) {
	g := games.Define(sample.Info(), waiting{}, sample.Pages{})
	m, err := g.Load(deal(t, 3).Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	if !g.Waits() || deal(t, 3).Waits(0, games.Easy) {
		t.Error("only a Waiter waits")
	}
	for seat := range games.Seat(3) {
		awaited, moves := slices.Contains(m.Status().Awaits, seat), len(m.Moves(seat)) > 0
		for _, how := range games.Strengths {
			if got, want := m.Waits(seat, how), !awaited && (!moves || how != games.Strong); got != want {
				t.Errorf("%s player of seat %d, awaited %v, moves %v: waits %v", how, seat, awaited, moves, got)
			}
		}
	}
}
