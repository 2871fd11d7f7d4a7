package words

import (
	"strings"
	"testing"
	"unicode"
)

// Words of both languages in their forms are words, and what players mistype is none.
func TestHas(t *testing.T) {
	for _, c := range []struct {
		words string
		has   bool
	}{
		{"a I cat cats mice feather weather leather carrot parrot colour color centre organise organize aeroplane running Monday october app admin vlogger chai shrek", true},
		{"кот кота котами мышь мыши ёж ежи дождём матрос матросов коробка коробки крышка сосать поцелуй поехали красивейшая Адам тюлень тюленя лайк лайков Гавайи Медведева Шрек шрека Дракулу Годзилла", true},
		{"цыпленок цыплёнок ЦЫПЛЁНОК мое моё", true},
		{"fether parott cofee coffe appel ballon hamer lemmon kastle zz caat", false},
		{"тюлен медвед карова сабака кортошка йцу котт муравеи щщ ь", false},
		{"бас-гитара cat's кoт cат café 7 кот7 котcat naïve水 -", false},
	} {
		for w := range strings.FieldsSeq(c.words) {
			if got := Has(w); got != c.has {
				t.Errorf("%q is a word: %v", w, got)
			}
		}
	}
	for _, w := range []string{"", " ", "кот кот", "\xff", "cat\x00"} {
		if Has(w) {
			t.Errorf("%q is a word", w)
		}
	}
}

// A word is of one language.
func TestLanguages(t *testing.T) {
	if English.Has("кот") || Russian.Has("cat") || !English.Has("Cat") || !Russian.Has("Кот") {
		t.Error("a set has a word of the other language, or not its own")
	}
}

// each calls do with every word of a set, by reading its file and not by asking for it.
func (s Set) each(do func(word string)) {
	var walk func(at int, word string)
	walk = func(at int, word string) {
		if at == 0 {
			return
		}
		behind := ""
		for last := false; !last; {
			edge := s.data[at]
			at++
			last = edge&edgeLast != 0
			longer := word + string(s.first+rune(edge&edgeMark))
			if edge&edgeFinal != 0 {
				do(longer)
			}
			if edge&edgeNext != 0 {
				behind = longer
				continue
			}
			to := 0
			for more := true; more; at++ {
				to, more = to<<7|int(s.data[at]&0x7f), s.data[at]&0x80 != 0
			}
			walk(to, longer)
		}
		if behind != "" {
			walk(at, behind)
		}
	}
	walk(s.place(0), "")
}

// The sets have as many words as the package says, and find each of them.
func TestEveryWord(t *testing.T) {
	for _, c := range []struct {
		set  Set
		want int
	}{{English, 88_112}, {Russian, 1_367_075}} {
		n, missed := 0, 0
		c.set.each(func(word string) {
			if n++; !c.set.Has(word) {
				if missed++; missed < 10 {
					t.Errorf("%q is not found", word)
				}
			}
		})
		if n != c.want {
			t.Errorf("%d words from %c to %c, want %d", n, c.set.first, c.set.last, c.want)
		}
		if len(c.set.data) > 500_000 {
			t.Errorf("a set has %d bytes", len(c.set.data))
		}
	}
}

// Nothing that a player types makes a set panic, and only letters are words.
func FuzzHas(f *testing.F) {
	for _, s := range []string{"", "кот", "ЁЖ", "cat", "кoт", "\xff", strings.Repeat("аб", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if Has(s) != Has(strings.ReplaceAll(strings.ReplaceAll(s, "ё", "е"), "Ё", "Е")) {
			t.Errorf("%q is another word with ё as е", s)
		}
		if Has(s) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 {
			t.Errorf("%q is a word", s)
		}
	})
}

func BenchmarkHas(b *testing.B) {
	for _, w := range []string{"cat", "обезьянами", "инопланетянен"} {
		b.Run(w, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Has(w)
			}
		})
	}
}
