package news

import (
	"slices"
	"testing"
)

// Names are short before signs stand for them: no layout that tells players by signs comes before one
// that names them.
func TestNamesBeforeSigns(t *testing.T) {
	first := slices.IndexFunc(layouts, func(l layout) bool { return l.form == FormSigns })
	for i, l := range layouts {
		if i > first && (l.form == FormNames || l.form == FormPlayers) {
			t.Errorf("layout %d names players, and layout %d has signs", i, first)
		}
	}
}
