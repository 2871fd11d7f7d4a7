package games

import "reflect"

// A detacher completes a copy. After an assignment, a value shares its slices, maps
// and pointers with the original. The detacher replaces them with copies.
type detacher func(v reflect.Value)

// newDetacher returns the detacher of a type. It returns false if reflection cannot
// copy a part of the type. Such parts are interfaces, functions, and slices, maps or
// pointers in unexported fields. Positions of such a type are copied through their
// JSON, which is slower.
func newDetacher(t reflect.Type) (detacher, bool) {
	if !detachable(t, map[reflect.Type]bool{}) {
		return nil, false
	}
	return detacherOf(t, map[reflect.Type]*detacher{}), true
}

// flat reports whether an assignment copies the whole value.
func flat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	case reflect.Array:
		return flat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !flat(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

// detachable reports whether a detacher can copy every part of a type.
func detachable(t reflect.Type, met map[reflect.Type]bool) bool {
	if met[t] || flat(t) {
		return true
	}
	met[t] = true
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return detachable(t.Elem(), met)
	case reflect.Map:
		return flat(t.Key()) && detachable(t.Elem(), met)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			hidden := !f.IsExported() && (!f.Anonymous || f.Type.Kind() != reflect.Struct)
			if !flat(f.Type) && (hidden || !detachable(f.Type, met)) {
				return false
			}
		}
		return true
	}
	return false
}

// detacherOf returns the detacher of a detachable type. met holds the unfinished
// ones, because a type may contain itself.
func detacherOf(t reflect.Type, met map[reflect.Type]*detacher) detacher {
	if flat(t) {
		return func(reflect.Value) {}
	}
	if d := met[t]; d != nil {
		return func(v reflect.Value) { (*d)(v) }
	}
	d := new(detacher)
	met[t] = d
	switch t.Kind() {
	case reflect.Slice:
		*d = detachSlice(t, met)
	case reflect.Map:
		*d = detachMap(t, met)
	case reflect.Array:
		elem := detacherOf(t.Elem(), met)
		*d = func(v reflect.Value) {
			for i := range v.Len() {
				elem(v.Index(i))
			}
		}
	case reflect.Pointer:
		elem := detacherOf(t.Elem(), met)
		*d = func(v reflect.Value) {
			if v.IsNil() {
				return
			}
			own := reflect.New(t.Elem())
			own.Elem().Set(v.Elem())
			elem(own.Elem())
			v.Set(own)
		}
	case reflect.Struct:
		*d = detachStruct(t, met)
	}
	return *d
}

func detachSlice(t reflect.Type, met map[reflect.Type]*detacher) detacher {
	simple, elem := flat(t.Elem()), detacherOf(t.Elem(), met)
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

func detachMap(t reflect.Type, met map[reflect.Type]*detacher) detacher {
	elem := detacherOf(t.Elem(), met)
	return func(v reflect.Value) {
		if v.IsNil() {
			return
		}
		own := reflect.MakeMapWithSize(t, v.Len())
		for each := v.MapRange(); each.Next(); {
			value := reflect.New(t.Elem()).Elem()
			value.Set(each.Value())
			elem(value)
			own.SetMapIndex(each.Key(), value)
		}
		v.Set(own)
	}
}

func detachStruct(t reflect.Type, met map[reflect.Type]*detacher) detacher {
	type part struct {
		field  int
		detach detacher
	}
	var parts []part
	for i := range t.NumField() {
		if f := t.Field(i).Type; !flat(f) {
			parts = append(parts, part{i, detacherOf(f, met)})
		}
	}
	return func(v reflect.Value) {
		for _, p := range parts {
			p.detach(v.Field(p.field))
		}
	}
}
