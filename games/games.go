// Package games defines what a game is.
//
// A game is pure: the same seed and the same log of inputs always give the same
// position. Rules know only seats. They use no clock, no global randomness, no
// network, no language and no people. They refuse illegal moves, and never panic or
// log. A game is one folder, and one line in games/all adds it.
//
// A game implements the typed interfaces [Rules] and [Presenter]. [Define] hides
// their types and returns a [Game]. All other packages work with that.
//
// # There is no current player
//
// Every seat that has moves may move. So a trick, a race and a secret choice out of
// turn need nothing special. [Status] tells people whom the table waits for. It
// decides nothing.
//
// # Secrets
//
// The view is a separate type that holds what one viewer knows. A presenter gets
// only the view. No viewer sees everything: not the host, not a spectator, and not
// the public at the end. The rules decide what the public view shows then.
//
// # A form is a page
//
// No function lists the forms. A form is a page with fields, at the path that its
// link names. Fill turns the answers into a move.
package games

import (
	"cmp"
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

// Seat is a place at the table, counted from zero. The next seat is to the left.
type Seat int

// Nobody is no seat.
const Nobody Seat = -1

// Viewer is a seat or the public. The zero Viewer is the public: the board in the
// channel, and every spectator. No viewer sees everything.
type Viewer struct{ n int }

// Viewer returns the viewer at s. It is the public for a negative seat.
func (s Seat) Viewer() Viewer { return Viewer{max(int(s)+1, 0)} }

// Seat returns the seat of v. It is false for the public.
func (v Viewer) Seat() (Seat, bool) { return Seat(v.n - 1), v.n > 0 }

// Is reports whether v sits at s.
func (v Viewer) Is(s Seat) bool { return v.n > 0 && Seat(v.n-1) == s }

// String returns "public" or "seat N", counted from zero.
func (v Viewer) String() string {
	if v.n == 0 {
		return "public"
	}
	return "seat " + strconv.Itoa(v.n-1)
}

// Viewers yields the public, then each of n seats.
func Viewers(n int) iter.Seq[Viewer] {
	return func(yield func(Viewer) bool) {
		for i := range n + 1 {
			if !yield(Viewer{i}) {
				return
			}
		}
	}
}

// Env is everything that a rule may use besides its arguments.
type Env struct {
	At   time.Duration // the match clock: it stands still while the bot is down or the table is paused
	Rand *rand.Rand    // made anew for each input
}

// Seed decides every shuffle and roll of a match. It is secret until the end;
// its [Seed.Hash] is public from the start.
type Seed [32]byte

// Hash returns the SHA-256 of the seed. It proves later that the seed did not change.
func (s Seed) Hash() [32]byte { return sha256.Sum256(s[:]) }

// Rand returns the randomness for input n. It is ChaCha8, and its key is
// SHA-256(seed ‖ n as eight big-endian bytes). The deal is number 0.
func (s Seed) Rand(n int) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(binary.BigEndian.AppendUint64(s[:], uint64(n)))))
}

// Table describes the table for the deal.
type Table struct {
	Seats   int
	Options Options // all of them, made by [Info.Complete]
}

// Rules are the rules of a game with positions S, moves M and views V.
//
// A position is plain data and must survive its JSON. Data that does not survive is
// lost at every input, not only at a restart. So the first test finds it. A view
// may share slices and maps with the position. No caller changes them.
type Rules[S any, M fmt.Stringer, V any] interface {
	// Deal makes the first position. The number of seats is within the limits of
	// the Info. Deal refuses options that do not work together.
	Deal(env *Env, t Table) (S, error)
	// Moves lists every legal move of a seat. The order depends only on what the
	// seat knows. It lists one move with free text, and only the form of a move with
	// parameters: see [Parametric].
	Moves(s S, seat Seat) iter.Seq[M]
	// Play makes a move. It may change s, because s is thrown away after an error.
	// It refuses an illegal move with [Refuse]. m is any move that Parse can return.
	Play(env *Env, s *S, seat Seat, m M) error
	// View returns what v knows and nothing else. Build it field by field.
	View(s S, v Viewer) V
	// Status is public. It may depend only on what the zero Viewer knows.
	Status(s S) Status
	// Parse is the inverse of M's String: Parse(m.String()) is m. Any other text is
	// an error. The text may be hostile.
	Parse(text string) (M, error)
}

// Timed rules have deadlines. Expire is called when the match clock has reached
// Status.Due, so Env.At is not before it. Expire makes the safe choice, or it notes
// that a time has passed. Afterwards Due is later than Env.At, or there is none.
type Timed[S any] interface {
	Expire(env *Env, s *S) error
}

