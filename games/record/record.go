// Package record reads and writes exported matches. The commands simulate and
// export write them; replay and verify read them.
//
// # The format
//
// A file is JSON Lines in UTF-8. Each line is a JSON object, which is one match, and has
// no key twice. A line has at most [MaxLine] bytes, and empty lines are skipped. The object has
// these members. All are required unless the table says otherwise:
//
//	format     3
//	game       the game's name, "when-i-dream"
//	version    version of the rules, a whole number
//	options    an object of strings with every option of the table
//	seed       64 hexadecimal digits; they decide every shuffle and roll
//	hash       SHA-256 of the seed in 64 digits
//	draw       where the seed comes from; left out if nothing was committed to
//	             commitment  SHA-256 of the secret's 64 digits, as text; the lobby
//	                         showed it before a player pressed
//	             secret      64 hexadecimal digits
//	             presses     the id of each seat's press, by seat, as strings of
//	                         decimal digits; "0" for an automatic player
//	seats      the number of seats
//	viewed     true if the record has views
//	deal       the first scene: {"position": …, "views": […]}
//	inputs     a list, in order; each input has
//	             n         number, from 1
//	             at        match clock, in nanoseconds
//	             kind      "play", "expire" or "leave"; or "hold", "show" or "withhold"
//	             seat      from 0; -1 for "expire", "show" and "withhold"
//	             move      notation; only for "play" and "hold"
//	             position  the full position after it
//	             views     only if viewed: how the view of each viewer changed,
//	                       the public first, then each seat
//	erased     the numbers of inputs whose words are gone, in order; left out
//	           if there are none. Formats before 3 have none
//	result     the status at the end: {"awaits", "due", "over", "scores", "winners"};
//	           empty members are left out
//
// A view is an object. The record tells only its members that changed:
//
//	{"now": {"phase": "dusk", "round": 2}, "gone": ["story"]}
//
// Members in "now" are new or have another value now. Members in "gone" are there
// no more. All others are as in the scene before. Before the deal a view has no
// members, so the deal tells all of them. {} is a view that did not change. A view
// that is no object is told whole, as {"all": …}. To read a view, start with the
// deal and follow the changes.
//
// A person may have what is kept of them erased. Then the words that they typed are gone,
// and other words stand in their moves. These lead to the same: a clue that was
// forbidden is forbidden, a guess that was right is right, a story mentions the same
// cards. So the match plays again as it went, with every shuffle and every point. What
// cannot be played again is what the person said.
//
// On some servers told dreams wait for a moderator; see [games.Holder]. A "hold" is a move
// whose words waited. Then a "show" or a "withhold" follows, or the deadline, which withholds
// too. Withheld words are gone in the same way. A program that is older than these kinds
// refuses such a match, and names the input.
//
// An unknown member is an error, so that no program reads a later format by mistake.
// The game defines positions and views. They belong to the version of its rules.
//
// Format 2 had no draw. [Read] still reads it, and format 1, which had the whole view of
// every viewer in each scene. A match of ten players made a line of 290 megabytes then, and makes one of 23 now.
//
// A record holds every secret of its match, even the seed. Share it only when the
// match is over. The operator of the bot may also use it to find a fault.
//
// # What verifying proves
//
// [Verify] deals from the seed and repeats every input. Each position, each view
// and the result must be the recorded ones. The hash must belong to the seed, the
// commitment to the secret, and the seed must be made of the secret and the presses.
// So the seed decided every shuffle and roll, and no host chose them later.
//
// Who compares the commitment with what the lobby showed knows more: the secret was
// fixed before the presses, so the bot could not choose it to fit them. Who knows the
// moment of their own press can compare it with the one in its id. docs/deal.md says
// what this proves, and what it does not.
//
// Verify cannot prove that this is the match that people played. They can read the
// moves. Without a draw it cannot prove that the host did not try seeds until one pleased.
//
// Of a match of another version of the rules, Verify confirms only the seed and the
// deal, and says so with a [VersionError]. A game may say that a match of an older
// version went as it would go today; see [games.Replayer].
//
// # Rejected
//
// Leaving out whole views that did not change saves nothing: almost every input
// changes something for every viewer. A general difference between two JSON texts
// would be shorter still, but no reader could follow it. RFC 7396 cannot tell a member
// that is null from one that is gone.
package record

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"time"

	"oneiros/games"
)

// Format is the version of the format that this package writes. It reads those
// before it, too.
const Format = 3

// MaxLine is the greatest length of a line, in bytes.
const MaxLine = 256 << 20

// maxLine is [MaxLine], except where a test has less patience.
var maxLine = MaxLine

