package pack

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// packWords are entries that no player confuses, one a line.
func packWords(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "слово%d\n", 1000+i*7)
	}
	return b.String()
}

// readWhole reads a pack that is whole.
func readWhole(t *testing.T, body string) games.Reading {
	t.Helper()
	r := Read("Проба", []byte(body))
	if r.Value == "" {
		t.Fatalf("refused: %v", r.Mistakes)
	}
	return r
}

func TestReadPack(t *testing.T) {
	big := strings.Repeat("я", MaxBytes)
	for _, test := range []struct {
		name, file string
		want       []string // LINE KEY
	}{
		{"whole", packWords(110), nil},
		{"with a mark and CRLF", "\ufeff" + strings.ReplaceAll(packWords(110), "\n", "\r\n"), nil},
		{"comments and empty lines", "# mine\n\n" + packWords(110) + "\n  \n", nil},
		{"answers and clues", packWords(110) + "Кот = кошка, котик : усы, молоко", nil},
		{"two few", packWords(108), []string{"0 few"}},
		{"empty file", "", []string{"0 few"}},
		{"too many", packWords(2001), []string{"2001 many"}},
		{"too big", big, []string{"0 big"}},
		{"zip", "PK\x03\x04\x00\x00", []string{"0 binary"}},
		{"windows-1251", "\xea\xee\xf2\n", []string{"0 few"}},
		{"no encoding", "\xff\xea\xee\xf2\x98\n", []string{"0 encoding"}},
		{"twice", packWords(110) + "СЛОВО1000", []string{"111 twice"}},
		{"twice with ё", packWords(110) + "Ёж\nеж", []string{"112 twice"}},
		{"the same stem", packWords(110) + "ракета\nракеты", []string{"112 alike"}},
		{"an answer that is another entry", packWords(110) + "кот\nзверь = кот", []string{"112 twice"}},
		{"no word", packWords(110) + "= кот\n: усы", []string{"111 empty", "112 empty"}},
		{"three columns", packWords(110) + "кот\tcat\tchat", []string{"111 columns"}},
		{"one language twice", packWords(110) + "кот\tпёс", []string{"111 same-language"}},
		{"another language", packWords(110) + "кот\tcat", []string{"111 languages"}},
		{"an answer in another language", packWords(110) + "кот = cat", []string{"111 other-language"}},
		{"mention", packWords(110) + "<@1234>", []string{"111 sign"}},
		{"markdown", packWords(110) + "**кот**", []string{"111 sign"}},
		{"right to left", packWords(110) + "к\u202eот", []string{"111 sign"}},
		{"zero width", packWords(110) + "к\u200bот", []string{"111 sign"}},
		{"control", packWords(110) + "к\x07от", []string{"111 sign"}},
		{"piled marks", packWords(110) + "к\u0336от", []string{"111 sign"}},
		{"long word", packWords(110) + strings.Repeat("ы", 41), []string{"111 long"}},
		{"long line", packWords(110) + strings.Repeat("ы", 10_000), []string{"111 line"}},
		{"digits", packWords(110) + "42", []string{"111 letters"}},
		{"two alphabets", packWords(110) + "кoт", []string{"111 mixed"}},
		{"a clue of two words", packWords(110) + "кот : длинный хвост", []string{"111 clue"}},
		{"a clue that gives it away", packWords(110) + "ракета : ракетный", []string{"111 near"}},
		{"many answers", packWords(110) + "кот = " + manyWords(21), []string{"111 others"}},
		{"several mistakes in a file", "кoт\n" + packWords(110) + "1", []string{"1 mixed", "112 letters"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Read("Проба", []byte(test.file))
			var got []string
			for _, m := range r.Mistakes {
				got = append(got, fmt.Sprint(m.Line, " ", strings.TrimPrefix(m.What.Key, "pack.")))
			}
			if !slices.Equal(got, test.want) {
				t.Fatalf("mistakes %v, want %v", got, test.want)
			}
			if (r.Value == "") != (len(test.want) > 0) {
				t.Errorf("a value: %v, mistakes %v", r.Value != "", got)
			}
			if r.Value != "" {
				if again := Read("Проба", []byte(r.Value)); again.Value != r.Value || again.Entries != r.Entries {
					t.Error("what was read is read back otherwise")
				}
			}
			if c, err := text.Load(text.Common(), os.DirFS("..")); err != nil {
				t.Fatal(err)
			} else {
				for _, m := range r.Mistakes {
					for _, l := range text.Langs {
						if s := c.Say(l, m.What, anonymous{}); s == "" || strings.Contains(s, "{") || len(s) > 600 {
							t.Errorf("%s in %s is said as %q", m.What.Key, l, s)
						}
					}
				}
			}
		})
	}
}

