// Package record is the export format of matches: what simulate and export
// write, and replay and verify read.
//
// # The format
//
// A file is UTF-8 text, JSON Lines: each line is one match, a JSON object, and
// ends with a line feed. Empty lines are skipped. A line is at most [MaxLine]
// bytes. The members of the object are, all of them there unless said otherwise:
//
//	format     1
//	game       the game's name, "when-i-dream"
//	version    version of its rules, a whole number
//	options    what the table agreed on: an object of strings, complete
//	seed       64 hexadecimal digits, from which every shuffle and roll follows
//	hash       SHA-256 of the seed, which the board showed from the start, likewise
//	seats      how many sat down
//	viewed     true when the views are there
//	deal       the first position: {"position": …, "views": […]}
//	inputs     a list, in order, of
//	             n         number, from 1
//	             at        match clock, in nanoseconds
//	             kind      "play", "expire" or "leave"
//	             seat      from 0; -1 for a deadline
//	             move      notation; only of a play
//	             position  the full position after it
//	             views     what every viewer knew after it; only when viewed:
//	                       the public first, then each seat
//	result     the status at the end: {"awaits", "due", "over", "scores", "winners"};
//	           a member that is empty is not there
//
// An unknown member is an error: a file of a later format must not be taken for
// one of this. Positions and views are as the game writes them and belong to the
// version of its rules.
//
// A record holds every secret of its match, the seed included. It is for matches
// that are over, or for whoever runs the bot.
//
// # What verifying proves
//
// [Verify] deals from the seed and makes every input again: each position, each
// view and the result must come out as written, and the hash must be the seed's.
// So every shuffle and roll was decided by the seed to which the hash committed
// before the first card was dealt. That the seed itself was drawn by chance and
// that the notes are of the match that people remember, they have to see for
// themselves, from the hash on their board and the moves.
//
// # Rejected
//
// Views that are left out while they are as before would make files a fifth as
// long, and every reader a program; a line that is compressed shrinks as much.
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
	"time"

	"oneiros/games"
)

// Format is the version of the format that this package writes and reads.
const Format = 1

// MaxLine is the longest line, in bytes, of which memory is asked for.
const MaxLine = 256 << 20

// Record is one match with all that happened.
type Record struct {
	Game    string
	Version int
	Options games.Options
	Seed    games.Seed
	Hash    [32]byte
	Seats   int
	Viewed  bool
	Deal    Scene
	Inputs  []Step
	Result  games.Status
}

// Scene is a position, and what everybody knew of it: the public first, then
// each seat. Views is nil in a record without views.
type Scene struct {
	Position json.RawMessage   `json:"position"`
	Views    []json.RawMessage `json:"views,omitempty"`
}

// Step is an input and the scene after it.
type Step struct {
	games.Input
	Scene
}

// line is a Record as it is written.
type line struct {
	Format  *int              `json:"format"`
	Game    *string           `json:"game"`
	Version *int              `json:"version"`
	Options map[string]string `json:"options"`
	Seed    *string           `json:"seed"`
	Hash    *string           `json:"hash"`
	Seats   *int              `json:"seats"`
	Viewed  *bool             `json:"viewed"`
	Deal    *Scene            `json:"deal"`
	Inputs  []Step            `json:"inputs"`
	Result  *games.Status     `json:"result"`
}

