package games

import (
	"errors"
	"fmt"
	"reflect"
)

// Eraser is implemented by rules with moves that quote what people typed. When a player
// wants their words erased, other words take their place in the log. The match plays
// again as it went, with all its shuffles and results.
//
// The words of a game that is no Eraser cannot be erased alone, so its whole log is.
type Eraser[S, M any] interface {
	// Erase returns the move that leads from now to where m led from was, without the
	// words of its player. Both are the position before m. In now, earlier words are
	// erased. An error says that there is no such move.
	Erase(was, now S, seat Seat, m M) (M, error)
}

// ErrErase is the error of words that cannot be erased from a log.
var ErrErase = errors.New("no other words lead to the same match")

func (m *match[S, M, V]) Erase(was Match, seat Seat, move string) (string, error) {
	e, ok := m.game.rules.(Eraser[S, M])
	before, same := was.(*match[S, M, V])
	if !ok || !same {
		return "", ErrErase
	}
	quoted, err := m.game.rules.Parse(move)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrErase, err)
	}
	instead, err := e.Erase(copyOf(before), copyOf(m), seat, quoted)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrErase, err)
	}
	return instead.String(), nil
}

// Erased is a match whose log lost words.
type Erased struct {
	Was, Now Match   // after the last input, with the words and without them
	Log      []Input // without them
	Numbers  []int   // the inputs that lost words
}

// EraseWords takes words out of the log of a match. The function meant tells which
// inputs lose theirs; only those that quote something are changed. After each input the
// status is the same as before. The rules may panic, as in any match.
func EraseWords(g Game, seed Seed, t Table, log []Input, meant func(Input) bool) (Erased, error) {
	m, err := g.Deal(seed, t)
	if err != nil {
		return Erased{}, fmt.Errorf("%w: %w", ErrErase, err)
	}
	e := Erased{Was: m, Now: m}
	for _, in := range log {
		instead := in
		if in.Kind.IsMove() && len(Quoted(in.Move)) > 0 && meant(in) {
			if instead.Move, err = e.Now.Erase(e.Was, in.Seat, in.Move); err != nil {
				return Erased{}, fmt.Errorf("input %d: %w", in.N, err)
			}
			e.Numbers = append(e.Numbers, in.N)
		}
		same := e.Was == e.Now && instead == in
		if e.Was, err = e.Was.Do(in); err != nil {
			return Erased{}, fmt.Errorf("input %d: %w: %w", in.N, ErrErase, err)
		}
		if same {
			e.Now = e.Was
		} else if e.Now, err = e.Now.Do(instead); err != nil {
			return Erased{}, fmt.Errorf("input %d: %w: %w", in.N, ErrErase, err)
		}
		if !same && !reflect.DeepEqual(e.Was.Status(), e.Now.Status()) {
			return Erased{}, fmt.Errorf("input %d: %w: the status differs", in.N, ErrErase)
		}
		e.Log = append(e.Log, instead)
	}
	return e, nil
}
