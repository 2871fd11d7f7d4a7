package pack

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// unicodeText is a text as Excel saves it under “Unicode Text”: UTF-16 with a mark.
func unicodeText(text string) []byte {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

// glossaryPack are the game's own words as a pack of one language.
func glossaryPack(t kit.Tongue) string {
	var b strings.Builder
	seen := map[string]bool{}
	for n := 1; n <= judge.Elements; n++ {
		r := &packReader{}
		whole, _ := judge.Folded(judge.Lexicon().Word(n, t))
		if word, _ := r.clean(1, judge.Lexicon().Element(n, t).Word); word != "" && !seen[whole] {
			seen[whole] = true
			b.WriteString(word + "\r\n")
		}
	}
	return b.String()
}

// TestPackFromExcel reads tables as Excel writes them, cell by cell: with quotes around
// what has commas, quotes or ends of lines in it.
func TestPackFromExcel(t *testing.T) {
	table := func(first, second string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%s\t%s\r\n", first, second)
		for i := range fewestEntries {
			fmt.Fprintf(&b, "\"слово%d = иначе%d, ещё%d\"\tword%d\r\n", 1000+i*7, 1000+i*7, 1000+i*7, 1000+i*7)
		}
		return b.String()
	}
	for name, test := range map[string]struct{ first, second, want string }{
		"plain":             {"Маяк", "Lighthouse", "Маяк\tLighthouse"},
		"commas":            {`"Маяк = башня, вышка : свет, берег"`, `"Lighthouse : beam, coast"`, "Маяк = башня, вышка : свет, берег\tLighthouse : beam, coast"},
		"one quoted":        {"Маяк", `"Lighthouse = beacon, pharos"`, "Маяк\tLighthouse = beacon, pharos"},
		"quoted for naught": {`"Маяк"`, `" Lighthouse "`, "Маяк\tLighthouse"},
		"an end of line":    {"\"Маяк =\nбашня,\r\nвышка\"", "Lighthouse", "Маяк = башня, вышка\tLighthouse"},
		"a tab in a cell":   {"\"Маяк =\tбашня\"", "Lighthouse", "Маяк = башня\tLighthouse"},
		"numbered rows":     {"1\tМаяк", "Lighthouse", "Маяк\tLighthouse"},
		"empty columns":     {"Маяк", "Lighthouse\t\t", "Маяк\tLighthouse"},
	} {
		for kind, file := range map[string][]byte{
			"UTF-8": []byte(table(test.first, test.second)), "UTF-16": unicodeText(table(test.first, test.second)), "1251": encoded(t, charmap.Windows1251, table(test.first, test.second)),
		} {
			r := Read("Проба", file)
			lines := strings.Split(r.Value, "\n")
			if len(lines) != fewestEntries+2 || lines[1] != test.want || lines[2] != "слово1000 = иначе1000, ещё1000\tword1000" {
				t.Errorf("%s in %s: %d lines, %q, %v", name, kind, len(lines), lines[:min(len(lines), 3)], r.Mistakes)
			}
		}
	}
}

// TestQuotesThatAreNone: a mistake with quotes is named with its line, and does not take
// the lines after it.
func TestQuotesThatAreNone(t *testing.T) {
	for name, test := range map[string]struct {
		file string
		want []string
	}{
		"never closed":         {"\"кот\n" + packWords(110), []string{"1 sign"}},
		"closed in the middle": {`"кот" рыжий` + "\n" + packWords(110), []string{"1 sign"}},
		"a quote inside":       {`кот "Мурзик"` + "\n" + packWords(110), []string{"1 sign"}},
		"a doubled quote":      {`"кот ""Мурзик"""` + "\n" + packWords(110), []string{"1 sign"}},
		"after lines in a cell": {"\"Маяк =\nбашня\"\n\n# x\n" + `"#, y"` + "\n" + packWords(110) + "к!т",
			[]string{"116 sign"}},
	} {
		var got []string
		for _, m := range Read("Проба", []byte(test.file)).Mistakes {
			got = append(got, fmt.Sprint(m.Line, " ", strings.TrimPrefix(m.What.Key, "pack.")))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: mistakes %v, want %v", name, got, test.want)
		}
	}
}

// TestPastedLists reads lines as they are pasted from documents and chats.
func TestPastedLists(t *testing.T) {
	for line, want := range map[string]string{
		"• Кот": "Кот", "•\tКот": "Кот", "◦ Кот": "Кот", "\uf0b7\tКот": "Кот", "·\u00a0Кот": "Кот", "▪Кот": "Кот", "  • Кот": "Кот",
		"- Кот": "Кот", "– Кот": "Кот", "—\tКот": "Кот", "-Кот": "Кот", "* Кот": "Кот", "+ Кот": "Кот", "✓ Кот": "Кот",
		"1. Кот": "Кот", "12) Кот": "Кот", "(3) Кот": "Кот", "1.Кот": "Кот", "1.\tКот": "Кот", "1\tКот": "Кот", "2.1. Кот": "Кот", "а) Кот": "Кот", "b. Кот": "Кот", "• 1. Кот": "Кот",
		"• Кот = кошка, котик : усы": "Кот = кошка, котик : усы", `"1. Кот = кошка, котик"`: "Кот = кошка, котик",
		"7 чудес": "7 чудес", "1. 7 чудес": "7 чудес", "Кот-д'Ивуар": "Кот-д'Ивуар", "кое-что": "кое-что", "А": "А",
		"1.5 литра": "", "Кот •": "", "**Кот**": "",
		"«Кот»": "Кот", "“Кот”": "Кот", "„Кот“": "Кот", "'Кот'": "Кот", "`Кот`": "Кот", "• \"Кот\"": "Кот", "1. «Кот»": "Кот", "«1. Кот»": "Кот", "Кот = «кошка», “котик”": "Кот = кошка, котик",
		"☐ Кот": "Кот", "→ Кот": "Кот", "[ ] Кот": "Кот", "- [x] Кот": "Кот", "[1] Кот": "Кот", "1 - Кот": "Кот", "1 – Кот": "Кот", "№ 1. Кот": "Кот", "① Кот": "Кот", "1\ufe0f\u20e3 Кот": "Кот", "iv) Кот": "Кот", "> Кот": "Кот",
		"Кот;": "Кот", "Кот.": "Кот", "Кот,": "Кот", "\u200bКот": "Кот", "Шелкови\u00adца": "Шелковица", "1-й кот": "1-й кот", "2 кота": "2 кота", "жар-птица": "жар-птица",
		"«Кот» и «пёс»": "", "[12 Кот": "", "К.О.Т.": "",
	} {
		r := Read("Проба", []byte(packWords(110)+line))
		got := ""
		if r.Value != "" {
			got = r.Value[strings.LastIndexByte(r.Value, '\n')+1:]
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q; %v", line, got, want, r.Mistakes)
		}
	}
}

// TestLinesOfDocuments: lines may end as in documents and on pages, too.
func TestLinesOfDocuments(t *testing.T) {
	want := readWhole(t, packWords(110)).Value
	for _, end := range []string{"\r", "\u2028", "\u2029", "\v", "\u0085"} {
		if r := Read("Проба", []byte(strings.ReplaceAll(packWords(110), "\n", end))); r.Value != want {
			t.Errorf("lines that end with %q: %d entries, %v", end, r.Entries, r.Mistakes)
		}
	}
}

// TestEmptyItems: an item of a list without a word says nothing.
func TestEmptyItems(t *testing.T) {
	want := readWhole(t, packWords(110)).Value
	if r := Read("Проба", []byte("•\n1.\n-\n \t \n2.\t\n\"\"\n"+packWords(110))); r.Value != want {
		t.Errorf("%d entries, %v", r.Entries, r.Mistakes)
	}
}

// TestKeptPackIsReadAsItIs: a list that was kept with a hyphen before a word is the same
// list today. The tables that chose it play on.
func TestKeptPackIsReadAsItIs(t *testing.T) {
	kept := "# Проба\n" + packWords(109) + "- кот"
	clearPacks()
	if r := Read("Проба", []byte(kept)); r.Value != kept || r.Entries != 110 {
		t.Errorf("%d entries, %v", r.Entries, r.Mistakes)
	}
	clearPacks()
	if _, err := (games.Info{Options: []games.Option{Option(nil)}}).Complete(map[string]string{"pack": kept}); err != nil {
		t.Error(err)
	}
	clearPacks()
	if g := Glossary(kept); g.Size() != 110 || !g.Names("кот", 110) {
		t.Errorf("%d entries are played with", g.Size())
	}
}

// encoded is a text in an old encoding. A letter that it has not is a question mark.
func encoded(t *testing.T, m *charmap.Charmap, text string) []byte {
	t.Helper()
	b, err := encoding.ReplaceUnsupported(m.NewEncoder()).Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range b {
		if c == 0x1a {
			b[i] = '?'
		}
	}
	return b
}

// TestWindows1251 reads a file of a Russian Windows, whole or a dozen lines of it.
func TestWindows1251(t *testing.T) {
	russian := glossaryPack(kit.Russian)
	if n := strings.Count(russian, "\n"); n < 400 {
		t.Fatalf("%d words", n)
	}
	want := readWhole(t, russian)
	if r := Read("Проба", encoded(t, charmap.Windows1251, russian)); r.Value != want.Value {
		t.Errorf("%d entries of %d, %v", r.Entries, want.Entries, r.Mistakes)
	}
	lines := strings.SplitAfter(russian, "\n")
	for i := 0; i+12 <= len(lines); i++ {
		for _, some := range []string{strings.Join(lines[i:i+12], ""), strings.ToUpper(strings.Join(lines[i:i+12], ""))} {
			r := &packReader{}
			if got, ok := r.decode(encoded(t, charmap.Windows1251, some)); !ok || got != strings.ReplaceAll(some, "\r\n", "\n") {
				t.Fatalf("%q is read as %q", some, got)
			}
		}
	}
	for _, some := range []string{"# Мой список — «2026»\r\nЁж = ёжик\r\nЩука : ёрш, окунь\r\nВодолаз\r\nКорабль\r\n", "Don’t\r\n“x”\r\n", "№ 5…\r\nкот\tcat\r\n"} {
		r := &packReader{}
		if got, ok := r.decode(encoded(t, charmap.Windows1251, some)); !ok || got != strings.ReplaceAll(some, "\r\n", "\n") {
			t.Errorf("%q is read as %q", some, got)
		}
	}
}

// TestOtherEncodings: what is not plainly Windows-1251 is refused, and never read as other
// words. The small letters of a Macintosh are the same but two, so some of its files have
// the same bytes.
func TestOtherEncodings(t *testing.T) {
	russian := glossaryPack(kit.Russian)
	refused := func(name string, file []byte) {
		t.Helper()
		if utf8.Valid(file) {
			t.Fatalf("%s: the file is UTF-8", name)
		}
		r := &packReader{}
		got, ok := r.decode(file)
		if ok && strings.EqualFold(got, strings.ReplaceAll(decoded(charmap.MacintoshCyrillic, file), "\r\n", "\n")) {
			return
		}
		if ok || len(r.mistakes) != 1 || r.mistakes[0].What.Key != "pack.encoding" {
			t.Errorf("%s is read as %.200q, %v", name, got, r.mistakes)
		}
	}
	for _, m := range []*charmap.Charmap{charmap.KOI8R, charmap.KOI8U, charmap.CodePage866, charmap.ISO8859_5, charmap.MacintoshCyrillic} {
		for _, some := range []string{russian, strings.ToLower(russian), strings.ToUpper(russian)} {
			refused(m.String(), encoded(t, m, some))
			lines := strings.SplitAfter(some, "\n")
			for i := 0; i+12 <= len(lines); i += 12 {
				refused(m.String(), encoded(t, m, strings.Join(lines[i:i+12], "")))
			}
		}
	}
	refused("French", encoded(t, charmap.Windows1252, "Café\r\nÉté\r\nGarçon\r\nÎle\r\nà la carte\r\n"))
	refused("German", encoded(t, charmap.Windows1252, "Größe\r\nÜbung\r\nMöwe\r\nBär\r\n"))
	refused("Polish", encoded(t, charmap.Windows1250, "Żółw\r\nŁódź\r\nGęś\r\n"))
	refused("Greek", encoded(t, charmap.Windows1253, "γάτα\r\nσκύλος\r\nθάλασσα\r\n"))
	refused("Hebrew", encoded(t, charmap.Windows1255, "חתול\r\nכלב\r\nים\r\nשמש\r\n"))
	refused("UTF-8 with a broken letter", []byte(russian+"кот\xd0"))
}
