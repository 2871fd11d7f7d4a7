package games_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oneiros/games"
)

// TestSeedOfPresses: any other press, any other order, and any other secret make
// another seed, and the commitment belongs to one secret.
func TestSeedOfPresses(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 1))
	for range 2000 {
		var secret games.Secret
		for i := range secret {
			secret[i] = byte(r.Uint32())
		}
		presses := make([]uint64, 1+r.IntN(10))
		for i := range presses {
			presses[i] = r.Uint64()
			if r.IntN(4) == 0 {
				presses[i] = 0 // an automatic player
			}
		}
		seed := secret.Seed(presses)
		other := func(what string, s games.Secret, presses []uint64) {
			t.Helper()
			if s.Seed(presses) == seed {
				t.Fatalf("%s: %x with %d makes the same seed", what, s, presses)
			}
		}
		i, j := r.IntN(len(presses)), r.IntN(len(presses))
		changed := slices.Clone(presses)
		changed[i] ^= 1 << r.IntN(64)
		other("a press changed", secret, changed)
		if swapped := slices.Clone(presses); presses[i] != presses[j] {
			swapped[i], swapped[j] = swapped[j], swapped[i]
			other("two presses swapped", secret, swapped)
		}
		other("a press more", secret, append(slices.Clone(presses), 0))
		other("a press fewer", secret, slices.Delete(slices.Clone(presses), i, i+1))
		otherSecret := secret
		otherSecret[r.IntN(32)] ^= 1 << r.IntN(8)
		other("another secret", otherSecret, presses)
		if secret.Commitment() == otherSecret.Commitment() {
			t.Fatalf("two secrets have the commitment %x", secret.Commitment())
		}
	}
}

// TestSeedByHand computes what the documents promise with nothing but SHA-256.
func TestSeedByHand(t *testing.T) {
	secret := games.Secret{0xab, 1}
	digits := "ab01000000000000000000000000000000000000000000000000000000000000"
	if secret.Hex() != digits || secret.Commitment() != sha256.Sum256([]byte(digits)) {
		t.Errorf("the secret is %s, its commitment %x", secret.Hex(), secret.Commitment())
	}
	want := sha256.Sum256([]byte(digits + "\n1440000000000000001\n0\n18446744073709551615\n"))
	if got := secret.Seed([]uint64{1440000000000000001, 0, 1<<64 - 1}); got != games.Seed(want) {
		t.Errorf("the seed is %x, want %x", got, want)
	}
	if got := fmt.Sprint(secret); got == digits {
		t.Error("a secret prints itself")
	}
}
