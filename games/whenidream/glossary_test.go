package whenidream

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

func called(t *testing.T, english string) int {
	t.Helper()
	for n := 1; n <= Elements; n++ {
		if lexicon().entries[n].word[kit.English] == english {
			return n
		}
	}
	t.Fatalf("no element %q", english)
	return 0
}

func TestGlossary(t *testing.T) {
	g := lexicon()
	seen := map[string]int{}
	for n := 1; n <= Elements; n++ {
		e := g.entries[n]
		for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
			w := e.word[tongue]
			if w == "" || len(e.printed[tongue]) == 0 {
				t.Fatalf("element %d has no word in %s", n, tongue)
			}
			if other := seen[w]; other != 0 {
				t.Errorf("elements %d and %d are both %q", other, n, w)
			}
			seen[w] = n
			for _, r := range w {
				if unicode.IsLetter(r) && (tongue == kit.Russian) != unicode.Is(unicode.Cyrillic, r) {
					t.Errorf("%q has a letter %q of the other alphabet", w, r)
				}
			}
			if el := g.element(n, tongue); el.Word != w || el.Number != n || el.Other == "" || el.Other == w {
				t.Errorf("element %d is shown as %+v", n, el)
			}
			for printed := range strings.SplitSeq(w, " / ") {
				if got := g.named(printed); !slices.Equal(got, []int{n}) {
					t.Errorf("the guess %q names %v, want %d", printed, got, n)
				}
				if strings.Contains(printed, " ") {
					continue
				}
				for _, table := range []kit.Tongue{kit.English, kit.Russian} {
					if v := g.judge(printed, n, table); v.level != forbidden {
						t.Errorf("the clue %q for itself is %v at a table in %s", printed, v, table)
					}
				}
			}
		}
	}
}

// What is taken for one element must not be taken for another, inflected or not.
func TestGlossaryHasNoCollisions(t *testing.T) {
	g := lexicon()
	for whole, list := range g.whole {
		if len(list) > 1 {
			t.Errorf("%q names %v", whole, list)
		}
	}
	for i, f := range g.forms {
		if slices.ContainsFunc(g.forms[:i], func(e phrase) bool { return e.number == f.number && slices.Equal(e.words, f.words) }) {
			t.Errorf("%q stands twice at element %d", f.whole, f.number)
		}
	}
}

func TestGuess(t *testing.T) {
	for _, c := range []struct {
		guess, element string
		right          bool
	}{
		// As it is printed, in either language, in any case and spelling.
		{"Кот", "Cat", true}, {"  КОТ!! ", "Cat", true}, {"cat", "Cat", true}, {"a cat", "Cat", true}, {"это кот?", "Cat", true},
		{"ковер", "Carpet", true}, {"ковёр", "Carpet", true}, {"за́мок", "Castle", true}, {"зáмок", "Castle", true},
		{"бас гитара", "Bass", true}, {"басгитара", "Bass", true}, {"Бас–гитара", "Bass", true},
		{"ice-cream", "Ice Cream", true}, {"icecream", "Ice Cream", true}, {"light bulb", "Lightbulb", true},
		{"шарик воздушный", "Balloon", true}, {"расческа", "Comb", true}, {"гребень", "Comb", true}, {"шторм", "Storm", true},
		// Inflected.
		{"кошку", "Cat", true}, {"котами", "Cat", true}, {"на мосту", "Bridge", true}, {"в море", "Sea", true}, {"морями", "Sea", true},
		{"вулканов", "Volcano", true}, {"барабанах", "Drum", true}, {"с барабанами", "Drum", true}, {"бананы", "Banana", true}, {"одеялом", "Comforter", true}, {"льва", "Lion", true}, {"орлом", "Eagle", true}, {"осла", "Donkey", true}, {"с огурцом", "Cucumber", true}, {"леденцы", "Lollipop", true},
		{"воздушных шаров", "Hot Air Balloon", true}, {"песочными часами", "Hourglass", true}, {"yogurts", "Yogurt", true},
		{"mice", "Mouse", true}, {"knives", "Knife", true}, {"cherries", "Cherry", true}, {"the wolves", "Wolf", true},
		// Aliases.
		{"телевизор", "Television", true}, {"ТВ", "Television", true}, {"plane", "Airplane", true}, {"машина", "Car", true}, {"T-shirt", "Shirt", true},
		{"пёс", "Dog", true}, {"дети", "Child", true}, {"bird's nest", "Nest", true},
		// Slips of the keyboard.
		{"самалет", "Airplane", true}, {"вертолте", "Helicopter", true}, {"крокадил", "Crocodile", true}, {"hippopotmus", "Hippopotamus", true},
		{"refridgerator", "Refrigerator", true}, {"инопланитянен", "Alien", true}, {"кат", "Cat", false}, {"cot", "Cat", false}, {"мюха", "Fly", true}, {"мха", "Fly", false},
		// Another thing, however near.
		{"корова", "Crown", false}, {"корона", "Cow", false}, {"корова", "Cow", true}, {"ракетка", "Rocket", false},
		{"glass", "Glasses", false}, {"glasses", "Glass", false}, {"glasses", "Glasses", true}, {"glass", "Glass", true}, {"лодка", "Boat", false},
		{"sky", "Ski", false}, {"ski", "Sky", false}, {"лампа", "Lightbulb", false}, {"лампочка", "Lamp", false}, {"медуза", "Bear", false},
		{"няня", "Baby", false}, {"ребенок", "Baby", false}, {"младенец", "Child", false}, {"гора", "Slide", false}, {"horse", "Seahorse", false},
		// The head noun alone, where it names something else.
		{"шар", "Hot Air Balloon", false}, {"часы", "Hourglass", false}, {"перец", "Bell Pepper", false}, {"перец", "Black Pepper", false},
		{"конёк", "Seahorse", false}, {"стол", "Desk", false}, {"гармошка", "Harmonica", false}, {"салфетка", "Tissue", false},
		{"зонтик", "Parasol", false}, {"гитара", "Bass", false}, {"balloon", "Hot Air Balloon", false}, {"hat", "Winter Hat", false},
		{"glass", "Magnifying Glass", false}, {"pencil", "Pencil Case", false}, {"кровать", "Crib", false},
		// It is one guess.
		{"кот собака", "Cat", false}, {"кот или собака", "Dog", false}, {"морская звезда", "Star", false}, {"starfish", "Star", false},
		{"", "Cat", false}, {"the", "Cat", false}, {"🐱", "Cat", false},
	} {
		if got := lexicon().names(c.guess, called(t, c.element)); got != c.right {
			t.Errorf("the guess %q for %s is %v; it names %v", c.guess, c.element, got, lexicon().named(c.guess))
		}
	}
}

