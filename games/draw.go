package games

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// A Secret is half of a seed. The host of the bot draws it before a player sits
// down, and shows its [Secret.Commitment] at once. The players give the other half:
// the ids that Discord gave to their presses. So no player knows the seed beforehand.
type Secret [32]byte

// Hex is the secret in 64 hexadecimal digits. It is not called String, so that no log
// prints it by mistake.
func (s Secret) Hex() string { return hex.EncodeToString(s[:]) }

// Commitment is public from the beginning. It is the SHA-256 of [Secret.Hex].
// It tells nothing of the secret, and proves later that the secret did not change.
func (s Secret) Commitment() [32]byte { return sha256.Sum256([]byte(s.Hex())) }

// Seed makes the seed of a match out of the secret and the presses of its players, by
// seat. It is the SHA-256 of [Secret.SeedText].
func (s Secret) Seed(presses []uint64) Seed { return sha256.Sum256([]byte(s.SeedText(presses))) }

// SeedText is what the seed is the SHA-256 of: the secret, then the id of each seat's
// press in decimal digits, by seat, each with a line feed after it. The press of an
// automatic player is 0. A reader can hash this text with a common tool.
func (s Secret) SeedText(presses []uint64) string {
	b := append([]byte(s.Hex()), '\n')
	for _, id := range presses {
		b = append(strconv.AppendUint(b, id, 10), '\n')
	}
	return string(b)
}
