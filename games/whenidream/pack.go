package whenidream

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"oneiros/games"
	"oneiros/games/lexeme"
)

// A pack is a server's own words in place of the glossary. It is a text with an entry on
// each line:
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
// A position does not have the pack, since it would be written at each input. The options
// of the table have it, and [rules.Stock] puts it back.

// The limits of a pack.
const (
	MaxPack      = 64 << 10 // bytes of a file
	MaxPackTitle = 40       // characters of its title
	MaxEntry     = 40       // characters of an entry, or of another answer

	// fewestEntries gives every card of the bed a word. So each of ten nights has eleven
	// words that lay in no other.
	fewestEntries = bedCards
	mostEntries   = 2000
	mostOthers    = 20   // other answers of an entry, and clues likewise
	longestLine   = 1000 // characters
)

// cell is an entry in one language.
type cell struct {
	tongue         Tongue
	word           string
	aliases, clues []string
}

// String is the cell as ReadPack reads it.
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

// packs are the glossaries of packs that were used lately, by their text. To make one
// takes a tenth of a second.
var packs = struct {
	sync.Mutex
	by map[string]*glossary
}{by: map[string]*glossary{}}

// keptPacks is how many are kept: a few megabytes each.
const keptPacks = 16

// lexiconOf is the glossary of a pack, or the game's own where there is none.
func lexiconOf(pack string) *glossary {
	if pack == "" {
		return lexicon()
	}
	if g := keptPack(pack); g != nil {
		return g
	}
	if r := ReadPack(games.TextTitle(pack), []byte(pack)); r.Value != pack {
		panic(fmt.Errorf("the pack of the table has mistakes: %v", r.Mistakes)) // Deal has read it
	}
	if g := keptPack(pack); g != nil {
		return g
	}
	return makePack(parsePack(pack)) // many packs were read at once
}

func keptPack(pack string) *glossary {
	packs.Lock()
	defer packs.Unlock()
	return packs.by[pack]
}

func keepPack(pack string, g *glossary) {
	packs.Lock()
	defer packs.Unlock()
	if len(packs.by) >= keptPacks {
		clear(packs.by)
	}
	packs.by[pack] = g
}

// parsePack are the entries of a pack without mistakes.
func parsePack(pack string) [][]cell {
	r := &packReader{}
	r.readKept(pack)
	return r.entries
}

// takePack takes the pack of the options. A pack of one language is played in it.
func (t *terms) takePack(pack string) error {
	if pack == "" {
		return nil
	}
	if r := ReadPack(games.TextTitle(pack), []byte(pack)); r.Value != pack {
		return fmt.Errorf("options are not complete: the pack has %d mistakes", len(r.Mistakes))
	}
	t.Pack = pack
	t.Words = t.lexicon().tongue(t.Words)
	return nil
}

// packLang is the only language that a pack is in; empty for a pack of two.
func packLang(pack string) string {
	g := lexiconOf(pack)
	if t := g.tongue(Russian); t == g.tongue(English) {
		return string(t)
	}
	return ""
}

// Stock puts the pack of the options into a position.
func (rules) Stock(s *State, o games.Options) { s.Pack = o["pack"] }

// tongue is the one wanted, or the only one that the words are in.
func (g *glossary) tongue(wanted Tongue) Tongue {
	if g.entries[1].word[wanted] == "" {
		return otherTongue(wanted)
	}
	return wanted
}

// makePack makes the glossary of a pack.
func makePack(entries [][]cell) *glossary {
	g := newGlossary(len(entries))
	sum := sha256.Sum256([]byte(packText(entries)))
	g.salt = binary.BigEndian.Uint64(sum[:]) >> 1
	for i, cells := range entries {
		g.entries[i+1] = packEntry(i+1, cells)
		g.index(i + 1)
	}
	g.learnAll(lists())
	g.thoughts.learn(g)
	return g
}

// packEntry makes an entry. Where the glossary has exactly one element of its word, the
// roots, the translations and the associations of that element are used too.
func packEntry(n int, cells []cell) entry {
	e := entry{
		word: map[Tongue]string{}, note: map[Tongue]string{}, shown: map[Tongue]Element{}, clues: map[Tongue][]string{},
		printed: map[Tongue][]phrase{}, aliases: map[Tongue][]phrase{}, family: map[Tongue]*lexeme.Family{Russian: {}, English: {}},
	}
	for _, c := range cells {
		e.word[c.tongue], e.clues[c.tongue] = c.word, c.clues
		e.printed[c.tongue] = []phrase{newPhrase(n, c.word)}
		for _, a := range c.aliases {
			e.aliases[c.tongue] = append(e.aliases[c.tongue], newPhrase(n, a))
		}
		e.family[c.tongue] = lexeme.FamilyOf(e.printed[c.tongue][0].words)
		twin := elementPrinted(e.printed[c.tongue][0].whole, c.tongue)
		if twin == 0 {
			continue
		}
		e.family[c.tongue] = lexicon().entries[twin].family[c.tongue]
		if len(c.clues) == 0 {
			e.clues[c.tongue] = associations().of(twin, c.tongue)
		}
		if other := otherTongue(c.tongue); len(cells) == 1 {
			for _, p := range lexicon().entries[twin].printed[other] {
				p.number = n
				e.printed[other] = append(e.printed[other], p)
			}
			e.family[other] = lexicon().entries[twin].family[other]
		}
	}
	for _, t := range []Tongue{English, Russian} {
		e.shown[t] = Element{Number: n, Word: e.word[t], Other: e.word[otherTongue(t)]}
	}
	e.all = slices.Concat(e.printed[English], e.printed[Russian], e.aliases[English], e.aliases[Russian])
	return e
}

// elementPrinted is the only element of the glossary with this printed word, or 0.
func elementPrinted(whole string, t Tongue) int {
	found := 0
	for _, n := range lexicon().whole[whole] {
		if slices.ContainsFunc(lexicon().entries[n].printed[t], func(p phrase) bool { return p.whole == whole }) {
			if found != 0 {
				return 0
			}
			found = n
		}
	}
	return found
}