// ErrTooLong is the error of a match whose line would be longer than [MaxLine].
var ErrTooLong = errors.New("the line is too long")

// Record is one match with everything that happened in it.
type Record struct {
	Game    string
	Version int
	Options games.Options
	Seed    games.Seed
	Hash    [32]byte
	Draw    *Draw // nil if nothing was committed to
	Seats   int
	Viewed  bool
	Deal    Scene
	Inputs  []Step
	Result  games.Status
	Erased  []int // the inputs whose words were erased

	tracks []track // of a record that Add continues
}

// Draw is where the seed of a match comes from.
type Draw struct {
	Commitment [32]byte
	Secret     games.Secret
	Presses    []uint64 // by seat
}

// NewDraw returns the draw of a secret and the presses of a match.
func NewDraw(s games.Secret, presses []uint64) *Draw {
	return &Draw{Commitment: s.Commitment(), Secret: s, Presses: presses}
}

// Pressed counts the people whose presses went into the seed.
func (d *Draw) Pressed() int {
	n := 0
	for _, id := range d.Presses {
		if id != 0 {
			n++
		}
	}
	return n
}

// drawn is the JSON form of a Draw.
type drawn struct {
	Commitment string   `json:"commitment"`
	Secret     string   `json:"secret"`
	Presses    []string `json:"presses"`
}

// Scene is a position, and how the view of each viewer changed: the public first,
// then each seat. Views is nil in a record without views.
type Scene struct {
	Position json.RawMessage `json:"position"`
	Views    []View          `json:"views,omitempty"`
}

// Step is an input and the scene after it.
type Step struct {
	games.Input
	Scene
}

// line is the JSON form of a Record with scenes S and steps I.
type line[S, I any] struct {
	Format  *int              `json:"format"`
	Game    *string           `json:"game"`
	Version *int              `json:"version"`
	Options map[string]string `json:"options"`
	Seed    *string           `json:"seed"`
	Hash    *string           `json:"hash"`
	Draw    *drawn            `json:"draw,omitempty"`
	Seats   *int              `json:"seats"`
	Viewed  *bool             `json:"viewed"`
	Deal    *S                `json:"deal"`
	Inputs  []I               `json:"inputs"`
	Result  *games.Status     `json:"result"`
	Erased  []int             `json:"erased,omitempty"`
}

// rawScene is a Scene of any format.
type rawScene struct {
	Position json.RawMessage   `json:"position"`
	Views    []json.RawMessage `json:"views"`
}

// rawStep is a Step of any format.
type rawStep struct {
	games.Input
	rawScene
}

// Write writes a record as one line, or nothing: the error may be [ErrTooLong].
func Write(w io.Writer, r *Record) error {
	format, seed, hash := Format, hex.EncodeToString(r.Seed[:]), hex.EncodeToString(r.Hash[:])
	l := line[Scene, Step]{
		Format: &format, Game: &r.Game, Version: &r.Version, Options: r.Options, Seed: &seed, Hash: &hash,
		Seats: &r.Seats, Viewed: &r.Viewed, Deal: &r.Deal, Inputs: r.Inputs, Result: &r.Result, Erased: r.Erased,
	}
	if d := r.Draw; d != nil {
		l.Draw = &drawn{Commitment: hex.EncodeToString(d.Commitment[:]), Secret: d.Secret.Hex(), Presses: []string{}}
		for _, id := range d.Presses {
			l.Draw.Presses = append(l.Draw.Presses, strconv.FormatUint(id, 10))
		}
	}
	if l.Options == nil {
		l.Options = games.Options{}
	}
	if l.Inputs == nil {
		l.Inputs = []Step{}
	}
	b, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	if len(b) > maxLine {
		return fmt.Errorf("%s with %d seats and %d inputs has %d bytes, of at most %d: %w", r.Game, r.Seats, len(r.Inputs), len(b), maxLine, ErrTooLong)
	}
	if _, err := w.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

// LineError is the error of a broken line.
type LineError struct {
	Line  int    // from 1
	Field string // a member of the object, as "inputs[3].at"; empty if the line is no object
	Err   error
}

// Error names the line and the field.
func (e *LineError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d: %s: %v", e.Line, e.Field, e.Err)
}

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// Read reads a file match by match. It holds one line at a time. A broken line
// gives a [LineError], and Read goes on with the next line. It stops after an error
// of the reader, after a line that is too long, and at the start of a file in UTF-16.
func Read(r io.Reader) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		text, err := open(r)
		if err != nil {
			yield(nil, err)
			return
		}
		scan := bufio.NewScanner(text)
		scan.Buffer(make([]byte, 0, 64<<10), MaxLine)
		n := 0
		for scan.Scan() {
			n++
			b := scan.Bytes()
			if n > 1 { // where marked files are joined
				b = bytes.TrimPrefix(b, []byte(BOM))
			}
			b = bytes.TrimSpace(b)
			if len(b) == 0 {
				continue
			}
			rec, err := parse(n, b)
			if !yield(rec, err) {
				return
			}
		}
		if err := scan.Err(); err != nil {
			if errors.Is(err, bufio.ErrTooLong) {
				err = fmt.Errorf("longer than %d bytes", MaxLine)
			}
			yield(nil, &LineError{Line: n + 1, Err: err})
		}
	}
}

