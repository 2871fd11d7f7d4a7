// Package words knows which words there are in English and in Russian, in all their
// forms.
//
// A judge asks it whether what a player typed is a word of its own. A slip of the
// keyboard is none, so it may be forgiven; "weather" is one, so it is no slip for
// "feather". A filter asks it whether a word has an innocent reading.
//
// # Lists
//
// English is SCOWL 2020.12.07 by Kevin Atkinson, as Debian's package scowl 2020.12.07-2
// has it. The cut is the sizes 10 to 60: words that dictionaries have, also those with a
// capital, in every spelling of English and with variants of the first two ranks, and of
// the abbreviations and of what programmers say those without a capital. The file
// english.txt adds words that are younger, such as "vlogger", and names of stories. The size 60 is
// the one that SCOWL recommends for spelling. Larger sizes have words such as "appel" and
// "ballon", which are slips for most players. The list of surnames is left out for the same
// reason. These are 88,112 words.
//
// Russian is the dictionary of Alexander I. Lebedev, 0.99g5, as Debian's package aspell-ru
// 0.99g5-29 has it. All of it is here, with each of its forms, and with ё
// written as е. It has no word with a hyphen. The file russian.txt adds words that are
// younger, such as «лайк», and names. These are 1,367,075 words.
//
// The licenses of both stand beside this file, and the file NOTICE of a release has them.
// The lists are modified: they are folded, cut and packed.
//
// # Form
//
// Each list is a minimal acyclic automaton, so it holds exactly its words. Filters such as
// Bloom's hold other words by chance, and cannot hold so many forms in so little room: at
// one chance in a thousand, the Russian forms would take 2.4 MB. Stems with endings are
// smaller, and take too much for a word: «тюлен», a slip, is the stem of «тюленя».
//
// The automata take 487 kB for Russian and 174 kB for English. They are read where they
// lie in the program, so they take no other memory, and a process that asks for no word
// does not load them. A question takes less than a microsecond.
//
// To make them anew, unpack both packages of Debian into a folder:
//
//	go run .ci/words.go FOLDER/usr/share/dict/scowl FOLDER/usr games/words
package words

import (
	_ "embed"
	"unicode"
)

// A Set is the words of one language.
type Set struct {
	first rune   // of the alphabet
	last  rune   // likewise
	data  string // the automaton; see Has
}

//go:embed english.words
var englishWords string

//go:embed russian.words
var russianWords string

// The sets of words, in all their forms.
var (
	English = Set{'a', 'z', englishWords}
	Russian = Set{'а', 'я', russianWords}
)

// Has reports whether a word is one of English or Russian, by its letters.
func Has(word string) bool { return English.Has(word) || Russian.Has(word) }

// The bits of an edge of the automaton. Its letter stands in the others.
const (
	edgeLast  = 0x80 // no edge of this state follows
	edgeFinal = 0x40 // a word may end here
	edgeNext  = 0x20 // it leads to the state that lies behind this one
	edgeMark  = 0x1f
)

// Has reports whether the set has a word. Capitals count as small letters, and ё as е. A
// word with any other sign is in no set; of one with a hyphen, ask for the parts.
//
// The file begins with the place of the first state, in three bytes, low ones first. A
// state is its edges. An edge is a byte, and behind it, unless it has edgeNext, the place
// to which it leads: seven bits a byte, high ones first, and 0x80 where more follow. The
// place 0 is a state without edges.
func (s Set) Has(word string) bool {
	at := s.place(0)
	final := false
	for _, r := range word {
		if r = unicode.ToLower(r); r == 'ё' {
			r = 'е'
		}
		if r < s.first || r > s.last || at == 0 {
			return false
		}
		var ok bool
		if at, final, ok = s.follow(at, byte(r-s.first)); !ok {
			return false
		}
	}
	return final
}

// follow is the state to which a letter leads from the state at a place.
func (s Set) follow(at int, letter byte) (to int, final, ok bool) {
	next := false
	for {
		edge := s.data[at]
		at++
		target := 0
		if edge&edgeNext == 0 {
			for {
				b := s.data[at]
				at++
				target = target<<7 | int(b&0x7f)
				if b&0x80 == 0 {
					break
				}
			}
		}
		if edge&edgeMark == letter {
			to, final, ok = target, edge&edgeFinal != 0, true
			next = edge&edgeNext != 0
			if !next {
				return to, final, ok
			}
		}
		if edge&edgeLast != 0 {
			if next {
				to = at
			}
			return to, final, ok
		}
	}
}

// place reads a place of three bytes.
func (s Set) place(at int) int {
	return int(s.data[at]) | int(s.data[at+1])<<8 | int(s.data[at+2])<<16
}