// A Beater has timed rules with beats. A beat is a moment before the deadline at which
// what a player did in secret takes effect. Status.Beat is public, so it is set whether
// a player did something or not, and it may have passed. Expire is called when the match
// clock has reached it, and there is something to do. Where there is nothing, Expire may
// be called too, as it is at tables by days. Then no viewer sees a difference, and every
// later input has the same effect as without the call.
type Beater[S any] interface {
	// Idle reports whether there is nothing to do at Status.Beat. That is secret.
	Idle(s S) bool
}

// Wakes is when the clock has something to do: at Status.Due, or at a beat that is not
// idle; 0 for never. So it may be secret.
func Wakes[S any, M fmt.Stringer, V any](r Rules[S, M, V], s S) time.Duration {
	st := r.Status(s)
	if b, ok := r.(Beater[S]); ok && st.Beat > 0 && !b.Idle(s) {
		return st.Beat
	}
	return st.Due
}

// A Leaver can go on when a seat is empty for good. From then on the match waits for
// nothing from that seat, and it must still be able to end.
type Leaver[S any] interface {
	Leave(env *Env, s *S, seat Seat) error
}

// A Hider knows what is secret from a viewer. Every game with secrets needs it.
type Hider[S any] interface {
	// Redeal replaces what v does not know with something else that is possible. The
	// view of v, the status, the moves and the refusals stay as they are.
	Redeal(s *S, v Viewer, r *rand.Rand)
	// Hidden lists words and names that must not be in anything that v sees.
	Hidden(s S, v Viewer) []string
}

// A Stocker leaves out of the JSON of a position what the options of the table say
// anyway, since it is large and never changes. Stock puts it into a position that was
// read from its JSON. Deal does so by itself.
type Stocker[S any] interface {
	Stock(s *S, o Options)
}

// An Upgrader reads positions of older versions of the rules.
type Upgrader[S any] interface {
	Upgrade(version int, position []byte) (S, error)
}

// A Replayer knows which matches of older versions went as they would go today. Of
// other older matches the log cannot be played again. These rules would not accept
// it, or it would lead to another position.
type Replayer interface {
	// Replays reports whether the log of a match with these options, which an older
	// version wrote, leads to the same positions in this version.
	Replays(version int, o Options) bool
}

// A Teller keeps in its position what it only tells players who look later. Untold takes
// that out of a position, which may share slices and maps with others. Positions that are
// equal then go on alike. So a match that an older version began still leads to the same
// position as its log does today.
type Teller[S any] interface {
	Untold(s *S)
}

// Strength says how well an automatic player plays.
type Strength int

// The strengths, from the weakest to the strongest. An automatic player may have only
// one and ignore the rest. The zero Strength is Normal. Matches that were saved
// without a strength are played with Normal.
const (
	Easy   Strength = iota - 1 // for children and for beginners
	Normal                     // the default
	Strong                     // as well as the program can play without a noticeable delay
)

// Strengths lists all strengths, from the weakest to the strongest.
var Strengths = []Strength{Easy, Normal, Strong}

var strengths = [...]string{"easy", "normal", "strong"}

// String returns "easy", "normal" or "strong". [ParseStrength] reads these names.
func (s Strength) String() string {
	if s < Easy || s > Strong {
		return "strength " + strconv.Itoa(int(s))
	}
	return strengths[s-Easy]
}

// ParseStrength returns the strength with a name.
func ParseStrength(name string) (Strength, error) {
	if i := slices.Index(strengths[:], name); i >= 0 {
		return Easy + Strength(i), nil
	}
	return Normal, fmt.Errorf("strength %q is none of %s", name, strings.Join(strengths[:], ", "))
}

// A Player is an automatic player. It gets a view, so it cannot cheat. legal is the
// list of Moves and is not empty. The player may choose another free text, and any
// move within a form.
//
// A stronger player must not win less often than a weaker one. The tests of every
// game measure that.
type Player[V, M any] interface {
	Choose(env *Env, how Strength, v V, legal []M) M
}

// A Waiter is an automatic player that may act where the table waits for no player or for
// another player: it guesses, or answers. Waits reports whether it would rather let the
// others go on. It is asked again after each input. A seat that the table awaits is
// not asked and moves.
//
// Other automatic players move only where the table awaits them.
type Waiter[V, M any] interface {
	Waits(how Strength, v V, legal []M) bool
}

