package kit

import "slices"

// Distinct are the elements of a list, each once, in its order.
func Distinct[T comparable](list []T) []T {
	var out []T
	for _, v := range list {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// Without is a list less one of an element.
func Without[T comparable](list []T, v T) []T {
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return list
}

// Count is how many Visions of a kind are among some.
func Count(list []Vision, kind Vision) (n int) {
	for _, v := range list {
		if v == kind {
			n++
		}
	}
	return n
}
