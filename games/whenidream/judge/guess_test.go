package judge

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"oneiros/games/whenidream/kit"
	dictionary "oneiros/games/words"
)

// A guess that is another word is wrong, however near it is to the element.
func TestGuessOfAnotherWord(t *testing.T) {
	for guess, element := range map[string]string{
		"carrot": "Parrot", "father": "Feather", "weather": "Feather", "leather": "Feather", "pocket": "Rocket", "socket": "Rocket",
		"kitten": "Gloves", "mitten": "Gloves", "advice": "Lawyer", "sister": "Babysitter", "alligator": "Crocodile", "hatchet": "Axe",
		"walrus": "Seal", "locust": "Grasshopper", "parakeet": "Parrot", "recorder": "Flute", "chipmunk": "Squirrel",
		"ворона": "Корона", "коробка": "Корова", "крышка": "Крыса", "поцелуй": "Метла", "сосать": "Поезд", "матрос": "Матрас",
		"матросов": "Матрас", "коробки": "Корова", "вороны": "Корона", "крышками": "Крыса", "аллигатор": "Крокодил", "варежки": "Перчатки",
		"чашка": "Кружка", "сверчок": "Кузнечик", "сестра": "Медсестра", "веник": "Метла", "игрушка": "Игра", "чайка": "Чай", "волен": "Волна",
		"кубок": "Кубик", "конька": "Конь", "рот": "Кастрюля", "сор": "Полицейский", "печень": "Печенье", "час": "Часы", "метель": "Метла", "кружок": "Кружка", "чайки": "Чай", "гостиный": "Гостиная",
		"шрек": "Река", "Дракула": "Акула", "годзилле": "Горилла", "vlogger": "Lumberjack", "chai": "Chair", "groot": "Root",
		"brief": "Briefs", "trunk": "Trunks", "spectacle": "Glasses",
	} {
		if list, how := Lexicon().read(guess); len(list) > 0 {
			t.Errorf("the guess %q (near to %s) names %s, by %s", guess, element, Lexicon().entries[list[0]].word[kit.English], how)
		}
	}
}

// A guess may be said as people say it, before the word and behind it.
func TestGuessInASentence(t *testing.T) {
	for _, guess := range []string{
		"мне кажется кот", "мне кажется, это кот", "по-моему, кот", "по моему кот", "скорее всего кот", "Скорее всего, это кот!", "наверняка кот",
		"я думаю, что это кот", "думаю кот", "пусть будет кот", "ставлю на кота", "похоже на кота", "вроде бы кот", "может быть, кот?", "кот, наверное",
		"кот, мне кажется", "кот, я думаю", "это точно кот", "мой ответ: кот", "ответ — кот", "ну тогда кот", "наверное, это всё-таки кот", "кот, да?",
		"100% кот", "сто процентов кот", "имхо кот", "мб кот", "кажись, кот", "по ходу кот", "скорей всего кот", "подозреваю, что кот", "не знаю, кот", "кот, не уверена", "хз, кот", "эээ, кот", "кот, кот, кот",
		"100 % a cat", "imo cat", "probs a cat", "i wanna say cat", "idk, cat", "I don't know, maybe a cat", "not sure, cat?", "must've been a cat", "I suspect a cat", "cat cat cat",
		"предположу, что кот", "я бы сказала кот", "видимо, КОТ", "это был кот", "кажется, котик", "мне кажется котт", "по-моему, это КОТ...",
		"my guess is cat", "my guess is a cat", "must be a cat", "it must be a cat!", "I think it's a cat", "i think its a cat", "it's a cat", "I'd say cat",
		"I guess it's a cat", "I'm going to say cat", "is it a cat?", "could it be a cat", "cat, I think", "cat i guess", "probably a cat", "definitely a cat",
		"my final answer is cat", "final answer: cat", "I'm pretty sure it's a cat", "um, cat?", "ok so a cat then", "that has to be a cat", "I believe that's a cat",
		"maybe it's cats", "must be a caat",
	} {
		if !Lexicon().Names(guess, called(t, "Cat")) {
			t.Errorf("the guess %q for Cat is wrong; it names %v", guess, Lexicon().Named(guess))
		}
	}
	for guess, element := range map[string]string{
		"псина": "Dog", "doggie": "Dog", "холодос": "Refrigerator", "бананчик": "Banana", "вертолётик": "Helicopter", "поездик": "Train", "дынька": "Melon", "улиточка": "Snail", "кажись, бананчик": "Banana",
		"комарик": "Mosquito", "часики": "Watch", "ёжик": "Hedgehog", "котик": "Cat", "огуречик": "Cucumber", "мне кажется, огурчик": "Cucumber",
		"по-моему, воздушный шар": "Hot Air Balloon", "it must be a light bulb": "Lightbulb", "I think it's a magnifying glass": "Magnifying Glass",
		"скорее всего песочные часы": "Hourglass", "my guess is a looking glass": "Mirror", "I guess fir trees": "Fir Tree",
	} {
		if !Lexicon().Names(guess, called(t, element)) {
			t.Errorf("the guess %q for %s is wrong; it names %v", guess, element, Lexicon().Named(guess))
		}
	}
	for _, guess := range []string{"не кот", "это не кот", "not a cat", "кот или собака", "cat or dog", "мне кажется", "my guess", "скорее всего", "I guess", "мне кажется кот собака", "не знаю", "not sure", "100 %", "I don't know", "не кот, не знаю"} {
		if list := Lexicon().Named(guess); len(list) > 0 {
			t.Errorf("the guess %q names %v", guess, list)
		}
	}
}

