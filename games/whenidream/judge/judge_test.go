package judge

import (
	"slices"
	"strings"
	"testing"

	"oneiros/games/gametest"
	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// spared are clues that a coarser rule once took for the element. Each line has
// the table's tongue, the element and the worst level that is just.
const spared = `
en Horn fine: rock
en Heaven fine: ray
en Hot Air Balloon fine: share
en Whale fine: kite kit kid
en Garden fine: sad
en Sea fine: more
en Onion fine: luck
en Fang fine: click
en Leaf fine: list live life leave leaving lead
en Dress fine: plate address
en House fine: dome home hotel
en Mushroom fine: room
en Trampoline fine: line
en Journalist fine: list
en Seashell fine: hell
en Screwdriver fine: river
en Medal fine: metal
ru Остров fine: острый
ru Нож fine: нога
en Cat fine: god cut coat catch category
en Cheese fine: sir chess
en Bathtub fine: van
en Poppy fine: make Mac
en Honey fine: met media money
en Bass fine: pass basic
en Rice fine: rise price
en Mushroom fine: crib
en Bridge fine: most bride
en Storm fine: bury
en Necklace fine: bus busy кола
en Salt fine: sole solo
en Mustache fine: use
en Canoe fine: cane
en Coffee fine: gave
en Poker fine: baker
en Feather fine: per father
en Loaf fine: packet
en Tooth fine: sup
en Living Room fine: leave
en Snake fine: удалось
en Garbage fine: хлев
en Book fine: тому
en Die fine: dying died
en Train fine: strain restrain
en Match fine: matching
en Bus fine: business busy
en Ear fine: early earn year
en Planet fine: plane plan
en Apple fine: apply
en Cap fine: cape capes
en Car fine: cares
en Fir Tree fine: fires
en Hat fine: hates
ru Трусы doubtful: трус
ru Белка doubtful: белок
ru Гром fine: гроза
ru Гора fine: горький
en Bread fine: breed
en Pool fine: pull pole
en Mouse fine: moose
en Hat fine: hate heat
en Star fine: start startle stare
en Car fine: card care
en Pear fine: pearl
en Hell fine: hello
en Horn fine: honor hornet
en Ring fine: bring
en Pan fine: pants panic
en Port fine: portrait
en Comb fine: combine
en Bear fine: beer beard
en Cow fine: coward crow
en Pig fine: pigeon
en Ant fine: antenna giant
en Rat fine: rate
en Fork fine: forest
en King fine: kind
ru Лев doubtful: Лёва лево
ru Лев fine: левый слева
ru Гора doubtful: горе
ru Гора fine: горит город
ru Сад fine: садиться садист сядь
ru Сыр fine: сырой сыро сырость
ru Мёд fine: медь медаль
ru Море fine: мор морить мороз
ru Душ doubtful: душа
ru Душ fine: душит
ru Буря fine: бурый бурить
ru Ель doubtful: еле
ru Ель fine: ела Елена
ru Оса fine: ось оси осень
ru Рис fine: рисую рисунок риск
ru Ухо doubtful: уха
ru Небо doubtful: нёбо
ru Стол fine: столица
ru Ключ fine: ключица
ru Порт fine: портной портфель
ru Конфета fine: конфетти
ru Кот fine: год который кит
ru Банка fine: банк
ru Мост fine:
ru Кит fine: китаец
ru Лук fine: лукавый
ru Рог fine: род рот
ru Мышь fine: мыслить
ru Мак fine: мама макароны
ru Дом fine: думать
ru Нос fine: носит
ru Роза fine: раз розыгрыш
`

// caught are clues that must not pass, and the least that is said of them.
const caught = `
ru Кот forbidden: котъ
ru Яблоко forbidden: йаблоко йаблако
ru Самолёт forbidden: сам
ru Самокат forbidden: сам сами
ru Ведьма forbidden: ведьмовство ведьмочка ведьмин ведьмы witch
ru Эльф doubtful: эльфийский
ru Снег doubtful: снеговик снежный
ru Школа doubtful: школьник школьный
ru Школа forbidden: школе школами
ru Мороженое doubtful: мороз
ru Холодильник doubtful: холод холодный
ru Чай doubtful: чайник
ru Единорог doubtful: рог
ru Волк doubtful: волкодав волчий
ru Матрас forbidden: матрасик матраса
ru Одеяло forbidden: одеяльце одеялами
ru Ёж doubtful: ёжиться
ru Кот doubtful: код kot
ru Кот forbidden: кота кошка cats
ru Собака forbidden: sobaka собаке dog
ru Гора forbidden: горы горой горами
ru Лев forbidden: льва львом львы
ru Сыр forbidden: сыра сыром cheese
ru Звезда forbidden: звёзды звездой
ru Телефон forbidden: телефоном телефончик telefon phone
ru Медведь forbidden: медведю
ru Рыбак doubtful: рыба рыбалка
ru Дракон forbidden: дракончик драконом
ru Барабан forbidden: барабанщик барабанный
ru Крокодил forbidden: крокодильчик krokodil
ru Лампа doubtful: лампочка
ru Огурец forbidden: огурцом
ru Море forbidden: морем моря sea
ru Часы forbidden: часами
ru Ванна forbidden: ванну
en Witch doubtful: bewitched which witchcraft
en Witch forbidden: witches ведьма
en Lawyer doubtful: law
en Lawyer forbidden: lawyers
en Ant doubtful: anthill aunt
en Ant forbidden: ants муравей
en Toothpaste doubtful: toothbrush
en Rose doubtful: rosy rows
en Rose forbidden: roses роза розами
en Bee doubtful: be beehive
en Rain doubtful: reign rainbow
en Nose doubtful: knows
en Leaf forbidden: leaves листом
en Wolf forbidden: wolves волками
en Storm forbidden: stormy storms шторм
en Cat forbidden: cats кот котами
en Baker doubtful: bakery baking
en Sunflower doubtful: sun flower
en Airplane doubtful: airport
en Fisherman doubtful: fish
en Fisherman forbidden: fishermen
en Cherry forbidden: cherries вишня
en Snow doubtful: snowman snowy
en Book doubtful: bookshelf
en Bed doubtful: bedroom bedside
en Knife forbidden: knives ножом
en House doubtful: household
en Dragon doubtful: dragonish
`

// Letters that look alike in both alphabets are read as the alphabet of the rest
// of the word.
func TestMixedLetters(t *testing.T) {
	for _, word := range []string{"cыр", "сыp", "сыр"} { // Latin at the beginning, at the end, nowhere
		if got := lexeme.Tokens(word); !slices.Equal(got, []string{"сыр"}) {
			t.Errorf("%q is read as %q", word, got)
		}
	}
	for _, word := range []string{"cheese", "сыр"} {
		if got := lexeme.Tokens(word); !slices.Equal(got, []string{word}) {
			t.Errorf("%q is read as %q", word, got)
		}
	}
}

// An English element in Cyrillic letters is doubtful at a Russian table from five
// letters on. A shorter word may as well be a Russian one.
func TestTranscribedTranslation(t *testing.T) {
	for clue, c := range map[string]struct {
		element string
		want    Level
	}{"аппле": {"Apple", Doubtful}, "бреад": {"Bread", Doubtful}, "фрог": {"Frog", Fine}, "гоат": {"Goat", Fine}} {
		if v := Lexicon().Judge(clue, called(t, c.element), kit.Russian); v.Level != c.want {
			t.Errorf("the clue %q for %s is %+v, want level %d", clue, c.element, v, c.want)
		}
	}
}

// The parts of an English compound are of its root, also one that many words share. What
// only stands in its letters is none.
func TestCompoundParts(t *testing.T) {
	for _, c := range []struct {
		element, clue string
		want          Level
	}{
		{"Butterfly", "butter", Forbidden}, {"Butterfly", "fly", Forbidden}, {"Fireman", "fire", Forbidden}, {"Fireman", "man", Forbidden},
		{"Telephone", "phone", Forbidden}, {"Television", "vision", Forbidden}, {"Newspaper", "papers", Forbidden}, {"Mushroom", "room", Fine},
		{"Windmill", "mill", Forbidden}, {"Windmill", "wind", Forbidden}, {"Key", "keyboard", Forbidden},
	} {
		if v := Lexicon().Judge(c.clue, called(t, c.element), kit.English); v.Level != c.want {
			t.Errorf("the clue %q for %s is %+v, want level %d", c.clue, c.element, v, c.want)
		}
	}
}

func judged(t *testing.T, table, name string) (int, kit.Tongue) {
	t.Helper()
	tongue := kit.Russian
	if table == "en" {
		tongue = kit.English
	}
	for n := 1; n <= Elements; n++ {
		if w := Lexicon().entries[n].word[tongue]; w == name || slices.Contains(strings.Split(w, " / "), name) {
			return n, tongue
		}
	}
	t.Fatalf("no element %q", name)
	return 0, tongue
}

func eachVerdict(t *testing.T, list string, do func(word, name string, got, want Level)) {
	t.Helper()
	levels := map[string]Level{"fine": Fine, "doubtful": Doubtful, "forbidden": Forbidden}
	for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
		head, tail, _ := strings.Cut(line, ":")
		f := strings.Fields(head)
		n, tongue := judged(t, f[0], strings.Join(f[1:len(f)-1], " "))
		want, ok := levels[f[len(f)-1]]
		if !ok {
			t.Fatalf("no level in %q", line)
		}
		for w := range strings.FieldsSeq(tail) {
			do(w, strings.Join(f[:len(f)-1], " "), Lexicon().Judge(w, n, tongue).Level, want)
		}
	}
}

