package page

import (
	"slices"
	"testing"

	"oneiros/bot/table"
)

// TestNames: names are told apart where they look alike, where they look like something of
// the bot's own, and where pictures cannot write them.
func TestNames(t *testing.T) {
	person := func(name, username string) table.Player {
		return table.Player{User: table.User{ID: 1, Name: name, Username: username}}
	}
	robot := table.Player{User: table.User{Name: "Morpheus"}, Auto: true}
	for _, c := range []struct {
		people []table.Player
		want   []string
	}{
		{[]table.Player{person("Anna", "anna"), person("Boris", "boris"), robot}, []string{"Anna", "Boris", "🤖 Morpheus"}},
		{[]table.Player{person("Alex", "a"), person("Аlех", "b"), person("Boris", "c")}, []string{"Alex\u00a0@a", "Аlех\u00a0@b", "Boris"}},
		{[]table.Player{person("Alex", ""), person("Alex", "b")}, []string{"Alex\u00a0#1", "Alex\u00a0@b"}},
		{[]table.Player{person("🤖 Morpheus", "m"), robot}, []string{"Morpheus\u00a0@m", "🤖 Morpheus"}},
		{[]table.Player{person("🤖\ufe0f🤖", "m")}, []string{"\u00a0@m"}},
		{[]table.Player{person("Alex @a", "liar"), person("Alex", "a"), person("Alex #2", "")}, []string{"Alex @a\u00a0@liar", "Alex", "Alex #2\u00a0#3"}},
		{[]table.Player{person("สมชาย", "somchai"), person("\u200b", "nothing"), person("", "")}, []string{"สมชาย\u00a0@somchai", "\u00a0@nothing", "\u00a0#3"}},
		{[]table.Player{{Open: true}, person("nobody", "odysseus"), {User: table.User{Name: "Eve", Username: "eve"}, Open: true}, person("Eve", "eve")},
			[]string{"nobody\u00a0#1", "nobody\u00a0@odysseus", "Eve\u00a0#3", "Eve\u00a0@eve"}},
		{[]table.Player{person("a\u00a0@b", "x")}, []string{"a @b\u00a0@x"}},
		{[]table.Player{person("Alexander the Great", "a"), person("Alexander the Green", "b")}, []string{"Alexander the Great\u00a0@a", "Alexander the Green\u00a0@b"}},
	} {
		if got := names(&table.State{Players: c.people}, "nobody"); !slices.Equal(got, c.want) {
			t.Errorf("they are called %q, not %q", got, c.want)
		}
	}
}

func BenchmarkNames(b *testing.B) {
	s := &table.State{}
	for _, name := range []string{"Аня", "Boris", "Вера", "Gleb", "Даша", "Eve", "Фёдор", "Grace", "Илья", "Kate"} {
		s.Players = append(s.Players, table.Player{User: table.User{ID: 1, Name: name, Username: "x"}})
	}
	for b.Loop() {
		names(s, "nobody")
	}
}
