package games

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"time"

	"oneiros/games/ui"
)

// Kind tells what happened in an input.
type Kind string

// The kinds of inputs.
const (
	KindPlay   Kind = "play"   // a seat made a move
	KindExpire Kind = "expire" // a deadline was reached
	KindLeave  Kind = "leave"  // a seat is empty for good
)

// Input is one line of a match's log.
type Input struct {
	N    int           `json:"n"`  // from 1; the deal is 0
	At   time.Duration `json:"at"` // match clock, in nanoseconds; never less than before
	Kind Kind          `json:"kind"`
	Seat Seat          `json:"seat"`           // Nobody for a deadline
	Move string        `json:"move,omitempty"` // notation, of a move
}

// Snapshot is all that a match is: with it the match goes on after a restart.
type Snapshot struct {
	Game     string          `json:"game"`
	Version  int             `json:"version"` // of the rules that wrote the position
	Seed     Seed            `json:"seed"`
	Seats    int             `json:"seats"`
	Options  Options         `json:"options"`
	N        int             `json:"n"`  // the last input
	At       time.Duration   `json:"at"` // its match clock
	Position json.RawMessage `json:"position"`
}

// ErrVersion is the error of a snapshot that these rules cannot read.
var ErrVersion = errors.New("position of another version of the rules")

// Game is a game with its types ended: what everything above the rules uses.
type Game interface {
	Info() Info
	// Deal begins a match. The options must be complete.
	Deal(seed Seed, t Table) (Match, error)
	// Load goes on with a match. A position of an older version is upgraded, or
	// the error is ErrVersion.
	Load(s Snapshot) (Match, error)
	// Plays reports whether automatic players can play this game, Races whether its
	// rules are a Racer and Drafts whether they are a Drafter.
	Plays() bool
	Races() bool
	Drafts() bool
	// Parse reads a move and gives its notation, which is text itself; an error
	// for a text that is no move. The tests of notation need it: a sloppy Parse
	// of free text shows nowhere else.
	Parse(text string) (string, error)
	// Form reads a move and gives the notation of its form; see [Parametric]. It is
	// text itself for a move without parameters.
	Form(text string) (string, error)
}

// Match is a match at one moment. It never changes: Do gives the match after an
// input and leaves this one as it was, so any number of goroutines may read it.
type Match interface {
	Info() Info
	Snapshot() Snapshot
	// N is the number of the last input, At its match clock, Seats the number of
	// seats: a part of Snapshot that costs nothing.
	N() int
	At() time.Duration
	Seats() int
	Status() Status
	// Do makes the next input. An error is a refusal, in words for the player,
	// or a fault. in.N must be N()+1 and in.At at least At().
	Do(in Input) (Match, error)
	// Moves lists the legal moves of a seat in notation.
	Moves(seat Seat) []string
	// Within lists in notation the moves of a form that Moves lists for a seat; see
	// [Parametric]. There may be very many; whoever ranges over them should stop.
	Within(seat Seat, form string) iter.Seq[string]
	// Page is what a viewer sees at a path.
	Page(v Viewer, path string) ui.Page
	// Fill turns the answers to the form at a path into a move in notation.
	Fill(v Viewer, path string, answers []string) (string, error)
	// View is what a viewer knows, as JSON.
	View(v Viewer) (json.RawMessage, error)
	// Choose is the move of an automatic player of a strength; false when the seat
	// has no move or the game no such player. The same match and strength always
	// choose the same.
	Choose(seat Seat, how Strength) (string, bool)
	// Redeal is a match that v cannot tell from this one; this one itself where
	// the game has no secrets.
	Redeal(v Viewer, r *rand.Rand) (Match, error)
	// Hidden lists words that must occur in nothing v is shown.
	Hidden(v Viewer) []string
	// Survives says what of the position a restart would lose.
	Survives() error
	// Reads says which listed move of a seat is not read back from its notation
	// as itself: two moves may print alike, which no text can show.
	Reads(seat Seat) error
	// Racing reports whether a race is on, and Races whether a move takes part in
	// it; see [Racer]. Both are public.
	Racing() bool
	Races(move string) bool
	// Drafts reports whether a move changes the draft of its seat alone; see
	// [Drafter].
	Drafts(move string) bool
}