// A Warmer makes something once that its first move would have to wait for, such as an
// index of what automatic players know. Warm makes it at once. The bot calls it beside
// everything else when a table of the game opens, and when it starts with one.
type Warmer interface {
	Warm()
}

// A Searcher is an automatic player that looks ahead. If the rules have secrets, they
// must be a Hider too. Each call of deal returns a new position that was redealt for
// the seat. It is never the true one, so a Searcher cannot cheat either. legal is as
// for a Player. If the rules are a Searcher, the Player is not used.
//
// A Player could search only by guessing positions from its view. Redeal can do that
// already.
type Searcher[S, M any] interface {
	Search(env *Env, how Strength, seat Seat, deal func() S, legal []M) M
}

// Presenter shows views.
type Presenter[V, M any] interface {
	// Page is a pure function of the view. An unknown path gives the first page, "".
	// Viewers can see their paths and may send any others.
	Page(v V, path string) ui.Page
	// Fill turns the answers to the form at a path into a move. It refuses answers
	// that give no move. The rules decide whether the move is legal.
	Fill(v V, path string, answers []string) (M, error)
}

// Status is what every player may know of a position. All of it is public, and so are
// the moments when it changes.
//
// A game may have two clocks, such as the sand of a night and a turn within it. Due is
// then the deadline that comes first, though it may end no turn: it may only tell the
// table how much sand is left. Ends is the moment that pages name to those it awaits, so
// that a reminder names the same one.
type Status struct {
	Awaits  []Seat        `json:"awaits,omitempty"`  // whom the table waits for, in seat order
	Due     time.Duration `json:"due,omitempty"`     // the match clock's next deadline; 0 for none
	Ends    time.Duration `json:"ends,omitempty"`    // when the turn of those it awaits ends, where Due comes before that; else 0
	Beat    time.Duration `json:"beat,omitempty"`    // a moment before Due, see [Beater]; 0 for none
	Untimed bool          `json:"untimed,omitempty"` // whom it awaits, it awaits without a deadline, for as long as it takes
	Sand    bool          `json:"sand,omitempty"`    // the time until Due is a part of the game: it runs also for a player who decides alone
	Mark    bool          `json:"mark,omitempty"`    // Due ends no turn: it is the moment at which what was chosen in secret takes effect
	Chapter int           `json:"chapter,omitempty"` // the night, lap, deal or round, from 1, which never falls before the end; 0 for none. The message "chapter" names it
	Cue     Cue           `json:"cue,omitzero"`      // a moment that may be called out to the table now
	Break   bool          `json:"rest,omitempty"`    // it ends a time to read or to talk in: who only lets it pass has missed nothing
	Out     []Seat        `json:"out,omitempty"`     // who is out of the match while others play on: they will have no move again; in seat order
	Over    bool          `json:"over,omitempty"`    // no player will have a move again
	Scores  []int         `json:"scores,omitempty"`  // by seat, when over
	Winners []Seat        `json:"winners,omitempty"` // when over; several share the victory, none means that no player wins
}

// A Cue is a moment that a table may call out besides showing it, to players who look away: that
// a sand is nearly out, or whose turn it is. It is public, and says no more than the public page.
// Its words are the message "cue.KIND", which gets the name of Seat. The zero Cue is none.
type Cue struct {
	Kind string `json:"kind"`
	N    int    `json:"n"` // the latest of its kind: another number is another moment
	Seat Seat   `json:"seat"`
}

// End is until when the table waits for those it awaits: Ends, or Due where that ends
// their turn; 0 for no deadline. It is for people to read. The clock goes by Due.
func (s Status) End() time.Duration { return cmp.Or(s.Ends, s.Due) }

// Info describes a game.
type Info struct {
	Name     string      // as people and scripts name it: "when-i-dream"
	Version  int         // of the rules: raised when a log leads to another position than before
	Min, Max int         // seats
	Best     int         // the number of seats at which the game is best; a person alone plays at such a table
	Minutes  [2]int      // how long a match takes, from and to
	Options  []Option    // in the order in which people choose them
	Commands []Command   // slash commands that fill a form
	Rules    []ui.Page   // the rules in the project's own words, page by page
	Locale   fs.FS       // locale/en.toml and locale/ru.toml
	Tempo    Tempo       // how fast the table goes; zero for the usual tempo
	Cover    *ui.Picture // by which people know the game in a list, without words; nil for none

	// Endless reports whether a match with these options may last for as long as its players
	// neither win nor lose. Automatic players end such a match, too. With the defaults every
	// match ends. It is nil where every match does.
	Endless func(Options) bool

	// The catalogue has the keys "name" and "about". For each option it has
	// "option.KEY", "option.KEY.about" and "option.KEY.VALUE". For each command it
	// has "command.NAME" (the name itself, lower case), "command.NAME.about",
	// "command.NAME.arg" and "command.NAME.arg.about".
}

