package kit

import "testing"

func TestNotation(t *testing.T) {
	for _, text := range []string{
		"place city", "ready 3", "roll", "reroll", "spin heal", "turn attack", "insight 2", "vision 1", "steal 3 wings", "move house",
		"attack 8 +3", "waive", "heal 0", "use rooster 4", "use magpie 2 letter", "use door shop", "use hourglass", "end", "pass 3 2",
		"obey", "give tale", "keep quilt", "present 1 boots", "target 5", "take cocoa",
	} {
		m, err := Parse(text)
		if err != nil || m.String() != text {
			t.Errorf("%q is %q, %v", text, m, err)
		}
	}
	for _, text := range []string{
		"", "place", "place moon", "place city ", " roll", "roll 1", "attack 1", "attack 1 1", "attack 9 +0", "attack 01 +0", "use wings", "use rooster",
		"use magpie 1", "heal -1", "insight +1", "ready -1", "ready 1000000", "give moon", "obey now", "use door 3",
	} {
		if m, err := Parse(text); err == nil {
			t.Errorf("%q is read as %q", text, m)
		}
	}
}
