package record_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/record"
)

func find(name string) (games.Game, bool) { return sample.Game(), name == "lullaby" }

func table(t testing.TB, seats int, chosen map[string]string) games.Table {
	t.Helper()
	o, err := sample.Info().Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	return games.Table{Seats: seats, Options: o}
}

func simulate(t testing.TB, seed uint64, views bool) *record.Record {
	t.Helper()
	r, err := record.Simulate(sample.Game(), table(t, 3, map[string]string{"rounds": "3"}), record.MatchSeed(seed, 0), record.Options{Views: views})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func written(t testing.TB, rs ...*record.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, r := range rs {
		if err := record.Write(&b, r); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// only reads a file of one match.
func only(t testing.TB, b []byte) (*record.Record, error) {
	t.Helper()
	var last *record.Record
	var fault error
	n := 0
	for r, err := range record.Read(bytes.NewReader(b)) {
		last, fault = r, err
		n++
	}
	if n != 1 {
		t.Fatalf("%d matches", n)
	}
	return last, fault
}

func TestSimulateWriteReadVerify(t *testing.T) {
	var file []byte
	kinds := map[games.Kind]int{}
	for seed := range uint64(20) {
		r := simulate(t, seed, seed%2 == 0)
		for _, in := range r.Inputs {
			kinds[in.Kind]++
		}
		if !r.Result.Over || len(r.Result.Scores) != 3 {
			t.Errorf("seed %d: result %+v", seed, r.Result)
		}
		again := simulate(t, seed, seed%2 == 0)
		if !bytes.Equal(written(t, r), written(t, again)) {
			t.Errorf("seed %d: two simulations differ", seed)
		}
		file = append(file, written(t, r)...)
	}
	if kinds[games.KindExpire] == 0 || kinds[games.KindPlay] == 0 {
		t.Errorf("inputs by kind %v: deadlines and moves both belong into a simulation", kinds)
	}
	n := 0
	for r, err := range record.Read(bytes.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Verify(find, r); err != nil {
			t.Errorf("match %d: %v", n, err)
		}
		if !bytes.Contains(file, written(t, r)) {
			t.Errorf("match %d is written otherwise than it was read", n)
		}
		n++
	}
	if n != 20 {
		t.Errorf("%d matches of 20", n)
	}
}

func TestMatchSeed(t *testing.T) {
	met := map[games.Seed]bool{}
	for s := range uint64(10) {
		for i := range 10 {
			met[record.MatchSeed(s, i)] = true
		}
	}
	if len(met) != 100 {
		t.Errorf("%d seeds of 100", len(met))
	}
	if !met[record.MatchSeed(7, 3)] {
		t.Error("a seed is another the second time")
	}
}

// TestTampered changes one value of a record at a time.
func TestTampered(t *testing.T) {
	for name, test := range map[string]struct {
		change func(r *record.Record)
		want   error
	}{
		"ErrGame":          {func(r *record.Record) { r.Game = "chess" }, record.ErrGame},
		"ErrVersion":       {func(r *record.Record) { r.Version++ }, record.ErrVersion},
		"ErrHash":          {func(r *record.Record) { r.Hash[5] ^= 1 }, record.ErrHash},
		"ErrSeed":          {func(r *record.Record) { r.Seed[5] ^= 1 }, record.ErrHash},
		"ErrSeedAndHash":   {func(r *record.Record) { r.Seed[5] ^= 1; r.Hash = r.Seed.Hash() }, record.ErrPosition},
		"ErrOptionMissing": {func(r *record.Record) { delete(r.Options, "pace") }, record.ErrOptions},
		"ErrOptionStrange": {func(r *record.Record) { r.Options["rounds"] = "99" }, record.ErrOptions},
		"ErrOption":        {func(r *record.Record) { r.Options["pace"] = "brisk" }, record.ErrPosition},
		"ErrSeats":         {func(r *record.Record) { r.Seats = 99 }, record.ErrInput},
		"ErrDeal":          {func(r *record.Record) { r.Deal.Position = digit(r.Deal.Position) }, record.ErrPosition},
		"ErrPosition":      {func(r *record.Record) { r.Inputs[1].Position = digit(r.Inputs[1].Position) }, record.ErrPosition},
		"ErrView":          {func(r *record.Record) { r.Inputs[1].Views[2] = digit(r.Inputs[1].Views[2]) }, record.ErrView},
		"ErrMove":          {func(r *record.Record) { r.Inputs[0].Move = "hush" }, record.ErrInput},
		"OKClockUnused":    {func(r *record.Record) { r.Inputs[len(r.Inputs)-1].At += 1 << 40 }, nil},
		"ErrScores":        {func(r *record.Record) { r.Result.Scores[0]++ }, record.ErrResult},
		"ErrCutShort":      {func(r *record.Record) { r.Inputs = r.Inputs[:len(r.Inputs)-1] }, record.ErrResult},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := only(t, written(t, simulate(t, 4, true)))
			if err != nil {
				t.Fatal(err)
			}
			test.change(r)
			if err := record.Verify(find, r); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
}

// digit changes the first digit of a JSON text.
func digit(b []byte) []byte {
	b = bytes.Clone(b)
	i := bytes.IndexAny(b, "12345678")
	b[i]++
	return b
}

// TestBroken reads broken files.
func TestBroken(t *testing.T) {
	good := strings.TrimSpace(string(written(t, simulate(t, 4, false))))
	replace := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("no %s in %.300s", old, good)
		}
		return strings.Replace(good, old, new, 1)
	}
	for name, test := range map[string]struct{ file, want string }{
		"ErrTruncated":  {good[:len(good)/2], "line 1: the line ends inside the match"},
		"ErrNoJSON":     {"hello", "line 1: invalid character"},
		"ErrList":       {"[]", "line 1: array instead of record.line"},
		"ErrEmpty":      {"{}", "line 1: format: missing"},
		"ErrFormat":     {replace(`"format":1`, `"format":2`), "line 1: format: 2; this program reads 1"},
		"ErrUnknown":    {replace(`"format":1`, `"format":1,"moon":2`), `unknown field "moon"`},
		"ErrKind":       {replace(`"seats":3`, `"seats":"3"`), "line 1: seats: string instead of int"},
		"ErrSeats":      {replace(`"seats":3`, `"seats":0`), "line 1: seats: 0"},
		"ErrSeed":       {replace(`"seed":"`, `"seed":"zz`), "line 1: seed: not 64 hexadecimal digits"},
		"ErrNumber":     {replace(`"n":2,`, `"n":3,`), "line 1: inputs[1].n: 3 after 1"},
		"ErrClock":      {replace(`"n":1,"at":`, `"n":1,"at":9999999`), "line 1: inputs[1].at: "},
		"ErrKindOf":     {replace(`"kind":"play"`, `"kind":"cheat"`), `].kind: "cheat"`},
		"ErrSeat":       {replace(`"seat":0`, `"seat":7`), "].seat: 7 of 3 seats"},
		"ErrMove":       {replace(`"kind":"play"`, `"kind":"leave"`), "].move: "},
		"ErrTwo":        {good + good, "line 1: text after the match"},
		"ErrViews":      {replace(`"viewed":false`, `"viewed":true`), "line 1: deal.views: 0 views of 4"},
		"ErrNoPosition": {replace(`"deal":{"position":`, `"deal":{},"x":{"y":`), "unknown field"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := only(t, []byte(test.file+"\n"))
			var at *record.LineError
			if !errors.As(err, &at) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// TestGoesOn: a broken line costs one match, and the error names its number.
func TestGoesOn(t *testing.T) {
	good := written(t, simulate(t, 4, false))
	file := string(good) + "\n\nbroken\n" + string(good)
	matches, faults := 0, 0
	for _, err := range record.Read(strings.NewReader(file)) {
		var at *record.LineError
		switch {
		case err == nil:
			matches++
		case errors.As(err, &at) && at.Line == 4:
			faults++
		default:
			t.Error(err)
		}
	}
	if matches != 2 || faults != 1 {
		t.Errorf("%d matches and %d faults", matches, faults)
	}
}

type torn struct{}

func (torn) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestReaderFails(t *testing.T) {
	r := io.MultiReader(bytes.NewReader(written(t, simulate(t, 4, false))), torn{})
	var last error
	for _, err := range record.Read(r) {
		last = err
	}
	if !errors.Is(last, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", last)
	}
}

// TestStopsReading: the loop over the matches can stop early.
func TestStopsReading(t *testing.T) {
	good := written(t, simulate(t, 4, false))
	n := 0
	for range record.Read(bytes.NewReader(append(bytes.Clone(good), good...))) {
		n++
		break
	}
	if n != 1 {
		t.Error(n)
	}
}

// TestMake: the record of a log is the record of the match.
func TestMake(t *testing.T) {
	r := simulate(t, 9, true)
	var log []games.Input
	for _, in := range r.Inputs {
		log = append(log, in.Input)
	}
	again, err := record.Make(sample.Game(), r.Seed, games.Table{Seats: r.Seats, Options: r.Options}, log, true)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, r), written(t, again)) {
		t.Error("the records differ")
	}
}

func TestPrint(t *testing.T) {
	r := simulate(t, 9, false)
	var b strings.Builder
	if err := record.Print(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"lullaby, version 3, 3 seats", "option pace = calm", r.Inputs[0].Move, "over"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if lines := strings.Count(b.String(), "\n"); lines != len(r.Inputs)+4+len(r.Options) {
		t.Errorf("%d lines for %d inputs", lines, len(r.Inputs))
	}
}

// FuzzRead reads and verifies anything.
func FuzzRead(f *testing.F) {
	good := written(f, simulate(f, 4, false))
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Add(written(f, simulate(f, 5, true)))
	f.Add([]byte("{}\n[]\nnull\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for r, err := range record.Read(bytes.NewReader(b)) {
			if (r == nil) == (err == nil) {
				t.Fatalf("match %v and error %v", r, err)
			}
			if err != nil {
				var at *record.LineError
				if !errors.As(err, &at) || at.Line < 1 {
					t.Errorf("error without a line: %v", err)
				}
				continue
			}
			again, err := only(t, written(t, r))
			if err != nil {
				t.Fatalf("what was read and written is not read: %v", err)
			}
			if a, b := record.Verify(find, r), record.Verify(find, again); (a == nil) != (b == nil) {
				t.Errorf("read once: %v; and again: %v", a, b)
			}
		}
	})
}
