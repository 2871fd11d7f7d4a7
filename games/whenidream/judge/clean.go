package judge

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"oneiros/games"
	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// The stress marks that a clue may have.
const (
	grave = '\u0300'
	acute = '\u0301'
)

// CleanClue gives a clue as it is kept and shown. It refuses what is not one word.
// One word may have hyphens; a number, a name and an abbreviation are words too.
func CleanClue(text string) (string, error) {
	s := strings.TrimFunc(norm.NFC.String(text), unicode.IsSpace)
	s = strings.TrimRight(s, ".,!?…")
	if s == "" {
		return "", games.Refuse("refuse.empty")
	}
	s = strings.Map(lexeme.PlainMark, s)
	list := []rune(s)
	if len(list) > kit.MaxClue {
		return "", games.Refuse("refuse.long", len(list), kit.MaxClue)
	}
	var script *unicode.RangeTable
	before := '-' // a word does not begin with a mark
	for _, r := range list {
		switch {
		case unicode.IsSpace(r):
			return "", games.Refuse("refuse.one-word")
		case r == '-' || r == '\'' || r == '.':
			if before == '-' || before == '\'' || before == '.' {
				return "", games.Refuse("refuse.one-word")
			}
			if r == '-' {
				script = nil
			}
		case r == grave || r == acute:
			if !unicode.IsLetter(before) {
				return "", games.Refuse("refuse.letters")
			}
		case r >= 'ɐ' && r <= 'ʯ': // phonetic letters, which stand upside down for others
			return "", games.Refuse("refuse.letters")
		case unicode.In(r, unicode.Latin, unicode.Cyrillic) && unicode.IsLetter(r):
			is := unicode.Latin
			if unicode.Is(unicode.Cyrillic, r) {
				is = unicode.Cyrillic
			}
			if script != nil && script != is {
				return "", games.Refuse("refuse.mixed")
			}
			script = is
		case r < '0' || r > '9':
			return "", games.Refuse("refuse.letters")
		}
		before = r
	}
	if before == '-' || before == '\'' {
		return "", games.Refuse("refuse.one-word")
	}
	return s, nil
}

// CleanText gives a guess or a story as it is kept and shown. It has single
// spaces, no invisible characters, and at most two marks on a letter. It refuses
// a text without letters and digits, and one longer than most characters.
func CleanText(text string, most int) (string, error) {
	var b strings.Builder
	gap, lines, marks, letters, n := false, 0, 0, 0, 0
	for _, r := range norm.NFC.String(text) {
		switch {
		case r == '\n':
			gap, lines = true, lines+1
			continue
		case unicode.IsSpace(r):
			gap = true
			continue
		case unicode.Is(unicode.M, r):
			if marks++; marks > 2 || b.Len() == 0 {
				continue
			}
		case r == unicode.ReplacementChar || !unicode.IsGraphic(r):
			continue
		default:
			marks = 0
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				letters++
			}
		}
		if gap && b.Len() > 0 {
			between := " "
			if lines > 0 {
				between = strings.Repeat("\n", min(lines, 2))
			}
			b.WriteString(between)
			n += len(between)
		}
		gap, lines = false, 0
		b.WriteRune(r)
		n++
	}
	if letters == 0 {
		return "", games.Refuse("refuse.empty")
	}
	if n > most {
		return "", games.Refuse("refuse.long", n, most)
	}
	return norm.NFC.String(b.String()), nil
}
