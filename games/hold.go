package games

import "fmt"

// A Holder can let the words of a move wait until a moderator has read them. Such a move is
// an input of [KindHold]. Until [KindShow] or [KindWithhold] only its player and
// moderators see its words, nor anything that depends on them. The status names no player who
// is awaited for them, and its deadline ends the wait: the match goes on as if the words had
// been withheld.
//
// After words were withheld no position holds them. In the log the move that Unsaid gives
// takes the place of the held one, and the match plays again as it went.
type Holder[S, M any] interface {
	// Holds reports whether the words of a move can wait.
	Holds(m M) bool
	// Hold makes a move as Play does, and its words wait. No other words wait already.
	Hold(env *Env, s *S, seat Seat, m M) error
	// Held returns the words that wait and whose they are; false for none.
	Held(s S) (Held, bool)
	// Release ends the wait of words, which every player sees from now on, or which are
	// withheld and gone.
	Release(env *Env, s *S, shown bool) error
	// Unsaid returns the move without words of its player that leads to the same in the
	// place of the held one, once that is withheld. Words wait.
	Unsaid(s S) M
}

// Held are words that wait until a moderator has read them.
type Held struct {
	Seat  Seat // of their player
	Words string
}

func (g *game[S, M, V]) Holds() bool {
	_, holds := g.rules.(Holder[S, M])
	return holds
}

func (m *match[S, M, V]) Holds(move string) bool {
	h, ok := m.game.rules.(Holder[S, M])
	if !ok {
		return false
	}
	read, err := m.game.rules.Parse(move)
	return err == nil && h.Holds(read)
}

func (m *match[S, M, V]) Held() (Held, bool) {
	h, ok := m.game.rules.(Holder[S, M])
	if !ok {
		return Held{}, false
	}
	return h.Held(m.position())
}

func (m *match[S, M, V]) Unsaid() string {
	h, ok := m.game.rules.(Holder[S, M])
	if _, waits := m.Held(); !ok || !waits {
		return ""
	}
	return h.Unsaid(copyOf(m)).String()
}

// held is the rule that an input about held words calls.
func held[S any, M fmt.Stringer, V any](m *match[S, M, V], in Input) (func(env *Env, s *S) error, error) {
	h, ok := m.game.rules.(Holder[S, M])
	_, waits := m.Held()
	if !ok || waits == (in.Kind == KindHold) {
		return nil, fmt.Errorf("input %d: kind %q, and words wait: %t", in.N, in.Kind, waits)
	}
	if in.Kind != KindHold {
		return func(env *Env, s *S) error { return h.Release(env, s, in.Kind == KindShow) }, nil
	}
	move, err := m.game.rules.Parse(in.Move)
	if err != nil {
		return nil, Refuse("refuse.notation")
	}
	if !h.Holds(move) {
		return nil, fmt.Errorf("input %d: the words of this move cannot wait", in.N)
	}
	return func(env *Env, s *S) error { return h.Hold(env, s, in.Seat, move) }, nil
}