func TestClueSpared(t *testing.T) {
	eachVerdict(t, spared, func(word, name string, got, want Level) {
		if got > want {
			t.Errorf("the clue %q for %s is at level %d, at most %d is just", word, name, got, want)
		}
	})
}

func TestClueCaught(t *testing.T) {
	eachVerdict(t, caught, func(word, name string, got, want Level) {
		if got < want {
			t.Errorf("the clue %q for %s is at level %d, at least %d is just", word, name, got, want)
		}
	})
}

// A suffix does not make a wrong guess right. A case does not make a right guess
// wrong.
func TestGuessOther(t *testing.T) {
	for _, c := range []struct {
		guess, element string
		right          bool
	}{
		{"пекарня", "Baker", false}, {"велосипедист", "Bicycle", false}, {"яблоня", "Apple", false}, {"горе", "Mountain", false},
		{"собачий", "Dog", false}, {"dessert", "Desert", false}, {"fur tree", "Fir Tree", false}, {"небеса", "Heaven", false},
		{"школьник", "School", false}, {"барабанщик", "Drum", false}, {"гитарист", "Guitar", false}, {"картон", "Map", false},
		{"малинник", "Raspberry", false}, {"тракторист", "Tractor", false}, {"огуречный", "Cucumber", false}, {"душа", "Shower", false},
		{"мобильный телефон", "Telephone", true}, {"небеса", "Sky", true}, {"матрацами", "Mattress", true}, {"Одеялами", "Comforter", true},
		{"самцкат", "Scooter", true}, {"горой", "Mountain", true}, {"яблоки", "Apple", true}, {"велосипеды", "Bicycle", true}, {"собаками", "Dog", true},
		{"firtree", "Fir Tree", true}, {"fir trees", "Fir Tree", true}, {"desserts", "Desert", false}, {"пекарем", "Baker", true},
		{"велосепед", "Bicycle", true}, {"обезяна", "Monkey", true}, {"телифон", "Telephone", true}, {"пожарного", "Fireman", true},
		{"мороженого", "Ice Cream", true}, {"холодилник", "Refrigerator", true}, {"elefant", "Alien", false}, {"umbrela", "Umbrella", true},
	} {
		if got := Lexicon().Names(c.guess, called(t, c.element)); got != c.right {
			t.Errorf("the guess %q for %s is %v; it names %v", c.guess, c.element, got, Lexicon().Named(c.guess))
		}
	}
}

