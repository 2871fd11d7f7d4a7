package lexeme

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// A Set is a set of folded words.
type Set map[string]bool

// A Line is one line of a list.
type Line struct {
	Number int    // in the file, from 1
	Head   string // what stands before the colon; empty in a list without heads
	Words  []string
}

// Words are all words of some lines, in order.
func Words(lines []Line) []string {
	var all []string
	for _, line := range lines {
		all = append(all, line.Words...)
	}
	return all
}

// SetOf is the set of the words of some lines.
func SetOf(lines []Line) Set {
	set := Set{}
	for _, w := range Words(lines) {
		set[w] = true
	}
	return set
}

// ReadLists divides the text of a file into lists and checks each line by itself. The names are
// those of all lists; true says that each line has a head. An error names the file and the line.
//
// A line that begins with # is a comment. [name] begins a list. Words are folded: see [Folded].
func ReadLists(file, text string, names map[string]bool) (map[string][]Line, error) {
	mistake := func(line int, format string, args ...any) error {
		return fmt.Errorf("%s:%d: %w", file, line, fmt.Errorf(format, args...))
	}
	raw := map[string][]Line{}
	name, seen := "", Set{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			name, seen = strings.Trim(line, "[]"), Set{}
			if _, ok := names[name]; !ok {
				return nil, mistake(number, "no list is called %q", name)
			}
			if raw[name] != nil {
				return nil, mistake(number, "the list %q stands twice", name)
			}
			continue
		}
		if name == "" {
			return nil, mistake(number, "words before the first list")
		}
		l, err := readLine(number, line, names[name], seen)
		if err != nil {
			return nil, mistake(number, "%w", err)
		}
		raw[name] = append(raw[name], l)
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if raw[name] == nil {
			return nil, mistake(number, "the list %q is missing", name)
		}
	}
	return raw, nil
}

// readLine reads one line. seen has the heads, or else the words, of the list
// so far. None of them may occur twice.
func readLine(number int, text string, headed bool, seen Set) (Line, error) {
	l := Line{Number: number}
	words := text
	if headed {
		var ok bool
		if l.Head, words, ok = strings.Cut(text, ":"); !ok || l.Head == "" {
			return l, errors.New("no head before a colon")
		}
		if seen[l.Head] {
			return l, fmt.Errorf("%q stands twice", l.Head)
		}
		seen[l.Head] = true
		seen = Set{}
	}
	for w := range strings.FieldsSeq(words) {
		if !Folded(w) {
			return l, fmt.Errorf("%q is not folded, or of two alphabets", w)
		}
		if seen[w] {
			return l, fmt.Errorf("%q stands twice", w)
		}
		seen[w] = true
		l.Words = append(l.Words, w)
	}
	if l.Words == nil {
		return l, errors.New("no words")
	}
	return l, nil
}

// Folded reports whether a word of a list is written as [Tokens] writes words. It
// is in lower case, of one alphabet, without accents. A hyphen may divide it;
// "0" is no ending.
func Folded(word string) bool {
	if word == "0" {
		return true
	}
	cyrillic, latin := false, false
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic = true
		case unicode.Is(unicode.Latin, r):
			latin = true
		case r != '-':
			return false
		}
	}
	return cyrillic != latin && strings.Join(Tokens(word), "-") == word
}
