package whenidream

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// verdict is what can be said of a clue without asking people.
type verdict struct {
	level  level
	reason string // the key of what is said about it; empty when the clue is fine
}

type level int

const (
	fine      level = iota
	doubtful        // it may be forbidden: people decide
	forbidden       // it is
)

// judge compares a clue with the element that it is for. A clue may be neither
// the element, nor of its root, nor a translation, nor sound like it. Only what
// is certain is forbidden, since that may cost a card: the element's own forms,
// long words plainly made of it, and its translations. What merely resembles is
// doubtful, since a computer hears no roots; what only looks so is fine.
func (g *glossary) judge(clue string, n int, t Tongue) verdict {
	list := tokens(clue)
	whole := strings.Join(list, "")
	if len(list) > 1 {
		list = append(list, whole)
	}
	e := &g.entries[n]
	worst := verdict{}
	note := func(l level, reason string) {
		if l > worst.level {
			worst = verdict{l, reason}
		}
	}
	for _, f := range e.printed[t] {
		if whole == f.whole {
			note(likeness(clue, e.word[t]), "refuse.clue-same")
		}
		for _, w := range f.words {
			for _, p := range list {
				if p == w.text {
					note(likeness(clue, e.word[t]), "refuse.clue-same")
				} else {
					compare(p, w.text, note)
				}
			}
		}
	}
	for _, f := range e.aliases[t] {
		if l := kin(f.whole, e.printed[t]); f.says(whole, list) {
			note(l, "refuse.clue-root")
		}
	}
	other := otherTongue(t)
	for _, f := range e.printed[other] {
		if whole == f.whole {
			note(forbidden, "refuse.clue-translation")
		}
		for _, w := range f.words {
			for _, p := range list {
				translation(p, w.text, t, note)
			}
		}
	}
	for _, f := range e.aliases[other] {
		if f.says(whole, list) {
			note(forbidden, "refuse.clue-translation")
		}
	}
	for _, w := range g.kindred[n] {
		if slices.ContainsFunc(list, func(p string) bool { return inflected(p, w) }) {
			note(doubtful, "refuse.clue-root")
		}
	}
	return worst
}

// likeness is how sure it is that a clue which is spelt as an element without its
// diaeresis is that element: «нёбо» is not «небо», though many write it so.
func likeness(clue, printed string) level {
	if strings.ContainsRune(strings.ToLower(norm.NFC.String(clue)), 'ё') && !strings.ContainsRune(strings.ToLower(norm.NFC.String(printed)), 'ё') {
		return doubtful
	}
	return forbidden
}

// says reports whether a clue, as a whole or in one of its parts, is another word
// for an element, inflected or not, and not some other word of the same letters.
func (f phrase) says(whole string, parts []string) bool {
	if whole == f.whole {
		return true
	}
	return len(f.words) == 1 && slices.ContainsFunc(parts, func(p string) bool {
		return p == f.whole || !homographs[p] && !strange(p) && inflected(p, f.whole)
	})
}

// compare notes what of a clue is like one word of the element in the tongue of
// the table.
func compare(clue, of string, note func(level, string)) {
	if hasCyrillic(clue) != hasCyrillic(of) {
		spelt(clue, of, note)
		return
	}
	switch {
	case strange(clue):
	case inflected(clue, of):
		l := forbidden
		if homographs[clue] {
			l = doubtful
		}
		note(l, "refuse.clue-root")
		return
	case offspring(clue, of):
		note(forbidden, "refuse.clue-root")
	case derived(clue, of) || compound(clue, of):
		note(doubtful, "refuse.clue-root")
	}
	if utf8.RuneCountInString(of) >= 3 && sound(clue) == sound(of) || homophones[clue] != 0 && homophones[clue] == homophones[of] {
		note(doubtful, "refuse.clue-sound")
	}
}

