package record

import (
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
	Views    bool           // record what every viewer knew
	Bound    int            // the greatest number of inputs of a match; 0 for 20,000
	Strength games.Strength // of every player
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

// Simulate plays a match between automatic players. Chance chooses who moves next
// and how long they think. Sometimes the deadline comes first. The seed decides
// all of this.
func Simulate(g games.Game, t games.Table, seed games.Seed, o Options) (*Record, error) {
	if !g.Plays() {
		return nil, fmt.Errorf("%s: %w", g.Info().Name, ErrPlayers)
	}
	if o.Bound == 0 {
		o.Bound = 20_000
	}
	m, err := g.Deal(seed, t)
	if err != nil {
		return nil, err
	}
	r, err := Begin(m, o.Views)
	if err != nil {
		return nil, err
	}
	// It is independent of the randomness of the rules and of the players.
	chance := rand.New(rand.NewChaCha8(sha256.Sum256(append(seed[:], "simulate"...))))
	for !m.Status().Over {
		if m.N() >= o.Bound {
			return r, fmt.Errorf("%s after %d inputs: %w", g.Info().Name, m.N(), ErrEndless)
		}
		in, err := next(m, o.Strength, chance)
		if err != nil {
			return r, err
		}
		if m, err = m.Do(in); err != nil {
			return r, fmt.Errorf("input %d, seat %d, %s %q: %w", in.N, in.Seat, in.Kind, in.Move, err)
		}
		if err := r.Add(in, m); err != nil {
			return r, err
		}
	}
	return r, nil
}

// next returns the next input.
func next(m games.Match, how games.Strength, chance *rand.Rand) (games.Input, error) {
	in := games.Input{N: m.N() + 1, Kind: games.KindPlay}
	due := m.Wakes()
	var can []games.Seat
	for s := range m.Seats() {
		if len(m.Moves(games.Seat(s))) > 0 && !m.Waits(games.Seat(s), how) {
			can = append(can, games.Seat(s))
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
	move, ok := m.Choose(in.Seat, how)
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