// Define makes a game of its rules and its presenter.
func Define[S any, M fmt.Stringer, V any](i Info, r Rules[S, M, V], p Presenter[V, M]) Game {
	detach, _ := newDetacher(reflect.TypeFor[S]())
	return &game[S, M, V]{i, r, p, detach}
}

type game[S any, M fmt.Stringer, V any] struct {
	info      Info
	rules     Rules[S, M, V]
	presenter Presenter[V, M]
	detach    detacher // nil where a position is copied through its JSON
}

func (g *game[S, M, V]) Info() Info { return g.info }

func (g *game[S, M, V]) Plays() bool {
	_, plays := g.rules.(Player[V, M])
	_, searches := g.rules.(Searcher[S, M])
	return plays || searches
}

func (g *game[S, M, V]) Parse(text string) (string, error) {
	m, err := g.rules.Parse(text)
	if err != nil {
		return "", fmt.Errorf("parse move: %w", err)
	}
	return m.String(), nil
}

func (g *game[S, M, V]) Deal(seed Seed, t Table) (Match, error) {
	if t.Seats < g.info.Min || t.Seats > g.info.Max {
		return nil, Refuse("refuse.seats", t.Seats, g.info.Min, g.info.Max)
	}
	s, err := g.rules.Deal(&Env{Rand: seed.Rand(0)}, t)
	if err != nil {
		return nil, fmt.Errorf("deal: %w", err)
	}
	at := Snapshot{Game: g.info.Name, Version: g.info.Version, Seed: seed, Seats: t.Seats, Options: t.Options}
	return g.match(at, s)
}

func (g *game[S, M, V]) Load(at Snapshot) (Match, error) {
	if at.Game != g.info.Name {
		return nil, fmt.Errorf("load: position of %q in %q", at.Game, g.info.Name)
	}
	if at.Seats < g.info.Min || at.Seats > g.info.Max {
		return nil, fmt.Errorf("load: %d seats", at.Seats)
	}
	var s S
	if at.Version != g.info.Version {
		u, ok := g.rules.(Upgrader[S])
		if !ok || at.Version > g.info.Version {
			return nil, fmt.Errorf("load version %d with version %d: %w", at.Version, g.info.Version, ErrVersion)
		}
		var err error
		if s, err = u.Upgrade(at.Version, at.Position); err != nil {
			return nil, fmt.Errorf("upgrade from version %d: %w", at.Version, err)
		}
		at.Version = g.info.Version
		return g.match(at, s)
	}
	if err := decode(at.Position, &s); err != nil {
		return nil, fmt.Errorf("load position: %w", err)
	}
	return &match[S, M, V]{game: g, at: at, made: s, position: func() S { return s }}, nil
}

// match wraps a position that the rules just made.
func (g *game[S, M, V]) match(at Snapshot, made S) (Match, error) {
	position, err := json.Marshal(made)
	if err != nil {
		return nil, fmt.Errorf("write position: %w", err)
	}
	at.Position = position
	return &match[S, M, V]{game: g, at: at, made: made, position: sync.OnceValue(func() S {
		var s S
		if err := decode(position, &s); err != nil {
			panic(fmt.Errorf("read position: %w", err))
		}
		return s
	})}, nil
}

