package judge

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"oneiros/games/whenidream/kit"
)

// Of the relatives of all elements and of what hides them, 99 % are forbidden. Of the
// words that only look like them, 1 % at most is not free. The log names what is judged
// otherwise.
func TestRelatives(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "relatives.*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("lists %q, error %v", files, err)
	}
	for _, file := range files {
		tongue := kit.Tongue(strings.Split(filepath.Base(file), ".")[1])
		numbers := elementNumbers(tongue)
		all, wrong := map[string]int{}, map[string][]string{}
		err := eachRow(file, func(row []string) error {
			n, kind := numbers[row[0]], row[1]
			if n == 0 {
				return fmt.Errorf("no element is called %q", row[0])
			}
			if kind != "forbidden" && kind != "innocent" {
				return fmt.Errorf("no kind is called %q", kind)
			}
			for _, clue := range items(row[2]) {
				all[kind]++
				got := Lexicon().Judge(clue, n, tongue).Level
				if kind == "forbidden" && got != Forbidden || kind == "innocent" && got != Fine {
					wrong[kind] = append(wrong[kind], row[0]+": "+clue)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"forbidden", "innocent"} {
			t.Logf("%s: of %d %s clues %d are judged otherwise: %q", tongue, all[kind], kind, len(wrong[kind]), wrong[kind])
			if all[kind] < 400 {
				t.Errorf("%s: %d %s clues, want at least 400", tongue, all[kind], kind)
			}
			if 100*len(wrong[kind]) > all[kind] {
				t.Errorf("%s: more than 1 %% of the %s clues are judged otherwise", tongue, kind)
			}
		}
	}
}

// What is no word and hides an element is forbidden. A word is none of another one.
func TestDisguises(t *testing.T) {
	for _, c := range []struct {
		tongue               kit.Tongue
		element, hides, free string
	}{
		{kit.English, "Cat", "caaat cat2 2cat c4t ccatt kat spacecat cat-cat catling catttwalk c-a-t", "cut rat chat at act kit carr 2 42 c2 mp3"},
		{kit.English, "Apple", "appl aple appple app1e aplpe pple appl3 4pple ap-ple", "apply ape ample maple"},
		{kit.English, "Elf", "e1f eelf", "elm golf self of"},
		{kit.English, "Guitar", "guiter gutar gu1t4r guittarr gtr", "gutter sitar"},
		{kit.English, "Candy", "cand1 kandy", "andy randy handy sandy"},
		{kit.English, "Saw", "saaw s4w", "aws paw law"},
		{kit.English, "Train", "railtrain trainn traintown", "strain brain trait rain"},
		{kit.English, "Fly", "flly fly2 superfly flyish", "flea ply"},
		{kit.Russian, "Кот", "кооот кот2 4кот к0т котт к-о-т котобус", "скот крот код рот 4 кто"},
		{kit.Russian, "Яблоко", "яблк яблко яблооко ябл0ко ябоко яюлоко яблокомобиль", "облако"},
		{kit.Russian, "Звезда", "зв3зда звзда звезда5 звезды1", "везде"},
		{kit.Russian, "Стул", "сстул стуул ст2л", "стол"},
		{kit.Russian, "Корова", "карова корва", "корона ворона"},
		{kit.Russian, "Роза", "розза р0за", "азор поза"},
		{kit.English, "Airplane", "airrplane", "airedales"},
		{kit.Russian, "Ад", "ад2 аад", "ода да"},
		{kit.Russian, "Кот", "caaat c4t", "cut"},
		{kit.Russian, "Ухо", "уххо", "кликуха"},
		{kit.Russian, "Перо", "пперо", "переустановка"},
		{kit.Russian, "Банка", "баанка банка7", "банкомат"},
	} {
		n := 0
		for i := 1; i <= Elements && n == 0; i++ {
			if Lexicon().entries[i].word[c.tongue] == c.element {
				n = i
			}
		}
		for clue := range strings.FieldsSeq(c.hides) {
			if v := Lexicon().Judge(clue, n, c.tongue); v.Level != Forbidden {
				t.Errorf("%q for %s is %+v, want it forbidden", clue, c.element, v)
			}
		}
		for clue := range strings.FieldsSeq(c.free) {
			if v := Lexicon().Judge(clue, n, c.tongue); v.Level == Forbidden {
				t.Errorf("%q for %s is forbidden: %s", clue, c.element, v.Reason)
			}
		}
	}
}

// Parts and relatives of the word are forbidden evenly, and harmless words are free.
func TestRelativesByExample(t *testing.T) {
	for _, c := range []struct{ element, forbidden, free string }{
		{"Lightbulb", "bulb light lighting moonlit", "delight flight lightweight"},
		{"Fly", "firefly flown flight", "briefly"},
		{"Star", "rockstar popstar starlight", "start starboard"},
		{"Stool", "barstool toadstool", "tool"},
		{"Tooth", "bluetooth teeth", "smooth"},
		{"Alarm Clock", "clockwork o'clock o’clock", "flock"},
		{"Fireman", "man men mankind snowman firemen", "woman human many roman amen"},
		{"Fisherman", "man postman", "selfish manner"},
		{"Horseman", "man horsewoman", "omen"},
		{"Policeman", "man policewoman", "policy manage"},
		{"Postman", "man postal", "postpone poster"},
		{"Train", "trainer training trained", "strain restrain"},
		{"Diver", "dive skydiver", "dove diverse"},
		{"Cook", "cooking cookbook", "cookie"},
		{"Cookie", "cookies", "cook cooking"},
		{"Ring", "earring ringing", "teething string ringgit"},
		{"Port", "seaport airport", "export import transport passport"},
		{"Screwdriver", "drove corkscrew", "drivel river"},
		{"Sword", "swordfish broadsword", "password crossword"},
		{"Bridge", "drawbridge", "abridge"},
	} {
		n := called(t, c.element)
		for clue := range strings.FieldsSeq(c.forbidden) {
			if v := Lexicon().Judge(clue, n, kit.English); v.Level != Forbidden {
				t.Errorf("%q for %s is %+v, want it forbidden", clue, c.element, v)
			}
		}
		for clue := range strings.FieldsSeq(c.free) {
			if v := Lexicon().Judge(clue, n, kit.English); v.Level != Fine {
				t.Errorf("%q for %s is %+v, want it free", clue, c.element, v)
			}
		}
	}
}
