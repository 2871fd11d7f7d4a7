// Package proof says what a file proves about a match: which checks hold, and what no
// file can prove. A file is a match that `oneiros export` wrote, or one that a player
// kept. The page of the verifier runs this package in a browser; see cmd/verifier.
//
// A kept file shows what one viewer saw. It has no secret moves, so they cannot be
// played again. But it has what the seed is made of, and the digest of what its viewer
// knew after the deal. So its cards can be dealt again.
package proof

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"maps"
	"strconv"

	"oneiros/games"
	"oneiros/games/record"
)

// The checks, in the order in which they are made.
const (
	Whole      = "whole"      // the file can be read
	Commitment = "commitment" // the secret is the one that the lobby committed to
	Presses    = "presses"    // the seed is made of the secret and the presses
	Seed       = "seed"       // the seed belongs to its hash
	Deal       = "deal"       // the seed and the rules lead to this deal
	Moves      = "moves"      // so do all moves, with each shuffle and roll between them
	Views      = "views"      // what each player knew
	End        = "end"        // the result
)

// The states of a check.
const (
	Good = "good"
	Bad  = "bad"
	Open = "open" // it was not made
)

// The encodings that a page names.
const (
	UTF16  = "utf-16" // it cannot be read so; that says nothing about the match
	Marked = "bom"    // UTF-8 after a byte order mark, which an editor wrote
)

// Check is one of the checks.
type Check struct {
	What  string `json:"what"`
	State string `json:"state"`
}

// Press is what a seat gave to the seed.
type Press struct {
	ID string `json:"id"`           // "0" for an automatic player
	At int64  `json:"at,omitempty"` // when Discord made it, in milliseconds since 1970
}

// Report is what the file of a match proves.
type Report struct {
	Kept       bool     `json:"kept"` // it is a kept file, and no export
	Game       string   `json:"game"`
	Seats      int      `json:"seats"`
	Inputs     int      `json:"inputs"`
	Good       bool     `json:"good"` // all that could be checked holds
	Checks     []Check  `json:"checks"`
	Limits     []string `json:"limits"` // what is not proved; the page has the words
	Fault      string   `json:"fault,omitempty"`
	Encoding   string   `json:"encoding,omitempty"` // UTF16, or Marked, if it is not UTF-8 alone
	Commitment string   `json:"commitment,omitempty"`
	Secret     string   `json:"secret,omitempty"`
	Presses    []Press  `json:"presses,omitempty"`
	Seed       string   `json:"seed,omitempty"`
}

// mark sets the state of a check.
func (r *Report) mark(what, state string) { r.Checks = append(r.Checks, Check{what, state}) }

// fail marks a check as bad.
func (r *Report) fail(what string, err error) *Report {
	r.mark(what, Bad)
	r.Good, r.Fault = false, err.Error()
	return r
}

// Of checks one match: a line of an export, or a whole kept file.
func Of(find record.Lookup, file []byte) *Report {
	r := &Report{Good: true}
	if bytes.HasPrefix(file, []byte(record.BOM)) {
		r.Encoding = Marked
	}
	if at := bytes.Index(file, []byte(opening)); at >= 0 {
		return r.ofKept(find, file[at+len(opening):])
	}
	for rec, err := range record.Read(bytes.NewReader(file)) {
		switch {
		case errors.Is(err, record.ErrEncoding):
			r.mark(Whole, Open)
			r.Good, r.Fault, r.Encoding = false, err.Error(), UTF16
			return r
		case err != nil:
			return r.fail(Whole, err)
		}
		return r.ofRecord(find, rec)
	}
	return r.fail(Whole, errors.New("there is no match in it"))
}

