// Package games says what a game is.
//
// A game is pure: given a seed and the log of inputs it always reaches the same
// position. Rules know no clock, no global randomness, no network, no language
// and no people, only seats; they refuse and never panic, never log. Everything
// of a game stands in one folder, and one line in games/all adds it.
//
// The typed interfaces [Rules] and [Presenter] are what a game writes; [Define]
// ends the types and gives a [Game], which is what everything above works with.
//
// # There is no current player
//
// Whoever has moves may move. So a trick, a race and a secret choice out of
// turn need nothing special. Whom the table waits for is said by [Status], for
// people; it decides nothing.
//
// # Secrets
//
// What a viewer knows is a type of its own, the view, and a presenter is given
// nothing else. No viewer sees everything: not the host, not a spectator, not
// the process at the end of the match, when the rules themselves put into the
// public view what is to be seen.
//
// # A form is a page
//
// The presenter has no function that lists forms: a form is the page at the
// path that its link names, with fields. Fill turns the answers into a move.
package games

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/games/ui"
)

// Seat is a place at the table, counted from zero; the next seat is to the left.
type Seat int

// Nobody is no seat.
const Nobody Seat = -1

// Viewer is somebody who looks at the table. The zero Viewer is the public: the
// board in the channel, and every spectator. No viewer sees everything.
type Viewer struct{ n int }

// Viewer is whoever sits at s; the public for a negative seat.
func (s Seat) Viewer() Viewer { return Viewer{max(int(s)+1, 0)} }

// Seat is where v sits, and whether v sits at all.
func (v Viewer) Seat() (Seat, bool) { return Seat(v.n - 1), v.n > 0 }

// Is reports whether v sits at s.
func (v Viewer) Is(s Seat) bool { return v.n > 0 && Seat(v.n-1) == s }

// String is "public" or "seat N", counted from zero.
func (v Viewer) String() string {
	if v.n == 0 {
		return "public"
	}
	return "seat " + strconv.Itoa(v.n-1)
}

// Viewers are the public and then every seat of a table of n.
func Viewers(n int) iter.Seq[Viewer] {
	return func(yield func(Viewer) bool) {
		for i := range n + 1 {
			if !yield(Viewer{i}) {
				return
			}
		}
	}
}

// Env is all that a rule may use besides its arguments.
type Env struct {
	At   time.Duration // the match clock: it stands still while the bot is down or the table is paused
	Rand *rand.Rand    // made anew for each input
}

// Seed decides every shuffle and roll of a match. It is secret until the end;
// its [Seed.Hash] is public from the start.
type Seed [32]byte

// Hash is the SHA-256 of the seed, which commits to it.
func (s Seed) Hash() [32]byte { return sha256.Sum256(s[:]) }

// Rand is the randomness of the input with a number: ChaCha8 keyed with
// SHA-256(seed ‖ number as eight bytes, big end first). The deal is number 0.
func (s Seed) Rand(n int) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(binary.BigEndian.AppendUint64(s[:], uint64(n)))))
}

// Table is what a deal is told: how many sit down and what they agreed on.
type Table struct {
	Seats   int
	Options Options // complete: [Info.Complete] made them
}

// Rules are the rules of a game with positions S, moves M and views V.
//
// A position is plain data and survives its JSON: what does not is lost at
// every input, not only at a restart, so that the first test shows it. Slices
// and maps that a view shares with the position are not changed by anybody.
type Rules[S any, M fmt.Stringer, V any] interface {
	// Deal makes the first position. It refuses a table that the options allow
	// and the game does not; the number of seats is within the Info's limits.
	Deal(env *Env, t Table) (S, error)
	// Moves lists every legal move of a seat, in an order that depends on
	// nothing but what the seat knows; of a move with free text one, and of a move
	// with parameters its form: see [Parametric].
	Moves(s S, seat Seat) iter.Seq[M]
	// Play makes a move. It owns s, and an error throws s away. It refuses with
	// [Refuse] what is not legal, for any move that Parse can return.
	Play(env *Env, s *S, seat Seat, m M) error
	// View is what v knows, built field by field, and nothing else.
	View(s S, v Viewer) V
	// Status is public: it may not depend on what the zero Viewer does not know.
	Status(s S) Status
	// Parse is the inverse of M's String: Parse(m.String()) is m, and a text
	// that no move prints is an error. It is given hostile text.
	Parse(text string) (M, error)
}

// Timed rules have deadlines. Expire is called once the match clock has reached
// Status.Due, with Env.At at or after it; it plays the safe default or notes
// that a mark was passed. Afterwards Due is later than Env.At, or there is none.
type Timed[S any] interface {
	Expire(env *Env, s *S) error
}

