package somnia

import (
	"slices"
	"testing"
)

// TestTeachCard: the lesson at a card is about what the suit that was led and the Nightmare
// leave a player to do.
func TestTeachCard(t *testing.T) {
	for name, c := range map[string]struct {
		trick     []Card
		nightmare Suit
		hand      []Card
		want      []string
	}{
		"they lead":                                {nil, NoSuit, []Card{card(Moon, 3)}, []string{"lead"}},
		"they follow, and no Nightmare has come":   {[]Card{card(Fish, 4)}, NoSuit, []Card{card(Moon, 3), card(Fish, 9)}, []string{"follow"}},
		"they cannot follow, so they may call one": {[]Card{card(Fish, 4)}, NoSuit, []Card{card(Moon, 3)}, []string{"call"}},
		"they must trump":                          {[]Card{card(Fish, 4)}, Moon, []Card{card(Moon, 3), card(Clover, 2)}, []string{"trump", "discard"}},
		"they have nothing of either":              {[]Card{card(Fish, 4)}, Moon, []Card{card(Clover, 2)}, []string{"discard"}},
		"the Nightmare is led, and they have a 12": {[]Card{card(Moon, 4)}, Moon, []Card{card(Moon, seven)}, []string{"twelve", "follow"}},
		"the Nightmare is led, and they have none": {[]Card{card(Moon, 4)}, Moon, []Card{card(Fish, seven)}, []string{"discard"}},
	} {
		if got := teachCard(View{Trick: c.trick, Nightmare: c.nightmare, Hand: c.hand}); !slices.Equal(got, c.want) {
			t.Errorf("%s: the lessons are %v, want %v", name, got, c.want)
		}
	}
}
