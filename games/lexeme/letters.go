package lexeme

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// odd are letters that no player types for themselves in Russian or English, with
// the letters that they look like.
var odd = strings.NewReplacer(
	"қ", "к", "ҡ", "к", "ҝ", "к", "ӄ", "к", "ң", "н", "ҥ", "н", "ӈ", "н", "ҳ", "х", "ӽ", "х", "ө", "о", "ү", "у", "ұ", "у",
	"ғ", "г", "ҕ", "г", "ҙ", "з", "ҫ", "с", "ҹ", "ч", "ҷ", "ч", "җ", "ж", "ѕ", "s", "і", "i", "ј", "j", "ԁ", "d", "һ", "h", "ԛ", "q", "ԝ", "w",
	"ø", "o", "ł", "l", "ı", "i", "đ", "d", "ħ", "h", "ŧ", "t", "ß", "ss", "æ", "ae", "œ", "oe",
	"ᴀ", "a", "ʙ", "b", "ᴄ", "c", "ᴅ", "d", "ᴇ", "e", "ɢ", "g", "ʜ", "h", "ɪ", "i", "ᴊ", "j", "ᴋ", "k", "ʟ", "l", "ᴍ", "m", "ɴ", "n",
	"ᴏ", "o", "ᴘ", "p", "ʀ", "r", "ᴛ", "t", "ᴜ", "u", "ᴠ", "v", "ᴡ", "w", "ʏ", "y", "ᴢ", "z",
)

// shape is a way to read signs as letters of one alphabet that look like them.
type shape struct {
	of              *unicode.RangeTable
	letters, digits map[rune]rune
}

// shapes are all such ways. Capitals look otherwise than small letters do: "B" is
// «В», and "b" is nothing. A "1" may be "i" or "l".
var shapes = []shape{
	newShape(unicode.Cyrillic, "aаcсeеoоpрxхyуkкmмtтAаBвCсEеHнKкMмOоPрTтXхYу", "0о3з4ч6б"),
	newShape(unicode.Latin, "аaсcеeоoрpхxуyкkмmтtАaВbСcЕeНhКkМmОoРpТtХxУy", "0o1i3e4a5s7t8b9g"),
	newShape(unicode.Latin, "", "0o1l3e4a5s7t8b9g"),
}

func newShape(of *unicode.RangeTable, letters, digits string) shape {
	pairs := func(text string) map[rune]rune {
		m := map[rune]rune{}
		list := []rune(text)
		for i := 0; i < len(list); i += 2 {
			m[list[i]] = list[i+1]
		}
		return m
	}
	return shape{of, pairs(letters), pairs(digits)}
}

// read reads a word by its shape. A sign of it must be a letter, and one must be
// read otherwise than it is written.
func (s shape) read(word string) (string, bool) {
	var b strings.Builder
	other, letters := false, false
	for _, r := range word {
		x, letter := s.letters[r]
		digit := false
		if !letter {
			x, digit = s.digits[r]
		}
		switch {
		case letter || digit:
			other = true
		case unicode.Is(s.of, r):
			x, letter = unicode.ToLower(r), true
		default:
			return "", false
		}
		letters = letters || letter
		b.WriteRune(x)
	}
	return b.String(), other && letters
}

// Disguised are the words of a text as they look: in letters of the other alphabet,
// or with digits for letters. Words that look like nothing else are left out.
func Disguised(text string) []string {
	var list []string
	for _, word := range strings.FieldsFunc(unmarked(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for _, s := range shapes {
			if w, ok := s.read(word); ok && len([]rune(w)) >= 3 {
				list = append(list, w)
			}
		}
	}
	return list
}

// unmarked is a text without marks and with plain letters of each kind: full-width
// and small capital ones are as the others. The breve of й and the diaeresis of ё
// are marks too, so й is и: only shapes are compared with it.
func unmarked(text string) string {
	return odd.Replace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text)))
}
