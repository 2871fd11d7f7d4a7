// Words makes the sets of package games/words from the lists that its comment names.
//
//	go run .ci/words.go SCOWL RUSSIAN FOLDER
//
// SCOWL is the folder with the lists of Debian's package scowl, usr/share/dict/scowl.
// RUSSIAN is the folder usr of Debian's package aspell-ru, unpacked. The sets are written
// into FOLDER, which has further words in english.txt
// and russian.txt. The same lists give the same bytes. Each set is read again before it is
// kept, and must have every word of its list.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// largest is the size in bytes that a set may have.
const largest = 500_000

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: go run .ci/words.go SCOWL RUSSIAN FOLDER")
		os.Exit(2)
	}
	if err := makeSets(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(1)
	}
}

func makeSets(scowl, russian, folder string) error {
	en, err := englishList(scowl, filepath.Join(folder, "english.txt"))
	if err != nil {
		return fmt.Errorf("read SCOWL: %w", err)
	}
	ru, err := russianList(russian, filepath.Join(folder, "russian.txt"))
	if err != nil {
		return fmt.Errorf("read the Russian dictionary: %w", err)
	}
	for _, set := range []struct {
		name  string
		words []string
		first rune
		last  rune
	}{{"english.words", en, 'a', 'z'}, {"russian.words", ru, 'а', 'я'}} {
		list := fold(set.words, set.first, set.last)
		file := pack(automaton(list))
		if err := verify(file, list); err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
		if len(file) > largest {
			return fmt.Errorf("%s: %d bytes, at most %d are allowed", set.name, len(file), largest)
		}
		if err := os.WriteFile(filepath.Join(folder, set.name), file, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d words in %d bytes\n", set.name, len(list), len(file))
	}
	return nil
}

// scowlName is the name of a list of SCOWL that is used: words, also those with a
// capital, of every spelling, variants of the first two ranks, abbreviations, and what
// programmers say.
var scowlName = regexp.MustCompile(`^(?:(?:english|american|british|british_z|canadian|australian|(?:(?:british|canadian|australian)_)?variant_[12])-(words|upper|abbreviations)|special-(hacker))\.([0-9]+)$`)

// scowlSize is the largest size of SCOWL that is used.
const scowlSize = 60

// englishList are the words of SCOWL that are used, and those in a file of our own. Possessive forms are left out, and so
// are abbreviations and words of programmers that have a capital.
func englishList(folder, own string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, f := range files {
		part := scowlName.FindStringSubmatch(f.Name())
		if part == nil {
			continue
		}
		if size, err := strconv.Atoi(part[len(part)-1]); err != nil || size > scowlSize {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return nil, err
		}
		for w := range strings.FieldsSeq(string(text)) {
			plain := part[1] == "words" || part[1] == "upper" || w == strings.ToLower(w)
			if plain && !strings.HasSuffix(w, "'s") {
				list = append(list, w)
			}
		}
	}
	if list == nil {
		return nil, errors.New("there is no list in " + folder)
	}
	more, err := ownWords(own)
	return append(list, more...), err
}

// ownWords are the lines of a file of our own, without comments.
func ownWords(name string) (lines []string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// russianList are all forms of the words of aspell's dictionary, and of those in a file of
// our own.
func russianList(folder, own string) ([]string, error) {
	table, err := os.ReadFile(filepath.Join(folder, "lib/aspell/ru_affix.dat"))
	if err != nil {
		return nil, err
	}
	rules, err := readRules(koi8(table))
	if err != nil {
		return nil, err
	}
	packed, err := os.ReadFile(filepath.Join(folder, "share/aspell/ru.cwl.gz"))
	if err != nil {
		return nil, err
	}
	lines, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	more, err := ownWords(own)
	if err != nil {
		return nil, err
	}
	lines = append(lines, more...)
	var list []string
	for _, line := range lines {
		word, flags, _ := strings.Cut(line, "/")
		list = append(list, word)
		for _, flag := range flags {
			if rules[flag] == nil {
				return nil, fmt.Errorf("%q has the unknown flag %q", line, flag)
			}
			for _, r := range rules[flag] {
				if r.of.MatchString(word) {
					list = append(list, strings.TrimSuffix(word, r.without)+r.with)
				}
			}
		}
	}
	return list, nil
}

// rule makes a form of a word.
type rule struct {
	of            *regexp.Regexp // the end of such a word
	without, with string         // the endings that are taken and given
}

// readRules reads an affix table: the rules by their flag. Russian has suffixes alone.
func readRules(table string) (map[rune][]rule, error) {
	rules := map[rune][]rule{}
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || f[0] == "#" || len(f) == 4 && f[0] == "SFX":
			continue
		case len(f) != 5 || f[0] != "SFX":
			return nil, fmt.Errorf("%q is no rule for a suffix", line)
		}
		of, err := regexp.Compile("(?:" + f[4] + ")$")
		if err != nil {
			return nil, err
		}
		flag := []rune(f[1])[0]
		rules[flag] = append(rules[flag], rule{of, strings.Trim(f[2], "0"), strings.Trim(f[3], "0")})
	}
	return rules, nil
}

