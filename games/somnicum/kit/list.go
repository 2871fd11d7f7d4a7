package kit

import "slices"

// Put puts a token into a sorted list.
func Put[T ~int8](list []T, t T) []T {
	at, _ := slices.BinarySearch(list, t)
	return slices.Insert(list, at, t)
}

// Remove takes one of several equal elements out of a list. There must be one.
func Remove[T comparable](list []T, t T) []T {
	at := slices.Index(list, t)
	return slices.Delete(list, at, at+1)
}

// Count is how many elements of a list are t.
func Count[T comparable](list []T, t T) int {
	n := 0
	for _, u := range list {
		if u == t {
			n++
		}
	}
	return n
}
