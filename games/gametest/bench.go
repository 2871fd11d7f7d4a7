package gametest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/games"
)

// Bench plays the rules of a game directly, with moves as people make them:
// "2: play 7c". A test can see the position and arrange what it needs. A game
// embeds Bench in a type that knows the game's words. The rules get a copy of the
// position, as Match.Do would give it.
type Bench[S any, M fmt.Stringer, V any] struct {
	*testing.T
	S    S             // the position
	At   time.Duration // the match clock
	Pace time.Duration // passes before every move

	rules games.Rules[S, M, V]
	copy  func(S) (S, error)
	table games.Table
	n     uint64 // calls of Env
}

// Sit deals to a number of players. Options are written "key=value", and a later
// one replaces an earlier one.
func Sit[S any, M fmt.Stringer, V any](t *testing.T, g games.Game, r games.Rules[S, M, V], seats int, options ...string) *Bench[S, M, V] {
	t.Helper()
	chosen := map[string]string{}
	for _, o := range options {
		k, v, _ := strings.Cut(o, "=")
		chosen[k] = v
	}
	full, err := g.Info().Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	b := &Bench[S, M, V]{T: t, rules: r, copy: games.Copier[S](), table: games.Table{Seats: seats, Options: full}}
	b.Deal()
	return b
}

// Deal deals to the same table, with other luck each time.
func (b *Bench[S, M, V]) Deal() {
	b.Helper()
	s, err := b.rules.Deal(b.Env(), b.table)
	if err != nil {
		b.Fatal(err)
	}
	b.S = s
}

// Env has the present clock, and new luck at each call.
func (b *Bench[S, M, V]) Env() *games.Env {
	b.n++
	return &games.Env{At: b.At, Rand: rand.New(rand.NewPCG(7, b.n))}
}

// Copied is the position after its JSON.
func (b *Bench[S, M, V]) Copied() S {
	b.Helper()
	s, err := b.copy(b.S)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// Do lets a rule change the position; an error leaves it as it was.
func (b *Bench[S, M, V]) Do(rule func(env *games.Env, s *S) error) error {
	b.Helper()
	s := b.Copied()
	if err := rule(b.Env(), &s); err != nil {
		return err
	}
	b.S = s
	return nil
}

// seat divides "SEAT: NOTATION".
func (b *Bench[S, M, V]) seat(line string) (games.Seat, string) {
	b.Helper()
	who, text, _ := strings.Cut(line, ": ")
	n, err := strconv.Atoi(who)
	if err != nil {
		b.Fatalf("%s: %v", line, err)
	}
	return games.Seat(n), text
}

// Try makes a move, "SEAT: NOTATION".
func (b *Bench[S, M, V]) Try(line string) error {
	b.Helper()
	seat, text := b.seat(line)
	m, err := b.rules.Parse(text)
	if err != nil {
		b.Fatalf("%s: %v", line, err)
	}
	b.At += b.Pace
	return b.Do(func(env *games.Env, s *S) error { return b.rules.Play(env, s, seat, m) })
}

// Play makes moves that must be accepted.
func (b *Bench[S, M, V]) Play(lines ...string) {
	b.Helper()
	for _, l := range lines {
		if err := b.Try(l); err != nil {
			seat, _ := b.seat(l)
			b.Fatalf("%s: %v; legal: %s", l, err, strings.Join(b.Moves(seat), ", "))
		}
	}
}

// Moves are the moves that are listed for a seat.
func (b *Bench[S, M, V]) Moves(seat games.Seat) []string {
	var list []string
	for m := range b.rules.Moves(b.S, seat) {
		list = append(list, m.String())
	}
	return list
}

// Refuse makes a move that must be refused with a key.
func (b *Bench[S, M, V]) Refuse(line, key string) {
	b.Helper()
	why, ok := games.Refused(b.Try(line))
	if !ok || why.Key != key {
		b.Fatalf("%s: refused with %q, want %q", line, why.Key, key)
	}
}

// Expire lets the clock run to the deadline, or to a beat at which there is something to
// do. There must be one, and the next one must be later.
func (b *Bench[S, M, V]) Expire() {
	b.Helper()
	due := games.Wakes(b.rules, b.S)
	if due == 0 {
		b.Fatal("no deadline")
	}
	b.At = max(b.At, due)
	if err := b.Do(b.rules.(games.Timed[S]).Expire); err != nil {
		b.Fatal(err)
	}
	if after := games.Wakes(b.rules, b.S); after != 0 && after <= b.At {
		b.Fatalf("the deadline after %v is %v", b.At, after)
	}
}

// Wait lets the clock run, and calls Expire at every deadline on the way.
func (b *Bench[S, M, V]) Wait(d time.Duration) {
	b.Helper()
	end := b.At + d
	for due := games.Wakes(b.rules, b.S); due != 0 && due <= end; due = games.Wakes(b.rules, b.S) {
		b.Expire()
	}
	b.At = end
}

// Leave takes a seat's player away for good.
func (b *Bench[S, M, V]) Leave(seat games.Seat) {
	b.Helper()
	if err := b.Do(func(env *games.Env, s *S) error { return b.rules.(games.Leaver[S]).Leave(env, s, seat) }); err != nil {
		b.Fatal(err)
	}
}

// Is compares deeply what a test got with what it wants.
func (b *Bench[S, M, V]) Is(what string, got, want any) {
	b.Helper()
	if !reflect.DeepEqual(got, want) {
		b.Fatalf("%s: %v, want %v", what, got, want)
	}
}
