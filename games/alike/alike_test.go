package alike

import "testing"

// TestKey: names that look the same have one key, and other names have others.
func TestKey(t *testing.T) {
	for _, same := range [][]string{
		{"Alex", "Аlех", "𝓐𝓵𝓮𝔁", "Ａｌｅｘ", "A\u200dlex", "Alex\u0338", "Alex 🦊"},
		{"Ilya", "llya", "lIya"},
		{"Bob", "ВоЬ"}, {"ALEX", "🅰🅻🅴🆇", "🅐🅛🅔🅧"}, {"modern", "rnodern"}, {"Zoë", "Zoe\u0308"}, {"О", "O", "0"}, {"Alexander the Great", "Аlехander the Green"},
	} {
		for _, name := range same[1:] {
			if Key(name) != Key(same[0]) {
				t.Errorf("%q and %q are not alike: %q and %q", name, same[0], Key(name), Key(same[0]))
			}
		}
	}
	seen := map[string]string{}
	for _, name := range []string{"Alex", "Alexa", "alex", "Алекс", "Анна", "Anna", "田中", "鈴木", "דוד", "محمد", "Zoë", "Zoe", "Alexander", "Alexander the Green", "Anna B", "Morpheus", "🤖 Morpheus", "Е", "Ё"} {
		if other, ok := seen[Key(name)]; ok {
			t.Errorf("%q and %q are alike", name, other)
		}
		seen[Key(name)] = name
	}
}