func TestClue(t *testing.T) {
	for _, c := range []struct {
		clue, element string
		table         kit.Tongue
		level         level
	}{
		{"мяу", "Cat", kit.Russian, fine}, {"meow", "Cat", kit.English, fine}, {"9", "Cat", kit.Russian, fine}, {"НАТО", "Cat", kit.Russian, fine},
		{"Матроскин", "Cat", kit.Russian, fine}, {"зверь", "Cat", kit.Russian, fine}, {"крыло", "Airplane", kit.Russian, fine}, {"самокат", "Airplane", kit.Russian, fine},
		// The element itself, and what is of its root by its stem.
		{"кот", "Cat", kit.Russian, forbidden}, {"КОТУ", "Cat", kit.Russian, forbidden}, {"ко-т", "Cat", kit.Russian, forbidden}, {"кот-обормот", "Cat", kit.Russian, forbidden},
		{"кошка", "Cat", kit.Russian, forbidden}, {"льва", "Lion", kit.Russian, forbidden}, {"зо́нтик", "Umbrella", kit.Russian, forbidden},
		{"воздушный", "Hot Air Balloon", kit.Russian, forbidden}, {"шар", "Hot Air Balloon", kit.Russian, forbidden}, {"песок", "Hourglass", kit.Russian, forbidden},
		{"hot", "Hot Air Balloon", kit.English, forbidden}, {"шторма", "Storm", kit.Russian, forbidden}, {"bridges", "Bridge", kit.English, forbidden},
		// Translations, by the glossary and its other words.
		{"cat", "Cat", kit.Russian, forbidden}, {"cats", "Cat", kit.Russian, forbidden}, {"кот", "Cat", kit.English, forbidden}, {"plane", "Airplane", kit.Russian, forbidden},
		{"самолёт", "Airplane", kit.English, forbidden}, {"телевизор", "Television", kit.English, forbidden},
		// A synonym of another root is a good clue.
		{"машина", "Car", kit.Russian, fine}, {"конь", "Horse", kit.Russian, fine}, {"hatchet", "Axe", kit.English, fine}, {"каска", "Helmet", kit.Russian, fine},
		// The element in Latin letters.
		{"kot", "Cat", kit.Russian, forbidden}, {"samolet", "Airplane", kit.Russian, forbidden}, {"Sobaka", "Dog", kit.Russian, forbidden}, {"yashcheritsa", "Lizard", kit.Russian, forbidden},
		// Words of its root.
		{"лампа", "Lightbulb", kit.Russian, forbidden}, {"снежный", "Snow", kit.Russian, forbidden}, {"рыба", "Fisherman", kit.Russian, forbidden}, {"котёнок", "Cat", kit.Russian, forbidden}, {"уши", "Ear", kit.Russian, forbidden}, {"mice", "Mouse", kit.English, forbidden}, {"вулканы", "Volcano", kit.Russian, forbidden},
		{"колокольня", "Bell", kit.Russian, forbidden}, {"baked", "Baker", kit.English, forbidden}, {"butter", "Butterfly", kit.English, forbidden}, {"starfish", "Star", kit.English, forbidden},
		{"медвежий", "Bear", kit.Russian, forbidden}, {"горный", "Mountain", kit.Russian, forbidden},
		// Sounds: listed ones are certain.
		{"код", "Cat", kit.Russian, doubtful}, {"луг", "Onion", kit.Russian, doubtful}, {"see", "Sea", kit.English, forbidden}, {"night", "Knight", kit.English, forbidden},
		{"плот", "Boat", kit.Russian, fine}, {"бок", "Can", kit.Russian, fine},
		// What merely begins alike is no root.
		{"китай", "Whale", kit.Russian, fine}, {"сок", "Falcon", kit.Russian, fine}, {"рисунок", "Rice", kit.Russian, fine}, {"elephant", "Ant", kit.English, fine},
		{"осень", "Wasp", kit.Russian, fine}, {"космонавт", "Space", kit.Russian, forbidden}, {"train", "Rain", kit.English, fine}, {"cable", "Car", kit.English, fine},
		{"beer", "Bee", kit.English, fine}, {"гром", "Mountain", kit.Russian, fine}, {"рот", "Horn", kit.Russian, fine}, {"лес", "Fox", kit.Russian, fine},
	} {
		if v := lexicon().judge(c.clue, called(t, c.element), c.table); v.level != c.level || (v.level == fine) != (v.reason == "") {
			t.Errorf("the clue %q for %s is %+v, want level %d", c.clue, c.element, v, c.level)
		}
	}
}