// Tempo says how fast a table goes. A zero field means the usual value, which fits
// most games. Package table has it as a constant of the same name.
type Tempo struct {
	Pace   time.Duration // how long an automatic player takes for a move where little happened, at most; 500 ms to 1 min
	Grace  time.Duration // how late a press may arrive that was made before a deadline; 500 ms to 2 s
	Typing time.Duration // the shortest time in which a person can type an answer; 1 ms to 10 s
}

// Check returns an error if a value is out of range.
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

// Chapter returns a page of the rules. Its title is the message "rules.NAME", and its
// paragraphs are the messages "rules.NAME.LINE".
func Chapter(colour uint32, name string, lines ...string) ui.Page {
	p := ui.Page{Title: ui.T("rules." + name), Colour: colour}
	for _, l := range lines {
		p.Gap()
		p.Say(ui.T("rules." + name + "." + l))
	}
	return p
}

// Command is a slash command with one text. The text answers the form at a path.
type Command struct {
	Name string // "clue"
	Path string // the form's path
	Max  int    // characters
}

// Option is a choice that a table makes before the deal.
type Option struct {
	Key     string
	Choices []string             // of a choice; the first is the default if Default is nil
	Min     int                  // of a number
	Max     int                  // of a number; 0 for a choice
	Default func(Options) string // gets the options before this one
	Texts   *Texts               // of a text that a server brings; nil for a choice or a number
	Spoken  bool                 // its choices are languages; see [Info.In]
	Aloud   string               // the choice by which people speak to each other; empty where there is none

	// Given says what this option is where those before it decide it; empty where it means
	// nothing and is left out. Then no player can choose it, and what was chosen counts again
	// when they no longer do. It may be nil.
	Given func(Options) (value string, is bool)
}

// Free reports whether an option can be chosen beside the others of a table.
func (o Option) Free(all Options) bool {
	if o.Given == nil {
		return true
	}
	_, is := o.Given(all)
	return !is
}

// Options holds the options of a table, by key. A number is decimal.
type Options map[string]string

// Int returns the number of a key, or 0.
func (o Options) Int(key string) int {
	n, err := strconv.Atoi(o[key])
	if err != nil {
		return 0
	}
	return n
}

// Check returns a refusal if a value is not allowed.
func (o Option) Check(value string) error {
	if o.Texts != nil {
		if r := o.Texts.Read(TextTitle(value), []byte(value)); r.Value != value {
			return Refuse("refuse.option-text", ui.T("option."+o.Key))
		}
		return nil
	}
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

// In is the game at a table of a language, "ru" or "en": the default of a spoken option is that
// language, if the option has it.
func (i Info) In(lang string) Info {
	i.Options = slices.Clone(i.Options)
	for n, o := range i.Options {
		if o.Spoken && slices.Contains(o.Choices, lang) {
			i.Options[n].Default = func(Options) string { return lang }
		}
	}
	return i
}

// Complete checks the chosen options and adds the defaults of all others. It refuses
// unknown keys and values that are not allowed.
func (i Info) Complete(chosen map[string]string) (Options, error) {
	full := make(Options, len(i.Options))
	for _, o := range i.Options {
		v, ok := chosen[o.Key]
		var given string
		is := false
		if o.Given != nil {
			given, is = o.Given(full)
		}
		switch {
		case is && given == "":
			continue
		case is:
			v = given
		case ok:
			if err := o.Check(v); err != nil {
				return nil, err
			}
		case o.Texts != nil:
			continue // without a text the game uses its own
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
		if !slices.ContainsFunc(i.Options, func(o Option) bool { return o.Key == k }) {
			return nil, Refuse("refuse.option-unknown", k)
		}
	}
	return full, nil
}

// Refusal is the error of a move that cannot be made. Its text is for the person who
// tried. It must not betray a secret to that person.
type Refusal struct{ Text ui.Text }

// Error returns the key. The words are in the catalogues.
func (r *Refusal) Error() string { return "refused: " + r.Text.Key }

// Refuse returns a refusal with a message of the game's catalogue or the common one.
func Refuse(key string, args ...any) error { return &Refusal{ui.T(key, args...)} }

// Refused returns the text of a refusal, and whether err is one. Any other error is a
// fault of the program.
func Refused(err error) (ui.Text, bool) {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Text, true
	}
	return ui.Text{}, false
}
