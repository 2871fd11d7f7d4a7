package profanity

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"oneiros/games/lexeme"
)

// latinSigns and cyrillicSigns write signs as the letters that they look like.
var (
	latinSigns    = strings.NewReplacer("$", "s", "@", "a", "!", "i", "¡", "i", "|", "i", "€", "e", "£", "l", "©", "c", "+", "t", "µ", "u", "ƒ", "f", "¢", "c", "1", "i", "7", "t", "2", "z", "6", "b", "8", "b", "0", "o", "3", "e", "4", "a", "5", "s")
	cyrillicSigns = strings.NewReplacer("@", "а", "©", "с", "€", "е", "!", "и", "1", "и", "3", "з", "0", "о", "4", "ч", "6", "б", "9", "я", "u", "и", "n", "п", "r", "г", "i", "и", "j", "й")
)

// The pieces into which what has no space for long is divided: no word is so long. They
// overlap by the length of a word.
const (
	longestPiece = 60 // characters
	overlap      = 20
)

// pieces are what stands between the spaces of a text.
func pieces(text string) (list []string) {
	for _, field := range strings.Fields(text) {
		letters := []rune(field)
		for len(letters) > longestPiece {
			list = append(list, string(letters[:longestPiece]))
			letters = letters[longestPiece-overlap:]
		}
		list = append(list, string(letters))
	}
	return list
}

// plain is a text with the letters of emoji as letters, and without what joins them. A letter
// has one mark at most.
func plain(text string) string {
	marked := false
	return strings.Map(func(r rune) rune {
		if was := marked; unicode.Is(unicode.M, r) {
			if marked = true; was {
				return -1
			}
		} else {
			marked = false
		}
		switch {
		case r >= '\U0001F1E6' && r <= '\U0001F1FF': // 🇦 to 🇿
			return 'a' + r - '\U0001F1E6'
		case r >= '\U0001F150' && r <= '\U0001F169': // 🅐 to 🅩
			return 'a' + r - '\U0001F150'
		case r >= '\U0001F170' && r <= '\U0001F189': // 🅰 to 🆉
			return 'a' + r - '\U0001F170'
		case r == '\u00ad' || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Me, r):
			return -1
		case r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\u2800': // they are blank, and no spaces
			return -1
		}
		return r
	}, text)
}

// foreign are letters of other alphabets that look like ours.
var foreign = strings.NewReplacer("α", "a", "β", "b", "ε", "e", "η", "n", "ι", "i", "κ", "k", "ν", "v", "ο", "o", "π", "п", "ρ", "p", "ς", "c", "σ", "o", "τ", "t", "υ", "u", "χ", "x", "ω", "w", "μ", "u", "ϲ", "c", "һ", "х", "ҳ", "х", "ӽ", "х", "ғ", "f",
	"Α", "A", "Β", "B", "Ε", "E", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Π", "П", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X", "Ϲ", "C", "Һ", "Х", "Ҳ", "Х", "Ӽ", "Х", "Ғ", "F")

// native is a piece in which letters of other alphabets that stand among ours are ours. A word
// that is all of another alphabet is one of another language.
func native(piece string) string {
	for _, r := range piece {
		if read := foreign.Replace(string(r)); read == string(r) && (unicode.Is(unicode.Latin, r) || unicode.Is(unicode.Cyrillic, r)) {
			return foreign.Replace(piece)
		}
	}
	return piece
}

// trimmed is a piece without the signs around it that stand for no letter.
func trimmed(piece string) string {
	piece = strings.Trim(piece, `"'.,:;?()[]{}<>«»„“”…-–—/\~^=`)
	for strings.HasPrefix(piece, "*") || strings.HasPrefix(piece, "_") { // Discord's markdown
		piece = strings.TrimSuffix(piece[1:], piece[:1])
	}
	return strings.TrimRight(piece, "!")
}

// anyLetter stands in a mask for any letter.
const anyLetter = '*'

// mask is a piece in which signs, digits and letters of another alphabet may be any letter. It
// is nil for a piece without such, or with too few letters to be understood.
func mask(piece string) []rune {
	folded := strings.ToLower(norm.NFKC.String(piece))
	latin, cyrillic := 0, 0
	for _, r := range folded {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
		}
	}
	of := unicode.Latin
	if cyrillic >= latin {
		of = unicode.Cyrillic
	}
	var list []rune
	plain, veiled := 0, 0
	for _, r := range folded {
		switch {
		case unicode.Is(of, r):
			if r == 'ё' {
				r = 'е'
			}
			plain++
		case unicode.Is(unicode.M, r):
			continue
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("*#@$%&?!•·○●◦+=_", r), unicode.Is(unicode.So, r):
			r = anyLetter
			veiled++
		default:
			return nil
		}
		list = append(list, r)
	}
	if veiled == 0 || plain < 2 || list[0] == anyLetter || len(list) < 3 {
		return nil
	}
	return list
}

// hasSigns reports whether a piece has a sign that is read as a letter, or another sign or a
// digit between letters.
func hasSigns(piece string) bool {
	letter, sign := false, false
	for _, r := range piece {
		switch {
		case strings.ContainsRune("$@€£¢©µ", r):
			return true
		case !unicode.IsLetter(r):
			sign = sign || letter
		case sign:
			return true
		default:
			letter = true
		}
	}
	return false
}

// mixed reports whether a piece has letters of both alphabets.
func mixed(piece string) bool {
	is := func(of *unicode.RangeTable) bool {
		return strings.ContainsFunc(piece, func(r rune) bool { return unicode.Is(of, r) })
	}
	return is(unicode.Latin) && is(unicode.Cyrillic)
}

// known reports whether a folded word is one of the dictionary, or a name.
func known(word string) bool { return lexeme.Known(word) }