func refusal(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	text, ok := games.Refused(err)
	if !ok {
		t.Fatalf("a fault: %v", err)
	}
	return text.Key
}

func TestCleanClue(t *testing.T) {
	for _, c := range []struct{ in, out, refused string }{
		{"  вода ", "вода", ""}, {"Вода!", "Вода", ""}, {"йод", "йод", ""}, {"й", "й", ""}, {"за́мок", "за́мок", ""},
		{"7", "7", ""}, {"B2B", "B2B", ""}, {"wi–fi", "wi-fi", ""}, {"д’Артаньян", "д'Артаньян", ""}, {"USA.", "USA", ""}, {"U.S.A.", "U.S.A", ""}, {"IT-шник", "IT-шник", ""},
		{"", "", "refuse.empty"}, {"...", "", "refuse.empty"}, {"две воды", "", "refuse.one-word"}, {"две\u00a0воды", "", "refuse.one-word"}, {"а\nб", "", "refuse.one-word"},
		{"-вода", "", "refuse.one-word"}, {"вода-", "", "refuse.one-word"}, {"а--б", "", "refuse.one-word"},
		{"🌊", "", "refuse.letters"}, {"вода🌊", "", "refuse.letters"}, {"во\u200bда", "", "refuse.letters"}, {"\u202eадов", "", "refuse.letters"}, {"а\x00б", "", "refuse.letters"},
		{"水", "", "refuse.letters"}, {"ʇɐɔ", "", "refuse.letters"}, {"κατ", "", "refuse.letters"}, {"@everyone", "", "refuse.letters"}, {"вода,лёд", "", "refuse.letters"}, {"**вода**", "", "refuse.letters"},
		{"кoт", "", "refuse.mixed"}, {strings.Repeat("а", kit.MaxClue), strings.Repeat("а", kit.MaxClue), ""}, {strings.Repeat("а", kit.MaxClue+1), "", "refuse.long"},
		{"\u0301а", "", "refuse.letters"}, {"\xff", "", "refuse.letters"},
	} {
		got, err := cleanClue(c.in)
		if key := refusal(t, err); got != c.out || key != c.refused {
			t.Errorf("the clue %q is kept as %q, refused with %q; want %q, %q", c.in, got, key, c.out, c.refused)
		}
	}
}