func decode(b []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// match is a position with what led to it.
//
// There is one truth about a position: its JSON, which is what a restart finds.
// Everything that looks at a match looks at the position as it reads from there,
// and the next input begins with a copy of that. So what the JSON loses is lost
// at once, in front of the first test, and never only after a restart. The
// position as the rules made it is kept for Survives, which compares the two.
//
// It is read when somebody first looks, so that the tests, which make many inputs
// only to see whether they are refused, pay for no reading. A position that
// cannot be read panics then: a table looks before it saves, so such a position
// is never saved.
type match[S any, M fmt.Stringer, V any] struct {
	game     *game[S, M, V]
	at       Snapshot
	made     S
	position func() S // as it reads; shared, so nobody changes it

	once   sync.Once
	status Status
}

func (m *match[S, M, V]) Info() Info         { return m.game.info }
func (m *match[S, M, V]) Snapshot() Snapshot { return m.at }
func (m *match[S, M, V]) N() int             { return m.at.N }
func (m *match[S, M, V]) At() time.Duration  { return m.at.At }
func (m *match[S, M, V]) Seats() int         { return m.at.Seats }

func (m *match[S, M, V]) Status() Status {
	m.once.Do(func() { m.status = m.game.rules.Status(m.position()) })
	return m.status
}

func (m *match[S, M, V]) Do(in Input) (Match, error) {
	if in.N != m.at.N+1 {
		return nil, fmt.Errorf("input %d after input %d", in.N, m.at.N)
	}
	if in.At < m.at.At {
		return nil, fmt.Errorf("input %d: clock %v after %v", in.N, in.At, m.at.At)
	}
	if m.Status().Over {
		return nil, Refuse("refuse.over")
	}
	if in.Kind != KindExpire && (in.Seat < 0 || int(in.Seat) >= m.at.Seats) {
		return nil, fmt.Errorf("input %d: no seat %d", in.N, in.Seat)
	}
	s := m.copy() // what the rules do to it is seen only once they return nil
	env := &Env{At: in.At, Rand: m.at.Seed.Rand(in.N)}
	r := m.game.rules
	switch in.Kind {
	case KindPlay:
		move, err := r.Parse(in.Move)
		if err != nil {
			return nil, Refuse("refuse.notation")
		}
		if err := r.Play(env, &s, in.Seat, move); err != nil {
			return nil, err
		}
	case KindExpire:
		t, ok := r.(Timed[S])
		if due := m.Status().Due; !ok || due == 0 || in.At < due {
			return nil, fmt.Errorf("input %d: no deadline at %v", in.N, in.At)
		}
		if err := t.Expire(env, &s); err != nil {
			return nil, fmt.Errorf("expire: %w", err)
		}
	case KindLeave:
		l, ok := r.(Leaver[S])
		if !ok {
			return nil, Refuse("refuse.leave")
		}
		if err := l.Leave(env, &s, in.Seat); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("input %d: kind %q", in.N, in.Kind)
	}
	at := m.at
	at.N, at.At = in.N, in.At
	return m.game.match(at, s)
}

// copy is a position that shares nothing with m's.
func (m *match[S, M, V]) copy() S {
	s := m.position()
	if m.game.detach != nil {
		m.game.detach(reflect.ValueOf(&s).Elem())
		return s
	}
	var own S
	if err := decode(m.at.Position, &own); err != nil {
		panic(fmt.Errorf("read position again: %w", err)) // it was read a moment ago
	}
	return own
}

func (m *match[S, M, V]) moves(seat Seat) []M {
	if seat < 0 || int(seat) >= m.at.Seats {
		return nil
	}
	return slices.Collect(m.game.rules.Moves(m.position(), seat))
}

func (m *match[S, M, V]) Moves(seat Seat) []string {
	var list []string
	for _, move := range m.moves(seat) {
		list = append(list, move.String())
	}
	return list
}

func (m *match[S, M, V]) view(v Viewer) V {
	if s, ok := v.Seat(); ok && int(s) >= m.at.Seats {
		v = Viewer{}
	}
	return m.game.rules.View(m.position(), v)
}

func (m *match[S, M, V]) Page(v Viewer, path string) ui.Page {
	return m.game.presenter.Page(m.view(v), path)
}

func (m *match[S, M, V]) Fill(v Viewer, path string, answers []string) (string, error) {
	move, err := m.game.presenter.Fill(m.view(v), path, answers)
	if err != nil {
		return "", err
	}
	return move.String(), nil
}

func (m *match[S, M, V]) View(v Viewer) (json.RawMessage, error) {
	b, err := json.Marshal(m.view(v))
	if err != nil {
		return nil, fmt.Errorf("write view: %w", err)
	}
	return b, nil
}

func (m *match[S, M, V]) Choose(seat Seat, how Strength) (string, bool) {
	player, plays := m.game.rules.(Player[V, M])
	searcher, searches := m.game.rules.(Searcher[S, M])
	legal := m.moves(seat)
	if !plays && !searches || len(legal) == 0 {
		return "", false
	}
	// The players' randomness is apart from the rules': what a player draws
	// must tell nothing of the next shuffle.
	key := append(m.at.Seed[:], "player"...)
	key = binary.BigEndian.AppendUint64(key, uint64(m.at.N))
	key = binary.BigEndian.AppendUint64(key, uint64(seat))
	env := &Env{At: m.at.At, Rand: rand.New(rand.NewChaCha8(sha256.Sum256(key)))}
	if !searches {
		return player.Choose(env, how, m.view(seat.Viewer()), legal).String(), true
	}
	hider, hides := m.game.rules.(Hider[S])
	deal := func() S {
		s := m.copy()
		if hides {
			hider.Redeal(&s, seat.Viewer(), env.Rand)
		}
		return s
	}
	return searcher.Search(env, how, seat, deal, legal).String(), true
}

func (m *match[S, M, V]) Redeal(v Viewer, r *rand.Rand) (Match, error) {
	h, ok := m.game.rules.(Hider[S])
	if !ok {
		return m, nil
	}
	s := m.copy()
	h.Redeal(&s, v, r)
	return m.game.match(m.at, s)
}

func (m *match[S, M, V]) Hidden(v Viewer) []string {
	h, ok := m.game.rules.(Hider[S])
	if !ok {
		return nil
	}
	return h.Hidden(m.position(), v)
}

func (m *match[S, M, V]) Survives() error {
	return same("position", reflect.ValueOf(m.made), reflect.ValueOf(m.position()))
}

func (m *match[S, M, V]) Reads(seat Seat) error {
	for _, move := range m.moves(seat) {
		text := move.String()
		again, err := m.game.rules.Parse(text)
		if err != nil {
			return fmt.Errorf("move %q is not read back: %w", text, err)
		}
		if err := same("move", reflect.ValueOf(move), reflect.ValueOf(again)); err != nil {
			return fmt.Errorf("move %q is read as another: %w", text, err)
		}
	}
	return nil
}

// same compares what was made with what was read. A nil and an empty slice or
// map are the same: rules may not tell them apart, and JSON does not.
func same(path string, a, b reflect.Value) error {
	if a.IsValid() != b.IsValid() {
		return fmt.Errorf("%s: lost", path)
	}
	if !a.IsValid() {
		return nil
	}
	differ := func() error { return fmt.Errorf("%s: changed by its JSON", path) }
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if err := same(path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i)); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return differ()
		}
		for i := range a.Len() {
			if err := same(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Map:
		if a.Len() != b.Len() {
			return differ()
		}
		for _, k := range a.MapKeys() {
			if err := same(fmt.Sprintf("%s[%v]", path, k), a.MapIndex(k), b.MapIndex(k)); err != nil {
				return err
			}
		}
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() != b.IsNil() {
			return differ()
		}
		if !a.IsNil() {
			return same(path, a.Elem(), b.Elem())
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return fmt.Errorf("%s: a %s cannot be saved", path, a.Kind())
	default:
		if !a.Equal(b) {
			return differ()
		}
	}
	return nil
}
