package proof_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/proof"
	"oneiros/games/record"
)

// matches is how many matches the test verifies and changes. TEST_WHOLE takes a thousand.
func matches() int {
	return gametest.Times(1000, 10, 5)
}

// simulated is a short match whose seed comes from a secret and presses, and its line in
// an export.
func simulated(t testing.TB, i int, views bool) (*record.Record, []byte) {
	t.Helper()
	g := all.Games[i%len(all.Games)]
	options, err := g.Info().Complete(gametest.Brief(g.Info()))
	if err != nil {
		t.Fatal(err)
	}
	secret := games.Secret(record.MatchSeed(15, i))
	presses := make([]uint64, g.Info().Min)
	for s := range presses {
		presses[s] = 1440000000000000000 + uint64(i)<<24 + uint64(s)
	}
	presses[len(presses)-1] = 0 // an automatic player
	r, err := record.Simulate(g, games.Table{Seats: g.Info().Min, Options: options}, secret.Seed(presses), record.Options{Views: views})
	if err != nil {
		t.Fatal(err)
	}
	r.Draw = record.NewDraw(secret, presses)
	var line bytes.Buffer
	if err := record.Write(&line, r); err != nil {
		t.Fatal(err)
	}
	return r, line.Bytes()
}

// TestThousand verifies exported matches of all games, and refuses each with one
// change.
func TestThousand(t *testing.T) {
	luck := rand.New(rand.NewPCG(15, 1000))
	idle := 0 // inputs whose absence changes nothing: a player confirmed what would have come by itself
	defer func() {
		if idle > matches()/100 {
			t.Errorf("%d times nobody noticed that an input went", idle)
		}
	}()
	for i := range matches() {
		r, line := simulated(t, i, i%50 == 0)
		if p := proof.Of(all.Find, line); !p.Good || p.Fault != "" || p.Inputs != len(r.Inputs) || !slices.ContainsFunc(p.Checks, func(c proof.Check) bool { return c.What == proof.End && c.State == proof.Good }) {
			t.Fatalf("match %d of %s: %+v", i, r.Game, p)
		}
		changed, what := change(t, line, luck)
		p := proof.Of(all.Find, changed)
		if p.Good && strings.HasSuffix(what, numberedAnew) && p.Inputs == len(r.Inputs)-1 {
			idle++
			continue
		}
		if p.Good || p.Fault == "" {
			t.Errorf("match %d of %s: nobody noticed that %s changed: %+v", i, r.Game, what, p)
		}
	}
}

const numberedAnew = ", others are numbered anew"

// change changes one thing of an exported match. It leaves the moments alone: how long
// a player thought proves nothing unless it changes the match.
func change(t testing.TB, line []byte, luck *rand.Rand) (changed []byte, what string) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var o map[string]any
	if err := d.Decode(&o); err != nil {
		t.Fatal(err)
	}
	inputs := o["inputs"].([]any)
	switch luck.IntN(8) {
	case 0:
		n := luck.IntN(len(inputs))
		o["inputs"], what = slices.Delete(inputs, n, n+1), fmt.Sprintf("input %d went", n+1)
	case 1:
		// The list is numbered anew, as a player would who hides a move.
		n := luck.IntN(len(inputs))
		inputs = slices.Delete(inputs, n, n+1)
		for i := range inputs {
			inputs[i].(map[string]any)["n"] = i + 1
		}
		o["inputs"], what = inputs, fmt.Sprintf("input %d went", n+1)+numberedAnew
	case 2, 3:
		in := inputs[luck.IntN(len(inputs))].(map[string]any)
		delete(in, "at")
		path := alter(in, luck)
		in["at"] = 0
		if n, err := in["n"].(json.Number).Int64(); err == nil && n > 1 && int(n) <= len(inputs) {
			in["at"] = inputs[n-2].(map[string]any)["at"]
		}
		what = "inputs" + path
	default:
		names := []string{"draw", "draw", "draw", "seed", "hash", "seats", "version", "game", "options", "deal", "result"}
		name := names[luck.IntN(len(names))]
		part := map[string]any{name: o[name]}
		what = alter(part, luck)
		o[name] = part[name]
	}
	b, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n'), what
}

