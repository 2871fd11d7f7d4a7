package games

import (
	"encoding/json"
	"reflect"
	"testing"
)

type inner struct {
	List []int
	n    int // nothing hidden is shared: it is no slice, map or pointer
}

type tree struct {
	Name string
	Kids []tree
}

type everything struct {
	inner
	Number int
	Deep   [][]int
	Empty  []int
	Nil    []int
	ByName map[string][]int
	Flat   map[int]bool
	NoMap  map[string]int
	Two    [2][]string
	Next   *inner
	None   *inner
	Tree   tree
}

func full() everything {
	return everything{
		inner: inner{List: []int{1, 2}, n: 3}, Number: 4, Deep: [][]int{{1}, {}, nil, {2, 3}}, Empty: []int{},
		ByName: map[string][]int{"a": {1}, "b": nil}, Flat: map[int]bool{1: true}, Two: [2][]string{{"x"}, {"y", "z"}},
		Next: &inner{List: []int{9}}, Tree: tree{"root", []tree{{"left", nil}, {"right", []tree{{"leaf", nil}}}}},
	}
}

// TestDetach copies a value with parts of every kind and changes each part of
// the copy. The original stays as it was.
func TestDetach(t *testing.T) {
	detach, ok := newDetacher(reflect.TypeFor[everything]())
	if !ok {
		t.Fatal("it cannot be copied")
	}
	original := full()
	own := original
	detach(reflect.ValueOf(&own).Elem())
	if !reflect.DeepEqual(own, original) {
		t.Fatalf("the copy is %+v, of %+v", own, original)
	}
	for name, change := range map[string]func(){
		"an embedded slice":     func() { own.List[0] = 99 },
		"a slice of slices":     func() { own.Deep[3][0] = 99 },
		"a place in a slice":    func() { own.Deep[0] = nil },
		"a map":                 func() { own.Flat[2] = true },
		"a slice in a map":      func() { own.ByName["a"][0] = 99 },
		"a slice in an array":   func() { own.Two[1][0] = "w" },
		"behind a pointer":      func() { own.Next.n = 99 },
		"a slice there":         func() { own.Next.List[0] = 99 },
		"a type inside itself":  func() { own.Tree.Kids[1].Kids[0].Name = "ash" },
		"an empty slice, grown": func() { own.Empty = append(own.Empty, 1) },
	} {
		change()
		if !reflect.DeepEqual(original, full()) {
			t.Errorf("%s: the original became %+v", name, original)
		}
	}
}

// TestNotDetachable: a type with a part that would be shared is not copied by
// its fields.
func TestNotDetachable(t *testing.T) {
	type hidesPointer struct{ *inner }
	for name, of := range map[string]reflect.Type{
		"a hidden slice":     reflect.TypeFor[kept](),
		"a hidden pointer":   reflect.TypeFor[hidesPointer](),
		"one deeper":         reflect.TypeFor[struct{ Deep []kept }](),
		"an interface":       reflect.TypeFor[struct{ What any }](),
		"a function":         reflect.TypeFor[struct{ F func() }](),
		"a map by pointers":  reflect.TypeFor[struct{ M map[*int]int }](),
		"a map of such ones": reflect.TypeFor[struct{ M map[string]kept }](),
	} {
		if _, ok := newDetacher(of); ok {
			t.Errorf("%s is copied by its fields", name)
		}
	}
	if _, ok := newDetacher(reflect.TypeFor[tree]()); !ok {
		t.Error("a type inside itself cannot be copied")
	}
}

// kept is a position whose JSON only its own methods know.
type kept struct{ hidden []int }

func (k kept) MarshalJSON() ([]byte, error)     { return json.Marshal(k.hidden) }
func (k *kept) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &k.hidden) }

// TestCopyThroughJSON: a position that cannot be copied by its fields is copied
// through its JSON, and shares nothing either.
func TestCopyThroughJSON(t *testing.T) {
	g := Define[kept, still, int](Info{Name: "kept", Min: 1, Max: 1}, nil, nil).(*game[kept, still, int])
	if g.detach != nil {
		t.Fatal("a hidden slice is copied by its fields")
	}
	made, err := g.match(Snapshot{}, kept{[]int{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	m := made.(*match[kept, still, int])
	own := copyOf(m)
	own.hidden[0] = 99
	if got := m.position().hidden; !reflect.DeepEqual(got, []int{1, 2}) {
		t.Errorf("the position became %v", got)
	}
}

// still is a move that no player makes.
type still string

func (s still) String() string { return string(s) }

// unreadable is a position that is written and never read.
type unreadable struct{ N int }

func (unreadable) MarshalJSON() ([]byte, error) { return []byte(`{"M":1}`), nil }

// TestUnreadable: a look at a position that cannot be read panics, the second
// time too. So a table never saves it.
func TestUnreadable(t *testing.T) {
	g := Define[unreadable, still, int](Info{Name: "unreadable", Min: 1, Max: 1}, nil, nil).(*game[unreadable, still, int])
	m, err := g.match(Snapshot{}, unreadable{1})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a position that cannot be read was looked at")
				}
			}()
			_ = m.Survives()
		}()
	}
}