const everydayRussian = `год человек время дело жизнь день рука раз работа слово место лицо друг глаз вопрос дом сторона страна мир случай голова ребёнок сила
	конец вид система часть город отношение женщина деньги земля машина вода отец проблема час право нога решение дверь образ история власть закон война бог голос
	тысяча книга возможность результат ночь стол имя область статья число компания народ жена группа развитие процесс суд условие средство начало свет пора путь
	душа уровень форма связь минута улица вечер качество мысль дорога мать действие месяц государство язык любовь взгляд век школа цель общество деятельность
	организация президент комната порядок момент театр письмо утро помощь ситуация роль рубль смысл состояние квартира орган внимание тело труд сын мера смерть
	рынок программа задача окно разговор правительство семья производство информация положение центр ответ муж автор стена интерес федерация правило управление мужчина
	идея партия совет счёт сердце движение вещь материал неделя чувство глава наука ряд газета причина плечо цена план речь точка основа товарищ культура данные мнение
	документ институт ход проект встреча директор срок палец опыт служба судьба девушка очередь лес состав член количество событие объект зал создание значение период
	шаг брат искусство структура номер пример исследование гражданин игра начальник рост территория село доход фонд рубашка князь воздух сестра поле ухо
	большой маленький новый старый хороший плохой красный синий зелёный чёрный белый жёлтый серый горячий холодный тёплый сладкий солёный кислый горький
	круглый квадратный острый тупой мягкий твёрдый мокрый сухой быстрый медленный тихий громкий высокий низкий длинный короткий толстый тонкий лёгкий тяжёлый
	идти ехать бежать лететь плыть стоять сидеть лежать спать есть пить смотреть слушать говорить писать читать рисовать играть петь танцевать
	зима весна лето осень снег дождь ветер солнце луна море река гора лето трава дерево цветок птица рыба зверь хвост крыло лапа мясо хлеб сахар соль мёд
	небо ад рай сон мечта страх радость грусть смех слёзы любить мыть резать копать ловить стрелять кусать летать прыгать горе ели уха левый сырой лист список банк карта тому`