func TestCleanText(t *testing.T) {
	for _, c := range []struct{ in, out, refused string }{
		{" a  wild\tboar ", "a wild boar", ""}, {"a\u200bb\u202ec", "abc", ""}, {"one\r\n\r\n\r\ntwo", "one\n\ntwo", ""}, {"и\u0306од", "йод", ""},
		{"a\x00b", "ab", ""}, {"🐱", "", "refuse.empty"}, {"🐱 кот", "🐱 кот", ""}, {"...", "", "refuse.empty"},
		{"z\u0335\u0336\u0337\u0338", "z\u0335\u0336", ""}, {strings.Repeat("я", 60), strings.Repeat("я", 60), ""}, {strings.Repeat("я", 61), "", "refuse.long"},
	} {
		got, err := cleanText(c.in, 60)
		if key := refusal(t, err); got != c.out || key != c.refused {
			t.Errorf("the text %q is kept as %q, refused with %q; want %q, %q", c.in, got, key, c.out, c.refused)
		}
	}
}

func TestMentions(t *testing.T) {
	for _, c := range []struct {
		story, element, guess string
		told                  bool
	}{
		{"В моём сне я видел ПЕТУХА, который отчаянно сражался с ВАМПИРОМ за ГАМБУРГЕР", "Rooster", "", true},
		{"В моём сне я видел ПЕТУХА, который отчаянно сражался с ВАМПИРОМ за ГАМБУРГЕР", "Vampire", "", true},
		{"пока СОБАКА самозабвенно играла на БАРАБАНАХ", "Drum", "", true},
		{"пока СОБАКА самозабвенно играла на БАРАБАНАХ", "Cat", "", false},
		{"я летел на огромном воздушном красном шаре", "Hot Air Balloon", "", true},
		{"воздушный поцелуй, а потом мы играли, и мимо прокатился шар", "Hot Air Balloon", "", false},
		{"Two mice, riding on wolves.", "Wolf", "", true}, {"Two mice, riding on wolves.", "Mouse", "", true},
		{"я тонул в мусорке", "Garbage", "мусорка", true}, {"я тонул в ведре", "Garbage", "мусорка", false},
		// The longest element is meant, whether it is on the table or not.
		{"песочные часы стояли на столе", "Watch", "", false}, {"песочные часы стояли на столе", "Hourglass", "", true},
		{"песочные часы и ещё часы", "Watch", "", true}, {"a magnifying glass", "Glass", "", false}, {"a magnifying glass", "Magnifying Glass", "", true},
		// People run the words of an element together.
		{"a hotairballoon rose", "Hot Air Balloon", "", true}, {"песочныечасы разбились", "Hourglass", "", true}, {"песочныечасы разбились", "Watch", "", false},
		{"my glasses", "Glass", "", false}, {"my glasses", "Glasses", "", true}, {"летучая мышь", "Mouse", "", false}, {"мышь летела", "Mouse", "", true},
		{"Шёл дождь, и я раскрыл зонтик", "Rain", "", true}, {"Шёл дождь, и я раскрыл зонтик", "Umbrella", "", true}, {"зонтик от дождя", "Rain", "", false},
		{"", "Cat", "кот", false}, {"!!!", "Cat", "", false},
	} {
		if got := lexicon().told(c.story, []Dreamt{{Element: called(t, c.element), Guess: c.guess}})[0]; got != c.told {
			t.Errorf("%q mentions %s: %v", c.story, c.element, got)
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "кот", "Зáмок", "бас-гитара", "a cat's", "\u0301", "\xff", "к.о.т", strings.Repeat("а", 200), "й и\u0306"} {
		f.Add(s, 64)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = 1 + (n%Elements+Elements)%Elements
		if word, err := cleanClue(s); err == nil {
			if again, err := cleanClue(word); err != nil || again != word {
				t.Errorf("%q is cleaned to %q, and that to %q, %v", s, word, again, err)
			}
			lexicon().judge(word, n, kit.Russian)
			if !repeats(word, word) {
				t.Errorf("%q does not repeat itself", word)
			}
		}
		if text, err := cleanText(s, kit.MaxGuess); err == nil {
			if again, err := cleanText(text, kit.MaxGuess); err != nil || again != text {
				t.Errorf("%q is cleaned to %q, and that to %q, %v", s, text, again, err)
			}
			for _, e := range lexicon().named(text) {
				if e < 1 || e > Elements {
					t.Errorf("%q names %d", text, e)
				}
			}
			lexicon().told(text, []Dreamt{{Element: n, Guess: text}})
		}
	})
}

func BenchmarkNamed(b *testing.B) {
	for _, g := range []string{"кот", "кошками", "инопланитянен", "ничего похожего"} {
		b.Run(g, func(b *testing.B) {
			for b.Loop() {
				lexicon().named(g)
			}
		})
	}
}