// Write writes a record as one line.
func Write(w io.Writer, r *Record) error {
	format, seed, hash := Format, hex.EncodeToString(r.Seed[:]), hex.EncodeToString(r.Hash[:])
	l := line{
		Format: &format, Game: &r.Game, Version: &r.Version, Options: r.Options, Seed: &seed, Hash: &hash,
		Seats: &r.Seats, Viewed: &r.Viewed, Deal: &r.Deal, Inputs: r.Inputs, Result: &r.Result,
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
	if len(b) > MaxLine {
		return fmt.Errorf("write record: %d bytes of at most %d", len(b), MaxLine)
	}
	if _, err := w.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

// LineError is what is wrong with a line of a file.
type LineError struct {
	Line  int    // from 1
	Field string // of the object, as "inputs[3].at"; empty when the line is no object
	Err   error
}

// Error names the line and the field.
func (e *LineError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d: %s: %v", e.Line, e.Field, e.Err)
}

// Unwrap is what was wrong.
func (e *LineError) Unwrap() error { return e.Err }

// Read reads a file match by match and holds one line of it at a time. A line
// that is broken gives a [LineError] and reading goes on with the next; after an
// error of the reader or a line that is too long it ends.
func Read(r io.Reader) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		scan := bufio.NewScanner(r)
		scan.Buffer(make([]byte, 0, 64<<10), MaxLine)
		n := 0
		for scan.Scan() {
			n++
			b := bytes.TrimSpace(scan.Bytes())
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

// parse reads a line and checks everything that needs no rules.
func parse(n int, b []byte) (*Record, error) {
	bad := func(field, format string, args ...any) (*Record, error) {
		return nil, &LineError{n, field, fmt.Errorf(format, args...)}
	}
	var l line
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &kind):
			return bad(kind.Field, "a %s where %s belongs", kind.Value, kind.Type)
		case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
			return bad("", "the line ends in the middle of the match")
		}
		return bad("", "%w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return bad("", "something follows the match")
	}
	v := reflect.ValueOf(l)
	for i := range v.NumField() {
		if v.Field(i).IsNil() {
			return bad(v.Type().Field(i).Tag.Get("json"), "missing")
		}
	}
	if *l.Format != Format {
		return bad("format", "%d; this program reads %d", *l.Format, Format)
	}
	r := &Record{
		Game: *l.Game, Version: *l.Version, Options: l.Options, Seats: *l.Seats, Viewed: *l.Viewed,
		Deal: *l.Deal, Inputs: l.Inputs, Result: *l.Result,
	}
	for _, f := range []struct {
		name, text string
		to         *[32]byte
	}{{"seed", *l.Seed, (*[32]byte)(&r.Seed)}, {"hash", *l.Hash, &r.Hash}} {
		b, err := hex.DecodeString(f.text)
		if err != nil || len(b) != 32 {
			return bad(f.name, "not 64 hexadecimal digits")
		}
		copy(f.to[:], b)
	}
	if r.Seats < 1 {
		return bad("seats", "%d", r.Seats)
	}
	scene := func(field string, s Scene) error {
		if len(s.Position) == 0 {
			return &LineError{n, field + ".position", errors.New("missing")}
		}
		want := 0
		if r.Viewed {
			want = r.Seats + 1
		}
		if len(s.Views) != want {
			return &LineError{n, field + ".views", fmt.Errorf("%d views of %d", len(s.Views), want)}
		}
		return nil
	}
	if err := scene("deal", r.Deal); err != nil {
		return nil, err
	}
	at := time.Duration(0)
	for i, in := range r.Inputs {
		field := fmt.Sprintf("inputs[%d]", i)
		if err := scene(field, in.Scene); err != nil {
			return nil, err
		}
		switch {
		case in.N != i+1:
			return bad(field+".n", "%d after %d", in.N, i)
		case in.At < at:
			return bad(field+".at", "%d after %d", in.At, at)
		}
		at = in.At
		seated := in.Seat >= 0 && int(in.Seat) < r.Seats
		switch in.Kind {
		case games.KindPlay, games.KindLeave:
			if !seated {
				return bad(field+".seat", "%d of %d seats", in.Seat, r.Seats)
			}
		case games.KindExpire:
			if in.Seat != games.Nobody {
				return bad(field+".seat", "%d at a deadline, which is nobody's", in.Seat)
			}
		default:
			return bad(field+".kind", "%q", in.Kind)
		}
		if (in.Move != "") != (in.Kind == games.KindPlay) {
			return bad(field+".move", "%q of a %q", in.Move, in.Kind)
		}
	}
	return r, nil
}

// Begin begins a record with the deal of a match.
func Begin(m games.Match, views bool) (*Record, error) {
	s := m.Snapshot()
	if s.N != 0 {
		return nil, fmt.Errorf("a record begins with the deal, not after input %d", s.N)
	}
	r := &Record{
		Game: s.Game, Version: s.Version, Options: s.Options, Seed: s.Seed, Hash: s.Seed.Hash(),
		Seats: s.Seats, Viewed: views, Result: m.Status(),
	}
	var err error
	r.Deal, err = r.scene(m)
	return r, err
}

// Add adds an input and the match after it.
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
		s.Views = append(s.Views, b)
	}
	return s, nil
}

// Make is the record of a match of which the log is known.
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
