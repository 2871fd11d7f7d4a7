package record

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"oneiros/games"
)

// Options says how to simulate. The zero value is a good default.
type Options struct {
	Views     bool             // record what every viewer knew
	Bound     int              // the greatest number of inputs of a match; 0 for 20,000
	Strengths []games.Strength // of the seats in their order, and again from the first; none for Normal
	// Choose chooses for a seat; nil for the choice of the match.
	Choose func(m games.Match, s games.Seat, how games.Strength) (string, bool)
}

// strength is how well a seat plays.
func (o Options) strength(s games.Seat) games.Strength {
	if len(o.Strengths) == 0 {
		return games.Normal
	}
	return o.Strengths[int(s)%len(o.Strengths)]
}

// MatchSeed returns the seed of match i, counted from zero, in a simulation with
// seed s. It is SHA-256(s ‖ i), each as eight big-endian bytes.
func MatchSeed(s uint64, i int) games.Seed {
	b := binary.BigEndian.AppendUint64(nil, s)
	return sha256.Sum256(binary.BigEndian.AppendUint64(b, uint64(i)))
}

// ErrPlayers is the error of a game that automatic players cannot play.
var ErrPlayers = errors.New("the game has no automatic players")

// ErrEndless is the error of a match that does not end.
var ErrEndless = errors.New("the match does not end")

// Simulate plays a match between automatic players, and records it. Chance chooses who
// moves next and how long they think. Sometimes the deadline comes first. The seed decides
// all of this.
func Simulate(g games.Game, t games.Table, seed games.Seed, o Options) (*Record, error) {
	m, err := dealt(g, t, seed)
	if err != nil {
		return nil, err
	}
	r, err := Begin(m, o.Views)
	if err != nil {
		return nil, err
	}
	_, err = o.finish(m, seed, r.Add)
	return r, err
}

// Play plays the match that [Simulate] plays, and returns its end without a record.
func Play(g games.Game, t games.Table, seed games.Seed, o Options) (games.Match, error) {
	m, err := dealt(g, t, seed)
	if err != nil {
		return nil, err
	}
	return o.finish(m, seed, func(games.Input, games.Match) error { return nil })
}

// dealt is the beginning of a match that automatic players can play.
func dealt(g games.Game, t games.Table, seed games.Seed) (games.Match, error) {
	if !g.Plays() {
		return nil, fmt.Errorf("%s: %w", g.Info().Name, ErrPlayers)
	}
	return g.Deal(seed, t)
}

// finish plays m to its end, and tells add of each input and what came of it.
func (o Options) finish(m games.Match, seed games.Seed, add func(games.Input, games.Match) error) (games.Match, error) {
	bound := cmp.Or(o.Bound, 20_000)
	// It is independent of the randomness of the rules and of the players.
	chance := rand.New(rand.NewChaCha8(sha256.Sum256(append(seed[:], "simulate"...))))
	for !m.Status().Over {
		if m.N() >= bound {
			return m, fmt.Errorf("%s after %d inputs: %w", m.Snapshot().Game, m.N(), ErrEndless)
		}
		in, err := o.next(m, chance)
		if err != nil {
			return m, err
		}
		if m, err = m.Do(in); err != nil {
			return nil, fmt.Errorf("input %d, seat %d, %s %q: %w", in.N, in.Seat, in.Kind, in.Move, err)
		}
		if err := add(in, m); err != nil {
			return m, err
		}
	}
	return m, nil
}

// next returns the next input.
func (o Options) next(m games.Match, chance *rand.Rand) (games.Input, error) {
	in := games.Input{N: m.N() + 1, Kind: games.KindPlay}
	due := m.Wakes()
	var can []games.Seat
	for i := range m.Seats() {
		if s := games.Seat(i); len(m.Moves(s)) > 0 && !m.Waits(s, o.strength(s)) {
			can = append(can, s)
		}
	}
	if len(can) == 0 && due == 0 {
		return in, fmt.Errorf("input %d: nobody can move, and there is no deadline", in.N)
	}
	in.At = m.At() + think(chance, due-m.At())
	if len(can) == 0 || due > 0 && in.At >= due {
		in.Kind, in.Seat = games.KindExpire, games.Nobody
		in.At = max(due, m.At()) + time.Duration(chance.Int64N(int64(100*time.Millisecond)))
		return in, nil
	}
	in.Seat = can[chance.IntN(len(can))]
	choose := o.Choose
	if choose == nil {
		choose = games.Match.Choose
	}
	move, ok := choose(m, in.Seat, o.strength(in.Seat))
	if !ok {
		return in, fmt.Errorf("input %d: the automatic player of seat %d chose no move", in.N, in.Seat)
	}
	in.Move = move
	return in, nil
}

// think returns how long a player thinks. Mostly it is seconds. Sometimes it is
// almost until the deadline, or longer.
func think(chance *rand.Rand, left time.Duration) time.Duration {
	d := 300*time.Millisecond + time.Duration(chance.ExpFloat64()*float64(2*time.Second))
	if left > 0 && chance.IntN(10) == 0 {
		d = time.Duration(chance.Float64() * 1.2 * float64(left))
	}
	return min(d, 24*time.Hour).Round(time.Millisecond)
}