// ofRecord checks an exported match.
func (r *Report) ofRecord(find record.Lookup, rec *record.Record) *Report {
	r.Game, r.Seats, r.Inputs = rec.Game, rec.Seats, len(rec.Inputs)
	r.mark(Whole, Good)
	r.Seed = hex.EncodeToString(rec.Seed[:])
	r.draw(rec.Draw)
	if len(rec.Erased) > 0 {
		r.Limits = append(r.Limits, "erased")
	}
	if !rec.Result.Over {
		r.Limits = append(r.Limits, "unfinished")
	}
	r.Limits = append(r.Limits, "moments", "people")
	reached := -1
	err := record.VerifyEach(find, rec, func(n int) { reached = n })
	list := []string{Commitment, Presses, Seed, Deal, Moves, Views, End}
	bad := len(list)
	version, other := errors.AsType[*record.VersionError](err)
	switch {
	case err == nil:
	case other:
		bad = 3 // from the deal on nothing is certain
		r.Limits = append(r.Limits, "version")
	case errors.Is(err, record.ErrSecret):
		bad = 0
	case errors.Is(err, record.ErrDraw):
		bad = 1
	case errors.Is(err, record.ErrHash):
		bad = 2
	case reached < 0:
		bad = 3
	case errors.Is(err, record.ErrView):
		bad = 5
	case errors.Is(err, record.ErrResult):
		bad = 6
	default:
		bad = 4
	}
	for i, what := range list {
		state := Good
		switch {
		case i < 2 && rec.Draw == nil, what == Views && !rec.Viewed:
			continue
		case other && i >= bad && !(what == Deal && version.Deal), i > bad, bad == 2 && i < 2:
			state = Open
		case i == bad && !other:
			state = Bad
		}
		r.mark(what, state)
	}
	if err != nil {
		r.Good, r.Fault = false, err.Error()
	}
	return r
}

// draw takes where a seed comes from, and what that does not prove.
func (r *Report) draw(d *record.Draw) {
	if d == nil {
		r.Limits = append(r.Limits, "uncommitted")
		return
	}
	r.Commitment, r.Secret = hex.EncodeToString(d.Commitment[:]), d.Secret.Hex()
	for _, id := range d.Presses {
		r.Presses = append(r.Presses, press(id))
	}
	r.Limits = append(r.Limits, "compare")
	if d.Pressed() < 2 {
		r.Limits = append(r.Limits, "one")
	}
	r.Limits = append(r.Limits, "operator")
}

// discordEpoch is where the moments in Discord's ids begin.
const discordEpoch = 1420070400000

func press(id uint64) Press {
	p := Press{ID: strconv.FormatUint(id, 10)}
	if id != 0 {
		p.At = int64(id>>22) + discordEpoch
	}
	return p
}

// Kept is what a kept file says of its deal. All of it is shown to every player at the end
// of a match, except the digest, which its viewer could make.
type Kept struct {
	Game       string            `json:"game"`
	Version    int               `json:"version"` // of the rules
	Options    map[string]string `json:"options"`
	Seats      int               `json:"seats"`
	Seat       int               `json:"seat"` // -1 for the public
	Commitment string            `json:"commitment,omitempty"`
	Secret     string            `json:"secret,omitempty"`
	Presses    []Press           `json:"presses,omitempty"`
	Seed       string            `json:"seed"`
	Deal       string            `json:"deal"` // SHA-256 of all that and of what the viewer knew after the deal
}

// NewKept says how a match was dealt that a player keeps. The draw is nil if nothing
// was committed to.
func NewKept(m games.Snapshot, d *record.Draw, v games.Viewer) *Kept {
	k := &Kept{Game: m.Game, Version: m.Version, Options: m.Options, Seats: m.Seats, Seat: int(games.Nobody), Seed: hex.EncodeToString(m.Seed[:])}
	if s, ok := v.Seat(); ok {
		k.Seat = int(s)
	}
	if d != nil {
		k.Commitment, k.Secret = hex.EncodeToString(d.Commitment[:]), d.Secret.Hex()
		for _, id := range d.Presses {
			k.Presses = append(k.Presses, press(id))
		}
	}
	return k
}

// Viewer is whose eyes a kept file has.
func (k *Kept) Viewer() games.Viewer {
	if k.Seat < 0 {
		return games.Viewer{}
	}
	return games.Seat(k.Seat).Viewer()
}

// See notes what the viewer knows of a match. It is called after the deal.
func (k *Kept) See(m games.Match) error {
	view, err := m.View(k.Viewer())
	if err != nil {
		return err
	}
	k.Deal = ""
	rest, err := json.Marshal(k)
	if err != nil {
		return err
	}
	h := sha256.Sum256(append(rest, view...))
	k.Deal = hex.EncodeToString(h[:])
	return nil
}

// opening begins what a kept file says of its deal.
const opening = `<data id="deal" value="`

