package kit

import (
	"slices"
	"strings"
	"testing"

	"oneiros/games"
)

// Every kind of event that a lap keeps is read back as it was told.
func TestLapKeepsEvents(t *testing.T) {
	var told []Event
	for kind := range briefs {
		told = append(told, Event{Kind: kind, Seat: 8, To: games.Nobody}, Event{Kind: kind, Seat: 0, To: 3, N: 2, What: "attack move move"})
	}
	var words []string
	for _, e := range told {
		words = append(words, e.Brief())
	}
	l := Lap{N: 1, Told: strings.Join(words, ";")}
	if got := l.Events(9); !slices.Equal(got, told) {
		t.Errorf("read back as %+v", got)
	}
	l.Told += ";;a;?0-;a99;a0"
	if got := l.Events(9); len(got) != len(told) {
		t.Errorf("what says no event is one: %+v", got[len(told):])
	}
	if got := l.Events(4); len(got) != len(told)/2 {
		t.Errorf("seats that are not there: %+v", got)
	}
}
