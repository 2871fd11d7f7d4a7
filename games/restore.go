package games

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// A restorer completes a copy, as a detacher does, and makes of it what its JSON would
// give. What the JSON loses is lost. It costs a tenth of reading the JSON.
type restorer func(v reflect.Value)

var (
	writesJSON = reflect.TypeFor[json.Marshaler]()
	readsJSON  = reflect.TypeFor[json.Unmarshaler]()
	writesText = reflect.TypeFor[encoding.TextMarshaler]()
	readsText  = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// newRestorer returns the restorer of a type. It returns false if only the JSON itself
// tells what it gives. Then a part has methods of its own for its JSON, is hidden or an
// interface, or has a tag other than a name and omitempty.
func newRestorer(t reflect.Type) (restorer, bool) {
	if !restorable(t, map[reflect.Type]bool{}) {
		return nil, false
	}
	return restorerOf(t, map[reflect.Type]*restorer{}), true
}

// Copier returns a function that copies positions as [Match] does between two inputs: a
// copy is what its JSON gives. A position that cannot be written or read is an error.
func Copier[S any]() func(s S) (S, error) {
	restore, ok := newRestorer(reflect.TypeFor[S]())
	return func(s S) (S, error) {
		if ok {
			restore(reflect.ValueOf(&s).Elem())
			return s, nil
		}
		var own S
		text, err := json.Marshal(s)
		if err == nil {
			err = decode(text, &own)
		}
		return own, err
	}
}

// hasMethods reports whether a type or a pointer to it has methods.
func hasMethods(t, methods reflect.Type) bool {
	return t.Implements(methods) || reflect.PointerTo(t).Implements(methods)
}

// worded reports whether a value is one word in the JSON, with methods to write and
// read it.
func worded(t reflect.Type) bool {
	return flat(t) && t.Implements(writesText) && reflect.PointerTo(t).Implements(readsText)
}

// plain reports whether each value of a restorable type is the same after its JSON, and
// an assignment copies it.
func plain(t reflect.Type) bool {
	if !flat(t) || worded(t) || t.Kind() == reflect.String {
		return false
	}
	switch t.Kind() {
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); lost(f) || !plain(f.Type) {
				return false
			}
		}
	}
	return true
}

// lost reports whether the JSON does not have a field.
func lost(f reflect.StructField) bool { return f.Tag.Get("json") == "-" }

// omitted reports whether the JSON does not have a field that is empty.
func omitted(f reflect.StructField) bool {
	_, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	return rest == "omitempty"
}

// empty reports whether a value is left out where an empty one is.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Array, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// restorable reports whether a restorer knows what the JSON of a type gives.
func restorable(t reflect.Type, met map[reflect.Type]bool) bool {
	if met[t] {
		return true
	}
	met[t] = true
	if hasMethods(t, writesJSON) || hasMethods(t, readsJSON) {
		return false
	}
	if hasMethods(t, writesText) || hasMethods(t, readsText) {
		return worded(t)
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return restorable(t.Elem(), met)
	case reflect.Struct:
		return members(t, map[string]bool{}, met)
	}
	return false
}

// members reports whether the fields of a struct are restorable, and each one has a name
// of its own in the JSON, whatever the case of its letters.
func members(t reflect.Type, names map[string]bool, met map[reflect.Type]bool) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct && !hasMethods(f.Type, writesText) && !hasMethods(f.Type, writesJSON):
			if !members(f.Type, names, met) { // they are members of the whole
				return false
			}
			continue
		case f.Anonymous || !f.IsExported() || rest != "" && rest != "omitempty":
			return false
		case lost(f):
			continue
		case name == "":
			name = f.Name
		}
		if name = strings.ToLower(name); names[name] || !restorable(f.Type, met) {
			return false
		}
		names[name] = true
	}
	return true
}

// restorerOf returns the restorer of a restorable type. met holds the unfinished ones,
// because a type may contain itself.
func restorerOf(t reflect.Type, met map[reflect.Type]*restorer) restorer {
	switch {
	case plain(t):
		return func(reflect.Value) {}
	case worded(t):
		return restoreWord
	case t.Kind() == reflect.String:
		return restoreString
	}
	if r := met[t]; r != nil {
		return func(v reflect.Value) { (*r)(v) }
	}
	r := new(restorer)
	met[t] = r
	switch t.Kind() {
	case reflect.Slice:
		*r = restoreSlice(t, met)
	case reflect.Array:
		elem := restorerOf(t.Elem(), met)
		*r = func(v reflect.Value) {
			for i := range v.Len() {
				elem(v.Index(i))
			}
		}
	case reflect.Pointer:
		elem := restorerOf(t.Elem(), met)
		*r = func(v reflect.Value) {
			if v.IsNil() {
				return
			}
			own := reflect.New(t.Elem())
			own.Elem().Set(v.Elem())
			elem(own.Elem())
			v.Set(own)
		}
	case reflect.Struct:
		*r = restoreStruct(t, met)
	}
	return *r
}

// restoreWord writes a word and reads it.
func restoreWord(v reflect.Value) {
	text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	if err == nil {
		own := reflect.New(v.Type())
		if err = own.Interface().(encoding.TextUnmarshaler).UnmarshalText(text); err == nil {
			v.Set(own.Elem())
			return
		}
	}
	panic(fmt.Errorf("read %q again: %w", text, err))
}

// restoreString replaces what is no UTF-8.
func restoreString(v reflect.Value) {
	if s := v.String(); !utf8.ValidString(s) {
		v.SetString(string([]rune(s)))
	}
}

func restoreSlice(t reflect.Type, met map[reflect.Type]*restorer) restorer {
	simple, elem := plain(t.Elem()), restorerOf(t.Elem(), met)
	return func(v reflect.Value) {
		if v.IsNil() {
			return
		}
		own := reflect.MakeSlice(t, v.Len(), v.Len())
		reflect.Copy(own, v)
		for i := 0; !simple && i < own.Len(); i++ {
			elem(own.Index(i))
		}
		v.Set(own)
	}
}

func restoreStruct(t reflect.Type, met map[reflect.Type]*restorer) restorer {
	type part struct {
		field         int
		lost, omitted bool
		restore       restorer
	}
	var parts []part
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case lost(f):
			parts = append(parts, part{field: i, lost: true})
		case !plain(f.Type):
			parts = append(parts, part{field: i, omitted: omitted(f), restore: restorerOf(f.Type, met)})
		}
	}
	return func(v reflect.Value) {
		for _, p := range parts {
			switch f := v.Field(p.field); {
			case p.lost, p.omitted && empty(f):
				f.SetZero()
			default:
				p.restore(f)
			}
		}
	}
}
