package games

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// die is a word in the JSON. Only its methods know that a seven is read as a one, and
// none as a two.
type die int

func (d die) MarshalText() ([]byte, error) { return []byte(strings.Repeat("*", int(d))), nil }

func (d *die) UnmarshalText(text []byte) error {
	if len(text) > 7 {
		return errors.New("no such die")
	}
	*d = die(len(text))
	switch *d {
	case 7:
		*d = 1
	case 0:
		*d = 2
	}
	return nil
}

type pair struct{ A, B int }

type Spread struct {
	Own   []string
	Small uint8 `json:"little,omitempty"`
}

// saved is a position with what a restorer has to know.
type saved struct {
	Spread
	Flag    bool
	Lost    []int    `json:"-"`
	Text    string   `json:"text,omitempty"`
	Texts   []string `json:"texts"`
	Kept    []int    `json:"kept"`
	Gone    []int    `json:"gone,omitempty"`
	Bytes   []byte
	Die     die
	NoDie   die    `json:",omitempty"`
	NoDice  [1]die `json:",omitempty"`
	Dice    []die
	Pairs   []pair
	Rows    [2][][]pair
	Next    *saved `json:",omitempty"`
	Half    float64
	Partial []struct {
		Seen int
		Lost int `json:"-"`
	}
}

func saves() map[string]saved {
	part := []struct {
		Seen int
		Lost int `json:"-"`
	}{{1, 2}, {3, 4}}
	return map[string]saved{
		"nothing": {},
		"empty lists": {
			Spread: Spread{Own: []string{}}, Texts: []string{}, Kept: []int{}, Gone: []int{}, Bytes: []byte{}, Dice: []die{}, Pairs: []pair{}, Rows: [2][][]pair{{}, {nil, {}}},
		},
		"everything": {
			Spread: Spread{[]string{"a", "b"}, 3}, Flag: true, Lost: []int{1}, Text: "<x>\u2028", Texts: []string{"y", "\x00"}, Kept: []int{4}, Gone: []int{5}, Bytes: []byte{0, 255},
			Die: 6, Dice: []die{1, 2}, Pairs: []pair{{1, 2}}, Rows: [2][][]pair{{{{3, 4}}}, {nil, {{5, 6}, {7, 8}}}}, Half: 0.1, Partial: part,
			Next: &saved{Lost: []int{2}, Gone: []int{}, Texts: []string{"z"}},
		},
		"what is read as another": {Text: "a\xffb\xc3", Texts: []string{"\xe2\x82"}, Die: 7, Dice: []die{7, 3}},
	}
}

// TestRestore: a restorer makes of each value what reading its JSON makes of it, and
// the original stays as it was.
func TestRestore(t *testing.T) {
	restore, ok := newRestorer(reflect.TypeFor[saved]())
	if !ok {
		t.Fatal("its JSON has to be read")
	}
	for name, value := range saves() {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var want saved
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		own := value
		restore(reflect.ValueOf(&own).Elem())
		if !reflect.DeepEqual(own, want) {
			t.Errorf("%s: restored to %#v, its JSON gives %#v", name, own, want)
		}
		if !reflect.DeepEqual(value, saves()[name]) {
			t.Errorf("%s: the original became %#v", name, value)
		}
	}
}

// TestRestoreShares: a change of what was restored does not reach the original.
func TestRestoreShares(t *testing.T) {
	restore, _ := newRestorer(reflect.TypeFor[saved]())
	original := saves()["everything"]
	own := original
	restore(reflect.ValueOf(&own).Elem())
	own.Own[0], own.Texts[0], own.Kept[0], own.Bytes[0], own.Dice[0], own.Pairs[0].A = "w", "w", 99, 99, 5, 99
	own.Rows[0][0][0].B, own.Next.Texts[0], own.Partial[0].Seen = 99, "w", 99
	if want := saves()["everything"]; !reflect.DeepEqual(original, want) {
		t.Errorf("the original became %#v", original)
	}
}

type tagged struct {
	N int `json:",string"`
}

type zeroed struct {
	P pair `json:",omitzero"`
}

// TestNotRestorable: where only the JSON tells what it gives, it is read.
func TestNotRestorable(t *testing.T) {
	type alike struct {
		Name  string
		Other string `json:"name"`
	}
	type shadows struct {
		Spread
		Own []string
	}
	type named struct {
		Spread `json:"spread"`
	}
	for name, of := range map[string]reflect.Type{
		"its own JSON":           reflect.TypeFor[kept](),
		"one that is only read":  reflect.TypeFor[unreadable](),
		"one deeper":             reflect.TypeFor[struct{ Deep []kept }](),
		"a hidden field":         reflect.TypeFor[inner](),
		"an interface":           reflect.TypeFor[struct{ What any }](),
		"a map":                  reflect.TypeFor[map[string]int](),
		"words that are written": reflect.TypeFor[struct{ W wordy }](),
		"two of one name":        reflect.TypeFor[alike](),
		"a name that is hidden":  reflect.TypeFor[shadows](),
		"a part with a name":     reflect.TypeFor[named](),
		"a part by a pointer":    reflect.TypeFor[struct{ *Spread }](),
		"a number as a string":   reflect.TypeFor[tagged](),
		"a tag for zero":         reflect.TypeFor[zeroed](),
	} {
		if _, ok := newRestorer(of); ok {
			t.Errorf("%s is restored", name)
		}
	}
}

// wordy is written as a word and cannot be read.
type wordy int

func (wordy) MarshalText() ([]byte, error) { return []byte("word"), nil }