// alter changes one value somewhere in a part of a match, and returns where.
func alter(part any, luck *rand.Rand) string {
	var leaves []func() string
	var walk func(v any, at string, set func(any))
	walk = func(v any, at string, set func(any)) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(func(yield func(string) bool) {
				for k := range v {
					if !yield(k) {
						return
					}
				}
			}) {
				walk(v[k], at+"."+k, func(to any) { v[k] = to })
			}
		case []any:
			for i := range v {
				walk(v[i], fmt.Sprintf("%s[%d]", at, i), func(to any) { v[i] = to })
			}
		default:
			leaves = append(leaves, func() string {
				to := other(v, luck)
				set(to)
				return fmt.Sprintf("%s from %v to %v", at, v, to)
			})
		}
	}
	walk(part, "", nil)
	return leaves[luck.IntN(len(leaves))]()
}

// other is another value of the same kind.
func other(v any, luck *rand.Rand) any {
	switch v := v.(type) {
	case bool:
		return !v
	case json.Number:
		n, err := v.Int64()
		if err != nil {
			return json.Number("7")
		}
		return json.Number(fmt.Sprint(n + 1 + luck.Int64N(3)))
	case string:
		runes := []rune(v)
		if len(runes) == 0 {
			return "x"
		}
		i := luck.IntN(len(runes))
		digits := []rune("0123456789abcdef")
		if at := slices.Index(digits, runes[i]); at >= 0 {
			runes[i] = digits[(at+1+luck.IntN(8))%16]
		} else {
			runes[i] = 'q'
		}
		if string(runes) == v {
			return v + "q"
		}
		return string(runes)
	}
	return 1 // of null
}

// inUTF16 is a file as Windows PowerShell writes it.
func inUTF16(order binary.AppendByteOrder, text []byte) (b []byte) {
	for _, c := range utf16.Encode([]rune("\ufeff" + string(text))) {
		b = order.AppendUint16(b, c)
	}
	return b
}

// TestEncodings: a good match in another encoding is not called wrong. The report names
// the encoding. What an editor puts before it changes nothing.
func TestEncodings(t *testing.T) {
	_, line := simulated(t, 3, true)
	little, big := inUTF16(binary.LittleEndian, line), inUTF16(binary.BigEndian, line)
	for name, test := range map[string]struct {
		file             []byte
		encoding, checks string
	}{
		"UTF-8":                 {line, "", "whole+ commitment+ presses+ seed+ deal+ moves+ views+ end+"},
		"byte order mark":       {append([]byte("\xef\xbb\xbf"), line...), proof.Marked, "whole+ commitment+ presses+ seed+ deal+ moves+ views+ end+"},
		"little":                {little, proof.UTF16, "whole?"},
		"big":                   {big, proof.UTF16, "whole?"},
		"little without a mark": {little[2:], proof.UTF16, "whole?"},
		"big without a mark":    {big[2:], proof.UTF16, "whole?"},
		"mark alone":            {[]byte("\xef\xbb\xbf"), proof.Marked, "whole-"},
		"two marks":             {append([]byte("\xef\xbb\xbf\xef\xbb\xbf"), line...), proof.Marked, "whole-"},
		"no text":               {[]byte{0, 0, 0, 0}, "", "whole-"},
		"one byte of UTF-16":    {[]byte{0xff}, "", "whole-"},
		"lines of Windows":      {append(bytes.TrimSpace(line), "\r\n"...), "", "whole+ commitment+ presses+ seed+ deal+ moves+ views+ end+"},
	} {
		t.Run(name, func(t *testing.T) {
			p := proof.Of(all.Find, test.file)
			if got := checks(p); got != test.checks || p.Encoding != test.encoding || p.Good != (strings.Count(test.checks, "+") == 8) {
				t.Errorf("%s in %q, %v: %s", got, p.Encoding, p.Good, p.Fault)
			}
		})
	}
}

