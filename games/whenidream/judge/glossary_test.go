package judge

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
		if Lexicon().entries[n].word[kit.English] == english {
			return n
		}
	}
	t.Fatalf("no element %q", english)
	return 0
}

func TestGlossary(t *testing.T) {
	g := Lexicon()
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
			if el := g.Element(n, tongue); el.Word != w || el.Number != n || el.Other == "" || el.Other == w {
				t.Errorf("element %d is shown as %+v", n, el)
			}
			for printed := range strings.SplitSeq(w, " / ") {
				if got := g.Named(printed); !slices.Equal(got, []int{n}) {
					t.Errorf("the guess %q names %v, want %d", printed, got, n)
				}
				if strings.Contains(printed, " ") {
					continue
				}
				for _, table := range []kit.Tongue{kit.English, kit.Russian} {
					if v := g.Judge(printed, n, table); v.Level != Forbidden {
						t.Errorf("the clue %q for itself is %v at a table in %s", printed, v, table)
					}
				}
			}
		}
	}
}

// What is taken for one element must not be taken for another, inflected or not.
func TestGlossaryHasNoCollisions(t *testing.T) {
	g := Lexicon()
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
		if got := Lexicon().Names(c.guess, called(t, c.element)); got != c.right {
			t.Errorf("the guess %q for %s is %v; it names %v", c.guess, c.element, got, Lexicon().Named(c.guess))
		}
	}
}

func TestClue(t *testing.T) {
	for _, c := range []struct {
		clue, element string
		table         kit.Tongue
		level         Level
	}{
		{"мяу", "Cat", kit.Russian, Fine}, {"meow", "Cat", kit.English, Fine}, {"9", "Cat", kit.Russian, Fine}, {"НАТО", "Cat", kit.Russian, Fine},
		{"Матроскин", "Cat", kit.Russian, Fine}, {"зверь", "Cat", kit.Russian, Fine}, {"крыло", "Airplane", kit.Russian, Fine}, {"самокат", "Airplane", kit.Russian, Fine},
		// The element itself, and what is of its root by its stem.
		{"кот", "Cat", kit.Russian, Forbidden}, {"КОТУ", "Cat", kit.Russian, Forbidden}, {"ко-т", "Cat", kit.Russian, Forbidden}, {"кот-обормот", "Cat", kit.Russian, Forbidden},
		{"кошка", "Cat", kit.Russian, Forbidden}, {"льва", "Lion", kit.Russian, Forbidden}, {"зо́нтик", "Umbrella", kit.Russian, Forbidden},
		{"воздушный", "Hot Air Balloon", kit.Russian, Forbidden}, {"шар", "Hot Air Balloon", kit.Russian, Forbidden}, {"песок", "Hourglass", kit.Russian, Forbidden},
		{"hot", "Hot Air Balloon", kit.English, Forbidden}, {"шторма", "Storm", kit.Russian, Forbidden}, {"bridges", "Bridge", kit.English, Forbidden},
		// Translations, by the glossary and its other words.
		{"cat", "Cat", kit.Russian, Forbidden}, {"cats", "Cat", kit.Russian, Forbidden}, {"кот", "Cat", kit.English, Forbidden}, {"plane", "Airplane", kit.Russian, Forbidden},
		{"самолёт", "Airplane", kit.English, Forbidden}, {"телевизор", "Television", kit.English, Forbidden},
		// A synonym of another root is a good clue.
		{"машина", "Car", kit.Russian, Fine}, {"конь", "Horse", kit.Russian, Fine}, {"hatchet", "Axe", kit.English, Fine}, {"каска", "Helmet", kit.Russian, Fine},
		// The element in Latin letters.
		{"kot", "Cat", kit.Russian, Forbidden}, {"samolet", "Airplane", kit.Russian, Forbidden}, {"Sobaka", "Dog", kit.Russian, Forbidden}, {"yashcheritsa", "Lizard", kit.Russian, Forbidden},
		// Words of its root.
		{"лампа", "Lightbulb", kit.Russian, Forbidden}, {"снежный", "Snow", kit.Russian, Forbidden}, {"рыба", "Fisherman", kit.Russian, Forbidden}, {"котёнок", "Cat", kit.Russian, Forbidden}, {"уши", "Ear", kit.Russian, Forbidden}, {"mice", "Mouse", kit.English, Forbidden}, {"вулканы", "Volcano", kit.Russian, Forbidden},
		{"колокольня", "Bell", kit.Russian, Forbidden}, {"baked", "Baker", kit.English, Forbidden}, {"butter", "Butterfly", kit.English, Forbidden}, {"starfish", "Star", kit.English, Forbidden},
		{"медвежий", "Bear", kit.Russian, Forbidden}, {"горный", "Mountain", kit.Russian, Forbidden},
		// Sounds: listed ones are certain.
		{"код", "Cat", kit.Russian, Doubtful}, {"луг", "Onion", kit.Russian, Doubtful}, {"see", "Sea", kit.English, Forbidden}, {"night", "Knight", kit.English, Forbidden},
		{"плот", "Boat", kit.Russian, Fine}, {"бок", "Can", kit.Russian, Fine},
		// What merely begins alike is no root.
		{"китай", "Whale", kit.Russian, Fine}, {"сок", "Falcon", kit.Russian, Fine}, {"рисунок", "Rice", kit.Russian, Fine}, {"elephant", "Ant", kit.English, Fine},
		{"осень", "Wasp", kit.Russian, Fine}, {"космонавт", "Space", kit.Russian, Forbidden}, {"train", "Rain", kit.English, Fine}, {"cable", "Car", kit.English, Fine},
		{"beer", "Bee", kit.English, Fine}, {"гром", "Mountain", kit.Russian, Fine}, {"рот", "Horn", kit.Russian, Fine}, {"лес", "Fox", kit.Russian, Fine},
	} {
		if v := Lexicon().Judge(c.clue, called(t, c.element), c.table); v.Level != c.level || (v.Level == Fine) != (v.Reason == "") {
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
		got, err := CleanClue(c.in)
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
		got, err := CleanText(c.in, 60)
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
		if got := Lexicon().Told(c.story, []Dreamt{{Element: called(t, c.element), Guess: c.guess}})[0]; got != c.told {
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
		if word, err := CleanClue(s); err == nil {
			if again, err := CleanClue(word); err != nil || again != word {
				t.Errorf("%q is cleaned to %q, and that to %q, %v", s, word, again, err)
			}
			Lexicon().Judge(word, n, kit.Russian)
			if !Repeats(word, word) {
				t.Errorf("%q does not repeat itself", word)
			}
		}
		if text, err := CleanText(s, kit.MaxGuess); err == nil {
			if again, err := CleanText(text, kit.MaxGuess); err != nil || again != text {
				t.Errorf("%q is cleaned to %q, and that to %q, %v", s, text, again, err)
			}
			for _, e := range Lexicon().Named(text) {
				if e < 1 || e > Elements {
					t.Errorf("%q names %d", text, e)
				}
			}
			Lexicon().Told(text, []Dreamt{{Element: n, Guess: text}})
		}
	})
}

func BenchmarkNamed(b *testing.B) {
	for _, g := range []string{"кот", "кошками", "инопланитянен", "ничего похожего"} {
		b.Run(g, func(b *testing.B) {
			for b.Loop() {
				Lexicon().Named(g)
			}
		})
	}
}