// A Leaver goes on when somebody is gone for good. The match must be able to
// end without them: nothing may wait for the seat from then on.
type Leaver[S any] interface {
	Leave(env *Env, s *S, seat Seat) error
}

// A Hider can tell what a viewer does not know. Every game with secrets is one.
type Hider[S any] interface {
	// Redeal replaces what v does not know by something v could not tell apart:
	// afterwards v's view, status, moves and refusals are as before.
	Redeal(s *S, v Viewer, r *rand.Rand)
	// Hidden lists words and names that must occur in nothing v is shown.
	Hidden(s S, v Viewer) []string
}

// An Upgrader reads positions that an older version of the rules wrote.
type Upgrader[S any] interface {
	Upgrade(version int, position []byte) (S, error)
}

// Strength is how well an automatic player plays.
type Strength int

// The strengths, from the weakest to the strongest. A game whose automatic player
// knows only one strength plays the same at each of them. The zero Strength is
// Normal, which is also what a match played that was saved without a strength.
const (
	Easy   Strength = iota - 1 // for children and for beginners
	Normal                     // for a seat whose strength nobody chose
	Strong                     // as well as the program can play within a moment
)

// Strengths are all of them, from the weakest to the strongest.
var Strengths = []Strength{Easy, Normal, Strong}

var strengths = [...]string{"easy", "normal", "strong"}

// String is the name that [ParseStrength] reads: "easy", "normal" or "strong".
func (s Strength) String() string {
	if s < Easy || s > Strong {
		return "strength " + strconv.Itoa(int(s))
	}
	return strengths[s-Easy]
}

// ParseStrength is the strength with a name.
func ParseStrength(name string) (Strength, error) {
	if i := slices.Index(strengths[:], name); i >= 0 {
		return Easy + Strength(i), nil
	}
	return Normal, fmt.Errorf("strength %q is none of %s", name, strings.Join(strengths[:], ", "))
}

// A Player plays by itself. It is given a view, so it cannot cheat. legal is
// what Moves listed and is not empty; of a move with free text the player may
// make one with text of its own, and of a form any move within it.
//
// A stronger player wins at least as often as a weaker one; the tests of every
// game measure it.
type Player[V, M any] interface {
	Choose(env *Env, how Strength, v V, legal []M) M
}

// A Searcher is an automatic player that looks ahead. Rules that hide something
// must be a Hider too. Each call of deal gives a position of its own, redealt for
// the seat from the one in play and never that one itself, so a Searcher cannot
// cheat either. legal is as for a Player, which is not asked where there is a
// Searcher: a view is no position, and could only be searched by guessing back
// what Redeal knows already.
type Searcher[S, M any] interface {
	Search(env *Env, how Strength, seat Seat, deal func() S, legal []M) M
}

// Presenter shows views.
type Presenter[V, M any] interface {
	// Page is a pure function of the view. A path that it does not know is the
	// first page, "". Paths are public to their viewer and hostile.
	Page(v V, path string) ui.Page
	// Fill turns the answers to the form at a path into a move. It refuses what
	// is no move; whether the move is legal is for the rules to say.
	Fill(v V, path string, answers []string) (M, error)
}

// Status is what everybody may know of a position. All of it is public, its
// changes in time too.
type Status struct {
	Awaits  []Seat        `json:"awaits,omitempty"`  // whom the table waits for, in seat order
	Due     time.Duration `json:"due,omitempty"`     // the match clock's next deadline; 0 for none
	Untimed bool          `json:"untimed,omitempty"` // whom it awaits, it awaits without a deadline, for as long as it takes
	Break   bool          `json:"rest,omitempty"`    // it ends a time to read or to talk in: who only lets it pass has missed nothing
	Over    bool          `json:"over,omitempty"`    // nobody will have a move again
	Scores  []int         `json:"scores,omitempty"`  // by seat, when over
	Winners []Seat        `json:"winners,omitempty"` // when over; several share the victory, none is nobody's
}

// Info is what is known of a game without playing it.
type Info struct {
	Name     string    // as people and scripts name it: "when-i-dream"
	Version  int       // of the positions: raised when older ones need an Upgrade
	Min, Max int       // seats
	Minutes  [2]int    // how long a match takes, from and to
	Options  []Option  // in the order in which they are asked
	Commands []Command // slash commands that fill a form
	Rules    []ui.Page // the rules in the project's own words, page by page
	Locale   fs.FS     // locale/en.toml and locale/ru.toml
	Tempo    Tempo     // how fast the table goes, where the usual does not fit
	// The catalogue has the keys "name" and "about" and, for each option,
	// "option.KEY", "option.KEY.about" and "option.KEY.VALUE"; for each command
	// "command.NAME" (the name itself, lower case), "command.NAME.about",
	// "command.NAME.arg" and "command.NAME.arg.about".
}

