package whenidream

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"oneiros/games"
)

// The automatic player fills empty seats and plays simulated matches; it has no
// wit. As a spirit it says what kind of thing the element is, its first letter
// or its length. It lies about them where its role gains by it.
//
// As a dreamer it believes such clues, and ignores all others. Its view holds no
// guesses, and it has no memory, so it makes up its dream.

// Choose plays a move of the automatic player.
func (rules) Choose(env *games.Env, _ games.Strength, v View, legal []Move) Move {
	r := env.Rand
	pick := func(verbs ...Verb) (Move, bool) {
		var fit []Move
		for _, m := range legal {
			if slices.Contains(verbs, m.Verb) {
				fit = append(fit, m)
			}
		}
		if len(fit) == 0 {
			return Move{}, false
		}
		return fit[r.IntN(len(fit))], true
	}
	if m, ok := pick(Clue); ok {
		if word := v.think(env); word != "" && r.IntN(12) > 0 {
			m.Text = word
			return m
		}
		m, _ = pick(Pass)
		return m
	}
	if m, ok := pick(Guess); ok {
		if v.Phase == Night && len(v.Clues) > 8 && r.IntN(3) == 0 {
			m, _ = pick(Next)
			return m
		}
		m.Text = v.divine(env)
		return m
	}
	if m, ok := pick(Tell); ok {
		if r.IntN(3) == 0 {
			m, _ = pick(Told)
			return m
		}
		var story []string
		for range 5 {
			story = append(story, lexicon().entries[1+r.IntN(Elements)].word[v.Words])
		}
		m.Text = strings.Join(story, ", ")
		return m
	}
	if m, ok := pick(Uphold, Reject); ok && m.Verb == Uphold && r.IntN(2) == 0 {
		m.Verb = Reject // spirits are lenient
		return m
	} else if ok {
		return m
	}
	if m, ok := pick(Said, Pass); ok && (len(v.Clues) < 3 || r.IntN(3) > 0) {
		if s, said := pick(Said); said {
			m = s
		}
		return m
	}
	if m, ok := pick(Right, Wrong, Next); ok && r.IntN(4) > 0 {
		return m
	}
	if m, ok := pick(Ready); ok && r.IntN(3) > 0 {
		return m
	}
	return legal[r.IntN(len(legal))]
}

// think is a clue for the element that its giver sees. It is "" when none comes
// to mind that may be said.
func (v View) think(env *games.Env) string {
	if v.Element == nil {
		return ""
	}
	n := v.Element.Number
	honest := v.Role == Good || v.Role == Trickster && env.Rand.IntN(2) == 0
	about := n
	if !honest {
		about = 1 + env.Rand.IntN(Elements)
	}
	word := []rune(lexicon().entries[about].word[v.Words])
	all := []string{
		lists().kinds[v.Words][lexicon().entries[about].kind],
		string(unicode.ToUpper(word[0])),
		strconv.Itoa(len(word)),
	}
	env.Rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, w := range all {
		said := slices.ContainsFunc(v.Clues, func(h Hint) bool { return repeats(w, h.Word) })
		if !said && lexicon().judge(w, n, v.Words).level == fine {
			return w
		}
	}
	return ""
}

// divine is a guess from the clues in sight: one of the elements that most of
// them fit.
func (v View) divine(env *games.Env) string {
	best, list := -1, []int{}
	for n := 1; n <= Elements; n++ {
		word := lexicon().entries[n].word[v.Words]
		fits := 0
		for _, h := range v.Clues {
			first, size := utf8.DecodeRuneInString(h.Word)
			switch {
			case h.Word == lists().kinds[v.Words][lexicon().entries[n].kind],
				h.Word == strconv.Itoa(utf8.RuneCountInString(word)),
				size == len(h.Word) && strings.HasPrefix(strings.ToUpper(word), string(unicode.ToUpper(first))):
				fits++
			}
		}
		if fits > best {
			best, list = fits, nil
		}
		if fits == best {
			list = append(list, n)
		}
	}
	word, _, _ := strings.Cut(lexicon().entries[list[env.Rand.IntN(len(list))]].word[v.Words], " / ")
	return word
}
