package record_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/record"
)

func find(name string) (games.Game, bool) { return sample.Game, name == "lullaby" }

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
	r, err := record.Simulate(sample.Game, table(t, 3, map[string]string{"rounds": "3"}), record.MatchSeed(seed, 0), record.Options{Views: views})
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

// TestSimulatedDeadlines: a deadline that comes first comes late, as a program that is
// busy lets it, but by less than a moment.
func TestSimulatedDeadlines(t *testing.T) {
	late := map[time.Duration]bool{}
	for seed := range uint64(300) {
		due := time.Duration(0)
		r := simulate(t, seed, false)
		m, err := sample.Game.Deal(r.Seed, table(t, 3, map[string]string{"rounds": "3"}))
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range r.Inputs {
			in := step.Input
			if due = m.Status().Due; in.Kind == games.KindExpire {
				by := in.At - max(due, m.At())
				if by < 0 || by >= 100*time.Millisecond {
					t.Errorf("seed %d, input %d: the deadline comes %v late", seed, in.N, by)
				}
				late[by] = true
			}
			if m, err = m.Do(in); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(late) < 5 {
		t.Errorf("deadlines come late by %v only", late)
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
		"ErrView":          {func(r *record.Record) { change(r.Deal.Views[2]) }, record.ErrView},
		"ErrViewLater":     {func(r *record.Record) { change(last(r)[0]) }, record.ErrView},
		"ErrViewNew":       {func(r *record.Record) { last(r)[2].Now["moon"] = []byte("1") }, record.ErrView},
		"ErrViewGone":      {func(r *record.Record) { last(r)[2].Gone = []string{"me"} }, record.ErrView},
		"ErrViewSame":      {func(r *record.Record) { last(r)[2] = record.View{} }, record.ErrView},
		"ErrViewAll":       {func(r *record.Record) { last(r)[2] = record.View{All: []byte("[]")} }, record.ErrView},
		"ErrViewMissing":   {func(r *record.Record) { r.Inputs[1].Views = r.Inputs[1].Views[:2] }, record.ErrView},
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

// last is how the views changed at the last input, which ends the match.
func last(r *record.Record) []record.View { return r.Inputs[len(r.Inputs)-1].Views }

// change changes one member of a view.
func change(v record.View) {
	for name, value := range v.Now {
		if bytes.ContainsAny(value, "12345678") {
			v.Now[name] = digit(value)
			return
		}
	}
	panic("nothing to change")
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
		"ErrList":       {"[]", "line 1: array instead of an object"},
		"ErrEmpty":      {"{}", "line 1: format: missing"},
		"ErrFormat":     {replace(`"format":3`, `"format":4`), "line 1: format: 4; this program reads 1 to 3"},
		"ErrUnknown":    {replace(`"format":3`, `"format":3,"moon":2`), `unknown field "moon"`},
		"ErrErased":     {replace(`"format":3`, `"erased":[1],"format":2`), "line 1: erased: in format 2"},
		"ErrErasedNone": {replace(`"format":3`, `"erased":[100000],"format":3`), "line 1: erased: 100000"},
		"ErrKind":       {replace(`"seats":3`, `"seats":"3"`), "line 1: seats: string instead of int"},
		"ErrSeats":      {replace(`"seats":3`, `"seats":0`), "line 1: seats: 0"},
		"ErrSeed":       {replace(`"seed":"`, `"seed":"zz`), "line 1: seed: not 64 hexadecimal digits"},
		"ErrNumber":     {replace(`"n":2,`, `"n":3,`), "line 1: inputs[1].n: 3 after 1"},
		"ErrClock":      {replace(`"n":1,"at":`, `"n":1,"at":9999999`), "line 1: inputs[1].at: "},
		"ErrKindOf":     {replace(`"kind":"play"`, `"kind":"cheat"`), `].kind: "cheat"`},
		"ErrSeat":       {replace(`"seat":0`, `"seat":7`), "].seat: 7 of 3 seats"},
		"ErrMove":       {replace(`"kind":"play"`, `"kind":"leave"`), "].move: "},
		"ErrKeyTwice":   {replace(`"format":3`, `"format":3,"Format":3`), `line 1: the key "format" is there twice`},
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

// TestBrokenViews reads views that no format has.
func TestBrokenViews(t *testing.T) {
	good := string(written(t, simulate(t, 4, true)))
	for name, test := range map[string]struct{ view, want string }{
		"ErrUnknown": {`{"then":{}}`, `deal.views[0]: json: unknown field "then"`},
		"ErrList":    {`[1]`, `deal.views[0]: json: cannot unmarshal array`},
		"ErrBoth":    {`{"all":{},"now":{"a":1}}`, `deal.views[0]: "all" beside "now" or "gone"`},
		"ErrTwice":   {`{"now":{"a":1},"gone":["a"]}`, `deal.views[0]: "a" is in both now and gone`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := only(t, []byte(strings.Replace(good, `"views":[`, `"views":[`+test.view+`,`, 1)))
			if err == nil || !strings.Contains(err.Error(), "deal.views: 5 views of 4") {
				t.Errorf("one view too many: %v", err)
			}
			i := strings.Index(good, `"views":[`) + len(`"views":[`)
			end := i + strings.Index(good[i:], `},{"now"`) + 1
			if _, err := only(t, []byte(good[:i]+test.view+good[end:])); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// whole is a record in format 1, in which every scene has whole views.
func whole(t *testing.T, r *record.Record) []byte {
	t.Helper()
	var scenes []map[string]any
	err := record.Replay(find, r, func(m games.Match, in *record.Step) error {
		scene := map[string]any{"position": m.Snapshot().Position}
		var views []json.RawMessage
		for v := range games.Viewers(m.Seats()) {
			b, err := m.View(v)
			if err != nil {
				return err
			}
			views = append(views, b)
		}
		if r.Viewed {
			scene["views"] = views
		}
		if in != nil {
			scene["n"], scene["at"], scene["kind"], scene["seat"] = in.N, in.At, in.Kind, in.Seat
			if in.Move != "" {
				scene["move"] = in.Move
			}
		}
		scenes = append(scenes, scene)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(map[string]any{
		"format": 1, "game": r.Game, "version": r.Version, "options": r.Options, "seats": r.Seats, "viewed": r.Viewed,
		"seed": hex.EncodeToString(r.Seed[:]), "hash": hex.EncodeToString(r.Hash[:]),
		"deal": scenes[0], "inputs": scenes[1:], "result": r.Result,
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestFormat1: a file of format 1 is read, and it is the same match.
func TestFormat1(t *testing.T) {
	for seed := range uint64(6) {
		r := simulate(t, seed, seed%2 == 0)
		old := whole(t, r)
		again, err := only(t, old)
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Verify(find, again); err != nil {
			t.Error(err)
		}
		if !bytes.Equal(written(t, again), written(t, r)) {
			t.Error("what format 1 says is written otherwise than what was played")
		}
		if seed%2 != 0 {
			continue
		}
		// A lie in the middle of format 1 is found as well.
		lie := bytes.LastIndex(old, []byte(`"me":1`))
		old[lie+len(`"me":`)] = '2'
		if again, err = only(t, old); err != nil {
			t.Fatal(err)
		}
		if err := record.Verify(find, again); !errors.Is(err, record.ErrView) {
			t.Errorf("error %v, want %v", err, record.ErrView)
		}
	}
}

// TestTooLong: a match whose line would be too long is named and not written. What
// was written before is whole, and others can follow.
func TestTooLong(t *testing.T) {
	short, long := simulate(t, 4, false), simulate(t, 4, true)
	record.LimitLines(t, len(written(t, short)))
	var b bytes.Buffer
	for range 2 {
		if err := record.Write(&b, short); err != nil {
			t.Fatal(err)
		}
		err := record.Write(&b, long)
		if !errors.Is(err, record.ErrTooLong) || !strings.Contains(err.Error(), "lullaby with 3 seats and ") {
			t.Errorf("error %v", err)
		}
	}
	if !bytes.Equal(b.Bytes(), written(t, short, short)) {
		t.Error("what was written is not the two short matches")
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

// TestJoined: files that an editor has marked are put one after another. Each match is read.
func TestJoined(t *testing.T) {
	file := bytes.Repeat(append([]byte(record.BOM), written(t, simulate(t, 4, false))...), 3)
	n := 0
	for _, err := range record.Read(bytes.NewReader(file)) {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 3 {
		t.Errorf("%d matches are read", n)
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
	again, err := record.Make(sample.Game, r.Seed, games.Table{Seats: r.Seats, Options: r.Options}, log, true)
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
	for _, want := range []string{"lullaby, version 1, 3 seats", "option pace = calm", r.Inputs[0].Move, "over"} {
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
	f.Add([]byte(record.BOM + "{}\n"))
	f.Add([]byte("\xff\xfe{\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for r, err := range record.Read(bytes.NewReader(b)) {
			if (r == nil) == (err == nil) {
				t.Fatalf("match %v and error %v", r, err)
			}
			if err != nil {
				var at *record.LineError
				if !errors.Is(err, record.ErrEncoding) && (!errors.As(err, &at) || at.Line < 1) {
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

// TestOtherVersion: rules of another version wrote a record. Its moves are not played
// again, but its seed and its deal are verified, and the error says what is good. A
// seed that does not belong to its hash is a fault in any version.
func TestOtherVersion(t *testing.T) {
	change := map[string]struct {
		do   func(*record.Record)
		said string
	}{
		"older":          {func(r *record.Record) { r.Version = 0 }, "rules of version 0 wrote it, this program has version 1: its seed and its deal are good; to play its moves again, use a release with version 0 of these rules"},
		"newer":          {func(r *record.Record) { r.Version = 4 }, "rules of version 4 wrote it, this program has version 1: its seed and its deal are good; to play its moves again, use a release with version 4 of these rules"},
		"another deal":   {func(r *record.Record) { r.Version, r.Deal.Position = 0, []byte("{}") }, "rules of version 0 wrote it, this program has version 1: its seed is good; to play its moves again, use a release with version 0 of these rules"},
		"unknown option": {func(r *record.Record) { r.Version, r.Options = 0, games.Options{"moon": "full"} }, "rules of version 0 wrote it, this program has version 1: its seed is good; to play its moves again, use a release with version 0 of these rules"},
	}
	for name, c := range change {
		r := simulate(t, 3, false)
		c.do(r)
		if err := record.Verify(find, r); !errors.Is(err, record.ErrVersion) || err.Error() != c.said {
			t.Errorf("%s: %v\nwant %s", name, err, c.said)
		}
		r.Hash[0]++
		if err := record.Verify(find, r); !errors.Is(err, record.ErrHash) {
			t.Errorf("%s, with a wrong hash: %v", name, err)
		}
	}
}