// spelt notes a clue that is one word of the element in the letters of the other
// tongue, letter by letter. In Latin letters a Russian word of some length is
// itself; a shorter one is as likely a word of its own.
func spelt(clue, of string, note func(level, string)) {
	if hasCyrillic(of) {
		if plainLetters(toCyrillic.Replace(clue)) == plainLetters(of) {
			if len(clue) >= 4 {
				note(forbidden, "refuse.clue-same")
			} else {
				note(doubtful, "refuse.clue-same")
			}
		}
	} else if len(of) >= 4 && toLatin.Replace(clue) == of {
		note(doubtful, "refuse.clue-sound")
	}
}

// translation notes what of a clue is like one word of the element in the other
// tongue than the table's. A clue in the table's own letters is hardly ever meant
// so, since it has a meaning of its own; it is at most doubtful.
func translation(clue, of string, t Tongue, note func(level, string)) {
	const reason = "refuse.clue-translation"
	switch {
	case hasCyrillic(clue) == hasCyrillic(of):
		switch {
		case clue == of, !homographs[clue] && !strange(clue) && inflected(clue, of):
			note(forbidden, reason)
		case !strange(clue) && derived(clue, of):
			note(doubtful, reason)
		}
	case hasCyrillic(of):
		if len(clue) >= 6 && plainLetters(toCyrillic.Replace(clue)) == plainLetters(of) {
			note(doubtful, reason)
		}
	case len(of) >= 5 && toLatin.Replace(clue) == of:
		note(doubtful, reason)
	}
}

// kin says whether another word for an element is of its root: the list of
// aliases holds irregular forms and true synonyms side by side.
func kin(alias string, printed []phrase) level {
	switch {
	case unlike[alias]:
		return fine
	case likely[alias]:
		return doubtful
	}
	a := []rune(alias)
	for _, f := range printed {
		for _, w := range f.words {
			b := []rune(w.text)
			p := slicesPrefix(a, b)
			if p >= 2 && 2*p >= min(len(a), len(b)) || bones(alias) == bones(w.text) {
				return forbidden
			}
		}
	}
	return fine
}

// bones are the consonants of a word, which stay when its vowels come and go:
// лев and льва, ухо and уши, mouse and mice.
func bones(word string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'х':
			return 'ш'
		case 'c':
			return 's'
		}
		if strings.ContainsRune("аеиоуыэюяйьъaeiouy", r) {
			return -1
		}
		return r
	}, word)
}

func otherTongue(t Tongue) Tongue {
	if t == English {
		return Russian
	}
	return English
}

// repeats reports whether a clue says again what an earlier one said.
func repeats(clue, earlier string) bool {
	a, b := tokens(clue), tokens(earlier)
	if strings.Join(a, "") == strings.Join(b, "") {
		return true
	}
	return slices.EqualFunc(a, b, func(x, y string) bool {
		return x == y || !strange(x) && !strange(y) && (inflected(x, y) || inflected(y, x))
	})
}

// homographs are words of their own that are spelt as a form of an element, or
// of another word for one, is.
var homographs = wordSet(`лева леву леве левы левом горе горю горем душа душу души душе душой душам душами уха ухи ухе уху
	еле ели пил пили мыл мыли банк карт тому тома томе томом рою мела трус сан белок сосок чаек уток ус пер`)

// unlike are other words for elements that begin as those do and are of another
// root; likely are those that are of one perhaps, or are a common word besides.
var (
	unlike = wordSet(`home cradle lantern parakeet гроза`)
	likely = wordSet(`isle sleigh аэродром камелек мурашка firefighter белок сосок чаек уток`)
)

// strangers are words that look like derived from an element and are not, in any
// of their forms.
var strangers = strings.Fields(`столица ключица портной садист конфетти ракетка банк банкир банкет портал портрет портфель портвейн порция
	стольник садизм рисунок сырость сырец риск медик плюс басня нога острый горький жена лавина горестный мордочка морщина
	training belly liver trained trainer live lives lived matching matched matcher watching watched watcher apply waver wavering startle startled starve starving starter
	porter portal portion portrait portable combat combine combination combined harm harmony glad gladly pump cent center central rust
	sealed sealing sealer bowler bearing bearer deserve deserted pantry`)