const everydayEnglish = `the time year people way day man thing woman life child world school state family student group country problem hand part place case week company
	system program question work government number night point home water room mother area money story fact month lot right study book eye job word business issue side
	kind head house service friend father power hour game line end member law car city community name president team minute idea kid body information back parent
	face others level office door health person art war history party result change morning reason research girl guy moment air teacher force education
	be have do say get make go know take see come think look want give use find tell ask work seem feel try leave call good new first last long great little own
	other old right big high different small large next early young important few public bad same able red blue green black white yellow gray pink hot cold warm
	sweet salty sour bitter round square sharp soft hard wet dry fast slow quiet loud tall low short thick thin light heavy run walk fly swim stand sit lie sleep
	eat drink watch listen speak write read draw play sing dance winter spring summer fall snow rain wind sun moon sea river hill grass tree flower bird fish beast
	tail wing paw meat bread sugar salt honey sky hell heaven dream fear joy laugh tears love wash cut dig catch shoot bite jump fire ice metal paper glass
	rock ray share kite sad more luck click list plate dome god sir van kit met media base pass rise bore crib most bury bus busy sole solo cane gave baker per packet
	sup live dying training matching watching breed pull moose hate cape apply plane rosy nose aunt king queen music movie stage circus jungle desert forest beach
	soldier doctor nurse cook farmer driver pilot sailor kitchen garden street road bridge tower castle church market store train ship boat plane kart`