// Tempo is how fast a table goes. Zero is what fits most games; the table's
// constants of the same names say how long that is.
type Tempo struct {
	Pace   time.Duration // how long an automatic player takes for a move; 500 ms to 1 min
	Grace  time.Duration // how long after a deadline a press made before it may arrive; 500 ms to 2 s
	Typing time.Duration // how long after a change nobody can have typed an answer to it; 1 ms to 10 s
}

// Check says what is wrong with a tempo.
func (t Tempo) Check() error {
	for _, d := range []struct {
		name            string
		is, least, most time.Duration
	}{
		{"pace", t.Pace, 500 * time.Millisecond, time.Minute},
		{"grace", t.Grace, 500 * time.Millisecond, 2 * time.Second},
		{"typing", t.Typing, time.Millisecond, 10 * time.Second},
	} {
		if d.is != 0 && (d.is < d.least || d.is > d.most) {
			return fmt.Errorf("tempo: %s is %v, must be %v to %v", d.name, d.is, d.least, d.most)
		}
	}
	return nil
}

// Chapter is a page of the rules: its title is the catalogue's "rules.NAME", its
// paragraphs are "rules.NAME.LINE" of each line.
func Chapter(colour uint32, name string, lines ...string) ui.Page {
	p := ui.Page{Title: ui.T("rules." + name), Colour: colour}
	for _, l := range lines {
		p.Gap()
		p.Say(ui.T("rules." + name + "." + l))
	}
	return p
}

// Command is a slash command with one text, which answers the form at a path.
type Command struct {
	Name string // "clue"
	Path string // the form's path
	Max  int    // characters
}

// Option is one thing that a table agrees on before the deal.
type Option struct {
	Key     string
	Choices []string             // of a choice; the first is the default when Default is nil
	Min     int                  // of a number
	Max     int                  // of a number; 0 says that this is a choice
	Default func(Options) string // may look at the options before this one
}

// Options are what a table agreed on, by key. A number is written in decimal.
type Options map[string]string

// Int is the number of a key, 0 where there is none.
func (o Options) Int(key string) int {
	n, err := strconv.Atoi(o[key])
	if err != nil {
		return 0
	}
	return n
}

// Check says what is wrong with one value of an option, as a refusal.
func (o Option) Check(value string) error {
	if o.Max > 0 {
		n, err := strconv.Atoi(value)
		if err != nil || n < o.Min || n > o.Max || strconv.Itoa(n) != value {
			return Refuse("refuse.option-range", ui.T("option."+o.Key), o.Min, o.Max)
		}
		return nil
	}
	var words []ui.Text
	for _, c := range o.Choices {
		if c == value {
			return nil
		}
		words = append(words, ui.Literal(c))
	}
	return Refuse("refuse.option-choice", ui.T("option."+o.Key), words)
}

// Complete checks what was chosen and adds the default of everything else. It
// refuses a key that the game does not have and a value out of range.
func (i Info) Complete(chosen map[string]string) (Options, error) {
	full := make(Options, len(i.Options))
	for _, o := range i.Options {
		v, ok := chosen[o.Key]
		switch {
		case ok:
			if err := o.Check(v); err != nil {
				return nil, err
			}
		case o.Default != nil:
			v = o.Default(full)
		case o.Max > 0:
			v = strconv.Itoa(o.Min)
		default:
			v = o.Choices[0]
		}
		full[o.Key] = v
	}
	for k := range chosen {
		if _, ok := full[k]; !ok {
			return nil, Refuse("refuse.option-unknown", k)
		}
	}
	return full, nil
}

// Refusal is the answer to a move that cannot be made, in words for whoever
// tried. It says nothing that its reader does not know.
type Refusal struct{ Text ui.Text }

// Error is the key; the words are in the catalogues.
func (r *Refusal) Error() string { return "refused: " + r.Text.Key }

// Refuse refuses with a text of the game's catalogue, or of the common one.
func Refuse(key string, args ...any) error { return &Refusal{ui.T(key, args...)} }

// Refused is the text of a refusal, and whether err is one. Any other error is a
// fault: ours, not the player's.
func Refused(err error) (ui.Text, bool) {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Text, true
	}
	return ui.Text{}, false
}
