package games

import (
	"bytes"
	"cmp"
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

// Kind is the kind of an input.
type Kind string

// The kinds of inputs.
const (
	KindPlay   Kind = "play"   // a seat made a move
	KindExpire Kind = "expire" // a deadline was reached
	KindLeave  Kind = "leave"  // a seat is empty for good

	// What moderators read before it is shown; see [Holder].
	KindHold     Kind = "hold"     // a seat made a move whose words wait
	KindShow     Kind = "show"     // a moderator has the words that wait shown
	KindWithhold Kind = "withhold" // a moderator has them not shown
)

// IsMove reports whether a seat made a move.
func (k Kind) IsMove() bool { return k == KindPlay || k == KindHold }

// IsSeated reports whether inputs of this kind are a seat's. The others have the seat Nobody.
func (k Kind) IsSeated() bool { return k.IsMove() || k == KindLeave }

// Input is one entry in the log of a match.
type Input struct {
	N    int           `json:"n"`  // from 1; the deal is 0
	At   time.Duration `json:"at"` // match clock, in nanoseconds; never earlier than the input before
	Kind Kind          `json:"kind"`
	Seat Seat          `json:"seat"`           // Nobody for a deadline, and for what a moderator decides
	Move string        `json:"move,omitempty"` // notation; only for a play or a hold
}

// Snapshot is a whole match at one moment. A match can go on from it after a restart.
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
var ErrVersion = errors.New("the position belongs to another version of the rules")

// Game is a game without its own types. All packages except the rules use it.
type Game interface {
	Info() Info
	// Deal starts a match. The options must be complete.
	Deal(seed Seed, t Table) (Match, error)
	// Load goes on with a match. It upgrades a position of an older version, or
	// returns ErrVersion.
	Load(s Snapshot) (Match, error)
	// Replays reports whether the log of a match, which a version of the rules wrote,
	// can be played again from the deal; see [Replayer].
	Replays(version int, o Options) bool
	// Untold returns a position without what is only told, in the words of these rules; see
	// [Teller].
	Untold(s Snapshot) (json.RawMessage, error)
	// Plays reports whether the game has automatic players. Races and Drafts report
	// whether its rules are a Racer and a Drafter, and Holds whether they are a Holder.
	Plays() bool
	Races() bool
	Drafts() bool
	Holds() bool
	// Waits reports whether automatic players may act where no player awaits them; see
	// [Waiter].
	Waits() bool
	// Roles are those that are played with so many seats, if it is a game in which people keep
	// a notebook; see [Deducer].
	Roles(seats int) []string
	// Why is why a strong player would make a legal move on a seat, by what the seat sees; see
	// [Advisor]. It is empty where nothing is to be said.
	Why(m Match, seat Seat, move string) []ui.Text
	// Warm makes what the first move of a process would have to wait for; see [Warmer].
	Warm()
	// Parse reads a move and returns its notation, which must equal text. A text that
	// is no move is an error. Only the tests of the notation use it.
	Parse(text string) (string, error)
	// Form returns the notation of a move's form; see [Parametric]. For a move
	// without parameters it returns the text itself.
	Form(text string) (string, error)
}

// Match is a match at one moment. It never changes: Do returns a new match. So any
// number of goroutines may read it.
type Match interface {
	Info() Info
	Snapshot() Snapshot
	// N is the number of the last input, and At is its match clock. These methods
	// are faster than Snapshot.
	N() int
	At() time.Duration
	Seats() int
	Status() Status
	// Wakes is when the next input of KindExpire is to be made if no player acts before, see
	// [Wakes]. It may be secret.
	Wakes() time.Duration
	// Do makes the next input and returns the match after it. An error is a refusal
	// for the player, or a fault. in.N must be N()+1, and in.At at least At().
	Do(in Input) (Match, error)
	// Moves lists the legal moves of a seat, in notation.
	Moves(seat Seat) []string
	// Within lists the moves of a listed form, in notation; see [Parametric]. There
	// may be very many, so stop the loop early.
	Within(seat Seat, form string) iter.Seq[string]
	// Pages returns what a viewer sees, by path. The view is taken once for all paths.
	Pages(v Viewer) func(path string) ui.Page
	// Fill turns the answers to the form at a path into a move in notation.
	Fill(v Viewer, path string, answers []string) (string, error)
	// View returns what a viewer knows, as JSON.
	View(v Viewer) (json.RawMessage, error)
	// SameToPublic reports whether those without a seat know the same as in another match
	// of the game. It is faster than two views.
	SameToPublic(other Match) bool
	// Choose returns the move of an automatic player. It is false if the seat has no
	// move or the game has no automatic player. The same match and the same strength
	// always give the same move.
	Choose(seat Seat, how Strength) (string, bool)
	// Waits reports whether the automatic player of a seat would rather let the others
	// go on; see [Waiter]. It is false where the table awaits the seat, and for a game
	// whose player never waits.
	Waits(seat Seat, how Strength) bool
	// Redeal returns a match that looks the same to v, with other secrets. It returns
	// this match if the game has no secrets.
	Redeal(v Viewer, r *rand.Rand) (Match, error)
	// Hidden lists words that must not be in anything that v sees.
	Hidden(v Viewer) []string
	// Survives returns an error if a restart would lose a part of the position.
	Survives() error
	// Reads returns an error if Parse does not read a listed move back from its
	// notation. Two moves may have the same notation by mistake.
	Reads(seat Seat) error
	// Racing reports whether there is a race, and Races whether a move takes part in
	// it; see [Racer]. Both are public.
	Racing() bool
	Races(move string) bool
	// Drafts reports whether a move changes only the draft of its seat; see [Drafter].
	Drafts(move string) bool
	// Holds reports whether the words of a move can wait for a moderator; see [Holder].
	Holds(move string) bool
	// Held returns the words that wait for a moderator, and false for none.
	Held() (Held, bool)
	// Unsaid returns the move that stands in the log in the place of the held one, once its
	// words are withheld. It is empty where no words wait.
	Unsaid() string
	// Suspects are what v knows of each seat for certain; see [Deducer].
	Suspects(v Viewer) []Suspect
	// Annotate returns a page of v with what v's notebook says beside the targets of its
	// moves; see [Deducer]. Pictures and links stay as they are.
	Annotate(v Viewer, p ui.Page, n Notebook) ui.Page
	// Summary returns what is worth keeping of a match that is over; see [Summarizer].
	// Before the end it is empty.
	Summary() Summary
	// Erase returns the move that leads from here to where a move with a player's words
	// led from was, without those words. An error is [ErrErase]; see [Eraser].
	Erase(was Match, seat Seat, move string) (string, error)
}

// Define makes a game from its rules and its presenter.
func Define[S any, M fmt.Stringer, V any](i Info, r Rules[S, M, V], p Presenter[V, M]) Game {
	detach, _ := newDetacher(reflect.TypeFor[S]())
	restore, _ := newRestorer(reflect.TypeFor[S]())
	return &game[S, M, V]{i, r, p, detach, restore}
}

type game[S any, M fmt.Stringer, V any] struct {
	info      Info
	rules     Rules[S, M, V]
	presenter Presenter[V, M]
	detach    detacher // nil: a position is copied through its JSON
	restore   restorer // nil: a position that was made is read from its JSON
}

func (g *game[S, M, V]) Info() Info { return g.info }

func (g *game[S, M, V]) Plays() bool {
	_, plays := g.rules.(Player[V, M])
	_, searches := g.rules.(Searcher[S, M])
	return plays || searches
}

func (g *game[S, M, V]) Warm() {
	if w, ok := g.rules.(Warmer); ok {
		w.Warm()
	}
}

func (g *game[S, M, V]) Waits() bool {
	_, waits := g.rules.(Waiter[V, M])
	return waits
}

func (g *game[S, M, V]) Replays(version int, o Options) bool {
	r, ok := g.rules.(Replayer)
	return version == g.info.Version || ok && version < g.info.Version && r.Replays(version, o)
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
		g.stock(&s, at.Options)
		return g.match(at, s)
	}
	if err := decode(at.Position, &s); err != nil {
		return nil, fmt.Errorf("load position: %w", err)
	}
	g.stock(&s, at.Options)
	return g.newMatch(at, s, func() S { return s }), nil
}