// parse reads line n. It makes all checks that need no rules.
func parse(n int, b []byte) (*Record, error) {
	l, field, err := decode(b)
	if err != nil {
		return nil, &LineError{n, field, err}
	}
	r := &Record{
		Game: *l.Game, Version: *l.Version, Options: l.Options, Seats: *l.Seats, Viewed: *l.Viewed, Result: *l.Result, Erased: l.Erased,
	}
	if r.Seats < 1 {
		return nil, &LineError{n, "seats", fmt.Errorf("%d", r.Seats)}
	}
	if field, err := r.readSeed(l); err != nil {
		return nil, &LineError{n, field, err}
	}
	if field, err := r.read(l); err != nil {
		return nil, &LineError{n, field, err}
	}
	if field, err := r.check(); err != nil {
		return nil, &LineError{n, field, err}
	}
	return r, nil
}

// readSeed takes the seed of a line and where it comes from.
func (r *Record) readSeed(l line[rawScene, rawStep]) (field string, err error) {
	type digits struct {
		name, text string
		to         *[32]byte
	}
	list := []digits{{"seed", *l.Seed, (*[32]byte)(&r.Seed)}, {"hash", *l.Hash, &r.Hash}}
	if d := l.Draw; d != nil {
		r.Draw = &Draw{}
		list = append(list, digits{"draw.commitment", d.Commitment, &r.Draw.Commitment}, digits{"draw.secret", d.Secret, (*[32]byte)(&r.Draw.Secret)})
		if len(d.Presses) != r.Seats {
			return "draw.presses", fmt.Errorf("%d presses of %d seats", len(d.Presses), r.Seats)
		}
		for i, text := range d.Presses {
			id, err := strconv.ParseUint(text, 10, 64)
			if err != nil || strconv.FormatUint(id, 10) != text {
				return fmt.Sprintf("draw.presses[%d]", i), errors.New("not the decimal digits of an id")
			}
			r.Draw.Presses = append(r.Draw.Presses, id)
		}
	}
	for _, f := range list {
		b, err := hex.DecodeString(f.text)
		if err != nil || len(b) != 32 {
			return f.name, errors.New("not 64 hexadecimal digits")
		}
		copy(f.to[:], b)
	}
	return "", nil
}

// decode reads the JSON of a line. It returns the member that an error concerns.
func decode(b []byte) (l line[rawScene, rawStep], field string, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &kind) && kind.Field == "":
			return l, "", fmt.Errorf("%s instead of an object", kind.Value)
		case errors.As(err, &kind):
			return l, kind.Field, fmt.Errorf("%s instead of %s", kind.Value, kind.Type)
		case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
			return l, "", errors.New("the line ends inside the match")
		}
		return l, "", err
	}
	if err := Strict(b); err != nil {
		return l, "", err
	}
	v := reflect.ValueOf(l)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Tag.Get("json"); v.Field(i).IsNil() && !strings.HasSuffix(name, ",omitempty") {
			return l, name, errors.New("missing")
		}
	}
	if len(l.Erased) > 0 && *l.Format < Format {
		return l, "erased", fmt.Errorf("in format %d", *l.Format)
	}
	if *l.Format < 1 || *l.Format > Format {
		return l, "format", fmt.Errorf("%d; this program reads 1 to %d", *l.Format, Format)
	}
	if *l.Format < 3 && l.Draw != nil {
		return l, "draw", fmt.Errorf("format %d has none", *l.Format)
	}
	return l, "", nil
}