func manyWords(n int) string {
	return strings.ReplaceAll(strings.TrimSpace(packWords(n)), "\n", "ъ, ")
}

func TestPackOfUTF16(t *testing.T) {
	for _, little := range []bool{true, false} {
		var b bytes.Buffer
		for _, u := range utf16.Encode([]rune("\ufeff" + packWords(110))) {
			if little {
				b.Write([]byte{byte(u), byte(u >> 8)})
			} else {
				b.Write([]byte{byte(u >> 8), byte(u)})
			}
		}
		if r := Read("Проба", b.Bytes()); r.Entries != 110 || r.Value != readWhole(t, packWords(110)).Value {
			t.Errorf("little-endian %v: %d entries, %v", little, r.Entries, r.Mistakes)
		}
	}
}

func TestTitlesOfPacks(t *testing.T) {
	for title, ok := range map[string]bool{
		"Море": true, "": false, " Море": false, "два\nряда": false, "a\u202eb": false, "a\u200bb": false, strings.Repeat("я", 41): false, "@everyone": true,
	} {
		if r := Read(title, []byte(packWords(110))); (r.Value != "") != ok {
			t.Errorf("title %q: %v", title, r.Mistakes)
		}
	}
}

// TestExamplePack reads the file that people copy.
func TestExamplePack(t *testing.T) {
	for _, file := range []string{"../../../docs/words.ru-en.txt"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if r := Read("Example", b); r.Value == "" {
			t.Errorf("%s: %v", file, r.Mistakes)
		}
	}
}

// TestPackJudges checks that the words of a pack are compared as those of the glossary.
func TestPackJudges(t *testing.T) {
	g := Glossary(readWhole(t, packWords(108)+"Ракетоплан = челнок\nСамолёт").Value)
	for guess, want := range map[string]bool{
		"ракетоплан": true, "РАКЕТОПЛАНЫ": true, "ракетаплан": true, "челнок": true, "челноки": true, "самолет": false, "ракета": false,
	} {
		if g.Names(guess, 109) != want {
			t.Errorf("guess %q is right: %v", guess, !want)
		}
	}
	for clue, want := range map[string]judge.Level{
		"ракетоплан": judge.Forbidden, "ракетопланом": judge.Forbidden, "челнок": judge.Fine, "небо": judge.Fine, "ракетопланный": judge.Doubtful,
	} {
		if l := g.Judge(clue, 109, kit.Russian).Level; l != want {
			t.Errorf("clue %q: level %v, want %v", clue, l, want)
		}
	}
	if l := g.Judge("airplane", 110, kit.Russian).Level; l != judge.Forbidden {
		t.Errorf("the translation of a word that the glossary has: level %v", l)
	}
	if told := g.Told("Мне снились челноки и самолёт.", []judge.Dreamt{{Element: 109}, {Element: 110}, {Element: 1}}); !slices.Equal(told, []bool{true, true, false}) {
		t.Errorf("told %v", told)
	}
}

func FuzzReadPack(f *testing.F) {
	for _, s := range []string{packWords(3), "Кот = кошка : усы\tCat = kitty : milk", "\ufeffa\r\nb\rc", "\xff\xfeA\x00", "# x\n= :\t\t", "<@1> **a** \u202e"} {
		f.Add("t", []byte(s))
	}
	padding := packWords(fewestEntries)
	f.Fuzz(func(t *testing.T, title string, file []byte) {
		for _, file := range [][]byte{file, append([]byte(padding), file...)} {
			r := Read(title, file)
			if (r.Value == "") == (len(r.Mistakes) == 0) {
				t.Fatalf("a value: %v, and %d mistakes", r.Value != "", len(r.Mistakes))
			}
			if r.Value == "" {
				continue
			}
			if again := makePack(parsePack(r.Value)); again.glossary.Size() != r.Entries {
				t.Fatalf("%d entries are read back as %d", r.Entries, again.glossary.Size())
			}
			clearPacks()
			if again := Read(title, []byte(r.Value)); again.Value != r.Value {
				t.Fatalf("%q is read back as %q, %v", r.Value, again.Value, again.Mistakes)
			}
		}
	})
}

// clearPacks forgets the packs that were read.
func clearPacks() {
	packs.Lock()
	defer packs.Unlock()
	clear(packs.by)
}

// anonymous says a text without names: no mistake of a pack names a player.
type anonymous struct{}

func (anonymous) Name(s ui.Name) string    { return fmt.Sprint(int(s)) }
func (anonymous) Until(at ui.Until) string { return fmt.Sprint(int64(at)) }
func (anonymous) Escape(s string) string   { return s }