// TestTwice: what readers could take for two different matches is refused.
func TestTwice(t *testing.T) {
	r, line := simulated(t, 3, true)
	g, _ := all.Find(r.Game)
	m, err := g.Deal(r.Seed, games.Table{Seats: r.Seats, Options: r.Options})
	if err != nil {
		t.Fatal(err)
	}
	k := proof.NewKept(m.Snapshot(), r.Draw, games.Seat(0).Viewer())
	if err := k.See(m); err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	kept := func(text string) []byte {
		return []byte(`<data id="deal" value="` + base64.RawURLEncoding.EncodeToString([]byte(text)) + `"></data>`)
	}
	if p := proof.Of(all.Find, kept(string(whole))); !p.Good {
		t.Fatal(p.Fault)
	}
	for name, file := range map[string][]byte{
		"key":                                   bytes.Replace(line, []byte(`"seats":`), []byte(`"seats":2,"seats":`), 1),
		"key in other letters":                  bytes.Replace(line, []byte(`"seats":`), []byte(`"SEATS":2,"seats":`), 1),
		"key in a letter that folds to another": bytes.Replace(line, []byte(`"seats":`), []byte(`"\u017feats":2,"seats":`), 1),
		"inner key":                             bytes.Replace(line, []byte(`"seat":1`), []byte(`"seat":1,"seat":1`), 1),
		"match in a line":                       append(bytes.TrimSpace(line), line...),
		"kept key":                              kept(strings.Replace(string(whole), `"seats":`, `"seats":2,"seats":`, 1)),
		"kept text":                             kept(string(whole) + `{}`),
		"kept deal":                             append(kept(string(whole)), kept(string(whole))...),
	} {
		t.Run(name, func(t *testing.T) {
			if p := proof.Of(all.Find, file); p.Good || checks(p) != "whole-" {
				t.Errorf("%s: %s", checks(p), p.Fault)
			}
		})
	}
}

// TestFaults: a report says which check failed.
func TestFaults(t *testing.T) {
	r, line := simulated(t, 3, true)
	file := func(change func(r *record.Record)) []byte {
		for rec, err := range record.Read(bytes.NewReader(line)) {
			if err != nil {
				t.Fatal(err)
			}
			change(rec)
			var b bytes.Buffer
			if err := record.Write(&b, rec); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}
		return nil
	}
	for name, test := range map[string]struct {
		file   []byte
		checks string
		limits string
	}{
		"good":       {line, "whole+ commitment+ presses+ seed+ deal+ moves+ views+ end+", "compare operator moments people"},
		"commitment": {file(func(r *record.Record) { r.Draw.Commitment[0]++ }), "whole+ commitment- presses? seed? deal? moves? views? end?", "compare"},
		"presses":    {file(func(r *record.Record) { r.Draw.Presses[0]++ }), "whole+ commitment+ presses- seed? deal? moves? views? end?", "compare"},
		"seed":       {file(func(r *record.Record) { r.Hash[0]++ }), "whole+ commitment? presses? seed- deal? moves? views? end?", "compare"},
		"deal": {file(func(r *record.Record) { r.Draw = nil; r.Seed[0]++; r.Hash = r.Seed.Hash() }),
			"whole+ seed+ deal- moves? views? end?", "uncommitted"},
		"move": {file(func(r *record.Record) { r.Inputs[2].Position = []byte("{}") }),
			"whole+ commitment+ presses+ seed+ deal+ moves- views? end?", "compare"},
		"end":     {file(func(r *record.Record) { r.Result.Scores = nil }), "whole+ commitment+ presses+ seed+ deal+ moves+ views+ end-", "compare"},
		"version": {file(func(r *record.Record) { r.Version++ }), "whole+ commitment+ presses+ seed+ deal+ moves? views? end?", "version"},
		"one press": {file(func(r *record.Record) {
			for i := range r.Draw.Presses {
				r.Draw.Presses[i] = 0
			}
		}), "whole+ commitment+ presses- seed? deal? moves? views? end?", "one"},
		"broken": {line[:len(line)/2], "whole-", ""},
		"empty":  {nil, "whole-", ""},
		"page":   {[]byte("<!doctype html>"), "whole-", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := proof.Of(all.Find, test.file)
			if got := checks(p); got != test.checks {
				t.Errorf("checks %s, want %s", got, test.checks)
			}
			for _, limit := range strings.Fields(test.limits) {
				if !slices.Contains(p.Limits, limit) {
					t.Errorf("limits %v, want %s too", p.Limits, limit)
				}
			}
			if p.Good != (name == "good") || p.Good != (p.Fault == "") {
				t.Errorf("good %v, fault %q", p.Good, p.Fault)
			}
		})
	}
	if p := proof.Of(all.Find, line); p.Seed == "" || len(p.Presses) != r.Seats || p.Presses[0].At != 1763393153918 {
		t.Errorf("%+v", p)
	}
}

