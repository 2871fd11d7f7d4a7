// Package box reads what is in the box of a game: a text that a person can read and
// change, with lists of cards, a card in each line.
//
//	# A comment.
//	[dreams]
//	tower-of-sand  2  castle rose
//
// The name of a list stands in brackets, and its cards follow. What a card says is up to
// the game.
package box

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Line is a line of the text.
type Line struct {
	Number int // from 1
	Words  []string
}

// Wrong is a mistake in the line.
func (l Line) Wrong(format string, args ...any) error {
	return fmt.Errorf("box.txt:%d: %s", l.Number, fmt.Sprintf(format, args...))
}

// List is what Read expects of a list.
type List struct {
	Name string
	Size int // its cards, with all copies
}

// Read reads lists in their order, and calls card with each line: the n-th card of a
// list, from 1. The function returns how many copies of the card there are. Cards that
// are too many are not given to it.
//
// Read goes on after a mistake, so that all of them are told at once. Each one names its
// line.
func Read(text string, lists []List, card func(list string, n int, l Line) (copies int, err error)) error {
	var errs []error
	at, l, count := -1, Line{}, 0
	fail := func(format string, args ...any) { errs = append(errs, l.Wrong(format, args...)) }
	end := func() {
		if at >= 0 && count != lists[at].Size {
			fail("[%s] has %d cards, want %d", lists[at].Name, count, lists[at].Size)
		}
	}
	for line := range strings.Lines(text) {
		l.Number++
		l.Words = strings.Fields(line)
		switch {
		case len(l.Words) == 0 || l.Words[0][0] == '#':
		case l.Words[0][0] == '[':
			end()
			name := strings.Trim(strings.Join(l.Words, " "), "[]")
			if at++; at >= len(lists) || lists[at].Name != name {
				fail("[%s] is not expected here", name)
				return errors.Join(errs...) // nobody knows whose the next cards are
			}
			count = 0
		case !utf8.ValidString(line):
			fail("not UTF-8")
			count++
		case at < 0:
			fail("no list has begun")
		case count >= lists[at].Size:
			count++ // told at the end of the list
		default:
			copies, err := card(lists[at].Name, count+1, l)
			if err != nil {
				errs = append(errs, err)
			}
			count += max(copies, 1)
		}
	}
	end()
	if at+1 < len(lists) {
		fail("[%s] is missing", lists[at+1].Name)
	}
	return errors.Join(errs...)
}

// Names are the names of cards, each with its line. No two cards have the same.
type Names map[string]int

// Add checks the name of the card in a line.
func (n Names) Add(name string, l Line) error {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" || name == "" {
		return l.Wrong("the name %q has other signs than a to z and hyphens", name)
	}
	if first, ok := n[name]; ok {
		return l.Wrong("%q is in line %d too", name, first)
	}
	n[name] = l.Number
	return nil
}