// A slip is forgiven where it can only be meant for one element, by the likeliest slip.
func TestGuessMistyped(t *testing.T) {
	for _, c := range []struct {
		guess, element string // no element: it names none
	}{
		// Of several elements that are near, the one of the likeliest slip.
		{"яблако", "Apple"}, {"облоко", "Cloud"}, {"baer", "Bear"}, {"beavr", "Beaver"}, {"garrage", "Garage"}, {"gabrage", "Garbage"}, {"пчила", "Bee"},
		{"велка", "Fork"}, {"aple", "Apple"}, {"rino", "Rhinoceros"}, {"spoom", ""}, {"трост", "Cane"}, {"фурашка", "Cap"}, {"тапор", "Axe"},
		// Another form is meant less often than another slip, and «пк» hardly ever.
		{"бома", "Bomb"}, {"корва", "Cow"}, {"мешк", "Bag"}, {"ппка", "Binder"}, {"ежж", "Hedgehog"},
		// Equally near.
		{"корота", ""}, {"мешек", "Bag"},
		// Short ones need a likely slip, and two letters never are a slip.
		{"dpg", "Dog"}, {"cta", "Cat"}, {"caat", "Cat"}, {"dsk", "Desk"}, {"хлб", "Bread"}, {"кыт", ""}, {"ctq", ""}, {"ct", ""}, {"кт", ""}, {"bomg", "Bomb"}, {"bokk", "Book"}, {"хлбе", "Bread"},
		// Two slips in long words only.
		{"марожное", "Ice Cream"}, {"инопланитянен", "Alien"}, {"moskito", "Mosquito"}, {"serbce", ""}, {"зюбрв", ""},
		// Several letters by ear.
		{"мидветь", "Bear"}, {"кракадил", "Crocodile"}, {"вилосипет", "Bicycle"}, {"kamelion", "Chameleon"}, {"arkitekt", "Architect"}, {"серце", "Heart"}, {"лесница", ""},
		// Of several words each is said or mistyped. A word of its own is no slip.
		{"балгарский перец", "Bell Pepper"}, {"перец балгарский", "Bell Pepper"}, {"болгарский перецц", "Bell Pepper"}, {"ice kream", "Ice Cream"}, {"черный перрец", "Black Pepper"},
		{"ligth bulb", "Lightbulb"}, {"buter fly", "Butterfly"}, {"fur tree", ""}, {"ice dream", ""}, {"чёрный перед", ""}, {"красный шарик", ""},
		// Written apart, and in another form.
		{"air planes", "Airplane"}, {"ко-ро-ва", "Cow"}, {"бед-мочка", ""},
		// In letters of the other alphabet.
		{"KOT", "Cat"}, {"MOCT", "Bridge"}, {"KOT собака", ""},
		{"水", ""}, {"кошкаcat", ""}, {"12345", ""},
	} {
		list, how := Lexicon().read(c.guess)
		want := []int(nil)
		if c.element != "" {
			want = []int{called(t, c.element)}
		}
		if !slices.Equal(list, want) {
			t.Errorf("the guess %q names %v by %s, want %q", c.guess, list, how, c.element)
		}
	}
}

// mistypings are the slips of testdata/slips.en.txt or slips.ru.txt: what is typed, the
// element, and the kind of slip.
func mistypings(t *testing.T, tongue kit.Tongue) [][3]string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("testdata/slips.%s.txt", tongue))
	if err != nil {
		t.Fatal(err)
	}
	var list [][3]string
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 3 {
			t.Fatalf("%q has no three columns", line)
		}
		list = append(list, [3]string(f))
	}
	return list
}

// Of slips that were written down before the judge, nearly all are right. None of them is
// a word, so each could be no other guess.
func TestSlips(t *testing.T) {
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		list := mistypings(t, tongue)
		if len(list) < 200 {
			t.Errorf("%s: %d slips", tongue, len(list))
		}
		all, wrong := map[string]int{}, map[string][]string{}
		missed := 0
		for _, s := range list {
			if parts := strings.FieldsFunc(s[0], func(r rune) bool { return !unicode.IsLetter(r) }); len(parts) == 1 && dictionary.Has(s[0]) && !strings.Contains("yo", s[2]) {
				t.Errorf("%s: the slip %q is a word", tongue, s[0])
			}
			n, _ := judged(t, string(tongue), s[1])
			all[s[2]]++
			if !Lexicon().Names(s[0], n) {
				wrong[s[2]] = append(wrong[s[2]], s[0])
				missed++
			}
		}
		for _, kind := range slices.Sorted(maps.Keys(all)) {
			t.Logf("%s, %s: %d of %d wrong %q", tongue, kind, len(wrong[kind]), all[kind], wrong[kind])
		}
		if missed*50 > len(list) {
			t.Errorf("%s: %d of %d slips are wrong", tongue, missed, len(list))
		}
	}
}