func (g *game[S, M, V]) Untold(at Snapshot) (json.RawMessage, error) {
	loaded, err := g.Load(at)
	if err != nil {
		return nil, err
	}
	t, ok := g.rules.(Teller[S])
	if !ok {
		return loaded.Snapshot().Position, nil
	}
	s := copyOf(loaded.(*match[S, M, V]))
	t.Untold(&s)
	b, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("write position: %w", err)
	}
	return b, nil
}

// match wraps a position that the rules have just made.
func (g *game[S, M, V]) match(at Snapshot, made S) (Match, error) {
	position, err := json.Marshal(made)
	if err != nil {
		return nil, fmt.Errorf("write position: %w", err)
	}
	at.Position = position
	return g.newMatch(at, made, sync.OnceValue(func() S {
		if g.restore != nil {
			s := made
			g.restore(reflect.ValueOf(&s).Elem())
			g.stock(&s, at.Options)
			return s
		}
		return g.read(at)
	})), nil
}

// read reads a position that these rules wrote. It panics if it cannot.
func (g *game[S, M, V]) read(at Snapshot) S {
	var s S
	if err := decode(at.Position, &s); err != nil {
		panic(fmt.Errorf("read position: %w", err))
	}
	g.stock(&s, at.Options)
	return s
}

// stock gives a position that was read from its JSON what the options say; see [Stocker].
func (g *game[S, M, V]) stock(s *S, o Options) {
	if r, ok := g.rules.(Stocker[S]); ok {
		r.Stock(s, o)
	}
}

