package store

import (
	"os"
	"strings"
	"testing"

	"oneiros/store/storetest"
)

// TestPrivacyNamesTables: the page that tells people what is kept of them has a line for
// each table. Whoever adds a table says there what it holds of people, and in both
// languages what is new to them.
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
	_, list, found := strings.Cut(string(page), "### Where it stands")
	if !found {
		t.Fatal("PRIVACY.md does not say where it stands")
	}
	for _, name := range tables {
		if !strings.Contains(list, "`"+name+"`") {
			t.Errorf("PRIVACY.md does not say what the table %s holds of people", name)
		}
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
	_, read := s.User(t.Context(), user)
	_, lessons := s.Lessons(t.Context(), user)
	for what, err := range map[string]error{
		"read settings": read, "read lessons": lessons,
		"save settings": s.SaveUser(t.Context(), User{ID: user, Lang: "ru"}), "save lessons": s.SaveLessons(t.Context(), user, "somnia", "hand"),
	} {
		if err == nil || strings.Contains(err.Error(), "424242") {
			t.Errorf("%s of a closed database: %v", what, err)
		}
	}
}
