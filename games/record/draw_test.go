package record_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
	"oneiros/games/record"
)

// drawn is a match whose seed comes from a secret and from presses.
func drawn(t *testing.T, secret games.Secret, presses ...uint64) *record.Record {
	t.Helper()
	r, err := record.Simulate(sample.Game, table(t, len(presses), map[string]string{"rounds": "1"}), secret.Seed(presses), record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Draw = record.NewDraw(secret, presses)
	return r
}

// TestDraw writes where a seed comes from, reads it again and verifies it. A match
// without a draw stays one.
func TestDraw(t *testing.T) {
	r := drawn(t, games.Secret{1, 2, 3}, 1440000000000000001, 0, 1440000000000000002)
	file := written(t, r)
	got, err := only(t, file)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Verify(find, got); err != nil {
		t.Error(err)
	}
	if got.Draw == nil || got.Draw.Secret != r.Draw.Secret || !slices.Equal(got.Draw.Presses, r.Draw.Presses) || got.Draw.Pressed() != 2 {
		t.Errorf("read %+v", got.Draw)
	}
	if !bytes.Equal(written(t, got), file) {
		t.Error("it is written otherwise")
	}
	var text strings.Builder
	if err := record.Print(&text, got); err != nil || !strings.Contains(text.String(), "secret "+r.Draw.Secret.Hex()) || !strings.Contains(text.String(), "press of seat 2  1440000000000000002") {
		t.Errorf("%v\n%s", err, text.String())
	}
	old := strings.Replace(string(written(t, simulate(t, 4, false))), `"format":3`, `"format":2`, 1)
	if got, err := only(t, []byte(old)); err != nil || got.Draw != nil || record.Verify(find, got) != nil {
		t.Errorf("a match of format 2: %v", err)
	}
}

// TestTamperedDraw: a change of anything that the seed comes from is refused, in
// whatever way the rest is made to fit.
func TestTamperedDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 2))
	for n := range gametest.Times(300, 60, 20) {
		secret := games.Secret{byte(n), byte(n >> 8), 7}
		presses := []uint64{rng.Uint64() >> 2, rng.Uint64() >> 2, 0, rng.Uint64() >> 2}
		for name, change := range map[string]func(r *record.Record) error{
			"a press": func(r *record.Record) error {
				r.Draw.Presses[rng.IntN(4)] ^= 1 << rng.IntN(64)
				return record.ErrDraw
			},
			"the order": func(r *record.Record) error {
				i := rng.IntN(4)
				j := (i + 1 + rng.IntN(3)) % 4
				r.Draw.Presses[i], r.Draw.Presses[j] = r.Draw.Presses[j], r.Draw.Presses[i]
				return record.ErrDraw
			},
			"the commitment": func(r *record.Record) error {
				r.Draw.Commitment[rng.IntN(32)] ^= 1
				return record.ErrSecret
			},
			"the secret": func(r *record.Record) error {
				r.Draw.Secret[rng.IntN(32)] ^= 1
				return record.ErrSecret
			},
			"the secret with its commitment": func(r *record.Record) error {
				r.Draw.Secret[rng.IntN(32)] ^= 1
				r.Draw.Commitment = r.Draw.Secret.Commitment()
				return record.ErrDraw
			},
			"a press with its seed": func(r *record.Record) error {
				r.Draw.Presses[rng.IntN(4)] ^= 1 << rng.IntN(64)
				r.Seed = r.Draw.Secret.Seed(r.Draw.Presses)
				r.Hash = r.Seed.Hash()
				return record.ErrPosition // the deal was another one
			},
		} {
			r := drawn(t, secret, slices.Clone(presses)...)
			want := change(r)
			got, err := only(t, written(t, r))
			if err != nil {
				t.Fatal(err)
			}
			if err := record.Verify(find, got); !errors.Is(err, want) {
				// Two seeds may deal the same to a small game. Then the moves differ.
				if want != record.ErrPosition || !errors.Is(err, record.ErrInput) {
					t.Errorf("%s of match %d changed: %v, want %v", name, n, err, want)
				}
			}
			got.Version++
			if err := record.Verify(find, got); want != record.ErrPosition && !errors.Is(err, want) {
				t.Errorf("%s of match %d changed, by other rules: %v, want %v", name, n, err, want)
			}
		}
	}
}

// TestBrokenDraw reads draws that cannot be.
func TestBrokenDraw(t *testing.T) {
	good := string(written(t, drawn(t, games.Secret{1}, 11, 22, 33)))
	for name, test := range map[string]struct{ old, new, want string }{
		"ErrFormat":  {`"format":3`, `"format":2`, "line 1: draw: format 2 has none"},
		"ErrPress":   {`"22"`, `"two"`, "line 1: draw.presses[1]: not the decimal digits of an id"},
		"ErrSign":    {`"22"`, `"+22"`, "line 1: draw.presses[1]: not the decimal digits of an id"},
		"ErrZeros":   {`"22"`, `"022"`, "line 1: draw.presses[1]: not the decimal digits of an id"},
		"ErrSeats":   {`"22",`, ``, "line 1: draw.presses: 2 presses of 3 seats"},
		"ErrSecret":  {`"secret":"01`, `"secret":"`, "line 1: draw.secret: not 64 hexadecimal digits"},
		"ErrMissing": {`"secret":`, `"sacred":`, `unknown field "sacred"`},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(good, test.old) {
				t.Fatalf("no %s in it", test.old)
			}
			_, err := only(t, []byte(strings.Replace(good, test.old, test.new, 1)))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