// unpack reads a list that prezip has compressed: each word is how much of the former one
// it begins with, and the rest.
func unpack(packed []byte) ([]string, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	const version, end = 2, 0x1f
	if len(data) == 0 || data[0] != version {
		return nil, errors.New("ru.cwl.gz is not in the second form of prezip")
	}
	var list []string
	var word []byte
	for data = data[1:]; len(data) > 0 && data[0] != end; {
		same := int(data[0])
		if same > len(word) {
			return nil, fmt.Errorf("word %d begins with %d letters of one with %d", len(list), same, len(word))
		}
		n := 1
		for n < len(data) && data[n] > end {
			n++
		}
		word = append(word[:same], data[1:n]...)
		list = append(list, koi8(word))
		data = data[n:]
	}
	if string(data) != "\x1f\xff" {
		return nil, errors.New("ru.cwl.gz does not end as prezip ends a list")
	}
	return list, nil
}

// koi8 reads text in KOI8-R as far as words have it.
func koi8(text []byte) string {
	letters := []rune("юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ")
	var b strings.Builder
	for _, c := range text {
		switch {
		case c >= 0xc0:
			b.WriteRune(letters[c-0xc0])
		case c == 0xa3:
			b.WriteRune('ё')
		case c == 0xb3:
			b.WriteRune('Ё')
		case c < 0x80:
			b.WriteByte(c)
		default:
			b.WriteRune('?')
		}
	}
	return b.String()
}

