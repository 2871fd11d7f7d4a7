package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"

	"oneiros/games"
)

// Lookup finds a game by its name.
type Lookup func(name string) (games.Game, bool)

// The kinds of what can be wrong with a record, for errors.Is.
var (
	ErrGame     = errors.New("unknown game")
	ErrVersion  = games.ErrVersion
	ErrHash     = errors.New("the hash is not that of the seed")
	ErrOptions  = errors.New("options that the game does not have")
	ErrInput    = errors.New("an input that the rules do not accept")
	ErrPosition = errors.New("another position")
	ErrView     = errors.New("another view")
	ErrResult   = errors.New("another result")
)

// Verify makes a match again from its seed and its inputs, and says the first
// thing that comes out otherwise than it is written.
func Verify(find Lookup, r *Record) (err error) {
	defer func() {
		// Rules do not panic, but a record is hostile and this is no match of
		// anybody's.
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the rules panicked: %v", ErrInput, p)
		}
	}()
	return Replay(find, r, func(m games.Match, in *Step) error {
		at, want := "the deal", r.Deal
		if in != nil {
			at, want = fmt.Sprintf("input %d", in.N), in.Scene
		}
		if !alike(want.Position, m.Snapshot().Position) {
			return fmt.Errorf("%s: %w", at, ErrPosition)
		}
		if r.Viewed {
			for v := range games.Viewers(r.Seats) {
				b, err := m.View(v)
				if err != nil {
					return fmt.Errorf("%s: %w", at, err)
				}
				i := 0
				if s, ok := v.Seat(); ok {
					i = int(s) + 1
				}
				if i >= len(want.Views) || !alike(want.Views[i], b) {
					return fmt.Errorf("%s: %w of %s", at, ErrView, v)
				}
			}
		}
		if m.N() == len(r.Inputs) {
			got, err := json.Marshal(m.Status())
			if err != nil {
				return fmt.Errorf("result: %w", err)
			}
			written, err := json.Marshal(r.Result)
			if err != nil {
				return fmt.Errorf("result: %w", err)
			}
			if !bytes.Equal(got, written) {
				return fmt.Errorf("%w: %s is written, %s comes out", ErrResult, written, got)
			}
		}
		return nil
	})
}

// Replay deals a recorded match again and makes each of its inputs, calling see
// with the match after the deal, where in is nil, and after each input. It
// compares nothing but the hash; an input that is refused is an error.
func Replay(find Lookup, r *Record, see func(m games.Match, in *Step) error) error {
	g, ok := find(r.Game)
	if !ok {
		return fmt.Errorf("%w %q", ErrGame, r.Game)
	}
	i := g.Info()
	if r.Version != i.Version {
		return fmt.Errorf("rules of version %d, these are %d: %w", r.Version, i.Version, ErrVersion)
	}
	if r.Seed.Hash() != r.Hash {
		return ErrHash
	}
	full, err := i.Complete(r.Options)
	if err != nil || !maps.Equal(full, r.Options) {
		return fmt.Errorf("%w: %v", ErrOptions, r.Options)
	}
	m, err := g.Deal(r.Seed, games.Table{Seats: r.Seats, Options: r.Options})
	if err != nil {
		return fmt.Errorf("the deal: %w: %w", ErrInput, err)
	}
	if err := see(m, nil); err != nil {
		return err
	}
	for n := range r.Inputs {
		in := &r.Inputs[n]
		if m, err = m.Do(in.Input); err != nil {
			return fmt.Errorf("input %d: %w: %w", in.N, ErrInput, err)
		}
		if err := see(m, in); err != nil {
			return err
		}
	}
	return nil
}

// alike reports whether two JSON texts say the same.
func alike(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, okX := value(a)
	y, okY := value(b)
	return okX && okY && reflect.DeepEqual(x, y)
}

func value(b json.RawMessage) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	return v, d.Decode(&v) == nil
}
