package pack

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// decode is the text of a file. The file is UTF-8, or UTF-16 that says so by its first
// bytes, or what is plainly Windows-1251: a Russian Windows still writes it.
func (r *packReader) decode(file []byte) (string, bool) {
	file16 := bytes.HasPrefix(file, []byte{0xff, 0xfe}) || bytes.HasPrefix(file, []byte{0xfe, 0xff})
	switch {
	case len(file) > MaxBytes+MaxTitle*4+2 && !file16 || len(file) > 2*MaxBytes:
		r.wrong(0, "big", MaxBytes>>10)
		return "", false
	case file16:
		var order binary.ByteOrder = binary.LittleEndian
		if file[0] == 0xfe {
			order = binary.BigEndian
		}
		var units []uint16
		for i := 2; i+1 < len(file); i += 2 {
			units = append(units, order.Uint16(file[i:]))
		}
		file = []byte(string(utf16.Decode(units)))
	case !utf8.Valid(file):
		if text := decoded(charmap.Windows1251, file); isRussian(text, decoded(charmap.KOI8R, file)) {
			file = []byte(text)
		}
	}
	file = bytes.TrimPrefix(file, []byte("\ufeff"))
	switch {
	case bytes.IndexByte(file, 0) >= 0:
		r.wrong(0, "binary")
	case !utf8.Valid(file):
		r.wrong(0, "encoding")
	case len(file) > MaxBytes+MaxTitle*4+2:
		r.wrong(0, "big", MaxBytes>>10)
	default:
		return lineEnds.Replace(string(file)), true
	}
	return "", false
}

// lineEnds writes all ends of lines as one. Documents and pages have some of their own.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n", "\v", "\n")

// decoded is a file as a table of characters reads it.
func decoded(table *charmap.Charmap, file []byte) string {
	var b strings.Builder
	for _, c := range file {
		b.WriteRune(table.DecodeByte(c))
	}
	return b.String()
}

// isRussian reports whether the bytes of a file are plainly Windows-1251 by what they read
// as. Four encodings of Russian and those of other languages fail one check or another:
//
//   - besides ASCII it has letters of Russian and its neighbours, and marks of sentences;
//   - no word has a large letter after a small one, hardly any mixes alphabets or sizes;
//   - its letters are as frequent as in Russian, and more so than in the reading of KOI8-R.
func isRussian(text, koi8 string) bool {
	for _, r := range text {
		if r >= utf8.RuneSelf && !strings.ContainsRune(russianLetters+neighbourLetters+sentenceMarks, unicode.ToLower(r)) {
			return false
		}
	}
	words, odd := 0, 0
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if !strings.ContainsFunc(word, isCyrillic) {
			continue
		}
		words++
		switch shapeOf(word) {
		case oddWord:
			odd++
		case brokenWord:
			return false
		}
	}
	if words == 0 {
		return true // the marks alone are the same in Western encodings
	}
	likely := likelihood(text)
	return 10*odd <= words && likely > -math.Log(float64(utf8.RuneCountInString(russianLetters))) && likely > likelihood(koi8)
}

func isCyrillic(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }

// wordShape is how much a word looks like one.
type wordShape int

const (
	plainWord  wordShape = iota
	oddWord              // mixes alphabets, or begins with several large letters before small ones
	brokenWord           // has a large letter after a small one
)

// shapeOf is how much a word with Cyrillic letters looks like one.
func shapeOf(word string) wordShape {
	large, small, mixed := 0, 0, false
	for _, r := range word {
		switch {
		case !isCyrillic(r):
			mixed = true
		case unicode.IsUpper(r) && small > 0:
			return brokenWord
		case unicode.IsUpper(r):
			large++
		default:
			small++
		}
	}
	if mixed || large > 1 && small > 0 {
		return oddWord
	}
	return plainWord
}

// What a Russian text has besides ASCII.
const (
	russianLetters   = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
	neighbourLetters = "іїєґў"
	sentenceMarks    = "«»„“”‚‘’…–—•№\u00a0"
)

// frequencies are how many of ten thousand letters of Russian are each of russianLetters,
// where ё is written.
var frequencies = [...]float64{
	801, 159, 454, 170, 298, 845, 200, 94, 165, 735, 121, 349, 440, 321, 670, 1097, 281, 473, 547, 626, 262, 26, 97, 48, 144, 73, 36, 4, 190, 174, 32, 64, 201,
}

// likelihood is the mean logarithm of the frequencies of the Russian letters of a text.
func likelihood(text string) float64 {
	sum, letters := 0.0, 0
	known := []rune(russianLetters)
	for _, r := range text {
		r = unicode.ToLower(r)
		for i, k := range known {
			if r == k {
				sum, letters = sum+math.Log(frequencies[i]/10_000), letters+1
			}
		}
	}
	if letters == 0 {
		return math.Inf(-1)
	}
	return sum / float64(letters)
}