// fold writes words as the set keeps them, in order and each once: as the numbers of their
// letters. Words with other signs are left out.
func fold(words []string, first, last rune) []string {
	var list []string
	for _, w := range words {
		w = strings.ReplaceAll(strings.ToLower(w), "ё", "е")
		letters := make([]byte, 0, len(w))
		for _, r := range w {
			if r < first || r > last {
				letters = nil
				break
			}
			letters = append(letters, byte(r-first))
		}
		if len(letters) > 0 {
			list = append(list, string(letters))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// state is a state of an automaton.
type state struct {
	number int // by which equal states are found
	final  bool
	marks  []byte
	to     []*state

	into  int // how many edges lead here
	place int
}

// key is the same for states that take the same words from here on.
func (s *state) key() string {
	b := []byte{0}
	if s.final {
		b[0] = 1
	}
	for i, m := range s.marks {
		b = binary.LittleEndian.AppendUint32(append(b, m), uint32(s.to[i].number))
	}
	return string(b)
}

// automaton makes the smallest automaton of a sorted list, word by word, as Daciuk and
// others describe it: what no later word can change is looked up among the states so far.
func automaton(list []string) *state {
	known := map[string]*state{}
	path := []*state{{}} // of the last word
	settle := func(depth int) {
		for len(path)-1 > depth {
			s, above := path[len(path)-1], path[len(path)-2]
			k := s.key()
			if same := known[k]; same != nil {
				above.to[len(above.to)-1] = same
			} else {
				known[k] = s
				s.number = len(known)
			}
			path = path[:len(path)-1]
		}
	}
	last := ""
	for _, w := range list {
		same := 0
		for same < len(w) && same < len(last) && w[same] == last[same] {
			same++
		}
		settle(same)
		for i := same; i < len(w); i++ {
			s := &state{}
			above := path[len(path)-1]
			above.marks, above.to = append(above.marks, w[i]), append(above.to, s)
			path = append(path, s)
		}
		path[len(path)-1].final = true
		last = w
	}
	settle(0)
	return path[0]
}

// The bits of an edge; see package words.
const (
	edgeLast  = 0x80
	edgeFinal = 0x40
	edgeNext  = 0x20
)

// pack writes an automaton as package words reads it. States to which many edges lead
// stand first, where their places are short. Behind a state stands one of those that it
// leads to, if it can.
func pack(root *state) []byte {
	var all []*state
	met := map[*state]bool{}
	var meet func(s *state)
	meet = func(s *state) {
		if met[s] || len(s.to) == 0 {
			return
		}
		met[s] = true
		all = append(all, s)
		for _, t := range s.to {
			t.into++
			meet(t)
		}
	}
	meet(root)
	slices.SortStableFunc(all, func(a, b *state) int { return b.into - a.into })

	var order []*state
	behind := map[*state]*state{}
	placed := map[*state]bool{}
	for _, s := range all {
		for s != nil && !placed[s] {
			placed[s] = true
			order = append(order, s)
			var next *state
			for _, t := range s.to {
				// A place is long where few edges lead to it, so the most is saved there.
				if len(t.to) > 0 && !placed[t] && (next == nil || t.into < next.into) {
					next = t
				}
			}
			if next != nil {
				behind[s] = next
			}
			s = next
		}
	}
	// A place is as long as its number says, so places are moved until none changes.
	for moved := true; moved; {
		moved = false
		at := 3
		for _, s := range order {
			if s.place != at {
				s.place, moved = at, true
			}
			for _, t := range s.to {
				at++
				if behind[s] != t {
					at += len(number(t.place))
				}
			}
		}
	}
	file := []byte{byte(root.place), byte(root.place >> 8), byte(root.place >> 16)}
	for _, s := range order {
		for i, t := range s.to {
			edge := s.marks[i]
			if i == len(s.to)-1 {
				edge |= edgeLast
			}
			if t.final {
				edge |= edgeFinal
			}
			if behind[s] == t {
				file = append(file, edge|edgeNext)
				continue
			}
			file = append(append(file, edge), number(t.place)...)
		}
	}
	return file
}

// number writes a place: seven bits a byte, high ones first.
func number(n int) []byte {
	b := []byte{byte(n & 0x7f)}
	for n >>= 7; n > 0; n >>= 7 {
		b = slices.Insert(b, 0, byte(n&0x7f)|0x80)
	}
	return b
}

// verify reads a file again, and compares it with the list: no word may be missing, and
// there may be no other.
func verify(file []byte, list []string) error {
	n := 0
	var walk func(at int, word []byte) error
	walk = func(at int, word []byte) error {
		var behind []byte // the word whose state lies behind this one
		for last := false; !last; {
			edge := file[at]
			at++
			last = edge&edgeLast != 0
			longer := append(slices.Clone(word), edge&0x1f)
			if edge&edgeFinal != 0 {
				n++
				if _, ok := slices.BinarySearch(list, string(longer)); !ok {
					return fmt.Errorf("%v is no word of the list", longer)
				}
			}
			if edge&edgeNext != 0 {
				behind = longer
				continue
			}
			to := 0
			for more := true; more; at++ {
				to, more = to<<7|int(file[at]&0x7f), file[at]&0x80 != 0
			}
			if to != 0 {
				if err := walk(to, longer); err != nil {
					return err
				}
			}
		}
		if behind != nil {
			return walk(at, behind)
		}
		return nil
	}
	if err := walk(int(file[0])|int(file[1])<<8|int(file[2])<<16, nil); err != nil {
		return err
	}
	if n != len(list) {
		return fmt.Errorf("%d words, the list has %d", n, len(list))
	}
	return nil
}