// strange reports whether a folded word is none of the family that it looks like.
func strange(word string) bool { return foreign()[word] }

var foreign = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strangers {
		m[s] = true
		if hasCyrillic(s) {
			for _, f := range forms(s) {
				m[f] = true
			}
		}
	}
	return m
})

// glossaryForms are the forms of every word of the glossary, which clues and
// guesses are compared with over and over.
var glossaryForms = sync.OnceValue(func() map[string][]string {
	g := lexicon()
	m := map[string][]string{}
	for _, f := range g.forms {
		m[f.whole] = forms(f.whole)
		for _, w := range f.words {
			m[w.text] = forms(w.text)
		}
	}
	for _, list := range g.kindred {
		for _, w := range list {
			m[w] = forms(w)
		}
	}
	return m
})

// inflected reports whether a folded word is a form of another, which is in its
// first case.
func inflected(word, base string) bool {
	if word == base {
		return true
	}
	list, ok := glossaryForms()[base]
	if !ok {
		list = forms(base)
	}
	return slices.Contains(list, word)
}

// families are words of the root of an element that no rule of suffixes finds,
// by its English word. That they are of the root people may dispute, or not.
var families = `
Hedgehog ежиться ежовый ежиха съежиться
Ice Cream мороз морозный мороженщик морозить морозильник заморозка
Refrigerator холод холодный холодок холодить охлаждение хладагент refrigerate fridge
Tea чайник чайный чаепитие чайхана
Unicorn рог рога рогатый один horn corn
Rhinoceros рог нос носатый рогатый
Horn рогатый рожок рогалик
Wolf волкодав волчий волчонок волчица werewolf
Lawyer law laws lawful legal
Ant anthill antlike
Toothpaste tooth teeth toothbrush toothpick paste
Witch bewitched bewitch bewitching ведьмак ведовство
Airplane лет полет летать лететь летчик air airport
Airport air airplane port plane
Helicopter лет вертеть полет
Locomotive пар воз
Vacuum пыль сосать
Octopus нога восемь ноги
Snowflake снег снежный snow
Snow снеговик снежный снежинка снежка
Sunflower солнце солнечный sun flower
Fisherman рыба рыбный рыбалка fish fishing
Ear ушастый ушной наушники наушник
Lion львиный львенок львята
Hunter охота hunt hunting
Dancer танец танцы танцевать dance dancing
Musician музыка музыкальный music musical
Scientist наука учить учеба ученик science scientific
Baker хлебопекарня пекарня печь пекарный bake bakery baked
Hourglass час песок песочница hour
Grape виноградник vineyard
Bee пчелиный пчеловод beehive beekeeper
Horse лошадиный
Dog собачий собачник
Goat козий козлиный
Bear медвежий медвежонок
`

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// homophones numbers the sets of English words that sound the same and are spelt
// apart, of those that an element is in.
var homophones = func() map[string]int {
	m := map[string]int{}
	for i, set := range strings.Split(strings.TrimSpace(`ant aunt
bass base
bear bare
bee be
bell belle
boar bore
bread bred
bus buss
caviar caviare
cereal serial
chili chilly chilli chile
dessert desert
die dye
fairy ferry
fir fur
hair hare
horse hoarse
heart hart
jam jamb
key quay
knight night
mask masque
medal meddle
mummy mommy
nose knows noes
pear pair pare
pie pi
rain reign rein
reed read
ring wring
root route
rose rows roes
saw sore
sea see
sink sync
sword soared
tea tee
toad towed toed
wave waive
whale wail wale
witch which
wreck reck
beach beech
cheetah cheater
gorilla guerrilla
shoe shoo
cane cain kane`), "\n") {
		for w := range strings.FieldsSeq(set) {
			m[w] = i + 1
		}
	}
	return m
}()
