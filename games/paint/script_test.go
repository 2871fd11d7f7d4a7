package paint

import (
	"image"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// lineOf draws a line of bold letters, and returns its pixels.
func lineOf(s string, size int) *image.Paletted {
	c := New(600, 100, Night)
	c.Text(Bold.Size(size), s, 20, 60, Moon)
	return c.Image().Whole()
}

// TestScriptsAreDrawn: names of many scripts are letters. No two look alike, and none is a
// row of dots.
func TestScriptsAreDrawn(t *testing.T) {
	names := []string{"田中", "鈴木", "さくら", "カナ", "李小龙", "한글", "김철수", "Қазақ", "аза", "Ғани", "Nguyễn", "Nguy·n", "Phượng", "Ωμέγα", "გია", "Հայկ", "דוד", "משה", "محمد", "پژمان", "Ştefan", "★", "❤", "·····"}
	for _, size := range []int{16, 20, 24, 30} {
		looks := map[string]string{}
		for _, name := range names {
			line := lineOf(name, size)
			if other, ok := looks[string(line.Pix)]; ok {
				t.Errorf("at %d pixels %q looks like %q", size, name, other)
			}
			looks[string(line.Pix)] = name
			if strings.ContainsRune(Plain(name), lost) != strings.ContainsRune(name, lost) {
				t.Errorf("%q is drawn as %q", name, Plain(name))
			}
			if !Legible(name) {
				t.Errorf("%q is said to be illegible", name)
			}
		}
	}
}

// TestLettersAreNormalised: what means the same letters is drawn with the same.
func TestLettersAreNormalised(t *testing.T) {
	for name, want := range map[string]string{
		"𝓐𝓵𝓮𝔁": "Alex", "𝕬𝖓𝖓𝖆": "Anna", "Ａｎｎａ": "Anna", "ⓐⓑⓒ": "abc", "🅐🅛🅔🅧": "ALEX", "🅰🅻🅴🆇": "ALEX", "ᲜᲘᲜᲝ": "ნინო",
		norm.NFD.String("Nguyễn"): "Nguyễn", norm.NFD.String("Ёжик й"): "Ёжик й",
		"A\u200dnna\ufe0f": "Anna", "Anna 🦊🦊": "Anna", "🦊 Anna 🦊 B": "Anna B", "Anna 🦊 \u2068B\u2069": "Anna B", "👨‍👩‍👧 Anna": "Anna",
		"Z̸̷̢̛͓̾͜a̴̧͝": "Z̢a̧", // an overlay, and all marks but one
	} {
		if got := lineOf(name, 30); !slices.Equal(got.Pix, lineOf(want, 30).Pix) {
			t.Errorf("%q does not look like %q; it is drawn as %q", name, want, Plain(name))
		}
	}
}

// TestLegible: a name is illegible when a letter of it cannot be drawn, or when nothing of
// it can be.
func TestLegible(t *testing.T) {
	for _, name := range []string{"Anna", "Аня", "田中 Anna", "Anna 🦊", "🤖 Luna", "x̣", "12", "_", "👾 a"} {
		if !Legible(name) {
			t.Errorf("%q is illegible", name)
		}
	}
	for _, name := range []string{"", " ", "🦊🦊", "สมชาย", "नरेंद्र", "Anna สมชาย", "ይ", "\u200b", "ئۇيغۇرچە", "ܐܒܓ"} {
		if Legible(name) {
			t.Errorf("%q is legible; it is drawn as %q", name, Plain(name))
		}
	}
}

// TestRightToLeft: Hebrew runs from right to left, and the line around an isolated name
// does not.
func TestRightToLeft(t *testing.T) {
	for line, want := range map[string]string{
		"דוד":               "ד|ו|ד",
		"אבג":               "ג|ב|א",
		"אב 12 גד":          "ד|ג| |1|2| |ב|א",
		"Anna אב":           "A|n|n|a| |ב|א",
		"\u2068אב\u2069: 3": "ב|א|:| |3",
		"\u2068אב":          "ב|א",
		"(אב)":              "(|ב|א|)",
	} {
		c := New(600, 100, Night)
		x := 20 * 64
		for _, letter := range strings.Split(want, "|") {
			g := Bold.Size(30).glyph([]rune(letter)[0])
			c.stamp(g.mask, (x+32)/64, 60, Moon)
			x += g.advance
		}
		if !slices.Equal(c.Image().Whole().Pix, lineOf(line, 30).Pix) {
			t.Errorf("%q is drawn as %q and not as %q", line, Plain(line), want)
		}
	}
}

// TestArabicJoins: the letters of a word have the forms that join.
func TestArabicJoins(t *testing.T) {
	for word, want := range map[string]string{
		"محمد": "\ufeaa\ufee4\ufea4\ufee3",
		"سلام": "\ufee1\ufefc\ufeb3", // with a ligature
	} {
		if got := Plain(word); got != want {
			t.Errorf("%q is drawn as %q, not as %q", word, got, want)
		}
	}
}

// TestMarksStayInTheLine: no pile of marks reaches out of a line.
func TestMarksStayInTheLine(t *testing.T) {
	for _, size := range []int{16, 20, 30} {
		c := New(600, 200, Night)
		c.Text(Bold.Size(size), "Z"+strings.Repeat("\u0301\u0323\u0338", 12)+"A"+strings.Repeat("\u0308", 12)+"g"+strings.Repeat("\u0327", 9), 20, 100, Moon)
		if r := inked(c, Night); r.Min.Y < 100-size*5/4 || r.Max.Y > 100+size*2/3 {
			t.Errorf("at %d pixels the line reaches from %d to %d", size, r.Min.Y-100, r.Max.Y-100)
		}
	}
}

// TestCutsBetweenLetters: a line that is cut ends with a whole letter, and keeps its tail.
func TestCutsBetweenLetters(t *testing.T) {
	of := Bold.Size(20)
	for _, letter := range []string{"x̣", "a", norm.NFD.String("ễ"), "田", "ד", "b\u20e3", "👩‍🚀a"} {
		s := strings.Repeat(letter, 30)
		for width := 30; width < 200; width += 7 {
			_, got := of.Fit(s, width, 20)
			if head := strings.TrimSuffix(got, "…"); head == got || norm.NFC.String(strings.Repeat(letter, 30))[:len(head)] != head {
				t.Fatalf("%q in %d pixels is %q", s, width, got)
			}
			if head := strings.TrimSuffix(got, "…"); len(clusters(head+letter)) != len(clusters(head))+len(clusters(letter)) {
				t.Errorf("%q in %d pixels ends within a letter: %q", s, width, got)
			}
			if of.Width(got) > width {
				t.Errorf("%q is %d wide, of %d", got, of.Width(got), width)
			}
		}
	}
	tail := string(Tail) + "@alexander"
	if _, got := of.Fit("Wolfgang"+tail, of.Width("…"+tail), 20); got != "@alexander" {
		t.Errorf("where no letter of the name has room stands %q", got)
	}
	for s, want := range map[string]string{
		"Alexander the Great" + string(Tail) + "@alex_77": "Ale…" + string(Tail) + "@alex_77",
		"Alexander the Great" + string(Tail) + "#2":       "Alexander…" + string(Tail) + "#2",
		"Alex" + string(Tail) + "@alexander_the_great":    "@alexander_t…",
	} {
		if _, got := of.Fit(s, 156, 20); got != want {
			t.Errorf("%q is cut to %q, not to %q", s, got, want)
		}
	}
}

// BenchmarkLine measures a label by its script: plain names must not pay for the others.
func BenchmarkLine(b *testing.B) {
	for _, s := range []string{"Anna Boris", "Аня Борис", "田中 鈴木 ", "Nguyễn Қаз", "דוד משה יש"} {
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				c := New(600, 100, Night)
				c.Label(Bold.Size(30), s, image.Rect(0, 0, 150, 40), 20, Left, Moon)
			}
		})
	}
}
