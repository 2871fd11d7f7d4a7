package alike

import (
	"fmt"
	"slices"
	"testing"
)

// TestLetters: each name has a letter of its own, which is its first one wherever that tells.
func TestLetters(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"Аня", "Вера", "Глеб"}, []string{"А", "В", "Г"}},
		{[]string{"Аня", "Алиса", "Лена"}, []string{"А", "С", "Л"}}, // Л begins another name
		{[]string{"Вера", "Boris", "Eve"}, []string{"В", "R", "E"}}, // В and B look the same
		{[]string{"Вера", "Bo"}, []string{"В", "O"}},
		{[]string{"Eve", "Ева"}, []string{"E", "В"}},
		{[]string{"Anna", "Anna", "Anna"}, []string{"A", "N", "B"}},
		{[]string{"🦊", "Bob", "", "123"}, []string{"A", "B", "C", "D"}},
		{[]string{"Олег", "Oscar", "Ольга"}, []string{"О", "S", "Л"}}, // O is in both alphabets
		{[]string{"Анна", "Arthur", "Ada"}, []string{"А", "R", "D"}},
		{[]string{"Ян", "Яэль", "Ыыъь"}, []string{"Я", "Л", "Ы"}},
		{[]string{"Émile", "Élise", "Ée"}, []string{"É", "L", "E"}},
		{[]string{"ann", "A"}, []string{"A", "B"}},
		{nil, []string{}},
	} {
		if got := Letters(c.names); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.names, got, c.want)
		}
	}
	var crowd []string
	for i := range 10 {
		crowd = append(crowd, fmt.Sprint("Вера ", i))
	}
	seen := map[string]bool{}
	for _, l := range Letters(crowd) {
		if l == "" || seen[Key(l)] {
			t.Errorf("%q stands for two of ten people of one name", l)
		}
		seen[Key(l)] = true
	}
}