// everydayForbidden are the only elements that an everyday word is forbidden
// for. The word is the element, one of its words, or of the root of one.
const everydayForbidden = `ru дом=Дом, ребёнок=Ребёнок, час=Песочные часы, час=Часы, книга=Книга, стол=Письменный стол, стол=Стол, школа=Школа, окно=Окно, стена=Стена, сердце=Сердце, газета=Газета, игра=Игра, рубашка=Рубашка, ухо=Ухо, чёрный=Чёрный перец, снег=Снег, дождь=Дождь, солнце=Зонтик от солнца, луна=Луна, море=Море, река=Река, гора=Гора, хлеб=Хлеб, соль=Соль, мёд=Мёд, небо=Небо, ад=Ад, рай=Рай, лист=Лист, карта=Карта, женщина=Женские трусики, нога=Осьминог, жена=Женские трусики, письмо=Письменный стол, движение=Выдвижной ящик, наука=Учёный, лес=Лесоруб, рост=Растение, воздух=Воздушный шарик, воздух=Воздушный шар, сестра=Медсестра, холодный=Холодильник, солёный=Соль, громкий=Гром, ехать=Поезд, лететь=Самолёт, лететь=Вертолёт, плыть=Плавательные шорты, сидеть=Всадник, спать=Спальня, писать=Письменный стол, играть=Игра, танцевать=Танцор, снег=Снежинка, ветер=Ветряная мельница, солнце=Подсолнух, море=Морской конёк, гора=Горка, рыба=Рыбак, рыба=Рыболовный крючок, мясо=Мясник, сон=Спальня, мыть=Мыло, ловить=Рыболовный крючок, летать=Самолёт, летать=Вертолёт, ели=Ель
en child=Child, school=School, case=Pencil Case, room=Living Room, book=Book, house=House, game=Game, car=Car, air=Hot Air Balloon, black=Black Pepper, hot=Hot Air Balloon, fly=Fly, watch=Watch, winter=Winter Hat, snow=Snow, rain=Rain, moon=Moon, sea=Sea, river=River, hill=Hill, tree=Fir Tree, bread=Bread, salt=Salt, honey=Honey, sky=Sky, hell=Hell, heaven=Heaven, ice=Ice Cream, paper=Paper, glass=Glass, glass=Magnifying Glass, plate=Plate, crib=Crib, bus=Bus, cane=Cane, baker=Baker, nose=Nose, nose=Nostril, king=King, desert=Desert, beach=Beach, nurse=Nurse, cook=Cook, farmer=Farmer, kitchen=Kitchen, garden=Garden, bridge=Bridge, castle=Castle, train=Train, boat=Boat, life=Living Room, case=Suitcase, night=Knight, water=Watermelon, room=Bedroom, book=Notebook, hour=Hourglass, law=Lawyer, air=Airplane, air=Airport, be=Bee, see=Sea, salty=Salt, light=Lightbulb, light=Lighter, fly=Butterfly, fly=Dragonfly, sit=Babysitter, read=Reed, draw=Drawer, dance=Dancer, snow=Snowflake, wind=Windmill, sun=Sunflower, sun=Sunset, sea=Seahorse, sea=Seashell, grass=Grasshopper, flower=Sunflower, fish=Fisherman, fish=Fishhook, fish=Jellyfish, fire=Fireman, paper=Newspaper, glass=Glasses, glass=Hourglass, base=Bass, bore=Boar, live=Living Room, watching=Watch, plane=Airplane, rosy=Rose, aunt=Ant, music=Musician, driver=Screwdriver, boat=Rowboat, way=Tramway, man=Fireman, man=Fisherman, man=Horseman, man=Policeman, man=Postman, training=Train`

func TestClueEveryday(t *testing.T) {
	gametest.NotShort(t)
	for line := range strings.Lines(everydayForbidden) {
		table, tail, _ := strings.Cut(strings.TrimSpace(line), " ")
		tongue, list := kit.Russian, everydayRussian
		if table == "en" {
			tongue, list = kit.English, everydayEnglish
		}
		want := strings.Split(tail, ", ")
		doubts := 0
		seen := map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			if seen[w] {
				continue
			}
			seen[w] = true
			if len(seen)%gametest.Times(1, 6, 12) != 0 && !strings.Contains(tail, w+"=") {
				continue // each word with which something is wrong, and of the others some
			}
			for n := 1; n <= Elements; n++ {
				pair := w + "=" + Lexicon().entries[n].word[tongue]
				i, l := slices.Index(want, pair), Lexicon().Judge(w, n, tongue).Level
				switch {
				case l == Forbidden && i < 0:
					t.Errorf("%s: %s is forbidden", table, pair)
				case l == Forbidden:
					want = slices.Delete(want, i, i+1)
				case l == Doubtful:
					doubts++
				}
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: %v are not forbidden", table, want)
		}
		// A tongue of some hundred words and 440 elements has few true likenesses.
		if doubts > 50 {
			t.Errorf("%s: %d doubts", table, doubts)
		}
	}
}
