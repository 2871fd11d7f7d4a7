package store

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// realColumn is a column as a database has it.
type realColumn struct {
	Name string `db:"name"`
	Type string `db:"type"`
	Key  bool   `db:"iskey"`
}

// realColumns are the columns of each table of a database.
func realColumns(t *testing.T, s *Store) map[string][]realColumn {
	t.Helper()
	query := `SELECT m.name AS in_table, c.name AS name, c.type AS type, c.pk > 0 AS iskey FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`
	if s.address != "" {
		query = `SELECT c.table_name AS in_table, c.column_name AS name, upper(c.data_type) AS type, EXISTS (
				SELECT 1 FROM information_schema.key_column_usage k JOIN information_schema.table_constraints p ON p.constraint_name = k.constraint_name AND p.table_schema = k.table_schema
				WHERE p.constraint_type = 'PRIMARY KEY' AND k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = c.column_name) AS iskey
			FROM information_schema.columns c WHERE c.table_schema = current_schema()`
	}
	var rows []struct {
		Table string `db:"in_table"`
		realColumn
	}
	if err := s.reads.SelectContext(t.Context(), &rows, query); err != nil {
		t.Fatal(err)
	}
	list := map[string][]realColumn{}
	for _, r := range rows {
		if r.Table != "goose_db_version" {
			list[r.Table] = append(list[r.Table], r.realColumn)
		}
	}
	return list
}

// TestDeclarations holds the declarations against the tables of both databases: names,
// types and keys. So no person adds a column without saying what erasing does to it.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		real := realColumns(t, s)
		for _, table := range declared {
			want := []realColumn{}
			for _, c := range table.Columns {
				want = append(want, realColumn{c.Name, "", slices.Contains(table.Key, c.Name)})
			}
			for _, c := range checked([]*Table{table}) {
				want = append(want, realColumn{Name: c.sum})
			}
			var got []realColumn
			for _, c := range real[table.Name] {
				i := slices.IndexFunc(table.Columns, func(d Column) bool { return d.Name == c.Name })
				if i >= 0 && !slices.Contains(strings.Fields(map[Type]string{Number: "BIGINT INTEGER", Text: "TEXT", Bytes: "BLOB BYTEA"}[table.Columns[i].Type]), c.Type) {
					t.Errorf("%s.%s is declared as another type than %s", table.Name, c.Name, c.Type)
				}
				c.Type = ""
				got = append(got, c)
			}
			byName := func(a, b realColumn) int { return strings.Compare(a.Name, b.Name) }
			slices.SortFunc(want, byName)
			slices.SortFunc(got, byName)
			if d := diff.Diff(want, got); d != "" {
				t.Errorf("the declaration of %s and the table:\n%s", table.Name, d)
			}
			delete(real, table.Name)
		}
		for name := range real {
			t.Errorf("no declaration names the table %s", name)
		}
	})
}

// ownersElsewhere are tables that go, or are told, by another way.
var ownersElsewhere = map[string]bool{"night_guests": true} // the Export of nights tells it

// TestOwnersAreDeclared: a table outside of matches goes with its server, and what it has of a
// person stands in their file.
func TestOwnersAreDeclared(t *testing.T) {
	t.Parallel()
	for _, table := range declared {
		if table.Match != "" {
			continue
		}
		for _, c := range table.Columns {
			if c.Name == "guild" && c.Has != OfServer && !ownersElsewhere[table.Name] {
				t.Errorf("%s.guild is not OfServer, so rows outlive their server", table.Name)
			}
			if slices.Contains([]Has{OfPerson, OfAuthor, OfOther}, c.Has) && table.Export == nil && !ownersElsewhere[table.Name] {
				t.Errorf("%s.%s is of a person, whose file has nothing of the table: it lacks Export", table.Name, c.Name)
			}
		}
	}
}

