// Package chance is where ids, secrets and waits come from.
//
// # Two sources
//
// The zero [Source] is the system's. A bot on Discord and the playground have no other,
// and nothing that an operator can set gives them one. A [Seeded] source is for tests.
//
// # Names, not order
//
// Goroutines arrive in another order each time. With one stream for all of them, who
// comes first decides who gets which luck, and one seed gives many histories. So each
// draw from a seeded source has a name: what it is for, and of what. Its value follows
// from the seed and the name. No other draw changes it, whenever it comes.
//
// A name is the press, the person, the channel, the path: what stays the same in any
// order. The same name gives the same value again. Where the same thing comes several
// times and each must be another, as with the ids of tables that one press has opened,
// [Source.Next] counts them. Only a seeded source remembers anything for that.
//
// # Rejected
//
// A stream for each goroutine: which goroutine does a thing is a matter of order, too.
// Numbers for all things of a process: they follow the order of arrival.
// A package variable: two tests at a time would share it, and a program could seed it.
package chance

import (
	cryptorand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// A Source gives what chance decides. The zero Source is the system's, which no person can
// guess or repeat, and which ignores names. Any number of goroutines may use it.
type Source struct {
	*numbers // nil for the system's
	key      key
}

// A key is what the seed and all names so far come to.
type key [sha256.Size]byte

// numbers are how many things of a name came already.
type numbers struct {
	mu   sync.Mutex
	came map[key]uint64
}

// Seeded is a source of which a seed decides everything. Only tests may use it.
func Seeded(seed uint64) Source {
	return Source{&numbers{came: map[key]uint64{}}, sha256.Sum256(binary.BigEndian.AppendUint64([]byte("oneiros"), seed))}
}

// Of is the part of the source that belongs to something. Names in it are its own.
// Parts of a name may be anything that has a JSON.
func (s Source) Of(name ...any) Source {
	if s.numbers == nil {
		return s
	}
	for _, part := range name {
		s.key = sha256.Sum256(append(s.key[:], encode(part)...))
	}
	return s
}

// Next is [Source.Of] for the first thing of a name, then for the second, and so on.
func (s Source) Next(name ...any) Source {
	if s.numbers == nil {
		return s
	}
	s = s.Of(name...)
	s.mu.Lock()
	n := s.came[s.key]
	s.came[s.key] = n + 1
	s.mu.Unlock()
	return s.Of("next", n)
}

// Read fills b.
func (s Source) Read(b []byte, name ...any) {
	if s.numbers == nil {
		cryptorand.Read(b) // it never fails: it would end the program
		return
	}
	s.chacha(name).Read(b) // likewise
}

// Rand is a generator of random numbers. One goroutine at a time may use it.
func (s Source) Rand(name ...any) *rand.Rand { return rand.New(s.chacha(name)) }

// Wait is a time from zero to less than limit, which is more than zero.
func (s Source) Wait(limit time.Duration, name ...any) time.Duration {
	return time.Duration(s.Rand(name...).Int64N(int64(limit)))
}

// Text is n characters of upper-case base32, each of which has five bits of chance.
func (s Source) Text(n int, name ...any) string {
	const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	b := make([]byte, n)
	s.Read(b, name...)
	for i := range b {
		b[i] = base32[b[i]%32]
	}
	return string(b)
}

func (s Source) chacha(name []any) *rand.ChaCha8 {
	key := s.Of(name...).key
	if s.numbers == nil {
		s.Read(key[:])
	}
	return rand.NewChaCha8(key)
}

// encode is a part of a name, after its kind.
func encode(part any) []byte {
	switch part := part.(type) {
	case string:
		return append([]byte{'s'}, part...)
	case []byte:
		return append([]byte{'b'}, part...)
	}
	text, err := json.Marshal(part)
	if err != nil {
		panic(fmt.Sprintf("chance: a name has no JSON: %v", err))
	}
	return append([]byte{'j'}, text...)
}
