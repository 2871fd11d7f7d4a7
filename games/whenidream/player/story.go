package player

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// scenery are the sentences of a dream. Elements stand in the first case, so every
// sentence takes words of any gender and number. None of its own words is an element.
type scenery struct {
	first, last []string
	by          [4][]string // by the number of elements: sentences with %s
	nothing     []string
	the         string
}

var dreamscapes = map[kit.Tongue]*scenery{
	kit.Russian: {
		first: []string{"Мне снился странный сон.", "Сначала было темно и тихо.", "Всё началось с тумана.", "Сон пришёл не сразу."},
		last:  []string{"И тут всё исчезло.", "А потом наступило утро.", "Дальше только тишина.", "На этом сон кончился."},
		by: [4][]string{
			1: {"Вдруг передо мной %s!", "А потом — %s.", "И что я вижу? Это %s!", "Где-то совсем близко — %s."},
			2: {"Рядом стояли %s и %s.", "Навстречу плыли %s и %s.", "О чём-то спорили %s и %s.", "Вдали сияли %s и %s."},
			3: {"Хором пели %s, %s и %s.", "Вокруг кружились %s, %s и %s.", "Меня ждали %s, %s и %s.", "Потом мимо пронеслись %s, %s и %s."},
		},
		nothing: []string{"Ничего не помню, только тишину.", "Сон был глубокий и пустой."},
	},
	kit.English: {
		first: []string{"I had a strange dream.", "At first it was dark and quiet.", "It all began in a fog.", "Sleep came slowly."},
		last:  []string{"Then it all faded away.", "And then it was morning.", "After that, only silence.", "That is how my dream ended."},
		by: [4][]string{
			1: {"Suddenly, there it was: %s!", "And then came %s.", "What did I see? It was %s!", "Very close to me: %s."},
			2: {"Side by side stood %s and %s.", "Towards me drifted %s and %s.", "Far away shone %s and %s.", "There was a quarrel between %s and %s."},
			3: {"All around me danced %s, %s and %s.", "Then %s, %s and %s sang together.", "I was greeted by %s, %s and %s.", "In a hurry, %s, %s and %s passed by."},
		},
		nothing: []string{"I remember nothing but silence.", "It was a deep and empty sleep."},
		the:     "the ",
	},
}

// story is the dream that the player tells: of all elements that it remembers. Words
// that stand close together may be read as another thing, such as an egg and a plant.
// So it tries a few orders.
func (p *player) story() string {
	list := p.recalled()
	d := dreamscapes[p.Words]
	if len(list) == 0 {
		return d.nothing[p.rand.IntN(len(d.nothing))]
	}
	best, most := "", -1
	for range 8 { // mostly the first will do
		text := p.tellAll(d, list)
		told := 0
		cards := make([]judge.Dreamt, len(list))
		for i, n := range list {
			cards[i].Element = n
		}
		for _, ok := range p.lexicon().Told(text, cards) {
			if ok {
				told++
			}
		}
		if told > most {
			best, most = text, told
		}
		if told == len(list) {
			break
		}
		games.Shuffle(p.rand, list)
	}
	return best
}

// tellAll tells of elements in their order. A story that would be too long is a list,
// and the last ones may have no room in it.
func (p *player) tellAll(d *scenery, list []int) string {
	words, bare := make([]string, len(list)), make([]string, len(list))
	for i, n := range list {
		bare[i] = strings.ToLower(p.lexicon().Word(n, p.Words))
		words[i] = d.the + bare[i]
	}
	text := p.tell(d, words)
	if utf8.RuneCountInString(text) > kit.MaxStory {
		text = capital(strings.Join(bare, ", ")) + "."
	}
	for utf8.RuneCountInString(text) > kit.MaxStory {
		text = text[:strings.LastIndex(text, ", ")] + "."
	}
	return text
}

// tell makes sentences of one to three elements each. No sentence comes twice until
// all have come.
func (p *player) tell(d *scenery, words []string) string {
	sentences := []string{d.first[p.rand.IntN(len(d.first))]}
	var order [4][]int
	for len(words) > 0 {
		n := min(1+p.rand.IntN(3), len(words))
		if len(words) > 6 {
			n = 2 + p.rand.IntN(2)
		}
		if len(order[n]) == 0 {
			order[n] = p.rand.Perm(len(d.by[n]))
		}
		args := make([]any, n)
		for i, w := range words[:n] {
			args[i] = w
		}
		sentences = append(sentences, capital(fmt.Sprintf(d.by[n][order[n][0]], args...)))
		order[n], words = order[n][1:], words[n:]
	}
	sentences = append(sentences, d.last[p.rand.IntN(len(d.last))])
	return strings.Join(sentences, " ")
}

// capital begins a sentence.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
