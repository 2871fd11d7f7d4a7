package store

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oneiros/store/storetest"
)

// TestPrivacyNamesTables: the page that tells people what is kept of them has a line for
// each table, and for nothing else. The person who adds a table says there what it holds of
// people, in both languages.
func TestPrivacyNamesTables(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	rows, err := openRaw(t, path).Query(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if len(tables) < 10 {
		t.Fatalf("the database has only the tables %v", tables)
	}
	page, err := os.ReadFile("../PRIVACY.md")
	if err != nil {
		t.Fatal(err)
	}
	for lang, half := range privacyHalves(t, string(page)) {
		last := half[len(half)-1]
		var named []string
		for _, row := range last.blocks {
			if cells := strings.Split(row, "|"); len(cells) > 2 {
				for _, code := range codeSpan.FindAllString(cells[1], -1) {
					named = append(named, strings.Trim(code, "`"))
				}
			}
		}
		for _, name := range tables {
			if !slices.Contains(named, name) {
				t.Errorf("%s: PRIVACY.md does not say what the table %s holds of people", lang, name)
			}
		}
		for _, name := range named {
			if !slices.Contains(tables, name) {
				t.Errorf("%s: PRIVACY.md speaks of a table %s, which the database does not have", lang, name)
			}
		}
	}
}

// privacySections are the headings of PRIVACY.md, in both languages.
var privacySections = [][2]string{
	{"По-русски", "In English"}, {"Что хранится", "What is kept"}, {"Чего бот не хранит", "What is not kept"}, {"Кто это видит", "Who sees it"},
	{"Как забрать и стереть", "How to take it and erase it"}, {"Где это лежит", "Where it stands"},
}

// privacySection is what stands below a heading: paragraphs, bullets and rows of tables.
type privacySection struct {
	heading string
	blocks  []string
}

// privacyHalves are the sections of the page in each of its languages.
func privacyHalves(t *testing.T, page string) map[string][]privacySection {
	t.Helper()
	halves := map[string][]privacySection{}
	lang := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		heading, is := strings.CutPrefix(strings.TrimPrefix(line, "#"), "## ")
		if !is {
			heading, is = strings.CutPrefix(line, "## ")
		}
		switch {
		case is && heading == privacySections[0][0]:
			lang = "ru"
		case is && heading == privacySections[0][1]:
			lang = "en"
		}
		switch {
		case lang == "" || line == "":
		case is:
			halves[lang] = append(halves[lang], privacySection{heading: heading})
		default:
			s := &halves[lang][len(halves[lang])-1]
			s.blocks = append(s.blocks, line)
		}
	}
	if len(halves["ru"]) == 0 || len(halves["en"]) == 0 {
		t.Fatalf("PRIVACY.md has %d sections in Russian and %d in English", len(halves["ru"]), len(halves["en"]))
	}
	return halves
}

var (
	codeSpan = regexp.MustCompile("`[^`]+`")
	// facts are what both languages write alike: numbers, blanks for the operator, what
	// stands in code, addresses, and how often something is in bold type or in a cell.
	facts = regexp.MustCompile("`[^`]+`|\\[[A-Z]+\\]|https?://[^)]+|[0-9]+|\\*\\*|\\|")
)

// privacyTerms are what is kept of people, in both languages: where one has it, so has the
// other.
var privacyTerms = [][2]*regexp.Regexp{
	{regexp.MustCompile(`(?i)имя пользователя|именем пользователя|имени пользователя`), regexp.MustCompile(`(?i)username`)},
	{regexp.MustCompile(`(?i)нажати`), regexp.MustCompile(`(?i)press`)},
	{regexp.MustCompile(`(?i)язык`), regexp.MustCompile(`(?i)language`)},
	{regexp.MustCompile(`(?i)отпуск`), regexp.MustCompile(`(?i)holiday`)},
	{regexp.MustCompile(`(?i)сервер`), regexp.MustCompile(`(?i)server`)},
	{regexp.MustCompile(`(?i)канал`), regexp.MustCompile(`(?i)channel`)},
}

// TestPrivacyHalves: what the page says in one language it says in the other: the same
// sections, and in each the same paragraphs, bullets and rows, with the same numbers.
func TestPrivacyHalves(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../PRIVACY.md")
	if err != nil {
		t.Fatal(err)
	}
	halves := privacyHalves(t, string(page))
	russian, english := halves["ru"], halves["en"]
	if len(russian) != len(privacySections) || len(english) != len(privacySections) {
		t.Fatalf("PRIVACY.md has %d sections in Russian and %d in English, and should have %d", len(russian), len(english), len(privacySections))
	}
	compared := 0
	for i, names := range privacySections {
		ru, en := russian[i], english[i]
		if ru.heading != names[0] || en.heading != names[1] {
			t.Errorf("section %d is %q and %q, want %q", i, ru.heading, en.heading, names)
		}
		if len(ru.blocks) != len(en.blocks) {
			t.Errorf("%q has %d paragraphs and rows, %q has %d", ru.heading, len(ru.blocks), en.heading, len(en.blocks))
			continue
		}
		for j := range ru.blocks {
			a, b := facts.FindAllString(ru.blocks[j], -1), facts.FindAllString(en.blocks[j], -1)
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) || strings.HasPrefix(ru.blocks[j], "- ") != strings.HasPrefix(en.blocks[j], "- ") {
				t.Errorf("not the same:\n%s\n%s\n%q\n%q", ru.blocks[j], en.blocks[j], a, b)
			}
			for _, term := range privacyTerms {
				if x, y := term[0].MatchString(ru.blocks[j]), term[1].MatchString(en.blocks[j]); x != y {
					t.Errorf("one of them alone has %q:\n%s\n%s", term[1], ru.blocks[j], en.blocks[j])
				}
			}
			compared += len(a)
		}
	}
	if compared < 150 {
		t.Errorf("only %d facts were compared", compared)
	}
}

// TestErrorsNameNobody: errors reach the log, which holds no ids of people.
func TestErrorsNameNobody(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), storetest.File(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	const user = 424242424242
	_, read := s.Settings().User(t.Context(), user)
	_, lessons := s.Lessons().Lessons(t.Context(), user)
	for what, err := range map[string]error{
		"read settings": read, "read lessons": lessons,
		"save settings": s.SaveUser(t.Context(), User{ID: user, Lang: "ru"}), "save lessons": s.Lessons().SaveLessons(t.Context(), user, "somnia", "hand"),
	} {
		if err == nil || strings.Contains(err.Error(), "424242") {
			t.Errorf("%s of a closed database: %v", what, err)
		}
	}
}