// Attribute is the value of the element that a kept file has: <data id="deal" value="…">.
func (k *Kept) Attribute() (string, error) {
	b, err := json.Marshal(k)
	return base64.RawURLEncoding.EncodeToString(b), err
}

// ofKept checks a kept file from that value on.
func (r *Report) ofKept(find record.Lookup, rest []byte) *Report {
	r.Kept = true
	value, rest, _ := bytes.Cut(rest, []byte(`"`))
	if bytes.Contains(rest, []byte(opening)) {
		return r.fail(Whole, errors.New("it has the deal twice"))
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(html.UnescapeString(string(value)))
	if err != nil {
		return r.fail(Whole, err)
	}
	var k Kept
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := cmp.Or(d.Decode(&k), record.Strict(b)); err != nil {
		return r.fail(Whole, err)
	}
	seed, draw, err := k.numbers()
	if err != nil {
		return r.fail(Whole, err)
	}
	r.Game, r.Seats, r.Seed = k.Game, k.Seats, k.Seed
	r.mark(Whole, Good)
	r.draw(draw)
	r.Limits = append(r.Limits, "kept", "people")
	if draw != nil {
		if draw.Secret.Commitment() != draw.Commitment {
			return r.fail(Commitment, record.ErrSecret)
		}
		r.mark(Commitment, Good)
		if draw.Secret.Seed(draw.Presses) != seed {
			return r.fail(Presses, record.ErrDraw)
		}
		r.mark(Presses, Good)
	}
	if err := k.redeal(find, seed); errors.Is(err, record.ErrVersion) {
		r.mark(Deal, Open)
		r.Limits = append(r.Limits, "version")
		r.Good, r.Fault = false, err.Error()
	} else if err != nil {
		return r.fail(Deal, err)
	} else {
		r.mark(Deal, Good)
	}
	return r
}

// numbers reads the hexadecimal and decimal digits.
func (k *Kept) numbers() (seed games.Seed, draw *record.Draw, err error) {
	digits := func(name, text string, to []byte) {
		b, bad := hex.DecodeString(text)
		if bad != nil || len(b) != len(to) || hex.EncodeToString(b) != text {
			err = errors.Join(err, fmt.Errorf("%s: not 64 hexadecimal digits", name))
			return
		}
		copy(to, b)
	}
	digits("seed", k.Seed, seed[:])
	if k.Commitment != "" || k.Secret != "" || len(k.Presses) > 0 {
		draw = &record.Draw{}
		digits("commitment", k.Commitment, draw.Commitment[:])
		digits("secret", k.Secret, draw.Secret[:])
		if len(k.Presses) != k.Seats {
			err = errors.Join(err, fmt.Errorf("%d presses of %d seats", len(k.Presses), k.Seats))
		}
		for _, p := range k.Presses {
			id, bad := strconv.ParseUint(p.ID, 10, 64)
			if bad != nil || press(id) != p {
				err = errors.Join(err, fmt.Errorf("%q at %d is no id of a press", p.ID, p.At))
			}
			draw.Presses = append(draw.Presses, id)
		}
	}
	return seed, draw, err
}

// redeal deals the match again and compares what the viewer knew.
func (k *Kept) redeal(find record.Lookup, seed games.Seed) (err error) {
	defer func() {
		// Rules do not panic in a match, but a file may hold anything.
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the rules panicked: %v", record.ErrInput, p)
		}
	}()
	g, ok := find(k.Game)
	if !ok {
		return fmt.Errorf("%w %q", record.ErrGame, k.Game)
	}
	if k.Version != g.Info().Version {
		return &record.VersionError{Wrote: k.Version, Has: g.Info().Version, Seed: true}
	}
	if k.Seat < -1 || k.Seat >= k.Seats {
		return fmt.Errorf("seat %d of %d", k.Seat, k.Seats)
	}
	full, err := g.Info().Complete(k.Options)
	if err != nil || !maps.Equal(full, k.Options) {
		return fmt.Errorf("%w: %v", record.ErrOptions, k.Options)
	}
	m, err := g.Deal(seed, games.Table{Seats: k.Seats, Options: full})
	if err != nil {
		return fmt.Errorf("the deal: %w: %w", record.ErrInput, err)
	}
	again := *k
	if err := again.See(m); err != nil {
		return err
	}
	if again.Deal != k.Deal {
		return record.ErrView
	}
	return nil
}