// TestExportsAreWhole: what tables outside of matches have of a person stands in their file.
func TestExportsAreWhole(t *testing.T) {
	t.Parallel()
	told := map[string]bool{"nights.press": false} // for ever: the number of a press that is over
	aliases := strings.NewReplacer("n.", "nights.", "g.", "night_guests.")
	for _, table := range declared {
		if table.Export == nil {
			continue
		}
		for _, f := range table.Export.Fields {
			sql := aliases.Replace(cmp.Or(f.SQL, f.Name))
			for _, name := range regexp.MustCompile(`[a-z_.]+`).FindAllString(sql, -1) {
				if !strings.Contains(name, ".") {
					name = table.Name + "." + name
				}
				told[name] = true
			}
		}
	}
	if told["nights.press"] {
		t.Error("the file has the press of a host now: say so in PRIVACY.md")
	}
	looked := 0
	for _, table := range declared {
		for _, c := range table.Columns {
			if name := table.Name + "." + c.Name; table.Match == "" && (c.Has == WithPerson || c.Has == Blanked) {
				looked++
				if !told[name] && name != "nights.press" {
					t.Errorf("the file of a person lacks %s", name)
				}
			}
		}
	}
	if looked < 20 {
		t.Errorf("only %d columns have something of a person", looked)
	}
}

// TestDeclareRefuses: no program runs with a declaration that contradicts itself.
func TestDeclareRefuses(t *testing.T) {
	t.Parallel()
	for what, table := range map[string]Table{
		"no key":           {Name: "x", Columns: []Column{{Name: "a"}}},
		"no such key":      {Name: "x", Key: []string{"b"}, Columns: []Column{{Name: "a"}}},
		"kept, no reason":  {Name: "x", Key: []string{"a"}, Columns: []Column{{Name: "a", Has: Kept}}},
		"two authors":      {Name: "x", Key: []string{"a"}, Columns: []Column{{Name: "a", Has: OfAuthor}, {Name: "b", Has: OfAuthor}}},
		"a sum, no name":   {Name: "x", Sum: "x", Key: []string{"a"}, Columns: []Column{{Name: "a"}}},
		"later, then more": {Name: "x", Key: []string{"a"}, Columns: []Column{{Name: "a"}, {Name: "b", Later: true}, {Name: "c"}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it was taken", what)
				}
			}()
			Declare(table)
		}()
	}
}

// dreamsTable is a table of another package.
var dreamsTable = Declare(Table{
	Name: "dreams", Row: "dream of server", Sum: "dream", Key: []string{"guild", "id"},
	Columns: []Column{
		{Name: "guild", Has: OfServer}, {Name: "id", Type: Text}, {Name: "teller", Has: OfAuthor}, {Name: "name", Type: Text, Has: Blanked},
		{Name: "hearer", Has: OfPerson}, {Name: "words", Type: Text, Has: WithPerson}, {Name: "told"}, {Name: "seen", Has: OfOther},
	},
	Export: &Export{Name: "dreams", Where: `hearer = ?`, Fields: []Field{{Name: "server", SQL: "guild", As: AsID}, {Name: "words"}, {Name: "told", As: AsMoment}}},
	Old:    &Old{Where: `told < ?`, After: 1000},
})