// ReadPosition reads the JSON of a position, for an [Upgrader]. A field that the
// position of today does not know is an error, since it would be lost.
func ReadPosition[S any](position []byte) (S, error) {
	var s S
	if err := decode(position, &s); err != nil {
		return s, fmt.Errorf("read position: %w", err)
	}
	return s, nil
}

func decode(b []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// match is a position with its seed, options and number.
//
// The JSON of a position is what a restart reads. So all methods use the position
// that the JSON gives. The next input starts with a copy of it. Data that the JSON
// loses is lost at once, and the first test finds it. The field made keeps the
// position of the rules for Survives, which compares it with what the JSON gives.
//
// What the JSON gives is known without reading it, unless a type has methods of its
// own for its JSON: see newRestorer. It is made on first use. Tests make many inputs
// only to see whether they are refused, and they need not pay for it. If the JSON has
// to be read and cannot be, the first use panics. A table uses a position before it
// saves it, so it never saves such a position.
type match[S any, M fmt.Stringer, V any] struct {
	game     *game[S, M, V]
	at       Snapshot
	made     S
	position func() S // what its JSON gives; shared, so no caller may change it

	once   sync.Once
	status Status
	public func() V // what those without a seat know; shared, so no caller may change it
}

// newMatch makes a match of a position that is there or is read on first use.
func (g *game[S, M, V]) newMatch(at Snapshot, made S, position func() S) *match[S, M, V] {
	return &match[S, M, V]{game: g, at: at, made: made, position: position, public: sync.OnceValue(func() V {
		return g.rules.View(position(), Viewer{})
	})}
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

func (m *match[S, M, V]) Wakes() time.Duration { return Wakes(m.game.rules, m.position()) }

func (m *match[S, M, V]) Do(in Input) (Match, error) {
	if err := fits(m, in); err != nil {
		return nil, err
	}
	rule, err := ruleOf(m, in)
	if err != nil {
		return nil, err
	}
	s := copyOf(m) // no caller sees the changes of the rules unless they return nil
	if err := rule(&Env{At: in.At, Rand: m.at.Seed.Rand(in.N)}, &s); err != nil {
		return nil, err
	}
	at := m.at
	at.N, at.At = in.N, in.At
	return m.game.match(at, s)
}

// fits checks what needs no rules: the number, the clock and the seat.
func fits[S any, M fmt.Stringer, V any](m *match[S, M, V], in Input) error {
	switch {
	case in.N != m.at.N+1:
		return fmt.Errorf("input %d after input %d", in.N, m.at.N)
	case in.At < m.at.At:
		return fmt.Errorf("input %d: clock %v after %v", in.N, in.At, m.at.At)
	case m.Status().Over:
		return Refuse("refuse.over")
	case in.Kind.IsSeated() && (in.Seat < 0 || int(in.Seat) >= m.at.Seats):
		return fmt.Errorf("input %d: no seat %d", in.N, in.Seat)
	}
	return nil
}

// ruleOf is the rule that an input calls.
func ruleOf[S any, M fmt.Stringer, V any](m *match[S, M, V], in Input) (func(env *Env, s *S) error, error) {
	r := m.game.rules
	switch in.Kind {
	case KindPlay:
		move, err := r.Parse(in.Move)
		if err != nil {
			return nil, Refuse("refuse.notation")
		}
		return func(env *Env, s *S) error { return r.Play(env, s, in.Seat, move) }, nil
	case KindExpire:
		t, ok := r.(Timed[S])
		status := m.Status()
		if due := cmp.Or(status.Beat, status.Due); !ok || due == 0 || in.At < due {
			return nil, fmt.Errorf("input %d: no deadline at %v", in.N, in.At)
		}
		return func(env *Env, s *S) error {
			if err := t.Expire(env, s); err != nil {
				return fmt.Errorf("expire: %w", err)
			}
			return nil
		}, nil
	case KindLeave:
		l, ok := r.(Leaver[S])
		if !ok {
			return nil, Refuse("refuse.leave")
		}
		return func(env *Env, s *S) error { return l.Leave(env, s, in.Seat) }, nil
	case KindHold, KindShow, KindWithhold:
		return held(m, in)
	}
	return nil, fmt.Errorf("input %d: kind %q", in.N, in.Kind)
}

// copyOf returns a position that shares nothing with m.
func copyOf[S any, M fmt.Stringer, V any](m *match[S, M, V]) S {
	s := m.position()
	if m.game.detach != nil {
		m.game.detach(reflect.ValueOf(&s).Elem())
		return s
	}
	return m.game.read(m.at)
}

func movesOf[S any, M fmt.Stringer, V any](m *match[S, M, V], seat Seat) []M {
	if seat < 0 || int(seat) >= m.at.Seats {
		return nil
	}
	return slices.Collect(m.game.rules.Moves(m.position(), seat))
}

func (m *match[S, M, V]) Moves(seat Seat) []string {
	var list []string
	for _, move := range movesOf(m, seat) {
		list = append(list, move.String())
	}
	return list
}

func viewOf[S any, M fmt.Stringer, V any](m *match[S, M, V], v Viewer) V {
	if s, ok := v.Seat(); ok && int(s) < m.at.Seats {
		return m.game.rules.View(m.position(), v)
	}
	return m.public()
}

func (m *match[S, M, V]) SameToPublic(other Match) bool {
	o, ok := other.(*match[S, M, V])
	return ok && same(reflect.ValueOf(viewOf(m, Viewer{})), reflect.ValueOf(viewOf(o, Viewer{}))) == nil
}

func (m *match[S, M, V]) Pages(v Viewer) func(path string) ui.Page {
	view := viewOf(m, v)
	return func(path string) ui.Page { return m.game.presenter.Page(view, path) }
}

func (m *match[S, M, V]) Fill(v Viewer, path string, answers []string) (string, error) {
	move, err := m.game.presenter.Fill(viewOf(m, v), path, answers)
	if err != nil {
		return "", err
	}
	return move.String(), nil
}

func (m *match[S, M, V]) View(v Viewer) (json.RawMessage, error) {
	b, err := json.Marshal(viewOf(m, v))
	if err != nil {
		return nil, fmt.Errorf("write view: %w", err)
	}
	return b, nil
}

func (m *match[S, M, V]) Choose(seat Seat, how Strength) (string, bool) {
	player, plays := m.game.rules.(Player[V, M])
	searcher, searches := m.game.rules.(Searcher[S, M])
	legal := movesOf(m, seat)
	if !plays && !searches || len(legal) == 0 {
		return "", false
	}
	// The players have their own randomness, so that it betrays nothing about the
	// next shuffle.
	key := append(m.at.Seed[:], "player"...)
	key = binary.BigEndian.AppendUint64(key, uint64(m.at.N))
	key = binary.BigEndian.AppendUint64(key, uint64(seat))
	env := &Env{At: m.at.At, Rand: rand.New(rand.NewChaCha8(sha256.Sum256(key)))}
	if !searches {
		return player.Choose(env, how, viewOf(m, seat.Viewer()), legal).String(), true
	}
	hider, hides := m.game.rules.(Hider[S])
	deal := func() S {
		s := copyOf(m)
		if hides {
			hider.Redeal(&s, seat.Viewer(), env.Rand)
		}
		return s
	}
	return searcher.Search(env, how, seat, deal, legal).String(), true
}

func (m *match[S, M, V]) Waits(seat Seat, how Strength) bool {
	w, ok := m.game.rules.(Waiter[V, M])
	if !ok || slices.Contains(m.Status().Awaits, seat) {
		return false
	}
	legal := movesOf(m, seat)
	return len(legal) == 0 || w.Waits(how, viewOf(m, seat.Viewer()), legal)
}

func (m *match[S, M, V]) Redeal(v Viewer, r *rand.Rand) (Match, error) {
	h, ok := m.game.rules.(Hider[S])
	if !ok {
		return m, nil
	}
	s := copyOf(m)
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
	read := m.game.read(m.at)
	if m.game.restore != nil && !reflect.DeepEqual(m.position(), read) {
		return errors.New("position: not what its JSON gives")
	}
	return same(reflect.ValueOf(m.made), reflect.ValueOf(read)).err("position")
}

func (m *match[S, M, V]) Reads(seat Seat) error {
	for _, move := range movesOf(m, seat) {
		text := move.String()
		again, err := m.game.rules.Parse(text)
		if err != nil {
			return fmt.Errorf("move %q cannot be read back: %w", text, err)
		}
		if err := same(reflect.ValueOf(move), reflect.ValueOf(again)).err("move"); err != nil {
			return fmt.Errorf("move %q is read back as another move: %w", text, err)
		}
	}
	return nil
}

// odds is how two values differ, and in which part.
type odds struct{ path, what string }

// in puts the name of the larger part before the path of the difference.
func (o *odds) in(format string, args ...any) *odds {
	o.path = fmt.Sprintf(format, args...) + o.path
	return o
}

func (o *odds) err(of string) error {
	if o == nil {
		return nil
	}
	return fmt.Errorf("%s%s: %s", of, o.path, o.what)
}

// same compares what was made with what was read. It is nil when they are the same.
// A nil slice or map equals an empty one, because JSON makes no difference either.
func same(a, b reflect.Value) *odds {
	if a.IsValid() != b.IsValid() {
		return &odds{what: "lost"}
	}
	if !a.IsValid() {
		return nil
	}
	const changed = "changed by its JSON"
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if o := same(a.Field(i), b.Field(i)); o != nil {
				return o.in(".%s", a.Type().Field(i).Name)
			}
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return &odds{what: changed}
		}
		for i := range a.Len() {
			if o := same(a.Index(i), b.Index(i)); o != nil {
				return o.in("[%d]", i)
			}
		}
	case reflect.Map:
		if a.Len() != b.Len() {
			return &odds{what: changed}
		}
		for _, k := range a.MapKeys() {
			if o := same(a.MapIndex(k), b.MapIndex(k)); o != nil {
				return o.in("[%v]", k)
			}
		}
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() != b.IsNil() {
			return &odds{what: changed}
		}
		if !a.IsNil() {
			return same(a.Elem(), b.Elem())
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return &odds{what: fmt.Sprintf("a %s cannot be saved", a.Kind())}
	default:
		if !a.Equal(b) {
			return &odds{what: changed}
		}
	}
	return nil
}
