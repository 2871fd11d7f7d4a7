package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"oneiros/games"
)

// Lookup finds a game by its name.
type Lookup func(name string) (games.Game, bool)

// The faults of a record, for errors.Is.
var (
	ErrGame     = errors.New("unknown game")
	ErrVersion  = games.ErrVersion
	ErrHash     = errors.New("the hash does not belong to the seed")
	ErrSecret   = errors.New("the commitment does not belong to the secret")
	ErrDraw     = errors.New("the seed is not made of the secret and the presses")
	ErrOptions  = errors.New("the game does not have these options")
	ErrInput    = errors.New("the rules do not accept the input")
	ErrPosition = errors.New("the position differs")
	ErrView     = errors.New("the view differs")
	ErrResult   = errors.New("the result differs")
)

// A VersionError says that rules of another version wrote a record, so these cannot
// play it again. It matches [ErrVersion].
type VersionError struct {
	Wrote int  // the version of the rules that wrote the record
	Has   int  // the version of the rules that this program has
	Seed  bool // the seed belongs to its hash, and comes from where the record says
	Deal  bool // the seed leads to the recorded deal
}

func (e *VersionError) Error() string {
	version := fmt.Sprintf("rules of version %d wrote it, this program has version %d", e.Wrote, e.Has)
	good := ""
	switch {
	case e.Deal:
		good = "its seed and its deal are good; "
	case e.Seed:
		good = "its seed is good; "
	}
	return fmt.Sprintf("%s: %sto play its moves again, use a release with version %d of these rules", version, good, e.Wrote)
}

// Unwrap is [ErrVersion].
func (e *VersionError) Unwrap() error { return ErrVersion }

// Verify plays a match again from its seed and its inputs. It returns the first
// difference from the record. Of a match that rules of another version wrote it
// verifies what no version changes, and returns a [VersionError].
func Verify(find Lookup, r *Record) error { return VerifyEach(find, r, func(int) {}) }

// VerifyEach verifies as [Verify] does. It calls good when the deal holds, with 0, and
// for each input that does, with its number.
func VerifyEach(find Lookup, r *Record, good func(n int)) (err error) {
	defer func() {
		// Rules do not panic in a match, but a record may hold anything.
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the rules panicked: %v", ErrInput, p)
		}
	}()
	follow := tracks(len(r.Deal.Views))
	g, ok := find(r.Game)
	older := ok && r.Version < g.Info().Version // its rules knew less to tell
	err = Replay(find, r, func(m games.Match, in *Step) error {
		at, want := "the deal", r.Deal
		if in != nil {
			at, want = fmt.Sprintf("input %d", in.N), in.Scene
		}
		if !samePosition(g, r.Version, want.Position, m) {
			return fmt.Errorf("%s: %w", at, ErrPosition)
		}
		if r.Viewed {
			if err := verifyViews(m, follow, want.Views, older); err != nil {
				return fmt.Errorf("%s: %w", at, err)
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
			if !bytes.Equal(got, written) && !(older && covers(got, written)) {
				return fmt.Errorf("%w: recorded %s, played %s", ErrResult, written, got)
			}
		}
		good(m.N())
		return nil
	})
	if v, ok := errors.AsType[*VersionError](err); ok {
		return v.verify(find, r)
	}
	return err
}

// verify looks at the seed and the deal of a record, which other rules wrote too.
// A deal that differs is no fault: the other version may deal otherwise.
func (e *VersionError) verify(find Lookup, r *Record) error {
	if err := r.checkSeed(); err != nil {
		return err
	}
	e.Seed = true
	g, _ := find(r.Game)
	full, err := g.Info().Complete(r.Options)
	if err != nil {
		return e
	}
	m, err := g.Deal(r.Seed, games.Table{Seats: r.Seats, Options: full})
	e.Deal = err == nil && samePosition(g, r.Version, r.Deal.Position, m)
	return e
}

// samePosition reports whether the position that a version of the rules recorded is the
// one of a match. Of an older version, what is only told is left out.
func samePosition(g games.Game, version int, recorded json.RawMessage, m games.Match) bool {
	at := m.Snapshot()
	if EqualJSON(recorded, at.Position) {
		return true
	}
	if version >= g.Info().Version {
		return false
	}
	old := at
	old.Version, old.Position = version, recorded
	return SameDeeds(g, old, at)
}

// SameDeeds reports whether two positions of a match are the same, but for what is only
// told to players who look later; see [games.Teller].
func SameDeeds(g games.Game, a, b games.Snapshot) bool {
	x, errX := g.Untold(a)
	y, errY := g.Untold(b)
	return errX == nil && errY == nil && EqualJSON(x, y)
}

// verifyViews goes on to the recorded views and compares them with a match. The views of
// older rules may have less in them.
func verifyViews(m games.Match, follow []track, recorded []View, older bool) error {
	i := 0
	for v := range games.Viewers(m.Seats()) {
		b, err := m.View(v)
		if err != nil {
			return err
		}
		if i >= len(recorded) || i >= len(follow) {
			return fmt.Errorf("%w for %s", ErrView, v)
		}
		follow[i].apply(recorded[i])
		if !follow[i].is(b, older) {
			return fmt.Errorf("%w for %s", ErrView, v)
		}
		i++
	}
	return nil
}

// Replay deals a recorded match again and repeats its inputs. It calls see after
// the deal, with a nil input, and after each input. It compares only what the seed
// comes from. A refused input is an error.
func Replay(find Lookup, r *Record, see func(m games.Match, in *Step) error) error {
	g, ok := find(r.Game)
	if !ok {
		return fmt.Errorf("%w %q", ErrGame, r.Game)
	}
	i := g.Info()
	if !g.Replays(r.Version, r.Options) {
		return &VersionError{Wrote: r.Version, Has: i.Version}
	}
	if err := r.checkSeed(); err != nil {
		return err
	}
	full, err := i.Complete(r.Options)
	if err != nil || r.Version == i.Version && !maps.Equal(full, r.Options) {
		return fmt.Errorf("%w: %v", ErrOptions, r.Options)
	}
	m, err := g.Deal(r.Seed, games.Table{Seats: r.Seats, Options: full}) // a newer version may have more options
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

// checkSeed checks that the seed belongs to its hash and is made of what the record
// says.
func (r *Record) checkSeed() error {
	switch d := r.Draw; {
	case r.Seed.Hash() != r.Hash:
		return ErrHash
	case d == nil:
		return nil
	case d.Secret.Commitment() != d.Commitment:
		return ErrSecret
	case d.Secret.Seed(d.Presses) != r.Seed:
		return ErrDraw
	}
	return nil
}

// EqualJSON reports whether two JSON texts have the same meaning.
func EqualJSON(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, okX := value(a)
	y, okY := value(b)
	return okX && okY && reflect.DeepEqual(x, y)
}

// covers reports whether a JSON text says all that another says, and perhaps more.
func covers(a, b json.RawMessage) bool {
	x, okX := value(a)
	y, okY := value(b)
	return okX && okY && includes(x, y)
}

func includes(a, b any) bool {
	switch b := b.(type) {
	case map[string]any:
		of, ok := a.(map[string]any)
		for name, v := range b {
			if !ok || !includes(of[name], v) {
				return false
			}
		}
		return ok
	case []any:
		of, ok := a.([]any)
		return ok && slices.EqualFunc(of, b, includes)
	default:
		return a == b
	}
}

func value(b json.RawMessage) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	return v, d.Decode(&v) == nil
}