// TestWithTables: a table of another package is checked, copied, exported and erased like
// those of the store.
func TestWithTables(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, at string) {
		if _, err := openRaw(t, at).Exec(`CREATE TABLE dreams (guild BIGINT NOT NULL, id TEXT NOT NULL, teller BIGINT NOT NULL, name TEXT NOT NULL, hearer BIGINT NOT NULL,
			words TEXT NOT NULL, told BIGINT NOT NULL, seen BIGINT NOT NULL, checksum BIGINT NOT NULL, PRIMARY KEY (guild, id))`); err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), at, WithTables(dreamsTable))
		if err != nil {
			t.Fatal(err)
		}
		put := func(guild int, id string, teller, hearer int, told int64, seen int) {
			t.Helper()
			if err := s.write(t.Context(), func(t tx) error {
				return t.put(dreamsTable, guild, id, teller, "Eve", hearer, "boat", told, seen)
			}); err != nil {
				t.Fatal(err)
			}
		}
		left := func(want ...string) {
			t.Helper()
			var got []string
			if err := s.reads.Select(&got, `SELECT id || ' ' || teller || name || seen FROM dreams ORDER BY id`); err != nil || !slices.Equal(got, want) {
				t.Errorf("left are %v, %v, want %v", got, err, want)
			}
			if list, err := FindDamage(t.Context(), at, WithTables(dreamsTable)); err != nil || len(list) > 0 {
				t.Errorf("damage: %v, %v", list, err)
			}
		}
		const told = 1_700_000_000_000
		put(1, "a", 7, 8, told, 9)
		put(1, "b", 8, 7, told, 9)
		put(1, "c", 7, 9, told, 7)
		put(2, "d", 9, 9, told, 7)
		put(3, "e", 9, 9, 1, 8)
		p, err := s.Erasures().Person(t.Context(), 8, nil)
		if got := p.Rows("dreams"); err != nil || len(got) != 1 || string(got[0]) != `{"server":"1","words":"boat","told":"`+fromMillis(told).Format("2006-01-02T15:04:05Z07:00")+`"}` {
			t.Errorf("kept of a person: %s, %v", got, err)
		}
		if err := s.Erasures().RequestErasure(t.Context(), 7, fromMillis(told)); err != nil {
			t.Fatal(err)
		}
		left("a 09", "c 00", "d 9Eve0", "e 9Eve8") // the row of the hearer is gone
		if err := s.Erasures().EraseOld(t.Context(), fromMillis(told), 0); err != nil {
			t.Fatal(err)
		}
		left("a 09", "c 00", "d 9Eve0")
		if ids, err := s.Guilds().Guilds(t.Context()); err != nil || !slices.Equal(ids, []uint64{1, 2}) {
			t.Errorf("servers: %v, %v", ids, err)
		}
		if err := s.Guilds().EraseGuildNow(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		left("d 9Eve0")
		if _, err := openRaw(t, at).Exec(`UPDATE dreams SET words = 'bout'`); err != nil {
			t.Fatal(err)
		}
		if list, err := FindDamage(t.Context(), at, WithTables(dreamsTable)); err != nil || len(list) != 1 || !strings.Contains(list[0].Error(), "dream of server d") {
			t.Errorf("a changed row: %v, %v", list, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestPrivacyTellsOfPeople: the page says "nothing of people" of exactly the tables that are
// declared so.
func TestPrivacyTellsOfPeople(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../PRIVACY.md")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			continue
		}
		for _, name := range codeSpan.FindAllString(cells[1], -1) {
			i := slices.IndexFunc(declared, func(d *Table) bool { return d.Name == strings.Trim(name, "`") })
			if i < 0 {
				continue // goose's own
			}
			looked++
			nothing := strings.Contains(cells[2], "nothing of people") || strings.Contains(cells[2], "о людях ничего") || strings.Contains(cells[2], "nothing of who") || strings.Contains(cells[2], "о том, кто их загрузил, ничего") || strings.Contains(cells[2], "ничего из написанного людьми") || strings.Contains(cells[2], "nothing that a person wrote")
			people := slices.ContainsFunc(declared[i].Columns, func(c Column) bool {
				return c.Has != Nothing && c.Has != OfServer && !(c.Has == Kept && c.Name == "away")
			})
			if nothing == people {
				t.Errorf("%s: the page says that it tells nothing of people: %v; its declaration: %v", declared[i].Name, nothing, !people)
			}
		}
	}
	if looked < 40 {
		t.Errorf("only %d tables were looked at", looked)
	}
}

// TestAvoidedGoesWithBoth: a row that names another person goes with either of the two, and the
// other one's file has nothing of it.
func TestAvoidedGoesWithBoth(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, at string) {
		s, err := Open(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		rows := s.Rows(Avoided)
		for _, pair := range [][2]int{{7, 8}, {8, 9}, {9, 7}, {9, 10}} {
			if err := rows.Put(t.Context(), Row{pair[0], pair[1], 1}); err != nil {
				t.Fatal(err)
			}
		}
		p, err := s.Erasures().Person(t.Context(), 10, nil)
		if err != nil || len(p.Rows("not_with")) != 0 {
			t.Errorf("the file of one who is avoided: %s, %v", p.Rows("not_with"), err)
		}
		if err := s.Erasures().RequestErasure(t.Context(), 7, time.UnixMilli(1)); err != nil {
			t.Fatal(err)
		}
		left, err := rows.List(t.Context(), With{"user_id": []uint64{7, 8, 9}})
		if want := []Row{{int64(8), int64(9), int64(1)}, {int64(9), int64(10), int64(1)}}; err != nil || diff.Diff(want, left) != "" {
			t.Errorf("left is %v, %v", left, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
