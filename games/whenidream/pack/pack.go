// Package pack reads and keeps packs: a server's own words in place of the glossary. A pack is a text
// with an entry on each line:
//
//	Lighthouse
//	Ship = vessel, boat
//	Captain : bridge, beard, whistle
//	Маяк = башня : свет, берег<TAB>Lighthouse : beam, coast
//
// Other answers that count stand behind "=", and clues for automatic players behind ":".
// A tab divides two languages, so a table of two columns can be copied from a
// spreadsheet. Empty lines and lines that begin with "#" say nothing. A file may have
// cells in quotes, and lines with bullets and numbers; what is kept of it has neither.
//
// # Why it stands apart
//
// How files of documents, spreadsheets and phones are read is a question of its own, and a match
// never asks it. A table is given three things by the text of its pack, or by no text: a Glossary,
// which the judge makes of the words, their Salt, and for automatic players the CluesOf it. So
// neither the rules nor a player sees whether the words are the game's or a server's.
//
// A position does not have the pack, since it would be written at each input. The options
// of the table have it, and the rules put it back. What was read lately is kept by its text.
//
// # Files
//
// decode.go finds the letters of a file, lines.go its lines and cells, read.go the entries.
// clues.go is what automatic players know of them.
package pack

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// The limits of a pack.
const (
	MaxBytes = 64 << 10 // bytes of a file
	MaxTitle = 40       // characters of its title
	MaxEntry = 40       // characters of an entry, or of another answer

	// fewestEntries gives every card of the bed a word. So each of ten nights has eleven
	// words that lay in no other.
	fewestEntries = kit.BedCards
	mostEntries   = 2000
	mostOthers    = 20   // other answers of an entry, and clues likewise
	longestLine   = 1000 // characters
)

// cell is an entry in one language.
type cell struct {
	tongue         kit.Tongue
	word           string
	aliases, clues []string
}

// String is the cell as Read reads it.
func (c cell) String() string {
	s := c.word
	if len(c.aliases) > 0 {
		s += " = " + strings.Join(c.aliases, ", ")
	}
	if len(c.clues) > 0 {
		s += " : " + strings.Join(c.clues, ", ")
	}
	return s
}

// kept is a pack that was read.
type kept struct {
	glossary *judge.Glossary
	clues    *Clues
	salt     uint64 // a part of the hash of its words
}

// ownWords stands for the game's own words. They have no salt, and the associations are their
// clues.
var ownWords = sync.OnceValue(func() *kept { return &kept{glossary: judge.Lexicon()} })

// packs are the packs that were used lately, by their text. To make one takes a tenth of a
// second.
var packs = struct {
	sync.Mutex
	by map[string]*kept
}{by: map[string]*kept{}}

// keptPacks is how many are kept: a few megabytes each.
const keptPacks = 16

// Glossary is the glossary of a pack, or the game's own where there is none.
func Glossary(pack string) *judge.Glossary { return wordsOf(pack).glossary }

// CluesOf are the clues of a pack; nil where there is none.
func CluesOf(pack string) *Clues { return wordsOf(pack).clues }

// Salt is a number that the words of a pack make; 0 where there is none.
func Salt(pack string) uint64 { return wordsOf(pack).salt }

// wordsOf is a pack by its text.
func wordsOf(pack string) *kept {
	if pack == "" {
		return ownWords()
	}
	if k := keptPack(pack); k != nil {
		return k
	}
	if r := Read(games.TextTitle(pack), []byte(pack)); r.Value != pack {
		panic(fmt.Errorf("the pack of the table has mistakes: %v", r.Mistakes)) // Deal has read it
	}
	if k := keptPack(pack); k != nil {
		return k
	}
	return makePack(parsePack(pack)) // many packs were read at once
}

func keptPack(pack string) *kept {
	packs.Lock()
	defer packs.Unlock()
	return packs.by[pack]
}

func keepPack(pack string, k *kept) {
	packs.Lock()
	defer packs.Unlock()
	if len(packs.by) >= keptPacks {
		clear(packs.by)
	}
	packs.by[pack] = k
}

// parsePack are the entries of a pack without mistakes.
func parsePack(pack string) [][]cell {
	r := &packReader{}
	r.readKept(pack)
	return r.entries
}

// Option is the option by which a table plays with a pack. What some of its entries look like
// is shown by sample.
func Option(sample func(string, *rand.Rand) ui.Page) games.Option {
	return games.Option{Key: "pack", Texts: &games.Texts{MaxBytes: MaxBytes, MaxTitle: MaxTitle, Read: Read, Lang: packLang, Sample: sample}}
}

// packLang is the only language that a pack is in; empty for a pack of two.
func packLang(pack string) string {
	g := Glossary(pack)
	if t := g.Tongue(kit.Russian); t == g.Tongue(kit.English) {
		return string(t)
	}
	return ""
}

// makePack makes a pack of its entries.
func makePack(entries [][]cell) *kept {
	words := make([][]judge.Wording, len(entries))
	for i, cells := range entries {
		for _, c := range cells {
			words[i] = append(words[i], judge.Wording{Tongue: c.tongue, Word: c.word, Aliases: c.aliases})
		}
	}
	sum := sha256.Sum256([]byte(packText(entries)))
	return &kept{glossary: judge.GlossaryOf(words), clues: newClues(entries), salt: binary.BigEndian.Uint64(sum[:]) >> 1}
}