// read takes the scenes of a line. In format 1 they have whole views.
func (r *Record) read(l line[rawScene, rawStep]) (field string, err error) {
	follow := tracks(len(l.Deal.Views)) // of format 1
	scene := func(field string, raw rawScene) (Scene, string, error) {
		s := Scene{Position: raw.Position}
		if want := r.viewers(); len(raw.Views) != want {
			return s, field + ".views", fmt.Errorf("%d views of %d", len(raw.Views), want)
		}
		for i, b := range raw.Views {
			var v View
			if *l.Format == 1 {
				v = follow[i].follow(b)
			} else if err := strict(b, &v); err != nil {
				return s, fmt.Sprintf("%s.views[%d]", field, i), err
			} else if err := v.check(); err != nil {
				return s, fmt.Sprintf("%s.views[%d]", field, i), err
			}
			s.Views = append(s.Views, v)
		}
		return s, "", nil
	}
	if r.Deal, field, err = scene("deal", *l.Deal); err != nil {
		return field, err
	}
	r.Inputs = make([]Step, len(l.Inputs))
	for i, in := range l.Inputs {
		r.Inputs[i].Input = in.Input
		if r.Inputs[i].Scene, field, err = scene(fmt.Sprintf("inputs[%d]", i), in.rawScene); err != nil {
			return field, err
		}
	}
	return "", nil
}

// strict reads JSON without unknown members.
func strict(b []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// viewers is how many views each scene has.
func (r *Record) viewers() int {
	if !r.Viewed {
		return 0
	}
	return r.Seats + 1
}

// check returns the first faulty member of a record.
func (r *Record) check() (field string, err error) {
	if len(r.Deal.Position) == 0 {
		return "deal.position", errors.New("missing")
	}
	at := time.Duration(0)
	for i, in := range r.Inputs {
		field := fmt.Sprintf("inputs[%d]", i)
		switch {
		case len(in.Position) == 0:
			return field + ".position", errors.New("missing")
		case in.N != i+1:
			return field + ".n", fmt.Errorf("%d after %d", in.N, i)
		case in.At < at:
			return field + ".at", fmt.Errorf("%d after %d", in.At, at)
		}
		at = in.At
		switch in.Kind {
		case games.KindPlay, games.KindHold, games.KindLeave:
			if in.Seat < 0 || int(in.Seat) >= r.Seats {
				return field + ".seat", fmt.Errorf("%d of %d seats", in.Seat, r.Seats)
			}
		case games.KindExpire, games.KindShow, games.KindWithhold:
			if in.Seat != games.Nobody {
				return field + ".seat", fmt.Errorf("%d, but a %q has no seat", in.Seat, in.Kind)
			}
		default:
			return field + ".kind", fmt.Errorf("%q", in.Kind)
		}
		if (in.Move != "") != in.Kind.IsMove() {
			return field + ".move", fmt.Errorf("%q of a %q", in.Move, in.Kind)
		}
	}
	for i, n := range r.Erased {
		switch {
		case n < 1 || n > len(r.Inputs) || i > 0 && n <= r.Erased[i-1]:
			return "erased", fmt.Errorf("%d", n)
		case len(games.Quoted(r.Inputs[n-1].Move)) == 0:
			return "erased", fmt.Errorf("input %d has no words", n)
		}
	}
	return "", nil
}

// Begin starts a record with the deal of a match.
func Begin(m games.Match, views bool) (*Record, error) {
	s := m.Snapshot()
	if s.N != 0 {
		return nil, fmt.Errorf("a record starts with the deal, not after input %d", s.N)
	}
	r := &Record{
		Game: s.Game, Version: s.Version, Options: s.Options, Seed: s.Seed, Hash: s.Seed.Hash(),
		Seats: s.Seats, Viewed: views, Result: m.Status(), tracks: tracks(s.Seats + 1),
	}
	var err error
	r.Deal, err = r.scene(m)
	return r, err
}

// Add adds an input and the match after it, to a record that Begin started.
func (r *Record) Add(in games.Input, after games.Match) error {
	s, err := r.scene(after)
	if err != nil {
		return err
	}
	r.Inputs = append(r.Inputs, Step{in, s})
	r.Result = after.Status()
	return nil
}

func (r *Record) scene(m games.Match) (Scene, error) {
	s := Scene{Position: m.Snapshot().Position}
	if !r.Viewed {
		return s, nil
	}
	for v := range games.Viewers(r.Seats) {
		b, err := m.View(v)
		if err != nil {
			return s, err
		}
		s.Views = append(s.Views, r.tracks[len(s.Views)].follow(b))
	}
	return s, nil
}

// Make plays a log again and returns the record of the match.
func Make(g games.Game, seed games.Seed, t games.Table, log []games.Input, views bool) (*Record, error) {
	m, err := g.Deal(seed, t)
	if err != nil {
		return nil, err
	}
	r, err := Begin(m, views)
	if err != nil {
		return nil, err
	}
	for _, in := range log {
		if m, err = m.Do(in); err != nil {
			return nil, fmt.Errorf("input %d: %w", in.N, err)
		}
		if err := r.Add(in, m); err != nil {
			return nil, err
		}
	}
	return r, nil
}