// checks are the checks of a report in short.
func checks(p *proof.Report) string {
	var list []string
	for _, c := range p.Checks {
		list = append(list, c.What+map[string]string{proof.Good: "+", proof.Bad: "-", proof.Open: "?"}[c.State])
	}
	return strings.Join(list, " ")
}

// TestKept: what a kept file says of its deal holds, for each viewer, and any other
// value in it is refused.
func TestKept(t *testing.T) {
	luck := rand.New(rand.NewPCG(15, 2))
	for i := range len(all.Games) {
		r, _ := simulated(t, i, false)
		g, _ := all.Find(r.Game)
		m, err := g.Deal(r.Seed, games.Table{Seats: r.Seats, Options: r.Options})
		if err != nil {
			t.Fatal(err)
		}
		for v := range games.Viewers(r.Seats) {
			k := proof.NewKept(m.Snapshot(), r.Draw, v)
			if err := k.See(m); err != nil {
				t.Fatal(err)
			}
			file := func() []byte {
				value, err := k.Attribute()
				if err != nil {
					t.Fatal(err)
				}
				return []byte(`<!doctype html><p>` + r.Game + `</p><data id="deal" value="` + value + `"></data>`)
			}
			whole := file()
			if p := proof.Of(all.Find, whole); !p.Good || !p.Kept || checks(p) != "whole+ commitment+ presses+ deal+" || !slices.Contains(p.Limits, "kept") {
				t.Errorf("%s, %s: %s %+v", r.Game, v, checks(p), p)
			}
			b, err := json.Marshal(k)
			if err != nil {
				t.Fatal(err)
			}
			for range gametest.Times(20, 8, 4) {
				d := json.NewDecoder(bytes.NewReader(b))
				d.UseNumber()
				var o any
				if err := d.Decode(&o); err != nil {
					t.Fatal(err)
				}
				what := alter(o, luck)
				changed, err := json.Marshal(o)
				if err != nil {
					t.Fatal(err)
				}
				var other proof.Kept
				if err := json.Unmarshal(changed, &other); err != nil {
					continue // no kept file
				}
				value, err := other.Attribute()
				if err != nil {
					t.Fatal(err)
				}
				if p := proof.Of(all.Find, []byte(`<data id="deal" value="`+value+`">`)); p.Good {
					t.Errorf("%s, %s: nobody noticed that %s changed", r.Game, v, what)
				}
			}
		}
		k := proof.NewKept(m.Snapshot(), nil, games.Viewer{})
		if err := k.See(m); err != nil {
			t.Fatal(err)
		}
		value, err := k.Attribute()
		if err != nil {
			t.Fatal(err)
		}
		if p := proof.Of(all.Find, []byte(`<data id="deal" value="`+value+`">`)); !p.Good || checks(p) != "whole+ deal+" || !slices.Contains(p.Limits, "uncommitted") {
			t.Errorf("without a draw: %s %+v", checks(p), p)
		}
	}
}
